//! `--profile`: which lines of a script ran in scenarios and games, and which never did.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::copying::copy;

/// The good game in a folder of its own, one line of its script replaced.
fn duel(from: &str, to: &str) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let game = dir.path().join("duel");
    let good = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/good/duel");
    copy(&good, &game);
    let path = game.join("rules.star");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from}");
    std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
    (dir, game)
}

fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .args(arguments)
        .output()
        .unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code(), out, err)
}

/// What is said of the lines.
fn profile(told: &str) -> String {
    let at = told.find(" line  ").unwrap_or_else(|| panic!("{told}"));
    told[at..].to_owned()
}

#[test]
fn a_line_that_nothing_reaches_is_named() {
    // Nobody has nine coins: eight are all there are.
    let (dir, game) = duel(
        "    over_to(t, me)\n\ndef before_flip",
        "    if coins[me] == 9:\n        t.turn = me\n    elif coins[me] == 10:\n        pass\n    over_to(t, me)\n\ndef before_flip",
    );
    let text = std::fs::read_to_string(game.join("rules.star")).unwrap();
    let line = |says: &str| 1 + text.lines().position(|line| line.trim() == says).unwrap();
    for command in [["check", "--games", "300"], ["fuzz", "--games", "300"]] {
        let (code, told, faults) =
            run(dir.path(), &[&command[..], &["duel", "--profile"]].concat());
        assert_eq!(code, Some(0), "{faults}");
        let told = profile(&told);
        for says in ["t.turn = me", "pass"] {
            let never = format!("  rules.star:{}  ", line(says));
            assert!(told.contains(&never), "{told}");
        }
        assert!(
            !told.contains(&format!("rules.star:{}  ", line("elif coins[me] == 10:"))),
            "{told}"
        );
        assert!(told.lines().all(|line| line.chars().count() <= 80), "{told}");
    }
}

#[test]
fn counts_are_the_same_on_any_number_of_cores_and_nothing_else_is_said() {
    let (dir, _) = duel("PRICE = [0, 1, 2]", "PRICE = [0, 1, 3]");
    let fuzz = |rest: &[&str]| {
        let arguments = [&["fuzz", "duel", "--games", "500"], rest].concat();
        let (code, told, faults) = run(dir.path(), &arguments);
        assert_eq!(code, Some(0), "{faults}");
        told
    };
    let [one, two] = ["1", "2"].map(|jobs| fuzz(&["--profile", "--jobs", jobs]));
    assert_eq!(profile(&one), profile(&two));
    assert!(!fuzz(&[]).contains(" line  "));
}

#[test]
fn a_game_without_a_script_has_no_lines() {
    let plain = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/good/plain");
    let (code, _, faults) = run(Path::new(plain), &["check", "--profile"]);
    assert_eq!(code, Some(2), "{faults}");
    assert!(faults.contains("has no rules.star") && faults.contains("help"), "{faults}");
}
