//! The cells of a spreadsheet, whatever file they came from: lines of cells with their positions. Filled by `csv` and
//! `workbook`; read by `sheet_reading` and `text_files`.

use crate::source::{FileId, Span};

/// The filled cells of a sheet. Lines without any are left out.
#[derive(Debug, Clone)]
pub struct CellGrid {
    pub file: FileId,
    pub lines: Vec<CellLine>,
    /// Rows that a spreadsheet doesn't show, which are left out.
    pub hidden: Vec<u32>,
}

/// A line of a sheet; with line breaks in cells it is several of a CSV file.
#[derive(Debug, Clone)]
pub struct CellLine {
    /// The filled cells, from left to right.
    pub cells: Vec<GridCell>,
    /// How many cells are written in it, empty ones included; `None` in a workbook, which writes no empty ones.
    pub written: Option<usize>,
    /// The bytes of the file at which it begins and ends.
    pub start: usize,
    pub end: usize,
}

/// A filled cell.
#[derive(Debug, Clone)]
pub struct GridCell {
    /// Its column, counted from 0.
    pub column: usize,
    /// Its words as people see them.
    pub text: String,
    /// The byte of the file at which it begins, its quote included.
    pub start: usize,
    /// Whether it is quoted, with each quote in it doubled.
    pub quoted: bool,
    pub note: Option<CellNote>,
}

/// What is odd about a cell of a workbook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellNote {
    /// A date or a time.
    Date,
    /// A formula whose value the file does not hold.
    NoValue,
    /// It covers the cells up to the one of that name, `C7`, in that column; `is_tall`: also in rows below.
    Merged { to: String, column: usize, is_tall: bool },
    /// Some of its words were bold, italic or in a colour.
    Plain,
}

impl GridCell {
    /// Bytes of the file that it takes up.
    pub fn len(&self) -> usize {
        let quotes = 2 + self.text.matches('"').count();
        self.text.len() + if self.quoted { quotes } else { 0 }
    }

    pub fn span(&self, file: FileId) -> Span {
        Span::new(file, self.start..self.start + self.len())
    }

    /// The position in the file of a byte of the text.
    pub fn place(&self, at: usize) -> usize {
        let before = self.text.get(..at).unwrap_or(&self.text);
        let quotes = 1 + before.matches('"').count();
        self.start + at + if self.quoted { quotes } else { 0 }
    }
}

impl CellLine {
    /// The only filled cell, when it is in the first column.
    pub fn alone(&self) -> Option<&GridCell> {
        match self.cells.as_slice() {
            [cell] if cell.column == 0 => Some(cell),
            _ => None,
        }
    }

    /// Whether it is a line above the header: `#` and words, or the line in which a spreadsheet names the delimiter.
    pub fn is_head(&self) -> bool {
        let known = |c: &GridCell| c.text.starts_with('#') || c.text.starts_with("sep=");
        self.alone().is_some_and(known)
    }

    /// Where the line begins: its first cell, when that is filled.
    pub fn span(&self, file: FileId) -> Span {
        match self.cells.first() {
            Some(cell) if cell.start == self.start => cell.span(file),
            _ => Span::new(file, self.start..self.start),
        }
    }
}
