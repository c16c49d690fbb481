//! What never changes while a game is played: cards, columns, and look-up tables by zone and counter number.
//! [`Declared`] and the cards of the script come in; a [`Layout`] goes out. [`Touched`] is the bit set that notes
//! what a move changed. Everything that reads a table, here and in `script`, takes a layout.

use std::sync::Arc;

use super::abilities::{Abilities, Argument, Has, Listed};
use super::declared::{CounterReport, Declared, MOST_COUNTERS, MOST_FACES, Sees, ZoneOrder};
use super::moves::NOTHING;
use super::named::numbered;
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

/// What is looked up of a zone while cards move.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ZoneFacts {
    /// By face the seats that see the fronts, as bits.
    sees: [u8; MOST_FACES],
    /// The seats that see some, as bits.
    pub sees_some: u8,
    /// Its place and its seat, or [`NOTHING`].
    place: u8,
    seat: u8,
    /// The face of cards that come in.
    enters: u8,
    /// The first zone, and how many there are, with which it shares an order; none without one.
    ordered: (u8, u8),
    /// The bit of its kind in [`Touched`].
    bit: u64,
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
    /// By the number of a zone; as many as a byte counts, so that none needs a check.
    by_zone: Box<[ZoneFacts; 256]>,
    /// Whether any zone has an order.
    pub has_orders: bool,
    /// Whether cards may come to lie on cards.
    pub stacks: bool,
    /// Whether cards are picked by chance where they lie.
    pub picks: bool,
    /// Whether the script lets all seats win, or none.
    pub wins_together: bool,
    /// By counter the bit of its kind in [`Touched`].
    counter_bits: [u64; MOST_COUNTERS],
    /// Every seat, as bits.
    pub(super) everybody: u8,
    /// Counters that are logged whenever they are set, and those that never are, as bits.
    always_told: u64,
    pub(super) never_told: u64,
}

impl<S: CardSet> Layout<S> {
    pub fn new(declared: Declared) -> Self {
        let everybody = declared.seeing(Sees::All, None);
        let no_zone = ZoneFacts { place: NOTHING, seat: NOTHING, ..ZoneFacts::default() };
        let mut by_zone = Box::new([no_zone; 256]);
        for (zone, facts) in (0..=u8::MAX).zip(by_zone.iter_mut()) {
            let Some((kind, place, seat)) = declared.zone(zone) else {
                break;
            };
            for (face, who) in facts.sees.iter_mut().zip(&kind.sees) {
                *face = declared.seeing(*who, seat);
            }
            facts.sees_some = facts.sees.iter().fold(0, |some, who| some | who);
            facts.place = place.unwrap_or(NOTHING);
            facts.seat = seat.unwrap_or(NOTHING);
            facts.enters = kind.face;
            facts.ordered = match kind.order {
                ZoneOrder::None => (0, 0),
                ZoneOrder::Each => (zone, 1),
                ZoneOrder::Kept => (kind.first, declared.count(kind.each) as u8),
            };
        }
        for (at, kind) in (0..).zip(&declared.zones) {
            for zone in declared.numbers(kind.first, kind.each) {
                by_zone[usize::from(zone)].bit = Touched::zone(at);
            }
        }
        let mut counter_bits = [0; MOST_COUNTERS];
        for (at, kind) in (0..).zip(&declared.counters) {
            for counter in declared.numbers(kind.first, kind.each) {
                counter_bits[usize::from(counter)] = Touched::counter(at);
            }
        }
        let told = |when: CounterReport| {
            let kinds = declared.counters.iter().filter(|kind| kind.told == when);
            let counters = kinds.flat_map(|kind| declared.numbers(kind.first, kind.each));
            counters.fold(0u64, |bits, counter| bits | 1 << counter)
        };
        let (always_told, never_told) = (told(CounterReport::Always), told(CounterReport::Never));
        Layout {
            has_orders: by_zone.iter().any(|zone| zone.ordered.1 > 0),
            always_told,
            never_told,
            stacks: false,
            picks: false,
            wins_together: false,
            by_zone,
            counter_bits,
            everybody,
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
        S::of((0..self.cards.len()).map(|card| card as u8))
    }

    /// The seats that see the fronts of cards that lie so, as bits.
    #[inline(always)]
    pub fn sees(&self, zone: u8, face: u8) -> u8 {
        self.facts(zone).sees[usize::from(face) & 7]
    }

    /// Whether a seat sees the fronts of cards that lie so.
    #[inline(always)]
    pub fn shows(&self, zone: u8, face: u8, seat: u8) -> bool {
        self.sees(zone, face) >> seat & 1 == 1
    }

    /// The card of a name. The number of a copy may be left out where there is one card only.
    pub fn card_called(&self, word: &str) -> Option<u8> {
        let at = |word: &str| numbered(&self.cards, word);
        at(word).or_else(|| at(word.strip_suffix("#1")?))
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

    #[inline(always)]
    pub(super) fn facts(&self, zone: u8) -> &ZoneFacts {
        &self.by_zone[usize::from(zone)]
    }

    /// The place that a zone is at, or [`NOTHING`].
    #[inline(always)]
    pub fn place_of(&self, zone: u8) -> u8 {
        self.facts(zone).place
    }

    /// The seat that a zone belongs to, or [`NOTHING`].
    #[inline(always)]
    pub fn seat_of(&self, zone: u8) -> u8 {
        self.facts(zone).seat
    }

    /// The bit of the kind of a zone in [`Touched`].
    #[inline(always)]
    pub fn zone_bit(&self, zone: u8) -> u64 {
        self.facts(zone).bit
    }

    /// The bit of the kind of a counter in [`Touched`].
    #[inline(always)]
    pub fn counter_bit(&self, counter: u8) -> u64 {
        self.counter_bits[usize::from(counter) % MOST_COUNTERS]
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

    /// How a card lies in a zone when a face was given for it.
    #[inline(always)]
    pub fn lies(&self, zone: u8, told: u8) -> u8 {
        if usize::from(told) < self.declared.faces.len() { told } else { self.enters(zone) }
    }

    /// How cards lie that come into a zone.
    #[inline(always)]
    pub fn enters(&self, zone: u8) -> u8 {
        self.facts(zone).enters
    }

    #[inline(always)]
    pub fn is_ordered(&self, zone: u8) -> bool {
        self.order_of(zone).1 > 0
    }

    /// The zones with which a zone shares an order: the first, and how many; none without an order.
    #[inline(always)]
    pub fn order_of(&self, zone: u8) -> (u8, u8) {
        self.facts(zone).ordered
    }
}

/// What a move changed: a bit for each kind of zones, from the lowest, and of counters, from [`Touched::COUNTERS`]; the last
/// kinds share one. One bit is for how cards lie, one for the end, and one for whose turn it is and what is asked, which every move
/// changes. It is not part of the state: tables that differ only in it are equal.
#[derive(Debug, Clone, Copy)]
pub struct Touched(pub u64);

impl Touched {
    pub const COUNTERS: u32 = 32;
    pub const OVER: u64 = 1 << 62;
    pub const TURN: u64 = 1 << 63;
    /// Which cards lie up, and so on, wherever they lie.
    pub const FACES: u64 = 1 << 31;
    /// All of zones, and how cards lie there.
    pub const ZONES: u64 = (1 << Self::COUNTERS) - 1;
    pub const ALL: u64 = u64::MAX;

    #[inline(always)]
    pub fn add(&mut self, bits: u64) {
        self.0 |= bits;
    }

    /// The bit of a kind of zones.
    pub fn zone(kind: u8) -> u64 {
        1 << kind.min(30)
    }

    /// The bit of a kind of counters.
    pub fn counter(kind: u8) -> u64 {
        1 << (u32::from(kind.min(29)) + Self::COUNTERS)
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
