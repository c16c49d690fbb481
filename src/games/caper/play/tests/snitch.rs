//! Three players: the Snitch deals (CAP-R19, CAP-G19).

use serde_json::json;

use super::pinned::rules;
use super::walk::each;
use crate::games::caper::play::{CREAM, MINT, Move, Phase, SNITCH, Table};
use crate::games::caper::tabletop::{play, refused, set};
use crate::rules::{Dice, Game, Legal, Silent};

#[test]
fn the_snitch_deck_is_twice_the_number_and_gives_a_card_to_each_mastermind_first() {
    let rules = rules("paris", "3");
    let mut log = Vec::new();
    let state = rules.set_up(&mut Dice::new(2), &mut log);
    // Eight thieves: one each, and two that the Snitch looks at.
    assert_eq!((state.held, state.snitch_deck), ([1, 1, 2, 0], 4));
    assert_eq!(
        (state.phase, usize::from(state.active)),
        (Phase::Deal, SNITCH)
    );
    let counted: Vec<String> = log.iter().map(|event| rules.names.tell(event)).collect();
    let counted = counted
        .iter()
        .filter(|line| line.starts_with("snitch-deck"));
    let expected = ["snitch-deck = 7", "snitch-deck = 6", "snitch-deck = 4"];
    assert!(counted.eq(expected.iter()));
}

#[test]
fn the_snitch_gives_one_of_the_two_to_each_mastermind() {
    let rules = rules("paris", "3");
    let table = json!({"zones": {
        "hand/snitch": ["the-dame", "the-artist"], "hand/cream": ["the-driver"], "hand/mint": ["the-twins"],
    }});
    let mut state = set(&rules, table);
    assert_eq!(rules.legal(&state).len(), 2);
    let log = play(&rules, &mut state, &["deal the-artist"]);
    assert_eq!(
        log,
        [
            "the-artist: hand/snitch -> hand/cream, passed",
            "the-dame: hand/snitch -> hand/mint, passed"
        ]
    );
    assert_eq!(state.held, [2, 2, 0, 0]);
    assert_eq!(
        (state.phase, usize::from(state.active)),
        (Phase::Place, CREAM)
    );
    assert_eq!(
        refused(&rules, &state, "place the-dame at 1"),
        "not-in-hand"
    );
}

#[test]
fn masterminds_keep_the_card_that_they_do_not_play() {
    // CAP-R19: nobody swaps.
    let rules = rules("paris", "3");
    let table = json!({"snitch-deck": 4, "zones": {
        "hand/cream": ["the-driver", "the-artist"], "hand/mint": ["the-twins", "the-dame"],
    }});
    let mut state = set(&rules, table);
    let moves = ["place the-artist at 1", "place the-dame at 1"];
    let [driver, twins, ..] = state.hands;
    play(&rules, &mut state, &moves);
    assert_eq!(
        (state.hands[CREAM] & !driver, state.hands[MINT] & !twins),
        (0, 0)
    );
    assert_eq!((state.held, state.snitch_deck), ([1, 1, 2, 0], 2));
    assert_eq!(
        (state.phase, usize::from(state.active)),
        (Phase::Deal, SNITCH)
    );
}

#[test]
fn when_the_deck_is_out_masterminds_discard_their_last_card() {
    let rules = rules("paris", "3");
    let table = json!({"snitch-deck": 0, "zones": {
        "hand/cream": ["the-driver", "the-artist"], "hand/mint": ["the-twins", "the-dame"],
    }});
    let mut state = set(&rules, table);
    let log = play(
        &rules,
        &mut state,
        &["place the-artist at 1", "place the-dame at 1"],
    );
    for line in [
        "the-driver: hand/cream -> discard/cream, up",
        "the-twins: hand/mint -> discard/mint, up",
        "round = 2",
    ] {
        assert!(log.contains(&line.to_owned()), "{line}: {log:?}");
    }
    assert_eq!((state.held, state.snitch_deck), ([1, 1, 2, 0], 12 - 4));
}

#[test]
fn in_rounds_of_gear_mint_plays_first_after_the_snitch() {
    let rules = rules("paris", "3");
    let table = json!({"round": 2, "zones": {
        "hand/snitch": ["lock-picks", "smoke-bomb"], "hand/cream": ["rope-ladder"], "hand/mint": ["poster-tube"],
    }});
    let mut state = set(&rules, table);
    play(&rules, &mut state, &["deal lock-picks"]);
    assert_eq!(
        (state.phase, usize::from(state.active)),
        (Phase::Equip, MINT)
    );
}

#[test]
fn the_snitch_knows_what_it_gave_and_not_the_first_card_of_each() {
    // CAP-G19.
    let rules = rules("paris", "3");
    let mut chance = Dice::new(9);
    let mut state = rules.set_up(&mut chance, &mut Silent);
    let [cream, mint, drawn, _] = state.hands;
    assert_eq!(state.known[SNITCH], 0);
    let card = drawn.trailing_zeros() as u8;
    rules.apply(&mut state, Move::Deal { card }, &mut chance, &mut Silent);
    assert_eq!(state.known, [0, 0, drawn, 0]);
    assert_eq!(state.hands[CREAM] & !cream, 1 << card);
    assert_eq!(state.hands[MINT] & !mint, drawn & !(1 << card));
}

#[test]
fn the_snitch_decides_before_every_turn_and_never_holds_cards_otherwise() {
    each(3, |(rules, before, mv, after, _)| {
        if rules.table != Table::Snitch {
            return;
        }
        let deals = matches!(mv, Move::Deal { .. });
        assert_eq!(before.held[SNITCH], if deals { 2 } else { 0 });
        assert_eq!(deals, usize::from(before.active) == SNITCH);
        if after.phase != Phase::Over {
            assert_eq!(after.snitch_deck % 2, 0);
        }
    });
}
