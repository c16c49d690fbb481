//! Keeps the texts that were read. A text comes in, a [`FileId`] goes out; a [`Span`] in it is turned into a path, a line and
//! a column when a diagnostic is shown.

use std::sync::{Arc, OnceLock};

/// A file that was read, by its place in [`Files`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FileId(u32);

/// A range of bytes in one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// The bytes `range` of `file`. Files of 4 GiB and more are cut off at that.
    pub fn new(file: FileId, range: std::ops::Range<usize>) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { file, start: clamp(range.start), end: clamp(range.end) }
    }

    pub fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A span in lines and columns, counted from 1, columns in characters. The end is the place after the last character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
}

/// Where a cell of a workbook stands: the byte of the text at which its words begin, its row and column from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellPlace {
    pub start: u32,
    pub row: u32,
    pub column: u32,
}

/// A workbook's sheet, whose text is the words of its cells, one below the other.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Workbook {
    sheet: String,
    /// In the order of their bytes.
    cells: Vec<CellPlace>,
}

#[derive(Debug, Clone)]
struct File {
    path: String,
    text: Arc<str>,
    workbook: Option<Arc<Workbook>>,
    /// The bytes at which its lines begin, found out when first asked for.
    lines: OnceLock<Vec<u32>>,
}

/// Every text that was read in this run. Grows only, so that spans stay good.
#[derive(Debug, Clone, Default)]
pub struct Files {
    files: Vec<File>,
    /// Bytes of all sheets that were read, unpacked.
    pub sheet_bytes: u64,
}

impl Files {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text and gives the id by which spans name it: the same one when the file was read before, so that what is
    /// found twice in it is one diagnostic.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        self.put(path.into(), text.into(), None)
    }

    /// As [`Files::add`], for a sheet of a workbook: `text` is the words of its cells, and `cells` says where they stand.
    pub fn add_sheet(
        &mut self,
        path: impl Into<String>,
        sheet: impl Into<String>,
        text: impl Into<Arc<str>>,
        cells: Vec<CellPlace>,
    ) -> FileId {
        let sheet = sheet.into();
        let workbook = Arc::new(Workbook { sheet, cells });
        self.put(path.into(), text.into(), Some(workbook))
    }

    fn put(&mut self, path: String, text: Arc<str>, workbook: Option<Arc<Workbook>>) -> FileId {
        let same =
            |file: &File| file.path == path && file.text == text && file.workbook == workbook;
        let at = self.files.iter().position(same).unwrap_or_else(|| {
            self.files.push(File { path, text, workbook, lines: OnceLock::new() });
            self.files.len() - 1
        });
        FileId(u32::try_from(at).unwrap_or(u32::MAX))
    }

    pub fn path(&self, id: FileId) -> &str {
        &self.file(id).path
    }

    pub fn text(&self, id: FileId) -> &Arc<str> {
        &self.file(id).text
    }

    /// Line and column of the start of `span`, both counted from 1, the column in characters. Row and column of a cell,
    /// for a workbook.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        self.at(span.file, span.start)
    }

    /// Lines and columns of the start and the end of `span`; the whole cell, for a workbook.
    pub fn region(&self, span: Span) -> Region {
        let (line, column) = self.at(span.file, span.start);
        let (end_line, end_column) = match self.cell_at(span) {
            Some(_) => (line, column + 1),
            None => self.at(span.file, span.end.max(span.start)),
        };
        Region { line, column, end_line, end_column }
    }

    /// The cell of a workbook that a span lies in, as its program calls it: `Heroes!C7`.
    pub fn cell(&self, span: Span) -> Option<String> {
        let cell = self.cell_at(span)?;
        let sheet = &self.file(span.file).workbook.as_ref()?.sheet;
        let plain = |c: char| c.is_alphanumeric() || c == '_';
        let sheet = if sheet.chars().all(plain) {
            sheet.clone()
        } else {
            format!("'{}'", sheet.replace('\'', "''"))
        };
        Some(format!("{sheet}!{}{}", column_letters(cell.column), cell.row))
    }

    /// The sheet of a workbook whose words a text is.
    pub fn sheet(&self, id: FileId) -> Option<&str> {
        Some(&self.file(id).workbook.as_ref()?.sheet)
    }

    fn cell_at(&self, span: Span) -> Option<CellPlace> {
        let workbook = self.file(span.file).workbook.as_ref()?;
        let after = workbook.cells.partition_point(|c| c.start <= span.start);
        workbook.cells.get(after.saturating_sub(1)).copied()
    }

    fn file(&self, id: FileId) -> &File {
        &self.files[id.0 as usize]
    }

    /// The bytes at which the lines of a text begin.
    pub(super) fn line_starts(&self, id: FileId) -> &[u32] {
        let file = self.file(id);
        file.lines.get_or_init(|| {
            // Fits, as a span's bytes do: longer texts are not read.
            std::iter::once(0)
                .chain(
                    file.text.match_indices('\n').filter_map(|(at, _)| u32::try_from(at + 1).ok()),
                )
                .collect()
        })
    }

    /// Line and column of a byte; of the end of the text when there is no such byte.
    fn at(&self, file: FileId, byte: u32) -> (usize, usize) {
        let span = Span { file, start: byte, end: byte };
        if let Some(cell) = self.cell_at(span) {
            return (cell.row as usize, cell.column as usize);
        }
        let text = self.text(file);
        let byte = text.floor_char_boundary((byte as usize).min(text.len()));
        let lines = self.line_starts(file);
        let line = lines.partition_point(|start| *start as usize <= byte);
        let start = lines[line - 1] as usize;
        let column = text[start..byte].chars().count() + 1;
        (line, column)
    }

    /// `path:line:column` of the start of `span`; `path, Sheet!C7` for a workbook.
    pub fn place(&self, span: Span) -> String {
        if let Some(cell) = self.cell(span) {
            return format!("{}, {cell}", self.path(span.file));
        }
        let (line, column) = self.line_column(span);
        format!("{}:{line}:{column}", self.path(span.file))
    }
}

/// The letters of a column, counted from 1: `A`, `Z`, `AA`.
pub fn column_letters(column: u32) -> String {
    let mut letters = Vec::new();
    let mut left = column;
    while left > 0 {
        left -= 1;
        letters.push(b'A' + u8::try_from(left % 26).unwrap_or(0));
        left /= 26;
    }
    letters.into_iter().rev().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_read_again_keeps_its_id() {
        let mut files = Files::new();
        let first = files.add("a.toml", "x = 1");
        assert_eq!(files.add("a.toml", "x = 1"), first);
        assert_ne!(files.add("a.toml", "x = 2"), first);
        assert_ne!(files.add("b.toml", "x = 1"), first);
    }

    #[test]
    fn columns_count_characters_not_bytes() {
        let mut files = Files::new();
        let id = files.add("a.toml", "x = 1\né = 2\n");
        let span = Span::new(id, 9..10);
        assert_eq!(files.place(span), "a.toml:2:3");
    }

    #[test]
    fn a_place_in_a_workbook_is_the_name_of_its_cell() {
        let mut files = Files::new();
        let cell = |start, row, column| CellPlace { start, row, column };
        let cells = vec![cell(0, 3, 1), cell(5, 3, 28)];
        let id = files.add_sheet("a.xlsx", "My Heroes", "Gale\ntwo\nlines\n", cells);
        assert_eq!(files.place(Span::new(id, 0..4)), "a.xlsx, 'My Heroes'!A3");
        assert_eq!(files.place(Span::new(id, 10..12)), "a.xlsx, 'My Heroes'!AB3");
        let region = files.region(Span::new(id, 5..8));
        assert_eq!((region.line, region.column), (3, 28));
        assert_eq!((region.end_line, region.end_column), (3, 29));
        let letters = [1, 26, 27, 52, 702, 703, 16384].map(column_letters);
        assert_eq!(letters, ["A", "Z", "AA", "AZ", "ZZ", "AAA", "XFD"]);
    }
}
