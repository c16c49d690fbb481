//! Reads a deck from a sheet: a header row, and below it one card a row. Cells come in; a [`DeckSheet`] goes out. `csv_cell`
//! reads a cell; lines above the header that begin with `#` are the deck's own keys, as in `# title = "Cards"`, or comments.
//! Called by `sheet_rows`.

use std::collections::{BTreeMap, BTreeSet};

use super::bounds::{MOST_KEYS, MOST_WORDS};
use super::columns::Columns;
use super::csv_cell::read_cell;
use super::deck::slug;
use super::deck_writing::CARD;
use super::grid::{CellGrid, CellLine, CellNote, GridCell};
use super::sheet_selection::{below_title, is_beyond, name_column};
use super::value::{Datum, Key, TomlTable, Value, control_character, obeyed, parse_toml};
use crate::source::{
    Code, Diagnostic, Diagnostics, FileId, Files, Span, column_letters, error, list_words, warning,
};

/// What a sheet holds.
#[derive(Debug, Clone, PartialEq)]
pub struct DeckSheet {
    /// What the deck's file would hold: the head, and the rows under `card`. Places are those in the sheet.
    pub deck: TomlTable,
    /// The columns that are read, in their order.
    pub columns: Vec<SheetColumn>,
    /// The first row, which names the keys.
    pub place: Span,
    /// The heading that was taken for that of the names, which none is called.
    pub name_from: Option<(String, Span)>,
    /// The name of the last row, if it seems to add up the others.
    pub total: Option<String>,
    /// The letters of the columns that hold something and have no heading.
    pub unnamed: Vec<String>,
}

/// A column that is read.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetColumn {
    pub key: Key,
    pub heading: String,
}

/// Letters of a heading.
const MOST_HEADING: usize = 500;

/// What people call the column of the names, as keys.
pub(super) const NAMES: [&str; 12] = [
    "card-name",
    "cardname",
    "card-title",
    "title",
    "card",
    "names",
    "kartenname",
    "titel",
    "nom",
    "nombre",
    "nome",
    "naam",
];

/// What a spreadsheet shows where a formula has no value.
const ERRORS: [&str; 14] = [
    "#REF!",
    "#N/A",
    "#VALUE!",
    "#NAME?",
    "#DIV/0!",
    "#NULL!",
    "#NUM!",
    "#SPILL!",
    "#CALC!",
    "#FIELD!",
    "#BLOCKED!",
    "#CONNECT!",
    "#UNKNOWN!",
    "#ERROR!",
];

/// Reads the rows of a sheet. Every fault is reported; `None` when there is an error.
pub fn read_sheet(
    grid: &CellGrid,
    wanted: &Columns,
    faults: &mut Diagnostics,
) -> Option<DeckSheet> {
    let mut own = Diagnostics::new();
    let mut reading =
        SheetReader { file: grid.file, wanted, dated: BTreeSet::new(), faults: &mut own };
    reading.report_hidden(&grid.hidden);
    let sheet = reading.sheet(&grid.lines);
    let wrong = own.has_errors();
    faults.append(own);
    sheet.filter(|_| !wrong)
}

/// Whether a heading is already a key: small letters, digits, dashes and underscores.
pub(super) fn bare(heading: &str) -> bool {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    !heading.is_empty() && heading.chars().all(good)
}

/// A column of the sheet.
pub(super) struct ReadColumn {
    /// `None` for one that is ignored.
    pub(super) key: Option<Key>,
    pub(super) heading: String,
    place: Span,
}

pub(super) struct SheetReader<'f> {
    pub(super) file: FileId,
    pub(super) wanted: &'f Columns,
    /// Columns with a date that were reported.
    dated: BTreeSet<usize>,
    pub(super) faults: &'f mut Diagnostics,
}

impl SheetReader<'_> {
    fn sheet(&mut self, lines: &[CellLine]) -> Option<DeckSheet> {
        let (head, lines) = lines.split_at(lines.iter().take_while(|line| line.is_head()).count());
        let lines = below_title(lines);
        let mut deck = self.head(&head.iter().filter_map(CellLine::alone).collect::<Vec<_>>());
        let top = Span::new(self.file, 0..0);
        let header = lines.split_first();
        let header = header.filter(|(header, _)| !self.too_wide(header));
        let Some((header, lines)) = header else {
            if lines.is_empty() && deck.get("flow").is_none() {
                self.report(error!(
                    SheetHeading,
                    top,
                    "the sheet has no row",
                    "write the names of the keys in the first row: name, copies, text"
                ));
            }
            return Some(DeckSheet {
                deck,
                columns: Vec::new(),
                place: top,
                name_from: None,
                total: None,
                unnamed: Vec::new(),
            });
        };
        let (mut columns, keys) = self.columns(header);
        let letters = self.unnamed(header, &columns, lines);
        let known: Vec<&str> = columns
            .values()
            .map(|c| &c.heading)
            .chain(&keys)
            .chain(&letters)
            .map(String::as_str)
            .collect();
        self.wanted.check_ignored(&known, self.faults);
        let name_from = if name_column(&columns).is_some() {
            None
        } else {
            self.find_name(&mut columns, header.span(self.file))
        };
        let headings: Vec<&str> = columns.values().map(|c| c.heading.as_str()).collect();
        let keys: Vec<&str> =
            columns.values().filter_map(|c| c.key.as_ref()).map(|key| key.name.as_str()).collect();
        self.wanted.check_keys(&headings, &keys, self.faults);
        let written = header.written;
        let lines = self.cards(&mut columns, written, lines);
        let total = self.ask_about_sums(&columns, &lines);
        let cards = lines.into_iter().map(|line| Value {
            span: line.span(self.file),
            datum: Datum::Table(self.row(&columns, written, line)),
        });
        let datum = Datum::List(cards.collect());
        let span = header.span(self.file);
        let card = Key { name: CARD.to_owned(), span };
        deck.entries.push((card, Value { span, datum }));
        Some(DeckSheet {
            deck,
            columns: columns
                .into_values()
                .filter_map(|ReadColumn { key, heading, .. }| {
                    Some(SheetColumn { key: key?, heading })
                })
                .collect(),
            place: span,
            name_from,
            total,
            unnamed: letters,
        })
    }

    /// The letters of the filled columns without a heading. Each is reported at its first cell, unless it is ignored.
    fn unnamed(
        &mut self,
        header: &CellLine,
        columns: &BTreeMap<usize, ReadColumn>,
        lines: &[CellLine],
    ) -> Vec<String> {
        let mut first: BTreeMap<usize, &GridCell> = BTreeMap::new();
        for cell in lines.iter().flat_map(|line| &line.cells) {
            // A line that is longer than the header is reported on its own.
            if !is_beyond(header.written, cell) && !columns.contains_key(&cell.column) {
                first.entry(cell.column).or_insert(cell);
            }
        }
        let unnamed: Vec<String> = first.keys().map(|column| letters(*column)).collect();
        let asked: Vec<&str> =
            unnamed.iter().map(String::as_str).filter(|l| !self.wanted.ignores(l)).collect();
        let line = self.wanted.ignore_line(asked.iter().copied());
        for (letter, cell) in unnamed.iter().zip(first.values()) {
            if asked.contains(&letter.as_str()) {
                let fault = Diagnostic::warning(
                    Code::SheetHeading,
                    format!("column {letter} has no heading, so it is not read"),
                );
                self.report(
                    fault.at(cell.span(self.file)).help(format!(
                        "write a heading above it, or `{line}` into the deck's file"
                    )),
                );
            }
        }
        unnamed
    }

    /// The keys and values that the lines above the header give.
    fn head(&mut self, lines: &[&GridCell]) -> TomlTable {
        let mut text = String::new();
        let mut ends: Vec<(usize, Span)> = Vec::new();
        for cell in lines {
            let line = cell.text.trim_start_matches('#').trim();
            if cell.text.starts_with('#') && is_setting(line) {
                text.push_str(line);
                text.push('\n');
                ends.push((text.len(), cell.span(self.file)));
            }
        }
        let place = |span: Span| {
            ends.iter()
                .find(|(end, _)| span.range().start < *end)
                .or(ends.last())
                .map_or(span, |(_, place)| *place)
        };
        let mut wrong = Diagnostics::new();
        let table = parse_toml(Files::new().add("", ""), &text, &mut wrong);
        for fault in wrong {
            let at = fault.span.map(&place);
            self.faults.push(fault.at_maybe(at));
        }
        let mut table = table.unwrap_or_default();
        table.move_to(&place);
        if let Some((_, value)) = table.entries.iter().find(|(k, _)| k.name == CARD) {
            self.report(error!(
                SheetHeading,
                value.span,
                "a line above the header gives cards",
                "write them as rows below the header"
            ));
        }
        table
    }

    /// Whether the header shows that a sheet does not hold cards.
    fn too_wide(&mut self, header: &CellLine) -> bool {
        let most = |cell: &GridCell, message: String, most: usize, what: &str| {
            error!(
                TooMany,
                Span::new(self.file, cell.start..cell.start),
                message,
                "{most} {what} are the most: delete what no card needs"
            )
        };
        let mut long = header.cells.iter().filter(|cell| cell.text.len() > MOST_HEADING);
        let fault = header
            .cells
            .get(MOST_KEYS)
            .map(|cell| {
                most(
                    cell,
                    format!("the sheet has {} columns", header.cells.len()),
                    MOST_KEYS,
                    "columns",
                )
            })
            .or_else(|| {
                let cell = long.next()?;
                Some(most(
                    cell,
                    format!("a heading has {} KiB", cell.text.len().div_ceil(1024)),
                    MOST_HEADING,
                    "letters",
                ))
            });
        let wrong = fault.is_some();
        fault.into_iter().for_each(|fault| self.report(fault));
        wrong
    }

    /// The columns that have a heading, and all their keys, also of those that are ignored by their key.
    fn columns(&mut self, header: &CellLine) -> (BTreeMap<usize, ReadColumn>, Vec<String>) {
        let mut columns: BTreeMap<usize, ReadColumn> = BTreeMap::new();
        // The place of each key's heading, and of the line of `columns` that gives the key.
        let mut places: BTreeMap<String, (Span, Option<Span>)> = BTreeMap::new();
        for cell in &header.cells {
            let place = cell.span(self.file);
            let heading = cell.text.trim().to_owned();
            let given = self.wanted.key(&heading);
            let key = match given {
                _ if self.wanted.ignores(&heading) => None,
                Some((key, _)) => Some(key.to_owned()),
                None => Some(key_of(cell)),
            };
            let given = given.map(|(_, span)| span);
            let mut key = key.map(|name| Key { name, span: place });
            if let Some(key) = &mut key
                && let Some((first, given_first)) = places.get(&key.name)
            {
                let mut numbered = (2..).map(|number| format!("{}-{number}", key.name));
                let other = numbered.find(|other| !places.contains_key(other)).unwrap_or_default();
                if !self.wanted.ignores_key(&other) {
                    let fault = warning!(
                        SheetHeading,
                        format!(
                            "two columns are called `{}`: this one is read as `{other}`",
                            key.name
                        ),
                        "give each column a name of its own"
                    );
                    // A key that `columns` gives twice is the slip, not the heading.
                    self.faults.push(match given.or(*given_first) {
                        Some(given) => fault.at(given).related(place, "this column"),
                        None => fault.at(place).related(*first, "the first"),
                    });
                }
                key.name = other;
            }
            if let Some(key) = &key {
                places.entry(key.name.clone()).or_insert((place, given));
            }
            let column = ReadColumn {
                key: key.filter(|key| !self.wanted.ignores_key(&key.name)),
                heading,
                place,
            };
            columns.insert(cell.column, column);
        }
        (columns, places.into_keys().collect())
    }

    /// Takes another column for that of the names, when it can be no other.
    fn find_name(
        &mut self,
        columns: &mut BTreeMap<usize, ReadColumn>,
        header: Span,
    ) -> Option<(String, Span)> {
        let may_be = |column: &ReadColumn| {
            let key = column.key.as_ref();
            key.is_some_and(|key| NAMES.contains(&slug(&key.name).as_str()))
        };
        let found: Vec<usize> =
            columns.iter().filter(|(_, c)| may_be(c)).map(|(at, _)| *at).collect();
        if let [at] = found.as_slice()
            && let Some(ReadColumn { key: Some(key), heading, place }) = columns.get_mut(at)
        {
            "name".clone_into(&mut key.name);
            return Some((heading.clone(), *place));
        }
        let headings = |kept: &dyn Fn(&usize) -> bool| {
            let names: Vec<&str> = columns
                .iter()
                .filter(|(at, _)| kept(at))
                .map(|(_, c)| c.heading.as_str())
                .take(8)
                .collect();
            names
        };
        let may_be = headings(&|at| found.contains(at));
        let all = headings(&|_| true);
        let example = may_be.first().or(all.first())?;
        let line = self.wanted.columns_line(example, "name");
        let say = format!("`{line}` in the deck's file");
        let fault = if may_be.is_empty() {
            warning!(
                SheetHeading,
                "no column is called `name`, so the cards are numbered",
                "if one of them holds the names, say so: {say}"
            )
        } else {
            error!(
                SheetHeading,
                format!(
                    "no column is called `name`: {} may each be meant",
                    list_words(may_be.iter().copied())
                ),
                "call it `name`, or say which it is: {say}"
            )
        };
        self.report(fault.at(header));
        None
    }

    fn row(
        &mut self,
        columns: &BTreeMap<usize, ReadColumn>,
        header: Option<usize>,
        line: &CellLine,
    ) -> TomlTable {
        let mut row = TomlTable::default();
        for cell in &line.cells {
            let span = cell.span(self.file);
            let Some(column) = columns.get(&cell.column) else {
                if let (Some(cells), Some(headings)) = (line.written, header)
                    && is_beyond(header, cell)
                {
                    self.report(too_long(cells, headings).at(span));
                    break;
                }
                continue;
            };
            let Some(key) = &column.key else { continue };
            if let Some(fault) = self.odd(cell, columns) {
                self.report(fault.at(span));
                continue;
            }
            match read_cell(&cell.text, span) {
                Ok(value) => {
                    let value = as_meant(&key.name, &cell.text, value);
                    row.entries.push((key.clone(), value));
                }
                Err((offset, message)) => {
                    let start = cell.place(offset);
                    self.report(error!(
                        SheetCell,
                        Span::new(self.file, start..start + 1),
                        message,
                        "write it as TOML; or as a text in double quotes"
                    ));
                }
            }
        }
        // What is wrong may be the name of this row, or one that is merged with it.
        let is_nameless = row.get("name").is_none() && row.get("id").is_none();
        if name_column(columns).is_some() && is_nameless && !self.faults.has_errors() {
            let fault = Diagnostic::warning(
                Code::SheetRow,
                "the row has no name, so its card is called `card`",
            )
            .at(line.span(self.file));
            self.faults
                .push_once(fault.help("write its name or an `id` into the row, or empty the row"));
        }
        if let (Some(cells), Some(headings)) = (line.written, header)
            && cells < headings
        {
            let fault = warning!(
                SheetRow,
                Span::new(self.file, line.end..line.end),
                "the row has {cells} cells, the header {headings}",
                "those that lack are taken as empty: look whether a line break split the row"
            );
            self.faults.push(fault);
        }
        row
    }

    /// What is wrong with a cell before its words are looked at.
    fn odd(
        &mut self,
        cell: &GridCell,
        columns: &BTreeMap<usize, ReadColumn>,
    ) -> Option<Diagnostic> {
        let error = |message: String| Diagnostic::error(Code::SheetCell, message);
        let words = cell.text.trim();
        if ERRORS.contains(&words) || is_calc_error(words) {
            return Some(
                error(format!("the cell shows `{words}`: its formula has no value"))
                    .help("correct the formula, or write the value into the cell"),
            );
        }
        if cell.text.len() > MOST_WORDS {
            let most = MOST_WORDS >> 10;
            let fault = Diagnostic::error(
                Code::TooMany,
                format!("the cell has {} KiB of words", cell.text.len() >> 10),
            );
            return Some(
                fault.help(format!("{most} KiB are the most: look for a quote that is not closed")),
            );
        }
        if let Some(sign) = cell.text.chars().find(|c| obeyed(*c)) {
            return Some(control_character(sign));
        }
        match &cell.note {
            None => None,
            Some(CellNote::NoValue) => Some(
                error("the workbook does not hold the value of this formula".to_owned())
                    .help("open the workbook in a spreadsheet program and save it there, or save the sheet as CSV"),
            ),
            // Beside it, perhaps in a table that stands there, it may cover cells that nothing reads.
            Some(CellNote::Merged { column, is_tall: false, .. })
                if !columns.iter().any(|(at, c)| {
                    *at > cell.column && at <= column && c.key.is_some()
                }) => None,
            Some(CellNote::Merged { to, .. }) => Some(
                error(format!("the cells up to {to} are merged with this one: they have no value of their own"))
                    .help("take the merging back, and write the value into each cell"),
            ),
            Some(CellNote::Plain) => {
                self.faults.push_once(
                    warning!(SheetCell, cell.span(self.file), "words in bold, italic or colour are printed as all others", "write `rich = true` into the deck's file to keep them (xlsx and ods), or `**words**`, `*words*` into the cell"),
                );
                None
            }
            Some(CellNote::Date) => {
                if self.dated.insert(cell.column) {
                    let fault = warning!(SheetCell, cell.span(self.file), "the cell holds a date: it is read as `{words}`", "if `1/2` or `3-4` was typed, make the column's format text and type it again; so do for a date, as it shall be printed");
                    self.faults.push(fault);
                }
                None
            }
        }
    }

    pub(super) fn report(&mut self, fault: Diagnostic) {
        self.faults.push(fault);
    }
}

/// A heading as a key: unchanged if quoted, else in small letters and dashes.
fn key_of(cell: &GridCell) -> String {
    let heading = cell.text.trim();
    if bare(heading) {
        return heading.to_owned();
    }
    let quoted = format!("{heading} = 0");
    let table = heading.starts_with('"').then(|| {
        let file = Files::new().add("", "");
        parse_toml(file, &quoted, &mut Diagnostics::new())
    });
    if let Some((key, _)) = table.flatten().and_then(|t| t.entries.into_iter().next()) {
        return key.name;
    }
    match slug(heading) {
        key if key.is_empty() => format!("column-{}", letters(cell.column).to_lowercase()),
        key => key,
    }
}

/// `C`, of a column from 0.
fn letters(column: usize) -> String {
    column_letters(u32::try_from(column + 1).unwrap_or(u32::MAX))
}

/// A name or an id that is a number, and a number of copies that a program wrote as `3.0`, as what they are.
fn as_meant(key: &str, cell: &str, value: Value) -> Value {
    let datum = match (key, value.datum) {
        ("id" | "name", Datum::Integer(_) | Datum::Float(_) | Datum::Boolean(_)) => {
            Datum::String(cell.trim().to_owned())
        }
        #[allow(clippy::cast_possible_truncation)]
        ("copies", Datum::Float(n)) if n.fract() == 0.0 && n.abs() < 1e9 => {
            Datum::Integer(n as i64)
        }
        (_, datum) => datum,
    };
    Value { datum, ..value }
}

/// LibreOffice numbers its errors: `Err:508`.
fn is_calc_error(words: &str) -> bool {
    words
        .strip_prefix("Err:")
        .is_some_and(|n| n.len() == 3 && n.bytes().all(|b| b.is_ascii_digit()))
}

fn too_long(cells: usize, headings: usize) -> Diagnostic {
    error!(
        SheetRow,
        "the row has {cells} cells, the header {headings}",
        "put a cell with a comma or a line break in it into quotes, or name the column"
    )
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
    text.char_indices()
        .find(|(_, c)| {
            let closes = *c == '"' && !escaped;
            escaped = *c == '\\' && !escaped;
            closes
        })
        .map_or(text.len(), |(at, _)| at + 1)
}
