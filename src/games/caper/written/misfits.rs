//! Tables that do not fit: each fault is told with the way that leads to it.

use serde_json::{Value, json};

use crate::games::caper::play::Rules;
use crate::games::caper::tabletop::rules;
use crate::rules::{Misfit, Notation};

/// What is told of a table: `way: what is wrong (help)`.
fn told(rules: &Rules, table: &Value) -> Vec<String> {
    let tell = |m: Misfit| format!("{}: {} ({})", m.path.join(" "), m.says, m.help);
    match rules.stage(table) {
        Ok(_) => Vec::new(),
        Err(misfits) => misfits.into_iter().map(tell).collect(),
    }
}

/// Holds that each table of a game of so many in Paris has this one misfit.
pub fn each(players: &str, cases: &[(Value, &str)]) {
    let rules = rules("paris", players);
    for (table, misfit) in cases {
        assert_eq!(told(&rules, table), [*misfit], "{table}");
    }
}

/// A table in a round, with a card to play for both, and cards before them at the first location.
pub fn laid(round: u8, cream: &Value, mint: &Value) -> Value {
    let hands = match round % 2 {
        1 => ["the-countess", "the-boxer"],
        _ => ["velvet-pouch", "poster-tube"],
    };
    json!({"round": round, "zones": {
        "hand/cream": [hands[0]], "hand/mint": [hands[1]],
        "field/1/cream": cream, "field/1/mint": mint,
    }})
}

#[test]
fn unknown_keys_are_told_with_the_nearest() {
    each(
        "2",
        &[
            (
                json!({"ruond": 1}),
                "ruond: unknown key `ruond` (did you mean `round`?)",
            ),
            (
                json!({"zones": {"hand/crem": []}}),
                "zones hand/crem: unknown key `hand/crem` (did you mean `hand/cream`?)",
            ),
            (
                json!({"zones": {"row/1": []}}),
                "zones row/1: `row/1` is no zone of a table (write locations under `row`, beside `zones`)",
            ),
            (
                json!({"coins": {"mnit": 1}}),
                "coins mnit: unknown key `mnit` (did you mean `mint`?)",
            ),
            (
                json!({"known": {"snitch": []}}),
                "known snitch: unknown key `snitch` (keys here are `cream` and `mint`)",
            ),
            (
                json!({"zones": {"field/1/cream": [{"card": "the-dame", "fcae": "up"}]}}),
                "zones field/1/cream 0 fcae: unknown key `fcae` (did you mean `face`?)",
            ),
        ]
        .map(with_hands),
    );
}

/// The same with a card to play for both.
fn with_hands((mut table, misfit): (Value, &str)) -> (Value, &str) {
    if table["zones"].is_null() {
        table["zones"] = json!({});
    }
    if let Some(zones) = table["zones"].as_object_mut() {
        zones.insert("hand/cream".into(), json!(["the-countess"]));
        zones.insert("hand/mint".into(), json!(["the-boxer"]));
    }
    (table, misfit)
}

#[test]
fn seats_are_those_at_the_table() {
    each(
        "2",
        &[
            (
                json!({"zones": {"hand/snitch": ["the-dame"]}}),
                "zones hand/snitch: nobody is the Snitch in this game (three play with a Snitch)",
            ),
            (
                json!({"zones": {"hand/mint-lookout": ["the-dame"]}}),
                "zones hand/mint-lookout: there are no Lookouts in this game (four play with Lookouts)",
            ),
            (
                json!({"snitch-deck": 4}),
                "snitch-deck: unknown key `snitch-deck` (keys here are `round`, `turn`, `first`, `turns`, `phase`, \
                 `played`, `acting`, `flips`, `recovers`, `coins`, `row`, `zones` and `known`)",
            ),
            (
                json!({"phase": "deal"}),
                "phase: there is no `deal` here (choose one of `place`, `equip`, `flip`, `recover` and `over`)",
            ),
        ]
        .map(with_hands),
    );
}

#[test]
fn cards_are_those_of_the_city_the_deck_and_the_round() {
    each(
        "2",
        &[
            (
                json!({"zones": {"field/1/cream": ["the-tenor"]}}),
                "zones field/1/cream 0: there is no thief or gear `the-tenor` (did you mean `the-janitor`?)",
            ),
            (
                json!({"row": ["the-dame"]}),
                "row 0: `the-dame` is a thief, not a location (write a location like `the-chapel`)",
            ),
            (
                json!({"zones": {"gear": ["the-dame"]}}),
                "zones gear 0: `the-dame` is a thief, not gear (write gear like `velvet-pouch`)",
            ),
            (
                json!({"zones": {"hand/cream": ["lock-picks"]}}),
                "zones hand/cream 0: `lock-picks` is gear, not a thief (write a thief like `the-dame`)",
            ),
            (
                json!({"round": 2, "zones": {"hand/cream": ["the-dame"]}}),
                "zones hand/cream 0: `the-dame` is a thief, not gear (write gear like `velvet-pouch`)",
            ),
            (
                json!({"zones": {"field/1/cream": ["the-embassy"]}}),
                "zones field/1/cream 0: `the-embassy` is a location, not a thief or gear \
                 (write a thief or gear like `the-dame`)",
            ),
            (
                json!({"zones": {"discard/mint": [{}]}}),
                "zones discard/mint 0: no card is named here (say which: `card = \"…\"`)",
            ),
        ],
    );
}

#[test]
fn a_card_lies_in_one_place() {
    each(
        "2",
        &[
            (
                json!({"zones": {"hand/cream": ["the-dame"], "field/2/mint": ["the-dame"]}}),
                "zones field/2/mint 0: `the-dame` lies in two places \
                 (it is at `zones.hand/cream.0` already; a card lies in one place)",
            ),
            (
                json!({"row": ["the-louvre", "the-louvre"]}),
                "row 1: `the-louvre` lies in two places (it is at `row.0` already; a card lies in one place)",
            ),
        ],
    );
}

#[test]
fn stacks_are_thieves_with_gear_on_them() {
    let gear = |on: &str| json!({"card": "lock-picks", "on": on});
    each(
        "2",
        &[
            (
                laid(1, &json!(["lock-picks", "the-dame"]), &json!([])),
                "zones field/1/cream 0: gear lies on a thief, and none is here yet \
                 (write the thief first, then the gear on it, from the bottom)",
            ),
            (
                laid(1, &json!([gear("the-dame"), "the-dame"]), &json!([])),
                "zones field/1/cream 0 on: no `the-dame` of cream lies at location 1 yet \
                 (write the thief first, then the gear on it, from the bottom)",
            ),
            (
                laid(1, &json!([gear("the-dam")]), &json!(["the-dame"])),
                "zones field/1/cream 0 on: there is no thief `the-dam` (did you mean `the-dame`?)",
            ),
            (
                laid(
                    1,
                    &json!([{"card": "the-dame", "on": "the-driver"}]),
                    &json!([]),
                ),
                "zones field/1/cream 0 on: a thief lies on nothing \
                 (take `on` away: a thief begins a stack of its own)",
            ),
            (
                laid(
                    1,
                    &json!([{"card": "the-dame", "face": "down"}]),
                    &json!([]),
                ),
                "zones field/1/cream 0 face: there is no `down` here (choose one of `up` and `flipped`)",
            ),
        ],
    );
}

#[test]
fn a_location_takes_three_thieves_of_a_side_and_a_thief_three_gear() {
    let four = json!(["the-dame", "the-artist", "the-banker", "the-driver"]);
    let gear = json!([
        "the-dame",
        "lock-picks",
        "rope-ladder",
        "stopwatch",
        "floor-plan"
    ]);
    each(
        "2",
        &[
            (
                laid(1, &four, &json!([])),
                "zones field/1/cream 3: this is thief 4 of cream here (a location takes 3 thieves of a side)",
            ),
            (
                laid(1, &json!([]), &gear),
                "zones field/1/mint 4: this is gear 4 on `the-dame` (a thief carries 3 gear)",
            ),
        ],
    );
}

#[test]
fn locations_are_those_of_the_row() {
    each(
        "2",
        &[
            (
                json!({"zones": {"field/4/cream": []}}),
                "zones field/4/cream: there is no location `4` (locations are numbered from 1 to 3)",
            ),
            (
                json!({"zones": {"field/1/crem": []}}),
                "zones field/1/crem: `1/crem` is no location with a side (write it like `1/cream` or `1/mint`)",
            ),
            (
                json!({"row": ["none", null, "none", "the-louvre"]}),
                "row 3: this is location 4 (the row has 3 locations)",
            ),
        ],
    );
}

#[test]
fn coins_are_ten() {
    each(
        "2",
        &[
            (
                json!({"coins": {"cream": 6, "mint": 5}}),
                "coins: these are 11 coins in all (the game has 10)",
            ),
            (
                json!({"coins": {"supply": 3, "mint": 5}}),
                "coins: these are 8 coins in all (the game has 10: leave `supply` out, or say who has the others)",
            ),
            (
                json!({"coins": {"cream": 11}}),
                "coins cream: this is `11`, not a whole number from 0 to 10 (write a whole number from 0 to 10)",
            ),
        ],
    );
}

#[test]
fn known_cards_are_in_the_hands_of_others() {
    each(
        "2",
        &[
            (
                json!({"known": {"mint": ["the-countess"], "cream": ["the-dame"]}}),
                "known cream 0: `the-dame` is in no other hand (known are cards that lie in the hand of another seat)",
            ),
            (
                json!({"known": {"cream": ["the-countess"]}}),
                "known cream 0: `the-countess` is in no other hand \
                 (known are cards that lie in the hand of another seat)",
            ),
        ]
        .map(with_hands),
    );
}

#[test]
fn all_misfits_of_a_table_are_found() {
    let table = json!({
        "round": 0, "first": "crem", "rows": [], "coins": {"mint": -1}, "phase": "flop",
        "row": ["the-lovre", "the-louvre"], "turns": 9, "known": {"mint": ["nobody"]},
        "zones": {"hand/cream": ["the-dame", "the-dame"], "field/9/cream": [], "gear": 7},
    });
    let paths: Vec<String> = match rules("paris", "2").stage(&table) {
        Ok(_) => Vec::new(),
        Err(misfits) => misfits.into_iter().map(|m| m.path.join(" ")).collect(),
    };
    assert_eq!(
        paths,
        [
            "rows",
            "round",
            "first",
            "row 0",
            "zones hand/cream 1",
            "zones field/9/cream",
            "zones gear",
            "coins mint",
            "phase",
            "known mint 0",
            "turns",
        ]
    );
}
