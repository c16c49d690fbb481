//! The program itself, asked about wrong games: it must say what is wrong and where, within its bounds, and touch nothing else.
//!
//! `mutated_games_are_refused_in_words` damages the seeds of the fuzz targets, the examples and the shipped games by chance, and runs
//! `check`, `print` and a third command on each. By itself it tries the same few games every time.
//!
//! ```sh
//! HOSTILE_SECONDS=300 cargo test --release --test hostile -- --nocapture    # new ones for so long, on all cores
//! HOSTILE_SEED=12 HOSTILE_GAMES=1 cargo test --release --test hostile       # one again; a finding says which
//! ```
//!
//! `each_slip_is_reported_where_it_is` makes the slips of `black_box/slips.txt`, one by one.

#![cfg(unix)]

#[path = "common/files.rs"]
mod files;
#[path = "black_box/games.rs"]
mod games;
#[path = "black_box/mutation.rs"]
mod mutation;
#[path = "black_box/program.rs"]
mod program;
#[path = "common/reports.rs"]
mod reports;
#[path = "black_box/slips.rs"]
mod slips;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use games::Game;
use mutation::Random;
use program::{Desk, Run};

/// Games that are tried when no time is given.
const GAMES: u64 = if cfg!(debug_assertions) { 10 } else { 30 };

/// What a run may take: 10 seconds on a fast machine, and machines differ threefold. A program that is not optimised takes ten times as
/// long.
const CPU_SECONDS: f64 = if cfg!(debug_assertions) { 300.0 } else { 30.0 };
const MEMORY_MIB: u64 = 1024;

/// One of them is asked after `check` and `print`; `GAME` is the game's folder.
const OTHERS: &[&str] = &[
    "check GAME --games 3",
    "check GAME --games 3 --format sarif --for thegamecrafter",
    "print GAME -o out --ink low --paper letter --backs none",
    "export png GAME -o out --dpi 40",
    "export svg GAME -o out",
    "export csv GAME -o out",
    "export cut GAME -o out",
    "export tts GAME -o out",
    "export pcio GAME -o out",
    "export shop thegamecrafter GAME -o out",
    "export site GAME -o out",
    "translate export GAME --lang de -o out/de.csv",
    "schema GAME -o out",
    "list GAME",
    "diff GAME caper",
    "record GAME --seed 1",
    "lab play GAME --games 2 --policy uniform",
];

/// What was seen of all runs.
#[derive(Default)]
struct Seen {
    runs: u64,
    slowest: (f64, String),
    largest: (u64, String),
    findings: Vec<String>,
}

#[test]
fn mutated_games_are_refused_in_words() {
    let number = |name: &str| {
        let value = std::env::var(name).ok()?;
        Some(value.parse::<u64>().unwrap_or_else(|_| panic!("{name}={value} is not a number")))
    };
    let seconds = number("HOSTILE_SECONDS");
    let first = number("HOSTILE_SEED").unwrap_or_else(|| match seconds {
        Some(_) => {
            let now = std::time::UNIX_EPOCH.elapsed().unwrap();
            now.as_millis() as u64 * 1000
        }
        None => 0,
    });
    let games = number("HOSTILE_GAMES").unwrap_or(if seconds.is_some() { u64::MAX } else { GAMES });
    println!("seed {first}");
    let end = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let seeds = games::seeds();
    let next = AtomicU64::new(0);
    let seen = Mutex::new(Seen::default());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= games || end.is_some_and(|end| Instant::now() > end) {
                        return;
                    }
                    try_game(&seeds, first.wrapping_add(game), &seen);
                }
            });
        }
    });
    let seen = seen.into_inner().unwrap();
    println!("{} runs", seen.runs);
    println!("slowest: {:.1} s of CPU, {}", seen.slowest.0, seen.slowest.1);
    println!("largest: {} MiB, {}", seen.largest.0, seen.largest.1);
    assert!(seen.findings.is_empty(), "{}", seen.findings.join("\n\n"));
}

fn try_game(seeds: &[Vec<Game>], seed: u64, seen: &Mutex<Seen>) {
    let mut random = Random::new(seed);
    let games: &Vec<Game> = random.pick(seeds);
    let mut game = random.pick(games).clone();
    let changed = mutation::damage(&mut game, seeds, &mut random);
    let desk = Desk::new();
    game.write(&desk.path(&game.id));
    let mut faults = Vec::new();
    let mut ask = |line: &str| {
        let args: Vec<&str> = line
            .split(' ')
            .map(|word| if word == "GAME" { game.id.as_str() } else { word })
            .collect();
        let run = desk.run(&args);
        faults.extend(
            fault_of(&run, &game, &desk).map(|fault| format!("{}: {fault}", args.join(" "))),
        );
        let mut seen = seen.lock().unwrap();
        let what = format!("`{}` with seed {seed}", args.join(" "));
        seen.runs += 1;
        if run.cpu > seen.slowest.0 {
            seen.slowest = (run.cpu, what.clone());
        }
        if run.memory > seen.largest.0 {
            seen.largest = (run.memory, what);
        }
        run
    };
    let check = ask("check GAME --games 3 --format json");
    let print = ask("print GAME -o out");
    if game.files.contains_key(games::RECORD) {
        ask(&format!("replay {}/{} --game GAME", game.id, games::RECORD));
    } else {
        let other: &&str = random.pick(OTHERS);
        ask(other);
    }
    if check.code == Some(0) && print.code == Some(1) {
        faults.push(format!("check passes what print refuses: {}", print.stderr));
    }
    faults.extend(without_place(&check.stdout, check.code));
    if !faults.is_empty() {
        let kept =
            Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("hostile").join(seed.to_string());
        let _ = std::fs::remove_dir_all(&kept);
        game.write(&kept.join(&game.id));
        let again = format!(
            "HOSTILE_SEED={seed} HOSTILE_GAMES=1 cargo test --test hostile; kept in {}",
            kept.display()
        );
        let faults = faults.join("\n  ");
        let finding = format!("{} with {changed}:\n  {faults}\n  again: {again}", game.name);
        println!("{finding}");
        seen.lock().unwrap().findings.push(finding);
    }
}

/// What is wrong with how a run ended.
fn fault_of(run: &Run, game: &Game, desk: &Desk) -> Option<String> {
    let told = &run.stderr;
    if told.contains("panicked at")
        || told.contains("no panic does not hold")
        || run.stdout.contains("no panic does not hold")
    {
        return Some(format!("a panic: {told}"));
    }
    if run.cpu > CPU_SECONDS {
        return Some(format!("{:.1} s of CPU", run.cpu));
    }
    if run.memory > MEMORY_MIB {
        return Some(format!("{} MiB", run.memory));
    }
    if !matches!(run.code, Some(0..=2)) {
        return Some(format!("exit code {:?}: {told}", run.code));
    }
    if run.code != Some(0) && told.is_empty() && run.stdout.is_empty() {
        return Some("refused without a word".to_owned());
    }
    let found = desk.files();
    let ours = game.files.keys().map(|name| PathBuf::from(&game.id).join(name));
    let strange = found.iter().find(|path| {
        !path.starts_with(&game.id) && !path.starts_with("out") && !path.starts_with("home")
    });
    let added = found
        .iter()
        .find(|path| path.starts_with(&game.id) && !ours.clone().any(|own| own == **path));
    if let Some(path) = strange.or(added) {
        return Some(format!("`{}` was written", path.display()));
    }
    let same = |(name, bytes): &(&String, &Vec<u8>)| {
        std::fs::read(desk.path(&game.id).join(name)).is_ok_and(|read| read == **bytes)
    };
    let changed = game.files.iter().find(|file| !same(file));
    changed.map(|(name, _)| format!("`{name}` was changed"))
}

/// What `check --format json` reports without saying where.
fn without_place(json: &str, code: Option<i32>) -> Option<String> {
    let report: serde_json::Value = match serde_json::from_str(json) {
        Ok(report) => report,
        Err(_) if matches!(code, Some(2 | 3)) => return None,
        Err(fault) => return Some(format!("the report is not JSON: {fault}: {json}")),
    };
    let all = crate::reports::rows(&report, "findings");
    // The last message, that there are more, is about no line.
    let is_more = |fault: &&serde_json::Value| {
        let message = fault["message"].as_str();
        message.is_some_and(|message| message.starts_with("there is more to say"))
    };
    let lost = all
        .iter()
        .filter(|fault| !is_more(fault))
        .find(|fault| fault["file"].is_null() || fault["line"].is_null())?;
    Some(format!("no place: {lost}"))
}
