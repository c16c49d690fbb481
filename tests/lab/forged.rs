//! A part of a run that somebody edited, and whose check was made anew: it is refused, or it is shown; nothing else happens.

use std::sync::OnceLock;

use deckproof::lab::{LabPart, Shard, merge_parts, missing_shares};
use deckproof::report::ReportFormat;
use deckproof::session::{Stopping, lab_games, lab_pairs};
use proptest::prelude::*;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::reported::report_of;
use super::{asked, two_players};
use crate::games::{CAPER, pack};

/// Half of a run of games, and half of one of pairs.
fn parts() -> &'static [Value; 2] {
    static PARTS: OnceLock<[Value; 2]> = OnceLock::new();
    PARTS.get_or_init(|| {
        let pack = pack(CAPER);
        let variants = [two_players(&pack)];
        let asked = asked(40, 1, Shard { number: 1, of: 2 });
        let stopping = Stopping { negligible: 1.0, is_early: false };
        let games = lab_games(&pack, &variants, &asked, &|_| ()).unwrap();
        let pairs = lab_pairs([&pack, &pack], &variants, &asked, stopping, &|_| ()).unwrap();
        [games, pairs].map(|part| serde_json::to_value(part).unwrap())
    })
}

/// What a number, a word or a list may be turned into.
fn other(value: &Value, choice: usize) -> Value {
    let others = match value {
        Value::Number(number) => {
            let more = number.as_u64().unwrap_or(0).saturating_add(1);
            vec![json!(0), json!(more), json!(-1), json!(1 << 31), json!(1_u64 << 53), json!(0.5)]
        }
        Value::String(text) => {
            vec![json!(""), json!(format!("{text}1")), json!("-9999999999999999999"), json!("x")]
        }
        Value::Array(all) => {
            let more: Vec<&Value> = all.iter().chain(all.first()).collect();
            vec![json!(all[all.len().min(1)..]), json!(more), json!([])]
        }
        Value::Object(all) => {
            let mut more = all.clone();
            more.insert("4294967295".into(), json!(1));
            vec![json!({}), json!(more)]
        }
        Value::Null | Value::Bool(_) => vec![json!(null), json!(true)],
    };
    others[choice % others.len()].clone()
}

/// Changes one value: each choice goes a step further inside, the last one says into what.
fn edit(value: &mut Value, choices: &[usize]) {
    let [at, inside @ ..] = choices else { return };
    match value {
        Value::Array(all) if !all.is_empty() && !inside.is_empty() => {
            let count = all.len();
            edit(&mut all[at % count], inside);
        }
        Value::Object(all) if !all.is_empty() && !inside.is_empty() => {
            let count = all.len();
            edit(all.values_mut().nth(at % count).unwrap(), inside);
        }
        value => *value = other(value, *at),
    }
}

/// The file of a part, with a check that fits.
fn forged(part: &Value) -> String {
    let body = part.to_string();
    let check = Sha256::digest(body.as_bytes());
    let check: String = check[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{},\"check\":\"{check}\"}}\n", body.strip_suffix('}').unwrap())
}

const FORMATS: [ReportFormat; 5] = [
    ReportFormat::Terminal,
    ReportFormat::Markdown,
    ReportFormat::Html,
    ReportFormat::Json,
    ReportFormat::Csv,
];

/// Reads a part and makes all that is shown of it; whether it was accepted.
fn is_shown(text: &str) -> bool {
    let Ok(part) = LabPart::read("part.json", text) else {
        return false;
    };
    let _ = missing_shares(&part.games, &part);
    let report = report_of(&part);
    for format in FORMATS {
        assert!(!format.write(&report).is_empty());
    }
    let _ = merge_parts(vec![("a".into(), part.clone()), ("b".into(), part)]);
    true
}

#[test]
fn a_part_that_nobody_edited_is_shown() {
    for part in parts() {
        let text = forged(part);
        assert!(is_shown(&text));
        // As some editors and shells write it.
        assert!(is_shown(&format!("\u{feff}{text}")));
    }
}

/// More wins than games, seats without the games of their sides, and the other way round.
#[test]
fn counts_that_contradict_each_other_are_shown_or_refused() {
    let [games, pairs] = parts();
    let none = json!([0, 0, 0, 0, 0]);
    let counts = "/results/games/0/counts";
    for (part, path, value) in [
        (games, "/played/0/products/0/3", json!(1_u64 << 40)),
        (games, "/played/0/products", json!([none, none, none])),
        (games, "/results/rows/0/held/by_side/squares", json!("0")),
        (games, "/results/rows/0/held/by_side/sum", json!("-999")),
        (games, "/played/0/by_game/sum_x", json!("999999999")),
        (games, "/played/0/by_game/sum_y", json!("999999999")),
        (games, "/played/0/products/2/3", json!(1_u64 << 30)),
        (games, "/results/wins/together/0/1", json!(1_u64 << 30)),
        (games, "/results/wins/together/0/0", json!(0)),
        (games, "/forced/sum_x", json!("0")),
        (games, "/legal/pairs", json!(0)),
        (games, "/legal/squares_y", json!("-5")),
        (games, "/verbs/0/squares", json!("-5")),
        (games, "/lengths", json!({})),
    ] {
        let mut part = part.clone();
        *part.pointer_mut(&format!("{counts}{path}")).unwrap() = value;
        is_shown(&forged(&part));
    }
    for (path, value) in [
        ("/lengths/squares_x", json!("-5")),
        ("/wins/before/together/0/0", json!(0)),
        ("/wins/together/0/0", json!(1_u64 << 30)),
        ("/nobody/products", json!("-999")),
    ] {
        let mut part = pairs.clone();
        *part.pointer_mut(&format!("/results/pairs/0/counts{path}")).unwrap() = value;
        is_shown(&forged(&part));
    }
}

#[test]
fn counts_of_other_seats_sides_or_cards_are_refused() {
    let [games, pairs] = parts();
    for (part, path, value) in [
        (games, "/results/games/0/names/teams/0", json!(1_u64 << 50)),
        (games, "/results/games/0/names/teams", json!([0, 1, 1])),
        (games, "/results/games/0/names/rows", json!([])),
        (games, "/results/games/0/counts/results/seats", json!([])),
        (games, "/results/games/0/counts/results/rows/0/held/products", json!([])),
        (games, "/results/games/0/counts/first/products", json!([])),
        (games, "/results/games/0/counts/played/0/products/1", json!([])),
        (pairs, "/results/pairs/0/names/teams/1", json!(2)),
        (games, "/results/games/0/counts/results/wins/together", json!([])),
        (pairs, "/results/pairs/0/counts/wins/before/together/0", json!([])),
    ] {
        let mut part = part.clone();
        *part.pointer_mut(path).unwrap() = value;
        let fault = LabPart::read("part.json", &forged(&part)).unwrap_err();
        assert!(fault.message.contains("other seats or cards"), "{path} {fault:?}");
    }
}

/// Counts as large as a file can have them, in a run of the most games.
#[test]
fn counts_near_the_end_of_their_room_are_shown() {
    for part in parts() {
        let mut part = part.clone();
        let (most, all) = (json!(1_000_000_000_000_000_u64), json!([[0, 999_999_999_999_999_u64]]));
        part["header"]["total"] = most.clone();
        part["header"]["planned"] = most;
        part["games"] = all;
        let [games, pairs] = ["games", "pairs"].map(|kind| part["results"].get(kind).is_some());
        let counts = part["results"].as_object_mut().unwrap().values_mut();
        let counts = &mut counts.last().unwrap()[0]["counts"];
        let own = json!(999_999_999_999_999_u64);
        let lengths = json!({"7": 1_u64 << 53, "9": 1, "11": 8_000_000_000_000_000_000_u64});
        if games {
            counts["results"]["wins"]["games"] = own.clone();
            counts["lengths"] = lengths.clone();
            counts["choices"] = json!({"4": 1_u64 << 53, "5": 1});
        }
        if pairs {
            counts["pairs"] = own;
            counts["old_lengths"] = lengths;
            counts["new_lengths"] = json!({"4": 1_u64 << 53, "5": 1});
        }
        assert!(is_shown(&forged(&part)));
    }
}

/// A card in games without a seat: its worth is no number.
#[test]
fn a_figure_that_is_no_number_is_written_to_every_file() {
    let dir = tempfile::tempdir().unwrap();
    let mut part = parts()[0].clone();
    let counts = &mut part["results"]["games"][0]["counts"];
    for path in ["/played/0", "/results/rows/0/held"] {
        let cases = counts.pointer_mut(path).unwrap();
        cases["products"] = json!([[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]);
        cases["by_side"] = json!({"games": 20, "sum": "20", "squares": "20"});
    }
    std::fs::write(dir.path().join("part.json"), forged(&part)).unwrap();
    let words = "merge part.json --partial -o a.csv -o a.json";
    let words: Vec<&str> = words.split(' ').collect();
    let done = super::deckproof(dir.path(), &words);
    assert!(done.status.success(), "{done:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_stands_in_a_part_is_refused_or_shown(
        which in 0..2_usize,
        edits in prop::collection::vec(prop::collection::vec(0..1_000_usize, 1..9), 1..3),
    ) {
        let mut part = parts()[which].clone();
        edits.iter().for_each(|choices| edit(&mut part, choices));
        is_shown(&forged(&part));
    }
}
