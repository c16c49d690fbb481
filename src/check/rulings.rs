#![doc = include_str!("../source/codes/D414.md")]

use super::citations::near_clause;
use super::game_data::GameData;
use crate::source::{Code, Diagnostics, Files};

/// Each ruling rests on a clause of rules.md, asks something and decides it.
pub fn check_rulings(data: &GameData<'_>, files: &mut Files, faults: &mut Diagnostics) {
    let rulings = &data.pack.game.rulings;
    if rulings.is_empty() {
        return;
    }
    // A game may do without rules.md.
    let clauses = data.pack.clauses(files);
    for ruling in rulings {
        let id = &ruling.id;
        for (key, text, at, example) in [
            ("rule", &ruling.rule, ruling.rule_span, "the clause it rests on, such as `R1`"),
            ("question", &ruling.question, ruling.question_span, "what the rules leave open"),
            ("decision", &ruling.decision, ruling.decision_span, "what is decided"),
        ] {
            if text.trim().is_empty() {
                faults.error(
                    Code::RulingWithoutRule,
                    at,
                    format!("the {key} of ruling `{id}` is empty"),
                    format!("write {example}"),
                );
            }
        }
        let others: Vec<&str> =
            clauses.iter().filter(|clause| *clause != id).map(String::as_str).collect();
        let rule = ruling.rule.as_str();
        if clauses.is_empty() || rule.trim().is_empty() || others.contains(&rule) {
            continue;
        }
        faults.error(
            Code::RulingWithoutRule,
            ruling.rule_span,
            format!("ruling `{id}` rests on `{rule}`, which is no clause of rules.md"),
            near_clause(rule, &others),
        );
    }
}
