//! Whether two tables are the same, field by field. A field that is missing here does not compile.

use crate::games::caper::play::{Crew, State};

/// Whether two Masterminds have the same on the table.
#[inline(always)]
pub fn crews(a: &Crew, b: &Crew) -> bool {
    let Crew {
        stacks,
        filled,
        flipped,
        exposed,
        thieves,
        gear,
        coins,
    } = b;
    (a.filled ^ filled)
        | (a.flipped ^ flipped)
        | (a.exposed ^ exposed)
        | (a.thieves ^ thieves)
        | (a.gear ^ gear)
        | u64::from(a.coins ^ coins)
        | cards(&a.stacks, stacks)
        == 0
}

/// What differs between two sets of stacks.
#[inline(always)]
fn cards<const N: usize>(a: &[[u8; 4]; N], b: &[[u8; 4]; N]) -> u64 {
    let mut differs = 0;
    for (a, b) in a.iter().zip(b) {
        differs |= u32::from_le_bytes(*a) ^ u32::from_le_bytes(*b);
    }
    differs.into()
}

/// Whether two tables are the same, apart from what Masterminds have on them.
#[inline(always)]
pub fn middles(a: &State, b: &State) -> bool {
    let State {
        crews: _,
        hands,
        known,
        thieves,
        gear,
        locations,
        row,
        held,
        supply,
        round,
        turn,
        played,
        active,
        phase,
        acting,
        acting_at,
        flips,
        recovers,
        snitch_deck,
    } = b;
    let numbers = (a.supply ^ supply)
        | (a.round ^ round)
        | (a.turn ^ turn)
        | (a.played ^ played)
        | (a.active ^ active)
        | (a.phase as u8 ^ *phase as u8)
        | (a.acting ^ acting)
        | (a.acting_at ^ acting_at)
        | (a.flips ^ flips)
        | (a.recovers ^ recovers)
        | (a.snitch_deck ^ snitch_deck);
    let piles = (a.thieves ^ thieves) | (a.gear ^ gear) | (a.locations ^ locations);
    let mut seats = 0;
    for seat in 0..hands.len() {
        seats |= (a.hands[seat] ^ hands[seat]) | (a.known[seat] ^ known[seat]);
    }
    let fours = (u32::from_le_bytes(a.row) ^ u32::from_le_bytes(*row))
        | (u32::from_le_bytes(a.held) ^ u32::from_le_bytes(*held));
    seats | piles | u64::from(fours) | u64::from(numbers) == 0
}

/// Whether two tables are the same.
#[inline(always)]
pub fn tables(a: &State, b: &State) -> bool {
    middles(a, b) && crews(&a.crews[0], &b.crews[0]) && crews(&a.crews[1], &b.crews[1])
}
