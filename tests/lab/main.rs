//! The lab: edits without an effect raise no alarm, edits with one are found; shares of a run are the run; what is written can be read by
//! other programs.

mod at_once;
mod files;
mod forged;
mod intervals;
mod known_values;
mod merged;
mod of_pairs;
mod options;
mod reported;
mod shares;
mod sides;
mod solved;
mod standing_out;
mod synchronised;
mod yardsticks;

use std::path::Path;
use std::process::{Command, Output};

use deckproof::cards::Pack;
use deckproof::lab::{LabPart, PairCounts, PartResults, Shard, VariantPart};
use deckproof::players::{SeatPolicies, SeatPolicy};
use deckproof::registry;
use deckproof::rules::Variant;
use deckproof::session::{
    LabAsked, PairFinding, Stopping, changed_rows, lab_games, lab_pairs, only_words, pair_findings,
};
use deckproof::source::{Files, GameFolder};
use deckproof::statistics::Verdict;

use crate::games::{CAPER, all, edited, pack};

fn asked(games: u64, seed: u64, shard: Shard) -> LabAsked {
    LabAsked {
        policies: SeatPolicies::all(SeatPolicy::Uniform),
        against: None,
        games,
        seed,
        jobs: 2,
        shard,
        follows_lead: true,
        command: "lab".into(),
    }
}

fn two_players(pack: &Pack) -> Variant {
    let axes = deckproof::script::script_axes(&pack.game);
    Variant::first(&axes).with("city", "paris").with("players", "2")
}

fn pairs(old: &Pack, new: &Pack, games: u64, seed: u64) -> VariantPart<PairCounts> {
    let stopping = Stopping { negligible: 1.0, is_early: false };
    let asked = asked(games, seed, Shard::WHOLE);
    let part = lab_pairs([old, new], &[two_players(new)], &asked, stopping, &|_| ());
    match part.unwrap_or_else(|faults| panic!("{faults:?}")).results {
        PartResults::Pairs(mut all) => all.remove(0),
        other => panic!("{other:?}"),
    }
}

fn finding(found: &[PairFinding], what: &str) -> PairFinding {
    found.iter().find(|one| one.what == what).unwrap().clone()
}

/// Caper with other words in one of its decks.
fn with_deck(deck: &str, edit: impl Fn(&str) -> String) -> Pack {
    let dir = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = dir.path().join("caper");
    crate::copying::copy(&root.join("cards/caper"), &folder);
    for templates in ["shared", "caper"] {
        crate::copying::copy(&root.join("templates").join(templates), &folder.join("templates"));
    }
    let path = folder.join(format!("{deck}.toml"));
    let text = edit(&std::fs::read_to_string(&path).unwrap());
    std::fs::write(&path, text).unwrap();
    let folder = GameFolder::open(&folder).unwrap();
    registry::load(folder, &mut Files::new()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Other ids of all gear: other games of every seed, and the same game.
fn renamed() -> Pack {
    with_deck("gear", |text| text.replace("\nid = \"", "\nid = \"my-"))
}

#[test]
fn edits_without_an_effect_raise_no_alarm() {
    let repetitions = if all() { 100 } else { 12 };
    let old = pack(CAPER);
    // What a card says on its back changes no game; other names of all gear change every game, and nothing that counts.
    let printed =
        edited(CAPER, &[("share = 6                   # a sixth", "share = 6  # a sixth")]);
    for (name, new) in [("printed", printed), ("renamed", renamed())] {
        let mut alarms = 0;
        for seed in 0..repetitions {
            let part = pairs(&old, &new, 300, seed);
            let found = pair_findings(&part, 300, 1.0);
            let is_alarm =
                |one: &&PairFinding| matches!(one.verdict, Verdict::Larger | Verdict::Smaller);
            alarms += u64::from(
                found.iter().any(|one| is_alarm(&one))
                    || !changed_rows(&part.counts, 300).is_empty(),
            );
        }
        // Five of a hundred are allowed; more than ten come once in a hundred such runs.
        println!("{name}: {alarms} alarms of {repetitions}");
        assert!(alarms * 10 <= repetitions.max(20), "{name}: {alarms} of {repetitions}");
    }
}

#[test]
fn edits_with_an_effect_are_found() {
    let old = pack(CAPER);
    // Cream's thieves are worth 4 points more at the end.
    let richer = edited(
        CAPER,
        &[(
            "def thieves_worth(t, me):\n    n = 0",
            "def thieves_worth(t, me):\n    n = 4 if me == CREAM else 0",
        )],
    );
    let part = pairs(&old, &richer, 600, 1);
    let found = pair_findings(&part, 600, 1.0);
    let cream = finding(&found, "wins of cream");
    assert_eq!(cream.verdict, Verdict::Larger, "{cream:?}");
    // Nothing else is played otherwise: the games of a pair are the same up to their ends.
    assert_eq!(part.counts.lengths.difference().squares, 0);
    assert!(cream.won.unwrap() > 2.0, "{cream:?}");
    // Four gear cards in the last round, not six.
    let shorter = edited(CAPER, &[("cards = [4, 6, 3, 6, 2, 6]", "cards = [4, 6, 3, 6, 2, 4]")]);
    let part = pairs(&old, &shorter, 300, 1);
    let length = finding(&pair_findings(&part, 300, 1.0), "decisions of a game");
    assert_eq!(length.verdict, Verdict::Smaller, "{length:?}");
    // The Professor's sets are worth eight points, not two.
    let better = with_deck("thieves", |text| {
        let (before, from) = text.split_once("id = \"the-professor\"").unwrap();
        let from = from.replacen("amount = 2", "amount = 8", 1);
        format!("{before}id = \"the-professor\"{from}")
    });
    let part = pairs(&old, &better, 2_000, 1);
    let changed = changed_rows(&part.counts, 2_000);
    assert_eq!(
        changed.first().map(|row| row.row.as_str()),
        Some("thieves/the-professor"),
        "{changed:?}"
    );
    let [before, after, _] = changed[0].worth.unwrap();
    assert!(changed[0].is_worth_otherwise && after.value > before.value);
    // Between the two sides nothing changes, and pairs show it with a tenth of the games.
    let cream = finding(&pair_findings(&part, 2_000, 1.0), "wins of cream");
    assert!(
        cream.won.unwrap() > 5.0 && !matches!(cream.verdict, Verdict::Larger | Verdict::Smaller),
        "{cream:?}"
    );
}

#[test]
fn a_card_of_one_version_is_played_in_no_game_of_the_other() {
    let found = pairs(&pack(CAPER), &renamed(), 60, 1);
    let played = |row: &str| {
        let sums = found.counts.rows[row].played;
        (sums.sum_x > 0, sums.sum_y > 0)
    };
    assert_eq!(played("gear/giant-magnet"), (true, false));
    assert_eq!(played("gear/my-giant-magnet"), (false, true));
    // A card that was added is told, and is no change of use.
    let changed = changed_rows(&found.counts, 60);
    assert!(changed.iter().all(|row| row.only.is_none()), "{changed:?}");
    let [before, after] = &only_words(&found.counts)[..] else { panic!("two sentences") };
    assert!(
        before.starts_with("Only before: gear/anonymous-tip, played in ") && !before.contains(" %"),
        "{before}"
    );
    assert!(after.contains("gear/my-") && after.contains("other cards"), "{after}");
}

#[test]
fn shares_of_a_run_are_the_run_to_the_byte() {
    let caper = pack(CAPER);
    let variants = [two_players(&caper)];
    let part = |shard| lab_games(&caper, &variants, &asked(200, 3, shard), &|_| ()).unwrap();
    let whole = part(Shard::WHOLE).text();
    for of in [1, 7, 200] {
        let parts = (1..=of).map(|number| (format!("{number}"), part(Shard { number, of })));
        let mut parts: Vec<(String, LabPart)> = parts.collect();
        parts.reverse();
        assert_eq!(deckproof::lab::merge_parts(parts).unwrap().text(), whole, "{of} shares");
    }
    let mut alone = asked(200, 3, Shard::WHOLE);
    alone.jobs = 1;
    assert_eq!(lab_games(&caper, &variants, &alone, &|_| ()).unwrap().text(), whole);
}

fn deckproof(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deckproof")).current_dir(folder).args(words).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_run_is_shared_out_merged_and_reported() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path();
    let play = ["lab", "play", "caper", "--city", "paris", "--players", "2"];
    let players = ["--policy", "cream=search:5,mint=greedy", "--games", "12"];
    for number in 1..=3 {
        let (shard, out) = (format!("{number}/3"), format!("part-{number}.json"));
        let share = ["--shard", &shard, "--part", &out];
        let done = deckproof(folder, &[&play[..], &players, &share].concat());
        assert!(done.status.success(), "{done:?}");
    }
    let done = deckproof(folder, &[&play[..], &players, &["--part", "whole.json"]].concat());
    assert!(done.status.success(), "{done:?}");
    let missing = deckproof(folder, &["merge", "part-3.json", "part-1.json"]);
    assert_eq!(missing.status.code(), Some(1));
    // The part lies there, only it was not named: it is not written over.
    let said = text(&missing.stderr);
    assert!(
        said.contains("4 of 12 games are missing")
            && said.contains("--shard 2/3 --part part-2-of-3.json"),
        "{said}"
    );
    let merged = deckproof(
        folder,
        &["merge", "part-2.json", "part-3.json", "part-1.json", "--part", "merged.json"],
    );
    assert!(merged.status.success(), "{merged:?}");
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    assert_eq!(read("merged.json"), read("whole.json"));
    let report = text(&merged.stdout);
    assert!(report.contains("Deciding first "), "{report}");
    // The command that plays the same games stands on one line, to be copied.
    let lines = report.lines().filter(|line| !line.starts_with('`'));
    for line in lines {
        assert!(line.chars().count() <= 80, "{line}");
    }
    // Files of a report, and none over a file that is not ours.
    let files = ["-o", "r.html", "-o", "r.csv", "-o", "r.json", "-o", "r.md"];
    let done = deckproof(folder, &[&["merge", "whole.json"], &files[..]].concat());
    assert!(done.status.success(), "{done:?}");
    let page = text(&read("r.html"));
    assert!(page.contains("<svg") && !page.contains("src=\"http"));
    assert!(text(&read("r.csv")).starts_with("game,variant,table,of,figure,"));
    assert!(serde_json::from_slice::<serde_json::Value>(&read("r.json")).is_ok());
    assert!(text(&read("r.md")).contains("\n| seat | wins % |"));
    std::fs::write(folder.join("notes.csv"), "mine").unwrap();
    let refused = deckproof(folder, &["merge", "whole.json", "--out", "notes.csv"]);
    assert!(!refused.status.success() && read("notes.csv") == b"mine");
}

/// Runs that would take hours, each with a file that cannot be written, or records that are not there.
#[test]
fn what_cannot_be_written_or_read_is_told_before_a_game_is_played() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path();
    let mine = ["mine.html", "mine.json"].map(|name| folder.join(name));
    mine.iter().for_each(|path| std::fs::write(path, "mine").unwrap());
    let play = "lab play caper --policy uniform --games 1000000000";
    let compare = "lab compare caper caper --policy uniform --games 1000000000";
    let vary = "lab vary gear.giant-magnet.cost=2,3 caper --policy uniform --games 1000000000";
    let fuzz = "fuzz caper --games 1000000000 --shard 1/2";
    for (command, file, said) in [
        (play, "-o mine.html", "was not made by deckproof"),
        (play, "-o no/such.csv", "there is no folder `no`"),
        (play, "--records no-records", "`no-records` cannot be read"),
        (play, "--shard 1/2 --part mine.json", "was not made by deckproof"),
        (play, "-o mine.json", "was not made by deckproof"),
        (play, "-o figures.xlsx", "the ending of `figures.xlsx` says no format"),
        (compare, "-o no/report.md", "there is no folder `no`"),
        (vary, "-o no/page.html", "there is no folder `no`"),
        (fuzz, "--part no/part.json", "there is no folder `no`"),
    ] {
        let words: Vec<&str> = command.split(' ').chain(file.split(' ')).collect();
        let refused = deckproof(folder, &words);
        assert!(!refused.status.success(), "{words:?}");
        assert!(text(&refused.stderr).contains(said), "{words:?} {refused:?}");
    }
    assert!(mine.iter().all(|path| std::fs::read(path).unwrap() == b"mine"));
}

#[test]
fn laws_are_shared_out_as_well() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path();
    let magpies = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/magpies");
    for (shard, out) in [("1/2", "1.json"), ("2/2", "2.json"), ("1/1", "one.json")] {
        let words = ["fuzz", magpies, "--games", "600", "--shard", shard, "--part", out];
        let done = deckproof(folder, &words);
        assert!(done.status.success(), "{done:?}");
    }
    let merged = deckproof(folder, &["merge", "2.json", "1.json", "--part", "merged.json"]);
    assert!(merged.status.success(), "{merged:?}");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("merged.json"), read("one.json"));
}

#[test]
fn a_sweep_is_written_as_games_are() {
    let dir = tempfile::tempdir().unwrap();
    let words = "lab vary gear.lock-picks.cost=0..2 caper --city paris --players 2 --policy uniform --games 20 -o a.html -o a.csv -o a.json";
    let words: Vec<&str> = words.split(' ').collect();
    let done = deckproof(dir.path(), &words);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let read = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
    let csv = read("a.csv");
    let rows = csv::Reader::from_reader(csv.as_bytes()).into_records();
    // Three questions and two of the card, of three figures each, for each of three values.
    let figures = rows.map(Result::unwrap).filter(|row| !row[6].is_empty());
    let lines = 3 * (3 + 2) * 3;
    assert_eq!(figures.count(), lines, "{csv}");
    assert_eq!(reported::figures_in(&read("a.json")).len(), lines);
    let json: serde_json::Value = serde_json::from_str(&read("a.json")).unwrap();
    let command = json["games"][0]["about"]["command"].as_str().unwrap();
    assert!(
        command.starts_with("deckproof lab vary gear.lock-picks.cost=0,1,2 caper"),
        "{command}"
    );
    assert_eq!(read("a.html").matches("<svg").count(), 5);
}

#[test]
fn what_cannot_be_is_said_with_what_to_write() {
    let dir = tempfile::tempdir().unwrap();
    for (words, says) in [
        ("lab play caper --policy minimax", "search:400"),
        ("lab play caper --policy crem=search:4,uniform --games 2", "cream, mint"),
        ("lab play caper --shard 3/2 --part x.json", "numbered from 1 to 2"),
        ("lab play caper --shard 1/2", "--part <FILE>"),
        ("lab vary gear.lock-picks=1..3 caper --games 2", "lock-picks"),
        ("lab vary gear.lock-pix.cost=1..3 caper --games 2", "lock-pix"),
        ("lab compare caper hearts-of-oak", "hearts-of-oak"),
        ("lab compare caper caps-and-hammers --games 2", "set up in other ways"),
        ("merge none.json", "none.json"),
    ] {
        let done = deckproof(dir.path(), &words.split(' ').collect::<Vec<_>>());
        let said = text(&done.stderr);
        assert!(!done.status.success() && said.contains(says), "{words:?}: {said}");
        assert!(!said.contains("panicked"), "{said}");
    }
}
