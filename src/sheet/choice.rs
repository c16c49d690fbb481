//! Options with a closed list of words, defined by a table of words per option. A word comes in; the option, or an error that
//! lists the words, goes out. Used by `layout` and by the command line.

use std::fmt;

/// A text that could not be read as what it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownChoice {
    /// The text as written.
    pub text: String,
    /// What it should have been: `a paper`.
    pub what: &'static str,
    /// What to write in its place.
    pub hint: String,
}

impl fmt::Display for UnknownChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not {}: {}", self.text, self.what, self.hint)
    }
}

impl std::error::Error for UnknownChoice {}

impl UnknownChoice {
    pub(super) fn new(text: &str, what: &'static str, hint: impl Into<String>) -> Self {
        let text = text.trim().to_owned();
        let hint = hint.into();
        Self { text, what, hint }
    }
}

/// One row of a table of choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice<T: 'static> {
    pub value: T,
    /// The word for it, in kebab case.
    pub name: &'static str,
    /// What it means, in one line.
    pub help: &'static str,
}

/// A setting with a closed list of values. Command line, help and error texts are all made from [`Choose::CHOICES`].
pub trait Choose: Copy + PartialEq + 'static {
    /// What a value is called in an error: `a kind of marks`.
    const WHAT: &'static str;
    /// Every value once, the default first.
    const CHOICES: &'static [Choice<Self>];

    /// The word for this value.
    fn name(self) -> &'static str {
        let row = Self::CHOICES.iter().find(|c| c.value == self);
        // Every value has a row: the tests of each table make sure.
        row.map_or("?", |c| c.name)
    }

    /// The value named `text`, whatever its case, with hyphens, spaces or underscores.
    fn choose(text: &str) -> Result<Self, UnknownChoice> {
        let word = plain(text);
        let row = Self::CHOICES.iter().find(|c| plain(c.name) == word);
        row.map(|c| c.value).ok_or_else(|| {
            let names: Vec<String> =
                Self::CHOICES.iter().map(|c| format!("`{}` ({})", c.name, c.help)).collect();
            UnknownChoice::new(text, Self::WHAT, format!("use {}", names.join(", ")))
        })
    }
}

/// A name as it is compared: lower case, words joined by one hyphen.
pub(super) fn plain(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c == '-' || c == '_');
    let words: Vec<String> = words.filter(|w| !w.is_empty()).map(str::to_lowercase).collect();
    words.join("-")
}

/// `Display` and `FromStr` of a [`Choose`] type, by its table. (Coherence forbids a blanket `impl` of foreign traits.)
macro_rules! words_of {
    ($($type:ty),*) => {$(
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = UnknownChoice;

            fn from_str(text: &str) -> Result<Self, UnknownChoice> {
                Self::choose(text)
            }
        }
    )*};
}
pub(super) use words_of;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_without_case_and_hyphens() {
        assert_eq!(plain("  Long_Edge "), "long-edge");
        assert_eq!(plain("mini  US"), "mini-us");
    }

    #[test]
    fn an_error_says_what_was_written_and_what_to_write() {
        let error = UnknownChoice::new(" a11 ", "a paper", "use a4");
        assert_eq!(error.to_string(), "`a11` is not a paper: use a4");
    }
}
