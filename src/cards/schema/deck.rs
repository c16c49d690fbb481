//! The schema of one deck's file: the deck's own keys, and the keys that its cards may have. A pack and a deck come in; a
//! schema goes out. Called by `session::schemas`, and by the schema of an overlay.

use std::collections::{BTreeMap, BTreeSet};

use schemars::Schema;
use serde_json::{Map, Value, json};

use crate::cards::bounds::{MOST_CARDS, MOST_COPIES};
use crate::cards::deck::COMMON;
use crate::cards::deck::{BACK, FRONT};
use crate::cards::schema_keys::{Keys, any, entries, list, number, shown, text, whole, word};
use crate::cards::{Deck, Face, Pack, Row};
use crate::source::Asset;

/// A field that a template of the deck shows, or asks for in a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownField {
    /// As the template names it: `region.name` for a field of a look-up table.
    pub field: String,
    pub template: String,
    /// The pictures or symbols that it may name; `None` for words.
    pub names: Option<Vec<String>>,
}

/// An `id` is letters and digits that are not capital, with single dashes between them.
const ID: &str = r"^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+(-[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+)*$";

/// The schema of a deck's file. `fields` are what its templates show, `sizes` the names of card sizes.
pub fn deck<'a>(
    pack: &Pack,
    deck: &Deck,
    fields: &[ShownField],
    sizes: impl IntoIterator<Item = &'a str>,
) -> Schema {
    let card = row(pack, deck, fields);
    let mut defaults = Keys::new("What every card has that does not say otherwise.")
        .may("note", any("For yourself; read by nobody."));
    let mut definitions = Map::new();
    let mut cards = Keys::new("A card. Write `[[card]]` above each.");
    for (name, schema) in card.iter() {
        let place = format!("#/definitions/{name}");
        let mut schema = schema.clone();
        // A reference is part of an address, where other letters would need another spelling.
        if name.is_ascii() {
            definitions.insert(name.to_owned(), schema.to_value());
            schema = Schema::new_ref(place);
        }
        if !COMMON.contains(&name) {
            defaults = defaults.may(name, schema.clone());
        }
        cards = cards.with(name, schema, card.needs(name));
    }
    let flows = deck.flow.is_some();
    let of_sheet = deck.rows_from.is_some();
    let templates = templates(pack);
    let templates = || templates.iter().map(String::as_str);
    let mut cards = list("The cards, in the order in which they are printed.", cards.table());
    if !flows && !of_sheet {
        cards.insert("minItems".into(), 1.into());
    }
    let mut schema = Keys::new("A deck: cards that share a template, a back and a size.")
        .may("title", text("What the deck is called; made from the file's name when left out."))
        .must("template", word("The SVG of the fronts, from templates/.", templates()))
        .may("back", word("The SVG of the backs, from templates/. Without it the cards have no back.", templates()))
        .may("size", size(sizes))
        .may("corner", number("Radius of the corners, in millimetres.", 0.0..=500.0))
        .may("shape", text("What the cards are cut to: \"circle\", \"hex\", \"octagon\", \"diamond\", \"triangle\", \"ellipse\", or SVG path data in millimetres. A rectangle when left out."))
        .may("count", whole("How many cards there are, copies counted: a slip in `copies` is told.", 0..=i64::from(MOST_CARDS)))
        .with("flow", text("A Markdown file whose text flows over as many faces as it needs, instead of cards: \"rules.md\"."), flows)
        .with("rows", text("A sheet that the cards are read from at every run, instead of `[[card]]`: \"cards.csv\", \"cards.xlsx\", \"cards.xlsx#Plants!B4:H60\"."), of_sheet)
        .may("sheet", text("Which sheet of a workbook holds the cards, when there are several."))
        .may("rich", shown("Whether bold, italic and coloured words in a cell of a workbook are printed so."))
        .may("skip", text("A condition on the columns, as in a template: rows for which it holds aren't cards."))
        .may("columns", entries("Headings of the sheet and the keys that they are: `{ \"Card Name\" = \"name\" }`.", text("The key.")))
        .may("ignore", list("Columns of the sheet, or keys of the cards, that are for you alone; `*` is any words.", text("A heading, or a pattern.")))
        .may("defaults", defaults.table())
        .with("card", cards, !flows && !of_sheet)
        .table();
    schema.insert("definitions".into(), definitions.into());
    schema
}

/// The keys that a card of the deck may have: those of every card, those that abilities read, and those that a template shows.
pub fn row(pack: &Pack, deck: &Deck, fields: &[ShownField]) -> Keys {
    let read = pack.vocabulary.as_ref().and_then(|vocabulary| vocabulary.rows.get(&deck.id));
    let (read, own) = (read.cloned().unwrap_or_default(), pack.vocabulary_keys());
    let mut id = text(
        "What the card is called by other files; made from the name when left out. Small letters, digits and dashes.",
    );
    id.insert("pattern".into(), ID.into());
    let mut keys = Keys::new("A card.")
        .may("id", id)
        .may("name", text("The card's name; without it, its id is `card` and a number."))
        .may("copies", whole("How many there are in the deck; 1 when left out.", 0..=MOST_COPIES))
        .may("note", any("For yourself; read by nobody."));
    if deck.flow.is_none() {
        let templates = templates(pack);
        for (key, side) in [(FRONT, "front"), (BACK, "back")] {
            let about = format!(
                "The SVG of this card's {side}, from templates/; the deck's when left out."
            );
            let names = templates.iter().map(String::as_str).chain([""]);
            keys = keys.may(key, word(&about, names));
        }
    }
    let by_key = by_key(pack, deck, fields, &read);
    let defaulted = |name: &str| deck.defaults.iter().any(|key| key == name);
    for (name, schema) in read.iter() {
        let needed = read.needs(name);
        // What abilities only bound must be shown, too.
        if needed || own.iter().any(|key| key == name) || by_key.contains_key(name) {
            keys = keys.with(name, schema.clone(), needed && !defaulted(name));
        }
    }
    for name in &deck.ignored {
        if keys.get(name).is_none() {
            keys = keys.may(name, any("For yourself: the deck's `ignore` names it."));
        }
    }
    for (name, fields) in by_key {
        if keys.get(name).is_none() {
            keys = keys.may(name, plain(pack, deck, name, &fields));
        }
    }
    keys
}

/// The keys of a card that templates show, with the fields that show them. Fields that abilities make are none.
fn by_key<'a>(
    pack: &Pack,
    deck: &Deck,
    fields: &'a [ShownField],
    read: &Keys,
) -> BTreeMap<&'a str, Vec<&'a ShownField>> {
    let (faces, _) = pack.faces(deck);
    let shared = pack.blank_face();
    let mut keys: BTreeMap<&str, Vec<&ShownField>> = BTreeMap::new();
    for field in fields {
        let name = field.field.as_str();
        let key = match name.split_once('.') {
            Some((table, _)) if pack.game.tables.contains_key(table) => table,
            Some(_) => continue,
            None => name,
        };
        let written = |row: &Row| row.get(key).is_some();
        let given = deck.rows.iter().any(written) || read.get(key).is_some();
        let made = |(face, row): (&Face, &Row)| face.get(key).is_some() && !written(row);
        let made = faces.iter().zip(&deck.rows).any(made);
        if key != "ink" && shared.get(key).is_none() && (given || !made) {
            keys.entry(key).or_default().push(field);
        }
    }
    keys
}

/// The schema of a key that is only shown.
fn plain(pack: &Pack, deck: &Deck, key: &str, fields: &[&ShownField]) -> Schema {
    let templates: BTreeSet<&str> = fields.iter().map(|f| f.template.as_str()).collect();
    let templates: Vec<&str> = templates.into_iter().collect();
    let place = templates.join(" and ");
    if let Some(rows) = pack.game.tables.get(key) {
        let about = format!("A row of `[table.{key}]` in game.toml; shown in {place}.");
        return word(&about, rows.keys().map(String::as_str));
    }
    let named: Vec<&Vec<String>> = fields.iter().filter_map(|f| f.names.as_ref()).collect();
    let Some((first, rest)) = named.split_first() else {
        return shown(&format!("Shown in {place}."));
    };
    let everywhere = |name: &&String| rest.iter().all(|names| names.contains(name));
    let mut names: Vec<&str> = first.iter().filter(everywhere).map(String::as_str).collect();
    // A name with its ending, or none, is what some card has already.
    let written = deck.rows.iter().filter_map(|row| row.get(key)?.as_str());
    let known = |name: &&str| {
        let stem = name.rsplit_once('.').map_or(*name, |(stem, _)| stem);
        stem.is_empty() || names.contains(&stem)
    };
    let written: BTreeSet<&str> = written.filter(known).collect();
    names.extend(written);
    let mut seen = BTreeSet::new();
    names.push("");
    names.retain(|name| seen.insert(*name));
    word(&format!("The name of a picture, drawn in {place}."), names)
}

fn size<'a>(names: impl IntoIterator<Item = &'a str>) -> Schema {
    let names: Vec<&str> = names.into_iter().collect();
    let mut size = text(
        "What a card measures when it is cut: a name, or width x height in millimetres: \"63.5 x 88.9\". A poker card when left out.",
    );
    // For completion only: there are more ways to write a size.
    size.insert("anyOf".into(), json!([{ "enum": names }, Value::Bool(true)]));
    size
}

/// The templates that a deck can name.
fn templates(pack: &Pack) -> Vec<String> {
    let names = pack.folder.names(Asset::Template);
    names.into_iter().filter(|n| n.ends_with(".svg")).collect()
}
