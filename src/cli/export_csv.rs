//! Runs `deckproof export csv`. The command's options come in; one CSV file per deck, for a spreadsheet, goes out. Called by
//! `export`; `import` uses its [`Delimiter`].

use std::path::PathBuf;

use clap::ValueEnum;

use super::console::{Console, Done};
use crate::session::{Selection, export_csv};

const EXAMPLES: &str = "\
Examples:
  deckproof export csv my-game                        every deck, as output/my-game/<deck>.csv
  deckproof export csv caps-and-hammers --deck assets
  deckproof export csv my-game --delimiter ';'        for a spreadsheet that wants semicolons

Above the header row stand the deck's own keys, each in a line that begins with #. Plain words and
numbers stand in cells as they are; lists, tables and what a spreadsheet would change are written as
TOML: see `deckproof import --help`, which reads the sheet back. A deck can also read the sheet
itself from then on: `rows = \"cards.csv\"`.";

/// What stands between the cells of a sheet.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Delimiter {
    #[value(name = ",", alias = "comma")]
    Comma,
    #[value(name = ";", alias = "semicolon")]
    Semicolon,
    #[value(name = "tab", alias = "\\t")]
    Tab,
}

impl Delimiter {
    pub fn byte(self) -> u8 {
        match self {
            Delimiter::Comma => b',',
            Delimiter::Semicolon => b';',
            Delimiter::Tab => b'\t',
        }
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportCsvArgs {
    /// Folders with a game.toml, or shipped games by name; when none is named, the game of the folder you are in, else all
    /// shipped games
    #[arg(value_name = "GAME|DIR")]
    games: Vec<String>,
    /// Only this deck (may be given several times)
    #[arg(long, value_name = "NAME")]
    deck: Vec<String>,
    /// In another language, for which the game has lang/CODE.csv
    #[arg(long, value_name = "CODE")]
    lang: Option<String>,
    /// Folder for the sheets; each game gets a folder in it [default: output]
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// What separates the cells
    #[arg(long, value_enum, default_value = ",", value_name = "SIGN")]
    delimiter: Delimiter,
}

pub fn run_export_csv(args: &ExportCsvArgs, console: &mut Console) -> Done {
    let selection = Selection::new(&args.games, &args.deck, &[], console)?;
    let selection = selection.in_language(args.lang.clone());
    let output = selection.output(args.output.as_deref());
    for pack in selection.packs(console)? {
        export_csv(&pack, &selection, &output, args.delimiter.byte(), console)?;
    }
    Ok(())
}
