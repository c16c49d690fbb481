//! A compiled expression: a constant, a local, or a closure. There is one closure for each shape of operands, so that
//! `hand[me]` is one call and not three. The compiler makes
//! operands from expressions, and [`super::code`] runs them on a machine, which gives a
//! word.

use std::fmt;
use std::sync::Arc;

use super::machine::Machine;
use crate::syntax::Out;
use crate::table::{CardSet, Each};

/// The type of a value. Types with a number in them are of one value only, known when the script is read: a column, a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    None,
    Bool,
    Number,
    /// A number or `None`.
    Maybe,
    /// A set of cards; one card is a set of one.
    Cards,
    /// A set of small numbers: places, seats.
    Numbers,
    /// A word, or `None`: by its number among those of a column, or of a parameter of abilities.
    Word(usize),
    /// A set of such words.
    Words(usize),
    /// A list of such words, in which some may be repeated: by its number among [`super::compile::ScriptCompiler::bags`].
    Bag(usize),
    /// A text, by its number.
    Text(usize),
    /// A list of numbers, by its number.
    List(usize),
    Column(usize),
    /// Counters of one kind; whether those before the move.
    Counters(u8, bool),
    /// Zones of one kind, an index or two missing; whether those before the move.
    Zones(u8, Each, bool),
    /// The table, and the table before the move.
    Table,
    Before,
}

/// What it is called in messages.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::None => "None",
            Type::Bool => "True or False",
            Type::Number => "a number",
            Type::Maybe => "a number or None",
            Type::Cards => "cards",
            Type::Numbers => "a set of numbers",
            Type::Word(_) => "a word of a card",
            Type::Words(_) => "a set of words",
            Type::Bag(_) => "a list of words",
            Type::Text(_) => "a text",
            Type::List(_) => "a list",
            Type::Column(_) => "a column",
            Type::Counters(..) => "counters without their index",
            Type::Zones(..) => "zones without their index",
            Type::Table => "the table",
            Type::Before => "the table before",
        })
    }
}

impl Type {
    /// Whether a local may hold it.
    pub fn is_value(self) -> bool {
        !matches!(self, Type::Zones(..) | Type::Counters(..) | Type::Column(_) | Type::None)
    }

    /// What a value is that is one or the other; `None` where nothing can be both.
    pub fn join(self, other: Type) -> Option<Type> {
        use Type::{Maybe, Number};
        match (self, other) {
            (a, b) if a == b => Some(a),
            (Type::None | Maybe | Number, Type::None | Maybe | Number) => Some(Maybe),
            (Type::Word(a), Type::None) | (Type::None, Type::Word(a)) => Some(Type::Word(a)),
            _ => None,
        }
    }

    /// Whether a value of this type fits where `wanted` is.
    pub fn fits(self, wanted: Type) -> bool {
        self == wanted
            || matches!(
                (self, wanted),
                (Type::None | Type::Number, Type::Maybe) | (Type::None, Type::Word(_))
            )
    }
}

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

/// A value that never changes.
pub fn constant<S: CardSet>(value: S, kind: Type) -> Compiled<S> {
    typed(Operand::Constant(value), kind)
}

/// What its type says already: a column, a text.
pub fn named<S: CardSet>(kind: Type) -> Compiled<S> {
    constant(S::default(), kind)
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
    pub fn number(number: impl Into<i64>) -> Self {
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

    pub fn number(number: impl Into<i64>) -> Self {
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
        self.after(|_| (), move |m, (), a| operation(m, a))
    }

    /// An operation on it and on what is worked out before it.
    fn after<T>(
        self,
        first: impl Fn(&mut Machine<'_, S>) -> T + Send + Sync + 'static,
        operation: impl Fn(&mut Machine<'_, S>, T, S) -> S + Send + Sync + 'static,
    ) -> Self {
        match self {
            Operand::Constant(b) => Operand::new(move |m| {
                let a = first(m);
                operation(m, a, b)
            }),
            Operand::Local(b) => Operand::new(move |m| {
                let (a, b) = (first(m), m.local(b));
                operation(m, a, b)
            }),
            Operand::Run(b) => Operand::new(move |m| {
                let (a, b) = (first(m), b(m));
                operation(m, a, b)
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
        match self {
            Operand::Constant(a) => other.then(move |m, b| operation(m, a, b)),
            Operand::Local(a) => other.after(move |m| m.local(a), operation),
            Operand::Run(a) => other.after(a, operation),
        }
    }

    /// Arithmetic on two numbers; a result beyond 64 bits is a fault.
    pub fn checked(
        self,
        other: Operand<S>,
        at: u32,
        operation: impl Fn(i64, i64) -> Option<i64> + Send + Sync + 'static,
    ) -> Self {
        self.with(other, move |m, a, b| m.checked(operation(a.number(), b.number()), at))
    }

    /// Whether two numbers compare so.
    pub fn compares(
        self,
        other: Operand<S>,
        operation: impl Fn(i64, i64) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.zip(other, move |a, b| S::of_number(operation(a.number(), b.number())))
    }

    /// A number that may be `None`, where it must be one.
    pub fn some_number(self, at: u32) -> Self {
        self.then(move |m, a| m.some_number(a, at))
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
