//! The laws of a game: what must always hold, what must happen sometimes, and what must never happen; how often they were
//! checked, and what a breach says.

use super::{CardId, Counter, FactId, ZoneId};
use crate::source::Span;

/// How a property is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LawKind {
    /// Holds whenever it is checked.
    Always,
    /// Seen in some games: it shows that a card or rule can matter.
    Sometimes,
    /// Reached in no game.
    Never,
}

/// A named property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// The clause ("CH2-I5"), or a short name in words ("spy mattered").
    pub id: String,
    pub says: String,
    pub kind: LawKind,
    /// Where the game states it.
    pub stated: Option<Span>,
}

/// Counts of one run, by the number of the property: how often checked, in how many games seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    pub counts: [u64; Tally::MOST],
    /// What was seen in the game that is running.
    pub seen: u64,
    /// What each law read when it was last checked in that game, as the game's own bits: it need not be checked again until
    /// some of that has changed. All bits if it was not checked yet.
    pub looked: [u64; Tally::MOST],
}

impl Default for Tally {
    fn default() -> Self {
        Tally { counts: [0; Tally::MOST], seen: 0, looked: [u64::MAX; Tally::MOST] }
    }
}

impl Tally {
    /// Most properties of a game.
    pub const MOST: usize = 64;

    /// Ends a game: what was seen in it counts once.
    pub fn close(&mut self) {
        for bit in super::Bits(self.seen) {
            self.counts[usize::from(bit)] += 1;
        }
        self.seen = 0;
        self.begin();
    }

    /// Begins a game, or a move that does not follow the one watched before.
    pub fn begin(&mut self) {
        self.looked = [u64::MAX; Tally::MOST];
    }

    /// Adds the counts of another run.
    pub fn add(&mut self, other: &Tally) {
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
    }
}

/// A property that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// Its number among the properties of the game.
    pub property: usize,
    /// What was expected and what was found.
    pub says: String,
    /// Where in the game's files: the instruction that went wrong, or the declaration that is broken. `None`: where the property is stated.
    pub at: Option<Span>,
}

impl Breach {
    /// With the place where its property is stated, if it has no closer one.
    pub fn at_its_law(self, properties: &[Property]) -> Self {
        let stated = properties.get(self.property).and_then(|law| law.stated);
        Breach { at: self.at.or(stated), ..self }
    }
}

/// What a seat gets to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shown {
    /// A card, and where it lies.
    Card(CardId, ZoneId),
    /// What a counter holds.
    Number(Counter, i16),
    /// A fact, and a hash of what the seat learned by it.
    Fact(FactId, u64),
}
