//! What the lab reads and writes: games that people recorded, files of a report, commands to be copied.

use std::path::Path;
use std::process::Output;

use super::{deckproof, text};

const LAB: &str = "lab play caper --city paris --players 2 --policy uniform --games 10";

fn lab(folder: &Path, more: &str) -> Output {
    let words: Vec<&str> = LAB.split(' ').chain(more.split(' ')).collect();
    deckproof(folder, &words)
}

/// Refused because of the command line, with these words.
#[track_caller]
fn is_refused(refused: &Output, said: &[&str]) {
    let told = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{told}");
    for said in said {
        assert!(told.contains(said), "`{said}` is missing in:\n{told}");
    }
}

/// A folder `kept` with three finished games of Caper.
fn records() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("kept")).unwrap();
    for seed in ["1", "2", "3"] {
        let file = format!("kept/{seed}.jsonl");
        let words = "record caper --city paris --players 2 --seed";
        let words: Vec<&str> = words.split(' ').chain([seed, "-o", &file]).collect();
        assert!(deckproof(dir.path(), &words).status.success());
    }
    dir
}

#[test]
fn records_that_are_none_are_named_and_the_others_counted() {
    let dir = records();
    let at = |name: &str| dir.path().join("kept").join(name);
    let whole = std::fs::read_to_string(at("1.jsonl")).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let first = |lines: &[&str]| lines.join("\n") + "\n";
    std::fs::write(at("bom.jsonl"), format!("\u{feff}{whole}")).unwrap();
    std::fs::write(at("cut.jsonl"), first(&lines[..lines.len() - 1])).unwrap();
    std::fs::write(at("empty.jsonl"), "").unwrap();
    std::fs::write(at("head.jsonl"), &whole[..100]).unwrap();
    std::fs::write(at("other.jsonl"), whole.replacen("caper", "whist", 1)).unwrap();
    std::fs::create_dir(at("folder.jsonl")).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/dev/zero", at("zero.jsonl")).unwrap();
        let made = std::process::Command::new("mkfifo").arg(at("pipe.jsonl")).status();
        assert!(made.unwrap().success());
    }
    let done = lab(dir.path(), "--records kept -o a.csv");
    let (said, told) = (text(&done.stdout), text(&done.stderr));
    assert_eq!(done.status.code(), Some(0), "{told}");
    for name in ["bom", "cut", "empty", "head", "folder"] {
        assert!(told.contains(&format!("kept/{name}.jsonl")), "{told}");
    }
    if cfg!(unix) {
        assert!(told.contains("zero.jsonl") && told.contains("pipe.jsonl"));
        assert!(said.contains("7 records broken, and left out."), "{said}");
    }
    assert!(said.contains("1 record of other games."), "{said}");
    let csv = std::fs::read_to_string(dir.path().join("a.csv")).unwrap();
    assert!(csv.lines().any(|line| line.ends_with(",recorded,all,games,3,,,games")), "{csv}");
}

#[test]
fn copies_are_counted_once_and_games_of_one_deal_are_one_case() {
    let dir = records();
    let words = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        let done = deckproof(dir.path(), &words);
        assert!(done.status.success(), "{done:?}");
        text(&done.stdout)
    };
    let counted = || {
        let said = words(&format!("{LAB} --records kept -o a.csv"));
        let csv = std::fs::read_to_string(dir.path().join("a.csv")).unwrap();
        let mut rows = csv::Reader::from_reader(csv.as_bytes());
        let rows: Vec<_> = rows.records().map(Result::unwrap).collect();
        let row = |of: &str, figure: &str| {
            let row =
                rows.iter().find(|row| &row[2] == "recorded" && &row[3] == of && &row[4] == figure);
            row.unwrap_or_else(|| panic!("no {figure} of {of} in\n{csv}"))
        };
        let wins = row("cream", "wins");
        let wide = wins[7].parse::<f64>().unwrap() - wins[6].parse::<f64>().unwrap();
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        (said, wide, row("all", "games")[5].to_owned())
    };
    let (said, alone, games) = counted();
    assert!(!said.contains("copied") && !said.contains("deal of") && games == "3");
    // The same game, written with its tables; and another one of its deal.
    words("record caper --city paris --players 2 --seed 1 --states -o kept/again.jsonl");
    let (said, copied, games) = counted();
    assert!(said.contains("1 record copied from others, and counted once."), "{said}");
    assert!(copied == alone && games == "3");
    words("record caper --city paris --players 2 --seed 1 --policy swarm -o kept/other.jsonl");
    let (said, dependent, games) = counted();
    assert!(said.contains("1 record with the deal of another: in the intervals,"), "{said}");
    println!("from {alone:.3} to {dependent:.3} wide");
    // Four games, but hardly as much as three cases.
    assert!(games == "4" && dependent > alone);
}

#[test]
fn a_folder_without_finished_games_says_what_is_in_it() {
    let dir = records();
    std::fs::create_dir(dir.path().join("none")).unwrap();
    let done = lab(dir.path(), "--records none");
    let said = text(&done.stdout);
    assert!(said.contains("No finished game of caper in none: there is no record"));
    let done = deckproof(
        dir.path(),
        &"lab play caps-and-hammers --policy uniform --games 4 --records kept"
            .split(' ')
            .collect::<Vec<_>>(),
    );
    let said = text(&done.stdout);
    let other = "No finished game of caps-and-hammers in kept: 3 of other games.";
    assert!(said.contains(other), "{said}");
}

#[test]
fn two_files_at_one_place_are_refused_before_a_game_is_played() {
    let dir = tempfile::tempdir().unwrap();
    for (options, said) in [
        ("-o same.csv -o ./same.csv", "--out and --out both name `./same.csv`"),
        ("-o same.json --part ./same.json", "--out and --part both name `./same.json`"),
        ("--format csv --part -", "--format and --part both name `-`"),
        ("--format json --part /dev/stdout", "both name `/dev/stdout`"),
    ] {
        is_refused(&lab(dir.path(), options), &[said]);
    }
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn what_is_in_the_way_is_told_with_the_option_that_named_it() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("folder.csv")).unwrap();
    std::fs::write(dir.path().join("mine.json"), "mine").unwrap();
    for (options, option) in [
        ("-o folder.csv", "another place with --out"),
        ("-o mine.json", "another place with --out"),
        ("--part mine.json", "another place with --part"),
    ] {
        is_refused(&lab(dir.path(), options), &[option]);
    }
}

const TABLE: &str = r#"
title = "Coin"
[table]
seats = ["ann", "ben"]
longest = 4
[table.variants]
city = ["a b", "a-b"]
[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
hand = { each = "seat", sees = "owner" }
used = { each = "seat", counts-for = "owner" }
[table.counters]
score = { each = "seat", to = 4 }
[table.moves]
use = "use {card}"
[table.end]
wins = "highest score"
"#;

const SCRIPT: &str = r#"
def set_up(t):
    deal(deck, hand, 1)

def legal(t, me):
    play("use", hand[me])

def on_use(t, me, c):
    if c.value == 1:
        score[me] = 1
    move(c, used[me])
    t.turn = (me + 1) % len(seats)
    if not all(hand):
        end()
"#;

/// A game in which nothing is chosen, in a folder of that name; its cards have long names, and letters that no font here has.
fn small_game(folder: &Path, name: &str, table: &str) {
    let game = folder.join(name);
    std::fs::create_dir(&game).unwrap();
    let long = "and-on-".repeat(12);
    let cards = format!(
        "template = \"card.svg\"\n[[card]]\nname = \"Ася\"\nid = \"ася\"\nvalue = 1\n[[card]]\nname = \"Long\"\nid = \"{long}end\"\nvalue = 0\n"
    );
    std::fs::write(game.join("game.toml"), table).unwrap();
    std::fs::write(game.join("cards.toml"), cards).unwrap();
    std::fs::write(game.join("rules.star"), SCRIPT).unwrap();
}

#[test]
fn commands_that_are_shown_can_be_copied_into_a_shell() {
    let dir = tempfile::tempdir().unwrap();
    small_game(dir.path(), "c --policy x", TABLE);
    let part = ["lab", "play", "c --policy x", "--city", "a b", "--policy", "uniform"];
    let shard = ["--games", "30", "--shard", "1/3", "--part", "1.json"];
    let done = deckproof(dir.path(), &[&part[..], &shard].concat());
    assert!(done.status.success(), "{}", text(&done.stderr));
    let missing = text(&deckproof(dir.path(), &["merge", "1.json"]).stderr);
    let command = "`deckproof lab play 'c --policy x' --city 'a b' --policy uniform --games 30 --seed 1 --shard 2/3 --part part-2.json`";
    assert!(missing.contains(command), "{missing}");
    let csv = ["merge", "1.json", "--partial", "--out", "a.csv"];
    assert!(deckproof(dir.path(), &csv).status.success());
    let csv = std::fs::read_to_string(dir.path().join("a.csv")).unwrap();
    assert!(csv.contains(",run,players,value,uniform,"), "{csv}");
}

#[test]
fn the_command_that_is_shown_plays_the_same_pairs_again() {
    let dir = tempfile::tempdir().unwrap();
    small_game(dir.path(), "old", TABLE);
    small_game(dir.path(), "new", TABLE);
    let common = "lab compare old new --policy uniform --games 300";
    let shown = |options: &str| {
        let words: Vec<&str> = common.split(' ').chain(options.split_whitespace()).collect();
        let done = text(&deckproof(dir.path(), &words).stdout);
        done.lines().find(|line| line.starts_with('`')).unwrap().to_owned()
    };
    assert!(shown("--all --negligible 3").contains(" --seed 1 --all --negligible 3`"));
    // It ends once everything is decided.
    let early = shown("--negligible 20");
    assert!(early.contains(" --seed 1 --negligible 20`"), "{early}");
    // A part has all pairs, and its header is that of every other part.
    shown("--part part.json");
    let part = std::fs::read_to_string(dir.path().join("part.json")).unwrap();
    assert!(part.contains("--seed 1\",") && !part.contains("--all"), "{part}");
    let merged = text(&deckproof(dir.path(), &["merge", "part.json"]).stdout);
    assert!(merged.contains(" --seed 1 --all`"), "{merged}");
}

/// Nobody decides anything: what `set_up` does is the game.
fn game_of_chance(folder: &Path, name: &str, set_up: &str) {
    small_game(folder, name, TABLE);
    let script = SCRIPT.replacen("    deal(deck, hand, 1)", &format!("{set_up}    end()"), 1);
    std::fs::write(folder.join(name).join("rules.star"), script).unwrap();
}

#[test]
fn curves_say_what_they_show_and_nothing_is_drawn_of_no_decision() {
    let dir = tempfile::tempdir().unwrap();
    let deal = "    draw(deck, used[0], 1)\n    score[roll(2) - 1] = 1\n";
    game_of_chance(dir.path(), "dealt", deal);
    let words = "lab play dealt --policy uniform --games 40 -o a.html";
    let done = deckproof(dir.path(), &words.split(' ').collect::<Vec<_>>());
    assert!(done.status.success(), "{}", text(&done.stderr));
    let page = std::fs::read_to_string(dir.path().join("a.html")).unwrap();
    let title = "Points of wins more for who holds the card at the end (city a b)";
    assert_eq!(page.matches(title).count(), 2, "drawn, and for who cannot see it");
    assert!(
        !page.contains("for who plays the card") && !page.contains("Legal moves of a decision")
    );
}

#[test]
fn cards_that_nobody_touches_are_named_though_none_has_a_worth() {
    let dir = tempfile::tempdir().unwrap();
    game_of_chance(dir.path(), "idle", "    score[roll(2) - 1] = 1\n");
    let words = "lab play idle --policy uniform --games 20";
    let done = deckproof(dir.path(), &words.split(' ').collect::<Vec<_>>());
    let said = text(&done.stdout);
    assert!(said.contains("Never in play: cards/ася,"), "{said}");
}

#[test]
fn a_share_that_is_reported_says_what_is_missing() {
    let dir = tempfile::tempdir().unwrap();
    let missing = "5 of 10 games are missing";
    let done = lab(dir.path(), "--shard 1/2 --part 1.json -o a.md -o a.csv");
    assert_eq!(text(&done.stdout).matches(missing).count(), 1, "{done:?}");
    let read = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
    assert!(read("a.md").contains(missing), "{}", read("a.md"));
    assert!(read("a.csv").contains(",run,games missing,value,5,"), "{}", read("a.csv"));
    // Nothing is reported, and nothing said.
    let done = lab(dir.path(), "--shard 2/2 --part 2.json");
    assert_eq!(text(&done.stdout), "2.json: written\n", "{done:?}");
    let done = deckproof(dir.path(), &["merge", "1.json", "--partial"]);
    assert_eq!(text(&done.stdout).matches(missing).count(), 1, "{done:?}");
}

#[test]
fn values_of_variants_that_no_file_can_carry_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    for (at, value) in ["/../evil", "a\\\\b", "", "a,b", "\\u202e", "A-B"].iter().enumerate() {
        let name = format!("game-{at}");
        let table = TABLE.replacen("\"a b\"", &format!("\"{value}\""), 1);
        small_game(dir.path(), &name, &table);
        let refused = deckproof(dir.path(), &["check", &name]);
        let told = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(1), "{value}: {told}");
        assert!(told.contains("D511") && told.contains("game.toml:7:"), "{told}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_a_fault_of_the_machine() {
    let dir = tempfile::tempdir().unwrap();
    for words in [
        "list",
        "lab play caper --policy uniform --games 2 --plan",
        "lab play caper --policy uniform --games 2 --format csv",
        "check --explain D012",
        "completions fish",
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_deckproof"))
            .current_dir(dir.path())
            .args(words.split(' '))
            .stdout(full)
            .output()
            .unwrap();
        let told = text(&done.stderr);
        assert_eq!(done.status.code(), Some(3), "{words}: {told}");
        assert!(told.contains("cannot write to the standard output"), "{told}");
    }
}

#[test]
fn on_the_standard_output_a_report_for_a_program_is_alone() {
    let dir = tempfile::tempdir().unwrap();
    let done = lab(dir.path(), "--format csv -o a.csv --part a.json");
    let (said, told) = (text(&done.stdout), text(&done.stderr));
    assert_eq!(said, std::fs::read_to_string(dir.path().join("a.csv")).unwrap());
    assert!(told.contains("a.csv: written") && told.contains("a.json: written"), "{told}");
}

#[test]
fn more_threads_than_can_be_made_are_not_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    is_refused(&lab(dir.path(), "--jobs 1024"), &["1024 is not in 1..=512"]);
}

#[test]
fn any_number_of_threads_gives_the_same_figures() {
    let dir = tempfile::tempdir().unwrap();
    let figures = |jobs: &str| {
        let words = format!("lab play caper --policy uniform --games 200 --jobs {jobs}");
        let words = format!("{words} --city paris --players 2 -o {jobs}.csv");
        let words: Vec<&str> = words.split(' ').collect();
        let done = deckproof(dir.path(), &words);
        assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
        std::fs::read_to_string(dir.path().join(format!("{jobs}.csv"))).unwrap()
    };
    assert_eq!(figures("1"), figures("512"));
}
