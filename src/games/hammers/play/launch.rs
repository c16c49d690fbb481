//! Launching an operation: what it may be aimed at, its kinds, its price.

use super::effect::Launch;
use super::penalty;
use super::rules::Rules;
use super::state::{Mark, NONE, State};
use super::token::{Deck, faces, notes, zones};
use crate::games::hammers::Penalty;
use crate::rules::{Bits, Event, Log, Seat};

/// Slots of a side's face-down cards whose operations may be launched as far as their kinds and prices go (CH1-R18,
/// CH2-R7), as a mask.
#[inline(always)]
pub fn launchable(rules: &Rules, state: &State, side: usize) -> u8 {
    let mine = &state.sides[side];
    let marks = mine.marks;
    let mut slots = mine.down & marks.slots(Mark::Operation);
    if state.turn > 1 {
        slots &= !marks.slots(Mark::FirstTurn);
    }
    // These would find no target, and most cards in play are such: the look at each of them is spared.
    if mine.labs & !mine.lent == 0 {
        slots &= !marks.slots(Mark::Lab);
    }
    slots &= !marks.slots(Mark::Beside) | mine.beside_hidden(&state.sides[1 - side]);
    let partners = mine.down & marks.slots(Mark::Partner);
    if partners & partners.wrapping_sub(1) == 0 {
        // There is one partner at most, and no card is its own.
        let alone = if partners == 0 { u8::MAX } else { partners };
        slots &= !(marks.slots(Mark::Paired) & alone);
    }
    let occupations = slots & marks.slots(Mark::Occupation);
    if state.blocked != 0 && occupations != 0 {
        for place in Bits(u64::from(state.blocked)) {
            slots &= !(occupations & mine.at[usize::from(place)]);
        }
    }
    let aggressive = slots & marks.slots(Mark::Aggressive);
    // Whether there is an aggressive one cannot be foreseen, whether it could be paid mostly can.
    if rules.numbers.defcon.penalty == Penalty::Loyalty
        && !penalty::affordable(rules, state, side)
        && aggressive != 0
    {
        for slot in Bits(u64::from(aggressive)) {
            if justification(state, side, mine.place_of(usize::from(slot))).is_none() {
                slots &= !(1 << slot);
            }
        }
    }
    slots
}

/// The targets of the launchable card in `slot`; 0 when it has none.
#[inline(always)]
pub fn targets(rules: &Rules, state: &State, side: usize, slot: usize) -> u64 {
    let mine = &state.sides[side];
    let Some(operation) = &rules.row(mine.card[slot]).operation else {
        return 0;
    };
    operation.targets(&Launch {
        rules,
        state,
        side,
        slot,
        place: mine.place_of(slot),
    })
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
    let sheet = rules.cards[usize::from(card & 63)];
    turn_up(rules, state, side, slot, log);
    if sheet.marks.has(Mark::Occupation) {
        state.blocked |= 1 << place;
    }
    if let Some(operation) = &rules.row(card).operation {
        operation.happen(rules, state, (side, slot), target, log);
    }
    if !sheet.marks.has(Mark::Aggressive) {
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
    theirs.place[slot] = to as u8;
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
