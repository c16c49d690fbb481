//! What is written reads back: moves and tables of random games in every city, for every number of players.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::Value;

use super::names::phase_word;
use crate::games::caper::play::{Phase, Rules, State, Table};
use crate::games::caper::tabletop::rules;
use crate::rules::{Dice, Game, Legal, Notation, Rng, Silent, Stacked};

const CITIES: [&str; 3] = ["paris", "rome", "london"];
const PLAYERS: [&str; 3] = ["2", "3", "4"];

/// Shows every state of a random game, with the dice that dealt it.
fn walk(rules: &Rules, seed: u64, mut show: impl FnMut(&State, &Dice)) {
    let mut dice = Dice::new(seed);
    let mut choose = Rng::stream(seed, 99);
    let mut state = rules.set_up(&mut dice, &mut Silent);
    loop {
        show(&state, &dice);
        let legal = rules.legal(&state);
        if legal.is_empty() {
            break;
        }
        let mv = legal.get(choose.below(legal.len()));
        rules.apply(&mut state, mv, &mut dice, &mut Silent);
    }
}

/// That the table of a state sets up the same state, with the same piles.
fn comes_back(rules: &Rules, state: &State, dice: &Dice) -> Value {
    let table = rules.table(state, dice);
    let staged = rules.stage(&table).unwrap();
    assert_eq!(staged.state, *state, "{table:#}");
    let chance = Stacked::new(staged.piles, 1);
    assert_eq!(rules.table(&staged.state, &chance), table);
    table
}

#[test]
fn every_table_of_a_game_sets_up_the_same_state_and_piles() {
    for city in CITIES {
        for players in PLAYERS {
            let rules = rules(city, players);
            let mut met = BTreeSet::new();
            for seed in 0..12 {
                walk(&rules, seed, |state, dice| {
                    let table = comes_back(&rules, state, dice);
                    met.insert(phase_word(state.phase));
                    meets(&table, state, &mut met);
                });
            }
            let mut all = vec![
                "place",
                "equip",
                "flip",
                "recover",
                "over",
                "flipped",
                "discarded",
                "gear acts",
                "two flips",
                "known",
            ];
            match rules.table {
                Table::Two => {}
                Table::Snitch => all.extend(["deal", "snitch deck"]),
                Table::Teams => all.push("pass"),
            }
            let missed: Vec<_> = all.into_iter().filter(|w| !met.contains(w)).collect();
            assert!(
                missed.is_empty(),
                "{city}-{players}: no table with {missed:?}"
            );
        }
    }
}

/// Notes what a table shows, so that no part of it goes without being tried.
fn meets(table: &Value, state: &State, met: &mut BTreeSet<&'static str>) {
    let text = table.to_string();
    let mut meet = |what, shown: bool| {
        if shown {
            met.insert(what);
        }
    };
    meet("flipped", text.contains("\"flipped\""));
    meet("discarded", state.crews[0].thieves != 0);
    meet("gear acts", state.phase == Phase::Flip && state.acting > 63);
    meet("two flips", state.flips > 1);
    meet("known", state.known != [0; 4]);
    meet("snitch deck", state.snitch_deck > 0);
}

#[test]
fn a_table_survives_being_written_as_json() {
    let rules = rules("rome", "4");
    walk(&rules, 3, |state, dice| {
        let table = rules.table(state, dice);
        let read: Value = serde_json::from_str(&table.to_string()).unwrap();
        assert_eq!(rules.stage(&read).unwrap().state, *state);
    });
}

#[test]
fn every_legal_move_reads_back() {
    for players in PLAYERS {
        let rules = rules("london", players);
        let mut verbs = BTreeSet::new();
        for seed in 0..20 {
            walk(&rules, seed, |state, _| {
                for mv in rules.legal_moves(state) {
                    let text = rules.write(state, mv);
                    assert_eq!(rules.read(state, &text), Ok(mv), "{text}");
                    verbs.extend(text.split(' ').next().map(str::to_owned));
                }
            });
        }
        let mut all: BTreeSet<&str> =
            ["place", "equip", "discard", "flip", "recover", "leave"].into();
        all.extend(match rules.table {
            Table::Two => None,
            Table::Snitch => Some("deal"),
            Table::Teams => Some("pass"),
        });
        let verbs: BTreeSet<&str> = verbs.iter().map(String::as_str).collect();
        assert_eq!(verbs, all, "{players} players: every verb is written");
    }
}

#[test]
fn even_a_move_that_no_state_allows_reads_back() {
    for players in PLAYERS {
        let rules = rules("paris", players);
        let space = rules.move_space();
        let mut ply = 0;
        walk(&rules, 1, |state, _| {
            ply += 1;
            if ply % 9 != 0 {
                return;
            }
            for mv in &space {
                let text = rules.write(state, *mv);
                assert_eq!(rules.read(state, &text), Ok(*mv), "{text}");
            }
        });
        assert!(ply > 40);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn tables_of_any_game_come_back(seed: u64, city in 0usize..3, players in 0usize..3) {
        let rules = rules(CITIES[city], PLAYERS[players]);
        walk(&rules, seed, |state, dice| {
            comes_back(&rules, state, dice);
        });
    }
}
