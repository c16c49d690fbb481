//! Launching an operation: what it may be aimed at, its kinds, its price.

use super::effect::Launch;
use super::penalty;
use super::rules::{RowSheet, Rules};
use super::state::{NONE, State};
use super::token::{Deck, faces, notes, zones};
use crate::games::hammers::Penalty;
use crate::rules::{Event, Log, Seat};

/// The targets of the face-down card in `slot`; 0 when it cannot be launched.
#[inline]
pub fn targets(rules: &Rules, state: &State, side: usize, slot: usize) -> u64 {
    let mine = &state.sides[side];
    let row = rules.row(mine.card[slot]);
    let Some(operation) = &row.operation else {
        return 0;
    };
    if row.first_turn && state.turn > 1 {
        return 0;
    }
    let at = Launch {
        rules,
        state,
        side,
        slot,
        place: mine.place_of(slot),
    };
    if row.occupation && state.blocked >> at.place & 1 == 1 {
        return 0;
    }
    if row.aggressive && !can_pay(&at) {
        return 0;
    }
    operation.targets(&at)
}

/// Whether an aggressive operation here is justified, or its price can be met (CH2-R7, CH2-R8).
#[inline]
pub fn can_pay(at: &Launch<'_>) -> bool {
    at.rules.numbers.defcon.penalty == Penalty::Protests
        || justification(at.state, at.side, at.place).is_some()
        || penalty::affordable(at.rules, at.state, at.side)
}

/// What pays for an aggressive operation at a place in stead of DEFCON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Justification {
    /// A card at the place (CH2-R8).
    Card(usize),
    /// A launched card that justifies from the next turn on (CH1-R19).
    Launched,
}

/// The justification that would be spent; one on the spot comes first.
#[inline]
pub fn justification(state: &State, side: usize, place: usize) -> Option<Justification> {
    let here = (place * 2 + side) as u8;
    let card = state.justifications.iter().position(|j| *j == here);
    match card {
        Some(card) => Some(Justification::Card(card)),
        None if state.sides[side].ready > 0 => Some(Justification::Launched),
        None => None,
    }
}

/// Turns the card up, lets the operation happen, and has its price paid (CH1-R10, R18; CH2-R6, R7).
#[inline]
pub fn launch<L: Log>(
    rules: &Rules,
    state: &mut State,
    side: usize,
    card: u8,
    target: u8,
    log: &mut L,
) -> bool {
    let Some(slot) = state.sides[side].slot_of(card) else {
        return true;
    };
    let place = state.sides[side].place_of(slot);
    let row: &RowSheet = rules.row(card);
    turn_up(rules, state, side, slot, log);
    if row.occupation {
        state.blocked |= 1 << place;
    }
    if let Some(operation) = &row.operation {
        operation.happen(rules, state, (side, slot), target, log);
    }
    if !row.aggressive {
        return true;
    }
    match justification(state, side, place) {
        Some(spent) => {
            log.push(Event::Noted {
                note: notes::JUSTIFIED,
                at: Some(zones::row(place)),
                seat: Some(Seat(side as u8)),
                values: [0, 0],
            });
            match spent {
                Justification::Card(card) => {
                    state.justifications[card] = NONE;
                    log.push(Event::Moved {
                        card: rules.token(Deck::Justifications, card as u8),
                        from: zones::justified(place, side),
                        to: zones::JUSTIFICATIONS,
                        face: faces::UP,
                    });
                }
                Justification::Launched => state.sides[side].ready -= 1,
            }
            true
        }
        None => false,
    }
}

/// Turns up a card for its operation.
#[inline]
pub fn turn_up<L: Log>(rules: &Rules, state: &mut State, side: usize, slot: usize, log: &mut L) {
    let mine = &mut state.sides[side];
    mine.down &= !(1 << slot);
    mine.launched |= 1 << slot;
    if L::LISTENS {
        let place = mine.place_of(slot);
        log.push(Event::Turned {
            card: rules.token(Deck::Actions, mine.card[slot]),
            at: zones::field(place, side),
            face: faces::UP,
        });
    }
}

/// Moves a card in play to another place.
#[inline]
pub fn carry<L: Log>(
    rules: &Rules,
    state: &mut State,
    side: usize,
    slot: usize,
    to: usize,
    log: &mut L,
) {
    let theirs = &mut state.sides[side];
    let from = theirs.place_of(slot);
    theirs.at[from] &= !(1 << slot);
    theirs.at[to] |= 1 << slot;
    if L::LISTENS {
        let face = face_of(state, side, slot);
        log.push(Event::Moved {
            card: rules.token(Deck::Actions, state.sides[side].card[slot]),
            from: zones::field(from, side),
            to: zones::field(to, side),
            face,
        });
    }
}

/// A card is turned up by another's operation (CH1-E9).
#[inline]
pub fn reveal<L: Log>(rules: &Rules, state: &mut State, side: usize, slot: usize, log: &mut L) {
    let theirs = &mut state.sides[side];
    theirs.down &= !(1 << slot);
    if L::LISTENS {
        let place = theirs.place_of(slot);
        log.push(Event::Turned {
            card: rules.token(Deck::Actions, theirs.card[slot]),
            at: zones::field(place, side),
            face: faces::REVEALED,
        });
    }
}

/// How the card in a slot lies.
pub fn face_of(state: &State, side: usize, slot: usize) -> crate::rules::Face {
    let mine = &state.sides[side];
    if mine.down >> slot & 1 == 1 {
        faces::DOWN
    } else if mine.launched >> slot & 1 == 1 {
        faces::UP
    } else {
        faces::REVEALED
    }
}
