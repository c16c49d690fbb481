//! Each law is broken by hand: a real move, and a table after it (or before it) that somebody tampered with.

use super::games::{NEW, OLD, Triple, both, moves, watch};
use crate::games::hammers::laws::Law;
use crate::games::hammers::play::{Mark, Move, Phase, Rules, Side};
use crate::rules::{Kind, Laws};

fn deploys(_: &Rules, (_, mv, _): &Triple) -> bool {
    matches!(mv, Move::Deploy { .. })
}

fn launches(_: &Rules, (_, mv, _): &Triple) -> bool {
    matches!(mv, Move::Launch { .. })
}

fn ends_turn(_: &Rules, (before, mv, after): &Triple) -> bool {
    *mv == Move::End && before.turn + 1 == after.turn && !after.resolving
}

/// A round's end without a decision: the next one is dealt at once.
fn ends_round(_: &Rules, (before, mv, after): &Triple) -> bool {
    *mv == Move::End && before.round < after.round
}

fn lowest<T: Copy + std::ops::BitAnd<Output = T> + std::ops::Neg<Output = T>>(set: T) -> T {
    set & -set
}

fn one(set: u64) -> u64 {
    lowest(set as i64) as u64
}

fn one_of(set: u32) -> u32 {
    one(u64::from(set)) as u32
}

#[test]
fn a_card_in_two_places_or_in_none_breaks_i1() {
    for edition in both() {
        edition.broken(Law::Conserved, deploys, |_, after| {
            after.discard |= one(after.deck | after.sides[0].hand);
        });
        edition.broken(Law::Conserved, ends_turn, |_, after| {
            after.countries &= !one_of(after.countries);
            after.row[0] = after.row[1];
        });
        // The same before and after: only the whole count at a round's beginning finds it.
        let more =
            |rules: &Rules, triple: &Triple| ends_round(rules, triple) && triple.2.countries != 0;
        edition.broken(Law::Conserved, more, |before, after| {
            let country = one_of(after.countries);
            before.countries &= !country;
            after.countries &= !country;
        });
    }
}

#[test]
fn a_hand_too_small_or_a_card_deployed_twice_breaks_i2() {
    for edition in both() {
        edition.broken(Law::Hands, ends_turn, |_, after| {
            let card = one(after.sides[1].hand);
            after.sides[1].hand &= !card;
            after.sides[1].held -= 1;
            after.discard |= card;
        });
        // Somebody draws one card less.
        edition.broken(Law::Hands, ends_round, |before, after| {
            let card = one(after.sides[0].hand & !before.sides[0].hand);
            after.sides[0].hand &= !card;
            after.sides[0].held -= 1;
            after.deck |= card;
            after.deck_count += 1;
        });
        edition.broken(Law::Hands, deploys, |before, _| before.deployed = true);
        edition.broken(
            Law::Hands,
            |_, (before, mv, _)| *mv == Move::End && before.turn == 9,
            |before, _| before.sides[0].placed -= 1,
        );
    }
}

#[test]
fn a_country_that_nobody_owns_after_its_round_breaks_i3() {
    for edition in both() {
        let owns = |_: &Rules, (before, mv, after): &Triple| {
            matches!(mv, Move::Deploy { .. }) && before.sides[0].countries != 0 && after.round > 1
        };
        edition.broken(Law::Owned, owns, |_, after| {
            let country = one_of(after.sides[0].countries);
            after.sides[0].countries &= !country;
            after.countries |= country;
        });
        // The same before and after: only the count of all owned countries finds it.
        let owns = |_: &Rules, (before, mv, after): &Triple| {
            *mv == Move::End
                && before.round < after.round
                && before.sides[0].countries != 0
                && before.defcon == after.defcon
                && before.disloyal == 0
        };
        edition.broken(Law::Owned, owns, |before, after| {
            let country = one_of(before.sides[0].countries);
            for state in [before, after] {
                for side in &mut state.sides {
                    side.countries &= !country;
                }
                state.countries |= country;
            }
        });
    }
}

#[test]
fn defcon_that_moves_by_itself_or_too_far_breaks_i4() {
    for edition in both() {
        edition.broken(Law::Defcon, deploys, |_, after| after.defcon -= 1);
        edition.broken(Law::Defcon, ends_turn, |_, after| after.defcon = 9);
        let aggressive = |rules: &Rules, (before, mv, after): &Triple| match mv {
            Move::Launch { card, .. } => {
                let marks = rules.cards[usize::from(*card)].marks;
                marks.has(Mark::Aggressive) && before.defcon != after.defcon
            }
            _ => false,
        };
        edition.broken(Law::Defcon, aggressive, |before, after| {
            after.defcon = before.defcon
        });
        edition.broken(Law::Defcon, ends_round, |_, after| after.defcon = 1);
    }
    // A justification that is spent for nothing.
    let justified = |_: &Rules, (before, mv, _): &Triple| {
        matches!(mv, Move::Deploy { .. }) && before.justifications[0] != u8::MAX
    };
    NEW.broken(Law::Defcon, justified, |_, after| {
        after.justifications[0] = u8::MAX
    });
}

#[test]
fn a_crisis_that_is_missed_or_made_up_breaks_i5() {
    let calm = |_: &Rules, (before, mv, after): &Triple| {
        *mv == Move::End && before.round < after.round && before.defcon == after.defcon
    };
    let crisis = |_: &Rules, (before, mv, after): &Triple| {
        *mv == Move::End && before.round < after.round && before.defcon != after.defcon
    };
    for edition in both() {
        edition.broken(Law::Crises, calm, |_, after| {
            after.defcon = if after.defcon == 2 {
                5
            } else {
                after.defcon - 1
            };
        });
        edition.broken(Law::Crises, crisis, |before, after| {
            after.defcon = before.defcon
        });
    }
}

#[test]
fn a_penalty_of_the_wrong_size_or_for_the_wrong_player_breaks_i6() {
    let draws = |_: &Rules, (before, _, after): &Triple| {
        before.protests.count_ones() > after.protests.count_ones() + 1
    };
    OLD.broken(Law::Penalty, draws, |before, after| {
        let drawn = |side: &Side, old: &Side| side.protests & !old.protests;
        let from = usize::from(drawn(&after.sides[0], &before.sides[0]) == 0);
        let protest = one(drawn(&after.sides[from], &before.sides[from]));
        after.sides[from].protests &= !protest;
        after.protests |= protest;
    });
    OLD.broken(Law::Penalty, draws, |before, after| {
        let [caps, hammers] =
            [0, 1].map(|side: usize| after.sides[side].protests & !before.sides[side].protests);
        let (from, protest) = if caps != 0 {
            (0, one(caps))
        } else {
            (1, one(hammers))
        };
        after.sides[from].protests &= !protest;
        after.sides[1 - from].protests |= protest;
    });
    let flips = |_: &Rules, (before, mv, after): &Triple| {
        let more = after.sides[0].countries & !after.disloyal;
        matches!(mv, Move::Flip { .. }) && more != 0 && !before.resolving
    };
    NEW.broken(Law::Penalty, flips, |_, after| {
        after.disloyal |= one_of(after.sides[0].countries & !after.disloyal);
    });
    // It goes on although all is paid.
    let paid = |_: &Rules, (before, mv, after): &Triple| {
        matches!(mv, Move::Flip { .. }) && after.phase != Phase::Flip && !before.resolving
    };
    NEW.broken(Law::Penalty, paid, |before, after| {
        after.phase = Phase::Flip;
        after.owed = 1;
        after.price = before.price;
    });
    NEW.broken(Law::Penalty, paid, |before, _| before.owed = 0);
}

#[test]
fn more_given_back_than_labs_allow_or_less_breaks_i6_and_i7() {
    let returns = |_: &Rules, (_, mv, after): &Triple| {
        matches!(mv, Move::Return { .. }) && after.phase == Phase::Return
    };
    OLD.broken(Law::Restored, returns, |_, after| {
        let side = usize::from(after.active);
        let protest = one(after.sides[side].protests);
        after.sides[side].protests &= !protest;
        after.protests |= protest;
    });
    let restores = |_: &Rules, (_, mv, after): &Triple| {
        matches!(mv, Move::Restore { .. }) && after.disloyal != 0
    };
    NEW.broken(Law::Restored, restores, |_, after| {
        after.disloyal &= after.disloyal - 1
    });
    NEW.broken(Law::Restored, restores, |before, _| before.owed = 200);
    // All could be restored without a choice, but one was not.
    let at_once = |_: &Rules, (before, mv, after): &Triple| {
        ends_round(&NEW.rules, &(*before, *mv, *after)) && before.disloyal & !after.disloyal != 0
    };
    NEW.broken(Law::Restored, at_once, |before, after| {
        after.disloyal |= one_of(before.disloyal & !after.disloyal);
    });
}

#[test]
fn a_country_or_lab_for_the_loser_breaks_i7_and_i9() {
    for edition in both() {
        edition.broken(Law::Winners, ends_round, |before, after| {
            let won = 1 << before.row[0];
            let from = usize::from(after.sides[0].countries & won == 0);
            after.sides[from].countries &= !won;
            after.sides[1 - from].countries |= won;
        });
        let lab = |_: &Rules, (before, mv, after): &Triple| {
            *mv == Move::End && before.round < after.round && before.lab != after.lab
        };
        edition.broken(Law::Winners, lab, |before, after| {
            let won = 1 << before.lab;
            let from = usize::from(after.sides[0].labs & won == 0);
            after.sides[from].labs &= !won;
            after.sides[1 - from].labs |= won;
        });
    }
}

#[test]
fn a_launch_of_a_card_that_is_up_or_too_late_or_of_more_cards_breaks_i8() {
    let launched = |rules: &Rules, triple: &Triple| launches(rules, triple) && triple.0.turn < 8;
    for edition in both() {
        edition.broken(Law::Launches, launched, |before, _| {
            before.sides[usize::from(before.active)].down = 0;
        });
        edition.broken(Law::Launches, launched, |before, _| {
            before.sides[usize::from(before.active)].launched = u8::MAX;
        });
        let lies =
            |rules: &Rules, triple: &Triple| deploys(rules, triple) && triple.0.sides[0].placed > 0;
        edition.broken(Law::Launches, lies, |_, after| after.sides[0].down ^= 1);
        edition.broken(Law::Launches, lies, |_, after| after.sides[0].launched ^= 1);
        let first = |rules: &Rules, (before, mv, _): &Triple| match mv {
            Move::Launch { card, .. } => {
                rules.cards[usize::from(*card)].marks.has(Mark::FirstTurn) && before.deployed
            }
            _ => false,
        };
        // As if the card had been deployed in an earlier turn.
        edition.broken(Law::Launches, first, |before, after| {
            for state in [before, after] {
                state.deployed = false;
                state.phase = Phase::Turn;
            }
        });
    }
}

#[test]
fn a_card_that_moves_by_itself_breaks_i9_and_g12() {
    for edition in both() {
        let lies = |_: &Rules, (before, mv, _): &Triple| {
            *mv == Move::End && before.turn < 9 && before.sides[0].placed > 0
        };
        edition.broken(Law::Moves, lies, |_, after| {
            let side = &mut after.sides[0];
            let from = usize::from(side.place[0]);
            side.at[from] &= !1;
            side.at[(from + 1) % 4] |= 1;
            side.place[0] = ((from + 1) % 4) as u8;
        });
        let moves = |rules: &Rules, (before, mv, after): &Triple| {
            launches(rules, &(*before, *mv, *after))
                && before.sides[usize::from(before.active)].at
                    != after.sides[usize::from(before.active)].at
        };
        edition.broken(Law::Moves, moves, |before, after| {
            before.occupied = u8::MAX;
            after.occupied = u8::MAX;
        });
    }
}

/// The last move of each game.
fn is_over(_: &Rules, (_, _, after): &Triple) -> bool {
    after.phase == Phase::Over
}

#[test]
fn a_score_that_is_not_that_of_the_countries_breaks_i11_and_i9() {
    for edition in both() {
        // To the engine a single country is now a region; the recount asks the countries themselves.
        let mut rules = edition.rules.clone();
        rules.regions[0] &= rules.regions[0].wrapping_neg();
        let mut wrong = 0;
        for triple in edition.some(is_over) {
            if let Err(breach) = watch(&rules, triple) {
                assert_eq!(
                    breach.property,
                    rules.book.property(Law::Score),
                    "{}",
                    breach.says
                );
                wrong += 1;
            }
        }
        assert!(wrong > 0);
    }
}

#[test]
fn a_player_who_can_do_nothing_breaks_i12_and_i11() {
    for edition in both() {
        edition.broken(Law::Legal, ends_turn, |before, after| {
            for state in [before, &mut *after] {
                state.discard |= state.sides[0].hand | state.sides[1].hand;
                for side in &mut state.sides {
                    (side.hand, side.held) = (0, 0);
                }
            }
        });
        edition.broken(Law::Legal, ends_turn, |before, after| {
            (before.round, after.round) = (8, 8);
        });
    }
}

#[test]
fn the_wrong_player_s_turn_breaks_r7_and_r4() {
    for edition in both() {
        edition.broken(Law::Turns, ends_turn, |_, after| after.active ^= 1);
        edition.broken(Law::Turns, ends_turn, |_, after| after.turn += 1);
        edition.broken(Law::Turns, ends_round, |_, after| {
            after.first ^= 1;
            after.active ^= 1;
        });
    }
}

#[test]
fn a_later_tie_break_than_fewer_countries_is_told() {
    // As if the game had to be decided by points.
    let mut rules = NEW.rules.clone();
    rules.book.last_test = 0;
    let mut told = 0;
    moves(&rules, 400, |triple| {
        let Err(breach) = watch(&rules, triple) else {
            return;
        };
        let property = &rules.properties()[breach.property];
        assert_eq!(
            (property.id.as_str(), property.kind),
            ("CH2-I12", Kind::Never)
        );
        told += 1;
    });
    assert!(told > 0);
}
