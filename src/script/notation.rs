//! How a game whose rules stand in its folder is written down and read back.

use serde_json::{Map, Value};

use super::game::Scripted;
use crate::rules::captions::Captions;
use crate::rules::{Chance, Misfit, Notation, Staged, Unread};
use crate::table::{CardSet, Move, SCORE_NOW, Table, captions, stage, table_json};

impl<S: CardSet> Notation for Scripted<S> {
    fn write(&self, table: &Table<S>, mv: Move) -> String {
        self.layout.write_move(table, table.decides(), mv)
    }

    fn read(&self, table: &Table<S>, text: &str) -> Result<Move, Unread> {
        self.layout.read_move(table, table.decides(), text)
    }

    fn table<C: Chance>(&self, table: &Table<S>, chance: &C) -> Value {
        table_json(&self.layout, table, chance)
    }

    /// What each seat would score now, part by part, where a score has parts.
    fn standings(&self, table: &Table<S>) -> Value {
        let declared = &self.layout.declared;
        let score = |(seat, word): (u8, &String)| {
            let parts = declared.score_of(seat).into_iter();
            let points = parts.map(|(kind, counter)| {
                let points = table.counter(counter);
                (kind.written.clone(), Value::from(points))
            });
            (word.clone(), Value::Object(points.collect()))
        };
        let scores: Map<String, Value> = (0..).zip(&declared.seats).map(score).collect();
        let some = (declared.common_parts().len() > 1)
            .then(|| (SCORE_NOW.to_owned(), Value::Object(scores)));
        Value::Object(some.into_iter().collect())
    }

    fn stage(&self, table: &Value) -> Result<Staged<Table<S>>, Vec<Misfit>> {
        stage(&self.layout, table)
    }

    fn captions(&self) -> Captions {
        captions(&self.layout.declared, self.text.contains("stack("))
    }
}
