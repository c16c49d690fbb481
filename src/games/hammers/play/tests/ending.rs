//! The end of the game: points, and what decides between equal ones.

use serde_json::{Value, json};

use crate::games::hammers::testing::{EDITIONS, FIRST, SECOND, play, refused, table};
use crate::rules::{Game, Seat};

/// The outcome of a game that is over: both totals, who won, by what.
fn outcome(game: &str, more: Value) -> (i32, i32, Option<u8>, &'static str) {
    let mut on = json!({"phase": "over", "round": 7});
    for (key, value) in more.as_object().into_iter().flatten() {
        on[key] = value.clone();
    }
    let (rules, state) = table(game, on);
    let outcome = rules.outcome(&state).unwrap();
    let [caps, hammers] = [0, 1].map(|side: usize| outcome.scores[side].total);
    (
        caps,
        hammers,
        outcome.winners.first().map(|Seat(s)| *s),
        outcome.by,
    )
}

#[test]
fn a_complete_region_is_worth_three_more() {
    // CH1-E3, CH1-R17, CH2-R15: Japan, Korea and China, 6 points and 3.
    for game in EDITIONS {
        let owned = json!({"caps": ["japan", "korea", "china"], "hammers": ["germany", "france"]});
        assert_eq!(
            outcome(game, json!({"owned": owned})),
            (9, 5, Some(0), "points")
        );
    }
}

#[test]
fn protests_are_taken_off() {
    // CH1-E4: five red ones cost 15.
    let strikes: Vec<String> = (1..=5).map(|n| format!("strike#{n}")).collect();
    let more = json!({
        "owned": {"caps": ["germany"], "hammers": ["italy"]},
        "protests": {"caps": strikes, "hammers": ["march#1", "vigil#1"]},
    });
    assert_eq!(outcome(FIRST, more), (3 - 15, 1 - 3, Some(1), "points"));
}

#[test]
fn labs_score_nothing() {
    // CH1-R17.
    for game in EDITIONS {
        let more =
            json!({"labs": {"hammers": ["missiles", "satellite"]}, "owned": {"caps": ["korea"]}});
        assert_eq!(outcome(game, more), (1, 0, Some(0), "points"));
    }
}

#[test]
fn equal_points_are_a_draw_in_the_first_edition() {
    // CH1-G9.
    let more = json!({"owned": {"caps": ["germany"], "hammers": ["france", "korea"]}});
    assert_eq!(outcome(FIRST, more), (3, 3, None, "draw"));
}

#[test]
fn disloyal_countries_are_worth_nothing_and_complete_no_region() {
    // CH2-R15.
    let more = json!({"owned": {
        "caps": ["japan", {"card": "korea", "loyal": false}, "china"], "hammers": ["poland"],
    }});
    assert_eq!(outcome(SECOND, more), (5, 3, Some(0), "points"));
}

#[test]
fn fewer_countries_break_a_tie_disloyal_ones_counted() {
    // CH2-R15, CH2-G11.
    let more = json!({"owned": {"caps": ["germany"], "hammers": ["france", "korea"]}});
    assert_eq!(outcome(SECOND, more), (3, 3, Some(0), "fewer-countries"));
    let more = json!({"owned": {
        "caps": ["germany", {"card": "japan", "loyal": false}, {"card": "iraq", "loyal": false}],
        "hammers": ["france", "korea"],
    }});
    assert_eq!(outcome(SECOND, more), (3, 3, Some(1), "fewer-countries"));
}

#[test]
fn more_regions_break_a_tie_of_countries_and_then_nobody_wins() {
    // CH2-R15: no game gets here with all 21 countries owned, a table set up by hand does.
    let more = json!({"owned": {
        "caps": ["poland", "iran", "vietnam"], "hammers": ["germany", "france", "italy"],
    }});
    assert_eq!(outcome(SECOND, more), (9, 9, Some(1), "more-regions"));
    let more = json!({"owned": {"caps": ["germany"], "hammers": ["poland"]}});
    assert_eq!(outcome(SECOND, more), (3, 3, None, "draw"));
}

#[test]
fn the_last_round_ends_the_game() {
    // CH1-R17, CH2-R14.
    for game in EDITIONS {
        let (rules, mut state) = table(
            game,
            json!({
                "row": ["germany", "iraq", "venezuela", "missiles"], "round": 7,
                "turn": "caps", "turns": 9, "deployed": true,
            }),
        );
        assert_eq!(rules.outcome(&state), None);
        play(&rules, &mut state, &["end"]);
        assert_eq!(rules.turn(&state), None);
        assert!(rules.outcome(&state).is_some());
        assert!(rules.legal_moves(&state).is_empty());
        assert_eq!(refused(&rules, &state, "end"), "game-over");
    }
}
