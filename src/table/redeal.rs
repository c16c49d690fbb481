//! Deals again what a seat cannot see. A table, a seat and random numbers come in; a table that looks the same to the
//! seat goes out. Called by `script::laws` for the two-world check, players that search, and the studio.
//!
//! The result depends only on what the seat knows and on the random numbers: two tables that the seat cannot tell apart give
//! the same redeals. So a search that redeals knows no more than the seat, and the same seed gives the same search.

use super::declared::{Declared, ZoneOrder};
use super::layout::Layout;
use super::moves::NOTHING;
use super::remembering::{Relabelling, Remembered};
use super::set::CardSet;
use super::state::Table;
use super::whereabouts::fit;
use crate::rules::Rng;

/// A place where a hidden card lies, as far as it shows: its zone, face, place in the order and host, what lies on it (visible cards, and how
/// many others), which cards it may be, its history. The card that lies there is last: places that are alike so far are
/// interchangeable.
type Slot<S> = (u8, u8, u8, u16, (S, u32), S, u8, u8);

/// The host of what lies on a hidden card, whichever that is.
const HIDDEN_HOST: u16 = u8::MAX as u16 + 1;

/// The same table as far as `seat` can know, and for each card the one that took its place. The cards that it cannot place are redealt among
/// the places where their like lies, cards whose fronts it does not see change places within a stack, and counters that it does not see get
/// other values. Cards, places and values are listed in their order before they are shuffled: nothing of the true table remains.
///
/// Who remembers where cards have been knows more than what lies there.
pub fn redeal<S: CardSet>(
    layout: &Layout<S>,
    table: &Table<S>,
    (seat, memory): (u8, Option<&Remembered<S>>),
    rng: &mut Rng,
) -> (Table<S>, Relabelling) {
    let (mut world, is) = redeal_cards(layout, table, (seat, memory), rng);
    restack(layout, &mut world, seat, rng);
    redraw_counters(&layout.declared, &mut world, seat, rng);
    (world, is)
}

/// As [`redeal`], but cards keep their places within a stack: so those that a move takes off it are the same.
pub fn redeal_shown<S: CardSet>(
    layout: &Layout<S>,
    table: &Table<S>,
    seat: u8,
    rng: &mut Rng,
) -> (Table<S>, Relabelling) {
    let (mut world, is) = redeal_cards(layout, table, (seat, None), rng);
    redraw_counters(&layout.declared, &mut world, seat, rng);
    (world, is)
}

/// Only the cards that the seat cannot place are redealt; those that it can place and all counters stay as they
/// are.
fn redeal_cards<S: CardSet>(
    layout: &Layout<S>,
    table: &Table<S>,
    (seat, memory): (u8, Option<&Remembered<S>>),
    rng: &mut Rng,
) -> (Table<S>, Relabelling) {
    let known = table.known[usize::from(seat) & 7];
    let unknown = layout.all().difference(known);
    let may_be = memory.and_then(|memory| memory.may_be.as_deref());
    let mut world = *table;
    let slot = |card: u8| -> Slot<S> {
        let at = usize::from(card);
        let host = table.host.as_ref()[at];
        let on_it = if layout.stacks {
            table.on(card)
        } else {
            S::default()
        };
        (
            table.zone_of(card),
            table.face(card),
            table.below.as_ref()[at],
            if host != NOTHING && unknown.has(host) {
                HIDDEN_HOST
            } else {
                host.into()
            },
            (
                on_it.intersection(known),
                on_it.intersection(unknown).count(),
            ),
            may_be.map_or(S::default(), |may_be| may_be[at]),
            memory.map_or(0, |memory| memory.history[at]),
            card,
        )
    };
    let mut is: Relabelling = std::array::from_fn(|card| card as u8);
    for (_, alike) in &layout.backs {
        let cards: Vec<u8> = unknown.intersection(*alike).cards().collect();
        let mut slots: Vec<Slot<S>> = cards.iter().map(|card| slot(*card)).collect();
        slots.sort_unstable();
        shuffle(&mut slots, rng);
        if may_be.is_some() {
            fit(&cards, &mut slots, |(.., may_be, _, _)| *may_be, rng);
        }
        for (card, (zone, face, below, host, .., there)) in cards.iter().zip(slots) {
            let host = u8::try_from(host).unwrap_or(NOTHING);
            world.place(*card, zone, face, below, host);
            is[usize::from(there)] = *card;
        }
    }
    if layout.stacks {
        // What lay on a hidden card lies on the one that took its place.
        for card in table.riding(layout.all()).cards() {
            let host = table.host.as_ref()[usize::from(card)];
            if unknown.has(host) {
                world.lay_on(is[usize::from(card)], is[usize::from(host)]);
            }
        }
    }
    // Knowledge of others belongs to the places, not to the cards: it stays when cards are swapped.
    for other in 0..layout.declared.seats.len() as u8 {
        if other != seat {
            world.known[usize::from(other)] = known_by(layout, table, &world, other, unknown);
        }
    }
    ask_about_others(layout, table, &mut world, unknown, rng);
    (world, is)
}

/// A question about a card that the seat cannot place is, in a redealt world, about one of its like in the same place.
fn ask_about_others<S: CardSet>(
    layout: &Layout<S>,
    table: &Table<S>,
    world: &mut Table<S>,
    unknown: S,
    rng: &mut Rng,
) {
    for at in 0..table.questions().len() {
        let question = table.questions()[at];
        let Some(card) = question.card().filter(|card| unknown.has(*card)) else {
            continue;
        };
        let alike = unknown.intersection(layout.with_backs_of(S::one(card)));
        let there = world.zone(table.zone_of(card)).intersection(alike);
        let alike: Vec<u8> = there
            .cards()
            .filter(|other| world.face(*other) == table.face(card))
            .collect();
        if let Some(other) = alike.get(rng.below(alike.len().max(1) as u32) as usize) {
            world.ask_about(at, *other);
        }
    }
}

fn shuffle<T>(of: &mut [T], rng: &mut Rng) {
    for last in (1..of.len()).rev() {
        of.swap(last, rng.below(last as u32 + 1) as usize);
    }
}

/// Cards that the seat does not see change places within each stack: who knows that a card is in a stack does not know where
/// in it. Where cards keep their places, they can be followed.
fn restack<S: CardSet>(layout: &Layout<S>, world: &mut Table<S>, seat: u8, rng: &mut Rng) {
    let seen = world.seen_by(layout, seat);
    let kinds = layout
        .declared
        .zones
        .iter()
        .filter(|kind| kind.order == ZoneOrder::Each);
    let zones = kinds.flat_map(|kind| {
        let count = layout.declared.count(kind.each) as u8;
        kind.first..kind.first + count
    });
    for zone in zones {
        let cards: Vec<u8> = world.zone(zone).difference(seen).cards().collect();
        let below = world.below.as_mut();
        let mut places: Vec<u8> = cards.iter().map(|card| below[usize::from(*card)]).collect();
        places.sort_unstable();
        shuffle(&mut places, rng);
        for (card, place) in cards.iter().zip(places) {
            below[usize::from(*card)] = place;
        }
    }
}

/// Counters that the seat does not see get any value of their range, such that sums that never change stay what they are.
fn redraw_counters<S: CardSet>(declared: &Declared, world: &mut Table<S>, seat: u8, rng: &mut Rng) {
    let counters = 0..declared.counter_count() as u8;
    let seen = counters.map(|counter| world.knows_counter(declared, seat, counter));
    let mut settled: Vec<bool> = seen.collect();
    let of_kind = |kind: usize| {
        let kind = &declared.counters[kind];
        let count = declared.count(kind.each) as u8;
        (kind.first..kind.first + count).map(move |counter| (counter, kind.range))
    };
    for sum in &declared.sums {
        let of = sum.of.iter().flat_map(|kind| of_kind(usize::from(*kind)));
        let (open, mut hidden): (Vec<_>, Vec<_>) =
            of.partition(|(counter, _)| settled[usize::from(*counter)]);
        let open = open.iter().map(|(counter, _)| world.counter(*counter));
        let mut left = sum.is - open.map(i64::from).sum::<i64>();
        shuffle(&mut hidden, rng);
        let mut rest = hidden.clone();
        while let Some((counter, (from, to))) = rest.pop() {
            let least: i64 = rest.iter().map(|(_, range)| i64::from(range.0)).sum();
            let most: i64 = rest.iter().map(|(_, range)| i64::from(range.1)).sum();
            let (from, to) = (i64::from(from), i64::from(to));
            let value = between(from.max(left - most), to.min(left - least), rng);
            left -= value;
            world.counters[usize::from(counter)] = value as i16;
            settled[usize::from(counter)] = true;
        }
        share_anew(world, &hidden, rng);
    }
    for (counter, (from, to)) in (0..declared.counters.len()).flat_map(of_kind) {
        let at = usize::from(counter);
        if !settled[at] {
            world.counters[at] = between(from.into(), to.into(), rng) as i16;
        }
    }
}

/// What was drawn one after the other favours extremes: two at a time share anew what they have together, until every division is as likely.
fn share_anew<S: CardSet>(world: &mut Table<S>, hidden: &[(u8, (i16, i16))], rng: &mut Rng) {
    let count = hidden.len() as u32;
    if count < 3 {
        return;
    }
    for _ in 0..8 * count {
        let [a, b] = [rng.below(count), rng.below(count)].map(|at| hidden[at as usize]);
        if a.0 == b.0 {
            continue;
        }
        let of = |(counter, _): (u8, _)| i64::from(world.counter(counter));
        let both = of(a) + of(b);
        let [(a_from, a_to), (b_from, b_to)] =
            [a, b].map(|(_, (from, to))| (i64::from(from), i64::from(to)));
        let value = between(a_from.max(both - b_to), a_to.min(both - b_from), rng);
        world.counters[usize::from(a.0)] = value as i16;
        world.counters[usize::from(b.0)] = (both - value) as i16;
    }
}

/// A number from `least` to `most`, both among them.
fn between(least: i64, most: i64, rng: &mut Rng) -> i64 {
    let count = u32::try_from(most - least + 1).unwrap_or(1);
    least + i64::from(rng.below(count))
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
        if count == 0 {
            continue;
        }
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
        self.lay_on(card, host);
        self.set_face(card, face);
    }
}
