//! The table in its documented shape, and what stands for what is left out.

use serde_json::{Value, json};

use crate::games::caper::play::{Rules, State};
use crate::games::caper::tabletop::{capers, play, rules, set};
use crate::rules::{Dice, Notation, Stacked};

/// A table written again.
fn again(rules: &Rules, table: Value) -> Value {
    written(rules, &set(rules, table))
}

fn written(rules: &Rules, state: &State) -> Value {
    rules.table(state, &Dice::new(0))
}

/// Some keys of a table, as `2 flip mint`.
fn keys<const N: usize>(table: &Value, keys: [&str; N]) -> String {
    let word = |key: &str| table[key].to_string().replace('"', "");
    keys.map(word).join(" ")
}

#[test]
fn a_table_has_the_documented_shape() {
    let rules = rules("paris", "2");
    let laid = json!([
        {"card": "the-dame"},
        {"card": "lock-picks", "on": "the-dame"},
        {"card": "trip-wire", "on": "the-dame", "face": "flipped"},
        {"card": "the-artist", "face": "flipped"},
        {"card": "the-driver"},
    ]);
    let mut table = again(
        &rules,
        json!({
            "round": 2, "acting": "smoke-bomb", "row": ["the-louvre", "none", "the-embassy"],
            "coins": {"cream": 2, "mint": 1},
            "zones": {
                "gear": ["rope-ladder"], "locations": ["the-chapel"],
                "hand/cream": ["floor-plan", "velvet-pouch"], "hand/mint": ["poster-tube"],
                "field/1/cream": laid,
                "field/3/mint": ["the-banker"], "field/1/mint": ["the-fence", "smoke-bomb"],
                "field/2/cream": ["the-forger"],
                "discard/mint": ["easel", "the-boxer"],
            },
            "known": {"cream": ["poster-tube"]},
        }),
    );
    let zones = table.as_object_mut().unwrap().remove("zones").unwrap();
    assert_eq!(
        table,
        json!({
            "round": 2, "turn": "mint", "first": "mint", "turns": 4, "phase": "flip", "played": 0,
            "acting": "smoke-bomb", "flips": 1, "recovers": 0,
            "coins": {"supply": 7, "cream": 2, "mint": 1},
            "row": ["the-louvre", null, "the-embassy"],
            "known": {"cream": ["poster-tube"], "mint": []},
        })
    );
    let names: Vec<&str> = zones
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        names,
        [
            "thieves",
            "gear",
            "locations",
            "hand/cream",
            "hand/mint",
            "field/1/cream",
            "field/1/mint",
            "field/2/cream",
            "field/2/mint",
            "field/3/cream",
            "field/3/mint",
            "discard/cream",
            "discard/mint",
        ]
    );
    assert_eq!(zones["field/1/cream"], laid);
    assert_eq!(zones["hand/cream"], json!(["velvet-pouch", "floor-plan"]));
    assert_eq!(zones["discard/mint"], json!(["the-boxer", "easel"]));
}

#[test]
fn what_is_left_out_is_as_at_the_start() {
    for (players, hands, turn) in [
        (
            "2",
            json!({"hand/cream": ["the-dame"], "hand/mint": ["the-artist"]}),
            "cream",
        ),
        (
            "3",
            json!({"hand/snitch": ["the-dame", "the-artist"]}),
            "snitch",
        ),
        (
            "4",
            json!({"hand/cream": ["the-dame"], "hand/mint": ["the-artist"]}),
            "cream",
        ),
    ] {
        let rules = rules("rome", players);
        let table = again(&rules, json!({"zones": hands}));
        for (key, value) in [
            ("round", json!(1)),
            ("turn", json!(turn)),
            ("first", json!("cream")),
            ("played", json!(0)),
            ("acting", json!(null)),
            ("coins", json!({"supply": 10, "cream": 0, "mint": 0})),
            ("row", json!([null, null, null])),
        ] {
            assert_eq!(table[key], value, "{players} players: {key}");
        }
        let zones = table["zones"].as_object().unwrap().values();
        let cards: usize = zones.map(|zone| zone.as_array().unwrap().len()).sum();
        assert_eq!(cards, 18 + 36 + 13, "{players} players");
    }
}

#[test]
fn phase_and_turn_follow_from_the_rest() {
    let two = rules("paris", "2");
    let four = rules("paris", "4");
    let of = |rules: &Rules, table: Value| {
        keys(&again(rules, table), ["phase", "turn", "played", "turns"])
    };
    let hand = |cards: &[&str]| json!({"hand/cream": cards, "hand/mint": ["the-artist"]});
    let one = hand(&["the-dame"]);
    assert_eq!(of(&two, json!({"zones": one})), "place cream 0 3");
    assert_eq!(
        of(&two, json!({"zones": one, "turns": 1})),
        "place cream 0 1"
    );
    let none = hand(&[]);
    assert_eq!(
        of(&two, json!({"zones": none, "turn": "mint"})),
        "place mint 1 3"
    );
    assert_eq!(
        of(&two, json!({"zones": none, "played": 1})),
        "place mint 1 3"
    );
    assert_eq!(of(&two, json!({"round": 7})), "over null 0 0");
    assert_eq!(of(&two, json!({"phase": "over"})), "over null 0 0");
    assert_eq!(of(&four, json!({"zones": one})), "place cream 0 2");
    let passing = json!({
        "hand/cream-lookout": ["the-dame", "the-fence"], "hand/mint-lookout": ["the-artist", "the-boxer"],
    });
    let table = json!({"turn": "cream-lookout", "zones": passing});
    assert_eq!(of(&four, table), "pass cream-lookout 0 2");
    let table = json!({"round": 5, "phase": "pass", "zones": passing});
    assert_eq!(of(&four, table), "pass cream-lookout 0 0");
}

#[test]
fn a_card_that_is_under_way_asks_for_all_that_is_on_it() {
    let rules = rules("paris", "2");
    let of = |mut table: Value| {
        table["round"] = json!(2);
        let zones = &mut table["zones"];
        zones["field/1/cream"] = json!(["the-dame", "twin-alarm-clocks"]);
        zones["field/1/mint"] = json!(["the-janitor", "the-artist"]);
        keys(
            &again(&rules, table),
            ["phase", "turn", "played", "flips", "recovers"],
        )
    };
    // Mint has played before.
    let flips = json!({"acting": "twin-alarm-clocks", "zones": {}});
    assert_eq!(of(flips), "flip cream 1 2 0");
    let flips = json!({"acting": "twin-alarm-clocks", "flips": 1, "zones": {}});
    assert_eq!(of(flips), "flip cream 1 1 0");
    // Cream is still to play.
    let hand = json!({"hand/cream": ["floor-plan"]});
    let recovers = json!({"acting": "the-janitor", "zones": hand});
    assert_eq!(of(recovers), "recover mint 0 0 1");
}

#[test]
fn named_cards_of_a_pile_are_drawn_first_and_in_their_order() {
    let rules = rules("paris", "2");
    let staged = rules
        .stage(&json!({
            "phase": "over",
            "zones": {"gear": ["rope-ladder", "lock-picks"], "thieves": ["the-twins"], "locations": ["the-louvre"]},
        }))
        .unwrap();
    let chance = Stacked::new(staged.piles, 4);
    let zones = &rules.table(&staged.state, &chance)["zones"];
    let pile = |name: &str| zones[name].as_array().unwrap().clone();
    assert_eq!(
        pile("gear")[..2],
        [json!("rope-ladder"), json!("lock-picks")]
    );
    assert_eq!(pile("gear").len(), 36);
    assert_eq!(pile("thieves")[0], "the-twins");
    assert_eq!(pile("locations")[0], "the-louvre");
}

#[test]
fn the_snitch_deck_is_what_the_turns_leave() {
    let rules = rules("london", "3");
    let of = |mut table: Value| {
        table["phase"] = json!("deal");
        table["zones"] = json!({"hand/snitch": ["the-dame", "the-artist"]});
        keys(&again(&rules, table), ["turns", "snitch-deck"])
    };
    assert_eq!(of(json!({})), "0 4");
    assert_eq!(of(json!({"turns": 1})), "1 2");
    assert_eq!(of(json!({"snitch-deck": 0})), "2 0");
    assert_eq!(of(json!({"snitch-deck": 10})), "0 10");
    assert_eq!(of(json!({"turns": 1, "snitch-deck": 3})), "1 3");
}

#[test]
fn whether_a_card_can_be_flipped_follows_from_it_and_its_location() {
    let rules = rules("paris", "2");
    for (card, row, flips) in [
        ("the-artist", "the-louvre", true),
        ("the-acrobat", "the-louvre", false),
        ("the-artist", "the-chapel", false),
    ] {
        let state = set(
            &rules,
            json!({
                "row": [row],
                "zones": {
                    "hand/cream": ["the-telephonist"], "hand/mint": ["the-dame"], "field/1/mint": [card],
                },
            }),
        );
        let mut after = state;
        let log = play(&rules, &mut after, &["place the-telephonist at 1"]);
        let lost = log.iter().any(|line| line.starts_with("no-target"));
        assert_eq!(lost, !flips, "{card} at {row}: {log:?}");
    }
}

#[test]
fn standings_are_as_if_the_game_ended_now() {
    let rules = rules("paris", "2");
    let state = set(
        &rules,
        json!({
            "phase": "over", "row": ["the-louvre", "the-embassy"],
            "zones": {
                "field/1/cream": ["the-artist", "velvet-pouch", {"card": "rope-ladder", "face": "flipped"}],
                "field/1/mint": [{"card": "the-driver", "face": "flipped"}],
                "field/2/cream": ["the-forger"],
                "field/3/mint": ["the-dame"],
            },
        }),
    );
    assert_eq!(capers(&rules, &state, "1/cream"), 1);
    assert_eq!(
        rules.standings(&state),
        json!({
            "capers": {"1/cream": 1, "1/mint": 0, "2/cream": 0, "2/mint": 0, "3/cream": 0, "3/mint": 1},
            "winner": {"1": "cream", "2": "none", "3": "none"},
            "goods": {
                "cream": {"jewel": 1, "antique": 0, "painting": 1, "wild": 1},
                "mint": {"jewel": 0, "antique": 0, "painting": 0, "wild": 0},
            },
            "points": {
                "cream": {"locations": 5, "thieves": 1, "gear": 0, "goods": 7},
                "mint": {"locations": 0, "thieves": 0, "gear": 0, "goods": 0},
            },
        })
    );
}
