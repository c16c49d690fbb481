//! The examples: each is proven as it stands. A fault planted in their rules, or in those of a shipped game, is noticed by what should
//! notice it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use deckproof::players::Players;
use deckproof::registry;
use deckproof::rules::Variant;
use deckproof::script::{Rules, script_axes};
use deckproof::source::{Files, GameFolder};
use deckproof::verify::playing::property_id;
use deckproof::verify::playing::{Failure, LawQuestion};
use deckproof::verify::scenario::run_scenarios;
use deckproof::verify::shrink::search;
use serde::Deserialize;

use super::copying::copy;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The files or folders in a folder, by name.
fn entries(of: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder(of)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
}

/// Laws, and what is seen or never happens, come behind the rules.
fn is_law(line: &str) -> bool {
    ["def law_", "def seen_", "def never_"].iter().any(|property| line.starts_with(property))
}

#[test]
fn every_example_is_proven() {
    for path in entries("examples") {
        let script = path.join("rules.star");
        if !script.exists() {
            continue;
        }
        let output = Command::new(env!("CARGO_BIN_EXE_deckproof"))
            .args(["check", "--deny", "warnings", "--games", "200"])
            .arg(&path)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}{told}");
        assert!(said.contains("every rule has one"), "{said}");
        let script = text(&script);
        let rules = script.lines().take_while(|line| !is_law(line));
        let lines = rules.filter(|line| !line.trim().is_empty()).count();
        assert!(lines <= 100, "{}: {lines} lines of rules before the first law", path.display());
    }
}

/// A fault: `find` becomes `replace`, once, in a file of the example or shipped game that the list is called after.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Planted {
    /// What a player would say is wrong.
    what: String,
    #[serde(default = "script")]
    file: String,
    find: String,
    replace: String,
    /// What the games are played with, where it is not the first of each axis.
    #[serde(default)]
    variant: BTreeMap<String, String>,
    /// `law NAME` or `free NAME`, with the name that `fuzz` shows: a law of the script, or one of every table (runs, always a move, sums, sizes,
    /// views); or `scenario NAME`, with the file's name.
    by: String,
    /// The most moves that the game is cut down to; not for scenarios.
    moves: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    fault: Vec<Planted>,
}

fn script() -> String {
    "rules.star".into()
}

/// Games that are played for a fault, half uniform, half swarm.
const GAMES: u64 = 300;
/// Plies that are played to cut a game down: far fewer than `fuzz` takes, since there are many faults.
const BUDGET: u64 = 12_000;

impl Planted {
    /// What noticed it, as `by` says it, and after how many moves.
    fn noticed(&self, played: &Path) -> Result<(String, Option<usize>), String> {
        let folder = tempfile::tempdir().unwrap();
        copy(played, folder.path());
        let file = folder.path().join(&self.file);
        let before = text(&file);
        if before.matches(&self.find).count() != 1 {
            return Err(format!("`{}` is not there once", self.find));
        }
        std::fs::write(&file, before.replace(&self.find, &self.replace)).unwrap();
        let mut files = Files::new();
        let opened = GameFolder::open(folder.path()).unwrap();
        let pack = registry::load(opened, &mut files).map_err(|f| format!("{f:?}"))?;
        if let Some(name) = self.by.strip_prefix("scenario ") {
            let report = run_scenarios(&pack, &mut files);
            let report = report.map_err(|f| format!("{f:?}"))?;
            let failing = report.scenarios.iter().any(|ran| !ran.holds() && ran.slug == name);
            return Ok((if failing { self.by.clone() } else { "nothing".into() }, None));
        }
        let first = Variant::first(&script_axes(&pack.game));
        let agreed = self.variant.iter();
        let variant = agreed.fold(first, |all, (axis, choice)| all.with(axis, choice));
        let game = Rules::<u128>::compile(&pack.game, &pack.decks, &variant);
        let game = game.map_err(|f| format!("{f:?}"))?;
        let Some(failure) = (0..GAMES).find_map(|index| failure(&game, index)) else {
            return Ok(("nothing".into(), None));
        };
        let shrunk = search(&game, &failure, BUDGET).ok_or("it does not come again")?;
        let late = shrunk.late.map(|late| late.moves.len());
        let moves = late.unwrap_or(shrunk.script.moves.len());
        let id = property_id(&game, shrunk.breach.property);
        // The laws of every table and every game have words, those of a script a clause or `law_`.
        let free = id.bytes().all(|c| c.is_ascii_lowercase() || c == b' ');
        Ok((format!("{} {id}", if free { "free" } else { "law" }), Some(moves)))
    }
}

fn failure(game: &Rules<u128>, index: u64) -> Option<Failure> {
    let players = Players::of_game(None, index);
    let find = |question| Failure::find(game, 1, index, players, question);
    let worlds = || (index % 64 < 2).then(|| find(LawQuestion::Worlds)).flatten();
    find(LawQuestion::Laws).or_else(worlds)
}

#[test]
fn planted_faults_are_noticed() {
    let mut faults = Vec::new();
    for path in entries("tests/planted") {
        let list: List = toml::from_str(&text(&path)).unwrap();
        let name = path.file_stem().unwrap();
        let homes = ["examples", "cards"].map(|home| folder(home).join(name));
        let played = homes.into_iter().find(|home| home.exists()).unwrap();
        faults.extend(list.fault.into_iter().map(|fault| (played.clone(), fault)));
    }
    assert!(faults.len() > 10);
    // Two threads, so that the machine's other tests go on.
    let (some, others) = faults.split_at(faults.len() / 2);
    let wrong: Vec<String> = thread::scope(|scope| {
        let threads = [some, others].map(|faults| {
            scope
                .spawn(|| faults.iter().filter_map(|(played, fault)| slip(played, fault)).collect())
        });
        let found = threads.map(|thread| -> Vec<String> { thread.join().unwrap() });
        found.concat()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is to be said of a fault that is not noticed as it should be.
fn slip(played: &Path, fault: &Planted) -> Option<String> {
    let found = fault.noticed(played);
    let fine = match (&found, fault.moves) {
        (Ok((by, Some(moves))), Some(most)) => *by == fault.by && *moves <= most,
        (Ok((by, None)), None) => *by == fault.by,
        _ => false,
    };
    let (name, Planted { what, by, moves, .. }) = (played.display(), fault);
    (!fine).then(|| format!("{name}: {what}: expected {by} in {moves:?}, found {found:?}"))
}
