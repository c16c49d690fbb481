//! The table of a scenario: from TOML to what [`Notation::stage`] reads, and its complaints back to their places.

use serde_json::{Map, Value as Json};

use super::cards;
use super::reading::Scenario;
use crate::cards::{Datum, Value};
use crate::rules::{Notation, Stacked};
use crate::source::{Code, Diagnostic, Diagnostics};

/// The first state of a scenario, and the chance that it plays with.
///
/// # Errors
/// Everything that does not fit, each at its place.
pub fn stage<G: Notation>(
    rules: &G,
    scenario: &Scenario,
) -> Result<(G::State, Stacked), Diagnostics> {
    match rules.stage(&json(&scenario.table)) {
        Ok(staged) => Ok((staged.state, Stacked::new(staged.piles, scenario.seed))),
        Err(misfits) => {
            let mut faults = Diagnostics::new();
            for misfit in misfits {
                let who = scenario.name();
                let there = value_at(&scenario.table, &misfit.path);
                faults.push(match there.as_str().filter(|_| misfit.unknown_card) {
                    Some(word) => cards::unknown(&who, word, rules.names(), (word, there.span)),
                    None => Diagnostic::error(Code::Staging, format!("{who}: {}", misfit.says))
                        .at(there.span)
                        .help(misfit.help),
                });
            }
            Err(faults)
        }
    }
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
