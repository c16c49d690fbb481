//! Compares two readings of `game.toml`. Two game files come in; the changed numbers, rulings and words are added to the
//! [`GameDifferences`]. Called by `diff::decks`.

use std::collections::BTreeMap;

use super::comparison::GameDifferences;
use super::difference::ValueDifference;
use super::edit::ValueChange;
use super::script;
use super::words::{plain, say};
use crate::cards::{Credit, GameFile, Ruling, TomlTable, Value};

/// Adds what differs to `found`: numbers and choices as rules, all other words as appearance.
pub fn compare(old: &GameFile, new: &GameFile, found: &mut GameDifferences) {
    rules(old, new, found);
    rulings(&old.rulings, &new.rulings, found);
    declared(old, new, found);
    let script = |game: &GameFile| game.script.as_ref().map(|script| script.text().clone());
    let [was, is] = [old, new].map(|game| script(game).unwrap_or_default());
    found.script = script::compare(&was, &is);
    found.looks.extend(tables(&old.tables, &new.tables));
    let text = |text: &Option<String>| text.as_deref().map(plain).unwrap_or_default();
    let looks = [
        ValueChange::between("title", &old.title, &new.title),
        ValueChange::between("edition", &text(&old.edition), &text(&new.edition)),
        ValueChange::between("version", &old.version, &new.version),
        ValueChange::between("authors", &old.authors.join(", "), &new.authors.join(", ")),
        ValueChange::between("players", &text(&old.players), &text(&new.players)),
        ValueChange::between("notice", &text(&old.notice), &text(&new.notice)),
    ];
    found.looks.extend(looks.into_iter().flatten());
    let credit = |game: &GameFile, what: &str| {
        let mut credits = game.credits.iter();
        let credit = credits.find(|c| c.what == what)?;
        Some(format!("{} ({})", credit.who, credit.licence))
    };
    let gone = old.credits.iter().filter(|c| credit(new, &c.what).is_none());
    for Credit { what, .. } in new.credits.iter().chain(gone) {
        let (was, is) = (credit(old, what), credit(new, what));
        if was != is {
            found.looks.push(ValueChange::new(format!("credit: {what}"), was, is));
        }
    }
}

fn rules(old: &GameFile, new: &GameFile, found: &mut GameDifferences) {
    let none = TomlTable::default();
    let numbers = |game: &'_ GameFile| {
        game.rules.as_ref().map_or_else(|| none.clone(), |r| r.numbers.clone())
    };
    let differences = ValueDifference::within(&numbers(old), &numbers(new));
    found.rules.extend(differences.into_iter().map(told));
}

fn told(difference: ValueDifference) -> ValueChange {
    let say = |value: &Option<Value>| value.as_ref().map(say);
    let (old, new) = (say(&difference.old), say(&difference.new));
    ValueChange::new(difference.key, old, new)
}

/// What of `[table]` is words for people only.
const WORDS: [&str; 3] = ["layout", "notes", "refusals"];

/// What `[table]` declares; its look-up tables are reported separately.
fn declared(old: &GameFile, new: &GameFile, found: &mut GameDifferences) {
    let none = TomlTable::default();
    let table = |game: &'_ GameFile| {
        let entries = game
            .table
            .as_ref()
            .map_or_else(|| none.clone(), |(table, _)| table.clone())
            .entries
            .into_iter()
            .filter(|(key, _)| !game.tables.contains_key(&key.name));
        TomlTable { entries: entries.collect() }
    };
    for difference in ValueDifference::within(&table(old), &table(new)) {
        let first = difference.key.split('.').next().unwrap_or_default();
        let edits = if WORDS.contains(&first) { &mut found.looks } else { &mut found.rules };
        edits
            .push(told(ValueDifference { key: format!("table.{}", difference.key), ..difference }));
    }
}

fn rulings(old: &[Ruling], new: &[Ruling], found: &mut GameDifferences) {
    let of = |all: &[Ruling], id: &str| all.iter().find(|r| r.id == id).cloned();
    let gone = old.iter().filter(|r| of(new, &r.id).is_none());
    for ruling in new.iter().chain(gone) {
        let (was, is) = (of(old, &ruling.id), of(new, &ruling.id));
        let name = format!("ruling {}", ruling.id);
        let choice = |r: &Option<Ruling>| r.as_ref().and_then(|r| r.choice.clone());
        let called = match &ruling.decides {
            Some(what) => format!("{name} ({what})"),
            None => name.clone(),
        };
        if choice(&was) != choice(&is) {
            found.rules.push(ValueChange::new(called, choice(&was), choice(&is)));
        }
        let words = |r: &Option<Ruling>| r.as_ref().map(|r| plain(&r.decision)).unwrap_or_default();
        found.looks.extend(ValueChange::between(&name, &words(&was), &words(&is)));
    }
}

/// `[table.NAME.ROW]`, key by key.
fn tables(
    old: &BTreeMap<String, BTreeMap<String, TomlTable>>,
    new: &BTreeMap<String, BTreeMap<String, TomlTable>>,
) -> Vec<ValueChange> {
    let all = |tables: &BTreeMap<String, BTreeMap<String, TomlTable>>| {
        tables
            .iter()
            .flat_map(|(name, rows)| {
                rows.iter().flat_map(move |(id, row)| {
                    row.entries
                        .iter()
                        .map(move |(key, value)| (format!("{name}.{id}.{}", key.name), say(value)))
                })
            })
            .collect::<BTreeMap<String, String>>()
    };
    let (old, new) = (all(old), all(new));
    let gone = old.keys().filter(|key| !new.contains_key(*key));
    let keys: Vec<&String> = new.keys().chain(gone).collect();
    let edit = |key: &String| {
        let (was, is) = (old.get(key).cloned(), new.get(key).cloned());
        (was != is).then(|| ValueChange::new(key.clone(), was, is))
    };
    keys.into_iter().filter_map(edit).collect()
}
