//! The end of a round, step by step; it stops where a player has to choose.

use super::penalty;
use super::round;
use super::rules::Rules;
use super::standing::{standings, winner};
use super::state::{NONE, Phase, State};
use super::token::{Deck, faces, notes, zones};
use crate::games::hammers::Penalty;
use crate::rules::{Bits, Chance, Event, Face, Log, Seat};

/// Both players, as a mask.
const BOTH: u8 = 0b11;

/// CH1-R11 to R13, CH2-R10 to R12: cards are turned up, locations won, crises found.
#[inline]
pub fn resolve<L: Log>(rules: &Rules, state: &mut State, log: &mut L) {
    state.resolving = true;
    if L::LISTENS {
        turned_up(rules, state, log);
    }
    for side in &mut state.sides {
        side.down = 0;
    }
    let numbers = &rules.numbers;
    let standings = standings(rules, state);
    for (place, standing) in standings.iter().enumerate().take(numbers.places) {
        let card = if rules.is_lab(place) {
            state.lab
        } else {
            state.row[place]
        };
        if card == NONE {
            continue;
        }
        let won_by = winner(rules, state, place, standing);
        log.push(Event::Noted {
            note: if won_by.is_some() {
                notes::WON
            } else {
                notes::TIED
            },
            at: Some(zones::row(place)),
            seat: won_by.map(|s| Seat(s as u8)),
            values: standing.influence.map(|i| i as i16),
        });
        if let Some(side) = won_by {
            take(rules, state, side, place, log);
        }
        if standing.seen >= numbers.crisis {
            state.crises |= 1 << place;
            log.push(Event::Noted {
                note: notes::CRISIS,
                at: Some(zones::row(place)),
                seat: None,
                values: [standing.seen as i16, numbers.crisis as i16],
            });
        }
    }
    if !numbers.every_crisis {
        // CH1-G6, CH2-G7, decided otherwise: only the first.
        state.crises &= state.crises.wrapping_neg();
    }
    state.queue = 0;
    // Restoring is queued once the crises are over.
    state.owed = 0;
}

fn turned_up<L: Log>(rules: &Rules, state: &State, log: &mut L) {
    for (side, mine) in state.sides.iter().enumerate() {
        for slot in Bits(u64::from(mine.down)) {
            let slot = usize::from(slot);
            log.push(Event::Turned {
                card: rules.token(Deck::Actions, mine.card[slot]),
                at: zones::field(mine.place_of(slot), side),
                face: faces::REVEALED,
            });
        }
    }
}

/// How a country lies.
pub fn loyalty(state: &State, country: u8) -> Face {
    if state.disloyal >> country & 1 == 1 {
        faces::DISLOYAL
    } else {
        faces::LOYAL
    }
}

/// What lies at the place goes to its winner, paired countries with it (CH1-E10, CH2-G9).
#[inline]
fn take<L: Log>(rules: &Rules, state: &mut State, side: usize, place: usize, log: &mut L) {
    if rules.is_lab(place) {
        state.sides[side].labs |= 1 << state.lab;
        log.push(Event::Moved {
            card: rules.token(Deck::Labs, state.lab),
            from: zones::row(place),
            to: zones::labs_of(side),
            face: faces::UP,
        });
        state.lab = NONE;
        return;
    }
    let country = state.row[place];
    state.row[place] = NONE;
    state.sides[side].countries |= 1 << country;
    log.push(Event::Moved {
        card: rules.token(Deck::Countries, country),
        from: zones::row(place),
        to: zones::owned(side),
        face: faces::LOYAL,
    });
    let paired = std::mem::take(&mut state.paired[place]);
    state.sides[side].countries |= paired;
    for country in Bits(u64::from(paired)) {
        log.push(Event::Moved {
            card: rules.token(Deck::Countries, country),
            from: zones::paired(place),
            to: zones::owned(side),
            face: loyalty(state, country),
        });
    }
}

/// Goes on with what needs no decision: crises in row order, each paid by both, the one who took the first turn
/// before the other; then what labs give back; then the next round or the end.
#[inline]
pub fn proceed<C: Chance, L: Log>(rules: &Rules, state: &mut State, chance: &mut C, log: &mut L) {
    loop {
        if state.queue & BOTH != 0 {
            let side = next_side(state);
            state.queue &= !(1 << side);
            let price = state.price;
            if state.queue & RESTORING != 0 {
                if !give_back(rules, state, side, log) {
                    return;
                }
            } else if !penalty::pay(rules, state, side, price, chance, log) {
                return;
            }
        } else if state.crises != 0 {
            state.crises &= state.crises - 1;
            state.price = penalty::fall(rules, state, log);
            state.queue = BOTH;
        } else if state.queue & RESTORING == 0 {
            state.queue = BOTH | RESTORING;
        } else {
            break;
        }
    }
    state.queue = 0;
    state.price = 0;
    state.owed = 0;
    round::clear(rules, state, log);
    if state.round >= rules.numbers.rounds {
        state.phase = Phase::Over;
        state.resolving = false;
        state.turn = 0;
        state.active = 0;
        return;
    }
    round::deal(rules, state, chance, log);
}

/// In the queue: sides restore, and no longer pay.
pub const RESTORING: u8 = 0b100;

/// The side of the queue that comes first: who took the round's first turn.
#[inline]
fn next_side(state: &State) -> usize {
    if state.queue >> state.first & 1 == 1 {
        usize::from(state.first)
    } else {
        usize::from(1 - state.first)
    }
}

/// CH1-R15, CH2-R13: for each lab a protest may go back, or a Disloyal country is restored. True when nothing is to
/// be decided.
#[inline]
fn give_back<L: Log>(rules: &Rules, state: &mut State, side: usize, log: &mut L) -> bool {
    let mine = &state.sides[side];
    let labs = mine.labs.count_ones() as u8;
    let most = labs.saturating_mul(rules.numbers.restore_per_lab);
    if most == 0 {
        return true;
    }
    let phase = match rules.numbers.defcon.penalty {
        Penalty::Protests if mine.protests == 0 => return true,
        Penalty::Protests => Phase::Return,
        Penalty::Loyalty => {
            let disloyal = mine.countries & state.disloyal;
            if disloyal.count_ones() <= u32::from(most) {
                // Nothing is left to choose: all are restored.
                for country in Bits(u64::from(disloyal)) {
                    penalty::restore(rules, state, side, country, log);
                }
                return true;
            }
            Phase::Restore
        }
    };
    state.phase = phase;
    state.active = side as u8;
    state.owed = most;
    false
}
