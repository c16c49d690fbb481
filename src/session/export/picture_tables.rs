//! Virtual tables, and the pictures that each takes. What is exported and how it is asked for come in, a [`Sheeting`] job goes out. Called
//! by the commands `export sheet`, `tts`, `foundry` and `pcio`.

use crate::export::{Painting, PictureFormat, foundry, pcio, tts};
use crate::raster::GridBounds;

use super::card_sheets::Sheeting;
use super::exporting::Exporting;

/// How a table wants its pictures when nothing else is asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TablePictures {
    /// The most that one picture may hold.
    bounds: GridBounds,
    /// Dots to the inch, and the most of them.
    dpi: f64,
    finest: f64,
    /// Whether they are stored as small as can be, and then the pixels on a side.
    pub small: Option<u32>,
}

impl TablePictures {
    /// A saved object of Tabletop Simulator, decks of Foundry VTT, a room of playingcards.io.
    pub const TTS: TablePictures = TablePictures::new(tts::SHEET);
    pub const FOUNDRY: TablePictures = TablePictures::new(foundry::PICTURE);
    pub const PCIO: TablePictures = TablePictures {
        dpi: pcio::DPI,
        small: Some(pcio::USUAL_SIDE),
        ..TablePictures::new(pcio::PICTURE)
    };

    /// Grids of at most so many columns and rows, and pixels on a side.
    pub const fn grid(columns: u32, rows: u32, side: u32) -> Self {
        TablePictures::new(GridBounds { columns, rows, side })
    }

    /// As fine as print, with nothing lost.
    const fn new(bounds: GridBounds) -> Self {
        TablePictures { bounds, dpi: 300.0, finest: f64::INFINITY, small: None }
    }

    /// The run that is meant; in a `format` and with so many dots to the inch, if not as usual.
    pub fn sheeting(
        self,
        exporting: Exporting,
        dpi: Option<u16>,
        format: PictureFormat,
    ) -> Sheeting {
        let mut bounds = self.bounds;
        if dpi.is_none() {
            bounds.side = self.small.unwrap_or(bounds.side);
        }
        let dpi = dpi.map_or(self.dpi, f64::from).min(self.finest);
        Sheeting { exporting, painting: Painting { bounds, dpi, format, cuts: true } }
    }
}

/// A table, and what it takes.
#[derive(Debug, PartialEq)]
pub struct PictureTable {
    pub name: &'static str,
    pub title: &'static str,
    pub pictures: TablePictures,
    pub asks: GridQuestion,
    /// What to do with the pictures.
    pub hint: &'static str,
}

/// What a table wants typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridQuestion {
    Nothing,
    /// Columns and rows of each picture.
    Grid,
}

pub const TABLES: &[PictureTable] = &[
    // help.tabletopia.com, "How to prepare graphics": a file for each face, ten pixels a millimetre, 4000 on a side.
    PictureTable {
        name: "tabletopia",
        title: "Tabletopia",
        pictures: TablePictures { finest: 254.0, ..TablePictures::new(GridBounds::one(4000)) },
        asks: GridQuestion::Nothing,
        hint: "upload the pictures of a deck together; all have the same size, and its back has it, too",
    },
    // It has no published limits; browsers show 4096 pixels everywhere.
    PictureTable {
        name: "screentop",
        title: "Screentop.gg",
        pictures: TablePictures { finest: 300.0, ..TablePictures::grid(10, 10, 4096) },
        asks: GridQuestion::Grid,
        hint: "upload each sheet, type its columns and rows, and choose the back of the cards",
    },
];
