//! A whole small game: `game.toml`, decks, `rules.md` in one text. It is read, its rows are dressed, and its rules compiled.

use deckproof::source::Files;

use super::games::{files, folder, load, told};

pub fn run(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let mut read = Files::new();
    let Some(pack) = load(folder("game", files(text)), &mut read) else {
        return;
    };
    for deck in &pack.decks {
        told(&pack.faces(deck).1, &read);
        if deck.flow.is_some()
            && let Err(fault) = pack.flow(deck, &mut read)
        {
            told(&fault, &read);
        }
    }
    if !deckproof::session::is_playable(&pack) {
        return;
    }
    match deckproof::verify::scenario::run_scenarios(&pack, &mut read) {
        Ok(report) => told(&report.faults, &read),
        Err(faults) => told(&faults, &read),
    }
}
