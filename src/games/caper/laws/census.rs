//! The whole table, counted: every card in exactly one place (CAP-I1), no more of them than there may be (CAP-I3).

use crate::games::caper::play::{Crew, Deck, Kind, NONE, Phase, Rules, STACKS, State};
use crate::rules::Bits;

use super::book::Law;
use super::flips;
use super::referee::{ALL_BASES, HEIGHT, cards_of, thieves_at};

/// Cards of one deck, as they are found one place after the other.
#[derive(Debug, Clone, Copy, Default)]
pub struct Found {
    once: u64,
    pub twice: u64,
}

impl Found {
    #[inline]
    fn set(&mut self, cards: u64) {
        self.twice |= self.once & cards;
        self.once |= cards;
    }

    #[inline]
    fn card(&mut self, card: u8) {
        self.set(u64::from(card < 64) << (card & 63));
    }

    /// Cards of `all` that lie nowhere.
    pub fn missing(&self, all: u64) -> u64 {
        all & !self.once
    }

    #[inline]
    fn is_whole(&self, all: u64) -> bool {
        self.twice == 0 && self.once == all
    }
}

/// Every card of `deck`.
pub fn deck(rules: &Rules, deck: Deck) -> u64 {
    match deck {
        Deck::Thieves => rules.all_thieves,
        Deck::Gear => rules.all_gear,
        Deck::Locations => rules.all_locations,
    }
}

/// The kind of card that is in the hands; none once the game is over.
fn in_hands(rules: &Rules, state: &State) -> Option<Kind> {
    let round = rules
        .numbers
        .rounds
        .get(usize::from(state.round).wrapping_sub(1));
    round.map(|round| round.kind)
}

/// Where thieves, gear and locations are found.
#[inline]
pub fn found(rules: &Rules, state: &State) -> [(Deck, Found); 3] {
    let [mut thieves, mut gear, mut locations] = [Found::default(); 3];
    thieves.set(state.thieves);
    gear.set(state.gear);
    locations.set(state.locations);
    for location in state.row {
        locations.card(location);
    }
    let hands = match in_hands(rules, state) {
        Some(Kind::Thieves) => &mut thieves,
        _ => &mut gear,
    };
    for hand in state.hands {
        hands.set(hand);
    }
    for crew in &state.crews {
        thieves.set(crew.thieves);
        gear.set(crew.gear);
        let card = |bit: u8| crew.stacks[usize::from(bit) / HEIGHT][usize::from(bit) % HEIGHT];
        for bit in Bits(crew.filled & ALL_BASES) {
            thieves.card(card(bit));
        }
        for bit in Bits(crew.filled & !ALL_BASES) {
            gear.card(card(bit));
        }
    }
    [
        (Deck::Thieves, thieves),
        (Deck::Gear, gear),
        (Deck::Locations, locations),
    ]
}

/// Whether every card is in exactly one place.
#[inline]
pub fn whole(rules: &Rules, state: &State) -> bool {
    let found = found(rules, state);
    found
        .iter()
        .all(|(of, found)| found.is_whole(deck(rules, *of)))
}

/// Whether each hand has as many cards as it is said to have.
#[inline]
pub fn counted(state: &State) -> bool {
    let mut hands = state.hands.iter().zip(state.held);
    hands.all(|(hand, held)| hand.count_ones() == u32::from(held))
}

/// Whether the cards of a side lie on one another from the bottom, with none where none can be.
#[inline]
fn stacked(crew: &Crew) -> bool {
    let cards = crew.stacks.as_flattened().iter();
    let laid = cards.filter(|card| **card != NONE).count();
    // A card lies on the card below it: shifted up, a set of such stacks covers all but their lowest cards.
    let above = crew.filled & !ALL_BASES;
    laid == crew.filled.count_ones() as usize
        && above & !(crew.filled << 1) == 0
        && crew.flipped & !crew.filled == 0
}

/// More cards than the limits allow, or fewer than the rounds that are over left (CAP-I3): what is wrong.
pub fn unlimited(rules: &Rules, state: &State, side: usize) -> Option<String> {
    let numbers = &rules.numbers;
    let crew = &state.crews[side];
    let name = Rules::SIDES[side];
    for place in 0..numbers.places {
        let thieves = thieves_at(crew, place);
        if thieves > numbers.thieves_at_location {
            return Some(format!(
                "{name} has {thieves} thieves at location {}",
                place + 1
            ));
        }
    }
    let limit = numbers.gear_on_thief as usize;
    let mut stacks = 0..STACKS;
    if let Some(stack) = stacks.find(|stack| cards_of(crew, *stack) > limit + 1) {
        let gear = cards_of(crew, stack) - 1;
        return Some(format!("a thief of {name} has {gear} gear"));
    }
    None
}

/// How many cards of a side the rounds that are over left on the table, and how many are there: thieves placed, thieves
/// discarded, gear placed or discarded.
pub fn left(rules: &Rules, state: &State, side: usize) -> ([u32; 3], [u32; 3]) {
    let expected = rules.book.round(state.round.wrapping_sub(1)).left;
    let crew = &state.crews[side];
    let thieves = (crew.filled & ALL_BASES).count_ones();
    let gear = crew.filled.count_ones() - thieves;
    let found = [
        thieves,
        crew.thieves.count_ones(),
        gear + crew.gear.count_ones(),
    ];
    (expected, found)
}

/// Whether a table is that of a game played from its start: it holds what the rounds and turns so far leave. A table
/// that was set up by hand may hold less.
pub fn is_of_a_game(rules: &Rules, state: &State) -> bool {
    let Some(round) = rules
        .numbers
        .rounds
        .get(usize::from(state.round).wrapping_sub(1))
    else {
        return false;
    };
    [0, 1].into_iter().all(|side| {
        let plays = state.phase != Phase::Pass && state.played == 1;
        let began = plays && usize::from(round.first) == side;
        let decides = matches!(state.phase, Phase::Flip | Phase::Recover);
        let has_played = began || decides && usize::from(state.active) == side;
        let done = u32::from(state.turn) + u32::from(has_played);
        let (mut expected, found) = left(rules, state, side);
        match round.kind {
            Kind::Thieves => expected[0] += done,
            Kind::Gear => expected[2] += done,
        }
        expected == found
    })
}

/// What the rounds that are over should have left, where it is not what a side has.
pub fn left_otherwise(rules: &Rules, state: &State) -> Option<String> {
    Rules::SIDES.into_iter().enumerate().find_map(|(side, name)| {
        let (expected, found) = left(rules, state, side);
        (expected != found).then(|| {
            let rounds = state.round.saturating_sub(1);
            format!(
                "after {rounds} rounds expected {expected:?} thieves placed, thieves discarded and gear of {name}, found {found:?}"
            )
        })
    })
}

/// The first law that what lies at the locations breaks, and how.
pub fn fault_in_stacks(rules: &Rules, state: &State) -> Option<(Law, String)> {
    for (side, name) in Rules::SIDES.into_iter().enumerate() {
        if !stacked(&state.crews[side]) {
            let says = format!("stacks of {name} have gaps, or cards that nobody placed");
            return Some((Law::Conserved, says));
        }
        if let Some(says) = unlimited(rules, state, side) {
            return Some((Law::Limits, says));
        }
        if state.crews[side].exposed != flips::exposed(rules, state, side) {
            let says = format!("which cards of {name} can be flipped is not what lies there");
            return Some((Law::Flips, says));
        }
    }
    None
}
