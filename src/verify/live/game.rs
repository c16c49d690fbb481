//! The live game itself: every ply with the state after it. Moves come in as texts; frames for those who look go out. The
//! studio plays through [`super::LiveGame`].
//!
//! What goes to a seat is made from what the seat knows and from nothing else: why a move is refused is asked of a world that is
//! dealt again for that seat, never of the true one, so that trying moves tells nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::players::{Budget, search_move};
use crate::rules::captions::Captions;
use crate::rules::{CardShift, Event, Facing, Rng, ScriptedChance, Seat, Seed, Viewer, ZoneId};
use crate::script::Rules;
use crate::table::{CardSet, Decision, Move, Table};
use crate::verify::information_leak::is_taught;
use crate::verify::playing::{fault, legal_texts};
use crate::verify::record::{RecordHeader, RecordWriter, WrittenPly, change, misfits_in_words};
use crate::verify::replay::Frame;

/// Bytes of a move's text.
const MOST_TEXT: usize = 500;

/// Script steps that one choice of the program's player may take: about half a second, less than the studio lets pass before each.
const MOST_STEPS: u64 = 20_000_000;

/// A card of which somebody does not know which it is, in a change.
const UNKNOWN: &str = "?";

/// A search for a move that needs the live game no more.
pub type Search = Box<dyn FnOnce() -> Option<String> + Send>;

/// Why a move was not played.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refused {
    /// A sentence for people.
    pub says: String,
    /// What to do instead; empty where the sentence says it.
    pub help: String,
    /// The clause of the rules, where one forbids it.
    pub clause: String,
}

impl Refused {
    fn new(says: impl Into<String>) -> Refused {
        Refused { says: says.into(), ..Refused::default() }
    }
}

/// A live game of one width of sets.
pub struct Live<S: CardSet> {
    pub(super) game: Arc<Rules<S>>,
    pub(super) header: RecordHeader,
    /// The set-up, and each ply since.
    pub(super) plies: Vec<Ply<S>>,
    /// Answers of seats that others answer before: they are carried out, and written down, in the order of the rules.
    kept: BTreeMap<Seat, (Move, String)>,
}

/// One ply, and where the game stood after it.
pub(super) struct Ply<S: CardSet> {
    pub after: RecordWriter<S, ScriptedChance>,
    pub written: WrittenPly,
    /// Who moved, and how, with the move's text; nobody in the set-up.
    pub(super) moved: Option<(Seat, Move, String)>,
}

impl<S: CardSet> Live<S> {
    /// Sets a game up, or the table that the header names.
    ///
    /// # Errors
    /// What of the table does not fit.
    pub fn new(game: Rules<S>, header: RecordHeader) -> Result<Live<S>, String> {
        let chance = |piles| ScriptedChance::new(piles, header.seed);
        let (after, written) = RecordWriter::begin(&game, &header, chance)
            .map_err(|misfits| misfits_in_words(&misfits))?;
        let first = Ply { after, written, moved: None };
        Ok(Live { game: Arc::new(game), header, plies: vec![first], kept: BTreeMap::new() })
    }

    pub(super) fn state(&self) -> &Table<S> {
        &self.last().after.state
    }

    pub(super) fn last(&self) -> &Ply<S> {
        // The set-up is never taken back.
        &self.plies[self.plies.len() - 1]
    }

    /// Who decides, each with the table as if it were the first to.
    fn asked(&self) -> Vec<(Seat, Table<S>)> {
        let state = self.state();
        if fault(&*self.game, state, self.plies.len() as u32 - 1).is_some() {
            return Vec::new();
        }
        let mut asked = self.game.asked_at_once(state);
        if asked.is_empty() {
            asked.extend(self.game.turn(state).map(|seat| (seat, *state)));
        }
        asked.retain(|(seat, _)| !self.kept.contains_key(seat));
        asked
    }

    fn asked_of(&self, seat: Seat) -> Option<Table<S>> {
        Some(self.asked().into_iter().find(|(other, _)| *other == seat)?.1)
    }

    /// Plays a legal move.
    fn carry_out(&mut self, seat: Seat, mv: Move) -> Vec<String> {
        let text = self.game.write(self.state(), mv);
        let mut after = self.last().after.clone();
        let written = after.play(&self.game, mv);
        let lines = written.lines.clone();
        self.plies.push(Ply { after, written, moved: Some((seat, mv, text)) });
        lines
    }

    /// What was decided so far, oldest first.
    fn past(&self) -> Vec<Decision<S>> {
        self.plies
            .iter()
            .zip(&self.plies[1..])
            .filter_map(|(before, ply)| {
                let mv = ply.moved.as_ref()?.1;
                let events = ply.written.events.clone();
                Some(Decision { table: before.after.state, mv, events })
            })
            .collect()
    }

    /// Why a move of `seat`, which decides, is refused if it is not legal, as far as the seat can know.
    fn refuse(&self, table: &Table<S>, seat: Seat, text: &str) -> Refused {
        let no_move = |says| {
            let help = "choose one of the moves that are listed".to_owned();
            Refused { help, ..Refused::new(says) }
        };
        if text.len() > MOST_TEXT {
            return no_move("that is no move".to_owned());
        }
        let seed = self.header.last_seed().derive(self.plies.len() as u64);
        let world = self.game.redeal(table, seat, &mut Rng::new(seed));
        let Ok(mv) = self.game.read(&world, text) else {
            return no_move(format!("`{text}` is no move here"));
        };
        match self.game.refusal(&world, mv) {
            Some(why) => Refused { clause: why.clause.to_owned(), ..Refused::new(why.says) },
            None => Refused::new(format!("`{text}` is not possible now")),
        }
    }

    /// An event as somebody may read it; `None` when they hear nothing of it.
    fn reads(&self, event: &Event, viewer: Viewer) -> Option<Value> {
        let (hears, knows) = match viewer {
            Viewer::All => (true, true),
            Viewer::Seat(seat) => (self.game.hears(seat, event), self.game.reads(seat, event).1),
            Viewer::Onlooker => {
                (self.game.seats().all(|seat| self.game.hears(seat, event)), self.is_open(event))
            }
        };
        hears.then(|| {
            let mut told = change(&self.game.names, event);
            if !knows {
                told["card"] = UNKNOWN.into();
            }
            told
        })
    }

    /// Whether an event shows its card to all: where it comes from or goes to, it lies open. A card that goes from one hand to another may
    /// be known to every seat, and lies face down on the board of who looks on all the same.
    fn is_open(&self, event: &Event) -> bool {
        let all_see = |zone: ZoneId, face: Facing| {
            self.game.seats().all(|seat| self.game.sees(seat, zone, face))
        };
        match (event.shift(), event) {
            (Some(CardShift { from, to, was, face, .. }), _) => {
                all_see(to, face) || all_see(from, was)
            }
            (None, Event::Told { card, .. }) => {
                card.is_none_or(|(_, at, face, _)| all_see(at, face))
            }
            (None, _) => true,
        }
    }
}

impl<S: CardSet> Live<S> {
    /// The first line of its record.
    pub fn header(&self) -> &RecordHeader {
        &self.header
    }

    pub fn captions(&self) -> Captions {
        self.game.captions()
    }

    /// The number of the last ply; 0 after the set-up.
    pub fn ply(&self) -> u32 {
        self.plies.len() as u32 - 1
    }

    /// Who decides: several who answer at the same time, in any order. Nobody when the game is over, or a fault of its rules stopped it.
    pub fn turns(&self) -> Vec<Seat> {
        self.asked().into_iter().map(|(seat, _)| seat).collect()
    }

    /// The ply since which a seat that decides has seen nothing happen but others answering at the same time.
    pub fn asked_since(&self) -> u32 {
        let open = |ply: usize| self.game.asked_at_once(&self.plies[ply].after.state).len();
        let mut ply = self.plies.len() - 1;
        while ply > 0 && open(ply) > 0 && open(ply - 1) == open(ply) + 1 {
            ply -= 1;
        }
        ply as u32
    }

    /// The texts of the legal moves of a seat that decides, sorted.
    pub fn legal(&self, seat: Seat) -> Vec<String> {
        let Some(table) = self.asked_of(seat) else {
            return Vec::new();
        };
        let mut texts = legal_texts(&self.game, &table);
        texts.dedup();
        texts
    }

    /// Plays a move of a seat; gives the lines of the record that it wrote. The answer of a seat before whose turn others answer at the same
    /// time is kept until they have.
    ///
    /// # Errors
    /// Why not; nothing has changed.
    pub fn play(&mut self, seat: Seat, text: &str) -> Result<Vec<String>, Refused> {
        if let Some((_, kept)) = self.kept.get(&seat) {
            // Sent twice, it counts once.
            return if kept == text {
                Ok(Vec::new())
            } else {
                Err(Refused::new("you have answered, and the others have not yet"))
            };
        }
        let Some(table) = self.asked_of(seat) else {
            return Err(Refused::new(match self.turns().first() {
                None if self.result().get("fault").is_some() => {
                    "a fault of the game's rules stopped it".to_owned()
                }
                None => "the game is over".to_owned(),
                Some(turn) => format!("it is the turn of {}", self.game.names.seat(*turn)),
            }));
        };
        let Some(mv) = self
            .game
            .legal_moves(&table)
            .into_iter()
            .find(|mv| self.game.write(&table, *mv) == text)
        else {
            return Err(self.refuse(&table, seat, text));
        };
        self.kept.insert(seat, (mv, text.to_owned()));
        let mut lines = Vec::new();
        while let Some(turn) = self.game.turn(self.state())
            && let Some((mv, _)) = self.kept.remove(&turn)
        {
            lines.extend(self.carry_out(turn, mv));
        }
        Ok(lines)
    }

    /// The table after a ply as somebody sees it, and what happened in that ply as they may know it.
    pub fn frame(&self, ply: u32, viewer: Viewer) -> Option<Frame> {
        let names = &self.game.names;
        let at = self.plies.get(ply as usize)?;
        let state = &at.after.state;
        let word = |seat: Seat| names.seat(seat).to_owned();
        let (table, standings) = match viewer {
            Viewer::All => (self.game.table(state, &at.after.chance), self.game.standings(state)),
            // Standings are worked out from cards that others do not see.
            _ => (self.game.seen(state, viewer), Value::Object(Map::new())),
        };
        let (seat, text) = at
            .moved
            .as_ref()
            .map(|(seat, _, text)| {
                let is_read = match viewer {
                    Viewer::All => true,
                    Viewer::Seat(own) => own == *seat,
                    Viewer::Onlooker => false,
                };
                (word(*seat), is_read.then(|| text.clone()))
            })
            .unzip();
        let events = at.written.events.iter();
        Some(Frame {
            ply,
            seat,
            text: text.flatten(),
            changes: events.filter_map(|event| self.reads(event, viewer)).collect(),
            table,
            standings,
            turn: self.game.turn(state).map(word),
        })
    }

    /// Whether the plies after `ply` may be taken back: not where somebody has learned something by them.
    ///
    /// # Errors
    /// Why not.
    pub fn may_undo_to(&self, ply: u32) -> Result<(), String> {
        if ply >= self.ply() {
            return Err("there is nothing to take back".to_owned());
        }
        let game = &*self.game;
        for (before, after) in self.plies.iter().zip(&self.plies[1..]).skip(ply as usize) {
            let number = after.written.number;
            if after.written.events.iter().any(Event::is_of_chance) {
                return Err(format!("move {number} drew or shuffled cards, or rolled a die"));
            }
            let Some((_, mv, _)) = after.moved else {
                continue;
            };
            // Asked again, it is answered the same.
            let mut rng = Rng::new(self.header.last_seed().derive(u64::from(number)));
            for seat in game.seats() {
                let [old, new] =
                    [before, after].map(|at| game.seen(&at.after.state, Viewer::Seat(seat)));
                if old.get("answers").is_some() && new.get("answers").is_none() {
                    return Err(format!("move {number} showed what all had chosen"));
                }
                if is_taught(game, &before.after.state, mv, seat, &mut rng) {
                    return Err(format!("by move {number} somebody learned what was hidden"));
                }
            }
        }
        Ok(())
    }

    /// Takes back the plies after `ply`.
    ///
    /// # Errors
    /// As [`Live::may_undo_to`].
    pub fn undo_to(&mut self, ply: u32) -> Result<(), String> {
        self.may_undo_to(ply)?;
        self.drop_to(ply);
        Ok(())
    }

    /// Forgets the plies after `ply` as if they had never been played: they could not be written down.
    pub fn drop_to(&mut self, ply: u32) {
        self.plies.truncate(ply as usize + 1);
        self.kept.clear();
        // Nothing was drawn since: a seed that came in later is the one to draw from now.
        if let Some((_, seed)) = self.header.reseeded.split_off(&(ply + 1)).pop_last() {
            self.reseed(seed);
        }
    }

    /// From now on chance follows from another seed: what was seen of a game that goes on from an earlier ply tells nothing of what comes.
    pub fn reseed(&mut self, seed: Seed) {
        let ply = self.ply();
        self.header.reseeded.insert(ply, seed);
        if let Some(last) = self.plies.last_mut() {
            last.after.chance.reseed(seed);
        }
    }

    /// The record so far; its last line says that the game goes on, or how it ended. Secret seeds are sealed until then.
    pub fn record(&self) -> String {
        let header =
            if self.result().is_null() { self.header.sealed_line() } else { self.header.line() };
        let mut lines = vec![header];
        lines.extend(self.plies.iter().flat_map(|ply| ply.written.lines.clone()));
        lines.extend([self.last().after.last_line(&self.game), String::new()]);
        lines.join("\n")
    }

    /// Winner, what decided, scores, or the fault of the rules that stopped the game; `null` before the end.
    pub fn result(&self) -> Value {
        self.last().after.result(&self.game)
    }

    /// Finds, when it is called, the move that the program's player would make for a seat that decides. It searches worlds that this seat, which remembers what it has
    /// seen, cannot tell from the true one, `playouts` of them.
    pub fn advise(&self, seat: Seat, playouts: u32, seed: u64) -> Search {
        let (game, table, past) = (self.game.clone(), self.asked_of(seat), self.past());
        let budget = Budget { most_steps: Some(MOST_STEPS), ..Budget::new(playouts) };
        Box::new(move || {
            let table = table?;
            let found = search_move(&*game, (&table, &past), seat, budget, seed)?;
            Some(game.write(&table, found.choice))
        })
    }
}
