//! The shipped game that a folder is a copy of: it lends its templates, and edits are measured by it.

use std::sync::Arc;

use super::face::Vocabulary;
use super::game::Game;
use super::pack::{Pack, Vocabularies};
use super::value::parse;
use crate::source::{Code, Diagnostic, Diagnostics, Files, GameFolder, Span, did_you_mean, list};

impl Pack {
    /// The shipped game that this one is a copy of, as it was shipped. `None` for a shipped game itself, and for one whose
    /// rules are of another family.
    pub fn original(&self, files: &mut Files) -> Option<Pack> {
        let folder = GameFolder::shipped(&id(&self.folder, &self.game)?)?;
        let own = Own {
            family: &self.game.rules.as_ref()?.family,
            vocabulary: self.vocabulary.as_ref()?,
        };
        Pack::load(folder, &own, files).ok()
    }
}

/// The id of the shipped game that a folder is a copy of: the one that its `from` names, or else the one of the same
/// family with the same folder name or title.
pub(super) fn id(folder: &GameFolder, game: &Game) -> Option<String> {
    if folder.is_shipped() {
        return None;
    }
    if let Some((from, _)) = &game.from {
        return Some(from.clone());
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

/// A `from` that names no shipped game.
pub(super) fn check(game: &Game, faults: &mut Diagnostics) {
    let Some((from, span)) = &game.from else {
        return;
    };
    let ids = GameFolder::shipped_ids();
    if ids.contains(from) {
        return;
    }
    let known = || ids.iter().map(String::as_str);
    let help = match did_you_mean(from, known()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("shipped games are {}; or leave `from` out", list(known())),
    };
    let message = format!("there is no shipped game `{from}`");
    faults.push(
        Diagnostic::error(Code::NoGame, message)
            .at(*span)
            .help(help),
    );
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
struct Own<'a> {
    family: &'a str,
    vocabulary: &'a Arc<dyn Vocabulary>,
}

impl Vocabularies for Own<'_> {
    fn find(&self, family: &str) -> Option<Arc<dyn Vocabulary>> {
        (family == self.family).then(|| self.vocabulary.clone())
    }

    fn families(&self) -> Vec<&'static str> {
        Vec::new()
    }
}
