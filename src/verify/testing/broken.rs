//! The toy game with one promise of the conformance suite broken on purpose. The name of a check comes in; a game
//! that this check must reject goes out. Used by the tests of `conform`.

use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

use super::{Choices, Fault, Move, Table, Toy};
use crate::rules::captions::Captions;
use crate::rules::{
    Breach, CardId, Chance, Event, Facing, Game, Laws, Log, Misfit, MoveFeatures, Names, Notation,
    Outcome, Pile, Property, Refusal, Rng, Seat, Staged, Tally, Unread, Viewer, ZoneId,
};

/// Which promise, by the name of its check.
pub struct Broken {
    pub toy: Toy,
    pub promise: &'static str,
    /// State outside of the table, which no game should have.
    looks: AtomicU32,
}

impl Broken {
    pub fn new(promise: &'static str) -> Self {
        Broken {
            toy: Toy::new(2, Fault::Nothing),
            promise,
            looks: AtomicU32::new(0),
        }
    }

    fn breaks(&self, promise: &str) -> bool {
        self.promise == promise
    }

    fn looks(&self) -> u32 {
        self.looks.fetch_add(1, Ordering::Relaxed)
    }
}

impl Game for Broken {
    type State = Table;
    type Move = Move;
    type Legal = Choices;
    type View = (Table, u32);

    fn names(&self) -> &Names {
        self.toy.names()
    }

    fn set_up<C: Chance, L: Log>(&self, chance: &mut C, log: &mut L) -> Table {
        let table = self.toy.set_up(chance, log);
        if self.breaks("seed") && self.looks() > 0 {
            self.toy.set_up(chance, log)
        } else {
            table
        }
    }

    fn turn(&self, table: &Table) -> Option<Seat> {
        if self.breaks("ends") {
            Some(Seat(self.toy.active(table) as u8))
        } else {
            self.toy.turn(table)
        }
    }

    fn legal(&self, table: &Table) -> Choices {
        let Choices(mut moves) = self.toy.legal(table);
        if self.breaks("sorted") {
            moves.extend(moves.clone());
        }
        if self.breaks("stuck") && table.turn == 3 {
            moves.clear();
        }
        Choices(moves)
    }

    fn refusal(&self, table: &Table, mv: Move) -> Option<Refusal> {
        let refusal = self.toy.refusal(table, mv);
        refusal.filter(|_| !(self.breaks("refusals") && mv == Move::Show))
    }

    fn apply<C: Chance, L: Log>(&self, table: &mut Table, mv: Move, chance: &mut C, log: &mut L) {
        if self.breaks("silent") && L::LISTENS {
            table.points[0] += 1;
        }
        let mut events = Vec::new();
        self.toy.apply(table, mv, chance, &mut events);
        for mut event in events {
            if let Event::Turned { face, .. } = &mut event
                && self.breaks("known")
            {
                *face = Facing(9);
            }
            let dropped = self.breaks("complete") && matches!(event, Event::Drawn { .. });
            if !dropped {
                log.push(event);
            }
        }
    }

    fn outcome(&self, table: &Table) -> Option<Outcome> {
        let mut outcome = self.toy.outcome(table)?;
        if self.breaks("outcome") {
            outcome.scores[0].total += 1;
        }
        Some(outcome)
    }

    fn view(&self, table: &Table, seat: Seat) -> (Table, u32) {
        let seen = self.toy.view(table, seat);
        let looks = if self.breaks("views") {
            self.looks()
        } else {
            0
        };
        (seen, looks)
    }

    fn sees(&self, seat: Seat, zone: ZoneId, face: Facing) -> bool {
        self.breaks("two-worlds") || self.toy.sees(seat, zone, face)
    }

    fn census(&self, table: &Table) -> Vec<(CardId, ZoneId)> {
        let mut census = self.toy.census(table);
        if self.breaks("census") {
            census.pop();
        }
        census
    }

    fn holders(&self, table: &Table) -> Vec<(CardId, Seat)> {
        self.toy.holders(table)
    }

    fn dealt(&self, pile: Pile, card: u8) -> Option<CardId> {
        self.toy.dealt(pile, card)
    }

    fn move_space(&self) -> Vec<Move> {
        self.toy.move_space()
    }

    fn sort(&self, mv: Move) -> MoveFeatures {
        self.toy.sort(mv)
    }

    fn longest(&self) -> u32 {
        self.toy.longest()
    }

    fn play<C: Chance, L: Log>(
        &self,
        table: &mut Table,
        mv: Move,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), Refusal> {
        if self.breaks("refused") {
            table.turn += 1;
        }
        self.toy.play(table, mv, chance, log)
    }
}

impl Notation for Broken {
    fn write(&self, table: &Table, mv: Move) -> String {
        match (mv, self.promise) {
            (Move::Lay { at, .. }, "texts") => format!("lay c1 at {}", at + 1),
            (Move::Show, "read-back") => "shew".to_owned(),
            _ => self.toy.write(table, mv),
        }
    }

    fn read(&self, table: &Table, text: &str) -> Result<Move, Unread> {
        self.toy.read(table, text)
    }

    fn table<C: Chance>(&self, table: &Table, chance: &C) -> Value {
        let mut written = self.toy.table(table, chance);
        if self.breaks("table") {
            written["points"] = Value::Null;
        }
        written
    }

    fn seen(&self, table: &Table, viewer: Viewer) -> Value {
        self.toy.seen(table, viewer)
    }

    fn standings(&self, table: &Table) -> Value {
        self.toy.standings(table)
    }

    fn stage(&self, table: &Value) -> Result<Staged<Table>, Vec<Misfit>> {
        self.toy.stage(table)
    }

    fn captions(&self) -> Captions {
        self.toy.captions()
    }
}

impl Laws for Broken {
    type Memory = ();

    fn properties(&self) -> &[Property] {
        self.toy.properties()
    }

    fn views(&self) -> Option<usize> {
        self.toy.views()
    }

    fn watch_start(&self, table: &Table, tally: &mut Tally) -> Result<(), Breach> {
        self.toy.watch_start(table, tally)
    }

    fn watch(
        &self,
        before: &Table,
        mv: Move,
        after: &Table,
        tally: &mut Tally,
    ) -> Result<(), Breach> {
        self.toy.watch(before, mv, after, tally)
    }

    fn redeal(&self, table: &Table, seat: Seat, rng: &mut Rng) -> Table {
        self.toy.redeal(table, seat, rng)
    }

    fn plainest(&self) -> Vec<Vec<u8>> {
        self.toy.plainest()
    }
}
