//! The examples Hearts and Oh Hell, and Hanabi, against OpenSpiel: the same legal moves at each decision, the same returns; of Hanabi also what
//! each clue tells. Where Python or its package
//! `pyspiel` is missing, nothing is compared, and a line says so. `OPENSPIEL_GAMES` is how many games of each, 200 if nothing is said;
//! `PYTHON` names the program.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use deckproof::rules::{NoListener, Rng, SeededChance};
use deckproof::script::Rules;
use serde_json::{Value, json};

use crate::scripts::example;

fn played(game: &Rules<u64>, seed: u64) -> Value {
    let (mut chance, mut rng) = (SeededChance::new(seed), Rng::stream(seed, 64));
    let mut table = game.set_up(&mut chance, &mut NoListener);
    let start = game.table(&table, &chance);
    let hands: Vec<&Value> =
        game.names.seats.iter().map(|seat| &start["zones"][format!("hand/{seat}")]).collect();
    let mut decisions = Vec::new();
    while let Some(seat) = game.turn(&table) {
        let legal = game.legal(&table);
        let mv = legal.get(rng.below(legal.len()));
        let all: Vec<String> =
            (0..legal.len()).map(|at| game.write(&table, legal.get(at))).collect();
        decisions.push(json!({"seat": seat.0, "legal": all, "move": game.write(&table, mv)}));
        game.apply(&mut table, mv, &mut chance, &mut NoListener);
    }
    let scores: Vec<i32> =
        game.outcome(&table).unwrap().scores.iter().map(|score| score.total).collect();
    json!({"hands": hands, "turned": start["zones"]["turned"][0], "decisions": decisions, "scores": scores})
}

fn compare(name: &str) {
    let games: u64 = std::env::var("OPENSPIEL_GAMES").map_or(200, |games| games.parse().unwrap());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/openspiel/compare.py");
    let python = std::env::var("PYTHON").unwrap_or("python3".into());
    let mut command = Command::new(python);
    command
        .arg(script)
        .arg(name)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let Ok(mut child) = command.spawn() else {
        println!("there is no Python: {name} is not compared with OpenSpiel");
        return;
    };
    {
        let mut pipe = child.stdin.take().unwrap();
        let game = example(name);
        for seed in 0..games {
            // Without the package it has ended by now.
            if writeln!(pipe, "{}", played(&game, seed)).is_err() {
                break;
            }
        }
    }
    let done = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout);
    if done.status.code() == Some(77) {
        println!("pyspiel is not installed: {name} is not compared with OpenSpiel");
        return;
    }
    assert!(done.status.success(), "{name}: {}{said}", String::from_utf8_lossy(&done.stderr));
    assert!(said.starts_with(&format!("{games} games")), "{said}");
    println!("{name}: {said}");
}

#[test]
fn hearts_is_that_of_openspiel() {
    compare("hearts");
}

#[test]
fn oh_hell_is_that_of_openspiel() {
    compare("oh-hell");
}

#[test]
fn hanabi_and_its_clues_are_those_of_openspiel() {
    let games = std::env::var("OPENSPIEL_GAMES").unwrap_or("200".into());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let python = std::env::var("PYTHON").unwrap_or("python3".into());
    let done = Command::new(python)
        .arg(root.join("openspiel/hanabi.py"))
        .arg(root.join("good/hanabi"))
        .args([env!("CARGO_BIN_EXE_deckproof"), &games])
        .output();
    let Ok(done) = done else {
        println!("there is no Python: hanabi is not compared with OpenSpiel");
        return;
    };
    if done.status.code() == Some(77) {
        println!("pyspiel is not installed: hanabi is not compared with OpenSpiel");
        return;
    }
    let said = String::from_utf8_lossy(&done.stdout);
    let failed = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{failed}{said}");
    assert!(said.starts_with(&format!("{games} games")), "{said}");
    println!("hanabi: {said}");
}
