//! Finds the clauses and refusals that no scenario shows, and citations of clauses that do not exist. A pack and its scenarios
//! come in; both lists go into the report. Called by `running`.

use std::collections::BTreeSet;

use super::reading::{Act, Scenario};
use super::report::ScenarioReport;
use crate::cards::{Pack, Value};
use crate::check::{citable, cited_as, unknown_citation};
use crate::rules::Property;
use crate::source::{Code, Diagnostic, Files};

/// Notes in `report` which clauses have no scenario, and what is wrong with the citations. The `laws` of its variant
/// may be cited as well: a scenario that a broken law left behind.
pub fn note<'l>(
    pack: &Pack,
    scenarios: &[Scenario],
    laws: impl Fn(&Scenario) -> &'l [Property],
    files: &mut Files,
    report: &mut ScenarioReport,
) {
    let clauses = citable(pack, files);
    let mut faults = Vec::new();

    for scenario in scenarios {
        let laws = laws(scenario);
        for (cite, span) in &scenario.cites {
            if !laws.iter().any(|law| law.id == *cite) {
                faults.extend(unknown_citation(pack, cite, *span, &clauses));
            }
        }
    }
    let cited = scenarios.iter().flat_map(|s| &s.cites);
    let cited: Vec<&String> = cited.map(|c| &c.0).collect();
    for (clause, span, why) in &pack.game.scenarios.not_on_a_table {
        let name = cited_as(pack, clause);
        faults.extend(unknown_citation(pack, &name, *span, &clauses));
        if cited.contains(&&name) {
            let message = format!("`{clause}` is said to be on no table, but a scenario shows it");
            let help = "take it out of `not-on-a-table`, or out of the scenario's `cites`";
            faults.push(Diagnostic::error(Code::ClauseOnATable, message).at(*span).help(help));
        }
        report.not_on_a_table.push((name, why.clone()));
    }
    faults.into_iter().for_each(|fault| report.faults.push(fault));
    let declared = |c: &String| report.not_on_a_table.iter().any(|(name, _)| name == c);
    let without = clauses.iter();
    report.without = without.filter(|c| !cited.contains(c) && !declared(c)).cloned().collect();
    report.unshown_refusals = unshown_refusals(pack, scenarios);
}

/// The refusals with which no scenario expects a move to be refused, each with its clause: "`follow-suit` (R4)".
fn unshown_refusals(pack: &Pack, scenarios: &[Scenario]) -> Vec<String> {
    let steps = scenarios.iter().flat_map(|scenario| &scenario.steps);
    let shown: BTreeSet<&str> = steps
        .filter_map(|step| match &step.act {
            Act::Refuse { because, .. } => Some(because.0.as_str()),
            _ => None,
        })
        .collect();
    let table = pack.game.table.as_ref().map(|(table, _)| table);
    let declared = table.and_then(|table| table.get("refusals"));
    let declared = declared.and_then(Value::as_table).map(|all| &all.entries);
    let unshown = declared.into_iter().flatten();
    let unshown = unshown.filter(|(key, _)| !shown.contains(key.name.as_str()));
    let unshown = unshown.map(|(key, refusal)| {
        let rule = refusal.as_table().and_then(|table| table.get("rule"));
        match rule.and_then(Value::as_str) {
            Some(rule) => format!("`{}` ({rule})", key.name),
            None => format!("`{}`", key.name),
        }
    });
    unshown.collect()
}
