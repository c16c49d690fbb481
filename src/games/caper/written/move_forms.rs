//! Moves in their documented forms, and what is told of others.

use serde_json::json;

use crate::games::caper::play::{Rules, State};
use crate::games::caper::tabletop::{refused, rules, set};
use crate::rules::{Game, Notation};

/// A table of a gear round: Mint plays first.
fn sample() -> (Rules, State) {
    let rules = rules("paris", "2");
    let state = set(
        &rules,
        json!({
            "round": 2, "coins": {"mint": 3}, "row": ["the-louvre"],
            "zones": {
                "hand/mint": ["lock-picks"], "hand/cream": ["rope-ladder"],
                "field/1/mint": ["the-dame"], "field/2/cream": ["the-artist"],
            },
        }),
    );
    (rules, state)
}

#[test]
fn moves_are_written_in_their_documented_forms() {
    let (rules, state) = sample();
    for text in [
        "place the-dame at 2",
        "equip lock-picks on the-dame",
        "discard lock-picks",
        "flip the-artist",
        "recover lock-picks on the-dame",
        "leave",
        "deal lock-picks",
        "pass velvet-pouch lock-picks",
    ] {
        let mv = rules.read(&state, text).unwrap();
        assert_eq!(rules.write(&state, mv), text);
    }
    let legal = rules.legal_moves(&state);
    let legal: Vec<String> = legal
        .into_iter()
        .map(|mv| rules.write(&state, mv))
        .collect();
    assert_eq!(
        legal,
        ["equip lock-picks on the-dame", "discard lock-picks"]
    );
}

#[test]
fn the_cards_that_are_dealt_and_passed_are_those_of_the_round() {
    let rules = rules("paris", "4");
    let state = set(
        &rules,
        json!({"phase": "pass", "zones": {
            "hand/cream-lookout": ["the-dame", "the-artist", "the-banker"],
            "hand/mint-lookout": ["the-driver", "the-fence", "the-boxer"],
        }}),
    );
    let legal = rules.legal_moves(&state);
    let legal: Vec<String> = legal
        .into_iter()
        .map(|mv| rules.write(&state, mv))
        .collect();
    assert_eq!(
        legal,
        [
            "pass the-dame the-artist",
            "pass the-dame the-banker",
            "pass the-artist the-banker"
        ]
    );
}

#[test]
fn a_pair_that_is_passed_has_no_order() {
    let (rules, state) = sample();
    let pair = rules.read(&state, "pass lock-picks velvet-pouch").unwrap();
    assert_eq!(rules.write(&state, pair), "pass velvet-pouch lock-picks");
}

#[test]
fn reading_minds_neither_spaces_nor_numbers_that_say_nothing() {
    let (rules, state) = sample();
    for (loose, strict) in [
        (
            "  equip   lock-picks  on the-dame ",
            "equip lock-picks on the-dame",
        ),
        ("flip the-artist#1", "flip the-artist"),
    ] {
        assert_eq!(rules.read(&state, loose), rules.read(&state, strict));
        assert!(rules.read(&state, strict).is_ok());
    }
}

#[test]
fn a_thief_that_is_not_there_can_be_named_and_is_refused() {
    let (rules, state) = sample();
    for text in [
        "equip lock-picks on the-artist",
        "equip lock-picks on the-driver",
    ] {
        assert_eq!(refused(&rules, &state, text), "no-such-thief", "{text}");
    }
}

#[test]
fn what_cannot_be_read_is_told_with_what_to_write() {
    let (rules, state) = sample();
    for (text, told) in [
        (
            "place the-dam at 2",
            "there is no thief `the-dam`; did you mean `the-dame`?",
        ),
        (
            "place lock-picks at 2",
            "`lock-picks` is gear, not a thief; write a thief like `the-dame`",
        ),
        (
            "place the-dame at 0",
            "`0` is no location; locations are numbered from 1, the leftmost",
        ),
        (
            "place the-dame",
            "`place the-dame` is no whole move; `place` takes a thief and a location, as in `place the-dame at 2`",
        ),
        (
            "equip the-dame on lock-picks",
            "`the-dame` is a thief, not gear; write gear like `velvet-pouch`",
        ),
        (
            "equip lock-picks",
            "`equip lock-picks` is no whole move; `equip` takes gear and a thief, \
             as in `equip velvet-pouch on the-dame`",
        ),
        (
            "recover lock-picks at 2",
            "`recover lock-picks at 2` is no whole move; `recover` takes gear and a thief, \
             as in `recover velvet-pouch on the-dame`",
        ),
        (
            "discard",
            "`discard` is no whole move; `discard` takes gear, as in `discard velvet-pouch`",
        ),
        (
            "flip lock-picks",
            "`lock-picks` is gear, not a thief; write a thief like `the-dame`",
        ),
        (
            "flip",
            "`flip` is no whole move; `flip` takes the thief of a stack, whose topmost card is turned, \
             as in `flip the-dame`",
        ),
        ("leave now", "`leave` stands alone; take away `now`"),
        (
            "deal the-dame",
            "`the-dame` is a thief, not gear; write gear like `velvet-pouch`",
        ),
        (
            "deal",
            "`deal` is no whole move; `deal` takes the card for Cream, as in `deal velvet-pouch`",
        ),
        (
            "pass lock-picks",
            "`pass lock-picks` is no whole move; `pass` takes two cards, \
             as in `pass velvet-pouch false-bottom-case`",
        ),
        ("plaec", "there is no move `plaec`; did you mean `place`?"),
        (
            " ",
            "there is no move here; moves begin with \
             `place`, `equip`, `discard`, `flip`, `recover`, `leave`, `deal` and `pass`",
        ),
    ] {
        let unread = rules
            .read(&state, text)
            .map_err(|unread| unread.to_string());
        assert_eq!(unread, Err(told.to_owned()));
    }
}
