//! What is wrong, where, and what to do about it: values, collected, shown once at the edge.

use super::{Code, Span};

/// Who has to act on a diagnostic; decides the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// The card data, templates or pictures are wrong (exit code 1).
    Data,
    /// The command line asks for something that cannot be (exit code 2).
    Usage,
    /// The machine failed: disk, permissions, memory (exit code 3).
    Machine,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
}

impl Severity {
    /// The word for it: "error", "warning".
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of thing it is.
    pub code: Code,
    pub severity: Severity,
    pub fault: Fault,
    /// What is wrong, lower case, without a full stop.
    pub message: String,
    /// Where.
    pub span: Option<Span>,
    /// What the marked text is, shown beside it.
    pub label: Option<String>,
    /// Other places that have to do with it, and what they have.
    pub related: Vec<(Span, String)>,
    /// What to do.
    pub help: Option<String>,
}

impl Diagnostic {
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: Severity::Error,
            fault: Fault::Data,
            message: message.into(),
            span: None,
            label: None,
            related: Vec::new(),
            help: None,
        }
    }

    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Warning,
            ..Self::error(code, message)
        }
    }

    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Like [`Diagnostic::at`], for a place that may be unknown.
    #[must_use]
    pub fn at_maybe(mut self, span: Option<Span>) -> Self {
        self.span = span;
        self
    }

    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Another place, shown after the first: "`influence = 4` here".
    #[must_use]
    pub fn related(mut self, span: Span, what: impl Into<String>) -> Self {
        self.related.push((span, what.into()));
        self
    }

    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    #[must_use]
    pub fn fault(mut self, fault: Fault) -> Self {
        self.fault = fault;
        self
    }
}

/// Diagnostics in the order in which they were found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn push(&mut self, diagnostic: Diagnostic) {
        // One fault on a shared thing (a template, a default) is found once a card; it is told once.
        if !self.has(&diagnostic) {
            self.list.push(diagnostic);
        }
    }

    /// Whether just this was pushed already.
    pub fn has(&self, diagnostic: &Diagnostic) -> bool {
        self.list.contains(diagnostic)
    }

    pub fn append(&mut self, other: Diagnostics) {
        for diagnostic in other.list {
            self.push(diagnostic);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// How many there are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|d| d.severity == severity).count()
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// The gravest fault among the errors.
    pub fn fault(&self) -> Option<Fault> {
        let errors = self.list.iter().filter(|d| d.severity == Severity::Error);
        errors.map(|d| d.fault).max()
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Diagnostics {
            list: vec![diagnostic],
        }
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}
