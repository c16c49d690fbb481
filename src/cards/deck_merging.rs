//! Merges the values of a sheet into an existing deck file. The file's text and a [`DeckSheet`] come in; new text goes out, in
//! which unchanged values and comments stay as written. Called by the command `import`.

use std::collections::BTreeMap;

use toml_edit::{ArrayOfTables, DocumentMut, Item, TableLike};

use super::deck::slug;
use super::deck_writing::{CARD, rows, toml_value};
use super::sheet_reading::DeckSheet;
use super::value::{Datum, TomlTable, Value, parse_toml};
use crate::source::{Code, Diagnostic, Diagnostics, FileId, Span};

/// A deck's file with the values of a sheet in it, and what was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedDeck {
    pub text: String,
    /// Ids of the cards of which a value was changed.
    pub changed: Vec<String>,
    /// Ids of the cards that are new.
    pub added: Vec<String>,
    /// Ids of the cards that the sheet does not have; they are taken out when that was asked for.
    pub missing: Vec<String>,
    /// Cards that the sheet does not have, and new ones that are the same but for their names: most likely renamed.
    pub renamed: Vec<(String, String)>,
    /// Keys of the head that were changed.
    pub head: Vec<String>,
}

/// Puts the values of `sheet` into the text of a deck. Rows are found by their ids. A column of the sheet decides about
/// its key: an empty cell takes it out of the row; keys without a column stay. Cards that the sheet does not have stay,
/// unless `prune`.
///
/// # Errors
/// Text that is not TOML, and cards that are not under `[[card]]`.
pub fn merge(
    file: FileId,
    text: &str,
    sheet: &DeckSheet,
    prune: bool,
) -> Result<MergedDeck, Diagnostics> {
    let mut faults = Diagnostics::new();
    let Some(old) = parse_toml(file, text, &mut faults) else {
        return Err(faults);
    };
    let at = Span::new(file, 0..0);
    if let Some(rows) = old.get("rows") {
        let message = format!("the deck takes its rows from {rows}");
        let help = "change that sheet: it is read at every run";
        return Err(Diagnostic::error(Code::CardsTwice, message)
            .at(rows.span)
            .help(help)
            .into());
    }
    let mut document: DocumentMut = text.parse().map_err(|e: toml_edit::TomlError| {
        Diagnostic::error(Code::Syntax, e.message().trim().replace('\n', ", "))
            .at(e.span().map_or(at, |span| Span::new(file, span)))
            .help("write it as TOML")
    })?;
    let mut merged = MergedDeck {
        text: String::new(),
        changed: Vec::new(),
        added: Vec::new(),
        missing: Vec::new(),
        renamed: Vec::new(),
        head: Vec::new(),
    };
    for (key, value) in &sheet.deck.entries {
        if key.name != CARD && put_head(document.as_table_mut(), &old, &key.name, value) {
            merged.head.push(key.name.clone());
        }
    }
    let new = ArrayOfTables::new();
    let cards = document.entry(CARD).or_insert(Item::ArrayOfTables(new));
    let Some(cards) = cards.as_array_of_tables_mut() else {
        let place = old.get(CARD).map_or(at, |card| card.span);
        return Err(Diagnostic::error(
            Code::WrongType,
            "the cards of the deck do not stand under `[[card]]`",
        )
        .at(place)
        .help("write `[[card]]` above each card, and its keys below")
        .into());
    };
    let old: Vec<&TomlTable> = rows(&old).collect();
    put_cards(cards, &old, sheet, prune, &mut merged);
    merged.text = document.to_string();
    Ok(merged)
}

fn put_cards(
    cards: &mut ArrayOfTables,
    old: &[&TomlTable],
    sheet: &DeckSheet,
    prune: bool,
    merged: &mut MergedDeck,
) {
    let places: BTreeMap<String, usize> = old
        .iter()
        .enumerate()
        .map(|(i, row)| (id(row), i))
        .collect();
    let mut found = vec![false; old.len()];
    let mut new: Vec<(String, &TomlTable)> = Vec::new();
    for row in rows(&sheet.deck) {
        let id = id(row);
        let Some(at) = places.get(&id).copied() else {
            let mut table = toml_edit::Table::new();
            table.decor_mut().set_prefix("\n");
            for (key, value) in &row.entries {
                put(&mut table, &key.name, value);
            }
            cards.push(table);
            merged.added.push(id.clone());
            new.push((id, row));
            continue;
        };
        found[at] = true;
        if let Some(table) = cards.get_mut(at)
            && put_row(table, old[at], row, sheet)
        {
            merged.changed.push(id);
        }
    }
    for at in (0..old.len()).rev().filter(|at| !found[*at]) {
        merged.missing.insert(0, id(old[at]));
        let same = new
            .iter()
            .position(|(_, row)| same_but_for_the_name(old[at], row, sheet));
        if let Some(same) = same {
            let (now, _) = new.remove(same);
            merged.renamed.insert(0, (id(old[at]), now));
        }
        if prune {
            cards.remove(at);
        }
    }
}

/// Whether two rows have the same values in every column but those of the name, and any at all.
fn same_but_for_the_name(old: &TomlTable, new: &TomlTable, sheet: &DeckSheet) -> bool {
    let columns = sheet.columns.iter().map(|key| key.name.as_str());
    let mut values = columns
        .filter(|key| !["id", "name"].contains(key))
        .map(|key| (old.get(key), new.get(key)))
        .filter(|pair| *pair != (None, None))
        .peekable();
    let some = values.peek().is_some();
    some && values.all(|pair| matches!(pair, (Some(old), Some(new)) if old.says_as(new)))
}

/// The key that identifies a row.
fn id(row: &TomlTable) -> String {
    let string = |key: &str| row.get(key).and_then(Value::as_str);
    match string("id") {
        Some(id) => id.to_owned(),
        None => slug(string("name").unwrap_or_default()),
    }
}

/// Whether anything was changed.
fn put_row(
    table: &mut toml_edit::Table,
    old: &TomlTable,
    row: &TomlTable,
    sheet: &DeckSheet,
) -> bool {
    let mut changed = false;
    for column in &sheet.columns {
        let key = column.name.as_str();
        match (row.get(key), old.get(key)) {
            // An id that the name makes by itself.
            (Some(_), None) if key == "id" => {}
            (Some(value), there) if there.is_none_or(|old| !old.says_as(value)) => {
                put(table, key, value);
                changed = true;
            }
            (None, Some(_)) if key != "id" => {
                table.remove(key);
                changed = true;
            }
            _ => {}
        }
    }
    changed
}

/// A key of the head, the keys of a table in it one by one. Whether anything was changed.
fn put_head(table: &mut dyn TableLike, old: &TomlTable, key: &str, value: &Value) -> bool {
    let there = old.get(key);
    if there.is_some_and(|old| old.says_as(value)) {
        return false;
    }
    let inner = table.get_mut(key).and_then(Item::as_table_like_mut);
    let (Datum::Table(value), Some(old), Some(inner)) =
        (&value.datum, there.and_then(Value::as_table), inner)
    else {
        put(table, key, value);
        return true;
    };
    for (key, value) in &value.entries {
        put_head(inner, old, &key.name, value);
    }
    for key in old.keys().filter(|key| value.get(&key.name).is_none()) {
        inner.remove(&key.name);
    }
    true
}

/// Sets a value; blanks and comments around the old one stay.
fn put(table: &mut dyn TableLike, key: &str, value: &Value) {
    // What is written as TOML is read as TOML.
    let Ok(mut new) = toml_value(value).parse::<toml_edit::Value>() else {
        return;
    };
    match table.get_mut(key) {
        Some(Item::Value(old)) => {
            *new.decor_mut() = old.decor().clone();
            *old = new;
        }
        _ => {
            table.remove(key);
            *new.decor_mut() = toml_edit::Decor::new(" ", "");
            table.insert(key, Item::Value(new));
        }
    }
}
