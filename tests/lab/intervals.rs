//! Every figure has an interval, and the interval holds what it says: also where seats win together, and where what is counted comes
//! many times in a game.

use std::collections::BTreeMap;
use std::path::Path;

use deckproof::cards::Pack;
use deckproof::lab::Shard;
use deckproof::rules::Variant;
use deckproof::session::{Stopping, lab_games, lab_pairs};

use super::reported::{Figure, figures_in, figures_of};
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
const DIFFERENCES: [&str; 3] = ["deciding first", "cards.when_held", "cards.when_played"];

fn example(name: &str) -> Pack {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    pack_at(&examples.join(name))
}

fn figures(of: &Pack, variant: &Variant, games: u64, seed: u64) -> Vec<Figure> {
    let asked = asked(games, seed, Shard::WHOLE);
    let part = lab_games(of, std::slice::from_ref(variant), &asked, &|_| ()).unwrap();
    figures_of(&part)
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
                let same = |one: &&Figure| one.name == row.name && one.of == row.of;
                if let Some(of) = truth.iter().find(same) {
                    let holds = (row.low - 1e-7..=row.high + 1e-7).contains(&of.value);
                    let (held, runs) = held.entry((row.name, row.of)).or_default();
                    *held += u64::from(holds);
                    *runs += 1;
                }
            }
        }
        // Where fewer than five games of a run are expected to have something, or to be without it, whole numbers are too coarse
        // for the interval of a share; and where fewer than five have it, they are too few for that of a mean.
        let games_with = |figure: &str, of: &str| {
            let same = |row: &&Figure| row.name == figure && row.of == of && row.unit == "percent";
            truth.iter().find(same).map(|row| row.value / 100.0 * GAMES as f64)
        };
        let is_rare = |figure: &str, of: &str| match figure.strip_suffix(".each") {
            Some(used) => games_with(&format!("{used}.games"), of).is_some_and(|games| games < 5.0),
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
    rows.extend(figures_of(&pairs));
    assert!(rows.len() > 300, "{}", rows.len());
    for row in &rows {
        let holds = row.low <= row.value && row.value <= row.high;
        assert_eq!(holds, !COUNTED.contains(&&*row.name), "{row:?}");
    }
    // Caper's script uses one verb in several patterns: it is one figure, in no more games than there are.
    let verbs: Vec<&Figure> = rows.iter().filter(|row| row.name == "moves.games").collect();
    let mut words: Vec<&str> = verbs.iter().map(|row| &*row.of).collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), verbs.len());
}

#[test]
fn one_game_says_nothing_of_a_mean() {
    let dir = tempfile::tempdir().unwrap();
    let words =
        "lab play caper --city paris --players 2 --policy uniform --games 1 -o a.csv -o a.html";
    let words: Vec<&str> = words.split(' ').collect();
    let done = deckproof(dir.path(), &words);
    assert!(done.status.success(), "{done:?}");
    let said = text(&done.stdout);
    assert!(said.contains(" ±∞") && !said.contains("inf"), "{said}");
    let csv = std::fs::read_to_string(dir.path().join("a.csv")).unwrap();
    let score = csv.lines().find(|line| line.contains(",seats,cream,score,")).unwrap();
    assert!(score.ends_with(",,,points"), "{score}");
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
        "lab play caper --city paris --players 2 --policy uniform --games 20 --records kept -o a.csv -o a.json -o a.html",
    );
    assert!(said.contains("Recorded games"), "{said}");
    let csv = std::fs::read_to_string(dir.path().join("a.csv")).unwrap();
    let recorded: Vec<&str> = csv.lines().filter(|line| line.contains(",recorded,")).collect();
    // Wins of two seats, how many games, how long they were on average and in the middle.
    assert_eq!(recorded.len(), 5, "{csv}");
    assert!(recorded.iter().any(|line| line.ends_with(",recorded,all,games,3,,,games")), "{csv}");
    let json = std::fs::read_to_string(dir.path().join("a.json")).unwrap();
    let figures = figures_in(&json).into_iter().filter(|row| row.name.starts_with("recorded."));
    assert_eq!(figures.count(), 4, "{json}");
    let page = std::fs::read_to_string(dir.path().join("a.html")).unwrap();
    assert!(page.contains("<h2>Recorded games</h2>"), "{page}");
}
