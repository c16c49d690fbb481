//! The version of a game's data format, which `format` in game.toml gives. [`Pack`](super::Pack) checks it before it reads
//! anything else.

use super::value::TomlTable;
use crate::source::{Diagnostic, error};

/// The format that this program reads and writes: also that of a game.toml without `format`.
pub const FORMAT: i64 = 1;

/// Whether a game.toml is of the format that this program reads.
///
/// # Errors
/// Another number, or something that isn't a whole number.
pub(super) fn check_format(game: &TomlTable) -> Result<(), Diagnostic> {
    let Some(value) = game.get("format") else {
        return Ok(());
    };
    let wrong = match value.as_integer() {
        Some(FORMAT) => return Ok(()),
        Some(number) => error!(
            OtherFormat,
            "the game is of format {number}, and this deckproof reads format {FORMAT}",
            "use a deckproof that reads it, as its `--version` says, or write `format = {FORMAT}`"
        ),
        None => {
            let kind = value.kind();
            error!(
                WrongType,
                "`format` of game.toml is {kind}, not a whole number", "write `format = {FORMAT}`"
            )
        }
    };
    Err(wrong.at(value.span))
}
