//! Writes the save: decides what each deck becomes on the table, and lays all of them out in rows. Decks and the addresses of their
//! pictures come in, JSON goes out.

use serde_json::{Value, json};

use crate::export::archive::has_mark;
use crate::export::card_deck::{CardDeck, DeckPictures, DrawnCard, GameTitle};
use crate::raster::GridBounds;

use super::layout::{BAG, card_scale, lay_out, on_table, tile_scale};
use super::object::{Object, ObjectPlace, SaveNames, Taken, bag, deck_of_cards, tile};

/// Written near the start of every save, so that our own files can be recognised.
const MARK: &str = "made by deckproof export tts";

/// An object on the table.
struct Thing<'a> {
    deck: &'a CardDeck,
    pictures: &'a DeckPictures,
    what: What,
}

enum What {
    /// All cards of a deck.
    Deck,
    /// Copies of tiles: places of the cards in their deck.
    Bag { cards: Vec<usize>, title: String },
    /// One tile.
    Tile(usize),
    /// All pages.
    Text,
}

/// The saved object. `address` gives the address of a picture by its file's name.
pub fn save(
    game: &GameTitle,
    decks: &[(CardDeck, DeckPictures)],
    address: &dyn Fn(&str) -> String,
) -> Vec<u8> {
    let things: Vec<Vec<Thing<'_>>> =
        [DeckPiece::Cards, DeckPiece::Tokens, DeckPiece::Boards, DeckPiece::Text]
            .iter()
            .map(|piece| {
                let decks = decks.iter().filter(|(deck, _)| piece_of(deck) == *piece);
                decks.flat_map(|deck| things_of(*piece, deck)).collect()
            })
            .collect();
    let sizes: Vec<Vec<(f64, f64)>> =
        things.iter().map(|group| group.iter().map(Thing::size).collect()).collect();
    let mut names = SaveNames { game: &game.id, address, taken: Taken::default() };
    let places = lay_out(&sizes);
    let placed = things.iter().flatten().zip(places.iter().flatten());
    let objects: Vec<Object> =
        placed.filter_map(|(thing, place)| thing.object(*place, &mut names)).collect();
    let save = json!({
        "SaveName": "",
        "Note": format!("{} {}, {MARK}", game.title, game.version),
        "GameMode": "",
        "Date": "",
        "VersionNumber": "",
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "TabStates": {},
        // As in saves of whole tables, which importers of other tables expect to be there.
        "Hands": { "Enable": true, "DisableUnused": false, "Hiding": 0 },
        "ObjectStates": objects,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    });
    format!("{save:#}\n").into_bytes()
}

/// Whether `bytes` is a save that this tool wrote.
pub fn made_by_us(bytes: &[u8]) -> bool {
    has_mark(bytes, 1024, MARK)
}

fn things_of(piece: DeckPiece, (deck, pictures): &(CardDeck, DeckPictures)) -> Vec<Thing<'_>> {
    let all = || (0..deck.cards.len()).collect::<Vec<_>>();
    let what = match piece {
        DeckPiece::Cards => vec![What::Deck],
        DeckPiece::Text => vec![What::Text],
        DeckPiece::Tokens if deck.count() > 1 => {
            vec![What::Bag { cards: all(), title: deck.title.clone() }]
        }
        DeckPiece::Tokens => vec![What::Tile(0)],
        DeckPiece::Boards => {
            let board = |(at, card): (usize, &DrawnCard)| match card.copies {
                1 => What::Tile(at),
                _ => What::Bag { cards: vec![at], title: format!("{}: {}", deck.title, card.name) },
            };
            deck.cards.iter().enumerate().map(board).collect()
        }
    };
    let thing = |what| Thing { deck, pictures, what };
    what.into_iter().map(thing).collect()
}

impl Thing<'_> {
    /// Width and depth on the table.
    fn size(&self) -> (f64, f64) {
        match self.what {
            What::Bag { .. } => BAG,
            What::Deck | What::Tile(_) | What::Text => on_table(self.deck.size),
        }
    }

    fn object(&self, (x, z): (f64, f64), names: &mut SaveNames<'_>) -> Option<Object> {
        let Thing { deck, pictures, .. } = *self;
        let place = |turn, scale| ObjectPlace { x, z, turn, scale };
        let flat = place(0.0, tile_scale(deck.size));
        match &self.what {
            What::Deck => {
                // It lies face down where the back hides the front.
                let turn = if deck.hides_fronts() { 180.0 } else { 0.0 };
                deck_of_cards(deck, pictures, place(turn, card_scale(deck.size)), names)
            }
            What::Tile(at) => {
                let copy = deck.cards.get(*at)?.first;
                tile(deck, pictures, (*at, copy), flat, names)
            }
            What::Bag { cards, title } => {
                let only = if let [at] = cards[..] { deck.cards.get(at) } else { None };
                let label = names.of_holder(deck, only, "/bag", title.clone());
                let mut contents = Vec::new();
                for at in cards {
                    for copy in deck.cards.get(*at)?.numbers() {
                        contents.push(tile(deck, pictures, (*at, copy), flat, names)?);
                    }
                }
                Some(bag(&label, place(0.0, 1.0), contents))
            }
            What::Text => {
                let pages = (0..deck.cards.len())
                    .filter_map(|at| tile(deck, pictures, (at, 1), flat, names));
                let pages: Vec<Object> = pages.collect();
                let (first, others) = pages.split_first()?;
                let mut first = first.clone();
                // The first page is the state that lies on top; states are counted from 1.
                let states = (2..).zip(others).map(|(n, page)| (n.to_string(), json!(page)));
                if !others.is_empty() {
                    first.insert("States".to_owned(), Value::Object(states.collect()));
                }
                Some(first)
            }
        }
    }
}

/// The largest sides of a card that is held in the hand, in millimetres: jumbo cards.
const LARGEST_CARD: (f64, f64) = (90.0, 146.0);

/// Longest side of a square piece that is a token, in millimetres; the smallest cards are longer.
const LARGEST_TOKEN: f64 = 40.0;

/// What the game dialog takes on one picture of cards.
pub const SHEET: GridBounds = GridBounds { columns: 10, rows: 7, side: 4096 };

/// How the cards of a deck lie on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeckPiece {
    /// A deck, or a single card.
    Cards,
    /// Tiles, in a bag when there are several.
    Tokens,
    /// Tiles side by side; copies of one are in a bag.
    Boards,
    /// One tile whose states are the pages.
    Text,
}

/// What a deck is, by its size and shape.
pub fn piece_of(deck: &CardDeck) -> DeckPiece {
    let (width, height) = deck.size;
    let (short, long) = (width.min(height), width.max(height));
    if deck.is_text {
        DeckPiece::Text
    } else if long <= LARGEST_TOKEN || deck.is_round() {
        DeckPiece::Tokens
    } else if short <= LARGEST_CARD.0 && long <= LARGEST_CARD.1 {
        DeckPiece::Cards
    } else {
        DeckPiece::Boards
    }
}

/// How a deck's pictures are laid out: cards on sheets, anything else on a picture of its own.
pub fn bounds_for(deck: &CardDeck) -> GridBounds {
    match piece_of(deck) {
        DeckPiece::Cards => SHEET,
        DeckPiece::Tokens | DeckPiece::Boards | DeckPiece::Text => GridBounds::one(SHEET.side),
    }
}
