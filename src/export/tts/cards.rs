//! Writes the decks and single cards of a save. A deck with its pictures comes in, objects go out. Called by `save`.
//!
//! A card's number is a hundred times the number of its sheet, plus its cell; it selects the picture that the card shows.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::ids::{Guids, SheetNumbers};
use super::object::description;
use super::object::{Object, ObjectLabel, ObjectPlace, object};
use crate::export::card_deck::{CardDeck, DeckPictures};

/// The game's word for the outline of a card.
const ROUNDED: u8 = 0;
const RECTANGLE: u8 = 1;
const HEX: u8 = 3;

/// What the objects of a save share.
pub struct SaveNames<'a> {
    pub game: &'a str,
    pub guids: Guids,
    pub numbers: SheetNumbers,
    /// The address of a picture, by its file.
    pub address: &'a dyn Fn(&str) -> String,
}

/// Lies face down where the back hides the front.
pub fn turn_of(deck: &CardDeck) -> f64 {
    if deck.hides_fronts() { 180.0 } else { 0.0 }
}

impl SaveNames<'_> {
    /// The GUID of what holds the cards of a deck: another one where the rest of the deck is on the table already.
    pub fn of_holder(&mut self, path: &str, deck: &CardDeck) -> String {
        if deck.is_rest {
            self.guids.id_of(&format!("{path}/changed"))
        } else {
            self.guids.id_of(path)
        }
    }
}

/// The deck, or its only card: the game loads no deck of one.
pub fn deck_of_cards(
    deck: &CardDeck,
    pictures: &DeckPictures,
    place: ObjectPlace,
    names: &mut SaveNames<'_>,
) -> Option<Object> {
    let mut sheets: BTreeMap<u32, Value> = BTreeMap::new();
    let mut cards: Vec<(u32, Object)> = Vec::new();
    let single = deck.count() == 1;
    for (at, card) in deck.cards.iter().enumerate() {
        let (front, slot) = pictures.front(at)?;
        let face = (names.address)(&front.file);
        let (back, unique) = match pictures.back(at) {
            None => (face.clone(), false),
            // On a sheet of backs it has the cell of its front.
            Some((sheet, _)) => ((names.address)(&sheet.file), sheet.grid.faces.len() > 1),
        };
        let number = names.numbers.of(&face, &back);
        let sheet = json!({
            "FaceURL": face,
            "BackURL": back,
            "NumWidth": front.grid.columns,
            "NumHeight": front.grid.rows,
            // What others see of a card in a hand: the back, and not the last cell of the sheet.
            "BackIsHidden": true,
            "UniqueBack": unique,
            "Type": outline(deck),
        });
        sheets.insert(number, sheet.clone());
        let id = number * 100 + slot;
        let kind = if single { "CardCustom" } else { "Card" };
        let path = format!("{}/{}/{}", names.game, deck.id, card.id);
        for copy in card.numbers() {
            let label = ObjectLabel {
                guid: names.guids.id_of(&format!("{path}/{copy}")),
                name: card.name.clone(),
                description: description(&card.front, &card.name),
                path: path.clone(),
            };
            let mut object = object(kind, &label, place);
            object.insert("CardID".to_owned(), json!(id));
            object.insert("SidewaysCard".to_owned(), json!(lies(deck)));
            let only = Map::from_iter([(number.to_string(), sheet.clone())]);
            object.insert("CustomDeck".to_owned(), Value::Object(only));
            cards.push((id, object));
        }
    }
    if single {
        return cards.pop().map(|(_, card)| card);
    }
    let path = format!("{}/{}", names.game, deck.id);
    let label = ObjectLabel {
        guid: names.of_holder(&path, deck),
        name: deck.title.clone(),
        description: String::new(),
        path,
    };
    let (ids, cards): (Vec<u32>, Vec<Object>) = cards.into_iter().unzip();
    let sheets = sheets.into_iter().map(|(n, sheet)| (n.to_string(), sheet));
    let mut object = object("DeckCustom", &label, place);
    object.insert("SidewaysCard".to_owned(), json!(lies(deck)));
    object.insert("DeckIDs".to_owned(), json!(ids));
    object.insert("CustomDeck".to_owned(), Value::Object(sheets.collect()));
    object.insert("ContainedObjects".to_owned(), json!(cards));
    Some(object)
}

fn outline(deck: &CardDeck) -> u8 {
    if deck.is_hex() {
        HEX
    } else if deck.corner > 0.0 {
        ROUNDED
    } else {
        RECTANGLE
    }
}

/// Whether the cards are wider than high.
fn lies(deck: &CardDeck) -> bool {
    deck.size.0 > deck.size.1
}
