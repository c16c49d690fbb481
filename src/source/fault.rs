//! A fault before its file is known. Readers of a text return it; who knows the file makes a [`Diagnostic`] of it.

use std::ops::Range;

use super::{Code, Diagnostic, FileId, Span};

/// What is wrong, and what to do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fault {
    /// Where the reader knows it better than its caller.
    pub code: Option<Code>,
    /// Bytes of the text that was read.
    pub range: Option<Range<usize>>,
    /// Lower case, without a full stop.
    pub message: String,
    pub help: String,
}

impl Fault {
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> Fault {
        Fault { message: message.into(), help: help.into(), ..Fault::default() }
    }

    #[must_use]
    pub fn at(self, range: Range<usize>) -> Fault {
        Fault { range: Some(range), ..self }
    }

    #[must_use]
    pub fn code(self, code: Code) -> Fault {
        Fault { code: Some(code), ..self }
    }

    /// An error with the fault's own code or else `code`, without a place.
    pub fn error(self, code: Code) -> Diagnostic {
        Diagnostic::error(self.code.unwrap_or(code), self.message).help(self.help)
    }

    /// The same at its place in a file that was read from its first byte.
    pub fn in_file(self, code: Code, file: FileId) -> Diagnostic {
        let span = self.range.clone().map(|range| Span::new(file, range));
        self.error(code).at_maybe(span)
    }
}
