//! Writes moves and tables as text, and reads them back. A table and a move (or its text) come in; text, JSON or a move goes out.

use serde_json::Value;

use super::game::{BY_THEMSELVES, Rules};
use crate::rules::captions::Captions;
use crate::rules::{Chance, Misfit, Unread, Viewer};
use crate::table::{
    CardSet, Gap, Move, Staged, Table, ZoneOrder, seen_to_json, set_up_table_from_json,
    table_captions, table_json,
};

impl<S: CardSet> Rules<S> {
    /// A move of this state in short form: `deploy admiral#2 at 3`.
    pub fn write(&self, table: &Table<S>, mv: Move) -> String {
        self.layout.write_move(table, table.decides(), mv)
    }

    /// Whether a move is written the same way in two states in which the same seat decides. Only the place of a card in its zone depends on the
    /// table.
    pub fn is_written_alike(&self, one: &Table<S>, other: &Table<S>, mv: Move) -> bool {
        let counts = self.gaps(mv).iter().any(|gap| matches!(gap, Gap::Nth(_)));
        !counts || self.write(one, mv) == self.write(other, mv)
    }

    /// The words that moves begin with, by their patterns; a word may stand there several times.
    pub fn verbs(&self) -> Vec<String> {
        let patterns = self.layout.declared.patterns.iter();
        patterns.map(|pattern| pattern.verb.clone()).collect()
    }

    /// Reads what [`Rules::write`] wrote. The move need not be legal.
    ///
    /// # Errors
    /// What cannot be read, and what could be written instead.
    pub fn read(&self, table: &Table<S>, text: &str) -> Result<Move, Unread> {
        self.layout.read_move(table, table.decides(), text)
    }

    /// The complete table in neutral terms: zones with their cards in order and their faces, numbers, owners. It
    /// suffices to recompute every rule, and [`Rules::stage`] reads it.
    pub fn table<C: Chance>(&self, table: &Table<S>, chance: &C) -> Value {
        table_json(&self.layout, table, chance)
    }

    /// What of the table somebody knows, in the terms of [`Rules::table`]: a card that is not known is `{"deck": …}`, the first
    /// deck with its back, and stands where its place betrays nothing.
    pub fn seen(&self, table: &Table<S>, viewer: Viewer) -> Value {
        seen_to_json(&self.layout, table, viewer)
    }

    /// Sets up a table. What is left out is as at the start of a round; cards that are not named lie in their piles.
    ///
    /// # Errors
    /// Everything that does not fit.
    pub fn stage(&self, table: &Value) -> Result<Staged<S>, Vec<Misfit>> {
        set_up_table_from_json(&self.layout, table)
    }

    /// Whether the cards of a zone, by its name, lie in an order that [`Rules::table`] writes them in.
    pub fn in_order(&self, zone: &str) -> bool {
        let number = self.names.zones.iter().position(|name| name == zone);
        let zone = number.and_then(|number| self.layout.declared.zone(number as u8));
        zone.is_none_or(|(kind, ..)| kind.pile.is_some() || kind.order != ZoneOrder::None)
    }

    /// The words that a move can be refused with.
    pub fn refusals(&self) -> Vec<&str> {
        let declared = self.layout.declared.refusals.iter();
        let mut words: Vec<&str> = declared.map(|refusal| refusal.word.as_str()).collect();
        for word in BY_THEMSELVES {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }

    /// What zones, faces, numbers and changes are called, and what of a table is shown where.
    pub fn captions(&self) -> Captions {
        table_captions(&self.layout.declared, self.text.contains("stack("))
    }
}
