//! A sound game with one promise of the conformance suite broken on purpose. The name of a check comes in; a game
//! that this check must reject goes out.

use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};

use deckproof::rules::captions::Captions;
use deckproof::rules::{
    Breach, CardId, Chance, Counter, Event, Facing, Game, Laws, Legal, Log, Misfit, MoveFeatures,
    Names, Notation, Outcome, Pile, Property, Refusal, Rng, Seat, Staged, Tally, Unread, Viewer,
    ZoneId,
};
use deckproof::script::Scripted;

type Table = <Scripted<u64> as Game>::State;
type Move = <Scripted<u64> as Game>::Move;

/// Legal moves as a list.
pub struct Choices(Vec<Move>);

impl Legal<Move> for Choices {
    fn len(&self) -> u32 {
        self.0.len() as u32
    }

    fn get(&self, index: u32) -> Move {
        self.0[index as usize]
    }
}

/// Which promise, by the name of its check.
pub struct Broken {
    sound: Scripted<u64>,
    promise: &'static str,
    /// State outside of the table, which no game should have.
    looks: AtomicU32,
}

impl Broken {
    pub fn new(sound: Scripted<u64>, promise: &'static str) -> Self {
        Broken { sound, promise, looks: AtomicU32::new(0) }
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
    type View = (<Scripted<u64> as Game>::View, u32, Option<Table>);

    fn names(&self) -> &Names {
        self.sound.names()
    }

    fn set_up<C: Chance, L: Log>(&self, chance: &mut C, log: &mut L) -> Table {
        let table = self.sound.set_up(chance, log);
        if self.breaks("seed") && self.looks() > 0 { self.sound.set_up(chance, log) } else { table }
    }

    fn turn(&self, table: &Table) -> Option<Seat> {
        if self.breaks("ends") { Some(Seat(0)) } else { self.sound.turn(table) }
    }

    fn legal(&self, table: &Table) -> Choices {
        let mut moves = self.sound.legal_moves(table);
        if self.breaks("sorted") {
            moves.extend(moves.clone());
        }
        if self.breaks("stuck") {
            moves.clear();
        }
        Choices(moves)
    }

    fn refusal(&self, table: &Table, mv: Move) -> Option<Refusal> {
        if self.breaks("refusals") {
            return Some(Refusal { word: "never", clause: "", says: "nothing is legal" });
        }
        self.sound.refusal(table, mv)
    }

    fn apply<C: Chance, L: Log>(&self, table: &mut Table, mv: Move, chance: &mut C, log: &mut L) {
        if self.breaks("silent") && L::LISTENS {
            chance.draw(0, 1, 1);
        }
        let mut events = Vec::new();
        self.sound.apply(table, mv, chance, &mut events);
        for mut event in events {
            if let Event::Moved { face, .. } = &mut event
                && self.breaks("known")
            {
                *face = Facing(9);
            }
            let dropped = self.breaks("complete") && matches!(event, Event::Moved { .. });
            if !dropped {
                log.push(event);
            }
        }
    }

    fn outcome(&self, table: &Table) -> Option<Outcome> {
        let mut outcome = self.sound.outcome(table)?;
        if self.breaks("outcome") {
            outcome.scores[0].total += 1;
        }
        Some(outcome)
    }

    fn view(&self, table: &Table, seat: Seat) -> Self::View {
        let seen = self.sound.view(table, seat);
        let looks = if self.breaks("views") { self.looks() } else { 0 };
        (seen, looks, self.breaks("two-worlds").then_some(*table))
    }

    fn sees(&self, seat: Seat, zone: ZoneId, face: Facing) -> bool {
        self.sound.sees(seat, zone, face)
    }

    fn sees_counter(&self, seat: Seat, counter: Counter) -> bool {
        self.sound.sees_counter(seat, counter)
    }

    fn census(&self, table: &Table) -> Vec<(CardId, ZoneId)> {
        let mut census = self.sound.census(table);
        if self.breaks("census") {
            census.pop();
        }
        census
    }

    fn holders(&self, table: &Table) -> Vec<(CardId, Seat)> {
        self.sound.holders(table)
    }

    fn dealt(&self, pile: Pile, card: u8) -> Option<CardId> {
        self.sound.dealt(pile, card)
    }

    fn sort(&self, mv: Move) -> MoveFeatures {
        self.sound.sort(mv)
    }

    fn longest(&self) -> u32 {
        self.sound.longest()
    }

    fn play<C: Chance, L: Log>(
        &self,
        table: &mut Table,
        mv: Move,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), Refusal> {
        if self.breaks("refused") {
            chance.draw(0, 1, 1);
        }
        self.sound.play(table, mv, chance, log)
    }
}

impl Notation for Broken {
    fn write(&self, table: &Table, mv: Move) -> String {
        match self.promise {
            "texts" => "pass".to_owned(),
            "read-back" => format!("please {}", self.sound.write(table, mv)),
            _ => self.sound.write(table, mv),
        }
    }

    fn read(&self, table: &Table, text: &str) -> Result<Move, Unread> {
        self.sound.read(table, text)
    }

    fn table<C: Chance>(&self, table: &Table, chance: &C) -> Value {
        if self.breaks("table") {
            return json!({"round": 99});
        }
        self.sound.table(table, chance)
    }

    fn seen(&self, table: &Table, viewer: Viewer) -> Value {
        self.sound.seen(table, viewer)
    }

    fn standings(&self, table: &Table) -> Value {
        self.sound.standings(table)
    }

    fn stage(&self, table: &Value) -> Result<Staged<Table>, Vec<Misfit>> {
        self.sound.stage(table)
    }

    fn captions(&self) -> Captions {
        self.sound.captions()
    }
}

impl Laws for Broken {
    type Memory = ();

    fn properties(&self) -> &[Property] {
        self.sound.properties()
    }

    fn views(&self) -> Option<usize> {
        self.sound.views()
    }

    fn watch_start(&self, table: &Table, tally: &mut Tally) -> Result<(), Breach> {
        self.sound.watch_start(table, tally)
    }

    fn watch(
        &self,
        before: &Table,
        mv: Move,
        after: &Table,
        tally: &mut Tally,
    ) -> Result<(), Breach> {
        self.sound.watch(before, mv, after, tally)
    }

    fn redeal(&self, table: &Table, seat: Seat, rng: &mut Rng) -> Table {
        self.sound.redeal(table, seat, rng)
    }

    fn plainest(&self) -> Vec<Vec<u8>> {
        self.sound.plainest()
    }
}
