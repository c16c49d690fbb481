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
use super::value::TomlTable;
use crate::source::{Diagnostic, Diagnostics, Files, GameFolder, Span, error, grouped, warning};

/// Reads a sheet, CSV or a workbook; `label` names it in messages. Every fault is reported, those that have no place in it at `at`;
/// `None` when there is an error.
pub fn open_sheet(
    label: &str,
    bytes: Vec<u8>,
    wish: Wish<'_>,
    columns: &Columns,
    at: Option<Span>,
    files: &mut Files,
    faults: &mut Diagnostics,
) -> Option<DeckSheet> {
    let grid = grid::read_workbook(label, bytes, wish, files);
    let grid = faults.keep(grid.map_err(|fault| fault.or_at(at)))?;
    read_sheet(&grid, columns, faults)
}

/// Puts the rows of the sheet that `rows` of a deck names under `card`, as if they stood in the deck's file. Nothing is
/// put there when the sheet has an error. Gives the keys of its columns, and their headings.
pub(super) fn fill(
    folder: &GameFolder,
    deck: &mut TomlTable,
    files: &mut Files,
    faults: &mut Diagnostics,
) -> Option<BTreeMap<String, String>> {
    // What is wrong with these keys themselves, `Deck::read` reports.
    let mut silent = Diagnostics::new();
    let mut r = Reader::new(deck, Span::default(), "the deck", &mut silent);
    let (rows, at) = r.name("rows")?;
    let (name, part) = rows_place(&rows);
    let sheet = r.string("sheet");
    let rich = r.boolean("rich");
    let columns = Columns::read(&mut r);
    if deck.get(CARD).is_some() || deck.get("flow").is_some() {
        return None;
    }
    if is_on_the_web(name) {
        faults.push(not_fetched().at(at));
        return None;
    }
    let bytes = folder.bytes(name, MOST_SHEET).map_err(|fault| fault.or_at(Some(at)));
    let bytes = faults.keep(bytes)?;
    let wanted = match (&sheet, part) {
        (Some((sheet, _)), Some(part)) => Some(format!("{sheet}!{part}")),
        (Some((sheet, _)), None) => Some(sheet.clone()),
        (None, part) => part.map(str::to_owned),
    };
    let wish = Wish { sheet: wanted.as_deref(), rich, ..Wish::default() };
    let at = Some(sheet.as_ref().map_or(at, |(_, span)| *span));
    let read = open_sheet(&folder.label(name), bytes, wish, &columns, at, files, faults)?;
    if let Some((heading, place)) = &read.name_from {
        let line = columns.columns_line(heading, "name");
        faults.push(warning!(
            SheetHeading,
            *place,
            "no column is called `name`: `{heading}` is read as it",
            "call it `name`, or write `{line}` in the deck's file"
        ));
    }
    for (key, value) in read.deck.entries {
        if key.name == CARD {
            let rows = value.as_list().unwrap_or_default();
            if rows.is_empty() {
                faults.push(error!(
                    SheetHeading,
                    read.place,
                    "the sheet has no row below its header",
                    "write a card into each row below the names of the columns"
                ));
                break;
            }
            if let Some(first) = rows.get(MOST_ROWS) {
                faults.push(error!(
                    TooLarge,
                    first.span,
                    format!("the sheet has more than {} cards", grouped(MOST_ROWS as u64)),
                    "make two decks of it, each with a sheet"
                ));
                break;
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
    Some(read.columns.into_iter().map(|column| (column.key.name, column.heading)).collect())
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
