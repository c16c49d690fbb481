//! Holds a world that was dealt against what was decided in the past. Decisions, what a seat remembers of them and its
//! world come in; whether somebody could not have decided so goes out.

use super::game::Rules;
use crate::rules::{CardId, Event, Rng, Seat, SeededChance};
use crate::table::{CardSet, Decision, Gap, Move, Moves, Remembered, Table};

/// Moves that are tried for one that looks like another.
const MOST_ALIKE: usize = 64;

impl<S: CardSet> Rules<S> {
    /// Whether in the world that was dealt last somebody could have decided neither as they did nor so that it looked the same to the seat.
    pub fn contradicts(
        &self,
        memory: &Remembered<S>,
        past: &[Decision<S>],
        seat: Seat,
        rng: &mut Rng,
    ) -> bool {
        let seat = seat.0;
        // How much is drawn below depends on the true table, and the numbers of the search must not.
        let mut rng = Rng::new(rng.next());
        let mut moves = Moves::default();
        memory.telling.iter().any(|number| {
            let decision = &past[*number];
            let Some((table, was)) = memory.past_table(*number, &decision.table) else {
                return false;
            };
            let mut mv = decision.mv;
            let pattern = &self.layout.declared.patterns[usize::from(mv.pattern)];
            for (part, gap) in mv.parts.iter_mut().zip(&pattern.gaps) {
                if *gap == Gap::Card {
                    *part = was[usize::from(*part)];
                }
            }
            if pattern.pair {
                mv.parts[..2].sort_unstable();
            }
            self.offer_into(&table, &mut moves);
            if moves.has(mv) {
                return false;
            }
            let heard = self.heard_by(&decision.events, seat, |card| was[usize::from(card)]);
            if decision.table.question().is_some_and(|asked| asked.at_once) {
                return self.shows_an_answer(mv, &heard, &moves);
            }
            let next = past.get(number + 1).map_or(&memory.now, |next| &next.table);
            let seen = Seen { mv, heard: &heard, tables: [&decision.table, next] };
            !self.looks_like_another(&table, &moves, &seen, (seat, &mut rng))
        })
    }

    /// Whether what happened leaves no doubt what a seat answered that was asked at once with others: cards alone, all of which went.
    fn shows_an_answer(&self, mv: Move, heard: &[Event], moves: &Moves<S>) -> bool {
        let gaps = self.gaps(mv);
        let mut parts = mv.parts.iter().zip(gaps);
        !gaps.is_empty()
            && parts.all(|(part, gap)| *gap == Gap::Card && goes(heard, *part))
            && moves.groups().iter().all(|group| group.pattern == mv.pattern)
    }

    /// Whether what was decided on a table may say something of the cards that a seat cannot place: not where the moves on offer depend on
    /// hidden numbers, or on a hidden card of the question.
    pub(super) fn may_tell(&self, table: &Table<S>, seat: u8) -> bool {
        let question = table.question();
        let made = match question {
            Some(question) => self.entries.legal_of.get(usize::from(question.kind)),
            None => self.entries.legal.as_ref(),
        };
        let known = table.known_to(seat);
        let asked = question.and_then(|question| question.card());
        let hidden = self
            .counters()
            .filter(|counter| !table.knows_counter(&self.layout.declared, seat, *counter))
            .fold(0, |bits, counter| bits | self.layout.counter_bit(counter));
        asked.is_none_or(|card| known.has(card))
            && made.is_some_and(|made| made.effects.looks & hidden == 0)
    }

    /// What a seat hears of a move, up to what chance adds to it, with each card as the one that `is` says.
    fn heard_by(&self, events: &[Event], seat: u8, is: impl Fn(u8) -> u8) -> Vec<Event> {
        let hears = |event: &&Event| self.hears(Seat(seat), event);
        let events = events.iter().take_while(|event| !event.is_of_chance());
        let events = events.filter(hears).copied();
        let events = events.map(|mut event| {
            if let Event::Moved { card, .. } | Event::Turned { card, .. } = &mut event {
                *card = CardId(is(card.0 as u8).into());
            }
            event
        });
        events.collect()
    }

    /// Whether another move on offer looks to a seat as one did that is not: the same cards go the same ways, and what the seat sees afterwards is
    /// the same. Where many are on offer, not all are tried; what chance adds is not compared.
    fn looks_like_another(
        &self,
        table: &Table<S>,
        moves: &Moves<S>,
        seen: &Seen<'_, S>,
        (seat, rng): (u8, &mut Rng),
    ) -> bool {
        let gaps = self.gaps(seen.mv);
        // Another card would have gone.
        let moves_another = |other: &Move| {
            let parts = seen.mv.parts.iter().zip(&other.parts).zip(gaps);
            let mut cards = parts.filter(|(_, gap)| **gap == Gap::Card);
            other.pattern == seen.mv.pattern
                && cards.any(|((one, other), _)| one != other && goes(seen.heard, *one))
        };
        let others = (0..moves.len()).map(|at| moves.get(at));
        let others = others.filter(|other| !moves_another(other));
        others.take(MOST_ALIKE + 1).enumerate().any(|(at, other)| {
            if at == MOST_ALIKE {
                return true;
            }
            let (mut after, mut events) = (*table, Vec::new());
            let fresh = SeededChance::new(rng.next());
            let mut chance = fresh;
            self.apply(&mut after, other, &mut chance, &mut events);
            self.heard_by(&events, seat, |card| card) == seen.heard
                && (chance != fresh || self.sees_the_same(seen.tables, [table, &after], seat))
        })
    }

    /// Whether a seat sees the same after two moves: who decides, the counters that it sees, what it has learnt.
    fn sees_the_same(&self, one: [&Table<S>; 2], other: [&Table<S>; 2], seat: u8) -> bool {
        let ([_, after], [_, then]) = (one, other);
        if after.question().is_some_and(|asked| asked.at_once) {
            return true;
        }
        let declared = &self.layout.declared;
        let mut counters =
            self.counters().filter(|counter| after.knows_counter(declared, seat, *counter));
        let learnt =
            |[before, after]: [&Table<S>; 2]| self.learned(Some(before), after, Seat(seat));
        self.turn(after) == self.turn(then)
            && after.shown[usize::from(seat) & 7] == then.shown[usize::from(seat) & 7]
            && counters.all(|counter| after.counter(counter) == then.counter(counter))
            && learnt(one) == learnt(other)
    }
}

/// What a seat saw of a move: the move itself, which it may not know, what it heard, the tables before and after.
struct Seen<'a, S: CardSet> {
    mv: Move,
    heard: &'a [Event],
    tables: [&'a Table<S>; 2],
}

/// Whether a card moves or is turned.
fn goes(heard: &[Event], card: u8) -> bool {
    heard.iter().any(|event| match event {
        Event::Moved { card: one, .. } | Event::Turned { card: one, .. } => {
            one.0 == u16::from(card)
        }
        _ => false,
    })
}
