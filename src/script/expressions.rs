//! Compiles expressions: a tree comes in, an operand and its type go out. Names are looked up in [`super::names`] and
//! [`super::places`]; operators are in [`super::operations`].

use std::collections::BTreeMap;
use std::ops::Range;

use super::compile::ScriptCompiler;
use super::machine::NONE;
use super::operand::{
    Compiled, CompiledExpression, Operand, RunOperand, Type, beyond_sets, set_numbers, typed,
};
use super::verbs_changing::index_of;
use crate::syntax::{Expr, ExprKind, Name, Out, ScriptSlip, fail, slip};
use crate::table::{CardSet, FaultKind};

pub fn is_true<S: CardSet>(value: bool) -> S {
    S::of_number(value)
}

impl<S: CardSet> ScriptCompiler<'_, S> {
    /// Any expression.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn expression(&mut self, expr: &Expr) -> Compiled<S> {
        if let Some(found) = self.cards_of_zone(expr)? {
            return Ok(found);
        }
        let at = expr.at();
        match &expr.kind {
            ExprKind::None => typed(Operand::number(NONE), Type::None),
            ExprKind::Bool(value) => typed(Operand::Constant(is_true(*value)), Type::Bool),
            ExprKind::Number(number) => typed(Operand::number(*number), Type::Number),
            ExprKind::Text(text) => typed(Operand::number(0), Type::Text(self.text(text))),
            ExprKind::Name(name) => self.named(name, &expr.range),
            ExprKind::Field(of, field) => self.field(of, field, &expr.range),
            ExprKind::Index(of, index) => self.indexed(expr, of, index),
            ExprKind::Call(name, arguments) => self.call(expr, name, arguments),
            ExprKind::List(_) => fail!(
                ScriptSubset, expr.range,
                "a list inside of a function";
                "give it a name at the top of the file: `COST = [1, 2, 3]`"
            ),
            ExprKind::Not(of) => {
                typed(self.truth(of)?.map(|value| is_true(value.is_empty())), Type::Bool)
            }
            ExprKind::Minus(of) => {
                let minus = self.number(of)?;
                typed(minus.then(move |m, a| m.checked(a.number().checked_neg(), at)), Type::Number)
            }
            ExprKind::And(a, b) => self.joined(true, a, b, &expr.range),
            ExprKind::Or(a, b) => self.joined(false, a, b, &expr.range),
            ExprKind::Binary(operator, a, b) => self.binary(*operator, a, b, &expr.range),
            ExprKind::Compare(comparison, a, b) => self.compare(*comparison, a, b, &expr.range),
            ExprKind::Choice { condition, value, other } => {
                let condition = self.truth(condition)?;
                let known = condition.constant().map(|value| !value.is_empty());
                let value = self.reached_if(known != Some(false), |own| own.value(value))?;
                let other = self.reached_if(known != Some(true), |own| own.value(other))?;
                let Some(kind) = value.kind.join(other.kind) else {
                    return Err(self.two_types(value.kind, other.kind, &expr.range));
                };
                let (value, other, condition) = (value.operand, other.operand, condition.run());
                let operand = match known {
                    Some(true) => value,
                    Some(false) => other,
                    None => Operand::new(move |m| {
                        if condition(m).is_empty() { other.get(m) } else { value.get(m) }
                    }),
                };
                typed(operand, kind)
            }
        }
    }

    /// An expression that has a value of its own.
    pub fn value(&mut self, expr: &Expr) -> Compiled<S> {
        let found = self.expression(expr)?;
        if found.kind.is_value() || found.kind == Type::None {
            return Ok(found);
        }
        let help = match found.kind {
            Type::Zones(kind, each, _) => {
                let (name, index) = (&self.zone_kind(kind).name, index_of(each));
                format!("write `{name}{index}` for one of them, `all({name})` for all")
            }
            Type::Counters(kind, _) => {
                let name = &self.counter_kind(kind).name;
                format!("write `{name}[me]`, or `t.{name}` where there is one")
            }
            Type::Column(column) => {
                let name = &self.layout.columns[column].name;
                format!("write `c.{name}` of a card, or `total(set, {name})`")
            }
            _ => "write a number, cards or a truth".into(),
        };
        fail!(ScriptType, expr.range, "{} where a value is meant", found.kind; help)
    }

    /// An expression of one type.
    pub fn wanted(&mut self, expr: &Expr, kind: Type) -> Out<Operand<S>> {
        let CompiledExpression { operand, kind: found } = self.value(expr)?;
        if found.fits(kind) {
            return Ok(operand);
        }
        let help = match (found, kind) {
            (Type::Maybe, Type::Number) => return Ok(operand.some_number(expr.at())),
            (Type::Number, Type::Numbers) => return Ok(set_of_one(operand, expr.at())),
            (Type::Bool, Type::Number) => "write `1 if … else 0`",
            (Type::Number | Type::Maybe, Type::Bool) => "compare it: `… > 0`",
            (Type::Cards, Type::Number) => "write `len(…)`, or a field: `c.cost`",
            (Type::Cards | Type::Numbers, Type::Bool) => "compare it: `len(…) > 0`",
            (Type::Number, Type::Cards) => "cards are in zones: `hand[me]`, `row[place]`",
            _ if self.form.is_empty() => "give what is meant",
            _ => &format!("write `{}`", self.form),
        };
        let slip = slip!(ScriptType, expr.range, "this is {found}, not {kind}"; help);
        Err(match kind {
            Type::Number | Type::Maybe | Type::Numbers => self.at_its_value(slip, found),
            _ => slip,
        })
    }

    pub fn number(&mut self, expr: &Expr) -> Out<Operand<S>> {
        self.wanted(expr, Type::Number)
    }

    pub fn cards(&mut self, expr: &Expr) -> Out<Operand<S>> {
        self.wanted(expr, Type::Cards)
    }

    /// An expression as a condition: empty for what is not so.
    pub fn truth(&mut self, expr: &Expr) -> Out<Operand<S>> {
        // Only the truth of `and` and `or` matters here, so their operands may have different types.
        if let ExprKind::And(a, b) | ExprKind::Or(a, b) = &expr.kind {
            let is_and = matches!(expr.kind, ExprKind::And(..));
            let left = self.truth(a)?;
            if let Some(value) = left.constant() {
                let runs = value.is_empty() != is_and;
                let right = self.reached_if(runs, |own| own.truth(b))?;
                return Ok(if runs { right } else { left });
            }
            let left = left.run();
            let right = self.noting(|compiler| Ok(compiler.truth(b)?.run()))?;
            return Ok(Operand::new(move |m| {
                let value = left(m);
                if value.is_empty() == is_and { value } else { right(m) }
            }));
        }
        let found = self.value(expr)?;
        let is_so = self.truth_of(found.kind, &expr.range)?;
        Ok(match found.kind {
            Type::Maybe | Type::None | Type::Word(_) => {
                found.operand.map(move |value| is_true(is_so(value)))
            }
            _ => found.operand,
        })
    }

    /// How values of a type are conditions.
    pub(super) fn truth_of(&self, kind: Type, place: &Range<usize>) -> Out<fn(S) -> bool> {
        use Type::{Bag, Bool, Cards, Maybe, Number, Numbers, Word, Words};
        Ok(match kind {
            Maybe | Type::None => |value| value.number() != NONE && value.number() != 0,
            Word(_) => |value| value.number() != NONE,
            Bool | Number | Cards | Numbers | Words(_) | Bag(_) => |value: S| !value.is_empty(),
            other => {
                fail!(ScriptType, place, "{other} as a condition"; "compare it with something")
            }
        })
    }

    /// An expression that may be left out when a law runs: what it looks at is noted where it runs, so that a law is not asked
    /// again for the sake of what it did not come to.
    pub(super) fn noting(
        &mut self,
        make: impl FnOnce(&mut Self) -> Out<RunOperand<S>>,
    ) -> Out<RunOperand<S>> {
        let outside = self.begin_noting();
        let run = make(self)?;
        Ok(match self.end_noting(outside) {
            0 => run,
            looks => Box::new(move |m| {
                m.scratch.looked |= looks;
                run(m)
            }),
        })
    }

    /// Makes what runs, or what is known never to: that is checked like all else, and looks at nothing.
    pub(super) fn reached_if<T>(
        &mut self,
        runs: bool,
        make: impl FnOnce(&mut Self) -> Out<T>,
    ) -> Out<T> {
        let looked = (self.frame.effects.looks, self.frame.noted);
        let made = make(self)?;
        if !runs {
            (self.frame.effects.looks, self.frame.noted) = looked;
        }
        Ok(made)
    }

    /// What is looked at outside of the expression or statement that begins here.
    pub(super) fn begin_noting(&mut self) -> u64 {
        if self.frame.is_law { std::mem::take(&mut self.frame.effects.looks) } else { 0 }
    }

    /// What it looks at, without what is noted further inside; nothing where nothing is noted.
    pub(super) fn end_noting(&mut self, outside: u64) -> u64 {
        if !self.frame.is_law {
            return 0;
        }
        let looks = std::mem::replace(&mut self.frame.effects.looks, outside);
        self.frame.noted |= looks;
        looks
    }

    /// A number that is to stand in a set, refused where it is known that none holds it.
    pub(super) fn number_of_a_set(&mut self, number: &Expr) -> Out<Operand<S>> {
        let found = self.number(number)?;
        let (first, last) = set_numbers::<S>();
        let known = found.constant().map_or(first, CardSet::number);
        if (first..=last).contains(&known) {
            return Ok(found);
        }
        fail!(
            ScriptUse, number.range,
            "{}", beyond_sets::<S>(known);
            "count in steps, as tens, or keep the number in a counter; in a game of more than 63 cards, sets go to 254"
        )
    }

    pub(super) fn two_types(&self, one: Type, other: Type, place: &Range<usize>) -> ScriptSlip {
        let slip = slip!(
            ScriptType, place,
            "{one} on the left and {other} on the right"; "both sides must be of one kind"
        );
        match (one, other) {
            (Type::Number | Type::Maybe, of) | (of, Type::Number | Type::Maybe) => {
                self.at_its_value(slip, of)
            }
            _ => slip,
        }
    }

    /// Values that are passed on, with their types.
    pub(super) fn arguments(&mut self, all: &[Expr]) -> Out<(Vec<Operand<S>>, Vec<Type>)> {
        let mut found = (Vec::new(), Vec::new());
        for argument in all {
            let CompiledExpression { operand, kind } = self.expression(argument)?;
            found.0.push(operand);
            found.1.push(if kind == Type::None { Type::Maybe } else { kind });
        }
        Ok(found)
    }

    pub(super) fn call(&mut self, expr: &Expr, name: &Name, arguments: &[Expr]) -> Compiled<S> {
        if let Some(verb) = Self::find_verb(&name.text) {
            return self.verb(verb, expr, arguments);
        }
        if name.text == "range" {
            fail!(
                ScriptType, expr.range,
                "a range outside of a loop"; "write it behind `for … in`"
            );
        }
        if self.frame.locals.iter().any(|local| local.name == name.text) {
            // It hides a function of its name.
            fail!(
                ScriptType, name.range,
                "`{}` is a value", name.text;
                "leave the parentheses out, or give the value another name"
            );
        }
        let Some(function) = self.function(&name.text) else {
            return Err(self.unknown(&name.text, &name.range));
        };
        self.frame.pending += arguments.len();
        let (operands, kinds) = self.arguments(arguments)?;
        let made = self.make(function, &kinds, Some(expr))?;
        self.calls(&made);
        self.frame.pending -= arguments.len();
        let at = expr.at();
        let code = made.code.clone();
        let memory = self.declared.memory_of(&name.text);
        if let Some(memory) = memory.filter(|_| kinds.first() == Some(&Type::Table)) {
            let run = Operand::new(move |m| {
                let next = m.top();
                let mut indices = [0; 2];
                for (at, operand) in operands.iter().enumerate() {
                    let value = operand.get(m);
                    if let Some(index) = at.checked_sub(1).and_then(|at| indices.get_mut(at)) {
                        *index = value.number();
                    }
                    m.push(value);
                }
                m.invoke_once(&code, next, at, memory.place(indices))
            });
            return typed(run, made.returns);
        }
        let count = operands.len();
        // Nothing reads the table from the stack.
        let is_read = |(_, (operand, kind)): &(usize, (Operand<S>, Type))| {
            !matches!((operand, kind), (Operand::Local(_), Type::Table | Type::Before))
        };
        let words = operands.into_iter().zip(kinds).enumerate().filter(is_read);
        let words: Box<[(usize, Operand<S>)]> =
            words.map(|(place, (operand, _))| (place, operand)).collect();
        let run = Operand::new(move |m| {
            let next = m.reserve(count);
            for (place, operand) in &words {
                let value = operand.get(m);
                m.place(next + place, value);
            }
            m.invoke(&code, next, at)
        });
        typed(run, made.returns)
    }
}

/// A place, a seat or another number as a set of one.
pub fn set_of_one<S: CardSet>(number: Operand<S>, at: u32) -> Operand<S> {
    let (first, last) = set_numbers::<S>();
    number.then(move |m, number| {
        let number = number.number();
        if (first..=last).contains(&number) {
            return S::one(number as u8);
        }
        m.fail(at, FaultKind::BeyondSets, number);
        S::default()
    })
}

/// An index below `count` as a set of one.
pub fn set_of_index<S: CardSet>(number: Operand<S>, count: u8, at: u32) -> Operand<S> {
    number.then(move |m, number| S::one(m.index(number, count, at)))
}

/// The number of a card in a column; 0 where it has none.
#[inline]
pub fn number_on(column: &[i32], card: u8) -> i64 {
    column.get(usize::from(card)).map_or(0, |number| i64::from(*number))
}

/// The cards by their number in a column.
pub fn by_number<S: CardSet>(column: &[i32]) -> BTreeMap<i64, S> {
    let mut sets: BTreeMap<i64, S> = BTreeMap::new();
    for (card, number) in column.iter().enumerate() {
        let set = sets.entry(i64::from(*number)).or_default();
        *set = set.union(S::one(card as u8));
    }
    sets
}
