//! Groups the rows of a deck by the value of one key and counts their cards. A deck and a key come in; the groups go out, with
//! the values whose count is wrong. Called by the checks in `components` and `even_shares`.

use std::collections::BTreeMap;

use crate::cards::{Deck, GameFile, Row, Value};

/// The rows of a deck by what they have under a key, each with its place in the deck.
pub struct RowsByValue<'d> {
    groups: BTreeMap<String, Vec<(usize, &'d Row)>>,
}

impl<'d> RowsByValue<'d> {
    /// `None` when a value is not in the look-up table of that name: that is already reported, and not counted.
    pub fn group(game: &GameFile, deck: &'d Deck, key: &str) -> Option<Self> {
        let mut groups: BTreeMap<String, Vec<(usize, &Row)>> = BTreeMap::new();
        for (index, row) in deck.rows.iter().enumerate().filter(|(_, r)| r.copies > 0) {
            if let Some(value) = row.get(key).and_then(Value::text) {
                groups.entry(value).or_default().push((index, row));
            }
        }
        let table = game.tables.get(key);
        let known = |value: &String| table.is_none_or(|rows| rows.contains_key(value));
        groups.keys().all(known).then_some(RowsByValue { groups })
    }

    /// The values that there are.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.groups.keys().map(String::as_str)
    }

    /// Cards of a value, copies counted.
    pub fn cards(&self, value: &str) -> u32 {
        self.groups.get(value).into_iter().flatten().map(|(_, row)| row.copies).sum()
    }

    /// Those of `wanted` that have other cards than wanted, as `africa` has 4, `europe` has 2; and the row of a value
    /// with too many that is most likely wrong: the one farthest from the other rows with its value.
    pub fn wrong(&self, wanted: &[(&str, u32)]) -> Option<(String, Option<&'d Row>)> {
        let wrong: Vec<&(&str, u32)> =
            wanted.iter().filter(|(value, n)| self.cards(value) != *n).collect();
        let told = wrong
            .iter()
            .map(|(value, _)| format!("`{value}` has {}", self.cards(value)))
            .collect::<Vec<_>>()
            .join(", ");
        let stray = wrong
            .iter()
            .find(|(value, n)| self.cards(value) > *n)
            .and_then(|(value, _)| stray(self.groups.get(*value)?));
        (!wrong.is_empty()).then_some((told, stray))
    }
}

fn stray<'d>(rows: &[(usize, &'d Row)]) -> Option<&'d Row> {
    let far = |index: usize| -> usize { rows.iter().map(|(i, _)| i.abs_diff(index)).sum() };
    rows.iter().max_by_key(|(index, _)| far(*index)).map(|(_, row)| *row)
}
