//! Dealing a round, and taking turns in it.

use serde_json::json;

use crate::games::hammers::play::{HAMMERS, NONE, Phase};
use crate::games::hammers::testing::{EDITIONS, FIRST, SECOND, play, refused, rules, set, table};
use crate::rules::{Dice, Game, Notation, Silent};

#[test]
fn a_game_begins_with_seven_cards_each_three_countries_and_the_first_lab() {
    // CH1-R6, CH1-R8, CH2-R2, CH2-R3.
    for game in EDITIONS {
        let rules = rules(game);
        let state = rules.set_up(&mut Dice::new(3), &mut Silent);
        for side in &state.sides {
            assert_eq!((side.hand.count_ones(), side.held), (7, 7));
        }
        let lie = state.row.iter().filter(|country| **country != NONE);
        assert_eq!((lie.count(), state.lab), (3, 0));
        assert_eq!((state.round, state.turn, state.defcon), (1, 0, 5));
    }
}

#[test]
fn who_has_more_of_the_countries_by_default_begins() {
    // CH1-R7, CH2-R4.
    for game in EDITIONS {
        let rules = rules(game);
        let mut began = [0, 0];
        for seed in 0..40 {
            let state = rules.set_up(&mut Dice::new(seed), &mut Silent);
            let hammers = |country: &&u8| {
                let sheet = rules.countries.get(usize::from(**country));
                sheet.is_some_and(|c| usize::from(c.default) == HAMMERS)
            };
            let hammers = state.row.iter().filter(hammers).count();
            assert_eq!(usize::from(state.first), usize::from(hammers >= 2));
            assert_eq!(state.active, state.first);
            began[usize::from(state.first)] += 1;
        }
        assert!(began[0] > 0 && began[1] > 0, "{game}: {began:?}");
    }
}

#[test]
fn a_turn_deploys_one_card_of_the_hand_never_none_and_never_two() {
    // CH1-R9, CH2-R5.
    for game in EDITIONS {
        let (rules, mut state) = table(
            game,
            json!({"turn": "caps", "zones": {
                "hand/caps": ["spy#1", "spy#2"], "hand/hammers": ["admiral#1"],
            }}),
        );
        assert_eq!(refused(&rules, &state, "end"), "must-deploy");
        assert_eq!(
            refused(&rules, &state, "deploy admiral#1 at 1"),
            "not-in-hand"
        );
        assert_eq!(
            refused(&rules, &state, "deploy spy#1 at 5"),
            "no-such-place"
        );
        play(&rules, &mut state, &["deploy spy#1 at 4"]);
        assert_eq!(
            refused(&rules, &state, "deploy spy#2 at 1"),
            "already-deployed"
        );
        play(&rules, &mut state, &["end"]);
        assert_eq!((state.active, state.turn), (1, 1));
        assert_eq!(refused(&rules, &state, "deploy spy#2 at 1"), "not-in-hand");
    }
}

#[test]
fn operations_are_launched_before_and_after_the_deployment_and_from_the_card_just_deployed() {
    // CH1-G2, CH2-R5.
    for game in EDITIONS {
        let (rules, mut state) = table(
            game,
            json!({"turn": "caps", "zones": {
                "hand/caps": ["admiral#3"], "field/1/caps": ["admiral#1", "admiral#2"],
            }}),
        );
        play(
            &rules,
            &mut state,
            &[
                "launch admiral#1 to 2",
                "deploy admiral#3 at 3",
                "launch admiral#3 to 4",
                "launch admiral#2 to 2",
            ],
        );
        let caps = &state.sides[0];
        assert_eq!((caps.launched, caps.down), (0b111, 0));
    }
}

#[test]
fn only_cards_of_ones_own_that_are_in_play_are_launched() {
    // CH1-R10, CH2-R6.
    for game in EDITIONS {
        let (rules, state) = table(
            game,
            json!({"turn": "caps", "zones": {
                "hand/caps": ["admiral#1"], "field/1/hammers": ["admiral#2"],
            }}),
        );
        for card in ["admiral#1", "admiral#2"] {
            let text = format!("launch {card} to 2");
            assert_eq!(refused(&rules, &state, &text), "not-in-play");
        }
    }
}

#[test]
fn other_phases_have_other_moves() {
    let (rules, state) = table(
        SECOND,
        json!({"turn": "caps", "zones": {"hand/caps": ["spy#1"]}, "owned": {"caps": ["japan"]}}),
    );
    for text in ["flip japan", "restore japan", "keep"] {
        assert_eq!(refused(&rules, &state, text), "not-now");
    }
    let (rules, state) = table(
        SECOND,
        json!({
            "turn": "caps", "phase": "flip", "owed": 1, "owned": {"caps": ["japan", "korea"]},
            "zones": {"hand/caps": ["spy#1"]},
        }),
    );
    for text in ["deploy spy#1 at 1", "end", "restore japan"] {
        assert_eq!(refused(&rules, &state, text), "not-now");
    }
}

#[test]
fn an_empty_deck_is_the_shuffled_discards() {
    // CH1-G4, CH2-G4: the deck holds three cards, ten are drawn.
    for game in EDITIONS {
        let rules = rules(game);
        let all: Vec<&str> = rules.names.cards[..rules.all_cards.count_ones() as usize]
            .iter()
            .map(String::as_str)
            .collect();
        let mut state = set(
            &rules,
            json!({
                "turn": "caps", "turns": 9, "deployed": true,
                "zones": {"deck": all[..3], "discard": all[3..]},
            }),
        );
        let log = play(&rules, &mut state, &["end"]);
        let at = log
            .iter()
            .position(|line| line == "shuffle discard -> deck");
        let drawn = |lines: &[String]| lines.iter().filter(|l| l.contains("deck -> hand")).count();
        let at = at.unwrap();
        assert_eq!((drawn(&log[..at]), drawn(&log[at..])), (3, 7), "{log:?}");
        assert_eq!(usize::from(state.deck_count), all.len() - 10);
        assert_eq!(state.discard, 0);
    }
}

#[test]
fn five_turns_each_end_the_round_and_the_two_cards_left_are_kept() {
    // CH1-R9, CH1-R16, CH2-R5, CH2-R14.
    for game in EDITIONS {
        let rules = rules(game);
        let mut dice = Dice::new(11);
        let mut state = rules.set_up(&mut dice, &mut Silent);
        let mut kept = [0; 2];
        for turn in 0..10 {
            let side = usize::from(state.active);
            assert_eq!(
                (state.turn, side),
                (turn, usize::from((state.first + turn) % 2))
            );
            // One card after the other along the row, so that no location gets into a crisis.
            let along = rules.legal_moves(&state)[usize::from(turn) % 4];
            rules.apply(&mut state, along, &mut dice, &mut Silent);
            assert_eq!(state.phase, Phase::Deployed);
            kept[side] = state.sides[side].hand;
            let end = rules.read(&state, "end").unwrap();
            rules.apply(&mut state, end, &mut dice, &mut Silent);
        }
        for (side, kept) in state.sides.iter().zip(kept) {
            assert_eq!((kept.count_ones(), side.hand & kept), (2, kept));
            assert_eq!((side.held, side.placed), (7, 0));
        }
        let discarded = state.discard.count_ones();
        let deck = u32::from(state.deck_count);
        let cards = rules.all_cards.count_ones();
        assert_eq!((discarded + deck + 14, state.round), (cards, 2));
    }
}

#[test]
fn labs_come_into_play_in_their_order() {
    // CH1-R2, CH1-R6, CH2-R2.
    for game in [FIRST, SECOND] {
        let (rules, mut state) = table(
            game,
            json!({
                "row": ["germany", "iraq", "venezuela", "missiles"], "turn": "caps", "turns": 9,
                "deployed": true, "zones": {"field/4/caps": ["spy#1"]},
            }),
        );
        let log = play(&rules, &mut state, &["end"]);
        assert!(
            log.contains(&"satellite: labs -> row/4, up".to_owned()),
            "{log:?}"
        );
    }
}
