//! A good game with a trap in it, and what the tool says when it steps in: at once, in words, with nothing written.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use super::game::Game;
use crate::files::files_under;

/// Far more than any answer takes; what takes longer hangs.
const HANGS: Duration = Duration::from_secs(60);

/// Memory that a run may ask for, in KiB: a bomb must end the run, not the machine.
const MEMORY: u32 = 4 << 20;

/// Stands in the files outside the game's folder.
pub const SECRET: &str = "the-secret-of-the-house";

/// A template that shows a name and the picture `shown`.
pub const PLAIN: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63.5mm\" height=\"88.9mm\" viewBox=\"0 0 63.5 88.9\">\
    <rect x=\"-4\" y=\"-4\" width=\"72\" height=\"97\" fill=\"#fff\"/>\
    <rect data-fit=\"name\" x=\"5\" y=\"5\" width=\"53\" height=\"12\" data-font=\"Alegreya Sans\" data-size=\"12\" data-color=\"#000\"/>\
    <rect x=\"5\" y=\"30\" width=\"9\" height=\"9\" data-art=\"{{shown}}\"/></svg>";

/// The good game, and beside it what it may not read.
pub fn game() -> Game {
    let game = Game::good();
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63.5 88.9\"><title>";
    game.write("house/secret.svg", format!("{svg}{SECRET}</title></svg>"));
    game.write("house/secret.md", SECRET);
    game.write("house/secret.toml", format!("title = \"{SECRET}\"\n"));
    game
}

/// The good game with `from` replaced in one file of it.
pub fn spoilt(file: &str, from: &str, to: &str) -> Game {
    let game = game();
    game.spoil(file, from, to);
    game
}

/// `check` and `print` refuse the game with that code and these words.
pub fn refused(game: &Game, code: &str, words: &[&str]) {
    refused_by(game, &["check", "tiny"], code, words);
    refused_by(game, &["print", "tiny", "-o", "out"], code, words);
}

/// One command refuses the game.
pub fn refused_by(game: &Game, args: &[&str], code: &str, words: &[&str]) {
    let start = Instant::now();
    let output = run(game, args);
    let name = std::thread::current().name().unwrap_or("?").to_owned();
    println!("{:6.3} s  {name}: {}", start.elapsed().as_secs_f64(), args[0]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(matches!(output.status.code(), Some(1 | 2)), "{:?}: {told}", output.status);
    let code = format!("[{code}]");
    for word in words.iter().copied().chain([code.as_str(), "help"]) {
        assert!(told.contains(word), "`{word}` is missing in:\n{told}");
    }
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(!told.contains(SECRET) && !said.contains(SECRET), "it was read:\n{told}{said}");
    let files = files_under(&game.path("out"));
    assert!(files.is_empty(), "written: {files:?}");
}

/// Files that `export svg` writes of a game that is no fault.
pub fn exported(game: &Game) -> Vec<PathBuf> {
    let output = run(game, &["export", "svg", "tiny", "-o", "out"]);
    assert!(output.status.success(), "{output:?}");
    files_under(&game.path("out"))
}

fn run(game: &Game, args: &[&str]) -> Output {
    let limit = format!("ulimit -v {MEMORY} 2>/dev/null; exec \"$0\" \"$@\"");
    let mut command: Command = game.shell(&limit);
    command.args(args).stdin(Stdio::null());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.unwrap();
    let id = child.id().to_string();
    let (done, wait) = channel();
    let thread = std::thread::spawn(move || {
        let _ = done.send(child.wait_with_output());
    });
    let output = wait.recv_timeout(HANGS).unwrap_or_else(|_| {
        Command::new("kill").args(["-9", &id]).status().unwrap();
        panic!("{args:?} hangs");
    });
    thread.join().unwrap();
    output.unwrap()
}
