//! An edit of the shipped cards, checked: which scenarios it breaks, what was expected and what was found, and both places.

use crate::copying;

use std::path::Path;
use std::process::Command;

use copying::copy;

/// What `deckproof check` said of an edited copy.
struct Told {
    code: Option<i32>,
    stderr: String,
    /// The line that was edited.
    line: usize,
}

/// Checks a copy of the second edition in a folder of its own, with `from` exchanged in one of its files.
fn checked(file: &str, from: &str, to: &str) -> Told {
    let dir = tempfile::tempdir().unwrap();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards/caps-and-hammers");
    copy(&shipped, &dir.path().join("copy"));
    let path = dir.path().join("copy").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, _) = text.split_once(from).unwrap();
    let line = before.matches('\n').count() + 1;
    std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .args(["check", "copy"])
        .env_remove("CLICOLOR_FORCE")
        .current_dir(dir.path())
        .output()
        .unwrap();
    Told { code: output.status.code(), stderr: String::from_utf8(output.stderr).unwrap(), line }
}

impl Told {
    /// Each of `scenarios` is among those that no longer hold. Every one that does not is told with its own line, what
    /// was expected and what was found, and `place` in the data with what is there.
    fn names(&self, scenarios: &[&str], place: &str, there: &str) {
        assert_eq!(self.code, Some(1), "{}", self.stderr);
        let blocks = self.stderr.split("\n\n");
        let faults: Vec<&str> = blocks.filter(|b| b.starts_with("error[")).collect();
        for fault in &faults {
            for word in ["copy/scenarios/", "expected", "found", place, there] {
                assert!(fault.contains(word), "`{word}` is missing in:\n{fault}");
            }
        }
        for scenario in scenarios {
            let begins = format!("error[D405]: {scenario} (");
            let told = faults.iter().any(|fault| fault.starts_with(&begins));
            assert!(told, "{scenario} is missing in:\n{}", self.stderr);
        }
    }
}

#[test]
fn an_unchanged_copy_is_fine_wherever_it_lies() {
    let told = checked("assets.toml", "influence = 3", "influence = 3");
    assert_eq!((told.code, told.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_stronger_nuclear_armament_is_the_place_that_scenarios_fail_by() {
    let told = checked("assets.toml", "influence = 3", "influence = 4");
    told.names(
        &["r12-thirteen-is-a-crisis"],
        &format!("copy/assets.toml:{}:13", told.line),
        "`influence = 4` here; with `influence = 3`, as in the shipped game, it holds",
    );
}

#[test]
fn an_earlier_crisis_is_the_place_that_scenarios_fail_by() {
    let told = checked("game.toml", "crisis-influence = 13", "crisis-influence = 12");
    told.names(
        &["e01-diplomats-are-not-counted", "r12-thirteen-is-a-crisis"],
        &format!("copy/game.toml:{}:20", told.line),
        "`crisis-influence = 12` here; with `crisis-influence = 13`, as in the shipped game, it holds",
    );
}

#[test]
fn a_diplomat_without_its_passive_is_the_card_that_scenarios_fail_by() {
    let told = checked("assets.toml", "passive = { unseen-by-crises = true }\n", "");
    told.names(
        &["e01-diplomats-are-not-counted"],
        // Its name, five lines above what is gone.
        &format!("copy/assets.toml:{}:8", told.line - 5),
        "no `passive` here; with `passive = { unseen-by-crises = true }`, as in the shipped game, it holds",
    );
}

#[test]
fn a_function_and_a_key_of_the_table_are_places_that_scenarios_fail_by() {
    let told = checked(
        "rules.star",
        "counted >= rules.crisis_influence",
        "counted > rules.crisis_influence",
    );
    for word in [
        "copy/rules.star:214:1",
        "another `win_location` here; with the old `win_location`, as in the shipped game, it holds",
    ] {
        assert!(told.stderr.contains(word), "{}", told.stderr);
    }
    assert!(!told.stderr.contains(" is in it"), "{}", told.stderr);
    let told = checked("game.toml", "to = 5, start = 5", "to = 5, start = 4");
    let words = "`start = 4` here; with `start = 5`, as in the shipped game, it holds";
    assert!(told.stderr.contains(words), "{}", told.stderr);
}

#[test]
fn a_table_that_broke_a_law_before_any_move_is_told() {
    let told = checked("scenarios/g12-an-admiral-alone.toml", "turns = 0", "turns = 1");
    let words = "the table of the scenario breaks CH2-R5: ";
    assert!(told.stderr.contains(words), "{}", told.stderr);
    assert!(!told.stderr.contains("end` breaks"), "{}", told.stderr);
}

#[test]
fn a_law_or_a_refusal_that_rests_on_no_clause_is_an_error_there() {
    let law = checked("rules.star", "\"CH2-R13: ", "\"CH2-R131: ");
    let refusal =
        checked("game.toml", "game-over = { rule = \"R15\"", "game-over = { rule = \"R151\"");
    for (told, words, place) in [
        (&law, "cites `R131`, which is no clause of rules.md", "rules.star"),
        (&refusal, "rests on `R151`, which is no clause of rules.md", "game.toml"),
    ] {
        assert_eq!(told.code, Some(1), "{}", told.stderr);
        assert!(told.stderr.contains("error[D403]"), "{}", told.stderr);
        assert!(told.stderr.contains(words), "{}", told.stderr);
        assert!(told.stderr.contains(place), "{}", told.stderr);
    }
    assert!(refusal.stderr.contains(&format!("game.toml:{}:", refusal.line)));
}
