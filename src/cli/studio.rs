//! From the names on the command line to drawn decks.

use std::path::{Path, PathBuf};

use crate::cards::{Deck, Pack};
use crate::registry::Registry;
use crate::sheet::Trim;
use crate::source::{Code, Diagnostic, Diagnostics, Fault, GameFolder, did_you_mean, list};
use crate::template::{DrawnDeck, Ink, Press};

use super::named::named;
use super::report::Report;

/// The folder for what is made, when none is named.
const OUTPUT: &str = "output";

/// Longer lists of names help nobody.
const MOST_LISTED: usize = 30;

/// Which games, decks and cards the command line asks for.
#[derive(Debug, Default, clap::Args)]
pub struct Wanted {
    /// Folders with a game.toml, or shipped games by name; when none is named, the game of the folder you are in, else all
    /// shipped games
    #[arg(value_name = "GAME|DIR")]
    games: Vec<String>,
    /// Only this deck (may be given several times)
    #[arg(long, value_name = "NAME")]
    deck: Vec<String>,
    /// Only these cards, by their ids (name the games before)
    #[arg(long, value_name = "ID", num_args = 1.., value_delimiter = ',')]
    cards: Vec<String>,
}

impl Wanted {
    /// Games, and decks and cards of theirs by name.
    pub fn new(games: &[String], deck: &[String], cards: &[String]) -> Wanted {
        Wanted {
            games: games.to_vec(),
            deck: deck.to_vec(),
            cards: cards.to_vec(),
        }
    }

    /// What is meant by it, here.
    ///
    /// # Errors
    /// As [`named`].
    pub fn select(&self, report: &Report) -> Result<Selection, Diagnostics> {
        let named = named(&self.games, report)?;
        let mut deck = self.deck.clone();
        deck.extend(named.decks);
        Ok(Selection {
            games: named.games,
            deck,
            cards: self.cards.clone(),
            around: named.around,
        })
    }
}

/// Which games, decks and cards.
#[derive(Debug, Clone)]
pub struct Selection {
    /// As [`GameFolder::find`] takes them; none for all shipped games.
    pub games: Vec<String>,
    /// None for all decks.
    pub deck: Vec<String>,
    /// None for all cards.
    pub cards: Vec<String>,
    /// The folder of the game, when nobody named one.
    around: Option<PathBuf>,
}

/// A game with its press and the decks that were asked for.
pub struct Set {
    pub pack: Pack,
    pub press: Press,
    pub decks: Vec<Chosen>,
}

/// A game as far as it could be drawn.
pub struct Proofed {
    /// One for all decks; none when a template is wrong.
    pub press: Option<Press>,
    pub decks: Vec<Chosen>,
    pub faults: Diagnostics,
}

/// A deck that was drawn, and which of its faces are wanted how often.
pub struct Chosen {
    /// Place of the deck in the pack.
    pub deck: usize,
    pub trim: Trim,
    pub drawn: DrawnDeck,
    /// Place of the face, copies.
    pub wanted: Vec<(usize, u32)>,
}

impl Selection {
    /// Decks and cards, of any game.
    #[cfg(test)]
    pub fn of_parts(deck: &[String], cards: &[String]) -> Selection {
        Selection {
            games: Vec::new(),
            deck: deck.to_vec(),
            cards: cards.to_vec(),
            around: None,
        }
    }

    /// The folder for what is made: the one asked for, else `output` in the current folder or, when nobody named a game, in
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
        let names = match self.games.is_empty() {
            true => GameFolder::shipped_ids(),
            false => self.games.clone(),
        };
        let mut faults = Diagnostics::new();
        let mut folders = Vec::new();
        for name in names {
            match GameFolder::find(&name) {
                Ok(folder) => add(folder, &name, &mut folders, &mut faults),
                Err(fault) => faults.push(fault.fault(Fault::Usage)),
            }
        }
        if faults.is_empty() {
            Ok(folders)
        } else {
            Err(faults)
        }
    }

    /// Reads the games, all of their faults told.
    pub fn packs(&self, report: &mut Report) -> Result<Vec<Pack>, Diagnostics> {
        let mut faults = Diagnostics::new();
        let mut packs = Vec::new();
        for folder in self.folders()? {
            match Pack::load(folder, &Registry, &mut report.files) {
                Ok(pack) => packs.push(pack),
                Err(more) => faults.append(more),
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        self.check_names(&packs.iter().collect::<Vec<_>>())?;
        Ok(packs)
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
                None => format!("there are {}", list(known)),
            };
            let message = format!("there is no {what} `{name}`");
            faults.push(
                Diagnostic::error(Code::UnknownName, message)
                    .fault(Fault::Usage)
                    .help(help),
            );
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
        if faults.is_empty() {
            Ok(())
        } else {
            Err(faults)
        }
    }

    /// Whether nothing of the games is left out.
    pub fn is_whole(&self) -> bool {
        self.deck.is_empty() && self.cards.is_empty()
    }

    fn has_deck(&self, deck: &Deck) -> bool {
        let named = self.deck.is_empty() || self.deck.contains(&deck.id);
        let holds = |id: &String| deck.rows.iter().any(|r| r.id == *id);
        named && (self.cards.is_empty() || self.cards.iter().any(holds))
    }

    /// Draws what was asked for of one game.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn draw(&self, pack: Pack, ink: Ink, report: &mut Report) -> Result<Set, Diagnostics> {
        let proof = self.proof(&pack, ink, &Diagnostics::new(), report);
        match proof.press {
            Some(press) if !proof.faults.has_errors() => Ok(Set {
                pack,
                press,
                decks: proof.decks,
            }),
            _ => Err(proof.faults),
        }
    }

    /// Draws what can be drawn of what was asked for, although `known` is wrong with it.
    pub fn proof(
        &self,
        pack: &Pack,
        ink: Ink,
        known: &Diagnostics,
        report: &mut Report,
    ) -> Proofed {
        let places = 0..pack.decks.len();
        let chosen: Vec<usize> = places
            .filter(|at| self.has_deck(&pack.decks[*at]))
            .filter(|at| pack.decks[*at].can_be_drawn(known))
            .collect();
        let decks: Vec<&Deck> = chosen.iter().map(|i| &pack.decks[*i]).collect();
        let mut proofed = Proofed {
            press: None,
            decks: Vec::new(),
            faults: Diagnostics::new(),
        };
        let bar = report.progress(&pack.game.title, chosen.len() as u64);
        match Press::open(pack, &decks, ink, &mut report.files) {
            Ok(press) => {
                proofed.faults.append(press.warnings().clone());
                for at in chosen {
                    self.draw_deck(pack, at, &press, &mut proofed, report);
                    bar.inc(1);
                }
                proofed.press = Some(press);
            }
            Err(more) => {
                proofed.faults.append(more);
                // A template that is wrong is no reason to keep silent about the other decks.
                for at in chosen {
                    match Press::open(pack, &[&pack.decks[at]], ink, &mut report.files) {
                        Ok(press) => self.draw_deck(pack, at, &press, &mut proofed, report),
                        Err(more) => proofed.faults.append(more),
                    }
                    bar.inc(1);
                }
            }
        }
        bar.finish_and_clear();
        for deck in &pack.decks {
            proofed.faults = deck.not_of_rows_in(known, proofed.faults);
        }
        proofed
    }

    fn draw_deck(
        &self,
        pack: &Pack,
        at: usize,
        press: &Press,
        proofed: &mut Proofed,
        report: &mut Report,
    ) {
        let deck = &pack.decks[at];
        let faults = &mut proofed.faults;
        let trim = trim_of(deck).map_err(|fault| faults.push(fault));
        // The sizes are looked at first, so that no other fault hides them.
        let fits = match &trim {
            Ok(trim) => check_trim(pack, deck, press, trim, faults),
            Err(()) => false,
        };
        let drawn = press.draw(pack, deck, &mut report.files);
        let drawn = drawn.map_err(|more| faults.append(more));
        if let (Ok(drawn), Ok(trim), true) = (drawn, trim, fits) {
            faults.append(drawn.warnings.clone());
            let wanted = self.wanted(deck, drawn.fronts.len());
            proofed.decks.push(Chosen {
                deck: at,
                trim,
                drawn,
                wanted,
            });
        }
    }

    /// Places and copies of the faces that are wanted.
    fn wanted(&self, deck: &Deck, faces: usize) -> Vec<(usize, u32)> {
        if deck.flow.is_some() {
            return (0..faces).map(|page| (page, 1)).collect();
        }
        let rows = deck.rows.iter().enumerate();
        rows.filter(|(_, row)| self.cards.is_empty() || self.cards.contains(&row.id))
            .map(|(i, row)| (i, row.copies))
            .collect()
    }
}

/// Adds a game once; two games of one name would write the same file.
fn add(folder: GameFolder, name: &str, folders: &mut Vec<GameFolder>, faults: &mut Diagnostics) {
    // On many disks, names that differ only in capitals are one.
    let id = folder.id.to_lowercase();
    match folders.iter().find(|f| f.id.to_lowercase() == id) {
        None => folders.push(folder),
        Some(other) if other.same_as(&folder) => {}
        Some(other) => {
            let message = match other.id == folder.id {
                true => format!("`{name}` and another game are both called `{}`", folder.id),
                false => format!(
                    "the names of the games `{}` and `{}` differ only in capitals",
                    other.id, folder.id
                ),
            };
            let help = "their files would overwrite each other: print them one by one with -o, or rename a folder";
            faults.push(
                Diagnostic::error(Code::SameOutput, message)
                    .fault(Fault::Usage)
                    .help(help),
            );
        }
    }
}

/// The size of a deck's cards.
pub fn trim_of(deck: &Deck) -> Result<Trim, Diagnostic> {
    let trim = Trim::parse(&deck.size).map_err(|e| {
        Diagnostic::error(Code::CardSize, format!("`size` of deck `{}`: {e}", deck.id))
            .at(deck.size_span)
            .help("write a name (\"poker\", \"tarot\") or millimetres (\"63.5 x 88.9\"), from 5 to 1000 on each side")
    })?;
    let (width, height) = (trim.size.width, trim.size.height);
    if !(5.0..=1000.0).contains(&width) || !(5.0..=1000.0).contains(&height) {
        let message = format!("a card of {width} x {height} mm cannot be printed");
        return Err(Diagnostic::error(Code::CardSize, message)
            .at(deck.size_span)
            .help("a card is from 5 to 1000 mm on each side"));
    }
    let most = width.min(height) / 2.0;
    if let Some(corner) = deck.corner.filter(|corner| *corner > most + 0.001) {
        let message =
            format!("a corner of {corner} mm is more than half of a card of {width} x {height} mm");
        let help = format!("{most} mm is the most, and makes a short side round");
        let fault = Diagnostic::error(Code::OutOfRange, message);
        return Err(fault.at(deck.corner_span).help(help));
    }
    Ok(match deck.corner {
        Some(corner) => trim.with_corner(corner),
        None => trim,
    })
}

/// Whether all templates of a deck have its size; reports those that do not.
fn check_trim(
    pack: &Pack,
    deck: &Deck,
    press: &Press,
    trim: &Trim,
    faults: &mut Diagnostics,
) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() < 0.05;
    let mut fits = true;
    for (name, width, height, named) in press.sizes(pack, deck) {
        if near(width, trim.size.width) && near(height, trim.size.height) {
            continue;
        }
        let of_deck = name == deck.template || deck.back.as_ref().is_some_and(|b| b.0 == name);
        let at = if of_deck { deck.size_span } else { named };
        let told = faults
            .iter()
            .any(|f| f.code == Code::TemplateSize && f.span == Some(at));
        fits = false;
        if told {
            continue;
        }
        let message = format!(
            "template `{name}` of deck `{}` is {width} x {height} mm, its `size` is {} x {} mm",
            deck.id, trim.size.width, trim.size.height
        );
        faults.push(
            Diagnostic::error(Code::TemplateSize, message)
                .at(at)
                .help("make the viewBox of front and back the trim, or correct `size`"),
        );
    }
    fits
}
