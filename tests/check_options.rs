//! `deckproof check` from the outside: everything at once, for people and for machines.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// A copy of a game in a folder of its own.
struct Game(tempfile::TempDir);

impl Game {
    /// `tests/good/plain`.
    fn good() -> Game {
        Game::copy("tests/good/plain")
    }

    fn copy(folder: &str) -> Game {
        let game = Game(tempfile::tempdir().unwrap());
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &game.0.path().join("game"));
        game
    }

    /// Exchanges words in one of its files.
    fn spoil(&self, file: &str, from: &str, to: &str) {
        let path = self.0.path().join("game").join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} holds no `{from}`");
        fs::write(path, text.replacen(from, to, 1)).unwrap();
    }

    fn check(&self, more: &[&str]) -> Output {
        run(self.0.path(), &[&["check", "game", "--games", "0"], more].concat())
    }

    /// The codes that are told, in order.
    fn codes(&self) -> Vec<String> {
        let told = self.check(&["--format", "json"]);
        let told: Value = serde_json::from_slice(&told.stdout).unwrap();
        let list = crate::reports::rows(&told, "findings");
        list.iter().map(|d| d["code"].as_str().unwrap().to_owned()).collect()
    }
}

#[test]
fn cards_of_one_box_that_is_too_small_are_one_message_for_people() {
    let game = Game::good();
    let words = "word ".repeat(200);
    let cards: String = (1..=30)
        .map(|n| {
            let more = if n == 7 { &words } else { "" };
            format!("\n[[card]]\nname = \"Card {n}\"\nweather = \"calm\"\nlight = 1\nrules = \"{words}{more}\"\n")
        })
        .collect();
    game.spoil("cards.toml", "count = 4\n", "");
    let deck = game.0.path().join("game/cards.toml");
    fs::write(&deck, fs::read_to_string(&deck).unwrap() + &cards).unwrap();
    let errors = |more: &[&str]| {
        let told = String::from_utf8(game.check(more).stderr).unwrap();
        (told.matches("error[D114]").count(), told)
    };
    let (count, told) = errors(&[]);
    assert_eq!(count, 1, "{told}");
    for words in [
        "card `card-7`: `rules` does not fit its box",
        "the worst of 30 like it",
        "`deckproof check --all` lists all 30",
        "30 errors",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert_eq!(errors(&["--all"]).0, 30);
    let for_machines = game.codes();
    assert_eq!(for_machines.iter().filter(|c| *c == "D114").count(), 30);
}

fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .args(args)
        .env_remove("CLICOLOR_FORCE")
        .current_dir(folder)
        .output()
        .unwrap()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target)
        } else {
            _ = fs::copy(&path, &target).unwrap();
        }
    }
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// A game with a warning: it allows what nothing gives.
fn warned() -> Game {
    let game = Game::good();
    let allow = "[check]\nallow = { D206 = \"old photographs\" }\n\n[[ruling]]";
    game.spoil("game.toml", "[[ruling]]", allow);
    game
}

#[test]
fn faults_of_all_files_are_told_at_once_and_none_twice() {
    let game = Game::good();
    game.spoil("game.toml", "licence", "license");
    game.spoil("cards.toml", "copies = 2", "copies = \"two\"");
    game.spoil("cards.toml", "\"storm\"", "\"strom\"");
    game.spoil("cards.toml", "Nobody moves", "**Nobody moves");
    game.spoil("rules.md", "{lamp}", "{lampp}");
    game.spoil("templates/back.svg", "data-symbol=\"lamp\"", "data-symbol=\"lmap\"");
    assert_eq!(game.codes(), ["D002", "D004", "D018", "D116", "D111", "D111"]);
}

#[test]
fn a_wrong_template_does_not_hide_the_other_decks() {
    let game = Game::good();
    game.spoil("templates/card.svg", "</svg>", "</svgg>");
    game.spoil("rules.md", "{lamp}", "{lampp}");
    assert_eq!(game.codes(), ["D101", "D111"]);
}

#[test]
fn a_game_toml_that_misleads_every_card_is_told_alone() {
    let game = Game::good();
    game.spoil("game.toml", "[table.weather.calm]", "[tabel.weather.calm]");
    assert_eq!(game.codes(), ["D002"]);
}

#[test]
fn machines_are_told_on_the_standard_output_and_nothing_else_is() {
    let game = Game::good();
    game.spoil("cards.toml", "\"storm\"", "\"strom\"");
    for (format, start) in [
        ("json", "{\"deckproof_report\":1,"),
        ("csv", "game,variant,table,"),
        ("markdown", "<!-- made by deckproof -->"),
        ("html", "<!doctype html>"),
        ("sarif", "{\n"),
        ("github", "::error file=game/cards.toml,line="),
    ] {
        let told = game.check(&["--format", format]);
        assert_eq!(told.status.code(), Some(1), "{format}");
        assert_eq!(text(&told.stderr), "", "{format}");
        assert!(text(&told.stdout).starts_with(start), "{}", text(&told.stdout));
    }
}

#[test]
fn a_finding_of_sarif_has_its_place_from_the_working_folder() {
    let game = Game::good();
    game.spoil("cards.toml", "\"storm\"", "\"strom\"");
    let told = game.check(&["--format", "sarif"]);
    let told: Value = serde_json::from_slice(&told.stdout).unwrap();
    let place = &told["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "game/cards.toml");
    assert_eq!(place["region"]["startColumn"], 11);
}

#[test]
fn warnings_fail_only_where_they_are_denied() {
    let game = warned();
    let told = game.check(&[]);
    assert_eq!(told.status.code(), Some(0));
    assert!(text(&told.stderr).ends_with("\n1 warning\n"), "{}", text(&told.stderr));
    assert_eq!(game.check(&["--deny", "warnings"]).status.code(), Some(1));
}

#[test]
fn an_allowed_warning_is_counted_and_not_told() {
    let game = Game::copy("cards/caps-and-hammers");
    let worded = "operation = { move-self = \"adjacent\" }\nwording = { operation = \"Move it to an **adjacent** place.\" }";
    game.spoil("assets.toml", "operation = { move-self = \"adjacent\" }", worded);
    assert_eq!(game.codes(), ["D308"]);
    let allow = "[check]\nallow = { D308 = \"as on the first printing\" }\n\n[[ruling]]";
    game.spoil("game.toml", "[[ruling]]", allow);
    let told = game.check(&["--deny", "warnings"]);
    assert_eq!((told.status.code(), text(&told.stderr)), (Some(0), ""));
    let said = text(&told.stdout).replace('\n', " ");
    assert!(said.contains("no fault found, 1 warning allowed"), "{said}");
}

#[test]
fn a_code_is_explained_without_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let told = run(folder.path(), &["check", "--explain", "d012"]);
    assert_eq!(told.status.code(), Some(0));
    assert!(text(&told.stdout).starts_with("D012: "), "{}", text(&told.stdout));
    assert!(!text(&told.stdout).contains('\x1b'), "no colours beside a terminal");
    let told = run(folder.path(), &["check", "--explain", "D0012"]);
    assert_eq!(told.status.code(), Some(2));
    assert!(text(&told.stderr).contains("did you mean `D012`?"));
}
