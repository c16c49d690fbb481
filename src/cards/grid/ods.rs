//! Reads a sheet of a LibreOffice workbook (ods): OpenDocument 1.3, part 3, chapter 9. An archive comes in; a [`WorkbookSheet`]
//! goes out. Called by `open`.

use std::collections::{BTreeSet, HashMap};

use super::archive::Archive;
use super::cells::CellNote;
use super::workbook::{
    Filled, Trouble, Wish, WordStyle, WorkbookSheet, choose, merged_note, push_words, truth,
    word_colour,
};
use super::xlsx::MOST_COLUMNS;
use super::xml::{Tag, XmlPiece, walk};

/// Blanks in a row that are written by their number.
const MOST_BLANKS: usize = 1_000;

/// Styles of words inside one another, each of which marks up all that is in it.
const MOST_STYLES: usize = 32;

/// Reads the sheet of that name, or the only one.
///
/// # Errors
/// When it is damaged or too large, or there is no such sheet.
pub fn read_ods(archive: &mut Archive<'_>, wish: Wish<'_>) -> Result<WorkbookSheet, Trouble> {
    if archive.text("META-INF/manifest.xml")?.contains("encryption-data") {
        return Err(Trouble::Password);
    }
    let text = archive.text("content.xml")?;
    let Contents { sheets, names, styles } = contents(&text)?;
    let (chosen, area) = choose(wish.sheet, &sheets, &names)?;
    let mut reading = Reading {
        sheet: WorkbookSheet::new(&sheets[chosen].0, area),
        rich: wish.rich,
        styles,
        chosen: chosen + 1,
        repeat: 1,
        ..Reading::default()
    };
    walk(&text, |piece| reading.piece(piece))?;
    Ok(reading.sheet)
}

/// What a workbook has besides the cells.
#[derive(Default)]
struct Contents {
    /// Every sheet, and whether it can be seen and holds anything.
    sheets: Vec<(String, bool)>,
    /// Ranges with a name, and their places.
    names: Vec<(String, String)>,
    /// The styles of words, by their names.
    styles: HashMap<String, WordStyle>,
}

fn contents(text: &str) -> Result<Contents, Trouble> {
    let mut contents = Contents::default();
    let Contents { sheets, names, styles } = &mut contents;
    let mut hidden: BTreeSet<String> = BTreeSet::new();
    let (mut style, mut is_seen) = (String::new(), false);
    walk(text, |piece| {
        let XmlPiece::Open(tag) = piece else {
            return Ok(());
        };
        match tag.name() {
            "style" => style = tag.text("style:name"),
            "text-properties" => {
                let is = |name: &str, value: &str| tag.get(name).as_deref() == Some(value);
                let look = WordStyle {
                    bold: is("fo:font-weight", "bold"),
                    italic: is("fo:font-style", "italic"),
                    colour: tag.get("fo:color").and_then(|colour| word_colour(&colour)),
                };
                styles.insert(style.clone(), look);
            }
            "named-range" | "database-range" => {
                let place = tag
                    .get("table:cell-range-address")
                    .or_else(|| tag.get("table:target-range-address"))
                    .unwrap_or_default()
                    .replace('$', "");
                let sheet = place.split_once('.').map_or("", |(sheet, _)| sheet);
                let name = tag.text("table:name");
                names.push((name, format!("{sheet}!{place}")));
            }
            "table-properties" if tag.get("table:display").as_deref() == Some("false") => {
                hidden.insert(style.clone());
            }
            "table" => {
                is_seen = !hidden.contains(&tag.text("table:style-name"));
                sheets.push((tag.text("table:name"), false));
            }
            "p" => {
                if let Some((_, is_filled)) = sheets.last_mut() {
                    *is_filled = is_seen;
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(contents)
}

/// A cell whose end is not reached yet.
#[derive(Default)]
struct Open {
    text: String,
    /// Where words with a style have begun, and whether any was bold, italic or in a colour.
    styles: Vec<(usize, WordStyle)>,
    is_styled: bool,
    paragraphs: usize,
    /// What it holds when no words are shown.
    value: Option<String>,
    boolean: Option<bool>,
    date: bool,
    /// Columns and rows that it covers.
    spans: (u32, u32),
    repeat: u32,
}

#[derive(Default)]
struct Reading {
    sheet: WorkbookSheet,
    rich: bool,
    styles: HashMap<String, WordStyle>,
    /// Whether the row is hidden.
    hidden: bool,
    /// How many sheets have begun, and which of them is read.
    table: usize,
    chosen: usize,
    row: u32,
    column: u32,
    /// How often the row is repeated.
    repeat: u32,
    /// Its filled cells, each with the columns that it is repeated in.
    of_row: Vec<(Filled, u32)>,
    cell: Option<Open>,
    /// How deep in a comment or a drawing.
    aside: usize,
}

impl Reading {
    fn piece(&mut self, piece: XmlPiece<'_>) -> Result<(), Trouble> {
        match piece {
            XmlPiece::Open(tag) => self.open(tag)?,
            XmlPiece::Close(name) => self.close(name)?,
            XmlPiece::Text(words) => {
                if self.aside == 0
                    && let Some(cell) = self.cell.as_mut().filter(|c| c.paragraphs > 0)
                {
                    push_words(&mut cell.text, &words)?;
                }
            }
        }
        Ok(())
    }

    fn open(&mut self, tag: &Tag<'_>) -> Result<(), Trouble> {
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
                let visibility = tag.get("table:visibility");
                self.hidden = visibility.is_some_and(|v| v != "visible");
            }
            "table-cell" | "covered-table-cell" => {
                let boolean = tag.get("office:boolean-value");
                let value = |name: &str| tag.get(&format!("office:{name}"));
                let date = value("date-value").or_else(|| value("time-value"));
                self.cell = Some(Open {
                    date: date.is_some(),
                    value: value("string-value").or_else(|| value("value")).or(date),
                    boolean: boolean.map(|b| b.eq_ignore_ascii_case("true")),
                    spans: (
                        count(tag, "table:number-columns-spanned"),
                        count(tag, "table:number-rows-spanned"),
                    ),
                    repeat: count(tag, "table:number-columns-repeated"),
                    ..Open::default()
                });
            }
            "span" => {
                let style = tag.text("text:style-name");
                let style = self.styles.get(&style).cloned().unwrap_or_default();
                if let Some(cell) = &mut self.cell {
                    if cell.styles.len() >= MOST_STYLES {
                        let most =
                            format!("words in more than {MOST_STYLES} styles inside one another");
                        return Err(Trouble::TooLarge(most));
                    }
                    cell.is_styled |= style != WordStyle::default();
                    cell.styles.push((cell.text.len(), style));
                }
            }
            name => {
                if let Some(cell) = &mut self.cell {
                    cell.words(name, tag)?;
                }
            }
        }
        Ok(())
    }

    fn close(&mut self, name: &str) -> Result<(), Trouble> {
        match name {
            "annotation" | "shapes" | "frame" => self.aside = self.aside.saturating_sub(1),
            _ if self.table != self.chosen || self.aside > 0 => {}
            "span" => {
                if let Some(cell) = &mut self.cell
                    && let Some((start, style)) = cell.styles.pop()
                    && self.rich
                {
                    let words = cell.text.split_off(start);
                    cell.text.push_str(&style.mark_up(&words));
                }
            }
            "table-cell" | "covered-table-cell" => {
                let Some(mut cell) = self.cell.take() else {
                    return Ok(());
                };
                let repeat = cell.repeat;
                cell.is_styled &= !self.rich;
                let filled = cell.filled(self.row, self.column);
                self.column = self.column.saturating_add(repeat);
                if !filled.text.trim().is_empty() {
                    self.of_row.push((filled, repeat));
                    if self.column > MOST_COLUMNS {
                        return Err(Trouble::TooLarge(format!("more than {MOST_COLUMNS} columns")));
                    }
                }
            }
            "table-row" => {
                let cells = std::mem::take(&mut self.of_row);
                if !cells.is_empty() {
                    for down in 0..self.repeat {
                        for (cell, repeat) in &cells {
                            for across in 0..*repeat {
                                let mut cell = cell.clone();
                                cell.row = self.row.saturating_add(down);
                                cell.column += across;
                                self.sheet.push(cell, self.hidden)?;
                            }
                        }
                    }
                }
                self.row = self.row.saturating_add(self.repeat);
            }
            _ => {}
        }
        Ok(())
    }
}

impl Open {
    /// Adds the text that an element of a paragraph stands for, such as a tab.
    fn words(&mut self, name: &str, tag: &Tag<'_>) -> Result<(), Trouble> {
        match name {
            "p" | "h" => {
                if self.paragraphs > 0 {
                    self.text.push('\n');
                }
                self.paragraphs += 1;
            }
            "s" => {
                let blanks = count(tag, "text:c") as usize;
                push_words(&mut self.text, &" ".repeat(blanks.min(MOST_BLANKS)))?;
            }
            "tab" => self.text.push('\t'),
            "line-break" => self.text.push('\n'),
            _ => {}
        }
        Ok(())
    }

    fn filled(self, row: u32, column: u32) -> Filled {
        let text = match self.boolean {
            Some(value) => truth(value),
            None if self.paragraphs > 0 => self.text,
            None => self.value.unwrap_or_default(),
        };
        let (columns, rows) = self.spans;
        let merged = columns > 1 || rows > 1;
        let last = |at: u32, many: u32| at.saturating_add(many - 1).min(u32::MAX - 1);
        let note = if merged {
            Some(merged_note(row, (last(row, rows), last(column, columns))))
        } else {
            self.date.then_some(CellNote::Date).or(self.is_styled.then_some(CellNote::Plain))
        };
        Filled { row, column, text, note }
    }
}

/// A number of times, at least once.
fn count(tag: &Tag<'_>, name: &str) -> u32 {
    tag.number(name).unwrap_or(1).max(1)
}
