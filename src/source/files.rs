//! The texts that were read, so that a [`Span`] can be turned into a path, a line and a column.

use std::sync::Arc;

/// A file that was read, by its place in [`Files`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(u32);

/// A range of bytes in one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// The bytes `range` of `file`. Files of 4 GiB and more are cut off at that.
    pub fn new(file: FileId, range: std::ops::Range<usize>) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span {
            file,
            start: clamp(range.start),
            end: clamp(range.end),
        }
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

#[derive(Debug, Clone)]
struct File {
    path: String,
    text: Arc<str>,
}

/// Every text that was read in this run. Grows only, so that spans stay good.
#[derive(Debug, Clone, Default)]
pub struct Files {
    files: Vec<File>,
}

impl Files {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text and gives the id by which spans name it: the same one when the file was read before, so that what is
    /// found twice in it is one diagnostic.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        let (path, text) = (path.into(), text.into());
        let same = |file: &File| file.path == path && file.text == text;
        let at = self.files.iter().position(same).unwrap_or_else(|| {
            self.files.push(File { path, text });
            self.files.len() - 1
        });
        FileId(u32::try_from(at).unwrap_or(u32::MAX))
    }

    pub fn path(&self, id: FileId) -> &str {
        &self.files[id.0 as usize].path
    }

    pub fn text(&self, id: FileId) -> &Arc<str> {
        &self.files[id.0 as usize].text
    }

    /// Line and column of the start of `span`, both counted from 1, the column in characters.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        self.at(span.file, span.start)
    }

    /// Lines and columns of the start and the end of `span`.
    pub fn region(&self, span: Span) -> Region {
        let (line, column) = self.at(span.file, span.start);
        let (end_line, end_column) = self.at(span.file, span.end.max(span.start));
        Region {
            line,
            column,
            end_line,
            end_column,
        }
    }

    /// Line and column of a byte; of the end of the text when there is no such byte.
    fn at(&self, file: FileId, byte: u32) -> (usize, usize) {
        let text = self.text(file);
        let before = text.get(..byte as usize).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
        (line, column)
    }

    /// `path:line:column` of the start of `span`.
    pub fn place(&self, span: Span) -> String {
        let (line, column) = self.line_column(span);
        format!("{}:{line}:{column}", self.path(span.file))
    }
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
}
