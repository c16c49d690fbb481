//! Lines and keys of records.

use super::*;

/// Records of a few games, with their tables.
fn records() -> String {
    const GAMES: [&str; 5] = [
        "caps-and-hammers",
        "caps-and-hammers-2016",
        "caper",
        "caper --city rome --players 3",
        "caper --players 4",
    ];
    let dir = tempfile::tempdir().unwrap();
    let mut records = String::new();
    for seed in 1..=8 {
        for game in GAMES {
            for more in ["", " --states"] {
                let arguments = format!("record {game} --seed {seed}{more}");
                let output = run_line(dir.path(), &arguments);
                succeeded("record", &output);
                records.push_str(&text(&output.stdout));
            }
        }
    }
    records
}

/// Whether the parts of `example` between its `…` stand in `line`, in order.
fn holds(line: &str, example: &str) -> bool {
    let mut rest = Some(line);
    for part in example.split('…') {
        rest = rest.and_then(|r| r.split_once(part)).map(|(_, r)| r);
    }
    rest.is_some()
}

#[test]
fn every_line_of_a_record_that_is_shown_stands_in_one() {
    let records = records();
    let lines = snippets("json").concat();
    let prose = README.split("```").step_by(2);
    let quoted = prose.flat_map(|p| p.split('`').skip(1).step_by(2));
    let changes = quoted.filter(|q| q.starts_with("{\""));
    let examples: Vec<&str> = lines.lines().chain(changes).collect();
    assert!(examples.len() > 12, "{examples:?}");
    for example in examples {
        let there = records.lines().any(|line| holds(line, example));
        assert!(there, "in no record: {example}");
    }
}

#[test]
fn every_key_of_the_table_is_explained() {
    let records = records();
    let (_, section) = README.split_once("### The table").unwrap();
    let states = records.lines().filter_map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line.get("state").cloned()
    });
    let mut keys: Vec<String> = states
        .flat_map(|state| {
            state
                .as_object()
                .unwrap()
                .keys()
                .cloned()
                .collect::<Vec<_>>()
        })
        .collect();
    keys.sort();
    keys.dedup();
    assert!(keys.len() > 20, "{keys:?}");
    for key in keys {
        assert!(section.contains(&format!("`{key}`")), "{key}");
    }
}
