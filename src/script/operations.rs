//! Compiles operations on two values: `and`, `or`, arithmetic, sets, comparisons. Two expressions come in; an operand
//! and its type go out.

use std::ops::Range;

use super::compile::ScriptCompiler;
use super::expressions::{is_true, set_of_one};
use super::machine::NONE;
use super::operand::{Compiled, CompiledExpression, Operand, Type, typed};
use crate::source::{did_you_mean, list_words};
use crate::syntax::{Comparison, Expr, Operator, Out, fail, slip};
use crate::table::{CardSet, FaultKind};

impl<S: CardSet> ScriptCompiler<'_, S> {
    /// `and` gives the first that is not so, `or` the first that is, or else the last.
    pub(super) fn joined(
        &mut self,
        is_and: bool,
        a: &Expr,
        b: &Expr,
        place: &Range<usize>,
    ) -> Compiled<S> {
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
                slip.fault.help = "compare both, so that each is True or False".into();
                slip
            })?,
        };
        let is_so = self.truth_of(left.kind, &a.range)?;
        if let Some(runs) = known {
            let operand = if runs { Operand::Run(right) } else { left.operand };
            return typed(operand, kind);
        }
        let left = left.operand.run();
        let run = Operand::new(move |m| {
            let value = left(m);
            if is_so(value) == is_and { right(m) } else { value }
        });
        typed(run, kind)
    }

    pub(super) fn binary(
        &mut self,
        operator: Operator,
        a: &Expr,
        b: &Expr,
        place: &Range<usize>,
    ) -> Compiled<S> {
        let at = place.start as u32;
        let (mut left, mut right) = (self.value(a)?, self.value(b)?);
        let is_set = |kind: Type| matches!(kind, Type::Cards | Type::Numbers);
        if is_set(left.kind) || is_set(right.kind) {
            let kind = match (left.kind, right.kind) {
                (one, other) if one == other => one,
                // A number combined with a set of numbers counts as a set of one.
                (Type::Number, Type::Numbers) => {
                    left.operand = set_of_one(left.operand, a.at());
                    Type::Numbers
                }
                (Type::Numbers, Type::Number) => {
                    right.operand = set_of_one(right.operand, b.at());
                    Type::Numbers
                }
                (one, other) => return Err(self.two_types(one, other, place)),
            };
            let (a, b) = (left.operand, right.operand);
            let operand = match operator {
                Operator::Both => a.zip(b, S::intersection),
                Operator::Either => a.zip(b, S::union),
                Operator::Subtract => a.zip(b, S::difference),
                other => fail!(
                    ScriptType, place,
                    "`{}` between sets", other.sign();
                    "sets have `&` (in both), `|` (in either) and `-` (without)"
                ),
            };
            return typed(operand, kind);
        }
        if matches!(operator, Operator::Both | Operator::Either) {
            let word = if operator == Operator::Both { "and" } else { "or" };
            fail!(
                ScriptType, place,
                "`{}` between {} and {}", operator.sign(), left.kind, right.kind;
                "write `{word}`"
            );
        }
        let (left, right) = (self.number_of(left, a)?, self.number_of(right, b)?);
        let operand = match operator {
            Operator::Add => left.checked(right, at, i64::checked_add),
            Operator::Subtract => left.checked(right, at, i64::checked_sub),
            Operator::Multiply => left.checked(right, at, i64::checked_mul),
            // Rounded down, and a rest with the sign of the divisor, as in Python.
            _ => left.with(right, move |m, a, b| {
                let (a, b) = (a.number(), b.number());
                if b == 0 {
                    m.fail(at, FaultKind::ByZero, a);
                    return S::of_number(0);
                }
                let rest = a.wrapping_rem(b);
                let is_down = rest != 0 && (rest < 0) != (b < 0);
                if operator == Operator::Divide {
                    m.checked(a.checked_div(b).map(|whole| whole - i64::from(is_down)), at)
                } else {
                    S::of_number(if is_down { rest + b } else { rest })
                }
            }),
        };
        typed(operand, Type::Number)
    }

    pub fn number_of(&self, found: CompiledExpression<S>, expr: &Expr) -> Out<Operand<S>> {
        let help = match found.kind {
            Type::Number => return Ok(found.operand),
            Type::Maybe => return Ok(found.operand.some_number(expr.at())),
            Type::Bool => "write `1 if … else 0`",
            _ => "calculate with numbers",
        };
        let slip = slip!(ScriptType, expr.range, "this is {}, not a number", found.kind; help);
        Err(self.at_its_value(slip, found.kind))
    }

    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        a: &Expr,
        b: &Expr,
        place: &Range<usize>,
    ) -> Compiled<S> {
        use Comparison::{AtMost, Equal, In, Less, More, NotIn, Unequal};
        let (mut left, mut right) = (self.value(a)?, self.value(b)?);
        let (is_equal, is_in) =
            (matches!(comparison, Equal | Unequal), matches!(comparison, In | NotIn));
        // A text beside words is one of them.
        match (left.kind, right.kind) {
            (Type::Text(text), Type::Word(of)) if is_equal => left = self.word(of, text, a)?,
            (Type::Word(of), Type::Text(text)) if is_equal => right = self.word(of, text, b)?,
            (Type::Text(text), Type::Words(of) | Type::Bag(of)) if is_in => {
                left = self.word(of, text, a)?;
            }
            _ => {}
        }
        // Whether it is so that one equals the other, or lies in it.
        let wanted = matches!(comparison, Equal | In);
        let operand = match (left.kind, right.kind) {
            (Type::Text(one), Type::Text(other)) if is_equal => {
                Operand::Constant(is_true((one == other) == wanted))
            }
            (Type::Cards, Type::Cards) if is_in => {
                let at = a.at();
                left.operand.with(right.operand, move |m, card, set| {
                    let card = m.one_card(card, at);
                    is_true(set.has(card) == wanted)
                })
            }
            (Type::Number, Type::Numbers) if is_in => {
                left.operand.zip(right.operand, move |number, set| {
                    let number = number.number();
                    let inside = (0..S::CARDS as i64).contains(&number) && set.has(number as u8);
                    is_true(inside == wanted)
                })
            }
            (Type::Word(of), Type::Words(other)) if is_in && of == other => {
                left.operand.zip(right.operand, move |word, set| {
                    let inside = word.number() != NONE && set.has(word.number() as u8);
                    is_true(inside == wanted)
                })
            }
            (Type::Word(of), Type::Bag(other)) if is_in && of == other => {
                let bags = self.bags.clone();
                left.operand.zip(right.operand, move |word, bag| {
                    let word = u16::try_from(word.number()).ok();
                    let found = word.zip(bags.get(bag.number() as usize));
                    is_true(found.is_some_and(|(word, bag)| bag.count(word) > 0) == wanted)
                })
            }
            (one, Type::List(list)) if is_in && one == self.entry_of(list) => {
                let numbers = self.lists[list].clone();
                left.operand.map(move |n| is_true(numbers.contains(&n.number()) == wanted))
            }
            (one, other) if is_in => fail!(
                ScriptType, place,
                "`in` between {one} and {other}"; "write `card in cards`, or `number in places`"
            ),
            (one, other) if is_equal => {
                let is_value = |kind: Type| {
                    !matches!(kind, Type::Text(_) | Type::List(_) | Type::Table | Type::Before)
                };
                if one.join(other).is_none() || !is_value(one) || !is_value(other) {
                    let mut slip = self.two_types(one, other, place);
                    if slip.data.is_none() {
                        slip.fault.help = match (one, other) {
                            (Type::Cards, Type::None) | (Type::None, Type::Cards) => {
                                "write `not …`: a set may be empty, it is never None".into()
                            }
                            _ => {
                                "values of two kinds are never equal: compare values of one".into()
                            }
                        };
                    }
                    return Err(slip);
                }
                left.operand.zip(right.operand, move |a, b| is_true((a == b) == wanted))
            }
            _ => {
                let (left, right) = (self.number_of(left, a)?, self.number_of(right, b)?);
                match comparison {
                    Less => left.compares(right, |a, b| a < b),
                    AtMost => left.compares(right, |a, b| a <= b),
                    More => left.compares(right, |a, b| a > b),
                    _ => left.compares(right, |a, b| a >= b),
                }
            }
        };
        typed(operand, Type::Bool)
    }

    /// A text as a word of a column.
    fn word(&self, of: usize, text: usize, place: &Expr) -> Compiled<S> {
        let word = self.word_of_column(of, text, &place.range)?;
        typed(Operand::number(word), Type::Word(of))
    }

    /// The number of a word among those of a column.
    pub fn word_of_column(&self, column: usize, text: usize, place: &Range<usize>) -> Out<i64> {
        let text = self.texts[text].replace('_', "-");
        let (name, words) = self.domain(column);
        if let Some(at) = words.iter().position(|word| word.replace('_', "-") == text) {
            return Ok(at as i64);
        }
        let known = words.iter().copied();
        let help = match did_you_mean(&text, known.clone()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("there are {}", list_words(known)),
        };
        fail!(ScriptName, place, "`{name}` is never \"{text}\""; help)
    }
}
