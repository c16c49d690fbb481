//! A fault in a script, and where. The reader and the compiler of scripts return it; `in_file` makes the diagnostic.

use std::ops::Range;

use crate::source::{Code, Diagnostic, Fault, FileId, Span};

/// A fault of a script, with other places that have to do with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptSlip {
    /// Its range: bytes of the script.
    pub fault: Fault,
    pub related: Option<Box<(Range<usize>, String)>>,
    /// The place in `game.toml` that is at fault, and what the script does with it.
    pub data: Option<Box<(Span, &'static str)>>,
    /// What stands in `game.toml` that may be meant.
    pub meant: Option<Box<(Span, String)>>,
}

pub type Out<T> = Result<T, ScriptSlip>;

/// A slip: its code, its range, its message and, after `;`, what to do.
macro_rules! slip {
    ($code:ident, $range:expr, $message:literal $(, $of:expr)*; $help:literal $(, $with:expr)*) => {
        $crate::syntax::slip!($code, $range, $message $(, $of)*; format!($help $(, $with)*))
    };
    ($code:ident, $range:expr, $message:literal $(, $of:expr)*; $help:expr) => {
        $crate::syntax::ScriptSlip::from(
            $crate::source::Fault::new(format!($message $(, $of)*), $help)
                .at($range.clone())
                .code($crate::source::Code::$code),
        )
    };
}

/// Returns a slip.
macro_rules! fail {
    ($($slip:tt)*) => {
        return Err($crate::syntax::slip!($($slip)*))
    };
}

pub(crate) use {fail, slip};

impl From<Fault> for ScriptSlip {
    fn from(fault: Fault) -> Self {
        ScriptSlip { fault, related: None, data: None, meant: None }
    }
}

impl ScriptSlip {
    #[must_use]
    pub fn related(mut self, range: &Range<usize>, what: &str) -> Self {
        self.related = Some(Box::new((range.clone(), what.to_owned())));
        self
    }

    /// The same in the file that the script was read from.
    pub fn in_file(self, file: FileId) -> Diagnostic {
        let own = Span::new(file, self.fault.range.clone().unwrap_or_default());
        let told = self.fault.error(Code::ScriptSyntax);
        let told = match self.data.map(|data| *data) {
            Some((data, _)) if own.start == own.end => told.at(data),
            Some((data, what)) => told.at(data).related(own, what),
            None => told.at(own),
        };
        let related = self.related.map(|related| (Span::new(file, related.0), related.1));
        let others = related.into_iter().chain(self.meant.map(|meant| *meant));
        others.fold(told, |told, (span, what)| told.related(span, what))
    }
}
