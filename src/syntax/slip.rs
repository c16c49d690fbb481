//! A fault in a script, and where: a diagnostic before its file is known. The reader and the compiler of scripts return it;
//! `in_file` makes the diagnostic.

use std::ops::Range;

use crate::source::{Code, Diagnostic, FileId, Span};

/// A fault of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptSlip {
    pub code: Code,
    /// Bytes of the script.
    pub range: Range<usize>,
    /// What is wrong, lower case, without a full stop.
    pub message: String,
    /// What to do.
    pub help: String,
    /// Another place that has to do with it.
    pub related: Option<Box<(Range<usize>, String)>>,
    /// The place in `game.toml` that is at fault, and what the script does with it.
    pub data: Option<Box<(Span, &'static str)>>,
    /// What stands in `game.toml` that may be meant.
    pub meant: Option<Box<(Span, String)>>,
}

impl ScriptSlip {
    pub fn new(
        code: Code,
        range: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        ScriptSlip {
            code,
            range,
            message: message.into(),
            help: help.into(),
            related: None,
            data: None,
            meant: None,
        }
    }

    #[must_use]
    pub fn related(mut self, range: Range<usize>, what: impl Into<String>) -> Self {
        self.related = Some(Box::new((range, what.into())));
        self
    }

    /// The same in the file that the script was read from.
    pub fn in_file(self, file: FileId) -> Diagnostic {
        let told = Diagnostic::error(self.code, self.message).help(self.help);
        let own = Span::new(file, self.range);
        let mut told = match self.data.map(|data| *data) {
            Some((data, _)) if own.start == own.end => told.at(data),
            Some((data, what)) => told.at(data).related(own, what),
            None => told.at(own),
        };
        if let Some((range, what)) = self.related.map(|related| *related) {
            told = told.related(Span::new(file, range), what);
        }
        match self.meant.map(|meant| *meant) {
            Some((span, what)) => told.related(span, what),
            None => told,
        }
    }
}
