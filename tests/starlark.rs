//! The language of `rules.star` against Python, starlark-go and starlark-rust: the same values, errors in the same lines, nothing
//! accepted with another meaning. Where Python or the packages `starlark-pyo3` and `starlark-go` are missing, nothing is compared,
//! and a line says so. `STARLARK_PROGRAMS` is how many programs, 200 if nothing is said, `STARLARK_SEED` the first of them;
//! `PYTHON` names the program.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use deckproof::cards::Pack;
use deckproof::registry;
use deckproof::rules::{NoListener, SeededChance, Variant};
use deckproof::script::Rules;
use deckproof::source::{Files, GameFolder};
use serde_json::{Value, json};

const GAME: &str = r#"
title = "Programs"
[table]
seats = ["one"]
places = 5
longest = 1
[table.zones]
deck = { holds = "cards" }
[table.counters]
digit = { each = "place", from = -30000, to = 30000 }
[table.moves]
pass = "pass"
"#;

const DECK: &str = "template = \"card.svg\"\n[[card]]\nname = \"a\"\n";

/// What follows each program: what it gives goes to counters, five digits to the base of 30,000.
const FRAME: &str = r#"
def set_up(t):
    rest_of = program()
    for place_of in places:
        digit[place_of] = rest_of % 30000
        rest_of = rest_of // 30000

def legal(t, me):
    play("pass")

def on_pass(t, me):
    end()
"#;

/// A pack whose script is exchanged for each program.
fn pack() -> Pack {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("game.toml", GAME), ("cards.toml", DECK), ("rules.star", FRAME)] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let opened = GameFolder::open(folder.path()).unwrap();
    let (pack, faults) = registry::read(opened, &mut Files::new());
    assert!(!faults.has_errors(), "{faults:?}");
    pack.unwrap()
}

/// What is made of a program: what it gives, the fault that ends it, or why it is refused.
fn made_of(pack: &mut Pack, program: &str) -> Value {
    let text = format!("{program}{FRAME}");
    if let Some(script) = &mut pack.game.script {
        script.rewrite(text.as_str());
    }
    let game = match Rules::<u64>::compile(&pack.game, &pack.decks, &Variant::default()) {
        Ok(game) => game,
        Err(faults) => {
            let told = faults.iter().map(|fault| {
                let start = fault.span.map_or(0, |span| span.start as usize);
                let before = &text[..start];
                let line = before.matches('\n').count() + 1;
                let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
                json!({"line": line, "column": column, "message": fault.message, "help": fault.help})
            });
            return json!({"refused": told.collect::<Vec<Value>>()});
        }
    };
    let table = game.set_up(&mut SeededChance::new(1), &mut NoListener);
    if let Some(fault) = table.fault {
        return json!({"fault": game.describe_fault(&fault)});
    }
    let digits = table.counters[..5].iter().rev();
    let value = digits.fold(0, |sum, digit| sum * 30_000 + i128::from(*digit));
    let wrapped = if value > i128::from(i64::MAX) { value - 30_000_i128.pow(5) } else { value };
    json!({"value": wrapped.to_string()})
}

#[test]
fn what_is_accepted_means_the_same_in_python_and_starlark() {
    let number = |name: &str, default: &str| std::env::var(name).unwrap_or(default.into());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/starlark/compare.py");
    let started = Command::new(number("PYTHON", "python3"))
        .arg(script)
        .arg(number("STARLARK_PROGRAMS", "200"))
        .arg(number("STARLARK_SEED", "0"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONHASHSEED", "0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = started else {
        println!("there is no Python: the language is not compared");
        return;
    };
    let mut pack = pack();
    let mut report = None;
    {
        let mut answers = child.stdin.take().unwrap();
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let asked: Value = serde_json::from_str(&line.unwrap()).unwrap();
            if let Some(program) = asked["script"].as_str() {
                writeln!(answers, "{}", made_of(&mut pack, program)).unwrap();
            } else {
                report = Some(asked);
            }
        }
    }
    let done = child.wait().unwrap();
    if done.code() == Some(77) {
        println!("starlark-pyo3 and starlark-go are not installed: the language is not compared");
        return;
    }
    let report = report.unwrap();
    println!("{report}");
    assert!(done.success());
    let counted = |what: &str| report["report"][what].as_u64().unwrap();
    // Enough is compared for it to say anything.
    assert!(counted("values") * 3 > counted("programs"));
    assert!(counted("refused") > 250 && counted("suite_held") > 100);
}
