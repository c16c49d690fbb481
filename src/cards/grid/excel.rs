//! What the readers of Excel's workbooks share: a sheet that is filled cell by cell, and, of those that are binary, numbers and text
//! out of the bytes of a record.

use std::collections::HashMap;

use super::cells::CellNote;
use super::number::NumberFormat;
use super::workbook::{
    CellArea, Filled, SharedWords, Trouble, Wish, WorkbookSheet, choose, long_cell, lost_words,
    truth,
};
use super::xlsx::{MOST_COLUMNS, MOST_ROWS};
use crate::cards::bounds::MOST_CELL;

/// Sheets of a workbook, each of which is looked into.
const MOST_SHEETS: usize = 255;

/// The bytes of a record that are not read yet.
#[derive(Clone, Copy)]
pub struct Record<'a> {
    pub now: &'a [u8],
    /// The records behind it, when it may go on there.
    pub behind: &'a [u8],
}

impl<'a> Record<'a> {
    /// Takes the next record, of kind and length in two bytes each, from the front of `rest`.
    ///
    /// # Errors
    /// As all that reads on, when it is cut short.
    pub fn next(rest: &mut &'a [u8]) -> Result<(u64, Self), Trouble> {
        let mut head = Record { now: rest, behind: &[] };
        let (kind, length) = (head.number(2)?, head.number(2)?);
        let (now, behind) = head.now.split_at_checked(length as usize).ok_or_else(cut_short)?;
        *rest = behind;
        Ok((kind, Record { now, behind }))
    }

    pub fn byte(&mut self) -> Result<u8, Trouble> {
        if self.now.is_empty() && !self.behind.is_empty() {
            let (kind, record) = Record::next(&mut self.behind)?;
            // Any other kind begins something else.
            self.now = if kind == 0x003C { record.now } else { &[] };
        }
        let (byte, now) = self.now.split_first().ok_or_else(cut_short)?;
        self.now = now;
        Ok(*byte)
    }

    /// A number, its lowest byte first.
    pub fn number(&mut self, bytes: u32) -> Result<u64, Trouble> {
        (0..bytes).try_fold(0, |number, at| Ok(number | u64::from(self.byte()?) << (8 * at)))
    }

    /// As [`Record::number`], of four bytes at most.
    pub fn place(&mut self, bytes: u32) -> Result<u32, Trouble> {
        Ok(self.number(bytes)? as u32)
    }

    /// A number in four bytes (`RkNumber`): the upper half of a float or a whole number, perhaps times 100.
    pub fn rk(&mut self) -> Result<CellValue, Trouble> {
        let code = self.place(4)?;
        let number = if code & 2 == 0 {
            f64::from_bits(u64::from(code & !3) << 32)
        } else {
            f64::from(code.cast_signed() >> 2)
        };
        Ok(CellValue::Number(match code & 1 {
            0 => number,
            _ => number / 100.0,
        }))
    }

    /// Words in UTF-16; if the lowest bit of `flags` is not set, the upper byte of each sign is left out.
    pub fn words(&mut self, signs: u64, mut flags: u8) -> Result<String, Trouble> {
        let mut words = Vec::new();
        if signs > MOST_CELL as u64 {
            return Err(long_cell());
        }
        for _ in 0..signs {
            if self.now.is_empty() {
                flags = self.byte()?;
            }
            words.push(self.number(1 + u32::from(flags & 1))? as u16);
        }
        Ok(String::from_utf16_lossy(&words))
    }
}

pub fn cut_short() -> Trouble {
    Trouble::Damaged("it is cut short or damaged".to_owned())
}

/// What a cell holds.
pub enum CellValue {
    Number(f64),
    Text(String),
    /// The number of words that cells share.
    Shared(u64),
    Boolean(u8),
    /// The code of an error, such as that of `#N/A`.
    Error(u8),
    /// A date that is written in words.
    Date(String),
    /// Words that lost their style.
    Plain(String),
    /// The value of a formula, which the file does not hold.
    Missing,
}

/// What a workbook holds besides its sheets.
#[derive(Default)]
pub struct ExcelBook {
    pub words: SharedWords,
    /// Formats that the workbook brings, by their numbers.
    pub codes: HashMap<u64, NumberFormat>,
    /// How each style shows a number.
    pub formats: Vec<NumberFormat>,
    /// Whether days are counted from 1904.
    pub since_1904: bool,
}

impl ExcelBook {
    /// Adds the next style, whose format has that number.
    pub fn add_style(&mut self, id: u64) {
        let own = self.codes.get(&id).cloned();
        self.formats.push(own.unwrap_or_else(|| NumberFormat::built_in(id as u32)));
    }

    /// Reads the sheet that is wanted: `fill` calls what [`ExcelSheet`] has for each of its cells. `sheets`: their names, where they
    /// are, and whether they can be seen.
    pub fn read<P>(
        &self,
        sheets: &[(String, P, bool)],
        wish: Wish<'_>,
        mut fill: impl FnMut(&P, &mut ExcelSheet<'_>) -> Result<(), Trouble>,
    ) -> Result<WorkbookSheet, Trouble> {
        let mut read = |at: usize, area| {
            let (name, place, _) = &sheets[at];
            let mut sheet = ExcelSheet::new(self, name, area);
            fill(place, &mut sheet)?;
            Ok::<_, Trouble>(sheet.finish())
        };
        if sheets.len() > MOST_SHEETS {
            return Err(Trouble::TooLarge(format!("more than {MOST_SHEETS} sheets")));
        }
        let mut there = Vec::new();
        for (at, (name, _, seen)) in sheets.iter().enumerate() {
            // Only when there is a choice is it asked whether a sheet is empty.
            let is_asked = *seen && sheets.len() > 1;
            let is_empty = is_asked && read(at, None).is_ok_and(|sheet| sheet.is_empty());
            there.push((name.clone(), *seen && !is_empty));
        }
        let (chosen, area) = choose(wish.sheet, &there, &[])?;
        read(chosen, area)
    }
}

/// A sheet that is being filled.
pub struct ExcelSheet<'b> {
    book: &'b ExcelBook,
    sheet: WorkbookSheet,
    /// The cells that cover others, by their places: each with the last cell that it covers.
    pub merged: HashMap<(u32, u32), (u32, u32)>,
}

impl<'b> ExcelSheet<'b> {
    pub fn new(book: &'b ExcelBook, name: &str, area: Option<CellArea>) -> Self {
        let sheet = WorkbookSheet::new(name, area);
        ExcelSheet { book, sheet, merged: HashMap::new() }
    }

    /// The sheet, when all cells are there.
    pub fn finish(mut self) -> WorkbookSheet {
        self.sheet.merge(&self.merged);
        self.sheet
    }

    /// Adds a cell. `style`: the number of its style.
    ///
    /// # Errors
    /// When there are too many, or the words that it refers to are missing.
    pub fn put(
        &mut self,
        (row, column): (u32, u32),
        style: u32,
        value: CellValue,
        hidden: bool,
    ) -> Result<(), Trouble> {
        if row >= MOST_ROWS || column >= MOST_COLUMNS {
            return Err(cut_short());
        }
        let (text, note) = match value {
            CellValue::Number(number) => {
                let general = NumberFormat::built_in(0);
                let format = self.book.formats.get(style as usize).unwrap_or(&general);
                let text = format.show(number, self.book.since_1904);
                (text, format.is_date().then_some(CellNote::Date))
            }
            CellValue::Text(text) => (text, None),
            CellValue::Date(text) => (text, Some(CellNote::Date)),
            CellValue::Plain(text) => (text, Some(CellNote::Plain)),
            CellValue::Missing => (String::new(), Some(CellNote::NoValue)),
            CellValue::Shared(at) => {
                let words = self.book.words.get(at as usize);
                let (words, is_plain) = words.ok_or_else(|| lost_words(row, column))?;
                (words.to_owned(), is_plain.then_some(CellNote::Plain))
            }
            CellValue::Boolean(value) => (truth(value != 0), None),
            CellValue::Error(code) => {
                let text = match code {
                    0 => "#NULL!",
                    7 => "#DIV/0!",
                    15 => "#VALUE!",
                    23 => "#REF!",
                    29 => "#NAME?",
                    36 => "#NUM!",
                    42 => "#N/A",
                    _ => "#ERROR!",
                };
                (text.to_owned(), None)
            }
        };
        self.sheet.push(Filled { row, column, text: text.replace("\r\n", "\n"), note }, hidden)
    }

    /// Reads a merged area: its first and last row, its first and last column, each in that number of bytes.
    pub fn merge(&mut self, record: &mut Record<'_>, bytes: u32) -> Result<(), Trouble> {
        let (top, bottom) = (record.place(bytes)?, record.place(bytes)?);
        let (left, right) = (record.place(bytes)?, record.place(bytes)?);
        self.merged.insert((top, left), (bottom.min(MOST_ROWS), right.min(MOST_COLUMNS)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read, Write};

    use proptest::prelude::*;
    use proptest::sample::Index;
    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipArchive, ZipWriter};

    use super::super::{Wish, read_workbook};
    use crate::source::{Diagnostic, Files};

    const XLS: &[u8] = include_bytes!("../../../tests/sheets/kinds.xls");
    const XLSB: &[u8] = include_bytes!("../../../tests/sheets/kinds.xlsb");

    /// How many lines the sheet has.
    fn lines(bytes: Vec<u8>) -> Result<usize, Diagnostic> {
        let wish = Wish { sheet: Some("Cards"), ..Wish::default() };
        let begun = std::time::Instant::now();
        let grid = read_workbook("cards", bytes, wish, &mut Files::new());
        assert!(begun.elapsed().as_secs() < 5);
        grid.map(|grid| grid.lines.len())
    }

    /// The xlsb with the bytes of each file in it changed, before they are packed.
    fn changed_archive(change: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
        let mut archive = ZipArchive::new(Cursor::new(XLSB)).unwrap();
        let mut changed = ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        for at in 0..archive.len() {
            let mut file = archive.by_index(at).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            change(&mut bytes);
            changed.start_file(file.name().unwrap(), options).unwrap();
            changed.write_all(&bytes).unwrap();
        }
        changed.finish().unwrap().into_inner()
    }

    #[test]
    fn a_workbook_that_is_cut_short_is_refused() {
        for whole in [XLS, XLSB] {
            assert_eq!(lines(whole.to_vec()).unwrap(), 6);
            for end in (8..whole.len() / 2).step_by(101) {
                let fault = lines(whole[..end].to_vec()).unwrap_err();
                assert!(fault.message.contains("cut short"), "{}", fault.message);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]

        #[test]
        fn changed_bytes_are_read_or_refused(
            changes in prop::collection::vec((any::<Index>(), any::<u8>()), 1..6),
            end: Index,
            is_cut: bool,
        ) {
            let change = |bytes: &mut Vec<u8>| {
                for (at, byte) in &changes {
                    let at = at.index(bytes.len());
                    bytes[at] = *byte;
                }
                if is_cut {
                    bytes.truncate(end.index(bytes.len()));
                }
            };
            for mut bytes in [XLS.to_vec(), XLSB.to_vec()] {
                change(&mut bytes);
                // Either will do.
                _ = lines(bytes);
            }
            _ = lines(changed_archive(change));
        }
    }
}
