//! Makes edits of a script like typical mistakes: a condition negated, a number off by one, a statement left out, `<` for `<=`,
//! a filter of moves dropped. A syntax tree comes in; a list of [`TextEdit`]s goes out. `mutate` asks for them through
//! the vocabulary: a checker of the rules should notice each one.

use super::verbs::is_law;
use std::collections::BTreeSet;
use std::ops::Range;

use crate::cards::TextEdit;
use crate::syntax::{
    Comparison, Expr, ExprKind, Function, Script, Statement, StatementKind, each_expression,
};

/// Every edit of what plays: constants, and functions but for laws and what they alone call. `follows` are functions that the
/// table asks for besides those of moves and questions. `text`: what the script was read from.
pub fn edits(script: &Script, text: &str, follows: &[String]) -> Vec<TextEdit> {
    let mut walk = Walk { text, found: Vec::new() };
    for constant in &script.constants {
        walk.expression(&constant.value);
    }
    for function in played(script, follows) {
        walk.block(&function.body);
    }
    walk.found
}

/// Functions that are no laws, nor called by laws alone.
fn played<'s>(script: &'s Script, follows: &[String]) -> Vec<&'s Function> {
    let mut reached: BTreeSet<&str> = BTreeSet::new();
    let mut waiting: Vec<&Function> = script
        .functions
        .iter()
        .filter(|function| {
            let name = &function.name.text;
            follows.contains(name) || !is_law(name) && is_entry(name)
        })
        .collect();
    while let Some(function) = waiting.pop() {
        if !reached.insert(&function.name.text) {
            continue;
        }
        // Functions by their names, those of abilities by their prefixes.
        let (mut names, mut prefixes) = (BTreeSet::new(), BTreeSet::new());
        each_expression(&function.body, &mut |expr| {
            if let ExprKind::Call(name, arguments) = &expr.kind {
                names.insert(name.text.as_str());
                if let Some(ExprKind::Text(prefix)) = arguments.first().map(|first| &first.kind)
                    && name.text.starts_with("perform")
                {
                    prefixes.insert(prefix.as_str());
                }
            }
        });
        let functions = script.functions.iter();
        waiting.extend(functions.filter(|other| {
            let name = other.name.text.as_str();
            let performed = |prefix: &&str| {
                name.strip_prefix(*prefix).is_some_and(|rest| rest.starts_with('_'))
            };
            names.contains(name) || prefixes.iter().any(performed)
        }));
    }
    let functions = script.functions.iter();
    functions.filter(|function| reached.contains(function.name.text.as_str())).collect()
}

/// Whether the table calls a function of this name.
fn is_entry(name: &str) -> bool {
    matches!(name, "set_up" | "legal" | "answered")
        || ["on_", "legal_", "before_", "why_"].iter().any(|prefix| name.starts_with(prefix))
}

struct Walk<'t> {
    text: &'t str,
    found: Vec<TextEdit>,
}

impl Walk<'_> {
    fn edit(&mut self, range: &Range<usize>, new: impl Into<String>) {
        self.found.push(TextEdit { range: range.clone(), new: new.into() });
    }

    fn written(&self, expr: &Expr) -> String {
        self.text[expr.range.clone()].to_owned()
    }

    fn block(&mut self, block: &[Statement]) {
        for statement in block {
            let kind = &statement.kind;
            if matches!(
                kind,
                StatementKind::Do(_)
                    | StatementKind::Assign { .. }
                    | StatementKind::Return(_)
                    | StatementKind::Break
                    | StatementKind::Continue
            ) {
                self.edit(&statement.range, "pass");
            }
            if let StatementKind::If { arms, .. } = kind {
                for (condition, _) in arms {
                    self.negate(condition);
                }
            }
            for expr in kind.expressions() {
                self.expression(expr);
            }
            for inner in kind.blocks() {
                self.block(inner);
            }
        }
    }

    fn negate(&mut self, condition: &Expr) {
        let new = match &condition.kind {
            ExprKind::Not(inner) => self.written(inner),
            _ => format!("not ({})", self.written(condition)),
        };
        self.edit(&condition.range, new);
    }

    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Number(number) => {
                let others = [number.checked_add(1), number.checked_sub(1)];
                for other in others.into_iter().flatten() {
                    self.edit(&expr.range, other.to_string());
                }
            }
            ExprKind::Compare(comparison, a, b) => {
                let other = match comparison {
                    Comparison::Less => Comparison::AtMost,
                    Comparison::AtMost => Comparison::Less,
                    Comparison::More => Comparison::AtLeast,
                    Comparison::AtLeast => Comparison::More,
                    // The other way round is what a negated condition is.
                    _ => *comparison,
                };
                if other != *comparison {
                    self.between(a, b, comparison.sign(), other.sign());
                }
            }
            ExprKind::And(a, b) => self.between(a, b, "and", "or"),
            ExprKind::Or(a, b) => self.between(a, b, "or", "and"),
            ExprKind::Choice { condition, .. } => self.negate(condition),
            ExprKind::Call(name, arguments) if matches!(name.text.as_str(), "only" | "prefer") => {
                if let Some(set) = arguments.first() {
                    let set = self.written(set);
                    self.edit(&expr.range, set);
                }
            }
            _ => {}
        }
        for part in expr.kind.parts() {
            self.expression(part);
        }
    }

    /// Another sign between two operands.
    fn between(&mut self, a: &Expr, b: &Expr, old: &str, new: &str) {
        let gap = a.range.end..b.range.start;
        let found = self.text.get(gap.clone()).and_then(|gap| gap.find(old));
        if let Some(at) = found {
            let start = gap.start + at;
            self.edit(&(start..start + old.len()), new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse_script;

    fn edited(text: &str) -> Vec<String> {
        let all = edits(&parse_script(text).unwrap(), text, &[]).into_iter();
        all.map(|edit| {
            let mut text = text.to_owned();
            text.replace_range(edit.range, &edit.new);
            text.replace('\n', ";").replace("    ", " ")
        })
        .collect()
    }

    #[test]
    fn each_slip_is_made_once() {
        let text = "def legal(t, me):\n    if (t.a) < 3 and not t.b:\n        return\n";
        assert_eq!(
            edited(text),
            [
                "def legal(t, me):; if not ((t.a) < 3 and not t.b):;  return;",
                "def legal(t, me):; if (t.a) < 3 or not t.b:;  return;",
                "def legal(t, me):; if (t.a) <= 3 and not t.b:;  return;",
                "def legal(t, me):; if (t.a) < 4 and not t.b:;  return;",
                "def legal(t, me):; if (t.a) < 2 and not t.b:;  return;",
                "def legal(t, me):; if (t.a) < 3 and not t.b:;  pass;",
            ]
        );
    }

    #[test]
    fn laws_and_what_they_alone_call_are_left() {
        let text = "def law_a(t):\n    return sums(t) == 3\n\ndef sums(t):\n    return t.a + 1\n\ndef set_up(t):\n    seen(t)\n\ndef seen(t):\n    t.turn = 2\n\ndef seen_all(t):\n    return t.a == 5\n";
        let lines: BTreeSet<usize> = edits(&parse_script(text).unwrap(), text, &[])
            .iter()
            .map(|edit| text[..edit.range.start].matches('\n').count() + 1)
            .collect();
        assert_eq!(lines, BTreeSet::from([8, 11]), "set_up and what it calls");
    }
}
