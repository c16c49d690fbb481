//! Remembers where hidden cards have been, so that a world can be held against the past. Tables of the past and a seat come in; what the
//! seat remembers, and past tables as they would have been in a world, go out.

use super::layout::Layout;
use super::set::CardSet;
use super::state::Table;
use super::whereabouts::{Decision, Whereabouts};
use crate::rules::Seat;

/// For each card the card that it is in a world.
pub type Relabelling = [u8; 256];

/// What a seat remembers of the past.
#[derive(Debug, Clone)]
pub struct Remembered<S: CardSet> {
    /// For each card, as it lies, the cards that it may be; `None` where each may be any of its deck.
    pub may_be: Option<Vec<S>>,
    /// For each card, as it lies, the number of its public history: cards of one number cannot be told apart by it.
    pub history: Vec<u8>,
    /// As of [`Whereabouts`].
    hidden_since: Vec<usize>,
    /// The decisions of others that may say something of the hidden cards, by their numbers.
    pub telling: Vec<usize>,
    /// The table after these decisions.
    pub now: Table<S>,
    /// Which card each is in the world that was dealt last.
    pub is: Relabelling,
}

impl<S: CardSet> Remembered<S> {
    /// What `seat` remembers of decisions, oldest first; `may_tell` says which of them may say something of hidden cards.
    pub fn of(
        layout: &Layout<S>,
        past: &[Decision<S>],
        now: &Table<S>,
        seat: Seat,
        may_tell: impl Fn(&Table<S>) -> bool,
    ) -> Self {
        let table = |number: usize| past.get(number).map_or(now, |decision| &decision.table);
        let mut whereabouts = Whereabouts::start(layout, table(0), seat.0);
        for number in 0..past.len() {
            whereabouts.hear(layout, &past[..=number], table(number + 1));
        }
        // Before that nobody can say which hidden card was which.
        let first = whereabouts.apart_since.min(past.len());
        let of_others = |number: &usize| past[*number].table.decides() != seat.0;
        let telling = (first..past.len()).filter(of_others);
        let telling = telling.filter(|number| may_tell(&past[*number].table));
        Remembered {
            telling: telling.collect(),
            may_be: whereabouts.tells(layout, now).then(|| whereabouts.may_be.clone()),
            history: histories(layout, past[first..].iter().map(|decision| &decision.table)),
            hidden_since: whereabouts.hidden_since,
            now: *now,
            is: std::array::from_fn(|card| card as u8),
        }
    }

    /// The table before a decision as it would have been in the world that was dealt last, and which card each was then. What the seat knew
    /// then, or has known since, stays as it was. `None` where hidden cards have been mixed with such cards since: nobody can say what they
    /// were then.
    pub fn past_table(&self, number: usize, table: &Table<S>) -> Option<(Table<S>, Relabelling)> {
        let was_hidden = |card: u8| self.hidden_since[usize::from(card)] <= number;
        let mut was: Relabelling = std::array::from_fn(|card| card as u8);
        let mut others = S::default();
        for card in (0..self.hidden_since.len() as u8).filter(|card| was_hidden(*card)) {
            let other = self.is[usize::from(card)];
            if !was_hidden(other) {
                return None;
            }
            if other != card {
                was[usize::from(card)] = other;
                others = others.union(S::one(card));
            }
        }
        Some((relabel(table, others, &was), was))
    }
}

/// By card a number of where it has been on these tables: the same for cards that have always lain alike.
fn histories<'t, S: CardSet>(
    layout: &Layout<S>,
    past: impl Iterator<Item = &'t Table<S>> + Clone,
) -> Vec<u8> {
    let trail = |card: u8| -> Vec<(u8, u8)> {
        let past = past.clone();
        past.map(|table| (table.zone_of(card), table.face(card))).collect()
    };
    let trails: Vec<_> = (0..layout.cards.len() as u8).map(trail).collect();
    let mut all = trails.clone();
    all.sort_unstable();
    all.dedup();
    let number = |trail| all.binary_search(trail).unwrap_or(0) as u8;
    trails.iter().map(number).collect()
}

/// A table of the past as it would have been in a world, where some cards had changed places with each other.
fn relabel<S: CardSet>(past: &Table<S>, some: S, is: &Relabelling) -> Table<S> {
    let mut world = *past;
    for set in world.faces.iter_mut().chain(&mut world.known) {
        let others = S::of(set.intersection(some).cards().map(|card| is[usize::from(card)]));
        *set = set.difference(some).union(others);
    }
    for zone in world.zones.as_mut() {
        *zone = zone.difference(some);
    }
    for card in some.cards() {
        let at = usize::from(card);
        let (zone, to) = (past.zone_of(card), is[at]);
        let (below, host) = (past.below.as_ref()[at], past.host.as_ref()[at]);
        world.in_zone(zone, |cards| cards.union(S::one(to)));
        world.at.as_mut()[usize::from(to)] = zone;
        world.below.as_mut()[usize::from(to)] = below;
        world.lay_on(to, host);
    }
    let laid = world.faces.iter().fold(S::default(), |all, face| all.union(*face));
    for card in world.riding(laid).cards() {
        let host = world.host_of(card);
        world.lay_on(card, is[usize::from(host)]);
    }
    world
}
