//! One of the two games: read, dressed and drawn.

use std::sync::Arc;

use crate::cards::{Deck, Face, Pack};
use crate::registry::Registry;
use crate::source::{Asset, Diagnostics, Files, GameFolder};
use crate::template::{DrawnDeck, Ink, Press};

/// A game with all that can be seen of it.
pub struct Side {
    /// How the user calls it: a folder, a shipped game, `REV:path`.
    pub label: String,
    pub pack: Pack,
    /// In the order of the pack's decks.
    pub decks: Vec<Shown>,
}

/// A deck as it is seen.
pub struct Shown {
    /// A face a row; none of a text that flows.
    pub faces: Vec<Face>,
    pub drawn: DrawnDeck,
    /// Fields that its templates show or look at.
    pub fields: Vec<String>,
    /// The text that flows over it.
    pub text: Option<Arc<str>>,
}

impl Side {
    /// Reads and draws a game.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(
        folder: GameFolder,
        label: impl Into<String>,
        files: &mut Files,
    ) -> Result<Self, Diagnostics> {
        let pack = Pack::load(folder, &Registry, files)?;
        let all: Vec<&Deck> = pack.decks.iter().collect();
        let press = Press::open(&pack, &all, Ink::Full, files)?;
        let mut faults = Diagnostics::new();
        let mut decks = Vec::new();
        for deck in all {
            let text = match &deck.flow {
                None => None,
                Some(_) => Some(pack.flow(deck, files)?.text),
            };
            match press.draw(&pack, deck, files) {
                Ok(drawn) => decks.push(Shown {
                    faces: pack.faces(deck).0,
                    drawn,
                    fields: press
                        .shown(&pack, deck)
                        .into_iter()
                        .map(str::to_owned)
                        .collect(),
                    text,
                }),
                Err(more) => faults.append(more),
            }
        }
        if faults.is_empty() {
            Ok(Side {
                label: label.into(),
                pack,
                decks,
            })
        } else {
            Err(faults)
        }
    }

    /// The bytes of a template, picture or symbol; `None` when there is none.
    pub fn bytes(&self, asset: Asset, name: &str) -> Option<Vec<u8>> {
        self.pack
            .folder
            .asset(asset, name)
            .ok()
            .map(|(_, bytes)| bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_that_rules_read_is_on_a_card() {
        for id in GameFolder::shipped_ids() {
            let folder = GameFolder::shipped(&id).unwrap();
            let pack = Pack::load(folder, &Registry, &mut Files::new()).unwrap();
            let rows = || pack.decks.iter().flat_map(|deck| &deck.rows);
            let keys = pack.rule_keys().unwrap().iter();
            let unread: Vec<_> = keys
                .filter(|key| rows().all(|row| row.get(key).is_none()))
                .collect();
            assert!(unread.is_empty(), "{id}: {unread:?}");
        }
    }
}
