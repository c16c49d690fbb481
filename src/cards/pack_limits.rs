//! Checks the names and the number of decks of a game: what a file system or a printer can't do. Called by `pack`.

use std::collections::BTreeMap;

use super::bounds::{MOST_CARDS, MOST_NAME};
use super::deck::Deck;
use crate::source::{Diagnostics, error};

/// That each deck's name makes a file name, and another one than the names before it, on every machine.
pub(super) fn check_deck_names(names: &[String], faults: &mut Diagnostics) {
    let mut folded: BTreeMap<String, &String> = BTreeMap::new();
    for name in names {
        if name.len() > MOST_NAME {
            faults.push(error!(
                BadId,
                "the deck's name `{name}` is too long for the files that are made of it",
                "rename its file: the limit is {MOST_NAME} letters"
            ));
        }
        if let Some(first) = folded.insert(name.to_lowercase(), name) {
            faults.push(error!(
                DeckTwice,
                "`{first}.toml` and `{name}.toml` are one file on machines that do not tell capitals apart",
                "rename one of them"
            ));
        }
    }
}

pub(super) fn check_size(decks: &[Deck], faults: &mut Diagnostics) {
    let cards: u32 = decks.iter().map(Deck::cards).sum();
    if cards > MOST_CARDS {
        let message = format!("the game has {cards} cards; more than {MOST_CARDS} are not printed");
        let mut before = 0;
        let mut rows = decks.iter().flat_map(|d| &d.rows);
        let first_beyond = rows.find(|row| {
            before += row.copies;
            before > MOST_CARDS
        });
        faults.push(
            error!(TooManyCards, message, "lower `copies`: from this card on there are too many")
                .at_maybe(first_beyond.map(|row| row.span)),
        );
    }
}
