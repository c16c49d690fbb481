//! A sheet as a deck: comma-separated values with a header row, each row a card. The syntax of a cell is that of
//! `csv_cell`; lines above the header that begin with `#` are the deck's head, `# title = "Cards"`, or comments.

use super::csv_cell::read_cell;
use super::deck::slug;
use super::deck_writing::CARD;
use super::value::{Datum, Key, Table, Value, parse};
use crate::source::{Code, Diagnostic, Diagnostics, FileId, Files, Span};

/// What a sheet holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// What the deck's file would hold: the head, and the rows under `card`. Places are those in the sheet.
    pub deck: Table,
    /// The keys of the columns, in their order.
    pub columns: Vec<Key>,
    /// The first row, which names the keys.
    pub place: Span,
    /// Headings that were made into keys, and the keys.
    pub renamed: Vec<(String, String)>,
}

/// The signs that may stand between cells, the likeliest first.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// Reads a sheet. `delimiter` stands between its cells; found out when not given. Every fault is reported; `None` when
/// there is an error.
pub fn read_csv(
    file: FileId,
    text: &str,
    delimiter: Option<u8>,
    faults: &mut Diagnostics,
) -> Option<Sheet> {
    let delimiter = delimiter.unwrap_or_else(|| {
        let cells = |d: &u8| {
            let records = records(text, *d);
            let below = records.iter().find(|r| r.head().is_none());
            below.map_or(0, |record| record.cells.len())
        };
        // The last of the largest is chosen, so the likeliest goes last.
        let found = DELIMITERS.into_iter().rev().max_by_key(cells);
        found.unwrap_or(DELIMITERS[0])
    });
    let mut own = Diagnostics::new();
    let mut reading = Reading {
        file,
        faults: &mut own,
    };
    let sheet = reading.sheet(&records(text, delimiter), text);
    let wrong = own.has_errors();
    faults.append(own);
    sheet.filter(|_| !wrong)
}

/// Whether a heading is a key as it stands: small letters, digits, dashes and underscores.
pub(super) fn bare(heading: &str) -> bool {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    !heading.is_empty() && heading.chars().all(good)
}

/// A line of a sheet; with line breaks in cells it is several of the file.
struct Record {
    cells: Vec<Cell>,
}

struct Cell {
    text: String,
    /// The byte at which it begins, its quote included.
    start: usize,
    quoted: bool,
}

impl Cell {
    /// Bytes of the file that it takes up.
    fn len(&self) -> usize {
        let quotes = 2 + self.text.matches('"').count();
        self.text.len() + if self.quoted { quotes } else { 0 }
    }

    /// The byte of the file at which a byte of the text stands.
    fn place(&self, at: usize) -> usize {
        let before = self.text.get(..at).unwrap_or(&self.text);
        let quotes = 1 + before.matches('"').count();
        self.start + at + if self.quoted { quotes } else { 0 }
    }

    fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }
}

impl Record {
    fn is_empty(&self) -> bool {
        self.cells.iter().all(Cell::is_empty)
    }

    /// The only cell that is filled, when it is the first.
    fn alone(&self) -> Option<&Cell> {
        let (first, rest) = self.cells.split_first()?;
        rest.iter().all(Cell::is_empty).then_some(first)
    }

    /// A line of the head: `#` and words, or what a spreadsheet writes to say what stands between cells.
    fn head(&self) -> Option<&Cell> {
        let known = |c: &&Cell| c.text.starts_with('#') || c.text.starts_with("sep=");
        self.alone().filter(known)
    }
}

fn records(text: &str, delimiter: u8) -> Vec<Record> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text.as_bytes());
    let mut records = Vec::new();
    // A text has no bytes that are none, and memory does not fail.
    for record in reader.records().map_while(Result::ok) {
        let from = record.position().map_or(0, |p| p.byte());
        let from = usize::try_from(from).unwrap_or(text.len());
        let below = text.get(from..).unwrap_or_default();
        let mut at = from + below.len() - below.trim_start_matches(['\r', '\n']).len();
        let cells = record.iter().map(|words| {
            let cell = Cell {
                text: words.to_owned(),
                // Quotes that do not close where they should lead astray, at most to the end of the line.
                start: text.floor_char_boundary(at),
                quoted: text.as_bytes().get(at) == Some(&b'"'),
            };
            at = cell.start + cell.len() + 1;
            cell
        });
        records.push(Record {
            cells: cells.collect(),
        });
    }
    records
}

/// A column of the sheet.
struct Column {
    /// `None` when nothing stands above it.
    key: Option<Key>,
    place: Span,
}

struct Reading<'f> {
    file: FileId,
    faults: &'f mut Diagnostics,
}

impl Reading<'_> {
    fn sheet(&mut self, records: &[Record], text: &str) -> Option<Sheet> {
        self.check_end(records, text);
        let lines = records.iter().filter(|r| !r.is_empty());
        let mut lines = lines.skip_while(|r| r.head().is_some());
        let head = records.iter().filter(|r| !r.is_empty());
        let head: Vec<&Cell> = head.map_while(Record::head).collect();
        let mut deck = self.head(&head);
        let Some(header) = lines.next() else {
            if deck.get("flow").is_none() {
                self.tell(
                    Diagnostic::error(Code::SheetHeading, "the sheet has no row")
                        .at(Span::new(self.file, 0..0))
                        .help("write the names of the keys in the first row: name, copies, text"),
                );
            }
            return Some(Sheet {
                deck,
                columns: Vec::new(),
                place: Span::new(self.file, 0..0),
                renamed: Vec::new(),
            });
        };
        let mut renamed = Vec::new();
        let columns = self.columns(header, &mut renamed);
        let mut cards = Vec::new();
        for line in lines {
            let row = self.row(&columns, line);
            let span = self.span(&line.cells[0]);
            cards.push(Value {
                span,
                datum: Datum::Table(row),
            });
        }
        let span = columns
            .first()
            .map_or(Span::new(self.file, 0..0), |c| c.place);
        let card = Key {
            name: CARD.to_owned(),
            span,
        };
        let datum = Datum::List(cards);
        deck.entries.push((card, Value { span, datum }));
        Some(Sheet {
            deck,
            columns: columns.into_iter().filter_map(|c| c.key).collect(),
            place: span,
            renamed,
        })
    }

    /// A quote that is not closed takes the rest of the file into its cell.
    fn check_end(&mut self, records: &[Record], text: &str) {
        let last = records.last().and_then(|r| r.cells.last());
        let Some(cell) = last.filter(|c| c.start + c.len() > text.len()) else {
            return;
        };
        let span = Span::new(self.file, cell.start..cell.start + 1);
        self.tell(
            Diagnostic::error(
                Code::SheetRow,
                "a cell begins with a quote that is not closed",
            )
            .at(span)
            .help("close it, and double each quote within the cell: `\"say \"\"now\"\"\"`"),
        );
    }

    /// The keys and values that the lines above the header give.
    fn head(&mut self, lines: &[&Cell]) -> Table {
        let mut text = String::new();
        let mut ends: Vec<(usize, Span)> = Vec::new();
        for cell in lines {
            let line = cell.text.trim_start_matches('#').trim();
            if cell.text.starts_with('#') && is_setting(line) {
                text.push_str(line);
                text.push('\n');
                ends.push((text.len(), self.span(cell)));
            }
        }
        let place = |span: Span| {
            let at = ends.iter().find(|(end, _)| span.range().start < *end);
            at.or(ends.last()).map_or(span, |(_, place)| *place)
        };
        let mut wrong = Diagnostics::new();
        let table = parse(Files::new().add("", ""), &text, &mut wrong);
        for fault in wrong {
            let at = fault.span.map(&place);
            self.faults.push(fault.at_maybe(at));
        }
        let mut table = table.unwrap_or_default();
        table.move_to(&place);
        if let Some((_, value)) = table.entries.iter().find(|(k, _)| k.name == CARD) {
            self.tell(
                Diagnostic::error(Code::SheetHeading, "a line above the header gives cards")
                    .at(value.span)
                    .help("write them as rows below the header"),
            );
        }
        table
    }

    fn columns(&mut self, header: &Record, renamed: &mut Vec<(String, String)>) -> Vec<Column> {
        let mut columns: Vec<Column> = Vec::new();
        for cell in &header.cells {
            let place = self.span(cell);
            let name = match cell.is_empty() {
                true => None,
                false => self.key(cell, renamed),
            };
            let key = name.map(|name| Key { name, span: place });
            let same = |c: &&Column| {
                key.is_some() && c.key.as_ref().map(|k| &k.name) == key.as_ref().map(|k| &k.name)
            };
            if let (Some(first), Some(key)) = (columns.iter().find(same), &key) {
                let message = format!("two columns are called `{}`", key.name);
                self.tell(
                    Diagnostic::error(Code::SheetHeading, message)
                        .at(place)
                        .related(first.place, "the first")
                        .help("give each column a name of its own"),
                );
            }
            columns.push(Column { key, place });
        }
        columns
    }

    /// A heading as a key: as it stands in quotes, else in small letters and dashes.
    fn key(&mut self, cell: &Cell, renamed: &mut Vec<(String, String)>) -> Option<String> {
        let heading = cell.text.trim();
        if bare(heading) {
            return Some(heading.to_owned());
        }
        let quoted = format!("{heading} = 0");
        let table = heading.starts_with('"').then(|| {
            let file = Files::new().add("", "");
            parse(file, &quoted, &mut Diagnostics::new())
        });
        if let Some((key, _)) = table.flatten().and_then(|t| t.entries.into_iter().next()) {
            return Some(key.name);
        }
        let key = slug(heading);
        if key.is_empty() {
            let message = format!("the heading `{heading}` makes no key");
            self.tell(
                Diagnostic::error(Code::SheetHeading, message)
                    .at(self.span(cell))
                    .help("write a name of letters and digits"),
            );
            return None;
        }
        renamed.push((heading.to_owned(), key.clone()));
        Some(key)
    }

    fn row(&mut self, columns: &[Column], line: &Record) -> Table {
        let mut row = Table::default();
        for (at, cell) in line.cells.iter().enumerate().filter(|(_, c)| !c.is_empty()) {
            let span = self.span(cell);
            let Some(column) = columns.get(at) else {
                let (cells, headings) = (line.cells.len(), columns.len());
                let message = format!("the row has {cells} cells, the header {headings}");
                self.tell(Diagnostic::error(Code::SheetRow, message).at(span).help(
                    "put a cell with a comma or a line break in it into quotes, or name the column",
                ));
                break;
            };
            let Some(key) = &column.key else {
                self.tell(
                    Diagnostic::error(Code::SheetHeading, "the column of this cell has no name")
                        .at(span)
                        .related(column.place, "nothing stands here")
                        .help("write a name above it, or empty the column"),
                );
                continue;
            };
            match read_cell(&cell.text, span) {
                Ok(value) => row.entries.push((key.clone(), value)),
                Err((offset, message)) => {
                    let start = cell.place(offset);
                    self.tell(
                        Diagnostic::error(Code::SheetCell, message)
                            .at(Span::new(self.file, start..start + 1))
                            .help("write it as TOML; or as a text in double quotes"),
                    );
                }
            }
        }
        let (cells, headings) = (line.cells.len(), columns.len());
        if cells < headings {
            let message = format!("the row has {cells} cells, the header {headings}");
            let last = &line.cells[cells - 1];
            let end = last.start + last.len();
            let fault = Diagnostic::warning(Code::SheetRow, message)
                .at(Span::new(self.file, end..end))
                .help(
                    "those that lack are taken as empty: look whether a line break split the row",
                );
            self.faults.push(fault);
        }
        row
    }

    fn span(&self, cell: &Cell) -> Span {
        Span::new(self.file, cell.start..cell.start + cell.len())
    }

    fn tell(&mut self, fault: Diagnostic) {
        self.faults.push(fault);
    }
}

/// `key = …`, dots between the parts of a key: no comment begins so.
fn is_setting(line: &str) -> bool {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let mut rest = line.trim_start();
    loop {
        let key = match rest.strip_prefix('"') {
            Some(quoted) => 1 + quoted_length(quoted),
            None => rest.len() - rest.trim_start_matches(bare).len(),
        };
        let after = rest[key..].trim_start();
        match after.strip_prefix('.') {
            Some(next) if key > 0 => rest = next.trim_start(),
            _ => return key > 0 && after.starts_with('='),
        }
    }
}

/// Bytes up to the quote that closes, it included.
fn quoted_length(text: &str) -> usize {
    let mut escaped = false;
    let closes = text.char_indices().find(|(_, c)| {
        let closes = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        closes
    });
    closes.map_or(text.len(), |(at, _)| at + 1)
}
