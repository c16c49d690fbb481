//! Explains a broken law: the two sides of the comparison that failed, or the cards that should not be there. The condition of
//! a law comes in; code that writes the explanation goes out. [`super::statements`] compiles it with the law; it runs only when
//! the law breaks.

use super::compile::ScriptCompiler;
use super::machine::Machine;
use super::operand::RunOperand;
use super::types::Type;
use crate::source::list_words;
use crate::syntax::{Comparison, Expr, ExprKind, Out, Statement, StatementKind};
use crate::table::{CardSet, CounterValue, Layout};

/// Explains a condition that should not hold.
pub type Teller<S> = Box<dyn Fn(&mut Machine<'_, S>) -> Option<String> + Send + Sync>;

/// Letters of an expression that are quoted.
const QUOTED: usize = 72;

/// Cards that are named one by one.
const NAMED: usize = 6;

/// How a value is written.
#[derive(Clone)]
enum Written {
    Number,
    Truth,
    Cards,
    Numbers,
    /// One of these words, or None.
    Word(Vec<String>),
    Text(String),
}

impl Written {
    fn write<S: CardSet>(&self, layout: &Layout<S>, value: S) -> String {
        let number = value.number();
        match self {
            Written::Text(text) => format!("\"{text}\""),
            Written::Truth if number == 0 => "False".to_owned(),
            Written::Truth => "True".to_owned(),
            Written::Cards => {
                let cards: Vec<u8> = value.cards().collect();
                let names = cards.iter().take(NAMED);
                let names = names.filter_map(|card| layout.cards.get(usize::from(*card)));
                match (cards.len(), list_words(names.map(String::as_str))) {
                    (0, _) => "an empty set".to_owned(),
                    (1..=NAMED, names) => names,
                    (count, names) => format!("{count} cards ({names} first)"),
                }
            }
            Written::Numbers => {
                let numbers: Vec<String> = value.cards().map(|number| number.to_string()).collect();
                format!("{{{}}}", numbers.join(", "))
            }
            _ if number == super::machine::NONE => "None".to_owned(),
            Written::Word(words) => {
                let word = usize::try_from(number).ok().and_then(|at| words.get(at));
                word.map_or_else(|| number.to_string(), Clone::clone)
            }
            Written::Number => number.to_string(),
        }
    }
}

impl<S: CardSet> ScriptCompiler<'_, S> {
    /// Whether what is made now is a law that must hold.
    pub(super) fn is_in_a_law(&self) -> bool {
        self.made_now().starts_with("law_")
    }

    /// What the condition before a `return False` says when it is met.
    pub(super) fn teller_before(
        &mut self,
        condition: &Expr,
        body: &[Statement],
    ) -> Out<Option<Teller<S>>> {
        let breaks = |statement: &Statement| match &statement.kind {
            StatementKind::Return(Some(value)) => value.kind == ExprKind::Bool(false),
            _ => false,
        };
        match body {
            [only] if breaks(only) && self.is_in_a_law() => self.teller(condition, true),
            _ => Ok(None),
        }
    }

    /// Explains an expression that has the wrong value; `None` where there is nothing to explain.
    pub(super) fn teller(&mut self, expr: &Expr, is_so: bool) -> Out<Option<Teller<S>>> {
        match &expr.kind {
            ExprKind::Not(of) => self.teller(of, !is_so),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let is_and = matches!(expr.kind, ExprKind::And(..));
                let (one, other) = (self.teller(a, is_so)?, self.teller(b, is_so)?);
                if is_and == is_so {
                    return Ok(both(one, other));
                }
                let decides = self.truth(a)?.run();
                Ok(either(decides, is_so, one, other))
            }
            ExprKind::Choice { condition, value, other } => {
                let condition = self.truth(condition)?.run();
                let (value, other) = (self.teller(value, is_so)?, self.teller(other, is_so)?);
                Ok(either(condition, true, value, other))
            }
            ExprKind::Compare(comparison, a, b) => {
                let comparison = if is_so { *comparison } else { comparison.opposite() };
                self.sides(expr, comparison, a, b)
            }
            _ => {
                let found = self.value(expr)?;
                if found.kind != Type::Cards || !is_so {
                    return Ok(None);
                }
                let (run, quoted) = (found.operand.run(), self.quoted_source(expr));
                let with = self.turns_of(expr);
                Ok(Some(Box::new(move |m| {
                    let cards = run(m);
                    let cards = Written::Cards.write(m.layout, cards);
                    Some(format!("`{quoted}` is {cards}{}", with(m)))
                })))
            }
        }
    }

    /// The two sides of a comparison that holds.
    fn sides(
        &mut self,
        expr: &Expr,
        comparison: Comparison,
        a: &Expr,
        b: &Expr,
    ) -> Out<Option<Teller<S>>> {
        let (left, right) = (self.value(a)?, self.value(b)?);
        let is_seat = self.is_seat(a) || self.is_seat(b);
        let written = (self.written(left.kind, is_seat), self.written(right.kind, is_seat));
        let (Some(one), Some(other)) = written else {
            return Ok(None);
        };
        let (left, right) = (left.operand.run(), right.operand.run());
        let (quoted, with) = (self.quoted_source(expr), self.turns_of(expr));
        Ok(Some(Box::new(move |m| {
            let (a, b) = (left(m), right(m));
            let (a, b) = (one.write(m.layout, a), other.write(m.layout, b));
            let says = match comparison {
                Comparison::Equal => format!("both are {a}"),
                Comparison::Unequal => format!("{a} is not {b}"),
                Comparison::Less => format!("{a} is less than {b}"),
                Comparison::AtMost => format!("{a} is not more than {b}"),
                Comparison::More => format!("{a} is more than {b}"),
                Comparison::AtLeast => format!("{a} is not less than {b}"),
                Comparison::In => format!("{a} is in {b}"),
                Comparison::NotIn => format!("{a} is not in {b}"),
            };
            Some(format!("{says} (`{quoted}`{})", with(m)))
        })))
    }

    /// How values of a type are written, of those that can be.
    fn written(&self, kind: Type, is_seat: bool) -> Option<Written> {
        Some(match kind {
            Type::Number | Type::Maybe if is_seat => {
                Written::Word(self.layout.declared.seats.clone())
            }
            Type::None | Type::Number | Type::Maybe => Written::Number,
            Type::Bool => Written::Truth,
            Type::Cards => Written::Cards,
            Type::Numbers => Written::Numbers,
            Type::Word(of) => {
                let (_, words) = self.domain(of);
                Written::Word(words.into_iter().map(str::to_owned).collect())
            }
            Type::Text(text) => Written::Text(self.texts[usize::from(text)].clone()),
            _ => return None,
        })
    }

    /// Whether an expression is a seat by what it is called: a counter that is one, whose turn it is, who owns a card.
    fn is_seat(&self, expr: &Expr) -> bool {
        let declared = &self.layout.declared;
        match &expr.kind {
            ExprKind::Call(name, _) => {
                let mut follows = declared.follows.iter();
                let follows = follows.find(|kind| kind.name == name.text);
                name.text == "owner" || follows.is_some_and(|kind| kind.holds == CounterValue::Seat)
            }
            ExprKind::Field(_, field) if field.text == "turn" || field.text == "next" => true,
            ExprKind::Field(_, name) => self.is_counter_of_seats(&name.text),
            ExprKind::Index(..) => {
                let base = self.base(expr);
                base.is_some_and(|(name, ..)| self.is_counter_of_seats(name))
            }
            _ => false,
        }
    }

    fn is_counter_of_seats(&self, name: &str) -> bool {
        let mut counters = self.layout.declared.counters.iter();
        counters.any(|kind| kind.name == name && kind.holds == CounterValue::Seat)
    }

    /// An expression as the script writes it, cut where it is long.
    fn quoted_source(&self, expr: &Expr) -> String {
        let source = self.source.get(expr.range.clone()).unwrap_or_default();
        let words: Vec<&str> = source.split_whitespace().collect();
        let source = words.join(" ");
        match source.char_indices().nth(QUOTED) {
            Some((end, _)) => format!("{}…", &source[..end]),
            None => source,
        }
    }

    /// Which turn of its loops it is: `, p = 2`.
    fn turns_of(
        &self,
        expr: &Expr,
    ) -> impl Fn(&mut Machine<'_, S>) -> String + Send + Sync + use<S> {
        let source = self.source.get(expr.range.clone()).unwrap_or_default();
        let words: Vec<&str> = source.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let locals = self.frame.locals.iter().enumerate();
        let turns: Vec<(usize, String, Written)> = locals
            .filter(|(_, local)| local.counts && words.contains(&&*local.name))
            .filter_map(|(slot, local)| {
                Some((slot, local.name.clone(), self.written(local.kind, false)?))
            })
            .collect();
        move |m| {
            let turn = |(slot, name, written): &(usize, String, Written)| {
                let value = m.local(*slot);
                format!(", `{name}` is {}", written.write(m.layout, value))
            };
            turns.iter().map(turn).collect()
        }
    }
}

/// Explains two expressions that both have the wrong value.
fn both<S: CardSet>(one: Option<Teller<S>>, other: Option<Teller<S>>) -> Option<Teller<S>> {
    let (one, other) = match (one, other) {
        (Some(one), Some(other)) => (one, other),
        (one, other) => return one.or(other),
    };
    Some(Box::new(move |m| match (one(m), other(m)) {
        (Some(one), Some(other)) => Some(format!("{one}, and {other}")),
        (one, other) => one.or(other),
    }))
}

/// Explains the first expression if it has the wrong value, else the second.
fn either<S: CardSet>(
    decides: RunOperand<S>,
    is_so: bool,
    one: Option<Teller<S>>,
    other: Option<Teller<S>>,
) -> Option<Teller<S>> {
    if one.is_none() && other.is_none() {
        return None;
    }
    Some(Box::new(move |m| {
        let is_first = decides(m).is_empty() != is_so;
        let teller = if is_first { &one } else { &other };
        teller.as_ref().and_then(|teller| teller(m))
    }))
}

impl<S: CardSet> Machine<'_, S> {
    /// Notes how a law was broken. Steps and faults are then as if the explanation had not run.
    #[cold]
    pub fn tell(&mut self, teller: &Teller<S>) {
        if !self.is_sound() {
            return;
        }
        let steps = self.scratch.steps;
        let told = teller(self);
        let fault = self.scratch.fault.take();
        self.scratch.told = told.filter(|_| fault.is_none());
        self.scratch.steps = steps;
    }
}
