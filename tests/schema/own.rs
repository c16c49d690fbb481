//! Folders with rules of their own: the schema of `[table]`, and the names of the script for editors that know Python.

use std::path::PathBuf;

use super::{complaints, json, root, run, text};

/// A copy of an example with its schemas.
fn written(example: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join(example);
    let from = [
        root().join("examples").join(example),
        root().join("tests/good").join(example),
    ];
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
        for (schema, file) in [
            ("schema/game.json", "game.toml"),
            ("schema/cards.json", "cards.toml"),
        ] {
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
        (
            "wins = [\"highest won\", \"highest coins\"]",
            "wins = \"most won\"",
        ),
        (
            "[rules]",
            "[ability.x]\nin = \"gives\"\nsays = \"X.\"\n[rules]",
        ),
    ] {
        let other = good.replacen(old, new, 1);
        assert_ne!(other, good, "{old}");
        assert_eq!(complaints(&schema, &json(&other)), [""; 0], "{new}");
    }
}

#[test]
fn a_stub_says_every_name_of_the_script() {
    let (_folder, game) = written("night-freight");
    let stub = std::fs::read_to_string(game.join("rules.pyi")).unwrap();
    for verb in deckproof::script::VERBS {
        let plain = format!("\ndef {}(", verb.name);
        let shared = format!("\n{}: _verb_{}\n", verb.name, verb.name);
        assert!(
            stub.contains(&plain) || stub.contains(&shared),
            "{}",
            verb.name
        );
        assert!(stub.contains(verb.says), "{}", verb.name);
    }
    // A zone of each seat, one of each place and seat that is called as a verb, a counter, a key, a deck.
    for line in [
        "hand: Zones",
        "class _verb_stack(Places):",
        "coins: Counters",
        "    want: str",
        "    round: int",
    ] {
        assert!(stub.contains(&format!("\n{line}\n")), "{line}\n{stub}");
    }
    let (_folder, gifts) = written("gifts");
    let abilities = std::fs::read_to_string(gifts.join("rules.pyi")).unwrap();
    assert!(abilities.contains("    points: Cards\n    protect: Cards\ngives: _gives\n"));
    let builtins = std::fs::read_to_string(game.join("__builtins__.pyi")).unwrap();
    assert!(builtins.ends_with("from rules import *\n"));
}

#[test]
fn stubs_are_python() {
    for name in games() {
        let (folder, game) = written(&name);
        let program = "import ast, sys\nfor path in sys.argv[1:]: ast.parse(open(path).read())";
        let files = ["rules.pyi", "__builtins__.pyi"].map(|file| game.join(file));
        let python = std::process::Command::new("python3")
            .args(["-c", program])
            .args(files)
            .current_dir(folder.path())
            .output();
        match python {
            Ok(output) => assert!(output.status.success(), "{name}: {}", text(&output.stderr)),
            Err(_) => println!("skipped: there is no python3"),
        }
    }
}

#[test]
fn a_stub_of_ones_own_is_spared() {
    let (folder, game) = written("duel");
    // One that was written by us is written anew.
    assert!(run(folder.path(), &["schema", "duel"]).status.success());
    std::fs::write(game.join("rules.pyi"), "# mine\n").unwrap();
    let output = run(folder.path(), &["schema", "duel"]);
    assert!(!output.status.success());
    assert!(
        text(&output.stderr).contains("rules.pyi"),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(
        std::fs::read_to_string(game.join("rules.pyi")).unwrap(),
        "# mine\n"
    );
}

#[test]
fn a_folder_without_a_script_has_no_stub() {
    let (folder, game) = written("duel");
    for file in ["rules.star", "rules.pyi", "__builtins__.pyi"] {
        std::fs::remove_file(game.join(file)).unwrap();
    }
    assert!(run(folder.path(), &["schema", "duel"]).status.success());
    assert!(!game.join("rules.pyi").exists());
}
