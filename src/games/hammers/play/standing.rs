//! Influence at a location, and who would win it.

use super::rules::Rules;
use super::state::{Mark, NONE, PLACES, SLOTS, Side, State};
use crate::games::hammers::abilities::Operation;
use crate::rules::{Bits, ones};

/// Influence of both sides at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// By side.
    pub influence: [u16; 2],
    /// Of both together, cards unseen by crises left out (CH1-R13, CH2-R12).
    pub seen: u16,
    /// Sides that have ties here, as a mask.
    pub ties: u8,
}

/// Adds up the cards at a place (CH1-R11, CH2-R10): launched or not, face up or down.
#[inline]
pub fn standing(rules: &Rules, state: &State, place: usize) -> Standing {
    let mut standing = Standing::default();
    for side in [0, 1] {
        for slot in Bits(u64::from(state.sides[side].at[place])) {
            add(rules, state, side, usize::from(slot), place, &mut standing);
        }
    }
    standing
}

/// The standings of all places.
#[inline]
pub fn standings(rules: &Rules, state: &State) -> [Standing; PLACES] {
    let mut standings = [Standing::default(); PLACES];
    for side in [0, 1] {
        let mine = &state.sides[side];
        for slot in 0..usize::from(mine.placed).min(SLOTS) {
            let place = mine.place_of(slot) % PLACES;
            add(rules, state, side, slot, place, &mut standings[place]);
        }
    }
    standings
}

/// Adds a card in play to the standing of its place.
#[inline]
fn add(
    rules: &Rules,
    state: &State,
    side: usize,
    slot: usize,
    place: usize,
    standing: &mut Standing,
) {
    let mine = &state.sides[side];
    let here = mine.at[place];
    let (own, opposing) = (ones(here), ones(state.sides[1 - side].at[place]));
    let sheet = rules.cards[usize::from(mine.card[slot] & 63)];
    let row = &rules.rows[usize::from(sheet.row)];
    let printed =
        |launched: u8| u16::from(row.worth[usize::from(launched)][own as usize][opposing as usize]);
    let mut worth = printed(mine.launched >> slot & 1);
    if mine.lab[slot] != NONE {
        worth = with_lab(rules, mine, slot, printed(0));
    }
    let allies = here & mine.launched & mine.marks.slots(Mark::Ally);
    if allies != 0 {
        worth = beside_allies(rules, mine, allies, slot, worth);
    }
    standing.influence[side] += worth;
    standing.seen += if sheet.unseen { 0 } else { worth };
    standing.ties |= u8::from(sheet.ties) << side;
}

/// The influence of a launched card, after its operation with the lab that is paired with it.
#[inline]
fn with_lab(rules: &Rules, mine: &Side, slot: usize, worth: u16) -> u16 {
    let lab = rules.labs.get(usize::from(mine.lab[slot])).copied();
    let operation = rules.row(mine.card[slot]).operation.as_ref();
    operation.map_or(worth, |operation| operation.worth(worth, lab))
}

/// The influence of a card beside launched cards that may set it, itself perhaps among them.
#[inline]
fn beside_allies(rules: &Rules, mine: &Side, allies: u8, slot: usize, mut worth: u16) -> u16 {
    let card = mine.card[slot];
    for ally in Bits(u64::from(allies)) {
        let ally = rules.row(mine.card[usize::from(ally)]);
        if ally.named >> card & 1 == 1
            && let Some(Operation::AllyInfluence(ability)) = &ally.operation
        {
            worth = u16::from(ability.influence);
        }
    }
    worth
}

/// Who wins the place (CH1-R11, R12; CH2-R11). `None`: a tied lab stays in play (CH1-G5, CH2-G6).
#[inline]
pub fn winner(rules: &Rules, state: &State, place: usize, standing: &Standing) -> Option<usize> {
    let [caps, hammers] = standing.influence;
    if caps != hammers {
        return Some(usize::from(hammers > caps));
    }
    if rules.is_lab(place) {
        return None;
    }
    Some(match standing.ties {
        0b01 => 0,
        0b10 => 1,
        _ => usize::from(rules.countries[usize::from(state.row[place])].default),
    })
}
