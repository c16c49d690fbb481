//! The numbers of a table that is being set up: the round, whose turn it is, what is to be decided.

use std::ops::RangeInclusive;

use super::cards::Cards;
use super::table::phase_word;
use crate::games::hammers::Penalty;
use crate::games::hammers::play::{CAPS, HAMMERS, NONE, Phase, RESTORING, Rules, SLOTS};
use crate::games::spot::Spot;

const PHASES: [Phase; 6] = [
    Phase::Turn,
    Phase::Deployed,
    Phase::Flip,
    Phase::Restore,
    Phase::Return,
    Phase::Over,
];

/// Reads everything but the cards, which lie already.
pub fn read(cards: &mut Cards<'_>, root: &Spot<'_>) {
    let numbers = &cards.rules.numbers;
    let (rounds, turns) = (numbers.rounds, numbers.turns);
    let levels = numbers.defcon.reset_at + 1..=numbers.defcon.start;
    if let Some(round) = number(cards, root, "round", 1..=rounds) {
        cards.state.round = round;
    }
    if let Some(level) = number(cards, root, "defcon", levels) {
        cards.state.defcon = level;
    }
    cards.state.occupied = locations(cards, root, "occupied");
    cards.state.blocked = locations(cards, root, "blocked");
    for (side, spot) in cards.by_seat(root, "occupations") {
        let launched = spot.whole(0..=turns, &mut cards.faults);
        cards.state.sides[side].occupations = launched.unwrap_or(0);
    }
    for (side, spot) in cards.by_seat(root, "justifying") {
        spot.known(&["fresh", "ready"], &mut cards.faults);
        let [fresh, ready] =
            ["fresh", "ready"].map(|key| number(cards, &spot, key, 0..=turns).unwrap_or(0));
        cards.state.sides[side].fresh = fresh;
        cards.state.sides[side].ready = ready;
    }
    phase(cards, root);
    resolution(cards, root);
    turn(cards, root);
    debt(cards, root);
}

fn number(
    cards: &mut Cards<'_>,
    root: &Spot<'_>,
    key: &str,
    range: RangeInclusive<u8>,
) -> Option<u8> {
    root.get(key)?.whole(range, &mut cards.faults)
}

fn yes(cards: &mut Cards<'_>, root: &Spot<'_>, key: &str) -> Option<bool> {
    root.get(key)?.yes(&mut cards.faults)
}

fn seat(cards: &mut Cards<'_>, root: &Spot<'_>, key: &str) -> Option<u8> {
    let side = root.get(key)?.one_of(&Rules::SEATS, &mut cards.faults);
    side.map(|side| side as u8)
}

/// Numbers of locations, as a mask of places.
fn locations(cards: &mut Cards<'_>, root: &Spot<'_>, key: &str) -> u8 {
    let places = cards.rules.numbers.places as u8;
    let Some(list) = root.get(key) else {
        return 0;
    };
    let mut mask = 0;
    for item in list.items(&mut cards.faults) {
        if let Some(n) = item.whole(1..=places, &mut cards.faults) {
            mask = add(cards, &item, mask, n - 1);
        }
    }
    mask
}

/// A mask with one more bit; to name it twice is a misfit.
fn add(cards: &mut Cards<'_>, item: &Spot<'_>, mask: u8, bit: u8) -> u8 {
    if mask >> bit & 1 == 1 {
        let misfit = item.misfit("it is named twice", "name each once");
        cards.faults.push(misfit);
    }
    mask | 1 << bit
}

/// Reports something about the value under a key; about the whole table where the key is left out.
fn fault(cards: &mut Cards<'_>, root: &Spot<'_>, key: &str, says: String, help: &str) {
    let at = root.get(key).unwrap_or_else(|| root.clone());
    cards.faults.push(at.misfit(says, help));
}

/// What the next decision is about, and whether the turn's card is deployed.
fn phase(cards: &mut Cards<'_>, root: &Spot<'_>) {
    let deployed = yes(cards, root, "deployed");
    let words = PHASES.map(phase_word);
    let given = root.get("phase");
    let given = given.and_then(|spot| spot.one_of(&words, &mut cards.faults));
    let phase = match given {
        Some(index) => PHASES[index],
        None if deployed == Some(true) => Phase::Deployed,
        None => Phase::Turn,
    };
    let resolving = yes(cards, root, "resolving");
    // While labs give back, the round is being resolved; a penalty falls due in turns and at the round's end alike.
    let gives_back = matches!(phase, Phase::Restore | Phase::Return);
    let state = &mut cards.state;
    state.phase = phase;
    state.resolving = resolving.unwrap_or(gives_back);
    state.deployed = deployed.unwrap_or(phase == Phase::Deployed);
    let in_turn = phase == Phase::Flip && !state.resolving;
    let word = phase_word(phase);
    if phase != Phase::Flip && state.resolving != gives_back {
        let says = format!("this does not go with the phase `{word}`");
        let help = "a round is resolved in the phases `flip`, `restore` and `return`";
        fault(cards, root, "resolving", says, help);
    } else if !in_turn && state.deployed != (phase == Phase::Deployed) {
        let says = format!("this does not go with the phase `{word}`");
        let help = "the phase is `turn` before the turn's card is deployed, `deployed` after it";
        fault(cards, root, "deployed", says, help);
    }
    let penalty = cards.rules.numbers.defcon.penalty;
    let strange = match penalty {
        Penalty::Loyalty => phase == Phase::Return,
        Penalty::Protests => matches!(phase, Phase::Flip | Phase::Restore),
    };
    if strange {
        let help = match penalty {
            Penalty::Loyalty => "countries are turned in this game: `flip` and `restore`",
            Penalty::Protests => "protests are drawn in this game: `return`",
        };
        let says = format!("this game has no phase `{word}`");
        fault(cards, root, "phase", says, help);
    }
}

/// How far the round is resolved.
fn resolution(cards: &mut Cards<'_>, root: &Spot<'_>) {
    cards.state.crises = locations(cards, root, "crises");
    let mut queue = 0;
    if let Some(list) = root.get("queue") {
        for item in list.items(&mut cards.faults) {
            if let Some(side) = item.one_of(&Rules::SEATS, &mut cards.faults) {
                queue = add(cards, &item, queue, side as u8);
            }
        }
    }
    let gives_back = matches!(cards.state.phase, Phase::Restore | Phase::Return);
    let restoring = yes(cards, root, "restoring").unwrap_or(gives_back);
    if restoring != gives_back {
        let says = format!("this is `{restoring}`, and the phase says otherwise");
        let help = "it is `true` in the phases `restore` and `return`, else `false`";
        fault(cards, root, "restoring", says, help);
    }
    cards.state.queue = queue | if restoring { RESTORING } else { 0 };
    let early = [("crises", cards.state.crises != 0), ("queue", queue != 0)];
    for (key, given) in early {
        if given && !cards.state.resolving {
            let says = "the round is not being resolved".to_owned();
            let help = "take it away, or add `resolving = true`";
            fault(cards, root, key, says, help);
        }
    }
}

/// Whose turn it is.
fn turn(cards: &mut Cards<'_>, root: &Spot<'_>) {
    let all = 2 * cards.rules.numbers.turns;
    let first = seat(cards, root, "first");
    cards.state.first = first.unwrap_or_else(|| leaning(cards));
    let laid: u8 = cards.state.sides.iter().map(|side| side.placed).sum();
    let taken = laid.saturating_sub(u8::from(cards.state.deployed));
    let turns = number(cards, root, "turns", 0..=all);
    cards.state.turn = turns.unwrap_or(taken);
    let decided = root.get("turn").filter(|turn| !turn.value.is_null());
    let active = decided.and_then(|_| seat(cards, root, "turn"));
    let state = &mut cards.state;
    let alternating = (state.first + state.turn) % 2;
    state.active = match state.phase {
        Phase::Over => CAPS as u8,
        _ => active.unwrap_or(alternating),
    };
    let playing = match state.phase {
        Phase::Turn | Phase::Deployed => true,
        Phase::Flip => !state.resolving,
        Phase::Restore | Phase::Return | Phase::Over => false,
    };
    if !playing {
        return;
    }
    if state.turn >= all {
        let says = format!("all {all} turns of the round are taken");
        let help = "write `deployed = true` when the last one is still to be ended";
        fault(cards, root, "turns", says, help);
        return;
    }
    let left = all - state.turn;
    for side in [CAPS, HAMMERS] {
        let mine = side == usize::from(cards.state.active);
        // Turns alternate: the one who begins has the odd one.
        let to_come = if mine { left.div_ceil(2) } else { left / 2 };
        let done = u8::from(mine && cards.state.deployed);
        let most = cards.state.sides[side].placed + to_come.saturating_sub(done);
        if usize::from(most) > SLOTS {
            let says = format!(
                "{} has cards on the field and turns to come, {most} in all; there is room for {SLOTS}",
                Rules::SEATS[side]
            );
            let help = "raise `turns`, or take cards from the field";
            fault(cards, root, "turns", says, help);
        }
    }
}

/// CH1-R7, CH2-R4: who has more of the countries in the row by default begins.
fn leaning(cards: &Cards<'_>) -> u8 {
    let countries = cards.state.row.iter().filter(|country| **country != NONE);
    let sides = countries.map(|c| usize::from(cards.rules.countries[usize::from(*c)].default));
    let lean: i32 = sides.map(|side| if side == HAMMERS { 1 } else { -1 }).sum();
    u8::from(lean > 0)
}

/// What is to be paid, restored or given back.
fn debt(cards: &mut Cards<'_>, root: &Spot<'_>) {
    let owed = number(cards, root, "owed", 0..=u8::MAX).unwrap_or(0);
    let price = number(cards, root, "price", 0..=u8::MAX);
    let state = &mut cards.state;
    state.owed = owed;
    let default = if state.phase == Phase::Flip { owed } else { 0 };
    state.price = price.unwrap_or(default);
    let seat = Rules::SEATS[usize::from(state.active)];
    let mine = &state.sides[usize::from(state.active)];
    let (most, what) = match state.phase {
        Phase::Turn | Phase::Deployed | Phase::Over => return,
        Phase::Flip => {
            let loyal = mine.countries & !state.disloyal;
            let points = cards.rules.points(loyal);
            (
                points,
                format!("Loyal countries of {seat} are worth {points}"),
            )
        }
        Phase::Restore => {
            let disloyal = (mine.countries & state.disloyal).count_ones();
            (
                disloyal,
                format!("Disloyal countries of {seat}: {disloyal}"),
            )
        }
        Phase::Return => {
            let protests = mine.protests.count_ones();
            (
                u32::from(u8::MAX),
                format!("protests of {seat}: {protests}"),
            )
        }
    };
    if !(1..=most).contains(&u32::from(owed)) {
        let says = format!("{owed} is owed ({what})");
        let help =
            "say in `owed` how much is still to be chosen: at least 1, and no more than there is";
        fault(cards, root, "owed", says, help);
    }
}
