//! What is wrong with a script, and where: a diagnostic before it knows its file.

use std::ops::Range;

use crate::source::{Code, Diagnostic, FileId, Span};

/// A fault of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    pub code: Code,
    /// Bytes of the script.
    pub range: Range<usize>,
    /// What is wrong, lower case, without a full stop.
    pub message: String,
    /// What to do.
    pub help: String,
    /// Another place that has to do with it.
    pub related: Option<(Range<usize>, String)>,
}

impl Slip {
    pub fn new(
        code: Code,
        range: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Slip {
            code,
            range,
            message: message.into(),
            help: help.into(),
            related: None,
        }
    }

    #[must_use]
    pub fn related(mut self, range: Range<usize>, what: impl Into<String>) -> Self {
        self.related = Some((range, what.into()));
        self
    }

    /// The same in the file that the script was read from.
    pub fn in_file(self, file: FileId) -> Diagnostic {
        let told = Diagnostic::error(self.code, self.message)
            .at(Span::new(file, self.range))
            .help(self.help);
        match self.related {
            Some((range, what)) => told.related(Span::new(file, range), what),
            None => told,
        }
    }
}
