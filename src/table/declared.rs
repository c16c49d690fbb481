//! What `[table]` of a game declares, for one variant: seats, places, zones, counters, moves, words.
//! [`super::reading`] makes it from `game.toml` and resolves names to numbers once; the rest of `table`, and
//! `script`, work with the numbers.

use std::ops::Range;
use std::sync::Arc;

use crate::rules::{Aim, ROLLS};
use crate::source::Span;

/// Most seats of a game.
pub const MOST_SEATS: usize = 8;

/// Most numbered places, and numbers that a move may name.
pub const MOST_PLACES: usize = 64;

/// Most counters, each of its entries counted.
pub const MOST_COUNTERS: usize = 64;

/// Most ways for a card to lie.
pub const MOST_FACES: usize = 8;

/// Most piles: the numbers after theirs are those of rolls and of picked cards.
pub const MOST_PILES: usize = ROLLS;

/// A roll is drawn from a set of as many numbers as a word has bits.
pub const MOST_SIDES: u32 = u64::BITS;

/// What a zone or counter is one of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Each {
    One,
    Seat,
    Place,
    /// One for each place and each seat.
    Both,
}

impl Each {
    /// How many values each index has: of a place, then of a seat; 1 where there is none.
    fn counts(self, seats: usize, places: usize) -> [usize; 2] {
        match self {
            Each::One => [1, 1],
            Each::Seat => [1, seats],
            Each::Place => [places, 1],
            Each::Both => [places, seats],
        }
    }

    /// How many indices pick one.
    pub fn indices(self) -> usize {
        match self {
            Each::One => 0,
            Each::Seat | Each::Place => 1,
            Each::Both => 2,
        }
    }
}

/// Who sees the fronts of cards in a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sees {
    All,
    /// The seat that the zone belongs to.
    Owner,
    /// That seat, and those of its team.
    Team,
    /// All but that seat.
    Others,
    Nobody,
}

/// Whether the cards of a zone lie in an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ZoneOrder {
    None,
    /// The first to come is the lowest.
    Each,
    /// One order for all zones of the name: a card keeps its place in it while it goes from one of them to another.
    Kept,
}

/// Zones of one name: `hand`, one a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZoneKind {
    pub name: String,
    pub span: Span,
    pub each: Each,
    /// The number of its first zone; the others follow, by place, then by seat.
    pub first: u8,
    /// Who sees, by face.
    pub sees: Vec<Sees>,
    /// How cards lie that come in.
    pub face: u8,
    /// The number that chance knows it by, where cards are drawn from it.
    pub pile: Option<u8>,
    /// The kind of zone that is shuffled into it when it is empty and a card is drawn.
    pub refill: Option<u8>,
    pub order: ZoneOrder,
    /// Fewest and most cards whenever a seat decides.
    pub size: (u8, u8),
    /// The decks whose cards lie here at the start.
    pub holds: Vec<String>,
    /// Which cards of these decks do; all where nothing is said.
    pub takes: Vec<CardCondition>,
    /// Its cards count for the seat that it belongs to, where it is asked which cards win.
    pub counts: bool,
    /// What records and tables call it: its name, if nothing else is said.
    pub written: String,
}

/// What a card must have for a zone to hold it: one of some words under a key of its row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardCondition {
    pub key: String,
    pub span: Span,
    /// As they are for the variant; with its place where it is the same for all variants.
    pub words: Vec<(String, Option<Span>)>,
}

/// What a counter holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CounterValue {
    Number,
    /// True or false. One for each place is read as the set of places where it is true.
    Flag,
    /// A seat, or none.
    Seat,
}

/// Counters of one name: `score`, one a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CounterKind {
    pub name: String,
    pub span: Span,
    pub each: Each,
    pub holds: CounterValue,
    /// The number of its first counter.
    pub first: u8,
    /// Least and greatest value.
    pub range: (i16, i16),
    /// Its value before the set-up.
    pub start: i16,
    pub sees: Sees,
    /// What records, results and tables call it: its name, if nothing else is said.
    pub written: Arc<str>,
    pub told: CounterReport,
}

/// When records say the value of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CounterReport {
    Never,
    WhenChanged,
    /// Whenever it is given one, also the one that it has.
    Always,
}

/// Counters whose sum never changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConservedSum {
    /// What it is called: `coins + supply`.
    pub name: String,
    /// Kinds of counters.
    pub of: Vec<u8>,
    pub is: i64,
    pub span: Span,
}

/// What fills a gap of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gap {
    Card,
    /// A card that is named by where it lies, `2:1`, for movers who may not know which it is: by the kind of zone. As a part of
    /// a move it is its place in the order of these zones, which is the same whichever card it is.
    Nth(u8),
    Place,
    Seat,
    Number,
}

impl Gap {
    /// Whether a card fills it, as the script sees it.
    pub fn is_card(self) -> bool {
        matches!(self, Gap::Card | Gap::Nth(_))
    }
}

/// A piece of a move as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MovePiece {
    Words(String),
    /// A gap, by its number among the gaps.
    Gap(usize),
}

/// A way to write a move: `deploy {card} at {place}`. A verb may have several, by what it is aimed at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovePattern {
    pub verb: String,
    pub span: Span,
    pub pieces: Vec<MovePiece>,
    pub gaps: Vec<Gap>,
    /// Its two cards have no order: the earlier one comes first.
    pub pair: bool,
}

/// A word with its sentence and the clause that it rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    pub word: String,
    pub span: Span,
    pub rule: String,
    pub says: String,
    /// Of a note: what is given beside its word.
    pub gaps: Vec<NoteGap>,
}

/// What a note says beside its word, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoteGap {
    Seat,
    /// A place, given as the zone of this number or one of those after it.
    At(u8),
    Number,
}

/// Numbers of one name that are not kept but worked out by a function of the script: `influence`, one for each place and seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DerivedNumbers {
    /// Of the function as well.
    pub name: String,
    pub span: Span,
    pub each: Each,
    pub holds: CounterValue,
    /// What records, results and scenarios call it: its name, if nothing else is said.
    pub written: Arc<str>,
}

/// Where the values of a [`DerivedNumbers`] are remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    first: usize,
    /// How many there are of each index.
    counts: [usize; 2],
}

impl Memory {
    /// The place for the value with these indices; none where there is none.
    #[inline]
    pub fn place(&self, indices: [i64; 2]) -> Option<usize> {
        let [one, other] = indices.map(usize::try_from);
        let (one, other) = (one.ok()?, other.ok()?);
        let there = one < self.counts[0] && other < self.counts[1];
        there.then(|| self.first + one * self.counts[1] + other)
    }
}

/// What decides, or is a part of the score: by its number among the counters, or among what follows from the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreMeasure {
    Counter(u8),
    Follows(u8),
    /// The sum of the parts of the score.
    Total,
}

/// By what the winner is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Win {
    /// `highest score`, or the word that is given for it.
    pub says: String,
    /// The same as results write it: `highest-score`.
    pub by: Arc<str>,
    pub highest: bool,
    /// One a seat.
    pub of: ScoreMeasure,
}

/// A table as it is declared, for one variant of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Declared {
    pub seats: Vec<String>,
    pub places: Vec<String>,
    /// No game has more decisions.
    pub longest: u32,
    /// How cards can lie; the first is how they lie when nothing is said.
    pub faces: Vec<String>,
    /// Words that a record says of a move instead of a face; their numbers follow those of the faces.
    pub told_faces: Vec<String>,
    pub zones: Vec<ZoneKind>,
    pub counters: Vec<CounterKind>,
    /// What follows from the table.
    pub follows: Vec<DerivedNumbers>,
    pub sums: Vec<ConservedSum>,
    pub patterns: Vec<MovePattern>,
    /// What can be asked of a seat beside its turn.
    pub questions: Vec<String>,
    pub refusals: Vec<Sentence>,
    pub notes: Vec<Sentence>,
    /// What wins, and what breaks a tie after it; empty where the script says who won.
    pub wins: Vec<Win>,
    /// What players play for, where `aim` says it.
    pub aim: Option<Aim>,
    /// The seat that wins where all else is equal.
    pub tie: Option<u8>,
    /// The parts of the score, and those of seats whose score has other parts.
    pub parts: Vec<ScoreMeasure>,
    pub parts_of: Vec<(u8, Vec<ScoreMeasure>)>,
    /// By seat the first seat of its team, whose counters stand for all of them; itself without a team.
    pub heads: Vec<u8>,
    /// What was agreed on before the game: names and values.
    pub variant: Vec<(String, String)>,
    /// What `[table.layout]` says of boards and pages.
    pub shown: ShownLayout,
}

impl Declared {
    /// How many zones there are.
    pub fn zone_count(&self) -> usize {
        let counts = self.zones.iter().map(|kind| self.count(kind.each));
        counts.sum()
    }

    /// The seat whose counters stand for a seat: the first of its team.
    pub fn head(&self, seat: u8) -> u8 {
        self.heads.get(usize::from(seat)).copied().unwrap_or(seat)
    }

    /// Whether results show points of every seat.
    pub fn is_scored(&self) -> bool {
        self.all_seats().all(|seat| !self.score_of(seat).is_empty())
    }

    /// The seats of a seat's team, as bits; itself without a team.
    pub fn team(&self, seat: u8) -> u8 {
        let seats = self.all_seats().filter(|other| self.head(*other) == self.head(seat));
        seats.fold(0, |bits, seat| bits | 1 << seat)
    }

    /// The parts of a seat's score.
    pub fn score_of(&self, seat: u8) -> Vec<ScoreMeasure> {
        let own = self.parts_of.iter().find(|(of, _)| *of == seat);
        own.map_or_else(|| self.common_parts(), |(_, parts)| parts.clone())
    }

    /// The parts of every score that has no others: what decides first, where nothing is said.
    pub fn common_parts(&self) -> Vec<ScoreMeasure> {
        match self.parts.as_slice() {
            [] => self.wins.first().map(|win| win.of).into_iter().collect(),
            parts => parts.to_vec(),
        }
    }

    /// Where the derived values of a function are cached.
    pub fn memory_of(&self, name: &str) -> Option<Memory> {
        let at = self.follows.iter().position(|kind| kind.name == name)?;
        let before = self.follows[..at].iter();
        let (seats, places) = (self.seats.len(), self.places.len());
        Some(Memory {
            first: before.map(|kind| self.count(kind.each)).sum(),
            counts: match self.follows[at].each {
                Each::Seat => [seats, 1],
                each => each.counts(seats, places),
            },
        })
    }

    /// What something that is measured is called, in the script and in results.
    pub fn names_of(&self, measure: ScoreMeasure) -> Option<(&str, Arc<str>)> {
        let (name, written) = match measure {
            ScoreMeasure::Counter(kind) => {
                let kind = self.counters.get(usize::from(kind))?;
                (&kind.name, &kind.written)
            }
            ScoreMeasure::Follows(kind) => {
                let kind = self.follows.get(usize::from(kind))?;
                (&kind.name, &kind.written)
            }
            ScoreMeasure::Total => return Some(("total", "total".into())),
        };
        Some((name, written.clone()))
    }

    /// How many piles there are.
    pub fn piles(&self) -> usize {
        let piles = self.zones.iter().filter(|zone| zone.pile.is_some());
        piles.map(|kind| self.count(kind.each)).sum()
    }

    /// The number of the pile that a zone is, as chance knows it.
    pub fn pile_of(&self, zone: u8) -> Option<usize> {
        let (kind, ..) = self.zone(zone)?;
        Some(usize::from(kind.pile?) + usize::from(zone - kind.first))
    }

    pub fn counter_count(&self) -> usize {
        let counts = self.counters.iter().map(|kind| self.count(kind.each));
        counts.sum()
    }

    /// Whether a seat sees a counter.
    pub fn sees_counter(&self, seat: u8, counter: u8) -> bool {
        let kind = self.counters.iter().rfind(|kind| kind.first <= counter);
        kind.is_none_or(|kind| {
            let (_, owner) = self.place_and_seat(kind.each, counter - kind.first);
            self.seeing(kind.sees, owner) >> seat & 1 == 1
        })
    }

    /// The seats that see something of a seat, as bits.
    pub fn seeing(&self, sees: Sees, owner: Option<u8>) -> u8 {
        let everybody = ((1u16 << self.seats.len()) - 1) as u8;
        match sees {
            Sees::All => everybody,
            Sees::Owner => owner.map_or(0, |seat| 1 << seat),
            Sees::Team => owner.map_or(0, |seat| self.team(seat)),
            Sees::Others => everybody & !owner.map_or(0, |seat| 1 << seat),
            Sees::Nobody => 0,
        }
    }

    /// The place and the seat of one of several by its number among them.
    pub fn place_and_seat(&self, each: Each, index: u8) -> (Option<u8>, Option<u8>) {
        let seats = self.seats.len().max(1) as u8;
        match each {
            Each::One => (None, None),
            Each::Seat => (None, Some(index)),
            Each::Place => (Some(index), None),
            Each::Both => (Some(index / seats), Some(index % seats)),
        }
    }

    /// The numbers of all seats.
    pub fn all_seats(&self) -> Range<u8> {
        0..self.seats.len() as u8
    }

    /// The numbers of the zones or counters of a kind.
    pub fn numbers(&self, first: u8, each: Each) -> Range<u8> {
        first..first.saturating_add(u8::try_from(self.count(each)).unwrap_or(u8::MAX))
    }

    /// How many there are of something that exists once a seat, once a place, …
    pub fn count(&self, each: Each) -> usize {
        let [places, seats] = each.counts(self.seats.len(), self.places.len());
        places * seats
    }

    /// The names of something that exists once a seat, once a place, …: `hand/north`, `at/2/south`.
    pub fn names(&self, name: &str, each: Each) -> Vec<String> {
        let all = self.numbers(0, each).map(|index| {
            let (place, seat) = self.place_and_seat(each, index);
            let place = place.map(|place| &self.places[usize::from(place)]);
            let seat = seat.map(|seat| &self.seats[usize::from(seat)]);
            place.into_iter().chain(seat).fold(name.to_owned(), |name, part| name + "/" + part)
        });
        all.collect()
    }

    /// What records call the zones.
    pub fn zone_names(&self) -> Vec<String> {
        self.zones.iter().flat_map(|kind| self.names(&kind.written, kind.each)).collect()
    }

    /// What records call the counters.
    pub fn counter_names(&self) -> Vec<String> {
        self.counters.iter().flat_map(|kind| self.names(&kind.written, kind.each)).collect()
    }

    /// The kind of zone that a zone is of, and its place and seat.
    pub fn zone(&self, zone: u8) -> Option<(&ZoneKind, Option<u8>, Option<u8>)> {
        let inside = |kind: &&ZoneKind| self.numbers(kind.first, kind.each).contains(&zone);
        let kind = self.zones.iter().find(inside)?;
        let (place, seat) = self.place_and_seat(kind.each, zone - kind.first);
        Some((kind, place, seat))
    }
}

/// What `[table.layout]` says; where it says nothing, the declarations decide.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShownLayout {
    /// Words of the declarations, and what they are called.
    pub names: Vec<(String, String)>,
    /// Zones and counters that come before the others, in this order.
    pub order: Vec<String>,
    /// Zones and counters that are not shown.
    pub hide: Vec<String>,
    /// Zones that lie in the middle of the table and are shown card by card.
    pub middle: Option<Vec<String>>,
    /// Seats that have nothing at the places.
    pub aside: Vec<String>,
}
