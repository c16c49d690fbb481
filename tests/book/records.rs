//! Every line of a record that the book shows is in a record, and every key of the table is explained.

use std::process::Command;
use std::sync::LazyLock;

use super::page::Page;

const PAGE: &str = "docs/book/reference/records.md";

/// Records of a few games, with their tables.
static RECORDS: LazyLock<String> = LazyLock::new(|| {
    const GAMES: [&str; 5] = [
        "caps-and-hammers",
        "caps-and-hammers-2016",
        "caper",
        "caper --city rome --players 3",
        "caper --players 4",
    ];
    let record = |arguments: String| {
        let output = Command::new(env!("CARGO_BIN_EXE_deckproof"))
            .args(arguments.split(' '))
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments}");
        String::from_utf8(output.stdout).unwrap()
    };
    let games = (1..=8).flat_map(|seed| GAMES.map(|game| format!("record {game} --seed {seed}")));
    let lines = games.flat_map(|game| [record(format!("{game} --states")), record(game)]);
    lines.collect()
});

/// Whether the parts of `example` between its `…` are in `line`, in order.
fn holds(line: &str, example: &str) -> bool {
    let mut rest = Some(line);
    for part in example.split('…') {
        rest = rest.and_then(|r| r.split_once(part)).map(|(_, r)| r);
    }
    rest.is_some()
}

#[test]
fn every_line_that_is_shown_is_in_a_record() {
    let page = Page::read(PAGE);
    let blocks = page.blocks.iter().filter(|block| block.language == "json");
    let lines = blocks.flat_map(|block| block.lines.clone());
    let changes = page.quoted().into_iter().filter(|q| q.starts_with("{\""));
    let examples: Vec<String> = lines.chain(changes).collect();
    assert!(examples.len() > 12, "{examples:?}");
    for example in examples {
        let found = RECORDS.lines().any(|line| holds(line, &example));
        assert!(found, "in no record: {example}");
    }
}

#[test]
fn every_key_of_the_table_is_explained() {
    let page = Page::read(PAGE);
    let (_, section) = page.text.split_once("## The table").unwrap();
    let states = RECORDS.lines().filter_map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line.get("state").cloned()
    });
    let keys =
        states.flat_map(|state| state.as_object().unwrap().keys().cloned().collect::<Vec<_>>());
    let keys: std::collections::BTreeSet<String> = keys.collect();
    assert!(keys.len() > 20, "{keys:?}");
    for key in keys {
        assert!(section.contains(&format!("`{key}`")), "{key}");
    }
}
