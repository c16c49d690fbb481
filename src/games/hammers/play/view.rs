//! What one player may know.

use super::rules::Rules;
use super::state::{NONE, State};
use super::token::{faces, zones};
use crate::rules::{Bits, Face, Rng, Zone};

/// The table as one seat sees it. It owns its data: identities that the seat cannot know are [`NONE`], sets of unseen
/// cards are the set of all cards that may be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct View {
    pub seat: u8,
    /// Hidden parts are covered: the other hand is empty but counted, face-down cards of the other side are [`NONE`], the deck is
    /// everything unseen, in no order.
    pub table: State,
}

/// CH1-R10, CH2-R5: a player sees the own hand and the own face-down cards, and all that lies face up.
pub fn sees(seat: usize, zone: Zone, face: Face) -> bool {
    let other = 1 - seat;
    if zone == zones::hand(seat) {
        return true;
    }
    if [
        zones::hand(other),
        zones::DECK,
        zones::COUNTRIES,
        zones::PROTESTS,
    ]
    .contains(&zone)
    {
        return false;
    }
    let theirs = (0..super::PLACES).any(|place| zone == zones::field(place, other));
    !(theirs && face == faces::DOWN)
}

/// Action cards that `seat` cannot place: in the deck, in the other hand, or face down on the other side.
fn unseen(rules: &Rules, state: &State, seat: usize) -> u64 {
    let mine = &state.sides[seat];
    let theirs = &state.sides[1 - seat];
    let up = (0..usize::from(theirs.placed)).filter(|slot| theirs.down >> slot & 1 == 0);
    let shown = up.fold(0, |all, slot| all | 1 << theirs.card[slot]);
    rules.all_cards & !(state.discard | mine.hand | mine.field() | shown)
}

pub fn view(rules: &Rules, state: &State, seat: usize) -> View {
    let mut table = *state;
    let theirs = &mut table.sides[1 - seat];
    theirs.hand = 0;
    for slot in Bits(u64::from(theirs.down)) {
        theirs.card[usize::from(slot)] = NONE;
    }
    theirs.marks.clear(theirs.down);
    table.deck = unseen(rules, state, seat);
    View {
        seat: seat as u8,
        table,
    }
}

/// Deals anew what `seat` cannot see: the other hand and the other side's face-down cards.
pub fn redeal(rules: &Rules, state: &State, seat: usize, rng: &mut Rng) -> State {
    let mut world = *state;
    let mut pool = unseen(rules, state, seat);
    let mut take = || {
        let card = crate::rules::select(pool, rng.below(pool.count_ones()));
        pool &= !(1 << card);
        card
    };
    let theirs = &mut world.sides[1 - seat];
    for slot in Bits(u64::from(theirs.down)) {
        let card = take();
        theirs.card[usize::from(slot)] = card;
        theirs.marks.clear(1 << slot);
        theirs
            .marks
            .put(usize::from(slot), rules.cards[usize::from(card & 63)].marks);
    }
    let cards = theirs.held;
    theirs.hand = (0..cards).fold(0, |hand, _| hand | 1 << take());
    world.deck = pool;
    world
}
