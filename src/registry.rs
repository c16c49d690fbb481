//! What a pack asks about its cards: the vocabulary of the abilities and rules in its folder.

use std::sync::Arc;

use crate::cards::{Deck, GameFile};
use crate::cards::{Vocabularies, Vocabulary};
use crate::script;
use crate::source::GameFolder;

/// How the folders of games are read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Registry;

impl Vocabularies for Registry {
    fn vocabulary_of(
        &self,
        folder: &GameFolder,
        game: &GameFile,
        decks: &[Deck],
    ) -> Option<Arc<dyn Vocabulary>> {
        let own = script::vocabulary(folder, game, decks)?;
        Some(Arc::new(own))
    }
}
