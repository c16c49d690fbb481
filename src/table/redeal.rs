//! Deals again what a seat cannot see. A table, a seat and random numbers come in; a table that looks the same to the
//! seat goes out.
//!
//! The result depends only on what the seat knows and on the random numbers: two tables that the seat cannot tell apart give
//! the same redeals. So a search that redeals knows no more than the seat, and the same seed gives the same search.

use smallvec::SmallVec;

use super::declared::{CounterKind, ZoneOrder};
use super::layout::Layout;
use super::moves::NOTHING;
use super::set::CardSet;
use super::state::Table;
use super::told::{FactShape, FactValue, ToldFact};
use super::whereabouts::{Relabelling, Remembered, fit};
use crate::rules::Rng;

/// A place where a hidden card lies, as far as it shows: its zone, face, place in the order and host, what lies on it (visible cards, and how
/// many others), which cards it may be, its history, and which facts that the seat was told are about it, as bits. The card that lies there
/// is last: places that are alike so far are interchangeable.
type Slot<S> = (u8, u8, u8, u16, (S, u32), S, u8, u128, u8);

/// The host of what lies on a hidden card, whichever that is.
const HIDDEN_HOST: u16 = u8::MAX as u16 + 1;

/// Dealings that are tried in search of one in which what the seat was told is so, the numbers that are drawn and the orders of cards that
/// are tried for each, and pairs of cards that are exchanged in the last.
const MOST_DEALINGS: u32 = 16;
const MOST_DRAWS: u32 = 64;
const MOST_SHUFFLES: u32 = 200;
const MOST_EXCHANGES: u32 = 2_000;

/// A table dealt anew.
#[derive(Debug, Clone, Copy)]
pub struct Redealt<S: CardSet> {
    pub world: Table<S>,
    /// For each card the one that took its place.
    pub is: Relabelling,
    /// Whether all that the seat was told is so there: if not, no such table was found in a bounded number of tries.
    pub keeps_facts: bool,
}

/// Deals what a seat cannot see again: what it was told of its table is asked of others.
pub struct Dealer<'a, S: CardSet> {
    pub layout: &'a Layout<S>,
    pub table: &'a Table<S>,
    pub seat: u8,
    pub value: FactValue<'a, S>,
}

impl<S: CardSet> Dealer<'_, S> {
    /// The same table as far as the seat can know. The cards that it cannot place are redealt among the places where their like lies, cards
    /// whose fronts it does not see change places within a stack, and counters that it does not see get other values, so that what the seat
    /// was told stays so. Cards, places and values are listed in their order before they are shuffled: nothing of the true table remains.
    ///
    /// Who remembers where cards have been knows more than what lies there.
    pub fn redeal(&self, memory: Option<&Remembered<S>>, rng: &mut Rng) -> Redealt<S> {
        let mut dealt = self.redeal_shown(memory, rng);
        self.restack(&mut dealt.world, rng);
        dealt
    }

    /// As [`Dealer::redeal`], but cards keep their places within a stack: so those that a move takes off it are the same.
    pub fn redeal_shown(&self, memory: Option<&Remembered<S>>, rng: &mut Rng) -> Redealt<S> {
        let of_counters = self.all().any(|fact| self.shape(&fact).counters != 0);
        let draws = if of_counters { MOST_DRAWS } else { 1 };
        let mut dealings = 0;
        loop {
            dealings += 1;
            let is_last = dealings == MOST_DEALINGS;
            let (mut world, is) = self.redeal_cards(memory, is_last, rng);
            let keeps_facts = (0..draws).any(|_| {
                self.redraw_counters(&mut world, rng);
                self.broken(&world, &is, |_| true) == 0
            });
            if keeps_facts || is_last {
                world.told = self.table.told;
                self.retell(&mut world, &is);
                return Redealt { world, is, keeps_facts };
            }
        }
    }

    fn all(&self) -> impl Iterator<Item = ToldFact<'_, S>> {
        self.table.told.facts().filter(|fact| fact.is_of(self.seat))
    }

    fn shape(&self, fact: &ToldFact<'_, S>) -> &FactShape {
        &self.layout.facts[usize::from(fact.shape)]
    }

    /// How many of some facts are not so in a world.
    fn broken(
        &self,
        world: &Table<S>,
        is: &Relabelling,
        counts: impl Fn(&ToldFact<'_, S>) -> bool,
    ) -> usize {
        let is_broken = |fact: &ToldFact<'_, S>| {
            let words = in_world(fact.words, &self.shape(fact).cards, is);
            let last = words.len() - 1;
            (self.value)(world, fact.shape, &words[..last]) != words[last]
        };
        self.all().filter(counts).filter(is_broken).count()
    }

    /// The facts that are about a card, as bits.
    fn about(&self, card: u8) -> u128 {
        self.all().fold(0, |bits, fact| {
            let words = fact.cards(self.shape(&fact)).filter(|(_, word)| word.has(card));
            words.fold(bits, |bits, (at, _)| bits | 1 << (fact.at + at))
        })
    }

    /// Leaves of the cards that each card may be those for which facts about it alone are so.
    fn narrow(&self, unknown: S, may_be: &mut [S]) {
        for fact in self.all() {
            let shape = self.shape(&fact);
            if shape.counters != 0 {
                continue;
            }
            let about = fact.cards(shape).filter(|(at, _)| *at < fact.about().len());
            let mut about = about.filter(|(_, word)| !word.intersection(unknown).is_empty());
            let (Some((at, word)), None) = (about.next(), about.next()) else {
                continue;
            };
            let hidden = word.intersection(unknown);
            let mut asked: SmallVec<[S; 8]> = fact.about().into();
            let mut ask = |cards: S| {
                asked[at] = cards;
                (self.value)(self.table, fact.shape, &asked)
            };
            if shape.each_card == Some(at) {
                let so = ask(unknown);
                for card in hidden.cards() {
                    let may_be = &mut may_be[usize::from(card)];
                    *may_be = if fact.value().has(card) {
                        may_be.intersection(so)
                    } else {
                        may_be.difference(so)
                    };
                }
            } else if hidden.is_single() {
                let card = hidden.first();
                let rest = word.difference(hidden);
                let is_cards = shape.cards.last() == Some(&true);
                for other in may_be[usize::from(card)].cards() {
                    let mut value = fact.value();
                    if is_cards && value.has(card) {
                        value = value.difference(hidden).union(S::one(other));
                    }
                    if ask(rest.union(S::one(other))) != value {
                        let may_be = &mut may_be[usize::from(card)];
                        *may_be = may_be.difference(S::one(other));
                    }
                }
            }
        }
    }

    /// Exchanges cards that may be in each other's place until as few facts as are found to be broken are. `places`: by card, in an order in
    /// which nothing of the true table remains, which card lay there.
    fn exchange(
        &self,
        places: &mut [(u8, u8)],
        may_be: Option<&[S]>,
        is: &mut Relabelling,
        rng: &mut Rng,
    ) {
        let of_cards = |fact: &ToldFact<'_, S>| self.shape(fact).counters == 0;
        let mut broken = self.broken(self.table, is, of_cards);
        let may = |place: u8, card: u8| may_be.is_none_or(|may| may[usize::from(place)].has(card));
        for _ in 0..MOST_EXCHANGES {
            if broken == 0 {
                return;
            }
            let [a, b] = [(); 2].map(|()| rng.below(places.len() as u32) as usize);
            let [(card, at), (other, there)] = [places[a], places[b]];
            let alike = self.layout.with_backs_of(S::one(card));
            if a == b || !alike.has(other) || !may(at, other) || !may(there, card) {
                continue;
            }
            is.swap(at.into(), there.into());
            let now = self.broken(self.table, is, of_cards);
            // A worse one now and then leads out of a dead end.
            if now <= broken || rng.below(16) == 0 {
                broken = now;
                (places[a].1, places[b].1) = (there, at);
            } else {
                is.swap(at.into(), there.into());
            }
        }
    }
}

/// The words of a fact with each card as the one that took its place.
fn in_world<S: CardSet>(words: &[S], cards: &[bool], is: &Relabelling) -> SmallVec<[S; 8]> {
    let words = words.iter().zip(cards);
    let there = words.map(|(word, is_cards)| {
        if !is_cards {
            return *word;
        }
        S::of(word.cards().map(|card| is[usize::from(card)]))
    });
    there.collect()
}

impl<S: CardSet> Dealer<'_, S> {
    /// The facts of a world in which cards took the places of others: what the seat was told is so there, what others were told comes to
    /// something else.
    pub fn retell(&self, world: &mut Table<S>, is: &Relabelling) {
        if world.told.is_empty() {
            return;
        }
        let there = *world;
        world.told.revise(|shape, seats, words| {
            let cards = &self.layout.facts[usize::from(shape)].cards;
            words.copy_from_slice(&in_world(words, cards, is));
            if *seats >> self.seat & 1 == 0
                && let Some((is, about)) = words.split_last_mut()
            {
                *is = (self.value)(&there, shape, about);
            }
        });
    }

    /// Only the cards that the seat cannot place are redealt; those that it can place and all counters stay as they
    /// are.
    fn redeal_cards(
        &self,
        memory: Option<&Remembered<S>>,
        exchanges: bool,
        rng: &mut Rng,
    ) -> (Table<S>, Relabelling) {
        let Dealer { layout, table, seat, .. } = *self;
        let known = table.known_to(seat);
        let unknown = layout.all().difference(known);
        let is_told = self.all().next().is_some();
        let mut may_be = memory.and_then(|memory| memory.may_be.clone());
        if is_told {
            let any = || vec![unknown; layout.cards.len()];
            self.narrow(unknown, may_be.get_or_insert_with(any));
        }
        let may_be = may_be.as_deref();
        let mut world = *table;
        let slot = |card: u8| -> Slot<S> {
            let at = usize::from(card);
            let (zone, face, below, host) = table.lies(card);
            let on_it = if layout.stacks { table.on(card) } else { S::default() };
            (
                zone,
                face,
                below,
                if host != NOTHING && unknown.has(host) { HIDDEN_HOST } else { host.into() },
                (on_it.intersection(known), on_it.intersection(unknown).count()),
                may_be.map_or(S::default(), |may_be| may_be[at]),
                memory.map_or(0, |memory| memory.history[at]),
                if is_told { self.about(card) } else { 0 },
                card,
            )
        };
        let mut is: Relabelling = std::array::from_fn(|card| card as u8);
        let mut places: SmallVec<[_; 64]> = SmallVec::new();
        for (_, alike) in &layout.backs {
            let cards: Vec<u8> = unknown.intersection(*alike).cards().collect();
            let mut slots: Vec<Slot<S>> = cards.iter().map(|card| slot(*card)).collect();
            slots.sort_unstable();
            // An order in which all fit comes up as often as any other; where it is rare, one that fits is made.
            shuffle(&mut slots, rng);
            let mut is_found = false;
            for _ in 0..if is_told { MOST_SHUFFLES } else { 0 } {
                let mut pairs = cards.iter().zip(&slots);
                is_found = pairs.all(|(card, (.., may_be, _, _, _))| may_be.has(*card));
                if is_found {
                    break;
                }
                shuffle(&mut slots, rng);
            }
            if may_be.is_some() && !is_found {
                fit(&cards, &mut slots, |(.., may_be, _, _, _)| *may_be, rng);
            }
            for (card, (zone, face, below, host, .., there)) in cards.iter().zip(slots) {
                is[usize::from(there)] = *card;
                places.push((there, [zone, face, below], host));
            }
        }
        if is_told && exchanges {
            let mut lay: Vec<(u8, u8)> =
                places.iter().map(|(there, ..)| (is[usize::from(*there)], *there)).collect();
            self.exchange(&mut lay, may_be, &mut is, rng);
        }
        for (there, [zone, face, below], host) in places {
            let host = u8::try_from(host).unwrap_or(NOTHING);
            world.place(is[usize::from(there)], zone, face, below, host);
        }
        if layout.stacks {
            // What lay on a hidden card lies on the one that took its place.
            for card in table.riding(layout.all()).cards() {
                let host = table.host_of(card);
                if unknown.has(host) {
                    world.lay_on(is[usize::from(card)], is[usize::from(host)]);
                }
            }
        }
        // Knowledge of others belongs to the places, not to the cards: it stays when cards are swapped.
        for other in layout.declared.all_seats() {
            if other != seat {
                world.known[usize::from(other)] = self.known_by(&world, other, unknown);
            }
        }
        self.ask_about_others(&mut world, unknown, rng);
        (world, is)
    }

    /// A question about a card that the seat cannot place is, in a redealt world, about one of its like in the same place.
    fn ask_about_others(&self, world: &mut Table<S>, unknown: S, rng: &mut Rng) {
        let Dealer { layout, table, .. } = *self;
        for (at, question) in table.questions().iter().enumerate() {
            let Some(card) = question.card().filter(|card| unknown.has(*card)) else {
                continue;
            };
            let alike = unknown.intersection(layout.with_backs_of(S::one(card)));
            let there = world.zone(table.zone_of(card)).intersection(alike);
            let alike = S::of(there.cards().filter(|other| world.face(*other) == table.face(card)));
            let rank = rng.below(alike.count().max(1));
            if !alike.is_empty() {
                world.ask_about(at, alike.nth(rank));
            }
        }
    }

    /// Cards that the seat does not see change places within each stack: who knows that a card is in a stack does not know where
    /// in it. Where cards keep their places, they can be followed.
    fn restack(&self, world: &mut Table<S>, rng: &mut Rng) {
        let Dealer { layout, seat, .. } = *self;
        let mut seen = world.seen_by(layout, seat);
        // Cards that it was told something about lie where they lay then.
        let known = world.known_to(seat);
        for fact in world.told.facts().filter(|fact| fact.is_of(seat)) {
            let about = fact.cards(self.shape(&fact));
            seen = about.fold(seen, |all, (_, word)| all.union(word.difference(known)));
        }
        if layout.stacks {
            // What lies on a card shows which of the stack that is.
            let all = layout.all();
            seen = seen.union(world.riding(all)).union(world.laden(all, 1));
        }
        let kinds = layout.declared.zones.iter().filter(|kind| kind.order == ZoneOrder::Each);
        let zones = kinds.flat_map(|kind| layout.declared.numbers(kind.first, kind.each));
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
    fn redraw_counters(&self, world: &mut Table<S>, rng: &mut Rng) {
        let declared = &self.layout.declared;
        let counters = 0..declared.counter_count() as u8;
        let mut settled: u64 = counters
            .filter(|counter| world.knows_counter(declared, self.seat, *counter))
            .fold(0, |bits, counter| bits | 1 << counter);
        let of_kind = |kind: &CounterKind| {
            let range = (i64::from(kind.range.0), i64::from(kind.range.1));
            declared.numbers(kind.first, kind.each).map(move |counter| (counter, range))
        };
        for sum in &declared.sums {
            let of = sum.of.iter().flat_map(|kind| of_kind(&declared.counters[usize::from(*kind)]));
            let (open, mut hidden): (Vec<_>, Vec<_>) =
                of.partition(|(counter, _)| settled >> counter & 1 == 1);
            let open = open.iter().map(|(counter, _)| i64::from(world.counter(*counter)));
            let mut left = sum.is - open.sum::<i64>();
            shuffle(&mut hidden, rng);
            let mut rest = hidden.clone();
            while let Some((counter, (from, to))) = rest.pop() {
                let least: i64 = rest.iter().map(|(_, range)| range.0).sum();
                let most: i64 = rest.iter().map(|(_, range)| range.1).sum();
                let value = between(from.max(left - most), to.min(left - least), rng);
                left -= value;
                world.counters[usize::from(counter)] = value as i16;
                settled |= 1 << counter;
            }
            share_anew(world, &hidden, rng);
        }
        for (counter, (from, to)) in declared.counters.iter().flat_map(of_kind) {
            if settled >> counter & 1 == 0 {
                world.counters[usize::from(counter)] = between(from, to, rng) as i16;
            }
        }
    }

    /// The cards that another seat can place in a redealt world: as many in each zone as before.
    fn known_by(&self, world: &Table<S>, other: u8, unknown: S) -> S {
        let Dealer { layout, table, .. } = *self;
        let before = table.known_to(other);
        let mut known = before.difference(unknown);
        for zone in 0..layout.declared.zone_count() as u8 {
            let count =
                table.zone(zone).intersection(unknown).intersection(before).count() as usize;
            if count == 0 {
                continue;
            }
            let mut cards: Vec<u8> = world.zone(zone).intersection(unknown).cards().collect();
            cards.sort_by_key(|card| !layout.shows(zone, world.face(*card), other));
            known = known.union(S::of(cards.into_iter().take(count)));
        }
        known
    }
}

fn shuffle<T>(of: &mut [T], rng: &mut Rng) {
    for last in (1..of.len()).rev() {
        of.swap(last, rng.below(last as u32 + 1) as usize);
    }
}

/// What was drawn one after the other favours extremes: two at a time share anew what they have together, until every division is as likely.
fn share_anew<S: CardSet>(world: &mut Table<S>, hidden: &[(u8, (i64, i64))], rng: &mut Rng) {
    let count = hidden.len() as u32;
    if count < 3 {
        return;
    }
    for _ in 0..8 * count {
        let [(a, a_range), (b, b_range)] =
            [rng.below(count), rng.below(count)].map(|at| hidden[at as usize]);
        if a == b {
            continue;
        }
        let both = i64::from(world.counter(a)) + i64::from(world.counter(b));
        let (least, most) = (a_range.0.max(both - b_range.1), a_range.1.min(both - b_range.0));
        let value = between(least, most, rng);
        world.counters[usize::from(a)] = value as i16;
        world.counters[usize::from(b)] = (both - value) as i16;
    }
}

/// A number from `least` to `most`, both among them.
fn between(least: i64, most: i64, rng: &mut Rng) -> i64 {
    let count = u32::try_from(most - least + 1).unwrap_or(1);
    least + i64::from(rng.below(count))
}

impl<S: CardSet> Table<S> {
    /// Puts a card into another place, as if it had always been there.
    fn place(&mut self, card: u8, zone: u8, face: u8, below: u8, host: u8) {
        let at = usize::from(card);
        let one = S::one(card);
        self.in_zone(self.zone_of(card), |cards| cards.difference(one));
        self.in_zone(zone, |cards| cards.union(one));
        self.at.as_mut()[at] = zone;
        self.below.as_mut()[at] = below;
        self.lay_on(card, host);
        self.set_face(card, face);
    }
}
