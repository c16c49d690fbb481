//! Records and replays as a user meets them: written by the tool, read back, altered, shown.

#[path = "records/documentation.rs"]
mod documentation;
#[path = "records/shown.rs"]
mod shown;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

const GAMES: [&str; 2] = ["caps-and-hammers", "caps-and-hammers-2016"];

fn deckproof(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deckproof"));
    command.args(arguments);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What a command that must do well puts out.
#[track_caller]
fn said(arguments: &[&str]) -> String {
    let output = deckproof(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// `deckproof replay - …` on a record.
fn replay(record: &str, more: &[&str]) -> Output {
    let mut command = deckproof(&["replay", "-"]);
    command.args(more).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A record that is refused early need not be read to its end.
    let _ = child.stdin.take().unwrap().write_all(record.as_bytes());
    child.wait_with_output().unwrap()
}

#[track_caller]
fn agrees(record: &str, more: &[&str]) -> String {
    let output = replay(record, more);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[track_caller]
fn refused(record: &str, more: &[&str]) -> String {
    let output = replay(record, more);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    text(&output.stderr)
}

/// The record of seed 7, with states.
fn record() -> &'static str {
    static RECORD: OnceLock<String> = OnceLock::new();
    RECORD.get_or_init(|| said(&["record", GAMES[0], "--seed", "7", "--states"]))
}

#[test]
fn a_record_agrees_when_replayed() {
    for game in GAMES {
        for policy in ["uniform", "swarm"] {
            let plain = ["record", game, "--seed", "7", "--policy", policy];
            let with_states = [&plain[..], &["--states"]].concat();
            let with_all = [&with_states[..], &["--legal"]].concat();
            for arguments in [&plain[..], &with_states, &with_all] {
                let told = agrees(&said(arguments), &["--summary"]);
                assert!(told.contains("standard input: agrees, "), "{told}");
            }
        }
    }
}

#[test]
fn a_record_of_a_variant_names_it_and_agrees() {
    for (city, players, seats) in [("rome", "3", 3), ("london", "4", 4)] {
        let arguments = ["record", "caper", "--city", city, "--players", players];
        let record = said(&arguments);
        let header: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
        let variant = serde_json::json!({"city": city, "players": players});
        assert_eq!(header["variant"], variant);
        assert_eq!(header["seats"].as_array().unwrap().len(), seats);
        agrees(&record, &["--summary"]);
    }
    let first: Value = {
        let record = said(&["record", "caper"]);
        serde_json::from_str(record.lines().next().unwrap()).unwrap()
    };
    assert_eq!(first["variant"]["city"], "paris");
    assert_eq!(first["variant"]["players"], "2");
}

#[test]
fn a_game_that_is_always_the_same_names_no_variant() {
    let header = record().lines().next().unwrap();
    assert!(!header.contains("\"variant\""), "{header}");
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let arguments = ["record", GAMES[0], "--seed", "7", "--states"];
    assert_eq!(said(&arguments), record());
    let other = said(&["record", GAMES[0], "--seed", "8", "--states"]);
    assert_ne!(other, record());
}

#[test]
fn a_record_is_the_same_with_and_without_states_and_legal_moves_but_for_them() {
    let plain = said(&["record", GAMES[0], "--seed", "7"]);
    let legal = said(&["record", GAMES[0], "--seed", "7", "--legal"]);
    for (full, key) in [(record(), "state"), (&legal, "legal")] {
        let lines = plain.lines().zip(full.lines()).skip(1);
        for (plain, full) in lines {
            let mut full: Value = serde_json::from_str(full).unwrap();
            full.as_object_mut().unwrap().shift_remove(key);
            assert_eq!(full.to_string(), plain);
        }
        assert_eq!(plain.lines().count(), full.lines().count());
    }
}

#[test]
fn a_changed_character_is_refused_with_its_line() {
    let text = record();
    let others = [b'e', b'2', b'"', b'\n'];
    // Sixty places spread over the record; the prime keeps them from standing at like places of lines.
    for at in (0..60).map(|n| n * 104_729 % text.len()) {
        let mut bytes = text.as_bytes().to_vec();
        let other = others[at % 4];
        bytes[at] = if bytes[at] == other { b'x' } else { other };
        let altered = String::from_utf8(bytes).unwrap();
        let line = text[..at].matches('\n').count() + 1;
        let told = refused(&altered, &["--summary"]);
        let place = format!("standard input:{line}:");
        assert!(told.contains(&place), "byte {at}: no {place} in\n{told}");
    }
}

#[test]
fn bytes_that_are_no_text_are_refused_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let mut bytes = record().as_bytes().to_vec();
    let at = bytes.len() / 2;
    bytes[at] = 0xff;
    std::fs::write(&path, &bytes).unwrap();
    let output = deckproof(&["replay"]).arg(&path).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let line = record()[..at].matches('\n').count() + 1;
    let told = text(&output.stderr);
    assert!(told.contains(&format!("game.jsonl:{line}: ")), "{told}");
}

#[test]
fn a_record_of_blank_lines_is_empty() {
    for (record, said) in [
        ("", "the record is empty"),
        ("\n\n \r\n", "the record is empty"),
        ("\n{}\n", "the first line of the record is blank"),
    ] {
        assert!(refused(record, &[]).contains(said), "{record:?}");
    }
}

#[test]
fn the_header_lists_every_card_and_seat() {
    let header: Value = serde_json::from_str(record().lines().next().unwrap()).unwrap();
    // CH2-R1: 25 Assets, 21 Countries, 7 labs, 5 DEFCON cards, 4 Justifications.
    assert_eq!(header["cards"].as_array().unwrap().len(), 25 + 21 + 7 + 5 + 4);
    assert_eq!(header["seats"], serde_json::json!(["caps", "hammers"]));
    assert_eq!((&header["game"], &header["seed"]), (&GAMES[0].into(), &7.into()));
}

#[test]
fn every_state_names_every_card_once() {
    let mut lines = record().lines();
    let header: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    let cards: Vec<&str> =
        header["cards"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
    for line in lines.filter(|line| line.contains("\"state\":")) {
        let line: Value = serde_json::from_str(line).unwrap();
        let state = &line["state"];
        for card in &cards {
            assert_eq!(named(&state["zones"], card), 1, "{card} in {state}");
        }
    }
}

/// How often a table places a card.
fn named(value: &Value, card: &str) -> usize {
    match value {
        Value::String(text) => usize::from(text == card),
        Value::Array(list) => list.iter().map(|item| named(item, card)).sum(),
        Value::Object(map) => {
            let placed = map.iter().filter(|(key, _)| *key != "with");
            placed.map(|(_, item)| named(item, card)).sum()
        }
        _ => 0,
    }
}

#[test]
fn changes_and_states_tell_the_same_story() {
    let mut where_now = std::collections::BTreeMap::new();
    for line in record().lines().skip(1) {
        let line: Value = serde_json::from_str(line).unwrap();
        for change in line["changes"].as_array().into_iter().flatten() {
            if let (Some(card), Some(to)) = (change["card"].as_str(), change["to"].as_str()) {
                let before = where_now.insert(card.to_owned(), to.to_owned());
                if let Some(before) = before.filter(|zone| zone != "discard") {
                    assert_eq!(before, change["from"].as_str().unwrap(), "{change}");
                }
            }
        }
        let zones = line["state"]["zones"].as_object().into_iter().flatten();
        for (zone, cards) in
            zones.filter(|(zone, _)| zone.starts_with("hand/") || zone.starts_with("field/"))
        {
            for card in cards.as_array().unwrap() {
                let name = card["card"].as_str().or(card.as_str()).unwrap();
                assert_eq!(&where_now[name], zone, "{name}");
            }
        }
    }
}

// ------------------------------------------------------------------------------------------ after an edit

/// A copy of a shipped game with one text of a deck replaced.
fn edited(folder: &Path, deck: &str, from: &str, to: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for room in ["cards", "templates"] {
        let source = root.join(room).join(GAMES[0]);
        let target = folder.join(room).join("copy");
        std::fs::create_dir_all(&target).unwrap();
        for entry in std::fs::read_dir(source).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                std::fs::copy(&path, target.join(path.file_name().unwrap())).unwrap();
            }
        }
    }
    let copy = folder.join("cards/copy");
    let path = copy.join(deck);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{deck} has no {from}");
    std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
    copy.display().to_string()
}

#[test]
fn an_edit_that_changes_no_game_is_told_and_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let copy = edited(folder.path(), "assets.toml", "name = \"Spy\"", "name = \"Mole\"");
    let told = agrees(record(), &["--summary", "--game", &copy]);
    assert!(told.contains("the game still plays the same"), "{told}");
}

#[test]
fn an_edit_of_a_number_parts_the_game_at_a_ply_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    // Nuclear Armament has influence 4.
    let copy = edited(folder.path(), "assets.toml", "influence = 3", "influence = 4");
    let told = refused(record(), &["--summary", "--game", &copy]);
    assert!(told.contains("the cards were edited since this game was recorded"), "{told}");
    assert!(told.contains("error[D433]: ply "), "{told}");
    assert!(told.contains("\"note\":\"won\""), "{told}");
    assert!(told.contains("with the cards as they are now the game parts ways here"), "{told}");
}

#[test]
fn a_card_that_is_gone_parts_the_game_where_it_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let copy = edited(folder.path(), "countries.toml", "id = \"germany\"", "id = \"prussia\"");
    let told = refused(record(), &["--summary", "--game", &copy]);
    assert!(told.contains("\"germany\" in the record, \"prussia\" by the rules"), "{told}");
}

#[test]
fn a_record_of_a_game_that_is_not_shipped_asks_for_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let copy = edited(folder.path(), "assets.toml", "influence = 3", "influence = 4");
    let record = said(&["record", &copy]);
    let output = replay(&record, &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--game DIR"));
    agrees(&record, &["--summary", "--game", &copy]);
}
