//! Test support: reads a small game that is only printed. The text of `game.toml` and of one deck come in; the reported
//! diagnostics go out, one line each. Called by the tests of the checks.

use std::collections::BTreeMap;

use super::read_game;
use crate::source::{Files, Folder, GameFolder, Tree};

/// The diagnostics for a game with this game.toml and this deck `cards`, as `code at line: message`.
pub fn told(game: &str, cards: &str) -> Vec<String> {
    let files = [("game.toml", game), ("cards.toml", cards)];
    let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let folder = Folder::Memory(Tree::new("t/", BTreeMap::from(files)));
    let mut files = Files::new();
    let folder = GameFolder::within("t", folder, None);
    let (_, found) = read_game(folder, |_, _, _| None, &mut files);
    let tell = |d: &crate::source::Diagnostic| {
        let place = d.span.map(|span| files.place(span)).unwrap_or_default();
        format!("{} {place}: {}", d.code, d.message)
    };
    found.iter().map(tell).collect()
}
