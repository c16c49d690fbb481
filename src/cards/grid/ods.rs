//! Reads a sheet of a LibreOffice workbook (ods): OpenDocument 1.3, part 3, chapter 9. An archive comes in; a [`WorkbookSheet`]
//! goes out. Called by `open`.

use std::collections::BTreeSet;

use super::archive::Archive;
use super::cells::CellNote;
use super::workbook::{Filled, Trouble, WorkbookSheet, cell_name, choose};
use super::xml::{Tag, XmlPiece, walk};

/// Blanks in a row that are written by their number.
const MOST_BLANKS: usize = 1_000;

/// Reads the sheet of that name, or the only one.
///
/// # Errors
/// When it is damaged or too large, or there is no such sheet.
pub fn read_ods(archive: &mut Archive<'_>, wanted: Option<&str>) -> Result<WorkbookSheet, Trouble> {
    let manifest = archive.text("META-INF/manifest.xml")?;
    if manifest.is_some_and(|text| text.contains("encryption-data")) {
        return Err(Trouble::Password);
    }
    let missing = || Trouble::Damaged("`content.xml` is not in it".to_owned());
    let text = archive.text("content.xml")?.ok_or_else(missing)?;
    let sheets = sheets(&text)?;
    let there: Vec<(String, bool)> = sheets
        .iter()
        .map(|sheet| (sheet.name.clone(), sheet.seen && sheet.filled))
        .collect();
    let chosen = choose(wanted, &there)?;
    let mut reading = Reading {
        sheet: WorkbookSheet::new(&sheets[chosen].name),
        table: 0,
        chosen: chosen + 1,
        row: 0,
        column: 0,
        repeat: 1,
        of_row: Vec::new(),
        cell: None,
        aside: 0,
    };
    walk(&text, |piece| reading.piece(piece))?;
    Ok(reading.sheet)
}

struct Found {
    name: String,
    seen: bool,
    filled: bool,
}

/// Every sheet, and whether it can be seen and holds anything.
fn sheets(text: &str) -> Result<Vec<Found>, Trouble> {
    let mut sheets: Vec<Found> = Vec::new();
    let mut hidden: BTreeSet<String> = BTreeSet::new();
    let mut style = String::new();
    walk(text, |piece| {
        let XmlPiece::Open(tag) = piece else {
            return Ok::<_, Trouble>(());
        };
        match tag.name() {
            "style" => style = tag.get("style:name").unwrap_or_default(),
            "table-properties" if tag.get("table:display").as_deref() == Some("false") => {
                hidden.insert(style.clone());
            }
            "table" => {
                let style = tag.get("table:style-name").unwrap_or_default();
                sheets.push(Found {
                    name: tag.get("table:name").unwrap_or_default(),
                    seen: !hidden.contains(&style),
                    filled: false,
                });
            }
            "p" => {
                if let Some(sheet) = sheets.last_mut() {
                    sheet.filled = true;
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(sheets)
}

/// A cell whose end is not reached yet.
struct Open {
    text: String,
    paragraphs: usize,
    /// What it holds when no words are shown.
    value: Option<String>,
    boolean: Option<bool>,
    date: bool,
    /// Columns and rows that it covers.
    spans: (u32, u32),
    repeat: u32,
}

struct Reading {
    sheet: WorkbookSheet,
    /// How many sheets have begun, and which of them is read.
    table: usize,
    chosen: usize,
    row: u32,
    column: u32,
    /// How often the row is repeated.
    repeat: u32,
    of_row: Vec<Filled>,
    cell: Option<Open>,
    /// How deep in a comment or a drawing.
    aside: usize,
}

impl Reading {
    fn piece(&mut self, piece: XmlPiece<'_>) -> Result<(), Trouble> {
        match piece {
            XmlPiece::Open(tag) => self.open(tag),
            XmlPiece::Close(name) => self.close(name)?,
            XmlPiece::Text(words) => {
                if self.aside == 0
                    && let Some(cell) = self.cell.as_mut().filter(|c| c.paragraphs > 0)
                {
                    cell.text.push_str(&words);
                }
            }
        }
        Ok(())
    }

    fn open(&mut self, tag: &Tag<'_>) {
        match tag.name() {
            "table" => {
                self.table += 1;
                (self.row, self.column) = (0, 0);
            }
            "annotation" | "shapes" | "frame" => self.aside += 1,
            _ if self.table != self.chosen || self.aside > 0 => {}
            "table-row" => {
                self.column = 0;
                self.repeat = count(tag, "table:number-rows-repeated");
            }
            "table-cell" | "covered-table-cell" => {
                let boolean = tag.get("office:boolean-value");
                let value = |name: &str| tag.get(&format!("office:{name}"));
                let date = value("date-value").or_else(|| value("time-value"));
                self.cell = Some(Open {
                    text: String::new(),
                    paragraphs: 0,
                    date: date.is_some(),
                    value: value("string-value").or_else(|| value("value")).or(date),
                    boolean: boolean.map(|b| b.eq_ignore_ascii_case("true")),
                    spans: (
                        count(tag, "table:number-columns-spanned"),
                        count(tag, "table:number-rows-spanned"),
                    ),
                    repeat: count(tag, "table:number-columns-repeated"),
                });
            }
            name => {
                if let Some(cell) = &mut self.cell {
                    cell.words(name, tag);
                }
            }
        }
    }

    fn close(&mut self, name: &str) -> Result<(), Trouble> {
        match name {
            "annotation" | "shapes" | "frame" => self.aside = self.aside.saturating_sub(1),
            _ if self.table != self.chosen || self.aside > 0 => {}
            "table-cell" | "covered-table-cell" => {
                let Some(cell) = self.cell.take() else {
                    return Ok(());
                };
                let repeat = cell.repeat;
                let filled = cell.filled(self.row, self.column);
                if !filled.text.trim().is_empty() {
                    for at in 0..repeat {
                        let mut filled = filled.clone();
                        filled.column = self.column.saturating_add(at);
                        self.of_row.push(filled);
                        self.bound()?;
                    }
                }
                self.column = self.column.saturating_add(repeat);
            }
            "table-row" => {
                let cells = std::mem::take(&mut self.of_row);
                if !cells.is_empty() {
                    for at in 0..self.repeat {
                        for cell in &cells {
                            let mut cell = cell.clone();
                            cell.row = self.row.saturating_add(at);
                            self.sheet.push(cell)?;
                        }
                    }
                }
                self.row = self.row.saturating_add(self.repeat);
            }
            _ => {}
        }
        Ok(())
    }

    /// No row has more cells than a spreadsheet has columns.
    fn bound(&self) -> Result<(), Trouble> {
        const MOST: usize = 1 << 14;
        if self.of_row.len() > MOST {
            Err(Trouble::TooLarge(format!("more than {MOST} columns")))
        } else {
            Ok(())
        }
    }
}

impl Open {
    /// Adds the text that an element of a paragraph stands for, such as a tab.
    fn words(&mut self, name: &str, tag: &Tag<'_>) {
        match name {
            "p" | "h" => {
                if self.paragraphs > 0 {
                    self.text.push('\n');
                }
                self.paragraphs += 1;
            }
            "s" => {
                let blanks = count(tag, "text:c") as usize;
                self.text.push_str(&" ".repeat(blanks.min(MOST_BLANKS)));
            }
            "tab" => self.text.push('\t'),
            "line-break" => self.text.push('\n'),
            _ => {}
        }
    }

    fn filled(self, row: u32, column: u32) -> Filled {
        let text = match self.boolean {
            Some(value) => value.to_string(),
            None if self.paragraphs > 0 => self.text,
            None => self.value.unwrap_or_default(),
        };
        let (columns, rows) = self.spans;
        let merged = columns > 1 || rows > 1;
        let last = |at: u32, many: u32| at.saturating_add(many - 1).min(u32::MAX - 1);
        let note = if merged {
            let to = cell_name(last(row, rows), last(column, columns));
            Some(CellNote::Merged(to))
        } else {
            self.date.then_some(CellNote::Date)
        };
        Filled {
            row,
            column,
            text,
            note,
        }
    }
}

/// A number of times, at least once.
fn count(tag: &Tag<'_>, name: &str) -> u32 {
    let count = tag.get(name).and_then(|n| n.trim().parse().ok());
    count.unwrap_or(1).max(1)
}
