//! Writes what an ability says on a card. A parsed wording and the values of its parameters come in; markup with the
//! gaps filled goes out. Called by [`super::made_fields`]; `wording_reading` parses the wordings.
//!
//! | in a wording | on the card |
//! | --- | --- |
//! | `{amount}` | the value of the parameter; words of a list with commas and "and" |
//! | `{each.name}` | a field of the word's row in its look-up table, or else of the first card that has the word |
//! | `{goods.jewel}` | how often a list has the word |
//! | `{card.cost}`, `{rules.hand}`, `{ruling.reach}` | what the row, `[rules]` or a ruling says |
//! | `{coin*amount}`, `{{each.sign}}` | a symbol as often as the number says; the symbol of that name |
//! | `[each: words]`, `[!each: words]` | the words, if the parameter is given and neither 0 nor false; if not |
//! | `[of=theirs: words]`, `[amount>3: words]` | the words, if it is that (`!=`, `<`, `<=`, `>=` as well); of a list: if that is among it |
//! | `[kinds/and: {kinds}]` | the words once for each word of a list, with commas and "and", or another sign, between them |

use std::cmp::Ordering;

use super::abilities::{Abilities, Ability, Argument, Has, Parameter};
use crate::cards::Face;

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
    Number(Orderings, i64),
}

/// The orderings of a number and the wanted one for which a test holds.
pub(super) type Orderings = &'static [Ordering];

pub(super) const EQUAL: Orderings = &[Ordering::Equal];
pub(super) const UNEQUAL: Orderings = &[Ordering::Less, Ordering::Greater];

/// What goes between the parts of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Between {
    /// Commas, and "and" before the last, in the game's language as far as it is known.
    And,
    Text(String),
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

impl Abilities {
    /// What an ability of a card says in one of its wordings, a part for each pattern that says anything; none of them much
    /// longer than [`MOST_SENTENCE`]. `face` has the fields of the row.
    pub fn wordings(&self, has: &Has, wording: &str, face: &Face) -> Vec<String> {
        let Some(ability) = self.all.get(usize::from(has.ability)) else {
            return Vec::new();
        };
        let found = ability.wordings.iter().find(|(name, _)| name == wording);
        let speech = Speech { ability, values: &has.values, face, language: &self.language };
        let patterns = found.into_iter().flat_map(|(_, patterns)| patterns);
        let parts = patterns.map(|pattern| speech.text_of(&pattern.phrases));
        parts.filter(|part| !part.is_empty()).collect()
    }
}

/// An ability of a card that is worded.
struct Speech<'a> {
    ability: &'a Ability,
    values: &'a [Argument],
    face: &'a Face,
    language: &'a str,
}

impl Speech<'_> {
    fn text_of(&self, phrases: &[Phrase]) -> String {
        let mut text = String::new();
        self.say(phrases, &mut text);
        text
    }

    fn say(&self, phrases: &[Phrase], text: &mut String) {
        for phrase in phrases {
            if text.len() > MOST_SENTENCE {
                return;
            }
            match phrase {
                Phrase::Text(words) => text.push_str(words),
                Phrase::Value(subject, case) => {
                    let words = self.text(subject);
                    *text += &match case {
                        WordingCase::AsIs => words,
                        WordingCase::Upper => words.to_uppercase(),
                        WordingCase::Lower => words.to_lowercase(),
                    };
                }
                Phrase::Symbol { name, times } => {
                    for _ in 0..self.number(times).unwrap_or(0) {
                        if text.len() > MOST_SENTENCE {
                            return;
                        }
                        text.push_str(&format!("{{{name}}}"));
                    }
                }
                Phrase::If { subject, test, then } => {
                    if self.holds(subject, test) {
                        self.say(then, text);
                    }
                }
                Phrase::Each { parameter, between, then } => {
                    let Argument::Words(list) = self.value(*parameter) else {
                        continue;
                    };
                    let mut values = self.values.to_vec();
                    let parts = list.iter().map(|word| {
                        values[*parameter] = Argument::Word(word);
                        Speech { values: &values, ..*self }.text_of(then)
                    });
                    let parts: Vec<String> = parts.collect();
                    text.push_str(&between.join(&parts, self.language));
                }
            }
        }
    }

    fn value(&self, parameter: usize) -> Argument {
        let value = self.values.get(parameter).copied();
        value.unwrap_or(Argument::Absent)
    }

    /// The words that a parameter can be.
    fn words(&self, parameter: usize) -> &[String] {
        self.ability.parameters.get(parameter).map_or(&[], Parameter::words)
    }

    fn text(&self, subject: &WordingSubject) -> String {
        match subject {
            WordingSubject::Parameter(at) => self.words_of(self.value(*at), self.words(*at)),
            WordingSubject::Field { parameter, texts } => {
                self.words_of(self.value(*parameter), texts)
            }
            WordingSubject::Count { .. } => self.number(subject).unwrap_or(0).to_string(),
            WordingSubject::Card(field) => self.face.text(field).to_owned(),
            WordingSubject::Fixed(text) => text.clone(),
        }
    }

    /// A value, with a text for each word that it can be.
    fn words_of(&self, value: Argument, texts: &[String]) -> String {
        let word = |at: u16| texts.get(usize::from(at)).cloned().unwrap_or_default();
        match value {
            Argument::Absent | Argument::Flag(_) => String::new(),
            Argument::Number(number) => number.to_string(),
            Argument::Word(at) => word(at),
            Argument::Words(list) => {
                joined(&list.iter().map(word).collect::<Vec<_>>(), self.language)
            }
        }
    }

    fn number(&self, subject: &WordingSubject) -> Option<i64> {
        match subject {
            WordingSubject::Count { parameter, word } => match self.value(*parameter) {
                Argument::Words(list) => i64::try_from(list.count(*word)).ok(),
                Argument::Word(one) => Some(i64::from(one == *word)),
                _ => Some(0),
            },
            _ => self.text(subject).trim().parse().ok(),
        }
    }

    fn holds(&self, subject: &WordingSubject, test: &Test) -> bool {
        let is_there = || match subject {
            WordingSubject::Parameter(at) => self.value(*at).is_there(),
            _ => !matches!(self.text(subject).as_str(), "" | "0"),
        };
        match test {
            Test::Given => is_there(),
            Test::Missing => !is_there(),
            Test::Word { wanted, is } => self.is(subject, wanted) == *is,
            Test::Number(relation, wanted) => {
                let number = self.number(subject);
                number.map_or(*relation == UNEQUAL, |n| relation.contains(&n.cmp(wanted)))
            }
        }
    }

    /// Whether a value is the wanted one, or has it in its list.
    fn is(&self, subject: &WordingSubject, wanted: &str) -> bool {
        let WordingSubject::Parameter(at) = subject else {
            return self.text(subject) == wanted;
        };
        let words = self.words(*at);
        match self.value(*at) {
            Argument::Flag(flag) => flag.to_string() == wanted,
            Argument::Words(list) => list.iter().any(|word| words[usize::from(word)] == wanted),
            value => self.words_of(value, words) == wanted,
        }
    }
}
