//! In which order a played card works (CAP-G13, CAP-G17).

use serde_json::json;

use super::pinned::{rules, rules_after};
use crate::games::caper::play::{MINT, Phase};
use crate::games::caper::tabletop::{play, set};

/// Gear that does everything a card can do at once.
const BUSY: (&str, &str, &str) = (
    "gear",
    "plasma-cutter",
    "cost = 2\nwhen-played = [{ recover = \"gear\" }, { flip = 1 }, { coins = 3 }, { fine = 1 }]",
);

#[test]
fn cost_placing_coins_location_flips_and_what_is_brought_back_follow_each_other() {
    let tips = (
        "locations",
        "the-casino",
        "reward = [{ points = 5 }]\nmodifier = { coins = { for = \"yellow\" } }",
    );
    let rules = rules_after(&[BUSY, tips], &[], "paris", "2");
    let mut state = set(
        &rules,
        json!({
            "round": 2, "row": ["the-casino"], "coins": {"cream": 2, "mint": 2},
            "zones": {
                "hand/mint": ["plasma-cutter", "floor-plan"],
                "hand/cream": ["crepe-soles", "poster-tube"],
                "field/1/mint": ["the-driver"], "field/1/cream": ["the-dame"],
                "discard/mint": ["lock-picks"],
            },
        }),
    );
    let log = play(&rules, &mut state, &["equip plasma-cutter on the-driver"]);
    let expected = [
        "coins/mint = 0",
        "coins/supply = 8",
        "plasma-cutter: hand/mint -> field/1/mint, up",
        "coins/mint = 3",
        "coins/supply = 5",
        "coins/cream = 1",
        "coins/supply = 6",
        "coins/mint = 4",
        "coins/supply = 5",
    ];
    assert_eq!(
        (log, state.phase),
        (expected.map(str::to_owned).into(), Phase::Flip)
    );
    play(&rules, &mut state, &["flip the-dame"]);
    assert_eq!(state.phase, Phase::Recover);
    play(&rules, &mut state, &["recover lock-picks on the-driver"]);
    assert_eq!((state.phase, usize::from(state.active)), (Phase::Equip, 0));
}

#[test]
fn an_income_comes_before_the_coins_of_the_card_and_of_the_location() {
    let dame = (
        "thieves",
        "the-dame",
        "income = 1\nwhen-played = [{ coins = 2 }]",
    );
    let rules = rules_after(&[dame], &[], "paris", "2");
    let mut state = set(
        &rules,
        json!({
            "row": ["the-grand-hotel"],
            "zones": {
                "hand/cream": ["the-dame", "the-artist"], "hand/mint": ["the-driver", "the-twins"],
            },
        }),
    );
    let log = play(&rules, &mut state, &["place the-dame at 1"]);
    let coins: Vec<&String> = log
        .iter()
        .filter(|line| line.starts_with("coins/cream"))
        .collect();
    assert_eq!(
        coins,
        ["coins/cream = 1", "coins/cream = 3", "coins/cream = 4"]
    );
}

#[test]
fn coins_of_a_card_come_in_the_order_in_which_they_are_printed() {
    // The supply is empty until the opponent has paid.
    let table = json!({
        "round": 2, "coins": {"cream": 10},
        "zones": {
            "hand/mint": ["plasma-cutter", "floor-plan"],
            "hand/cream": ["crepe-soles", "poster-tube"], "field/1/mint": ["the-driver"],
        },
    });
    for (when_played, coins) in [
        ("[{ coins = 2 }, { fine = 3 }]", 0),
        ("[{ fine = 3 }, { coins = 2 }]", 2),
    ] {
        let lines = format!("when-played = {when_played}");
        let rules = rules_after(&[("gear", "plasma-cutter", &lines)], &[], "paris", "2");
        let mut state = set(&rules, table.clone());
        play(&rules, &mut state, &["equip plasma-cutter on the-driver"]);
        assert_eq!(state.crews[MINT].coins, coins, "{when_played}");
    }
}

#[test]
fn coins_for_cards_of_a_colour_count_what_lies_face_up_once_the_card_is_placed() {
    // CAP-G13: Printing Plate itself, Loaded Dice and no flipped Bearer Bonds; none of other locations.
    let rules = rules("paris", "2");
    let mut state = set(
        &rules,
        json!({
            "round": 2,
            "zones": {
                "hand/mint": ["printing-plate", "floor-plan"],
                "hand/cream": ["crepe-soles", "poster-tube"],
                "field/1/mint": [
                    "the-driver", {"card": "loaded-dice"}, {"card": "bearer-bonds", "face": "flipped"},
                ],
                "field/1/cream": ["the-dame", "plasma-cutter"],
                "field/2/mint": ["the-twins", "bellboy-uniform"],
            },
        }),
    );
    play(&rules, &mut state, &["equip printing-plate on the-driver"]);
    assert_eq!(state.crews[MINT].coins, 2);
}
