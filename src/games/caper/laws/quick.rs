//! Thieves and gear that are placed and do nothing at once, gear that is discarded, cards that are passed and given out,
//! which most moves are, looked through without laying a second table: what they change is as it should be, all else is
//! as it was. When anything is not, or is worth a remark, the referee judges.

use crate::games::caper::play::{
    Crew, Kind, Move, NONE, Phase, Round, Rules, STACKS, State, Table,
};
use crate::rules::Tally;

use super::book::{Law, Sight};
use super::referee::{HEIGHT, THIEVES, cards_of, thieves_at};
use super::same;

/// Whether a move is one of those, and left exactly what it should.
#[inline(always)]
pub fn same(rules: &Rules, before: &State, mv: Move, after: &State, tally: &mut Tally) -> bool {
    let law = match mv {
        Move::Place { .. } => Law::Thieves,
        Move::Equip { .. } => Law::Gear,
        Move::Discard { .. } => Law::Discards,
        Move::Deal { .. } => Law::Deals,
        Move::Pass { .. } => Law::Passes,
        Move::Flip { .. } | Move::Recover { .. } | Move::Leave => return false,
    };
    let same = match mv {
        Move::Deal { card } => dealt(rules, before, card, after),
        Move::Pass { one, two } => passed(rules, before, (one, two), after),
        _ => played(rules, before, mv, after),
    };
    if same {
        rules.book.count(law, tally);
        rules.book.count(Law::Payments, tally);
        tally.seen |= rules.book.bit_if(law == Law::Discards, Sight::Discarded);
    }
    same
}

/// A card of the hand was played (CAP-R9, CAP-R10): what it changes before its player, and who follows.
#[inline(always)]
fn played(rules: &Rules, before: &State, mv: Move, after: &State) -> bool {
    let side = usize::from(before.active & 1);
    let mine = &before.crews[side];
    let mut crew = *mine;
    let (card, taken) = match mv {
        Move::Discard { card } => {
            let can = before.phase == Phase::Equip && rules.table != Table::Teams;
            if !can || card >= 64 {
                return false;
            }
            crew.gear |= 1 << card;
            (card, rules.numbers.discard_coins)
        }
        _ => {
            let Some((kind, card, stack)) = spot(rules, before, mine, mv) else {
                return false;
            };
            let facts = rules.book.card(kind, card);
            let ground = rules.book.ground(before.row[stack / THIEVES]);
            let level = cards_of(mine, stack) % HEIGHT;
            let base = 1u64 << (stack * HEIGHT);
            let on_flipped = mine.flipped & (base << level >> 1 & !(base >> 1)) != 0;
            let dear = facts.cost > mine.coins;
            if facts.acts | on_flipped | dear | ground.pays | (card >= 64) {
                return false;
            }
            let safe = facts.protected | ground.shelters(kind, facts);
            crew.stacks[stack][level] = card;
            crew.filled |= base << level;
            crew.exposed = crew.exposed & !base | if safe { 0 } else { base };
            (card, facts.income.wrapping_sub(facts.cost))
        }
    };
    // A price is as many coins given back.
    let supply = before.supply.wrapping_sub(taken);
    crew.coins = mine.coins.wrapping_add(taken);
    supply <= rules.numbers.coins
        && same::crews(&crew, &after.crews[side])
        && same::crews(&before.crews[1 - side], &after.crews[1 - side])
        && goes_on(rules, before, (card, supply), after)
}

/// The stack on which a card goes; nothing when it cannot go there, or is the last that can.
#[inline(always)]
fn spot(rules: &Rules, before: &State, mine: &Crew, mv: Move) -> Option<(Kind, u8, usize)> {
    match (mv, before.phase) {
        (Move::Place { card, at }, Phase::Place) => {
            let place = usize::from(at);
            let standing = thieves_at(mine, place.min(rules.numbers.places - 1));
            let can =
                place < rules.numbers.places && standing + 1 < rules.numbers.thieves_at_location;
            can.then_some((Kind::Thieves, card, place * THIEVES + standing))
        }
        (Move::Equip { card, on }, Phase::Equip) => {
            let stack = usize::from(on) % STACKS;
            let cards = cards_of(mine, stack);
            let can = cards > 0 && cards < rules.numbers.gear_on_thief as usize;
            can.then_some((Kind::Gear, card, stack))
        }
        _ => None,
    }
}

/// Whether all but what lies before the players is as it should be: the other one follows, or the turn ends with hands
/// that go round.
#[inline(always)]
fn goes_on(rules: &Rules, before: &State, (card, supply): (u8, u8), after: &State) -> bool {
    let side = usize::from(before.active & 1);
    let bit = 1u64 << (card & 63);
    if before.hands[side] & bit == 0 || before.acting != NONE {
        return false;
    }
    let mut middle = State { supply, ..*before };
    middle.hands[side] ^= bit;
    middle.held[side] = middle.held[side].wrapping_sub(1);
    for known in &mut middle.known {
        *known &= !bit;
    }
    if before.played == 0 {
        middle.played = 1;
        middle.active ^= 1;
    } else {
        let Some(round) = round(rules, before) else {
            return false;
        };
        middle.played = 0;
        middle.turn = before.turn.wrapping_add(1);
        middle.active = round.first;
        let [cream, mint, ..] = middle.hands;
        match rules.table {
            Table::Two if middle.held[side] > 1 => {
                (middle.hands[0], middle.hands[1]) = (mint, cream);
                (middle.known[0], middle.known[1]) = (cream, mint);
                middle.held.swap(0, 1);
            }
            Table::Teams if middle.held[2] > 0 && middle.held[..2] == [1, 1] => {
                middle.active += 2;
                middle.phase = Phase::Pass;
                middle.hands = [0, 0, middle.hands[2] | cream, middle.hands[3] | mint];
                middle.held = [0, 0, middle.held[2] + 1, middle.held[3] + 1];
                middle.known[0] |= cream;
                middle.known[1] |= mint;
                middle.known[2] &= !cream;
                middle.known[3] &= !mint;
            }
            // The last turn of a round, and what is drawn, is left to the referee.
            _ => return false,
        }
    }
    same::middles(&middle, after)
}

#[inline(always)]
fn round(rules: &Rules, state: &State) -> Option<Round> {
    let round = usize::from(state.round).wrapping_sub(1);
    rules.numbers.rounds.get(round).copied()
}

/// What a Mastermind has to do in a round.
#[inline(always)]
fn plays(round: Round) -> Phase {
    match round.kind {
        Kind::Thieves => Phase::Place,
        Kind::Gear => Phase::Equip,
    }
}

/// The Snitch gave out its two cards (CAP-R19).
#[inline(never)]
fn dealt(rules: &Rules, before: &State, card: u8, after: &State) -> bool {
    let Some(round) = round(rules, before) else {
        return false;
    };
    let [cream, mint, drawn, other] = before.hands;
    let to_cream = 1u64 << (card & 63);
    let to_mint = drawn & !to_cream;
    let two = drawn & to_cream != 0 && to_mint.is_power_of_two();
    if before.phase != Phase::Deal || !two || card >= 64 {
        return false;
    }
    let (held, known) = (before.held, before.known);
    let middle = State {
        hands: [cream | to_cream, mint | to_mint, 0, other],
        held: [held[0] + 1, held[1] + 1, 0, held[3]],
        known: [
            known[0] & !to_cream,
            known[1] & !to_mint,
            known[2] | drawn,
            known[3],
        ],
        active: round.first,
        phase: plays(round),
        ..*before
    };
    same_but_for_hands(&middle, before, after)
}

/// A Lookout passed two cards (CAP-R21).
#[inline(never)]
fn passed(rules: &Rules, before: &State, (one, two): (u8, u8), after: &State) -> bool {
    let Some(round) = round(rules, before) else {
        return false;
    };
    let seat = usize::from(before.active & 3);
    let cards = 1u64 << (one & 63) | 1 << (two & 63);
    let hand = before.hands[seat];
    let two_cards = one != two && one.max(two) < 64 && hand & cards == cards;
    if before.phase != Phase::Pass || seat < 2 || !two_cards {
        return false;
    }
    let to = 3 - seat;
    let mut middle = *before;
    middle.hands[seat] ^= cards;
    middle.hands[to] |= cards;
    middle.held[seat] = middle.held[seat].wrapping_sub(2);
    middle.held[to] += 2;
    // Of what was in that hand nobody else knows now whether it went or stayed.
    let lost = if middle.hands[seat] != 0 { hand } else { 0 };
    for other in &mut middle.known {
        *other &= !lost;
    }
    middle.known[seat] = before.known[seat] | cards;
    middle.known[to] &= !cards;
    if before.played == 0 {
        middle.played = 1;
        middle.active ^= 1;
    } else {
        middle.played = 0;
        middle.active = round.first;
        middle.phase = plays(round);
    }
    same_but_for_hands(&middle, before, after)
}

#[inline(always)]
fn same_but_for_hands(middle: &State, before: &State, after: &State) -> bool {
    same::middles(middle, after)
        && same::crews(&before.crews[0], &after.crews[0])
        && same::crews(&before.crews[1], &after.crews[1])
}
