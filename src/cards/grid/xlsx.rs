//! Reads a sheet of an Excel workbook (xlsx, xlsm): ECMA-376, part 1, chapter 18. An archive comes in; a [`WorkbookSheet`] goes
//! out. Called by `open`.

use std::collections::HashMap;

use super::archive::Archive;
use super::cells::CellNote;
use super::number::NumberFormat;
use super::workbook::{
    Filled, SharedWords, Trouble, Wish, WordStyle, WorkbookSheet, cell_name, choose, lost_words,
    position, push_words, truth, word_colour,
};
use super::xml::{Tag, XmlPiece, walk};

/// Rows and columns that a sheet of a spreadsheet program may have.
pub(super) const MOST_ROWS: u32 = 1 << 20;
pub(super) const MOST_COLUMNS: u32 = 1 << 14;

/// Reads the sheet of that name, or the only one.
///
/// # Errors
/// When it is damaged or too large, or there is no such sheet.
pub fn read_xlsx(archive: &mut Archive<'_>, wish: Wish<'_>) -> Result<WorkbookSheet, Trouble> {
    let book = match target(archive, "_rels/.rels", "", "officeDocument")? {
        Some(path) => path,
        None => "xl/workbook.xml".to_owned(),
    };
    let (folder, file) = book.rsplit_once('/').unwrap_or(("", &book));
    let links = links(archive, &format!("{folder}/_rels/{file}.rels"), folder)?;
    let text = archive.text(&book)?;
    let Book { sheets, mut names, since_1904 } = book_contents(&text.unwrap_or_default())?;
    let path = |id: &str| links.iter().find(|l| l.id == id).map(|l| l.path.clone());
    // Only when there is a choice is it asked whether a sheet is empty.
    let is_named = sheets.iter().any(|(name, ..)| wish.sheet == Some(name));
    let is_clear = sheets.len() == 1 || is_named;
    let mut there = Vec::new();
    for (name, id, seen) in &sheets {
        let seen = *seen && (is_clear || filled(archive, path(id))?);
        there.push((name.clone(), seen));
        if wish.sheet.is_some()
            && let Some(path) = path(id)
        {
            names.extend(tables(archive, &path, name)?);
        }
    }
    let (chosen, area) = choose(wish.sheet, &there, &names)?;
    let part = |kind: &str| links.iter().find(|l| l.kind == kind).map(|l| l.path.clone());
    let formats = match part("styles") {
        Some(path) => formats(&archive.text(&path)?.unwrap_or_default())?,
        None => Vec::new(),
    };
    let words = match part("sharedStrings") {
        Some(path) => shared_words(&archive.text(&path)?.unwrap_or_default(), wish.rich)?,
        None => SharedWords::default(),
    };
    let (name, id, _) = &sheets[chosen];
    let missing = || Trouble::Damaged(format!("the sheet `{name}` is not in it"));
    let text = archive.text(&path(id).ok_or_else(missing)?)?;
    Reading { sheet: WorkbookSheet::new(name, area), rich: wish.rich, words, formats, since_1904 }
        .read(&text.ok_or_else(missing)?)
}

/// A file that another refers to.
pub(super) struct Link {
    pub(super) id: String,
    /// The last part of its type: "worksheet".
    pub(super) kind: String,
    pub(super) path: String,
}

pub(super) fn links(
    archive: &mut Archive<'_>,
    name: &str,
    folder: &str,
) -> Result<Vec<Link>, Trouble> {
    let name = name.trim_start_matches('/');
    let text = archive.text(name)?.unwrap_or_default();
    let mut links = Vec::new();
    walk(&text, |piece| {
        if let XmlPiece::Open(tag) = piece
            && tag.name() == "Relationship"
        {
            let get = |name: &str| tag.get(name).unwrap_or_default();
            let kind = get("Type").rsplit('/').next().unwrap_or_default().to_owned();
            let target = get("Target");
            let path = match target.strip_prefix('/') {
                Some(whole) => whole.to_owned(),
                None => format!("{folder}/{target}").trim_start_matches('/').to_owned(),
            };
            let id = get("Id");
            links.push(Link { id, kind, path });
        }
        Ok(())
    })?;
    Ok(links)
}

fn target(
    archive: &mut Archive<'_>,
    name: &str,
    folder: &str,
    kind: &str,
) -> Result<Option<String>, Trouble> {
    Ok(links(archive, name, folder)?
        .into_iter()
        .find(|link| link.kind == kind)
        .map(|link| link.path))
}

/// What a workbook says of its sheets.
#[derive(Default)]
struct Book {
    /// Name, link and whether it can be seen, of each sheet.
    sheets: Vec<(String, String, bool)>,
    /// Ranges with a name, and their places.
    names: Vec<(String, String)>,
    /// Whether days are counted from 1904.
    since_1904: bool,
}

fn book_contents(text: &str) -> Result<Book, Trouble> {
    let mut book = Book::default();
    let mut is_name = false;
    walk(text, |piece| {
        let tag = match piece {
            XmlPiece::Open(tag) => tag,
            XmlPiece::Text(words) if is_name => {
                if let Some((_, place)) = book.names.last_mut() {
                    place.push_str(&words);
                }
                return Ok(());
            }
            _ => return Ok(()),
        };
        is_name = tag.name() == "definedName";
        match tag.name() {
            "definedName" => {
                let name = tag.get("name").unwrap_or_default();
                book.names.push((name, String::new()));
            }
            "sheet" => book.sheets.push((
                tag.get("name").unwrap_or_default(),
                tag.get_prefixed("id").unwrap_or_default(),
                tag.get("state").is_none_or(|state| state == "visible"),
            )),
            "workbookPr" => {
                let value = tag.get("date1904");
                book.since_1904 |= value.is_some_and(|v| v == "1" || v == "true");
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(book)
}

/// The tables of a sheet, and their places.
fn tables(
    archive: &mut Archive<'_>,
    path: &str,
    sheet: &str,
) -> Result<Vec<(String, String)>, Trouble> {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let mut tables = Vec::new();
    for link in links(archive, &format!("{folder}/_rels/{file}.rels"), folder)? {
        let text = match link.kind.as_str() {
            "table" => archive.text(&link.path)?.unwrap_or_default(),
            _ => continue,
        };
        walk(&text, |piece| {
            if let XmlPiece::Open(tag) = piece
                && tag.name() == "table"
            {
                let area = tag.get("ref").unwrap_or_default();
                let name = tag.get("displayName").unwrap_or_default();
                tables.push((name, format!("{sheet}!{area}")));
            }
            Ok(())
        })?;
    }
    Ok(tables)
}

/// Whether a sheet holds a cell with something in it.
fn filled(archive: &mut Archive<'_>, path: Option<String>) -> Result<bool, Trouble> {
    let Some(path) = path else { return Ok(false) };
    let text = archive.text(&path)?.unwrap_or_default();
    Ok(["<v>", "<is>", ":v>", ":is>"].iter().any(|tag| text.contains(tag)))
}

/// How each style shows a number.
fn formats(text: &str) -> Result<Vec<NumberFormat>, Trouble> {
    let mut codes: HashMap<u32, NumberFormat> = HashMap::new();
    let mut formats = Vec::new();
    let mut inside = false;
    walk(text, |piece| {
        match piece {
            XmlPiece::Open(tag) if tag.name() == "numFmt" => {
                let code = tag.get("formatCode").unwrap_or_default();
                if let Some(id) = number(tag, "numFmtId") {
                    codes.insert(id, NumberFormat::parse(&code));
                }
            }
            XmlPiece::Open(tag) if tag.name() == "cellXfs" => inside = true,
            XmlPiece::Close("cellXfs") => inside = false,
            XmlPiece::Open(tag) if inside && tag.name() == "xf" => {
                let id = number(tag, "numFmtId").unwrap_or(0);
                formats.push(codes.get(&id).cloned().unwrap_or_else(|| NumberFormat::built_in(id)));
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(formats)
}

fn number(tag: &Tag<'_>, name: &str) -> Option<u32> {
    tag.get(name)?.trim().parse().ok()
}

/// Puts the words of a cell together, which may be in pieces with a style each.
#[derive(Default)]
struct WordReader {
    rich: bool,
    shown: bool,
    phonetic: bool,
    /// The words of one style so far.
    run: String,
    style: WordStyle,
    /// Whether any words were bold, italic or in a colour.
    is_styled: bool,
}

impl WordReader {
    fn piece(&mut self, piece: &XmlPiece<'_>, words: &mut String) -> Result<(), Trouble> {
        let on = |tag: &Tag<'_>| tag.get("val").is_none_or(|v| v != "0" && v != "false");
        match piece {
            XmlPiece::Open(tag) => match tag.name() {
                "t" => self.shown = !self.phonetic,
                // Phonetic guides are skipped.
                "rPh" => self.phonetic = true,
                "r" => self.style = WordStyle::default(),
                "b" => self.style.bold = on(tag),
                "i" => self.style.italic = on(tag),
                "color" => {
                    let colour = tag.get("rgb").and_then(|rgb| word_colour(&rgb));
                    self.style.colour = colour;
                }
                _ => {}
            },
            XmlPiece::Close("t") => {
                self.shown = false;
                self.is_styled |= self.style != WordStyle::default();
                if self.rich {
                    self.run = self.style.mark_up(&unescape(&self.run));
                }
                push_words(words, &self.run)?;
                self.run.clear();
            }
            XmlPiece::Close("rPh") => self.phonetic = false,
            XmlPiece::Text(piece) if self.shown => push_words(&mut self.run, piece)?,
            _ => {}
        }
        Ok(())
    }

    /// Ends a cell. Whether any of its words lost their style.
    fn finish(&mut self) -> bool {
        self.style = WordStyle::default();
        std::mem::take(&mut self.is_styled) && !self.rich
    }
}

/// The words that cells refer to by their number.
fn shared_words(text: &str, rich: bool) -> Result<SharedWords, Trouble> {
    let mut shared = SharedWords::default();
    let mut words = String::new();
    let mut reader = WordReader { rich, ..WordReader::default() };
    walk(text, |piece| {
        reader.piece(&piece, &mut words)?;
        if let XmlPiece::Close("si") = piece {
            shared.push(&words, reader.finish());
            words.clear();
        }
        Ok(())
    })?;
    Ok(shared)
}

/// A cell whose end is not reached yet.
struct Open {
    row: u32,
    column: u32,
    style: usize,
    kind: String,
    value: String,
    formula: bool,
    is_plain: bool,
}

struct Reading {
    sheet: WorkbookSheet,
    rich: bool,
    words: SharedWords,
    formats: Vec<NumberFormat>,
    since_1904: bool,
}

impl Reading {
    fn read(mut self, text: &str) -> Result<WorkbookSheet, Trouble> {
        let (mut row, mut column) = (0, 0);
        let mut cell: Option<Open> = None;
        let (mut shown, mut hidden) = (false, false);
        let mut inline = WordReader { rich: self.rich, ..WordReader::default() };
        let mut merged = HashMap::new();
        walk(text, |piece| {
            if let Some(cell) = &mut cell {
                inline.piece(&piece, &mut cell.value)?;
            }
            match piece {
                XmlPiece::Open(tag) => match tag.name() {
                    "row" => {
                        let value = tag.get("hidden");
                        hidden = value.is_some_and(|v| v == "1" || v == "true");
                        row = number(tag, "r").map_or(row, |r| r.saturating_sub(1));
                        column = 0;
                    }
                    "c" => {
                        let place = tag.get("r").and_then(|name| position(&name));
                        (row, column) = place.unwrap_or((row, column));
                        cell = Some(Open {
                            row,
                            column,
                            style: number(tag, "s").unwrap_or(0) as usize,
                            kind: tag.get("t").unwrap_or_default(),
                            value: String::new(),
                            formula: false,
                            is_plain: false,
                        });
                    }
                    // An inline text may have its words here as well.
                    "v" => shown = cell.as_ref().is_some_and(|cell| cell.kind != "inlineStr"),
                    "f" => {
                        if let Some(cell) = &mut cell {
                            cell.formula = true;
                        }
                    }
                    "mergeCell" => {
                        let area = tag.get("ref").unwrap_or_default();
                        if let Some((from, to)) = area.split_once(':')
                            && let (Some(from), Some(to)) = (position(from), position(to))
                        {
                            merged.insert(from, to);
                        }
                    }
                    _ => {}
                },
                XmlPiece::Text(words) => {
                    if let Some(cell) = cell.as_mut().filter(|_| shown) {
                        push_words(&mut cell.value, &words)?;
                    }
                }
                XmlPiece::Close(name) => match name {
                    "v" => shown = false,
                    "c" => {
                        if let Some(mut cell) = cell.take() {
                            cell.is_plain = inline.finish();
                            self.put(cell, hidden)?;
                        }
                        column = column.saturating_add(1);
                    }
                    "row" => row = row.saturating_add(1),
                    _ => {}
                },
            }
            Ok(())
        })?;
        self.sheet.merge(&merged);
        Ok(self.sheet)
    }

    fn put(&mut self, cell: Open, hidden: bool) -> Result<(), Trouble> {
        if cell.row >= MOST_ROWS || cell.column >= MOST_COLUMNS {
            let place = cell_name(cell.row, cell.column);
            return Err(Trouble::Damaged(format!("it has a cell `{place}`")));
        }
        let mut note = None;
        let text = match cell.kind.as_str() {
            "s" => {
                let at = cell.value.trim().parse().ok();
                match at.and_then(|at: usize| self.words.get(at)) {
                    Some((words, is_plain)) => {
                        note = is_plain.then_some(CellNote::Plain);
                        unescape(words)
                    }
                    None if cell.value.trim().is_empty() => String::new(),
                    None => return Err(lost_words(cell.row, cell.column)),
                }
            }
            "b" => match cell.value.trim() {
                "1" | "true" => truth(true),
                "0" | "false" => truth(false),
                other => other.to_owned(),
            },
            "inlineStr" | "str" => unescape(&cell.value),
            "d" => {
                note = Some(CellNote::Date);
                cell.value.clone()
            }
            "e" => cell.value.clone(),
            _ => {
                let general = NumberFormat::built_in(0);
                let format = self.formats.get(cell.style).unwrap_or(&general);
                match cell.value.trim().parse::<f64>() {
                    Ok(number) if number.is_finite() => {
                        if format.is_date() {
                            note = Some(CellNote::Date);
                        }
                        format.show(number, self.since_1904)
                    }
                    _ => cell.value.clone(),
                }
            }
        };
        // A formula may give an empty text, but no empty number.
        if cell.formula && text.is_empty() && cell.kind != "str" {
            note = Some(CellNote::NoValue);
        }
        if cell.is_plain {
            note = Some(CellNote::Plain);
        }
        self.sheet.push(Filled { row: cell.row, column: cell.column, text, note }, hidden)
    }
}

/// Excel writes signs that XML does not know as `_x000D_`, and `_x` itself as `_x005F_x`.
fn unescape(words: &str) -> String {
    if !words.contains("_x") {
        return words.replace("\r\n", "\n");
    }
    let mut text = String::with_capacity(words.len());
    let mut rest = words;
    while let Some(at) = rest.find("_x") {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let Some(sign) = rest
            .get(2..6)
            .filter(|_| rest.get(6..7) == Some("_"))
            .and_then(|hex| u32::from_str_radix(hex, 16).ok())
            .and_then(char::from_u32)
        else {
            text.push_str("_x");
            rest = &rest[2..];
            continue;
        };
        text.push(sign);
        rest = &rest[7..];
    }
    text.push_str(rest);
    text.replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_excel_escapes_is_read_as_it_was_typed() {
        assert_eq!(unescape("a_x000D_\nb"), "a\nb");
        assert_eq!(unescape("_x005F_x000D_"), "_x000D_");
        assert_eq!(unescape("my_xbox é_x"), "my_xbox é_x");
    }
}
