//! What was seen to happen: that a card or a rule made a difference.

use crate::games::hammers::abilities::{MoveSelf, Operation};
use crate::games::hammers::play::{PLACES, Rules, SLOTS, State};
use crate::rules::{Bits, Tally};

use super::book::{ALONE, OCCUPY, OPPOSED, PAIR_COUNTRY, Sight, TIES, UNSEEN, operation};
use super::points::{End, Points};
use super::recount::{Count, default_of};

/// A location is won or tied at the end of a round; `default` is the faction printed on a country. Gives what was seen.
#[inline]
pub fn resolved(
    rules: &Rules,
    state: &State,
    place: usize,
    count: &Count,
    default: Option<u8>,
) -> u64 {
    let book = &rules.book;
    let winner = count.winner(default);
    let [caps, hammers] = count.influence;
    let mut seen = book.bit_if(count.cards == [0, 0], Sight::LEFT_EMPTY);
    if caps == hammers {
        let yours = count.ties[0] != count.ties[1];
        seen |= match default {
            None => book.bit(Sight::TIED_LAB),
            Some(default) if yours => {
                let changed = winner != Some(usize::from(default));
                book.bit(Sight::TIED_WITH_TIES) | book.bit_if(changed, Sight::passive(TIES))
            }
            Some(_) if caps == 0 => book.bit(Sight::TIED_AT_NOTHING),
            Some(_) => book.bit(Sight::TIED_BY_DEFAULT),
        };
    }
    // The winner as it would be if a passive did nothing.
    for (gain, passive) in [(count.alone, ALONE), (count.opposed, OPPOSED)] {
        if gain != [0, 0] {
            let without = count.winner_of([caps - gain[0], hammers - gain[1]], default);
            seen |= book.bit_if(without != winner, Sight::passive(passive));
        }
    }
    let prevented = !count.crisis(rules) && caps + hammers >= rules.numbers.crisis as i16;
    seen |= book.bit_if(prevented, Sight::passive(UNSEEN));
    if state.paired[place % PLACES] != 0 {
        // It was taken from the opponent of whoever has such a card here.
        let taken = winner.is_some_and(|side| has_paired(rules, state, side, place));
        seen |= book.bit_if(taken, Sight::mattered(PAIR_COUNTRY));
    }
    seen
}

/// Whether a side has a launched card at the place that pairs countries.
fn has_paired(rules: &Rules, state: &State, side: usize, place: usize) -> bool {
    let mine = &state.sides[side];
    Bits(u64::from(mine.at[place % PLACES] & mine.launched)).any(|slot| {
        let row = rules.row(mine.card[usize::from(slot) % SLOTS]);
        matches!(row.operation, Some(Operation::PairCountry(_)))
    })
}

/// An operation was launched: whether it changed at once who would win a location, or whether it would be in a crisis.
#[inline]
pub fn launched(
    rules: &Rules,
    before: &State,
    after: &State,
    (card, target): (u8, u8),
    tally: &mut Tally,
) {
    let Some(ability) = &rules.row(card).operation else {
        return;
    };
    let mattered = Sight::mattered(operation(ability));
    if !rules.book.wanted(mattered, tally) {
        return;
    }
    let side = usize::from(before.active & 1);
    let Some(slot) = before.sides[side].slot_of(card) else {
        return;
    };
    let here = before.sides[side].place_of(slot);
    let seen = match ability {
        Operation::SetInfluence(_) | Operation::PairLab(_) => {
            worth_otherwise(rules, after, (side, slot, here))
        }
        Operation::AllyInfluence(_) => {
            let mine = &before.sides[side];
            let allies = Bits(u64::from(mine.at[here % PLACES]));
            let mut cards = allies.map(|ally| mine.card[usize::from(ally) % SLOTS]);
            let named = rules.row(card).named;
            cards.any(|card| named >> (card & 63) & 1 == 1)
                && stands_otherwise(rules, before, after, here)
        }
        Operation::MoveSelf(_) => {
            stands_otherwise(rules, before, after, here)
                || stands_otherwise(rules, before, after, usize::from(target))
        }
        Operation::CarryHidden(_) => {
            let there = before.sides[side].place_of(usize::from(target / 8) % SLOTS);
            stands_otherwise(rules, before, after, here)
                || stands_otherwise(rules, before, after, there)
        }
        Operation::Reveal(_) => {
            let revealed = before.sides[1 - side].card[usize::from(target) % SLOTS];
            rules.row(revealed).operation.is_some()
        }
        // Seen when the justification is spent, the round resolved, a move refused.
        Operation::Justify(_) | Operation::PairCountry(_) | Operation::Occupy(_) => false,
    };
    tally.seen |= rules.book.bit_if(seen, mattered);
}

/// Whether a location has another would-be winner, or another standing towards a crisis.
#[inline(never)]
fn stands_otherwise(rules: &Rules, before: &State, after: &State, place: usize) -> bool {
    let [old, new] = [before, after].map(|state| {
        let count = Count::of(rules, state, place);
        let winner = count.winner(default_of(rules, state, place));
        (winner, count.crisis(rules))
    });
    old != new
}

/// The same, when nothing has changed but the worth of one card, by its own launch.
#[inline(never)]
fn worth_otherwise(
    rules: &Rules,
    after: &State,
    (side, slot, place): (usize, usize, usize),
) -> bool {
    let new = Count::of(rules, after, place);
    let gain = new.gain(rules, &after.sides[side], side, slot);
    let mut old = new;
    old.influence[side] -= gain;
    old.seen -= if rules.book.worth(after.sides[side].card[slot]).unseen {
        0
    } else {
        gain
    };
    let default = default_of(rules, after, place);
    let stands = |count: &Count| (count.winner(default), count.crisis(rules));
    gain != 0 && stands(&old) != stands(&new)
}

/// Whether a card of the one whose turn it is could be launched, but for an occupied location.
#[inline]
pub fn refused(rules: &Rules, state: &State, tally: &mut Tally) {
    let mattered = Sight::mattered(OCCUPY);
    if state.occupied == 0 || !rules.book.wanted(mattered, tally) {
        return;
    }
    let side = usize::from(state.active & 1);
    let (mine, theirs) = (&state.sides[side], &state.sides[1 - side]);
    let refused = Bits(u64::from(mine.down)).any(|slot| {
        let slot = usize::from(slot) % SLOTS;
        let here = mine.place_of(slot);
        let row = rules.row(mine.card[slot]);
        match &row.operation {
            Some(Operation::MoveSelf(how)) => {
                let near = match how {
                    MoveSelf::Adjacent => 1u32 << here << 1 | 1 << here >> 1,
                    MoveSelf::Anywhere => !(1 << here),
                };
                u32::from(state.occupied) & near != 0
            }
            Some(Operation::CarryHidden(_)) if theirs.down & theirs.at[here % PLACES] != 0 => {
                Bits(u64::from(mine.down & !mine.at[here % PLACES])).any(|partner| {
                    let partner = usize::from(partner) % SLOTS;
                    let named = row.named >> (mine.card[partner] & 63) & 1 == 1;
                    named && state.occupied >> mine.place_of(partner) & 1 == 1
                })
            }
            _ => false,
        }
    });
    tally.seen |= rules.book.bit_if(refused, mattered);
}

/// The game is over.
pub fn over(rules: &Rules, points: &[Points; 2], end: End, tally: &mut Tally) {
    let book = &rules.book;
    let complete = points.iter().any(|mine| mine.regions > 0);
    tally.seen |= book.bit_if(complete, Sight::REGION);
    tally.seen |= book.bit(match super::points::word(rules, end.test) {
        "points" => Sight::BY_POINTS,
        "fewer-countries" => Sight::BY_FEWER_COUNTRIES,
        "more-regions" => Sight::BY_MORE_REGIONS,
        _ => Sight::DRAW,
    });
    tally.seen |= match end.winner {
        Some(0) => book.bit(Sight::CAPS_WON),
        Some(_) => book.bit(Sight::HAMMERS_WON),
        None => 0,
    };
}
