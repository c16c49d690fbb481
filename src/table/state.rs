//! The table while a game is played: which cards are in which zone, how they lie, who knows them, counters,
//! questions. Plain data. [`super::changing`] changes it; `script` reads it and puts questions to seats.

use super::declared::{Declared, MOST_COUNTERS, MOST_FACES, MOST_SEATS};
use super::layout::{Layout, Touched};
use super::moves::{Move, NOTHING};
use super::set::{CardSet, PerCard};
use super::told::ToldFacts;

/// Most questions that wait at the same time.
pub const MOST_QUESTIONS: usize = 16;

/// Something that a seat has to answer before the game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Question {
    /// Its number in `[table] questions`.
    pub kind: u8,
    pub seat: u8,
    /// Asked of all seats at the same time: nobody sees the answers of the others before all are in.
    pub at_once: bool,
    /// A number that comes with it: what is owed.
    pub number: i16,
    /// A card that comes with it, and 1 more than its number; 0 for none.
    card: u16,
}

impl Question {
    pub fn new(kind: u8, seat: u8, number: i16) -> Self {
        Question { kind, seat, at_once: false, number, card: 0 }
    }

    /// The same with a card that comes with it.
    #[must_use]
    pub fn with(mut self, card: Option<u8>) -> Self {
        self.card = card.map_or(0, |card| u16::from(card) + 1);
        self
    }

    /// The card that comes with it.
    pub fn card(&self) -> Option<u8> {
        u8::try_from(self.card.checked_sub(1)?).ok()
    }
}

/// A table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Table<S: CardSet> {
    /// The cards of each zone.
    pub zones: S::Sets,
    /// The cards that lie in each way; a card lies in one.
    pub faces: [S; MOST_FACES],
    /// The zone of each card.
    pub at: S::Bytes,
    /// In zones with an order how many cards lie below it; else 0.
    pub below: S::Bytes,
    /// The card that it lies on, or [`NOTHING`]; see [`Table::lay_on`].
    pub host: S::Bytes,
    /// The cards that lie on others.
    riding: S,
    /// For each seat the cards that it can place.
    pub known: [S; MOST_SEATS],
    pub counters: [i16; MOST_COUNTERS],
    /// For each seat the counters, as bits, that it was shown and that haven't changed since.
    pub shown: [u64; MOST_SEATS],
    questions: [Question; MOST_QUESTIONS],
    asked: u8,
    /// What was answered to questions that are asked at once.
    pub answers: [Option<Move>; MOST_SEATS],
    pub turn: u8,
    pub over: bool,
    /// The seats that the script says won, as bits.
    pub winners: u8,
    /// The note with which it ended, if the script says one.
    pub ended: Option<u8>,
    /// What seats were told of hidden things.
    pub told: ToldFacts<S>,
    /// What went wrong in the script, if anything did: the game is over then.
    pub fault: Option<RunFault>,
    /// What the last move changed.
    pub touched: Touched,
}

/// What went wrong while a script ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RunFault {
    /// The byte of the script where the expression begins.
    pub at: u32,
    pub kind: FaultKind,
    /// The value that did not fit.
    pub value: i64,
}

/// The ways in which a script goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// More cards than one, or none, where one is meant: the value is how many.
    NotOne,
    /// There is no place, seat or entry of this number.
    NoSuch,
    /// A number that a set cannot hold.
    BeyondSets,
    /// A die without a side, or with more than can be drawn from: the value is how many.
    Sides,
    /// A number beyond 64 bits.
    Overflow,
    /// A division by zero.
    ByZero,
    /// `None` where a number is meant.
    NotANumber,
    /// A counter beyond its range.
    Range,
    TooManySteps,
    /// More steps in one game, all its moves together.
    TooLong,
    /// More legal moves at one decision than are allowed.
    TooManyMoves,
    TooManyQuestions,
    /// More than seats can be told at the same time.
    TooManyFacts,
    /// Fewer cards than were to be drawn.
    TooFewCards,
    /// A card is offered by where it lies, and does not lie where the move could name it.
    LiesElsewhere,
}

impl<S: CardSet> Table<S> {
    /// A table with nothing on it.
    pub fn empty() -> Self {
        Table {
            zones: S::Sets::filled(S::default()),
            faces: [S::default(); MOST_FACES],
            at: S::Bytes::filled(NOTHING),
            below: S::Bytes::filled(0),
            host: S::Bytes::filled(NOTHING),
            riding: S::default(),
            known: [S::default(); MOST_SEATS],
            counters: [0; MOST_COUNTERS],
            shown: [0; MOST_SEATS],
            questions: [Question::default(); MOST_QUESTIONS],
            asked: 0,
            answers: [None; MOST_SEATS],
            turn: 0,
            over: false,
            winners: 0,
            ended: None,
            told: ToldFacts::nothing(),
            fault: None,
            touched: Touched(Touched::ALL),
        }
    }

    #[inline(always)]
    pub fn zone(&self, zone: u8) -> S {
        self.zones.as_ref().get(usize::from(zone)).copied().unwrap_or_default()
    }

    /// The zone of a card.
    #[inline(always)]
    pub fn zone_of(&self, card: u8) -> u8 {
        self.at.as_ref().get(usize::from(card)).copied().unwrap_or(NOTHING)
    }

    /// How many cards lie below a card, in a zone with an order.
    #[inline(always)]
    pub fn rank(&self, card: u8) -> u8 {
        self.below.as_ref()[usize::from(card)]
    }

    /// The card that a card lies on, or [`NOTHING`].
    #[inline(always)]
    pub fn host_of(&self, card: u8) -> u8 {
        self.host.as_ref()[usize::from(card)]
    }

    /// How a card lies: its zone, its face, how many cards lie below it, and the card that it lies on.
    pub fn lies(&self, card: u8) -> (u8, u8, u8, u8) {
        (self.zone_of(card), self.face(card), self.rank(card), self.host_of(card))
    }

    /// The cards that a seat can place.
    #[inline(always)]
    pub fn known_to(&self, seat: u8) -> S {
        self.known[usize::from(seat) & 7]
    }

    /// Puts a card into the set of a zone or takes it out.
    #[inline(always)]
    pub(super) fn in_zone(&mut self, zone: u8, change: impl FnOnce(S) -> S) {
        if let Some(cards) = self.zones.as_mut().get_mut(usize::from(zone)) {
            *cards = change(*cards);
        }
    }

    #[inline(always)]
    pub fn counter(&self, counter: u8) -> i16 {
        self.counters[usize::from(counter) % MOST_COUNTERS]
    }

    /// Whether a seat knows what a counter holds: it sees it, or was shown it.
    pub fn knows_counter(&self, declared: &Declared, seat: u8, counter: u8) -> bool {
        declared.sees_counter(seat, counter)
            || self.shown[usize::from(seat) & 7] >> counter & 1 == 1
    }

    /// How a card lies.
    #[inline]
    pub fn face(&self, card: u8) -> u8 {
        let found = self.faces.iter().position(|face| face.has(card));
        found.unwrap_or(0) as u8
    }

    /// A card lies on another from now on, or on none.
    #[inline]
    pub fn lay_on(&mut self, card: u8, host: u8) {
        self.host.as_mut()[usize::from(card)] = host;
        self.riding = match host {
            NOTHING => self.riding.difference(S::one(card)),
            _ => self.riding.union(S::one(card)),
        };
    }

    /// Those of some cards that lie on others.
    #[inline]
    pub fn riding(&self, cards: S) -> S {
        self.riding.intersection(cards)
    }

    /// The cards that lie on a card.
    pub fn on(&self, card: u8) -> S {
        let riding = self.riding(self.zone(self.zone_of(card))).cards();
        S::of(riding.filter(|other| self.host_of(*other) == card))
    }

    /// The card that came last of those on a card, and on what lies on it; itself where nothing does.
    pub fn topmost(&self, card: u8) -> u8 {
        let (below, host) = (self.below.as_ref(), self.host.as_ref());
        let mut stack = S::one(card);
        let mut top = card;
        // What lies on a card came after it.
        let mut left = self.riding(self.zone(self.zone_of(card)));
        loop {
            let mut more = false;
            for other in left.cards() {
                if stack.has(host[usize::from(other)]) {
                    stack = stack.union(S::one(other));
                    left = left.difference(S::one(other));
                    more = true;
                    if top == card || below[usize::from(other)] > below[usize::from(top)] {
                        top = other;
                    }
                }
            }
            if !more {
                return top;
            }
        }
    }

    /// So many cards of a zone with an order, from its top or from its bottom: fewer where there are no more.
    pub fn outermost(&self, zone: u8, many: i64, from_top: bool) -> S {
        let cards = self.zone(zone);
        let beyond = |card: u8| {
            let (rank, others) = (self.rank(card), cards.cards().map(|other| self.rank(other)));
            others.filter(|other| if from_top { *other > rank } else { *other < rank }).count()
        };
        S::of(cards.cards().filter(|card| (beyond(*card) as i64) < many))
    }

    /// Those of some cards on which so many lie, or more.
    pub fn laden(&self, cards: S, least: i64) -> S {
        let mut loads = [0u8; 256];
        for card in self.riding(self.at_hand(cards)).cards() {
            loads[usize::from(self.host_of(card))] += 1;
        }
        S::of(cards.cards().filter(|card| i64::from(loads[usize::from(*card)]) >= least))
    }

    /// The cards of a zone with an order, from the lowest; of another by their numbers.
    pub fn in_order(&self, zone: u8) -> Vec<u8> {
        let mut cards: Vec<u8> = self.zone(zone).cards().collect();
        cards.sort_by_key(|card| (self.rank(*card), *card));
        cards
    }

    /// The card with a place in the order of the zones of a kind; none where no card has it.
    pub fn nth(&self, layout: &Layout<S>, kind: u8, place: u8) -> S {
        let kind = &layout.declared.zones[usize::from(kind)];
        let zones = layout.declared.numbers(kind.first, kind.each);
        let mut cards = zones.flat_map(|zone| self.zone(zone).cards());
        cards.find(|card| self.rank(*card) == place).map_or(S::default(), S::one)
    }

    /// The places that cards of the zones of a kind have in the order of these.
    pub fn places_in_order(&self, layout: &Layout<S>, kind: u8, cards: S) -> S {
        let there = self.in_order_of(layout, layout.declared.zones[usize::from(kind)].first);
        S::of(cards.intersection(there).cards().map(|card| self.rank(card)))
    }

    /// The question that is to be answered now.
    #[inline(always)]
    pub fn question(&self) -> Option<Question> {
        let last = usize::from(self.asked).checked_sub(1)?;
        self.questions.get(last).copied()
    }

    /// All questions, the next one last.
    pub fn questions(&self) -> &[Question] {
        &self.questions[..usize::from(self.asked)]
    }

    /// Puts a question before all others; false if there is no room.
    pub fn ask(&mut self, question: Question) -> bool {
        let Some(place) = self.questions.get_mut(usize::from(self.asked)) else {
            return false;
        };
        *place = question;
        self.asked += 1;
        true
    }

    /// Puts a question after all others; false if there is no room.
    pub fn ask_later(&mut self, question: Question) -> bool {
        if usize::from(self.asked) == MOST_QUESTIONS {
            return false;
        }
        self.questions.copy_within(..usize::from(self.asked), 1);
        self.questions[0] = question;
        self.asked += 1;
        true
    }

    /// Lets a waiting question be about another card.
    pub(super) fn ask_about(&mut self, question: usize, card: u8) {
        self.questions[question] = self.questions[question].with(Some(card));
    }

    /// Removes the question that is to be answered now.
    pub fn answered(&mut self) {
        if self.asked > 0 {
            self.asked -= 1;
            // Equal tables are equal words.
            self.questions[usize::from(self.asked)] = Question::default();
        }
    }

    /// Takes away what is still asked of seats that answer at the same time, first to last. They are asked in order: from a lower seat on it is
    /// another round.
    pub fn take_asked_at_once(&mut self) -> Vec<Question> {
        let mut open: Vec<Question> = Vec::new();
        while let Some(next) = self.question().filter(|next| next.at_once)
            && open.last().is_none_or(|last| last.kind == next.kind && last.seat < next.seat)
        {
            open.push(next);
            self.answered();
        }
        open
    }

    /// What comes with the question that is to be answered now.
    pub fn set_number(&mut self, number: i16) {
        if let Some(last) = usize::from(self.asked).checked_sub(1) {
            self.questions[last].number = number;
        }
    }

    /// The seat that decides.
    pub fn decides(&self) -> u8 {
        self.question().map_or(self.turn, |question| question.seat)
    }
}
