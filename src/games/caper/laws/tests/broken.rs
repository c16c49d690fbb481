//! Laws on what lies on the table are broken by hand: a real move, and a table after it (or before it) that somebody
//! tampered with.

use super::games::{Triple, all, watch};
use crate::games::caper::Reach;
use crate::games::caper::abilities::Ability;
use crate::games::caper::laws::cards::due;
use crate::games::caper::laws::{Law, properties};
use crate::games::caper::play::{Kind, Move, NONE, Phase, Rules, State};

pub fn places(_: &Rules, (_, mv, _): &Triple) -> bool {
    matches!(mv, Move::Place { .. })
}

pub fn equips(_: &Rules, (_, mv, _): &Triple) -> bool {
    matches!(mv, Move::Equip { .. })
}

fn flips(_: &Rules, (_, mv, _): &Triple) -> bool {
    matches!(mv, Move::Flip { .. })
}

/// A round's end: the next one is dealt.
pub fn ends_round(_: &Rules, (before, _, after): &Triple) -> bool {
    before.round < after.round && after.phase != Phase::Over
}

/// The side of whoever does not play.
fn theirs_of(state: &State) -> usize {
    usize::from(1 - (state.active & 1))
}

pub fn one(set: u64) -> u64 {
    set & set.wrapping_neg()
}

#[test]
fn a_card_in_two_places_or_in_none_breaks_i1() {
    for game in all() {
        let left = |rules: &Rules, triple: &Triple| places(rules, triple) && triple.2.gear != 0;
        game.broken(Law::Conserved, "in two places: ", left, |_, after| {
            after.crews[0].gear |= one(after.gear);
        });
        game.broken(Law::Conserved, "in no place: ", left, |_, after| {
            after.gear &= after.gear - 1;
        });
        game.broken(Law::Conserved, "in two places: ", equips, |_, after| {
            after.locations |= 1 << after.row[1];
        });
        // Two locations have changed places.
        game.broken(Law::Conserved, "on the mats", equips, |_, after| {
            after.row.swap(0, 1)
        });
        // The same before and after: only the whole count at a round's beginning finds it.
        let more = |rules: &Rules, triple: &Triple| ends_round(rules, triple) && triple.2.gear != 0;
        game.broken(Law::Conserved, "in no place: ", more, |before, after| {
            let gear = one(after.gear & before.gear);
            before.gear &= !gear;
            after.gear &= !gear;
        });
    }
}

#[test]
fn a_coin_made_or_lost_breaks_i2() {
    for game in all() {
        game.broken(Law::Coins, "coins in all", places, |_, after| {
            after.supply += 1
        });
        game.broken(Law::Coins, "coins in all", equips, |_, after| {
            after.crews[1].coins = after.crews[1].coins.wrapping_sub(1) & 63;
        });
        game.broken(Law::Coins, "coins in all", ends_round, |_, after| {
            after.supply += 1
        });
    }
}

#[test]
fn more_cards_than_fit_or_fewer_than_were_played_break_i3() {
    for game in all() {
        // A fourth thief where three stand.
        let full = |_: &Rules, (before, mv, _): &Triple| match mv {
            Move::Place { at, .. } => {
                let place = usize::from(*at) + 1;
                place < 3 && before.crews[usize::from(before.active)].thieves_at(place) == 3
            }
            _ => false,
        };
        game.broken(
            Law::Limits,
            "4 thieves at location",
            full,
            |before, after| {
                let mine = &mut after.crews[usize::from(before.active)];
                let new = mine.filled & !before.crews[usize::from(before.active)].filled;
                let from = new.trailing_zeros() as usize / 4;
                let to = (from / 4 + 1) * 4 + 3;
                mine.filled ^= new | 1 << (to * 4);
                mine.exposed = mine.exposed & !new | 1 << (to * 4);
                mine.stacks[to][0] = mine.stacks[from][0];
                mine.stacks[from][0] = NONE;
            },
        );
    }
}

#[test]
fn a_card_that_turns_by_itself_or_may_not_be_turned_breaks_i5() {
    for game in all() {
        let lies = |_: &Rules, (before, mv, after): &Triple| {
            matches!(mv, Move::Place { .. } | Move::Discard { .. })
                && after.crews[0].flipped != 0
                && before.round == after.round
        };
        game.broken(
            Law::Flips,
            "expected \"flipped\", found \"face up\"",
            lies,
            |_, after| {
                after.crews[0].flipped &= after.crews[0].flipped - 1;
            },
        );
        // A second card is turned.
        let up = |_: &Rules, (before, mv, after): &Triple| {
            let theirs = &after.crews[theirs_of(before)];
            matches!(mv, Move::Flip { .. }) && theirs.exposed != 0
        };
        game.broken(Law::Flips, "found \"flipped\"", up, |before, after| {
            let theirs = &mut after.crews[theirs_of(before)];
            let stack = theirs.exposed.trailing_zeros() as usize / 4;
            theirs.flip(stack);
        });
        // The card is turned, and can be turned again.
        game.broken(Law::Flips, "that can be flipped", flips, |before, after| {
            let stack = turned(before, after);
            after.crews[theirs_of(before)].exposed |= 1 << (4 * stack);
        });
        // It was turned already.
        game.broken(Law::Flips, "flipped already", flips, |before, after| {
            let side = theirs_of(before);
            before.crews[side].flipped = after.crews[side].flipped;
        });
        game.broken(Law::Flips, "no flip was to be made", flips, |before, _| {
            before.flips = 0
        });
        // There was something to flip, and nobody was asked.
        let asked = |_: &Rules, (before, mv, after): &Triple| {
            matches!(mv, Move::Equip { .. }) && after.phase == Phase::Flip && before.played == 0
        };
        game.broken(Law::Flips, "what is to be done", asked, |before, after| {
            after.phase = Phase::Equip;
            after.active = 1 - before.active;
            after.played = 1;
            (after.flips, after.acting, after.acting_at) = (0, NONE, NONE);
        });
        game.broken(Law::Flips, "flips still to come", asked, |_, after| {
            after.flips += 1
        });
    }
}

/// The stack whose topmost card was turned between two tables.
fn turned(before: &State, after: &State) -> u32 {
    let side = theirs_of(before);
    let new = after.crews[side].flipped & !before.crews[side].flipped;
    new.trailing_zeros() / 4
}

#[test]
fn a_flip_that_reaches_too_far_or_turns_a_protected_card_breaks_i5() {
    for game in all() {
        let near = |rules: &Rules, (before, mv, _): &Triple| {
            let here = Some(Reach::Here);
            let reach = due(rules, before).map(|flip| flip.reach.unwrap_or(rules.numbers.reach));
            matches!(mv, Move::Flip { .. }) && reach == here
        };
        game.broken(
            Law::Flips,
            "a flip reached another location",
            near,
            |before, _| {
                before.acting_at = (before.acting_at + 1) % 3;
            },
        );
        let mut told = 0;
        let mut rules = game.rules.clone();
        let rows = || game.rules.thief_rows.iter().chain(&game.rules.gear_rows);
        let mut gives = rows().flat_map(|row| &row.gives);
        let shield = gives.find(|ability| matches!(ability, Ability::Protected(_)));
        for row in rules.thief_rows.iter_mut().chain(&mut rules.gear_rows) {
            row.gives.extend(shield.cloned());
        }
        // The laws read that every card protects itself.
        rules.book = properties(&rules).1;
        for triple in game.some(flips) {
            let breach = watch(&rules, triple).unwrap_err();
            assert_eq!(breach.property, rules.book.property(Law::Flips));
            assert!(breach.says.starts_with("a flip turned a protected card: "));
            told += 1;
        }
        assert!(told > 0);
    }
}

#[test]
fn a_thief_that_moves_or_was_not_to_be_placed_there_breaks_r9() {
    for game in all() {
        let stands = |_: &Rules, (_, mv, after): &Triple| {
            matches!(mv, Move::Place { .. })
                && after.crews[0].filled & 0xf == 1
                && after.crews[0].filled >> 16 & 0xf == 1
        };
        // Two thieves change their places.
        game.broken(
            Law::Thieves,
            "card of cream at location 1",
            stands,
            |_, after| {
                let stacks = &mut after.crews[0].stacks;
                (stacks[0][0], stacks[4][0]) = (stacks[4][0], stacks[0][0]);
            },
        );
    }
}

#[test]
fn gear_that_was_not_paid_for_or_changes_its_thief_breaks_r10() {
    for game in all() {
        let dear = |rules: &Rules, (_, mv, _): &Triple| match mv {
            Move::Equip { card, .. } => rules.sheet(Kind::Gear, *card).cost > 0,
            _ => false,
        };
        game.broken(Law::Gear, "could not pay for: ", dear, |before, _| {
            let mine = &mut before.crews[usize::from(before.active)];
            before.supply += mine.coins;
            mine.coins = 0;
        });
        let two = |_: &Rules, (_, mv, after): &Triple| {
            let stack = |s: usize| after.crews[0].filled >> (4 * s) & 3 == 3;
            matches!(mv, Move::Equip { .. }) && stack(0) && stack(4) && after.phase == Phase::Equip
        };
        game.broken(Law::Gear, "card of cream at location 1", two, |_, after| {
            let stacks = &mut after.crews[0].stacks;
            (stacks[0][1], stacks[4][1]) = (stacks[4][1], stacks[0][1]);
        });
    }
}

#[test]
fn coins_that_no_card_gives_break_r13() {
    for game in all() {
        let rich = |_: &Rules, (before, mv, after): &Triple| {
            matches!(mv, Move::Equip { .. } | Move::Place { .. })
                && after.supply > 0
                && before.supply < 12
        };
        game.broken(Law::Payments, "coins in the supply", rich, |_, after| {
            after.supply -= 1;
            after.crews[1].coins += 1;
        });
        // A last card is discarded for a coin.
        let last =
            |rules: &Rules, triple: &Triple| ends_round(rules, triple) && triple.2.supply > 1;
        game.broken(Law::Payments, "coins in the supply", last, |_, after| {
            after.supply -= 1;
            after.crews[0].coins += 1;
        });
        let flips = |_: &Rules, (_, mv, after): &Triple| {
            matches!(mv, Move::Flip { .. }) && after.supply > 0
        };
        game.broken(Law::Payments, "coins in the supply", flips, |_, after| {
            after.supply -= 1;
            after.crews[0].coins += 1;
        });
    }
}

#[test]
fn gear_that_comes_back_from_nowhere_breaks_g9() {
    for game in all() {
        let recovers = |_: &Rules, (_, mv, _): &Triple| matches!(mv, Move::Recover { .. });
        game.broken(
            Law::Recoveries,
            "that no card brings back",
            recovers,
            |before, _| {
                before.recovers = 0;
            },
        );
        game.broken(
            Law::Recoveries,
            "at another location",
            recovers,
            |before, _| {
                before.acting_at ^= 1;
            },
        );
        game.broken(
            Law::Recoveries,
            "not among the own discards",
            recovers,
            |before, _| {
                let (mine, theirs) = match &mut before.crews {
                    [cream, mint] if before.active == 0 => (cream, mint),
                    [cream, mint] => (mint, cream),
                };
                theirs.gear |= mine.gear;
                mine.gear = 0;
            },
        );
        let leaves = |_: &Rules, (_, mv, _): &Triple| matches!(mv, Move::Leave);
        game.broken(
            Law::Recoveries,
            "that no card brings back",
            leaves,
            |before, _| {
                before.recovers = 0;
            },
        );
        let asked = |_: &Rules, (_, _, after): &Triple| after.phase == Phase::Recover;
        game.broken(
            Law::Recoveries,
            "gear that may come back",
            asked,
            |_, after| {
                after.recovers += 1;
            },
        );
    }
}
