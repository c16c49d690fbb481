//! Runs `deckproof export sheet`. The command's options come in; pictures with faces in a grid, and a manifest of which card is
//! in which cell, go out. Called by `export`.

use clap::ValueEnum;

use crate::raster::GridBounds;
use crate::source::{counted, list_words};

use super::console::{Console, Done};
use super::picture_options::{PictureOptions, TablePictures, say};

const EXAMPLES: &str = "\
Examples:
  deckproof export sheet my-game                             into output/my-game/sheets/
  deckproof export sheet caper --deck gear --grid 6x4
  deckproof export sheet caper --format jpeg --manifest none
  deckproof export sheet my-game --grid 1x1                  each face a picture of its own
  deckproof export sheet my-game --for tabletopia            as that table takes them

Each deck has its own sheets, and its backs a sheet of the same grid, or one picture where all share it.
Faces lie in rows from the top left, without gaps; all of a deck have the same size in pixels, as large
as fits. The manifest says for each card its sheet, column and row (both from 0), its copies and its back.
A file's name ends in a digest of what is in it: after an edit only what changed has a new name.";

/// A grid, and how large it can be.
#[derive(Debug, Clone, Copy)]
struct Grid {
    columns: u32,
    rows: u32,
}

/// Columns and rows of a picture at most; more would be cells of a few pixels.
const MOST: u32 = 64;

/// A table, and what it takes.
#[derive(Debug, PartialEq)]
pub struct PictureTable {
    pub name: &'static str,
    pub title: &'static str,
    pub bounds: GridBounds,
    /// Dots to the inch at most.
    pub dpi: f64,
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
        bounds: GridBounds::one(4000),
        dpi: 254.0,
        asks: GridQuestion::Nothing,
        hint: "upload the pictures of a deck together; all have the same size, and its back has it, too",
    },
    // It has no published limits; browsers show 4096 pixels everywhere.
    PictureTable {
        name: "screentop",
        title: "Screentop.gg",
        bounds: GridBounds { columns: 10, rows: 10, side: 4096 },
        dpi: 300.0,
        asks: GridQuestion::Grid,
        hint: "upload each sheet, type its columns and rows, and choose the back of the cards",
    },
];

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportSheetArgs {
    #[command(flatten)]
    options: PictureOptions,
    /// The limits of a table: grid, pixels, dots to the inch
    #[arg(long = "for", value_name = "TABLE", value_parser = table, conflicts_with_all = ["grid", "side"])]
    table: Option<&'static PictureTable>,
    /// Columns and rows of a sheet at most
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "10x7", value_parser = grid)]
    grid: Grid,
    /// Pixels on a side of a sheet at most
    #[arg(long, value_name = "PIXELS", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(256..=8192))]
    side: u32,
    /// A file that says what lies where
    #[arg(long, value_enum, default_value = "json")]
    manifest: Manifest,
}

/// A file that says what lies where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Manifest {
    /// GAME.json beside the sheets
    Json,
    /// Pictures only
    None,
}

pub fn run_export_sheet(args: &ExportSheetArgs, console: &mut Console) -> Done {
    let own = GridBounds { columns: args.grid.columns, rows: args.grid.rows, side: args.side };
    let table = match args.table {
        Some(table) => TablePictures { finest: table.dpi, ..TablePictures::new(table.bounds) },
        None => TablePictures::new(own),
    };
    let sheeting = args.options.sheeting(table, console)?;
    let manifest = args.manifest == Manifest::Json;
    for pack in sheeting.exporting.selection.packs(console)? {
        let made = sheeting.sheets(pack, manifest, console)?;
        say(&made, console);
        if args.table.is_some_and(|table| table.asks == GridQuestion::Grid) {
            for sheet in &made.grids {
                let (file, grid) = (&sheet.file, &sheet.grid);
                let cards = counted(grid.faces.len(), "card");
                console.say(&format!(
                    "  {file}: columns {}, rows {}, {cards}",
                    grid.columns, grid.rows
                ));
            }
        }
    }
    if let Some(table) = args.table {
        console.say(&format!("{}: {}", table.title, table.hint));
    }
    Ok(())
}

fn table(name: &str) -> Result<&'static PictureTable, String> {
    let found = TABLES.iter().find(|table| table.name == name);
    let names = || TABLES.iter().map(|table| table.name);
    found.ok_or_else(|| format!("there are {}", list_words(names().collect::<Vec<_>>())))
}

fn grid(text: &str) -> Result<Grid, String> {
    let numbers = text.split_once(['x', 'X', '×']);
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let numbers = numbers.and_then(|(columns, rows)| Some((number(columns)?, number(rows)?)));
    match numbers {
        Some((columns, rows)) if (1..=MOST).contains(&columns) && (1..=MOST).contains(&rows) => {
            Ok(Grid { columns, rows })
        }
        _ => Err(format!("write columns and rows, from 1 to {MOST} each: 10x7")),
    }
}
