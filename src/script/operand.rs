//! A compiled expression: a constant, a local, or a closure. There is one closure for each shape of operands, so that
//! `hand[me]` is one call and not three. The compiler makes
//! operands from expressions, and [`super::code`] runs them on a machine, which gives a
//! word.

use std::sync::Arc;

use super::machine::Machine;
use super::types::Type;
use crate::syntax::Out;
use crate::table::CardSet;

pub type RunOperand<S> = Box<dyn Fn(&mut Machine<'_, S>) -> S + Send + Sync>;

pub enum Operand<S: CardSet> {
    Constant(S),
    Local(usize),
    Run(RunOperand<S>),
}

/// A compiled expression.
pub struct CompiledExpression<S: CardSet> {
    pub operand: Operand<S>,
    pub kind: Type,
}

pub type Compiled<S> = Out<CompiledExpression<S>>;

/// A compiled expression of this type.
pub fn typed<S: CardSet>(operand: Operand<S>, kind: Type) -> Compiled<S> {
    Ok(CompiledExpression { operand, kind })
}

/// What its type says already: a column, a text.
pub fn named<S: CardSet>(kind: Type) -> Compiled<S> {
    typed(Operand::number(0), kind)
}

/// A value that is known when the script is read.
#[derive(Debug, Clone)]
pub enum KnownValue<S> {
    Value(S, Type),
    /// Numbers; or words, by the numbers of the first that are so called.
    List(Arc<[i64]>, Arc<[String]>),
    Text(String),
}

impl<S: CardSet> KnownValue<S> {
    pub fn number(number: i64) -> Self {
        KnownValue::Value(S::of_number(number), Type::Number)
    }
}

impl<S: CardSet> Operand<S> {
    #[inline(always)]
    pub fn get(&self, m: &mut Machine<'_, S>) -> S {
        match self {
            Operand::Constant(value) => *value,
            Operand::Local(slot) => m.local(*slot),
            Operand::Run(run) => run(m),
        }
    }

    pub fn new(run: impl Fn(&mut Machine<'_, S>) -> S + Send + Sync + 'static) -> Self {
        Operand::Run(Box::new(run))
    }

    pub fn number(number: i64) -> Self {
        Operand::Constant(S::of_number(number))
    }

    pub fn run(self) -> RunOperand<S> {
        match self {
            Operand::Constant(value) => Box::new(move |_| value),
            Operand::Local(slot) => Box::new(move |m| m.local(slot)),
            Operand::Run(run) => run,
        }
    }

    /// What it is before anything runs.
    pub fn constant(&self) -> Option<S> {
        match self {
            Operand::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// What follows from it alone: of a constant, a constant.
    pub fn map(self, operation: impl Fn(S) -> S + Send + Sync + 'static) -> Self {
        match self {
            Operand::Constant(a) => Operand::Constant(operation(a)),
            other => other.then(move |_, a| operation(a)),
        }
    }

    /// What follows from two alone: of constants, a constant.
    pub fn zip(
        self,
        other: Operand<S>,
        operation: impl Fn(S, S) -> S + Send + Sync + 'static,
    ) -> Self {
        match (self, other) {
            (Operand::Constant(a), Operand::Constant(b)) => Operand::Constant(operation(a, b)),
            (a, b) => a.with(b, move |_, a, b| operation(a, b)),
        }
    }

    /// An operation on it.
    pub fn then(
        self,
        operation: impl Fn(&mut Machine<'_, S>, S) -> S + Send + Sync + 'static,
    ) -> Self {
        match self {
            Operand::Constant(a) => Operand::new(move |m| operation(m, a)),
            Operand::Local(a) => Operand::new(move |m| {
                let a = m.local(a);
                operation(m, a)
            }),
            Operand::Run(a) => Operand::new(move |m| {
                let a = a(m);
                operation(m, a)
            }),
        }
    }

    /// An operation on a set of one card.
    pub fn of_one(
        self,
        at: u32,
        operation: impl Fn(&mut Machine<'_, S>, u8) -> S + Send + Sync + 'static,
    ) -> Self {
        self.then(move |m, cards| {
            let card = m.one_card(cards, at);
            operation(m, card)
        })
    }

    /// An operation on two; the left one is worked out first.
    pub fn with(
        self,
        other: Operand<S>,
        operation: impl Fn(&mut Machine<'_, S>, S, S) -> S + Send + Sync + 'static,
    ) -> Self {
        use Operand::{Constant, Local, Run};
        match (self, other) {
            (Constant(a), b) => b.then(move |m, b| operation(m, a, b)),
            (a, Constant(b)) => a.then(move |m, a| operation(m, a, b)),
            (Local(a), Local(b)) => Operand::new(move |m| {
                let (a, b) = (m.local(a), m.local(b));
                operation(m, a, b)
            }),
            (Run(a), Local(b)) => Operand::new(move |m| {
                let a = a(m);
                let b = m.local(b);
                operation(m, a, b)
            }),
            (Local(a), Run(b)) => Operand::new(move |m| {
                let a = m.local(a);
                let b = b(m);
                operation(m, a, b)
            }),
            (Run(a), Run(b)) => Operand::new(move |m| {
                let a = a(m);
                let b = b(m);
                operation(m, a, b)
            }),
        }
    }
}

/// The first and the last number that a set of numbers holds. It has as many bits as one of cards.
pub(super) const fn set_numbers<S: CardSet>() -> (i64, i64) {
    (0, S::CARDS as i64 - 2)
}

/// That a set of numbers cannot hold one, and what to do.
pub(super) fn beyond_sets<S: CardSet>(number: i64) -> String {
    let (first, last) = set_numbers::<S>();
    format!("a set holds the numbers from {first} to {last}, and not {number}")
}
