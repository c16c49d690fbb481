//! Writes the keys that every object of a save has, and bags and tiles. Names, positions and pictures come in, JSON objects go
//! out. Called by `cards` and `save`.

use serde_json::{Map, Value, json};

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
