//! What lies where on sheets of cards, as JSON: for virtual tables that take a picture of a grid, and for scripts.

use serde_json::{Value, json};

use super::card_deck::{BackPictures, CardDeck, DeckPictures, GameTitle, Sheet, find_card};

/// The first key of every manifest, so that it can be known again.
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
    let head = &bytes[..bytes.len().min(256)];
    head.windows(MARK.len()).any(|w| w == MARK.as_bytes())
}

fn sheets_of((deck, pictures): &(CardDeck, DeckPictures)) -> Vec<Value> {
    let entry = |side: &str, sheet: &Sheet| {
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
    let mut entries: Vec<Value> = pictures.fronts.iter().map(|s| entry("front", s)).collect();
    match &pictures.backs {
        BackPictures::None => {}
        BackPictures::Shared(sheet) => entries.push(entry("back", sheet)),
        BackPictures::Each(sheets) => entries.extend(sheets.iter().map(|s| entry("back", s))),
    }
    entries
}

fn deck_entry((deck, pictures): &(CardDeck, DeckPictures)) -> Value {
    let cards = deck.cards.iter().enumerate().map(|(at, card)| {
        let back = match &pictures.backs {
            BackPictures::None => Value::Null,
            BackPictures::Shared(sheet) => place(std::slice::from_ref(sheet), 0),
            BackPictures::Each(sheets) => place(sheets, at),
        };
        json!({
            "card": card.id,
            "name": card.name,
            "copies": card.copies,
            "front": place(&pictures.fronts, at),
            "back": back,
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

fn place(sheets: &[Sheet], card: usize) -> Value {
    let found = find_card(sheets, card);
    let found = found.and_then(|(sheet, _)| Some((sheet, sheet.grid.place(card)?)));
    match found {
        Some((sheet, (column, row))) => {
            json!({ "sheet": sheet.file, "column": column, "row": row })
        }
        None => Value::Null,
    }
}
