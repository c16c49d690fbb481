//! The verbs that change the table, by the rules or by chance.

use std::ops::Range;

use super::compile::ScriptCompiler;
use super::expressions::set_of_index;
use super::machine::{Machine, NONE, within_16_bits};
use super::operand::{Compiled, CompiledExpression, Operand, Type, typed};
use super::places::ZoneAt;
use super::verbs::{Purpose, Verb, verbs};
use crate::rules::{CardId, Counter, Event, Note, PICKS, ROLLS, Seat, Shown, ZoneId};
use crate::source::did_you_mean_or;
use crate::syntax::{Expr, ExprKind, Out, fail};
use crate::table::{
    AS_IT_LIES, CardSet, Each, FaultKind, MOST_SIDES, NoteGap, Question, Touched, names,
};

/// What a note costs, in changes: comparing two worlds puts each note into words.
const NOTE: u32 = 3;

verbs! { CHANGES: Changes, changes(own, call, at);
    /// Cards go to a zone, lying as cards lie there, or with a face; with `"as-it-lies"` as each lay before.
    "move(cards, zone), move(cards, zone, \"face\")" "move(deck, hand[me])"
    move(cards: cards, zone: zone_argument; face: face_to_lie) -> None => {
        cards.with(zone.number, move |m, cards, zone| {
            let picked = m.scratch.picked;
            m.scratch.picked = picked.difference(cards);
            let drawn = cards.is_single() && !picked.intersection(cards).is_empty();
            if let Some((table, layout, log)) = m.changing_of(cards.count(), at) {
                table.put(layout, cards, zone.number() as u8, face, drawn, log);
            }
            cards
        })
    };

    /// Cards are turned where they lie.
    "turn_face(cards, \"face\")" "turn_face(deck, \"down\")"
    turn_face(cards: cards, face: face) -> None => cards.then(move |m, cards| {
        if let Some((table, layout, log)) = m.changing_of(cards.count(), at) {
            table.turn(layout, cards, face, log);
        }
        cards
    });

    /// Cards are laid on a card: where that goes, they go with it, until they go elsewhere themselves.
    "stack(cards, card)" "stack(first(deck), first(row[0]))"
    stack(cards: cards, host: cards) -> None => {
        own.stacks = true;
        cards.with(host, move |m, cards, host| {
            let host = m.one_card(host, at);
            if let Some((table, layout, log)) = m.changing_of(cards.count(), at) {
                table.stack(layout, cards, host, log);
            }
            cards
        })
    };

    /// Two zones change their cards, which lie as cards lie there, or with a face. A hand that passes through a seat's zone
    /// counts as seen by that seat.
    "swap(zone, zone), swap(zone, zone, \"face\")" "swap(hand[0], hand[1])"
    swap(one: zone_argument, other: zone_argument; face: face_to_lie) -> None => {
        one.number.with(other.number, move |m, one, other| {
            let (one, other) = (one.number() as u8, other.number() as u8);
            let (here, there) = (m.table.zone(one), m.table.zone(other));
            let changing = m.changing_of(here.count() + there.count(), at);
            if let Some((table, layout, log)) = changing.filter(|_| one != other) {
                table.swap(layout, [one, other], face, log);
            }
            here
        })
    };

    /// A number goes from one counter to another.
    "pay(from, to, n)" "pay(coins[0], coins[1], 1)"
    pay(from: counter, to: counter, n: number) -> None => {
        let ranges = [from.1, to.1].map(|kind| own.counter_kind(kind).range);
        Operand::new(move |m| {
            let counters = [from.0.get(m).number() as u8, to.0.get(m).number() as u8];
            let paid = n.get(m);
            for ((counter, range), sign) in counters.into_iter().zip(ranges).zip([-1, 1]) {
                let value = i64::from(m.table.counter(counter));
                let value = value.saturating_add(paid.number().saturating_mul(sign));
                m.count(counter, range, value, at);
            }
            paid
        })
    };

    /// A seat learns which cards these are, or what a counter holds until it changes.
    "show(cards, seat), show(counter, seat)" "show(hand[0], me)"
    show(what: any, seat: number) -> None => if own.is_counter(what) {
        own.counter(what)?.0.with(seat, move |m, counter, seat| {
            let (seat, number) = (m.seat(seat, at), counter.number() as u8);
            if m.log.is_some() {
                let shown = Shown::Number(Counter(number), m.table.counter(number));
                m.scratch.shown.push((seat, shown));
            }
            m.change(at, |table| table.show_counter(seat, number));
            counter
        })
    } else {
        own.cards(what)?.with(seat, move |m, cards, seat| {
            let seat = m.seat(seat, at);
            if m.log.is_some() {
                for card in cards.difference(m.table.known_to(seat)).cards() {
                    let zone = ZoneId(m.table.zone_of(card));
                    m.scratch.shown.push((seat, Shown::Card(CardId(card.into()), zone)));
                }
            }
            m.change(at, |table| table.show(seat, cards));
            cards
        })
    };

    /// Seats learn what a fact comes to, and nothing else: a condition, a number, a word of a card, or which cards of a set.
    /// It is about the cards that lie somewhere now and about hidden counters, and holds as long as these can be told from
    /// others.
    "tell(seat, fact), tell(seats, fact)" "tell(me, total(hand[1], cost) > 3)"
    tell(seats: any, fact: any) -> None => own.tell(seats, fact, at)?;

    /// Says something in the record: with the seat, the place and the numbers for which its sentence has gaps.
    "note(\"word\"), note(\"word\", seat, place, n, n)" "note(\"takes\", me, 3)"
    note(word: any .. values) -> None => own.note(word, values, at)?;

    /// A seat has to answer a question before anything else, with a number that comes with it, `t.asked`, or a card,
    /// `t.card`.
    "ask(seat, \"question\"), ask(seat, \"question\", n), ask(seat, \"question\", card)"
    "ask(me, \"flip\", 2)"
    ask(seat: number, question: question; with: any) -> None => {
        own.asks(seat, question, with, false, at)?
    };

    /// The same, after all questions that wait.
    "ask_later(seat, \"question\"), ask_later(seat, \"question\", n), ask_later(seat, \"question\", card)"
    "ask_later(me, \"flip\", 2)"
    ask_later(seat: number, question: question; with: any) -> None => {
        own.asks(seat, question, with, true, at)?
    };

    /// All seats answer a question at the same time: nobody sees what the others answer before all are in. Then the answers
    /// are carried out seat by seat; a card that is named by where it lies (`{field:nth}`) is the one that lay there when
    /// they answered.
    "ask_all(\"question\")" "ask_all(\"flip\")"
    ask_all(kind: question) -> None => {
        let seats = own.seats();
        Operand::new(move |m| {
            // The first seat answers first.
            for seat in (0..seats).rev() {
                let mut question = Question::new(kind, seat, 0);
                question.at_once = true;
                m.ask(question, false, at);
            }
            S::default()
        })
    };

    /// Says who won, where no counter does: one seat, or a set of them.
    "win(seat), win(seats)" "win(me)"
    win(who: any) -> None => {
        own.wins_apart |= !matches!(&who.kind, ExprKind::Name(name) if name == "seats");
        own.seats_of(who, at)?.then(move |m, won| {
            for seat in won.cards() {
                let seat = m.seat(S::of_number(seat), at);
                m.change(at, |table| table.winners |= 1 << seat);
            }
            won
        })
    };

    /// The game is over; the word of a note says what decided, where no counter does.
    "end(), end(\"word\")" "end()"
    end(; word: note_word) -> None => Operand::new(move |m| {
        m.change(at, |table| {
            table.over = true;
            table.touched.add(Touched::OVER);
            table.ended = word;
        });
        S::default()
    });

    /// So many cards of a pile to each zone of a name.
    "deal(pile, zone, n)" "deal(deck, hand, 1)"
    deal(pile: pile, zones: expression, n: number) -> None => {
        let Type::Zones(kind, each, false) = zones.kind else {
            return Err(own.misused(call));
        };
        let zones = own.declared.numbers(own.zone_kind(kind).first, each);
        pile.number.with(n, move |m, from, n| {
            for zone in zones.clone() {
                m.draw((pile.kind, from.number() as u8), zone, n.number(), at);
            }
            n
        })
    };

    /// So many cards of a pile to a zone: fewer where there are no more.
    "draw(pile, zone, n)" "draw(deck, hand[me], 1)"
    draw(pile: pile, zone: zone_argument, n: number) -> None => Operand::new(move |m| {
        let from = pile.number.get(m).number() as u8;
        let zone = zone.number.get(m).number() as u8;
        let n = n.get(m);
        m.draw((pile.kind, from), zone, n.number(), at);
        n
    });

    /// The cards of a zone are shuffled into a pile.
    "shuffle(zone, pile)" "shuffle(row[0], deck)"
    shuffle(zone: zone_argument, pile: pile) -> None => {
        zone.number.with(pile.number, move |m, from, to| {
            let (zone, pile) = (from.number() as u8, to.number() as u8);
            let cards = m.table.zone(zone).count();
            if let Some((table, layout, log)) = m.changing_of(cards, at) {
                table.shuffle(layout, zone, pile, log);
            }
            to
        })
    };

    /// A number from 1 to as many as a die has sides: 64 at most.
    "roll(sides)" "n = roll(6)"
    roll(sides: number) -> Number => sides.then(move |m, sides| {
        let sides = sides.number();
        if !(1..=i64::from(MOST_SIDES)).contains(&sides) {
            m.fail(at, FaultKind::Sides, sides);
            return S::of_number(1);
        }
        let all = u64::MAX >> (i64::from(MOST_SIDES) - sides);
        let got = 1 + m.chance.draw(ROLLS, all, sides as u32);
        if let Some(log) = &mut m.log {
            log.push(Event::Rolled { sides: sides as u8, got });
        }
        S::of_number(got)
    });

    /// One card of a set, by chance: each is as likely. There must be one.
    "pick_random(cards)" "n = pick_random(hand[me]).cost"
    pick_random(cards: cards) -> Cards => {
        own.picks = true;
        cards.then(move |m, cards| {
            if cards.is_empty() {
                m.fail(at, FaultKind::NotOne, 0);
                return cards;
            }
            let card = cards.drawn(m.chance, PICKS, 1);
            m.scratch.picked = m.scratch.picked.union(card);
            card
        })
    };
}

impl<S: CardSet> ScriptCompiler<'_, S> {
    /// The zone that an argument is.
    pub(super) fn zone_argument(&mut self, argument: &Expr) -> Out<ZoneAt<S>> {
        if let Some((zone, false)) = self.zone(argument)? {
            return Ok(zone);
        }
        if let Some((name, indices, false)) = self.base(argument) {
            self.no_zone(name, indices.len(), &argument.range)?;
        }
        let help = format!("write one of {}, with its index: `hand[me]`", self.zone_names());
        self.takes("a zone here", argument, help)
    }

    /// The slip of a name that is no zone, or one of several.
    fn no_zone(&self, name: &str, indices: usize, place: &Range<usize>) -> Out<()> {
        let zones = &self.declared.zones;
        match zones.iter().find(|kind| kind.name == name) {
            Some(zone) if zone.each.indices() > indices => fail!(
                ScriptType, place,
                "there are several zones `{name}`"; "say which: `{name}{}`", index_of(zone.each)
            ),
            Some(_) => Ok(()),
            None => {
                let other = "declare it in [table.zones], or name one that is there";
                let help = did_you_mean_or(name, names(zones), other);
                fail!(ScriptName, place, "there is no zone `{name}`"; help)
            }
        }
    }

    /// The pile that an argument is.
    pub(super) fn pile(&mut self, argument: &Expr) -> Out<ZoneAt<S>> {
        let zone = self.zone_argument(argument)?;
        let kind = self.zone_kind(zone.kind);
        if kind.pile.is_none() {
            fail!(
                ScriptUse, argument.range,
                "`{}` is no pile", kind.name; "add `pile = true` to it in [table.zones]"
            );
        }
        Ok(zone)
    }

    /// The face with which cards come to lie.
    pub(super) fn face_to_lie(&mut self, argument: &Expr) -> Out<u8> {
        let word = self.quoted(argument)?;
        if word == "as-it-lies" {
            return Ok(AS_IT_LIES);
        }
        let faces = [&self.declared.faces[..], &self.declared.told_faces].concat();
        self.declared_word(word, &argument.range, "face", &faces)
    }

    /// A seat, or a set of them, as a set.
    pub(super) fn seats_of(&mut self, seats: &Expr, at: u32) -> Out<Operand<S>> {
        let found = self.value(seats)?;
        Ok(match found.kind {
            Type::Numbers => found.operand,
            _ => set_of_index(self.number_of(found, seats)?, self.seats(), at),
        })
    }

    fn asks(
        &mut self,
        seat: Operand<S>,
        kind: u8,
        with: Option<&Expr>,
        later: bool,
        at: u32,
    ) -> Out<Operand<S>> {
        let (with, is_card) = match with {
            None => (Operand::number(0), false),
            Some(with) => match self.value(with)? {
                CompiledExpression { operand, kind: Type::Cards } => (operand, true),
                found => (self.number_of(found, with)?, false),
            },
        };
        Ok(seat.with(with, move |m, seat, with| {
            let asked = m.seat(seat, at);
            if is_card {
                let card = m.one_card(with, at);
                m.ask(Question::new(kind, asked, 1).with(Some(card)), later, at);
            } else if let Ok(number) = i16::try_from(with.number()) {
                m.ask(Question::new(kind, asked, number), later, at);
            } else {
                m.fail(at, FaultKind::Range, with.number());
            }
            seat
        }))
    }

    fn note(&mut self, word: &Expr, values: &[Expr], at: u32) -> Out<Operand<S>> {
        let (text, note) = (self.quoted(word)?, self.note_word(word)?);
        let gaps = &self.declared.notes[usize::from(note)].gaps;
        if gaps.len() != values.len() {
            let values = gaps.iter().map(|gap| match gap {
                NoteGap::Seat => ", seat",
                NoteGap::At(_) => ", place",
                NoteGap::Number => ", number",
            });
            let values: String = values.collect();
            fail!(
                ScriptUse, word.range,
                "this is not what the note `{text}` says";
                "write `note(\"{text}\"{values})`, or change its sentence in [table.notes]"
            );
        }
        let places = self.places_count();
        let operands = gaps.iter().zip(values).map(|(gap, value)| Ok((*gap, self.number(value)?)));
        let operands = operands.collect::<Out<Vec<_>>>()?;
        Ok(Operand::new(move |m| {
            let (mut zone, mut seat, mut values, mut given) = (None, None, [0; 2], 0);
            for (gap, operand) in &operands {
                let value = operand.get(m);
                match gap {
                    NoteGap::Seat => seat = Some(Seat(m.seat(value, at))),
                    NoteGap::At(first) => zone = Some(ZoneId(first + m.index(value, places, at))),
                    NoteGap::Number => {
                        values[given & 1] = within_16_bits(value.number());
                        given += 1;
                    }
                }
            }
            if let Some((_, _, Some(log))) = m.changing_of(NOTE, at) {
                log.push(Event::Noted { note: Note(note), at: zone, seat, values });
            }
            S::default()
        }))
    }
}

/// The index with which one of several is named.
pub(super) fn index_of(each: Each) -> &'static str {
    match each {
        Each::One => "",
        Each::Seat => "[me]",
        Each::Place => "[place]",
        Each::Both => "[place][me]",
    }
}

impl<S: CardSet> Machine<'_, S> {
    fn ask(&mut self, question: Question, later: bool, at: u32) {
        let Some((table, ..)) = self.changing(at) else {
            return;
        };
        let asked = if later { table.ask_later(question) } else { table.ask(question) };
        if !asked {
            self.fail(at, FaultKind::TooManyQuestions, 0);
        }
    }

    /// Gives a counter a value, where it is within the range.
    #[inline]
    pub(super) fn count(&mut self, counter: u8, (low, high): (i16, i16), value: i64, at: u32) {
        if value < i64::from(low) || value > i64::from(high) {
            self.fail(at, FaultKind::Range, value);
        } else if let Some((table, layout, log)) = self.changing_of(1, at) {
            table.count(layout, counter, value as i16, log);
        }
    }

    /// Draws cards of a pile to a zone, shuffling what refills the pile into it when it is empty. Where there are no more,
    /// fewer are drawn.
    fn draw(&mut self, (kind, from): (u8, u8), to: u8, count: i64, at: u32) {
        let kinds = &self.layout.declared.zones;
        let kind = &kinds[usize::from(kind)];
        let place = from.saturating_sub(kind.first);
        let number = usize::from(kind.pile.unwrap_or(0) + place);
        let refill = kind.refill.map(|refill| {
            let refill = &kinds[usize::from(refill)];
            refill.first + if refill.each == Each::One { 0 } else { place }
        });
        if count < 0 {
            self.fail(at, FaultKind::TooFewCards, count);
        }
        let mut left = count.min(S::CARDS as i64);
        while left > 0 {
            if self.table.zone(from).is_empty() {
                let Some(refill) = refill else {
                    return;
                };
                let many = self.table.zone(refill).count();
                if let Some((table, layout, log)) = self.changing_of(many, at) {
                    table.shuffle(layout, refill, from, log);
                }
            }
            let cards = self.table.zone(from);
            if cards.is_empty() || !self.is_sound() {
                return;
            }
            // Cards in the same position that no one sees one by one are drawn at once.
            let is_ordered = self.layout.is_ordered(from) || self.layout.is_ordered(to);
            let one_by_one =
                self.log.is_some() || is_ordered || !self.table.riding(cards).is_empty();
            let many = if one_by_one || self.table.alike(cards) != cards {
                1
            } else {
                left.min(i64::from(cards.count()))
            };
            left -= many;
            let drawn = cards.drawn(self.chance, number, many as u32);
            if let Some((table, layout, log)) = self.changing_of(many as u32, at) {
                table.put(layout, drawn, to, None, true, log);
            }
        }
    }
}
