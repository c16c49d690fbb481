//! Every snippet of the template language is drawn.

use std::path::Path;
use std::process::Command;

use super::page::Page;

const PAGE: &str = "docs/book/reference/templates.md";

const GAME: &str = "title = \"Snippets\"\n[table.region.north]\ncolour = \"#204060\"\n";

/// A card with all the fields that the snippets show.
const CARDS: &str = r#"template = "card.svg"

[[card]]
name = "Brig"
cost = 3
kinds = ["ship", "fast"]
emblem = "lamp"
symbols = ["lamp", "lamp"]
art = "lighthouse"
region = "north"
rules = "**Sail** for {lamp}.\nThen stop."
quip = "Wind is free."
"#;

/// A text in place of cards, for the snippets that show one.
const FLOW: &str = "template = \"card.svg\"\nflow = \"rules.md\"\n";

/// Names the card's keys, so that none is unknown where a snippet shows only some of them.
const ALL_KEYS: &str = r#"<g data-if="name=nobody and cost and kinds and emblem and art and region and rules and quip and symbols"><path d="M0 0h1"/></g>"#;

/// A picture; as a symbol, the same.
const PICTURE: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M20 84h60v10H20z" fill="currentColor"/></svg>"#;

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

#[test]
fn every_snippet_of_the_template_language_is_drawn() {
    let page = Page::read(PAGE);
    let snippets = page.blocks.iter().filter(|block| block.language == "svg");
    let mut drawn = 0;
    for block in snippets {
        let snippet = block.text();
        let flows = snippet.contains("data-flow");
        let keys = if flows { "" } else { ALL_KEYS };
        let front = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63.5 88.9\">{snippet}{keys}</svg>"
        );
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "game/game.toml", GAME);
        write(folder.path(), "game/cards.toml", if flows { FLOW } else { CARDS });
        write(folder.path(), "game/rules.md", "# Rules\n\n- Sail.\n- Stop.\n");
        write(folder.path(), "game/templates/card.svg", &front);
        write(folder.path(), "game/art/lighthouse.svg", PICTURE);
        write(folder.path(), "game/symbols/lamp.svg", PICTURE);
        for ink in ["full", "low"] {
            let output = Command::new(env!("CARGO_BIN_EXE_deckproof"))
                .current_dir(folder.path())
                .args(["print", "game", "--ink", ink, "-o", ink])
                .output()
                .unwrap();
            let faults = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{PAGE}:{}: {faults}", block.line);
        }
        drawn += 1;
    }
    assert!(drawn >= 10, "only {drawn} snippets");
}
