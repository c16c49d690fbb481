//! The shipped game that a folder is a copy of: it lends its templates, and edits are measured by it.

use super::face::Vocabulary;
use super::game::Game;
use super::pack::{Pack, Vocabularies};
use super::value::parse;
use crate::source::{Diagnostics, Files, GameFolder, Span};

impl Pack {
    /// The shipped game that this one is a copy of, as it was shipped. `None` for a shipped game itself.
    pub fn original(&self, files: &mut Files) -> Option<Pack> {
        let folder = GameFolder::shipped(&id(&self.folder, &self.game)?)?;
        let own = Own(self.vocabulary?);
        Pack::load(folder, &own, files).ok()
    }
}

/// The id of the shipped game of the same family with the same folder name, or else the same title.
pub(super) fn id(folder: &GameFolder, game: &Game) -> Option<String> {
    if folder.is_shipped() {
        return None;
    }
    let family = |game: &Game| game.rules.as_ref().map(|r| r.family.clone());
    let own = family(game)?;
    let ids = GameFolder::shipped_ids().into_iter();
    let shipped = ids.filter_map(|id| read(GameFolder::shipped(&id)?));
    let kin: Vec<Game> = shipped
        .filter(|g| family(g).as_ref() == Some(&own))
        .collect();
    let named = kin.iter().find(|g| g.id == folder.id);
    let titled = || kin.iter().find(|g| g.full_title() == game.full_title());
    named.or_else(titled).map(|g| g.id.clone())
}

/// `game.toml` of a shipped game.
fn read(folder: GameFolder) -> Option<Game> {
    let (mut files, mut faults) = (Files::new(), Diagnostics::new());
    let (file, text) = folder.text("game.toml", &mut files).ok()?;
    let table = parse(file, &text, &mut faults)?;
    let top = Span::new(file, 0..0);
    Some(Game::read(&folder.id, &table, top, &mut faults))
}

/// The vocabulary of a game that was read already.
struct Own(&'static dyn Vocabulary);

impl Vocabularies for Own {
    fn find(&self, _: &str) -> Option<&'static dyn Vocabulary> {
        Some(self.0)
    }

    fn families(&self) -> Vec<&'static str> {
        Vec::new()
    }
}
