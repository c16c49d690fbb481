//! The values of a deck's rows as their file has them, and edits of single ones. A deck comes in, cells with their headings go out; a
//! cell comes in, the text of the file with that value goes out. Called by the studio.

use super::csv_cell::{read_cell, toml, write_cell};
use super::deck_writing::{CARD, rows, written_value};
use super::grid::Wish;
use super::mutation::{EditPlace, Mutation, PathStep};
use super::pack::Pack;
use super::sheet_rows::open_sheet;
use super::text_files::unix_lines;
use super::value::{Datum, Value, parse_toml};
use crate::source::{Diagnostic, Diagnostics, Files, Severity, Span};

/// A value of a row.
#[derive(Debug, Clone, PartialEq)]
pub struct RowValue {
    /// What its file calls it: the heading of a sheet, or the key.
    pub heading: String,
    pub key: String,
    /// Its words, or what a cell of a sheet would hold.
    pub cell: String,
    pub value: Value,
    /// Whether its bytes can be replaced: not in a workbook, nor where a table is written key by key.
    pub is_editable: bool,
}

impl Pack {
    /// The values of each row of a deck, in the order of its file.
    pub fn row_values(&self, deck: usize, files: &Files) -> Vec<Vec<RowValue>> {
        let is_sheet = self.decks[deck].rows_from.is_some();
        let bytes = |span: Span| files.text(span.file).get(span.range()).unwrap_or_default();
        let is_whole = |value: &Value| {
            is_sheet || toml(bytes(value.span)).is_ok_and(|read| read.says_as(value))
        };
        let written = self.written.get(deck + 1);
        written
            .iter()
            .flat_map(|written| rows(&written.table))
            .map(|row| {
                row.entries
                    .iter()
                    .map(|(key, value)| RowValue {
                        heading: bytes(key.span).trim_matches('"').to_owned(),
                        key: key.name.clone(),
                        cell: unix_lines(value.as_str().unwrap_or(&write_cell(value))),
                        is_editable: files.sheet(value.span.file).is_none() && is_whole(value),
                        value: value.clone(),
                    })
                    .collect()
            })
            .collect()
    }

    /// The text of the file in which a value of a row is what a cell says, no other byte edited; and the id that the row has then.
    ///
    /// # Errors
    /// What reading the game would say of that value.
    pub fn edit_value(
        &self,
        (deck, row): (usize, usize),
        old: &RowValue,
        cell: &str,
        files: &mut Files,
    ) -> Result<(String, String), Diagnostic> {
        let (of, span) = (&self.decks[deck], old.value.span);
        let mut text = files.text(span.file).to_string();
        let label = files.path(span.file).to_owned();
        let mut faults = Diagnostics::new();
        let table = if of.rows_from.is_some() {
            text.replace_range(span.range(), &quoted(cell));
            let (bytes, wish) = (text.clone().into(), Wish::default());
            open_sheet(&label, bytes, wish, &of.columns, None, files, &mut faults)
                .map(|sheet| sheet.deck)
        } else {
            text.replace_range(span.range(), &toml_of(cell, &old.value));
            parse_toml(files.add(label, text.as_str()), &text, &mut faults)
        };
        let new = table.as_ref().and_then(|table| rows(table).nth(row)?.get(&old.key));
        let at = new.map_or(of.rows[row].span, |new| new.span);
        let [card, key] = [CARD, &old.key].map(|key| PathStep::Key(key.to_owned()));
        let (pack, found) = self.edited(&Mutation {
            path: Vec::new(),
            span,
            old: Some(old.value.clone()),
            new: new.cloned(),
            place: EditPlace::Data { file: deck + 1, way: vec![card, PathStep::Item(row), key] },
        });
        faults.append(found);
        faults.append(pack.check_rows());
        let is_about = |fault: &Diagnostic| {
            fault.span == Some(at) || fault.related.iter().any(|(span, _)| *span == at)
        };
        let mut errors = faults.iter().filter(|fault| fault.severity == Severity::Error);
        match errors.find(|fault| table.is_none() || is_about(fault)) {
            Some(fault) => Err(fault.clone()),
            None => Ok((text, pack.decks[deck].rows[row].id.clone())),
        }
    }
}

/// A cell of a CSV file, whatever its delimiter.
fn quoted(cell: &str) -> String {
    if cell.contains([',', ';', '\t', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// What a cell says, as TOML. Words stay words, be they a number.
fn toml_of(cell: &str, old: &Value) -> String {
    let read = read_cell(cell, old.span).ok().filter(|_| old.as_str().is_none());
    written_value(
        &read.unwrap_or_else(|| Value { span: old.span, datum: Datum::String(cell.to_owned()) }),
    )
}
