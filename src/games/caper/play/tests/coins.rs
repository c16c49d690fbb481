//! Coins: income, costs, discards, and too few of them (CAP-R9, CAP-R10, CAP-G2, CAP-G10).

use serde_json::{Value, json};

use super::pinned;
use super::walk::each;
use crate::games::caper::play::{CREAM, MINT, Rules, State};
use crate::games::caper::tabletop::{play, refused, set};

/// Round 1: Cream is to place one of two thieves.
fn thieves(cream: [&str; 2], more: Value) -> (Rules, State) {
    let rules = pinned::rules("paris", "2");
    let mut table =
        json!({"zones": {"hand/cream": cream, "hand/mint": ["the-driver", "the-twins"]}});
    merge(&mut table, more);
    let state = set(&rules, table);
    (rules, state)
}

/// Round 2: Mint is to play gear on The Driver at location 1.
fn gear(city: &str, mint: [&str; 2], more: Value) -> (Rules, State) {
    let rules = pinned::rules(city, "2");
    let mut table = json!({"round": 2, "zones": {
        "hand/mint": mint, "hand/cream": ["crepe-soles", "poster-tube"],
        "field/1/mint": ["the-driver"],
    }});
    merge(&mut table, more);
    let state = set(&rules, table);
    (rules, state)
}

fn merge(table: &mut Value, more: Value) {
    for (key, value) in more.as_object().unwrap() {
        table[key] = value.clone();
    }
}

/// Coins of the supply, of Cream and of Mint.
fn coins(state: &State) -> [u8; 3] {
    [
        state.supply,
        state.crews[CREAM].coins,
        state.crews[MINT].coins,
    ]
}

#[test]
fn a_thief_brings_its_income_from_the_supply() {
    // CAP-R9.
    let (rules, mut state) = thieves(["the-countess", "the-dame"], json!({}));
    let log = play(&rules, &mut state, &["place the-countess at 3"]);
    assert_eq!(coins(&state), [7, 3, 0]);
    assert_eq!(log[1..], ["coins/cream = 3", "coins/supply = 7"]);
}

#[test]
fn a_supply_with_too_few_coins_gives_what_it_has() {
    // CAP-G2.
    let (rules, mut state) = thieves(
        ["the-countess", "the-dame"],
        json!({"coins": {"cream": 5, "mint": 4}}),
    );
    let log = play(&rules, &mut state, &["place the-countess at 3"]);
    assert_eq!(coins(&state), [0, 6, 4]);
    assert!(log.contains(&"short: cream 3 1".to_owned()), "{log:?}");
}

#[test]
fn an_empty_supply_gives_nothing_and_says_so() {
    // CAP-G2, for a discard.
    let (rules, mut state) = gear(
        "paris",
        ["lock-picks", "rope-ladder"],
        json!({"coins": {"cream": 6, "mint": 4}}),
    );
    let log = play(&rules, &mut state, &["discard lock-picks"]);
    assert_eq!(coins(&state), [0, 6, 4]);
    assert_eq!(log[1..], ["short: mint 1 0"]);
}

#[test]
fn gear_is_paid_for_to_the_supply() {
    // CAP-R10.
    let (rules, mut state) = gear(
        "paris",
        ["floor-plan", "rope-ladder"],
        json!({"coins": {"mint": 4}}),
    );
    let log = play(&rules, &mut state, &["equip floor-plan on the-driver"]);
    assert_eq!(coins(&state), [9, 0, 1]);
    assert_eq!(
        log[..2],
        ["coins/mint = 1", "coins/supply = 9"],
        "paid first"
    );
}

#[test]
fn gear_that_costs_more_than_there_is_cannot_be_placed_but_discarded_for_a_coin() {
    // CAP-R10, CAP-E7.
    let (rules, mut state) = gear(
        "paris",
        ["packing-crate", "lock-picks"],
        json!({"coins": {"mint": 1}}),
    );
    let text = "equip packing-crate on the-driver";
    assert_eq!(refused(&rules, &state, text), "cannot-pay");
    play(&rules, &mut state, &["discard packing-crate"]);
    assert_eq!(coins(&state), [8, 0, 2]);
}

#[test]
fn a_card_is_paid_for_before_it_brings_coins() {
    // CAP-R10: Metro Map costs a coin and brings one.
    let hand = ["metro-map", "lock-picks"];
    let (rules, state) = gear("paris", hand, json!({}));
    assert_eq!(
        refused(&rules, &state, "equip metro-map on the-driver"),
        "cannot-pay"
    );
    let (rules, mut state) = gear("paris", hand, json!({"coins": {"cream": 9, "mint": 1}}));
    play(&rules, &mut state, &["equip metro-map on the-driver"]);
    assert_eq!(
        coins(&state),
        [0, 9, 1],
        "the coin paid is there to be taken"
    );
}

#[test]
fn whoever_takes_coins_of_the_opponent_gets_what_there_is() {
    // CAP-G10.
    let (rules, mut state) = gear(
        "london",
        ["umbrella-hook", "lock-picks"],
        json!({"coins": {"cream": 1, "mint": 3}}),
    );
    let log = play(&rules, &mut state, &["equip umbrella-hook on the-driver"]);
    assert_eq!(coins(&state), [6, 0, 4]);
    assert!(log.contains(&"short: mint 2 1".to_owned()), "{log:?}");
}

#[test]
fn an_opponent_with_too_few_coins_pays_what_there_is() {
    // CAP-G10.
    let (rules, mut state) = gear(
        "london",
        ["final-demand", "lock-picks"],
        json!({"coins": {"cream": 1, "mint": 3}}),
    );
    let log = play(&rules, &mut state, &["equip final-demand on the-driver"]);
    assert_eq!(coins(&state), [7, 0, 3]);
    assert!(log.contains(&"short: cream 2 1".to_owned()), "{log:?}");
}

#[test]
fn nobody_has_more_or_fewer_coins_than_there_are() {
    // CAP-I2.
    each(3, |(rules, _, mv, after, _)| {
        let all = u32::from(rules.numbers.coins);
        let sum: u32 = coins(after).into_iter().map(u32::from).sum();
        assert_eq!(sum, all, "{mv:?}");
    });
}
