//! Compiles the verbs that change the table, by the rules or by chance. A verb and its arguments come in; an operand that makes
//! the change goes out. Called by `expressions`.

use std::ops::Range;

use super::compile::{Out, ScriptCompiler, slip};
use super::machine::{Machine, NONE};
use super::operand::{CompiledExpression, Operand, RunOperand};
use super::places::ZoneAt;
use super::types::Type;
use super::verbs::Verb;
use crate::rules::{CardId, Counter, Event, Note, PICKS, ROLLS, Seat, Shown, ZoneId};
use crate::source::{Code as Kind, did_you_mean};
use crate::syntax::{Expr, ExprKind, ScriptSlip};
use crate::table::{AS_IT_LIES, CardSet, Each, FaultKind, MOST_SIDES, NoteGap, Question, Touched};

/// What a note costs, in changes: comparing two worlds puts each note into words.
const NOTE: u32 = 3;

impl<S: CardSet> ScriptCompiler<'_, S> {
    /// The zone that an argument is.
    fn zone_argument(&mut self, verb: &Verb, argument: &Expr) -> Out<ZoneAt<S>> {
        if let Some((zone, false)) = self.zone(argument)? {
            return Ok(zone);
        }
        if let Some((name, indices, false)) = self.base(argument) {
            self.no_zone(name, indices.len(), &argument.range)?;
        }
        let message = format!("`{}` takes a zone here", verb.name);
        let known = self.layout.declared.zones.iter().map(|kind| kind.name.as_str());
        let help = format!(
            "write one of {}, with its index: `hand[me]`",
            crate::source::list_words(known)
        );
        slip(Kind::ScriptType, &argument.range, message, help)
    }

    /// The slip of a name that is no zone, or one of several.
    fn no_zone(&self, name: &str, indices: usize, place: &Range<usize>) -> Out<()> {
        let zones = &self.layout.declared.zones;
        let (code, message, help) = match zones.iter().find(|kind| kind.name == name) {
            Some(zone) if zone.each.indices() > indices => (
                Kind::ScriptType,
                format!("there are several zones `{name}`"),
                match zone.each {
                    Each::Place => format!("say which: `{name}[place]`"),
                    Each::Both => format!("say which: `{name}[place][me]`"),
                    _ => format!("say which: `{name}[me]`"),
                },
            ),
            Some(_) => return Ok(()),
            None => (
                Kind::ScriptName,
                format!("there is no zone `{name}`"),
                match did_you_mean(name, zones.iter().map(|kind| kind.name.as_str())) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "declare it in [table.zones], or name one that is there".to_owned(),
                },
            ),
        };
        slip(code, place, message, help)
    }

    /// The pile that an argument is.
    fn pile_argument(&mut self, verb: &Verb, argument: &Expr) -> Out<ZoneAt<S>> {
        let zone = self.zone_argument(verb, argument)?;
        let kind = &self.layout.declared.zones[usize::from(zone.kind)];
        match kind.pile {
            Some(_) => Ok(zone),
            None => {
                let message = format!("`{}` is no pile", kind.name);
                let help = "add `pile = true` to it in [table.zones]";
                slip(Kind::ScriptUse, &argument.range, message, help)
            }
        }
    }

    /// The face that a word names; `told_faces` are allowed only where cards are moved.
    fn face(&mut self, verb: &Verb, argument: &Expr) -> Out<u8> {
        let word = self.quoted(verb, argument)?.to_owned();
        if word == "as-it-lies" && verb.name != "turn_face" {
            return Ok(AS_IT_LIES);
        }
        let declared = &self.layout.declared;
        let told = match verb.name {
            "turn_face" => &[][..],
            _ => declared.told_faces.as_slice(),
        };
        let faces = declared.faces.iter().chain(told).map(String::as_str);
        self.declared_word(&word, &argument.range, "face", faces)
    }

    pub(super) fn changes(
        &mut self,
        verb: &'static Verb,
        expr: &Expr,
        arguments: &[Expr],
    ) -> Out<CompiledExpression<S>> {
        let at = expr.range.start as u32;
        let seats = self.layout.declared.seats.len() as u8;
        let run: RunOperand<S> = match (verb.name, arguments) {
            ("move", [cards, zone, rest @ ..]) if rest.len() <= 1 => {
                let cards = self.cards(cards)?;
                let zone = self.zone_argument(verb, zone)?;
                let face = rest.first().map(|face| self.face(verb, face)).transpose()?;
                cards
                    .with(zone.number, move |m, cards, zone| {
                        let picked = m.scratch.picked;
                        m.scratch.picked = picked.difference(cards);
                        let drawn = cards.is_single() && !picked.intersection(cards).is_empty();
                        if let Some((table, layout, log)) = m.changing_of(cards.count(), at) {
                            table.put(layout, cards, zone.number() as u8, face, drawn, log);
                        }
                        cards
                    })
                    .run()
            }
            ("turn_face", [cards, face]) => {
                let cards = self.cards(cards)?;
                let face = self.face(verb, face)?;
                cards
                    .then(move |m, cards| {
                        if let Some((table, layout, log)) = m.changing_of(cards.count(), at) {
                            table.turn(layout, cards, face, log);
                        }
                        cards
                    })
                    .run()
            }
            ("stack", [cards, host]) => {
                self.stacks = true;
                let (cards, host) = (self.cards(cards)?, self.cards(host)?);
                cards
                    .with(host, move |m, cards, host| {
                        let host = m.one_card(host, at);
                        if let Some((table, layout, log)) = m.changing_of(cards.count(), at) {
                            table.stack(layout, cards, host, log);
                        }
                        cards
                    })
                    .run()
            }
            ("swap", [one, other, rest @ ..]) if rest.len() <= 1 => {
                let (one, other) =
                    (self.zone_argument(verb, one)?, self.zone_argument(verb, other)?);
                let face = rest.first().map(|face| self.face(verb, face)).transpose()?;
                one.number
                    .with(other.number, move |m, one, other| {
                        let (one, other) = (one.number() as u8, other.number() as u8);
                        let (here, there) = (m.table.zone(one), m.table.zone(other));
                        let changing = m.changing_of(here.count() + there.count(), at);
                        if let Some((table, layout, log)) = changing.filter(|_| one != other) {
                            table.swap(layout, [one, other], face, log);
                        }
                        S::default()
                    })
                    .run()
            }
            ("pay", [from, to, amount]) => self.pay(from, to, amount, at)?,
            ("show", [counter, seat]) if self.is_counter(counter) => {
                let ((counter, _), seat) = (self.counter(counter)?, self.number(seat)?);
                counter
                    .with(seat, move |m, counter, seat| {
                        let seat = m.index(seat, seats, at);
                        let counter = counter.number() as u8;
                        if m.log.is_some() {
                            let number = m.table.counter(counter);
                            let shown = Shown::Number(Counter(counter), number);
                            m.scratch.shown.push((seat, shown));
                        }
                        if let Some((table, ..)) = m.changing(at) {
                            table.show_counter(seat, counter);
                        }
                        S::default()
                    })
                    .run()
            }
            ("show", [cards, seat]) => {
                let (cards, seat) = (self.cards(cards)?, self.number(seat)?);
                cards
                    .with(seat, move |m, cards, seat| {
                        let seat = m.index(seat, seats, at);
                        if m.log.is_some() {
                            let known = m.table.known[usize::from(seat) & 7];
                            for card in cards.difference(known).cards() {
                                let zone = ZoneId(m.table.zone_of(card));
                                let shown = Shown::Card(CardId(card.into()), zone);
                                m.scratch.shown.push((seat, shown));
                            }
                        }
                        if let Some((table, ..)) = m.changing(at) {
                            table.show(seat, cards);
                        }
                        cards
                    })
                    .run()
            }
            ("tell", [seats, fact]) => self.tell(seats, fact, at)?,
            ("note", [word, values @ ..]) => self.note(verb, word, values, at)?,
            ("ask" | "ask_later", [seat, question, rest @ ..]) if rest.len() <= 1 => {
                let later = verb.name == "ask_later";
                let kind = self.question(verb, question)?;
                let seat = self.number(seat)?;
                let with = rest.first().map(|with| Ok((self.value(with)?, with)));
                let run: RunOperand<S> = match with.transpose()? {
                    // A card comes with it.
                    Some((found, _)) if found.kind == Type::Cards => seat
                        .with(found.operand, move |m, seat, card| {
                            let seat = m.index(seat, seats, at);
                            let card = m.one_card(card, at);
                            m.ask(Question::new(kind, seat, 1).with(Some(card)), later, at);
                            S::default()
                        })
                        .run(),
                    with => {
                        let number = match with {
                            Some((found, expr)) => self.number_of(found, expr)?,
                            None => Operand::number(0),
                        };
                        seat.with(number, move |m, seat, number| {
                            let seat = m.index(seat, seats, at);
                            match i16::try_from(number.number()) {
                                Ok(number) => m.ask(Question::new(kind, seat, number), later, at),
                                Err(_) => m.fail(at, FaultKind::Range, number.number()),
                            }
                            S::default()
                        })
                        .run()
                    }
                };
                run
            }
            ("ask_all", [question]) => {
                let kind = self.question(verb, question)?;
                Box::new(move |m| {
                    // The first seat answers first.
                    for seat in (0..seats).rev() {
                        let mut question = Question::new(kind, seat, 0);
                        question.at_once = true;
                        m.ask(question, false, at);
                    }
                    S::default()
                })
            }
            ("win", [seat]) => {
                self.wins_apart |= !matches!(&seat.kind, ExprKind::Name(name) if name == "seats");
                let found = self.value(seat)?;
                let won = match found.kind {
                    Type::Numbers => found.operand,
                    _ => {
                        let seat = self.number_of(found, seat)?;
                        seat.then(move |m, seat| S::one(m.index(seat, seats, at)))
                    }
                };
                won.then(move |m, won| {
                    for seat in won.cards() {
                        let seat = m.index(S::of_number(seat.into()), seats, at);
                        if let Some((table, ..)) = m.changing(at) {
                            table.winners |= 1 << seat;
                        }
                    }
                    S::default()
                })
                .run()
            }
            ("end", rest) if rest.len() <= 1 => {
                let word = rest.first().map(|word| self.note_word(verb, word));
                let word = word.transpose()?;
                Box::new(move |m| {
                    if let Some((table, ..)) = m.changing(at) {
                        table.over = true;
                        table.touched.add(Touched::OVER);
                        table.ended = word;
                    }
                    S::default()
                })
            }
            ("deal", [pile, zones, count]) => {
                let pile = self.pile_argument(verb, pile)?;
                let found = self.expression(zones)?;
                let Type::Zones(kind, each, false) = found.kind else {
                    return Err(self.misused(verb, expr));
                };
                let first = self.layout.declared.zones[usize::from(kind)].first;
                let zones = self.layout.declared.count(each) as u8;
                let count = self.number(count)?;
                let kind = pile.kind;
                pile.number
                    .with(count, move |m, pile, count| {
                        let pile = pile.number() as u8;
                        for zone in first..first + zones {
                            m.draw((kind, pile), zone, count.number(), at);
                        }
                        S::default()
                    })
                    .run()
            }
            ("draw", [pile, zone, count]) => {
                let pile = self.pile_argument(verb, pile)?;
                let zone = self.zone_argument(verb, zone)?;
                let (kind, count) = (pile.kind, self.number(count)?);
                Box::new(move |m| {
                    let pile = pile.number.get(m).number() as u8;
                    let zone = zone.number.get(m).number() as u8;
                    let count = count.get(m).number();
                    m.draw((kind, pile), zone, count, at);
                    S::default()
                })
            }
            ("shuffle", [zone, pile]) => {
                let zone = self.zone_argument(verb, zone)?;
                let pile = self.pile_argument(verb, pile)?;
                zone.number
                    .with(pile.number, move |m, zone, pile| {
                        let to = pile.number() as u8;
                        let zone = zone.number() as u8;
                        let cards = m.table.zone(zone).count();
                        if let Some((table, layout, log)) = m.changing_of(cards, at) {
                            table.shuffle(layout, zone, to, log);
                        }
                        S::default()
                    })
                    .run()
            }
            ("roll", [sides]) => {
                let sides = self.number(sides)?;
                let operand = sides.then(move |m, sides| {
                    let sides = sides.number();
                    if !(1..=i64::from(MOST_SIDES)).contains(&sides) {
                        m.fail(at, FaultKind::Sides, sides);
                        return S::of_number(1);
                    }
                    let all = u64::MAX >> (i64::from(MOST_SIDES) - sides);
                    let got = 1 + m.chance.draw(ROLLS, all, sides as u32);
                    if let Some(log) = &mut m.log {
                        let sides = sides as u8;
                        log.push(Event::Rolled { sides, got });
                    }
                    S::of_number(got.into())
                });
                return Ok(CompiledExpression { operand, kind: Type::Number });
            }
            ("pick_random", [cards]) => {
                self.picks = true;
                let operand = self.cards(cards)?.then(move |m, cards| {
                    if cards.is_empty() {
                        m.fail(at, FaultKind::NotOne, 0);
                        return cards;
                    }
                    let card = cards.drawn(m.chance, PICKS, 1);
                    m.scratch.picked = m.scratch.picked.union(card);
                    card
                });
                return Ok(CompiledExpression { operand, kind: Type::Cards });
            }
            _ => return Err(self.misused(verb, expr)),
        };
        let run: RunOperand<S> = Box::new(move |m| {
            run(m);
            S::of_number(NONE)
        });
        Ok(CompiledExpression { operand: Operand::Run(run), kind: Type::None })
    }

    fn question(&mut self, verb: &Verb, argument: &Expr) -> Out<u8> {
        let word = self.quoted(verb, argument)?.to_owned();
        let known = self.layout.declared.questions.iter().map(String::as_str);
        self.declared_word(&word, &argument.range, "question", known)
    }

    fn pay(&mut self, from: &Expr, to: &Expr, amount: &Expr, at: u32) -> Out<RunOperand<S>> {
        let ((from, from_kind), (to, to_kind)) = (self.counter(from)?, self.counter(to)?);
        let amount = self.number(amount)?;
        let range = |kind: u8| self.layout.declared.counters[usize::from(kind)].range;
        let ranges = [range(from_kind), range(to_kind)];
        Ok(Box::new(move |m| {
            let counters = [from.get(m).number() as u8, to.get(m).number() as u8];
            let amount = amount.get(m).number();
            let signs = [-1, 1];
            for ((counter, (low, high)), sign) in counters.into_iter().zip(ranges).zip(signs) {
                let value =
                    i64::from(m.table.counter(counter)).saturating_add(amount.saturating_mul(sign));
                if value < i64::from(low) || value > i64::from(high) {
                    m.fail(at, FaultKind::Range, value);
                } else if let Some((table, layout, log)) = m.changing_of(1, at) {
                    table.count(layout, counter, value as i16, log);
                }
            }
            S::default()
        }))
    }

    /// The note that a word in quotes is.
    fn note_word(&mut self, verb: &Verb, word: &Expr) -> Out<u8> {
        let text = self.quoted(verb, word)?.to_owned();
        let known = self.layout.declared.notes.iter().map(|note| note.word.as_str());
        self.declared_word(&text, &word.range, "note", known)
    }

    fn note(&mut self, verb: &Verb, word: &Expr, values: &[Expr], at: u32) -> Out<RunOperand<S>> {
        let text = self.quoted(verb, word)?.to_owned();
        let note = self.note_word(verb, word)?;
        let declared = &self.layout.declared;
        let gaps = declared.notes[usize::from(note)].gaps.clone();
        if gaps.len() != values.len() {
            return Err(note_misfit(&text, &gaps, word));
        }
        let (seats, places) = (declared.seats.len() as u8, declared.places.len() as u8);
        let mut operands = Vec::new();
        for (gap, value) in gaps.into_iter().zip(values) {
            operands.push((gap, self.number(value)?));
        }
        Ok(Box::new(move |m| {
            let (mut zone, mut seat, mut values, mut given) = (None, None, [0; 2], 0);
            for (gap, operand) in &operands {
                let value = operand.get(m);
                match gap {
                    NoteGap::Seat => seat = Some(Seat(m.index(value, seats, at))),
                    NoteGap::At(first) => zone = Some(ZoneId(first + m.index(value, places, at))),
                    NoteGap::Number => {
                        let limits = (i64::from(i16::MIN), i64::from(i16::MAX));
                        values[given & 1] = value.number().clamp(limits.0, limits.1) as i16;
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

/// The values do not fit the gaps of the note's sentence.
fn note_misfit(text: &str, gaps: &[NoteGap], word: &Expr) -> ScriptSlip {
    let values = gaps.iter().map(|gap| match gap {
        NoteGap::Seat => ", seat",
        NoteGap::At(_) => ", place",
        NoteGap::Number => ", number",
    });
    let values: String = values.collect();
    let message = format!("this is not what the note `{text}` says");
    let help = format!("write `note(\"{text}\"{values})`, or change its sentence in [table.notes]");
    ScriptSlip::new(Kind::ScriptUse, word.range.clone(), message, help)
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
