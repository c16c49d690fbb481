//! The shipped games play the same by the family that is built in and by a folder with rules of its own: whose turn it is, what is
//! legal, each line of the record with the table after it, refusals, what each seat may know.

#[path = "agreement/chance.rs"]
pub mod chance;
#[path = "agreement/compare.rs"]
mod compare;
#[path = "agreement/engine.rs"]
pub mod engine;
#[path = "agreement/program.rs"]
mod program;
#[path = "agreement/tables.rs"]
mod tables;

use std::path::{Path, PathBuf};

use deckproof::rules::Variant;

use super::copying::copy;
use compare::Asked;
use engine::Read;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A copy of a shipped game and its templates, with other files laid over it.
pub fn lay(game: &str, overlay: &Path, at: &Path) -> PathBuf {
    let folder = at.join(game);
    copy(&root().join("cards").join(game), &folder);
    copy(
        &root().join("templates").join(game),
        &folder.join("templates"),
    );
    copy(overlay, &folder);
    folder
}

/// Games whose folder plays as the family does, in all their set-ups, and how many games of each set-up are compared.
const AGREE: &[(&str, u64)] = &[
    ("caper", 4),
    ("caps-and-hammers", 8),
    ("caps-and-hammers-2016", 8),
];

#[test]
fn folders_play_as_the_families_do() {
    for (game, games) in AGREE {
        let overlay = root().join("tests/rulebooks").join(game);
        let dir = tempfile::tempdir().unwrap();
        let folder = lay(game, &overlay, dir.path());
        let family = Read::shipped(game).unwrap();
        let own = Read::folder(&folder).unwrap_or_else(|why| panic!("{game}: {why}"));
        for variant in &Variant::all(&family.axes()) {
            let rules = |read: &Read| read.rules(variant).unwrap_or_else(|why| panic!("{why}"));
            let (theirs, ours) = (rules(&family), rules(&own));
            // Refusals are asked for by the hundred at each decision.
            for (refusals, games) in [(false, *games), (true, 1)] {
                let asked = Asked {
                    states: true,
                    views: true,
                    refusals,
                    ..Asked::default()
                };
                let found = program::play(&*theirs, &*ours, 0..games, asked, false, 2);
                let first = found.differences.first();
                let told = first.map(|first| program::told(&variant.word(), first));
                assert_eq!(told, None, "{game}");
                assert_eq!(found.counts.games, games);
            }
        }
    }
}

#[test]
fn a_folder_with_another_number_parts_from_the_family() {
    let (overlay, dir) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let text = std::fs::read_to_string(root().join("cards/caper/game.toml")).unwrap();
    let edited = text.replace("discard-coins = 1", "discard-coins = 2");
    assert_ne!(edited, text);
    std::fs::write(overlay.path().join("game.toml"), edited).unwrap();
    let folder = lay("caper", overlay.path(), dir.path());
    let (family, own) = (
        Read::shipped("caper").unwrap(),
        Read::folder(&folder).unwrap(),
    );
    let variant = &Variant::all(&family.axes())[0];
    let [family, own] = [family, own].map(|read| read.rules(variant).unwrap());
    let found = program::play(&*family, &*own, 0..4, Asked::default(), true, 1);
    assert_eq!(found.differences.len(), 4);
    let first = &found.differences[0];
    assert_eq!(first.what, "lines of `discard`");
    let told = program::told("paris-2", first);
    for said in [
        "paris-2: game 0, ply ",
        "family: {\"ply\":",
        "coins/",
        "moves: ",
    ] {
        assert!(told.contains(said), "{told}");
    }
}

/// A program for whoever writes such a folder; see [`program::HELP`]. Its exit code.
pub fn run(words: &str) -> i32 {
    match program::run(words) {
        Ok(()) => 0,
        Err(why) => {
            println!("{why}");
            1
        }
    }
}

#[test]
fn asked() {
    if let Ok(words) = std::env::var("AGREE") {
        std::process::exit(run(&words));
    }
}
