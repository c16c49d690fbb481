//! `deckproof schema` on the command line.

use super::*;

const GAME: &str = "title = \"T\"\n";
const DECK: &str = "# Cards.\ntemplate = \"card.svg\"\n\n[[card]]\nname = \"A\"\nquip = \"Q\"\n";
const FACE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63.5mm\" height=\"88.9mm\" viewBox=\"0 0 63.5 88.9\">\
    <text x=\"5\" y=\"20\" font-family=\"Oswald\" font-size=\"6\">{{name}} {{quip}}</text></svg>";

/// A game of one card that is only printed.
fn game() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let own = dir.path().join("own");
    std::fs::create_dir_all(own.join("templates")).unwrap();
    std::fs::write(own.join("game.toml"), GAME).unwrap();
    std::fs::write(own.join("cards.toml"), DECK).unwrap();
    std::fs::write(own.join("templates/card.svg"), FACE).unwrap();
    dir
}

fn succeeded(output: &Output) {
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn a_folder_gets_its_schemas_and_nothing_else_without_being_asked() {
    let dir = game();
    succeeded(&run(dir.path(), &["schema", "own"]));
    let own = dir.path().join("own");
    let names = files(&own.join("schema"), "json");
    let names: Vec<&str> = names.iter().map(|p| p.file_name().unwrap().to_str().unwrap()).collect();
    // Without rules there are no scenarios and no overlays.
    assert_eq!(names, ["cards.json", "fonts.json", "game.json"]);
    assert_eq!(std::fs::read_to_string(own.join("game.toml")).unwrap(), GAME);
    assert_eq!(std::fs::read_to_string(own.join("cards.toml")).unwrap(), DECK);
}

#[test]
fn lines_are_put_on_top_once() {
    let dir = game();
    for _ in 0..2 {
        succeeded(&run(dir.path(), &["schema", "own", "--lines"]));
        let own = dir.path().join("own");
        let read = |name: &str| std::fs::read_to_string(own.join(name)).unwrap();
        assert_eq!(read("game.toml"), format!("#:schema schema/game.json\n{GAME}"));
        assert_eq!(read("cards.toml"), format!("#:schema schema/cards.json\n{DECK}"));
    }
    succeeded(&run(dir.path(), &["check", "own"]));
}

#[test]
fn a_deck_knows_the_keys_that_its_template_shows() {
    let dir = game();
    let output = run(dir.path(), &["schema", "own", "--kind", "deck"]);
    succeeded(&output);
    let schema: Value = serde_json::from_slice(&output.stdout).unwrap();
    let deck = |key: &str| {
        json(&format!("template = \"card.svg\"\n[[card]]\nname = \"A\"\n{key} = \"B\"\n"))
    };
    assert_eq!(complaints(&schema, &deck("quip")), [""; 0]);
    assert_eq!(complaints(&schema, &deck("quib")).len(), 1);
    assert!(!dir.path().join("own/schema").exists());
}

#[test]
fn several_schemas_are_not_printed_as_one() {
    let output = run(root(), &["schema", "caper", "--kind", "deck"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("12 schemas cannot be printed as one"),
        "{}",
        text(&output.stderr)
    );
    let output = run(root(), &["schema", "caper", "--deck", "gear"]);
    succeeded(&output);
    assert_eq!(text(&output.stdout), written()[&("caper".to_owned(), "gear.json".to_owned())]);
}

#[test]
fn files_of_others_and_shipped_files_are_left_as_they_are() {
    let dir = game();
    let schemas = dir.path().join("own/schema");
    std::fs::create_dir(&schemas).unwrap();
    std::fs::write(schemas.join("game.json"), "{\"mine\": true}").unwrap();
    let output = run(dir.path(), &["schema", "own", "--lines"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("was not made by deckproof"));
    assert!(!schemas.join("cards.json").exists());
    assert_eq!(std::fs::read_to_string(dir.path().join("own/game.toml")).unwrap(), GAME);
    let output = run(dir.path(), &["schema", "caper", "--lines"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("the shipped game `caper` cannot be changed"));
}
