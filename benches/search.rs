//! How fast players search: iterations and simulated decisions a second at the first decisions of games, on one core.
//!
//! `cargo bench --bench search` prints the figures of the games of `examples/` and the shipped ones, with ` -- hearts oh-hell` behind it
//! those of some. `tests/openspiel/search_speed.py` prints those of OpenSpiel's compiled `ISMCTSBot` in the same shape.

use deckproof::script::Rules;
use std::path::{Path, PathBuf};
use std::time::Instant;

use deckproof::cards::Pack;
use deckproof::players::{Budget, search_move};
use deckproof::registry;
use deckproof::rules::{SeededChance, Variant};
use deckproof::script;
use deckproof::source::{Files, GameFolder};
use deckproof::table::Decision;
use deckproof::table::{CardSet, Wide};

/// Iterations of each search, and decisions that are searched of each game.
const ITERATIONS: u32 = 2_000;
const DECISIONS: u32 = 8;
const GAMES: u64 = 3;

fn main() {
    println!("game                       iterations/s   decisions/s");
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = ["examples", "cards"]
        .iter()
        .filter_map(|of| root.join(of).read_dir().ok())
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("rules.star").is_file())
        .collect();
    folders.sort();
    for path in folders {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if !wanted.is_empty() && !wanted.iter().any(|word| word == name) {
            continue;
        }
        let folder = GameFolder::open(&path).expect("a folder");
        let pack = registry::load(folder, &mut Files::new()).expect("a game");
        match script::width_of(&[&pack]) {
            0..64 => measure::<u64>(name, &pack),
            64..128 => measure::<u128>(name, &pack),
            _ => measure::<Wide>(name, &pack),
        }
    }
}

fn measure<S: CardSet>(name: &str, pack: &Pack) {
    let variant = Variant::first(&script::script_axes(&pack.game));
    let game = script::Rules::<S>::compile(&pack.game, &pack.decks, &variant).expect("rules");
    let (iterations, decisions, seconds) = search_games(&game);
    println!(
        "{name:24} {:>14.0} {:>13.0}",
        iterations as f64 / seconds,
        decisions as f64 / seconds
    );
}

/// Iterations, decisions, seconds.
fn search_games<S: CardSet>(game: &Rules<S>) -> (u64, u64, f64) {
    let (mut iterations, mut decisions, mut seconds) = (0, 0, 0.0);
    for seed in 0..GAMES {
        let mut chance = SeededChance::new(seed);
        let mut state = game.set_up(&mut chance, &mut deckproof::rules::NoListener);
        let mut past = Vec::new();
        let mut searched = 0;
        while let Some(seat) = game.turn(&state)
            && searched < DECISIONS
        {
            let start = Instant::now();
            let Some(found) =
                search_move(game, (&state, &past), seat, Budget::new(ITERATIONS), seed)
            else {
                break;
            };
            if found.worlds.played > 0 {
                seconds += start.elapsed().as_secs_f64();
                iterations += found.worlds.played;
                decisions += found.decisions;
                searched += 1;
            }
            let (table, mv, mut events) = (state, found.choice, Vec::new());
            game.apply(&mut state, mv, &mut chance, &mut events);
            past.push(Decision { table, mv, events });
        }
    }
    (iterations, decisions, seconds)
}
