//! What the checks look at: a game as it was read, and its faces as they were drawn.

use crate::cards::{Deck, Face, Pack};
use crate::sheet::Trim;
use crate::template::{DrawnDeck, Press};

/// A game that was read and drawn.
pub struct Proof<'a> {
    pub pack: &'a Pack,
    pub press: &'a Press,
    pub decks: Vec<DeckProof<'a>>,
}

/// A deck of it, drawn.
pub struct DeckProof<'a> {
    pub deck: &'a Deck,
    pub trim: Trim,
    /// The fields of each row; none for a deck that flows.
    pub faces: Vec<Face>,
    pub drawn: &'a DrawnDeck,
}
