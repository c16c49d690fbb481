//! What one seat knows of a table. A table and a seat come in; a [`View`] goes out, with nothing in it that the seat
//! cannot see.

use std::hash::{Hash, Hasher};

use super::declared::MOST_FACES;
use super::layout::Layout;
use super::moves::{Move, NOTHING};
use super::set::CardSet;
use super::state::{Question, Table};
use super::told::SeenFact;
use crate::rules::Bits;

/// What a seat knows of one card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KnownCard {
    pub zone: u8,
    pub face: u8,
    /// How many cards lie below it, in a zone with an order.
    pub below: u8,
    /// The card on which it lies; `None` for one that the seat cannot place.
    pub host: Option<u8>,
}

/// What one seat may know of a table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct View {
    /// By card; `None` for one that it cannot place.
    pub cards: Vec<Option<KnownCard>>,
    /// By zone how many cards lie there in each way.
    pub counts: Vec<[u8; MOST_FACES]>,
    /// `None` for what it does not see.
    pub counters: Vec<Option<i16>>,
    /// What is asked, without the cards that it cannot place.
    pub questions: Vec<Question>,
    /// Of each question about such a card where that lies, and how.
    pub asked_places: Vec<Option<(u8, u8)>>,
    /// Which seats have answered what is asked at once, and what this one did.
    pub answered: Vec<bool>,
    pub answer: Option<Move>,
    /// What it was told.
    pub told: Vec<SeenFact>,
    pub decides: u8,
    pub over: bool,
}

/// What a seat knows.
pub fn view_of<S: CardSet>(layout: &Layout<S>, table: &Table<S>, seat: u8) -> View {
    let declared = &layout.declared;
    let known = table.known_to(seat);
    let mut cards = vec![None; layout.cards.len()];
    for card in known.cards() {
        let (zone, face, below, host) = table.lies(card);
        // A seat that knows that a card is in a zone does not know where in it.
        let below = if layout.shows(zone, face, seat) { below } else { 0 };
        let host = Some(host).filter(|host| *host == NOTHING || known.has(*host));
        cards[usize::from(card)] = Some(KnownCard { zone, face, below, host });
    }
    let counts = (0..declared.zone_count()).map(|zone| {
        let cards = table.zone(zone as u8);
        if cards.is_empty() {
            return [0; MOST_FACES];
        }
        table.faces.map(|face| cards.intersection(face).count() as u8)
    });
    let counters = 0..declared.counter_count() as u8;
    let counters = counters.map(|counter| {
        let seen = table.knows_counter(declared, seat, counter);
        seen.then(|| table.counter(counter))
    });
    let questions = table.questions().iter().map(|question| {
        match question.card().filter(|card| !known.has(*card)) {
            None => (*question, None),
            Some(card) => (question.with(None), Some((table.zone_of(card), table.face(card)))),
        }
    });
    let (questions, asked_places) = questions.unzip();
    View {
        cards,
        counts: counts.collect(),
        counters: counters.collect(),
        questions,
        asked_places,
        answered: table.answers.iter().map(Option::is_some).collect(),
        answer: table.answers[usize::from(seat) & 7],
        told: table.facts_seen(layout, seat),
        decides: table.decides(),
        over: table.over,
    }
}

impl<S: CardSet> Table<S> {
    /// Puts what a seat sees and no event tells into `hash`: counters that are not told, what is asked, which cards lie on which.
    pub fn hash_untold<H: Hasher>(&self, layout: &Layout<S>, seat: u8, hash: &mut H) {
        for counter in Bits(layout.never_told) {
            if layout.declared.sees_counter(seat, counter) {
                self.counter(counter).hash(hash);
            }
        }
        for counter in Bits(self.shown[usize::from(seat) & 7]) {
            (counter, self.counter(counter)).hash(hash);
        }
        let known = self.known_to(seat);
        for question in self.questions() {
            let card = question.card();
            (question.kind, question.seat, question.number).hash(hash);
            match card.filter(|card| !known.has(*card)) {
                None => card.hash(hash),
                Some(card) => (self.zone_of(card), self.face(card)).hash(hash),
            }
        }
        if !layout.stacks {
            return;
        }
        let host = |card: u8| self.host_of(card);
        for card in self.riding(known).cards() {
            let host = Some(host(card)).filter(|host| known.has(*host));
            (card, host).hash(hash);
        }
        // Where a card lies shows, though not which it is.
        let unseen = self.riding(layout.all().difference(known)).cards();
        let mut hosts: Vec<u8> = unseen.map(host).filter(|host| known.has(*host)).collect();
        hosts.sort_unstable();
        hosts.hash(hash);
    }

    /// Sets how a card lies, without logging it.
    pub(super) fn set_face(&mut self, card: u8, face: u8) {
        self.lie(S::one(card), self.face(card), face);
    }

    /// The cards whose fronts a seat sees.
    pub(super) fn seen_by(&self, layout: &Layout<S>, seat: u8) -> S {
        let mut seen = S::default();
        for zone in 0..layout.declared.zone_count() as u8 {
            let faces = self.faces.iter().take(layout.declared.faces.len());
            for (face, lying) in faces.enumerate() {
                if layout.shows(zone, face as u8, seat) {
                    seen = seen.union(self.zone(zone).intersection(*lying));
                }
            }
        }
        seen
    }

    /// Every seat can place what it sees, and nothing else.
    pub(super) fn know_what_is_seen(&mut self, layout: &Layout<S>) {
        for seat in layout.declared.all_seats() {
            self.known[usize::from(seat)] = self.seen_by(layout, seat);
        }
    }
}
