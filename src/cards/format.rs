//! The version of a game's data format, which `format` in game.toml gives. [`Pack`](super::Pack) checks it before it reads
//! anything else.

use super::value::TomlTable;
use crate::source::{Code, Diagnostic};

/// The format that this program reads and writes: also that of a game.toml without `format`.
pub const FORMAT: u32 = 2;

/// Whether this program can read the format of a game.toml.
///
/// # Errors
/// The format is newer than this program, or `format` isn't a whole number.
pub(super) fn check_format(game: &TomlTable) -> Result<(), Diagnostic> {
    let Some(value) = game.get("format") else {
        return Ok(());
    };
    let wrong = |code, message: String| {
        Err(Diagnostic::error(code, message)
            .at(value.span)
            .help(format!("write `format = {FORMAT}`")))
    };
    let Some(number) = value.as_integer() else {
        let kind = value.kind();
        let message = format!("`format` of game.toml is {kind}, not a whole number");
        return wrong(Code::WrongType, message);
    };
    match number {
        ..=0 => wrong(
            Code::OutOfRange,
            format!("`format` of game.toml is {number}"),
        ),
        1..=2 => Ok(()),
        _ => Err(Diagnostic::error(
            Code::NewerFormat,
            format!(
                "the game is of format {number}, and this deckproof reads no format after {FORMAT}"
            ),
        )
        .at(value.span)
        .help("use a newer deckproof: `deckproof --version` says which format it reads")),
    }
}
