//! The options shared by commands that write sheets of cards for virtual tables. Parsed options come in, a [`Sheeting`] job goes
//! out. Used by `export_sheet`, `export_tts`, `export_pcio` and `export_foundry`.

use clap::ValueEnum;

use crate::session::{PictureFormat, Sheeted, Sheeting, TablePictures};
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
        Ok(table.sheeting(self.faces.exporting(console)?, self.dpi, format))
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
