//! Turns the names on a command line into games, decks and cards. Names come in; a [`Selection`] goes out, which reads the packs and
//! reports names that do not exist.

use std::path::{Path, PathBuf};

use crate::cards::{Deck, Pack, without_allowed};
use crate::registry;
use crate::source::{
    Blame, Code, Diagnostic, Diagnostics, Files, GameFolder, counted, did_you_mean, list_words,
    usage,
};

use super::game_argument::{Named, game_named};
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
    /// What names of games, and of decks and cards of theirs, mean here.
    ///
    /// # Errors
    /// As `named`.
    pub fn new(
        games: &[String],
        deck: &[String],
        cards: &[String],
        host: &dyn Host,
    ) -> Result<Selection, Diagnostics> {
        let Named { games, decks, around } = game_named(games, host)?;
        let deck = [deck, &decks].concat();
        Ok(Selection { games, deck, cards: cards.to_vec(), lang: None, around })
    }

    /// The same in another language.
    #[must_use]
    pub fn in_language(self, lang: Option<String>) -> Selection {
        Selection { lang, ..self }
    }

    /// What files of a game are called: `caper`, and in German `caper-de`.
    pub fn game_name(&self, id: &str) -> String {
        match &self.lang {
            Some(lang) => format!("{id}-{lang}"),
            None => id.to_owned(),
        }
    }

    /// Under what the ledger notes a game; no folder is called `caper@de`.
    pub fn noted_as(&self, id: &str) -> String {
        match &self.lang {
            Some(lang) => format!("{id}@{lang}"),
            None => id.to_owned(),
        }
    }

    /// All decks and cards, of any game.
    pub fn whole() -> Selection {
        Selection::default()
    }

    /// Decks and cards, of any game.
    #[cfg(test)]
    pub fn of_parts(deck: &[String], cards: &[String]) -> Selection {
        Selection { deck: deck.to_vec(), cards: cards.to_vec(), ..Selection::whole() }
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
            let folder = GameFolder::find(name).map_err(|fault| fault.fault(Blame::Usage))?;
            let folder = match &self.lang {
                Some(lang) => folder.in_language(lang, true),
                None => folder,
            };
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
        let decks = pack.decks.iter();
        let decks = decks.filter(|deck| self.deck.is_empty() || self.deck.contains(&deck.id));
        let decks: Vec<&Deck> = decks.collect();
        let is_of_sheet = |d: &Diagnostic| {
            matches!(d.code, Code::SheetHeading | Code::SheetRow | Code::SheetCell)
                && d.span.is_some_and(|span| decks.iter().any(|deck| deck.reads(span.file)))
        };
        let found = found.into_iter().filter(is_of_sheet).collect();
        without_allowed(found, &pack.game.allowed, false).0
    }

    /// Names of decks and cards that no game has.
    pub fn check_names(&self, packs: &[&Pack]) -> Result<(), Diagnostics> {
        let mut faults = Diagnostics::new();
        let decks = || packs.iter().flat_map(|p| &p.decks);
        let mut unknown = |what: &str, name: &str, mut known: Vec<&str>| {
            known.sort_unstable();
            known.dedup();
            let help = match did_you_mean(name, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                _ if GameFolder::find(name).is_ok() => {
                    format!("`{name}` is a game: name the games before --cards and --deck")
                }
                None if known.len() > MOST_LISTED => "see `deckproof list --deck NAME`".into(),
                None => format!("there are {}", list_words(known)),
            };
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
    let shown = missing.len().min(MOST_LISTED);
    if shown > 0 {
        let more = match missing.len() - shown {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        host.say(&format!(
            "{}: {} not translated to `{}`: {}{more}",
            pack.game.full_title(),
            counted(missing.len(), "text"),
            spoken.code,
            missing[..shown].join(", ")
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
    let help =
        "their files would overwrite each other: print them one by one with -o, or rename a folder";
    Err(usage!(SameOutput, message, help))
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
            let shipped = playable();
            let message = format!("`{}` cannot be played: {}", pack.game.id, why_not(&pack));
            let known = list_words(shipped.iter().map(String::as_str));
            let fault = Diagnostic::usage(Code::CannotPlay, message);
            faults.push(fault.help(format!("games that can be played are {known}")));
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
