//! The words of every card, as templates are given them.

use std::fmt::Write as _;

use deckproof::cards::Pack;

use crate::agreement::chance::hash;

/// More is told as a hash.
const LONGEST: usize = 90;

/// A line for each field that all faces share, then for each card one for each of its own.
pub fn of(pack: &Pack) -> String {
    let mut text = String::new();
    let blank = pack.blank_face();
    let shared: Vec<&str> = blank.names().collect();
    let mut tell = |card: &str, field: &str, words: &str| {
        let words = match words.len() {
            0..=LONGEST => words.replace('\n', "\\n"),
            _ => {
                let first: String = words.chars().take(30).collect();
                format!("{}… {:016x}", first.replace('\n', "\\n"), hash(0, words))
            }
        };
        let _ = writeln!(text, "{card} {field}: {words}");
    };
    for field in &shared {
        tell("*", field, blank.text(field));
    }
    for deck in pack.decks.iter().filter(|deck| deck.flow.is_none()) {
        let (faces, faults) = pack.faces(deck);
        assert!(!faults.has_errors(), "{}: {faults:?}", deck.id);
        for (row, face) in deck.rows.iter().zip(faces) {
            let mut names: Vec<&str> = face.names().collect();
            names.sort_unstable();
            names.dedup();
            for field in names {
                if !shared.contains(&field) || face.text(field) != blank.text(field) {
                    tell(&format!("{}/{}", deck.id, row.id), field, face.text(field));
                }
            }
        }
    }
    text
}
