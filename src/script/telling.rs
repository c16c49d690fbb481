//! Compiles `tell(seats, fact)`. What the fact is about is worked out when it is told: cards by where they lie then,
//! numbers that all see. The rest is a function of these cards and of hidden counters, which is asked again of every
//! table that a seat takes for possible.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use smallvec::SmallVec;

use super::code::{Body, CompiledFunction};
use super::compile::ScriptCompiler;
use super::machine::{Changing, Machine, within_16_bits};
use super::operand::{Operand, Type};
use super::verbs::Purpose;
use crate::rules::{Bits, CardId, Event, Facing, FactId, Shown, ZoneId};
use crate::syntax::{Expr, ExprKind, Name, Operator, Out, fail};
use crate::table::{CardSet, CounterKind, FactShape, FaultKind, Sees};

/// A fact that the script tells.
pub struct FactCode<S: CardSet> {
    code: Arc<CompiledFunction<S>>,
    /// The locals of what it is about.
    slots: Vec<usize>,
    pub shape: FactShape,
}

/// What a fact is about.
struct About<S: CardSet> {
    /// What is worked out first, and the locals that it goes to.
    first: Vec<(usize, Operand<S>)>,
    /// The locals, and whether each holds cards.
    slots: Vec<(usize, bool)>,
    counters: u64,
}

impl<S: CardSet> FactCode<S> {
    /// What it comes to.
    pub fn value(&self, m: &mut Machine<'_, S>, about: &[S]) -> S {
        m.scratch.base = 0;
        for (slot, word) in self.slots.iter().zip(about) {
            m.set_local(*slot, *word);
        }
        m.invoke(&self.code, 0, self.code.at)
    }
}

impl<'a, S: CardSet> ScriptCompiler<'a, S> {
    pub(super) fn tell(&mut self, seats: &Expr, fact: &Expr, at: u32) -> Out<Operand<S>> {
        let (to, count) = (self.seats_of(seats, at)?, self.seats());
        let mut about = About { first: Vec::new(), slots: Vec::new(), counters: 0 };
        let mut asked = fact.clone();
        self.set_apart(&mut asked, &mut about)?;
        let outside = std::mem::take(&mut self.frame.effects);
        let found = self.value(&asked);
        let inside = std::mem::replace(&mut self.frame.effects, outside);
        let found = found?;
        self.frame.effects.add(&inside);
        let counters =
            Bits(about.counters).fold(0, |bits, counter| bits | self.layout.counter_bit(counter));
        if inside.changes.is_some() || inside.looks & !counters != 0 {
            fail!(
                ScriptUse, fact.range,
                "a fact that asks the table elsewhere than in its own line";
                "write zones, counters and `t.turn` into `tell(…)` itself, or give functions the cards: `tell(me, worth(hand[other]) > 3)`"
            );
        }
        if about.counters == 0 && !about.slots.iter().any(|(_, is_cards)| *is_cards) {
            fail!(
                ScriptUse, fact.range,
                "a fact about no card and no hidden counter, of which nothing can be kept";
                "work it out inside of `tell(…)`: `tell(me, total(hand[other], rank) > 3)`"
            );
        }
        let is_cards = found.kind == Type::Cards;
        let values = match found.kind {
            Type::Bool => vec!["no".to_owned(), "yes".to_owned()],
            Type::Number | Type::Maybe | Type::Cards => Vec::new(),
            Type::Word(of) => self.domain(of).1.into_iter().map(str::to_owned).collect(),
            other => fail!(
                ScriptUse, fact.range,
                "a fact that is {other}"; "tell a condition, a number, a word of a card, or cards"
            ),
        };
        let Ok(number) = u8::try_from(self.facts.len()) else {
            fail!(
                ScriptUse, fact.range,
                "the script tells more than 256 facts"; "tell some of them by one function"
            );
        };
        let sets: Vec<bool> = about.slots.iter().map(|(_, is_cards)| *is_cards).collect();
        let takes_out_of =
            |(slot, _): &(usize, bool)| is_of_each_card(&asked, &self.frame.locals[*slot].name);
        let says = self.source.get(fact.range.clone()).unwrap_or_default();
        let shape = FactShape {
            says: says.split_whitespace().collect::<Vec<&str>>().join(" "),
            values,
            each_card: about.slots.iter().position(takes_out_of).filter(|_| is_cards),
            cards: sets.into_iter().chain([is_cards]).collect(),
            counters: about.counters,
        };
        let code = Arc::new(CompiledFunction {
            body: Body::Value(found.operand),
            slots: self.frame.locals.len(),
            cost: 1,
            at: fact.at(),
        });
        let slots: Vec<usize> = about.slots.iter().map(|(slot, _)| *slot).collect();
        self.facts.push(FactCode { code: code.clone(), slots: slots.clone(), shape });
        let first = about.first;
        Ok(Operand::new(move |m| {
            let to = to.get(m).cards().filter(|seat| *seat < count);
            let to = to.fold(0u8, |bits, seat| bits | 1 << seat);
            for (slot, operand) in &first {
                let word = operand.get(m);
                m.set_local(*slot, word);
            }
            let mut words: SmallVec<[S; 8]> = slots.iter().map(|slot| m.local(*slot)).collect();
            words.push(match &code.body {
                Body::Value(operand) => operand.get(m),
                Body::Block(_) => S::default(),
            });
            m.told(number, to, &words, is_cards, at);
            S::default()
        }))
    }

    /// Works out now what a fact asks of the table, and puts a name in its place.
    fn set_apart(&mut self, expr: &mut Expr, about: &mut About<S>) -> Out<()> {
        if let ExprKind::Name(name) = &expr.kind {
            let mut locals = self.frame.locals.iter();
            if let Some(slot) = locals.position(|local| local.name == *name) {
                let kind = self.frame.locals[slot].kind;
                if kind != Type::Table && !about.slots.iter().any(|(known, _)| *known == slot) {
                    about.slots.push((slot, kind == Type::Cards));
                }
                return Ok(());
            }
        }
        if self.zone_base(expr).is_some() {
            return self.work_out(expr, about);
        }
        if let Some(kind) = self.counter_of(expr) {
            if kind.sees == Sees::All {
                return self.work_out(expr, about);
            }
            let counters = self.declared.numbers(kind.first, kind.each);
            about.counters |= counters.fold(0, |bits, at| bits | 1 << at);
            let mut of = expr;
            while let ExprKind::Index(inner, index) = &mut of.kind {
                self.set_apart(index, about)?;
                of = inner;
            }
            return Ok(());
        }
        let is_of_the_table = match &expr.kind {
            ExprKind::Field(of, _) => self.is_the_table(of),
            ExprKind::Call(name, _) => Self::asks_places(name),
            _ => false,
        };
        if is_of_the_table {
            return self.work_out(expr, about);
        }
        for part in expr.kind.parts_mut() {
            self.set_apart(part, about)?;
        }
        Ok(())
    }

    fn is_the_table(&self, expr: &Expr) -> bool {
        let ExprKind::Name(name) = &expr.kind else {
            return false;
        };
        let mut locals = self.frame.locals.iter();
        locals.any(|local| local.name == *name && local.kind == Type::Table)
    }

    /// The kind of counters that an expression reads, whether one of them or, as in `sum(score)`, all.
    fn counter_of(&self, expr: &Expr) -> Option<&'a CounterKind> {
        let name = match &expr.kind {
            ExprKind::Field(of, field) if self.is_the_table(of) => &field.text,
            _ => self.base(expr)?.0,
        };
        self.declared.counters.iter().find(|kind| kind.name == *name)
    }

    /// An expression is worked out when the fact is told: it may not ask which cards those are that lie somewhere.
    fn work_out(&mut self, expr: &mut Expr, about: &mut About<S>) -> Out<()> {
        if !self.asks_no_card(expr) {
            fail!(
                ScriptUse, expr.range,
                "a fact that asks where a card lies which hidden cards decide";
                "ask of the cards that lie there: `first(hand[other]).rank`, `hand[other] & having(colour, c)`"
            );
        }
        let found = self.value(expr)?;
        let name = Name {
            text: format!("what it is about, {}", self.frame.locals.len()),
            range: expr.range.clone(),
        };
        let slot = self.assign(&name, found.kind, &expr.range)?;
        self.frame.locals[slot].used = true;
        about.first.push((slot, found.operand));
        about.slots.push((slot, found.kind == Type::Cards));
        expr.kind = ExprKind::Name(name.text);
        Ok(())
    }

    /// Whether an expression says the same whichever cards lie face down.
    fn asks_no_card(&self, expr: &Expr) -> bool {
        let is_plain = match &expr.kind {
            ExprKind::Field(of, field) => {
                let own = ["turn", "asked", "card"].contains(&field.text.as_str());
                return self.is_the_table(of) && (own || self.is_counter(expr));
            }
            ExprKind::Call(name, _) => Self::asks_places(name) || name.text == "len",
            _ => true,
        };
        is_plain
            && !self.counter_of(expr).is_some_and(|kind| kind.sees != Sees::All)
            && expr.kind.parts().into_iter().all(|part| self.asks_no_card(part))
    }

    /// Whether a call asks where cards lie, or which lie where.
    fn asks_places(name: &Name) -> bool {
        Self::find_verb(&name.text).is_some_and(|verb| verb.purpose == Purpose::Places)
    }
}

/// Whether an expression takes out of a set, which is a local, each card by itself.
fn is_of_each_card(expr: &Expr, set: &str) -> bool {
    let mentions = |expr: &Expr| {
        let mut found = false;
        expr.each(&mut |part| found |= matches!(&part.kind, ExprKind::Name(name) if name == set));
        found
    };
    match &expr.kind {
        ExprKind::Name(name) => name == set,
        ExprKind::Binary(Operator::Both | Operator::Subtract, a, b) if is_of_each_card(a, set) => {
            !mentions(b)
        }
        ExprKind::Binary(Operator::Both, a, b) => is_of_each_card(b, set) && !mentions(a),
        _ => false,
    }
}

impl<S: CardSet> Machine<'_, S> {
    /// Seats are told a fact.
    fn told(&mut self, fact: u8, to: u8, words: &[S], is_cards: bool, at: u32) {
        let is_heard = self.log.is_some();
        let Some((table, layout, log)): Option<Changing<'_, '_, S>> = self.changing(at) else {
            return;
        };
        let seats = layout.declared.all_seats().filter(|seat| is_heard && to >> seat & 1 == 1);
        let seen = |seat: u8| {
            let mut hasher = DefaultHasher::new();
            table.fact_seen(layout, seat, fact, words).hash(&mut hasher);
            (seat, Shown::Fact(FactId(fact), hasher.finish()))
        };
        let shown: SmallVec<[(u8, Shown); 8]> = seats.map(seen).collect();
        if let Some(log) = log {
            let value = words.last().copied().unwrap_or_default();
            let tell = |value: i64, card| {
                let value = within_16_bits(value);
                Event::Told { fact: FactId(fact), to, value, card }
            };
            let count = i64::from(value.count());
            if is_cards && count > 0 {
                let seen_by = |card| layout.sees(table.zone_of(card), table.face(card));
                for card in table.one_by_one(layout, value, seen_by) {
                    let (zone, face) = (ZoneId(table.zone_of(card)), Facing(table.face(card)));
                    let card = (CardId(card.into()), zone, face, table.rank(card));
                    log.push(tell(count, Some(card)));
                }
            } else {
                log.push(tell(if is_cards { 0 } else { value.number() }, None));
            }
        }
        let has_room = table.tell(layout, fact, to, words);
        self.scratch.shown.extend(shown);
        if !has_room {
            self.fail(at, FaultKind::TooManyFacts, 0);
        }
    }
}
