//! The words of every card as they are drawn, line by line.

use std::fmt::Write as _;

use deckproof::cards::{Deck, Pack};
use deckproof::source::Files;
use deckproof::template::{Drawn, Ink, Layer, Renderer};

use super::chance::hash;

/// More is told as a hash.
const LONGEST: usize = 240;

fn words(drawn: &Drawn) -> String {
    let passages = drawn.layers.iter().filter_map(|layer| match layer {
        Layer::Words(passages) => Some(passages),
        _ => None,
    });
    let runs = passages.flatten().flat_map(|passage| &passage.runs);
    let words: Vec<&str> = runs.map(|run| run.text.trim()).collect();
    let words = words.join(" ");
    match words.chars().count() {
        0..=LONGEST => words,
        _ => {
            let first: String = words.chars().take(LONGEST / 2).collect();
            format!("{first}… {:016x}", hash(0, &words))
        }
    }
}

/// A line for each front of each deck.
pub fn of(pack: &Pack) -> String {
    let mut files = Files::new();
    let decks: Vec<&Deck> = pack.decks.iter().collect();
    let renderer = Renderer::open(pack, &decks, Ink::Full, &mut files).unwrap();
    let mut text = String::new();
    for deck in decks {
        let drawn = renderer.draw(pack, deck, &mut files).unwrap();
        for (at, front) in drawn.fronts.iter().enumerate() {
            let row = deck.rows.get(at).map_or(at.to_string(), |row| row.id.clone());
            let _ = writeln!(text, "{}/{row}: {}", deck.id, words(front));
        }
    }
    text
}
