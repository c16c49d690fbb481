//! Folders with rules of their own: the schema of `[table]`.

use std::path::PathBuf;

use super::{complaints, json, root, run, text};

/// A copy of an example with its schemas.
fn written(example: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join(example);
    let from = [root().join("examples").join(example), root().join("tests/good").join(example)];
    let from = from.iter().find(|folder| folder.exists()).unwrap();
    crate::copying::copy(from, &game);
    let output = run(folder.path(), &["schema", example]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    (folder, game)
}

fn games() -> Vec<String> {
    let all = std::fs::read_dir(root().join("examples")).unwrap();
    let all = all.map(|entry| entry.unwrap().path());
    let mut games: Vec<String> = all
        .filter(|path| path.join("rules.star").exists())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    games.extend(["duel".to_owned(), "gifts".to_owned()]);
    games
}

#[test]
fn each_game_toml_is_as_its_schema_says() {
    for name in games() {
        let (_folder, game) = written(&name);
        for (schema, file) in
            [("schema/game.json", "game.toml"), ("schema/cards.json", "cards.toml")]
        {
            let (schema, file) = (game.join(schema), game.join(file));
            if !file.exists() {
                continue;
            }
            let schema = serde_json::from_str(&std::fs::read_to_string(schema).unwrap()).unwrap();
            let value = json(&std::fs::read_to_string(&file).unwrap());
            assert_eq!(complaints(&schema, &value), [""; 0], "{}", file.display());
        }
    }
}

#[test]
fn slips_in_a_table_are_underlined() {
    let (_folder, game) = written("duel");
    let schema = std::fs::read_to_string(game.join("schema/game.json")).unwrap();
    let schema = serde_json::from_str(&schema).unwrap();
    let good = std::fs::read_to_string(game.join("game.toml")).unwrap();
    for (old, new) in [
        ("sees = \"nobody\"", "sees = \"no-one\""),
        ("pile = true", "pile = 1"),
        ("pile = true", "pyle = true"),
        ("refill = \"discard\"", "refill = \"discards\""),
        ("holds = \"cards\"", "holds = \"card\""),
        ("face = \"down\"", "face = \"under\""),
        ("each = [\"place\", \"seat\"]", "each = \"places\""),
        ("size = [0, 4]", "size = [0]"),
        ("is = \"seat\"", "is = \"seats\""),
        ("coins = 8", "coins = \"8\""),
        ("pass = \"pass\"", "pass = 1"),
        ("says = \"the place", "say = \"the place"),
        ("longest = 40", "longest = 0"),
        ("seats = [\"left\", \"right\"]", "seats = \"left\""),
        ("score = [\"won\", \"coins\"]", "score = [\"wom\"]"),
    ] {
        let wrong = good.replacen(old, new, 1);
        assert_ne!(wrong, good, "{old}");
        assert_ne!(complaints(&schema, &json(&wrong)), [""; 0], "{new}");
    }
    for (old, new) in [
        (
            "seats = [\"left\", \"right\"]",
            "seats = { 2 = [\"left\", \"right\"], 3 = [\"a\", \"b\", \"c\"] }",
        ),
        ("places = 2", "places = [\"hill\", \"sea\"]"),
        ("pass = \"pass\"", "pass = [\"pass\", \"pass {seat}\"]"),
        (
            "face-up = \"the card lies face up\"",
            "face-up = { rule = \"R2\", says = \"the card lies face up\" }",
        ),
        ("wins = [\"highest won\", \"highest coins\"]", "wins = \"most won\""),
        ("[rules]", "[ability.x]\nin = \"gives\"\nsays = \"X.\"\n[rules]"),
    ] {
        let other = good.replacen(old, new, 1);
        assert_ne!(other, good, "{old}");
        assert_eq!(complaints(&schema, &json(&other)), [""; 0], "{new}");
    }
}
