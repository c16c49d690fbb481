//! The clauses of a game, and those that no scenario shows.

use super::reading::Scenario;
use super::report::ScenarioReport;
use crate::cards::{Pack, is_clause};
use crate::rules::Property;
use crate::source::{Code, Diagnostic, Diagnostics, Files, Span, did_you_mean};

/// Notes in `report` which clauses have no scenario, and what is wrong with the citations. The `laws` of its variant
/// may be cited as well: a scenario that a broken law left behind.
pub fn note<'l>(
    pack: &Pack,
    scenarios: &[Scenario],
    laws: impl Fn(&Scenario) -> &'l [Property],
    files: &mut Files,
    report: &mut ScenarioReport,
) {
    let prefix = pack.game.scenarios.clauses.as_deref();
    let clauses = citable(pack, files);

    for scenario in scenarios {
        let laws = laws(scenario);
        for (cite, span) in &scenario.cites {
            if !laws.iter().any(|law| law.id == *cite) {
                known(cite, prefix, *span, &clauses, &mut report.faults);
            }
        }
    }
    let cited = scenarios.iter().flat_map(|s| &s.cites);
    let cited: Vec<&String> = cited.map(|c| &c.0).collect();
    for (clause, span, why) in &pack.game.scenarios.not_on_a_table {
        let name = cited_as(pack, clause);
        known(&name, prefix, *span, &clauses, &mut report.faults);
        if cited.contains(&&name) {
            let message = format!("`{clause}` is said to be on no table, but a scenario shows it");
            let help = "take it out of `not-on-a-table`, or out of the scenario's `cites`";
            report.faults.push(
                Diagnostic::error(Code::ClauseOnATable, message)
                    .at(*span)
                    .help(help),
            );
        }
        report.not_on_a_table.push((name, why.clone()));
    }
    let declared = |c: &String| report.not_on_a_table.iter().any(|(name, _)| name == c);
    let without = clauses.iter();
    report.without = without
        .filter(|c| !cited.contains(c) && !declared(c))
        .cloned()
        .collect();
}

/// The clauses of a game as scenarios cite them: those of rules.md, then the rulings that it does not hold.
pub(super) fn citable(pack: &Pack, files: &mut Files) -> Vec<String> {
    let mut clauses = pack.clauses(files);
    for ruling in pack.game.rulings.iter().map(|r| &r.id) {
        if is_clause(ruling) && !clauses.contains(ruling) {
            clauses.push(ruling.clone());
        }
    }
    clauses.iter().map(|c| cited_as(pack, c)).collect()
}

/// "CH2-R7" for "R7".
fn cited_as(pack: &Pack, clause: &str) -> String {
    match &pack.game.scenarios.clauses {
        Some(prefix) => format!("{prefix}-{clause}"),
        None => clause.to_owned(),
    }
}

fn known(
    clause: &str,
    prefix: Option<&str>,
    span: Span,
    clauses: &[String],
    faults: &mut Diagnostics,
) {
    if clauses.iter().any(|c| c == clause) {
        return;
    }
    let (other, rest) = clause.split_once('-').unwrap_or_default();
    let elsewhere = prefix.filter(|own| other != *own && is_clause(rest));
    // `R9` for `CH2-R9`, and `CH1-R9`.
    let bare = prefix.filter(|_| is_clause(clause));
    let same = elsewhere.map(|own| format!("{own}-{rest}"));
    let same = same.or_else(|| bare.map(|own| format!("{own}-{clause}")));
    let same = same
        .as_deref()
        .filter(|same| clauses.iter().any(|c| c == same));
    let near = || did_you_mean(clause, clauses.iter().map(String::as_str));
    let help = match same.or_else(near) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "a clause stands in rules.md as `**R1**`, a ruling in game.toml".to_owned(),
    };
    let message = match elsewhere {
        Some(own) => {
            format!("`{clause}` is a clause of another game: those of this one begin with `{own}-`")
        }
        None => format!("the rules have no clause `{clause}`"),
    };
    faults.push(
        Diagnostic::error(Code::UnknownClause, message)
            .at(span)
            .help(help),
    );
}
