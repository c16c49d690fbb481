//! Reads a game's folder, with the vocabulary of its own rules.

use crate::cards::Pack;
use crate::check::read_game;
use crate::script;
use crate::source::{Diagnostics, Files, GameFolder};

/// Reads a game.
///
/// # Errors
/// Everything that is wrong with the files.
pub fn load(folder: GameFolder, files: &mut Files) -> Result<Pack, Diagnostics> {
    Pack::load(folder, script::vocabulary, files)
}

/// Reads a game as far as it can be read, and reports all that keeps its files from being read.
pub fn read(folder: GameFolder, files: &mut Files) -> (Option<Pack>, Diagnostics) {
    Pack::read(folder, script::vocabulary, files)
}

/// As [`read`], with all that is wrong with its data.
pub fn check(folder: GameFolder, files: &mut Files) -> (Option<Pack>, Diagnostics) {
    read_game(folder, script::vocabulary, files)
}
