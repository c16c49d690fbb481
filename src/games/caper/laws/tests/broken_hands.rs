//! Laws on hands, on what is known of them, and on turns are broken by hand, as in the tests beside these.

use super::broken::{ends_round, equips, one, places};
use super::games::{FOUR, THREE, TWO, Triple, all};
use crate::games::caper::laws::Law;
use crate::games::caper::play::{Kind, Move, Phase, Rules, State};

/// The second Mastermind has played, and the round goes on.
fn ends_turn(_: &Rules, (before, _, after): &Triple) -> bool {
    before.turn < after.turn
}

/// The first Mastermind has played, and the second one is to.
fn first_plays(_: &Rules, (before, mv, after): &Triple) -> bool {
    before.played == 0 && after.played == 1 && !matches!(mv, Move::Pass { .. })
}

/// A card of a hand goes back to the round's pile: gear in rounds of even number.
fn undeal(state: &mut State, seat: usize) {
    let card = one(state.hands[seat]);
    state.hands[seat] &= !card;
    state.held[seat] -= 1;
    match state.round % 2 {
        0 => state.gear |= card,
        _ => state.thieves |= card,
    }
}

#[test]
fn a_hand_that_is_not_swapped_or_too_small_breaks_i4() {
    TWO.broken(
        Law::Hands,
        "hand of the cream: expected ",
        ends_turn,
        |_, after| {
            after.hands.swap(0, 1);
        },
    );
    TWO.broken(Law::Hands, "hand of the ", first_plays, |_, after| {
        after.hands.swap(0, 1);
        after.held.swap(0, 1);
    });
    TWO.broken(
        Law::Hands,
        "cards in the hand of the cream",
        places,
        |_, after| {
            after.held[0] += 1;
        },
    );
    // Somebody is dealt one card less.
    let more = |rules: &Rules, triple: &Triple| ends_round(rules, triple) && triple.2.gear != 0;
    TWO.broken(
        Law::Hands,
        "a wrong number of cards was dealt",
        more,
        |_, after| undeal(after, 0),
    );
    for game in all() {
        game.broken(
            Law::Hands,
            "that was not in the hand",
            equips,
            |before, _| {
                let side = usize::from(before.active);
                before.gear |= before.hands[side];
                before.hands[side] = 0;
            },
        );
    }
}

#[test]
fn what_a_seat_cannot_know_or_has_forgotten_breaks_i8() {
    for game in all() {
        let holds = |_: &Rules, (_, mv, after): &Triple| {
            matches!(mv, Move::Equip { .. }) && after.hands[1] != 0 && after.known[0] == 0
        };
        game.broken(
            Law::Views,
            "that the cream knows: expected none",
            holds,
            |_, after| {
                after.known[0] |= one(after.hands[1]);
            },
        );
    }
    TWO.broken(Law::Views, "that the mint knows", ends_turn, |_, after| {
        after.known[1] = 0
    });
    let deals = |_: &Rules, (_, mv, _): &Triple| matches!(mv, Move::Deal { .. });
    THREE.broken(Law::Views, "that the snitch knows", deals, |_, after| {
        after.known[2] &= after.known[2] - 1;
    });
    let passes = |_: &Rules, (_, mv, _): &Triple| matches!(mv, Move::Pass { .. });
    FOUR.broken(Law::Views, "-lookout knows", passes, |before, after| {
        after.known[usize::from(before.active)] = 0;
    });
    // What is left in the Lookout's hand after a pass, nobody else knows.
    let stays = |_: &Rules, (before, mv, after): &Triple| {
        let seat = usize::from(before.active);
        matches!(mv, Move::Pass { .. })
            && after.hands[seat] & before.known[usize::from(5 - before.active)] != 0
    };
    FOUR.broken(Law::Views, "-lookout knows", stays, |before, after| {
        let other = usize::from(5 - before.active);
        after.known[other] |= before.known[other] & after.hands[usize::from(before.active)];
    });
}

#[test]
fn a_player_who_can_do_nothing_breaks_i9() {
    for game in all() {
        // The same before and after: the next player has no place for a thief.
        let stuck = |rules: &Rules, (before, mv, after): &Triple| {
            matches!(mv, Move::Place { card, .. } if rules.sheet(Kind::Thieves, *card).quiet)
                && after.phase == Phase::Place
                && before.active != after.active
        };
        game.broken(Law::Legal, "nothing can be done", stuck, |before, after| {
            let side = usize::from(after.active);
            for state in [before, after] {
                let crew = &mut state.crews[side];
                for place in 0..3 {
                    for stack in crew.thieves_at(place)..3 {
                        crew.filled |= 1 << (4 * (4 * place + stack));
                    }
                }
            }
        });
    }
}

#[test]
fn the_wrong_player_s_turn_breaks_r6() {
    for game in all() {
        game.broken(Law::Turns, "whose turn it is", first_plays, |_, after| {
            after.active ^= 1;
        });
        game.broken(Law::Turns, "turns completed", ends_turn, |_, after| {
            after.turn -= 1
        });
        game.broken(Law::Turns, "who has played", first_plays, |_, after| {
            after.played = 0
        });
        game.broken(
            Law::Turns,
            "something else was to be done",
            places,
            |before, _| {
                before.phase = Phase::Equip;
            },
        );
    }
}

#[test]
fn a_last_card_that_is_not_discarded_breaks_r8() {
    for game in all() {
        let gear = |rules: &Rules, triple: &Triple| {
            ends_round(rules, triple)
                && rules.round(triple.0.round).kind == Kind::Gear
                && !matches!(triple.1, Move::Discard { .. } | Move::Recover { .. })
        };
        // One player's last card lies in the other's discards.
        game.broken(Law::Discards, "discards of cream", gear, |before, after| {
            let card = after.crews[1].gear & !before.crews[1].gear;
            after.crews[1].gear &= !card;
            after.crews[0].gear |= card;
        });
        let later = |_: &Rules, (_, mv, after): &Triple| {
            matches!(mv, Move::Place { .. }) && after.crews[0].gear != 0
        };
        game.broken(Law::Discards, "discards of cream", later, |_, after| {
            let card = one(after.crews[0].gear);
            after.crews[0].gear &= !card;
            after.crews[1].gear |= card;
        });
    }
}

#[test]
fn what_the_snitch_did_not_draw_or_gives_to_the_wrong_player_breaks_r19() {
    let deals = |_: &Rules, (_, mv, _): &Triple| matches!(mv, Move::Deal { .. });
    THREE.broken(Law::Deals, "that it did not draw", deals, |before, _| {
        before.hands.swap(1, 2);
        before.held.swap(1, 2);
    });
    THREE.broken(Law::Deals, "hand of the cream", deals, |before, after| {
        let new = |seat: usize| after.hands[seat] & !before.hands[seat];
        let [cream, mint] = [new(0), new(1)];
        after.hands[0] ^= cream | mint;
        after.hands[1] ^= cream | mint;
    });
    THREE.broken(
        Law::Deals,
        "cards of the Snitch deck",
        ends_turn,
        |_, after| {
            after.snitch_deck += 1;
        },
    );
    THREE.broken(
        Law::Deals,
        "a wrong number of cards was dealt",
        ends_turn,
        |_, after| undeal(after, 2),
    );
}

#[test]
fn a_pass_to_the_own_mastermind_or_a_card_not_passed_back_breaks_r21() {
    let passes = |_: &Rules, (before, mv, after): &Triple| {
        matches!(mv, Move::Pass { .. }) && before.played == 0 && after.played == 1
    };
    FOUR.broken(Law::Passes, "hand of the cream", passes, |_, after| {
        after.hands.swap(0, 1);
        after.held.swap(0, 1);
    });
    FOUR.broken(
        Law::Passes,
        "something else than two cards of its hand",
        passes,
        |before, _| {
            before.hands.swap(2, 3);
        },
    );
    FOUR.broken(
        Law::Passes,
        "hand of the cream: expected none",
        ends_turn,
        |before, after| {
            let back = before.hands[0] & after.hands[2] | one(after.hands[2]);
            let back = one(back);
            after.hands[2] &= !back;
            after.hands[0] |= back;
        },
    );
}

#[test]
fn a_discard_of_a_team_that_could_play_breaks_r22() {
    let discards = |rules: &Rules, (before, mv, _): &Triple| {
        let side = usize::from(before.active);
        let affordable = rules.affordable[63];
        matches!(mv, Move::Discard { .. })
            && before.hands[side] & affordable != 0
            && before.crews[side].open(rules.numbers.gear_on_thief) != 0
    };
    FOUR.broken(
        Law::MustPlay,
        "could be paid for and placed",
        discards,
        |before, _| {
            let side = usize::from(before.active);
            before.supply -= before.supply.min(8);
            before.crews[side].coins = 60;
        },
    );
}
