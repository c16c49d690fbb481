//! The options shared by commands that write sheets of cards for virtual tables. Parsed options come in, a [`Sheeting`] job goes
//! out. Used by `export_sheet`, `export_tts`, `export_pcio` and `export_foundry`.

use clap::ValueEnum;

use crate::export::{Painting, PictureFormat};
use crate::raster::GridBounds;
use crate::session::{Sheeted, Sheeting};
use crate::source::{Diagnostics, counted};

use super::export_options::ExportOptions;
use super::report::Report;

/// What goes onto sheets, and how they are stored.
#[derive(Debug, clap::Args)]
pub struct PictureOptions {
    #[command(flatten)]
    faces: ExportOptions,
    /// Dots to the inch of the faces at most; on a full sheet they have fewer
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u16).range(20..=1200))]
    dpi: u16,
    /// How the pictures are stored
    #[arg(long, value_enum, default_value = "png")]
    format: Format,
    /// Quality of JPEG, 1 to 100
    #[arg(long, value_name = "Q", default_value_t = 90, value_parser = clap::value_parser!(u8).range(1..=100))]
    quality: u8,
}

/// How the pictures are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Nothing is lost
    Png,
    /// Smaller, for slow connections
    Jpeg,
}

impl PictureOptions {
    /// The run that is meant.
    ///
    /// # Errors
    /// As [`SelectionArgs::select`].
    pub fn sheeting(&self, bounds: GridBounds, report: &Report) -> Result<Sheeting, Diagnostics> {
        self.sheeting_up_to(bounds, f64::INFINITY, report)
    }

    /// The run that is meant, for a table that wants no more than `finest` dots to the inch.
    ///
    /// # Errors
    /// As [`SelectionArgs::select`].
    pub fn sheeting_up_to(
        &self,
        bounds: GridBounds,
        finest: f64,
        report: &Report,
    ) -> Result<Sheeting, Diagnostics> {
        let format = match self.format {
            Format::Png => PictureFormat::Png,
            Format::Jpeg => PictureFormat::Jpeg {
                quality: self.quality,
            },
        };
        Ok(Sheeting {
            exporting: self.faces.exporting(report)?,
            painting: Painting {
                bounds,
                dpi: f64::from(self.dpi).min(finest),
                format,
                cuts: true,
            },
        })
    }
}

/// Says what was made of a game.
pub fn say(made: &Sheeted, report: &Report) {
    if made.cards == 0 {
        return;
    }
    let what = made.index.as_ref().unwrap_or(&made.folder).display();
    let cards = counted(made.cards as usize, "card");
    let pictures = counted(made.pictures, "picture");
    let written = match made.written {
        0 => "nothing changed".to_owned(),
        n => format!("{} written", counted(n, "file")),
    };
    report.say(&format!("{what}: {cards} on {pictures}, {written}"));
}
