//! Finds the games that a command line is about: those that it names, or the one in whose folder it was called, or the shipped ones.
//! Names come in; a [`Named`] goes out.

use std::path::{Path, PathBuf};

use crate::source::{Code, Diagnostic, Diagnostics, GameFolder, usage};

use super::host::Host;

/// What a folder must hold to be a game.
const GAME_FILE: &str = "game.toml";

/// The games of a command line, and what their names said besides.
#[derive(Debug, Default)]
pub struct Named {
    /// As [`GameFolder::find`] takes them; none for all shipped games.
    pub games: Vec<String>,
    /// Decks that were named by their files: `my-game/cards.toml`.
    pub decks: Vec<String>,
    /// The folder of the game, from the current one, when no game was named.
    pub around: Option<PathBuf>,
}

/// Resolves the names of games, and says which game is meant if that is not obvious.
///
/// # Errors
/// A name that is a file, or a deck of the game around, and what to write in its place.
pub fn game_named(names: &[String], host: &dyn Host) -> Result<Named, Diagnostics> {
    let mut named = Named::default();
    if names.is_empty() {
        if let Some(around) = game_around() {
            host.note(&format!("The game is {}.", told_place(&around)));
            named.games.push(around.display().to_string());
            named.around = Some(around);
        } else {
            host.note("No game is named, and this folder is in none: the shipped games are meant.");
        }
        return Ok(named);
    }
    for (game, deck) in Diagnostics::all_of(names.iter().map(|name| meant(name, names.len() > 1)))?
    {
        named.games.push(game);
        named.decks.extend(deck);
    }
    for name in names {
        if GameFolder::shipped(name).is_some() && Path::new(name).join(GAME_FILE).is_file() {
            host.note(&format!("`{name}` is the shipped game; the folder here is `./{name}`."));
        }
    }
    Ok(named)
}

/// The game in whose folder a command was called, where it needs one and none is named.
///
/// # Errors
/// When neither the current folder nor one above it is a game's.
pub fn game_here(command: &str, host: &dyn Host) -> Result<String, Diagnostic> {
    let around = game_around().ok_or_else(|| {
        usage!(
            NoGame,
            "no game is named, and neither this folder nor one above it holds a game.toml",
            "name a folder or a shipped game: `deckproof {command} my-game`"
        )
    })?;
    host.note(&format!("The game is {}.", told_place(&around)));
    Ok(around.display().to_string())
}

/// The nearest folder with a game.toml, from the current one upwards: `.`, `..`, `../..`.
pub fn game_around() -> Option<PathBuf> {
    let current = std::env::current_dir().ok()?;
    let up = current.ancestors().position(holds_game)?;
    Some(match up {
        0 => PathBuf::from("."),
        up => std::iter::repeat_n("..", up).collect(),
    })
}

fn holds_game(folder: &Path) -> bool {
    folder.join(GAME_FILE).is_file()
}

fn told_place(folder: &Path) -> String {
    let id = GameFolder::open(folder).map_or_else(|_| String::new(), |game| game.id);
    if folder == Path::new(".") {
        format!("`{id}`, in this folder")
    } else {
        format!("`{id}`, in `{}`", folder.display())
    }
}

/// The game that a name means, and the deck if it names a deck's file.
fn meant(name: &str, among_others: bool) -> Result<(String, Option<String>), Diagnostic> {
    let path = Path::new(name);
    if GameFolder::shipped(name).is_some() || path.is_dir() {
        return Ok((name.to_owned(), None));
    }
    let fault = |message: String| Diagnostic::usage(Code::NoGame, message);
    if !path.is_file() {
        let is_deck = |game: &PathBuf| game.join(format!("{name}.toml")).is_file();
        return match game_around().filter(is_deck) {
            Some(_) => Err(fault(format!("`{name}` is a deck, not a game"))
                .help(format!("name the deck after the option: `--deck {name}`"))),
            // `find` reports what is wrong with it.
            None => Ok((name.to_owned(), None)),
        };
    }
    let absolute = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let Some(up) = absolute.ancestors().skip(1).position(holds_game) else {
        return Err(fault(format!("`{name}` is a file, and no game's folder is around it"))
            .help("name the folder of a game: one that holds a game.toml"));
    };
    let mut folder = path.to_owned();
    for _ in 0..=up {
        folder = match folder.parent() {
            Some(above) if above != Path::new("") => above.to_owned(),
            Some(_) => PathBuf::from("."),
            None => PathBuf::from(".."),
        };
    }
    let game = folder.display().to_string();
    let deck = path.file_name().and_then(|file| file.to_str()?.strip_suffix(".toml"));
    match deck.filter(|_| up == 0) {
        Some("game") => Ok((game, None)),
        Some(deck) if among_others => Err(fault(format!("`{name}` is one deck of a game"))
            .help(format!("print it by itself, or name the game: `{game} --deck {deck}`"))),
        Some(deck) => Ok((game, Some(deck.to_owned()))),
        None => Err(fault(format!("`{name}` is a file of a game, not a game"))
            .help(format!("name the game's folder: `{game}`"))),
    }
}
