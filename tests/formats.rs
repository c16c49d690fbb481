//! The format of a game's data: older games are read and brought up to date, newer ones are refused before anything else is said.

use std::process::Command;

use crate::desk::Desk;

const DECK: &str = "template = \"card.svg\"\n\n[[card]]\nname = \"Owl\"\n";
const TEMPLATE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63.5mm\" height=\"88.9mm\" viewBox=\"0 0 63.5 88.9\">\
    <rect data-fit=\"name\" x=\"8\" y=\"8\" width=\"40\" height=\"8\" data-font=\"Cabin\" data-size=\"12\"/></svg>\n";

/// A desk with a game of one card, whose game.toml is this.
fn desk(game: &str) -> Desk {
    let desk = Desk::new();
    desk.write("owls/game.toml", game);
    desk.write("owls/cards.toml", DECK);
    desk.write("owls/templates/card.svg", TEMPLATE);
    desk
}

fn game(desk: &Desk) -> String {
    String::from_utf8(desk.file("owls/game.toml")).unwrap()
}

/// What `check` says of a game that has an error.
#[track_caller]
fn faults(game: &str) -> String {
    let output = desk(game).run(&["check", "owls"]);
    assert_eq!(output.status.code(), Some(1), "{game}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn an_older_game_is_read_and_told_how_it_comes_up_to_date() {
    for older in ["title = \"Owls\"\n", "format = 1\ntitle = \"Owls\"\n"] {
        let desk = desk(older);
        let told = desk.does(&["check", "owls", "--deny", "warnings"]);
        assert!(
            told.contains("format 1: `deckproof migrate owls` brings it up to format 2"),
            "{told}"
        );
        desk.does(&["print", "owls"]);
        let told = desk.does(&["migrate", "owls"]);
        assert!(told.contains("Nothing is changed yet"), "{told}");
        assert_eq!(game(&desk), older);
        desk.does(&["migrate", "owls", "--write"]);
        assert_eq!(game(&desk), "format = 2\ntitle = \"Owls\"\n");
        let told = desk.does(&["check", "owls"]);
        assert!(!told.contains("format"), "{told}");
        let told = desk.does(&["migrate", "owls", "--write"]);
        assert!(told.contains("nothing to do"), "{told}");
    }
}

#[test]
fn a_newer_game_is_refused_whatever_else_is_in_it() {
    for number in ["3", "4294967297"] {
        let newer = format!("format = {number}\ntitle = \"Owls\"\nwhat = {{ is = \"this\" }}\n");
        let told = faults(&newer);
        assert!(told.contains("error[D058]"), "{told}");
        assert!(told.contains("deckproof --version"), "{told}");
        assert!(told.ends_with("1 error\n"), "{told}");
        let desk = desk(&newer);
        let output = desk.run(&["migrate", "owls", "--write"]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(game(&desk), newer);
    }
}

#[test]
fn a_format_that_is_none_is_told_with_the_one_to_write() {
    for (format, code) in [
        ("\"2\"", "D004"),
        ("2.0", "D004"),
        ("true", "D004"),
        ("[2]", "D004"),
        ("{ version = 2 }", "D004"),
        ("0", "D005"),
        ("-1", "D005"),
    ] {
        let told = faults(&format!("title = \"Owls\"\nformat = {format}\n"));
        for words in [code, "owls/game.toml:2:10", "write `format = 2`"] {
            assert!(told.contains(words), "{format}: {told}");
        }
    }
}

#[test]
fn a_family_of_rules_goes_and_everything_else_stays() {
    let older = "\u{feff}# Owls\r\ntitle = \"Owls\" # all\r\n\r\n[rules]\r\nfamily = \"caper\" # built in\r\nhand = 7\r\n";
    let told = faults(older);
    assert!(told.contains("error[D016]") && told.contains("deckproof migrate"));
    let desk = desk(older);
    let told = desk.does(&["migrate", "owls", "--write"]);
    assert!(
        told.contains("`family = \"caper\"` is taken out of [rules]"),
        "{told}"
    );
    assert_eq!(
        game(&desk),
        "\u{feff}# Owls\r\nformat = 2\r\ntitle = \"Owls\" # all\r\n\r\n[rules]\r\nhand = 7\r\n"
    );
    desk.does(&["check", "owls", "--deny", "warnings"]);
}

#[test]
fn every_game_that_deckproof_brings_is_of_the_present_format() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for folder in [
        "cards",
        "examples",
        "tests/good",
        "templates/shared/starters",
    ] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path().join("game.toml");
            let Ok(text) = std::fs::read_to_string(&path) else {
                continue;
            };
            assert!(
                text.contains("\nformat = 2\n") || text.starts_with("format = 2"),
                "{}",
                path.display()
            );
            count += 1;
        }
    }
    assert!(count >= 20, "{count} games");
    let desk = Desk::new();
    for new in [
        &["new", "a"][..],
        &["new", "b", "--from", "caper"],
        &["new", "c", "--rules", "tricks"],
    ] {
        desk.does(new);
        let told = desk.does(&["migrate", new[1]]);
        assert!(told.contains("format 2, nothing to do"), "{told}");
    }
}

#[test]
fn a_revision_of_an_older_format_is_compared_as_it_is_meant() {
    let desk = desk("title = \"Owls\"\n");
    for step in [
        &["init", "-q"][..],
        &["add", "."],
        &[
            "-c",
            "user.name=A",
            "-c",
            "user.email=a@example.org",
            "commit",
            "-qm",
            "Owls",
        ],
    ] {
        let git = Command::new("git")
            .current_dir(desk.path("owls"))
            .args(step)
            .status();
        assert!(git.unwrap().success());
    }
    desk.does(&["migrate", "owls", "--write"]);
    let told = desk.does(&["diff", "HEAD:", "owls"]);
    assert!(!told.contains("format"), "{told}");
}

#[test]
fn a_shipped_game_is_nobodys_to_migrate() {
    let desk = Desk::new();
    let output = desk.run(&["migrate", "caper"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && told.contains("there is no folder `caper`"),
        "{told}"
    );
}
