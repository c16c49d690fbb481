//! Writes moves and tables of a scripted game as text, and reads them back. A table and a move (or its text) come in; text,
//! JSON or a move goes out. Called by `verify` through the trait [`Notation`], for records, scenarios and replays.

use serde_json::Value;

use super::game::{BY_THEMSELVES, Scripted};
use crate::rules::captions::Captions;
use crate::rules::{Chance, Misfit, Notation, Staged, Unread, Viewer};
use crate::table::{
    CardSet, Gap, Move, MovePattern, Table, ZoneOrder, seen_to_json, set_up_table_from_json,
    table_captions, table_json,
};

impl<S: CardSet> Notation for Scripted<S> {
    fn write(&self, table: &Table<S>, mv: Move) -> String {
        self.layout.write_move(table, table.decides(), mv)
    }

    /// Of all that stands in a move only the place of a card, counted in its zone, depends on the table.
    fn is_written_alike(&self, one: &Table<S>, other: &Table<S>, mv: Move) -> bool {
        let patterns = &self.layout.declared.patterns;
        let pattern = patterns.get(usize::from(mv.pattern));
        let counts =
            |pattern: &MovePattern| pattern.gaps.iter().any(|gap| matches!(gap, Gap::Nth(_)));
        !pattern.is_some_and(counts) || self.write(one, mv) == self.write(other, mv)
    }

    fn verb(&self, mv: Move) -> u8 {
        mv.pattern
    }

    fn verbs(&self) -> Vec<String> {
        let patterns = self.layout.declared.patterns.iter();
        patterns.map(|pattern| pattern.verb.clone()).collect()
    }

    fn read(&self, table: &Table<S>, text: &str) -> Result<Move, Unread> {
        self.layout.read_move(table, table.decides(), text)
    }

    fn table<C: Chance>(&self, table: &Table<S>, chance: &C) -> Value {
        table_json(&self.layout, table, chance)
    }

    fn seen(&self, table: &Table<S>, viewer: Viewer) -> Value {
        seen_to_json(&self.layout, table, viewer)
    }

    fn standings(&self, table: &Table<S>) -> Value {
        self.standing(table)
    }

    fn stage(&self, table: &Value) -> Result<Staged<Table<S>>, Vec<Misfit>> {
        set_up_table_from_json(&self.layout, table)
    }

    fn in_order(&self, zone: &str) -> bool {
        let number = self.names.zones.iter().position(|name| name == zone);
        let zone = number.and_then(|number| self.layout.declared.zone(number as u8));
        zone.is_none_or(|(kind, ..)| kind.pile.is_some() || kind.order != ZoneOrder::None)
    }

    fn refusals(&self) -> Vec<&str> {
        let declared = self.layout.declared.refusals.iter();
        let declared: Vec<&str> = declared.map(|refusal| refusal.word.as_str()).collect();
        let others = BY_THEMSELVES.into_iter();
        let others = others.filter(|word| !declared.contains(word));
        declared.iter().copied().chain(others).collect()
    }

    fn captions(&self) -> Captions {
        table_captions(&self.layout.declared, self.text.contains("stack("))
    }
}
