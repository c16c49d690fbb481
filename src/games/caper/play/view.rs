//! What one seat may know (CAP-R7, CAP-R13, CAP-R19, CAP-R21).

use super::round;
use super::rules::{Kind, Rules};
use super::state::{SEATS, State};
use super::token::{faces, zones};
use crate::rules::{Bits, Face, Rng, Zone, select};

/// The table as one seat sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct View {
    pub seat: u8,
    /// Hidden parts are covered: of other hands only what this seat knows to be there, all counted; the pile of the round
    /// is everything that the seat cannot place. What others know is left out.
    pub table: State,
}

/// Whether `seat` knows a card that came into `zone` with `face`.
pub fn sees(rules: &Rules, seat: usize, zone: Zone, face: Face) -> bool {
    if [zones::THIEVES, zones::GEAR, zones::LOCATIONS].contains(&zone) {
        return false;
    }
    let Some(holder) = zones::holder(zone) else {
        return true;
    };
    let passed = face == faces::PASSED && round::knows_passed(rules.table, holder, seat);
    seat == holder || passed
}

/// Cards of the round's kind that `seat` cannot place: in the pile, or in the hand of another who was not seen to get
/// them.
fn unseen(state: &State, seat: usize, kind: Kind) -> u64 {
    let hands = (0..SEATS).filter(|other| *other != seat);
    let hidden = hands.fold(0, |all, other| all | state.hands[other]) & !state.known[seat];
    let pile = match kind {
        Kind::Thieves => state.thieves,
        Kind::Gear => state.gear,
    };
    pile | hidden
}

pub fn view(rules: &Rules, state: &State, seat: usize) -> View {
    let kind = rules.round(state.round).kind;
    let mut table = *state;
    let unseen = unseen(state, seat, kind);
    for other in (0..SEATS).filter(|other| *other != seat) {
        table.hands[other] &= state.known[seat];
        table.known[other] = 0;
    }
    match kind {
        Kind::Thieves => table.thieves = unseen,
        Kind::Gear => table.gear = unseen,
    }
    View {
        seat: seat as u8,
        table,
    }
}

/// Deals anew what `seat` cannot see: the pile, and of other hands what it does not know. Whoever knew a card of such a
/// hand knows the one that takes its place.
pub fn redeal(rules: &Rules, state: &State, seat: usize, rng: &mut Rng) -> State {
    let kind = rules.round(state.round).kind;
    let mut world = *state;
    let mut pool = unseen(state, seat, kind);
    for known in &mut world.known {
        *known &= !pool;
    }
    for other in (0..SEATS).filter(|other| *other != seat) {
        let hidden = state.hands[other] & !state.known[seat];
        world.hands[other] &= !hidden;
        for was in Bits(hidden) {
            let now = select(pool, rng.below(pool.count_ones()));
            pool &= !(1 << now);
            world.hands[other] |= 1 << now;
            for (known, before) in world.known.iter_mut().zip(state.known) {
                *known |= (before >> was & 1) << now;
            }
        }
    }
    match kind {
        Kind::Thieves => world.thieves = pool,
        Kind::Gear => world.gear = pool,
    }
    world
}
