//! Compiles the verbs that offer moves and record why others are refused. A verb and its arguments come in; an operand that
//! adds to the legal moves goes out. Called by `expressions`.

use std::ops::Range;

use smallvec::SmallVec;

use super::compile::{Out, ScriptCompiler, slip};
use super::expressions::set_of_one;
use super::machine::{MOST_MOVES, Machine, NONE, RefusalSearch};
use super::operand::{CompiledExpression, Operand};
use super::types::Type;
use super::verbs::Verb;
use crate::source::Code as Kind;
use crate::syntax::Expr;
use crate::table::{CardSet, FaultKind, Gap};

/// Moves that are offered for the price of a step.
const MOVES_A_STEP: u32 = 4;

impl<S: CardSet> ScriptCompiler<'_, S> {
    pub(super) fn offers(
        &mut self,
        verb: &'static Verb,
        expr: &Expr,
        arguments: &[Expr],
    ) -> Out<CompiledExpression<S>> {
        match (verb.name, arguments) {
            ("play", [word, parts @ ..]) if parts.len() <= 3 => self.play(verb, word, parts),
            ("only" | "prefer", [set, other, word]) => {
                let found = self.value(set)?;
                if !matches!(found.kind, Type::Cards | Type::Numbers) {
                    let message = format!("{} cannot be narrowed", found.kind.describe());
                    return slip(
                        Kind::ScriptType,
                        &set.range,
                        message,
                        "give cards, places or numbers",
                    );
                }
                let allowed = self.wanted(other, found.kind)?;
                let word = self.refusal(verb, word)?;
                let prefers = verb.name == "prefer";
                let is_cards = found.kind == Type::Cards;
                let operand = found.operand.with(allowed, move |m, set, allowed| {
                    let both = set.intersection(allowed);
                    let left = if prefers && both.is_empty() { set } else { both };
                    if let Some(why) = &mut m.scratch.why {
                        why.narrowed(is_cards, set, left, word);
                    }
                    left
                });
                Ok(CompiledExpression { operand, kind: found.kind })
            }
            ("refuse", [moves @ .., word]) if moves.len() <= 1 => {
                let patterns = match moves.first() {
                    Some(moves) => {
                        let name = self.quoted(verb, moves)?.to_owned();
                        Some(self.patterns(&name, moves)?)
                    }
                    None => None,
                };
                let word = self.refusal(verb, word)?;
                let run = Box::new(move |m: &mut Machine<'_, S>| {
                    let meant =
                        |pattern| patterns.as_ref().is_none_or(|all| all.contains(&pattern));
                    if let Some(why) = &mut m.scratch.why
                        && meant(why.pattern)
                    {
                        why.word.get_or_insert(word);
                    }
                    S::of_number(NONE)
                });
                Ok(CompiledExpression { operand: Operand::Run(run), kind: Type::None })
            }
            _ => Err(self.misused(verb, expr)),
        }
    }

    fn refusal(&mut self, verb: &Verb, argument: &Expr) -> Out<u8> {
        let word = self.quoted(verb, argument)?.to_owned();
        let known = self.layout.declared.refusals.iter().map(|refusal| refusal.word.as_str());
        self.declared_word(&word, &argument.range, "refusal", known)
    }

    /// The numbers of the patterns of a verb.
    fn patterns(&mut self, name: &str, argument: &Expr) -> Out<Vec<u8>> {
        let patterns = self.layout.declared.patterns.iter().enumerate();
        let found: Vec<u8> =
            patterns.filter(|(_, pattern)| pattern.verb == name).map(|(at, _)| at as u8).collect();
        if found.is_empty() {
            let known = self.layout.declared.patterns.iter().map(|pattern| pattern.verb.as_str());
            self.declared_word(name, &argument.range, "move", known)?;
        }
        Ok(found)
    }

    fn play(&mut self, verb: &Verb, word: &Expr, parts: &[Expr]) -> Out<CompiledExpression<S>> {
        let name = self.quoted(verb, word)?.to_owned();
        let patterns = self.patterns(&name, word)?;
        self.reads.declared.insert(("move", name.clone()));
        let mut operands = Vec::new();
        let mut kinds = Vec::new();
        for part in parts {
            let found = self.value(part)?;
            let (operand, kind) = match found.kind {
                Type::Cards | Type::Numbers => (found.operand, found.kind),
                Type::Number | Type::Maybe => {
                    let at = part.range.start as u32;
                    (set_of_one(self.number_of(found, part)?, at), Type::Numbers)
                }
                other => {
                    let message = format!("{} fills no gap of a move", other.describe());
                    return slip(
                        Kind::ScriptType,
                        &part.range,
                        message,
                        "give cards, places, seats or numbers",
                    );
                }
            };
            operands.push(operand);
            kinds.push(kind);
        }
        let fits = |gaps: &[Gap]| {
            let kind = |gap: &Gap| {
                if gap.is_card() { Type::Cards } else { Type::Numbers }
            };
            gaps.len() == kinds.len()
                && gaps.iter().zip(&kinds).all(|(gap, found)| kind(gap) == *found)
        };
        let declared = &self.layout.declared;
        // A pair is offered as one set.
        let is_pair = |at: u8| declared.patterns[usize::from(at)].pair && kinds == [Type::Cards];
        let found = patterns
            .iter()
            .find(|at| is_pair(**at) || fits(&declared.patterns[usize::from(**at)].gaps));
        let Some(pattern) = found.copied() else {
            let known = patterns.iter().map(|at| declared.patterns[usize::from(*at)].describe());
            let known: Vec<String> = known.collect();
            let given: Vec<&str> = kinds.iter().map(|kind| kind.describe()).collect();
            let given = if given.is_empty() { "nothing".into() } else { given.join(", ") };
            let message = format!("`{name}` is offered with {given}");
            let help = format!(
                "it is written {}",
                crate::source::list_words(known.iter().map(String::as_str))
            );
            return slip(Kind::ScriptType, &word.range, message, help);
        };
        self.frame.effects.plays |= 1 << pattern;
        // Places and seats that there are; numbers are bounded by the width.
        let limits = declared.patterns[usize::from(pattern)].gaps.iter().map(|gap| match gap {
            Gap::Card | Gap::Nth(_) => self.layout.all(),
            Gap::Place => super::expressions::first(declared.places.len()),
            Gap::Seat => super::expressions::first(declared.seats.len()),
            Gap::Number => super::expressions::first(S::CARDS - 1),
        });
        let gaps = operands.len() as u8;
        let parts: Box<[(Operand<S>, S)]> = operands.into_iter().zip(limits).collect();
        let nth: Vec<(usize, u8)> = declared.patterns[usize::from(pattern)]
            .gaps
            .iter()
            .enumerate()
            .filter_map(|(at, gap)| match gap {
                Gap::Nth(kind) => Some((at, *kind)),
                _ => None,
            })
            .collect();
        let at = word.range.start as u32;
        let pairs = is_pair(pattern);
        let run = Box::new(move |m: &mut Machine<'_, S>| {
            let mut sets = [S::default(); 3];
            if m.scratch.why.is_some() {
                m.offer_why(pattern, &parts);
            }
            for (set, (operand, limit)) in sets.iter_mut().zip(&parts) {
                *set = operand.get(m).intersection(*limit);
            }
            for (gap, kind) in &nth {
                let named = m.layout.named_by_place(&m.table, m.table.decides(), *kind);
                let elsewhere = sets[*gap].difference(named);
                if !elsewhere.is_empty() {
                    m.fail(at, FaultKind::LiesElsewhere, i64::from(elsewhere.first()));
                }
                sets[*gap] = m.table.places_in_order(m.layout, *kind, sets[*gap]);
            }
            if pairs {
                let mut left = sets[0];
                while !left.is_empty() {
                    let one = S::one(left.first());
                    left = left.without_first();
                    let set = [one, left, S::default()];
                    m.moves.push(pattern, 2, set);
                }
            } else {
                m.moves.push(pattern, gaps, sets);
            }
            let count = m.moves.len();
            if count > MOST_MOVES {
                m.fail(at, FaultKind::TooManyMoves, i64::from(count));
            }
            m.spend(count / MOVES_A_STEP, at);
            S::of_number(NONE)
        });
        Ok(CompiledExpression { operand: Operand::Run(run), kind: Type::None })
    }
}

impl<S: CardSet> Machine<'_, S> {
    /// Says why a move of this pattern is not among those that are offered, where that is asked.
    #[cold]
    fn offer_why(&mut self, pattern: u8, parts: &[(Operand<S>, S)]) {
        let count = |m: &Self| m.scratch.why.as_ref().map_or(0, RefusalSearch::count);
        let mut sets: SmallVec<[(S, Range<usize>); 3]> = SmallVec::new();
        for (operand, limit) in parts {
            let first = count(self);
            let set = operand.get(self).intersection(*limit);
            sets.push((set, first..count(self)));
        }
        if let [one] = sets.as_slice() {
            // Both cards of a pair are of the one set.
            let one = one.clone();
            sets.push(one);
        }
        if let Some(why) = &mut self.scratch.why {
            why.offered(pattern, &sets);
        }
    }
}
