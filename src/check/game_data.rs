//! What every check gets: a pack, and the diagnostics so far. [`super::list`] makes one and passes it to each check.

use crate::cards::{Deck, Pack};
use crate::source::Diagnostics;

/// What the checks look at.
pub struct GameData<'a> {
    /// The game as it was read.
    pub pack: &'a Pack,
    /// What is known to be wrong with it: a deck with an error is not counted.
    pub known: &'a Diagnostics,
}

impl<'a> GameData<'a> {
    /// The deck of that name, when all of its cards could be read.
    pub fn sound_deck(&self, id: &str) -> Option<&'a Deck> {
        let deck = self.pack.deck(id)?;
        deck.errors(self.known).next().is_none().then_some(deck)
    }
}
