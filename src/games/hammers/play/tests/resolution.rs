//! The end of a round: who wins what, crises, what labs give back.

use serde_json::{Value, json};

use crate::games::hammers::play::{Phase, Rules, State};
use crate::games::hammers::testing::{EDITIONS, FIRST, SECOND, owner, play, refused, table};
use crate::rules::{Game, Notation};

/// The last turn of a round, to be ended; `more` keys on top.
fn last_turn(game: &str, zones: Value, more: Value) -> (Rules, State) {
    let mut on = json!({
        "row": ["germany", "iraq", "venezuela", "missiles"], "first": "hammers",
        "turn": "caps", "turns": 9, "deployed": true, "zones": zones,
    });
    for (key, value) in more.as_object().into_iter().flatten() {
        on[key] = value.clone();
    }
    table(game, on)
}

fn owners(rules: &Rules, state: &State) -> Vec<String> {
    let cards = ["germany", "iraq", "venezuela", "missiles"];
    cards.map(|card| owner(rules, state, card)).into()
}

#[test]
fn ten_nuclear_armaments_decide_a_round_as_the_rulebook_tells() {
    // CH1-E2.
    let cards = |from: u8, to: u8| -> Vec<String> {
        (from..=to)
            .map(|n| format!("nuclear-armament#{n}"))
            .collect()
    };
    let zones = json!({
        "field/4/caps": cards(1, 1),
        "field/2/caps": cards(2, 2), "field/2/hammers": cards(3, 3),
        "field/3/caps": cards(4, 4), "field/3/hammers": cards(5, 5),
        "field/1/caps": cards(6, 7), "field/1/hammers": cards(8, 10),
    });
    let (rules, mut state) = last_turn(FIRST, zones, json!({}));
    let log = play(&rules, &mut state, &["end"]);
    assert_eq!(
        owners(&rules, &state),
        ["hammers", "hammers", "hammers", "caps"]
    );
    for line in [
        "won at row/1: hammers 6 9",
        "won at row/2: hammers 3 3",
        "won at row/4: caps 3 0",
        "crisis at row/1: 15 13",
        "defcon = 4",
    ] {
        assert!(log.contains(&line.to_owned()), "{line}: {log:?}");
    }
    // One protest each; the lab that the Caps have just won may take theirs back.
    let protests = state.sides.map(|side| side.protests.count_ones());
    assert_eq!((protests, state.phase), ([1, 1], Phase::Return));
}

#[test]
fn nothing_against_nothing_is_a_tie() {
    // CH1-R12, CH1-G5, CH2-R11: countries go where they lean, the lab stays and is the next round's.
    for game in EDITIONS {
        let (rules, mut state) = last_turn(game, json!({}), json!({}));
        let log = play(&rules, &mut state, &["end"]);
        assert_eq!(
            owners(&rules, &state),
            ["caps", "hammers", "hammers", "none"]
        );
        assert!(log.contains(&"tied at row/4: 0 0".to_owned()));
        let table = rules.table(&state, &crate::rules::Dice::new(0));
        assert_eq!(table["row"][3], "missiles");
        assert_eq!(table["zones"]["labs"][0], "satellite");
    }
}

#[test]
fn influence_counts_whether_or_not_an_operation_was_launched() {
    // CH1-R11, CH2-R10.
    for game in EDITIONS {
        let zones = json!({
            "field/2/caps": [
                "policeman#1",
                {"card": "policeman#2", "face": "up"},
                {"card": "policeman#3", "face": "revealed"},
            ],
            "field/2/hammers": ["nuclear-armament#1", "policeman#4"],
        });
        let zones = match game {
            FIRST => zones,
            _ => json!({
                "field/2/caps": [
                    "spy#1", {"card": "spy#2", "face": "up"}, {"card": "spy#3", "face": "revealed"},
                ],
                "field/2/hammers": ["policeman#1"],
            }),
        };
        let (rules, mut state) = last_turn(game, zones, json!({}));
        let log = play(&rules, &mut state, &["end"]);
        let told = match game {
            FIRST => "won at row/2: caps 6 5",
            _ => "won at row/2: caps 3 2",
        };
        assert!(log.contains(&told.to_owned()), "{log:?}");
    }
}

#[test]
fn several_crises_lower_defcon_each_in_row_order() {
    // CH1-G6, CH2-G7.
    let cards = |from: u8, to: u8| -> Vec<String> {
        (from..=to)
            .map(|n| format!("nuclear-armament#{n}"))
            .collect()
    };
    let zones = json!({
        "field/1/caps": cards(1, 5),
        "field/3/hammers": cards(6, 10),
    });
    let (rules, mut state) = last_turn(FIRST, zones, json!({}));
    let log = play(&rules, &mut state, &["end"]);
    let told: Vec<&str> = log
        .iter()
        .map(String::as_str)
        .filter(|line| {
            ["crisis", "defcon", "penalty"]
                .iter()
                .any(|w| line.starts_with(w))
        })
        .collect();
    assert_eq!(
        told,
        [
            "crisis at row/1: 15 13",
            "crisis at row/3: 15 13",
            "defcon = 4",
            "penalty: hammers 1 20",
            "penalty: caps 1 19",
            "defcon = 3",
            "penalty: hammers 2 18",
            "penalty: caps 2 16",
        ]
    );
}

#[test]
fn a_protest_goes_back_for_each_lab_if_its_player_wants() {
    // CH1-R15, CH1-E5: one lab from before and one won this round.
    let on = || {
        last_turn(
            FIRST,
            json!({"field/4/caps": ["spy#1"]}),
            json!({
                "row": ["germany", "iraq", "venezuela", "satellite"],
                "labs": {"caps": ["missiles"]},
                "protests": {"caps": ["strike#1", "march#1", "vigil#1"]},
            }),
        )
    };
    let (rules, mut state) = on();
    play(&rules, &mut state, &["end"]);
    assert_eq!((state.phase, state.owed), (Phase::Return, 2));
    assert_eq!(refused(&rules, &state, "return strike#2"), "not-held");
    assert_eq!(refused(&rules, &state, "end"), "not-now");
    play(&rules, &mut state, &["return strike#1"]);
    assert_eq!(state.phase, Phase::Return);
    play(&rules, &mut state, &["return march#1"]);
    assert_eq!((state.phase, state.round), (Phase::Turn, 2));
    assert_eq!(state.sides[0].protests.count_ones(), 1);
    assert_eq!(state.sides[0].labs.count_ones(), 2);

    let (rules, mut state) = on();
    play(&rules, &mut state, &["end", "keep"]);
    assert_eq!((state.phase, state.round), (Phase::Turn, 2));
    assert_eq!(state.sides[0].protests.count_ones(), 3);
}

#[test]
fn a_lab_restores_a_country_of_its_players_choice() {
    // CH2-R13: one lab, two Disloyal countries.
    let disloyal = |card: &str| json!({"card": card, "loyal": false});
    let (rules, mut state) = last_turn(
        SECOND,
        json!({"field/4/hammers": ["spy#1"]}),
        json!({"owned": {
            "hammers": [disloyal("poland"), disloyal("iran"), "china"], "caps": [disloyal("france")],
        }}),
    );
    play(&rules, &mut state, &["end"]);
    assert_eq!(
        (state.phase, state.active, state.owed),
        (Phase::Restore, 1, 1)
    );
    assert_eq!(refused(&rules, &state, "restore china"), "not-disloyal");
    assert_eq!(refused(&rules, &state, "restore france"), "not-disloyal");
    play(&rules, &mut state, &["restore iran"]);
    assert_eq!((state.phase, state.round), (Phase::Turn, 2));
    let loyal = &rules.standings(&state)["loyal"];
    assert_eq!(
        ["iran", "poland", "france"].map(|card| loyal[card] == true),
        [true, false, false]
    );
}

#[test]
fn what_can_all_be_restored_is_restored_at_once() {
    // CH2-R13: nothing to choose.
    let (rules, mut state) = last_turn(
        SECOND,
        json!({"field/4/caps": ["spy#1"]}),
        json!({"owned": {"caps": [{"card": "france", "loyal": false}]}}),
    );
    let log = play(&rules, &mut state, &["end"]);
    assert!(
        log.contains(&"france at owned/caps: loyal".to_owned()),
        "{log:?}"
    );
    assert_eq!((state.disloyal, state.round), (0, 2));
}

#[test]
fn the_table_is_cleared_for_the_next_round() {
    // CH1-R16, CH2-R14: Justifications go back, nothing is occupied or blocked any longer.
    let (rules, mut state) = last_turn(
        SECOND,
        json!({"field/1/caps": ["spy#1"], "field/2/hammers": [{"card": "admiral#1", "face": "up"}]}),
        json!({
            "justified": {"1/caps": 2}, "occupied": [2], "blocked": [2], "occupations": {"caps": 1},
        }),
    );
    let log = play(&rules, &mut state, &["end"]);
    assert!(log.contains(&"justification#2: justified/1/caps -> justifications, up".to_owned()));
    let table = rules.table(&state, &crate::rules::Dice::new(0));
    for (key, value) in [
        ("justified", json!({})),
        ("occupied", json!([])),
        ("blocked", json!([])),
        ("occupations", json!({"caps": 0, "hammers": 0})),
        ("turns", json!(0)),
        ("deployed", json!(false)),
        ("resolving", json!(false)),
    ] {
        assert_eq!(table[key], value, "{key}");
    }
    let discard = table["zones"]["discard"].as_array().unwrap();
    assert_eq!(discard, &[json!("admiral#1"), json!("spy#1")]);
    assert_eq!(rules.legal_moves(&state).len(), 5 * 4);
}
