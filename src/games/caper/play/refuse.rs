//! Why a move is not legal: each rule asked by itself, in words.

use super::asks;
use super::moves::Move;
use super::rules::{Rules, Table};
use super::state::{BASES, HEIGHT, Phase, SNITCH, STACKS, State, level_bit, place_of};
use crate::games::caper::Reach;
use crate::rules::{Bits, Refusal};

fn refused(word: &'static str, clause: &'static str, says: &'static str) -> Option<Refusal> {
    Some(Refusal { word, clause, says })
}

/// Why `mv` is not legal; `None` when it is.
pub fn refusal(rules: &Rules, state: &State, mv: Move) -> Option<Refusal> {
    if state.phase == Phase::Over {
        return refused("game-over", "CAP-R15", "the game is over");
    }
    let wanted = match mv {
        Move::Place { .. } => Phase::Place,
        Move::Equip { .. } | Move::Discard { .. } => Phase::Equip,
        Move::Flip { .. } => Phase::Flip,
        Move::Recover { .. } | Move::Leave => Phase::Recover,
        Move::Deal { .. } => Phase::Deal,
        Move::Pass { .. } => Phase::Pass,
    };
    if wanted != state.phase {
        return not_now(state.phase);
    }
    let side = usize::from(state.active);
    match mv {
        Move::Place { card, at } => place(rules, state, side, card, at),
        Move::Equip { card, on } => {
            in_hand(state, side, card).or_else(|| equip(rules, state, side, card, on))
        }
        Move::Discard { card } => in_hand(state, side, card).or_else(|| must(rules, state, side)),
        Move::Flip { stack } => flip(rules, state, side, usize::from(stack)),
        Move::Recover { card, on } => recover(rules, state, side, card, on),
        Move::Leave => None,
        Move::Deal { card } => {
            let drawn = card < 64 && state.hands[SNITCH] >> card & 1 == 1;
            match drawn {
                true => None,
                false => refused(
                    "not-drawn",
                    "CAP-R19",
                    "that is none of the two cards that the Snitch drew",
                ),
            }
        }
        Move::Pass { one, two } => pass(state, side, one, two),
    }
}

fn not_now(phase: Phase) -> Option<Refusal> {
    let (clause, says) = match phase {
        Phase::Place => ("CAP-R9", "it is a thief round: place a thief"),
        Phase::Equip => ("CAP-R10", "it is a gear round: place or discard gear"),
        Phase::Flip => ("CAP-R12", "a card of the opponent must be flipped first"),
        Phase::Recover => ("CAP-G9", "gear may be brought back now: do it, or leave it"),
        Phase::Deal => ("CAP-R19", "the Snitch gives out the two cards first"),
        Phase::Pass => ("CAP-R21", "the Lookouts pass cards first"),
        Phase::Over => ("CAP-R15", "the game is over"),
    };
    refused("not-now", clause, says)
}

fn holds(hand: u64, card: u8) -> bool {
    card < 64 && hand >> card & 1 == 1
}

fn in_hand(state: &State, seat: usize, card: u8) -> Option<Refusal> {
    match holds(state.hands[seat], card) {
        true => None,
        false => refused("not-in-hand", "CAP-R7", "that card is not in the hand"),
    }
}

fn place(rules: &Rules, state: &State, side: usize, card: u8, at: u8) -> Option<Refusal> {
    let at = usize::from(at);
    if let Some(refusal) = in_hand(state, side, card) {
        return Some(refusal);
    }
    if at >= rules.numbers.places {
        return refused("no-such-place", "CAP-R9", "there is no such location");
    }
    match state.crews[side].thieves_at(at) < rules.numbers.thieves_at_location {
        true => None,
        false => refused(
            "place-full",
            "CAP-R9",
            "no more thieves of a player fit at that location",
        ),
    }
}

/// Whether gear, in the hand or brought back, can go on a stack.
fn equip(rules: &Rules, state: &State, side: usize, card: u8, on: u8) -> Option<Refusal> {
    let stack = usize::from(on);
    let crew = &state.crews[side];
    if stack >= STACKS || crew.height(stack) == 0 {
        return refused("no-such-thief", "CAP-R10", "the player has no thief there");
    }
    if crew.height(stack) > rules.numbers.gear_on_thief as usize {
        return refused("thief-full", "CAP-R10", "no more gear fits on that thief");
    }
    match rules.gear[usize::from(card & 63)].cost <= crew.coins {
        true => None,
        false => refused(
            "cannot-pay",
            "CAP-R10",
            "there are too few coins to pay for it",
        ),
    }
}

/// CAP-R22: in teams gear is discarded only when nothing in the hand can be placed.
fn must(rules: &Rules, state: &State, side: usize) -> Option<Refusal> {
    if rules.table != Table::Teams {
        return None;
    }
    let crew = &state.crews[side];
    let spot = crew.open(rules.numbers.gear_on_thief) != 0;
    let mut hand = Bits(state.hands[side]);
    let can = spot && hand.any(|card| rules.gear[usize::from(card)].cost <= crew.coins);
    match can {
        true => refused(
            "must-play",
            "CAP-R22",
            "a card in the hand can be paid for and placed",
        ),
        false => None,
    }
}

fn flip(rules: &Rules, state: &State, side: usize, stack: usize) -> Option<Refusal> {
    let theirs = &state.crews[1 - side];
    if stack >= STACKS || theirs.height(stack) == 0 {
        return refused(
            "no-such-thief",
            "CAP-R12",
            "the opponent has no thief there",
        );
    }
    let Some(flip) = asks::due(rules, state) else {
        return refused("not-now", "CAP-R12", "no flip is due");
    };
    let here = place_of(stack) == usize::from(state.acting_at);
    if flip.reach.unwrap_or(rules.numbers.reach) == Reach::Here && !here {
        return refused(
            "out-of-reach",
            "CAP-R12, CAP-G6",
            "the flip reaches cards at its own location only",
        );
    }
    let (card, level) = theirs.top(stack);
    if theirs.flipped & level_bit(stack, level) != 0 {
        return refused(
            "flipped",
            "CAP-R12",
            "the topmost card is flipped already, and shields those below",
        );
    }
    if theirs.exposed & level_bit(stack, 0) & BASES == 0 {
        return refused("protected", "CAP-R12", "the topmost card is protected");
    }
    let sheet = rules.sheet_at(card, level % HEIGHT);
    match flip.only.is_none_or(|which| sheet.is(which)) {
        true => None,
        false => refused(
            "not-that-kind",
            "CAP-R12",
            "the flip turns only other kinds of cards",
        ),
    }
}

fn recover(rules: &Rules, state: &State, side: usize, card: u8, on: u8) -> Option<Refusal> {
    if !holds(state.crews[side].gear, card) {
        return refused(
            "not-discarded",
            "CAP-G9",
            "that gear is not among the player's discards",
        );
    }
    equip(rules, state, side, card, on).or_else(|| {
        match place_of(usize::from(on)) == usize::from(state.acting_at) {
            true => None,
            false => refused(
                "not-here",
                "CAP-G9",
                "the thief is not at the location of the card that brings gear back",
            ),
        }
    })
}

fn pass(state: &State, seat: usize, one: u8, two: u8) -> Option<Refusal> {
    if one == two {
        return refused("same-card", "CAP-R21", "two different cards are passed");
    }
    in_hand(state, seat, one)
        .or_else(|| in_hand(state, seat, two))
        .or_else(|| match one < two {
            true => None,
            false => refused(
                "same-card",
                "CAP-R21",
                "the pair is written the other way round",
            ),
        })
}
