//! Runs `deckproof import`. A sheet with a header row comes in; a new deck goes out. Called by `args`.

use std::path::PathBuf;

use crate::session::{SheetImport, import_sheet};
use crate::source::counted;

use super::console::{Console, Done};
use super::export_csv::Delimiter;

const EXAMPLES: &str = "\
Examples:
  deckproof import cards.csv                          cards.toml, with the template card.svg
  deckproof import monsters.csv -o my-game --template monster.svg --back back.svg

A sheet is CSV, TSV, or a workbook (xlsx, xlsb, xls, ods). The first row names the keys: `copies` and
`id` mean what they mean in a deck, every other key is yours; `Power Rating` becomes `power-rating`.
One column must be the `name`: `Card Name`, `Title` or `Card` is taken for it when no other can be. A
cell is

  Cold War              words, as they stand
  3   -1   2.5          a number
  03  2.50  +1  1/2     words: no number is written so
  true  FALSE           true or false
  [\"ship\", \"red\"]       a list, in TOML
  { influence = 6 }     a table, in TOML
  {lamp} Take one       words: this is no TOML
  \"3\"  \"true\"  \"\"       the words in the quotes, which would be read as something else without them
  \"Halt!\"               words with quotes around them
  (empty)               no such key on this card

A number, a list, true or an empty text can always be had as words by writing it in quotes. A row's
keys come in the order of the columns. Lines above the first row that begin with # give the deck's
own keys, `# size = \"tarot\"`; others are comments. Cells are parted by a comma, a semicolon or a
tab, whichever the first row has most of.

A deck can also take its cards from the sheet at every run, without an import: write
`rows = \"cards.csv\"` into its file in place of the cards.

A deck that import made says so in its first line, and is made again until you edit it. A deck of
your own is not overwritten.";

/// Turn a sheet (CSV, xlsx, xls, ods) into a deck
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ImportArgs {
    /// The sheet: CSV, TSV, xlsx, xlsb, xls or ods, the names of the keys in the first row
    #[arg(value_name = "SHEET")]
    sheet: PathBuf,
    /// The deck's file, or a folder for it; beside the sheet if not given
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The front; card.svg if neither this nor the sheet says so
    #[arg(long, value_name = "SVG")]
    template: Option<String>,
    /// The back
    #[arg(long, value_name = "SVG")]
    back: Option<String>,
    /// Size of the cards: a name, or width x height in mm
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// Title of the deck
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
    /// Which sheet of a workbook holds the cards, when there are several
    #[arg(long = "sheet", value_name = "NAME")]
    name: Option<String>,
    /// What separates the cells, if the first row does not show it
    #[arg(long, value_enum, value_name = "SIGN")]
    delimiter: Option<Delimiter>,
}

pub fn run_import(args: &ImportArgs, console: &mut Console) -> Done {
    let import = SheetImport {
        sheet: args.sheet.clone(),
        output: args.output.clone(),
        head: [
            ("title", args.title.clone()),
            ("template", args.template.clone()),
            ("back", args.back.clone()),
            ("size", args.size.clone()),
        ],
        name: args.name.clone(),
        delimiter: args.delimiter.map(Delimiter::byte),
    };
    let made = import_sheet(&import, console)?;
    let rows = counted(made.rows, "different card");
    console.say(&format!("{}: {rows}", made.path.display()));
    if !made.renamed.is_empty() {
        console.say(&format!("  columns: {}", made.renamed.join(", ")));
    }
    for note in made.notes {
        console.say(&format!("  {note}"));
    }
    Ok(())
}
