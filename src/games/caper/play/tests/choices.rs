//! Legal moves: exactly those that no rule refuses (CAP-I9).

use std::collections::BTreeSet;

use serde_json::json;

use super::pinned::{rules, rules_after};
use super::walk::{each, everywhere};
use crate::games::caper::play::{Move, Phase, Rules, State, THIEVES};
use crate::games::caper::tabletop::set;
use crate::rules::{Dice, Game, Legal, Rng, Silent};

#[test]
fn legal_moves_are_those_of_the_move_space_that_are_not_refused() {
    let mut spaces: Vec<(String, Vec<Move>)> = Vec::new();
    let mut phases = BTreeSet::new();
    let mut count = 0u32;
    each(2, |(rules, before, _, _, _)| {
        count += 1;
        // Every phase is asked for, common ones now and then.
        let rare = matches!(before.phase, Phase::Flip | Phase::Recover);
        if !rare && !count.is_multiple_of(4) {
            return;
        }
        phases.insert(before.phase);
        let key = format!("{:?} {:?}", rules.table, rules.names.cards);
        if spaces.last().is_none_or(|(last, _)| *last != key) {
            spaces.push((key, rules.move_space()));
        }
        let (_, space) = &spaces[spaces.len() - 1];
        let mut open: Vec<Move> = space.clone();
        open.retain(|mv| rules.refusal(before, *mv).is_none());
        open.sort();
        assert_eq!(rules.legal_moves(before), open, "{before:?}");
    });
    let all = [
        Phase::Deal,
        Phase::Pass,
        Phase::Place,
        Phase::Equip,
        Phase::Flip,
        Phase::Recover,
    ];
    assert_eq!(phases.into_iter().collect::<Vec<_>>(), all);
}

#[test]
fn there_is_always_a_move_and_no_move_is_listed_twice() {
    // CAP-I9.
    each(4, |(rules, before, _, _, _)| {
        let legal = rules.legal(before);
        let moves: BTreeSet<Move> = (0..legal.len()).map(|index| legal.get(index)).collect();
        assert!(!moves.is_empty());
        assert_eq!(moves.len(), legal.len() as usize);
    });
}

#[test]
fn whoever_flips_and_brings_back_whenever_possible_stays_within_the_longest_game() {
    for rules in everywhere() {
        for seed in 0..4 {
            let (mut chance, mut rng) = (Dice::new(seed), Rng::new(seed));
            let mut state = rules.set_up(&mut chance, &mut Silent);
            let decisions = rules.playout(&mut state, &mut chance, |state, legal| {
                // The first moves place cards; the last ones discard, or leave what could come back.
                match state.phase {
                    Phase::Equip | Phase::Recover => 0,
                    _ => rng.below(legal.len()),
                }
            });
            assert!(
                decisions <= rules.longest(),
                "{decisions} > {}",
                rules.longest()
            );
        }
    }
}

#[test]
fn sorts_of_moves_stay_within_their_ranges() {
    each(1, |(rules, before, _, _, _)| {
        for mv in rules.legal_moves(before) {
            let sort = rules.sort(mv);
            assert!(sort.verb < 16 && sort.row.is_none_or(|row| row < 64));
            assert!(
                sort.place
                    .is_none_or(|place| usize::from(place) < rules.numbers.places)
            );
        }
    });
}

/// Every spot for every card of the hand, and where the legal moves put them.
fn spots(rules: &Rules, state: &State) -> Vec<(u8, u8)> {
    let spot = |mv: Move| match mv {
        Move::Place { card, at } => Some((card, at)),
        Move::Equip { card, on } => Some((card, on)),
        _ => None,
    };
    rules
        .legal_moves(state)
        .into_iter()
        .filter_map(spot)
        .collect()
}

#[test]
fn four_locations_with_three_thieves_each_are_all_within_reach() {
    let four = ("game", "\nlocations = 3", "\nlocations = 4");
    let rules = rules_after(&[], &[four], "paris", "2");
    let thieves = [
        "the-dame",
        "the-fence",
        "the-boxer",
        "the-twins",
        "the-banker",
        "the-forger",
    ];
    let state = set(
        &rules,
        json!({"round": 2, "zones": {
            "hand/mint": ["lock-picks", "velvet-pouch"], "hand/cream": ["crepe-soles", "poster-tube"],
            "field/1/mint": thieves[..1], "field/3/mint": thieves[1..3], "field/4/mint": thieves[3..],
        }}),
    );
    let open: BTreeSet<u8> = spots(&rules, &state)
        .into_iter()
        .map(|(_, on)| on)
        .collect();
    let stack = |place: u8, n: u8| place * THIEVES as u8 + n;
    let expected = [
        stack(0, 0),
        stack(2, 0),
        stack(2, 1),
        stack(3, 0),
        stack(3, 1),
        stack(3, 2),
    ];
    assert!(open.into_iter().eq(expected));
    let state = set(
        &rules,
        json!({"zones": {
            "hand/cream": ["the-driver", "the-mime"], "hand/mint": ["the-artist", "the-curator"],
            "field/4/cream": thieves[3..],
        }}),
    );
    let open: BTreeSet<u8> = spots(&rules, &state)
        .into_iter()
        .map(|(_, at)| at)
        .collect();
    assert!(open.into_iter().eq([0, 1, 2]));
}

#[test]
fn a_lookout_with_more_than_fifteen_cards_can_pass_any_two_of_them() {
    // All 36 gear in one round of 18.
    let rounds = [
        (
            "game",
            "[\"thieves\", \"gear\", \"thieves\", \"gear\", \"thieves\", \"gear\"]",
            "[\"thieves\", \"gear\", \"thieves\"]",
        ),
        ("game", "[4, 6, 3, 6, 2, 6]", "[6, 18, 3]"),
        (
            "game",
            "[\"cream\", \"mint\", \"cream\", \"mint\", \"cream\", \"mint\"]",
            "[\"cream\", \"mint\", \"cream\"]",
        ),
    ];
    for (players, most) in [("2", 18 * 7), ("4", 18 * 17 / 2)] {
        let rules = rules_after(&[], &rounds, "paris", players);
        let mut longest_list = 0;
        for seed in 0..6 {
            let (mut chance, mut rng) = (Dice::new(seed), Rng::new(seed));
            let mut state = rules.set_up(&mut chance, &mut Silent);
            while rules.turn(&state).is_some() {
                let legal = rules.legal(&state);
                let moves: BTreeSet<Move> = (0..legal.len()).map(|i| legal.get(i)).collect();
                assert_eq!(moves.len(), legal.len() as usize);
                assert!(moves.iter().all(|mv| rules.refusal(&state, *mv).is_none()));
                longest_list = longest_list.max(moves.len());
                let mv = legal.get(rng.below(legal.len()));
                rules.apply(&mut state, mv, &mut chance, &mut Silent);
            }
        }
        assert!(
            longest_list <= most && longest_list > 60,
            "{players}: {longest_list}"
        );
    }
}

#[test]
fn what_is_dealt_is_a_card_of_its_pile() {
    let rules = rules("paris", "2");
    let named = |pile, card| rules.dealt(pile, card).map(|token| rules.names.card(token));
    assert_eq!(named(0, 0), Some("the-dame"));
    assert_eq!(named(1, 35), Some("wine-crate"));
    assert_eq!(named(2, 12), Some("the-flea-market"));
    assert_eq!(
        [(0, 18), (1, 36), (2, 13), (3, 0), (0, 64)].map(|(p, c)| named(p, c)),
        [None; 5]
    );
}
