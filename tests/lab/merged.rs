//! Parts of a run that are merged by the command: what is missing, what a broken law says, and files that cannot be answered.

use std::path::Path;

use deckproof::lab::{
    LabNames, LabPart, LawCounts, PART_FORMAT, PartHeader, PartResults, Shard, VariantPart,
    merge_parts,
};
use deckproof::registry;
use deckproof::rules::Variant;
use deckproof::session::{Stopping, data_of, lab_pairs};
use deckproof::source::{Files, Folder, GameFolder, Tree};

use super::{asked, deckproof, text, two_players};
use crate::games::{CAPER, pack};

fn part<C>(
    (from, to): (u64, u64),
    total: u64,
    counts: C,
    results: fn(Vec<VariantPart<C>>) -> PartResults,
) -> LabPart {
    LabPart {
        header: PartHeader {
            deckproof_part: PART_FORMAT,
            program: "0.1.0".into(),
            command: "fuzz toy".into(),
            title: "Toy".into(),
            data: vec!["ab".into()],
            seed: 7,
            total,
            planned: total,
        },
        games: vec![(from, to)],
        results: results(vec![VariantPart {
            variant: Variant::default(),
            policies: Vec::new(),
            names: LabNames::default(),
            counts,
        }]),
    }
}

fn laws((from, to): (u64, u64), total: u64, ties: u64, broken: Option<u64>) -> LabPart {
    let counts = LawCounts {
        games: to - from,
        properties: vec![("I1".into(), 0), ("tied".into(), ties)],
        sometimes: vec!["tied".into()],
        broken: broken.map(|game| (game, "I1".into())),
        ..LawCounts::default()
    };
    part((from, to), total, counts, PartResults::Laws)
}

/// A run whose numbers are wide, and in which a law does not hold.
pub fn long_run() -> LabPart {
    let games = 1_000_000_000;
    let counts = LawCounts {
        games,
        decisions: 100 * games,
        world_games: games / 64,
        world_checks: 3 * games,
        properties: vec![("I1".into(), 100 * games), ("tied".into(), 12)],
        sometimes: vec!["tied".into()],
        broken: Some((123_456_789, "I1".into())),
    };
    part((0, games), games, counts, PartResults::Laws)
}

/// Exit code and errors of a merge.
fn merge(folder: &Path, parts: &[LabPart], more: &[&str]) -> (Option<i32>, String) {
    let names: Vec<String> = (0..parts.len()).map(|at| format!("{at}.json")).collect();
    for (name, part) in names.iter().zip(parts) {
        std::fs::write(folder.join(name), part.text()).unwrap();
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let done = deckproof(folder, &[&["merge", "-q"], &names[..], more].concat());
    (done.status.code(), text(&done.stderr))
}

#[test]
fn a_broken_law_and_what_was_never_seen_are_errors_of_the_sum() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path();
    let both = |ties, broken| {
        [laws((0, 60_000), 120_000, ties, None), laws((60_000, 120_000), 120_000, 0, broken)]
    };
    let (code, told) = merge(folder, &both(0, Some(70_001)), &["--part", "sum.json"]);
    let says = "Toy: I1 does not hold in game 70001 of seed 7";
    assert!(code == Some(1) && told.contains(says), "{told}");
    assert!(told.contains("--shard 70002/120000"), "{told}");
    assert!(!told.contains("tied"), "{told}");
    assert!(folder.join("sum.json").exists());
    // Of a part of the run as well, and of a sum.
    let sum = LabPart::read("", &std::fs::read_to_string(folder.join("sum.json")).unwrap());
    assert_eq!(merge(folder, &[sum.unwrap()], &[]).0, Some(1));
    let part = laws((0, 9), 10, 0, Some(3));
    assert_eq!(merge(folder, &[part], &["--partial"]).0, Some(1));

    let (code, told) = merge(folder, &both(0, None), &[]);
    let says = "Toy: `tied` was seen in none of 120,000 games";
    assert!(code == Some(1) && told.contains(says), "{told}");
    assert!(!told.contains("I1"), "{told}");
    assert_eq!(merge(folder, &both(1, None), &[]), (Some(0), String::new()));
    let some = &both(0, None)[..1];
    assert_eq!(merge(folder, some, &["--partial"]).0, Some(0));
    let few = [laws((0, 9), 9, 0, None)];
    assert_eq!(merge(folder, &few, &[]).0, Some(0));
}

#[test]
fn laws_are_counted_in_times_and_what_is_seen_sometimes_in_games() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path();
    let files = ["-o", "a.csv", "-o", "a.html"];
    let one = laws((0, 1), 1, 1, None);
    assert_eq!(merge(folder, &[one], &files), (Some(0), String::new()));
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let figures = read("a.csv");
    for row in ["laws,I1,count,0,,,times", "sometimes,tied,count,1,,,games"] {
        assert!(figures.contains(row), "no {row} in\n{figures}");
    }
    let page = read("a.html");
    let cell = |name: &str, of: &str, word: &str| format!("<{name}{of}>{word}</{name}>");
    for (what, unit, id, count) in
        [("law", "times", "I1", "0"), ("sometimes", "games", "tied", "1")]
    {
        let (head, number) = (" scope=\"col\"", " class=\"number\"");
        let heads = cell("th", head, what) + &cell("th", &format!("{head}{number}"), unit);
        let cells = cell("th", " scope=\"row\"", id) + &cell("td", number, count);
        let table = format!("{heads}</tr></thead><tbody><tr>{cells}</tr>");
        assert!(page.contains(&table), "no {table} in\n{page}");
    }
    // There are no intervals, cards or players that it could be of.
    assert!(!page.contains("How to read this"));
    let said = text(&deckproof(folder, &["merge", "0.json"]).stdout);
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = "`deckproof fuzz toy` 1 game 0 decisions, 0 checks of two worlds law times I1 0 sometimes games tied 1";
    assert!(words.contains(told), "{said}");
}

#[test]
fn more_games_than_a_run_may_have_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let words = "fuzz caper --games 20000000000000000 --shard 1/2 --part a.json";
    let words: Vec<&str> = words.split(' ').collect();
    let refused = deckproof(dir.path(), &words);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
}

#[test]
fn what_is_missing_is_named_by_what_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path();
    let without = |missing: &[u64]| -> Vec<LabPart> {
        let shards = (1..=16).filter(|number| !missing.contains(number));
        let games = shards.map(|number| Shard { number, of: 16 }.games(154));
        games.map(|games| laws((games.start, games.end), 154, 1, None)).collect()
    };
    // A file of another division is not written over.
    std::fs::write(folder.join("part-12.json"), "").unwrap();
    let (code, told) = merge(folder, &without(&[5, 12]), &[]);
    assert_eq!(code, Some(1));
    assert!(told.contains("20 of 154 games are missing"), "{told}");
    assert!(told.contains("--shard 5/16 --part part-5.json"), "{told}");
    assert!(told.contains("--shard 12/16 --part part-12-of-16.json"), "{told}");
    let (_, told) = merge(folder, &[laws((0, 1), 2, 1, None)], &[]);
    assert!(told.contains("1 of 2 games is missing"), "{told}");
}

#[test]
fn a_share_without_a_pair_is_merged_as_any_other() {
    let caper = pack(CAPER);
    let variants = [two_players(&caper)];
    let stopping = Stopping { negligible: 1.0, is_early: false };
    let part = |shard| {
        let asked = asked(3, 1, shard);
        lab_pairs([&caper, &caper], &variants, &asked, stopping, &|_| ()).unwrap()
    };
    let parts = (1..=5).map(|number| {
        let text = part(Shard { number, of: 5 }).text();
        (format!("{number}"), LabPart::read("part", &text).unwrap())
    });
    let sum = merge_parts(parts.collect()).unwrap();
    assert_eq!(sum.text(), part(Shard::WHOLE).text());
}

#[test]
fn options_that_would_be_passed_over_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    for option in [["--even", "3"], ["--negligible", "2"]] {
        let (code, told) = merge(dir.path(), &[laws((0, 3), 3, 1, None)], &option);
        let says = format!("nothing to say for `{}`", option[0]);
        assert!(code == Some(2) && told.contains(&says), "{told}");
    }
}

#[test]
fn all_parts_of_a_folder_are_merged() {
    let dir = tempfile::tempdir().unwrap();
    let (folder, parts) = (dir.path(), dir.path().join("parts"));
    std::fs::create_dir(&parts).unwrap();
    let merged = || deckproof(folder, &["merge", "parts", "--part", "sum.json"]);
    let none = merged();
    assert_eq!(none.status.code(), Some(2));
    assert!(text(&none.stderr).contains("no file in `parts` ends in .json"));
    for (name, games) in [("b", (0, 4)), ("a", (4, 9))] {
        let text = laws(games, 9, 1, None).text();
        std::fs::write(parts.join(name).with_extension("json"), text).unwrap();
    }
    std::fs::write(parts.join("log.txt"), "two parts").unwrap();
    let done = merged();
    assert!(done.status.success(), "{done:?}");
    let sum = std::fs::read_to_string(folder.join("sum.json")).unwrap();
    assert_eq!(sum, laws((0, 9), 9, 2, None).text());
}

#[test]
fn the_hash_of_the_data_has_the_sheet_of_a_deck() {
    let hash = |sheet: &str| {
        let files = [
            ("game.toml", "title = \"Sheets\"\n"),
            ("cards.toml", "template = \"card.svg\"\nrows = \"cards.csv\"\n"),
            ("cards.csv", sheet),
        ];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        let tree = Folder::Memory(Tree::new("memory:", files.into()));
        let folder = GameFolder::within("sheets", tree, None);
        data_of(&registry::load(folder, &mut Files::new()).unwrap())
    };
    let sheet = "id,name,rank\nsun,Sun,8\n";
    assert_eq!(hash(sheet), hash(sheet));
    assert_ne!(hash(sheet), hash("id,name,rank\nsun,Sun,9\n"));
}
