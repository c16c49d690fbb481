//! The shipped games as they were played and worded before anything about them changed: whatever plays a folder makes the same
//! games of the same seeds.
//!
//! `GOLDEN=all` checks every game, not a part of them; `GOLDEN=write` writes the files in `tests/golden` anew.

#[path = "golden/chance.rs"]
mod chance;
#[path = "golden/engine.rs"]
mod engine;
#[path = "golden/moves.rs"]
mod moves;
#[path = "golden/words.rs"]
mod words;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use deckproof::rules::Variant;

use chance::{Player, hash};
use engine::{Engine, Read};
use moves::Space;

/// Games of each set-up that are known by their hashes: the even ones played evenly, the odd ones by a swarm.
const GAMES: u64 = 1_000;
/// Games of each set-up along which moves are refused.
const REFUSED: u64 = 200;
/// Moves that are asked for at each decision: all of them by turns.
const ASKED: usize = 64;
/// Games that stand in a file move by move: of each set-up of Caper, and of each edition of the other game.
const WHOLE: [u64; 2] = [3, 20];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// How much is checked.
#[derive(Clone, Copy, PartialEq)]
enum Checked {
    Part,
    All,
    Written,
}

fn checked() -> Checked {
    match std::env::var("GOLDEN").as_deref() {
        Ok("all") => Checked::All,
        Ok("write") => Checked::Written,
        _ => Checked::Part,
    }
}

/// Compares lines with those of a file, of which every `step`th is made, or writes the file.
fn lines(name: &str, count: u64, step: u64, line: impl Fn(u64) -> String + Sync) {
    let path = folder().join(name);
    let step = if checked() == Checked::Part { step } else { 1 };
    let made = |of: u64| -> Vec<(u64, String)> {
        let numbers = (0..count).step_by(step as usize).filter(|number| number / step % 2 == of);
        numbers.map(|number| (number, line(number))).collect()
    };
    let mut made: Vec<(u64, String)> = std::thread::scope(|scope| {
        let halves = [0, 1].map(|of| scope.spawn(move || made(of)));
        halves.into_iter().flat_map(|half| half.join().unwrap()).collect()
    });
    made.sort();
    if checked() == Checked::Written {
        let text: String = made.iter().map(|(_, line)| line.clone() + "\n").collect();
        std::fs::write(path, text).unwrap();
        return;
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let known: Vec<&str> = text.lines().collect();
    assert_eq!(known.len() as u64, count, "{name}");
    for (number, line) in made {
        assert_eq!(line, known[number as usize], "{name}, game {number}");
    }
}

/// What a ply adds to a hash.
fn add(hash_so_far: &mut u64, text: &str) {
    *hash_so_far = hash(*hash_so_far, text);
}

/// A game as two hashes: of the lines of its record, and of where each card lay after each ply.
fn game(rules: &dyn Engine, seed: u64) -> String {
    let (mut game, first) = rules.start(seed);
    let mut player = Player::of(seed);
    let (mut told, mut lay) = (0, 0);
    for line in first {
        add(&mut told, &line);
    }
    while game.turn().is_some() {
        add(&mut lay, &game.census().join("\n"));
        let legal = game.legal();
        for line in game.play(&legal[player.choose(&legal)]) {
            add(&mut told, &line);
        }
    }
    add(&mut told, &game.last_line());
    add(&mut lay, &game.census().join("\n"));
    format!("{told:016x} {:08x}", lay >> 32)
}

/// A game as its moves, what chance dealt with each, and how it ended.
fn whole(rules: &dyn Engine, seed: u64) -> String {
    let (mut game, first) = rules.start(seed);
    let mut player = Player::of(seed);
    let dealt = |lines: &[String]| {
        let drawn = lines.iter().filter(|line| line.contains(r#""chance":"draw""#));
        let cards = drawn.filter_map(|line| line.split(r#""card":""#).nth(1)?.split('"').next());
        cards.fold(String::new(), |all, card| all + "+" + card)
    };
    let mut text = format!("{seed}: {}", dealt(&first));
    while game.turn().is_some() {
        let legal = game.legal();
        let chosen = &legal[player.choose(&legal)];
        let lines = game.play(chosen);
        let _ = write!(text, "; {chosen}{}", dealt(&lines));
    }
    let _ = write!(text, "; {}", game.last_line());
    text
}

/// Why moves are refused along a game, as a hash and how often a move was asked for.
fn refusals(rules: &dyn Engine, space: &Space, seed: u64) -> String {
    let (mut game, _) = rules.start(seed);
    let mut player = Player::of(seed);
    let (mut said, mut asked, mut ply) = (0, 0, seed as usize);
    loop {
        let step = (space.moves.len() / ASKED).max(1);
        let census = game.census();
        let turn = game.turn();
        for text in space.moves.iter().skip(ply % step).step_by(step) {
            if !space.names_what_is_there(text, &census, turn.as_deref()) {
                continue;
            }
            let word = match game.refusal(text) {
                Ok(word) => word.unwrap_or_else(|| "legal".to_owned()),
                Err(why) => panic!("game {seed}, `{text}`: {why}"),
            };
            add(&mut said, text);
            add(&mut said, &word);
            asked += 1;
        }
        if turn.is_none() {
            return format!("{said:016x} {asked}");
        }
        let legal = game.legal();
        game.play(&legal[player.choose(&legal)]);
        ply += 1;
    }
}

const SHIPPED: [&str; 3] = ["caper", "caps-and-hammers", "caps-and-hammers-2016"];

/// Every set-up of the shipped games.
fn each(mut check: impl FnMut(&Read, &Variant, &str)) {
    for id in SHIPPED {
        let read = Read::shipped(id);
        for variant in Variant::all(&read.axes()) {
            let word = match variant.word() {
                word if word.is_empty() => id.to_owned(),
                word => format!("{id}-{word}"),
            };
            check(&read, &variant, &word);
        }
    }
}

#[test]
fn games_are_played_as_they_were() {
    each(|read, variant, set_up| {
        let rules = read.rules(variant);
        lines(&format!("{set_up}.games"), GAMES, 40, |seed| game(&*rules, seed));
    });
}

#[test]
fn whole_games_are_played_as_they_were() {
    each(|read, variant, set_up| {
        let rules = read.rules(variant);
        let games = WHOLE[usize::from(variant.word().is_empty())];
        lines(&format!("{set_up}.records"), games, 4, |seed| whole(&*rules, seed));
    });
}

#[test]
fn moves_are_refused_as_they_were() {
    each(|read, variant, set_up| {
        let rules = read.rules(variant);
        let space = Space::of(&read.pack, &rules.cards(), variant);
        lines(&format!("{set_up}.refusals"), REFUSED, 40, |seed| refusals(&*rules, &space, seed));
    });
}

/// The bytes of what is printed, by this version of the program.
#[test]
fn pages_are_printed_as_they_were() {
    let program = env!("CARGO_BIN_EXE_deckproof");
    let sheets = tempfile::tempdir().unwrap();
    let mut print = std::process::Command::new(program);
    print.args(["print", "--quiet", "-o"]).arg(sheets.path());
    assert!(print.env_remove("DECKPROOF_PAPER").status().unwrap().success());
    let version = env!("CARGO_PKG_VERSION");
    let mut text = String::new();
    for id in SHIPPED {
        let bytes = std::fs::read(sheets.path().join(format!("{id}.pdf"))).unwrap();
        let bytes: String = bytes.iter().map(|byte| char::from(*byte)).collect();
        let _ = writeln!(text, "{id}, deckproof {version}: {:016x}", hash(0, &bytes));
    }
    let path = folder().join("pages");
    if checked() == Checked::Written {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&path).unwrap());
}

#[test]
fn cards_say_what_they_said() {
    for id in SHIPPED {
        let read = Read::shipped(id);
        let text = words::of(&read.pack);
        let path = folder().join(format!("{id}.words"));
        if checked() == Checked::Written {
            std::fs::write(&path, &text).unwrap();
        }
        let known = std::fs::read_to_string(&path).unwrap();
        for (line, known) in text.lines().zip(known.lines()) {
            assert_eq!(line, known, "{id}");
        }
        assert_eq!(text.lines().count(), known.lines().count(), "{id}");
    }
}
