//! What a card that was played leaves to decide: flips, and gear that is brought back.

use super::rules::{CardSheet, Kind, Rules};
use super::state::{HEIGHT, NONE, Phase, State, bits_of};
use super::token::{Deck, faces, notes, zones};
use crate::games::caper::Reach;
use crate::games::caper::abilities::Flip;
use crate::rules::{Bits, Event, Log, Seat};

/// Marks gear in [`State::acting`].
pub const GEAR: u8 = 64;

/// The card whose flips are under way.
pub fn acting<'a>(rules: &'a Rules, state: &State) -> &'a CardSheet {
    let kind = match state.acting & GEAR {
        0 => Kind::Thieves,
        _ => Kind::Gear,
    };
    rules.sheet(kind, state.acting & !GEAR)
}

/// The flip that is due.
pub fn due<'a>(rules: &'a Rules, state: &State) -> Option<&'a Flip> {
    let flips = &rules.row(acting(rules, state)).flips;
    let done = flips.len().checked_sub(usize::from(state.flips))?;
    flips.get(done)
}

/// Stacks of the opponent whose topmost card the flip can turn, by their lowest bits (CAP-R12, CAP-G4, CAP-G6).
pub fn targets(rules: &Rules, state: &State, side: usize, flip: &Flip) -> u64 {
    let theirs = &state.crews[1 - side];
    let near = match flip.reach.unwrap_or(rules.numbers.reach) {
        Reach::Here => bits_of(usize::from(state.acting_at)),
        Reach::Anywhere => u64::MAX,
    };
    let mut targets = theirs.exposed & near;
    if let Some(which) = flip.only {
        for bit in Bits(targets) {
            let (card, level) = theirs.top(usize::from(bit) / HEIGHT);
            if !rules.sheet_at(card, level).is(which) {
                targets &= !(1 << bit);
            }
        }
    }
    targets
}

/// Stacks that gear brought back can go on, by their lowest bits.
#[inline]
pub fn spots(rules: &Rules, state: &State, side: usize) -> u64 {
    state.crews[side].open(rules.numbers.gear_on_thief) & bits_of(usize::from(state.acting_at))
}

/// Discarded gear that the player can pay for.
#[inline]
pub fn payable(rules: &Rules, state: &State, side: usize) -> u64 {
    let crew = &state.crews[side];
    crew.gear & rules.affordable[usize::from(crew.coins & 63)]
}

/// Turns the topmost card of a stack of the opponent over.
pub fn flip<L: Log>(rules: &Rules, state: &mut State, side: usize, stack: usize, log: &mut L) {
    let theirs = &mut state.crews[1 - side];
    let (card, level) = theirs.top(stack);
    theirs.flip(stack);
    if L::LISTENS {
        let deck = match level {
            0 => Deck::Thieves,
            _ => Deck::Gear,
        };
        log.push(Event::Turned {
            card: rules.token(deck, card),
            at: zones::field(super::state::place_of(stack), 1 - side),
            face: faces::FLIPPED,
        });
    }
}

/// Goes on to the next thing that the player has to decide about the card just played; true when there is none.
#[inline]
pub fn settled<L: Log>(rules: &Rules, state: &mut State, side: usize, log: &mut L) -> bool {
    if state.flips == 0 && state.recovers == 0 {
        if state.acting != NONE {
            rest(state);
        }
        return true;
    }
    asking(rules, state, side, log)
}

fn asking<L: Log>(rules: &Rules, state: &mut State, side: usize, log: &mut L) -> bool {
    while state.flips > 0 {
        let found = due(rules, state).map_or(0, |flip| targets(rules, state, side, flip));
        if found != 0 {
            state.phase = Phase::Flip;
            return false;
        }
        // CAP-G5
        state.flips -= 1;
        if L::LISTENS {
            log.push(Event::Noted {
                note: notes::NO_TARGET,
                at: Some(zones::row(usize::from(state.acting_at))),
                seat: Some(Seat(side as u8)),
                values: [0, 0],
            });
        }
    }
    if state.recovers > 0 && payable(rules, state, side) != 0 && spots(rules, state, side) != 0 {
        state.phase = Phase::Recover;
        return false;
    }
    rest(state);
    true
}

/// Nothing more is asked.
fn rest(state: &mut State) {
    state.acting = NONE;
    state.acting_at = NONE;
    state.flips = 0;
    state.recovers = 0;
}
