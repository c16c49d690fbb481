//! Looks things up by their names: a list of zones, counters, seats or parameters and a word come in; the number of the one that is meant,
//! or the help for a word that means none, goes out.

use super::abilities::{Ability, Parameter};
use super::declared::{CounterKind, DerivedNumbers, Sentence, ZoneKind};
use crate::source::instead;

/// What has a name.
pub trait Named {
    fn name(&self) -> &str;
}

macro_rules! named {
    ($($kind:ty: $name:ident),*) => {
        $(impl Named for $kind {
            fn name(&self) -> &str {
                &self.$name
            }
        })*
    };
}

named!(
    Ability: name, CounterKind: name, DerivedNumbers: name, Parameter: name, Sentence: word, ZoneKind: name
);

impl Named for String {
    fn name(&self) -> &str {
        self
    }
}

/// The number of the one with a name.
pub fn numbered(all: &[impl Named], name: &str) -> Option<u8> {
    let found = all.iter().position(|one| one.name() == name);
    found.and_then(|at| u8::try_from(at).ok())
}

/// All names.
pub fn names<T: Named>(all: &[T]) -> impl Iterator<Item = &str> + Clone {
    all.iter().map(Named::name)
}

/// The help for a name that none has.
pub fn instead_of(all: &[impl Named], name: &str) -> String {
    instead(name, names(all))
}
