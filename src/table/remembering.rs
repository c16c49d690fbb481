//! Remembers where hidden cards have been, so that a world can be held against the past. Tables of the past and a seat come in; the
//! hidden cards in an order that follows from their public history, and past tables as they would have been in a world, go out.
//! Called by `script::laws` for players that search.

use super::layout::Layout;
use super::set::CardSet;
use super::state::Table;
use super::whereabouts::Whereabouts;
use crate::rules::{Decision, Rng, Seat};

/// For each card the card that it is in a world.
pub type Relabelling = [u8; 256];

/// Where a card lies, as far as it shows: zone, face, place in the order, host.
type Slot = (u8, u8, u8, u8);

impl<S: CardSet> Table<S> {
    fn slot(&self, card: u8) -> Slot {
        let at = usize::from(card);
        let (below, host) = (self.below.as_ref()[at], self.host.as_ref()[at]);
        (self.zone_of(card), self.face(card), below, host)
    }
}

/// What a seat remembers of the past.
#[derive(Debug, Clone)]
pub struct Remembered<S> {
    /// The cards that it cannot place, ordered by their public history.
    pub cards: Vec<u8>,
    /// For each card, as it lies, the cards that it may be; `None` where each may be any of its deck.
    pub may_be: Option<Vec<S>>,
    /// As of [`Whereabouts`].
    hidden_since: Vec<usize>,
    /// The decisions of others that say something of the hidden cards, by their numbers.
    pub telling: Vec<usize>,
}

impl<S: CardSet> Remembered<S> {
    /// What `seat` remembers of decisions, oldest first; `is_told` says of which of them it can tell the move by what happened.
    pub fn of<M>(
        layout: &Layout<S>,
        past: &[Decision<Table<S>, M>],
        now: &Table<S>,
        seat: Seat,
        is_told: impl Fn(&Decision<Table<S>, M>) -> bool,
    ) -> Self {
        let tables = past.iter().map(|decision| &decision.table);
        let table = |number: usize| past.get(number).map_or(now, |decision| &decision.table);
        let mut whereabouts = Whereabouts::start(layout, table(0), seat.0);
        for number in 0..past.len() {
            whereabouts.hear(layout, &past[..=number], table(number + 1));
        }
        let of_others = |number: &usize| past[*number].table.decides() != seat.0;
        // Before that nobody can say which hidden card was which.
        let telling = (whereabouts.apart_since..past.len()).filter(of_others);
        let telling = telling.filter(|number| is_told(&past[*number])).collect();
        Remembered {
            telling,
            cards: hidden_by_history(layout, tables, now, seat.0),
            may_be: whereabouts
                .tells(layout, now)
                .then(|| whereabouts.may_be.clone()),
            hidden_since: whereabouts.hidden_since,
        }
    }

    /// The table before a decision as it would have been in a world in which each card is what `is` says, and which card each was then. What
    /// the seat knew then, or has known since, stays as it was. `None` where hidden cards have been mixed with such cards since: nobody can
    /// say what they were then.
    pub fn past_table(
        &self,
        number: usize,
        table: &Table<S>,
        is: &Relabelling,
    ) -> Option<(Table<S>, Relabelling)> {
        let was_hidden = |card: u8| self.hidden_since[usize::from(card)] <= number;
        let mut was: Relabelling = std::array::from_fn(|card| card as u8);
        let mut hidden = Vec::new();
        for card in self.cards.iter().copied().filter(|card| was_hidden(*card)) {
            let other = is[usize::from(card)];
            if !was_hidden(other) {
                return None;
            }
            was[usize::from(card)] = other;
            hidden.push(card);
        }
        Some((relabel(table, &hidden, &was), was))
    }
}

/// The cards that `seat` cannot place, deck by deck, ordered by where they lie and where they have been: two true tables that the
/// seat cannot tell apart give orders that only differ in cards with one history.
fn hidden_by_history<'t, S: CardSet>(
    layout: &Layout<S>,
    past: impl Iterator<Item = &'t Table<S>> + Clone,
    now: &Table<S>,
    seat: u8,
) -> Vec<u8> {
    let unknown = layout.all().difference(now.known[usize::from(seat) & 7]);
    let mut hidden = Vec::new();
    for (_, deck) in &layout.decks {
        let mut cards: Vec<(Slot, Vec<u8>, u8)> = unknown
            .intersection(*deck)
            .cards()
            .map(|card| {
                let mut trail: Vec<u8> = past.clone().map(|table| table.zone_of(card)).collect();
                trail.dedup();
                (now.slot(card), trail, card)
            })
            .collect();
        cards.sort_unstable();
        hidden.extend(cards.into_iter().map(|(.., card)| card));
    }
    hidden
}

/// Which card each card is in `world`; `hidden` is what [`hidden_by_history`] gave.
pub fn relabelling<S: CardSet>(
    layout: &Layout<S>,
    hidden: &[u8],
    world: &Table<S>,
    rng: &mut Rng,
) -> Relabelling {
    let mut is: Relabelling = std::array::from_fn(|card| card as u8);
    let mut from = 0;
    for (_, deck) in &layout.decks {
        let of_deck = hidden[from..].iter().take_while(|card| deck.has(**card));
        let of_deck = of_deck.count();
        let there = &hidden[from..from + of_deck];
        from += of_deck;
        // Of cards that lie alike each may have any of their histories.
        let mut lying: Vec<(Slot, u64, u8)> = there
            .iter()
            .map(|card| (world.slot(*card), rng.next(), *card))
            .collect();
        lying.sort_unstable();
        for (card, (.., other)) in there.iter().zip(lying) {
            is[usize::from(*card)] = other;
        }
    }
    is
}

/// A table of the past as it would have been in a world.
fn relabel<S: CardSet>(past: &Table<S>, hidden: &[u8], is: &Relabelling) -> Table<S> {
    let mut world = *past;
    let map = |set: S| {
        let mut mapped = set;
        for card in hidden {
            mapped = mapped.difference(S::one(*card));
        }
        for card in hidden {
            if set.has(*card) {
                mapped = mapped.union(S::one(is[usize::from(*card)]));
            }
        }
        mapped
    };
    for set in world.faces.iter_mut().chain(&mut world.known) {
        *set = map(*set);
    }
    let there = hidden
        .iter()
        .fold(S::default(), |set, card| set.union(S::one(*card)));
    for zone in world.zones.as_mut() {
        *zone = zone.difference(there);
    }
    for card in hidden {
        let (zone, _, below, host) = past.slot(*card);
        let to = is[usize::from(*card)];
        if let Some(cards) = world.zones.as_mut().get_mut(usize::from(zone)) {
            *cards = cards.union(S::one(to));
        }
        world.at.as_mut()[usize::from(to)] = zone;
        world.below.as_mut()[usize::from(to)] = below;
        world.lay_on(to, host);
    }
    let laid = world
        .faces
        .iter()
        .fold(S::default(), |all, face| all.union(*face));
    for card in world.riding(laid).cards() {
        let host = world.host.as_ref()[usize::from(card)];
        world.lay_on(card, is[usize::from(host)]);
    }
    world
}
