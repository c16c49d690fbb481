//! Finds the shipped game that a folder is a copy of: the copy uses its templates and is compared with it. A folder and its
//! game file come in; the id of the original goes out. Called by `pack`.

use super::game::GameFile;
use super::value::parse_toml;
use crate::source::{Diagnostics, Files, GameFolder, did_you_mean_or, error, list_words};

/// The id of the shipped game that a folder is a copy of: the one that its `from` names, or else the one with the same folder
/// name or title, where the folder has rules.
pub(super) fn id(folder: &GameFolder, game: &GameFile) -> Option<String> {
    if folder.is_shipped() {
        return None;
    }
    if let Some((from, _)) = &game.from {
        return Some(from.clone());
    }
    game.script.as_ref()?;
    let ids = GameFolder::shipped_ids();
    if ids.contains(&folder.id) {
        return Some(folder.id.clone());
    }
    let mut shipped = ids.into_iter().filter_map(|id| read(GameFolder::shipped(&id)?));
    shipped.find(|shipped| shipped.full_title() == game.full_title()).map(|shipped| shipped.id)
}

/// A `from` that names no shipped game.
pub(super) fn check(game: &GameFile, faults: &mut Diagnostics) {
    let Some((from, span)) = &game.from else {
        return;
    };
    let ids = GameFolder::shipped_ids();
    if ids.contains(from) {
        return;
    }
    let known = ids.iter().map(String::as_str);
    let all = format!("shipped games are {}; or leave `from` out", list_words(known.clone()));
    let help = did_you_mean_or(from, known, all);
    faults.push(error!(NoGame, *span, "there is no shipped game `{from}`", help));
}

/// `game.toml` of a shipped game.
fn read(folder: GameFolder) -> Option<GameFile> {
    let (mut files, mut faults) = (Files::new(), Diagnostics::new());
    let (file, text) = folder.text("game.toml", &mut files).ok()?;
    let table = parse_toml(file, &text, &mut faults)?;
    Some(GameFile::read(&folder.id, file, &table, &mut faults))
}
