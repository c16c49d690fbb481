//! Runs `deckproof export sheet`. The command's options come in; pictures with faces in a grid, and a manifest of which card is
//! in which cell, go out. Called by `export`.

use clap::ValueEnum;

use crate::session::{GridQuestion, PictureTable, TABLES, TablePictures};
use crate::source::{counted, list_words};

use super::console::{Console, Done};
use super::picture_options::{PictureOptions, say};

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
    let own = TablePictures::grid(args.grid.columns, args.grid.rows, args.side);
    let pictures = args.table.map_or(own, |table| table.pictures);
    let sheeting = args.options.sheeting(pictures, console)?;
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
