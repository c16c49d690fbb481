//! Cards, seats and phases by their words.

use crate::games::caper::play::{Deck, GEAR, Kind, Phase, Rules};
use crate::games::naming::{self, Shelf, Unknown};

/// What the cards of a round are called.
pub fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Thieves => "thieves",
        Kind::Gear => "gear",
    }
}

/// The word of a phase.
pub fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Deal => "deal",
        Phase::Pass => "pass",
        Phase::Place => "place",
        Phase::Equip => "equip",
        Phase::Flip => "flip",
        Phase::Recover => "recover",
        Phase::Over => "over",
    }
}

/// The word of a seat.
pub fn seat(rules: &Rules, seat: usize) -> &str {
    rules.names.seats.get(seat).map_or("?", String::as_str)
}

/// The names of a deck's cards, in their order.
pub fn names(rules: &Rules, deck: Deck) -> &[String] {
    between(rules, deck as usize, deck as usize + 1)
}

fn between(rules: &Rules, from: usize, to: usize) -> &[String] {
    let [from, to] = [from, to].map(|deck| usize::from(rules.tokens[deck]));
    rules.names.cards.get(from..to).unwrap_or_default()
}

/// The name of a card; `?` when the deck has no such card.
pub fn name(rules: &Rules, deck: Deck, index: u8) -> &str {
    let name = names(rules, deck).get(usize::from(index));
    name.map_or("?", String::as_str)
}

/// The name of the card whose flips are under way ([`crate::games::caper::play::State::acting`]).
pub fn acting(rules: &Rules, acting: u8) -> &str {
    match acting & GEAR {
        0 => name(rules, Deck::Thieves, acting),
        _ => name(rules, Deck::Gear, acting & !GEAR),
    }
}

fn shelves(rules: &Rules) -> [Shelf<'_>; Deck::COUNT] {
    Deck::ALL.map(|deck| Shelf {
        one: match deck {
            Deck::Thieves => "a thief",
            Deck::Gear => "gear",
            Deck::Locations => "a location",
        },
        names: names(rules, deck),
    })
}

/// The card of a deck by its name.
pub fn find(rules: &Rules, deck: Deck, word: &str) -> Result<u8, Unknown> {
    let shelves = shelves(rules);
    naming::find(&shelves[deck as usize], &shelves, word)
}

/// A thief or gear by its name.
pub fn find_playable(rules: &Rules, word: &str) -> Result<(Kind, u8), Unknown> {
    let both = Shelf {
        one: "a thief or gear",
        names: between(rules, Deck::Thieves as usize, Deck::Gear as usize + 1),
    };
    let card = naming::find(&both, &shelves(rules), word)?;
    let thieves = names(rules, Deck::Thieves).len();
    Ok(match usize::from(card).checked_sub(thieves) {
        None => (Kind::Thieves, card),
        Some(gear) => (Kind::Gear, gear as u8),
    })
}
