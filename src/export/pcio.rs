//! Writes a room for playingcards.io. Decks and pictures come in; the bytes of an uncompressed zip of `widgets.json` and pictures
//! go out. Called by `session`.
//!
//! The format is the one from before rooms had a version, which the site still accepts and VirtualTabletop reads. It has no
//! public description, so only what real exports and the programs that read them agree on is written.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::archive::{has_mark, zipped};
use super::card_deck::{CardDeck, DeckPictures, GameTitle, SheetCell};
use crate::raster::GridBounds;
use crate::source::{Diagnostic, machine, usage};

/// The first widget of every room, so that our own files can be recognised.
const MARK: &str = "deckproof-title";

/// Each face has a picture of its own; the site would refuse larger ones than these.
pub const PICTURE: GridBounds = GridBounds::one(1400);

/// Dots to the inch and pixels on a side when nothing else is asked for: more than two pixels to a unit, as sharp screens show it.
pub const DPI: f64 = 96.0;
pub const USUAL_SIDE: u32 = 700;

/// The most widgets that a room holds, approximately.
const MOST_WIDGETS: usize = 1_200;

/// The largest picture, in bytes, that every reader accepts.
const MOST_BYTES: usize = 2 << 20;

/// Width of a poker card in units of the room.
const UNITS_PER_MM: f64 = 103.0 / 63.5;

/// Units of the longest side of anything; a look through the glass shows it larger.
const LONGEST: f64 = 300.0;

/// When the decks would cover the hand, all are shown smaller, down to this fraction of their size.
const SMALLEST: f64 = 0.2;

/// How much larger a pile is than its cards, on each side.
const RIM: f64 = 4.0;

/// Where the room's first pile lies, where its rows end, and where the hand begins.
const LEFT: f64 = 50.0;
const TOP: f64 = 70.0;
const RIGHT: f64 = 1550.0;
const HAND: f64 = 820.0;

/// Between piles, and between rows of them: there a pile has its button, and the one below its label.
const GAP: f64 = 40.0;
const GAP_BELOW: f64 = 60.0;

/// The room as a zip; `pictures` are the files that the decks name.
///
/// # Errors
/// More cards than a room takes, and pictures that are too large.
pub fn room(
    game: &GameTitle,
    decks: &[(CardDeck, DeckPictures)],
    pictures: &BTreeMap<String, Vec<u8>>,
) -> Result<Vec<u8>, Diagnostic> {
    check(decks, pictures)?;
    let assets: BTreeMap<&str, String> =
        pictures.iter().map(|(file, bytes)| (file.as_str(), asset(file, bytes))).collect();
    let address = |found: Option<SheetCell<'_>>| {
        let asset = found.and_then(|(sheet, _)| assets.get(sheet.file.as_str()));
        asset.map_or(String::new(), |asset| format!("package://{asset}"))
    };
    let mut widgets = vec![
        json!({
            "id": MARK,
            "type": "labelText",
            "x": LEFT, "y": 20, "z": 1, "width": 600, "height": 30,
            "labelContent": format!("{} {}", game.title, game.version),
            "textSize": 20, "textAlign": "left", "bold": true,
        }),
        json!({ "id": "hand", "type": "hand", "x": 50, "y": HAND, "z": 1, "dragging": null }),
    ];
    let sizes = decks.iter().map(|(deck, _)| deck.size).collect::<Vec<_>>();
    let piles = lay_out(&sizes).ok_or_else(|| {
        let count = decks.len();
        usage!(
            TooManyCards,
            "a room has no place for {count} decks",
            "name some of them with --deck, and import each room by itself"
        )
    })?;
    for ((deck, pictures), pile) in decks.iter().zip(&piles) {
        widgets_of(deck, pictures, *pile, &address, &mut widgets);
    }
    let text = Value::Array(widgets).to_string();
    // Equal pictures have one name.
    let files: BTreeMap<&str, &[u8]> =
        assets.values().zip(pictures.values()).map(|(asset, bytes)| (&**asset, &**bytes)).collect();
    let files = std::iter::once(("widgets.json", text.as_bytes())).chain(files);
    zipped(files).map_err(|e| {
        machine!(CannotWrite, "the room cannot be made: {e}", "export deck by deck with --deck")
    })
}

/// Whether `bytes` is a room that this tool wrote.
pub fn made_by_us(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK") && has_mark(bytes, 256, MARK)
}

/// Where the cards of a deck lie in the room, and how large they are there.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Pile {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// Rows of piles for decks of so many millimetres, true beside one another but for what would cover the table; all of them
/// smaller where they would reach the hand. `None` when they are too many even so.
fn lay_out(sizes: &[(f64, f64)]) -> Option<Vec<Pile>> {
    let parts = (0..).map(|step| 1.0 - 0.05 * f64::from(step));
    let mut rows = parts.take_while(|part| *part > SMALLEST - 0.01);
    rows.find_map(|part| rows_of(sizes, part))
}

/// The piles scaled down, if they end above the hand.
fn rows_of(sizes: &[(f64, f64)], part: f64) -> Option<Vec<Pile>> {
    let (mut x, mut y, mut row) = (LEFT, TOP, 0.0_f64);
    let mut piles = Vec::with_capacity(sizes.len());
    for (width, height) in sizes {
        let scale = part * UNITS_PER_MM.min(LONGEST / width.max(*height));
        let (width, height) = ((width * scale).round(), (height * scale).round());
        if x > LEFT && x + width + 2.0 * RIM > RIGHT {
            (x, y, row) = (LEFT, y + row + GAP_BELOW, 0.0);
        }
        piles.push(Pile { x, y, width, height });
        x += width + 2.0 * RIM + GAP;
        row = row.max(height + 2.0 * RIM);
    }
    (y + row + GAP_BELOW <= HAND).then_some(piles)
}

fn check(
    decks: &[(CardDeck, DeckPictures)],
    pictures: &BTreeMap<String, Vec<u8>>,
) -> Result<(), Diagnostic> {
    let cards: usize = decks.iter().map(|(deck, _)| deck.count() as usize).sum();
    // The title and the hand; a pile and a deck for each deck.
    let widgets = cards + 2 * decks.len() + 2;
    if widgets > MOST_WIDGETS {
        return Err(usage!(
            TooManyCards,
            "a room with {widgets} things is too large",
            "{MOST_WIDGETS} are the most: name some decks with --deck"
        ));
    }
    if let Some((name, bytes)) = pictures.iter().find(|(_, bytes)| bytes.len() >= MOST_BYTES) {
        let size = bytes.len() / 1024;
        return Err(usage!(
            TooLarge,
            "the picture `{name}` has {size} KiB",
            "rooms take less than 2048 KiB: say --format jpeg, or lower --dpi"
        ));
    }
    Ok(())
}

/// A pile, the deck that it belongs to, and a widget for each copy of a card.
fn widgets_of(
    deck: &CardDeck,
    pictures: &DeckPictures,
    place: Pile,
    address: &dyn Fn(Option<SheetCell<'_>>) -> String,
    widgets: &mut Vec<Value>,
) {
    let Pile { x, y, width, height } = place;
    // Card ids hold no `_`, so these names are unique.
    let (pile, id) = (format!("{}_pile", deck.id), format!("{}_deck", deck.id));
    let types = deck.cards.iter().enumerate().map(|(at, card)| {
        let shown = json!({
            "label": card.name,
            "image": address(pictures.front(at)),
            "back": address(pictures.back(at).or(pictures.front(at))),
        });
        (card.id.clone(), shown)
    });
    let types: Map<String, Value> = types.collect();
    let template = |field: &str| {
        json!({
            "includeBorder": false,
            "includeRadius": deck.corner > 0.0,
            "objects": [{
                "type": "image",
                "x": 0, "y": 0, "w": width, "h": height,
                "valueType": "dynamic",
                "value": field,
                "color": "transparent",
            }],
        })
    };
    widgets.push(json!({
        "id": pile,
        "type": "cardPile",
        "x": x, "y": y, "z": 1,
        "width": width + 2.0 * RIM, "height": height + 2.0 * RIM,
        "label": deck.title,
        "hasShuffleButton": deck.count() > 1 && !deck.is_text,
        "dragging": null,
    }));
    let inside = (x + RIM, y + RIM);
    widgets.push(json!({
        "id": id,
        "type": "cardDeck",
        "parent": pile,
        "x": inside.0, "y": inside.1, "z": 1,
        "cardWidth": width, "cardHeight": height,
        "cardTypes": types,
        "faceTemplate": template("image"),
        "backTemplate": template("back"),
        "enlarge": true,
        "dragging": null,
    }));
    let mut z = 1 + deck.count();
    // A card is face down only if its back hides something. The first card is on top.
    let faceup = !deck.hides_fronts();
    for card in &deck.cards {
        for copy in card.numbers() {
            widgets.push(json!({
                "id": format!("{}_{}_{copy}", deck.id, card.id),
                "type": "card",
                "deck": id,
                "cardType": card.id,
                "parent": pile,
                "x": inside.0, "y": inside.1, "z": z,
                "faceup": faceup,
                "owner": null,
                "dragging": null,
            }));
            z -= 1;
        }
    }
}

/// The name of a picture in the zip: a UUID that its bytes give.
fn asset(file: &str, bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    let mut id: Vec<u8> = digest[..16].to_vec();
    // Version 8 (custom) and the variant of RFC 9562.
    id[6] = (id[6] & 0x0f) | 0x80;
    id[8] = (id[8] & 0x3f) | 0x80;
    let hex: String = id.iter().map(|b| format!("{b:02x}")).collect();
    let (a, b, c, d, e) = (&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]);
    let ending = file.rsplit('.').next().unwrap_or("png");
    format!("userassets/{a}-{b}-{c}-{d}-{e}.{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piles_lie_above_the_hand_and_apart_from_one_another() {
        for (count, size) in
            [(1, (600.0, 400.0)), (13, (400.0, 400.0)), (41, (63.5, 88.9)), (90, (44.0, 68.0))]
        {
            let piles = lay_out(&vec![size; count]).unwrap();
            assert_eq!(piles.len(), count);
            for (at, pile) in piles.iter().enumerate() {
                assert!(pile.x + pile.width + 2.0 * RIM <= RIGHT, "{pile:?}");
                assert!(pile.y + pile.height + 2.0 * RIM + 52.0 <= HAND, "{pile:?}");
                for other in &piles[..at] {
                    let across = (pile.x - other.x).abs() >= pile.width + 2.0 * RIM + GAP;
                    let below = pile.y - other.y >= other.height + 2.0 * RIM + GAP_BELOW;
                    assert!(across || below, "{pile:?} and {other:?}");
                }
            }
        }
        let poker = lay_out(&[(63.5, 88.9)]).unwrap()[0];
        assert_eq!((poker.width, poker.height), (103.0, 144.0));
        assert!(lay_out(&[(63.5, 88.9); 400]).is_none());
    }
}
