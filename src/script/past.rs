//! Holds a world that was dealt against what was decided in the past. Decisions, what a seat remembers of them and its world come in; whether
//! somebody could not have decided so goes out. Called by `laws` for players that search.

use super::game::Scripted;
use crate::rules::{CardId, Decision, Event, Game, Legal, Rng, SeededChance};
use crate::table::{CardSet, Gap, Move, Moves, Remembered, Table};

/// Moves that are tried for one that looks like another.
const MOST_ALIKE: usize = 64;

impl<S: CardSet> Scripted<S> {
    /// Whether in the world that was dealt last somebody could have decided neither as they did nor so that it looked the same to the seat.
    pub(super) fn contradict(
        &self,
        memory: &Remembered<S>,
        past: &[Decision<Table<S>, Move>],
        seat: u8,
        rng: &mut Rng,
    ) -> bool {
        // What is drawn below depends on the true table.
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
            !self.looks_like_another(&table, &moves, (mv, &heard), (seat, &mut rng))
        })
    }

    /// Whether what was decided on a table may say something of the cards that a seat cannot place: not where the moves on offer depend on
    /// hidden numbers, or on a hidden card of the question.
    pub(super) fn may_tell(&self, table: &Table<S>, seat: u8) -> bool {
        let question = table.question();
        let made = match question {
            Some(question) => self.entries.legal_of.get(usize::from(question.kind)),
            None => self.entries.legal.as_ref(),
        };
        let known = table.known[usize::from(seat) & 7];
        let asked = question.and_then(|question| question.card());
        let hidden = (0..self.layout.declared.counter_count() as u8)
            .filter(|counter| !self.layout.declared.sees_counter(seat, *counter))
            .fold(0, |bits, counter| bits | self.layout.counter_bit(counter));
        asked.is_none_or(|card| known.has(card))
            && made.is_some_and(|made| made.effects.looks & hidden == 0)
    }

    /// What a seat hears of a move, up to what chance adds to it, with each card as the one that `is` says.
    fn heard_by(&self, events: &[Event], seat: u8, is: impl Fn(u8) -> u8) -> Vec<Event> {
        let of_rules =
            |event: &&Event| !matches!(event, Event::Drawn { .. } | Event::Shuffled { .. });
        let hears = |event: &&Event| match event {
            Event::Counted { counter, .. } => self.layout.declared.sees_counter(seat, counter.0),
            _ => true,
        };
        let events = events.iter().take_while(of_rules).filter(hears).copied();
        let events = events.map(|mut event| {
            if let Event::Moved { card, .. } | Event::Turned { card, .. } = &mut event {
                *card = CardId(is(card.0 as u8).into());
            }
            event
        });
        events.collect()
    }

    /// Whether another move on offer looks to a seat as one did that is not: the same cards go the same ways. Where many are on offer, not all
    /// are tried.
    fn looks_like_another(
        &self,
        table: &Table<S>,
        moves: &Moves<S>,
        (mv, heard): (Move, &[Event]),
        (seat, rng): (u8, &mut Rng),
    ) -> bool {
        let gaps = &self.layout.declared.patterns[usize::from(mv.pattern)].gaps;
        let goes = |card: u8| {
            heard.iter().any(|event| match event {
                Event::Moved { card: one, .. } | Event::Turned { card: one, .. } => {
                    one.0 == u16::from(card)
                }
                _ => false,
            })
        };
        // Another card would have gone.
        let moves_another = |other: &Move| {
            let parts = mv.parts.iter().zip(&other.parts).zip(gaps);
            let mut cards = parts.filter(|(_, gap)| **gap == Gap::Card);
            other.pattern == mv.pattern && cards.any(|((one, other), _)| one != other && goes(*one))
        };
        let others = (0..moves.len()).map(|at| moves.get(at));
        let others = others.filter(|other| !moves_another(other));
        others.take(MOST_ALIKE + 1).enumerate().any(|(at, other)| {
            let (mut after, mut events) = (*table, Vec::new());
            let mut chance = SeededChance::new(rng.next());
            at == MOST_ALIKE || {
                self.apply(&mut after, other, &mut chance, &mut events);
                self.heard_by(&events, seat, |card| card) == heard
            }
        })
    }
}
