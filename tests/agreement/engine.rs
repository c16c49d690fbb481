//! A game that can be played by text alone, whatever plays it: a family or the script of its folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::OnceLock;

use deckproof::cards::Pack;
use deckproof::games::{caper, hammers};
use deckproof::registry::Registry;
use deckproof::rules::{Axis, Event, Face, Game, Notation, Seat, Variant, Zone};
use deckproof::script::{self, Scripted};
use deckproof::source::{Diagnostics, Files, GameFolder, render};
use deckproof::table::{CardSet, Wide};
use deckproof::verify::record::Writer;
use serde_json::Value;

use super::chance::ByName;

/// The rules of one set-up.
pub trait Rules: Sync {
    /// Sets the game of a seed up, and the lines that this writes.
    fn start(&self, seed: u64, states: bool) -> (Box<dyn Playing + '_>, Vec<String>);
    /// Cards by their names, sorted.
    fn cards(&self) -> Vec<String>;
    fn seats(&self) -> Vec<String>;
}

/// A game under way.
pub trait Playing {
    fn turn(&self) -> Option<String>;
    /// The legal moves as text, sorted.
    fn legal(&self) -> Vec<String>;
    /// Carries out a legal move; the lines of the record.
    fn play(&mut self, text: &str) -> Vec<String>;
    fn last_line(&self) -> String;
    /// What is wrong, when the game cannot go on.
    fn trouble(&self) -> Option<String>;
    fn table(&self) -> Value;
    /// Each card with the zone that it lies in, sorted.
    fn census(&self) -> Vec<String>;
    fn standings(&self) -> String;
    /// For each event of the last ply what each seat reads of it.
    fn reads(&self) -> Vec<Vec<String>>;
    /// Cards that a seat cannot place, those apart that lie where nobody sees any card.
    fn unknown(&self, seat: usize) -> BTreeSet<String>;
    /// Some moves of the move space as text, those that read back; others for another `turn`.
    fn space(&self, turn: u64) -> BTreeSet<String>;
    /// `Err` where the text is no move; `None` where the move is legal.
    fn refusal(&self, text: &str) -> Result<Option<&'static str>, String>;
}

/// What tells the cards of a game that a seat cannot place.
type Unknown<G> = fn(&G, &<G as Game>::State, Seat) -> BTreeSet<String>;

/// How many moves of a move space are given at a time.
const AT_A_TIME: usize = 400;

pub struct Engine<G: Game> {
    pub game: G,
    space: OnceLock<Vec<G::Move>>,
    unknown: Unknown<G>,
}

struct Under<'g, G: Notation> {
    engine: &'g Engine<G>,
    writer: Writer<'g, G, ByName>,
    moves: BTreeMap<String, G::Move>,
    events: Vec<Event>,
}

impl<G: Notation> Under<'_, G> {
    fn look(&mut self) {
        let (game, state) = (self.writer.game, &self.writer.state);
        self.moves = match game.turn(state) {
            Some(_) => {
                let moves = game.legal_moves(state).into_iter();
                moves.map(|mv| (game.write(state, mv), mv)).collect()
            }
            None => BTreeMap::new(),
        };
    }
}

impl<G: Notation> Rules for Engine<G> {
    fn start(&self, seed: u64, states: bool) -> (Box<dyn Playing + '_>, Vec<String>) {
        let chance = ByName::of(&self.game, seed);
        let (writer, first) = Writer::set_up(&self.game, chance, states);
        let mut under = Under {
            engine: self,
            writer,
            moves: BTreeMap::new(),
            events: first.events,
        };
        under.look();
        (Box::new(under), first.lines)
    }

    fn cards(&self) -> Vec<String> {
        let mut cards = self.game.names().cards.clone();
        cards.sort();
        cards
    }

    fn seats(&self) -> Vec<String> {
        self.game.names().seats.clone()
    }
}

impl<G: Notation> Playing for Under<'_, G> {
    fn turn(&self) -> Option<String> {
        let seat = self.writer.game.turn(&self.writer.state)?;
        Some(self.writer.game.names().seat(seat).to_owned())
    }

    fn legal(&self) -> Vec<String> {
        self.moves.keys().cloned().collect()
    }

    fn play(&mut self, text: &str) -> Vec<String> {
        let mv = self.moves[text];
        let ply = self.writer.play(mv);
        self.events = ply.events;
        self.look();
        ply.lines
    }

    fn last_line(&self) -> String {
        self.writer.last_line()
    }

    fn trouble(&self) -> Option<String> {
        self.writer.game.trouble(&self.writer.state)
    }

    fn table(&self) -> Value {
        self.writer.table()
    }

    fn census(&self) -> Vec<String> {
        let (game, names) = (self.writer.game, self.writer.game.names());
        let census = game.census(&self.writer.state).into_iter();
        let mut lies: Vec<String> = census
            .map(|(card, zone)| format!("{} at {}", names.card(card), names.zone(zone)))
            .collect();
        lies.sort();
        lies
    }

    fn standings(&self) -> String {
        self.writer.game.standings(&self.writer.state).to_string()
    }

    fn reads(&self) -> Vec<Vec<String>> {
        let (game, names) = (self.writer.game, self.writer.game.names());
        let unknown: Vec<BTreeSet<String>> = game
            .seats()
            .map(|seat| self.unknown(usize::from(seat.0)))
            .collect();
        let reads = |event: &Event| {
            let seats = game.seats().zip(&unknown).map(|(seat, unknown)| {
                let (read, known) = game.reads(seat, event);
                let card = match event {
                    Event::Moved { card, .. }
                    | Event::Drawn { card, .. }
                    | Event::Turned { card, .. } => names.card(*card),
                    _ => "",
                };
                // Whoever knows where the card lies has read it, seen or not.
                match known || !unknown.contains(card) {
                    true => format!("{}: {}", names.seat(seat), names.tell(event)),
                    false => format!("{}: {} (hidden)", names.seat(seat), names.tell(&read)),
                }
            });
            seats.collect()
        };
        self.events.iter().map(reads).collect()
    }

    fn unknown(&self, seat: usize) -> BTreeSet<String> {
        let (game, state) = (&self.engine.game, &self.writer.state);
        let mut unknown = (self.engine.unknown)(game, state, Seat(seat as u8));
        let faces = game.names().faces.len() as u8;
        let seen = |zone: Zone| {
            let mut seats = game.seats();
            seats.any(|seat| (0..faces).any(|face| game.sees(seat, zone, Face(face))))
        };
        for (card, _) in game.census(state).iter().filter(|(_, zone)| !seen(*zone)) {
            unknown.remove(game.names().card(*card));
        }
        unknown
    }

    fn space(&self, turn: u64) -> BTreeSet<String> {
        let (game, state) = (self.writer.game, &self.writer.state);
        let space = self.engine.space.get_or_init(|| game.move_space());
        let step = (space.len() / AT_A_TIME).max(1);
        let first = (turn % step as u64) as usize;
        let space = space.iter().copied().skip(first).step_by(step);
        let texts = space.filter_map(|mv| {
            let text = game.write(state, mv);
            (game.read(state, &text) == Ok(mv)).then_some(text)
        });
        // Numbers of what is no card, no target.
        let numbers = ["?", " #", " target "];
        texts
            .filter(|text| !numbers.iter().any(|number| text.contains(number)))
            .collect()
    }

    fn refusal(&self, text: &str) -> Result<Option<&'static str>, String> {
        let (game, state) = (self.writer.game, &self.writer.state);
        let mv = game.read(state, text).map_err(|why| why.to_string())?;
        Ok(game.refusal(state, mv).map(|refusal| refusal.word))
    }
}

/// The cards of piles, as masks, by name.
fn named<G: Game>(game: &G, piles: &[(usize, u64)]) -> BTreeSet<String> {
    let cards = piles.iter().flat_map(|(pile, set)| {
        let cards = (0..64).filter(move |card| set >> card & 1 == 1);
        cards.filter_map(|card| game.dealt(*pile, card))
    });
    cards
        .map(|token| game.names().card(token).to_owned())
        .collect()
}

fn unknown_of_hammers(
    rules: &hammers::play::Rules,
    state: &hammers::play::State,
    seat: Seat,
) -> BTreeSet<String> {
    use hammers::play::{ACTION_PILE, COUNTRY_PILE, PROTEST_PILE};
    let table = rules.view(state, seat).table;
    named(
        rules,
        &[
            (ACTION_PILE, table.deck),
            (COUNTRY_PILE, u64::from(table.countries)),
            (PROTEST_PILE, table.protests),
        ],
    )
}

fn unknown_of_caper(
    rules: &caper::play::Rules,
    state: &caper::play::State,
    seat: Seat,
) -> BTreeSet<String> {
    use caper::play::{GEAR_PILE, LOCATION_PILE, THIEF_PILE};
    let table = rules.view(state, seat).table;
    named(
        rules,
        &[
            (THIEF_PILE, table.thieves),
            (GEAR_PILE, table.gear),
            (LOCATION_PILE, table.locations),
        ],
    )
}

fn unknown_of_script<S: CardSet>(
    rules: &Scripted<S>,
    table: &deckproof::table::Table<S>,
    seat: Seat,
) -> BTreeSet<String> {
    let seen = rules.view(table, seat).cards;
    let unseen = rules
        .names()
        .cards
        .iter()
        .zip(seen)
        .filter(|(_, seen)| seen.is_none());
    unseen.map(|(card, _)| card.clone()).collect()
}

/// What a game was read from, with the faults that came of it as text.
pub struct Read {
    pub pack: Pack,
    files: Files,
}

fn told(faults: &Diagnostics, files: &Files) -> String {
    let faults = faults.iter().map(|fault| render(fault, files, false));
    faults.collect::<Vec<String>>().join("\n")
}

impl Read {
    fn of(folder: GameFolder) -> Result<Self, String> {
        let mut files = Files::new();
        match Pack::load(folder, &Registry, &mut files) {
            Ok(pack) => Ok(Read { pack, files }),
            Err(faults) => Err(told(&faults, &files)),
        }
    }

    /// A game as it is shipped.
    pub fn shipped(game: &str) -> Result<Self, String> {
        let folder = GameFolder::shipped(game).ok_or(format!("no game `{game}` is shipped"))?;
        Self::of(folder)
    }

    pub fn folder(path: &Path) -> Result<Self, String> {
        let folder = GameFolder::open(path).map_err(|fault| fault.message.clone())?;
        Self::of(folder)
    }

    fn is_scripted(&self) -> bool {
        self.pack.game.table.is_some() && self.pack.game.script.is_some()
    }

    /// The ways to set it up.
    pub fn axes(&self) -> Vec<Axis> {
        let prover = Registry::prover(&self.pack);
        prover.map_or_else(Vec::new, |prover| prover.axes(&self.pack))
    }

    /// What plays it: its script, or its family.
    pub fn rules(&self, variant: &Variant) -> Result<Box<dyn Rules>, String> {
        let (game, decks) = (&self.pack.game, &self.pack.decks);
        let made = match self.is_scripted() {
            true => match script::width_of(game, decks) {
                0..64 => self.scripted::<u64>(variant),
                64..128 => self.scripted::<u128>(variant),
                _ => self.scripted::<Wide>(variant),
            },
            false if game.id == "caper" => caper::play::Rules::compile(game, decks, variant)
                .map(|game| boxed(game, unknown_of_caper)),
            false => hammers::play::Rules::compile(game, decks)
                .map(|game| boxed(game, unknown_of_hammers)),
        };
        made.map_err(|faults| told(&faults, &self.files))
    }

    fn scripted<S: CardSet>(&self, variant: &Variant) -> Result<Box<dyn Rules>, Diagnostics> {
        let rules = script::compile::<S>(&self.pack.game, &self.pack.decks, variant)?;
        Ok(boxed(rules, unknown_of_script::<S>))
    }
}

fn boxed<G: Notation + 'static>(game: G, unknown: Unknown<G>) -> Box<dyn Rules> {
    Box::new(Engine {
        game,
        space: OnceLock::new(),
        unknown,
    })
}
