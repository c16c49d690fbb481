//! How a game whose rules stand in its folder is written down and read back.

use serde_json::{Map, Value};

use super::game::Scripted;
use crate::rules::captions::Captions;
use crate::rules::{Chance, Misfit, Notation, Staged, Unread};
use crate::table::{CardSet, Move, Table, stage, table_json};

impl<S: CardSet> Notation for Scripted<S> {
    fn write(&self, _: &Table<S>, mv: Move) -> String {
        self.layout.write_move(mv)
    }

    fn read(&self, _: &Table<S>, text: &str) -> Result<Move, Unread> {
        self.layout.read_move(text)
    }

    fn table<C: Chance>(&self, table: &Table<S>, chance: &C) -> Value {
        table_json(&self.layout, table, chance)
    }

    fn standings(&self, _: &Table<S>) -> Value {
        Value::Object(Map::new())
    }

    fn stage(&self, table: &Value) -> Result<Staged<Table<S>>, Vec<Misfit>> {
        stage(&self.layout, table)
    }

    fn captions(&self) -> Captions {
        Captions::default()
    }
}
