//! Looks up what a script reads from `game.toml` by a path such as `rules.hand`. The data of a game come in; known
//! values go out.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::operand::{KnownValue, Type};
use super::verbs::ruling_key;
use crate::cards::{Datum, GameFile, Key, TomlTable as Rows, Value};
use crate::table::{CardSet, Declared};

/// Numbers, words and lists by path: those of `[rules]`, what rulings decide, and what was agreed on.
pub struct Numbers<'g, S> {
    pub known: BTreeMap<String, KnownValue<S>>,
    rules: Option<&'g Rows>,
}

/// What a script uses of `game.toml`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reads {
    /// Paths of numbers and rulings.
    pub numbers: BTreeSet<String>,
    /// What of `[table]` it names, by its kind: `("zone", "hand")`.
    pub declared: BTreeSet<(&'static str, String)>,
    /// Where it first says `cards`, all cards, in a game with a deck of that name among others.
    pub all_cards: Option<Range<usize>>,
}

/// A key of `[rules]`, or of a table in it, as `game.toml` has it.
pub(super) struct RuleEntry<'g> {
    /// `rules.rounds`
    pub table: String,
    pub key: &'g Key,
    pub value: &'g Value,
}

impl<'g, S: CardSet> Numbers<'g, S> {
    pub fn read(game: &'g GameFile, declared: &Declared) -> Self {
        Numbers {
            known: known(game, declared),
            rules: game.rules.as_ref().map(|rules| &rules.numbers),
        }
    }

    /// The table in which the last part of a path is looked for, as it is written.
    pub(super) fn table_of(&self, path: &str) -> Option<(String, &'g Rows)> {
        let (above, _) = path.rsplit_once('.')?;
        if above == "rules" {
            return Some((above.to_owned(), self.rules?));
        }
        let entry = self.entry(above)?;
        let name = format!("{}.{}", entry.table, entry.key.name);
        Some((name, entry.value.as_table()?))
    }

    pub(super) fn entry(&self, path: &str) -> Option<RuleEntry<'g>> {
        let (table, rows) = self.table_of(path)?;
        let (_, last) = path.rsplit_once('.')?;
        let mut entries = rows.entries.iter();
        let (key, value) = entries.find(|(key, _)| said(&key.name) == last)?;
        Some(RuleEntry { table, key, value })
    }
}

/// A key as a script says it.
pub(super) fn said(key: &str) -> String {
    key.replace('-', "_")
}

/// The numbers of the rules, what rulings decide, and what was agreed on, by path.
fn known<S: CardSet>(game: &GameFile, declared: &Declared) -> BTreeMap<String, KnownValue<S>> {
    let mut found = BTreeMap::new();
    if let Some(rules) = &game.rules {
        flatten("rules", &rules.numbers, &declared.seats, &mut found);
    }
    for ruling in &game.rulings {
        if let (Some(decides), Some(choice)) = (&ruling.decides, &ruling.choice) {
            found.insert(ruling_key(decides), KnownValue::Text(choice.clone()));
        }
    }
    for (axis, value) in &declared.variant {
        let known = match value.parse::<i64>() {
            Ok(number) => KnownValue::number(number),
            Err(_) => KnownValue::Text(value.clone()),
        };
        found.insert(format!("variant.{}", said(axis)), known);
    }
    found.insert("variant.seats".into(), KnownValue::number(declared.seats.len() as i64));
    found
}

/// Words as a list: seats are their numbers.
fn listed<S: CardSet>(words: Vec<&str>, seats: &[String]) -> KnownValue<S> {
    let seat = |word: &&str| seats.iter().position(|seat| seat == word).map(|seat| seat as i64);
    if let Some(numbers) = words.iter().map(seat).collect() {
        return KnownValue::List(numbers, Arc::default());
    }
    let first = |word: &&str| words.iter().position(|other| other == word).unwrap_or(0) as i64;
    let words_of = words.iter().map(|word| (*word).to_owned());
    KnownValue::List(words.iter().map(first).collect(), words_of.collect())
}

fn flatten<S: CardSet>(
    path: &str,
    table: &Rows,
    seats: &[String],
    found: &mut BTreeMap<String, KnownValue<S>>,
) {
    for (key, value) in &table.entries {
        let path = format!("{path}.{}", said(&key.name));
        let known = match &value.datum {
            Datum::Integer(number) => KnownValue::number(*number),
            Datum::Boolean(flag) => KnownValue::Value(S::of_number(*flag), Type::Bool),
            Datum::String(text) => KnownValue::Text(text.clone()),
            Datum::List(all) if !all.is_empty() => {
                if let Some(numbers) = all.iter().map(Value::as_integer).collect() {
                    KnownValue::List(numbers, Arc::default())
                } else if let Some(words) = all.iter().map(Value::as_str).collect() {
                    listed(words, seats)
                } else {
                    continue;
                }
            }
            Datum::Table(inner) => {
                flatten(&path, inner, seats, found);
                continue;
            }
            Datum::List(_) | Datum::Float(_) => continue,
        };
        found.insert(path, known);
    }
}
