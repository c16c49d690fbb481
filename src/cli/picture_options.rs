//! The options shared by commands that write sheets of cards for virtual tables. Parsed options come in, a [`Sheeting`] job goes
//! out. Used by `export_sheet`, `export_tts`, `export_pcio` and `export_foundry`.

use clap::ValueEnum;

use crate::export::{Painting, PictureFormat};
use crate::raster::GridBounds;
use crate::session::{Sheeted, Sheeting};
use crate::source::{Diagnostics, counted};

use super::console::Console;
use super::export_options::ExportOptions;

/// What goes onto sheets, and how they are stored.
#[derive(Debug, clap::Args)]
pub struct PictureOptions {
    #[command(flatten)]
    faces: ExportOptions,
    /// Dots to the inch of the faces at most; on a full sheet they have fewer [default: 300, for playingcards.io 96]
    #[arg(long, value_parser = clap::value_parser!(u16).range(20..=1200))]
    dpi: Option<u16>,
    /// How the pictures are stored [default: png, for playingcards.io small]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Quality of JPEG, 1 to 100 [default: 90, with `small` 75]
    #[arg(long, value_name = "Q", value_parser = clap::value_parser!(u8).range(1..=100))]
    quality: Option<u8>,
}

/// How the pictures are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Nothing is lost
    Png,
    /// Smaller, for slow connections
    Jpeg,
    /// Smallest: a PNG of 64 colours if it looks the same, else a JPEG
    Small,
}

/// How a table wants its pictures when nothing else is asked for.
#[derive(Debug, Clone, Copy)]
pub struct TablePictures {
    /// The most that one picture may hold.
    pub bounds: GridBounds,
    /// Dots to the inch, and the most of them.
    pub dpi: f64,
    pub finest: f64,
    /// Whether they are stored as small as can be, and then the pixels on a side.
    pub small: Option<u32>,
}

impl TablePictures {
    /// As fine as print, with nothing lost.
    pub const fn new(bounds: GridBounds) -> Self {
        TablePictures { bounds, dpi: 300.0, finest: f64::INFINITY, small: None }
    }
}

impl PictureOptions {
    /// The run that is meant, for a table of that kind.
    ///
    /// # Errors
    /// As [`SelectionArgs::select`].
    pub fn sheeting(
        &self,
        table: TablePictures,
        console: &Console,
    ) -> Result<Sheeting, Diagnostics> {
        let usual = table.small.map_or(Format::Png, |_| Format::Small);
        let quality = |usual: u8| self.quality.unwrap_or(usual);
        let format = match self.format.unwrap_or(usual) {
            Format::Png => PictureFormat::Png,
            Format::Jpeg => PictureFormat::Jpeg { quality: quality(90) },
            Format::Small => PictureFormat::Small { quality: quality(75) },
        };
        let mut bounds = table.bounds;
        if self.dpi.is_none() {
            bounds.side = table.small.unwrap_or(bounds.side);
        }
        Ok(Sheeting {
            exporting: self.faces.exporting(console)?,
            painting: Painting {
                bounds,
                dpi: self.dpi.map_or(table.dpi, f64::from).min(table.finest),
                format,
                cuts: true,
            },
        })
    }
}

/// Says what was made of a game.
pub fn say(made: &Sheeted, console: &Console) {
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
    console.say(&format!("{what}: {cards} on {pictures}, {written}"));
}
