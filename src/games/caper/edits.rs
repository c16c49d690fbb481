//! Which values of the data play, and which words can stand in each other's place.

use std::borrow::Cow;

use super::card::Role;
use crate::cards::{Alternatives, Deck, Words};

/// Keys of a row that the rules read, beside `copies`; `None` for a deck that is only printed.
pub fn played_keys(deck: &Deck) -> Option<&'static [&'static str]> {
    Some(match Role::of(deck) {
        Role::Location => &["city", "reward", "modifier"],
        Role::Thief => &["city", "colour", "income", "when-played", "gives"],
        Role::Gear => &["city", "colour", "cost", "when-played", "gives"],
        Role::Aid => return None,
    })
}

const fn of(keys: &'static [&'static str], words: &'static [&'static str]) -> Alternatives {
    Alternatives {
        keys: Cow::Borrowed(keys),
        words: Words::Of(Cow::Borrowed(words)),
    }
}

pub const ALTERNATIVES: &[Alternatives] = &[
    of(&["of"], &["yours", "theirs"]),
    of(&["reach"], &["here", "anywhere"]),
    of(&["if"], &["they-are-broke", "you-are-richer"]),
    of(&["protect", "only", "for", "kinds"], &["thieves", "gear"]),
    of(
        &["goods", "kinds"],
        &["jewel", "antique", "painting", "wild"],
    ),
    of(&["first", "tie-break"], &["cream", "mint"]),
    Alternatives {
        keys: Cow::Borrowed(&["colour", "each", "each-set", "only", "for"]),
        words: Words::Table("colour"),
    },
    Alternatives {
        keys: Cow::Borrowed(&["city"]),
        words: Words::Table("city"),
    },
];
