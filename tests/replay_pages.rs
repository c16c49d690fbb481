//! Pages of games whose rules stand in their folders: what the declarations alone make of them.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::copying::copy;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// What a run says; it may not fail.
#[track_caller]
fn said(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .args(arguments)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    String::from_utf8(output.stdout).unwrap()
}

/// A game in a folder of its own, and a record of it.
struct Recorded {
    dir: tempfile::TempDir,
}

impl Recorded {
    fn of(game: &str, edits: &[(&str, &str)]) -> Recorded {
        let dir = tempfile::tempdir().unwrap();
        copy(&root().join(game), &dir.path().join("game"));
        let path = dir.path().join("game/game.toml");
        let mut text = std::fs::read_to_string(&path).unwrap();
        for (from, to) in edits {
            assert!(text.contains(from), "{from}");
            text = text.replacen(from, to, 1);
        }
        std::fs::write(path, text).unwrap();
        said(dir.path(), &["record", "game", "--seed", "5", "-o", "game.jsonl"]);
        Recorded { dir }
    }

    /// What the script of the page knows.
    fn page(&self) -> Value {
        let replay = ["replay", "game.jsonl", "--game", "game", "-o", "game.html"];
        said(self.dir.path(), &replay);
        let text = std::fs::read_to_string(self.dir.path().join("game.html")).unwrap();
        let (_, rest) = text.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
        let (json, _) = rest.split_once("</script>").unwrap();
        serde_json::from_str(json).unwrap()
    }
}

#[test]
fn a_page_hides_what_not_everybody_sees_and_names_what_the_layout_names() {
    let layout = "[table.layout]\nnames = { coins = \"Gold\", \"1\" = \"The mill\", left = \"The Keeper\", flip = \"to turn {number}\" }\n\
        order = [\"won\", \"coins\"]\nhide = [\"first\", \"round\"]\nmiddle = [\"discard\"]\n\n[table.end]";
    let page = Recorded::of("tests/good/duel", &[("[table.end]", layout)]).page();
    assert_eq!(page["seats"][0]["name"], "The Keeper");
    assert_eq!(page["places"][0][1], "The mill");
    let facts = &page["frames"][0]["facts"];
    assert_eq!(facts[0].as_array().unwrap().len(), 0, "{facts}");
    assert_eq!(page["frames"][0]["table"]["round"], Value::Null);
    assert_eq!(facts[1][0][1][0], "Gold", "{facts}");
    assert_eq!(page["captions"]["middle"][0]["zone"], "discard");
    let piles = page["captions"]["piles"].as_array().unwrap();
    let piles: Vec<&str> = piles.iter().map(|pile| pile["zone"].as_str().unwrap()).collect();
    assert_eq!(piles, ["deck", "stack"]);
    // A card that is laid face down is named to who asks for it alone.
    let laid = page["frames"].as_array().unwrap().iter();
    let laid =
        laid.map(|frame| &frame["move"]).find(|mv| mv[1].as_str().unwrap().contains("a card"));
    assert!(!laid.unwrap()[0].as_str().unwrap().contains("a card"), "{laid:?}");
}

#[test]
fn cards_on_a_page_are_those_that_are_printed() {
    let recorded = Recorded::of("examples/hearts", &[]);
    let page = recorded.page();
    let cards = page["cards"].as_array().unwrap();
    assert_eq!(cards.len(), 52);
    assert!(cards.iter().all(|card| card[2].is_u64() && card[3].is_u64()), "{cards:?}");
    assert_eq!(page["seating"], serde_json::json!([[0, 3], [1, 2]]));
    assert_eq!(page["ending"]["by"], "the lowest score");
}
