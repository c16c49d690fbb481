//! The template language.

use super::*;

/// A card with all the fields that the snippets of the reference show.
const CARD: &str = r#"
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

/// Names the card's keys, so that none is unknown where a snippet shows only some of them.
const ALL_KEYS: &str = r#"<g data-if="name=nobody and cost and kinds and emblem and art and region and rules and quip and symbols"><path d="M0 0h1"/></g>"#;

#[test]
fn every_snippet_of_the_template_language_is_drawn() {
    let snippets = snippets("svg");
    assert!(snippets.len() >= 7, "only {} snippets", snippets.len());
    for snippet in snippets {
        let dir = game();
        let front = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63.5 88.9\">{snippet}{}</svg>",
            if snippet.contains("data-flow") {
                ""
            } else {
                ALL_KEYS
            }
        );
        write(dir.path(), "lantern-bay/templates/card.svg", &front);
        write(
            dir.path(),
            "lantern-bay/game.toml",
            "title = \"Snippets\"\n[table.region.north]\ncolour = \"#204060\"\n",
        );
        let rows = if snippet.contains("data-flow") {
            write(
                dir.path(),
                "lantern-bay/rules.md",
                "# Rules\n\n- Sail.\n- Stop.\n",
            );
            "flow = \"rules.md\"\n"
        } else {
            CARD
        };
        let deck = format!("template = \"card.svg\"\n{rows}");
        write(dir.path(), "lantern-bay/cards.toml", &deck);
        for ink in ["full", "low"] {
            let print = ["print", GAME, "--ink", ink, "-o", ink];
            succeeded(&snippet, &run(dir.path(), &print));
        }
    }
}

#[test]
fn fonts_of_ones_own_are_listed_as_shown() {
    let dir = game();
    let blocks = blocks();
    let mut examples = blocks.iter().filter(|b| b.language == "toml-example");
    let list = examples.find(|b| b.file.is_some());
    let list = list.unwrap();
    // The family is the file's own: here it is one that comes with the program.
    let text = list.text.replace("My Font", "Cabin");
    write(dir.path(), list.file.as_deref().unwrap(), &text);
    let shared = Path::new(ROOT).join("templates/shared/fonts");
    std::fs::copy(
        shared.join("Cabin-Regular.ttf"),
        dir.path().join("lantern-bay/fonts/MyFont-Regular.ttf"),
    )
    .unwrap();
    let path = dir.path().join("lantern-bay/templates/card.svg");
    let front = std::fs::read_to_string(&path).unwrap();
    let own = front.replace("\"Oswald\" data-weight=\"600\"", "\"Cabin\"");
    assert_ne!(own, front);
    std::fs::write(&path, own).unwrap();
    succeeded("check", &run(dir.path(), &["check", GAME]));
}
