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
use super::slips::closing;
use super::value::{Datum, Key, TomlTable, Value, control_character, obeyed, parse_toml};
use crate::source::{
    Diagnostic, Diagnostics, FileId, Span, column_letters, error, list_words, warning,
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
    let is_good = !own.has_errors();
    faults.append(own);
    is_good.then_some(sheet)
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

/// The columns that have a heading, by their places.
pub(super) type ReadColumns = BTreeMap<usize, ReadColumn>;

pub(super) struct SheetReader<'f> {
    pub(super) file: FileId,
    pub(super) wanted: &'f Columns,
    /// Columns with a date that were reported.
    dated: BTreeSet<usize>,
    pub(super) faults: &'f mut Diagnostics,
}

impl SheetReader<'_> {
    fn sheet(&mut self, lines: &[CellLine]) -> DeckSheet {
        let above = lines.iter().take_while(|line| line.is_head()).count();
        let (head, lines) = lines.split_at(above);
        let lines = below_title(lines);
        let top = Span::new(self.file, 0..0);
        let mut read = DeckSheet {
            deck: self.head(&head.iter().filter_map(CellLine::alone).collect::<Vec<_>>()),
            columns: Vec::new(),
            place: top,
            name_from: None,
            total: None,
            unnamed: Vec::new(),
        };
        let header = lines.split_first().filter(|(header, _)| !self.too_wide(header));
        let Some((header, lines)) = header else {
            if lines.is_empty() && read.deck.get("flow").is_none() {
                self.report(error!(
                    SheetHeading,
                    top,
                    "the sheet has no row",
                    "write the names of the keys in the first row: name, copies, text"
                ));
            }
            return read;
        };
        let span = header.span(self.file);
        let (mut columns, keys) = self.columns(header);
        read.unnamed = self.unnamed(header, &columns, lines);
        let headings = columns.values().map(|c| &c.heading);
        let known: Vec<&str> =
            headings.chain(&keys).chain(&read.unnamed).map(String::as_str).collect();
        self.wanted.check_ignored(&known, self.faults);
        if name_column(&columns).is_none() {
            read.name_from = self.find_name(&mut columns, span);
        }
        let headings: Vec<&str> = columns.values().map(|c| c.heading.as_str()).collect();
        let keys = columns.values().filter_map(|c| c.key.as_ref());
        let keys: Vec<&str> = keys.map(|key| key.name.as_str()).collect();
        self.wanted.check_keys(&headings, &keys, self.faults);
        let lines = self.cards(&mut columns, header.written, lines);
        read.total = self.ask_about_sums(&columns, &lines);
        let cards = lines.into_iter().map(|line| Value {
            span: line.span(self.file),
            datum: Datum::Table(self.row(&columns, header.written, line)),
        });
        let datum = Datum::List(cards.collect());
        let card = Key { name: CARD.to_owned(), span };
        read.deck.entries.push((card, Value { span, datum }));
        read.place = span;
        let columns = columns.into_values();
        let kept = |ReadColumn { key, heading, .. }| Some(SheetColumn { key: key?, heading });
        read.columns = columns.filter_map(kept).collect();
        read
    }

    /// The letters of the filled columns without a heading. Each is reported at its first cell, unless it is ignored.
    fn unnamed(
        &mut self,
        header: &CellLine,
        columns: &ReadColumns,
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
                self.report(warning!(
                    SheetHeading,
                    cell.span(self.file),
                    "column {letter} has no heading, so it is not read",
                    "write a heading above it, or `{line}` into the deck's file"
                ));
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
        let table = parse_toml(FileId::default(), &text, &mut wrong);
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
        let (cell, fault) = if let Some(cell) = header.cells.get(MOST_KEYS) {
            let message = format!("the sheet has {} columns", header.cells.len());
            (
                cell,
                error!(
                    TooMany,
                    message, "{MOST_KEYS} columns are the most: delete what no card needs"
                ),
            )
        } else if let Some(cell) = header.cells.iter().find(|c| c.text.len() > MOST_HEADING) {
            let message = format!("a heading has {} KiB", cell.text.len().div_ceil(1024));
            (
                cell,
                error!(
                    TooMany,
                    message, "{MOST_HEADING} letters are the most: delete what no card needs"
                ),
            )
        } else {
            return false;
        };
        self.report(fault.at(Span::new(self.file, cell.start..cell.start)));
        true
    }

    /// The columns that have a heading, and all their keys, also of those that are ignored by their key.
    fn columns(&mut self, header: &CellLine) -> (ReadColumns, Vec<String>) {
        let mut columns: ReadColumns = BTreeMap::new();
        // The place of each key's heading, and of the line of `columns` that gives the key.
        let mut places: BTreeMap<String, (Span, Option<Span>)> = BTreeMap::new();
        for cell in &header.cells {
            let place = cell.span(self.file);
            let heading = cell.text.trim().to_owned();
            let (name, given) = match self.wanted.key(&heading) {
                Some((key, span)) => (key.to_owned(), Some(span)),
                None => (key_of(cell), None),
            };
            let is_read = !self.wanted.ignores(&heading);
            let mut key = is_read.then_some(Key { name, span: place });
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
    fn find_name(&mut self, columns: &mut ReadColumns, header: Span) -> Option<(String, Span)> {
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
        let may_be = found.iter().filter_map(|at| Some(columns.get(at)?.heading.as_str()));
        let all = columns.values().map(|column| column.heading.as_str());
        let line = self.wanted.columns_line(may_be.clone().chain(all).next()?, "name");
        let say = format!("`{line}` in the deck's file");
        self.report(if found.is_empty() {
            warning!(
                SheetHeading,
                header,
                "no column is called `name`, so the cards are numbered",
                "if one of them holds the names, say so: {say}"
            )
        } else {
            let may_be = list_words(may_be.take(8));
            error!(
                SheetHeading,
                header,
                "no column is called `name`: {may_be} may each be meant",
                "call it `name`, or say which it is: {say}"
            )
        });
        None
    }

    fn row(&mut self, columns: &ReadColumns, header: Option<usize>, line: &CellLine) -> TomlTable {
        let mut row = TomlTable::default();
        for cell in &line.cells {
            let span = cell.span(self.file);
            let Some(column) = columns.get(&cell.column) else {
                if let (Some(cells), Some(headings)) = (line.written, header)
                    && is_beyond(header, cell)
                {
                    self.report(error!(
                        SheetRow,
                        span,
                        "the row has {cells} cells, the header {headings}",
                        "put a cell with a comma or a line break in it into quotes, or name the column"
                    ));
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
            self.faults.push_once(warning!(
                SheetRow,
                line.span(self.file),
                "the row has no name, so its card is called `card`",
                "write its name or an `id` into the row, or empty the row"
            ));
        }
        if let (Some(cells), Some(headings)) = (line.written, header)
            && cells < headings
        {
            self.report(warning!(
                SheetRow,
                Span::new(self.file, line.end..line.end),
                "the row has {cells} cells, the header {headings}",
                "those that lack are taken as empty: look whether a line break split the row"
            ));
        }
        row
    }

    /// What is wrong with a cell before its words are looked at.
    fn odd(&mut self, cell: &GridCell, columns: &ReadColumns) -> Option<Diagnostic> {
        let words = cell.text.trim();
        if ERRORS.contains(&words) || is_calc_error(words) {
            return Some(error!(
                SheetCell,
                "the cell shows `{words}`: its formula has no value",
                "correct the formula, or write the value into the cell"
            ));
        }
        if cell.text.len() > MOST_WORDS {
            let most = MOST_WORDS >> 10;
            return Some(error!(
                TooMany,
                format!("the cell has {} KiB of words", cell.text.len() >> 10),
                "{most} KiB are the most: look for a quote that is not closed"
            ));
        }
        if let Some(sign) = cell.text.chars().find(|c| obeyed(*c)) {
            return Some(control_character(sign));
        }
        match cell.note.as_ref()? {
            CellNote::NoValue => Some(error!(
                SheetCell,
                "the workbook does not hold the value of this formula",
                "open the workbook in a spreadsheet program and save it there, or save the sheet as CSV"
            )),
            CellNote::Merged { to, column, is_tall } => {
                let covered = (cell.column + 1..=*column).filter_map(|at| columns.get(&at));
                // Beside it, perhaps in a table that stands there, it may cover cells that nothing reads.
                let is_harmful = *is_tall || covered.into_iter().any(|c| c.key.is_some());
                is_harmful.then(|| {
                    error!(
                        SheetCell,
                        "the cells up to {to} are merged with this one: they have no value of their own",
                        "take the merging back, and write the value into each cell"
                    )
                })
            }
            CellNote::Plain => {
                self.faults.push_once(warning!(
                    SheetCell,
                    cell.span(self.file),
                    "words in bold, italic or colour are printed as all others",
                    "write `rich = true` into the deck's file to keep them (xlsx and ods), or `**words**`, `*words*` into the cell"
                ));
                None
            }
            CellNote::Date => {
                if self.dated.insert(cell.column) {
                    self.report(warning!(
                        SheetCell,
                        cell.span(self.file),
                        "the cell holds a date: it is read as `{words}`",
                        "if `1/2` or `3-4` was typed, make the column's format text and type it again; so do for a date, as it shall be printed"
                    ));
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
    let table = heading
        .starts_with('"')
        .then(|| parse_toml(FileId::default(), &quoted, &mut Diagnostics::new()));
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

/// `key = …`, dots between the parts of a key: no comment begins so.
fn is_setting(line: &str) -> bool {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let mut rest = line.trim_start();
    loop {
        let key = match rest.strip_prefix('"') {
            Some(quoted) => 1 + closing(quoted).map_or(quoted.len(), |at| at + 1),
            None => rest.len() - rest.trim_start_matches(bare).len(),
        };
        let after = rest[key..].trim_start();
        match after.strip_prefix('.') {
            Some(next) if key > 0 => rest = next.trim_start(),
            _ => return key > 0 && after.starts_with('='),
        }
    }
}
