//! How long whole runs take, how much memory and how many bytes, for three decks: one whose cards share nearly all but their
//! words (`shared`), one whose every card has colours of its own (`coloured`), and one of tarot cards with a large drawing
//! each (`drawn`).
//!
//! `cargo bench --bench sheets` prints the figures. Typst is run on the same decks, in turn with deckproof, and the ratio is
//! printed, when it is installed: as `typst` on the path, or as the Python package `typst`.

mod coloured;
mod common;
mod drawn;
mod shared;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Runs of each command; the fastest and the median are printed.
const RUNS: usize = 7;

/// Writes a game of so many different cards into a folder.
type WriteGame = fn(&Path, usize) -> std::io::Result<()>;

/// A deck: its name, its numbers of cards, how it is written for deckproof, and for Typst.
struct Deck {
    name: &'static str,
    sizes: &'static [usize],
    game: WriteGame,
    typst: Option<WriteGame>,
}

const DECKS: [Deck; 3] = [
    Deck {
        name: "shared",
        sizes: &[108, 540, 5_400],
        game: shared::write_game,
        typst: Some(shared::write_typst),
    },
    Deck {
        name: "coloured",
        sizes: &[108, 540, 5_400],
        game: coloured::write_game,
        typst: Some(coloured::write_typst),
    },
    Deck {
        name: "drawn",
        sizes: &[78],
        game: drawn::write_game,
        typst: None,
    },
];

/// Cards up to which other programs are run as well.
const MOST_ELSEWHERE: usize = 540;

/// Seconds of a run; `None` when it fails.
fn run(command: &mut Command) -> Option<f64> {
    let start = Instant::now();
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let done = command.status().ok()?.success();
    done.then(|| start.elapsed().as_secs_f64())
}

/// Seconds of the runs of each command, sorted; the commands take turns. Those that fail have none.
fn times(commands: &mut [Command]) -> Vec<Vec<f64>> {
    let mut times = vec![Vec::new(); commands.len()];
    // The first round warms the caches of the disk.
    for round in 0..=RUNS {
        for (command, times) in commands.iter_mut().zip(&mut times) {
            if round > 0 && times.len() + 1 < round {
                continue;
            }
            times.extend(run(command).filter(|_| round > 0));
        }
    }
    for times in &mut times {
        times.sort_by(f64::total_cmp);
    }
    times
}

/// The program that compiles `deck.typ` of a game into `typst.pdf`: itself, or its Python package.
fn typst(game: &Path) -> Vec<Command> {
    let fonts = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/shared/fonts");
    let mut program = Command::new("typst");
    program.args(["compile", "--ignore-system-fonts", "--font-path", fonts]);
    program.args(["deck.typ", "typst.pdf"]);
    let mut package = Command::new("python3");
    let code = "import sys, typst; typst.compile('deck.typ', output='typst.pdf', font_paths=[sys.argv[1]], ignore_system_fonts=True)";
    package.args(["-c", code, fonts]);
    let mut commands = vec![program, package];
    for command in &mut commands {
        command.current_dir(game);
    }
    commands
}

/// Peak memory of a run in MiB, by GNU time where it is installed.
fn peak_memory(command: &Command) -> Option<f64> {
    let out = Command::new("/usr/bin/time")
        .args(["-f", "%M"])
        .arg(command.get_program())
        .args(command.get_args())
        .stdout(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&out.stderr);
    let kib: f64 = text.lines().last()?.trim().parse().ok()?;
    Some(kib / 1024.0)
}

fn row(what: &str, times: &[f64], bytes: u64, memory: Option<f64>) {
    let memory = memory.map_or_else(|| "–".into(), |m| format!("{m:.0} MiB"));
    println!(
        "{what:34} {:>8.3} s {:>8.3} s {:>9.0} KB {memory:>9}",
        times[0],
        times[times.len() / 2],
        bytes as f64 / 1000.0
    );
}

fn print(game: &Path, out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deckproof"));
    command
        .arg("print")
        .arg(game)
        .arg("-o")
        .arg(out)
        .arg("--quiet");
    command
}

fn measure(deck: &Deck, cards: usize, dir: &Path) -> std::io::Result<PathBuf> {
    let name = format!("{}-{cards}", deck.name);
    let game = dir.join(&name);
    (deck.game)(&game, cards)?;
    // A ledger of its own.
    let out = dir.join(format!("{name}-out"));
    let mut commands = vec![print(&game, &out)];
    let elsewhere = deck.typst.filter(|_| cards <= MOST_ELSEWHERE);
    if let Some(write) = elsewhere {
        write(&game, cards)?;
        commands.extend(typst(&game));
    }
    let times = times(&mut commands);
    let Some(own) = times.first().filter(|times| !times.is_empty()) else {
        println!("deckproof did not finish on {name}");
        return Ok(game);
    };
    let size = fs::metadata(out.join(format!("{name}.pdf")))?.len();
    let memory = peak_memory(&print(&game, &out));
    row(&format!("deckproof print, {name}"), own, size, memory);
    match times[1..].iter().find(|times| !times.is_empty()) {
        Some(other) => {
            let size = fs::metadata(game.join("typst.pdf"))?.len();
            row(&format!("typst, {name}"), other, size, None);
            let ratio = other[other.len() / 2] / own[own.len() / 2];
            println!("{:34} {ratio:.2} times as long as deckproof", "");
        }
        None if elsewhere.is_some() => {
            println!("typst is not installed or failed on the deck: no comparison");
        }
        None => {}
    }
    Ok(game)
}

fn main() -> std::io::Result<()> {
    let dir = tempfile::tempdir()?;
    println!(
        "{:34} {:>10} {:>10} {:>12} {:>9}",
        "", "fastest", "median", "size", "memory"
    );
    for deck in &DECKS {
        for cards in deck.sizes {
            let game = measure(deck, *cards, dir.path())?;
            if *cards != 108 {
                continue;
            }
            let out = dir.path().join("png");
            let mut png = Command::new(env!("CARGO_BIN_EXE_deckproof"));
            png.args(["export", "png"]).arg(&game).arg("-o").arg(&out);
            png.arg("--quiet");
            let mut commands = [png];
            let times = times(&mut commands);
            if times[0].is_empty() {
                println!("deckproof export png did not finish");
                continue;
            }
            let name = format!("{}-{cards}", deck.name);
            let files = fs::read_dir(out.join(&name))?.flatten();
            let size = files.filter_map(|f| Some(f.metadata().ok()?.len())).sum();
            let what = format!("deckproof export png, {name}");
            row(&what, &times[0], size, peak_memory(&commands[0]));
        }
    }
    Ok(())
}
