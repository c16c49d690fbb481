//! Which rows of a sheet are cards, and what is asked about those that may not be. Called by `sheet_reading`.

use std::collections::BTreeMap;

use super::deck::slug;
use super::grid::{Cell, CellLine, CellNote};
use super::sheet_reading::{Column, NAMES, SheetReader};
use crate::source::{Code, Diagnostic, Span};

/// What people call the row below a table that adds it up, as keys.
const SUMS: [&str; 8] = [
    "total",
    "totals",
    "sum",
    "subtotal",
    "gesamt",
    "summe",
    "totaal",
    "total-cards",
];

/// What people write into a column `print` of rows that aren't cards.
const NO: [&str; 10] = [
    "no", "n", "false", "0", "nein", "non", "não", "nee", "nej", "nei",
];

/// What they write there of those that are.
const YES: [&str; 11] = [
    "yes", "y", "true", "1", "x", "ja", "j", "oui", "sim", "si", "sí",
];

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
            _ => format!(
                "rows {} are hidden in the sheet, so they are left out",
                names.join(", ")
            ),
        };
        let fault = Diagnostic::warning(Code::SheetRow, message);
        self.report(
            fault
                .at(Span::new(self.file, 0..0))
                .help("show them in the spreadsheet (take the filter off) to print them"),
        );
    }

    /// The lines that are cards: without those that `skip` or a column `print` leaves out, those with cells only in columns that
    /// aren't read, and headings between the cards.
    pub(super) fn cards<'l>(
        &mut self,
        columns: &mut BTreeMap<usize, Column>,
        lines: &'l [CellLine],
    ) -> Vec<&'l CellLine> {
        let print = self.print_column(columns, lines);
        let words = |line: &'l CellLine, at: usize| {
            let cell = line.cells.iter().find(|cell| cell.column == at);
            cell.map_or("", |cell| cell.text.trim())
        };
        let mut wide = 0;
        let mut named = Vec::new();
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
            let is_read = |cell: &&Cell| columns.get(&cell.column).is_some_and(|c| c.key.is_some());
            let mut read = line.cells.iter().filter(is_read);
            match (read.next(), read.next()) {
                // A line of CSV that is longer than the header is reported by itself.
                (None, _) if line.cells.iter().all(|c| columns.contains_key(&c.column)) => continue,
                (Some(cell), None) if columns.len() > 1 => {
                    if is_heading(cell) {
                        let message = "this row is a heading between the cards, so it is left out";
                        let fault = Diagnostic::warning(Code::SheetRow, message)
                            .at(cell.span(self.file))
                            .help("`skip = \"name starts with ---\"` in the deck's file says that this is meant");
                        self.faults.push_once(fault);
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
        // Where most cards are more than a name, a row that is nothing else may be a heading.
        if wide < 4 * named.len() {
            return cards;
        }
        for cell in named {
            if is_one_of(&SUMS, &slug(&cell.text)) {
                continue;
            }
            let fault =
                Diagnostic::warning(Code::SheetRow, "is this a card? its row has nothing else")
                    .at(cell.span(self.file))
                    .help("if it is a heading, say so in the deck's file: `skip = \"name='…'\"`");
            self.faults.push_once(fault);
        }
        cards
    }

    /// The column `print`, if all it says is yes and no; it's no field then.
    fn print_column(
        &self,
        columns: &mut BTreeMap<usize, Column>,
        lines: &[CellLine],
    ) -> Option<usize> {
        let is_print = |column: &Column| column.key.as_ref().is_some_and(|k| k.name == "print");
        let (at, column) = columns.iter_mut().find(|(_, column)| is_print(column))?;
        let mut cells = lines.iter().flat_map(|line| &line.cells);
        let is_choice = |cell: &Cell| is_one_of(&NO, &cell.text) || is_one_of(&YES, &cell.text);
        if !cells.all(|cell| cell.column != *at || is_choice(cell)) {
            return None;
        }
        column.key = None;
        Some(*at)
    }

    /// Asks about the row below a table that adds it up, which would be a card.
    pub(super) fn ask_about_sums(
        &mut self,
        columns: &BTreeMap<usize, Column>,
        lines: &[&CellLine],
    ) -> Option<String> {
        let at = name_column(columns)?;
        let mut cells = lines.last()?.cells.iter();
        let cell = cells.find(|cell| cell.column == at);
        let cell = cell.filter(|c| is_one_of(&SUMS, &slug(&c.text)))?;
        let name = cell.text.trim();
        let message = format!("is `{name}` a card? the last row looks like the sum of the table");
        let fault = Diagnostic::warning(Code::SheetRow, message).at(cell.span(self.file));
        let help = format!(
            "if it isn't, delete the row, or write `skip = \"name='{name}'\"` into the deck's file"
        );
        self.report(fault.help(help));
        Some(name.to_owned())
    }
}

pub(super) fn name_column(columns: &BTreeMap<usize, Column>) -> Option<usize> {
    let is_name = |column: &Column| column.key.as_ref().is_some_and(|k| k.name == "name");
    columns
        .iter()
        .find(|(_, column)| is_name(column))
        .map(|(at, _)| *at)
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
    if titles < lines.len() {
        &lines[titles..]
    } else {
        lines
    }
}

/// Whether the only cell of a row is a heading between the cards: `--- Events ---`, or words across several columns.
fn is_heading(cell: &Cell) -> bool {
    let is_rule = ["--", "==", "##"]
        .iter()
        .any(|rule| cell.text.trim().starts_with(rule));
    is_rule || matches!(cell.note, Some(CellNote::Merged { .. }))
}
