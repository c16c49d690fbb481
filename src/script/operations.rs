//! Compiles operations on two values: `and`, `or`, arithmetic, sets, comparisons. Two expressions come in; an operand and its
//! type go out. Called by `expressions`.

use std::ops::Range;

use super::compile::{Out, ScriptCompiler, slip};
use super::expressions::{is_true, set_of_one};
use super::machine::{Machine, NONE};
use super::operand::{CompiledExpression, Operand};
use super::types::Type;
use crate::source::{Code as Kind, did_you_mean, list_words};
use crate::syntax::{Comparison, Expr, Operator, ScriptSlip};
use crate::table::{CardSet, FaultKind};

impl<S: CardSet> ScriptCompiler<'_, S> {
    /// `and` gives the first that is not so, `or` the first that is, or else the last.
    pub(super) fn joined(
        &mut self,
        is_and: bool,
        a: &Expr,
        b: &Expr,
        place: &Range<usize>,
    ) -> Out<CompiledExpression<S>> {
        let left = self.value(a)?;
        // Where the left one is known the right one always runs, or never.
        let known = left.operand.constant().and_then(|value| {
            let is_so = self.truth_of(left.kind, &a.range).ok()?;
            Some(is_so(value) == is_and)
        });
        let mut right_kind = Type::None;
        let mut right_of = |compiler: &mut Self| {
            let right = compiler.value(b)?;
            right_kind = right.kind;
            Ok(right.operand.run())
        };
        let right = match known {
            Some(runs) => self.reached_if(runs, right_of)?,
            None => self.noting(&mut right_of)?,
        };
        let kind = match (left.kind, right_kind) {
            (one, other) if one == other => one,
            // `or` never returns `None` from its left side.
            (Type::Maybe, Type::Number) if !is_and => Type::Number,
            (one, other) => one.join(other).ok_or_else(|| {
                let mut slip = self.two_types(one, other, place);
                slip.help = "compare both, so that each is True or False".into();
                slip
            })?,
        };
        let is_so = self.truth_of(left.kind, &a.range)?;
        if let Some(runs) = known {
            let operand = if runs { Operand::Run(right) } else { left.operand };
            return Ok(CompiledExpression { operand, kind });
        }
        let left = left.operand.run();
        let run = Box::new(move |m: &mut Machine<'_, S>| {
            let value = left(m);
            if is_so(value) == is_and { right(m) } else { value }
        });
        Ok(CompiledExpression { operand: Operand::Run(run), kind })
    }

    pub(super) fn binary(
        &mut self,
        operator: Operator,
        a: &Expr,
        b: &Expr,
        place: &Range<usize>,
    ) -> Out<CompiledExpression<S>> {
        let at = place.start as u32;
        let (mut left, mut right) = (self.value(a)?, self.value(b)?);
        // A number combined with a set of numbers counts as a set of one.
        match (left.kind, right.kind) {
            (Type::Number, Type::Numbers) => {
                left.operand = set_of_one(left.operand, a.range.start as u32);
                left.kind = Type::Numbers;
            }
            (Type::Numbers, Type::Number) => {
                right.operand = set_of_one(right.operand, b.range.start as u32);
                right.kind = Type::Numbers;
            }
            _ => {}
        }
        let sets = |kind: Type| matches!(kind, Type::Cards | Type::Numbers);
        if sets(left.kind) || sets(right.kind) {
            if left.kind != right.kind {
                return Err(self.two_types(left.kind, right.kind, place));
            }
            let (a, b) = (left.operand, right.operand);
            let operand = match operator {
                Operator::Both => a.zip(b, S::intersection),
                Operator::Either => a.zip(b, S::union),
                Operator::Subtract => a.zip(b, S::difference),
                other => {
                    let message = format!("`{}` between sets", other.sign());
                    let help = "sets have `&` (in both), `|` (in either) and `-` (without)";
                    return slip(Kind::ScriptType, place, message, help);
                }
            };
            return Ok(CompiledExpression { operand, kind: left.kind });
        }
        if matches!(operator, Operator::Both | Operator::Either) {
            let message = format!(
                "`{}` between {} and {}",
                operator.sign(),
                left.kind.describe(),
                right.kind.describe()
            );
            let word = if operator == Operator::Both { "and" } else { "or" };
            return slip(Kind::ScriptType, place, message, format!("write `{word}`"));
        }
        let (left, right) = (self.number_of(left, a)?, self.number_of(right, b)?);
        let operand =
            match operator {
                Operator::Add => left
                    .with(right, move |m, a, b| m.checked(a.number().checked_add(b.number()), at)),
                Operator::Subtract => left
                    .with(right, move |m, a, b| m.checked(a.number().checked_sub(b.number()), at)),
                Operator::Multiply => left
                    .with(right, move |m, a, b| m.checked(a.number().checked_mul(b.number()), at)),
                // Rounded down, and a rest with the sign of the divisor, as in Python.
                Operator::Divide => left.with(right, move |m, a, b| {
                    let (a, b) = (a.number(), b.number());
                    if b == 0 {
                        m.fail(at, FaultKind::ByZero, a);
                        return S::of_number(0);
                    }
                    let rest =
                        a.checked_rem(b).map(|rest| i64::from(rest != 0 && (rest < 0) != (b < 0)));
                    m.checked(a.checked_div(b).zip(rest).map(|(whole, less)| whole - less), at)
                }),
                _ => left.with(right, move |m, a, b| {
                    let (a, b) = (a.number(), b.number());
                    if b == 0 {
                        m.fail(at, FaultKind::ByZero, a);
                        return S::of_number(0);
                    }
                    let rest = a.wrapping_rem(b);
                    S::of_number(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
                }),
            };
        Ok(CompiledExpression { operand, kind: Type::Number })
    }

    pub fn number_of(&self, found: CompiledExpression<S>, expr: &Expr) -> Out<Operand<S>> {
        let at = expr.range.start as u32;
        match found.kind {
            Type::Number => Ok(found.operand),
            Type::Maybe => Ok(found.operand.then(move |m, a| m.some_number(a, at))),
            other => {
                let message = format!("this is {}, not a number", other.describe());
                let help = if other == Type::Bool {
                    "write `1 if … else 0`"
                } else {
                    "calculate with numbers"
                };
                let slip = ScriptSlip::new(Kind::ScriptType, expr.range.clone(), message, help);
                Err(self.at_its_value(slip, other))
            }
        }
    }

    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        a: &Expr,
        b: &Expr,
        place: &Range<usize>,
    ) -> Out<CompiledExpression<S>> {
        use Comparison::{AtLeast, AtMost, Equal, In, Less, More, NotIn, Unequal};
        let (left, right) = (self.value(a)?, self.value(b)?);
        let is_equal = matches!(comparison, Equal | Unequal);
        let truth = |operand| Ok(CompiledExpression { operand, kind: Type::Bool });
        if let (Type::Word(column), Type::Text(text)) | (Type::Text(text), Type::Word(column)) =
            (left.kind, right.kind)
            && is_equal
        {
            let text_at = if matches!(left.kind, Type::Text(_)) { a } else { b };
            let word = self.word_of_column(column, text, &text_at.range)?;
            let of = if matches!(left.kind, Type::Text(_)) { right.operand } else { left.operand };
            let equal = comparison == Equal;
            return truth(of.map(move |a| is_true((a.number() == word) == equal)));
        }
        if let (Type::Text(one), Type::Text(other)) = (left.kind, right.kind)
            && is_equal
        {
            let same = (self.texts[usize::from(one)] == self.texts[usize::from(other)])
                == (comparison == Equal);
            return truth(Operand::Constant(is_true(same)));
        }
        match comparison {
            In | NotIn => {
                let is_in = comparison == In;
                let at = a.range.start as u32;
                match (left.kind, right.kind) {
                    (Type::Cards, Type::Cards) => {
                        truth(left.operand.with(right.operand, move |m, card, set| {
                            let card = m.one_card(card, at);
                            is_true(set.has(card) == is_in)
                        }))
                    }
                    (Type::Number, Type::Numbers) => {
                        truth(left.operand.zip(right.operand, move |number, set| {
                            let number = number.number();
                            let inside =
                                (0..S::CARDS as i64).contains(&number) && set.has(number as u8);
                            is_true(inside == is_in)
                        }))
                    }
                    (Type::Word(of), Type::Words(other)) if of == other => {
                        truth(left.operand.zip(right.operand, move |word, set| {
                            let inside = word.number() != NONE && set.has(word.number() as u8);
                            is_true(inside == is_in)
                        }))
                    }
                    (Type::Text(text), Type::Words(of)) => {
                        let word = self.word_of_column(of, text, &a.range)? as u8;
                        truth(right.operand.map(move |set| is_true(set.has(word) == is_in)))
                    }
                    (Type::Word(of), Type::Bag(other)) if of == other => {
                        let bags = self.bags.clone();
                        let (word, bag) = (left.operand.run(), right.operand.run());
                        truth(Operand::Run(Box::new(move |m| {
                            let word = u16::try_from(word(m).number());
                            let bag = bags.get(bag(m).number() as usize);
                            let inside = word.ok().zip(bag);
                            let inside = inside.is_some_and(|(word, bag)| bag.count(word) > 0);
                            is_true(inside == is_in)
                        })))
                    }
                    (Type::Text(text), Type::Bag(of)) => {
                        let word = self.word_of_column(of, text, &a.range)? as u16;
                        let bags = self.bags.clone();
                        let run = right.operand.run();
                        truth(Operand::Run(Box::new(move |m| {
                            let bag = bags.get(run(m).number() as usize);
                            let inside = bag.is_some_and(|bag| bag.count(word) > 0);
                            is_true(inside == is_in)
                        })))
                    }
                    (one, Type::List(list)) if one == self.entry_of(list) => {
                        let numbers = self.lists[usize::from(list)].clone();
                        let run = left.operand.run();
                        truth(Operand::Run(Box::new(move |m| {
                            let number = run(m).number();
                            is_true(numbers.contains(&number) == is_in)
                        })))
                    }
                    (one, other) => {
                        let message =
                            format!("`in` between {} and {}", one.describe(), other.describe());
                        let help = "write `card in cards`, or `number in places`";
                        slip(Kind::ScriptType, place, message, help)
                    }
                }
            }
            Equal | Unequal => {
                let value = |kind: Type| {
                    !matches!(kind, Type::Text(_) | Type::List(_) | Type::Table | Type::Before)
                };
                if left.kind.join(right.kind).is_none() || !value(left.kind) || !value(right.kind) {
                    let mut slip = self.two_types(left.kind, right.kind, place);
                    slip.help = match (left.kind, right.kind) {
                        _ if slip.data.is_some() => slip.help,
                        (Type::Cards, Type::None) | (Type::None, Type::Cards) => {
                            "write `not …`: a set may be empty, it is never None".into()
                        }
                        _ => "values of two kinds are never equal: compare values of one".into(),
                    };
                    return Err(slip);
                }
                let equal = comparison == Equal;
                truth(left.operand.zip(right.operand, move |a, b| is_true((a == b) == equal)))
            }
            _ => {
                let (left, right) = (self.number_of(left, a)?, self.number_of(right, b)?);
                truth(match comparison {
                    Less => left.zip(right, |a, b| is_true(a.number() < b.number())),
                    AtMost => left.zip(right, |a, b| is_true(a.number() <= b.number())),
                    More => left.zip(right, |a, b| is_true(a.number() > b.number())),
                    AtLeast | Equal | Unequal | In | NotIn => {
                        left.zip(right, |a, b| is_true(a.number() >= b.number()))
                    }
                })
            }
        }
    }

    /// The number of a word among those of a column.
    pub fn word_of_column(&self, column: u16, text: u16, place: &Range<usize>) -> Out<i64> {
        let text = self.texts[usize::from(text)].replace('_', "-");
        let (name, words) = self.domain(column);
        if let Some(at) = words.iter().position(|word| word.replace('_', "-") == text) {
            return Ok(at as i64);
        }
        let known = words.iter().copied();
        let help = match did_you_mean(&text, known.clone()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("there are {}", list_words(known)),
        };
        let message = format!("`{name}` is never \"{text}\"");
        slip(Kind::ScriptName, place, message, help)
    }
}
