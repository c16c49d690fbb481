//! How long a decision takes in whole games with their set-up, on one core: plain, and with every law watched; also a set-up alone and
//! the reading of the script. The shipped games, and those of `examples/`.
//!
//! `cargo bench --bench playouts` prints the figures, with ` -- hearts caper` behind it those of some games. Games are timed in small
//! batches, and each batch counts with the fastest of several runs: so other work on the machine hardly shows. The mean of all runs
//! stands beside it.

use deckproof::script::Rules;
use std::hint::black_box;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use deckproof::cards::Pack;
use deckproof::players::Players;
use deckproof::registry;
use deckproof::rules::{NoListener, SeededChance, Tally, Variant};
use deckproof::script;
use deckproof::source::{Files, GameFolder};
use deckproof::table::{CardSet, Wide};
use deckproof::verify::fuzz::{FuzzPlan, search};
use deckproof::verify::playing::{game_seed, play_as, two_worlds};

/// Games of each run, of seed 1, in batches.
const GAMES: u64 = 5_000;
const BATCH: u64 = 25;
/// Runs of each measurement.
const RUNS: u32 = 20;
/// Games for the two-world check, and for one thread against two.
const WORLDS: u64 = 50;
const PARALLEL: u64 = 65_536;

/// Shipped games with a choice in each of their axes: each city and each number of players of Caper once.
const SHIPPED: [(&str, &[(&str, &str)]); 5] = [
    ("caps-and-hammers", &[]),
    ("caps-and-hammers-2016", &[]),
    ("caper", &[("city", "paris"), ("players", "2")]),
    ("caper", &[("city", "rome"), ("players", "3")]),
    ("caper", &[("city", "london"), ("players", "4")]),
];

fn main() {
    println!("game                   players  checks   ns a decision (mean)  games a second");
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_wanted = |game: &str| wanted.is_empty() || wanted.iter().any(|word| word == game);
    for (game, choices) in SHIPPED.iter().filter(|(game, _)| is_wanted(game)) {
        timed(game, GameFolder::shipped(game).expect("a shipped game"), choices);
    }
    for name in examples().into_iter().filter(|name| is_wanted(name)) {
        timed(&name, GameFolder::open(&folder(&name)).expect("a folder"), &[]);
    }
}

/// Times the game of a folder.
fn timed(name: &str, folder: GameFolder, choices: &[(&str, &str)]) {
    let pack = registry::load(folder, &mut Files::new());
    let pack = pack.expect("no faults");
    let first = Variant::first(&script::script_axes(&pack.game));
    let variant = choices.iter().fold(first, |all, (axis, choice)| all.with(axis, choice));
    let name = match variant.word() {
        word if word.is_empty() => name.to_owned(),
        word => format!("{name}-{word}"),
    };
    match script::width_of(&[&pack]) {
        0..64 => scripted::<u64>(&name, &pack, &variant),
        64..128 => scripted::<u128>(&name, &pack, &variant),
        _ => scripted::<Wide>(&name, &pack, &variant),
    }
}

/// The examples that have rules of their own.
fn examples() -> Vec<String> {
    let all = std::fs::read_dir(folder("")).expect("there are examples");
    let names = all.map(|entry| entry.expect("it can be listed").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| folder(name).join("rules.star").exists())
        .collect();
    names.sort();
    names
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name)
}

/// Decisions, set-ups, the script read, two worlds, threads.
fn scripted<S: CardSet>(name: &str, pack: &Pack, variant: &Variant) {
    let read =
        || script::Rules::<S>::compile(&pack.game, &pack.decks, variant).expect("can be played");
    let rules = read();
    let microseconds = |times: u32, run: &mut dyn FnMut(u64)| {
        let start = Instant::now();
        (0..u64::from(times)).for_each(run);
        start.elapsed().as_secs_f64() * 1e6 / f64::from(times)
    };
    let reading = microseconds(200, &mut |_| drop(black_box(read())));
    let setting = microseconds(100_000, &mut |seed| {
        black_box(rules.set_up(&mut SeededChance::new(seed), &mut NoListener));
    });
    println!("{name:22} script read in {reading:.0} µs, a set-up takes {setting:.2} µs");
    for players in Players::ALL {
        let [plain, watched] = [
            measured::<false, _>(name, &rules, players),
            measured::<true, _>(name, &rules, players),
        ];
        println!("{name:22} {:8} watched / plain: {:.2}", players.word(), watched / plain);
    }
    worlds(name, &rules);
    threads(name, &rules);
}

/// Decisions of some games.
fn played<const WATCHED: bool, S: CardSet>(
    rules: &Rules<S>,
    players: Players,
    games: Range<u64>,
) -> u64 {
    let mut tally = Tally::default();
    let game = |index| {
        let seed = game_seed(1, index);
        play_as::<WATCHED, S>(players, rules, seed, &mut tally, |_| ())
            .unwrap_or_else(|breach| panic!("game {index}: {}", breach.says))
    };
    games.map(game).map(u64::from).sum()
}

/// Nanoseconds a decision, printed.
fn measured<const WATCHED: bool, S: CardSet>(
    game: &str,
    rules: &Rules<S>,
    players: Players,
) -> f64 {
    let batches = || (0..GAMES).step_by(BATCH as usize).map(|first| first..first + BATCH);
    let mut best = vec![Duration::MAX; batches().count()];
    let mut sum = Duration::ZERO;
    let mut decisions = 0;
    for _ in 0..RUNS {
        decisions = 0;
        for (best, games) in best.iter_mut().zip(batches()) {
            let start = Instant::now();
            decisions += played::<WATCHED, S>(rules, players, games);
            let time = start.elapsed();
            *best = time.min(*best);
            sum += time;
        }
    }
    let best: Duration = best.into_iter().sum();
    let each = |time: Duration| time.as_nanos() as f64 / decisions as f64;
    println!(
        "{game:22} {:8} {:8} {:9.1} {:>9} {:15.0}",
        players.word(),
        if WATCHED { "watched" } else { "plain" },
        each(best),
        format!("({:.1})", each(sum / RUNS)),
        GAMES as f64 / best.as_secs_f64()
    );
    each(best)
}

/// The two-world check, for every seat at each decision.
fn worlds<S: CardSet>(game: &str, rules: &Rules<S>) {
    let start = Instant::now();
    let check = |index| {
        let seed = game_seed(1, index);
        two_worlds(Players::Uniform, rules, seed, |_| (), |_, _| ())
            .unwrap_or_else(|breach| panic!("game {index}: {}", breach.says))
    };
    let checks: u64 = (0..WORLDS).map(check).sum();
    let each = start.elapsed().as_nanos() as f64 / checks as f64;
    println!("{game:22} two-world check: {each:.0} ns each, {checks} checks");
}

/// The same run on one thread and on two: the same counts, in less time.
fn threads<S: CardSet>(game: &str, rules: &Rules<S>) {
    let run = |jobs| {
        let plan = FuzzPlan { games: PARALLEL, seed: 1, jobs, ..FuzzPlan::default() };
        let start = Instant::now();
        let counts = search(rules, &plan, &|_| ()).counts;
        (counts, start.elapsed().as_secs_f64())
    };
    let [(one, slow), (two, fast)] = [1, 2].map(run);
    assert!(one == two, "{game}: two threads count what one does");
    println!(
        "{game:22} 1 thread {slow:.2} s, 2 threads {fast:.2} s: {:.2} times as fast",
        slow / fast
    );
}
