//! Virtual tables that take plain pictures, a row each: how large, how fine, and what their pages ask for.

use crate::raster::GridBounds;

/// A table, and what it takes.
#[derive(Debug, PartialEq)]
pub struct Table {
    pub name: &'static str,
    pub title: &'static str,
    pub bounds: GridBounds,
    /// Dots to the inch at most.
    pub dpi: f64,
    pub asks: Asks,
    /// What to do with the pictures.
    pub hint: &'static str,
}

/// What a table wants typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    Nothing,
    /// Columns and rows of each picture.
    Grid,
}

pub const TABLES: &[Table] = &[
    // help.tabletopia.com, "How to prepare graphics": a file for each face, ten pixels a millimetre, 4000 on a side.
    Table {
        name: "tabletopia",
        title: "Tabletopia",
        bounds: GridBounds::one(4000),
        dpi: 254.0,
        asks: Asks::Nothing,
        hint: "upload the pictures of a deck together; all have the same size, and its back has it, too",
    },
    // It has no published limits; browsers show 4096 pixels everywhere.
    Table {
        name: "screentop",
        title: "Screentop.gg",
        bounds: GridBounds {
            columns: 10,
            rows: 10,
            side: 4096,
        },
        dpi: 300.0,
        asks: Asks::Grid,
        hint: "upload each sheet, type its columns and rows, and choose the back of the cards",
    },
];
