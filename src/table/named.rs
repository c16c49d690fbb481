//! Looks things up by their names: a list of zones, counters, seats or parameters and a word come in; the number of the one that is meant,
//! or the help for a word that means none, goes out.

use super::abilities::{Ability, MadeField, Parameter};
use super::declared::{CounterKind, DerivedNumbers, MovePattern, Sentence, ZoneKind};
use crate::source::instead;

/// What has a name.
pub trait HasName {
    fn name(&self) -> &str;
}

macro_rules! named {
    ($($kind:ty: $name:ident),*) => {
        $(impl HasName for $kind {
            fn name(&self) -> &str {
                &self.$name
            }
        })*
    };
}

named!(
    Ability: name, CounterKind: name, DerivedNumbers: name, MadeField: name, MovePattern: verb, Parameter: name, Sentence: word,
    ZoneKind: name
);

impl HasName for String {
    fn name(&self) -> &str {
        self
    }
}

/// Whether a letter may stand in a name: a to z, digits, and a few signs.
pub fn is_plain(letter: char, signs: &str) -> bool {
    letter.is_ascii_lowercase() || letter.is_ascii_digit() || signs.contains(letter)
}

/// The number of the one with a name.
pub fn numbered(all: &[impl HasName], name: &str) -> Option<u8> {
    let found = all.iter().position(|one| one.name() == name);
    found.and_then(|at| u8::try_from(at).ok())
}

/// All names.
pub fn names<T: HasName>(all: &[T]) -> impl Iterator<Item = &str> + Clone {
    all.iter().map(HasName::name)
}

/// The help for a name that none has.
pub fn instead_of(all: &[impl HasName], name: &str) -> String {
    instead(name, names(all))
}
