//! Carrying out a move.

use super::launch;
use super::moves::Move;
use super::penalty;
use super::resolve;
use super::rules::Rules;
use super::state::{Phase, State};
use super::token::{Deck, faces, zones};
use crate::rules::{Chance, Event, Log};

/// Carries out a legal move and all that follows without a decision.
#[inline(always)]
pub fn apply<C: Chance, L: Log>(
    rules: &Rules,
    state: &mut State,
    mv: Move,
    chance: &mut C,
    log: &mut L,
) {
    let side = usize::from(state.active);
    match mv {
        Move::Deploy { card, at } => deploy(rules, state, side, card, at, log),
        Move::Launch { card, target } => {
            if !launch::launch(rules, state, side, card, target, log) {
                let price = penalty::fall(rules, state, log);
                // Either paid at once, or the phase is now the player's choice of what to pay with.
                penalty::pay(rules, state, side, price, chance, log);
            }
        }
        Move::End => end_turn(rules, state, side, chance, log),
        Move::Flip { country } => {
            penalty::flip(rules, state, side, country, log);
            let points = rules.countries[usize::from(country)].points;
            state.owed = state.owed.saturating_sub(points);
            if state.owed == 0 {
                paid(rules, state, chance, log);
            }
        }
        Move::Restore { country } => {
            penalty::restore(rules, state, side, country, log);
            state.owed -= 1;
            if state.owed == 0 {
                resolve::proceed(rules, state, chance, log);
            }
        }
        Move::Return { protest } => {
            let mine = &mut state.sides[side];
            mine.protests &= !(1 << protest);
            state.protests |= 1 << protest;
            state.owed -= 1;
            let done = state.owed == 0 || mine.protests == 0;
            log.push(Event::Moved {
                card: rules.token(Deck::Protests, protest),
                from: zones::protests_of(side),
                to: zones::PROTESTS,
                face: faces::DOWN,
            });
            if done {
                resolve::proceed(rules, state, chance, log);
            }
        }
        Move::Keep => resolve::proceed(rules, state, chance, log),
    }
}

/// CH1-R9, CH2-R5.
#[inline(always)]
fn deploy<L: Log>(rules: &Rules, state: &mut State, side: usize, card: u8, at: u8, log: &mut L) {
    state.sides[side].lay(rules, card, usize::from(at));
    state.deployed = true;
    state.phase = Phase::Deployed;
    log.push(Event::Moved {
        card: rules.token(Deck::Actions, card),
        from: zones::hand(side),
        to: zones::field(usize::from(at), side),
        face: faces::DOWN,
    });
}

/// The opponent's turn begins, or the round is resolved.
#[inline(always)]
fn end_turn<C: Chance, L: Log>(
    rules: &Rules,
    state: &mut State,
    side: usize,
    chance: &mut C,
    log: &mut L,
) {
    let mine = &mut state.sides[side];
    // CH1-R19: what was justified in this turn serves from the next on.
    mine.ready += mine.fresh;
    mine.fresh = 0;
    state.turn += 1;
    state.deployed = false;
    if state.turn < 2 * rules.numbers.turns {
        state.active = 1 - state.active;
        state.phase = Phase::Turn;
        return;
    }
    resolve::resolve(rules, state, log);
    resolve::proceed(rules, state, chance, log);
}

/// A penalty has been paid: back to the turn, or on with the round's end.
#[inline]
fn paid<C: Chance, L: Log>(rules: &Rules, state: &mut State, chance: &mut C, log: &mut L) {
    if state.resolving {
        resolve::proceed(rules, state, chance, log);
        return;
    }
    state.price = 0;
    state.phase = if state.deployed {
        Phase::Deployed
    } else {
        Phase::Turn
    };
}
