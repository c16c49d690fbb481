//! What is written reads back: moves and tables of random games.

use std::collections::BTreeSet;

use serde_json::Value;

use super::table::phase_word;
use crate::games::hammers::play::{Move, Rules, State};
use crate::games::hammers::testing::{EDITIONS, FIRST, SECOND, rules};
use crate::rules::{Dice, Game, Legal, Notation, Rng, Silent, Stacked};

/// Shows every state of some random games that like to launch, with the dice that dealt it.
fn walk(rules: &Rules, games: u64, mut show: impl FnMut(&State, &Dice)) {
    for seed in 0..games {
        let mut dice = Dice::new(seed);
        let mut choose = Rng::stream(seed, 99);
        let mut state = rules.set_up(&mut dice, &mut Silent);
        loop {
            show(&state, &dice);
            let legal = rules.legal(&state);
            if legal.is_empty() {
                break;
            }
            let mut mv = legal.get(choose.below(legal.len()));
            for _ in 0..2 {
                if !matches!(mv, Move::Launch { .. }) {
                    mv = legal.get(choose.below(legal.len()));
                }
            }
            rules.apply(&mut state, mv, &mut dice, &mut Silent);
        }
    }
}

#[test]
fn every_legal_move_reads_back() {
    for game in EDITIONS {
        let rules = rules(game);
        let mut verbs = BTreeSet::new();
        walk(&rules, 40, |state, _| {
            for mv in rules.legal_moves(state) {
                let text = rules.write(state, mv);
                assert_eq!(rules.read(state, &text), Ok(mv), "{text}");
                let words: Vec<&str> = text.split(' ').collect();
                verbs.insert(match words.as_slice() {
                    ["launch", _, aim, ..] => format!("launch {aim}"),
                    [verb, ..] => (*verb).to_owned(),
                    [] => String::new(),
                });
            }
        });
        let pays: &[&str] = match game {
            FIRST => &["keep", "return"],
            _ => &["flip", "restore"],
        };
        let launches = ["", " carry", " pair", " reveal", " to"].map(|aim| format!("launch{aim}"));
        let mut all: BTreeSet<String> = ["deploy", "end"].map(str::to_owned).into();
        all.extend(launches);
        all.extend(pays.iter().map(|verb| (*verb).to_owned()));
        assert_eq!(verbs, all, "{game}: every form is written");
    }
}

#[test]
fn even_a_move_that_no_state_allows_reads_back() {
    for game in EDITIONS {
        let rules = rules(game);
        let space = rules.move_space();
        let mut ply = 0;
        walk(&rules, 2, |state, _| {
            ply += 1;
            if ply % 16 != 0 {
                return;
            }
            for mv in &space {
                let text = rules.write(state, *mv);
                assert_eq!(rules.read(state, &text), Ok(*mv), "{text}");
            }
        });
        assert!(ply > 200);
    }
}

#[test]
fn every_table_of_a_game_sets_up_the_same_state_and_piles() {
    for game in EDITIONS {
        let rules = rules(game);
        let mut met = BTreeSet::new();
        walk(&rules, 18, |state, dice| {
            let table = rules.table(state, dice);
            let staged = rules.stage(&table).unwrap();
            assert_eq!(staged.state, *state, "{table:#}");
            let chance = Stacked::new(staged.piles, 1);
            assert_eq!(rules.table(&staged.state, &chance), table);
            met.insert(phase_word(state.phase).to_owned());
            meets(&table, &mut met);
        });
        let mut all: BTreeSet<&str> = [
            "turn", "deployed", "over", "lent", "paired", "revealed", "tied lab", "occupied",
        ]
        .into();
        all.extend(match game {
            FIRST => ["return", "protests", "ready"].as_slice(),
            _ => &[
                "flip",
                "restore",
                "justified",
                "blocked",
                "disloyal",
                "crises",
            ],
        });
        let missed: Vec<_> = all.into_iter().filter(|w| !met.contains(*w)).collect();
        assert!(missed.is_empty(), "{game}: no table with {missed:?}");
    }
}

/// Notes what a table shows, so that no part of it goes without being tried.
fn meets(table: &Value, met: &mut BTreeSet<String>) {
    let text = table.to_string();
    for (what, sign) in [
        ("lent", "\"with\":"),
        ("revealed", "\"revealed\""),
        ("disloyal", "\"loyal\":false"),
        ("ready", "\"ready\":1"),
        ("protests", "\"protests\":{\"caps\":[\""),
    ] {
        if text.contains(sign) {
            met.insert(what.to_owned());
        }
    }
    for (what, key) in [
        ("paired", "paired"),
        ("justified", "justified"),
        ("occupied", "occupied"),
        ("blocked", "blocked"),
        ("crises", "crises"),
    ] {
        let value = &table[key];
        let empty = value.as_array().is_none_or(Vec::is_empty)
            && value.as_object().is_none_or(serde_json::Map::is_empty);
        if !empty {
            met.insert(what.to_owned());
        }
    }
    let labs = table["zones"]["labs"].as_array().map_or(0, Vec::len);
    if labs as u64 + table["round"].as_u64().unwrap() > 7 && !table["row"][3].is_null() {
        met.insert("tied lab".into());
    }
}

#[test]
fn a_table_survives_being_written_as_json() {
    let rules = rules(SECOND);
    walk(&rules, 1, |state, dice| {
        let table = rules.table(state, dice);
        let read: Value = serde_json::from_str(&table.to_string()).unwrap();
        assert_eq!(rules.stage(&read).unwrap().state, *state);
    });
}
