//! Lowering DEFCON, and what it costs.

use serde_json::{Value, json};

use crate::games::hammers::play::{Phase, Rules, State};
use crate::games::hammers::testing::{FIRST, SECOND, owner, play, refused, table};
use crate::rules::{Game, Notation};

/// A turn of the Caps, who own these countries, with three Nuclear Armaments in play.
fn on(defcon: u8, owned: Value) -> (Rules, State) {
    table(
        SECOND,
        json!({
            "turn": "caps", "defcon": defcon, "owned": {"caps": owned},
            "zones": {"field/1/caps": ["nuclear-armament#1", "nuclear-armament#2"]},
        }),
    )
}

/// The legal moves, as text.
fn legal(rules: &Rules, state: &State) -> Vec<String> {
    let moves = rules.legal_moves(state).into_iter();
    moves.map(|mv| rules.write(state, mv)).collect()
}

#[test]
fn countries_are_turned_until_the_price_is_met_and_no_longer() {
    // CH2-E5, CH2-G2: at DEFCON 2 five points of 3, 2 and 1.
    let (rules, mut state) = on(2, json!(["germany", "france", "italy"]));
    play(&rules, &mut state, &["launch nuclear-armament#1"]);
    assert_eq!((state.defcon, state.phase), (5, Phase::Flip));
    assert_eq!(
        legal(&rules, &state),
        ["flip germany", "flip france", "flip italy"]
    );
    let mut other = state;
    play(&rules, &mut state, &["flip germany", "flip france"]);
    assert_eq!(state.phase, Phase::Turn);
    assert_eq!(state.disloyal.count_ones(), 2);
    // In an order in which each was still needed, all three are turned.
    play(&rules, &mut other, &["flip italy", "flip germany"]);
    assert_eq!(refused(&rules, &other, "flip germany"), "not-loyal");
    play(&rules, &mut other, &["flip france"]);
    assert_eq!((other.disloyal.count_ones(), other.phase), (3, Phase::Turn));
}

#[test]
fn a_price_that_takes_all_there_is_leaves_nothing_to_choose() {
    // CH2-R9: at DEFCON 4 two points, of a single country worth two.
    let (rules, mut state) = on(4, json!(["france"]));
    let log = play(&rules, &mut state, &["launch nuclear-armament#1"]);
    assert!(log.contains(&"france at owned/caps: disloyal".to_owned()));
    assert_eq!((state.defcon, state.phase), (3, Phase::Turn));
    assert_eq!(
        refused(&rules, &state, "launch nuclear-armament#2"),
        "cannot-pay"
    );
}

#[test]
fn disloyal_countries_and_those_of_the_opponent_pay_nothing() {
    // CH2-R7, CH2-G9: nor do paired ones.
    let (rules, state) = table(
        SECOND,
        json!({
            "turn": "caps", "defcon": 4, "row": ["iraq"], "paired": {"1": ["poland"]},
            "owned": {"caps": ["korea", {"card": "china", "loyal": false}], "hammers": ["iran"]},
            "zones": {"field/1/caps": ["nuclear-armament#1"]},
        }),
    );
    assert_eq!(
        refused(&rules, &state, "launch nuclear-armament#1"),
        "cannot-pay"
    );
}

#[test]
fn after_paying_in_a_turn_the_turn_goes_on_where_it_was() {
    for (deployed, phase) in [(false, Phase::Turn), (true, Phase::Deployed)] {
        let (rules, mut state) = table(
            SECOND,
            json!({
                "turn": "caps", "deployed": deployed, "owned": {"caps": ["germany", "iran"]},
                "zones": {"field/1/caps": ["nuclear-armament#1"]},
            }),
        );
        play(
            &rules,
            &mut state,
            &["launch nuclear-armament#1", "flip iran"],
        );
        assert_eq!((state.phase, state.active), (phase, 0));
        assert_eq!((state.owed, state.price), (0, 0));
    }
}

#[test]
fn each_step_down_costs_more_and_the_last_one_resets() {
    // CH1-R14, CH1-G7: one, two, three and five protests.
    let mut levels = Vec::new();
    for (defcon, after, price) in [(5, 4, 1), (4, 3, 2), (3, 2, 3), (2, 5, 5)] {
        let (rules, mut state) = table(
            FIRST,
            json!({
                "turn": "hammers", "defcon": defcon,
                "zones": {"field/1/hammers": ["nuclear-armament#1"]},
            }),
        );
        play(&rules, &mut state, &["launch nuclear-armament#1"]);
        let drawn = state.sides.map(|side| side.protests.count_ones());
        assert_eq!((state.defcon, drawn), (after, [0, price]));
        levels.push(state.defcon);
    }
    assert_eq!(levels, [4, 3, 2, 5]);
}

#[test]
fn an_empty_pile_gives_no_more_protests() {
    // CH1-G8: five are asked for, two are left.
    let held = |kind: &str, to: u8| (1..=to).map(|n| format!("{kind}#{n}")).collect::<Vec<_>>();
    let kinds = [("vigil", 5), ("sit-in", 5), ("march", 5), ("strike", 3)];
    let hammers: Vec<String> = kinds.iter().flat_map(|(k, n)| held(k, *n)).collect();
    let (rules, mut state) = table(
        FIRST,
        json!({
            "turn": "caps", "defcon": 2, "protests": {"hammers": hammers},
            "zones": {"field/1/caps": ["nuclear-armament#1"]},
        }),
    );
    let log = play(&rules, &mut state, &["launch nuclear-armament#1"]);
    assert!(log.contains(&"penalty: caps 5 2".to_owned()), "{log:?}");
    assert_eq!(state.sides[0].protests.count_ones(), 2);
    assert_eq!(state.protests, 0);
}

#[test]
fn both_pay_for_a_crisis_the_one_who_began_first() {
    // CH2-R12: 13 at Germany; the Hammers began. Countries just won can be turned.
    let (rules, mut state) = table(
        SECOND,
        json!({
            "row": ["germany", "iraq", "venezuela", "missiles"], "first": "hammers",
            "turn": "caps", "turns": 9, "deployed": true,
            "owned": {"caps": ["france", "japan"], "hammers": ["iran", "poland"]},
            "zones": {
                "field/1/caps": ["nuclear-armament#1", "nuclear-armament#2", "spy#1"],
                "field/1/hammers": ["nuclear-armament#3", "nuclear-armament#4"],
            },
        }),
    );
    let log = play(&rules, &mut state, &["end"]);
    assert!(
        log.contains(&"crisis at row/1: 13 13".to_owned()),
        "{log:?}"
    );
    assert_eq!((state.defcon, state.active, state.resolving), (4, 1, true));
    play(&rules, &mut state, &["flip iraq"]);
    assert_eq!((state.phase, state.active), (Phase::Flip, 0));
    assert_eq!(refused(&rules, &state, "flip iran"), "not-loyal");
    play(&rules, &mut state, &["flip germany"]);
    assert_eq!((state.round, state.phase), (2, Phase::Turn));
    assert_eq!(owner(&rules, &state, "germany"), "caps");
}

#[test]
fn who_cannot_meet_a_crisis_turns_all() {
    // CH2-E6, CH2-E2: at DEFCON 2 five points are asked; the Caps have 3 and 1, the Hammers none but what they won.
    let (rules, mut state) = table(
        SECOND,
        json!({
            "row": ["germany", "iraq", "venezuela", "missiles"], "defcon": 2,
            "turn": "caps", "turns": 9, "deployed": true, "owned": {"caps": ["korea"]},
            "zones": {
                "field/1/caps": ["nuclear-armament#1", "nuclear-armament#2", "nuclear-armament#3"],
                "field/1/hammers": ["nuclear-armament#4", "spy#1"],
            },
        }),
    );
    play(&rules, &mut state, &["end"]);
    assert_eq!((state.defcon, state.round), (5, 2));
    let loyal = state.sides.map(|side| side.countries & !state.disloyal);
    assert_eq!(loyal, [0, 0]);
    assert_eq!(state.disloyal.count_ones(), 4);
}
