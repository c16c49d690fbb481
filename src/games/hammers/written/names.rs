//! Cards and locations by their words.

use crate::games::hammers::play::{Deck, PLACES, Rules};
use crate::games::naming::{self, Shelf, Unknown};

/// The names of a deck's cards, in their order.
pub fn names(rules: &Rules, deck: Deck) -> &[String] {
    let [from, to] = [0, 1].map(|next| usize::from(rules.tokens[deck as usize + next]));
    rules.names.cards.get(from..to).unwrap_or_default()
}

/// The name of a card; `?` when the deck has no such card.
pub fn name(rules: &Rules, deck: Deck, index: u8) -> &str {
    names(rules, deck)
        .get(usize::from(index))
        .map_or("?", String::as_str)
}

/// The card of a deck by its name.
pub fn find(rules: &Rules, deck: Deck, word: &str) -> Result<u8, Unknown> {
    let shelves = Deck::ALL.map(|deck| Shelf {
        one: one(deck),
        names: names(rules, deck),
    });
    naming::find(&shelves[deck as usize], &shelves, word)
}

/// What a card of a deck is called.
fn one(deck: Deck) -> &'static str {
    match deck {
        Deck::Actions => "a card",
        Deck::Countries => "a country",
        Deck::Labs => "a lab",
        Deck::Defcon => "a DEFCON card",
        Deck::Justifications => "a Justification",
        Deck::Protests => "a protest",
    }
}

/// A location by its number, as a place.
pub fn place(word: &str) -> Result<u8, Unknown> {
    naming::place(word, PLACES)
}
