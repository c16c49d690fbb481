//! Compiles the verbs that read the table. A verb and its arguments come in; an operand and its type go out. Called by
//! `expressions`.

use super::compile::{Out, ScriptCompiler, slip};
use super::expressions::by_number;
use super::machine::{Machine, NONE};
use super::operand::{CompiledExpression, KnownValue, Operand, set_numbers};
use super::types::Type;
use super::verbs::{Verb, ruling_key};
use crate::source::{Code as Kind, did_you_mean};
use crate::syntax::{Expr, ExprKind, ScriptSlip};
use crate::table::{CardSet, ColumnKind, Each, FaultKind, MOST_SEATS, NOTHING, ZoneOrder};

/// Cards that are looked at for the price of a step.
const LOOKS: u32 = 8;

impl<S: CardSet> ScriptCompiler<'_, S> {
    /// The slip of a verb with other arguments than it takes.
    pub fn misused(&self, verb: &Verb, expr: &Expr) -> ScriptSlip {
        let message = format!("`{}` takes other values", verb.name);
        ScriptSlip::new(
            Kind::ScriptUse,
            expr.range.clone(),
            message,
            format!("write `{}`", verb.form.replace(", …", "")),
        )
    }

    /// The word in quotes that an argument is.
    pub fn quoted<'e>(&self, verb: &Verb, argument: &'e Expr) -> Out<&'e str> {
        match &argument.kind {
            ExprKind::Text(text) => Ok(text),
            _ => {
                let message = format!("`{}` takes a word in quotes here", verb.name);
                let help = format!("write `{}`", verb.form);
                slip(Kind::ScriptType, &argument.range, message, help)
            }
        }
    }

    /// The column that an argument is.
    fn column(&mut self, verb: &Verb, argument: &Expr) -> Out<usize> {
        let found = self.expression(argument)?;
        match found.kind {
            Type::Column(column) => Ok(usize::from(column)),
            other => {
                let message =
                    format!("`{}` takes a column here, this is {}", verb.name, other.describe());
                let known = self.layout.columns.iter().map(|column| column.name.as_str());
                let help =
                    format!("write a key of the cards: {}", crate::source::list_words(known));
                slip(Kind::ScriptType, &argument.range, message, help)
            }
        }
    }

    fn number_column(&mut self, verb: &Verb, argument: &Expr) -> Out<std::sync::Arc<[i32]>> {
        let column = self.column(verb, argument)?;
        if matches!(self.layout.columns[column].kind, ColumnKind::Number(_)) {
            return Ok(self.column_numbers(column));
        }
        let message = format!("`{}` holds words", self.layout.columns[column].name);
        slip(Kind::ScriptType, &argument.range, message, "name a column of numbers")
    }

    pub(super) fn reads(
        &mut self,
        verb: &'static Verb,
        expr: &Expr,
        arguments: &[Expr],
    ) -> Out<CompiledExpression<S>> {
        let at = expr.range.start as u32;
        let found = |operand, kind| Ok(CompiledExpression { operand, kind });
        let run = |run: super::operand::RunOperand<S>, kind| {
            Ok(CompiledExpression { operand: Operand::Run(run), kind })
        };
        match (verb.name, arguments) {
            ("len", [set]) => {
                let set = self.value(set)?;
                match set.kind {
                    Type::Cards | Type::Numbers | Type::Words(_) => found(
                        set.operand.map(|set| S::of_number(i64::from(set.count()))),
                        Type::Number,
                    ),
                    Type::Bag(_) => {
                        let bags = self.bags.clone();
                        let bag = set.operand.run();
                        run(
                            Box::new(move |m| {
                                let bag = bags.get(bag(m).number() as usize);
                                S::of_number(bag.map_or(0, |bag| bag.iter().count() as i64))
                            }),
                            Type::Number,
                        )
                    }
                    Type::List(list) => {
                        let length = self.lists[usize::from(list)].len();
                        found(Operand::number(length as i64), Type::Number)
                    }
                    other => {
                        let message = format!("{} has no length", other.describe());
                        slip(
                            Kind::ScriptType,
                            &expr.range,
                            message,
                            "count cards, places or the numbers of a list",
                        )
                    }
                }
            }
            ("all", [zone, rest @ ..]) if rest.len() <= 1 => {
                self.all(verb, expr, zone, rest.first())
            }
            ("top" | "bottom", [zone, rest @ ..]) if rest.len() <= 1 => {
                let Some((zone_at, before)) = self.zone(zone)? else {
                    return match (verb.name, rest) {
                        ("top", []) => self.tops(verb, expr, zone),
                        _ => Err(self.misused(verb, expr)),
                    };
                };
                let kind = &self.layout.declared.zones[usize::from(zone_at.kind)];
                if kind.order == ZoneOrder::None {
                    let message = format!("`{}` has no order", kind.name);
                    return slip(
                        Kind::ScriptUse,
                        &zone.range,
                        message,
                        "add `order = true` to it in [table.zones]",
                    );
                }
                let is_top = verb.name == "top";
                if let Some(many) = rest.first() {
                    let many = self.number(many)?;
                    let operand = zone_at.number.with(many, move |m, zone, many| {
                        let (zone, many) = (zone.number() as u8, many.number());
                        m.table(before).outermost(zone, many, is_top)
                    });
                    return found(operand, Type::Cards);
                }
                let operand = zone_at.number.then(move |m, zone| {
                    let zone = zone.number() as u8;
                    let table = m.table(before);
                    let below = |card: &u8| table.below.as_ref()[usize::from(*card)];
                    let cards = table.zone(zone).cards();
                    let found =
                        if is_top { cards.max_by_key(below) } else { cards.min_by_key(below) };
                    found.map_or(S::default(), S::one)
                });
                found(operand, Type::Cards)
            }
            ("first", [cards]) => {
                let cards = self.cards(cards)?;
                found(cards.then(|_, cards| cards.difference(cards.without_first())), Type::Cards)
            }
            ("place" | "owner", [card]) => {
                let is_place = verb.name == "place";
                let card = self.cards(card)?;
                let operand = card.then(move |m, cards| {
                    let card = m.one_card(cards, at);
                    let zone = m.table.zone_of(card);
                    let number =
                        if is_place { m.layout.place_of(zone) } else { m.layout.seat_of(zone) };
                    S::of_number(if number == NOTHING { NONE } else { i64::from(number) })
                });
                found(operand, Type::Maybe)
            }
            ("on", [card]) => {
                let card = self.cards(card)?;
                found(
                    card.then(move |m, cards| {
                        let card = m.one_card(cards, at);
                        m.table.on(card)
                    }),
                    Type::Cards,
                )
            }
            ("lies_on", [card]) => {
                let card = self.cards(card)?;
                let operand = card.then(move |m, cards| {
                    let card = m.one_card(cards, at);
                    match m.table.host.as_ref()[usize::from(card)] {
                        NOTHING => S::default(),
                        host => S::one(host),
                    }
                });
                found(operand, Type::Cards)
            }
            ("laden", [cards, number]) => {
                let (cards, number) = (self.cards(cards)?, self.number(number)?);
                found(
                    cards.with(number, move |m, cards, number| {
                        m.spend(cards.count() / LOOKS, at);
                        m.table.laden(cards, number.number())
                    }),
                    Type::Cards,
                )
            }
            ("card", [name]) => {
                let name_of = self.quoted(verb, name)?;
                let cards = &self.layout.cards;
                let found_at = cards.iter().position(|card| card == name_of);
                // Another variant has it.
                if found_at.is_none() && self.layout.left_out.iter().any(|card| card == name_of) {
                    return found(Operand::Constant(S::default()), Type::Cards);
                }
                let Some(card) = found_at else {
                    let help = match did_you_mean(name_of, cards.iter().map(String::as_str)) {
                        Some(near) => format!("did you mean \"{near}\"?"),
                        None => "write it as `deckproof record` does".into(),
                    };
                    let message = format!("there is no card `{name_of}`");
                    return slip(Kind::ScriptName, &name.range, message, help);
                };
                found(Operand::Constant(S::one(card as u8)), Type::Cards)
            }
            ("same", [column, card]) => {
                let column = self.column(verb, column)?;
                let sets = self.sets(column);
                let card = self.cards(card)?.run();
                run(
                    Box::new(move |m| {
                        let cards = card(m);
                        let card = m.one_card(cards, at);
                        sets.iter().find(|set| set.has(card)).copied().unwrap_or_default()
                    }),
                    Type::Cards,
                )
            }
            ("having", [column, value]) => self.having(verb, column, value),
            ("at_most", [column, number]) => {
                let column = self.number_column(verb, column)?;
                let sets = by_number::<S>(&column);
                // By each number that a card has, the cards that have no more.
                let mut so_far = S::default();
                let sets: Box<[(i64, S)]> = sets
                    .into_iter()
                    .map(|(number, cards)| {
                        so_far = so_far.union(cards);
                        (number, so_far)
                    })
                    .collect();
                let number = self.number(number)?.run();
                run(
                    Box::new(move |m| {
                        let most = number(m).number();
                        let within = sets.iter().take_while(|(number, _)| *number <= most);
                        within.last().map_or(S::default(), |(_, cards)| *cards)
                    }),
                    Type::Cards,
                )
            }
            ("total", [cards, column]) => {
                let cards = self.cards(cards)?.run();
                let column = self.number_column(verb, column)?;
                run(
                    Box::new(move |m| {
                        let cards = cards(m);
                        m.spend(cards.count() / LOOKS, at);
                        let sum: i64 = cards
                            .cards()
                            .map(|card| {
                                i64::from(column.get(usize::from(card)).copied().unwrap_or(0))
                            })
                            .sum();
                        S::of_number(sum)
                    }),
                    Type::Number,
                )
            }
            ("highest" | "lowest", [cards, column]) => {
                let sign = if verb.name == "highest" { 1 } else { -1 };
                let cards = self.cards(cards)?.run();
                let column = self.number_column(verb, column)?;
                run(
                    Box::new(move |m| {
                        let (mut best, mut found) = (i64::MIN, S::default());
                        let cards = cards(m);
                        m.spend(cards.count() / LOOKS, at);
                        for card in cards.cards() {
                            let value = sign
                                * i64::from(column.get(usize::from(card)).copied().unwrap_or(0));
                            if value > best {
                                (best, found) = (value, S::one(card));
                            } else if value == best {
                                found = found.union(S::one(card));
                            }
                        }
                        found
                    }),
                    Type::Cards,
                )
            }
            ("sum" | "min" | "max", [counters]) => {
                let of = self.expression(counters)?;
                let Type::Counters(kind, before) = of.kind else {
                    return Err(self.misused(verb, expr));
                };
                let kind = &self.layout.declared.counters[usize::from(kind)];
                let (from, count) =
                    (usize::from(kind.first), self.layout.declared.count(kind.each));
                let fold: fn(i64, i64) -> i64 = match verb.name {
                    "sum" => |a, b| a + b,
                    "min" => i64::min,
                    _ => i64::max,
                };
                run(
                    Box::new(move |m| {
                        let counters = m
                            .table(before)
                            .counters
                            .iter()
                            .skip(from)
                            .take(count)
                            .map(|n| i64::from(*n));
                        S::of_number(counters.reduce(fold).unwrap_or(0))
                    }),
                    Type::Number,
                )
            }
            ("min" | "max", [one, rest @ ..]) if !rest.is_empty() => {
                let is_min = verb.name == "min";
                let mut operand = self.number(one)?;
                for other in rest {
                    let other = self.number(other)?;
                    operand = operand.with(other, move |_, a, b| {
                        if (a.number() < b.number()) == is_min { a } else { b }
                    });
                }
                found(operand, Type::Number)
            }
            ("abs", [number]) => {
                let number = self.number(number)?;
                found(
                    number.then(move |m, n| m.checked(n.number().checked_abs(), at)),
                    Type::Number,
                )
            }
            ("numbers", [low, high]) => {
                let (low, high) = (self.number_of_a_set(low)?, self.number_of_a_set(high)?);
                let (first, last) = set_numbers::<S>();
                found(
                    low.with(high, move |m, low, high| {
                        let (low, high) = (low.number(), high.number());
                        if low < first || high > last {
                            let beyond = if low < first { low } else { high };
                            m.fail(at, FaultKind::BeyondSets, beyond);
                            return S::default();
                        }
                        (low..=high).fold(S::default(), |set, n| set.union(S::one(n as u8)))
                    }),
                    Type::Numbers,
                )
            }
            ("team", [seat]) => {
                let seat = self.number(seat)?;
                let declared = &self.layout.declared;
                let seats = declared.seats.len() as u8;
                let teams: [u8; MOST_SEATS] = std::array::from_fn(|seat| declared.team(seat as u8));
                let operand = seat.then(move |m, seat| {
                    let seat = m.index(seat, seats, at);
                    S::of_number(i64::from(teams[usize::from(seat) % MOST_SEATS]))
                });
                found(operand, Type::Numbers)
            }
            ("ruling", [what]) => {
                let decides = self.quoted(verb, what)?;
                let Some(KnownValue::Text(choice)) = self.number_of_the_rules(&ruling_key(decides))
                else {
                    let message = format!("no ruling decides `{decides}`");
                    let help = "write `decides = \"…\"` and `choice = \"…\"` into a [[ruling]] of game.toml";
                    return slip(Kind::ScriptName, &what.range, message, help);
                };
                let text = self.text(&choice);
                found(Operand::number(0), Type::Text(text))
            }
            _ => Err(self.misused(verb, expr)),
        }
    }

    /// For each card of a set, the card that was last put on it; the card itself if there is none.
    fn tops(&mut self, verb: &Verb, expr: &Expr, cards: &Expr) -> Out<CompiledExpression<S>> {
        let found = self.value(cards)?;
        if found.kind != Type::Cards {
            return Err(self.misused(verb, expr));
        }
        let zones = &self.layout.declared.zones;
        if zones.iter().all(|kind| kind.order == ZoneOrder::None) {
            let message = "no zone has an order, so that nothing comes last on a card";
            return slip(
                Kind::ScriptUse,
                &expr.range,
                message,
                "add `order = true` to the zone in [table.zones]",
            );
        }
        let at = expr.range.start as u32;
        let operand = found.operand.then(move |m, cards| {
            m.spend(cards.count() / LOOKS, at);
            let table = m.table(false);
            let tops = cards.cards().map(|card| S::one(table.topmost(card)));
            tops.fold(S::default(), S::union)
        });
        Ok(CompiledExpression { operand, kind: Type::Cards })
    }

    /// The cards of all zones of a name; of all places of one seat.
    fn all(
        &mut self,
        verb: &Verb,
        expr: &Expr,
        zone: &Expr,
        seat: Option<&Expr>,
    ) -> Out<CompiledExpression<S>> {
        let found = self.expression(zone)?;
        let Type::Zones(kind, each, before) = found.kind else {
            return Err(self.misused(verb, expr));
        };
        let first = self.layout.declared.zones[usize::from(kind)].first;
        let count = self.layout.declared.count(each) as u8;
        let seats = self.layout.declared.seats.len() as u8;
        let gather = move |m: &Machine<'_, S>, from: u8, step: u8| {
            let mut cards = S::default();
            let mut zone = from;
            while zone < first + count {
                cards = cards.union(m.table(before).zone(zone));
                zone += step;
            }
            cards
        };
        let operand = match seat {
            None => Operand::Run(Box::new(move |m: &mut Machine<'_, S>| gather(m, first, 1))),
            Some(seat) if each == Each::Both => {
                let at = seat.range.start as u32;
                let seat = self.number(seat)?;
                seat.then(move |m, seat| {
                    let seat = m.index(seat, seats, at);
                    gather(m, first + seat, seats)
                })
            }
            Some(_) => return Err(self.misused(verb, expr)),
        };
        Ok(CompiledExpression { operand, kind: Type::Cards })
    }

    /// The cards of each value of a column.
    fn sets(&self, column: usize) -> std::sync::Arc<[S]> {
        match &self.layout.columns[column].kind {
            ColumnKind::Word(words) | ColumnKind::Words(words) => {
                words.iter().map(|(_, cards)| *cards).collect()
            }
            ColumnKind::Flag(cards) => [*cards, self.layout.all().difference(*cards)].into(),
            ColumnKind::Number(numbers) => by_number(numbers).into_values().collect(),
        }
    }

    /// Whether some of the words that a value can be are words of a column.
    fn shares_words(&self, of: u16, column: usize) -> bool {
        let (own, known) = (self.domain(of).1, self.domain(column as u16).1);
        own.iter().any(|word| known.contains(word))
    }

    fn having(&mut self, verb: &Verb, column: &Expr, value: &Expr) -> Out<CompiledExpression<S>> {
        let index = self.column(verb, column)?;
        let layout = self.layout;
        match &layout.columns[index].kind {
            ColumnKind::Number(numbers) => {
                let sets = by_number::<S>(numbers);
                let of = move |value: S| sets.get(&value.number()).copied().unwrap_or_default();
                let operand = match self.number(value)? {
                    Operand::Constant(value) => Operand::Constant(of(value)),
                    value => {
                        let value = value.run();
                        Operand::Run(Box::new(move |m| of(value(m))))
                    }
                };
                Ok(CompiledExpression { operand, kind: Type::Cards })
            }
            _ => {
                let sets = self.sets(index);
                let found = self.value(value)?;
                let operand = match found.kind {
                    Type::Text(text) => {
                        let word = self.word_of_column(index as u16, text, &value.range)?;
                        Operand::Constant(sets[word as usize])
                    }
                    Type::Word(of) if self.shares_words(of, index) => {
                        // A word is that of the column which is spelled alike; no card has another.
                        let (own, known) = (self.domain(of).1, self.domain(index as u16).1);
                        let set = |word: &&str| known.iter().position(|other| other == word);
                        let sets =
                            own.iter().map(|word| set(word).map_or_else(S::default, |at| sets[at]));
                        let sets: Vec<S> = sets.collect();
                        let run = found.operand.run();
                        Operand::Run(Box::new(move |m: &mut Machine<'_, S>| {
                            let word = run(m).number();
                            usize::try_from(word)
                                .ok()
                                .and_then(|word| sets.get(word))
                                .copied()
                                .unwrap_or_default()
                        }))
                    }
                    other => {
                        let message = format!(
                            "`{}` holds words, this is {}",
                            layout.columns[index].name,
                            other.describe()
                        );
                        return slip(
                            Kind::ScriptType,
                            &value.range,
                            message,
                            "write a word in quotes",
                        );
                    }
                };
                Ok(CompiledExpression { operand, kind: Type::Cards })
            }
        }
    }
}
