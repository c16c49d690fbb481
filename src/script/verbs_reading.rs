//! The verbs that read the table.

use std::sync::Arc;

use super::compile::ScriptCompiler;
use super::expressions::{by_number, number_on};
use super::machine::{Machine, NONE};
use super::operand::{Compiled, KnownValue, Operand, Type, set_numbers, typed};
use super::verbs::{Purpose, Verb, ruling_key, verbs};
use crate::source::{did_you_mean, list_words};
use crate::syntax::{Expr, Out, fail};
use crate::table::{
    CardSet, ColumnKind, Each, FaultKind, MOST_SEATS, NOTHING, ZoneOrder, names, numbered,
};

/// Cards that are looked at for the price of a step.
const LOOKS: u32 = 8;

verbs! { PLACES: Places, places(own, call, at);
    /// The cards of all zones of a name; of all places of one seat.
    "all(zone), all(zone, seat)" "n = len(all(hand))"
    all(zone: expression; seat: any) -> Cards => {
        let Type::Zones(kind, each, before) = zone.kind else {
            return Err(own.misused(call));
        };
        let (zones, seats) = (own.declared.numbers(own.zone_kind(kind).first, each), own.seats());
        let gather = move |m: &Machine<'_, S>, from: u8, step: u8| {
            let zones = zones.clone().skip(from.into()).step_by(step.into());
            zones.fold(S::default(), |cards, zone| cards.union(m.table(before).zone(zone)))
        };
        match seat {
            None => Operand::new(move |m| gather(m, 0, 1)),
            Some(seat) if each == Each::Both => {
                let at = seat.at();
                own.number(seat)?.then(move |m, seat| {
                    let seat = m.seat(seat, at);
                    gather(m, seat, seats)
                })
            }
            Some(_) => return Err(own.misused(call)),
        }
    };

    /// The card that came last into a zone with an order, or so many; none of an empty one. Of cards that others lie on:
    /// what came last on each, itself where nothing lies on it.
    "top(zone), top(zone, n), top(cards)"
    "n = len(top(stack)) + len(top(stack, 2) - top(stack)) + len(top(stack - first(deck)))"
    top(zone: any; many: any) -> Cards => own.outermost(call, zone, many, true)?;

    /// The card that came first into a zone with an order, or so many; none of an empty one.
    "bottom(zone), bottom(zone, n)" "n = len(bottom(stack, 2))"
    bottom(zone: any; many: any) -> Cards => own.outermost(call, zone, many, false)?;

    /// The place that a card lies at; None where its zone is at none.
    "place(card)" "n = place(row[0]) or 0"
    place(card: cards) -> Maybe => card.of_one(at, |m, card| {
        or_none(m.layout.place_of(m.table.zone_of(card)))
    });

    /// The seat whose zone a card lies in; None where it is nobody's.
    "owner(card)" "n = owner(first(deck)) or 0"
    owner(card: cards) -> Maybe => card.of_one(at, |m, card| {
        or_none(m.layout.seat_of(m.table.zone_of(card)))
    });

    /// The cards that lie on a card.
    "on(card)" "n = len(on(first(deck)))"
    on(card: cards) -> Cards => card.of_one(at, |m, card| m.table.on(card));

    /// The card that a card lies on; none where it lies on none.
    "lies_on(card)" "n = len(lies_on(first(deck)))"
    lies_on(card: cards) -> Cards => card.of_one(at, |m, card| {
        match m.table.host_of(card) {
            NOTHING => S::default(),
            host => S::one(host),
        }
    });

    /// The cards of a set on which so many cards lie, or more.
    "laden(cards, n)" "n = len(laden(deck, 1))"
    laden(cards: cards, n: number) -> Cards => cards.with(n, move |m, cards, n| {
        m.spend(cards.count() / LOOKS, at);
        m.table.laden(cards, n.number())
    });
}

verbs! { READS: Reads, reads(own, call, at);
    /// How many cards, places or seats there are in a set.
    "len(set)" "n = len(hand[me])"
    len(set: value) -> Number => match set.kind {
        Type::Cards | Type::Numbers | Type::Words(_) => {
            set.operand.map(|set| S::of_number(set.count()))
        }
        Type::Bag(_) => {
            let bags = own.bags.clone();
            set.operand.then(move |_, bag| {
                let bag = bags.get(bag.number() as usize);
                S::of_number(bag.map_or(0, |bag| bag.iter().count() as i64))
            })
        }
        Type::List(list) => Operand::number(own.lists[list].len() as i64),
        other => fail!(
            ScriptType, call.range,
            "{other} has no length"; "count cards, places or the numbers of a list"
        ),
    };

    /// One card of a set, where it does not matter which: the first as the decks list them.
    "first(cards)" "n = first(deck).cost"
    first(cards: cards) -> Cards => cards.then(|_, cards| cards.difference(cards.without_first()));

    /// One card by its name, as it is printed in records: `card("spy#2")`.
    "card(\"name\")" "n = card(\"a\").cost"
    card(argument: any) -> Cards => {
        let (name, layout) = (own.quoted(argument)?, own.layout);
        match numbered(&layout.cards, name) {
            Some(card) => Operand::Constant(S::one(card)),
            // Another variant has it.
            None if numbered(&layout.left_out, name).is_some() => Operand::Constant(S::default()),
            None => {
                let help = match did_you_mean(name, names(&layout.cards)) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => "write it as `deckproof record` does".into(),
                };
                fail!(ScriptName, argument.range, "there is no card `{name}`"; help)
            }
        }
    };

    /// All cards that have the same in a column as a card.
    "same(column, card)" "n = len(same(suit, first(deck)))"
    same(column: column, card: cards) -> Cards => {
        let sets = own.sets(column);
        card.of_one(at, move |_, card| {
            sets.iter().find(|set| set.has(card)).copied().unwrap_or_default()
        })
    };

    /// All cards that have a value in a column.
    "having(column, value)" "n = len(having(cost, 3))"
    having(column: column, value: any) -> Cards => own.having(column, value)?;

    /// All cards whose number in a column is not greater.
    "at_most(column, n)" "n = len(at_most(cost, 3))"
    at_most(column: number_column, n: number) -> Cards => {
        // By each number that a card has, the cards that have no more.
        let mut so_far = S::default();
        let sets = by_number(&column).into_iter().map(|(number, cards)| {
            so_far = so_far.union(cards);
            (number, so_far)
        });
        let sets: Box<[(i64, S)]> = sets.collect();
        n.then(move |_, most| {
            let most = most.number();
            let within = sets.iter().take_while(|(number, _)| *number <= most);
            within.last().map_or(S::default(), |(_, cards)| *cards)
        })
    };

    /// The sum of a column over a set.
    "total(cards, column)" "n = total(deck, cost)"
    total(cards: cards, column: number_column) -> Number => cards.then(move |m, cards| {
        m.spend(cards.count() / LOOKS, at);
        S::of_number(cards.cards().map(|card| number_on(&column, card)).sum::<i64>())
    });

    /// The cards of a set with the greatest number in a column: more than one where several have it.
    "highest(cards, column)" "n = len(highest(deck, cost))"
    highest(cards: cards, column: number_column) -> Cards => extreme(cards, column, 1, at);

    /// The cards of a set with the least number in a column.
    "lowest(cards, column)" "n = len(lowest(deck, cost))"
    lowest(cards: cards, column: number_column) -> Cards => extreme(cards, column, -1, at);

    /// The sum of the counters of a name.
    "sum(counters)" "n = sum(score)"
    sum(counters: any) -> Number => own.fold(call, counters, &[], |a, b| a + b)?;

    /// The least of several numbers, or of the counters of a name.
    "min(a, b, …), min(counters)" "n = min(3, len(deck))"
    min(first: any .. others) -> Number => own.fold(call, first, others, i64::min)?;

    /// The greatest of several numbers, or of the counters of a name.
    "max(a, b, …), max(counters)" "n = max(score)"
    max(first: any .. others) -> Number => own.fold(call, first, others, i64::max)?;

    /// A number without its sign.
    "abs(n)" "n = abs(-3)"
    abs(n: number) -> Number => n.then(move |m, n| m.checked(n.number().checked_abs(), at));

    /// The set of the numbers from the first to the last, both among them: from 0 to 62, or to 254 in a game of more than
    /// 63 cards.
    "numbers(first, last)" "n = len(numbers(0, 3))"
    numbers(first: number_of_a_set, last: number_of_a_set) -> Numbers => {
        let (least, most) = set_numbers::<S>();
        first.with(last, move |m, low, high| {
            let (low, high) = (low.number(), high.number());
            if low < least || high > most {
                m.fail(at, FaultKind::BeyondSets, if low < least { low } else { high });
                return S::default();
            }
            S::of(low as u8..=high as u8)
        })
    };

    /// The seats of a seat's team, itself among them.
    "team(seat)" "n = len(team(me))"
    team(seat: number) -> Numbers => {
        let declared = own.declared;
        let teams: [u8; MOST_SEATS] = std::array::from_fn(|seat| declared.team(seat as u8));
        seat.then(move |m, seat| S::of_number(teams[usize::from(m.seat(seat, at)) % MOST_SEATS]))
    };

    /// What was chosen where a ruling of game.toml decides this.
    "ruling(\"what\")" "n = 1 if ruling(\"reach\") == \"near\" else 2"
    ruling(what: any) => {
        let decides = own.quoted(what)?;
        let Some(KnownValue::Text(choice)) = own.number_of_the_rules(&ruling_key(decides)) else {
            fail!(
                ScriptName, what.range,
                "no ruling decides `{decides}`";
                "write `decides = \"…\"` and `choice = \"…\"` into a [[ruling]] of game.toml"
            );
        };
        typed(Operand::number(0), Type::Text(own.text(&choice)))
    };
}

/// A place or a seat that there may not be.
fn or_none<S: CardSet>(number: u8) -> S {
    S::of_number(if number == NOTHING { NONE } else { i64::from(number) })
}

/// The cards with the greatest number in a column, counted by a sign.
fn extreme<S: CardSet>(cards: Operand<S>, column: Arc<[i32]>, sign: i64, at: u32) -> Operand<S> {
    cards.then(move |m, cards| {
        let (mut best, mut found) = (i64::MIN, S::default());
        m.spend(cards.count() / LOOKS, at);
        for card in cards.cards() {
            let value = sign * number_on(&column, card);
            if value > best {
                (best, found) = (value, S::one(card));
            } else if value == best {
                found = found.union(S::one(card));
            }
        }
        found
    })
}

impl<S: CardSet> ScriptCompiler<'_, S> {
    /// The column that an argument is.
    pub(super) fn column(&mut self, argument: &Expr) -> Out<usize> {
        match self.expression(argument)?.kind {
            Type::Column(column) => Ok(column),
            other => {
                let known = list_words(self.column_names());
                let help = format!("write a key of the cards: {known}");
                self.takes(&format!("a column here, this is {other}"), argument, help)
            }
        }
    }

    pub(super) fn number_column(&mut self, argument: &Expr) -> Out<Arc<[i32]>> {
        let column = &self.layout.columns[self.column(argument)?];
        match &column.kind {
            ColumnKind::Number(numbers) => Ok(numbers.as_slice().into()),
            _ => fail!(
                ScriptType, argument.range,
                "`{}` holds words", column.name; "name a column of numbers"
            ),
        }
    }

    /// What came last into a zone, or first.
    fn outermost(
        &mut self,
        call: &Expr,
        zone: &Expr,
        many: Option<&Expr>,
        is_top: bool,
    ) -> Out<Operand<S>> {
        let Some((found, before)) = self.zone(zone)? else {
            return match (is_top, many) {
                (true, None) => self.tops(call, zone),
                _ => Err(self.misused(call)),
            };
        };
        let kind = self.zone_kind(found.kind);
        if kind.order == ZoneOrder::None {
            fail!(
                ScriptUse, zone.range,
                "`{}` has no order", kind.name; "add `order = true` to it in [table.zones]"
            );
        }
        Ok(match many {
            Some(many) => found.number.with(self.number(many)?, move |m, zone, many| {
                m.table(before).outermost(zone.number() as u8, many.number(), is_top)
            }),
            None => found.number.then(move |m, zone| {
                let table = m.table(before);
                let below = |card: &u8| table.rank(*card);
                let cards = table.zone(zone.number() as u8).cards();
                let found = if is_top { cards.max_by_key(below) } else { cards.min_by_key(below) };
                found.map_or(S::default(), S::one)
            }),
        })
    }

    /// For each card of a set, the card that was last put on it; the card itself if there is none.
    fn tops(&mut self, call: &Expr, cards: &Expr) -> Out<Operand<S>> {
        let found = self.value(cards)?;
        if found.kind != Type::Cards {
            return Err(self.misused(call));
        }
        if self.declared.zones.iter().all(|kind| kind.order == ZoneOrder::None) {
            fail!(
                ScriptUse, call.range,
                "no zone has an order, so that nothing comes last on a card";
                "add `order = true` to the zone in [table.zones]"
            );
        }
        let at = call.at();
        Ok(found.operand.then(move |m, cards| {
            m.spend(cards.count() / LOOKS, at);
            let tops = cards.cards().map(|card| S::one(m.table.topmost(card)));
            tops.fold(S::default(), S::union)
        }))
    }

    /// What several numbers, or all counters of a name, come to.
    fn fold(
        &mut self,
        call: &Expr,
        first: &Expr,
        others: &[Expr],
        fold: impl Fn(i64, i64) -> i64 + Copy + Send + Sync + 'static,
    ) -> Out<Operand<S>> {
        if !others.is_empty() {
            let mut folded = self.number(first)?;
            for other in others {
                let other = self.number(other)?;
                folded =
                    folded.with(other, move |_, a, b| S::of_number(fold(a.number(), b.number())));
            }
            return Ok(folded);
        }
        let Type::Counters(kind, before) = self.expression(first)?.kind else {
            return Err(self.misused(call));
        };
        let kind = self.counter_kind(kind);
        let first = usize::from(kind.first);
        let range = first..first + self.declared.count(kind.each);
        Ok(Operand::new(move |m| {
            let counters = m.table(before).counters[range.clone()].iter();
            S::of_number(counters.map(|n| i64::from(*n)).reduce(fold).unwrap_or(0))
        }))
    }

    /// The cards of each value of a column.
    fn sets(&self, column: usize) -> Arc<[S]> {
        match &self.layout.columns[column].kind {
            ColumnKind::Word(words) | ColumnKind::Words(words) => {
                words.iter().map(|(_, cards)| *cards).collect()
            }
            ColumnKind::Flag(cards) => [*cards, self.layout.all().difference(*cards)].into(),
            ColumnKind::Number(numbers) => by_number(numbers).into_values().collect(),
        }
    }

    fn having(&mut self, column: usize, argument: &Expr) -> Out<Operand<S>> {
        if let ColumnKind::Number(numbers) = &self.layout.columns[column].kind {
            let sets = by_number::<S>(numbers);
            let of = move |value: S| sets.get(&value.number()).copied().unwrap_or_default();
            return Ok(self.number(argument)?.map(of));
        }
        let (sets, found) = (self.sets(column), self.value(argument)?);
        match found.kind {
            Type::Text(text) => {
                let word = self.word_of_column(column, text, &argument.range)?;
                return Ok(Operand::Constant(sets[word as usize]));
            }
            Type::Word(of) => {
                // A word is that of the column which is spelled alike; no card has another.
                let (own, known) = (self.domain(of).1, self.domain(column).1);
                let at = |word: &&str| known.iter().position(|other| other == word);
                let same: Vec<Option<usize>> = own.iter().map(at).collect();
                if same.iter().any(Option::is_some) {
                    return Ok(found.operand.then(move |_, word| {
                        let word = usize::try_from(word.number()).ok();
                        let same = word.and_then(|word| *same.get(word)?);
                        same.map_or(S::default(), |at| sets[at])
                    }));
                }
            }
            _ => {}
        }
        fail!(
            ScriptType, argument.range,
            "`{}` holds words, this is {}", self.layout.columns[column].name, found.kind;
            "write a word in quotes"
        )
    }
}
