//! Capers, rewards and points (CAP-R11, CAP-R15 to R17).

use serde_json::{Value, json};

use super::pinned::{rules, rules_after};
use crate::games::caper::play::{Rules, State};
use crate::games::caper::tabletop::{capers, end, points, set};
use crate::rules::{Game, Notation};

fn winner(rules: &Rules, state: &State) -> String {
    let winner = &rules.standings(state)["winner"]["1"];
    winner.as_str().unwrap().to_owned()
}

#[test]
fn more_capers_win_a_location_and_a_tie_nobody() {
    // CAP-R15, CAP-E5.
    let rules = rules("paris", "2");
    for (mint, expected, locations) in [
        (json!(["the-driver"]), "none", 0),
        (json!(["the-boxer", "lock-picks"]), "cream", 7),
        (json!(["the-driver", "lock-picks"]), "mint", 0),
    ] {
        let cream = json!(["the-dame", "the-janitor"]);
        let state = end(&rules, "the-embassy", [cream, mint]);
        assert_eq!(winner(&rules, &state), expected);
        assert_eq!(points(&rules, &state)[0], locations);
    }
}

#[test]
fn a_location_where_nobody_has_capers_is_nobodys() {
    let rules = rules("paris", "2");
    let state = end(&rules, "the-embassy", [json!(["the-banker"]), json!([])]);
    assert_eq!(
        (winner(&rules, &state), points(&rules, &state)[0]),
        ("none".to_owned(), 0)
    );
}

#[test]
fn the_louvre_gives_points_and_a_painting_that_joins_the_sets() {
    // CAP-E4.
    let rules = rules("paris", "2");
    let cream = json!(["the-dame", "velvet-pouch", "false-bottom-case"]);
    let state = end(&rules, "the-louvre", [cream, json!([])]);
    assert_eq!(points(&rules, &state), [5, 0, 0, 7]);
}

#[test]
fn goods_are_sorted_into_sets_from_all_locations() {
    // CAP-R17, CAP-E3: two jewels and a wild.
    let rules = rules("paris", "2");
    let state = set(
        &rules,
        json!({"phase": "over", "zones": {
            "field/1/cream": ["the-banker", "velvet-pouch"],
            "field/2/cream": ["the-perfumer"],
            "field/3/cream": ["the-forger"],
        }}),
    );
    assert_eq!(points(&rules, &state), [0, 0, 0, 4]);
}

#[test]
fn points_stand_in_the_rows_of_the_score_pad() {
    // CAP-R16: The Countess a point, Lock Picks one, The Forger a wild good; The Opera House 4 and a jewel.
    let rules = rules("paris", "2");
    let cream = json!(["the-countess", "lock-picks", "the-forger"]);
    let state = end(&rules, "the-opera-house", [cream, json!([])]);
    assert_eq!(points(&rules, &state), [4, 1, 1, 3]);
    assert_eq!(rules.outcome(&state).unwrap().scores[0].total, 9);
}

#[test]
fn what_a_location_gives_for_a_colour_counts_the_winners_cards_there() {
    // CAP-G14: The Casino, with yellow cards of both sides and of another location.
    let rules = rules("paris", "2");
    let state = set(
        &rules,
        json!({"phase": "over", "row": ["the-casino"], "zones": {
            "field/1/cream": ["the-driver", "loaded-dice", "printing-plate"],
            "field/1/mint": ["the-dame", "plasma-cutter"],
            "field/2/cream": ["the-twins", "left-luggage-ticket"],
        }}),
    );
    assert_eq!(points(&rules, &state)[0], 7);
}

#[test]
fn icons_count_own_cards_or_the_opponents_at_their_location_all_of_them() {
    // CAP-R14: The Banker counts yellow cards of every stack, The Inside Man thieves of the opponent.
    let rules = rules("paris", "2");
    let state = set(
        &rules,
        json!({"phase": "over", "zones": {
            "field/1/cream": ["the-banker", "the-driver", "loaded-dice", "the-inside-man", "printing-plate"],
            "field/1/mint": ["the-dame", "plasma-cutter", "the-twins"],
            "field/2/cream": ["the-fence", "left-luggage-ticket"],
            "field/2/mint": ["the-boxer"],
        }}),
    );
    assert_eq!(points(&rules, &state)[1], 2 + 2);
}

#[test]
fn a_card_counts_itself_and_no_flipped_card() {
    // CAP-G12, CAP-G15.
    let rules = rules("paris", "2");
    let cream = |face: &str| json!(["the-twins", {"card": "the-dame", "face": face}]);
    for (face, expected) in [("up", 3), ("flipped", 1)] {
        let state = end(&rules, "none", [cream(face), json!([])]);
        assert_eq!(capers(&rules, &state, "1/cream"), expected, "{face}");
    }
}

#[test]
fn a_set_of_colours_is_one_card_of_each_and_no_card_is_in_two() {
    // CAP-G11: The Professor has 2 points for each set of green and blue.
    let rules = rules("paris", "2");
    let professor = |gear: [&str; 3]| {
        let mut cream = json!(["the-professor", "the-banker"]);
        cream.as_array_mut().unwrap().extend(gear.map(Value::from));
        points(&rules, &end(&rules, "none", [cream, json!([])]))[1]
    };
    assert_eq!(professor(["velvet-pouch", "lock-picks", "rope-ladder"]), 2);
    assert_eq!(
        professor(["velvet-pouch", "poster-tube", "packing-crate"]),
        0
    );
}

#[test]
fn a_flipped_card_gives_nothing() {
    let rules = rules("paris", "2");
    let card = |card: &str| json!({"card": card, "face": "flipped"});
    let cream = json!([
        card("the-countess"),
        card("the-driver"),
        card("the-forger"),
        card("bearer-bonds")
    ]);
    let state = end(&rules, "the-embassy", [cream, json!(["the-boxer"])]);
    assert_eq!(points(&rules, &state), [0; 4]);
    assert_eq!(capers(&rules, &state, "1/cream"), 0);
}

#[test]
fn a_location_adds_capers_for_cards_that_lie_face_up() {
    // CAP-G15, The Cable Car.
    let rules = rules("paris", "2");
    for (face, expected) in [("up", 1 + 2 + 1), ("flipped", 1 + 1)] {
        let cream = json!(["the-dame", "smoke-bomb", {"card": "trip-wire", "face": face}]);
        let state = end(
            &rules,
            "the-cable-car",
            [cream, json!(["the-boxer", "giant-magnet"])],
        );
        assert_eq!(capers(&rules, &state, "1/cream"), expected, "{face}");
        assert_eq!(capers(&rules, &state, "1/mint"), 2, "of the opponent too");
    }
}

#[test]
fn a_thief_with_three_gear_counts_one_caper_more() {
    // CAP-R11, CAP-E6.
    let rules = rules("paris", "2");
    for (gear, expected) in [(2, 0), (3, 1)] {
        let all = ["the-banker", "velvet-pouch", "poster-tube", "loaded-dice"];
        let state = end(&rules, "none", [json!(all[..=gear]), json!([])]);
        assert_eq!(capers(&rules, &state, "1/cream"), expected);
    }
}

#[test]
fn conditions_look_at_the_coins_that_are_left() {
    let gives = "gives = [{ points = { amount = 2, if = \"they-are-broke\" } }, \
                 { points = { amount = 3, if = \"you-are-richer\" } }]";
    let rules = rules_after(&[("gear", "plasma-cutter", gives)], &[], "paris", "2");
    for (cream, mint, expected) in [(0, 0, 2), (1, 0, 5), (2, 1, 3), (1, 1, 0), (1, 2, 0)] {
        let state = set(
            &rules,
            json!({
                "phase": "over", "coins": {"cream": cream, "mint": mint},
                "zones": {"field/1/cream": ["the-driver", "plasma-cutter"]},
            }),
        );
        assert_eq!(points(&rules, &state)[2], expected, "{cream} and {mint}");
    }
}

#[test]
fn cards_count_for_whoever_placed_them_and_locations_for_their_winner() {
    let rules = rules("paris", "2");
    let state = end(
        &rules,
        "the-embassy",
        [json!(["the-dame", "lock-picks"]), json!(["the-boxer"])],
    );
    let name = |(card, seat)| format!("{} {}", rules.names.card(card), rules.names.seat(seat));
    let held: Vec<String> = rules.holders(&state).into_iter().map(name).collect();
    assert_eq!(
        held,
        [
            "the-dame cream",
            "the-boxer mint",
            "lock-picks cream",
            "the-embassy cream"
        ]
    );
}
