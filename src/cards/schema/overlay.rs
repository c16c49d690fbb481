//! The schema of an overlay file, which changes some of a game's data. A pack comes in; a schema of the keys that an overlay
//! may set goes out. Called by `session::schemas`.

use schemars::{Schema, json_schema};
use serde_json::{Map, Value, json};

use super::deck::{ShownField, row};
use crate::cards::overlay::EVERY;
use crate::cards::schema_keys::{Keys, any, word};
use crate::cards::{Datum, Deck, Pack, TomlTable};

/// The schema of overlays of the game. `fields` are what the templates of each deck show, in the order of the decks.
pub fn overlay(pack: &Pack, fields: &[Vec<ShownField>]) -> Schema {
    let mut cards =
        Keys::new("Changes of cards: write `[cards.DECK.CARD]` above the changed fields.");
    let mut definitions = Map::new();
    for (at, (deck, fields)) in pack.decks.iter().zip(fields).enumerate() {
        // By its place: a deck's name may hold letters that an address cannot.
        let place = format!("deck-{at}");
        let card = Schema::new_ref(format!("#/definitions/{place}"));
        definitions.insert(place, changed_card(&row(pack, deck, fields), deck).to_value());
        let about = format!("Changes of cards of deck `{}`.", deck.id);
        let ids = deck.rows.iter().map(|row| row.id.as_str());
        let rows = [EVERY].into_iter().chain(ids);
        let rows = rows.fold(Keys::new(&about), |keys, id| keys.may(id, card.clone()));
        cards = cards.may(&deck.id, rows.table());
    }
    let mut rulings =
        Keys::new("Other choices where the rulebook is silent, by what a ruling `decides`.");
    for ruling in &pack.game.rulings {
        if let Some(decides) = &ruling.decides {
            let choices = ruling.choices.iter().map(String::as_str);
            rulings = rulings.may(decides, word(&ruling.question, choices));
        }
    }
    let mut schema =
        Keys::new("A small change laid over a game: other numbers, other copies, other choices.")
            .may("rules", rules(pack))
            .may("cards", cards.table())
            .may("rulings", rulings.table())
            .table();
    schema.insert("definitions".into(), definitions.into());
    schema
}

/// The fields that some card of the deck has.
fn changed_card(keys: &Keys, deck: &Deck) -> Schema {
    let there = |name: &str| deck.rows.iter().any(|row| row.get(name).is_some());
    let mut card = Keys::new("The fields to be changed; `false` takes one away.");
    for (name, schema) in keys.iter() {
        let schema = match name {
            "copies" | "name" => schema.clone(),
            _ if name != "id" && there(name) => or_gone(schema.as_value()),
            _ => continue,
        };
        card = card.may(name, schema);
    }
    card.table()
}

/// `[rules]`, as far as the game has it.
fn rules(pack: &Pack) -> Schema {
    let Some(rules) = &pack.game.rules else {
        return Keys::new("The game has no rules to change.").table();
    };
    merged(&rules.numbers, "Numbers of the rules, merged into [rules].")
}

/// The values that may replace the entries of a table; nested tables key by key.
fn merged(table: &TomlTable, about: &str) -> Schema {
    let entries = table.entries.iter();
    let keys = entries.fold(Keys::new(about), |keys, (key, value)| {
        let changed = match &value.datum {
            Datum::Table(inner) => merged(inner, "Numbers of the rules.").to_value(),
            _ => Value::Null,
        };
        keys.may(&key.name, or_gone(&changed))
    });
    keys.table()
}

/// The value, or `false`, which takes the key away.
fn or_gone(schema: &Value) -> Schema {
    if !schema.is_object() {
        return any("As in game.toml; `false` takes it away.");
    }
    json_schema!({
        "description": schema["description"],
        "anyOf": [schema, json!({ "description": "Takes the key away.", "enum": [false] })],
    })
}
