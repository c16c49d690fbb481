//! Sets up the table of a scenario: its TOML goes to [`crate::script::Rules::stage`], and what does not fit comes back with its
//! position in the file. Called by `playing`.

use serde_json::{Map, Value as Json};

use super::cards;
use super::reading::Scenario;
use crate::cards::{Datum, Value};
use crate::rules::{NoListener, ScriptedChance};
use crate::script::Rules;
use crate::source::{Code, Diagnostic, Diagnostics, Fault};
use crate::table::{CardSet, Staged, Table};

/// The first state of a scenario, and the chance that it plays with.
///
/// # Errors
/// Everything that does not fit, each at its place.
pub fn set_up_table<S: CardSet>(
    rules: &Rules<S>,
    scenario: &Scenario,
) -> Result<(Table<S>, ScriptedChance), Diagnostics> {
    let staged = staged_table(rules, scenario)?;
    let mut chance = ScriptedChance::new(staged.piles, scenario.seed);
    let state =
        if scenario.set_up { rules.set_up(&mut chance, &mut NoListener) } else { staged.state };
    Ok((state, chance))
}

/// The table as the scenario gives it: the state, and the cards that are drawn first.
///
/// # Errors
/// As [`set_up_table`].
pub fn staged_table<S: CardSet>(
    rules: &Rules<S>,
    scenario: &Scenario,
) -> Result<Staged<S>, Diagnostics> {
    let staged = rules.stage(&table_json(scenario)).map_err(|misfits| {
        let mut faults = Diagnostics::new();
        for misfit in misfits {
            let there = value_at(&scenario.table, &misfit.path);
            let is_card = misfit.fault.code == Some(Code::UnknownCard);
            faults.push(match there.as_str().filter(|_| is_card) {
                Some(word) => cards::unknown(word, &rules.names, (word, there.span)),
                None => Fault { code: None, ..misfit.fault }.error(Code::Staging).at(there.span),
            });
        }
        faults
    })?;
    if scenario.set_up {
        only_piles(scenario, staged.piles.iter().map(Vec::len).sum())?;
    }
    Ok(staged)
}

/// The table of a scenario as a record has it.
pub fn table_json(scenario: &Scenario) -> Json {
    json(&scenario.table)
}

/// A game that is set up by its rules begins from nothing but the order of its piles.
fn only_piles(scenario: &Scenario, piled: usize) -> Result<(), Diagnostics> {
    let keys = scenario.table.as_table().into_iter().flat_map(|table| &table.entries);
    let zones = |value: &Value| value.as_table().cloned().unwrap_or_default();
    let mut listed = 0;
    for (key, value) in keys {
        for (_, cards) in zones(value).entries.iter().filter(|_| key.name == "zones") {
            listed += cards.as_list().map_or(0, <[Value]>::len);
        }
        if key.name != "zones" || listed > piled {
            let message = format!("`{}` is what the set-up says", key.name);
            let help = "beside `set-up = true`, list piles alone, in the order of drawing: `zones = { deck = [\"…\"] }`";
            return Err(Diagnostic::error(Code::Staging, message).at(key.span).help(help).into());
        }
    }
    Ok(())
}

/// The value without its places.
fn json(value: &Value) -> Json {
    match &value.datum {
        Datum::String(s) => Json::from(s.as_str()),
        Datum::Integer(n) => Json::from(*n),
        Datum::Float(n) => Json::from(*n),
        Datum::Boolean(b) => Json::from(*b),
        Datum::List(list) => list.iter().map(json).collect(),
        Datum::Table(table) => {
            let entries = table.entries.iter();
            let entries = entries.map(|(k, v)| (k.name.clone(), json(v)));
            Json::Object(entries.collect::<Map<_, _>>())
        }
    }
}

/// The value at a path, or the innermost one around it that is there.
fn value_at<'v>(value: &'v Value, path: &[String]) -> &'v Value {
    let Some((first, rest)) = path.split_first() else {
        return value;
    };
    let inner = match &value.datum {
        Datum::Table(table) => table.get(first),
        Datum::List(list) => first.parse().ok().and_then(|at: usize| list.get(at)),
        _ => None,
    };
    inner.map_or(value, |inner| value_at(inner, rest))
}
