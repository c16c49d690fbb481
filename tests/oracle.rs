//! The shipped games against oracles: second readings of their rulebooks, plain and slow, which share nothing with the crate. An oracle
//! plays each record again and must come to the same table after every move, the same legal moves and the same result. `ORACLE=500`
//! plays 1,000 games of each set-up, half of them uniform, half swarm; without it, a few are played.

#[path = "oracle/caper/mod.rs"]
mod caper;
#[path = "oracle/caper_faults.rs"]
mod caper_faults;
#[path = "oracle/caps_and_hammers.rs"]
mod caps_and_hammers;
#[path = "oracle/caps_and_hammers_2016.rs"]
mod caps_and_hammers_2016;
#[path = "oracle/hammers/mod.rs"]
mod hammers;
#[path = "oracle/hammers_faults.rs"]
mod hammers_faults;
#[path = "oracle/record.rs"]
mod record;

use std::path::{Path, PathBuf};

use deckproof::cards::Pack;
use deckproof::players::Players;
use deckproof::rules::Variant;
use deckproof::verify::record::{RecordPlan, record_game};
use rayon::prelude::*;

use super::{copying, games};
use record::Record;

/// Follows a record with the data of a folder, and tells the first thing that is otherwise.
type Oracle = fn(&Path, &Record) -> Result<(), String>;

/// The folder of a shipped game.
fn shipped(game: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("cards").join(game)
}

/// A game that was played, with its tables.
fn recorded(pack: &Pack, variant: &Variant, players: Players, seed: u64) -> String {
    let plan = RecordPlan { seed, players, states: true, legal: true };
    let record = record_game(pack, variant, &plan).unwrap();
    assert_eq!(record.unfinished, None);
    record.text
}

fn followed(oracle: Oracle, folder: &Path, text: &str) -> Result<(), String> {
    oracle(folder, &Record::read(text)?)
}

/// Every set-up of a shipped game, uniform and swarm.
fn agrees(game: &str, oracle: Oracle) {
    let (pack, folder) = (games::pack(game), shipped(game));
    let games: u64 = std::env::var("ORACLE").map_or(4, |games| games.parse().unwrap());
    let set_ups = Variant::all(&deckproof::script::script_axes(&pack.game));
    for variant in &set_ups {
        for players in Players::ALL {
            (0..games).into_par_iter().for_each(|seed| {
                let text = recorded(&pack, variant, players, seed);
                if let Err(what) = followed(oracle, &folder, &text) {
                    panic!("{game}, {variant:?}, {players:?}, seed {seed}: {what}");
                }
            });
        }
        let choices = variant.choices.iter().map(|(_, choice)| choice.as_str());
        let choices: Vec<&str> = choices.collect();
        println!("{game} {}: {} games agree", choices.join(" "), 2 * games);
    }
}

#[test]
fn caper_is_what_its_rulebook_says() {
    agrees("caper", caper::check);
}

#[test]
fn caps_and_hammers_is_what_its_rulebook_says() {
    agrees("caps-and-hammers", caps_and_hammers::check);
}

#[test]
fn caps_and_hammers_2016_is_what_its_rulebook_says() {
    agrees("caps-and-hammers-2016", caps_and_hammers_2016::check);
}

/// What an oracle shared with the crate would be wrong in both.
#[test]
fn oracles_share_nothing_with_the_crate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle");
    let (mut folders, mut read) = (vec![root], 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.to_string_lossy().ends_with("_faults.rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                for word in ["deckproof::", "crate::", "games::", "copying::", "macro_use"] {
                    assert!(!text.contains(word), "{}: {word}", path.display());
                }
                read += 1;
            }
        }
    }
    assert!(read > 8, "{read} files");
}
