//! Makes a deck of a sheet with a header row. The sheet, and what the deck's head shall say, come in; the deck's file, and what to
//! say about it, go out.

use std::path::{Path, PathBuf};

use crate::cards::{
    Columns, Datum, Deck, DeckSheet, Key, Pack, Value, Wish, open_sheet, write_deck,
};
use crate::registry;
use crate::session::files::generated_file;
use crate::session::files::sheet_file::{Delimiter, read_sheet_file};
use crate::session::open::host::Host;
use crate::source::{Asset, Diagnostic, Diagnostics, GameFolder, Span, list_words, usage};
use crate::template::{Ink, Renderer};

/// The template that a sheet without one is printed with.
const TEMPLATE: &str = "card.svg";

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
pub struct SheetImport {
    /// The sheet: CSV, TSV, xlsx, xlsb, xls or ods, the names of the keys in the first row
    #[arg(value_name = "SHEET")]
    pub sheet: PathBuf,
    /// The deck's file, or a folder for it; beside the sheet if not given
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The front; card.svg if neither this nor the sheet says so
    #[arg(long, value_name = "SVG")]
    pub template: Option<String>,
    /// The back
    #[arg(long, value_name = "SVG")]
    pub back: Option<String>,
    /// Size of the cards: a name, or width x height in mm
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,
    /// Title of the deck
    #[arg(long, value_name = "TITLE")]
    pub title: Option<String>,
    /// Which sheet of a workbook holds the cards, when there are several
    #[arg(long = "sheet", value_name = "NAME")]
    pub name: Option<String>,
    /// What separates the cells, if the first row does not show it
    #[arg(long, value_enum, value_name = "SIGN")]
    pub delimiter: Option<Delimiter>,
}

impl SheetImport {
    /// Keys of the deck's head, in their order, and what they shall be.
    fn head(&self) -> [(&'static str, &Option<String>); 4] {
        [
            ("title", &self.title),
            ("template", &self.template),
            ("back", &self.back),
            ("size", &self.size),
        ]
    }
}

/// The deck that was written.
#[derive(Debug)]
pub struct ImportedDeck {
    pub path: PathBuf,
    /// Different cards.
    pub rows: usize,
    /// Headings that became other keys, with these.
    pub renamed: Vec<String>,
    /// What the deck lacks before it prints, a line each.
    pub notes: Vec<String>,
}

/// Writes the deck.
///
/// # Errors
/// What is wrong with the sheet, also as a deck; a place that is somebody else's.
pub fn import_sheet(args: &SheetImport, host: &mut dyn Host) -> Result<ImportedDeck, Diagnostics> {
    let mut sheet = read(args, host)?;
    let path = path_of(args)?;
    complete(&mut sheet, args);
    let by = format!("import from {}", args.sheet.display());
    let text = generated_file::marked(&by, &write_deck(&sheet.deck));
    generated_file::write_generated(&path, &text)?;
    let rows = sheet.deck.get("card").and_then(Value::as_list);
    let columns = sheet.columns.iter();
    let renamed = columns.filter(|column| column.heading != column.key.name);
    let renamed = renamed.map(|column| format!("`{}` as `{}`", column.heading, column.key.name));
    Ok(ImportedDeck {
        rows: rows.map_or(0, <[_]>::len),
        renamed: renamed.collect(),
        notes: notes(&path, host),
        path,
    })
}

/// Reads the sheet and tells what is wrong with it, as a deck as well.
fn read(args: &SheetImport, host: &mut dyn Host) -> Result<DeckSheet, Diagnostics> {
    let label = args.sheet.display().to_string();
    let bytes = read_sheet_file(&args.sheet)?;
    let sheet = args.name.as_deref();
    let wish = Wish { sheet, delimiter: args.delimiter.map(Delimiter::byte), ..Wish::default() };
    let mut faults = Diagnostics::new();
    let columns = Columns::default();
    let files = host.files();
    let Some(sheet) = open_sheet(&label, bytes, wish, &columns, None, files, &mut faults) else {
        return Err(faults);
    };
    let mut whole = sheet.clone();
    complete(&mut whole, args);
    if whole.deck.get("flow").is_none() {
        // Faults point at the sheet, not at the deck's file.
        let span = Span::new(host.files().add("", ""), 0..0);
        let datum = Datum::String(label.clone());
        let name = "rows".to_owned();
        let rows = (Key { name, span }, Value { span, datum });
        whole.deck.entries.push(rows);
    }
    let mut wrong = Diagnostics::new();
    let deck = Deck::read("sheet", sheet.place.file, &whole.deck, &mut wrong);
    let failed = wrong.has_errors();
    faults.append(wrong);
    if failed {
        return Err(faults);
    }
    host.tell(&faults);
    let mut sheet = sheet;
    let cards = sheet.deck.entries.iter_mut().filter(|(key, _)| key.name == "card");
    let rows = cards.filter_map(|(_, value)| match &mut value.datum {
        Datum::List(rows) => Some(rows.iter_mut().zip(&deck.rows)),
        _ => None,
    });
    for (row, card) in rows.flatten() {
        if let Datum::Table(row) = &mut row.datum
            && let Some((_, id)) = row.entries.iter_mut().find(|(key, _)| key.name == "id")
        {
            id.datum = Datum::String(card.id.clone());
        }
    }
    Ok(sheet)
}

/// The deck's file.
fn path_of(args: &SheetImport) -> Result<PathBuf, Diagnostic> {
    let beside = args.sheet.with_extension("toml");
    let path = match &args.output {
        None => beside,
        Some(folder) if folder.is_dir() => folder.join(beside.file_name().unwrap_or_default()),
        Some(path) => path.clone(),
    };
    if path.file_name().is_some_and(|name| name == "game.toml") {
        let help = "name the deck with -o: `-o cards.toml`";
        return Err(usage!(NotOurs, "game.toml is the game, and no deck", help));
    }
    if path.extension().is_none_or(|ending| ending != "toml") {
        let message = format!("`{}` is no name of a deck", path.display());
        return Err(usage!(NotOurs, message, "a deck is a file that ends in .toml"));
    }
    generated_file::may_write(&path).map_err(|fault| {
        if !path.exists() {
            return fault;
        }
        let shown = path.display();
        let message = format!("`{shown}` is there already, and not just as import made it");
        let help =
            "choose another file with -o, or let the deck read the sheet: `rows = \"cards.csv\"`";
        Diagnostic { message, ..fault.help(help) }
    })?;
    Ok(path)
}

/// Adds to the head what the command line says, and the template that there must be.
fn complete(sheet: &mut DeckSheet, args: &SheetImport) {
    for (at, (key, value)) in args.head().into_iter().enumerate() {
        if let Some(value) = value {
            set(sheet, key, value, at);
        }
    }
    if sheet.deck.get("template").is_none() {
        set(sheet, "template", TEMPLATE, 0);
    }
}

/// Sets a key of the head; a new one goes before place `at` of it.
fn set(sheet: &mut DeckSheet, key: &str, words: &str, at: usize) {
    let entries = &mut sheet.deck.entries;
    let span = entries.first().map_or(sheet.place, |(key, _)| key.span);
    let value = Value { span, datum: Datum::String(words.to_owned()) };
    match entries.iter_mut().find(|(k, _)| k.name == key) {
        Some((_, old)) => *old = value,
        None => {
            let name = key.to_owned();
            entries.insert(at.min(entries.len()), (Key { name, span }, value));
        }
    }
}

/// A line of each, for people.
pub fn notes(path: &Path, host: &mut dyn Host) -> Vec<String> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let shown = folder.display();
    if !folder.join("game.toml").is_file() {
        return vec!["it prints once it lies in a game's folder, beside game.toml: `deckproof new` makes one".to_owned()];
    }
    let pack = GameFolder::open(folder)
        .map_err(Diagnostics::from)
        .and_then(|folder| registry::load(folder, host.files()));
    let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    vec![match &pack {
        Err(faults) => {
            let first = faults.iter().next().map_or("", |fault| &fault.message);
            format!("the game cannot be read: {first}; see `deckproof check {shown}`")
        }
        Ok(pack) => match pack.deck(name).map(|deck| of_deck(pack, deck, host)) {
            None => format!(
                "add \"{name}\" to `decks` in {}: only those are printed",
                folder.join("game.toml").display()
            ),
            Some(None) => format!("its template cannot be read yet: see `deckproof check {shown}`"),
            Some(Some(notes)) if notes.is_empty() => {
                format!("`deckproof print {shown} --deck {name}` prints it")
            }
            Some(Some(notes)) => return notes,
        },
    }]
}

/// `None` when a template is there and cannot be read.
fn of_deck(pack: &Pack, deck: &Deck, host: &mut dyn Host) -> Option<Vec<String>> {
    let known = pack.folder.names(Asset::Template);
    let templates = pack.templates(deck).into_iter().map(|(name, _)| name);
    let lacking: Vec<&str> =
        templates.filter(|name| !known.iter().any(|known| known == name)).collect();
    if !lacking.is_empty() {
        let lacking = list_words(lacking);
        return Some(vec![format!("there is no template {lacking} yet: draw it into templates/")]);
    }
    let renderer = Renderer::open(pack, &[deck], Ink::Full, host.files()).ok()?;
    let astray = renderer.astray(pack, deck);
    let mut notes = Vec::new();
    let fields = |fields: &[String]| list_words(fields.iter());
    if !astray.lacking.is_empty() {
        let lacking = fields(&astray.lacking);
        notes.push(format!("the template shows {lacking}, which no card has: add a column, or a line under [defaults]"));
    }
    if !astray.unshown.is_empty() {
        let unshown = fields(&astray.unshown);
        notes.push(format!(
            "no template shows {unshown}: draw it as {{{{{}}}}}, or take the column out",
            astray.unshown[0]
        ));
    }
    Some(notes)
}
