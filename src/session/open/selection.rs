//! Turns the names on a command line into games, decks and cards: those that it names, or the game in whose folder it was called, or the
//! shipped ones. Names come in; a [`Selection`] goes out, which reads the packs and reports names that do not exist.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::cards::{Deck, Pack, without_allowed};
use crate::registry;
use crate::source::{
    Blame, Code, Diagnostic, Diagnostics, Files, GameFolder, Span, counted, did_you_mean_or,
    list_words, usage,
};

use super::host::Host;

/// The folder for what is made, when none is named.
const OUTPUT: &str = "output";

/// Longer lists of names are cut.
const MOST_LISTED: usize = 30;

/// Which games, decks and cards.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// As [`GameFolder::find`] takes them; none for all shipped games.
    pub games: Vec<String>,
    /// None for all decks.
    pub deck: Vec<String>,
    /// None for all cards.
    pub cards: Vec<String>,
    /// The language that the games are read in, if not their own.
    pub lang: Option<String>,
    /// The folder of the game, when none was named.
    around: Option<PathBuf>,
}

impl Selection {
    /// What names of games, and of decks and cards of theirs, mean here; says which game is meant if that is not obvious.
    ///
    /// # Errors
    /// A name that is a file, or a deck of the game around, and what to write in its place.
    pub fn new(
        games: &[String],
        deck: &[String],
        cards: &[String],
        host: &dyn Host,
    ) -> Result<Selection, Diagnostics> {
        let (deck, cards) = (deck.to_vec(), cards.to_vec());
        let mut selection = Selection { deck, cards, ..Selection::default() };
        for (game, deck) in
            Diagnostics::all_of(games.iter().map(|name| meant(name, games.len() > 1)))?
        {
            selection.games.push(game);
            selection.deck.extend(deck);
        }
        for name in games {
            if GameFolder::shipped(name).is_some() && Path::new(name).join(GAME_FILE).is_file() {
                host.note(&format!("`{name}` is the shipped game; the folder here is `./{name}`."));
            }
        }
        if games.is_empty() {
            selection.around = game_around();
            selection.games.extend(selection.around.as_deref().map(|it| told_around(it, host)));
            if selection.around.is_none() {
                host.note(
                    "No game is named, and this folder is in none: the shipped games are meant.",
                );
            }
        }
        Ok(selection)
    }

    /// The same in another language.
    #[must_use]
    pub fn in_language(self, lang: Option<String>) -> Selection {
        Selection { lang, ..self }
    }

    /// What files of a game are called: `caper`, and in German `caper-de`.
    pub fn game_name(&self, id: &str) -> String {
        self.lang.iter().fold(id.to_owned(), |id, lang| id + "-" + lang)
    }

    /// Under what the ledger notes a game; no folder is called `caper@de`.
    pub fn noted_as(&self, id: &str) -> String {
        self.lang.iter().fold(id.to_owned(), |id, lang| id + "@" + lang)
    }

    /// Decks and cards, of any game.
    #[cfg(test)]
    pub fn of_parts(deck: &[String], cards: &[String]) -> Selection {
        Selection { deck: deck.to_vec(), cards: cards.to_vec(), ..Selection::default() }
    }

    /// The folder for what is made: the one asked for, else `output` in the current folder or, when no game was named, in
    /// the folder of the game around.
    pub fn output(&self, asked: Option<&Path>) -> PathBuf {
        match (asked, &self.around) {
            (Some(asked), _) => asked.to_owned(),
            (None, Some(around)) if around != Path::new(".") => around.join(OUTPUT),
            (None, _) => PathBuf::from(OUTPUT),
        }
    }

    /// The folders of the games.
    pub fn folders(&self) -> Result<Vec<GameFolder>, Diagnostics> {
        let names = if self.games.is_empty() { self.shipped() } else { self.games.clone() };
        let mut folders: Vec<GameFolder> = Vec::new();
        let found = names.iter().map(|name| {
            let mut folder = GameFolder::find(name).map_err(|fault| fault.fault(Blame::Usage))?;
            if let Some(lang) = &self.lang {
                folder = folder.in_language(lang, true);
            }
            add(folder, name, &mut folders)
        });
        Diagnostics::all_of(found)?;
        Ok(folders)
    }

    /// The shipped games; of those only the ones that speak the language, where some do.
    fn shipped(&self) -> Vec<String> {
        let all = GameFolder::shipped_ids();
        let Some(lang) = &self.lang else {
            return all;
        };
        let speaks = |id: &&String| GameFolder::shipped(id).is_some_and(|g| g.is_translated(lang));
        let speaking: Vec<String> = all.iter().filter(speaks).cloned().collect();
        if speaking.is_empty() { all } else { speaking }
    }

    /// Reads the games and reports all of their errors, and what `check` warns of in their sheets: rows that are left out, or may not be
    /// cards.
    pub fn packs(&self, host: &mut dyn Host) -> Result<Vec<Pack>, Diagnostics> {
        let packs =
            self.folders()?.into_iter().map(|folder| match registry::read(folder, host.files()) {
                (Some(pack), found) if !found.has_errors() => {
                    host.tell(&self.of_sheets(&pack, found));
                    Ok(pack)
                }
                (_, more) => Err(more),
            });
        let packs = Diagnostics::all_of(packs)?;
        self.check_names(&packs.iter().collect::<Vec<_>>())?;
        packs.iter().for_each(|pack| list_missing(pack, host));
        Ok(packs)
    }

    /// The warnings about the sheets of the decks that are meant.
    fn of_sheets(&self, pack: &Pack, found: Diagnostics) -> Diagnostics {
        let is_meant = |deck: &&Deck| self.deck.is_empty() || self.deck.contains(&deck.id);
        let reads = |span: Span| pack.decks.iter().filter(is_meant).any(|d| d.reads(span.file));
        let is_of_sheet = |d: &Diagnostic| {
            matches!(d.code, Code::SheetHeading | Code::SheetRow | Code::SheetCell)
                && d.span.is_some_and(reads)
        };
        let found = found.into_iter().filter(is_of_sheet).collect();
        without_allowed(found, &pack.game.allowed, false).0
    }

    /// Names of decks and cards that no game has.
    pub fn check_names(&self, packs: &[&Pack]) -> Result<(), Diagnostics> {
        let mut faults = Diagnostics::new();
        let decks = || packs.iter().flat_map(|p| &p.decks);
        let mut unknown = |what: &str, name: &str, known: BTreeSet<&str>| {
            let other = if GameFolder::find(name).is_ok() {
                format!("`{name}` is a game: name the games before --cards and --deck")
            } else if known.len() > MOST_LISTED {
                "see `deckproof list --deck NAME`".to_owned()
            } else {
                format!("there are {}", list_words(known.iter().copied()))
            };
            let help = did_you_mean_or(name, known.iter().copied(), other);
            faults.push(usage!(UnknownName, "there is no {what} `{name}`", help));
        };
        for name in &self.deck {
            if !decks().any(|d| d.id == *name) {
                unknown("deck", name, decks().map(|d| d.id.as_str()).collect());
            }
        }
        for id in &self.cards {
            let named = |d: &&Deck| self.deck.is_empty() || self.deck.contains(&d.id);
            let rows = || decks().filter(named).flat_map(|d| &d.rows);
            if !rows().any(|r| r.id == *id) {
                unknown("card", id, rows().map(|r| r.id.as_str()).collect());
            }
        }
        faults.into_result()
    }

    /// Whether nothing of the games is left out.
    pub fn is_whole(&self) -> bool {
        self.deck.is_empty() && self.cards.is_empty()
    }
}

/// Reports which texts of a game are not translated.
fn list_missing(pack: &Pack, host: &dyn Host) {
    let Some(spoken) = &pack.spoken else {
        return;
    };
    let missing: Vec<String> = spoken.missing().collect();
    let (shown, others) = missing.split_at(missing.len().min(MOST_LISTED));
    let more = match others.len() {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    if !missing.is_empty() {
        host.say(&format!(
            "{}: {} not translated to `{}`: {}{more}",
            pack.game.full_title(),
            counted(missing.len(), "text"),
            spoken.code,
            shown.join(", ")
        ));
    }
}

/// Adds a game once.
///
/// # Errors
/// Two games of one name, which would write the same file.
fn add(folder: GameFolder, name: &str, folders: &mut Vec<GameFolder>) -> Result<(), Diagnostic> {
    // On many disks, names that differ only in capitals are one.
    let id = folder.id.to_lowercase();
    let Some(other) = folders.iter().find(|f| f.id.to_lowercase() == id) else {
        folders.push(folder);
        return Ok(());
    };
    if other.same_as(&folder) {
        return Ok(());
    }
    let (one, other) = (&folder.id, &other.id);
    let message = if other == one {
        format!("`{name}` and another game are both called `{one}`")
    } else {
        format!("the names of the games `{other}` and `{one}` differ only in capitals")
    };
    Err(usage!(
        SameOutput,
        message,
        "their files would overwrite each other: print them one by one with -o, or rename a folder"
    ))
}

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
            let known = playable();
            let known = list_words(known.iter().map(String::as_str));
            let (id, why) = (&pack.game.id, why_not(&pack));
            faults.push(usage!(
                CannotPlay,
                "`{id}` cannot be played: {why}",
                "games that can be played are {known}"
            ));
        }
    }
    faults.into_result().map(|()| games)
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

/// What a folder must hold to be a game.
const GAME_FILE: &str = "game.toml";

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
    Ok(told_around(&around, host))
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

/// Says that the game in a folder is meant, and gives its name.
fn told_around(folder: &Path, host: &dyn Host) -> String {
    let id = GameFolder::open(folder).map_or_else(|_| String::new(), |game| game.id);
    let shown = folder.display().to_string();
    let place = if shown == "." { "this folder" } else { &format!("`{shown}`") };
    host.note(&format!("The game is `{id}`, in {place}."));
    shown
}

/// The game that a name means, and the deck if it names a deck's file.
fn meant(name: &str, among_others: bool) -> Result<(String, Option<String>), Diagnostic> {
    let path = Path::new(name);
    if GameFolder::shipped(name).is_some() || path.is_dir() {
        return Ok((name.to_owned(), None));
    }
    if !path.is_file() {
        let is_deck = |game: &PathBuf| game.join(format!("{name}.toml")).is_file();
        return match game_around().filter(is_deck) {
            Some(_) => Err(usage!(
                NoGame,
                "`{name}` is a deck, not a game",
                "name the deck after the option: `--deck {name}`"
            )),
            // `find` reports what is wrong with it.
            None => Ok((name.to_owned(), None)),
        };
    }
    let absolute = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let Some(up) = absolute.ancestors().skip(1).position(holds_game) else {
        return Err(usage!(
            NoGame,
            "`{name}` is a file, and no game's folder is around it",
            "name the folder of a game: one that holds a game.toml"
        ));
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
        Some(deck) if among_others => Err(usage!(
            NoGame,
            "`{name}` is one deck of a game",
            "print it by itself, or name the game: `{game} --deck {deck}`"
        )),
        Some(deck) => Ok((game, Some(deck.to_owned()))),
        None => Err(usage!(
            NoGame,
            "`{name}` is a file of a game, not a game",
            "name the game's folder: `{game}`"
        )),
    }
}
