//! The parts of a long text (paragraphs, headings, list items, tables), and the words of a part while they are read.
//! `commonmark` makes them, `flow` sets them.

use std::ops::Range;

use super::markup::{LINE_BREAK, STAND_IN};
use super::{Align, Rich};

/// What a part of a flowing text is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartKind {
    Title,
    Heading,
    Subheading,
    Paragraph,
    /// A paragraph of a list; the first of an item has what stands before it: "•", "3.".
    Item(Option<String>),
    Table(TextTable),
    /// A line across the column.
    Rule,
}

/// A table: how its columns are aligned, and the cells of each row, the heading first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextTable {
    pub columns: Vec<Align>,
    pub rows: Vec<Vec<Rich>>,
}

/// A heading, a paragraph, a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextPart {
    pub kind: PartKind,
    pub rich: Rich,
    /// The lists that it is in, the outermost first: the digits of the largest number, 0 for a list without numbers.
    pub lists: Vec<u8>,
    /// How many quotations it is in.
    pub quotes: u8,
    /// Its bytes in the file.
    pub place: Range<usize>,
}

impl TextPart {
    /// Its words alone; a row of a table ends in a new line.
    pub fn words(&self) -> String {
        let words = |rich: &Rich| rich.text.replace([STAND_IN, LINE_BREAK], " ");
        let PartKind::Table(table) = &self.kind else {
            return words(&self.rich);
        };
        let row = |row: &Vec<Rich>| row.iter().map(words).collect::<Vec<_>>().join(" | ");
        table.rows.iter().map(row).collect::<Vec<_>>().join("\n")
    }
}

/// Words in the markup of cards, and where each piece of them stands in the file.
#[derive(Default)]
pub(super) struct MarkedWords {
    pub markup: String,
    pieces: Vec<(usize, usize)>,
    /// How many of each of [`MARKS`] are open.
    open: [usize; 2],
}

/// The marks for bold and italic.
const MARKS: [&str; 2] = ["**", "*"];

impl MarkedWords {
    pub fn mark(&mut self, mark: &str, at: usize) {
        self.pieces.push((self.markup.len(), at));
        self.markup.push_str(mark);
    }

    /// Opens a mark; one within itself changes nothing.
    pub fn begin(&mut self, mark: usize, at: usize) {
        self.open[mark] += 1;
        if self.open[mark] == 1 {
            self.mark(MARKS[mark], at);
        }
    }

    pub fn end(&mut self, mark: usize, at: usize) {
        self.open[mark] = self.open[mark].saturating_sub(1);
        if self.open[mark] == 0 {
            self.mark(MARKS[mark], at);
        }
    }

    /// Adds words in which the signs of `escaped` are no marks.
    pub fn push(&mut self, text: &str, at: usize, escaped: impl Fn(usize, char) -> bool) {
        for (i, c) in text.char_indices() {
            self.pieces.push((self.markup.len(), at + i));
            if escaped(i, c) {
                self.markup.push('\\');
            }
            self.markup.push(c);
        }
    }

    /// Where byte `at` of the markup stands in the file.
    pub fn place(&self, at: usize) -> Option<usize> {
        let next = self.pieces.partition_point(|(piece, _)| *piece <= at);
        Some(self.pieces.get(next.checked_sub(1)?)?.1)
    }
}
