//! A game with a fault planted in it: everything is as in the real one, until a certain thing has happened.

use deckproof::rules::captions::Captions;
use deckproof::rules::{
    Breach, CardId, Chance, Facing, Game, Laws, Log, Misfit, MoveFeatures, Names, Notation,
    Outcome, Pile, Property, Refusal, Rng, Seat, Staged, Tally, Unread, Viewer, ZoneId,
};
use deckproof::script::Scripted;
use deckproof::table::{Move, Moves, Table, Touched, View};
use serde_json::Value;

pub type Rules = Scripted<u128>;
pub type State = Table<u128>;

/// When the fault shows: asked with the table before a move, and the move.
pub type Trigger = fn(&Rules, &State, Move) -> bool;

/// The real game; where the trigger says so, DEFCON is 1.
pub struct Planted {
    pub rules: Rules,
    pub trigger: Trigger,
}

impl Game for Planted {
    type State = State;
    type Move = Move;
    type Legal = Moves<u128>;
    type View = View;

    fn apply<C: Chance, L: Log>(&self, state: &mut State, mv: Move, chance: &mut C, log: &mut L) {
        let faulty = (self.trigger)(&self.rules, state, mv);
        self.rules.apply(state, mv, chance, log);
        let mut counters = self.names().counters.iter();
        if faulty && let Some(defcon) = counters.position(|name| name == "defcon") {
            state.counters[defcon] = 1;
            state.touched = Touched(Touched::ALL);
        }
    }

    fn names(&self) -> &Names {
        self.rules.names()
    }

    fn set_up<C: Chance, L: Log>(&self, chance: &mut C, log: &mut L) -> State {
        self.rules.set_up(chance, log)
    }

    fn turn(&self, state: &State) -> Option<Seat> {
        self.rules.turn(state)
    }

    fn legal(&self, state: &State) -> Moves<u128> {
        self.rules.legal(state)
    }

    fn refusal(&self, state: &State, mv: Move) -> Option<Refusal> {
        self.rules.refusal(state, mv)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.rules.outcome(state)
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        self.rules.view(state, seat)
    }

    fn sees(&self, seat: Seat, zone: ZoneId, face: Facing) -> bool {
        self.rules.sees(seat, zone, face)
    }

    fn census(&self, state: &State) -> Vec<(CardId, ZoneId)> {
        self.rules.census(state)
    }

    fn holders(&self, state: &State) -> Vec<(CardId, Seat)> {
        self.rules.holders(state)
    }

    fn dealt(&self, pile: Pile, card: u8) -> Option<CardId> {
        self.rules.dealt(pile, card)
    }

    fn sort(&self, mv: Move) -> MoveFeatures {
        self.rules.sort(mv)
    }

    fn longest(&self) -> u32 {
        self.rules.longest()
    }
}

impl Notation for Planted {
    fn write(&self, state: &State, mv: Move) -> String {
        self.rules.write(state, mv)
    }

    fn read(&self, state: &State, text: &str) -> Result<Move, Unread> {
        self.rules.read(state, text)
    }

    fn table<C: Chance>(&self, state: &State, chance: &C) -> Value {
        self.rules.table(state, chance)
    }

    fn seen(&self, state: &State, viewer: Viewer) -> Value {
        self.rules.seen(state, viewer)
    }

    fn standings(&self, state: &State) -> Value {
        self.rules.standings(state)
    }

    fn stage(&self, table: &Value) -> Result<Staged<State>, Vec<Misfit>> {
        self.rules.stage(table)
    }

    fn captions(&self) -> Captions {
        self.rules.captions()
    }
}

impl Laws for Planted {
    type Memory = ();

    fn properties(&self) -> &[Property] {
        self.rules.properties()
    }

    fn views(&self) -> Option<usize> {
        self.rules.views()
    }

    fn watch_start(&self, state: &State, tally: &mut Tally) -> Result<(), Breach> {
        self.rules.watch_start(state, tally)
    }

    fn watch(
        &self,
        before: &State,
        mv: Move,
        after: &State,
        tally: &mut Tally,
    ) -> Result<(), Breach> {
        self.rules.watch(before, mv, after, tally)
    }

    fn redeal(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        self.rules.redeal(state, seat, rng)
    }

    fn plainest(&self) -> Vec<Vec<u8>> {
        self.rules.plainest()
    }
}
