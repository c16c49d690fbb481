//! What never changes while a game is played: cards, columns, and look-up tables by zone and counter number.
//! [`Declared`] and the cards of the script come in; a [`Layout`] goes out. [`Touched`] is the bit set that notes
//! what a move changed. Everything that reads a table, here and in `script`, takes a layout.

use std::sync::Arc;

use super::abilities::{Abilities, Argument, Has, Listed};
use super::declared::{CounterReport, Declared, MOST_COUNTERS, Sees, ZoneOrder};
use super::moves::NOTHING;
use super::set::CardSet;
use super::told::FactShape;
use crate::source::Span;

/// A key of the cards' rows, as the rules read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowKey<S> {
    /// The key as a script says it: `_` for each `-`.
    pub name: String,
    pub kind: ColumnKind<S>,
}

/// A key of rows that the rules cannot read, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadKey {
    /// As a script says it.
    pub name: String,
    pub message: String,
    pub help: String,
    /// The value at fault, if it is one.
    pub span: Option<Span>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnKind<S> {
    /// A number of each card; 0 where the row has none.
    Number(Vec<i32>),
    /// A word of each card: the words, and which cards have each. Cards without one are in no set.
    Word(Vec<(String, S)>),
    /// Any number of words of each card.
    Words(Vec<(String, S)>),
    /// The cards of which it is true.
    Flag(S),
}

/// A game's table for one variant, before anything lies on it.
#[derive(Debug, Clone)]
pub struct Layout<S: CardSet> {
    pub declared: Declared,
    /// Every card: `spy#2`.
    pub cards: Vec<String>,
    /// Cards of these decks that the variant leaves out.
    pub left_out: Vec<String>,
    /// The row of each card, counted over all decks.
    pub rows: Vec<u16>,
    /// The cards of each deck.
    pub decks: Vec<(String, S)>,
    /// Cards that cannot be told apart by their backs, called after the first deck with that back.
    pub backs: Vec<(String, S)>,
    pub columns: Vec<RowKey<S>>,
    pub unread: Vec<UnreadKey>,
    pub abilities: Abilities,
    /// The abilities of each card, in the order in which its row says them.
    pub has: Vec<Vec<Has>>,
    /// What the script tells seats, by the numbers of facts.
    pub facts: Vec<FactShape>,
    /// The zone that each card lies in at the start.
    pub start: Vec<u8>,
    /// By zone and face the seats that see the fronts, as bits.
    sees: Vec<[u8; super::declared::MOST_FACES]>,
    /// By zone its place and its seat, or [`NOTHING`].
    places: Vec<u8>,
    seats: Vec<u8>,
    /// By zone the face of cards that come in.
    enters: Vec<u8>,
    /// By zone the first zone, and how many there are, with which it shares an order; none without one.
    ordered: Vec<(u8, u8)>,
    /// Whether any zone has an order.
    pub has_orders: bool,
    /// Whether cards may come to lie on cards.
    pub stacks: bool,
    /// Whether cards are picked by chance where they lie.
    pub picks: bool,
    /// Whether the script lets all seats win, or none.
    pub wins_together: bool,
    /// By zone, and by counter, the bit of its kind in [`super::Touched`].
    zone_bits: Vec<u64>,
    counter_bits: Vec<u64>,
    /// Counters that are logged whenever they are set, and those that never are, as bits.
    always_told: u64,
    never_told: u64,
}

impl<S: CardSet> Layout<S> {
    pub fn new(declared: Declared) -> Self {
        let zones = declared.zone_count();
        let everybody = ((1u16 << declared.seats.len()) - 1) as u8;
        let (mut sees, mut places, mut seats) = (Vec::new(), Vec::new(), Vec::new());
        let (mut enters, mut ordered) = (Vec::new(), Vec::new());
        for zone in 0..zones {
            let Some((kind, place, seat)) = declared.zone(zone as u8) else {
                break;
            };
            let mut by_face = [0; super::declared::MOST_FACES];
            for (face, who) in by_face.iter_mut().zip(&kind.sees) {
                *face = match who {
                    Sees::All => everybody,
                    Sees::Owner => seat.map_or(0, |seat| 1 << seat),
                    Sees::Team => seat.map_or(0, |seat| declared.team(seat)),
                    Sees::Others => seat.map_or(everybody, |seat| everybody & !(1 << seat)),
                    Sees::Nobody => 0,
                };
            }
            sees.push(by_face);
            places.push(place.unwrap_or(NOTHING));
            seats.push(seat.unwrap_or(NOTHING));
            enters.push(kind.face);
            ordered.push(match kind.order {
                ZoneOrder::None => (0, 0),
                ZoneOrder::Each => (zone as u8, 1),
                ZoneOrder::Kept => (kind.first, declared.count(kind.each) as u8),
            });
        }
        let bits = |counts: &mut dyn Iterator<Item = usize>, bit: fn(usize) -> u64| {
            let kinds = counts.enumerate();
            kinds
                .flat_map(|(kind, count)| std::iter::repeat_n(bit(kind), count))
                .collect::<Vec<u64>>()
        };
        let count = |each| declared.count(each);
        let zone_bits = bits(
            &mut declared.zones.iter().map(|kind| count(kind.each)),
            Touched::zone,
        );
        let counter_bits = bits(
            &mut declared.counters.iter().map(|kind| count(kind.each)),
            Touched::counter,
        );
        let told = |when: CounterReport| {
            let kinds = declared.counters.iter().filter(|kind| kind.told == when);
            let counters = kinds.flat_map(|kind| {
                let first = usize::from(kind.first);
                first..first + count(kind.each)
            });
            counters.fold(0u64, |bits, counter| bits | 1 << (counter % MOST_COUNTERS))
        };
        let (always_told, never_told) = (told(CounterReport::Always), told(CounterReport::Never));
        Layout {
            has_orders: ordered.iter().any(|(_, count)| *count > 0),
            always_told,
            never_told,
            stacks: false,
            picks: false,
            wins_together: false,
            zone_bits,
            counter_bits,
            declared,
            cards: Vec::new(),
            left_out: Vec::new(),
            rows: Vec::new(),
            decks: Vec::new(),
            backs: Vec::new(),
            columns: Vec::new(),
            unread: Vec::new(),
            abilities: Abilities::default(),
            has: Vec::new(),
            facts: Vec::new(),
            start: Vec::new(),
            sees,
            places,
            seats,
            enters,
            ordered,
        }
    }

    /// The lists of the cards' abilities in which words may stand several times, each once, the empty one first.
    pub fn bags(&self) -> Arc<[Listed]> {
        let mut bags = vec![Listed::default()];
        for has in self.has.iter().flatten() {
            let ability = &self.abilities.all[usize::from(has.ability)];
            for (parameter, value) in ability.parameters.iter().zip(&has.values) {
                if let Argument::Words(words) = value
                    && parameter.repeats
                    && !bags.contains(words)
                {
                    bags.push(*words);
                }
            }
        }
        bags.into()
    }

    /// Every card of the game.
    pub fn all(&self) -> S {
        (0..self.cards.len()).fold(S::default(), |all, card| all.union(S::one(card as u8)))
    }

    /// The seats that see the fronts of cards that lie so, as bits.
    #[inline(always)]
    pub fn sees(&self, zone: u8, face: u8) -> u8 {
        let by_face = self.sees.get(usize::from(zone));
        by_face.map_or(0, |by_face| by_face[usize::from(face) & 7])
    }

    /// All cards that have the back of one of these.
    #[inline]
    pub fn with_backs_of(&self, cards: S) -> S {
        match self.backs.as_slice() {
            [(_, alike)] => *alike,
            backs => backs
                .iter()
                .filter(|(_, alike)| !alike.intersection(cards).is_empty())
                .fold(S::default(), |all, (_, alike)| all.union(*alike)),
        }
    }

    /// The place that a zone is at, or [`NOTHING`].
    #[inline(always)]
    pub fn place_of(&self, zone: u8) -> u8 {
        self.places
            .get(usize::from(zone))
            .copied()
            .unwrap_or(NOTHING)
    }

    /// The seat that a zone belongs to, or [`NOTHING`].
    #[inline(always)]
    pub fn seat_of(&self, zone: u8) -> u8 {
        self.seats
            .get(usize::from(zone))
            .copied()
            .unwrap_or(NOTHING)
    }

    /// The bit of the kind of a zone in [`Touched`].
    #[inline(always)]
    pub fn zone_bit(&self, zone: u8) -> u64 {
        self.zone_bits.get(usize::from(zone)).copied().unwrap_or(0)
    }

    /// The bit of the kind of a counter in [`Touched`].
    #[inline(always)]
    pub fn counter_bit(&self, counter: u8) -> u64 {
        let bit = self.counter_bits.get(usize::from(counter));
        bit.copied().unwrap_or(0)
    }

    /// Whether records log a counter that is set to the value that it already has.
    #[inline(always)]
    pub fn tells_again(&self, counter: u8) -> bool {
        self.always_told >> (usize::from(counter) % MOST_COUNTERS) & 1 == 1
    }

    /// Whether records log changes of a counter.
    #[inline(always)]
    pub fn tells(&self, counter: u8) -> bool {
        self.never_told >> (usize::from(counter) % MOST_COUNTERS) & 1 == 0
    }

    /// The counters that no record tells of, as bits.
    #[inline(always)]
    pub fn untold(&self) -> u64 {
        self.never_told
    }

    /// How a card lies in a zone when a face was given for it.
    #[inline(always)]
    pub fn lies(&self, zone: u8, told: u8) -> u8 {
        if usize::from(told) < self.declared.faces.len() {
            told
        } else {
            self.enters(zone)
        }
    }

    /// How cards lie that come into a zone.
    #[inline(always)]
    pub fn enters(&self, zone: u8) -> u8 {
        self.enters.get(usize::from(zone)).copied().unwrap_or(0)
    }

    #[inline(always)]
    pub fn is_ordered(&self, zone: u8) -> bool {
        self.order_of(zone).1 > 0
    }

    /// The zones with which a zone shares an order: the first, and how many; none without an order.
    #[inline(always)]
    pub fn order_of(&self, zone: u8) -> (u8, u8) {
        self.ordered
            .get(usize::from(zone))
            .copied()
            .unwrap_or((0, 0))
    }
}

/// What a move changed: a bit for each kind of zones, from the lowest, and of counters, from [`Touched::COUNTERS`]; the last
/// kinds share one. One bit is for the end, and one for whose turn it is and what is asked, which every move changes. It is
/// not part of the state: tables that differ only in it are equal.
#[derive(Debug, Clone, Copy)]
pub struct Touched(pub u64);

impl Touched {
    pub const COUNTERS: u32 = 32;
    pub const OVER: u64 = 1 << 62;
    pub const TURN: u64 = 1 << 63;
    pub const ZONES: u64 = (1 << Self::COUNTERS) - 1;
    pub const ALL: u64 = u64::MAX;

    #[inline(always)]
    pub fn add(&mut self, bits: u64) {
        self.0 |= bits;
    }

    /// The bit of a kind of zones.
    pub fn zone(kind: usize) -> u64 {
        1 << kind.min(31)
    }

    /// The bit of a kind of counters.
    pub fn counter(kind: usize) -> u64 {
        1 << (kind.min(29) as u32 + Self::COUNTERS)
    }
}

impl PartialEq for Touched {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Touched {}

impl std::hash::Hash for Touched {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}
