//! Reads a sheet of a binary workbook of Excel (xlsb): \[MS-XLSB\]. An archive comes in; a [`WorkbookSheet`] goes out. Called by
//! `open`.

use super::archive::Archive;
use super::excel::{CellValue, ExcelBook, Record, cut_short};
use super::number::NumberFormat;
use super::workbook::{Trouble, Wish, WorkbookSheet};
use super::xlsx::links;

/// Kinds of records. Those of cells are 2 to 11: formulas from 8 on.
const ROW: u64 = 0;
const RK: u64 = 2;
const SHARED: u64 = 7;
const SHARED_WORDS: u64 = 0x13;
const FORMAT: u64 = 0x2C;
const STYLE: u64 = 0x2F;
const SETTINGS: u64 = 0x99;
const SHEET: u64 = 0x9C;
const MERGED: u64 = 0xB0;
const STYLES: u64 = 0x269;
const STYLES_END: u64 = 0x26A;

/// Reads the sheet of that name, or the only one.
///
/// # Errors
/// When it is damaged or too large, or there is no such sheet.
pub fn read_xlsb(archive: &mut Archive<'_>, wish: Wish<'_>) -> Result<WorkbookSheet, Trouble> {
    let links = links(archive, "xl/_rels/workbook.bin.rels", "xl")?;
    let mut book = ExcelBook::default();
    let mut sheets = Vec::new();
    records(archive, "xl/workbook.bin", |kind, record| {
        match kind {
            SETTINGS => book.since_1904 = record.number(4)? & 1 == 1,
            SHEET => {
                let (state, _) = (record.number(4)?, record.number(4)?);
                let (link, name) = (text(record)?, text(record)?);
                let link = links.iter().find(|l| l.id == link && l.kind == "worksheet");
                sheets.extend(link.map(|link| (name, &link.path, state == 0)));
            }
            _ => {}
        }
        Ok(())
    })?;
    for link in &links {
        let mut inside = false;
        match link.kind.as_str() {
            "sharedStrings" | "styles" => records(archive, &link.path, |kind, record| {
                match kind {
                    SHARED_WORDS => {
                        let is_styled = record.byte()? & 1 == 1;
                        book.words.push(&text(record)?, is_styled);
                    }
                    FORMAT => {
                        let id = record.number(2)?;
                        book.codes.insert(id, NumberFormat::parse(&text(record)?));
                    }
                    STYLES => inside = true,
                    STYLES_END => inside = false,
                    STYLE if inside => book.add_style(record.number(4)? >> 16),
                    _ => {}
                }
                Ok(())
            })?,
            _ => {}
        }
    }
    book.read(&sheets, wish, |path, sheet| {
        let (mut row, mut hidden) = (0, false);
        records(archive, path, |kind, record| {
            match kind {
                ROW => {
                    row = record.place(4)?;
                    record.number(6)?;
                    hidden = record.number(2)? & 0x1000 != 0;
                }
                RK..=11 => {
                    let (column, style) = (record.place(4)?, record.place(4)? & 0xFF_FFFF);
                    let value = match kind {
                        RK => record.rk()?,
                        3 | 11 => CellValue::Error(record.byte()?),
                        4 | 10 => CellValue::Boolean(record.byte()?),
                        5 | 9 => CellValue::Number(f64::from_bits(record.number(8)?)),
                        SHARED => CellValue::Shared(record.number(4)?),
                        _ => CellValue::Text(text(record)?),
                    };
                    sheet.put((row, column), style, value, hidden)?;
                }
                MERGED => sheet.merge(record, 4)?,
                _ => {}
            }
            Ok(())
        })
    })
}

/// Calls `each` for every record of a file in the archive.
fn records(
    archive: &mut Archive<'_>,
    path: &str,
    mut each: impl FnMut(u64, &mut Record<'_>) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let missing = || Trouble::Damaged(format!("`{path}` is not in it"));
    let bytes = archive.bytes(path)?.ok_or_else(missing)?;
    let behind: &[u8] = &[];
    let mut rest = Record { now: &bytes, behind };
    while !rest.now.is_empty() {
        let (kind, length) = (number(&mut rest, 2)?, number(&mut rest, 4)?);
        let (now, after) = rest.now.split_at_checked(length as usize).ok_or_else(cut_short)?;
        rest.now = after;
        each(kind, &mut Record { now, behind })?;
    }
    Ok(())
}

/// A number in seven bits a byte, the lowest first; the eighth says that there are more.
fn number(record: &mut Record<'_>, most: u32) -> Result<u64, Trouble> {
    let mut number = 0;
    for at in 0..most {
        let byte = record.byte()?;
        number |= u64::from(byte & 0x7F) << (7 * at);
        if byte < 0x80 {
            break;
        }
    }
    Ok(number)
}

fn text(record: &mut Record<'_>) -> Result<String, Trouble> {
    let signs = record.number(4)?;
    record.words(signs, 1)
}
