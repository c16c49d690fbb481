//! Reads a sheet of a workbook of Excel 97 to 2003 (xls): \[MS-XLS\]. Bytes come in; a [`WorkbookSheet`] goes out. Called by
//! `open`.

use std::collections::BTreeSet;
use std::io::{Cursor, Read};

use cfb::CompoundFile;

use super::excel::{CellValue, ExcelBook, ExcelSheet, Record, cut_short};
use super::number::NumberFormat;
use super::workbook::{Trouble, Wish, WorkbookSheet};

/// Kinds of records.
const FORMULA: u64 = 0x0006;
const END: u64 = 0x000A;
const SINCE_1904: u64 = 0x0022;
const ENCRYPTION: u64 = 0x002F;
const SHEET: u64 = 0x0085;
const RK_ROW: u64 = 0x00BD;
const RICH_TEXT: u64 = 0x00D6;
const STYLE: u64 = 0x00E0;
const MERGED: u64 = 0x00E5;
const SHARED_WORDS: u64 = 0x00FC;
const SHARED: u64 = 0x00FD;
const NUMBER: u64 = 0x0203;
const TEXT: u64 = 0x0204;
const BOOLEAN_OR_ERROR: u64 = 0x0205;
const FORMULA_TEXT: u64 = 0x0207;
const ROW: u64 = 0x0208;
const RK: u64 = 0x027E;
const FORMAT: u64 = 0x041E;
const BEGIN: u64 = 0x0809;

/// The version of the format.
const EXCEL_97: [u8; 2] = [0, 6];

/// Reads the sheet of that name, or the only one.
///
/// # Errors
/// When it is damaged or too large, is protected by a password, or there is no such sheet.
pub fn read_xls(bytes: &[u8], wish: Wish<'_>) -> Result<WorkbookSheet, Trouble> {
    let stream = stream(bytes)?;
    let mut book = ExcelBook::default();
    let mut sheets = Vec::new();
    let mut rest = stream.as_slice();
    loop {
        let (kind, mut record) = Record::next(&mut rest)?;
        match kind {
            END => break,
            ENCRYPTION => return Err(Trouble::Password),
            SINCE_1904 => book.since_1904 = record.number(2)? == 1,
            FORMAT => {
                let id = record.number(2)?;
                if let Ok((code, _)) = text(&mut record) {
                    book.codes.insert(id, NumberFormat::parse(&code));
                }
            }
            STYLE => book.add_style(record.number(4)? >> 16),
            SHARED_WORDS => {
                // How many there are: some programs count wrongly.
                record.number(8)?;
                while let Ok((words, is_styled)) = text(&mut record) {
                    book.words.push(&words, is_styled);
                }
            }
            SHEET => {
                let (start, state) = (record.number(4)?, record.byte()?);
                let is_of_cells = record.byte()? == 0;
                let (signs, flags) = (record.byte()?, record.byte()?);
                let name = record.words(signs.into(), flags)?;
                if is_of_cells {
                    sheets.push((name, start as usize, state & 3 == 0));
                }
            }
            _ => {}
        }
    }
    book.read(&sheets, wish, |start, sheet| fill(stream.get(*start..).unwrap_or_default(), sheet))
}

/// The part of the file that holds the workbook.
fn stream(bytes: &[u8]) -> Result<Vec<u8>, Trouble> {
    let damaged = |_| cut_short();
    let mut file = CompoundFile::open(Cursor::new(bytes)).map_err(damaged)?;
    let name = ["Workbook", "Book"].into_iter().find(|n| file.exists(n));
    let mut stream = Vec::new();
    if let Some(name) = name {
        let mut part = file.open_stream(name).map_err(damaged)?.take(bytes.len() as u64);
        part.read_to_end(&mut stream).map_err(damaged)?;
    }
    // The version stands behind the kind and the length of the first record.
    if stream.get(4..6) != Some(&EXCEL_97) {
        return Err(Trouble::Foreign("a workbook of Excel 95 or older, or another document"));
    }
    Ok(stream)
}

/// A text, and whether its words differ in their style.
fn text(record: &mut Record<'_>) -> Result<(String, bool), Trouble> {
    let (signs, flags) = (record.number(2)?, record.byte()?);
    let styles = if flags & 8 == 0 { 0 } else { record.number(2)? };
    let phonetic = if flags & 4 == 0 { 0 } else { record.number(4)? };
    let words = record.words(signs, flags)?;
    for _ in 0..4 * styles + phonetic {
        record.byte()?;
    }
    Ok((words, styles > 0))
}

/// Reads the cells of the sheet that begins where `rest` does.
fn fill(mut rest: &[u8], sheet: &mut ExcelSheet<'_>) -> Result<(), Trouble> {
    let mut hidden = BTreeSet::new();
    let mut depth = 0;
    let (mut place, mut style) = ((0, 0), 0);
    loop {
        let (kind, mut record) = Record::next(&mut rest)?;
        match kind {
            BEGIN => depth += 1,
            END if depth < 2 => return Ok(()),
            END => depth -= 1,
            // A chart among the cells has records of the same kinds.
            _ if depth > 1 => {}
            ROW => {
                let row = record.place(2)?;
                record.number(8)?;
                if record.number(4)? & 0x20_0000 != 0 {
                    hidden.insert(row);
                }
            }
            MERGED => {
                for _ in 0..record.number(2)? {
                    sheet.merge(&mut record, 2)?;
                }
            }
            FORMULA_TEXT => {
                // An empty one may lack its flags.
                let words = text(&mut record).unwrap_or_default().0;
                let is_hidden = hidden.contains(&place.0);
                sheet.put(place, style, CellValue::Text(words), is_hidden)?;
            }
            FORMULA | RK_ROW | RICH_TEXT | SHARED | NUMBER | TEXT | BOOLEAN_OR_ERROR | RK => {
                place = (record.place(2)?, record.place(2)?);
                loop {
                    style = record.place(2)?;
                    let value = match kind {
                        NUMBER => CellValue::Number(f64::from_bits(record.number(8)?)),
                        SHARED => CellValue::Shared(record.number(4)?),
                        RK | RK_ROW => record.rk()?,
                        TEXT | RICH_TEXT => CellValue::Text(text(&mut record)?.0),
                        FORMULA => formula_value(record.number(8)?),
                        _ => code(record.byte()?, record.byte()? == 1),
                    };
                    sheet.put(place, style, value, hidden.contains(&place.0))?;
                    // The last column stands behind the cells.
                    if kind != RK_ROW || record.now.len() <= 2 {
                        break;
                    }
                    place.1 += 1;
                }
            }
            _ => {}
        }
    }
}

fn code(value: u8, is_error: bool) -> CellValue {
    if is_error { CellValue::Error(value) } else { CellValue::Boolean(value) }
}

/// What a formula gave when the workbook was saved; nothing when it is a text, which follows in a record of its own.
fn formula_value(bits: u64) -> CellValue {
    match bits & 0xFF {
        _ if bits >> 48 != 0xFFFF => CellValue::Number(f64::from_bits(bits)),
        kind @ 1..=2 => code((bits >> 16) as u8, kind == 2),
        _ => CellValue::Text(String::new()),
    }
}
