//! What a seat knows of a table, and other tables that look the same to it.

use super::declared::Sees;
use super::layout::Layout;
use super::moves::Move;
use super::set::CardSet;
use super::state::{Question, Table};
use crate::rules::Rng;

/// What a seat knows of one card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    pub zone: u8,
    pub face: u8,
    /// How many cards lie below it, in a zone with an order.
    pub below: u8,
    pub host: u8,
}

/// What one seat may know of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// By card; `None` for one that it cannot place.
    pub cards: Vec<Option<Seen>>,
    /// By zone how many cards lie there in each way.
    pub counts: Vec<[u8; super::declared::MOST_FACES]>,
    /// `None` for what it does not see.
    pub counters: Vec<Option<i16>>,
    pub questions: Vec<Question>,
    /// Which seats have answered what is asked at once, and what this one did.
    pub answered: Vec<bool>,
    pub answer: Option<Move>,
    pub decides: u8,
    pub over: bool,
}

/// What a seat knows.
pub fn view<S: CardSet>(layout: &Layout<S>, table: &Table<S>, seat: u8) -> View {
    let declared = &layout.declared;
    let known = table.known[usize::from(seat) & 7];
    let cards = (0..layout.cards.len()).map(|card| {
        let card = card as u8;
        let zone = table.zone_of(card);
        let face = table.face(card);
        let seen = layout.sees(zone, face) >> seat & 1 == 1;
        known.has(card).then(|| Seen {
            zone,
            face,
            // Who knows that a card is in a zone does not know where in it.
            below: if seen {
                table.below.as_ref()[usize::from(card)]
            } else {
                0
            },
            host: table.host.as_ref()[usize::from(card)],
        })
    });
    let counts = (0..declared.zone_count()).map(|zone| {
        let mut counts = [0; super::declared::MOST_FACES];
        for (count, face) in counts.iter_mut().zip(&table.faces) {
            *count = table.zone(zone as u8).intersection(*face).count() as u8;
        }
        counts
    });
    let mut counters = Vec::new();
    for kind in &declared.counters {
        for index in 0..declared.count(kind.each) as u8 {
            let owner = match kind.each {
                super::declared::Each::Seat => Some(index),
                super::declared::Each::Both => Some(index % declared.seats.len().max(1) as u8),
                _ => None,
            };
            let sees = match kind.sees {
                Sees::All => true,
                Sees::Owner => owner == Some(seat),
                Sees::Nobody => false,
            };
            counters.push(sees.then(|| table.counter(kind.first + index)));
        }
    }
    View {
        cards: cards.collect(),
        counts: counts.collect(),
        counters,
        questions: table.questions().to_vec(),
        answered: table.answers.iter().map(Option::is_some).collect(),
        answer: table.answers[usize::from(seat) & 7],
        decides: table.decides(),
        over: table.over,
    }
}

/// The same table as far as `seat` can know; the cards that it cannot place are dealt anew among the places where their like
/// lies. The cards are listed by their numbers first, so that tables that look alike give the same tables.
pub fn redeal<S: CardSet>(
    layout: &Layout<S>,
    table: &Table<S>,
    seat: u8,
    rng: &mut Rng,
) -> Table<S> {
    let unknown = layout.all().difference(table.known[usize::from(seat) & 7]);
    if unknown.is_empty() {
        return *table;
    }
    let mut world = *table;
    let slot = |card: u8| {
        let at = usize::from(card);
        (
            table.zone_of(card),
            table.face(card),
            table.below.as_ref()[at],
            table.host.as_ref()[at],
        )
    };
    // Cards of one deck have one back.
    for (_, deck) in &layout.decks {
        let cards: Vec<u8> = unknown.intersection(*deck).cards().collect();
        let mut slots: Vec<(u8, u8, u8, u8)> = cards.iter().map(|card| slot(*card)).collect();
        slots.sort_unstable();
        for last in (1..slots.len()).rev() {
            let other = rng.below(last as u32 + 1) as usize;
            slots.swap(last, other);
        }
        for (card, (zone, face, below, host)) in cards.iter().zip(slots) {
            world.place(*card, zone, face, below, host);
        }
    }
    // What others know of the cards goes with the places that they know.
    for other in 0..layout.declared.seats.len() as u8 {
        if other != seat {
            world.known[usize::from(other)] = known_by(layout, table, &world, other, unknown);
        }
    }
    world
}

/// The cards that another seat can place in a redealt world: as many in each zone as before.
fn known_by<S: CardSet>(
    layout: &Layout<S>,
    table: &Table<S>,
    world: &Table<S>,
    other: u8,
    unknown: S,
) -> S {
    let before = table.known[usize::from(other) & 7];
    let mut known = before.difference(unknown);
    for zone in 0..layout.declared.zone_count() as u8 {
        let count = table
            .zone(zone)
            .intersection(unknown)
            .intersection(before)
            .count() as usize;
        let there = world.zone(zone).intersection(unknown);
        let seen = |card: &u8| layout.sees(zone, world.face(*card)) >> other & 1 == 1;
        let mut cards: Vec<u8> = there.cards().collect();
        cards.sort_by_key(|card| !seen(card));
        for card in cards.into_iter().take(count) {
            known = known.union(S::one(card));
        }
    }
    known
}

impl<S: CardSet> Table<S> {
    /// Puts a card into another place, as if it had always been there.
    fn place(&mut self, card: u8, zone: u8, face: u8, below: u8, host: u8) {
        let at = usize::from(card);
        let one = S::one(card);
        let from = usize::from(self.zone_of(card));
        if let Some(cards) = self.zones.as_mut().get_mut(from) {
            *cards = cards.difference(one);
        }
        if let Some(cards) = self.zones.as_mut().get_mut(usize::from(zone)) {
            *cards = cards.union(one);
        }
        self.at.as_mut()[at] = zone;
        self.below.as_mut()[at] = below;
        self.host.as_mut()[at] = host;
        self.set_face(card, face);
    }

    /// How a card lies, without a word.
    pub(super) fn set_face(&mut self, card: u8, face: u8) {
        let one = S::one(card);
        for lying in &mut self.faces {
            *lying = lying.difference(one);
        }
        let lying = &mut self.faces[usize::from(face) & 7];
        *lying = lying.union(one);
    }

    /// The cards whose fronts a seat sees.
    pub(super) fn seen_by(&self, layout: &Layout<S>, seat: u8) -> S {
        let mut seen = S::default();
        for zone in 0..layout.declared.zone_count() as u8 {
            for (face, lying) in self.faces.iter().enumerate() {
                if layout.sees(zone, face as u8) >> seat & 1 == 1 {
                    seen = seen.union(self.zone(zone).intersection(*lying));
                }
            }
        }
        seen
    }

    /// Every seat can place what it sees, and nothing else.
    pub(super) fn know_what_is_seen(&mut self, layout: &Layout<S>) {
        for seat in 0..layout.declared.seats.len() as u8 {
            self.known[usize::from(seat)] = self.seen_by(layout, seat);
        }
    }
}
