//! Wraps a game in the message that loads it onto an open Tabletop Simulator table, through the port for text editors. A save
//! comes in, the message with its script goes out. `session` sends it.

use serde_json::{Map, Value, json};

use crate::export::card_deck::{CardDeck, DeckPictures, GameTitle};

/// The script, and where its data are put in.
const SCRIPT: &str = include_str!("push.lua");
const DATA: &str = "--[[data]]";

/// The message that carries a save, which [`super::save()`] made of these decks. Of each card it says as well which of its
/// copies these are, so that a table is not taken to have enough when it has the earlier ones.
pub fn push_message(save: &[u8], game: &GameTitle, decks: &[(CardDeck, DeckPictures)]) -> Vec<u8> {
    let save: Value = serde_json::from_slice(save).unwrap_or_default();
    let cards = decks.iter().flat_map(|(deck, _)| {
        let path = |id: &str| format!("{}/{}/{id}", game.id, deck.id);
        let copies = deck.cards.iter().map(move |card| {
            let numbers = card.numbers();
            let copies = json!({ "first": numbers.start, "last": numbers.end - 1 });
            (path(&card.id), copies)
        });
        copies.collect::<Vec<_>>()
    });
    let copies: Map<String, Value> = cards.collect();
    let data = json!({ "objects": save["ObjectStates"], "copies": copies }).to_string();
    let script = SCRIPT.replacen(DATA, &long_string(&data), 1);
    let message = json!({ "messageID": 3, "guid": "-1", "script": script });
    message.to_string().into_bytes()
}

/// A Lua string in brackets of a length that is not in the text: nothing in it is escaped.
fn long_string(text: &str) -> String {
    let mut signs = "==".to_owned();
    while text.contains(&format!("]{signs}]")) || text.ends_with(&format!("]{signs}")) {
        signs.push('=');
    }
    format!("[{signs}[{text}]{signs}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_does_not_end_the_string_that_holds_it() {
        assert_eq!(long_string("[]"), "[==[[]]==]");
        assert_eq!(long_string("a]==]b"), "[===[a]==]b]===]");
        assert_eq!(long_string("a]=="), "[===[a]==]===]");
    }
}
