//! The operations that change a table: put, turn, stack, count, shuffle, show. A table and cards come in; each
//! operation updates what every seat knows and, if there is a log, appends events to it.

use smallvec::SmallVec;

use super::declared::{MOST_COUNTERS, MOST_SEATS};
use super::layout::{Layout, Touched};
use super::moves::NOTHING;
use super::set::CardSet;
use super::state::Table;
use crate::rules::{CardId, Counter, Event, Facing, ZoneId};

/// Who hears of changes; `None` when nobody listens.
pub type Hearing<'a> = Option<&'a mut Vec<Event>>;

/// The face of cards that lie as they lay before.
pub const AS_IT_LIES: u8 = u8::MAX;

/// Where cards go, and how.
struct Way<S> {
    /// All that go; on these others stay.
    all: S,
    to: u8,
    /// The face that records give.
    told: u8,
    /// Whether chance chose them.
    drawn: bool,
}

impl<S: CardSet> Table<S> {
    /// The table before the set-up: every card where it lies at the start, counters at their start.
    pub fn start(layout: &Layout<S>) -> Self {
        let mut table = Table::empty();
        for (card, zone) in layout.start.iter().enumerate() {
            table.lay(layout, card as u8, *zone);
        }
        for kind in &layout.declared.counters {
            for counter in layout.declared.numbers(kind.first, kind.each) {
                table.counters[usize::from(counter)] = kind.start;
            }
        }
        // Everybody sees the cards before they are shuffled and dealt.
        for known in table.known.iter_mut().take(layout.declared.seats.len()) {
            *known = layout.all();
        }
        table
    }

    /// Puts a card into a zone without logging it.
    pub(super) fn lay(&mut self, layout: &Layout<S>, card: u8, zone: u8) {
        let at = usize::from(card);
        self.below.as_mut()[at] = self.in_order_of(layout, zone).count() as u8;
        self.at.as_mut()[at] = zone;
        self.in_zone(zone, |cards| cards.union(S::one(card)));
        let face = usize::from(layout.enters(zone));
        self.faces[face] = self.faces[face].union(S::one(card));
    }

    /// The cards that lie in one order with those of a zone; none without an order.
    #[inline(always)]
    pub(super) fn in_order_of(&self, layout: &Layout<S>, zone: u8) -> S {
        let (first, count) = layout.order_of(zone);
        (first..first + count).fold(S::default(), |cards, zone| cards.union(self.zone(zone)))
    }

    /// Cards one after the other: those that lie in an order in that order, others by their numbers, those together of which the same seats
    /// see which they are, before or after (`seen_by`, as bits), and if some seat does not, zone by zone and as they lie: so their order tells
    /// nobody which card a hidden one is.
    #[inline]
    pub fn one_by_one(
        &self,
        layout: &Layout<S>,
        cards: S,
        seen_by: impl Fn(u8) -> u8,
    ) -> SmallVec<[u8; 32]> {
        let mut list: SmallVec<[u8; 32]> = cards.cards().collect();
        if list.len() > 1 {
            list.sort_unstable_by_key(|card| {
                let (first, count) = layout.order_of(self.zone_of(*card));
                let below = self.rank(*card);
                let (seen, all) = (seen_by(*card), layout.declared.seats.len() as u32);
                if count > 0 {
                    (u16::from(first) + 1, below, 0, (0, 0), *card)
                } else if seen.count_ones() == all {
                    (0, below, seen, (0, 0), *card)
                } else {
                    (0, below, seen, (self.zone_of(*card), self.face(*card)), *card)
                }
            });
        }
        list
    }

    /// Moves cards to a zone, one by one, lying with `face` or as cards lie there; what lies on them goes
    /// with them and stays on them. Chance chose them when they were `drawn`.
    #[inline]
    pub fn put(
        &mut self,
        layout: &Layout<S>,
        cards: S,
        to: u8,
        face: Option<u8>,
        drawn: bool,
        log: &mut Hearing<'_>,
    ) {
        let riders = if layout.stacks { self.riders(cards) } else { S::default() };
        let told = face.unwrap_or(layout.enters(to));
        let way = Way { all: cards.union(riders), to, told, drawn };
        self.carry(layout, cards, &way, log);
        if !riders.is_empty() {
            self.carry(layout, riders, &way, log);
        }
    }

    /// All cards of the zones of some: what lies on a card lies in its zone.
    #[inline]
    pub(super) fn at_hand(&self, cards: S) -> S {
        let (mut there, mut left) = (S::default(), cards);
        while !left.is_empty() {
            there = there.union(self.zone(self.zone_of(left.first())));
            left = left.without_first().difference(there);
        }
        there
    }

    /// All that lies on cards, and on what lies on them.
    fn riders(&self, cards: S) -> S {
        let riding = self.riding(self.at_hand(cards));
        let mut all = cards;
        loop {
            let before = all;
            for card in riding.difference(all).cards() {
                if all.has(self.host_of(card)) {
                    all = all.union(S::one(card));
                }
            }
            if all == before {
                return all.difference(cards);
            }
        }
    }

    /// Moves cards one by one.
    #[inline]
    fn carry(&mut self, layout: &Layout<S>, cards: S, way: &Way<S>, log: &mut Hearing<'_>) {
        let to = way.to;
        // Without a log, and without an order in the zone, it does not matter which card goes first.
        if log.is_none() && !layout.is_ordered(to) {
            let mut left = cards;
            while !left.is_empty() {
                let first = left.first();
                let some = if layout.is_ordered(self.zone_of(first)) {
                    S::one(first)
                } else {
                    self.alike(left)
                };
                left = left.difference(some);
                self.carry_alike(layout, some, way, log);
            }
        } else if cards.is_single() {
            self.carry_alike(layout, cards, way, log);
        } else {
            let seen_by = |card| {
                let old = self.face(card);
                let told = if way.told == AS_IT_LIES { old } else { way.told };
                layout.sees(self.zone_of(card), old) | layout.sees(to, layout.lies(to, told))
            };
            for card in self.one_by_one(layout, cards, seen_by) {
                self.carry_alike(layout, S::one(card), way, log);
            }
        }
    }

    /// Those of some cards that lie with the first of them in one zone, and as it lies.
    #[inline]
    pub fn alike(&self, cards: S) -> S {
        if cards.is_single() {
            return cards;
        }
        let first = cards.first();
        let lying = self.faces[usize::from(self.face(first)) & 7];
        cards.intersection(self.zone(self.zone_of(first)).intersection(lying)).union(S::one(first))
    }

    /// Moves cards of one zone that lie alike; one card out of a zone with an order, or into one.
    #[inline]
    fn carry_alike(&mut self, layout: &Layout<S>, some: S, way: &Way<S>, log: &mut Hearing<'_>) {
        let (first, to) = (some.first(), way.to);
        let from = self.zone_of(first);
        self.touched.add(layout.zone_bit(from) | layout.zone_bit(to));
        let old = self.face(first);
        let told = if way.told == AS_IT_LIES { old } else { way.told };
        let new = layout.lies(to, told);
        let before = self.zone(from);
        let order = layout.order_of(from);
        let keeps_place = order.1 > 1 && order == layout.order_of(to);
        if order.1 > 0 && !keeps_place {
            let place = self.rank(first);
            for other in self.in_order_of(layout, from).cards() {
                let below = &mut self.below.as_mut()[usize::from(other)];
                *below -= u8::from(*below > place);
            }
        }
        self.in_zone(from, |cards| cards.difference(some));
        if layout.has_orders && !keeps_place {
            let below = self.in_order_of(layout, to).count() as u8;
            self.below.as_mut()[usize::from(first)] = below;
        }
        self.in_zone(to, |cards| cards.union(some));
        for card in some.cards() {
            self.at.as_mut()[usize::from(card)] = to;
        }
        for card in self.riding(some).cards() {
            if !way.all.has(self.host_of(card)) {
                self.lay_on(card, NOTHING);
            }
        }
        if old != new {
            self.lie(some, old, new);
        }
        // Cards that move together are not counted as left behind, but drawn cards go one after the other.
        let left = if way.drawn {
            before.difference(S::one(first))
        } else {
            before.difference(some).difference(way.all)
        };
        self.follow(layout, some, left, [(from, old), (to, new)]);
        if !self.told.is_empty() {
            let rest = left.intersection(layout.with_backs_of(some));
            if !rest.is_empty() {
                let seeing = layout.sees(from, old) | layout.sees(to, new);
                self.lose_track(layout, some.union(rest), seeing);
            }
        }
        if let Some(log) = log {
            log.push(Event::Moved {
                card: CardId(first.into()),
                from: ZoneId(from),
                to: ZoneId(to),
                was: Facing(old),
                face: Facing(told),
                drawn: way.drawn,
            });
        }
    }

    /// Cards that lie alike are turned.
    #[inline]
    pub(super) fn lie(&mut self, cards: S, old: u8, new: u8) {
        self.touched.add(Touched::FACES);
        let lying = &mut self.faces[usize::from(old) & 7];
        *lying = lying.difference(cards);
        let lying = &mut self.faces[usize::from(new) & 7];
        *lying = lying.union(cards);
    }

    /// What seats can place after cards went from one zone to another. A seat that saw them here or there can; one that knew
    /// which cards they were (there was no other) still does; one that did not no longer knows which cards are left behind.
    #[inline]
    fn follow(&mut self, layout: &Layout<S>, some: S, rest: S, ways: [(u8, u8); 2]) {
        let [(from, old), (to, new)] = ways;
        let seeing = layout.sees(from, old) | layout.sees(to, new);
        let (mut others, mut mixed) = (S::default(), S::default());
        if !rest.is_empty() && seeing != layout.everybody {
            // Cards with another back are no others.
            others = rest.intersection(layout.with_backs_of(some));
            mixed = some.intersection(layout.with_backs_of(others));
        }
        let sees_some = layout.facts(from).sees_some;
        let seats = layout.declared.seats.len();
        for (seat, known) in self.known.iter_mut().enumerate().take(seats) {
            let sees = |seats: u8| seats >> seat & 1 == 1;
            if sees(seeing) {
                *known = known.union(some);
            } else if !others.is_empty() {
                let mut seen = S::default();
                if sees(sees_some) {
                    for (face, lying) in (0..).zip(&self.faces).take(layout.declared.faces.len()) {
                        if sees(layout.sees(from, face)) {
                            seen = seen.union(others.intersection(*lying));
                        }
                    }
                }
                *known = known.difference(others.difference(seen)).difference(mixed);
            }
        }
    }

    /// The cards of two zones change places. Neither are counted as left behind when the others go.
    pub fn swap(
        &mut self,
        layout: &Layout<S>,
        [one, other]: [u8; 2],
        face: Option<u8>,
        log: &mut Hearing<'_>,
    ) {
        let (here, there) = (self.zone(one), self.zone(other));
        let all = here.union(there);
        for (cards, to) in [(here, other), (there, one)] {
            let told = face.unwrap_or(layout.enters(to));
            self.carry(layout, cards, &Way { all, to, told, drawn: false }, log);
        }
    }

    /// Turns cards where they lie.
    pub fn turn(&mut self, layout: &Layout<S>, cards: S, face: u8, log: &mut Hearing<'_>) {
        let cards = cards.difference(self.faces[usize::from(face) & 7]);
        let seen_by = |card| {
            let zone = self.zone_of(card);
            layout.sees(zone, self.face(card)) | layout.sees(zone, face)
        };
        for card in self.one_by_one(layout, cards, seen_by) {
            let (zone, old) = (self.zone_of(card), self.face(card));
            self.touched.add(layout.zone_bit(zone));
            self.set_face(card, face);
            let seeing = layout.sees(zone, face);
            for (seat, known) in self.known.iter_mut().enumerate() {
                if seeing >> seat & 1 == 1 {
                    *known = known.union(S::one(card));
                }
            }
            if let Some(log) = log {
                log.push(Event::Turned {
                    card: CardId(card.into()),
                    at: ZoneId(zone),
                    was: Facing(old),
                    face: Facing(face),
                });
            }
        }
    }

    /// Lays cards on another, into its zone.
    pub fn stack(&mut self, layout: &Layout<S>, cards: S, host: u8, log: &mut Hearing<'_>) {
        let to = self.zone_of(host);
        self.put(layout, cards.difference(S::one(host)), to, None, false, log);
        for card in cards.difference(S::one(host)).cards() {
            self.lay_on(card, host);
        }
    }

    #[inline]
    pub fn count(&mut self, layout: &Layout<S>, counter: u8, to: i16, log: &mut Hearing<'_>) {
        let place = &mut self.counters[usize::from(counter) % MOST_COUNTERS];
        let is_new = *place != to;
        if is_new {
            *place = to;
            self.touched.add(layout.counter_bit(counter));
            if self.shown != [0; MOST_SEATS] {
                self.shown = self.shown.map(|shown| shown & !(1 << counter));
            }
            if !self.told.is_empty() {
                self.forget_counter(layout, counter);
            }
        }
        if let Some(log) = log
            && layout.tells(counter)
            && (is_new || layout.tells_again(counter))
        {
            log.push(Event::Counted { counter: Counter(counter), to });
        }
    }

    /// The cards of one zone are shuffled and become those of another.
    pub fn shuffle(&mut self, layout: &Layout<S>, from: u8, to: u8, log: &mut Hearing<'_>) {
        if let Some(log) = log {
            log.push(Event::Shuffled { from: ZoneId(from), to: ZoneId(to) });
        }
        let cards = self.zone(from);
        if !self.told.is_empty() {
            self.lose_track(layout, cards.union(self.zone(to)), 0);
        }
        self.put(layout, cards, to, None, false, &mut None);
    }

    /// Shows a seat what a counter holds, until it changes.
    pub fn show_counter(&mut self, seat: u8, counter: u8) {
        self.shown[usize::from(seat) & 7] |= 1 << counter;
    }

    /// Shows cards to a seat.
    pub fn show(&mut self, seat: u8, cards: S) {
        if let Some(known) = self.known.get_mut(usize::from(seat)) {
            *known = known.union(cards);
        }
    }
}
