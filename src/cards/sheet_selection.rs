//! Which rows of a sheet are cards, and what is asked about those that may not be. Called by `sheet_reading`.

use super::columns::holds_words;
use super::deck::slug;
use super::grid::{CellLine, CellNote, GridCell};
use super::sheet_reading::{NAMES, ReadColumn, ReadColumns, SheetReader};
use crate::source::{Span, warning};

/// What people call the row below a table that adds it up, as keys.
const SUMS: [&str; 8] =
    ["total", "totals", "sum", "subtotal", "gesamt", "summe", "totaal", "total-cards"];

/// What people write into a column `print` of rows that aren't cards.
const NO: [&str; 10] = ["no", "n", "false", "0", "nein", "non", "não", "nee", "nej", "nei"];

/// What they write there of those that are.
const YES: [&str; 11] = ["yes", "y", "true", "1", "x", "ja", "j", "oui", "sim", "si", "sí"];

/// Hidden rows that are named one by one.
const MOST_NAMED: usize = 12;

impl SheetReader<'_> {
    pub(super) fn report_hidden(&mut self, rows: &[u32]) {
        let Some(first) = rows.first() else { return };
        let mut names: Vec<String> = rows.iter().take(MOST_NAMED).map(u32::to_string).collect();
        if rows.len() > MOST_NAMED {
            names.push(format!("{} more", rows.len() - MOST_NAMED));
        }
        let message = match rows.len() {
            1 => format!("row {first} is hidden in the sheet, so it is left out"),
            _ => format!("rows {} are hidden in the sheet, so they are left out", names.join(", ")),
        };
        self.report(warning!(
            SheetRow,
            Span::new(self.file, 0..0),
            message,
            "to print what is hidden, show it in the spreadsheet, or take its filter off"
        ));
    }

    /// The lines that are cards: without those that `skip` or a column `print` leaves out, those with cells only in columns that
    /// aren't read, and headings between the cards.
    pub(super) fn cards<'l>(
        &mut self,
        columns: &mut ReadColumns,
        header: Option<usize>,
        lines: &'l [CellLine],
    ) -> Vec<&'l CellLine> {
        let print = self.print_column(columns, lines);
        let words = |line: &'l CellLine, at: usize| {
            let cell = line.cells.iter().find(|cell| cell.column == at);
            cell.map_or("", |cell| cell.text.trim())
        };
        let mut wide = 0;
        let (mut headings, mut named) = (Vec::new(), Vec::new());
        let mut cards: Vec<&CellLine> = Vec::new();
        for line in lines {
            if print.is_some_and(|at| is_one_of(&NO, words(line, at))) {
                continue;
            }
            let cells: Vec<(&str, &str)> = columns
                .iter()
                .flat_map(|(at, column)| {
                    let words = words(line, *at);
                    let key = column.key.as_ref().map(|key| (key.name.as_str(), words));
                    [Some((column.heading.as_str(), words)), key]
                })
                .flatten()
                .collect();
            match self.wanted.skips(&cells) {
                Ok(true) => continue,
                Ok(false) => {}
                Err(fault) => self.faults.push_once(fault),
            }
            let is_read =
                |cell: &&GridCell| columns.get(&cell.column).is_some_and(|c| c.key.is_some());
            let mut read = line.cells.iter().filter(is_read);
            match (read.next(), read.next()) {
                // A line of CSV that is longer than the header is reported by itself.
                (None, _) if !line.cells.iter().any(|cell| is_beyond(header, cell)) => continue,
                (Some(cell), None) if columns.len() > 1 => {
                    if is_heading(cell) {
                        headings.push(cell);
                        continue;
                    }
                    if columns.len() > 2 {
                        named.push(cell);
                    }
                }
                (_, Some(_)) if read.next().is_some() => wide += 1,
                _ => {}
            }
            cards.push(line);
        }
        let message = "this row is a heading between the cards, so it is left out";
        self.report_rows(columns, &headings, message, "if this is meant");
        // Where most cards are more than a name, a row that is nothing else may be a heading.
        if wide >= 4 * named.len() {
            named.retain(|cell| !is_one_of(&SUMS, &slug(&cell.text)));
            let message = "is this a card? its row has nothing else";
            self.report_rows(columns, &named, message, "if it is a heading");
        }
        cards
    }

    /// Reports rows that have one cell each, with the line that skips them.
    fn report_rows(
        &mut self,
        columns: &ReadColumns,
        cells: &[&GridCell],
        message: &str,
        case: &str,
    ) {
        let mut conditions: Vec<String> = Vec::new();
        for cell in cells {
            let condition = columns.get(&cell.column).and_then(|column| condition(column, cell));
            conditions.extend(condition.filter(|known| !conditions.contains(known)));
        }
        let line = self.wanted.skip_line(&conditions);
        let line = line.map_or("see `skip`".to_owned(), |line| format!("`{line}`"));
        let help = format!("{case}, say so in the deck's file: {line}");
        for cell in cells {
            let fault = warning!(SheetRow, cell.span(self.file), message, help.as_str());
            self.faults.push_once(fault);
        }
    }

    /// The column `print`, if all it says is yes and no; it's no field then.
    fn print_column(&self, columns: &mut ReadColumns, lines: &[CellLine]) -> Option<usize> {
        let is_print = |column: &ReadColumn| column.key.as_ref().is_some_and(|k| k.name == "print");
        let (at, column) = columns.iter_mut().find(|(_, column)| is_print(column))?;
        let mut cells = lines.iter().flat_map(|line| &line.cells);
        let is_choice = |cell: &GridCell| is_one_of(&NO, &cell.text) || is_one_of(&YES, &cell.text);
        if !cells.all(|cell| cell.column != *at || is_choice(cell)) {
            return None;
        }
        column.key = None;
        Some(*at)
    }

    /// Asks about the row below a table that adds it up, which would be a card.
    pub(super) fn ask_about_sums(
        &mut self,
        columns: &ReadColumns,
        lines: &[&CellLine],
    ) -> Option<String> {
        let at = name_column(columns)?;
        let mut cells = lines.last()?.cells.iter();
        let cell =
            cells.find(|cell| cell.column == at).filter(|c| is_one_of(&SUMS, &slug(&c.text)))?;
        let name = cell.text.trim();
        let line = self.wanted.skip_line(&[holds_words("name", name)]);
        let or = line
            .map_or_else(String::new, |line| format!(", or write `{line}` into the deck's file"));
        self.report(warning!(
            SheetRow,
            cell.span(self.file),
            "is `{name}` a card? the last row looks like the sum of the table",
            "if it isn't, delete the row{or}"
        ));
        Some(name.to_owned())
    }
}

pub(super) fn name_column(columns: &ReadColumns) -> Option<usize> {
    let is_name = |column: &ReadColumn| column.key.as_ref().is_some_and(|k| k.name == "name");
    columns.iter().find(|(_, column)| is_name(column)).map(|(at, _)| *at)
}

fn is_one_of(words: &[&str], text: &str) -> bool {
    words.contains(&text.trim().to_lowercase().as_str())
}

/// The lines from the headings on: above a table there may be lines with a title and nothing else.
pub(super) fn below_title(lines: &[CellLine]) -> &[CellLine] {
    let is_title = |line: &CellLine| match line.cells.as_slice() {
        [cell] => !(slug(&cell.text) == "name" || NAMES.contains(&slug(&cell.text).as_str())),
        _ => false,
    };
    let titles = lines.iter().take_while(|line| is_title(line)).count();
    // A sheet of one column has no title.
    if titles < lines.len() { &lines[titles..] } else { lines }
}

/// Whether a cell of CSV is in a column that the header is too short for.
pub(super) fn is_beyond(header: Option<usize>, cell: &GridCell) -> bool {
    header.is_some_and(|cells| cell.column >= cells)
}

/// What people draw around a heading.
const RULES: [&str; 3] = ["--", "==", "##"];

/// Whether the only cell of a row is a heading between the cards: `--- Events ---`, or words across several columns.
fn is_heading(cell: &GridCell) -> bool {
    let words = cell.text.trim();
    RULES.iter().any(|rule| words.starts_with(rule))
        || matches!(cell.note, Some(CellNote::Merged { .. }))
}

/// The condition that holds for the row of such a cell.
fn condition(column: &ReadColumn, cell: &GridCell) -> Option<String> {
    let (key, words) = (&column.key.as_ref()?.name, cell.text.trim());
    let rule = RULES.iter().find(|rule| words.starts_with(**rule));
    Some(match rule {
        Some(rule) => format!("{key} starts with '{rule}'"),
        None => holds_words(key, words),
    })
}
