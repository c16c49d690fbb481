//! A law that does not hold is reported at a line of the game, for programs as for people: the instruction that went wrong, the declaration
//! that is broken, or the law; beside it the function that carried out the last move.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// An edit of `duel`, the law that it breaks, and the line at which that is reported.
const BROKEN: &[(&str, &str, &str, &str, &str)] = &[
    (
        "rules.star",
        "won[winner] += 1",
        "won[winner] += 10 // (left - left)",
        "runs",
        "won[winner] += 10 // (left - left)",
    ),
    ("rules.star", "won[winner] += 1", "won[winner] += 10", "runs", "won[winner] += 10"),
    ("game.toml", "longest = 40", "longest = 4", "games end", "longest = 4"),
    (
        "rules.star",
        "def legal(t, me):\n",
        "def legal(t, me):\n    if t.round == 2:\n        return\n",
        "always a move",
        "def legal(t, me):",
    ),
    (
        "rules.star",
        "pay(coins[me], coins[other(me)], PRICE[p])",
        "coins[me] -= PRICE[p]",
        "sums",
        "coins = 8",
    ),
    ("rules.star", "1 if len(hand[me]) < 4 else 0", "2", "sizes", "hand = { each = \"seat\""),
    (
        "rules.star",
        "    play(\"pass\")\n",
        "    if hand[other(me)] & suit.moon or not hand[me]:\n        play(\"pass\")\n",
        "views",
        "def legal(t, me):",
    ),
    (
        "rules.star",
        "def on_pass(t, me):\n",
        "def on_pass(t, me):\n    if hand[other(me)] & suit.moon:\n        note(\"wins\", me, 1)\n",
        "views",
        "note(\"wins\", me, 1)",
    ),
    (
        "rules.star",
        "    start_round(t)\n\ndef start_round",
        "    if hand[0] & suit.moon:\n        blocked[0] = True\n    start_round(t)\n\ndef start_round",
        "views",
        "blocked[0] = True",
    ),
    (
        "rules.star",
        "return len(hand[0]) <= 4 and",
        "return len(hand[0]) < 3 and",
        "R1",
        "def law_hands(t):",
    ),
    (
        "rules.star",
        "return t.round == 1 and len(blocked) == 2",
        "return len(blocked) == 2",
        "never_all_blocked_at_first",
        "def never_all_blocked_at_first(t):",
    ),
];

fn check(folder: &Path, format: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .args(["check", "duel", "--games", "200", "--format", format])
        .current_dir(folder)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_broken_law_has_a_file_and_a_line_in_every_format() {
    for (file, from, to, law, line) in BROKEN {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("duel");
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        crate::copying::copy(&root.join("tests/good/duel"), &game);
        let _ = fs::remove_dir_all(game.join("scenarios"));
        let text = fs::read_to_string(game.join(file)).unwrap();
        assert_eq!(text.matches(from).count(), 1, "{from}");
        fs::write(game.join(file), text.replace(from, to)).unwrap();
        let told: Value = serde_json::from_str(&check(folder.path(), "json")).unwrap();
        let broken = format!("duel: {law} does not hold");
        let told = crate::reports::rows(&told, "findings");
        let fault = told.iter().find(|fault| fault["code"] == "D409");
        let fault = fault.unwrap_or_else(|| panic!("{law}, {to}: {told:#?}"));
        let message = fault["message"].as_str().unwrap();
        assert!(message.starts_with(&broken), "{message}");
        let (file, number) = (&fault["file"], &fault["line"]);
        let path = folder.path().join(file.as_str().unwrap_or_else(|| panic!("{fault:#}")));
        let number = number.as_u64().unwrap() as usize;
        let found = fs::read_to_string(path).unwrap();
        let found = found.lines().nth(number - 1).unwrap().trim();
        assert!(found.starts_with(line), "{found}: {fault:#}");
        let file = file.as_str().unwrap();
        if *law != "games end" {
            continue;
        }
        // Programs ask for one of these.
        let github = check(folder.path(), "github");
        let place = format!("file={file},line={number},");
        assert!(github.contains(&place), "{place}: {github}");
        let sarif: Value = serde_json::from_str(&check(folder.path(), "sarif")).unwrap();
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        let result = results.iter().find(|result| result["ruleId"] == "D409");
        let place = &result.unwrap()["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], file, "{sarif:#}");
        assert_eq!(place["region"]["startLine"], number, "{sarif:#}");
    }
}
