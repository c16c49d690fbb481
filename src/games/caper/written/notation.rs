//! The family as a [`Notation`].

use serde_json::Value;

use super::{captions, moves, names, stage, standings, table};
use crate::games::caper::play::{Move, Rules, State};
use crate::rules::captions::Captions;
use crate::rules::{Chance, Misfit, Notation, Staged, Unread};

impl Notation for Rules {
    fn write(&self, state: &State, mv: Move) -> String {
        moves::write(self, state, mv)
    }

    fn read(&self, state: &State, text: &str) -> Result<Move, Unread> {
        moves::read(self, state, text)
    }

    fn table<C: Chance>(&self, state: &State, chance: &C) -> Value {
        table::table(self, state, chance)
    }

    fn standings(&self, state: &State) -> Value {
        standings::standings(self, state)
    }

    fn stage(&self, table: &Value) -> Result<Staged<State>, Vec<Misfit>> {
        stage::stage(self, table)
    }

    fn captions(&self) -> Captions {
        let rounds = self.numbers.rounds.iter();
        let rounds: Vec<String> = rounds
            .map(|r| names::kind_word(r.kind).to_owned())
            .collect();
        captions::captions(&self.names.seats, &rounds)
    }
}
