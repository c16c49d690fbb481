//! Four players: Lookouts pass, Masterminds play (CAP-R21, CAP-R22, CAP-G8, CAP-G20 to G22).

use serde_json::{Value, json};

use super::pinned::rules;
use super::walk::each;
use crate::games::caper::play::{CREAM, MINT, Move, Phase, Rules, State, Table};
use crate::games::caper::tabletop::{legal, play, refused, set};
use crate::rules::{Dice, Game, Legal, Notation, Silent};

const LOOKOUTS: [usize; 2] = [Rules::lookout(CREAM), Rules::lookout(MINT)];

/// Round 2, the last turn: Mint plays one of two gear, with thieves at location 1.
fn last_turn(rules: &Rules, mint: [&str; 2], coins: u8, more: Value) -> State {
    let mut zones = json!({"hand/mint": mint, "hand/cream": ["crepe-soles", "poster-tube"]});
    for (key, value) in more.as_object().unwrap() {
        zones[key] = value.clone();
    }
    set(
        rules,
        json!({"round": 2, "coins": {"mint": coins}, "zones": zones}),
    )
}

#[test]
fn cards_are_dealt_to_the_lookouts_and_that_of_the_first_team_passes_first() {
    // CAP-R21, CAP-G20.
    let rules = rules("paris", "4");
    let state = rules.set_up(&mut Dice::new(2), &mut Silent);
    assert_eq!(state.held, [0, 0, 4, 4]);
    assert_eq!(
        (state.phase, usize::from(state.active)),
        (Phase::Pass, LOOKOUTS[CREAM])
    );
    assert_eq!(rules.legal(&state).len(), 6, "two of four");
}

#[test]
fn a_lookout_passes_two_cards_to_the_opposing_mastermind() {
    let rules = rules("paris", "4");
    let mut state = set(
        &rules,
        json!({"turn": "cream-lookout", "zones": {
            "hand/cream-lookout": ["the-dame", "the-artist", "the-banker"],
            "hand/mint-lookout": ["the-driver", "the-forger", "the-twins"],
        }}),
    );
    let log = play(&rules, &mut state, &["pass the-banker the-dame"]);
    assert_eq!(
        log,
        [
            "the-dame: hand/cream-lookout -> hand/mint, passed",
            "the-banker: hand/cream-lookout -> hand/mint, passed",
        ]
    );
    assert_eq!(
        (state.phase, usize::from(state.active)),
        (Phase::Pass, LOOKOUTS[MINT])
    );
    assert_eq!(
        refused(&rules, &state, "pass the-dame the-banker"),
        "not-in-hand"
    );
    play(&rules, &mut state, &["pass the-driver the-forger"]);
    assert_eq!(state.held, [2, 2, 1, 1]);
    assert_eq!(
        (state.phase, usize::from(state.active)),
        (Phase::Place, CREAM)
    );
}

#[test]
fn the_card_that_is_not_played_goes_to_the_own_lookout() {
    let rules = rules("paris", "4");
    let mut state = set(
        &rules,
        json!({"zones": {
            "hand/cream": ["the-driver", "the-forger"], "hand/mint": ["the-dame", "the-banker"],
            "hand/cream-lookout": ["the-artist"], "hand/mint-lookout": ["the-twins"],
        }}),
    );
    let log = play(
        &rules,
        &mut state,
        &["place the-forger at 1", "place the-dame at 1"],
    );
    for line in [
        "the-driver: hand/cream -> hand/cream-lookout, passed",
        "the-banker: hand/mint -> hand/mint-lookout, passed",
    ] {
        assert!(log.contains(&line.to_owned()), "{line}: {log:?}");
    }
    assert_eq!(state.held, [0, 0, 2, 2]);
    assert_eq!(
        (state.phase, usize::from(state.active)),
        (Phase::Pass, LOOKOUTS[CREAM])
    );
    assert_eq!(
        legal(&rules, &state),
        ["pass the-artist the-driver"],
        "of two there is no choice"
    );
}

#[test]
fn when_the_lookouts_have_no_cards_left_masterminds_discard_their_last() {
    let rules = rules("paris", "4");
    let mut state = set(
        &rules,
        json!({"zones": {
            "hand/cream": ["the-driver", "the-forger"], "hand/mint": ["the-dame", "the-banker"],
        }}),
    );
    let log = play(
        &rules,
        &mut state,
        &["place the-forger at 1", "place the-dame at 1"],
    );
    assert!(
        log.contains(&"the-driver: hand/cream -> discard/cream, up".to_owned()),
        "{log:?}"
    );
    assert_eq!((state.round, state.held), (2, [0, 0, 6, 6]));
    assert_eq!(
        (state.phase, usize::from(state.active)),
        (Phase::Pass, LOOKOUTS[MINT])
    );
}

#[test]
fn gear_is_discarded_only_when_no_card_in_hand_can_be_paid_for() {
    // CAP-R22.
    let rules = rules("paris", "4");
    let thief = json!({"field/1/mint": ["the-driver"]});
    let hand = ["rope-ladder", "packing-crate"];
    let state = last_turn(&rules, hand, 1, thief.clone());
    for card in hand {
        let text = format!("discard {card}");
        assert_eq!(refused(&rules, &state, &text), "must-play", "{card}");
    }
    assert_eq!(legal(&rules, &state), ["equip rope-ladder on the-driver"]);
    let mut state = last_turn(&rules, hand, 0, thief);
    assert_eq!(
        legal(&rules, &state),
        ["discard packing-crate", "discard rope-ladder"]
    );
    play(&rules, &mut state, &["discard packing-crate"]);
    assert_eq!(state.crews[MINT].coins, 1);
}

#[test]
fn gear_that_could_be_paid_for_is_discarded_when_no_thief_can_take_it() {
    // CAP-G21: no thief at all, or only thieves that are full.
    let rules = rules("paris", "4");
    let full = json!({"field/1/mint": ["the-driver", "velvet-pouch", "loaded-dice", "smoke-bomb"]});
    for thieves in [json!({}), full] {
        let state = last_turn(&rules, ["lock-picks", "rope-ladder"], 5, thieves);
        assert_eq!(
            legal(&rules, &state),
            ["discard lock-picks", "discard rope-ladder"]
        );
    }
}

#[test]
fn two_players_may_discard_whatever_they_could_pay() {
    // CAP-R10: R22 binds teams only.
    let rules = rules("paris", "2");
    let thief = json!({"field/1/mint": ["the-driver"]});
    let state = last_turn(&rules, ["lock-picks", "rope-ladder"], 5, thief);
    assert_eq!(legal(&rules, &state).len(), 4);
}

#[test]
fn a_team_scores_three_for_each_gear_in_its_discards_in_the_row_of_gear() {
    // CAP-R22, CAP-G22; thieves score nothing there.
    for (players, expected) in [("2", 0), ("3", 0), ("4", 6)] {
        let rules = rules("paris", players);
        let table = json!({"phase": "over", "zones": {
            "discard/cream": ["lock-picks", "the-dame", "smoke-bomb"],
        }});
        let outcome = rules.outcome(&set(&rules, table)).unwrap();
        let part = &outcome.scores[CREAM].parts[2];
        assert_eq!((part.what, part.points), ("gear", expected), "{players}");
    }
}

#[test]
fn both_teams_have_three_last_card_discards_of_gear() {
    // CAP-G8.
    let mut last = [0; 2];
    each(3, |(rules, before, _, after, _)| {
        if rules.table == Table::Teams && before.round < after.round && before.round % 2 == 0 {
            for side in [CREAM, MINT] {
                let discarded = after.crews[side].gear & !before.crews[side].gear;
                last[side] += u32::from(discarded & (before.hands[side]) != 0);
            }
        }
        if after.phase == Phase::Over {
            let expected = if rules.table == Table::Teams {
                [3, 3]
            } else {
                [0, 0]
            };
            assert_eq!(std::mem::take(&mut last), expected);
        }
    });
}

#[test]
fn gear_that_is_brought_back_no_longer_scores_as_discarded() {
    let rules = rules("paris", "4");
    let discards = json!({"field/1/mint": ["the-driver"], "discard/mint": ["velvet-pouch"]});
    let mut state = last_turn(&rules, ["left-luggage-ticket", "rope-ladder"], 0, discards);
    let points = |state: &State| rules.standings(state)["points"]["mint"]["gear"].clone();
    assert_eq!(points(&state), 3);
    let moves = [
        "equip left-luggage-ticket on the-driver",
        "recover velvet-pouch on the-driver",
    ];
    play(&rules, &mut state, &moves);
    assert_eq!(points(&state), 1, "the point of the ticket");
}

#[test]
fn both_lookouts_pass_before_a_card_is_played_in_every_turn() {
    // CAP-G20.
    each(3, |(rules, before, mv, after, _)| {
        if rules.table != Table::Teams {
            return;
        }
        let round = rules.round(before.round);
        let first = usize::from(round.first);
        let seat = usize::from(before.active);
        assert_eq!(seat >= 2, matches!(mv, Move::Pass { .. }));
        if before.phase == Phase::Pass {
            let lookout = [first, 1 - first][usize::from(before.played)];
            assert_eq!(seat, LOOKOUTS[lookout]);
            let plays = before.played == 1;
            assert_eq!(after.phase != Phase::Pass, plays);
            assert!(!plays || usize::from(after.active) == first);
        }
    });
}
