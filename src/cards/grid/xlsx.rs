//! Reads a sheet of an Excel workbook (xlsx, xlsm): ECMA-376, part 1, chapter 18. An archive comes in; a [`WorkbookSheet`] goes
//! out. Called by `open`.

use std::collections::HashMap;

use super::archive::Archive;
use super::cells::CellNote;
use super::number::NumberFormat;
use super::workbook::{Filled, Trouble, WorkbookSheet, cell_name, choose};
use super::xml::{Tag, XmlPiece, walk};

/// Rows and columns that a sheet of a spreadsheet program may have.
const MOST_ROWS: u32 = 1 << 20;
const MOST_COLUMNS: u32 = 1 << 14;

/// Reads the sheet of that name, or the only one.
///
/// # Errors
/// When it is damaged or too large, or there is no such sheet.
pub fn read_xlsx(
    archive: &mut Archive<'_>,
    wanted: Option<&str>,
) -> Result<WorkbookSheet, Trouble> {
    let book = match target(archive, "_rels/.rels", "", "officeDocument")? {
        Some(path) => path,
        None => "xl/workbook.xml".to_owned(),
    };
    let (folder, file) = book.rsplit_once('/').unwrap_or(("", &book));
    let links = links(archive, &format!("{folder}/_rels/{file}.rels"), folder)?;
    let text = archive.text(&book)?;
    let (sheets, since_1904) = sheets(&text.unwrap_or_default())?;
    let path = |id: &str| links.iter().find(|l| l.id == id).map(|l| l.path.clone());
    let mut there = Vec::new();
    for (name, id, seen) in &sheets {
        // Only when there is a choice is it asked whether a sheet is empty.
        let seen = *seen && (sheets.len() == 1 || wanted.is_some() || filled(archive, path(id))?);
        there.push((name.clone(), seen));
    }
    let chosen = choose(wanted, &there)?;
    let part = |kind: &str| {
        links
            .iter()
            .find(|l| l.kind == kind)
            .map(|l| l.path.clone())
    };
    let formats = match part("styles") {
        Some(path) => formats(&archive.text(&path)?.unwrap_or_default())?,
        None => Vec::new(),
    };
    let words = match part("sharedStrings") {
        Some(path) => SharedWords::read(&archive.text(&path)?.unwrap_or_default())?,
        None => SharedWords::default(),
    };
    let (name, id, _) = &sheets[chosen];
    let missing = || Trouble::Damaged(format!("the sheet `{name}` is not in it"));
    let text = archive.text(&path(id).ok_or_else(missing)?)?;
    let reading = Reading {
        sheet: WorkbookSheet::new(name),
        words,
        formats,
        since_1904,
    };
    reading.read(&text.ok_or_else(missing)?)
}

/// A file that another refers to.
struct Link {
    id: String,
    /// The last part of its type: "worksheet".
    kind: String,
    path: String,
}

fn links(archive: &mut Archive<'_>, name: &str, folder: &str) -> Result<Vec<Link>, Trouble> {
    let name = name.trim_start_matches('/');
    let text = archive.text(name)?.unwrap_or_default();
    let mut links = Vec::new();
    walk(&text, |piece| {
        if let XmlPiece::Open(tag) = piece
            && tag.name() == "Relationship"
        {
            let get = |name: &str| tag.get(name).unwrap_or_default();
            let kind = get("Type");
            let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
            let target = get("Target");
            let path = match target.strip_prefix('/') {
                Some(whole) => whole.to_owned(),
                None => format!("{folder}/{target}")
                    .trim_start_matches('/')
                    .to_owned(),
            };
            let id = get("Id");
            links.push(Link { id, kind, path });
        }
        Ok::<_, Trouble>(())
    })?;
    Ok(links)
}

fn target(
    archive: &mut Archive<'_>,
    name: &str,
    folder: &str,
    kind: &str,
) -> Result<Option<String>, Trouble> {
    let links = links(archive, name, folder)?;
    let found = links.into_iter().find(|link| link.kind == kind);
    Ok(found.map(|link| link.path))
}

/// Name, link and whether it can be seen, of each sheet; whether days are counted from 1904.
type Sheets = (Vec<(String, String, bool)>, bool);

fn sheets(text: &str) -> Result<Sheets, Trouble> {
    let (mut sheets, mut since_1904) = (Vec::new(), false);
    walk(text, |piece| {
        let XmlPiece::Open(tag) = piece else {
            return Ok::<_, Trouble>(());
        };
        match tag.name() {
            "sheet" => sheets.push((
                tag.get("name").unwrap_or_default(),
                tag.get_prefixed("id").unwrap_or_default(),
                tag.get("state").is_none_or(|state| state == "visible"),
            )),
            "workbookPr" => {
                let value = tag.get("date1904");
                since_1904 |= value.is_some_and(|v| v == "1" || v == "true");
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok((sheets, since_1904))
}

/// Whether a sheet holds a cell with something in it.
fn filled(archive: &mut Archive<'_>, path: Option<String>) -> Result<bool, Trouble> {
    let Some(path) = path else { return Ok(false) };
    let text = archive.text(&path)?.unwrap_or_default();
    Ok(["<v>", "<is>", ":v>", ":is>"]
        .iter()
        .any(|tag| text.contains(tag)))
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
                let own = codes.get(&id).cloned();
                formats.push(own.unwrap_or_else(|| NumberFormat::built_in(id)));
            }
            _ => {}
        }
        Ok::<_, Trouble>(())
    })?;
    Ok(formats)
}

fn number(tag: &Tag<'_>, name: &str) -> Option<u32> {
    tag.get(name)?.trim().parse().ok()
}

/// The words that cells refer to by their number, in one text: many short ones take no more room than they are long.
#[derive(Default)]
struct SharedWords {
    text: String,
    ends: Vec<usize>,
}

impl SharedWords {
    fn read(text: &str) -> Result<Self, Trouble> {
        let mut words = SharedWords::default();
        let (mut shown, mut phonetic) = (false, false);
        walk(text, |piece| {
            match piece {
                XmlPiece::Open(tag) => match tag.name() {
                    "t" => shown = !phonetic,
                    // Skip phonetic guides.
                    "rPh" => phonetic = true,
                    _ => {}
                },
                XmlPiece::Close("t") => shown = false,
                XmlPiece::Close("rPh") => phonetic = false,
                XmlPiece::Close("si") => words.ends.push(words.text.len()),
                XmlPiece::Text(piece) if shown => words.text.push_str(&piece),
                _ => {}
            }
            Ok::<_, Trouble>(())
        })?;
        Ok(words)
    }

    fn get(&self, at: usize) -> Option<&str> {
        let end = *self.ends.get(at)?;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.text.get(start..end)
    }
}

/// A cell whose end is not reached yet.
struct Open {
    row: u32,
    column: u32,
    style: usize,
    kind: String,
    value: String,
    formula: bool,
}

struct Reading {
    sheet: WorkbookSheet,
    words: SharedWords,
    formats: Vec<NumberFormat>,
    since_1904: bool,
}

impl Reading {
    fn read(mut self, text: &str) -> Result<WorkbookSheet, Trouble> {
        let (mut row, mut column) = (0, 0);
        let mut cell: Option<Open> = None;
        let (mut shown, mut phonetic) = (false, false);
        let mut merged = HashMap::new();
        walk(text, |piece| {
            match piece {
                XmlPiece::Open(tag) => match tag.name() {
                    "row" => {
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
                        });
                    }
                    "v" | "t" => shown = !phonetic,
                    "rPh" => phonetic = true,
                    "f" => {
                        if let Some(cell) = &mut cell {
                            cell.formula = true;
                        }
                    }
                    "mergeCell" => {
                        let area = tag.get("ref").unwrap_or_default();
                        if let Some((from, to)) = area.split_once(':')
                            && let (Some(from), Some(_)) = (position(from), position(to))
                        {
                            merged.insert(from, to.to_owned());
                        }
                    }
                    _ => {}
                },
                XmlPiece::Text(words) => {
                    if let Some(cell) = cell.as_mut().filter(|_| shown) {
                        cell.value.push_str(&words);
                    }
                }
                XmlPiece::Close(name) => match name {
                    "v" | "t" => shown = false,
                    "rPh" => phonetic = false,
                    "c" => {
                        if let Some(cell) = cell.take() {
                            self.put(cell)?;
                        }
                        column = column.saturating_add(1);
                    }
                    "row" => row = row.saturating_add(1),
                    _ => {}
                },
            }
            Ok::<_, Trouble>(())
        })?;
        for cell in self.sheet.cells_mut() {
            if let Some(to) = merged.remove(&(cell.row, cell.column)) {
                cell.note = Some(CellNote::Merged(to));
            }
        }
        Ok(self.sheet)
    }

    fn put(&mut self, cell: Open) -> Result<(), Trouble> {
        if cell.row >= MOST_ROWS || cell.column >= MOST_COLUMNS {
            let place = cell_name(cell.row, cell.column);
            return Err(Trouble::Damaged(format!("it has a cell `{place}`")));
        }
        let mut note = None;
        let text = match cell.kind.as_str() {
            "s" => {
                let words = cell.value.trim().parse().ok();
                let words = words.and_then(|at: usize| self.words.get(at));
                let damaged = || {
                    let place = cell_name(cell.row, cell.column);
                    Trouble::Damaged(format!("the words of cell {place} are not in it"))
                };
                match words {
                    Some(words) => unescape(words),
                    None if cell.value.trim().is_empty() => String::new(),
                    None => return Err(damaged()),
                }
            }
            "b" => match cell.value.trim() {
                "1" | "true" => "true".to_owned(),
                "0" | "false" => "false".to_owned(),
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
        self.sheet.push(Filled {
            row: cell.row,
            column: cell.column,
            text,
            note,
        })
    }
}

/// Row and column, from 0, of `C7`.
fn position(name: &str) -> Option<(u32, u32)> {
    let name = name.trim_start_matches('$');
    let letters = name.len()
        - name
            .trim_start_matches(|c: char| c.is_ascii_alphabetic())
            .len();
    let (letters, digits) = name.split_at(letters);
    let mut column: u32 = 0;
    for letter in letters.bytes() {
        let value = u32::from(letter.to_ascii_uppercase() - b'A') + 1;
        column = column.checked_mul(26)?.checked_add(value)?;
    }
    let row: u32 = digits.trim_start_matches('$').parse().ok()?;
    Some((row.checked_sub(1)?, column.checked_sub(1)?))
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
        let code = rest.get(2..6).filter(|_| rest.get(6..7) == Some("_"));
        let code = code.and_then(|hex| u32::from_str_radix(hex, 16).ok());
        let Some(sign) = code.and_then(char::from_u32) else {
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
    fn cells_are_found_by_their_names() {
        assert_eq!(position("A1"), Some((0, 0)));
        assert_eq!(position("$AB$12"), Some((11, 27)));
        for name in ["", "A", "7", "A0", "A-1", "ZZZZZZZZZ1", "A99999999999"] {
            assert_eq!(position(name), None, "{name}");
        }
    }

    #[test]
    fn what_excel_escapes_is_read_as_it_was_typed() {
        assert_eq!(unescape("a_x000D_\nb"), "a\nb");
        assert_eq!(unescape("_x005F_x000D_"), "_x000D_");
        assert_eq!(unescape("my_xbox é_x"), "my_xbox é_x");
    }
}
