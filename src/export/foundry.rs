//! Writes decks for Foundry VTT. A deck and its pictures come in, a document for *Import Data* goes out. Called by `session`.
//!
//! Its keys are those that `foundryvtt.com/api` lists for `CardsData`, in the form of the decks that Foundry ships (types `deck`
//! and `base`, one card per copy).

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::archive::has_mark;
use super::card_deck::{CardDeck, DeckPictures, GameTitle, SheetCell};
use crate::raster::GridBounds;

/// Written near the start of every deck, so that our own files can be recognised.
const MARK: &str = "made by deckproof export foundry";

/// Each face has a picture of its own.
pub const PICTURE: GridBounds = GridBounds::one(4096);

/// Millimetres of a square of the grid: the poker cards that come with Foundry are 2 wide and 3 high.
const SQUARE: f64 = 30.0;

/// Between the places of two cards in a deck, as Foundry numbers them.
const STEP: usize = 100_000;

/// Letters of the ids that Foundry gives.
const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// A deck. `address` gives the path of a picture in Foundry's user data by its file's name.
pub fn deck(
    game: &GameTitle,
    deck: &CardDeck,
    pictures: &DeckPictures,
    address: &dyn Fn(&str) -> String,
) -> Vec<u8> {
    let picture = |found: Option<SheetCell<'_>>| {
        found.map_or(Value::Null, |(sheet, _)| json!(address(&sheet.file)))
    };
    let (width, height) = (squares(deck.size.0), squares(deck.size.1));
    let mut cards = Vec::new();
    for (at, card) in deck.cards.iter().enumerate() {
        for copy in card.numbers() {
            let sort = (cards.len() + 1) * STEP;
            cards.push(json!({
                "_id": id(&format!("{}/{}/{}/{copy}", game.id, deck.id, card.id)),
                "name": card.name,
                "type": "base",
                "description": "",
                "suit": "",
                "value": at + 1,
                "back": { "name": "", "text": "", "img": picture(pictures.back(at)) },
                "faces": [{ "name": card.name, "text": "", "img": picture(pictures.front(at)) }],
                // Face down, with its owner as origin.
                "face": null,
                "drawn": false,
                "width": width,
                "height": height,
                "rotation": 0,
                "sort": sort,
            }));
        }
    }
    let document = json!({
        "name": format!("{}: {}", game.title, deck.title),
        "type": "deck",
        "description": format!("<p>{} {}, {MARK}.</p>", escaped(&game.title), escaped(&game.version)),
        "img": picture(pictures.back(0).or(pictures.front(0))),
        "width": width,
        "height": height,
        "rotation": 0,
        "displayCount": true,
        "cards": cards,
    });
    format!("{document:#}\n").into_bytes()
}

/// Whether `bytes` is a deck that this tool wrote.
pub fn made_by_us(bytes: &[u8]) -> bool {
    has_mark(bytes, bytes.len(), MARK)
}

/// Sides are whole squares.
fn squares(mm: f64) -> u32 {
    (mm / SQUARE).round().max(1.0) as u32
}

/// Sixteen letters for the object at `path`: a card has the same id in every export.
fn id(path: &str) -> String {
    let digest = Sha256::digest(path.as_bytes());
    let letter = |byte: &u8| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]);
    digest.iter().take(16).map(letter).collect()
}

/// A description is HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
