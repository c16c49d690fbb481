//! Follows which cards the hidden cards may be: a card that a seat has seen go into a pile lies there, or where cards of that pile went
//! since. Tables and events of the past come in; for each card as it lies the cards that it may be go out. `redeal` deals within them.

use super::layout::Layout;
use super::moves::Move;
use super::set::CardSet;
use super::state::Table;
use crate::rules::{Event, Rng};

/// A decision of the past: the table before it, the move, and all that it brought about.
#[derive(Debug, Clone)]
pub struct Decision<S: CardSet> {
    pub table: Table<S>,
    pub mv: Move,
    pub events: Vec<Event>,
}

/// Which cards each card may be, as far as one seat can tell. The true one is always among them.
#[derive(Debug, Clone)]
pub struct Whereabouts<S> {
    seat: u8,
    /// By card, as it lies.
    pub(super) may_be: Vec<S>,
    /// For each card the number of the decision from which on the seat never knew which card it is.
    pub(super) hidden_since: Vec<usize>,
    /// The first decision since which no hidden cards were mixed that lay apart before it: where each has been can be told back to there.
    pub(super) apart_since: usize,
    at: Vec<u8>,
    face: Vec<u8>,
    /// The cards that the seat can place before the decision that is heard and after it: they are mixed with none.
    placed: S,
}

impl<S: CardSet> Whereabouts<S> {
    /// A card that the seat cannot place may be any of its deck that it cannot place.
    pub fn start(layout: &Layout<S>, table: &Table<S>, seat: u8) -> Self {
        let mut all = Whereabouts {
            seat,
            may_be: (0..layout.cards.len()).map(|card| S::one(card as u8)).collect(),
            hidden_since: vec![1; layout.cards.len()],
            apart_since: 0,
            at: vec![0; layout.cards.len()],
            face: vec![0; layout.cards.len()],
            placed: S::default(),
        };
        let unknown = all.unknown(layout, table);
        for card in unknown.cards() {
            all.hidden_since[usize::from(card)] = 0;
            all.may_be[usize::from(card)] =
                unknown.intersection(layout.with_backs_of(S::one(card)));
        }
        all.lie_as_in(table);
        all
    }

    fn unknown(&self, layout: &Layout<S>, table: &Table<S>) -> S {
        let known = table.known_to(self.seat);
        layout.all().difference(known)
    }

    fn lie_as_in(&mut self, table: &Table<S>) {
        for card in 0..self.at.len() {
            self.at[card] = table.zone_of(card as u8);
            self.face[card] = table.face(card as u8);
        }
    }

    fn sees(&self, layout: &Layout<S>, zone: u8, face: u8) -> bool {
        layout.shows(zone, face, self.seat)
    }

    /// What the last decision of the past did, and the table after it.
    pub fn hear(&mut self, layout: &Layout<S>, past: &[Decision<S>], after: &Table<S>) {
        let Some(last) = past.last() else { return };
        let [before, then] = [&last.table, after].map(|table| table.known_to(self.seat));
        self.placed = before.intersection(then);
        for event in &last.events {
            match *event {
                Event::Moved { card, from, to, face, .. } => {
                    self.carry(layout, past, card.0 as u8, [from.0, to.0, face.0])
                }
                Event::Turned { card, at, was, face, .. } => {
                    if self.sees(layout, at.0, face.0) || self.sees(layout, at.0, was.0) {
                        self.reveal(layout, past, card.0 as u8, past.len());
                    }
                    self.face[usize::from(card.0)] = face.0;
                }
                Event::Shuffled { from, to } => {
                    for card in 0..self.at.len() {
                        if self.at[card] == from.0 {
                            self.at[card] = to.0;
                            self.face[card] = layout.lies(to.0, layout.enters(to.0));
                        }
                    }
                }
                _ => {}
            }
        }
        for card in after.known_to(self.seat).cards() {
            // It is known on the next table, too.
            self.reveal(layout, past, card, past.len() + 1);
        }
        self.lie_as_in(after);
    }

    /// A card goes to a zone. Where the seat sees neither end of its way, it may have been any of those that lay there unseen, and each of
    /// those that stay may be any of them.
    fn carry(
        &mut self,
        layout: &Layout<S>,
        past: &[Decision<S>],
        card: u8,
        [from, to, told]: [u8; 3],
    ) {
        let at = usize::from(card);
        let face = layout.lies(to, told);
        if self.sees(layout, from, self.face[at]) || self.sees(layout, to, face) {
            self.reveal(layout, past, card, past.len());
        } else if !self.placed.has(card) {
            let mut there = self.alike(layout, card);
            there.retain(|other| !self.placed.has(*other));
            let may_be = there.iter().map(|other| self.may_be[usize::from(*other)]);
            let any = may_be.fold(S::one(card), S::union);
            there.iter().for_each(|other| self.may_be[usize::from(*other)] = any);
            self.mix(past, &there);
        }
        self.at[at] = to;
        self.face[at] = face;
    }

    /// The cards that the seat cannot tell from one where it lies, itself among them.
    fn alike(&self, layout: &Layout<S>, card: u8) -> Vec<u8> {
        let zone = self.at[usize::from(card)];
        let alike = |other: &u8| {
            let at = usize::from(*other);
            *other == card || self.at[at] == zone && !self.sees(layout, zone, self.face[at])
        };
        layout.with_backs_of(S::one(card)).cards().filter(alike).collect()
    }

    /// Which of these cards is which can no longer be told.
    fn mix(&mut self, past: &[Decision<S>], cards: &[u8]) {
        let lay_together = |table: &Table<S>| {
            let known = table.known_to(self.seat);
            let lay = |card: &u8| (table.zone_of(*card), table.face(*card), known.has(*card));
            cards.windows(2).all(|pair| lay(&pair[0]) == lay(&pair[1]))
        };
        let mut before = past[self.apart_since.min(past.len())..].iter();
        if let Some(at) = before.rposition(|decision| !lay_together(&decision.table)) {
            self.apart_since += at + 1;
        }
    }

    /// The seat knows which card this is: no other is it. It is not hidden before the decision of this number. Which of those that lay there
    /// it was, cannot be told.
    fn reveal(&mut self, layout: &Layout<S>, past: &[Decision<S>], card: u8, decision: usize) {
        self.hidden_since[usize::from(card)] = decision;
        let one = S::one(card);
        // Then none has been taken for it.
        if self.may_be[usize::from(card)] == one {
            return;
        }
        let mut there = self.alike(layout, card);
        there.retain(|other| self.may_be[usize::from(*other)].has(card));
        self.mix(past, &there);
        for may_be in &mut self.may_be {
            *may_be = may_be.difference(one);
        }
        self.may_be[usize::from(card)] = one;
    }

    /// Whether any card that the seat cannot place can be told from others with its back.
    pub fn tells(&self, layout: &Layout<S>, now: &Table<S>) -> bool {
        let unknown = self.unknown(layout, now);
        unknown.cards().any(|card| {
            let alike = unknown.intersection(layout.with_backs_of(S::one(card)));
            !alike.difference(self.may_be[usize::from(card)]).is_empty()
        })
    }
}

/// Lets each card have a place that may be its own; `may_be` says of each place which cards may be there. The places come in a random
/// order and keep it as far as they can; then pairs that may are exchanged at random.
pub(super) fn fit<S: CardSet, P: Copy>(
    cards: &[u8],
    places: &mut [P],
    may_be: impl Fn(&P) -> S,
    rng: &mut Rng,
) {
    let fits = |card: u8, place: &P| may_be(place).has(card);
    // By place the card that has it.
    let mut owner: Vec<Option<usize>> =
        places.iter().enumerate().map(|(at, place)| fits(cards[at], place).then_some(at)).collect();
    let fitting = |card: &u8| (0..places.len()).filter(|at| fits(*card, &places[*at])).collect();
    let allowed: Vec<Vec<usize>> = cards.iter().map(fitting).collect();
    let homeless: Vec<usize> = (0..cards.len()).filter(|at| owner[*at].is_none()).collect();
    for card in homeless {
        settle(card, &allowed, &mut owner, &mut vec![false; places.len()]);
    }
    // The true cards fit, so nobody is left without a place.
    if owner.iter().any(Option::is_none) {
        return;
    }
    for (place, card) in places.to_vec().iter().zip(owner.iter().flatten()) {
        places[*card] = *place;
    }
    // Cards that fit everywhere lie at random already; those that do not change places with any.
    let bound: Vec<usize> =
        (0..cards.len()).filter(|card| allowed[*card].len() < places.len()).collect();
    let count = cards.len() as u32;
    for _ in 0..4 * count * u32::from(!bound.is_empty()) {
        let (a, b) = (bound[rng.below(bound.len() as u32) as usize], rng.below(count) as usize);
        if fits(cards[a], &places[b]) && fits(cards[b], &places[a]) {
            places.swap(a, b);
        }
    }
}

/// Finds a place for a card, and another for who has that (augmenting paths).
fn settle(
    card: usize,
    allowed: &[Vec<usize>],
    owner: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for place in &allowed[card] {
        if std::mem::replace(&mut tried[*place], true) {
            continue;
        }
        let is_free = match owner[*place] {
            None => true,
            Some(other) => settle(other, allowed, owner, tried),
        };
        if is_free {
            owner[*place] = Some(card);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_a_place_that_may_be_its_own_and_each_such_dealing_comes_up() {
        // 0 and 1 lie at the first two places, or 2 does with one of them; 3 lies last.
        let sets: [u64; 4] = [0b0111, 0b0111, 0b0011, 0b1000];
        let mut seen = std::collections::BTreeMap::new();
        let mut rng = Rng::new(5);
        for _ in 0..4_000 {
            let mut places = [0_usize, 1, 2, 3];
            for last in (1..4).rev() {
                places.swap(last, rng.below(last as u32 + 1) as usize);
            }
            fit(&[0, 1, 2, 3], &mut places, |place| sets[*place], &mut rng);
            for (card, place) in places.iter().enumerate() {
                assert!(sets[*place] >> card & 1 == 1, "{places:?}");
            }
            *seen.entry(places).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 4, "{seen:?}");
        // Each of the four should come up 1,000 times, with a standard deviation of 27.
        assert!(seen.values().all(|times| (850..1_150).contains(times)), "{seen:?}");
    }

    #[test]
    fn a_card_of_few_places_comes_to_each_as_often_in_a_large_deck() {
        // Of 40 places the first two are for 0 and 1, the next eight for 1 and 2, and for any of 37 other cards; those alone lie at the rest.
        let others = (1_u64 << 40) - 8;
        let may_be = |place: &usize| match place {
            0..2 => others | 0b011,
            2..10 => others | 0b110,
            _ => others,
        };
        let cards: Vec<u8> = (0..40).collect();
        let (mut rng, mut first) = (Rng::new(7), 0);
        for _ in 0..4_000 {
            let mut places: Vec<usize> = (0..40).collect();
            for last in (1..places.len()).rev() {
                places.swap(last, rng.below(last as u32 + 1) as usize);
            }
            fit(&cards, &mut places, may_be, &mut rng);
            for (card, place) in places.iter().enumerate() {
                assert!(may_be(place) >> card & 1 == 1, "{places:?}");
            }
            first += u32::from(places[1] < 2);
        }
        // 1 lies with 0 at the first two (2 ways, and 8 for 2), or with 2 at the eight (56, and 2 for 0): one of eight dealings. That is 500
        // times, with a standard deviation of 20.9.
        assert!((416..=584).contains(&first), "{first}");
    }
}
