//! Tables set up by hand, which hold less than a game so far leaves, break no law on their way to the end.

use serde_json::{Value, json};

use super::games::PLAYERS;
use crate::games::caper::play::Phase;
use crate::games::caper::tabletop::{rules, set};
use crate::rules::{Dice, Game, Laws, Legal, Rng, Silent, Tally};

/// The last turn of a round of thieves or of gear, with one thief each, and hands for one turn.
fn small(round: u8, players: &str) -> Value {
    let (cream, mint) = match round % 2 {
        1 => (["the-dame", "the-janitor"], ["the-driver", "the-twins"]),
        _ => (["trip-wire", "rope-ladder"], ["smoke-bomb", "lock-picks"]),
    };
    let mut zones = json!({"field/1/cream": ["the-acrobat"], "field/1/mint": ["the-countess"]});
    let behind = if players == "4" { "-lookout" } else { "" };
    zones[format!("hand/cream{behind}")] = json!(cream);
    zones[format!("hand/mint{behind}")] = json!(mint);
    let phase = match (players, round % 2) {
        ("4", _) => "pass",
        (_, 1) => "place",
        _ => "equip",
    };
    let mut table =
        json!({"round": round, "phase": phase, "coins": {"cream": 1, "mint": 1}, "zones": zones});
    if players == "3" {
        table["snitch-deck"] = json!(0);
    }
    table
}

#[test]
fn small_tables_break_no_law_up_to_the_end() {
    for players in PLAYERS {
        let rules = rules("paris", players);
        let rounds = rules.numbers.rounds.len() as u8;
        for round in 1..=rounds {
            let staged = set(&rules, small(round, players));
            for seed in 0..10 {
                let (mut dice, mut rng) = (Dice::new(seed), Rng::stream(seed, 99));
                let mut tally = Tally::default();
                let mut state = staged;
                while rules.turn(&state).is_some() {
                    let legal = rules.legal(&state);
                    let mv = legal.get(rng.below(legal.len()));
                    let before = state;
                    rules.apply(&mut state, mv, &mut dice, &mut Silent);
                    let watched = rules.watch(&before, mv, &state, &mut tally);
                    let watched = watched.map_err(|b| (&rules.properties()[b.property].id, b.says));
                    assert_eq!(watched, Ok(()), "{players} {round}: {mv:?} in {before:?}");
                }
                assert_eq!(state.phase, Phase::Over);
                // A game played from its start leaves 6.
                for crew in &state.crews {
                    let places = 0..rules.numbers.places;
                    let thieves: usize = places.map(|place| crew.thieves_at(place)).sum();
                    assert!(thieves < 6, "{players} {round}: {thieves}");
                }
            }
        }
    }
}
