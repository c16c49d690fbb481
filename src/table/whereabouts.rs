//! Follows which cards the hidden cards may be: a card that a seat has seen go into a pile lies there, or where cards of that pile went
//! since. Tables and events of the past come in; for each card as it lies the cards that it may be go out. `redeal` deals within them.

use super::layout::Layout;
use super::moves::Move;
use super::set::CardSet;
use super::state::Table;
use crate::rules::{Event, Rng, Seat};

/// A decision of the past: the table before it, the move, and all that it brought about.
#[derive(Debug, Clone)]
pub struct Decision<S: CardSet> {
    pub table: Table<S>,
    pub mv: Move,
    pub events: Vec<Event>,
}

/// Which cards each card may be, as far as one seat can tell. The true one is always among them.
#[derive(Debug, Clone)]
pub struct Whereabouts<'a, S: CardSet> {
    layout: &'a Layout<S>,
    /// The decisions that were heard.
    past: &'a [Decision<S>],
    seat: u8,
    /// By card, as it lies.
    pub(super) may_be: Vec<S>,
    /// For each card the number of the decision from which on the seat never knew which card it is.
    pub(super) hidden_since: Vec<usize>,
    /// The first decision since which no hidden cards were mixed that lay apart before it: where each has been can be told back to there.
    pub(super) apart_since: usize,
    /// By card its zone and its face.
    lies: Vec<(u8, u8)>,
    /// The cards that the seat can place before the decision that is heard and after it: they are mixed with none.
    placed: S,
}

impl<'a, S: CardSet> Whereabouts<'a, S> {
    /// A card that the seat cannot place may be any of its deck that it cannot place.
    pub fn start(layout: &'a Layout<S>, table: &Table<S>, seat: u8) -> Self {
        let cards = layout.all().cards();
        let mut all = Whereabouts {
            layout,
            past: &[],
            seat,
            may_be: cards.map(S::one).collect(),
            hidden_since: vec![1; layout.cards.len()],
            apart_since: 0,
            lies: lying(table, cards),
            placed: S::default(),
        };
        let unknown = all.unknown(table);
        for card in unknown.cards() {
            all.hidden_since[usize::from(card)] = 0;
            all.may_be[usize::from(card)] =
                unknown.intersection(layout.with_backs_of(S::one(card)));
        }
        all
    }

    fn unknown(&self, table: &Table<S>) -> S {
        self.layout.all().difference(table.known_to(self.seat))
    }

    fn sees(&self, (zone, face): (u8, u8)) -> bool {
        self.layout.shows(zone, face, self.seat)
    }

    /// What the last decision of the past did, and the table after it.
    pub fn hear(&mut self, past: &'a [Decision<S>], after: &Table<S>) {
        let Some(last) = past.last() else { return };
        self.past = past;
        let [before, then] = [&last.table, after].map(|table| table.known_to(self.seat));
        self.placed = before.intersection(then);
        for event in &last.events {
            match *event {
                Event::Moved { card, from, to, face, .. } => {
                    self.carry(card.0 as u8, from.0, (to.0, self.layout.lies(to.0, face.0)))
                }
                Event::Turned { card, at, was, face, .. } => {
                    if self.sees((at.0, face.0)) || self.sees((at.0, was.0)) {
                        self.reveal(card.0 as u8, past.len());
                    }
                    self.lies[usize::from(card.0)].1 = face.0;
                }
                Event::Shuffled { from, to } => {
                    let there = self.lies.iter_mut().filter(|(zone, _)| *zone == from.0);
                    there.for_each(|lies| *lies = (to.0, self.layout.enters(to.0)));
                }
                _ => {}
            }
        }
        for card in then.cards() {
            // It is known on the next table, too.
            self.reveal(card, past.len() + 1);
        }
        self.lies = lying(after, self.layout.all().cards());
    }

    /// A card goes to a zone. Where the seat sees neither end of its way, it may have been any of those that lay there unseen, and each of
    /// those that stay may be any of them.
    fn carry(&mut self, card: u8, from: u8, to: (u8, u8)) {
        let at = usize::from(card);
        if self.sees((from, self.lies[at].1)) || self.sees(to) {
            self.reveal(card, self.past.len());
        } else if !self.placed.has(card) {
            let there = self.alike(card, |other| !self.placed.has(other));
            let may_be = there.iter().map(|other| self.may_be[usize::from(*other)]);
            let any = may_be.fold(S::one(card), S::union);
            there.iter().for_each(|other| self.may_be[usize::from(*other)] = any);
            self.mix(&there);
        }
        self.lies[at] = to;
    }

    /// The cards that the seat cannot tell from one where it lies, itself among them: those that count.
    fn alike(&self, card: u8, counts: impl Fn(u8) -> bool) -> Vec<u8> {
        let zone = self.lies[usize::from(card)].0;
        let alike = |other: &u8| {
            let lies = self.lies[usize::from(*other)];
            counts(*other) && (*other == card || lies.0 == zone && !self.sees(lies))
        };
        self.layout.with_backs_of(S::one(card)).cards().filter(alike).collect()
    }

    /// Which of these cards is which can no longer be told.
    fn mix(&mut self, cards: &[u8]) {
        let lay_together = |table: &Table<S>| {
            let known = table.known_to(self.seat);
            let lay = |card: &u8| (table.zone_of(*card), table.face(*card), known.has(*card));
            cards.windows(2).all(|pair| lay(&pair[0]) == lay(&pair[1]))
        };
        let mut before = self.past[self.apart_since.min(self.past.len())..].iter();
        if let Some(at) = before.rposition(|decision| !lay_together(&decision.table)) {
            self.apart_since += at + 1;
        }
    }

    /// The seat knows which card this is: no other is it. It is not hidden before the decision of this number. Which of those that lay there
    /// it was, cannot be told.
    fn reveal(&mut self, card: u8, decision: usize) {
        self.hidden_since[usize::from(card)] = decision;
        let one = S::one(card);
        // Then none has been taken for it.
        if self.may_be[usize::from(card)] == one {
            return;
        }
        self.mix(&self.alike(card, |other| self.may_be[usize::from(other)].has(card)));
        for may_be in &mut self.may_be {
            *may_be = may_be.difference(one);
        }
        self.may_be[usize::from(card)] = one;
    }

    /// Whether any card that the seat cannot place can be told from others with its back.
    pub fn tells(&self, now: &Table<S>) -> bool {
        let unknown = self.unknown(now);
        unknown.cards().any(|card| {
            let alike = unknown.intersection(self.layout.with_backs_of(S::one(card)));
            !alike.difference(self.may_be[usize::from(card)]).is_empty()
        })
    }
}

/// The zones and the faces of cards.
fn lying<S: CardSet>(table: &Table<S>, cards: impl Iterator<Item = u8>) -> Vec<(u8, u8)> {
    cards.map(|card| (table.zone_of(card), table.face(card))).collect()
}

/// For each card the card that it is in a world.
pub type Relabelling = [u8; 256];

/// What a seat remembers of the past.
#[derive(Debug, Clone)]
pub struct Remembered<S: CardSet> {
    /// For each card, as it lies, the cards that it may be; `None` where each may be any of its deck.
    pub may_be: Option<Vec<S>>,
    /// For each card, as it lies, the number of its public history: cards of one number cannot be told apart by it.
    pub history: Vec<u8>,
    /// As of [`Whereabouts`].
    hidden_since: Vec<usize>,
    /// The decisions of others that may say something of the hidden cards, by their numbers.
    pub telling: Vec<usize>,
    /// The table after these decisions.
    pub now: Table<S>,
    /// Which card each is in the world that was dealt last.
    pub is: Relabelling,
}

impl<S: CardSet> Remembered<S> {
    /// What `seat` remembers of decisions, oldest first; `may_tell` says which of them may say something of hidden cards.
    pub fn of(
        layout: &Layout<S>,
        past: &[Decision<S>],
        now: &Table<S>,
        seat: Seat,
        may_tell: impl Fn(&Table<S>) -> bool,
    ) -> Self {
        let table = |number: usize| past.get(number).map_or(now, |decision| &decision.table);
        let mut whereabouts = Whereabouts::start(layout, table(0), seat.0);
        for number in 0..past.len() {
            whereabouts.hear(&past[..=number], table(number + 1));
        }
        // Before that nobody can say which hidden card was which.
        let first = whereabouts.apart_since.min(past.len());
        let of_others = |number: &usize| past[*number].table.decides() != seat.0;
        let telling = (first..past.len()).filter(of_others);
        let telling = telling.filter(|number| may_tell(&past[*number].table));
        Remembered {
            telling: telling.collect(),
            may_be: whereabouts.tells(now).then(|| whereabouts.may_be.clone()),
            history: histories(layout, past[first..].iter().map(|decision| &decision.table)),
            hidden_since: whereabouts.hidden_since,
            now: *now,
            is: std::array::from_fn(|card| card as u8),
        }
    }

    /// The table before a decision as it would have been in the world that was dealt last, and which card each was then. What the seat knew
    /// then, or has known since, stays as it was. `None` where hidden cards have been mixed with such cards since: nobody can say what they
    /// were then.
    pub fn past_table(&self, number: usize, table: &Table<S>) -> Option<(Table<S>, Relabelling)> {
        let was_hidden = |card: u8| self.hidden_since[usize::from(card)] <= number;
        let mut was: Relabelling = std::array::from_fn(|card| card as u8);
        let mut others = S::default();
        for card in (0..self.hidden_since.len() as u8).filter(|card| was_hidden(*card)) {
            let other = self.is[usize::from(card)];
            if !was_hidden(other) {
                return None;
            }
            was[usize::from(card)] = other;
            if other != card {
                others = others.union(S::one(card));
            }
        }
        Some((relabel(table, others, &was), was))
    }
}

/// By card a number of where it has been on these tables: the same for cards that have always lain alike.
fn histories<'t, S: CardSet>(
    layout: &Layout<S>,
    past: impl Iterator<Item = &'t Table<S>> + Clone,
) -> Vec<u8> {
    let trail = |card: u8| -> Vec<(u8, u8)> {
        let past = past.clone();
        past.map(|table| (table.zone_of(card), table.face(card))).collect()
    };
    let trails: Vec<_> = (0..layout.cards.len() as u8).map(trail).collect();
    let mut all = trails.clone();
    all.sort_unstable();
    all.dedup();
    let number = |trail| all.binary_search(trail).unwrap_or(0) as u8;
    trails.iter().map(number).collect()
}

/// A table of the past as it would have been in a world, where some cards had changed places with each other.
fn relabel<S: CardSet>(past: &Table<S>, some: S, is: &Relabelling) -> Table<S> {
    let mut world = *past;
    for set in world.faces.iter_mut().chain(&mut world.known) {
        let others = S::of(set.intersection(some).cards().map(|card| is[usize::from(card)]));
        *set = set.difference(some).union(others);
    }
    for zone in world.zones.as_mut() {
        *zone = zone.difference(some);
    }
    for card in some.cards() {
        let (zone, _, below, host) = past.lies(card);
        let to = is[usize::from(card)];
        world.in_zone(zone, |cards| cards.union(S::one(to)));
        world.at.as_mut()[usize::from(to)] = zone;
        world.below.as_mut()[usize::from(to)] = below;
        world.lay_on(to, host);
    }
    let laid = world.faces.into_iter().fold(S::default(), S::union);
    for card in world.riding(laid).cards() {
        let host = world.host_of(card);
        world.lay_on(card, is[usize::from(host)]);
    }
    world
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
