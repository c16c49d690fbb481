//! The parsed form of a wording: phrases with gaps, as data. [`super::wording_reading`] makes it from text;
//! [`super::wording`] fills the gaps for one card.

/// Most bytes of a sentence: no card has room for more.
pub const MOST_SENTENCE: usize = 16 << 10;

/// Most words of a phrase that is no long one.
const MOST_SHORT: usize = 4;

/// A sentence with gaps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wording {
    pub(super) phrases: Vec<Phrase>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Phrase {
    Text(String),
    Value(WordingSubject, WordingCase),
    Symbol {
        name: String,
        times: WordingSubject,
    },
    If {
        subject: WordingSubject,
        test: Test,
        then: Vec<Phrase>,
    },
    /// Once for each word of a list.
    Each {
        parameter: usize,
        between: Between,
        then: Vec<Phrase>,
    },
}

/// What a gap shows or a condition asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum WordingSubject {
    Parameter(usize),
    /// How often the list has a word.
    Count {
        parameter: usize,
        word: u16,
    },
    /// A field of the word, one for each of [`super::abilities::Parameter::words`].
    Field {
        parameter: usize,
        texts: Vec<String>,
    },
    /// A field of the card.
    Card(String),
    /// The same on every card.
    Fixed(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordingCase {
    AsIs,
    Upper,
    Lower,
}

/// When words in brackets are there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Test {
    Given,
    Missing,
    Word { wanted: String, is: bool },
    Number(WordingRelation, i64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordingRelation {
    Equal,
    Unequal,
    Less,
    AtMost,
    AtLeast,
    More,
}

/// What goes between the parts of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Between {
    /// Commas, and "and" before the last, in the game's language as far as it is known.
    And,
    Text(String),
}

impl WordingRelation {
    pub(super) fn holds(self, left: i64, right: i64) -> bool {
        match self {
            WordingRelation::Equal => left == right,
            WordingRelation::Unequal => left != right,
            WordingRelation::Less => left < right,
            WordingRelation::AtMost => left <= right,
            WordingRelation::AtLeast => left >= right,
            WordingRelation::More => left > right,
        }
    }
}

impl Between {
    /// `and`, or the text itself.
    pub(super) fn read(text: &str) -> Between {
        match text {
            "and" => Between::And,
            text => Between::Text(text.to_owned()),
        }
    }

    pub(super) fn join(&self, parts: &[String], language: &str) -> String {
        match self {
            Between::And => joined(parts, language),
            Between::Text(text) => parts.join(text),
        }
    }
}

impl WordingSubject {
    fn parameter(&self) -> Option<usize> {
        match self {
            WordingSubject::Parameter(parameter)
            | WordingSubject::Count { parameter, .. }
            | WordingSubject::Field { parameter, .. } => Some(*parameter),
            WordingSubject::Card(_) | WordingSubject::Fixed(_) => None,
        }
    }
}

impl Wording {
    pub(super) fn mentions(&self, parameter: usize) -> bool {
        fn any(phrases: &[Phrase], wanted: usize) -> bool {
            phrases.iter().any(|phrase| match phrase {
                Phrase::Text(_) => false,
                Phrase::Value(subject, _) | Phrase::Symbol { times: subject, .. } => {
                    subject.parameter() == Some(wanted)
                }
                Phrase::If { subject, then, .. } => {
                    subject.parameter() == Some(wanted) || any(then, wanted)
                }
                Phrase::Each { parameter, then, .. } => *parameter == wanted || any(then, wanted),
            })
        }
        any(&self.phrases, parameter)
    }
}

/// Words with commas, and "and" before the last, in the game's language as far as it is known. In English a comma stands
/// before "and", too, where one of them is long: so its own "and" or "for each" is not taken for all.
pub(super) fn joined(words: &[String], language: &str) -> String {
    let long = |words: &String| words.split_whitespace().count() > MOST_SHORT;
    let and = match language.split('-').next().unwrap_or_default() {
        "de" => " und ",
        "fr" => " et ",
        "es" => " y ",
        "it" => " e ",
        "nl" => " en ",
        "en" if words.iter().any(long) => ", and ",
        "en" => " and ",
        _ => ", ",
    };
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{}{and}{last}", rest.join(", ")),
        _ => words.concat(),
    }
}
