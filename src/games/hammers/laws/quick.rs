//! Deployments and ends of turns, which most decisions are, looked through without laying a second table: what they
//! change is as it should be, all else is as it was. When anything is not, the referee judges.

use crate::games::hammers::play::{Phase, Rules, SLOTS, Side, State};

use super::same;

/// Whether a deployment left exactly what it should (CH1-R9, CH2-R5).
#[inline]
pub fn deployed(rules: &Rules, before: &State, (card, at): (u8, u8), after: &State) -> bool {
    let side = usize::from(before.active & 1);
    let old = &before.sides[side];
    let can = before.phase == Phase::Turn
        && !before.deployed
        && usize::from(at) < rules.numbers.places
        && card < 64
        && old.hand >> card & 1 == 1
        && usize::from(old.placed) < SLOTS;
    let middle = State {
        phase: Phase::Deployed,
        deployed: true,
        ..*before
    };
    can && same::sides(&with_card(rules, old, card, at), &after.sides[side])
        && same::sides(&before.sides[1 - side], &after.sides[1 - side])
        && same::middles(&middle, after)
}

/// Whether the end of a turn, but not of the round, left exactly what it should (CH1-R7, CH2-R4).
#[inline]
pub fn turn_ended(rules: &Rules, before: &State, after: &State) -> bool {
    let side = usize::from(before.active & 1);
    let can = before.phase == Phase::Deployed && before.turn + 1 < 2 * rules.numbers.turns;
    let middle = State {
        phase: Phase::Turn,
        deployed: false,
        turn: before.turn + 1,
        active: before.active ^ 1,
        ..*before
    };
    can && same::sides(&with_justified(&before.sides[side]), &after.sides[side])
        && same::sides(&before.sides[1 - side], &after.sides[1 - side])
        && same::middles(&middle, after)
}

/// A card of the hand lies at a place, face down.
#[inline(always)]
fn with_card(rules: &Rules, old: &Side, card: u8, at: u8) -> Side {
    let slot = old.placed;
    let mut marks = old.marks;
    marks.put(usize::from(slot), rules.cards[usize::from(card & 63)].marks);
    let bit = 1 << (slot & 7);
    Side {
        hand: old.hand & !(1 << card),
        held: old.held.wrapping_sub(1),
        card: changed(old.card, slot, !card),
        place: changed(old.place, slot, at),
        at: changed(old.at, at, bit),
        down: old.down | bit,
        placed: slot + 1,
        marks,
        ..*old
    }
}

/// What was justified serves from now on (CH1-R19).
#[inline(always)]
fn with_justified(old: &Side) -> Side {
    Side {
        ready: old.ready + old.fresh,
        fresh: 0,
        ..*old
    }
}

/// Eight bytes, one of them with other bits.
#[inline(always)]
fn changed(bytes: [u8; 8], index: u8, bits: u8) -> [u8; 8] {
    (u64::from_le_bytes(bytes) ^ (u64::from(bits) << (8 * (index & 7)))).to_le_bytes()
}
