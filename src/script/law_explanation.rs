//! Explains a broken law: the two sides of the comparison that failed, or the cards that should not be there. The condition of
//! a law comes in; code that writes the explanation goes out. [`super::statements`] compiles it with the law; it runs only when
//! the law breaks.

use super::compile::ScriptCompiler;
use super::machine::{Machine, NONE};
use super::operand::{RunOperand, Type};
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
            Written::Truth => if number == 0 { "False" } else { "True" }.to_owned(),
            Written::Cards => {
                let cards = value.cards().take(NAMED);
                let cards = cards.filter_map(|card| layout.cards.get(usize::from(card)));
                match (value.count() as usize, list_words(cards.map(String::as_str))) {
                    (0, _) => "an empty set".to_owned(),
                    (1..=NAMED, names) => names,
                    (count, names) => format!("{count} cards ({names} first)"),
                }
            }
            Written::Numbers => {
                let numbers: Vec<String> = value.cards().map(|number| number.to_string()).collect();
                format!("{{{}}}", numbers.join(", "))
            }
            _ if number == NONE => "None".to_owned(),
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
            [only] if breaks(only) && self.is_in_a_law() => self.teller(condition, true).map(Some),
            _ => Ok(None),
        }
    }

    /// Explains an expression that has the wrong value.
    pub(super) fn teller(&mut self, expr: &Expr, is_so: bool) -> Out<Teller<S>> {
        Ok(match &expr.kind {
            ExprKind::Not(of) => self.teller(of, !is_so)?,
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let is_and = matches!(expr.kind, ExprKind::And(..));
                let (one, other) = (self.teller(a, is_so)?, self.teller(b, is_so)?);
                if is_and != is_so {
                    return Ok(either(self.truth(a)?.run(), is_so, one, other));
                }
                // Both have the wrong value.
                Box::new(move |m| match (one(m), other(m)) {
                    (Some(one), Some(other)) => Some(format!("{one}, and {other}")),
                    (one, other) => one.or(other),
                })
            }
            ExprKind::Choice { condition, value, other } => {
                let condition = self.truth(condition)?.run();
                let (value, other) = (self.teller(value, is_so)?, self.teller(other, is_so)?);
                either(condition, true, value, other)
            }
            ExprKind::Compare(comparison, a, b) => {
                let comparison = if is_so { *comparison } else { comparison.opposite() };
                self.sides(expr, comparison, a, b)?
            }
            _ => {
                let found = self.value(expr)?;
                if found.kind != Type::Cards || !is_so {
                    return Ok(Box::new(|_| None));
                }
                let (run, quoted) = (found.operand.run(), self.quoted_source(expr));
                let with = self.turns_of(expr);
                Box::new(move |m| {
                    let cards = run(m);
                    let cards = Written::Cards.write(m.layout, cards);
                    Some(format!("`{quoted}` is {cards}{}", with(m)))
                })
            }
        })
    }

    /// The two sides of a comparison that holds.
    fn sides(&mut self, expr: &Expr, comparison: Comparison, a: &Expr, b: &Expr) -> Out<Teller<S>> {
        let (left, right) = (self.value(a)?, self.value(b)?);
        let is_seat = self.is_seat(a) || self.is_seat(b);
        let written = (self.written(left.kind, is_seat), self.written(right.kind, is_seat));
        let (Some(one), Some(other)) = written else {
            return Ok(Box::new(|_| None));
        };
        let (left, right) = (left.operand.run(), right.operand.run());
        let (quoted, with) = (self.quoted_source(expr), self.turns_of(expr));
        let holds = match comparison {
            Comparison::Equal => "",
            Comparison::Unequal => "is not",
            Comparison::Less => "is less than",
            Comparison::AtMost => "is not more than",
            Comparison::More => "is more than",
            Comparison::AtLeast => "is not less than",
            Comparison::In => "is in",
            Comparison::NotIn => "is not in",
        };
        Ok(Box::new(move |m| {
            let (a, b) = (left(m), right(m));
            let (a, b) = (one.write(m.layout, a), other.write(m.layout, b));
            let says = match comparison {
                Comparison::Equal => format!("both are {a}"),
                _ => format!("{a} {holds} {b}"),
            };
            Some(format!("{says} (`{quoted}`{})", with(m)))
        }))
    }

    /// How values of a type are written, of those that can be.
    fn written(&self, kind: Type, is_seat: bool) -> Option<Written> {
        Some(match kind {
            Type::Number | Type::Maybe if is_seat => Written::Word(self.declared.seats.clone()),
            Type::None | Type::Number | Type::Maybe => Written::Number,
            Type::Bool => Written::Truth,
            Type::Cards => Written::Cards,
            Type::Numbers => Written::Numbers,
            Type::Word(of) => {
                let (_, words) = self.domain(of);
                Written::Word(words.into_iter().map(str::to_owned).collect())
            }
            Type::Text(text) => Written::Text(self.texts[text].clone()),
            _ => return None,
        })
    }

    /// Whether an expression is a seat by what it is called: a counter that is one, whose turn it is, who owns a card.
    fn is_seat(&self, expr: &Expr) -> bool {
        let declared = self.declared;
        match &expr.kind {
            ExprKind::Call(name, _) => {
                let mut follows = declared.follows.iter();
                let follows = follows.find(|kind| kind.name == name.text);
                name.text == "owner" || follows.is_some_and(|kind| kind.holds == CounterValue::Seat)
            }
            ExprKind::Field(_, field) if field.text == "turn" || field.text == "next" => true,
            ExprKind::Field(_, name) => self.is_counter_of_seats(&name.text),
            ExprKind::Index(..) => {
                self.base(expr).is_some_and(|(name, ..)| self.is_counter_of_seats(name))
            }
            _ => false,
        }
    }

    fn is_counter_of_seats(&self, name: &str) -> bool {
        let mut counters = self.declared.counters.iter();
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
        let turns = locals.filter(|(_, local)| local.counts && words.contains(&&*local.name));
        let turns: Vec<(usize, String, Written)> = turns
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

/// Explains the first expression if it has the wrong value, else the second.
fn either<S: CardSet>(
    decides: RunOperand<S>,
    is_so: bool,
    one: Teller<S>,
    other: Teller<S>,
) -> Teller<S> {
    Box::new(move |m| if decides(m).is_empty() != is_so { one(m) } else { other(m) })
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
        if fault.is_none() && told.is_some() {
            self.scratch.told = told;
        }
        self.scratch.steps = steps;
    }
}
