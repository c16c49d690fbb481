//! The list of the checks.

use super::{components, names, regions, unused_rows};
use crate::cards::{Deck, Game, Vocabulary};
use crate::source::{Code, Diagnostics};

/// What the checks look at: a game as its files give it.
pub struct Data<'a> {
    pub game: &'a Game,
    pub decks: &'a [Deck],
    /// What its rules know of the cards; `None` for a game that is only printed.
    pub vocabulary: Option<&'a dyn Vocabulary>,
    /// What is wrong with the files: a deck with an error is not counted.
    pub known: &'a Diagnostics,
}

impl<'a> Data<'a> {
    /// The deck of that name, when all of its cards could be read.
    pub fn sound_deck(&self, id: &str) -> Option<&'a Deck> {
        let deck = self.decks.iter().find(|deck| deck.id == id)?;
        deck.errors(self.known).next().is_none().then_some(deck)
    }
}

/// A check: what it finds has its code.
pub struct Check {
    pub code: Code,
    pub look: fn(&Data<'_>, &mut Diagnostics),
}

/// Every check there is.
pub const CHECKS: &[Check] = &[
    Check {
        code: Code::SharedName,
        look: names::look,
    },
    Check {
        code: Code::Components,
        look: components::look,
    },
    Check {
        code: Code::RegionsOfThree,
        look: regions::look,
    },
    Check {
        code: Code::UnusedWord,
        look: unused_rows::look,
    },
];

/// All that the checks find, in the order of the list.
pub fn check(data: &Data<'_>) -> Diagnostics {
    let mut found = Diagnostics::new();
    for check in CHECKS {
        (check.look)(data, &mut found);
    }
    found
}
