//! Gear that comes back from the discards (CAP-G9, CAP-G18).

use serde_json::{Value, json};

use super::pinned::{rules, rules_after};
use crate::games::caper::play::{CREAM, Move, Phase, Rules, State};
use crate::games::caper::tabletop::{legal, play, refused, set};
use crate::rules::Game;

/// Round 1: Cream, who has coins, is to place The Janitor beside The Dame at location 1.
fn janitor(rules: &Rules, coins: u8, discards: Value) -> State {
    set(
        rules,
        json!({
            "coins": {"cream": coins},
            "zones": {
                "hand/cream": ["the-janitor", "the-artist"], "hand/mint": ["the-driver", "the-twins"],
                "field/1/cream": ["the-dame"], "field/2/cream": ["the-fence"],
                "field/1/mint": ["the-boxer"], "discard/cream": discards,
            },
        }),
    )
}

#[test]
fn a_thief_brings_gear_back_in_a_round_of_thieves() {
    // CAP-G18.
    let rules = rules("paris", "2");
    let mut state = janitor(&rules, 0, json!(["lock-picks"]));
    play(&rules, &mut state, &["place the-janitor at 1"]);
    assert_eq!(
        (state.phase, usize::from(state.active)),
        (Phase::Recover, CREAM)
    );
    let log = play(&rules, &mut state, &["recover lock-picks on the-dame"]);
    assert_eq!(log, ["lock-picks: discard/cream -> field/1/cream, up"]);
    assert_eq!((state.phase, usize::from(state.active)), (Phase::Place, 1));
    assert_eq!(state.crews[CREAM].gear, 0);
}

#[test]
fn gear_goes_on_thieves_at_this_location_and_the_card_itself_is_one() {
    let rules = rules("paris", "2");
    let mut state = janitor(&rules, 0, json!(["lock-picks"]));
    play(&rules, &mut state, &["place the-janitor at 1"]);
    assert_eq!(
        legal(&rules, &state),
        [
            "recover lock-picks on the-dame",
            "recover lock-picks on the-janitor",
            "leave"
        ]
    );
    assert_eq!(
        refused(&rules, &state, "recover lock-picks on the-fence"),
        "not-here"
    );
    assert_eq!(
        refused(&rules, &state, "recover lock-picks on the-boxer"),
        "no-such-thief"
    );
    assert_eq!(
        refused(&rules, &state, "recover rope-ladder on the-dame"),
        "not-discarded"
    );
}

#[test]
fn gear_that_is_brought_back_costs_what_it_costs() {
    let rules = rules("paris", "2");
    let discards = json!(["rope-ladder", "packing-crate"]);
    let mut state = janitor(&rules, 1, discards.clone());
    play(&rules, &mut state, &["place the-janitor at 1"]);
    assert_eq!(
        refused(&rules, &state, "recover packing-crate on the-dame"),
        "cannot-pay"
    );
    play(&rules, &mut state, &["recover rope-ladder on the-dame"]);
    assert_eq!((state.crews[CREAM].coins, state.supply), (0, 10));
    // Without a coin nothing is asked.
    let mut state = janitor(&rules, 0, discards);
    play(&rules, &mut state, &["place the-janitor at 1"]);
    assert_eq!((state.phase, usize::from(state.active)), (Phase::Place, 1));
}

#[test]
fn nothing_is_asked_where_no_gear_is_discarded_or_no_thief_takes_more() {
    let rules = rules("paris", "2");
    let mut state = janitor(&rules, 3, json!([]));
    play(&rules, &mut state, &["place the-janitor at 1"]);
    assert_eq!((state.phase, state.acting), (Phase::Place, u8::MAX));
    let mut state = set(
        &rules,
        json!({
            "round": 2,
            "zones": {
                "hand/mint": ["left-luggage-ticket", "floor-plan"],
                "hand/cream": ["crepe-soles", "poster-tube"],
                "field/1/mint": ["the-driver", "lock-picks", "loaded-dice"],
                "discard/mint": ["velvet-pouch"],
            },
        }),
    );
    play(
        &rules,
        &mut state,
        &["equip left-luggage-ticket on the-driver"],
    );
    assert_eq!(
        (state.phase, usize::from(state.active)),
        (Phase::Equip, CREAM)
    );
}

#[test]
fn gear_need_not_be_brought_back() {
    let rules = rules("paris", "2");
    let mut state = janitor(&rules, 0, json!(["lock-picks"]));
    play(&rules, &mut state, &["place the-janitor at 1"]);
    assert_eq!(play(&rules, &mut state, &["leave"]), [""; 0]);
    assert_eq!(
        (state.phase, state.recovers, state.acting),
        (Phase::Place, 0, u8::MAX)
    );
    assert_eq!(state.crews[CREAM].gear.count_ones(), 1);
}

#[test]
fn gear_that_is_brought_back_counts_as_played() {
    // Its coins are taken, and its flip is made.
    let rules = rules("paris", "2");
    let mut state = janitor(&rules, 0, json!(["giant-magnet", "smoke-bomb"]));
    play(&rules, &mut state, &["place the-janitor at 1"]);
    let mut other = state;
    let log = play(&rules, &mut state, &["recover giant-magnet on the-dame"]);
    assert_eq!(state.crews[CREAM].coins, 1);
    assert!(
        log.contains(&"no-target at row/1: cream 0 0".to_owned()),
        "{log:?}"
    );
    play(&rules, &mut other, &["recover smoke-bomb on the-dame"]);
    assert_eq!(
        (other.phase, usize::from(other.active)),
        (Phase::Flip, CREAM)
    );
    play(&rules, &mut other, &["flip the-boxer"]);
    assert_eq!((other.phase, usize::from(other.active)), (Phase::Place, 1));
}

#[test]
fn what_is_brought_back_brings_back_in_turn() {
    let rules = rules("paris", "2");
    let mut state = janitor(
        &rules,
        0,
        json!(["left-luggage-ticket", "smoke-bomb", "lock-picks"]),
    );
    play(
        &rules,
        &mut state,
        &[
            "place the-janitor at 1",
            "recover left-luggage-ticket on the-dame",
            "recover smoke-bomb on the-dame",
            "flip the-boxer",
        ],
    );
    assert_eq!((state.phase, usize::from(state.active)), (Phase::Place, 1));
    assert_eq!(state.crews[CREAM].gear.count_ones(), 1);
}

#[test]
fn a_card_that_brings_back_twice_asks_twice_after_the_flips_of_the_first() {
    let twice = "when-played = [{ recover = \"gear\" }, { recover = \"gear\" }]";
    let rules = rules_after(&[("thieves", "the-janitor", twice)], &[], "paris", "2");
    let discards = json!(["smoke-bomb", "lock-picks", "velvet-pouch"]);
    let mut state = janitor(&rules, 0, discards);
    play(
        &rules,
        &mut state,
        &["place the-janitor at 1", "recover smoke-bomb on the-dame"],
    );
    assert_eq!((state.phase, state.recovers), (Phase::Flip, 1));
    play(&rules, &mut state, &["flip the-boxer"]);
    assert_eq!((state.phase, state.recovers), (Phase::Recover, 1));
    play(&rules, &mut state, &["recover lock-picks on the-dame"]);
    assert_eq!((state.phase, state.recovers), (Phase::Place, 0));
}

#[test]
fn only_own_discards_come_back() {
    let rules = rules("paris", "2");
    let mut state = set(
        &rules,
        json!({"zones": {
            "hand/cream": ["the-janitor", "the-artist"], "hand/mint": ["the-driver", "the-twins"],
            "discard/mint": ["lock-picks"], "discard/cream": ["velvet-pouch", "the-mime"],
        }}),
    );
    play(&rules, &mut state, &["place the-janitor at 1"]);
    let back: Vec<Move> = rules.legal_moves(&state);
    assert_eq!(back.len(), 2, "one gear on one thief, or none: {back:?}");
    assert_eq!(
        refused(&rules, &state, "recover lock-picks on the-janitor"),
        "not-discarded"
    );
}
