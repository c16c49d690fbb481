//! The schema and the reader agree: on every shipped file with one value changed, one key dropped or one key too many.

use std::collections::BTreeSet;

use deckproof::source::Code;
use serde_json::json as value;

use super::verdict::{Shipped, Verdict};
use super::*;
use crate::games;

/// A step from a table or list to what it holds.
#[derive(Debug, Clone, PartialEq)]
enum Step {
    Key(String),
    Item(usize),
}

/// What a reader says of one place alone, which the schema must say as well.
const LOCAL: [Code; 13] = [
    Code::OtherFormat,
    Code::UnknownKey,
    Code::MissingKey,
    Code::WrongType,
    Code::OutOfRange,
    Code::BadId,
    Code::UnknownRow,
    Code::LookUpTable,
    Code::NoReason,
    Code::UnknownAbility,
    Code::AbilityShape,
    Code::UnknownWord,
    Code::RulesNumber,
];

/// What is written in place of the `at`th value: every fourth of these, with `SUITE=all` every other, and the rest in place of the
/// next ones. Places of a kind are many, and each edit reads the whole game.
fn probes(at: usize) -> impl Iterator<Item = Value> {
    let all = vec![
        value!("nonsense"),
        value!(""),
        value!(-1),
        value!(0),
        value!(7),
        value!(2_000_000),
        value!(1.5),
        value!(true),
        value!([]),
        value!(["nonsense"]),
        value!({}),
        value!({ "nonsense": 1 }),
    ];
    let step = if games::all() { 2 } else { 4 };
    all.into_iter().skip(at % step).step_by(step)
}

/// Every value in `value`, with one path for all those that are alike: entries of lists that hold the same keys.
fn places(value: &Value) -> Vec<Vec<Step>> {
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    walk(value, &mut Vec::new(), &mut String::new(), &mut seen, &mut found);
    found
}

fn walk(
    value: &Value,
    path: &mut Vec<Step>,
    kind: &mut String,
    seen: &mut BTreeSet<String>,
    found: &mut Vec<Vec<Step>>,
) {
    if !path.is_empty() && seen.insert(kind.clone()) {
        found.push(path.clone());
    }
    let length = kind.len();
    match value {
        Value::Object(table) => {
            for (key, value) in table {
                // Rows of a look-up table are alike.
                let row = kind.starts_with(".table.") && path.len() == 2;
                kind.push_str(&format!(".{}", if row { "*" } else { key }));
                path.push(Step::Key(key.clone()));
                walk(value, path, kind, seen, found);
                path.pop();
                kind.truncate(length);
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                kind.push_str("[]");
                path.push(Step::Item(at));
                walk(item, path, kind, seen, found);
                path.pop();
                kind.truncate(length);
            }
        }
        _ => {}
    }
}

fn at<'v>(value: &'v mut Value, path: &[Step]) -> &'v mut Value {
    path.iter().fold(value, |value, step| match step {
        Step::Key(key) => &mut value[key.as_str()],
        Step::Item(at) => &mut value[*at],
    })
}

/// The edits of the file at one of its places, the `nth`.
fn edits(whole: &Value, nth: usize, path: &[Step]) -> Vec<(String, Value)> {
    let mut edits = Vec::new();
    let mut add = |what: String, change: &dyn Fn(&mut Value)| {
        let mut edited = whole.clone();
        change(&mut edited);
        edits.push((what, edited));
    };
    for probe in probes(nth) {
        add(format!("= {probe}"), &|whole| *at(whole, path) = probe.clone());
    }
    if let Some((Step::Key(key), above)) = path.split_last() {
        add("dropped".into(), &|whole| {
            at(whole, above).as_object_mut().unwrap().shift_remove(key);
        });
    }
    if at(&mut whole.clone(), path).is_object() {
        add("with `nonsense`".into(), &|whole| at(whole, path)["nonsense"] = value!("x"));
    }
    edits
}

/// What a schema cannot know, as it is between two places.
fn between(path: &[Step], verdict: &Verdict) -> bool {
    // What is declared is one whole, and which numbers there must be, sentences and the script say.
    if let Some(Step::Key(key)) = path.first()
        && ["ability", "field", "rules", "table"].contains(&key.as_str())
    {
        return true;
    }
    let last = path.iter().rev().find_map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Item(_) => None,
    });
    match last {
        // Other cards name the profession, and kinds need an operation.
        Some("profession" | "operation" | "kinds") => verdict
            .errors
            .iter()
            .all(|(_, message, _)| message.contains("profession") || message.contains("`kinds`")),
        // How far the marker falls tells which steps there are.
        Some(key) if key == "start" || key.starts_with("from-") => verdict
            .errors
            .iter()
            .all(|(_, message, _)| message.starts_with("[rules.defcon] has no `from-")),
        _ => false,
    }
}

/// An empty list in the place of a picture's name draws nothing; whoever means that leaves the key out.
fn no_picture(what: &str, says: &[String]) -> bool {
    let of_names =
        |s: &String| s.contains("is not of type \"string\"") || s.contains("other candidates");
    what == "= []" && says.iter().all(of_names)
}

/// Where readers take what means nothing: a table without declarations, and a table in place of words that abilities print.
fn is_lenient(what: &str, path: &[Step]) -> bool {
    let is_table = what.starts_with("= {");
    matches!(path, [Step::Key(key)] if key == "table")
        || is_table && matches!(path.last(), Some(Step::Key(key)) if key == "plural")
}

/// Where they part, a line each.
fn parted(
    schema: &Value,
    whole: &Value,
    told: impl Fn(&Value) -> Verdict,
    is_drawn: impl Fn(&Value) -> bool,
) -> Vec<String> {
    let mut parted = Vec::new();
    let mut refused = 0;
    let schema = jsonschema::draft7::new(schema).unwrap();
    for (nth, path) in places(whole).into_iter().enumerate() {
        for (what, edited) in edits(whole, nth, &path) {
            let verdict = told(&edited);
            let says = said(&schema, &edited);
            let local = verdict.errors.iter().any(|(code, ..)| LOCAL.contains(code));
            refused += usize::from(local);
            // What is not there to be drawn is found out by drawing.
            if verdict.accepted
                && !says.is_empty()
                && !no_picture(&what, &says)
                && !is_lenient(&what, &path)
                && is_drawn(&edited)
            {
                parted.push(format!("{path:?} {what}: read, but {says:?}"));
            }
            if local && says.is_empty() && !between(&path, &verdict) {
                parted.push(format!("{path:?} {what}: nothing said, but {:?}", verdict.errors));
            }
        }
    }
    assert!(refused > 10, "only {refused} edits were refused");
    parted
}

fn agree(game: &str, decks: bool) {
    let shipped = Shipped::new(game);
    let mut all = Vec::new();
    for name in shipped.names() {
        if (name == "game") == decks {
            continue;
        }
        let whole = shipped.value(&name);
        let told = |edited: &Value| shipped.verdict(&name, edited);
        let is_drawn = |edited: &Value| name == "game" || shipped.is_drawn(&name, edited);
        let parted = parted(&schema(game, &name), &whole, told, is_drawn);
        all.extend(parted.into_iter().map(|line| format!("{name}: {line}")));
    }
    assert!(all.is_empty(), "{} edits:\n{}", all.len(), all.join("\n"));
}

#[test]
fn decks_of_caper_are_read_as_their_schemas_say() {
    agree("caper", true);
}

#[test]
fn decks_of_the_second_edition_are_read_as_their_schemas_say() {
    agree("caps-and-hammers", true);
}

#[test]
fn decks_of_the_first_edition_are_read_as_their_schemas_say() {
    agree("caps-and-hammers-2016", true);
}

#[test]
fn every_game_toml_is_read_as_its_schema_says() {
    for game in GAMES {
        agree(game, false);
    }
}

#[test]
fn scenarios_are_read_as_their_schemas_say() {
    for (game, slug) in
        [("caps-and-hammers", "e05-all-three"), ("caper", "r19-twice-the-trackers-number")]
    {
        let path = root().join(format!("cards/{game}/scenarios/{slug}.toml"));
        let whole = json(&std::fs::read_to_string(path).unwrap());
        let shipped = Shipped::new(game);
        let told = |edited: &Value| shipped.scenario(edited);
        let parted = parted(&schema(game, "scenario"), &whole, told, |_| true);
        assert!(parted.is_empty(), "{}", parted.join("\n"));
    }
}

/// The keys that a reader names to someone who wrote an unknown one: "the card knows `a`, `b` and `c`".
fn known(help: &str) -> BTreeSet<&str> {
    let (_, list) = help.split_once(" knows ").unwrap_or_else(|| panic!("{help}"));
    list.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_reader_knows_the_keys_of_its_schema_and_no_others() {
    const UNKNOWN: &str = "xxxxxxxxxxxxxxxx";
    let mut readers = BTreeSet::new();
    for game in GAMES {
        let shipped = Shipped::new(game);
        for name in shipped.names() {
            let (whole, schema) = (shipped.value(&name), schema(game, &name));
            let mut tables = places(&whole);
            tables.push(Vec::new());
            for path in tables {
                let mut edited = whole.clone();
                let table = at(&mut edited, &path);
                if !table.is_object() {
                    continue;
                }
                table[UNKNOWN] = value!(1);
                let Some(table) = of_path(&schema, &schema, &path) else {
                    continue;
                };
                let keys = table["properties"].as_object().unwrap().keys();
                let keys: BTreeSet<&str> = keys.map(String::as_str).collect();
                for (code, message, help) in shipped.verdict(&name, &edited).errors {
                    if code == Code::UnknownKey && message.contains(UNKNOWN) {
                        let known: BTreeSet<&str> = known(&help).into_iter().collect();
                        assert_eq!(known, keys, "{game}/{name} {path:?}: {help}");
                        readers.insert(message);
                    }
                }
            }
        }
    }
    let named = |reader: &str| format!("unknown key `{UNKNOWN}` in {reader}");
    let all = [
        "[scenarios]",
        "[table.end]",
        "[table.layout]",
        "a credit",
        "a ruling",
        "game.toml",
        "the deck",
    ];
    assert_eq!(readers, all.map(named).into());
}

/// The schema of the table at the path.
fn of_path<'s>(root: &'s Value, schema: &'s Value, path: &[Step]) -> Option<&'s Value> {
    if let Some(place) = schema["$ref"].as_str() {
        return of_path(root, root.pointer(&place[1..])?, path);
    }
    match path.split_first() {
        None => schema.get("properties").map(|_| schema),
        Some((Step::Key(key), rest)) => of_path(root, schema["properties"].get(key)?, rest),
        Some((Step::Item(_), rest)) => of_path(root, schema.get("items")?, rest),
    }
}
