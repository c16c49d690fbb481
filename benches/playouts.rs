//! How long a decision takes in whole games with their set-up, on one core: plain, and with every law watched.
//!
//! `cargo bench --bench playouts` prints the figures. Games are timed in small batches, and each batch counts with the
//! fastest of several runs: so other work on the machine hardly shows. The mean of all runs stands beside it. The number
//! of decisions of the games that are timed is pinned: what is timed is known to be the right work.

use std::ops::Range;
use std::time::{Duration, Instant};

use deckproof::cards::Pack;
use deckproof::games::hammers::play::Rules;
use deckproof::registry::Registry;
use deckproof::rules::Tally;
use deckproof::source::{Files, GameFolder};
use deckproof::verify::Players;
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

/// Decisions of the games: by edition, of uniform and of swarm players.
const DECISIONS: [(&str, [u64; 2]); 2] = [
    ("caps-and-hammers", [1_011_057, 964_850]),
    ("caps-and-hammers-2016", [1_001_939, 952_976]),
];

fn main() {
    println!("game                   players  checks   ns a decision (mean)  games a second");
    for (game, decisions) in DECISIONS {
        let rules = rules(game);
        for (players, expected) in Players::ALL.into_iter().zip(decisions) {
            let plain = measured::<false>(game, &rules, players, expected);
            let watched = measured::<true>(game, &rules, players, expected);
            println!(
                "{game:22} {:8} watched / plain: {:.2}",
                players.word(),
                watched / plain
            );
        }
        worlds(game, &rules);
        threads(game, &rules);
    }
}

fn rules(game: &str) -> Rules {
    let folder = GameFolder::shipped(game).expect("a shipped game");
    let pack = Pack::load(folder, &Registry, &mut Files::new()).expect("no faults");
    Rules::compile(&pack.game, &pack.decks).expect("a game that can be played")
}

/// Decisions of some games.
fn played<const WATCHED: bool>(rules: &Rules, players: Players, games: Range<u64>) -> u64 {
    let mut tally = Tally::default();
    let game = |index| {
        let seed = game_seed(1, index);
        play_as::<WATCHED, Rules>(players, rules, seed, &mut tally, |_| ())
            .unwrap_or_else(|breach| panic!("game {index}: {}", breach.says))
    };
    games.map(game).map(u64::from).sum()
}

/// Nanoseconds a decision, printed.
fn measured<const WATCHED: bool>(
    game: &str,
    rules: &Rules,
    players: Players,
    expected: u64,
) -> f64 {
    let batches = || {
        (0..GAMES)
            .step_by(BATCH as usize)
            .map(|first| first..first + BATCH)
    };
    let mut best = vec![Duration::MAX; batches().count()];
    let mut sum = Duration::ZERO;
    for _ in 0..RUNS {
        let mut decisions = 0;
        for (best, games) in best.iter_mut().zip(batches()) {
            let start = Instant::now();
            decisions += played::<WATCHED>(rules, players, games);
            let time = start.elapsed();
            *best = time.min(*best);
            sum += time;
        }
        let who = players.word();
        assert_eq!(
            decisions, expected,
            "decisions of {GAMES} games of {game}, {who}"
        );
    }
    let best: Duration = best.into_iter().sum();
    let each = |time: Duration| time.as_nanos() as f64 / expected as f64;
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
fn worlds(game: &str, rules: &Rules) {
    let start = Instant::now();
    let check = |index| {
        let seed = game_seed(1, index);
        two_worlds(Players::Uniform, rules, seed, |_| ())
            .unwrap_or_else(|breach| panic!("game {index}: {}", breach.says))
    };
    let checks: u64 = (0..WORLDS).map(check).sum();
    let each = start.elapsed().as_nanos() as f64 / checks as f64;
    println!("{game:22} two-world check: {each:.0} ns each, {checks} checks");
}

/// The same run on one thread and on two: the same counts, in less time.
fn threads(game: &str, rules: &Rules) {
    let run = |jobs| {
        let plan = FuzzPlan {
            games: PARALLEL,
            time: None,
            seed: 1,
            jobs,
            players: None,
        };
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
