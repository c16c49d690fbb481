//! The clauses of a game, and those that no scenario shows.

use super::reading::Scenario;
use super::report::ScenarioReport;
use crate::cards::Pack;
use crate::rules::Property;
use crate::source::{Code, Diagnostic, Diagnostics, Files, Span, did_you_mean};

/// Kinds of clauses that scenarios show: rules, examples, rulings.
const KINDS: [char; 3] = ['R', 'E', 'G'];

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
    let full = |clause: &str| prefix.map_or_else(|| clause.to_owned(), |p| format!("{p}-{clause}"));
    let clauses: Vec<String> = clauses(pack, files).iter().map(|c| full(c)).collect();

    for scenario in scenarios {
        let laws = laws(scenario);
        for (cite, span) in &scenario.cites {
            if !laws.iter().any(|law| law.id == *cite) {
                known(cite, *span, &clauses, &mut report.faults);
            }
        }
    }
    let cited = scenarios.iter().flat_map(|s| &s.cites);
    let cited: Vec<&String> = cited.map(|c| &c.0).collect();
    for (clause, span, why) in &pack.game.scenarios.not_on_a_table {
        let name = full(clause);
        known(&name, *span, &clauses, &mut report.faults);
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

fn known(clause: &str, span: Span, clauses: &[String], faults: &mut Diagnostics) {
    if clauses.iter().any(|c| c == clause) {
        return;
    }
    let help = match did_you_mean(clause, clauses.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "a clause stands in rules.md as `**R1**`, a ruling in game.toml".to_owned(),
    };
    let message = format!("the rules have no clause `{clause}`");
    faults.push(
        Diagnostic::error(Code::UnknownClause, message)
            .at(span)
            .help(help),
    );
}

/// The clauses of `rules.md` in its order, then the rulings of `game.toml` that it does not hold.
fn clauses(pack: &Pack, files: &mut Files) -> Vec<String> {
    // A game may do without rules.md.
    let text = pack.folder.text("rules.md", files);
    let text = text.map_or_else(|_| String::new(), |(_, text)| text.to_string());
    let bold = text.split("**");
    let rulings = pack.game.rulings.iter().map(|r| r.id.as_str());
    let mut clauses: Vec<String> = Vec::new();
    for word in bold.chain(rulings).filter(|word| is_clause(word)) {
        if !clauses.iter().any(|c| c == word) {
            clauses.push(word.to_owned());
        }
    }
    clauses
}

/// "R7", "E12", "G3".
fn is_clause(word: &str) -> bool {
    let Some(number) = word.strip_prefix(KINDS) else {
        return false;
    };
    !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_is_a_letter_and_a_number() {
        for word in ["R7", "E12", "G3"] {
            assert!(is_clause(word), "{word}");
        }
        for word in ["R", "I7", "R7b", "Admiral", ""] {
            assert!(!is_clause(word), "{word}");
        }
    }
}
