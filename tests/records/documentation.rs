//! What the documentation of records says, held against records.

use super::{GAMES, said};

/// The examples of `deckproof record --format`.
fn examples() -> Vec<String> {
    let format = said(&["record", "--format"]);
    let mut examples = Vec::new();
    let mut inside = false;
    for line in format.lines() {
        match line {
            "```json" => inside = true,
            "```" => inside = false,
            line if inside => examples.push(line.to_owned()),
            _ => {}
        }
    }
    examples
}

/// Whether the parts of an example, between its `…`, stand in the line in order: from its start to its end if the
/// example is a whole line.
fn shows(line: &str, example: &str) -> bool {
    let whole =
        ["{\"format\"", "{\"ply\"", "{\"result\""].iter().any(|start| example.starts_with(start));
    let mut parts = example.split('…').peekable();
    let mut rest = line;
    let mut first = true;
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        let found = match (whole, first, last) {
            (true, true, true) => (rest == part).then_some(0),
            (true, true, _) => rest.starts_with(part).then_some(0),
            (true, _, true) => rest.ends_with(part).then(|| rest.len() - part.len()),
            _ => rest.find(part),
        };
        let Some(at) = found else {
            return false;
        };
        rest = &rest[at + part.len()..];
        first = false;
    }
    true
}

#[test]
fn every_documented_line_stands_in_a_record() {
    let examples = examples();
    assert!(examples.len() > 25, "{examples:?}");
    let mut missing: Vec<&String> = examples.iter().collect();
    let recorded: [&[&str]; 5] = [
        &[GAMES[0]],
        &[GAMES[1]],
        &["caper"],
        &["caper", "--players", "3"],
        &["caper", "--players", "4"],
    ];
    for seed in 1..60 {
        let seed = seed.to_string();
        for game in recorded {
            for more in [&[][..], &["--states"], &["--legal"], &["--policy", "swarm"]] {
                let record = said(&[&["record", "--seed", &seed][..], game, more].concat());
                missing.retain(|example| !record.lines().any(|line| shows(line, example)));
            }
        }
        if missing.is_empty() {
            return;
        }
    }
    panic!("in no record: {missing:#?}");
}

#[test]
fn the_help_of_record_points_to_the_documentation() {
    assert!(said(&["record", "--help"]).contains("deckproof record --format"));
}
