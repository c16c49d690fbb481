//! Writes the objects of a save: decks, single cards, tiles and bags. A deck with its pictures and the place of an object come in, JSON
//! goes out. Called by `save`.
//!
//! A card's number is a hundred times the number of its sheet, plus its cell; it selects the picture that the card shows.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::export::DrawnCard;
use crate::export::card_deck::{CardDeck, DeckPictures};
use crate::template::{Drawn, Layer};

/// An object under its keys.
pub type Object = Map<String, Value>;

/// The tint of a card in the game.
const CARD_TINT: f64 = 0.713_235_3;

/// Thickness of tiles in the game's units, about inches.
const THICKNESS: f64 = 0.1;

/// Numbers of sheets: a card's id is a hundred times that, and its cell.
const SHEETS: std::ops::Range<u32> = 1_000..100_000;

/// The game's numbers for the outlines of cards and of tiles: a rectangle, one with round corners, a hexagon, a circle.
const CARD_OUTLINES: [u8; 4] = [1, 0, 3, 0];
const TILE_OUTLINES: [u8; 4] = [0, 3, 1, 2];

/// Where an object lies, how it is turned, how large it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ObjectPlace {
    pub x: f64,
    pub z: f64,
    /// Degrees about the long axis: 180 lies face down.
    pub turn: f64,
    pub scale: f64,
}

/// The names and ids of an object.
#[derive(Debug, Clone)]
pub struct ObjectLabel {
    guid: String,
    name: String,
    description: String,
    /// `game/deck/card`: a script finds it by that, also when the game gave it another GUID.
    path: String,
}

/// What the objects of a save share: the name of their game, where pictures are, and identifiers, which are stable: an edit changes only
/// its own lines of the file.
pub struct SaveNames<'a> {
    pub game: &'a str,
    /// The address of a picture, by its file.
    pub address: &'a dyn Fn(&str) -> String,
    pub taken: Taken,
}

/// Identifiers that are in use.
#[derive(Default)]
pub struct Taken {
    guids: BTreeSet<String>,
    /// By the number of a sheet its pictures.
    sheets: BTreeMap<u32, String>,
}

impl Taken {
    /// Six hexadecimal digits for the object at `path` in its game, the same as in every other export.
    fn guid(&mut self, path: &str) -> String {
        let mut guids = digests(path).map(|[a, b, c, _]| format!("{a:02x}{b:02x}{c:02x}"));
        guids.find(|guid| self.guids.insert(guid.clone())).unwrap_or_default()
    }

    /// The number of the sheet for pictures of fronts and backs. The same pictures have the same number.
    fn sheet(&mut self, face: &str, back: &str) -> u32 {
        let pair = format!("{face}\n{back}");
        let number =
            |digest| SHEETS.start + u32::from_be_bytes(digest) % (SHEETS.end - SHEETS.start);
        let is_own =
            |number: &u32| *self.sheets.entry(*number).or_insert_with(|| pair.clone()) == pair;
        digests(&pair).map(number).find(is_own).unwrap_or_default()
    }
}

/// Digests of a path, in the order in which they are tried.
fn digests(path: &str) -> impl Iterator<Item = [u8; 4]> + '_ {
    (0_u32..).map(move |again| {
        let text = if again == 0 { path.to_owned() } else { format!("{path}#{again}") };
        let digest = Sha256::digest(text.as_bytes());
        [digest[0], digest[1], digest[2], digest[3]]
    })
}

impl SaveNames<'_> {
    /// The label of a copy of a card.
    fn of_card(&mut self, deck: &CardDeck, card: &DrawnCard, copy: u32) -> ObjectLabel {
        let path = format!("{}/{}/{}", self.game, deck.id, card.id);
        ObjectLabel {
            guid: self.taken.guid(&format!("{path}/{copy}")),
            name: card.name.clone(),
            description: description(&card.front, &card.name),
            path,
        }
    }

    /// The label of what holds cards of a deck, all of them or one. It has another GUID where the rest of the deck is on the table already.
    pub fn of_holder(
        &mut self,
        deck: &CardDeck,
        only: Option<&DrawnCard>,
        kind: &str,
        name: String,
    ) -> ObjectLabel {
        let only = only.map(|card| format!("/{}", card.id)).unwrap_or_default();
        let path = format!("{}/{}{only}", self.game, deck.id);
        let rest = if deck.is_rest { "/changed" } else { "" };
        let guid = self.taken.guid(&format!("{path}{kind}{rest}"));
        ObjectLabel { guid, name, description: String::new(), path }
    }
}

/// An object of a kind that the game knows, with the keys that only this kind has.
fn object(kind: &str, label: &ObjectLabel, place: ObjectPlace, own: Value) -> Object {
    let is_card = matches!(kind, "Card" | "CardCustom" | "DeckCustom");
    let tint = if is_card { CARD_TINT } else { 1.0 };
    let value = json!({
        "GUID": label.guid,
        "Name": kind,
        "Transform": {
            "posX": rounded(place.x),
            "posY": 1.5,
            "posZ": rounded(place.z),
            "rotX": 0.0,
            "rotY": 180.0,
            "rotZ": place.turn,
            "scaleX": rounded(place.scale),
            "scaleY": 1.0,
            "scaleZ": rounded(place.scale),
        },
        "Nickname": label.name,
        "Description": label.description,
        "GMNotes": label.path,
        "ColorDiffuse": { "r": tint, "g": tint, "b": tint },
        "Tags": ["deckproof", label.path],
        "LayoutGroupSortIndex": 0,
        "Value": 0,
        "Locked": false,
        "Grid": true,
        "Snap": true,
        "IgnoreFoW": false,
        "MeasureMovement": false,
        "DragSelectable": true,
        "Autoraise": true,
        "Sticky": true,
        "Tooltip": true,
        "GridProjection": false,
        "HideWhenFaceDown": is_card,
        "Hands": kind == "Card" || kind == "CardCustom",
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    });
    let [object, own] = [value, own].map(|value| value.as_object().cloned());
    object.into_iter().chain(own).flatten().collect()
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
    let lies = deck.size.0 > deck.size.1;
    for (at, card) in deck.cards.iter().enumerate() {
        let (front, slot) = pictures.front(at)?;
        let face = (names.address)(&front.file);
        let (back, unique) = match pictures.back(at) {
            None => (face.clone(), false),
            // On a sheet of backs it has the cell of its front.
            Some((sheet, _)) => ((names.address)(&sheet.file), sheet.grid.faces.len() > 1),
        };
        let number = names.taken.sheet(&face, &back);
        let sheet = json!({
            "FaceURL": face,
            "BackURL": back,
            "NumWidth": front.grid.columns,
            "NumHeight": front.grid.rows,
            // What others see of a card in a hand: the back, and not the last cell of the sheet.
            "BackIsHidden": true,
            "UniqueBack": unique,
            "Type": outline(deck, CARD_OUTLINES),
        });
        let id = number * 100 + slot;
        let kind = if single { "CardCustom" } else { "Card" };
        for copy in card.numbers() {
            let own = json!({
                "CardID": id,
                "SidewaysCard": lies,
                "CustomDeck": { number.to_string(): sheet },
            });
            cards.push((id, object(kind, &names.of_card(deck, card, copy), place, own)));
        }
        sheets.insert(number, sheet);
    }
    if single {
        return cards.pop().map(|(_, card)| card);
    }
    let label = names.of_holder(deck, None, "", deck.title.clone());
    let (ids, cards): (Vec<u32>, Vec<Object>) = cards.into_iter().unzip();
    let own = json!({
        "SidewaysCard": lies,
        "DeckIDs": ids,
        "CustomDeck": sheets,
        "ContainedObjects": cards,
    });
    Some(object("DeckCustom", &label, place, own))
}

/// A copy of a card as a tile with a picture on either side.
pub fn tile(
    deck: &CardDeck,
    pictures: &DeckPictures,
    (at, copy): (usize, u32),
    place: ObjectPlace,
    names: &mut SaveNames<'_>,
) -> Option<Object> {
    let label = names.of_card(deck, deck.cards.get(at)?, copy);
    let front = pictures.front(at)?;
    let back = pictures.back(at).unwrap_or(front);
    let [front, back] = [front, back].map(|(sheet, _)| (names.address)(&sheet.file));
    let image = json!({
        "ImageURL": front,
        "ImageSecondaryURL": back,
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": {
            "Type": outline(deck, TILE_OUTLINES),
            "Thickness": THICKNESS,
            // The game turns the backs of stackable tiles into counters.
            "Stackable": false,
            "Stretch": false,
        },
    });
    Some(object("Custom_Tile", &label, place, json!({ "CustomImage": image })))
}

/// A bag with objects in it.
pub fn bag(label: &ObjectLabel, place: ObjectPlace, contents: Vec<Object>) -> Object {
    let own = json!({
        "MaterialIndex": -1,
        "MeshIndex": -1,
        "Bag": { "Order": 0 },
        "ContainedObjects": contents,
    });
    object("Bag", label, place, own)
}

/// What the pieces of a deck are cut to, by one of the game's lists of numbers.
fn outline(deck: &CardDeck, [rectangle, rounded, hexagon, circle]: [u8; 4]) -> u8 {
    if deck.is_round() {
        circle
    } else if deck.is_hex() {
        hexagon
    } else if deck.corner > 0.0 {
        rounded
    } else {
        rectangle
    }
}

/// Four decimals are finer than a pixel.
fn rounded(n: f64) -> f64 {
    let n = (n * 10_000.0).round() / 10_000.0;
    // Without `-0`.
    n + 0.0
}

/// The most letters of a description: it is shown as a tooltip.
const LONGEST: usize = 1_000;

/// The words of a face, a line for each of its texts, without the `name`, which the object already shows.
pub fn description(face: &Drawn, name: &str) -> String {
    let mut texts: Vec<(Option<u32>, String)> = Vec::new();
    for layer in &face.layers {
        let Layer::Words(passages) = layer else {
            continue;
        };
        for passage in passages {
            let element = passage.origin.map(|origin| origin.element.start);
            let words = passage.runs.iter().flat_map(|r| r.text.split_whitespace());
            let words = words.collect::<Vec<_>>().join(" ");
            match texts.last_mut() {
                // The same text continues in another colour.
                Some((last, text)) if element.is_some() && *last == element => {
                    text.push(' ');
                    text.push_str(&words);
                }
                _ => texts.push((element, words)),
            }
        }
    }
    let mut lines: Vec<String> = Vec::new();
    let named = name.to_uppercase();
    for (_, text) in texts {
        let line = tidy(&text);
        // Words that a face repeats, and lines of punctuation alone, are left out.
        let says = line.chars().any(char::is_alphanumeric);
        if says && line.to_uppercase() != named && !lines.contains(&line) {
            lines.push(line);
        }
    }
    let text = lines.join("\n");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The text without the gaps that symbols leave.
fn tidy(text: &str) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for sign in [".", ",", ";", ":"] {
        line = line.replace(&format!(" {sign}"), sign);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gap_of_a_symbol_is_closed() {
        assert_eq!(tidy("Winner: 5  and an antique ."), "Winner: 5 and an antique.");
    }

    #[test]
    fn guids_are_stable_and_never_the_same() {
        let paths: Vec<String> = (0..20_000).map(|n| format!("game/deck/card/{n}")).collect();
        let all = || {
            let mut taken = Taken::default();
            paths.iter().map(|path| taken.guid(path)).collect::<Vec<_>>()
        };
        let (first, second) = (all(), all());
        assert_eq!(first, second);
        assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), paths.len());
        assert!(first.iter().all(|guid| guid.len() == 6));
    }

    #[test]
    fn a_sheet_keeps_its_number_and_shares_it_with_no_other() {
        let mut taken = Taken::default();
        let mut seen = BTreeSet::new();
        for n in 0..2_000 {
            let number = taken.sheet(&format!("a-{n}.png"), "back.png");
            assert!(SHEETS.contains(&number) && seen.insert(number));
            assert_eq!(taken.sheet(&format!("a-{n}.png"), "back.png"), number);
        }
    }
}
