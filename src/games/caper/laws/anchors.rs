//! What can be told of a table of a game by itself, at every turn: whose turn it is (CAP-R6), how many cards are in the
//! hands (CAP-I4), that all coins are there (CAP-I2), that something can be done (CAP-I9).

use crate::games::caper::play::{Kind, Phase, Round, Rules, State, Table};
use crate::rules::{Breach, Tally};

use super::accuse;
use super::book::Law;
use super::referee::{HEIGHT, THIEVES};

/// Something that a table of a game shows by itself: its law, whether it does, what it shows instead.
type Anchor = (
    Law,
    fn(&Rules, &State) -> bool,
    fn(&Rules, &State) -> String,
);

const ANCHORS: [Anchor; 3] = [
    (Law::Coins, coins_are_there, tell_coins),
    (Law::Turns, is_in_turn, tell_turn),
    (Law::Hands, hands_are_right, tell_hands),
];

/// Checks the table at a decision. A table that was set up by hand may be one that no game leads to: what it breaks by
/// itself the table after it may break too.
///
/// # Errors
/// The first law that it breaks.
#[inline]
pub fn check(
    rules: &Rules,
    before: Option<&State>,
    state: &State,
    tally: &mut Tally,
) -> Result<(), Breach> {
    count(rules, tally);
    if !(coins_are_there(rules, state) & is_in_turn(rules, state) & hands_are_right(rules, state)) {
        accused(rules, before, state)?;
    }
    legal(rules, state)
}

/// The laws of this page have been looked at, or follow from what was.
#[inline]
pub fn count(rules: &Rules, tally: &mut Tally) {
    for law in [Law::Coins, Law::Turns, Law::Hands, Law::Legal] {
        rules.book.count(law, tally);
    }
}

/// There is something to do.
///
/// # Errors
/// When there is not (CAP-I9).
#[inline]
pub fn legal(rules: &Rules, state: &State) -> Result<(), Breach> {
    match stuck(rules, state) {
        false => Ok(()),
        true => Err(accuse::says(rules, Law::Legal, || {
            format!("nothing can be done in the phase {:?}", state.phase)
        })),
    }
}

#[cold]
#[inline(never)]
fn accused(rules: &Rules, before: Option<&State>, state: &State) -> Result<(), Breach> {
    for (law, holds, tell) in ANCHORS {
        let held = before.is_none_or(|before| holds(rules, before));
        if held && !holds(rules, state) {
            return Err(accuse::says(rules, law, || tell(rules, state)));
        }
    }
    Ok(())
}

#[inline]
fn coins(state: &State) -> [u32; 3] {
    [state.supply, state.crews[0].coins, state.crews[1].coins].map(u32::from)
}

#[inline]
fn coins_are_there(rules: &Rules, state: &State) -> bool {
    coins(state).iter().sum::<u32>() == u32::from(rules.numbers.coins)
}

fn tell_coins(rules: &Rules, state: &State) -> String {
    let ([supply, cream, mint], all) = (coins(state), rules.numbers.coins);
    format!("of {all} coins {supply} are in the supply, cream has {cream}, mint {mint}")
}

#[inline]
fn round<'a>(rules: &'a Rules, state: &State) -> Option<&'a Round> {
    rules
        .numbers
        .rounds
        .get(usize::from(state.round).wrapping_sub(1))
}

#[inline]
fn is_in_turn(rules: &Rules, state: &State) -> bool {
    match round(rules, state) {
        None => state.phase == Phase::Over,
        Some(round) => state.active == seat(state, round.first) && fits(state.phase, round.kind),
    }
}

fn tell_turn(rules: &Rules, state: &State) -> String {
    let Some(round) = round(rules, state) else {
        return format!("there is no round {}", state.round);
    };
    format!(
        "in turn {} of round {} the {} has to {:?}, expected the {} to play",
        state.turn + 1,
        state.round,
        accuse::seat(rules, state.active),
        state.phase,
        accuse::seat(rules, seat(state, round.first))
    )
}

#[inline]
fn hands_are_right(rules: &Rules, state: &State) -> bool {
    let dealt = round(rules, state).map_or(0, |round| round.cards);
    state.held == held(rules, state, dealt)
}

fn tell_hands(rules: &Rules, state: &State) -> String {
    let dealt = round(rules, state).map_or(0, |round| round.cards);
    format!(
        "in turn {} of round {} expected {:?} cards in the hands, found {:?}",
        state.turn + 1,
        state.round,
        held(rules, state, dealt),
        state.held
    )
}

/// Whose turn it is: the first player's or that of its Lookout, then the other's.
#[inline]
fn seat(state: &State, first: u8) -> u8 {
    match state.phase {
        Phase::Deal => 2,
        Phase::Pass => 2 + (first ^ state.played),
        _ => first ^ state.played,
    }
}

#[inline]
fn fits(phase: Phase, kind: Kind) -> bool {
    match phase {
        Phase::Place => kind == Kind::Thieves,
        Phase::Equip => kind == Kind::Gear,
        _ => true,
    }
}

/// Cards in each hand, from the turn alone (CAP-R5, CAP-R8, CAP-R19, CAP-R21).
#[inline]
fn held(rules: &Rules, state: &State, dealt: u8) -> [u8; 4] {
    let active = state.active & 1;
    // Who has placed or discarded a card in this turn.
    let acting = matches!(state.phase, Phase::Flip | Phase::Recover);
    let before_play = matches!(state.phase, Phase::Deal | Phase::Pass);
    let done = |side: u8| match (before_play, side == active) {
        (true, _) => 0,
        (false, true) => u8::from(acting),
        (false, false) => u8::from(state.played == 1),
    };
    let left = dealt.saturating_sub(state.turn);
    match rules.table {
        _ if state.phase == Phase::Over => [0; 4],
        Table::Two => [left.wrapping_sub(done(0)), left.wrapping_sub(done(1)), 0, 0],
        Table::Snitch => match state.phase {
            Phase::Deal => [1, 1, 2, 0],
            _ => [2 - done(0), 2 - done(1), 0, 0],
        },
        Table::Teams => {
            let passed = |side: u8| match state.phase {
                Phase::Pass => side != active && state.played == 1,
                _ => true,
            };
            let lookout = |side| left.wrapping_sub(if passed(side) { 2 } else { 0 });
            let mastermind = |side: u8| match passed(side ^ 1) {
                true => 2 - done(side),
                false => 0,
            };
            [mastermind(0), mastermind(1), lookout(0), lookout(1)]
        }
    }
}

/// Whether there is nothing to do. Gear can be discarded, and nothing be brought back.
#[inline]
fn stuck(rules: &Rules, state: &State) -> bool {
    let hand = state.hands[usize::from(state.active & 3)];
    match state.phase {
        Phase::Place => {
            let mine = &state.crews[usize::from(state.active & 1)];
            // The last stack of a location that a thief may have is free.
            let last = rules.numbers.thieves_at_location.saturating_sub(1);
            let free = |place| mine.filled >> ((place * THIEVES + last) * HEIGHT) & 1 == 0;
            let room = (0..rules.numbers.places).any(free);
            hand == 0 || !room
        }
        // That there is a target, the referee has seen as it came to this phase.
        Phase::Flip => state.flips == 0,
        Phase::Recover => state.recovers == 0,
        Phase::Equip => hand == 0,
        Phase::Deal | Phase::Pass => hand & hand.wrapping_sub(1) == 0,
        Phase::Over => false,
    }
}
