//! Flips: what they reach, what they turn, what is lost (CAP-R12, CAP-G3 to G6, CAP-G16).

use serde_json::{Value, json};

use super::pinned::{rules, rules_after};
use crate::games::caper::play::{CREAM, MINT, Phase, Rules, State};
use crate::games::caper::tabletop::{capers, legal, play, refused, set};
use crate::rules::Notation;

/// Round 2: Mint, with coins, plays this gear on The Driver at location 1, against these cards of Cream. Of two cards
/// in the hand the other is Velvet Pouch.
fn against(rules: &Rules, gear: &str, row: Value, fields: [Value; 2]) -> State {
    let [first, second] = fields;
    let mut state = set(
        rules,
        json!({
            "round": 2, "row": row, "coins": {"cream": 3, "mint": 5},
            "zones": {
                "hand/mint": [gear, "velvet-pouch"], "hand/cream": ["bellboy-uniform", "poster-tube"],
                "field/1/mint": ["the-driver"], "field/1/cream": first, "field/2/cream": second,
            },
        }),
    );
    play(rules, &mut state, &[&format!("equip {gear} on the-driver")]);
    state
}

/// The flip was made or lost, and it is Cream's turn.
fn done(state: &State) -> bool {
    state.phase == Phase::Equip && usize::from(state.active) == CREAM
}

#[test]
fn a_flip_turns_the_latest_gear_of_a_stack_which_loses_its_icons() {
    let rules = rules("paris", "2");
    let stack = json!(["the-dame", "lock-picks", "rope-ladder"]);
    let mut state = against(&rules, "smoke-bomb", json!([]), [stack, json!([])]);
    assert_eq!(capers(&rules, &state, "1/cream"), 4);
    let log = play(&rules, &mut state, &["flip the-dame"]);
    assert_eq!(log, ["rope-ladder at field/1/cream: flipped"]);
    assert_eq!(capers(&rules, &state, "1/cream"), 2);
    assert!(done(&state));
}

#[test]
fn a_flipped_card_loses_its_colour() {
    // CAP-G15: The Banker has a point for each yellow card.
    let rules = rules("paris", "2");
    let stack = json!(["the-banker", "plasma-cutter", "loaded-dice"]);
    let mut state = against(&rules, "smoke-bomb", json!([]), [stack, json!([])]);
    let points = |state: &State| rules.standings(state)["points"]["cream"]["thieves"].clone();
    assert_eq!(points(&state), 2);
    play(&rules, &mut state, &["flip the-banker"]);
    assert_eq!(points(&state), 1);
}

#[test]
fn a_thief_without_gear_is_flipped_itself() {
    // CAP-G4.
    let rules = rules("paris", "2");
    let mut state = against(
        &rules,
        "smoke-bomb",
        json!([]),
        [json!(["the-dame"]), json!([])],
    );
    let log = play(&rules, &mut state, &["flip the-dame"]);
    assert_eq!(log, ["the-dame at field/1/cream: flipped"]);
}

#[test]
fn a_thief_flips_when_it_is_placed() {
    let rules = rules("paris", "2");
    let mut state = set(
        &rules,
        json!({"zones": {
            "hand/cream": ["the-telephonist", "the-artist"], "hand/mint": ["the-driver", "the-twins"],
            "field/1/mint": ["the-boxer"],
        }}),
    );
    play(&rules, &mut state, &["place the-telephonist at 1"]);
    assert_eq!(
        (state.phase, usize::from(state.active)),
        (Phase::Flip, CREAM)
    );
    play(&rules, &mut state, &["flip the-boxer"]);
    assert_eq!(
        (state.phase, usize::from(state.active)),
        (Phase::Place, MINT)
    );
}

#[test]
fn a_flipped_top_shields_the_cards_below_it() {
    let rules = rules("paris", "2");
    let stack =
        json!(["the-dame", "lock-picks", {"card": "rope-ladder", "face": "flipped"}, "the-fence"]);
    let state = against(&rules, "smoke-bomb", json!([]), [stack, json!([])]);
    assert_eq!(legal(&rules, &state), ["flip the-fence"]);
    assert_eq!(refused(&rules, &state, "flip the-dame"), "flipped");
}

#[test]
fn more_gear_may_be_put_on_a_flipped_card_and_be_flipped_again() {
    let rules = rules("paris", "2");
    let mut state = set(
        &rules,
        json!({
            "round": 2, "coins": {"mint": 5},
            "zones": {
                "hand/mint": ["smoke-bomb", "velvet-pouch", "trip-wire"],
                "hand/cream": ["bellboy-uniform", "poster-tube", "lock-picks"],
                "field/1/mint": ["the-driver"], "field/1/cream": ["the-dame"],
            },
        }),
    );
    let moves = [
        "equip smoke-bomb on the-driver",
        "flip the-dame",
        "equip bellboy-uniform on the-dame",
        // Hands are swapped.
        "discard poster-tube",
        "equip trip-wire on the-dame",
    ];
    let log = play(&rules, &mut state, &moves);
    assert!(log.contains(&"the-dame at field/1/cream: flipped".to_owned()));
    let stack = state.crews[CREAM]
        .stack_of(state.crews[CREAM].stacks[0][0])
        .unwrap();
    assert_eq!(state.crews[CREAM].height(stack), 3);
    assert_eq!(
        state.crews[CREAM].flipped, 1,
        "what was flipped stays flipped"
    );
    assert_ne!(
        state.crews[CREAM].exposed & 1,
        0,
        "the new top can be flipped"
    );
}

#[test]
fn flipped_gear_counts_towards_fully_equipped() {
    // CAP-G3, CAP-R11.
    let rules = rules("paris", "2");
    let stack = json!(["the-dame", "velvet-pouch", "lock-picks"]);
    let table = |third: Value| {
        let mut stack = stack.clone();
        stack.as_array_mut().unwrap().extend([third]);
        json!({"phase": "over", "zones": {"field/1/cream": stack}})
    };
    for face in ["up", "flipped"] {
        let state = set(&rules, table(json!({"card": "poster-tube", "face": face})));
        assert_eq!(capers(&rules, &state, "1/cream"), 3, "{face}");
    }
    let state = set(
        &rules,
        json!({"phase": "over", "zones": {"field/1/cream": stack}}),
    );
    assert_eq!(capers(&rules, &state, "1/cream"), 2);
}

#[test]
fn a_flip_without_a_target_is_lost_and_the_card_stays() {
    // CAP-G5.
    let rules = rules("paris", "2");
    let mut state = set(
        &rules,
        json!({
            "round": 2, "zones": {
                "hand/mint": ["smoke-bomb", "velvet-pouch"], "hand/cream": ["bellboy-uniform", "poster-tube"],
                "field/1/mint": ["the-driver"],
            },
        }),
    );
    let log = play(&rules, &mut state, &["equip smoke-bomb on the-driver"]);
    let expected = [
        "smoke-bomb: hand/mint -> field/1/mint, up",
        "no-target at row/1: mint 0 0",
    ];
    assert_eq!(log, expected);
    assert!(done(&state));
    assert_eq!(
        (state.acting, state.acting_at, state.flips),
        (u8::MAX, u8::MAX, 0)
    );
}

#[test]
fn a_flip_that_has_a_target_must_be_made_and_its_player_chooses() {
    // CAP-G16.
    let rules = rules("paris", "2");
    let thieves = json!(["the-dame", "the-fence"]);
    let state = against(&rules, "smoke-bomb", json!([]), [thieves, json!([])]);
    assert_eq!(usize::from(state.active), MINT);
    assert_eq!(legal(&rules, &state), ["flip the-dame", "flip the-fence"]);
    for text in [
        "leave",
        "equip velvet-pouch on the-driver",
        "discard velvet-pouch",
    ] {
        assert_eq!(refused(&rules, &state, text), "not-now", "{text}");
    }
}

#[test]
fn a_single_target_is_chosen_all_the_same() {
    let rules = rules("paris", "2");
    let state = against(
        &rules,
        "smoke-bomb",
        json!([]),
        [json!(["the-dame"]), json!([])],
    );
    assert_eq!(legal(&rules, &state), ["flip the-dame"]);
}

#[test]
fn a_flip_reaches_its_own_location_only() {
    // CAP-G6.
    let rules = rules("paris", "2");
    let fields = [json!(["the-dame"]), json!(["the-fence"])];
    let state = against(&rules, "smoke-bomb", json!([]), fields);
    assert_eq!(legal(&rules, &state), ["flip the-dame"]);
    assert_eq!(refused(&rules, &state, "flip the-fence"), "out-of-reach");
    let fields = [json!([]), json!(["the-fence"])];
    let state = against(&rules, "smoke-bomb", json!([]), fields);
    assert!(done(&state), "a target elsewhere is none");
}

#[test]
fn a_card_may_say_that_it_reaches_anywhere() {
    let rules = rules("paris", "2");
    let fields = [json!(["the-dame"]), json!(["the-fence"])];
    let mut state = against(&rules, "anonymous-tip", json!([]), fields);
    assert_eq!(legal(&rules, &state), ["flip the-dame", "flip the-fence"]);
    let log = play(&rules, &mut state, &["flip the-fence"]);
    assert_eq!(log, ["the-fence at field/2/cream: flipped"]);
}

#[test]
fn players_may_agree_that_flips_reach_anywhere() {
    // CAP-G6, the variant.
    let agreed = ("game", "choice = \"here\"", "choice = \"anywhere\"");
    let rules = rules_after(&[], &[agreed], "paris", "2");
    let fields = [json!([]), json!(["the-fence"])];
    let state = against(&rules, "smoke-bomb", json!([]), fields);
    assert_eq!(legal(&rules, &state), ["flip the-fence"]);
}

#[test]
fn two_flips_are_made_one_after_the_other() {
    let rules = rules("paris", "2");
    let thieves = json!(["the-dame", "the-fence", "the-forger"]);
    let mut state = against(&rules, "twin-alarm-clocks", json!([]), [thieves, json!([])]);
    assert_eq!(state.flips, 2);
    play(&rules, &mut state, &["flip the-fence"]);
    assert_eq!(
        legal(&rules, &state),
        ["flip the-dame", "flip the-forger"],
        "never the same twice"
    );
    play(&rules, &mut state, &["flip the-forger"]);
    assert!(done(&state));
}

#[test]
fn of_two_flips_with_one_target_the_second_is_lost() {
    // CAP-G5, CAP-G16: the flipped top shields what lies below.
    let rules = rules("paris", "2");
    let stack = json!(["the-dame", "lock-picks"]);
    let mut state = against(&rules, "twin-alarm-clocks", json!([]), [stack, json!([])]);
    let log = play(&rules, &mut state, &["flip the-dame"]);
    let expected = [
        "lock-picks at field/1/cream: flipped",
        "no-target at row/1: mint 0 0",
    ];
    assert_eq!(log, expected);
    assert!(done(&state));
}

#[test]
fn some_flips_turn_only_thieves_and_others_only_gear() {
    let rules = rules("paris", "2");
    let cards = json!(["the-dame", "lock-picks", "the-fence"]);
    let state = against(
        &rules,
        "sleeping-powder",
        json!([]),
        [cards.clone(), json!([])],
    );
    assert_eq!(legal(&rules, &state), ["flip the-fence"]);
    assert_eq!(refused(&rules, &state, "flip the-dame"), "not-that-kind");
    let state = against(&rules, "giant-magnet", json!([]), [cards, json!([])]);
    assert_eq!(legal(&rules, &state), ["flip the-dame"]);
    assert_eq!(refused(&rules, &state, "flip the-fence"), "not-that-kind");
}

#[test]
fn a_protected_card_cannot_be_flipped_while_it_is_the_topmost() {
    let rules = rules("paris", "2");
    let cards = json!([
        "the-dame",
        "crepe-soles",
        "the-acrobat",
        "lock-picks",
        "the-fence"
    ]);
    let state = against(&rules, "smoke-bomb", json!([]), [cards, json!([])]);
    assert_eq!(
        legal(&rules, &state),
        ["flip the-acrobat", "flip the-fence"]
    );
    assert_eq!(refused(&rules, &state, "flip the-dame"), "protected");
}

#[test]
fn at_the_chapel_no_thief_can_be_flipped_and_gear_can() {
    // CAP-E8.
    let rules = rules("paris", "2");
    let cards = json!(["the-dame", "the-fence", "lock-picks"]);
    let state = against(
        &rules,
        "smoke-bomb",
        json!(["the-chapel"]),
        [cards, json!([])],
    );
    assert_eq!(legal(&rules, &state), ["flip the-fence"]);
    assert_eq!(refused(&rules, &state, "flip the-dame"), "protected");
}

#[test]
fn a_location_may_protect_gear_instead() {
    let rules = rules("paris", "2");
    let cards = json!(["the-dame", "the-fence", "lock-picks"]);
    let state = against(
        &rules,
        "smoke-bomb",
        json!(["the-catacombs"]),
        [cards, json!([])],
    );
    assert_eq!(legal(&rules, &state), ["flip the-dame"]);
}

#[test]
fn own_cards_are_never_flipped() {
    let rules = rules("paris", "2");
    let state = against(
        &rules,
        "smoke-bomb",
        json!([]),
        [json!(["the-dame"]), json!([])],
    );
    assert_eq!(refused(&rules, &state, "flip the-driver"), "no-such-thief");
}
