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

/// Declares a [`Choose`] type: each value with its word and what it means.
macro_rules! choices {
    (
        $(#[$doc:meta])*
        $type:ident, $what:literal:
        $($value:ident $name:literal $help:literal,)+
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $type {
            $($value),+
        }

        impl $crate::sheet::Choose for $type {
            const WHAT: &'static str = $what;

            const CHOICES: &'static [$crate::sheet::Choice<Self>] = &[
                $($crate::sheet::Choice { value: $type::$value, name: $name, help: $help }),+
            ];
        }

        impl Default for $type {
            fn default() -> Self {
                <Self as $crate::sheet::Choose>::CHOICES[0].value
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad($crate::sheet::Choose::name(*self))
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::sheet::UnknownChoice;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::sheet::Choose::choose(text)
            }
        }
    };
}

pub(crate) use choices;
