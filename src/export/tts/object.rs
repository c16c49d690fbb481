//! Writes the keys that every object of a save has, its description, and bags and tiles. Names, positions and pictures come in, JSON
//! objects go out.

use serde_json::{Map, Value, json};

use crate::template::{Drawn, Layer};

/// An object under its keys.
pub type Object = Map<String, Value>;

/// The tint of a card in the game.
const CARD_TINT: f64 = 0.713_235_3;

/// Thickness of tiles in the game's units, about inches.
const THICKNESS: f64 = 0.1;

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
    pub guid: String,
    pub name: String,
    pub description: String,
    /// `game/deck/card`: a script finds it by that, also when the game gave it another GUID.
    pub path: String,
}

/// An object of a kind that the game knows.
pub fn object(kind: &str, label: &ObjectLabel, place: ObjectPlace) -> Object {
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
    match value {
        Value::Object(object) => object,
        _ => Object::new(),
    }
}

/// The outline of a tile, by the numbers of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TileOutline {
    Box = 0,
    Hex = 1,
    Circle = 2,
    Rounded = 3,
}

/// A tile with a picture on either side.
pub fn tile(
    label: &ObjectLabel,
    place: ObjectPlace,
    outline: TileOutline,
    front: &str,
    back: &str,
) -> Object {
    let mut tile = object("Custom_Tile", label, place);
    let image = json!({
        "ImageURL": front,
        "ImageSecondaryURL": back,
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": {
            "Type": outline as u8,
            "Thickness": THICKNESS,
            // The game turns the backs of stackable tiles into counters.
            "Stackable": false,
            "Stretch": false,
        },
    });
    tile.insert("CustomImage".to_owned(), image);
    tile
}

/// A bag with objects in it.
pub fn bag(label: &ObjectLabel, place: ObjectPlace, contents: Vec<Object>) -> Object {
    let mut bag = object("Bag", label, place);
    bag.insert("MaterialIndex".to_owned(), json!(-1));
    bag.insert("MeshIndex".to_owned(), json!(-1));
    bag.insert("Bag".to_owned(), json!({ "Order": 0 }));
    bag.insert("ContainedObjects".to_owned(), json!(contents));
    bag
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
}
