//! Plays a recorded game again, move by move. A record comes in; the replay of it goes out. Called by the commands `replay` and
//! `export site`.

use std::path::Path;
use std::sync::Arc;

use crate::cards::Pack;
use crate::players::Players;
use crate::session::lab::recorded_games::unsealed;
use crate::session::open::game_argument::game_around;
use crate::session::open::host::Host;
use crate::session::open::selection::Selection;
use crate::session::open::selection::{Playable, is_playable, playable_of};
use crate::source::{
    Blame, Code, Diagnostic, Diagnostics, GameFolder, ReadError, read_all, read_plain, stays_inside,
};
use crate::verify::record::{MOST_RECORD, RecordHeader, RecordPlan};
use crate::verify::replay::{Replay, replay_record};

use super::recording::record;

/// A record that was played again and agrees.
pub struct ReplayedGame {
    /// The record's name for messages.
    pub name: String,
    pub pack: Pack,
    pub replay: Replay,
}

/// Plays a record again; `-` is the standard input. `game` and `lang` say of which game, where the record does not, and in which
/// language. `None` where that game cannot be played, which is told.
///
/// # Errors
/// A record that cannot be read or does not agree; a game that is not there.
pub fn replay_file(
    path: &Path,
    (game, lang): (Option<&str>, Option<&str>),
    host: &mut dyn Host,
) -> Result<Option<ReplayedGame>, Diagnostics> {
    let (name, text) = read_record(path)?;
    let Some(Playable { pack, .. }) = game_of((game, lang), &name, &text, host)? else {
        return Ok(None);
    };
    let replay = replay_record(&pack, &name, text, host.files())?;
    Ok(Some(ReplayedGame { name, pack, replay }))
}

/// A game to step through: that of a record, or a random one. `None` where the rules cannot be played.
///
/// # Errors
/// A record that cannot be read or does not agree.
pub fn shown_replay(
    pack: &Pack,
    path: Option<&Path>,
    host: &mut dyn Host,
) -> Result<Option<Replay>, Diagnostics> {
    if !is_playable(pack) {
        return Ok(None);
    }
    let (name, text) = match path {
        Some(path) => read_record(path)?,
        None => {
            let plan =
                RecordPlan { seed: 1, players: Players::Uniform, states: false, legal: false };
            ("a random game".to_owned(), record(pack, &[], &plan)?.text.into())
        }
    };
    replay_record(pack, &name, text, host.files()).map(Some)
}

/// A record's name for messages, and its text; `-` is the standard input.
fn read_record(path: &Path) -> Result<(String, Arc<str>), Diagnostic> {
    let stdin = path.as_os_str() == "-";
    let (name, read) = if stdin {
        ("standard input".to_owned(), read_all(std::io::stdin(), MOST_RECORD))
    } else {
        (path.display().to_string(), read_plain(path, MOST_RECORD))
    };
    let bytes = read.map_err(|error| unreadable(&name, error))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok((name, unsealed(path, text).into())),
        Err(e) => {
            let good = &e.as_bytes()[..e.utf8_error().valid_up_to()];
            let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
            let message = format!("{name}:{line}: this line is not UTF-8 text");
            Err(Diagnostic::error(Code::NotUtf8, message)
                .help("take the record as `deckproof record` wrote it"))
        }
    }
}

fn unreadable(name: &str, error: ReadError) -> Diagnostic {
    let (code, message, fault, help) = match error {
        ReadError::TooLarge(most) => (
            Code::TooLarge,
            format!("`{name}` is larger than {} MiB", most >> 20),
            Blame::Data,
            "a record has a line for each move: this is none",
        ),
        ReadError::Missing => (
            Code::UnreadableFile,
            format!("there is no file `{name}`"),
            Blame::Usage,
            "name a file that `deckproof record` wrote, or - for the standard input",
        ),
        ReadError::NoFile(why) => (
            Code::UnreadableFile,
            format!("cannot read `{name}`: {why}"),
            Blame::Usage,
            "name a file that `deckproof record` wrote, or - for the standard input",
        ),
        ReadError::Outside | ReadError::Io(_) => (
            Code::UnreadableFile,
            match error {
                ReadError::Io(why) => format!("cannot read `{name}`: {why}"),
                _ => format!("cannot read `{name}`"),
            },
            Blame::Machine,
            "check the file's permissions",
        ),
    };
    Diagnostic::error(code, message).fault(fault).help(help)
}

/// The game of a record: the one that is named; or, of the name that its header gives, the shipped one, the one around, or the one in
/// the current folder.
fn game_of(
    (game, lang): (Option<&str>, Option<&str>),
    name: &str,
    text: &str,
    host: &mut dyn Host,
) -> Result<Option<Playable>, Diagnostics> {
    let game = match game {
        Some(game) => game.to_owned(),
        None => {
            let file = host.files().add(name, text);
            let game = RecordHeader::read(file, text)?.origin.game;
            let around = game_around().and_then(|path| {
                let folder = GameFolder::open(&path).ok()?;
                (folder.id == game).then(|| path.display().to_string())
            });
            if GameFolder::shipped(&game).is_some() {
                game
            } else if let Some(around) = around {
                around
            } else if stays_inside(&game) && Path::new(&game).join("game.toml").is_file() {
                game
            } else {
                let message = format!("this is a record of `{game}`, which is no shipped game");
                let fault = Diagnostic::usage(Code::NoGame, message);
                return Err(fault.help("name the game's folder: --game DIR").into());
            }
        }
    };
    let selection = Selection::new(&[game], &[], &[], host)?;
    Ok(playable_of(&selection.in_language(lang.map(str::to_owned)), host)?.pop())
}
