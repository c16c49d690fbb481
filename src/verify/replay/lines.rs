//! Splits a record into lines and keeps their positions. A text comes in; lines that can be parsed as JSON and
//! pointed at go out. Called by `run` and `wishes`.

use serde_json::Value;

use crate::source::{Code, Diagnostic, FileId, Span};
use crate::verify::record::{MOST_LINE, too_long};

pub const AS_WRITTEN: &str = "take the record as `deckproof record` wrote it";
pub const ALTERED: &str = "the line was altered, or a line before it is missing";
pub const PARTS_WAYS: &str = "with the cards as they are now the game parts ways here";

/// What is wrong at a place of a record.
pub fn record_fault(
    code: Code,
    at: Span,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(code, message).at(at).help(help)
}

/// One line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordLine<'t> {
    pub text: &'t str,
    pub file: FileId,
    /// Where it begins.
    pub start: usize,
    /// Whether a line end follows.
    pub ends: bool,
}

impl RecordLine<'_> {
    pub fn span(&self) -> Span {
        self.part(0..self.text.len())
    }

    /// The place of a part of it.
    pub fn part(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.file, self.start + range.start..self.start + range.end)
    }

    /// The line as JSON.
    ///
    /// # Errors
    /// The position at which it is not valid JSON.
    pub fn json(&self) -> Result<Value, Diagnostic> {
        if self.text.len() > MOST_LINE {
            return Err(too_long(self.part(0..0), self.text.len()));
        }
        serde_json::from_str(self.text).map_err(|e| {
            let at = e.column().saturating_sub(1).min(self.text.len());
            record_fault(
                Code::RecordLine,
                self.part(at..at),
                format!("this line is no JSON: {e}"),
                AS_WRITTEN,
            )
        })
    }

    /// The first byte at which it differs from `other`, on a character's start.
    pub fn parts_from(&self, other: &str) -> usize {
        let mut at = self.text.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

/// The lines that are still to be read.
#[derive(Debug, Clone)]
pub struct Lines<'t> {
    text: &'t str,
    file: FileId,
    at: usize,
}

impl<'t> Lines<'t> {
    pub fn new(file: FileId, text: &'t str) -> Self {
        Lines { text, file, at: 0 }
    }

    /// The end of what was read.
    pub fn end(&self) -> Span {
        let at = self.at.saturating_sub(1).min(self.text.len());
        Span::new(self.file, at..at)
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = RecordLine<'t>;

    fn next(&mut self) -> Option<RecordLine<'t>> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let (text, ends) = match rest.split_once('\n') {
            Some((line, _)) => (line, true),
            None => (rest, false),
        };
        let mut line = RecordLine { text, file: self.file, start: self.at, ends };
        self.at += text.len() + usize::from(ends);
        // git and editors on Windows may have changed the line ends.
        line.text = text.strip_suffix('\r').unwrap_or(text);
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Files;

    #[test]
    fn lines_know_where_they_stand() {
        let text = "{\"a\":1}\n{\"é\":x}\nend";
        let mut files = Files::new();
        let file = files.add("a.jsonl", text);
        let lines: Vec<RecordLine> = Lines::new(file, text).collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(files.place(lines[1].span()), "a.jsonl:2:1");
        let fault = lines[1].json().unwrap_err();
        assert!(files.place(fault.span.unwrap()).starts_with("a.jsonl:2:"));
        assert_eq!((lines[1].ends, lines[2].ends), (true, false));
    }

    #[test]
    fn lines_part_on_a_characters_start() {
        let text = "aé";
        let file = Files::new().add("a.jsonl", text);
        let line = Lines::new(file, text).next().unwrap();
        // é and è share their first byte.
        assert_eq!(line.parts_from("aè"), 1);
        assert_eq!(line.parts_from("aéx"), text.len());
    }
}
