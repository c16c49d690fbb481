//! A fault before its file is known. Readers of a text return it; who knows the file makes a [`Diagnostic`] of it.

use std::ops::Range;

use super::{Code, Diagnostic, FileId, Span};

/// What is wrong, and what to do.
#[must_use]
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

    pub fn at(self, range: Range<usize>) -> Fault {
        Fault { range: Some(range), ..self }
    }

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

/// A message and its help, each written as for `format!`, with a semicolon between. With a place before them they go to who collects
/// faults: `fault!(self, span; "there is no {what}"; "add one")` calls `self.fault(span, …)`.
macro_rules! fault {
    ($message:literal $(, $value:expr)*; $help:literal $(, $with:expr)*) => {
        $crate::source::Fault::new(
            format_args!($message $(, $value)*).to_string(),
            format_args!($help $(, $with)*).to_string(),
        )
    };
    ($message:literal $(, $value:expr)*; $help:expr) => {
        $crate::source::Fault::new(format_args!($message $(, $value)*).to_string(), $help)
    };
    ($sink:expr $(, $place:expr)*; $message:literal $(, $value:expr)*; $help:literal $(, $with:expr)*) => {
        $sink.fault(
            $($place,)*
            format_args!($message $(, $value)*).to_string(),
            format_args!($help $(, $with)*).to_string(),
        )
    };
    ($sink:expr $(, $place:expr)*; $message:literal $(, $value:expr)*; $help:expr) => {
        $sink.fault($($place,)* format_args!($message $(, $value)*).to_string(), $help)
    };
}
pub(crate) use fault;
