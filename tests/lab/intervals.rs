//! Every figure has an interval, and the interval holds what it says: also where seats win together, and where what is counted comes
//! many times in a game.

use std::collections::BTreeMap;
use std::path::Path;

use deckproof::cards::Pack;
use deckproof::lab::Shard;
use deckproof::rules::Variant;
use deckproof::session::{LabRow, RunFigures, Stopping, lab_games, lab_pairs};

use super::sides::ALONE;
use super::{asked, deckproof, text, two_players};
use crate::games::{CAPER, pack, pack_at};

/// Counted, and no estimates.
const COUNTED: [&str; 5] = [
    "decisions, least",
    "decisions, most",
    "gain by playing differently",
    "legal moves of a decision, nine of ten",
    "worth when solved",
];

/// Shares above or below another one.
const DIFFERENCES: [&str; 3] = ["deciding first", "worth when held", "worth when played"];

fn example(name: &str) -> Pack {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    pack_at(&examples.join(name))
}

fn figures(of: &Pack, variant: &Variant, games: u64, seed: u64) -> Vec<LabRow> {
    let asked = asked(games, seed, Shard::WHOLE);
    let part = lab_games(of, std::slice::from_ref(variant), &asked, &|_| ()).unwrap();
    RunFigures::of_part(&part, 1.0).rows
}

fn last_variant(of: &Pack) -> Variant {
    let all = Variant::all(&deckproof::script::script_axes(&of.game));
    all.last().cloned().unwrap_or_default()
}

#[test]
fn intervals_hold_the_true_value_in_95_of_100_runs() {
    const RUNS: u64 = 200;
    const GAMES: u64 = 200;
    // All seats win together; three or four seats; two seats; a game for one, in which a card wins always or never.
    let examples = ["dyke-watch", "hedgerow", "night-freight"].map(|name| (name, example(name)));
    let alone = ("alone", ALONE.pack().unwrap());
    for (name, game) in examples.into_iter().chain([alone]) {
        let variant = last_variant(&game);
        let truth = figures(&game, &variant, 20_000, 1);
        let mut held: BTreeMap<(String, String), (u64, u64)> = BTreeMap::new();
        for seed in 2..2 + RUNS {
            for row in figures(&game, &variant, GAMES, seed) {
                let same = |one: &&LabRow| one.figure == row.figure && one.of == row.of;
                if let Some(of) = truth.iter().find(same) {
                    let holds = (row.low - 1e-9..=row.high + 1e-9).contains(&of.value);
                    let (held, runs) = held.entry((row.figure, row.of)).or_default();
                    *held += u64::from(holds);
                    *runs += 1;
                }
            }
        }
        // Where fewer than five games of a run are expected to have something, or to be without it, whole numbers are too coarse
        // for the interval of a share; and where fewer than five have it, they are too few for that of a mean.
        let games_with = |figure: &str, of: &str| {
            let same = |row: &&LabRow| row.figure == figure && row.of == of && row.unit == "share";
            truth.iter().find(same).map(|row| row.value * GAMES as f64)
        };
        let is_rare = |figure: &str, of: &str| match figure.split_once(", times a game") {
            Some((used, _)) => games_with(used, of).is_some_and(|games| games < 5.0),
            None if DIFFERENCES.contains(&figure) => false,
            None => {
                games_with(figure, of).is_some_and(|games| games.min(GAMES as f64 - games) < 5.0)
            }
        };
        // What decides a game now and then has no figure in the other runs.
        held.retain(|(figure, of), (_, runs)| {
            *runs == RUNS && !COUNTED.contains(&&**figure) && !is_rare(figure, of)
        });
        for ((figure, of), (held, _)) in &held {
            // Of 200 runs 95 %: less than 176 come once in ten thousand times.
            assert!(*held >= 176, "{name}, {figure} of {of}: {held} of {RUNS}");
        }
        assert!(held.len() > 40, "{}", held.len());
    }
}

#[test]
fn every_figure_but_ends_has_an_interval() {
    let caper = pack(CAPER);
    let variant = two_players(&caper);
    let stopping = Stopping { negligible: 1.0, is_early: false };
    let asked = asked(200, 1, Shard::WHOLE);
    let pairs =
        lab_pairs([&caper, &caper], std::slice::from_ref(&variant), &asked, stopping, &|_| ())
            .unwrap();
    let mut rows = figures(&caper, &variant, 200, 1);
    rows.extend(RunFigures::of_part(&pairs, 1.0).rows);
    assert!(rows.len() > 300, "{}", rows.len());
    for row in &rows {
        let holds = row.low <= row.value && row.value <= row.high;
        assert_eq!(holds, !COUNTED.contains(&&*row.figure), "{row:?}");
    }
    // Caper's script uses one verb in several patterns: it is one figure, in no more games than there are.
    let verbs: Vec<&LabRow> = rows.iter().filter(|row| row.figure == "move used").collect();
    let mut words: Vec<&str> = verbs.iter().map(|row| &*row.of).collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), verbs.len());
}

#[test]
fn one_game_says_nothing_of_a_mean() {
    let dir = tempfile::tempdir().unwrap();
    let words =
        "lab caper --city paris --players 2 --policy uniform --games 1 --csv a.csv --html a.html";
    let words: Vec<&str> = words.split(' ').collect();
    let done = deckproof(dir.path(), &words);
    assert!(done.status.success(), "{done:?}");
    let said = text(&done.stdout);
    assert!(said.contains(" ±∞") && !said.contains("inf"), "{said}");
    let csv = std::fs::read_to_string(dir.path().join("a.csv")).unwrap();
    let score = csv.lines().find(|line| line.contains(",score,")).unwrap();
    assert!(score.contains(",,,points,1,"), "{score}");
    let page = std::fs::read_to_string(dir.path().join("a.html")).unwrap();
    assert!(page.contains("±∞") && !page.contains("NaN"));
}

#[test]
fn games_that_people_recorded_stand_in_every_file() {
    let dir = tempfile::tempdir().unwrap();
    let run = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        let done = deckproof(dir.path(), &words);
        assert!(done.status.success(), "{done:?}");
        text(&done.stdout)
    };
    std::fs::create_dir(dir.path().join("kept")).unwrap();
    for seed in 1..=3 {
        run(&format!(
            "record caper --city paris --players 2 --seed {seed} --output kept/{seed}.jsonl"
        ));
    }
    let said = run(
        "lab caper --city paris --players 2 --policy uniform --games 20 --records kept --csv a.csv --json a.json --html a.html",
    );
    assert!(said.contains("Recorded games"), "{said}");
    let csv = std::fs::read_to_string(dir.path().join("a.csv")).unwrap();
    let recorded: Vec<&str> = csv.lines().filter(|line| line.contains(",recorded,")).collect();
    assert!(recorded.len() == 5 && recorded.iter().all(|line| line.contains(",3,")), "{csv}");
    let json = std::fs::read(dir.path().join("a.json")).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["recorded"].as_array().map(Vec::len), Some(5));
    let page = std::fs::read_to_string(dir.path().join("a.html")).unwrap();
    assert!(page.contains("<h2>Recorded games</h2>") && page.contains("3 games with "));
}
