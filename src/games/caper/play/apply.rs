//! Carrying out a move.

use super::asks;
use super::coins::Playing;
use super::effect::Effect;
use super::moves::Move;
use super::round;
use super::rules::{Kind, Rules};
use super::state::{STACKS, State, THIEVES, place_of};
use super::token::{Deck, faces, zones};
use crate::rules::{Chance, Event, Log};

/// Carries out a legal move and all that follows without a decision.
#[inline]
pub fn apply<C: Chance, L: Log>(
    rules: &Rules,
    state: &mut State,
    mv: Move,
    chance: &mut C,
    log: &mut L,
) {
    let side = usize::from(state.active);
    match mv {
        Move::Place { card, at } => {
            let place = usize::from(at);
            leave_hand(state, side, card);
            let stack = place * THIEVES + state.crews[side].thieves_at(place);
            let from = zones::hand(side);
            play(rules, state, (Kind::Thieves, card, stack), from, log);
        }
        Move::Equip { card, on } => {
            leave_hand(state, side, card);
            let from = zones::hand(side);
            play(rules, state, (Kind::Gear, card, usize::from(on)), from, log);
        }
        Move::Discard { card } => {
            leave_hand(state, side, card);
            discard(rules, state, side, (Kind::Gear, card), log);
            let coins = u16::from(rules.numbers.discard_coins);
            Playing {
                rules,
                state,
                side,
                place: 0,
                log,
            }
            .take(coins);
        }
        Move::Flip { stack } => {
            asks::flip(rules, state, side, usize::from(stack), log);
            state.flips -= 1;
        }
        Move::Recover { card, on } => {
            state.crews[side].gear &= !(1 << card);
            state.recovers -= 1;
            let from = zones::discard(side);
            play(rules, state, (Kind::Gear, card, usize::from(on)), from, log);
        }
        Move::Leave => state.recovers -= 1,
        Move::Deal { card } => return round::give(rules, state, card, log),
        Move::Pass { one, two } => return round::pass(rules, state, side, (one, two), log),
    }
    if asks::settled(rules, state, side, log) {
        round::played(rules, state, chance, log);
    }
}

#[inline]
fn leave_hand(state: &mut State, side: usize, card: u8) {
    let gone = !(1 << card);
    state.hands[side] &= gone;
    state.held[side] -= 1;
    // What lies open is no longer known of a hand.
    for known in &mut state.known {
        *known &= gone;
    }
}

/// Puts a card into the player's discards, which are public (CAP-R13).
#[inline]
pub fn discard<L: Log>(
    rules: &Rules,
    state: &mut State,
    side: usize,
    (kind, card): (Kind, u8),
    log: &mut L,
) {
    let crew = &mut state.crews[side];
    match kind {
        Kind::Thieves => crew.thieves |= 1 << card,
        Kind::Gear => crew.gear |= 1 << card,
    }
    if L::LISTENS {
        log.push(Event::Moved {
            card: rules.token(Deck::from(kind), card),
            from: zones::hand(side),
            to: zones::discard(side),
            face: faces::UP,
        });
    }
}

/// Pays for a card, puts it on its stack, and does what it and its location do at once (CAP-R9, CAP-R10, CAP-R13). What
/// it leaves to decide is noted in the state.
#[inline]
fn play<L: Log>(
    rules: &Rules,
    state: &mut State,
    (kind, card, stack): (Kind, u8, usize),
    from: crate::rules::Zone,
    log: &mut L,
) {
    let side = usize::from(state.active);
    let sheet = rules.sheet(kind, card);
    let place = place_of(stack % STACKS);
    let mut playing = Playing {
        rules,
        state,
        side,
        place,
        log,
    };
    playing.pay(sheet.cost);
    let location = playing.state.row[place];
    let site = rules.site(location);
    let safe = site.safe[kind as usize] >> card & 1 == 1;
    playing.state.crews[side & 1].put(card, stack, safe);
    if L::LISTENS {
        playing.log.push(Event::Moved {
            card: rules.token(Deck::from(kind), card),
            from,
            to: zones::field(place, side),
            face: faces::UP,
        });
    }
    playing.take(sheet.income.into());
    if !sheet.quiet {
        let row = rules.row(sheet);
        for ability in &row.when_played {
            ability.played(&mut playing);
        }
        let kind_bit = match kind {
            Kind::Thieves => 0,
            Kind::Gear => asks::GEAR,
        };
        playing.state.acting = card | kind_bit;
        playing.state.acting_at = place as u8;
        playing.state.flips = row.flips.len() as u8;
        playing.state.recovers += row.recovers;
    }
    if site.noticed[kind as usize] >> card & 1 == 1
        && let Some(modifier) = rules.modifier(location)
    {
        modifier.placed(&mut playing);
    }
}
