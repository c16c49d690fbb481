//! Abilities: what a row may say that its card does, declared as `[ability.NAME]` in `game.toml`.
//!
//! ```toml
//! [ability.points]
//! in = "gives"
//! amount = { is = "number", from = 1, to = 9, default = 1 }
//! each = { is = "colour", optional = true }
//! says = "**{amount}** points[each: for each {each} card]."
//! ```
//!
//! [`Abilities::read`] reads the declarations, [`Abilities::read_values`] the abilities of a row; [`Abilities::wordings`] writes
//! their text. `script` calls all three and plays the same values, so a card cannot say one thing and do another.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::named::numbered;
use super::wording::{Between, Wording};
use crate::source::Span;

/// Most abilities of a game.
pub const MOST_ABILITIES: usize = 128;

/// Most parameters of an ability.
pub const MOST_PARAMETERS: usize = 12;

/// Most abilities of one card.
pub const MOST_OF_A_CARD: usize = 16;

/// Most words of which a parameter takes a list: they are the bits of [`Listed::set`].
pub const MOST_LISTED: usize = 64;

/// Most words of one list.
pub const MOST_IN_A_LIST: usize = 15;

/// Keys of a row in which no ability can stand, and fields that are not made of abilities.
pub(super) const COMMON: &[&str] = &["id", "name", "copies", "template", "back", "note"];

/// What a parameter can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParameterKind {
    Number {
        from: i64,
        to: i64,
    },
    Flag,
    /// One of these words.
    Choice(Arc<[String]>),
    /// A word of a key of the cards, or a row of the look-up table of that name. Where cards have the key, these are the
    /// words of its column, in the column's order.
    Word {
        key: String,
        words: Arc<[String]>,
    },
}

/// What an ability is given besides its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    pub span: Span,
    pub kind: ParameterKind,
    /// It takes a list of the words.
    pub list: bool,
    /// A word may stand in the list several times.
    pub repeats: bool,
    /// It can also be words that no card has under its key.
    pub also: bool,
    /// The fewest and the most words of a list.
    pub length: (usize, usize),
    /// The keys of rows under which it may stand; all of its ability where there are none.
    pub keys: Vec<u8>,
    /// One of these must be given where it is.
    pub needs: Vec<String>,
    /// None of these may be given where it is.
    pub without: Vec<String>,
    pub optional: bool,
    /// What it is where a row does not say it.
    pub default: Option<Argument>,
}

impl Parameter {
    /// The words that it can be; none of a number or flag.
    pub fn words(&self) -> &[String] {
        match &self.kind {
            ParameterKind::Choice(words) | ParameterKind::Word { words, .. } => words,
            ParameterKind::Number { .. } | ParameterKind::Flag => &[],
        }
    }

    /// Whether a row must say it.
    pub fn is_needed(&self) -> bool {
        self.otherwise().is_none()
    }

    /// Whether it may stand under a key of rows.
    pub fn is_under(&self, key: u8) -> bool {
        self.keys.is_empty() || self.keys.contains(&key)
    }

    /// Whether it can be absent: optional without a default, or not allowed under every key.
    pub fn may_lack(&self) -> bool {
        !self.keys.is_empty() || self.otherwise() == Some(Argument::Absent)
    }

    /// Its value under a key where it is not allowed.
    fn nothing(&self) -> Argument {
        match self.kind {
            ParameterKind::Flag => Argument::Flag(false),
            _ => Argument::Absent,
        }
    }

    /// What it is under a key where a row does not say it; `None` where the row must.
    pub fn otherwise_under(&self, key: u8) -> Option<Argument> {
        if self.is_under(key) { self.otherwise() } else { Some(self.nothing()) }
    }

    /// What it is where a row does not say it; `None` where the row must.
    pub fn otherwise(&self) -> Option<Argument> {
        match self.kind {
            _ if self.default.is_some() => self.default,
            _ if self.optional => Some(Argument::Absent),
            ParameterKind::Flag => Some(Argument::Flag(false)),
            _ => None,
        }
    }
}

/// The value of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Argument {
    /// Optional, and not given.
    Absent,
    Number(i64),
    Flag(bool),
    /// By its number in [`Parameter::words`].
    Word(u16),
    /// Some of [`Parameter::words`].
    Words(Listed),
}

/// Words of a list by their numbers in [`Parameter::words`], in the order of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Listed {
    count: u8,
    words: [u8; MOST_IN_A_LIST],
}

impl Listed {
    /// Adds a word; whether there was room for it.
    pub fn push(&mut self, word: u8) -> bool {
        let Some(place) = self.words.get_mut(usize::from(self.count)) else {
            return false;
        };
        *place = word;
        self.count += 1;
        true
    }

    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        let words = self.words.iter().take(usize::from(self.count));
        words.map(|word| u16::from(*word))
    }

    /// How often a word is among them.
    pub fn count(&self, word: u16) -> usize {
        self.iter().filter(|other| *other == word).count()
    }

    /// A bit for each word that is among them.
    pub fn set(&self) -> u64 {
        self.iter().fold(0, |set, word| set | 1 << word)
    }
}

impl Argument {
    /// Whether it is given, and neither 0, nor false, nor an empty list.
    pub fn is_there(self) -> bool {
        match self {
            Argument::Absent => false,
            Argument::Number(number) => number != 0,
            Argument::Flag(flag) => flag,
            Argument::Word(_) => true,
            Argument::Words(words) => words.count > 0,
        }
    }
}

/// An ability as it is declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ability {
    /// As a row says it: `move-self`.
    pub name: String,
    pub span: Span,
    /// The keys of the rows in which it may stand, by their numbers in [`Abilities::keys`].
    pub keys: Vec<u8>,
    /// In the order in which they are declared, which is that of the arguments of its functions.
    pub parameters: Vec<Parameter>,
    /// What it says, by name: `says`, and others that fields show. Several patterns are several parts of a list.
    pub(super) wordings: Vec<(String, Vec<Wording>)>,
    /// The first of them as it is declared.
    pub(super) source: String,
}

impl Ability {
    /// Whether a wording mentions a parameter.
    pub fn mentions(&self, parameter: usize) -> bool {
        let mut patterns = self.wordings.iter().flat_map(|(_, patterns)| patterns);
        patterns.any(|pattern| pattern.mentions(parameter))
    }
}

/// An ability of a card, with what it is given.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Has {
    /// By its number in [`Abilities::all`].
    pub ability: u8,
    /// The key of the row in which it is given, by its number in [`Abilities::keys`].
    pub key: u8,
    /// One for each parameter.
    pub values: Vec<Argument>,
}

/// The abilities of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Abilities {
    /// The keys of rows in which abilities stand.
    pub keys: Vec<String>,
    /// In the order in which they are declared.
    pub all: Vec<Ability>,
    /// Fields whose text comes from a card's abilities.
    pub fields: Vec<MadeField>,
    /// Keys of rows that are only printed, by the wordings and fields that name them.
    pub printed: BTreeSet<String>,
    /// The language in which lists are joined.
    pub(super) language: String,
    /// A declaration is wrong: what rows say about it is not checked.
    pub(super) is_wrong: bool,
}

impl Abilities {
    /// Whether all declarations are as they should be.
    pub fn is_sound(&self) -> bool {
        !self.is_wrong
    }

    /// The number of a key of rows in which abilities stand.
    pub fn key(&self, name: &str) -> Option<u8> {
        numbered(&self.keys, name)
    }

    /// The abilities that may stand under a key.
    pub fn under(&self, key: u8) -> impl Iterator<Item = &Ability> + Clone {
        let of_key = move |ability: &&Ability| ability.keys.contains(&key);
        self.all.iter().filter(of_key)
    }

    /// An ability by its name.
    pub fn find(&self, name: &str) -> Option<u8> {
        numbered(&self.all, name)
    }
}

/// Most fields that a game makes.
pub const MOST_FIELDS: usize = 64;

/// A field of cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeField {
    pub name: String,
    pub span: Span,
    pub(super) made: FieldSource,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FieldSource {
    /// Of what abilities say.
    Said { parts: Vec<FieldPart>, between: Between },
    /// The names of the other cards of the deck that have the same under a key.
    Others { key: String, between: Between },
}

/// What the abilities under some keys say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FieldPart {
    pub(super) keys: Vec<u8>,
    pub(super) shows: String,
    pub(super) begins: String,
    pub(super) ends: String,
    pub(super) between: Between,
}
