//! A kind of games: how its axes are found and how its rules are compiled from the data. `registry` makes one;
//! everything in `verify` that compiles rules takes it.

use crate::cards::{Deck, GameFile as GameData, Pack};
use crate::rules::{Axis, Laws, Notation, Variant};
use crate::source::Diagnostics;

/// Games of one kind: how they may be set up, and how their rules are compiled.
pub struct Prover<G> {
    /// What is agreed on before a game is set up, each axis with a value at least; none where a game is always the same.
    pub axes: fn(&GameData) -> Vec<Axis>,
    /// The rules of one variant. Others have seats, cards, names and properties of their own.
    pub compile: fn(&GameData, &[Deck], &Variant) -> Result<G, Diagnostics>,
}

impl<G: Notation + Laws> Prover<G> {
    /// The rules of one variant of a game.
    ///
    /// # Errors
    /// When the data cannot be played.
    pub fn rules(&self, pack: &Pack, variant: &Variant) -> Result<G, Diagnostics> {
        (self.compile)(&pack.game, &pack.decks, variant)
    }
}
