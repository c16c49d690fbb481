//! Finds fields that a deck's rows have and no template shows, and fields that a template asks for and no row has. Called by the
//! checks of a deck and by `renderer`.

use std::collections::BTreeSet;

use crate::cards::{Deck, Face, Pack};

use super::renderer::Renderer;

/// Fields and keys by their names, sorted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Astray {
    /// What the templates show and no card has. Of a look-up table only its name, by which a card joins it.
    pub lacking: Vec<String>,
    /// Keys of rows that no template shows.
    pub unshown: Vec<String>,
}

impl Renderer {
    /// Compares the fields of a deck's templates with those of its cards.
    pub fn astray(&self, pack: &Pack, deck: &Deck) -> Astray {
        let (faces, _) = pack.faces(deck);
        let templates = self.templates_of(pack, deck);
        let known: BTreeSet<&str> = faces.iter().flat_map(Face::names).collect();
        let shown: BTreeSet<&String> = templates.iter().flat_map(|t| t.fields.keys()).collect();
        let lacking: BTreeSet<&str> = shown
            .into_iter()
            .filter(|field| !known.contains(field.as_str()))
            .map(|field| match field.split_once('.') {
                Some((table, _)) if pack.game.tables.contains_key(table) => table,
                _ => field,
            })
            .collect();
        let of_use: BTreeSet<&str> = templates.iter().flat_map(|t| t.keys_of_use()).collect();
        let read = pack.vocabulary_keys();
        let silent = |key: &str| {
            let is_read = ["id", "name"].contains(&key) || read.iter().any(|own| own == key);
            !is_read && !of_use.contains(key)
        };
        let entries = deck.rows.iter().flat_map(|row| &row.table.entries);
        let unshown: BTreeSet<&str> = entries
            .filter(|(key, value)| silent(&key.name) && !pack.chooses_template(&key.name, value))
            .map(|(key, _)| key.name.as_str())
            .collect();
        let owned = |names: BTreeSet<&str>| names.into_iter().map(str::to_owned).collect();
        Astray { lacking: owned(lacking), unshown: owned(unshown) }
    }
}
