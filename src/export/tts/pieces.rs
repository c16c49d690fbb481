//! Decides what a deck becomes on the table: a deck of cards, tokens in a bag, flat boards, or a booklet. A deck comes in, a
//! [`DeckPiece`] goes out. Called by `save` and `session`.

use crate::export::card_deck::CardDeck;
use crate::raster::GridBounds;

/// The largest sides of a card that is held in the hand, in millimetres: jumbo cards.
const LARGEST_CARD: (f64, f64) = (90.0, 146.0);

/// Longest side of a square piece that is a token, in millimetres; the smallest cards are longer.
const LARGEST_TOKEN: f64 = 40.0;

/// What the game dialog takes on one picture of cards.
pub const SHEET: GridBounds = GridBounds { columns: 10, rows: 7, side: 4096 };

/// How the cards of a deck lie on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeckPiece {
    /// A deck, or a single card.
    Cards,
    /// Tiles, in a bag when there are several.
    Tokens,
    /// Tiles side by side; copies of one are in a bag.
    Boards,
    /// One tile whose states are the pages.
    Text,
}

/// What a deck is, by its size and shape.
pub fn piece_of(deck: &CardDeck) -> DeckPiece {
    let (width, height) = deck.size;
    let (short, long) = (width.min(height), width.max(height));
    if deck.is_text {
        DeckPiece::Text
    } else if long <= LARGEST_TOKEN || deck.is_round() {
        DeckPiece::Tokens
    } else if short <= LARGEST_CARD.0 && long <= LARGEST_CARD.1 {
        DeckPiece::Cards
    } else {
        DeckPiece::Boards
    }
}

/// How a deck's pictures are laid out: cards on sheets, anything else on a picture of its own.
pub fn bounds_for(deck: &CardDeck) -> GridBounds {
    match piece_of(deck) {
        DeckPiece::Cards => SHEET,
        DeckPiece::Tokens | DeckPiece::Boards | DeckPiece::Text => GridBounds::one(SHEET.side),
    }
}
