//! Options with a closed list of words, defined by a table of words per option; and what is said of a text that is none. Used by
//! `layout` and by the command line.

/// That a text could not be read as what it should be (`a paper`), and what to write in its place.
pub(super) fn unknown(text: &str, what: &str, hint: &str) -> String {
    format!("`{}` is not {what}: {hint}", text.trim())
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

/// A setting with a closed list of values. Command line and help are made from [`Choose::CHOICES`].
pub trait Choose: Copy + PartialEq + 'static {
    /// Every value once, the default first.
    const CHOICES: &'static [Choice<Self>];

    /// The word for this value.
    fn name(self) -> &'static str {
        let row = Self::CHOICES.iter().find(|c| c.value == self);
        // Every value has a row: the tests of each table make sure.
        row.map_or("?", |c| c.name)
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
        $type:ident:
        $($value:ident $name:literal $help:literal,)+
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $type {
            $($value),+
        }

        impl $crate::sheet::Choose for $type {
            const CHOICES: &'static [$crate::sheet::Choice<Self>] = &[
                $($crate::sheet::Choice { value: $type::$value, name: $name, help: $help }),+
            ];
        }

        impl Default for $type {
            fn default() -> Self {
                <Self as $crate::sheet::Choose>::CHOICES[0].value
            }
        }
    };
}

pub(crate) use choices;
