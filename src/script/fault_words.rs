//! Says what went wrong in a script, and where. A [`RunFault`] or a byte of the script comes in, words go out.

use super::game::Rules;
use super::operand::beyond_sets;
use crate::source::Span;
use crate::table::{CardSet, FaultKind, MOST_FACTS, MOST_SIDES, MOST_WORDS, RunFault};

impl<S: CardSet> Rules<S> {
    /// What went wrong in the script, with its line: `rules.star:17:5: …`.
    pub fn describe_fault(&self, fault: &RunFault) -> String {
        let value = fault.value;
        let what = match fault.kind {
            FaultKind::NotOne if value == 0 => {
                "one card is meant, here is none: ask first whether there is one".into()
            }
            FaultKind::NotOne => format!("one card is meant, here are {value}"),
            FaultKind::NoSuch => format!("there is no seat, place or entry number {value}"),
            FaultKind::BeyondSets => beyond_sets::<S>(value),
            FaultKind::Sides => {
                format!("a die of {value} sides cannot be rolled: it has from 1 to {MOST_SIDES}")
            }
            FaultKind::Overflow => "a number beyond 64 bits".into(),
            FaultKind::ByZero => "a division by 0".into(),
            FaultKind::NotANumber => "None where a number is meant".into(),
            FaultKind::Range => format!("{value} is beyond the range of the counter"),
            FaultKind::TooManySteps => format!("more than {value} steps in one move"),
            FaultKind::TooLong => "the game as a whole takes too many steps".into(),
            FaultKind::TooManyMoves => format!("{value} moves are offered at once"),
            FaultKind::TooManyQuestions => "more questions than can wait".into(),
            FaultKind::TooManyFacts => {
                format!(
                    "seats were told more than they can keep at the same time: {MOST_FACTS} facts, or {MOST_WORDS} sets and numbers in them"
                )
            }
            FaultKind::LiesElsewhere => {
                let card = usize::try_from(value).ok().and_then(|at| self.names.cards.get(at));
                let card = card.map_or("a card", String::as_str);
                format!(
                    "`{card}` cannot be named by where it lies: so are cards of that zone, and where each seat has its own, the opponent's"
                )
            }
            FaultKind::TooFewCards => format!("{value} cards are to be drawn"),
        };
        let (line, _, code) = self.place(fault.at);
        format!("{line}: {what} (`{code}`)")
    }

    /// The line and column of a byte of the script (`rules.star:17:5`), its place up to the end of the line, and the line.
    pub(super) fn place(&self, at: u32) -> (String, Option<Span>, &str) {
        let at = (at as usize).min(self.text.len());
        let (before, after) = self.text.split_at(at);
        let line = before.matches('\n').count() + 1;
        let start = before.rsplit('\n').next();
        let column = start.map_or(1, |start| start.chars().count() + 1);
        let code = self.text.lines().nth(line - 1).unwrap_or_default().trim();
        let rest = after.lines().next().unwrap_or_default().trim_end();
        let span = (!rest.is_empty()).then(|| Span::new(self.file, at..at + rest.len()));
        (format!("{}:{line}:{column}", self.path), span, code)
    }
}
