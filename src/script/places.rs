//! Compiles zones and counters with their indices: `hand[me]`, `at[place][seat]`, `score[me]`. An expression of the
//! tree comes in; the place with its compiled indices goes out.

use super::compile::ScriptCompiler;
use super::expressions::set_of_index;
use super::machine::Machine;
use super::operand::{Compiled, CompiledExpression, Operand, Type, typed};
use super::verbs_changing::index_of;
use crate::source::one_or_many;
use crate::syntax::{Expr, ExprKind, Out, fail};
use crate::table::{CardSet, CounterKind, Each, FaultKind, Touched, ZoneKind, numbered};

/// A zone that an expression names.
pub struct ZoneAt<S: CardSet> {
    /// Its number.
    pub number: Operand<S>,
    /// Its kind.
    pub kind: u8,
}

/// The number of a zone or of a counter: known, or by indices from the number of the first. Each index comes with where it is written
/// and how many there are.
pub(super) enum Numbered<S: CardSet> {
    One(u8),
    At(u8, (Operand<S>, u32), u8),
    Both(u8, [(Operand<S>, u32); 2], [u8; 2]),
}

impl<S: CardSet> Numbered<S> {
    /// What follows from the number, in one closure with the indices.
    pub fn then(
        self,
        operation: impl Fn(&mut Machine<'_, S>, u8) -> S + Send + Sync + 'static,
    ) -> Operand<S> {
        match self {
            Numbered::One(number) => Operand::new(move |m| operation(m, number)),
            Numbered::At(first, (index, at), count) => index.then(move |m, index| {
                let number = first + m.index(index, count, at);
                operation(m, number)
            }),
            Numbered::Both(first, [(place, at), (seat, seat_at)], [places, seats]) => {
                place.with(seat, move |m, place, seat| {
                    let (place, seat) = (m.index(place, places, at), m.index(seat, seats, seat_at));
                    operation(m, first + place * seats + seat)
                })
            }
        }
    }

    /// The number as a word.
    pub fn word(self) -> Operand<S> {
        match self {
            Numbered::One(number) => Operand::number(number),
            by_index => by_index.then(|_, number| S::of_number(number)),
        }
    }
}

impl<S: CardSet> ScriptCompiler<'_, S> {
    /// The kind of zones that an expression names, if it names one, with the indices.
    pub(super) fn zone_base<'e>(&mut self, expr: &'e Expr) -> Option<(u8, Vec<&'e Expr>, bool)> {
        let (name, indices, before) = self.base(expr)?;
        Some((self.zone_named(name)?, indices, before))
    }

    /// The zone that an expression names, if it names one.
    pub fn zone(&mut self, expr: &Expr) -> Out<Option<(ZoneAt<S>, bool)>> {
        let Some((kind, indices, before)) = self.zone_base(expr) else {
            return Ok(None);
        };
        let zone = self.zone_kind(kind);
        if zone.each.indices() != indices.len() {
            return Ok(None);
        }
        self.frame.effects.looks |= Touched::zone(kind);
        let indices = self.values(&indices)?;
        let number = self.numbered(zone.first, zone.each, indices)?.word();
        Ok(Some((ZoneAt { number, kind }, before)))
    }

    /// A name of the table with its indices: `hand[me]`, `before.hand[me]`.
    pub(super) fn base<'e>(&self, expr: &'e Expr) -> Option<(&'e str, Vec<&'e Expr>, bool)> {
        match &expr.kind {
            ExprKind::Name(name) if !self.frame.locals.iter().any(|local| local.name == *name) => {
                Some((name, Vec::new(), false))
            }
            ExprKind::Field(of, field) => {
                let ExprKind::Name(of) = &of.kind else {
                    return None;
                };
                let local = self.frame.locals.iter().find(|local| local.name == *of)?;
                (local.kind == Type::Before).then_some((field.text.as_str(), Vec::new(), true))
            }
            ExprKind::Index(of, index) => {
                let (name, mut indices, before) = self.base(of)?;
                indices.push(index);
                Some((name, indices, before))
            }
            _ => None,
        }
    }

    pub(super) fn values<'e>(
        &mut self,
        all: &[&'e Expr],
    ) -> Out<Vec<(CompiledExpression<S>, &'e Expr)>> {
        all.iter().map(|expr| Ok((self.value(expr)?, *expr))).collect()
    }

    /// The number of a zone or counter that exists once a seat, once a place, …, from its indices.
    pub(super) fn numbered(
        &mut self,
        first: u8,
        each: Each,
        indices: Vec<(CompiledExpression<S>, &Expr)>,
    ) -> Out<Numbered<S>> {
        let (seats, places) = (self.seats(), self.places_count());
        let mut operands = Vec::new();
        for (found, index) in indices {
            operands.push((self.number_of(found, index)?, index.at()));
        }
        let mut operands = operands.into_iter();
        Ok(match (each, operands.next(), operands.next()) {
            (Each::Seat, Some(seat), None) => Numbered::At(first, seat, seats),
            (Each::Place, Some(place), None) => Numbered::At(first, place, places),
            (Each::Both, Some(place), Some(seat)) => {
                Numbered::Both(first, [place, seat], [places, seats])
            }
            _ => Numbered::One(first),
        })
    }

    /// The cards of the zone, or zones, that an expression names.
    pub(super) fn cards_of_zone(&mut self, expr: &Expr) -> Out<Option<CompiledExpression<S>>> {
        let Some((kind, indices, before)) = self.zone_base(expr) else {
            return Ok(None);
        };
        self.frame.effects.looks |= Touched::zone(kind);
        let ZoneKind { name, first, each, .. } = self.zone_kind(kind);
        let (first, each) = (*first, *each);
        if each.indices() != indices.len() {
            if indices.is_empty() {
                return Ok(None);
            }
            let help = match each {
                Each::One => format!("write `{name}` alone"),
                each => format!("write `{name}{}`", index_of(each)),
            };
            let count = each.indices();
            let indices = one_or_many(count, "index", "indices");
            fail!(ScriptType, expr.range, "`{name}` has {count} {indices}"; help);
        }
        let read = move |m: &mut Machine<'_, S>, zone: u8| m.table(before).zone(zone);
        let indices = self.values(&indices)?;
        // A set of places or seats: the cards at any of them.
        if indices.iter().any(|(index, _)| index.kind == Type::Numbers) {
            let (seats, places) = (self.seats(), self.places_count());
            let (count, width) = match each {
                Each::Seat => (seats, 1),
                Each::Both => (places, seats),
                Each::Place | Each::One => (places, 1),
            };
            let mut sets = Vec::new();
            for ((index, expr), count) in indices.into_iter().zip([count, width]) {
                sets.push(match index.kind {
                    Type::Numbers => index.operand,
                    _ => set_of_index(self.number_of(index, expr)?, count, expr.at()),
                });
            }
            let mut sets = sets.into_iter();
            let mut next = || sets.next().unwrap_or(Operand::Constant(S::one(0)));
            let (outer, inner) = (next(), next());
            let operand = outer.with(inner, move |m, outer, inner| {
                let mut cards = S::default();
                for one in outer.cards().filter(|one| *one < count) {
                    for other in inner.cards().filter(|other| *other < width) {
                        cards = cards.union(read(m, first + one * width + other));
                    }
                }
                cards
            });
            return typed(operand, Type::Cards).map(Some);
        }
        typed(self.numbered(first, each, indices)?.then(read), Type::Cards).map(Some)
    }

    /// Whether an expression names a counter, by a field of the table or a name of its own.
    pub fn is_counter(&self, expr: &Expr) -> bool {
        let name = match &expr.kind {
            ExprKind::Field(_, field) => Some(field.text.as_str()),
            _ => self.base(expr).map(|(name, ..)| name),
        };
        name.is_some_and(|name| numbered(&self.declared.counters, name).is_some())
    }

    /// The number of the counter that an expression names, and its kind.
    pub fn counter(&mut self, expr: &Expr) -> Out<(Operand<S>, u8)> {
        if let ExprKind::Field(of, field) = &expr.kind {
            self.is_table(of)?;
            let found = self.counter_named(&field.text);
            if let Some(kind) = found.filter(|kind| self.counter_kind(*kind).each == Each::One) {
                return Ok((Operand::number(self.counter_kind(kind).first), kind));
            }
            // Says what there is.
            self.of_the_table(field, false)?;
            fail!(
                ScriptType, expr.range,
                "`t.{}` follows from the rules", field.text; "give counters and `t.turn` values"
            );
        }
        if let Some((name, indices, false)) = self.base(expr)
            && let Some(kind) = self.counter_named(name)
        {
            let CounterKind { first, each, .. } = *self.counter_kind(kind);
            if each != Each::One && each.indices() == indices.len() {
                let indices = self.values(&indices)?;
                return Ok((self.numbered(first, each, indices)?.word(), kind));
            }
            let help = match each {
                Each::One => format!("write `t.{name}`"),
                each => format!("write `{name}{}`", index_of(each)),
            };
            fail!(ScriptType, expr.range, "this is not one counter `{name}`"; help);
        }
        fail!(
            ScriptType, expr.range,
            "this is no counter"; "write `t.name`, or `name[me]`; zones are changed with `move(…)`"
        )
    }

    pub(super) fn indexed(&mut self, expr: &Expr, of: &Expr, index: &Expr) -> Compiled<S> {
        if let Some((name, indices, before)) = self.base(expr)
            && let Some(at) = self.counter_named(name)
        {
            self.frame.effects.looks |= Touched::counter(at);
            let CounterKind { first, each, holds, .. } = *self.counter_kind(at);
            if each == Each::One || each.indices() != indices.len() {
                // Says how it is written.
                self.counter(expr)?;
            }
            let indices = self.values(&indices)?;
            let number = self.numbered(first, each, indices)?;
            return self.reading(number, holds, before);
        }
        let found = self.expression(of)?;
        let Type::List(list) = found.kind else {
            fail!(
                ScriptType, of.range,
                "{} has no entries by number", found.kind; "write a zone, a counter or a list"
            );
        };
        let numbers = self.lists[list].clone();
        let at = index.at();
        let entry = self.number(index)?.then(move |m, index| {
            let index = index.number();
            // As in Python, -1 is the last.
            let place = if index < 0 { index + numbers.len() as i64 } else { index };
            match usize::try_from(place).ok().and_then(|place| numbers.get(place)) {
                Some(number) => S::of_number(*number),
                None => {
                    m.fail(at, FaultKind::NoSuch, index);
                    S::of_number(0)
                }
            }
        });
        typed(entry, self.entry_of(list))
    }
}
