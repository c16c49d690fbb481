//! Why a move is not legal: each rule asked by itself, in words.

use super::effect::{Launch, refused};
use super::launch;
use super::moves::Move;
use super::rules::Rules;
use super::state::{Mark, Phase, State};
use crate::rules::Refusal;

/// Why `mv` is not legal; `None` when it is.
pub fn refusal(rules: &Rules, state: &State, mv: Move) -> Option<Refusal> {
    if state.phase == Phase::Over {
        return Some(refused("game-over", "CH1-R17, CH2-R15", "the game is over"));
    }
    let wanted = match mv {
        Move::Deploy { .. } | Move::Launch { .. } | Move::End => None,
        Move::Flip { .. } => Some(Phase::Flip),
        Move::Restore { .. } => Some(Phase::Restore),
        Move::Return { .. } | Move::Keep => Some(Phase::Return),
    };
    let in_turn = matches!(state.phase, Phase::Turn | Phase::Deployed);
    if wanted.map_or(!in_turn, |phase| phase != state.phase) {
        return Some(not_now(state.phase));
    }
    let mine = &state.sides[usize::from(state.active)];
    match mv {
        Move::Deploy { card, at } => deploy(rules, state, card, at),
        Move::Launch { card, target } => launching(rules, state, card, target),
        Move::End => (!state.deployed).then_some(refused(
            "must-deploy",
            "CH1-R9, CH2-R5",
            "a turn deploys exactly one card, never none",
        )),
        Move::Flip { country } => {
            let held = country < 32 && mine.countries >> country & 1 == 1;
            let loyal = held && state.disloyal >> country & 1 == 0;
            (!loyal).then_some(refused(
                "not-loyal",
                "CH2-R9, CH2-G9",
                "only a Loyal country that the player holds can be turned",
            ))
        }
        Move::Restore { country } => {
            let held = country < 32 && mine.countries >> country & 1 == 1;
            let disloyal = held && state.disloyal >> country & 1 == 1;
            (!disloyal).then_some(refused(
                "not-disloyal",
                "CH2-R13",
                "only a Disloyal country that the player holds can be restored",
            ))
        }
        Move::Return { protest } => {
            let held = protest < 64 && mine.protests >> protest & 1 == 1;
            (!held).then_some(refused(
                "not-held",
                "CH1-R15",
                "the player does not hold that protest",
            ))
        }
        Move::Keep => None,
    }
}

fn not_now(phase: Phase) -> Refusal {
    let says = match phase {
        Phase::Turn | Phase::Deployed => "it is a player's turn: deploy, launch or end it",
        Phase::Flip => "a penalty must be paid first: flip a Loyal country",
        Phase::Restore => "labs restore now: choose a Disloyal country",
        Phase::Return => "labs take back protests now: return one, or keep",
        Phase::Over => "the game is over",
    };
    refused("not-now", "CH1-R9, CH2-R5", says)
}

fn deploy(rules: &Rules, state: &State, card: u8, at: u8) -> Option<Refusal> {
    let mine = &state.sides[usize::from(state.active)];
    if state.deployed {
        return Some(refused(
            "already-deployed",
            "CH1-R9, CH2-R5",
            "a turn deploys exactly one card, never two",
        ));
    }
    if card >= 64 || mine.hand >> card & 1 == 0 {
        return Some(refused(
            "not-in-hand",
            "CH1-R9, CH2-R5",
            "that card is not in the player's hand",
        ));
    }
    (usize::from(at) >= rules.numbers.places).then_some(refused(
        "no-such-place",
        "CH1-R6, CH2-R3",
        "there is no such location",
    ))
}

fn launching(rules: &Rules, state: &State, card: u8, target: u8) -> Option<Refusal> {
    let side = usize::from(state.active);
    let mine = &state.sides[side];
    let Some(slot) = mine.slot_of(card) else {
        return Some(refused(
            "not-in-play",
            "CH1-R10, CH2-R6",
            "only a card that the player has in play can be launched",
        ));
    };
    if mine.launched >> slot & 1 == 1 {
        return Some(refused(
            "already-launched",
            "CH1-R10, CH2-R6",
            "a card that is face up cannot be launched again",
        ));
    }
    if mine.down >> slot & 1 == 0 {
        return Some(refused(
            "revealed",
            "CH1-G11, CH2-R6",
            "a card that was revealed can no longer be launched",
        ));
    }
    let sheet = rules.cards[usize::from(card & 63)];
    let Some(operation) = &rules.row(card).operation else {
        return Some(refused(
            "no-operation",
            "CH1-R10, CH2-R6",
            "the card has no operation",
        ));
    };
    let at = Launch {
        rules,
        state,
        side,
        slot,
        place: mine.place_of(slot),
    };
    let turns_before = state.turn / 2;
    if sheet.marks.has(Mark::FirstTurn) && turns_before > 0 {
        return Some(refused(
            "not-first-turn",
            "CH1-E10, CH2-R7",
            "it is launched in the player's first turn of the round only",
        ));
    }
    if sheet.marks.has(Mark::Occupation) && state.blocked & (1 << at.place) != 0 {
        return Some(refused(
            "occupation-here",
            "CH2-R7",
            "an Occupation has been launched at this location",
        ));
    }
    if sheet.marks.has(Mark::Aggressive) && !launch::can_pay(&at) {
        return Some(refused(
            "cannot-pay",
            "CH2-R7",
            "the price of lowering DEFCON cannot be paid, and nothing justifies it here",
        ));
    }
    operation.refusal(&at, target)
}
