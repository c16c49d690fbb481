#![doc = include_str!("../source/codes/D403.md")]

use super::citations::near_clause;
use super::game_data::GameData;
use crate::cards::{Pack, Value, is_clause};
use crate::source::{Code, Diagnostics, Files, Span};

/// A clause that something of the game names: "`good` is counted by", the clause, and where.
type Named<'p> = (String, &'p str, Span);

/// What `[components]`, words of `[table]` and laws name is a clause of rules.md or a ruling.
pub fn check_unknown_clause(data: &GameData<'_>, files: &mut Files, faults: &mut Diagnostics) {
    let pack = data.pack;
    let clauses = pack.clauses(files);
    let known: Vec<&str> = clauses
        .iter()
        .chain(pack.game.rulings.iter().map(|ruling| &ruling.id))
        .map(String::as_str)
        .collect();
    // A game may do without rules.md.
    if clauses.is_empty() {
        return;
    }
    let counted = pack.game.components.iter().filter_map(|component| {
        let (clause, at) = component.rule.as_ref()?;
        Some((format!("`{}` is counted by", component.deck), clause.as_str(), *at))
    });
    for (by, clause, at) in counted.chain(words(pack)).chain(laws(pack)) {
        if known.contains(&clause) {
            continue;
        }
        faults.error(
            Code::UnknownClause,
            at,
            format!("{by} `{clause}`, which is no clause of rules.md"),
            near_clause(clause, &known),
        );
    }
}

/// Refusals and notes, each with the `rule` that it rests on.
fn words(pack: &Pack) -> impl Iterator<Item = Named<'_>> {
    let table = pack.game.table.iter();
    table
        .flat_map(|(table, _)| ["refusals", "notes"].map(|kind| table.get(kind)))
        .filter_map(|words| words?.as_table())
        .flat_map(|words| &words.entries)
        .filter_map(|(word, value)| {
            let rule = value.as_table()?.get("rule")?;
            let clause = Value::as_str(rule)?;
            let by = format!("`{}` rests on", word.name);
            (!clause.is_empty()).then_some((by, clause, rule.span))
        })
}

/// What laws say first: `CAP-R5, CAP-G9: …`. Invariants, such as `CAP-I3`, are the script's own.
fn laws(pack: &Pack) -> Vec<Named<'_>> {
    let Some((script, tree)) = pack.game.script.as_ref().and_then(|s| Some((s, s.tree().ok()?)))
    else {
        return Vec::new();
    };
    let prefix = pack.game.scenarios.clauses.as_deref();
    let mut found = Vec::new();
    for function in &tree.functions {
        let cited = function.doc.as_deref().and_then(|doc| doc.split_once(':'));
        for cited in cited.into_iter().flat_map(|(cited, _)| cited.split(", ")) {
            let clause = match prefix {
                Some(prefix) => cited.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('-')),
                None => Some(cited),
            };
            if let Some(clause) = clause.filter(|clause| is_clause(clause)) {
                let by = format!("`{}` cites", function.name.text);
                let at = Span::new(script.file, function.name.range.clone());
                found.push((by, clause, at));
            }
        }
    }
    found
}
