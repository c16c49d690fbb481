//! Reads a sheet of an Excel workbook (xlsx, xlsm): ECMA-376, part 1, chapter 18. An archive comes in; a [`WorkbookSheet`] goes
//! out. Called by `open`.

use super::archive::Archive;
use super::excel::{CellValue, ExcelBook, ExcelSheet};
use super::number::NumberFormat;
use super::workbook::{
    SharedWords, Trouble, Wish, WordStyle, WorkbookSheet, cell_name, choose, position, push_words,
    word_colour,
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
    let of_all = links(archive, "_rels/.rels", "")?;
    let book = of_all.into_iter().find(|link| link.kind == "officeDocument");
    let book = book.map_or("xl/workbook.xml".to_owned(), |link| link.path);
    let (folder, file) = book.rsplit_once('/').unwrap_or(("", &book));
    let links = links(archive, &format!("{folder}/_rels/{file}.rels"), folder)?;
    let Book { sheets, mut names, since_1904 } = book_contents(&archive.text(&book)?)?;
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
    let mut part = |kind: &str| match links.iter().find(|link| link.kind == kind) {
        Some(link) => archive.text(&link.path),
        None => Ok(String::new()),
    };
    let mut excel = ExcelBook { since_1904, ..ExcelBook::default() };
    styles(&part("styles")?, &mut excel)?;
    shared_words(&part("sharedStrings")?, wish.rich, &mut excel.words)?;
    let (name, id, _) = &sheets[chosen];
    let path = path(id).filter(|path| archive.has(path));
    let path = path.ok_or_else(|| Trouble::Damaged(format!("the sheet `{name}` is not in it")))?;
    read_cells(&archive.text(&path)?, wish.rich, ExcelSheet::new(&excel, name, area))
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
    let text = archive.text(name)?;
    let mut links = Vec::new();
    walk(&text, |piece| {
        if let XmlPiece::Open(tag) = piece
            && tag.name() == "Relationship"
        {
            let kind = tag.text("Type").rsplit('/').next().unwrap_or_default().to_owned();
            let target = tag.text("Target");
            let path = match target.strip_prefix('/') {
                Some(whole) => whole.to_owned(),
                None => format!("{folder}/{target}").trim_start_matches('/').to_owned(),
            };
            links.push(Link { id: tag.text("Id"), kind, path });
        }
        Ok(())
    })?;
    Ok(links)
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
                let name = tag.text("name");
                book.names.push((name, String::new()));
            }
            "sheet" => book.sheets.push((
                tag.text("name"),
                tag.get_prefixed("id").unwrap_or_default(),
                tag.get("state").is_none_or(|state| state == "visible"),
            )),
            "workbookPr" => {
                book.since_1904 |= tag.is_true("date1904");
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
    let links = links(archive, &format!("{folder}/_rels/{file}.rels"), folder)?;
    for link in links.into_iter().filter(|link| link.kind == "table") {
        walk(&archive.text(&link.path)?, |piece| {
            if let XmlPiece::Open(tag) = piece
                && tag.name() == "table"
            {
                let area = tag.text("ref");
                let name = tag.text("displayName");
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
    let text = archive.text(&path)?;
    Ok(["<v>", "<is>", ":v>", ":is>"].iter().any(|tag| text.contains(tag)))
}

/// How each style shows a number.
fn styles(text: &str, book: &mut ExcelBook) -> Result<(), Trouble> {
    let mut inside = false;
    walk(text, |piece| {
        match piece {
            XmlPiece::Open(tag) if tag.name() == "numFmt" => {
                let code = tag.text("formatCode");
                if let Some(id) = tag.number("numFmtId") {
                    book.codes.insert(id.into(), NumberFormat::parse(&code));
                }
            }
            XmlPiece::Open(tag) if tag.name() == "cellXfs" => inside = true,
            XmlPiece::Close("cellXfs") => inside = false,
            XmlPiece::Open(tag) if inside && tag.name() == "xf" => {
                book.add_style(tag.number("numFmtId").unwrap_or(0).into());
            }
            _ => {}
        }
        Ok(())
    })
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
fn shared_words(text: &str, rich: bool, shared: &mut SharedWords) -> Result<(), Trouble> {
    let mut words = String::new();
    let mut reader = WordReader { rich, ..WordReader::default() };
    walk(text, |piece| {
        reader.piece(&piece, &mut words)?;
        if let XmlPiece::Close("si") = piece {
            shared.push(&unescape(&words), reader.finish());
            words.clear();
        }
        Ok(())
    })
}

/// A cell whose end is not reached yet.
struct Open {
    row: u32,
    column: u32,
    style: u32,
    kind: String,
    value: String,
    formula: bool,
    is_plain: bool,
}

fn read_cells(text: &str, rich: bool, mut sheet: ExcelSheet<'_>) -> Result<WorkbookSheet, Trouble> {
    let (mut row, mut column) = (0, 0);
    let mut cell: Option<Open> = None;
    let (mut shown, mut hidden) = (false, false);
    let mut inline = WordReader { rich, ..WordReader::default() };
    walk(text, |piece| {
        if let Some(cell) = &mut cell {
            inline.piece(&piece, &mut cell.value)?;
        }
        match piece {
            XmlPiece::Open(tag) => match tag.name() {
                "row" => {
                    hidden = tag.is_true("hidden");
                    row = tag.number("r").map_or(row, |r| r.saturating_sub(1));
                    column = 0;
                }
                "c" => {
                    let place = tag.get("r").and_then(|name| position(&name));
                    (row, column) = place.unwrap_or((row, column));
                    cell = Some(Open {
                        row,
                        column,
                        style: tag.number("s").unwrap_or(0),
                        kind: tag.text("t"),
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
                    let area = tag.text("ref");
                    if let Some((from, to)) = area.split_once(':')
                        && let (Some(from), Some(to)) = (position(from), position(to))
                    {
                        sheet.merged.insert(from, to);
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
                        cell.put(&mut sheet, hidden)?;
                    }
                    column = column.saturating_add(1);
                }
                "row" => row = row.saturating_add(1),
                _ => {}
            },
        }
        Ok(())
    })?;
    Ok(sheet.finish())
}

impl Open {
    fn put(self, sheet: &mut ExcelSheet<'_>, hidden: bool) -> Result<(), Trouble> {
        let Open { row, column, style, kind, value, formula, is_plain } = self;
        if row >= MOST_ROWS || column >= MOST_COLUMNS {
            let place = cell_name(row, column);
            return Err(Trouble::Damaged(format!("it has a cell `{place}`")));
        }
        let value = match (kind.as_str(), value.trim()) {
            ("str", _) => CellValue::Text(unescape(&value)),
            // A formula may give an empty text, but no empty number.
            (_, "") if formula => CellValue::Missing,
            ("inlineStr", _) if is_plain => CellValue::Plain(unescape(&value)),
            ("inlineStr", _) => CellValue::Text(unescape(&value)),
            (_, "") => CellValue::Text(String::new()),
            ("s", at) => CellValue::Shared(at.parse().unwrap_or(u64::MAX)),
            ("b", "1" | "true") => CellValue::Boolean(1),
            ("b", "0" | "false") => CellValue::Boolean(0),
            ("b" | "e", _) => CellValue::Text(value),
            ("d", _) => CellValue::Date(value),
            (_, number) => match number.parse::<f64>() {
                Ok(number) if number.is_finite() => CellValue::Number(number),
                _ => CellValue::Text(value),
            },
        };
        sheet.put((row, column), style, value, hidden)
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
