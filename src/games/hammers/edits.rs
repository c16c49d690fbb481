//! Which values of the data play, and which words can stand in each other's place.

use std::borrow::Cow;

use super::numbers::Role;
use crate::cards::{Alternatives, Deck, Game, Words};

/// Keys of a row that the rules read, beside `copies`; `None` for a deck that is only printed.
pub fn played_keys(game: &Game, deck: &Deck) -> Option<&'static [&'static str]> {
    Some(match Role::of(game, &deck.id)? {
        // A `profession` is a name: what it does stands where other cards name it.
        Role::Actions => &["influence", "passive", "operation", "kinds"],
        Role::Countries => &["points", "default", "region"],
        Role::Labs => &["number", "rank"],
        // A meter has no levels: it is only printed.
        Role::Defcon if deck.rows.iter().all(|row| row.get("level").is_none()) => return None,
        Role::Defcon => &["level"],
        Role::Justifications => &[],
        Role::Protests => &["value"],
    })
}

/// Keys of `[rules]` that say who plays which part, or how something is worded.
pub const UNPLAYED: [&str; 3] = ["edition", "decks", "terms"];

const fn of(keys: &'static [&'static str], words: &'static [&'static str]) -> Alternatives {
    Alternatives {
        keys: Cow::Borrowed(keys),
        words: Words::Of(Cow::Borrowed(words)),
    }
}

pub const ALTERNATIVES: &[Alternatives] = &[
    of(&["default"], &["caps", "hammers"]),
    of(&["move-self"], &["adjacent", "anywhere"]),
    of(&["reveal"], &["here", "anywhere"]),
    of(&["justify"], &["here", "round"]),
    of(&["where"], &["country", "location"]),
    of(&["each-round"], &["any", "one-each", "one-in-all"]),
    of(&["adds"], &["number", "rank"]),
    of(&["kinds"], &["first-turn", "occupation", "aggressive"]),
    of(&["penalty"], &["loyalty", "protests"]),
    of(&["tie-breaks"], &["fewer-countries", "more-regions"]),
    Alternatives {
        keys: Cow::Borrowed(&["region"]),
        words: Words::Table("region"),
    },
    Alternatives {
        keys: Cow::Borrowed(&["profession", "partner"]),
        words: Words::Rows("profession"),
    },
];
