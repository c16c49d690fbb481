//! The format of a game's data: games of another number are refused before anything else is said.

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

/// What `check` says of a game that has an error.
#[track_caller]
fn faults(game: &str) -> String {
    let output = desk(game).run(&["check", "owls"]);
    assert_eq!(output.status.code(), Some(1), "{game}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_game_without_a_format_is_read_like_one_of_the_present() {
    for game in ["title = \"Owls\"\n", "format = 1\ntitle = \"Owls\"\n"] {
        desk(game).does(&["check", "owls", "--deny", "warnings"]);
    }
}

#[test]
fn a_game_of_another_format_is_refused_whatever_else_is_in_it() {
    for number in ["-1", "0", "2", "4294967297"] {
        let other = format!("format = {number}\ntitle = \"Owls\"\nwhat = {{ is = \"this\" }}\n");
        let told = faults(&other);
        assert!(told.contains("error[D058]"), "{told}");
        let says = format!("the game is of format {number}, and this deckproof reads format 1");
        assert!(told.contains(&says), "{told}");
        assert!(told.ends_with("1 error\n"), "{told}");
    }
}

#[test]
fn a_format_that_is_none_is_told_with_the_one_to_write() {
    for (format, code) in [
        ("\"1\"", "D004"),
        ("1.0", "D004"),
        ("true", "D004"),
        ("[1]", "D004"),
        ("{ version = 1 }", "D004"),
    ] {
        let told = faults(&format!("title = \"Owls\"\nformat = {format}\n"));
        for words in [code, "owls/game.toml:2:10", "write `format = 1`"] {
            assert!(told.contains(words), "{format}: {told}");
        }
    }
}

#[test]
fn every_game_that_deckproof_brings_is_of_the_present_format() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for folder in ["cards", "examples", "tests/good", "templates/shared/starters"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path().join("game.toml");
            let Ok(text) = std::fs::read_to_string(&path) else {
                continue;
            };
            assert!(
                text.contains("\nformat = 1\n") || text.starts_with("format = 1"),
                "{}",
                path.display()
            );
            count += 1;
        }
    }
    assert!(count >= 20, "{count} games");
}
