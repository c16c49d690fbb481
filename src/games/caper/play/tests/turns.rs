//! Rounds, deals and turns (CAP-R4 to R8).

use serde_json::json;

use super::pinned::rules;
use super::walk::{each, everywhere, walk};
use crate::games::caper::play::{CREAM, Kind, MINT, NONE, Phase, SEATS, Table};
use crate::games::caper::tabletop::{play, refused, set};
use crate::rules::{Dice, Game, Legal, Rng, Silent};

#[test]
fn games_end_for_every_number_of_players() {
    for rules in everywhere() {
        for seed in 0..40 {
            let mut chance = Dice::new(seed);
            let mut rng = Rng::new(seed);
            let mut state = rules.set_up(&mut chance, &mut Silent);
            let decisions =
                rules.playout(&mut state, &mut chance, |_, legal| rng.below(legal.len()));
            assert!(decisions <= rules.longest());
            assert!(rules.outcome(&state).is_some());
            assert_eq!((state.thieves, state.gear), (0, 0), "CAP-I1");
        }
    }
}

#[test]
fn a_game_begins_with_three_locations_ten_coins_in_the_supply_and_four_thieves_each() {
    // CAP-R4, CAP-E1.
    let rules = rules("paris", "2");
    let state = rules.set_up(&mut Dice::new(5), &mut Silent);
    let lie = state.row.iter().filter(|location| **location != NONE);
    assert_eq!((lie.count(), state.locations.count_ones()), (3, 10));
    assert_eq!(
        (state.supply, state.crews.map(|crew| crew.coins)),
        (10, [0, 0])
    );
    assert_eq!(state.hands.map(u64::count_ones), [4, 4, 0, 0]);
    assert_eq!(
        (state.phase, usize::from(state.active)),
        (Phase::Place, CREAM)
    );
}

#[test]
fn each_round_deals_its_number_of_its_kind_and_names_who_plays_first() {
    // CAP-R5, CAP-R6, CAP-G1: two players have all of it in hand.
    let rules = rules("rome", "2");
    let mut rounds = Vec::new();
    let mut chance = Dice::new(1);
    let mut state = rules.set_up(&mut chance, &mut Silent);
    while rules.turn(&state).is_some() {
        if usize::from(state.round) > rounds.len() {
            let kind = rules.round(state.round).kind;
            assert_eq!(state.held[CREAM], state.held[MINT]);
            rounds.push((kind, state.held[CREAM], usize::from(state.active)));
        }
        let mv = rules.legal(&state).get(0);
        rules.apply(&mut state, mv, &mut chance, &mut Silent);
    }
    let (thieves, gear) = (Kind::Thieves, Kind::Gear);
    let expected = [
        (thieves, 4, CREAM),
        (gear, 6, MINT),
        (thieves, 3, CREAM),
        (gear, 6, MINT),
        (thieves, 2, CREAM),
        (gear, 6, MINT),
    ];
    assert_eq!(rounds, expected);
}

#[test]
fn first_one_plays_then_the_other_then_both_swap_their_whole_hands() {
    // CAP-R7.
    let rules = rules("paris", "2");
    let mut state = set(
        &rules,
        json!({"zones": {
            "hand/cream": ["the-dame", "the-artist", "the-banker"],
            "hand/mint": ["the-driver", "the-forger", "the-twins"],
        }}),
    );
    play(&rules, &mut state, &["place the-dame at 1"]);
    assert_eq!(usize::from(state.active), MINT);
    assert_eq!(
        refused(&rules, &state, "place the-artist at 1"),
        "not-in-hand"
    );
    let [cream, mint, ..] = state.hands;
    let log = play(&rules, &mut state, &["place the-driver at 1"]);
    let driver = mint & !state.hands[CREAM];
    assert_eq!(state.hands, [mint & !driver, cream, 0, 0]);
    assert!(
        log.contains(&"the-forger: hand/mint -> hand/cream, passed".to_owned()),
        "{log:?}"
    );
    assert_eq!(
        (state.turn, usize::from(state.active)),
        (2, CREAM),
        "the second of three turns is over"
    );
}

#[test]
fn whoever_is_left_with_one_card_discards_it_and_gets_no_coin() {
    // CAP-R8, CAP-E7.
    let rules = rules("paris", "2");
    let mut state = set(
        &rules,
        json!({"round": 2, "coins": {"mint": 1}, "zones": {
            "hand/cream": ["rope-ladder", "smoke-bomb"], "hand/mint": ["lock-picks", "loaded-dice"],
        }}),
    );
    play(&rules, &mut state, &["discard lock-picks"]);
    let log = play(&rules, &mut state, &["discard rope-ladder"]);
    for line in [
        "smoke-bomb: hand/cream -> discard/cream, up",
        "loaded-dice: hand/mint -> discard/mint, up",
        "round = 3",
    ] {
        assert!(log.contains(&line.to_owned()), "{line}: {log:?}");
    }
    assert_eq!(state.crews.map(|crew| crew.coins), [1, 2]);
    assert!(
        !log.iter().any(|line| line.contains("-> hand/mint, passed")),
        "no swap: {log:?}"
    );
}

#[test]
fn the_last_round_of_thieves_has_one_turn() {
    // CAP-E2.
    let rules = rules("paris", "2");
    let mut state = set(
        &rules,
        json!({"round": 5, "zones": {
            "hand/cream": ["the-dame", "the-artist"], "hand/mint": ["the-driver", "the-forger"],
        }}),
    );
    play(
        &rules,
        &mut state,
        &["place the-dame at 1", "place the-driver at 1"],
    );
    let discarded = state.crews.map(|crew| crew.thieves.count_ones());
    assert_eq!((state.round, discarded), (6, [1, 1]));
}

#[test]
fn each_player_has_three_two_and_one_turn_with_thieves_and_five_with_gear() {
    // CAP-R8, for every number of players.
    let mut turns = [0u8; 7];
    walk(
        2,
        |_, _, _| {},
        |(_, before, _, after, _)| {
            if before.turn < after.turn {
                turns[usize::from(before.round)] = after.turn;
            } else if before.round < after.round {
                assert_eq!(
                    (before.turn, after.turn),
                    (turns[usize::from(before.round)], 0)
                );
                turns[usize::from(before.round)] += 1;
            }
            if after.phase == Phase::Over {
                assert_eq!(turns, [0, 3, 5, 2, 5, 1, 5]);
                turns = [0; 7];
            }
        },
    );
}

#[test]
fn cards_are_never_lost_and_held_is_the_size_of_each_hand() {
    // CAP-I1.
    let mut tables = 0;
    let mut whole = |rules: &super::super::Rules, state: &super::super::State| {
        let census = rules
            .census(state)
            .into_iter()
            .map(|(card, _)| usize::from(card.0));
        assert!(census.eq(0..rules.names.cards.len()), "{state:?}");
        for seat in 0..SEATS {
            assert_eq!(u32::from(state.held[seat]), state.hands[seat].count_ones());
        }
        tables += 1;
    };
    each(2, |(rules, _, _, after, _)| whole(rules, after));
    assert!(tables > 1000, "{tables}");
}

#[test]
fn six_thieves_lie_before_each_and_all_other_cards_are_discarded() {
    // CAP-I3.
    each(3, |(rules, _, _, after, _)| {
        if after.phase == Phase::Over {
            for crew in &after.crews {
                let thieves: usize = (0..3).map(|place| crew.thieves_at(place)).sum();
                let gear = crew.filled.count_ones() as usize - thieves;
                assert_eq!((thieves, crew.thieves.count_ones()), (6, 3));
                assert_eq!(
                    gear + crew.gear.count_ones() as usize,
                    18,
                    "{:?}",
                    rules.table
                );
            }
        }
    });
}

#[test]
fn only_the_first_turn_of_two_is_played_with_hands_that_nobody_has_seen() {
    // CAP-R7: from then on each knows the other's cards.
    each(2, |(rules, before, _, _, _)| {
        if rules.table == Table::Two {
            for side in [CREAM, MINT] {
                let theirs = before.hands[1 - side];
                let known = if before.turn == 0 { 0 } else { theirs };
                assert_eq!(before.known[side], known);
            }
        }
    });
}
