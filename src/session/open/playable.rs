//! Finds the games that can be played by the program: those whose rules compile, and are not only printed. Names or a
//! [`Selection`] come in; packs go out. Called by the commands that play, such as `fuzz` and
//! `mutate`.

use crate::cards::Pack;
use crate::registry;
use crate::source::{Code, Diagnostic, Diagnostics, Files, GameFolder, list_words};

use super::host::Host;
use super::selection::Selection;

/// A game that can be played.
pub struct Playable {
    /// What it is called on the command line: a shipped game's id, or a folder.
    pub name: String,
    pub pack: Pack,
}

/// The named games, or all shipped ones that can be played; the others are listed.
///
/// # Errors
/// Games that are not there or cannot be read; a named one that cannot be played.
pub fn playable_games(names: &[String], host: &mut dyn Host) -> Result<Vec<Playable>, Diagnostics> {
    playable_of(&Selection::new(names, &[], &[], host)?, host)
}

/// As [`playable_games`], of what is selected.
///
/// # Errors
/// As [`playable_games`], and names that no game has.
pub fn playable_of(
    selection: &Selection,
    host: &mut dyn Host,
) -> Result<Vec<Playable>, Diagnostics> {
    let names = &selection.games;
    let mut faults = Diagnostics::new();
    let mut games = Vec::new();
    for pack in selection.packs(host)? {
        if is_playable(&pack) {
            games.push(Playable { name: name_of(&pack, names), pack });
        } else if names.is_empty() {
            host.say(&format!("{}: {}", pack.game.id, why_not(&pack)));
        } else {
            let shipped = playable();
            let message = format!("`{}` cannot be played: {}", pack.game.id, why_not(&pack));
            let known = list_words(shipped.iter().map(String::as_str));
            let fault = Diagnostic::usage(Code::CannotPlay, message);
            faults.push(fault.help(format!("games that can be played are {known}")));
        }
    }
    if faults.is_empty() { Ok(games) } else { Err(faults) }
}

/// The one of the names that the game was found by.
pub fn name_of(pack: &Pack, names: &[String]) -> String {
    let found = |name: &&String| GameFolder::find(name).is_ok_and(|f| f.same_as(&pack.folder));
    let name = names.iter().find(found);
    name.unwrap_or(&pack.game.id).clone()
}

/// Whether the folder of a game holds its rules.
pub fn is_playable(pack: &Pack) -> bool {
    pack.game.table.is_some() && pack.game.script.is_some()
}

/// Why a game cannot be played.
fn why_not(pack: &Pack) -> &'static str {
    match pack.game.table {
        Some(_) => "it has a [table], but no rules.star beside game.toml",
        None => "it has no [table] and rules.star, it is only printed",
    }
}

/// Shipped games that can be played.
fn playable() -> Vec<String> {
    let mut files = Files::new();
    let packs = GameFolder::shipped_ids().into_iter().filter_map(|id| {
        let folder = GameFolder::shipped(&id)?;
        registry::load(folder, &mut files).ok()
    });
    let packs = packs.filter(is_playable);
    packs.map(|pack| pack.game.id).collect()
}
