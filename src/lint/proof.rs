//! The input of all checks: a game as it was read, and its faces as they were drawn. `session` makes it, and `scene` traces it.

use crate::cards::{Deck, Face, Pack};
use crate::sheet::Trim;
use crate::template::{DrawnDeck, Renderer};

/// How far inside the cut words and symbols are safe, and how far beyond it backgrounds must extend, in millimetres.
pub const SAFE: f64 = 3.0;

/// A game that was read and drawn.
pub struct Proof<'a> {
    pub pack: &'a Pack,
    pub renderer: &'a Renderer,
    pub decks: Vec<DeckProof<'a>>,
    pub asks: PrintDemands,
}

/// The requirements of the printer who prints and cuts the cards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrintDemands {
    /// Millimetres inside the cut that hold nothing that must be whole.
    pub safe: f64,
    /// How far beyond the cut backgrounds must extend, in millimetres.
    pub bleed: f64,
    /// Dots to the inch that a picture has at least.
    pub dpi: f64,
}

impl Default for PrintDemands {
    /// A knife or a press is off by a millimetre or two, and fewer than 200 dots are seen as dots.
    fn default() -> Self {
        PrintDemands { safe: SAFE, bleed: SAFE, dpi: 200.0 }
    }
}

/// A deck of it, drawn.
pub struct DeckProof<'a> {
    pub deck: &'a Deck,
    pub trim: Trim,
    /// The fields of each row; none for a deck that flows.
    pub faces: Vec<Face>,
    pub drawn: &'a DrawnDeck,
}
