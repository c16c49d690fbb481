#![doc = include_str!("../source/codes/D414.md")]

use super::sight::Sight;
use crate::source::{Code, Diagnostic, Diagnostics, Files, did_you_mean};

/// Each ruling rests on a clause of rules.md, asks something and decides it.
pub fn look(sight: &Sight<'_>, files: &mut Files, faults: &mut Diagnostics) {
    let proof = sight.proof;
    let rulings = &proof.pack.game.rulings;
    if rulings.is_empty() {
        return;
    }
    // A game may do without rules.md.
    let clauses = proof.pack.clauses(files);
    for ruling in rulings {
        let id = &ruling.id;
        for (key, text, at, example) in [
            (
                "rule",
                &ruling.rule,
                ruling.rule_span,
                "the clause it rests on, such as `R1`",
            ),
            (
                "question",
                &ruling.question,
                ruling.question_span,
                "what the rules leave open",
            ),
            (
                "decision",
                &ruling.decision,
                ruling.decision_span,
                "what is decided",
            ),
        ] {
            if text.trim().is_empty() {
                let message = format!("the {key} of ruling `{id}` is empty");
                faults.push(
                    Diagnostic::error(Code::RulingWithoutRule, message)
                        .at(at)
                        .help(format!("write {example}")),
                );
            }
        }
        let others = clauses.iter().filter(|clause| *clause != id);
        let others: Vec<&str> = others.map(String::as_str).collect();
        let rule = ruling.rule.as_str();
        if clauses.is_empty() || rule.trim().is_empty() || others.contains(&rule) {
            continue;
        }
        let help = match did_you_mean(rule, others.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "name a clause that stands in rules.md, as `**R1**`".to_owned(),
        };
        let message = format!("ruling `{id}` rests on `{rule}`, which is no clause of rules.md");
        faults.push(
            Diagnostic::error(Code::RulingWithoutRule, message)
                .at(ruling.rule_span)
                .help(help),
        );
    }
}
