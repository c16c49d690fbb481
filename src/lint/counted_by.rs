#![doc = include_str!("../source/codes/D403.md")]

use super::sight::Sight;
use crate::source::{Code, Diagnostic, Diagnostics, Files, did_you_mean};

/// Each line of `[components]` names a clause of rules.md that counts the cards.
pub fn look(sight: &Sight<'_>, files: &mut Files, faults: &mut Diagnostics) {
    let pack = sight.proof.pack;
    if pack.game.components.is_empty() {
        return;
    }
    let clauses = pack.clauses(files);
    let rulings = pack.game.rulings.iter().map(|ruling| &ruling.id);
    let known: Vec<&str> = clauses.iter().chain(rulings).map(String::as_str).collect();
    // A game may do without rules.md.
    if clauses.is_empty() {
        return;
    }
    for component in &pack.game.components {
        let Some((rule, at)) = &component.rule else {
            continue;
        };
        if known.contains(&rule.as_str()) {
            continue;
        }
        let help = match did_you_mean(rule, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "name a clause that stands in rules.md, as `**R1**`".to_owned(),
        };
        let deck = &component.deck;
        let message = format!("`{deck}` is counted by `{rule}`, which is no clause of rules.md");
        faults.push(
            Diagnostic::error(Code::UnknownClause, message)
                .at(*at)
                .help(help),
        );
    }
}
