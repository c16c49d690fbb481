//! The live game itself: every ply with the state after it. Moves come in as texts; frames for those who look go out. Called by the
//! studio through [`LiveGame`].
//!
//! What goes to a seat is made from what the seat knows and from nothing else: why a move is refused is asked of a world that is
//! dealt again for that seat, never of the true one, so that trying moves tells nothing.

use serde_json::{Map, Value};

use super::refused::Refused;
use super::undo;
use crate::players::{Budget, search_move};
use crate::rules::captions::Captions;
use crate::rules::{
    Decision, Event, Facing, Laws, Notation, Rng, ScriptedChance, Seat, Viewer, ZoneId,
};
use crate::verify::playing::fault;
use crate::verify::record::{
    RecordHeader, RecordWriter, WriterState, WrittenPly, begin, change, result, stage,
};
use crate::verify::replay::Frame;

/// Bytes of a move's text.
const MOST_TEXT: usize = 500;

/// Script steps that one choice of the program's player may take: about a second.
const MOST_STEPS: u64 = 40_000_000;

/// A card of which somebody does not know which it is, in a change.
const UNKNOWN: &str = "?";

/// A game that people play.
pub trait LiveGame: Send {
    /// The first line of its record.
    fn header(&self) -> &RecordHeader;

    fn captions(&self) -> Captions;

    /// The number of the last ply; 0 after the set-up.
    fn ply(&self) -> u32;

    /// Who decides; `None` when the game is over, or a fault of its rules stopped it.
    fn turn(&self) -> Option<Seat>;

    /// The texts of the legal moves of who decides, sorted.
    fn legal(&self) -> Vec<String>;

    /// Plays a move of a seat; gives the lines of the record that it wrote.
    ///
    /// # Errors
    /// Why not; nothing has changed.
    fn play(&mut self, seat: Seat, text: &str) -> Result<Vec<String>, Refused>;

    /// The table after a ply as somebody sees it, and what happened in that ply as they may know it.
    fn frame(&self, ply: u32, viewer: Viewer) -> Option<Frame>;

    /// Whether the plies after `ply` may be taken back: nobody learned anything by them.
    ///
    /// # Errors
    /// Why not.
    fn may_undo_to(&self, ply: u32) -> Result<(), String>;

    /// Takes back the plies after `ply`.
    ///
    /// # Errors
    /// As [`LiveGame::may_undo_to`].
    fn undo_to(&mut self, ply: u32) -> Result<(), String>;

    /// Forgets the plies after `ply` as if they had never been played: they could not be written down.
    fn drop_to(&mut self, ply: u32);

    /// The record so far; its last line says that the game goes on, or how it ended.
    fn record(&self) -> String;

    /// Winner, what decided, scores, or the fault of the rules that stopped the game; `null` before the end.
    fn result(&self) -> Value;

    /// The move that the program's player would make for who decides. It searches worlds that this seat, which remembers what it has
    /// seen, cannot tell from the true one, `playouts` of them.
    fn advise(&self, playouts: u32, seed: u64) -> Option<String>;
}

/// A live game of one kind of rules.
pub struct Live<G: Notation> {
    pub(super) game: G,
    pub(super) header: RecordHeader,
    /// The set-up, and each ply since.
    pub(super) plies: Vec<Ply<G::State, G::Move>>,
}

/// One ply, and where the game stood after it.
pub(super) struct Ply<S, M> {
    pub after: WriterState<S, ScriptedChance>,
    pub written: WrittenPly,
    /// Who moved, and how, with the move's text; nobody in the set-up.
    pub(super) moved: Option<(Seat, M, String)>,
}

impl<G: Notation + Laws> Live<G> {
    /// Sets a game up, or the table that the header names.
    ///
    /// # Errors
    /// What of the table does not fit.
    pub fn new(game: G, header: RecordHeader) -> Result<Live<G>, String> {
        let staged = stage(&game, &header).map_err(|misfits| {
            let told: Vec<String> = misfits.into_iter().map(|misfit| misfit.says).collect();
            told.join("; ")
        })?;
        let chance = ScriptedChance::new(staged.piles, header.seed);
        let (writer, first) = begin(&game, staged.state, chance, header.tells());
        let after = writer.pause();
        let written = first.unwrap_or(WrittenPly {
            number: 0,
            lines: Vec::new(),
            events: Vec::new(),
        });
        let first = Ply {
            after,
            written,
            moved: None,
        };
        Ok(Live {
            game,
            header,
            plies: vec![first],
        })
    }

    pub(super) fn state(&self) -> &G::State {
        &self.last().after.state
    }

    pub(super) fn last(&self) -> &Ply<G::State, G::Move> {
        // The set-up is never taken back.
        &self.plies[self.plies.len() - 1]
    }

    /// Plays a legal move.
    fn carry_out(&mut self, seat: Seat, mv: G::Move) -> Vec<String> {
        let text = self.game.write(self.state(), mv);
        let from = self.last().after.clone();
        let mut writer = RecordWriter::resume(&self.game, from, self.header.tells());
        let written = writer.play(mv);
        let lines = written.lines.clone();
        self.plies.push(Ply {
            after: writer.pause(),
            written,
            moved: Some((seat, mv, text)),
        });
        lines
    }

    /// What was decided so far, oldest first.
    fn past(&self) -> Vec<Decision<G::State, G::Move>> {
        let decided = self.plies.iter().zip(self.plies.iter().skip(1));
        let decided = decided.filter_map(|(before, ply)| {
            let (_, mv, _) = ply.moved.as_ref()?;
            Some(Decision {
                table: before.after.state,
                mv: *mv,
                events: ply.written.events.clone(),
            })
        });
        decided.collect()
    }

    /// Why a move of `seat` that is not legal is refused, as far as the seat can know.
    fn refuse(&self, seat: Seat, text: &str) -> Refused {
        let not_legal = || Refused::new(format!("`{text}` is not possible now"), "");
        if text.len() > MOST_TEXT {
            return Refused::new("that is no move", "choose one of the moves that are listed");
        }
        let seed = self.header.seed.derive(self.plies.len() as u64);
        let world = self.game.redeal(self.state(), seat, &mut Rng::new(seed));
        match self.game.read(&world, text) {
            Err(_) => Refused::new(
                format!("`{text}` is no move here"),
                "choose one of the moves that are listed",
            ),
            Ok(mv) => self
                .game
                .refusal(&world, mv)
                .map_or_else(not_legal, Refused::from),
        }
    }

    /// An event as somebody may read it; `None` when they hear nothing of it.
    fn reads(&self, event: &Event, viewer: Viewer) -> Option<Value> {
        let names = self.game.names();
        let seats: Vec<Seat> = match viewer {
            Viewer::All => Vec::new(),
            Viewer::Seat(seat) => vec![seat],
            Viewer::Onlooker => self.game.seats().collect(),
        };
        if !seats.iter().all(|seat| self.game.hears(*seat, event)) {
            return None;
        }
        let mut told = change(names, event);
        let knows = match viewer {
            Viewer::All => true,
            Viewer::Seat(seat) => self.game.reads(seat, event).1,
            Viewer::Onlooker => self.is_open(event),
        };
        if !knows {
            told["card"] = UNKNOWN.into();
        }
        Some(told)
    }

    /// Whether an event shows its card to all: where it comes from or goes to, it lies open. A card that goes from one hand to another may
    /// be known to every seat, and lies face down on the board of who looks on all the same.
    fn is_open(&self, event: &Event) -> bool {
        let all_see = |zone: ZoneId, face: Facing| {
            self.game
                .seats()
                .all(|seat| self.game.sees(seat, zone, face))
        };
        match *event {
            Event::Moved {
                from,
                to,
                was,
                face,
                ..
            }
            | Event::Drawn {
                from,
                to,
                was,
                face,
                ..
            } => all_see(to, face) || all_see(from, was),
            Event::Turned { at, was, face, .. } => all_see(at, face) || all_see(at, was),
            Event::Told { card, .. } => card.is_none_or(|(_, at, face, _)| all_see(at, face)),
            Event::Counted { .. }
            | Event::Shuffled { .. }
            | Event::Noted { .. }
            | Event::Rolled { .. } => true,
        }
    }
}

impl<G: Notation + Laws + Send> LiveGame for Live<G> {
    fn header(&self) -> &RecordHeader {
        &self.header
    }

    fn captions(&self) -> Captions {
        self.game.captions()
    }

    fn ply(&self) -> u32 {
        self.plies.len() as u32 - 1
    }

    fn turn(&self) -> Option<Seat> {
        let turn = self.game.turn(self.state());
        turn.filter(|_| fault(&self.game, self.state(), self.ply()).is_none())
    }

    fn legal(&self) -> Vec<String> {
        if self.turn().is_none() {
            return Vec::new();
        }
        let moves = self.game.legal_moves(self.state()).into_iter();
        let mut texts: Vec<String> = moves.map(|mv| self.game.write(self.state(), mv)).collect();
        texts.sort();
        texts.dedup();
        texts
    }

    fn play(&mut self, seat: Seat, text: &str) -> Result<Vec<String>, Refused> {
        match self.turn() {
            None if self.result().get("fault").is_some() => {
                return Err(Refused::new("a fault of the game's rules stopped it", ""));
            }
            None => return Err(Refused::new("the game is over", "")),
            Some(turn) if turn != seat => {
                let whose = self.game.names().seat(turn);
                return Err(Refused::new(format!("it is the turn of {whose}"), ""));
            }
            Some(_) => {}
        }
        let legal = self.game.legal_moves(self.state());
        let found = legal
            .into_iter()
            .find(|mv| self.game.write(self.state(), *mv) == text);
        match found {
            Some(mv) => Ok(self.carry_out(seat, mv)),
            None => Err(self.refuse(seat, text)),
        }
    }

    fn frame(&self, ply: u32, viewer: Viewer) -> Option<Frame> {
        let names = self.game.names();
        let at = self.plies.get(ply as usize)?;
        let state = &at.after.state;
        let word = |seat: Seat| names.seat(seat).to_owned();
        let (table, standings) = match viewer {
            Viewer::All => (
                self.game.table(state, &at.after.chance),
                self.game.standings(state),
            ),
            // Standings are worked out from cards that others do not see.
            _ => (self.game.seen(state, viewer), Value::Object(Map::new())),
        };
        let text = at.moved.as_ref().filter(|(seat, ..)| match viewer {
            Viewer::All => true,
            Viewer::Seat(own) => own == *seat,
            Viewer::Onlooker => false,
        });
        Some(Frame {
            ply,
            seat: at.moved.as_ref().map(|(seat, ..)| word(*seat)),
            text: text.map(|(_, _, text)| text.clone()),
            changes: at
                .written
                .events
                .iter()
                .filter_map(|event| self.reads(event, viewer))
                .collect(),
            table,
            standings,
            turn: self.game.turn(state).map(word),
        })
    }

    fn may_undo_to(&self, ply: u32) -> Result<(), String> {
        undo::may_undo_to(self, ply)
    }

    fn undo_to(&mut self, ply: u32) -> Result<(), String> {
        self.may_undo_to(ply)?;
        self.drop_to(ply);
        Ok(())
    }

    fn drop_to(&mut self, ply: u32) {
        self.plies.truncate(ply as usize + 1);
    }

    fn record(&self) -> String {
        let mut record = self.header.line() + "\n";
        for line in self.plies.iter().flat_map(|ply| &ply.written.lines) {
            record.push_str(line);
            record.push('\n');
        }
        let mut line = Map::new();
        line.insert("result".into(), self.result());
        record + &Value::Object(line).to_string() + "\n"
    }

    fn result(&self) -> Value {
        result(&self.game, self.state(), self.ply())
    }

    fn advise(&self, playouts: u32, seed: u64) -> Option<String> {
        let seat = self.turn()?;
        let budget = Budget {
            most_steps: Some(MOST_STEPS),
            ..Budget::new(playouts)
        };
        let past = self.past();
        let found = search_move(&self.game, (self.state(), &past), seat, budget, seed)?;
        Some(self.game.write(self.state(), found.choice))
    }
}
