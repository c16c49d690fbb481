//! Writes the JSON manifest of a sheet of cards, for scripts and for virtual tables that take a picture of a grid. Decks with
//! their pictures come in; JSON with the cell of each card goes out. Called by `session`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::archive::has_mark;
use super::card_deck::{CardDeck, CardSheet, DeckPictures, GameTitle, SheetCell};

/// The first key of every manifest, so that our own files can be recognised.
const MARK: &str = "\"made-by\": \"deckproof export sheet\"";

/// The manifest: every sheet with its grid, and for each card its copies and where its front and its back lie. Columns and
/// rows are counted from 0.
pub fn manifest(game: &GameTitle, decks: &[(CardDeck, DeckPictures)]) -> Vec<u8> {
    let manifest = json!({
        "made-by": "deckproof export sheet",
        "format": 1,
        "game": game.id,
        "title": game.title,
        "version": game.version,
        "sheets": decks.iter().flat_map(sheets_of).collect::<Vec<_>>(),
        "decks": decks.iter().map(deck_entry).collect::<Vec<_>>(),
    });
    format!("{manifest:#}\n").into_bytes()
}

/// Whether `bytes` is a manifest that this tool wrote.
pub fn made_by_us(bytes: &[u8]) -> bool {
    has_mark(bytes, 256, MARK)
}

fn sheets_of((deck, pictures): &(CardDeck, DeckPictures)) -> Vec<Value> {
    let entry = |side: &str, sheet: &CardSheet| {
        let grid = &sheet.grid;
        let (width, height) = grid.size();
        json!({
            "file": sheet.file,
            "deck": deck.id,
            "side": side,
            "columns": grid.columns,
            "rows": grid.rows,
            "width": width,
            "height": height,
            "cell": [grid.cell.0, grid.cell.1],
        })
    };
    let fronts = pictures.fronts.iter().map(|sheet| ("front", sheet));
    let sides = fronts.chain(pictures.backs.iter().map(|sheet| ("back", sheet)));
    // Cards with equal backs have one file of them.
    let mut listed = BTreeSet::new();
    let sides = sides.filter(|(_, sheet)| listed.insert(&sheet.file));
    sides.map(|(side, sheet)| entry(side, sheet)).collect()
}

fn deck_entry((deck, pictures): &(CardDeck, DeckPictures)) -> Value {
    let cards = deck.cards.iter().enumerate().map(|(at, card)| {
        json!({
            "card": card.id,
            "name": card.name,
            "copies": card.copies,
            "front": place(pictures.front(at)),
            "back": place(pictures.back(at)),
        })
    });
    json!({
        "deck": deck.id,
        "title": deck.title,
        "millimetres": [deck.size.0, deck.size.1],
        "corner": deck.corner,
        "cards": cards.collect::<Vec<_>>(),
    })
}

fn place(found: Option<SheetCell<'_>>) -> Value {
    found.map_or(Value::Null, |(sheet, slot)| {
        let columns = sheet.grid.columns;
        json!({ "sheet": sheet.file, "column": slot % columns, "row": slot / columns })
    })
}
