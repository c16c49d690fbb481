//! Builds the JSON schema of a game's scenarios, for completion in editors. A pack comes in, a schema goes out.

use std::collections::BTreeSet;

use schemars::Schema;
use serde_json::{Value as Json, json};

use super::assertions::{AT_THE_END, found};
use crate::cards::Pack;
use crate::cards::schema::{Keys, any, flag, list, text, whole, word};
use crate::check::citable;
use crate::rules::{Axis, NoListener, SeededChance, Variant};
use crate::script::{Rules, script_axes, with_width};
use crate::source::{Diagnostics, Files};
use crate::table::CardSet;

/// Keys that only tables in the middle of a game have: what is asked and answered, and how it ended.
const LATER: [&str; 8] =
    ["questions", "then", "answers", "over", "ended", "winners", "in-order", "known"];

/// The schema of the scenarios of a game: its clauses and laws, its variants, and the keys of its table.
///
/// # Errors
/// When the data cannot be played.
pub fn scenario_schema(pack: &Pack, files: &mut Files) -> Result<Schema, Diagnostics> {
    with_width!(&[pack], S => schema::<S>(pack, files))
}

fn schema<S: CardSet>(pack: &Pack, files: &mut Files) -> Result<Schema, Diagnostics> {
    let axes = script_axes(&pack.game);
    let mut cites = citable(pack, files);
    let (mut table, mut after) = (BTreeSet::new(), BTreeSet::new());
    for variant in Variant::all(&axes) {
        let rules = Rules::<S>::of(pack, &variant)?;
        let mut dice = SeededChance::new(0);
        let state = rules.set_up(&mut dice, &mut NoListener);
        let keys = |value: Json| value.as_object().cloned().unwrap_or_default();
        table.extend(keys(rules.table(&state, &dice)).keys().cloned());
        after.extend(found(&rules, &state, &dice).keys().cloned());
        for law in &rules.properties {
            if !cites.contains(&law.id) {
                cites.push(law.id.clone());
            }
        }
    }
    for keys in [&mut table, &mut after] {
        keys.extend(LATER.map(str::to_owned));
    }
    let clause = word("A clause of rules.md, a ruling or a law.", cites.iter().map(String::as_str));
    let mut cites = list("The clauses that the scenario shows.", clause);
    cites.insert("minItems".into(), 1.into());
    let mut steps =
        list("What happens, and what holds then. Write `[[step]]` above each step.", step(&after));
    steps.insert("minItems".into(), 1.into());
    let mut keys = Keys::new("A scenario: given a table, when these moves, then this.")
        .must("title", text("What the scenario shows, in a sentence."))
        .must("cites", cites)
        .may(
            "seed",
            whole("For chance beyond the piles that are given; 0 when left out.", 0..=i64::MAX),
        )
        .may("set-up", flag("Whether the rules set the game up; the table lists piles alone then."))
        .may("table", on_table(&table))
        .must("step", steps);
    if !axes.is_empty() {
        keys = keys.may("variant", chosen(&axes));
    }
    Ok(keys.table())
}

/// A value for each axis; a number may be written with quotes and without.
fn chosen(axes: &[Axis]) -> Schema {
    let keys = Keys::new("How the game is set up; what is left out is the first that it can be.");
    let keys = axes.iter().fold(keys, |keys, axis| {
        let values = axis.values.iter().flat_map(|value| {
            let number = value.parse::<i64>().ok().filter(|n| n.to_string() == *value);
            number.map(Json::from).into_iter().chain([json!(value)])
        });
        let mut schema = any("What it is in this scenario.");
        schema.insert("enum".into(), values.collect());
        keys.may(&axis.name, schema)
    });
    keys.table()
}

fn on_table(keys: &BTreeSet<String>) -> Schema {
    let about = "The table, as in a record's states; what is left out is as when a round begins.";
    let table = keys.iter().fold(Keys::new(about), |table, key| {
        table.may(key, any("As it is when the first move is made."))
    });
    table.table()
}

fn step(after: &BTreeSet<String>) -> Schema {
    let moves = "Moves, by whoever's turn it is, which may be said before the move: \"red: end\".";
    let mut play = list(moves, text("A move."));
    play.insert("minItems".into(), 1.into());
    Keys::new("A step.")
        .may("play", play)
        .may(
            "events",
            list(
                "Lines that must be told in this order; others may lie between.",
                text("An event."),
            ),
        )
        .may("never", list("Lines that must not be told.", text("An event.")))
        .may("refuse", text("A move that must be refused, and change nothing."))
        .may("because", text("The word of the refusal: \"cannot-pay\"."))
        .may("expect", expect(after))
        .rule("minProperties", json!(1))
        .rule("dependencies", json!({ "refuse": ["because"], "because": ["refuse"] }))
        .table()
}

fn expect(after: &BTreeSet<String>) -> Schema {
    let keys =
        Keys::new("What must hold after the step: keys of the table, or of what follows from it.")
            .may("legal", list("Exactly these moves.", text("A move.")))
            .may("can", list("These moves at least.", text("A move.")));
    let keys = after.iter().fold(keys, |keys, key| {
        keys.may(key, any("Tables as far as keys are given, lists wholly."))
    });
    let keys = AT_THE_END
        .iter()
        .fold(keys, |keys, key| keys.may(key, any("Only at the end of the game.")));
    keys.rule("minProperties", json!(1)).table()
}
