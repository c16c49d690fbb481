//! Reads `[box.NAME]` of game.toml: a box to be cut and folded for the cards of one or more decks. A table comes in;
//! [`CardBox`]es go out. Called by `game`; `session::boxing` makes the boxes.
//!
//! ```toml
//! [box.crates]
//! kind = "tuck"
//! decks = ["crates"]
//! card = 0.31
//! front = "box-front.svg"
//! ```

use super::deck::{Deck, FRONT, Row, slug};
use super::read::Reader;
use super::value::{Datum, Key, TomlTable, Value};
use crate::source::{Code, Diagnostics, Span};

/// The sides of a box that art is drawn for, seen with its front towards the reader.
pub const BOX_SIDES: [&str; 6] = ["front", "back", "left", "right", "top", "bottom"];

/// Thickness of a card of 300 g/m², mm.
const CARD: f64 = 0.3;

/// What the cards have to spare in each direction, mm in all.
const CLEARANCE: f64 = 2.0;

/// Thickness of what the box is made of, mm.
const BOARD: f64 = 0.3;

/// More boxes than any game has.
const MOST_BOXES: usize = 50;

/// A box as its file describes it; lengths in millimetres.
#[derive(Debug, Clone)]
pub struct CardBox {
    pub id: String,
    /// Where it is named.
    pub span: Span,
    pub title: String,
    /// How it is built; interpreted when it is drawn.
    pub kind: String,
    pub kind_span: Span,
    /// The decks that it holds, in one stack.
    pub decks: Vec<(String, Span)>,
    /// Width x height x depth of the room inside, where the file gives them.
    pub inside: Option<(String, Span)>,
    /// Thickness of a card.
    pub card: f64,
    /// Thickness of one layer of a sleeve; zero for cards without sleeves.
    pub sleeve: f64,
    pub clearance: f64,
    pub board: f64,
    /// How far a lid reaches down; all the way where the file does not say.
    pub lid: Option<(f64, Span)>,
    /// A side of [`BOX_SIDES`], and its template.
    pub art: Vec<(&'static str, String, Span)>,
}

impl CardBox {
    /// A deck whose cards are the sides that have art: to be drawn as any other deck.
    pub fn sides(&self) -> Deck {
        let row = |(side, template, span): &(&'static str, String, Span)| {
            let entry = |key: &str, text: &str| {
                let key = Key { name: key.to_owned(), span: *span };
                let datum = Datum::String(text.to_owned());
                (key, Value { span: *span, datum })
            };
            Row {
                id: (*side).to_owned(),
                name: self.title.clone(),
                copies: 1,
                table: TomlTable {
                    entries: vec![entry("name", &self.title), entry(FRONT, template)],
                },
                span: *span,
            }
        };
        let first = self.art.first();
        Deck {
            id: self.id.clone(),
            title: self.title.clone(),
            template: first.map_or_else(String::new, |(_, template, _)| template.clone()),
            template_span: first.map_or(self.span, |(_, _, span)| *span),
            size_span: self.span,
            corner_span: self.span,
            rows: self.art.iter().map(row).collect(),
            file: self.span.file,
            ..Deck::default()
        }
    }
}

/// Reads `[box]`; every fault is reported. A box without a title has that of the game.
pub(super) fn read_boxes(
    boxes: &[(Key, Value)],
    title: &str,
    faults: &mut Diagnostics,
) -> Vec<CardBox> {
    if let Some((key, _)) = boxes.get(MOST_BOXES) {
        let message = format!("there are {} boxes", boxes.len());
        let help = format!("{MOST_BOXES} are the most: make several games of one");
        faults.error(Code::TooMany, key.span, message, help);
        return Vec::new();
    }
    boxes.iter().filter_map(|(key, value)| one(key, value, title, faults)).collect()
}

fn one(key: &Key, value: &Value, title: &str, faults: &mut Diagnostics) -> Option<CardBox> {
    let Some(table) = value.as_table() else {
        let message = format!("`{}` of [box] is {}, not a table", key.name, value.kind());
        let help = "write `[box.NAME]`, and below it `kind = \"tuck\"` and `decks = [\"cards\"]`";
        faults.error(Code::WrongType, key.span, message, help);
        return None;
    };
    if key.name.is_empty() || key.name != slug(&key.name) {
        let message = format!("`{}` cannot name a box", key.name);
        let help = "a name is made of small letters, digits and dashes: `[box.all-cards]`";
        faults.error(Code::BadId, key.span, message, help);
        return None;
    }
    let mut r = Reader::new(table, key.span, "a box", faults);
    r.need("kind", "\"tuck\"");
    let kind = r.name("kind");
    let title = r.text("title").unwrap_or_else(|| title.to_owned());
    let decks = r.strings("decks").unwrap_or_default();
    let inside = r.name("inside");
    if table.get("inside").is_none() {
        r.need("decks", "[\"cards\"]");
    }
    let mut length = |key, range, usual| r.number(key, range).map_or(usual, |(mm, _)| mm);
    let card = length("card", 0.05..=5.0, CARD);
    let sleeve = length("sleeve", 0.0..=1.0, 0.0);
    let clearance = length("clearance", 0.0..=20.0, CLEARANCE);
    let board = length("board", 0.0..=5.0, BOARD);
    let lid = r.number("lid", 5.0..=500.0);
    let mut art = Vec::new();
    for side in BOX_SIDES {
        art.extend(r.name(side).map(|(template, span)| (side, template, span)));
    }
    r.finish();
    let (kind, kind_span) = kind?;
    Some(CardBox {
        id: key.name.clone(),
        span: key.span,
        title,
        kind,
        kind_span,
        decks,
        inside,
        card,
        sleeve,
        clearance,
        board,
        lid,
        art,
    })
}
