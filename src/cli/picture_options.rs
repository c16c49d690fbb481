//! The options of commands that write sheets of cards for virtual tables.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::export::{Painting, PictureFormat};
use crate::raster::GridBounds;
use crate::session::{Sheeted, Sheeting};
use crate::source::{Diagnostics, counted};
use crate::template::Ink;

use super::paper::Chosen;
use super::report::Report;
use super::wanted::Wanted;

/// What goes onto sheets, and how they are stored.
#[derive(Debug, clap::Args)]
pub struct PictureOptions {
    #[command(flatten)]
    wanted: Wanted,
    /// Folder for the files; each game gets a folder in it [default: output]
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// How much ink the cards take
    #[arg(long, value_enum, default_value_t = Chosen(Ink::Full))]
    ink: Chosen<Ink>,
    /// Only what is new or changed since the last export of this kind
    #[arg(long, conflicts_with = "cards")]
    changed: bool,
    /// Whether backs are exported
    #[arg(long, value_enum, default_value = "own")]
    backs: Backs,
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

/// Whether backs are exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Backs {
    /// Those of the decks
    Own,
    /// Fronts only; a table that wants backs gets white ones
    None,
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
    /// As [`Wanted::select`].
    pub fn sheeting(&self, bounds: GridBounds, report: &Report) -> Result<Sheeting, Diagnostics> {
        self.sheeting_up_to(bounds, f64::INFINITY, report)
    }

    /// The run that is meant, for a table that wants no more than `finest` dots to the inch.
    ///
    /// # Errors
    /// As [`Wanted::select`].
    pub fn sheeting_up_to(
        &self,
        bounds: GridBounds,
        finest: f64,
        report: &Report,
    ) -> Result<Sheeting, Diagnostics> {
        let selection = self.wanted.select(report)?;
        let format = match self.format {
            Format::Png => PictureFormat::Png,
            Format::Jpeg => PictureFormat::Jpeg {
                quality: self.quality,
            },
        };
        Ok(Sheeting {
            output: selection.output(self.output.as_deref()),
            selection,
            ink: self.ink.0,
            backs: self.backs == Backs::Own,
            changed: self.changed,
            painting: Painting {
                bounds,
                dpi: f64::from(self.dpi).min(finest),
                format,
            },
        })
    }
}

/// Says what was made of a game.
pub fn say(made: &Sheeted, report: &Report) {
    if made.cards == 0 {
        return;
    }
    let what = match &made.index {
        Some(index) => index.display().to_string(),
        None => made.folder.display().to_string(),
    };
    let cards = counted(made.cards as usize, "card");
    let pictures = counted(made.pictures, "picture");
    let written = match made.written {
        0 => "nothing changed".to_owned(),
        n => format!("{} written", counted(n, "file")),
    };
    report.say(&format!("{what}: {cards} on {pictures}, {written}"));
    if !made.unused.is_empty() {
        let unused = counted(made.unused.len(), "picture");
        report.say(&format!(
            "{unused} of earlier exports no longer shown: {}",
            made.unused.join(", ")
        ));
    }
}
