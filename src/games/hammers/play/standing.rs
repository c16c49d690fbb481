//! Influence at a location, and who would win it.

use super::rules::Rules;
use super::state::{NONE, State};
use crate::games::hammers::abilities::{Beside, Operation};
use crate::rules::Bits;

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
    let counts = [0, 1].map(|side: usize| state.sides[side].at[place].count_ones() as u8);
    for side in [0, 1] {
        let mine = &state.sides[side];
        let beside = Beside {
            own: counts[side],
            opposing: counts[1 - side],
        };
        for slot in Bits(u64::from(mine.at[place])) {
            let worth = worth(rules, state, side, place, usize::from(slot), beside);
            standing.influence[side] += worth;
            let row = rules.row(mine.card[usize::from(slot)]);
            match &row.passive {
                Some(passive) if passive.unseen_by_crises() => {}
                _ => standing.seen += worth,
            }
            if row.passive.as_ref().is_some_and(|p| p.wins_ties()) {
                standing.ties |= 1 << side;
            }
        }
    }
    standing
}

/// The influence of one card in play: what is printed, or what an ability sets in its place, and what others add.
#[inline]
fn worth(
    rules: &Rules,
    state: &State,
    side: usize,
    place: usize,
    slot: usize,
    beside: Beside,
) -> u16 {
    let mine = &state.sides[side];
    let card = mine.card[slot];
    let row = rules.row(card);
    let mut worth = u16::from(row.influence);
    if let Some(passive) = &row.passive {
        worth = passive.worth(worth, beside);
    }
    if mine.launched >> slot & 1 == 1
        && let Some(operation) = &row.operation
    {
        let lab = mine.lab[slot];
        let lab = (lab != NONE).then(|| rules.labs[usize::from(lab)]);
        worth = operation.worth(worth, lab);
    }
    // Launched cards of its own side at the place may set it.
    let allies = mine.at[place] & mine.launched & !(1 << slot);
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
