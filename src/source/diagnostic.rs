//! A diagnostic: what is wrong, where, and what to do about it. Every room makes them as values and collects them;
//! [`super::render`] turns them into text once, at the end.

use std::ops::Range;

use super::bounds::{MOST_PLACES_TOLD, MOST_TOLD};
use super::{Code, Files, Span};

/// Who has to act on a diagnostic; decides the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Blame {
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
#[must_use]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of thing it is.
    pub code: Code,
    pub severity: Severity,
    pub fault: Blame,
    /// What is wrong, lower case, without a full stop.
    pub message: String,
    /// Where.
    pub span: Option<Span>,
    /// Where, in a file of the game that is not among the files that were read as text: turned into `span` once it is.
    pub unread: Option<Box<AssetPlace>>,
    /// What of the span is marked, and how.
    pub mark: Option<Box<SpanMark>>,
    /// Other places that have to do with it, and what they have.
    pub related: Vec<(Span, String)>,
    /// What to do.
    pub help: Option<String>,
    /// The element of a template that is wrong on this card and may be so on many others.
    pub shared: Option<Box<SharedCause>>,
}

/// An element of a template, and how bad it is on this card, in hundredths of the millimetre. People are shown the worst card.
pub type SharedCause = (Span, u32);

/// A kind of file beside the cards, and where it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Asset {
    Template,
    Art,
    Symbol,
    Font,
}

impl Asset {
    /// What messages call it.
    pub fn word(self) -> &'static str {
        match self {
            Asset::Template => "template",
            Asset::Art => "picture",
            Asset::Symbol => "symbol",
            Asset::Font => "font",
        }
    }

    pub(super) fn folder(self) -> &'static str {
        match self {
            Asset::Template => "",
            Asset::Art => "art/",
            Asset::Symbol => "symbols/",
            Asset::Font => "fonts/",
        }
    }
}

/// A place in a symbol or a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssetPlace {
    pub asset: Asset,
    /// The file's name, with its ending.
    pub file: String,
    pub range: Range<usize>,
}

/// What is marked of a span, where it is not just the span.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SpanMark {
    /// What is meant in the span, as it may be written there: the first of these that is found is marked.
    pub parts: Vec<String>,
    /// What the marked text is, shown beside it.
    pub label: Option<String>,
}

/// Words of a message; a literal may hold values in braces.
macro_rules! text {
    ($words:literal) => {
        format!($words)
    };
    ($words:expr) => {
        $words
    };
}

/// An error, perhaps at a place, with what to do: `error!(BadId, span, "`{id}` is no id", "write letters and digits")`.
macro_rules! error {
    ($code:ident, $message:expr, $help:expr) => {
        $crate::source::Diagnostic::error(
            $crate::source::Code::$code,
            $crate::source::text!($message),
        )
        .help($crate::source::text!($help))
    };
    ($code:ident, $at:expr, $message:expr, $help:expr) => {
        $crate::source::error!($code, $message, $help).at($at)
    };
}

/// As [`error!`], a warning.
macro_rules! warning {
    ($code:ident, $message:expr, $help:expr) => {
        $crate::source::Diagnostic::warning(
            $crate::source::Code::$code,
            $crate::source::text!($message),
        )
        .help($crate::source::text!($help))
    };
    ($code:ident, $at:expr, $message:expr, $help:expr) => {
        $crate::source::warning!($code, $message, $help).at($at)
    };
}

/// As [`error!`], an error of who called the program.
macro_rules! usage {
    ($code:ident, $message:expr, $help:expr) => {
        $crate::source::error!($code, $message, $help).fault($crate::source::Blame::Usage)
    };
}

/// As [`error!`], an error of the disk, the network or the rest of the machine.
macro_rules! machine {
    ($code:ident, $message:expr, $help:expr) => {
        $crate::source::error!($code, $message, $help).fault($crate::source::Blame::Machine)
    };
}

pub(crate) use {error, machine, text, usage, warning};

impl Diagnostic {
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: Severity::Error,
            fault: Blame::Data,
            message: message.into(),
            span: None,
            unread: None,
            mark: None,
            related: Vec::new(),
            help: None,
            shared: None,
        }
    }

    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// An error of who called the program, not of a game.
    pub fn usage(code: Code, message: impl Into<String>) -> Self {
        Self::error(code, message).fault(Blame::Usage)
    }

    /// An error of the disk, the network or the rest of the machine.
    pub fn machine(code: Code, message: impl Into<String>) -> Self {
        Self::error(code, message).fault(Blame::Machine)
    }

    /// A place in a symbol or a picture whose text is not among the files.
    pub fn in_asset(mut self, asset: Asset, file: &str, range: Range<usize>) -> Self {
        let file = file.to_owned();
        self.unread = Some(Box::new(AssetPlace { asset, file, range }));
        self
    }

    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Like [`Diagnostic::at`], for a place that may be unknown.
    pub fn at_maybe(mut self, span: Option<Span>) -> Self {
        self.span = span;
        self
    }

    /// Like [`Diagnostic::at_maybe`], for one that may know a better place itself.
    pub fn or_at(mut self, span: Option<Span>) -> Self {
        self.span = self.span.or(span);
        self
    }

    /// What is meant in the span, as it may be written there. After the first call, another way to write it.
    pub fn part(mut self, part: impl Into<String>) -> Self {
        self.mark.get_or_insert_default().parts.push(part.into());
        self
    }

    /// What stands beside the marked text.
    pub fn beside(&self) -> Option<&str> {
        self.mark.as_ref()?.label.as_deref()
    }

    /// The place to be marked: the span, or the part of it that is meant.
    pub fn place(&self, files: &Files) -> Option<Span> {
        let span = self.span?;
        let text = files.text(span.file).get(span.range()).unwrap_or_default();
        let mut found = self
            .mark
            .iter()
            .flat_map(|mark| &mark.parts)
            .filter(|part| !part.is_empty())
            .filter_map(|part| {
                let start = span.range().start + text.find(part.as_str())?;
                Some(Span::new(span.file, start..start + part.len()))
            });
        Some(found.next().unwrap_or(span))
    }

    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.mark.get_or_insert_default().label = Some(label.into());
        self
    }

    /// Another place, shown after the first: "`influence = 4` here".
    pub fn related(mut self, span: Span, what: impl Into<String>) -> Self {
        self.related.push((span, what.into()));
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The element of a template that causes it, and by how much it is wrong here, in mm.
    pub fn shared(mut self, element: Span, badness: f32) -> Self {
        let badness = (badness * 100.0).round() as u32;
        self.shared = Some(Box::new((element, badness)));
        self
    }

    pub fn fault(mut self, fault: Blame) -> Self {
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

    /// Adds an error at a place, with what to do.
    pub fn error(
        &mut self,
        code: Code,
        at: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.push(Diagnostic::error(code, message).at(at).help(help));
    }

    /// Adds a warning at a place, with what to do.
    pub fn warning(
        &mut self,
        code: Code,
        at: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.push(Diagnostic::warning(code, message).at(at).help(help));
    }

    /// The value of a result; or adds what is wrong.
    pub fn keep<T>(&mut self, result: Result<T, impl Into<Diagnostics>>) -> Option<T> {
        result.map_err(|faults| self.append(faults.into())).ok()
    }

    /// Adds a diagnostic. Beyond the bound, only a note that there are more is kept.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.is_full() {
            // An error must not get lost behind many warnings.
            if diagnostic.severity == Severity::Error && !self.has_errors() {
                self.list.push(diagnostic);
            }
            return;
        }
        // A fault of something shared (a template, a default) is found for each card but reported once.
        if self.has(&diagnostic) {
            return;
        }
        self.list.push(diagnostic);
        if self.list.len() == MOST_TOLD {
            let more = format!("there is more to say; {MOST_TOLD} messages are the most");
            let more = Diagnostic::warning(Code::TooMany, more);
            self.list.push(more.help("mend these, then run the command again"));
        }
    }

    /// Adds a diagnostic that many cards may share: it is told once, at the first of them, and the next few are named beside it.
    pub fn push_once(&mut self, diagnostic: Diagnostic) {
        let help = diagnostic.help.clone();
        self.push_once_with(diagnostic, || help);
    }

    /// As [`Diagnostics::push_once`], of a message whose help takes work: it is asked for the first time alone, and no more beyond the
    /// bound.
    pub fn push_once_with(
        &mut self,
        mut diagnostic: Diagnostic,
        help: impl FnOnce() -> Option<String>,
    ) {
        let alike = |d: &&mut Diagnostic| {
            (d.code, d.severity, &d.message)
                == (diagnostic.code, diagnostic.severity, &diagnostic.message)
        };
        match (self.list.iter_mut().find(alike), diagnostic.span) {
            (Some(first), Some(span)) => {
                let told = first.span == Some(span) || first.related.iter().any(|r| r.0 == span);
                if !told && first.related.len() < MOST_PLACES_TOLD {
                    first.related.push((span, "and here".to_owned()));
                }
            }
            _ => {
                if !self.is_full() {
                    diagnostic.help = help();
                }
                self.push(diagnostic);
            }
        }
    }

    /// Whether no more is kept.
    pub fn is_full(&self) -> bool {
        self.list.len() > MOST_TOLD
    }

    /// Sorts by file, in the order in which they were read, and by line; those without a place come last. So do laws: one that does
    /// not hold may follow from any of the others.
    pub fn sort(&mut self) {
        let place = |d: &Diagnostic| d.span.map(|span| (span.file, span.start));
        let key = |d: &Diagnostic| (d.code == Code::LawBroken, place(d).is_none(), place(d));
        self.list.sort_by_key(key);
    }

    /// Removes diagnostics that another one replaces.
    pub fn take_back(&mut self, diagnostic: &Diagnostic) {
        self.list.retain(|d| d != diagnostic);
    }

    /// Whether the same diagnostic was pushed already, apart from its related places.
    pub fn has(&self, diagnostic: &Diagnostic) -> bool {
        let seen = |d: &Diagnostic| {
            (d.code, d.severity, d.span) == (diagnostic.code, diagnostic.severity, diagnostic.span)
                && (&d.message, &d.help) == (&diagnostic.message, &diagnostic.help)
                && (&d.mark, &d.unread) == (&diagnostic.mark, &diagnostic.unread)
        };
        self.list.iter().any(seen)
    }

    /// All results, or else every fault.
    ///
    /// # Errors
    /// The faults of those that have any.
    pub fn all_of<T, E: Into<Diagnostics>>(
        results: impl IntoIterator<Item = Result<T, E>>,
    ) -> Result<Vec<T>, Diagnostics> {
        let (mut all, mut faults) = (Vec::new(), Diagnostics::new());
        for result in results {
            match result {
                Ok(one) => all.push(one),
                Err(more) => faults.append(more.into()),
            }
        }
        faults.into_result().map(|()| all)
    }

    /// Whether there are none.
    ///
    /// # Errors
    /// These, where there are some.
    pub fn into_result(self) -> Result<(), Diagnostics> {
        if self.is_empty() { Ok(()) } else { Err(self) }
    }

    pub fn append(&mut self, other: Diagnostics) {
        for diagnostic in other.list {
            self.push(diagnostic);
        }
    }

    /// The same for people: where an element of a template is wrong on several cards, only the worst of them, at the place of the
    /// first, with their number.
    #[must_use]
    pub fn worst_of_each_element(&self) -> Diagnostics {
        let cause = |d: &Diagnostic| d.shared.as_deref().copied();
        let mut shown: Vec<(Diagnostic, usize)> = Vec::new();
        for found in &self.list {
            let alike = |(other, _): &&mut (Diagnostic, usize)| {
                let element = cause(other).map(|cause| cause.0);
                element.is_some()
                    && (other.code, element) == (found.code, cause(found).map(|cause| cause.0))
            };
            match shown.iter_mut().find(alike) {
                Some((worst, count)) => {
                    *count += 1;
                    if cause(found) > cause(worst) {
                        worst.clone_from(found);
                    }
                }
                None => shown.push((found.clone(), 1)),
            }
        }
        let list = shown.into_iter().map(|(mut worst, count)| {
            if count > 1 {
                worst.message += &format!(", the worst of {count} like it");
                let lists = format!("`deckproof check --all` lists all {count}");
                worst.help = worst.help.map(|help| format!("{help}; {lists}"));
            }
            worst
        });
        Diagnostics { list: list.collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn has_errors(&self) -> bool {
        self.fault().is_some()
    }

    /// How many there are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|d| d.severity == severity).count()
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// The gravest fault among the errors.
    pub fn fault(&self) -> Option<Blame> {
        self.list.iter().filter(|d| d.severity == Severity::Error).map(|d| d.fault).max()
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Diagnostics { list: vec![diagnostic] }
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(found: I) -> Self {
        let mut diagnostics = Diagnostics::new();
        found.into_iter().for_each(|one| diagnostics.push(one));
        diagnostics
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_that_is_meant_is_marked() {
        let mut files = Files::new();
        let file = files.add("a.toml", "{lamp} = \"a {lamp} b\"");
        let fault = Diagnostic::error(Code::UnknownSymbol, "x").at(Span::new(file, 9..21));
        assert_eq!(fault.place(&files), Some(Span::new(file, 9..21)));
        let meant = |part: &str| fault.clone().part("{LAMP}").part(part).place(&files);
        assert_eq!(meant("{lamp}"), Some(Span::new(file, 12..18)));
        assert_eq!(meant("{wave}"), Some(Span::new(file, 9..21)));
    }

    #[test]
    fn what_many_cards_share_is_told_once_with_the_next_places() {
        let mut files = Files::new();
        let file = files.add("cards.toml", "x".repeat(100).as_str());
        let mut told = Diagnostics::new();
        for n in 0..54 {
            let fault = Diagnostic::error(Code::UnknownRow, "table `suit` has no row `tide`");
            told.push_once(fault.at(Span::new(file, n..n + 1)));
        }
        let other = Diagnostic::error(Code::UnknownRow, "table `suit` has no row `sand`");
        told.push_once(other.at(Span::new(file, 60..61)));
        let places: Vec<usize> = told.iter().map(|d| d.related.len()).collect();
        assert_eq!(places, [MOST_PLACES_TOLD, 0]);
    }

    #[test]
    fn help_is_asked_for_once_and_never_of_what_is_not_told() {
        let asked = std::cell::Cell::new(0);
        let mut told = Diagnostics::new();
        let file = Files::new().add("cards.toml", "x");
        let mut push = |message: String| {
            let fault = Diagnostic::error(Code::UnknownRow, message).at(Span::new(file, 0..1));
            told.push_once_with(fault, || {
                asked.set(asked.get() + 1);
                None
            });
        };
        (0..9).for_each(|_| push("the same".to_owned()));
        assert_eq!(asked.get(), 1);
        (0..3 * MOST_TOLD).for_each(|n| push(n.to_string()));
        assert_eq!(asked.get(), MOST_TOLD);
    }

    #[test]
    fn people_are_shown_the_worst_card_of_an_element_and_their_number() {
        let mut files = Files::new();
        let file = files.add("template.svg", "x".repeat(100).as_str());
        let element = |n: usize| Span::new(file, n..n + 1);
        let fault = |what: &str| Diagnostic::error(Code::Overflow, what).help("cut words");
        let mut told = Diagnostics::new();
        told.push(fault("other code of nothing"));
        for (card, needs) in [1.5, 7.25, 7.25, 0.5].into_iter().enumerate() {
            told.push(fault(&format!("card {card}")).shared(element(1), needs));
        }
        told.push(fault("another box").shared(element(2), 1.0));
        let shown: Vec<(String, Option<String>)> =
            told.worst_of_each_element().into_iter().map(|d| (d.message, d.help)).collect();
        let lists = "cut words; `deckproof check --all` lists all 4";
        let wanted = [
            ("other code of nothing", "cut words"),
            ("card 1, the worst of 4 like it", lists),
            ("another box", "cut words"),
        ];
        let wanted = wanted.map(|(what, help)| (what.to_owned(), Some(help.to_owned())));
        assert_eq!(shown, wanted);
        assert_eq!(told.count(Severity::Error), 6);
    }

    #[test]
    fn no_more_is_told_than_anyone_reads() {
        let mut told = Diagnostics::new();
        for n in 0..3 * MOST_TOLD {
            told.push(Diagnostic::warning(Code::NeverShown, n.to_string()));
        }
        assert_eq!(told.iter().count(), MOST_TOLD + 1);
        assert_eq!(told.iter().last().map(|d| d.code), Some(Code::TooMany));
        assert!(!told.has_errors());
        told.push(Diagnostic::error(Code::Syntax, "an error"));
        assert!(told.has_errors());
    }
}
