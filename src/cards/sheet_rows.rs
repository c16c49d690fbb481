//! Reads `rows` of a deck: a sheet that is read at every run, so that the sheet is the source of the cards. A path or bytes
//! come in; the rows go into the deck's table. Called by `pack` and by the command `import`.

use std::collections::BTreeMap;

use super::bounds::{MOST_ROWS, MOST_SHEET};
use super::columns::Columns;
use super::deck::rows_place;
use super::deck_writing::CARD;
use super::grid::{self, Wish};
use super::read::Reader;
use super::sheet_reading::{DeckSheet, read_sheet};
use super::value::{TomlTable, Value};
use crate::source::{
    Code, Diagnostic, Diagnostics, Files, GameFolder, Span, error, grouped, warning,
};

/// A sheet's file, and how it is to be read.
pub struct SheetFile<'a> {
    /// How it is named in messages.
    pub label: &'a str,
    pub bytes: Vec<u8>,
    /// Which sheet of a workbook; the only one if not given. Or a part of it: `Plants!B4:H60`, `B4:H60`, the name of a range or
    /// of a table.
    pub sheet: Option<&'a str>,
    /// Whether bold, italic and coloured words in a cell of a workbook become markup.
    pub rich: bool,
    /// The delimiter of CSV; detected if not given.
    pub delimiter: Option<u8>,
}

/// Reads a sheet: CSV, or a workbook. Every fault is reported, those that have no place in it at `at`; `None` when there
/// is an error.
pub fn open_sheet(
    file: SheetFile<'_>,
    columns: &Columns,
    at: Option<Span>,
    files: &mut Files,
    faults: &mut Diagnostics,
) -> Option<DeckSheet> {
    let wish =
        Wish { sheet: file.sheet, rich: file.rich, delimiter: file.delimiter, most_lines: None };
    match grid::read_workbook(file.label, file.bytes, wish, files) {
        Ok(grid) => read_sheet(&grid, columns, faults),
        Err(fault) => {
            faults.push(fault.or_at(at));
            None
        }
    }
}

/// Puts the rows of the sheet that `rows` of a deck names under `card`, as if they stood in the deck's file. Nothing is
/// put there when the sheet has an error. Gives the keys of its columns, and their headings.
pub(super) fn fill(
    folder: &GameFolder,
    top: Span,
    deck: &mut TomlTable,
    files: &mut Files,
    faults: &mut Diagnostics,
) -> BTreeMap<String, String> {
    let mut headings = BTreeMap::new();
    // What is wrong with these keys themselves, `Deck::read` reports.
    let mut silent = Diagnostics::new();
    let mut r = Reader::new(deck, top, "the deck", &mut silent);
    let Some((rows, at)) = r.name("rows") else {
        return headings;
    };
    let (name, part) = rows_place(&rows);
    let sheet = r.string("sheet");
    let rich = r.boolean("rich");
    let columns = Columns::read(&mut r);
    if deck.get(CARD).is_some() || deck.get("flow").is_some() {
        return headings;
    }
    if is_on_the_web(name) {
        faults.push(not_fetched().at(at));
        return headings;
    }
    let bytes = match folder.bytes(name, MOST_SHEET) {
        Ok(bytes) => bytes,
        Err(fault) => {
            faults.push(fault.or_at(Some(at)));
            return headings;
        }
    };
    let label = folder.label(name);
    let wanted = match (&sheet, part) {
        (Some((sheet, _)), Some(part)) => Some(format!("{sheet}!{part}")),
        (Some((sheet, _)), None) => Some(sheet.clone()),
        (None, part) => part.map(str::to_owned),
    };
    let file = SheetFile { label: &label, bytes, sheet: wanted.as_deref(), rich, delimiter: None };
    let at = sheet.as_ref().map_or(at, |(_, span)| *span);
    let Some(read) = open_sheet(file, &columns, Some(at), files, faults) else {
        return headings;
    };
    if let Some((heading, place)) = &read.name_from {
        faults.push(warning!(
            SheetHeading,
            *place,
            "no column is called `name`: `{heading}` is read as it",
            format!(
                "call it `name`, or write `{}` in the deck's file",
                columns.columns_line(heading, "name")
            )
        ));
    }
    headings.extend(read.columns.into_iter().map(|column| (column.key.name, column.heading)));
    for (key, value) in read.deck.entries {
        if key.name == CARD {
            if value.as_list().is_some_and(<[Value]>::is_empty) {
                faults.error(
                    Code::SheetHeading,
                    read.place,
                    "the sheet has no row below its header",
                    "write a card into each row below the names of the columns",
                );
                return headings;
            }
            if let Some(first) = value.as_list().and_then(|rows| rows.get(MOST_ROWS)) {
                faults.error(
                    Code::TooLarge,
                    first.span,
                    format!("the sheet has more than {} cards", grouped(MOST_ROWS as u64)),
                    "make two decks of it, each with a sheet",
                );
                return headings;
            }
            deck.entries.push((key, value));
        } else if !deck.get(&key.name).is_some_and(|own| own.says_as(&value)) {
            faults.push(warning!(
                SheetHeading,
                key.span,
                format!("`{}` above the header is not read", key.name),
                "write it into the deck's file, which names the sheet, and take this line out"
            ));
        }
    }
    headings
}

/// Whether a sheet is named by its address.
pub fn is_on_the_web(name: &str) -> bool {
    name.starts_with("https://") || name.starts_with("http://")
}

pub fn not_fetched() -> Diagnostic {
    error!(
        UnreadableFile,
        "deckproof does not fetch sheets from the web",
        "download it and name that file: in Google Sheets, File, Download, Comma-separated values; or publish it there as CSV (File, Share, Publish to web) and run `curl -L -o cards.csv \"ADDRESS\"`"
    )
}
