//! Whether a round can go on from a table that is being set up: hands are of a size, and there is something to do.

use super::cards::Cards;
use super::names::acting;
use crate::games::caper::play::{CREAM, Kind, MINT, Phase, Rules, SEATS, SNITCH, State, Table};
use crate::games::spot::Spot;
use crate::rules::{Game, Legal};

const SIDES: [usize; 2] = [CREAM, MINT];

/// What is wrong, and what to do.
type Fault = (String, String);

fn fault(says: impl Into<String>, help: impl Into<String>) -> Option<Fault> {
    Some((says.into(), help.into()))
}

/// Reports why the engine could not go on.
pub fn check(cards: &mut Cards<'_>, root: &Spot<'_>) {
    let (rules, state) = (cards.rules, &cards.state);
    let at_zones = hands(rules, state).or_else(|| room(rules, state));
    let (key, found) = match at_zones {
        Some(found) => ("zones", Some(found)),
        None => ("acting", target(rules, state)),
    };
    if let Some((says, help)) = found {
        cards.fault(root, key, says, &help);
    }
}

/// Which sides have played their card of this turn.
fn played(rules: &Rules, state: &State) -> [bool; 2] {
    let first = usize::from(rules.round(state.round).first);
    let asking = matches!(state.phase, Phase::Flip | Phase::Recover);
    let passing = state.phase == Phase::Pass;
    SIDES.map(|side| {
        let first_has = state.played == 1 && side == first && !passing;
        first_has || asking && side == usize::from(state.active)
    })
}

/// Cards of each Mastermind before the first card of this turn was played.
pub fn had(rules: &Rules, state: &State) -> [u8; 2] {
    let played = played(rules, state);
    SIDES.map(|side| state.held[side] + u8::from(played[side]))
}

/// Cards of each Lookout before the first cards of this turn were passed (CAP-R21).
pub fn lookouts_had(rules: &Rules, state: &State) -> [u8; 2] {
    let first = usize::from(rules.round(state.round).first);
    SIDES.map(|side| {
        let passed = match state.phase {
            Phase::Pass => state.played == 1 && side == first,
            _ => true,
        };
        state.held[Rules::lookout(side)] + if passed { 2 } else { 0 }
    })
}

/// What is wrong with the hands (CAP-R5, CAP-R7, CAP-R19, CAP-R21).
fn hands(rules: &Rules, state: &State) -> Option<Fault> {
    if state.phase == Phase::Over {
        return match state.held == [0; SEATS] {
            true => None,
            false => fault(
                "the game is over, and there are hands",
                "discard these cards, or write another phase",
            ),
        };
    }
    let had = had(rules, state);
    match rules.table {
        Table::Two => masterminds(had),
        Table::Snitch => snitch(state, had),
        Table::Teams if state.phase == Phase::Pass => passing(rules, state),
        Table::Teams => masterminds(had).or_else(|| waiting(state, had)),
    }
}

/// Both have a card to play in this turn, and both hands are as large.
fn masterminds([cream, mint]: [u8; 2]) -> Option<Fault> {
    if cream != mint {
        return fault(
            format!(
                "cream came into this turn with {}, mint with {}",
                some(cream),
                some(mint)
            ),
            "give both as many; whoever has played in this turn holds one less",
        );
    }
    nobody([cream, mint])
}

/// Both have a card to play in this turn.
fn nobody(had: [u8; 2]) -> Option<Fault> {
    let side = SIDES.into_iter().find(|side| had[*side] == 0)?;
    let word = Rules::SIDES[side];
    fault(
        format!("{word} holds no card to play in this turn"),
        "put cards of the round into `hand/cream` and `hand/mint`",
    )
}

fn snitch(state: &State, had: [u8; 2]) -> Option<Fault> {
    match (state.phase, state.held[SNITCH]) {
        (Phase::Deal, 2) => None,
        (Phase::Deal, held) => fault(
            format!("the Snitch holds {}, not two", some(held)),
            "put the two cards that the Snitch drew into `hand/snitch`",
        ),
        (_, 0) => nobody(had),
        _ => fault(
            "the Snitch has cards, and does not give them out",
            "leave `hand/snitch` out, or write the phase `deal`",
        ),
    }
}

/// Lookouts are passing cards: each can, both have as many, and the Masterminds hold what was passed to them.
fn passing(rules: &Rules, state: &State) -> Option<Fault> {
    let [cream, mint] = lookouts_had(rules, state);
    let first = usize::from(rules.round(state.round).first);
    if cream != mint {
        return fault(
            format!(
                "Lookouts came into this turn with {} and {}",
                some(cream),
                some(mint)
            ),
            "give both as many; whoever has passed in this turn holds two less",
        );
    }
    if cream < 2 {
        return fault(
            format!("a Lookout with {} cannot pass two", some(cream)),
            "put more cards into `hand/cream-lookout` and `hand/mint-lookout`",
        );
    }
    let passed = 2 * state.played;
    let [one, other] = [first, 1 - first].map(|side| state.held[side]);
    match (one, other) == (0, passed) {
        true => None,
        false => fault(
            "Masterminds hold other cards than were passed to them",
            format!(
                "`hand/{}` is empty now, and `hand/{}` has {passed}",
                Rules::SIDES[first],
                Rules::SIDES[1 - first]
            ),
        ),
    }
}

/// Lookouts wait for what Masterminds pass back: with that they have two cards in the next turn, or the round ends.
fn waiting(state: &State, had: [u8; 2]) -> Option<Fault> {
    let [cream, mint] = SIDES.map(|side| state.held[Rules::lookout(side)]);
    if cream != mint {
        return fault(
            format!(
                "the Lookout of cream holds {}, that of mint {}",
                some(cream),
                some(mint)
            ),
            "give both as many",
        );
    }
    if cream > 0 && cream + had[CREAM] < 3 {
        return fault(
            format!(
                "Lookouts have {} in the next turn, and cannot pass two",
                some(cream)
            ),
            "give each Mastermind two cards for this turn, or the Lookouts more",
        );
    }
    None
}

/// `one card`, `3 cards`.
fn some(n: u8) -> String {
    match n {
        0 => "no card".to_owned(),
        1 => "one card".to_owned(),
        n => format!("{n} cards"),
    }
}

/// Turns of this round that are not completed (CAP-R8, CAP-R19, CAP-R21).
fn to_come(rules: &Rules, state: &State) -> u8 {
    let had = had(rules, state)[CREAM];
    match rules.table {
        Table::Two => had.saturating_sub(1).max(1),
        Table::Snitch => 1 + state.snitch_deck / 2,
        Table::Teams if state.phase == Phase::Pass => lookouts_had(rules, state)[CREAM] - 1,
        Table::Teams => match state.held[Rules::lookout(CREAM)] {
            0 => 1,
            held => held + had - 1,
        },
    }
}

/// Thieves of this round need a place each (CAP-R9).
fn room(rules: &Rules, state: &State) -> Option<Fault> {
    if state.phase == Phase::Over || rules.round(state.round).kind != Kind::Thieves {
        return None;
    }
    let (turns, played) = (to_come(rules, state), played(rules, state));
    let places = rules.numbers.places;
    let all = places * rules.numbers.thieves_at_location;
    SIDES.into_iter().find_map(|side| {
        let lie: usize = (0..places)
            .map(|place| state.crews[side].thieves_at(place))
            .sum();
        let thieves = usize::from(turns) - usize::from(played[side]);
        let word = Rules::SIDES[side];
        match lie + thieves > all {
            false => None,
            true => fault(
                format!(
                    "{word} has {lie} thieves on the table and {thieves} to place in this round"
                ),
                format!("there is room for {all}: take some away"),
            ),
        }
    })
}

/// A flip that is under way has a target: without one it would be lost (CAP-G5).
fn target(rules: &Rules, state: &State) -> Option<Fault> {
    match state.phase == Phase::Flip && rules.legal(state).is_empty() {
        false => None,
        true => fault(
            format!(
                "the flip of `{}` has no target",
                acting(rules, state.acting)
            ),
            "some topmost card of the opponent must be within reach, face up and unprotected",
        ),
    }
}
