//! Compares two readings of `game.toml`. Two game files come in; the changed numbers, rulings and words are added to the
//! [`GameDifferences`].

use std::collections::BTreeMap;

use super::comparison::GameDifferences;
use super::difference::{ValueDifference, paired};
use super::edit::ValueChange;
use super::script;
use super::words::{plain, say};
use crate::cards::{Credit, GameFile, Ruling, TomlTable};

/// What of `[table]` is words for people only.
const WORDS: [&str; 3] = ["layout", "notes", "refusals"];

/// Adds what differs to `found`: numbers and choices as rules, all other words as appearance.
pub fn compare(old: &GameFile, new: &GameFile, found: &mut GameDifferences) {
    let numbers = |game: &GameFile| {
        game.rules.as_ref().map_or_else(TomlTable::default, |rules| rules.numbers.clone())
    };
    found.rules.extend(differences(numbers(old), numbers(new)));
    rulings(&old.rulings, &new.rulings, found);
    for mut change in differences(declared(old), declared(new)) {
        let is_words = change.what.split('.').next().is_some_and(|first| WORDS.contains(&first));
        change.what.insert_str(0, "table.");
        if is_words { &mut found.looks } else { &mut found.rules }.push(change);
    }
    let [was, is] = [old, new].map(|game| game.script.as_ref().map(|script| script.text()));
    found.script = script::compare(was.map_or("", |text| text), is.map_or("", |text| text));
    let [was, is] = [old, new].map(look_ups);
    found.looks.extend(paired(&was, &is, |(key, _)| key).into_iter().filter_map(
        |(key, was, is)| {
            let [was, is] = [was, is].map(|row| row.map(|(_, value)| value.clone()));
            (was != is).then(|| ValueChange::new(key.clone(), was, is))
        },
    ));
    for ((what, was), (_, is)) in words(old).into_iter().zip(words(new)) {
        found.looks.extend(ValueChange::between(what, &was, &is));
    }
    for (what, was, is) in paired(&old.credits, &new.credits, |credit| &credit.what) {
        let say = |credit: &Credit| format!("{} ({})", credit.who, credit.licence);
        let (was, is) = (was.map(say), is.map(say));
        if was != is {
            found.looks.push(ValueChange::new(format!("credit: {what}"), was, is));
        }
    }
}

/// What a game says of itself, by its keys.
fn words(game: &GameFile) -> [(&'static str, String); 6] {
    let text = |text: &Option<String>| text.as_deref().map(plain).unwrap_or_default();
    [
        ("title", game.title.clone()),
        ("edition", text(&game.edition)),
        ("version", game.version.clone()),
        ("authors", game.authors.join(", ")),
        ("players", text(&game.players)),
        ("notice", text(&game.notice)),
    ]
}

fn differences(old: TomlTable, new: TomlTable) -> impl Iterator<Item = ValueChange> {
    ValueDifference::within(&old, &new).into_iter().map(|ValueDifference { key, old, new }| {
        ValueChange::new(key, old.as_ref().map(say), new.as_ref().map(say))
    })
}

/// What `[table]` declares; its look-up tables are reported separately.
fn declared(game: &GameFile) -> TomlTable {
    let mut table = game.table.as_ref().map_or_else(TomlTable::default, |(table, _)| table.clone());
    table.entries.retain(|(key, _)| !game.tables.contains_key(&key.name));
    table
}

fn rulings(old: &[Ruling], new: &[Ruling], found: &mut GameDifferences) {
    for (id, was, is) in paired(old, new, |ruling| &ruling.id) {
        let name = format!("ruling {id}");
        let [before, now] = [was, is].map(|ruling| ruling.and_then(|r| r.choice.clone()));
        if before != now {
            let called = match is.or(was).and_then(|ruling| ruling.decides.as_ref()) {
                Some(what) => format!("{name} ({what})"),
                None => name.clone(),
            };
            found.rules.push(ValueChange::new(called, before, now));
        }
        let [before, now] = [was, is].map(|r| r.map(|r| plain(&r.decision)).unwrap_or_default());
        found.looks.extend(ValueChange::between(&name, &before, &now));
    }
}

/// The values of `[table.NAME.ROW]` by their keys, sorted.
fn look_ups(game: &GameFile) -> Vec<(String, String)> {
    let mut values = BTreeMap::new();
    for (name, rows) in &game.tables {
        for (id, row) in rows {
            let entries = row.entries.iter();
            values.extend(entries.map(|(k, v)| (format!("{name}.{id}.{}", k.name), say(v))));
        }
    }
    values.into_iter().collect()
}
