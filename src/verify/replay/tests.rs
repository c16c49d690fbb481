//! Tests of `run`, with records of the toy game: intact, altered, and replayed after edits of the cards.

use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::Replay;
use super::run::follow;
use crate::rules::{NoListener, SeededChance, Variant};
use crate::script::Rules;
use crate::source::{Diagnostic, Diagnostics, Files};
use crate::verify::record::{RecordHeader, RecordOrigin, Tells, write_record};
use crate::verify::testing::{Fault, toy as planted};

fn origin(data: &str) -> RecordOrigin {
    RecordOrigin {
        game: "toy".into(),
        title: "A toy".into(),
        data: data.into(),
        variant: Variant::default(),
    }
}

fn header(toy: &Rules<u64>, states: bool) -> RecordHeader {
    let tells = Tells { states, legal: false };
    RecordHeader { tells, ..RecordHeader::new(origin("as it was"), 9.into(), "script", &toy.names) }
}

/// A game of three rounds; `pick` gives the number of the legal move, taken modulo how many there are.
fn record_with(toy: &Rules<u64>, states: bool, pick: impl Fn(usize) -> usize) -> String {
    let mut chance = SeededChance::new(9);
    let mut state = toy.set_up(&mut chance, &mut NoListener);
    let mut moves = Vec::new();
    while toy.turn(&state).is_some() {
        let legal = toy.legal_moves(&state);
        let mv = legal[pick(moves.len()) % legal.len()];
        toy.apply(&mut state, mv, &mut chance, &mut NoListener);
        moves.push(mv);
    }
    write_record(toy, header(toy, states), None, &moves).unwrap().0
}

fn record(states: bool) -> String {
    record_with(&toy(3), states, |ply| ply * 3)
}

fn toy(rounds: u8) -> Rules<u64> {
    planted(rounds, Fault::Nothing)
}

fn replayed(toy: &Rules<u64>, data: &str, text: &str) -> (Files, Result<Replay, Diagnostics>) {
    let mut files = Files::new();
    let text: Arc<str> = text.into();
    let file = files.add("game.jsonl", text.clone());
    let done = RecordHeader::read(file, &text)
        .map_err(Diagnostics::from)
        .and_then(|header| follow(toy, &origin(data), &header, file, &text));
    (files, done)
}

/// The error of a record that does not agree, with its line.
#[track_caller]
fn refused(toy: &Rules<u64>, data: &str, text: &str) -> (Diagnostic, usize) {
    let (files, done) = replayed(toy, data, text);
    let faults = done.expect_err("the record agrees");
    let fault = faults.into_iter().last().unwrap();
    let (line, _) = files.line_column(fault.span.unwrap());
    (fault, line)
}

#[test]
fn a_record_agrees_with_itself() {
    for states in [false, true] {
        let text = record(states);
        let replay = replayed(&toy(3), "as it was", &text).1.unwrap();
        assert!(!replay.edited);
        let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        assert_eq!(replay.result, last["result"]);
        let moves = text.lines().filter(|l| l.contains("\"move\"")).count();
        assert_eq!(replay.frames.len(), moves + 1);
    }
}

#[test]
fn the_frames_are_the_tables_of_the_record() {
    let text = record(true);
    let lines = text.lines().map(|l| serde_json::from_str::<Value>(l).unwrap());
    let states: Vec<Value> = lines.filter_map(|l| l.get("state").cloned()).collect();
    let replay = replayed(&toy(3), "as it was", &text).1.unwrap();
    let tables: Vec<Value> = replay.frames.into_iter().map(|f| f.table).collect();
    assert_eq!(tables, states);
}

#[test]
fn any_changed_character_is_refused_with_its_line() {
    for (states, step) in [(false, 1), (true, 7)] {
        let text = record_with(&toy(2), states, |ply| ply * 3);
        for at in (0..text.len()).step_by(step) {
            // A letter, a digit, a sign, a line end.
            let others = [b'e', b'2', b'"', b'\n'];
            let mut bytes = text.clone().into_bytes();
            let other = others[at % 4];
            bytes[at] = if bytes[at] == other { b'x' } else { other };
            let altered = String::from_utf8(bytes).unwrap();
            let line = text[..at].matches('\n').count() + 1;
            let (fault, found) = refused(&toy(2), "as it was", &altered);
            assert_eq!(found, line, "byte {at}: {}", fault.message);
        }
    }
}

proptest! {
    #[test]
    fn any_game_agrees_and_no_line_of_it_can_be_left_out(picks in prop::collection::vec(0..64usize, 24), left_out: prop::sample::Index) {
        let text = record_with(&toy(3), false, |ply| picks[ply]);
        prop_assert!(replayed(&toy(3), "as it was", &text).1.is_ok());
        let count = text.lines().count();
        let out = left_out.index(count);
        let kept = text.lines().enumerate().filter(|(i, _)| *i != out);
        let shorter: String = kept.map(|(_, line)| format!("{line}\n")).collect();
        // Without its last line it is the record of a game that was not played to its end.
        let found = replayed(&toy(3), "as it was", &shorter).1;
        let is_whole = found.is_ok_and(|replay| !replay.result.is_null());
        prop_assert!(!is_whole);
    }
}

#[test]
fn a_record_that_is_cut_off_is_refused_or_has_no_result() {
    let text = record(false);
    for lines in 0..text.lines().count() {
        let cut: String = text.lines().take(lines).map(|l| format!("{l}\n")).collect();
        if let Ok(replay) = replayed(&toy(3), "as it was", &cut).1 {
            assert!(lines > 1 && replay.result.is_null(), "{lines} lines");
        }
    }
}

#[test]
fn what_follows_the_result_is_refused() {
    let text = record(false);
    let (fault, line) = refused(&toy(3), "as it was", &format!("{text}\n"));
    assert!(fault.message.contains("goes on after its result"), "{}", fault.message);
    assert_eq!(line, text.lines().count() + 1);
}

#[test]
fn a_refused_move_is_told_with_its_ply_and_why() {
    let text = record(false);
    let first = text.lines().find(|l| l.contains("\"move\"")).unwrap();
    let value: Value = serde_json::from_str(first).unwrap();
    let mv = value["move"].as_str().unwrap();
    let altered = text.replacen(&format!("\"move\":\"{mv}\""), "\"move\":\"show\"", 1);
    let (fault, _) = refused(&toy(3), "as it was", &altered);
    assert_eq!(fault.message, "ply 1: `show` is refused: lay a card, then show it or pass (R1)");
    assert_eq!(fault.beside(), Some("not-now"));
}

/// The record as another seed's: the header is written anew, the draws stay.
fn with_other_seed(text: &str) -> String {
    let mut files = Files::new();
    let file = files.add("a", text);
    let mut header = crate::verify::record::RecordHeader::read(file, text).unwrap();
    header.seed = 10.into();
    let rest = text.split_once('\n').unwrap().1;
    format!("{}\n{rest}", header.line())
}

#[test]
fn on_the_same_data_the_draws_must_be_those_of_the_seed() {
    let (fault, line) = refused(&toy(3), "as it was", &with_other_seed(&record(false)));
    assert!(fault.message.starts_with("ply 0: a change is {"), "{}", fault.message);
    assert_eq!(line, 2);
}

#[test]
fn after_an_edit_the_draws_are_followed() {
    for states in [false, true] {
        let text = with_other_seed(&record(states));
        let replay = replayed(&toy(3), "edited", &text).1.unwrap();
        assert!(replay.edited);
    }
}

#[test]
fn after_an_edit_the_ply_where_the_game_parts_is_told() {
    // One round fewer: the eighth move of the second round is the game's end.
    let text = record(true);
    let (files, done) = replayed(&toy(2), "edited", &text);
    let faults: Vec<Diagnostic> = done.unwrap_err().into_iter().collect();
    assert!(faults[0].message.contains("the cards were edited"), "{}", faults[0].message);
    assert!(faults[1].message.starts_with("ply 16: "), "{}", faults[1].message);
    let line = files.line_column(faults[1].span.unwrap()).0;
    assert!(text.lines().nth(line - 1).unwrap().contains("\"ply\":16,"));
}

#[test]
fn a_card_that_is_gone_is_told() {
    let mut smaller = toy(3);
    let text = record(false);
    // c1 has another name now.
    smaller.names.cards[0] = "c0".into();
    let line = text.lines().position(|l| l.contains("\"c1\"") && l.contains("draw")).unwrap() + 1;
    let (fault, found) = refused(&smaller, "edited", &text);
    assert!(
        fault.message.contains("chance deals `c1`, which is not in the game"),
        "{}",
        fault.message
    );
    assert_eq!(found, line);
}

#[test]
fn a_record_from_a_table_and_one_that_stops_agree() {
    let toy = toy(2);
    let table = json!({"zones": {"hand/red": ["c1", "c3"], "hand/blue": ["c2", "c4"], "deck": ["c8", "c5"]}});
    let mut state = toy.stage(&table).unwrap().state;
    let mut moves = Vec::new();
    for _ in 0..10 {
        let mv = toy.legal_moves(&state)[0];
        toy.apply(&mut state, mv, &mut SeededChance::new(9), &mut NoListener);
        moves.push(mv);
    }
    let header = RecordHeader { table: Some(table), ..header(&toy, true) };
    let text = write_record(&toy, header, None, &moves[..9]).unwrap().0;
    // The deck that the table names is dealt first.
    assert!(text.contains("\"chance\":\"draw\",\"changes\":[{\"card\":\"c8\""));
    let replay = replayed(&toy, "as it was", &text).1.unwrap();
    assert_eq!(replay.result, Value::Null);
    assert_eq!(replay.frames.len(), 10);
}
