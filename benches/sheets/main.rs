//! How long whole runs take by the clock and on all cores together, how much memory and how many bytes, for four decks: one whose
//! cards share nearly all but their words (`shared`), one whose every card has colours of its own (`coloured`), one of tarot cards
//! with a large drawing each (`drawn`), and one of tarot cards with photographs (`photographed`).
//!
//! `cargo bench --bench sheets` prints the figures; `cargo bench --bench sheets -- photographed` those of one deck. Typst is run on
//! the same decks, in turn with deckproof, and the ratios are printed, when it is installed: as `typst` on the path, or as the Python
//! package `typst`.

mod coloured;
mod common;
mod drawn;
mod photographed;
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

const DECKS: [Deck; 4] = [
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
    Deck { name: "drawn", sizes: &[78], game: drawn::write_game, typst: None },
    Deck {
        name: "photographed",
        sizes: &[200],
        game: photographed::write_game,
        typst: Some(photographed::write_typst),
    },
];

/// Cards up to which other programs are run as well.
const MOST_ELSEWHERE: usize = 540;

/// Cards up to which pictures are exported as well.
const MOST_PICTURES: usize = 200;

/// A program that is measured.
struct Measured {
    what: &'static str,
    command: Command,
    /// The file or folder that it writes.
    made: PathBuf,
    /// Seconds by the clock, and on all cores together; those of the fastest run first.
    times: Vec<(f64, f64)>,
}

impl Measured {
    fn new(what: &'static str, command: Command, made: PathBuf) -> Self {
        Measured { what, command, made, times: Vec::new() }
    }

    fn median(&self) -> Option<(f64, f64)> {
        self.times.get(self.times.len() / 2).copied()
    }

    fn bytes(&self) -> u64 {
        let folder = fs::read_dir(&self.made).into_iter().flatten().flatten();
        let inside = folder.filter(|file| file.file_name() != "contact-sheet.png");
        let size: u64 = inside.filter_map(|file| Some(file.metadata().ok()?.len())).sum();
        let own = fs::metadata(&self.made).ok().filter(fs::Metadata::is_file);
        own.map_or(size, |file| file.len())
    }
}

/// Seconds that the programs started so far took on all cores together, in hundredths; `None` where there is no `/proc`.
fn processor_time() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) / 100.0)
}

/// Seconds of a run; `None` when it fails.
fn run(command: &mut Command) -> Option<(f64, f64)> {
    let (start, before) = (Instant::now(), processor_time());
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let done = command.status().ok()?.success();
    let wall = start.elapsed().as_secs_f64();
    let spent = processor_time().zip(before).map(|(now, before)| now - before);
    done.then(|| (wall, spent.unwrap_or(f64::NAN)))
}

/// Runs the programs in turn; those that fail have no times.
fn measure(programs: &mut Vec<Measured>) {
    // The first round warms the caches of the disk.
    for round in 0..=RUNS {
        for program in programs.iter_mut() {
            if round > 0 && program.times.len() + 1 < round {
                continue;
            }
            program.times.extend(run(&mut program.command).filter(|_| round > 0));
        }
    }
    programs.retain(|program| !program.times.is_empty());
    for program in programs.iter_mut() {
        program.times.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
}

/// Typst for `SOURCE.typ` of a game: itself, or its Python package.
fn typst(game: &Path, source: &str, made: &str) -> [Measured; 2] {
    let fonts = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/shared/fonts");
    let own = game.join("fonts");
    let mut program = Command::new("typst");
    program.args(["compile", "--ignore-system-fonts", "--ppi", "300"]);
    program.args(["--font-path", fonts, "--font-path"]).arg(&own);
    program.args([source, made]);
    let mut package = Command::new("python3");
    let code = "import sys, typst\nsource, made, *fonts = sys.argv[1:]\ntypst.compile(source, output=made, format=made[-3:], ppi=300, font_paths=fonts, ignore_system_fonts=True)";
    package.args(["-c", code, source, made, fonts]).arg(&own);
    [program, package].map(|mut command| {
        command.current_dir(game);
        let made = game.join(made);
        let is_folder = made.extension().is_some_and(|e| e == "png");
        let made = if is_folder { game.join("typst") } else { made };
        Measured::new("typst", command, made)
    })
}

/// Peak memory of a run in MiB, by GNU time where it is installed.
fn peak_memory(command: &Command) -> Option<f64> {
    let mut timed = Command::new("/usr/bin/time");
    timed.args(["-f", "%M"]);
    timed.arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        timed.current_dir(folder);
    }
    let out = timed.stdout(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&out.stderr);
    let kib: f64 = text.lines().last()?.trim().parse().ok()?;
    Some(kib / 1024.0)
}

/// Measures programs that do the same and prints a row for each; those of others come last, and get the ratios of the first to them.
fn compare(name: &str, mut programs: Vec<Measured>) {
    measure(&mut programs);
    let first = programs.first().and_then(Measured::median);
    for program in &programs {
        let Some((wall, spent)) = program.median() else {
            continue;
        };
        let memory = peak_memory(&program.command);
        let memory = memory.map_or_else(|| "–".into(), |m| format!("{m:.0} MiB"));
        let ratio = first.map_or_else(String::new, |(first_wall, first_spent)| {
            format!("{:>8.2} {:>8.2}", first_wall / wall, first_spent / spent)
        });
        println!(
            "{:36} {wall:>8.3} s {spent:>8.2} s {:>9.0} KB {memory:>9} {ratio}",
            format!("{}, {name}", program.what),
            program.bytes() as f64 / 1000.0
        );
    }
}

fn deckproof(args: &[&str], game: &Path, out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deckproof"));
    command.args(args).arg(game).arg("-o").arg(out);
    command.arg("--quiet");
    command
}

fn measure_deck(deck: &Deck, cards: usize, dir: &Path) -> std::io::Result<()> {
    let name = format!("{}-{cards}", deck.name);
    let game = dir.join(&name);
    (deck.game)(&game, cards)?;
    let elsewhere = deck.typst.filter(|_| cards <= MOST_ELSEWHERE);
    if let Some(write) = elsewhere {
        write(&game, cards)?;
        fs::create_dir_all(game.join("typst"))?;
    }
    // A ledger of its own.
    let out = dir.join(format!("{name}-out"));
    let pdf = out.join(format!("{name}.pdf"));
    let mut programs = Vec::new();
    for (what, args) in [
        ("print", &["print"][..]),
        ("print --no-cache", &["print", "--no-cache"]),
        ("print --bleed 3", &["print", "--bleed", "3"]),
    ] {
        programs.push(Measured::new(what, deckproof(args, &game, &out), pdf.clone()));
    }
    if elsewhere.is_some() {
        programs.extend(typst(&game, "deck.typ", "typst.pdf"));
    }
    compare(&name, programs);
    if cards > MOST_PICTURES {
        return Ok(());
    }
    let pictures = dir.join("png");
    let export = deckproof(&["export", "png", "--backs", "none"], &game, &pictures);
    let mut programs = vec![Measured::new("export png", export, pictures.join(&name))];
    if elsewhere.is_some() {
        programs.extend(typst(&game, "faces.typ", "typst/{0p}.png"));
    }
    compare(&name, programs);
    Ok(())
}

fn main() -> std::io::Result<()> {
    let dir = tempfile::tempdir()?;
    println!(
        "{:36} {:>10} {:>10} {:>12} {:>9}   first to this: by the clock, on all cores",
        "", "clock", "all cores", "size", "memory"
    );
    let named: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |deck: &&Deck| {
        let mut names = named.iter().filter(|name| !name.starts_with("--")).peekable();
        names.peek().is_none() || names.any(|name| name == deck.name)
    };
    for deck in DECKS.iter().filter(wanted) {
        for cards in deck.sizes {
            measure_deck(deck, *cards, dir.path())?;
        }
    }
    Ok(())
}
