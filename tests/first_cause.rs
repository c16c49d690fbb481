//! What is wrong is said once, at its cause: where the value stands in `game.toml`, and not of all that follows from it.

use std::path::Path;

use deckproof::registry;
use deckproof::rules::Variant;
use deckproof::source::{Files, GameFolder, render};

use crate::conform::conform;

/// All that is said of the game `duel` with lines exchanged, in frames.
fn said(edits: &[(&str, &str, &str)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("duel");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    crate::copying::copy(&root.join("tests/good/duel"), &game);
    for (file, old, new) in edits {
        let text = std::fs::read_to_string(game.join(file)).unwrap();
        assert_eq!(text.matches(old).count(), 1, "{old}");
        std::fs::write(game.join(file), text.replacen(old, new, 1)).unwrap();
    }
    let mut files = Files::new();
    let (pack, mut faults) = registry::check(GameFolder::open(&game).unwrap(), &mut files);
    if let (Some(pack), false) = (pack, faults.has_errors()) {
        let read = conform(&pack, &Variant::default(), 1, 1);
        faults.append(read.err().unwrap_or_default());
    }
    let frames = faults.iter().map(|fault| render(fault, &files, false));
    let here = format!("{}/", folder.path().display());
    frames.map(|frame| frame.replace(&here, "")).collect()
}

const FREE: (&str, &str, &str) = (
    "rules.star",
    "    t.first = t.round % 2\n",
    "    t.first = t.round % 2  # free: anybody may begin\n",
);

#[test]
fn a_table_that_cannot_be_read_is_told_alone() {
    assert_eq!(said(&[FREE]), [""; 0]);
    let wrong = ("game.toml", "discard = { sees", "discard = { sess");
    let [only] = said(&[FREE, wrong]).try_into().unwrap();
    assert!(only.contains("unknown key `sess` in a zone"), "{only}");
    let wrong = ("rules.star", "    play(\"pass\")\n", "    play(\"pass\"\n");
    let [only] = said(&[FREE, wrong]).try_into().unwrap();
    assert!(only.contains("`(` is opened and not closed"), "{only}");
}

#[test]
fn a_comment_that_frees_nothing_is_told_where_the_rules_can_be_read() {
    let nothing =
        ("rules.star", "def other(me):\n", "def other(me):  # free: there is nothing to choose\n");
    let [only] = said(&[nothing]).try_into().unwrap();
    assert!(only.contains("warning[D027]"), "{only}");
}

#[test]
fn a_seat_that_is_none_is_told_where_it_stands() {
    let read =
        ("rules.star", "    t.first = t.round % 2\n", "    t.first = rules.first[t.round % 2]\n");
    let of = |first: &str| {
        let line = format!("hand = 3\nfirst = {first}\n");
        said(&[read, ("game.toml", "hand = 3\n", &line)])
    };
    assert_eq!(of("[\"left\", \"right\"]"), [""; 0]);
    let [only] = of("[\"left\", \"rihgt\"]").try_into().unwrap();
    for part in [
        "error[D504]: `rihgt` is no seat",
        "--> duel/game.toml:9:18",
        "did you mean `right`?",
        "duel/rules.star:12",
    ] {
        assert!(only.contains(part), "{part}:\n{only}");
    }
    let [only] = of("[\"north\", \"south\"]").try_into().unwrap();
    let message = "this is a word of `first` in [rules], not a number";
    assert!(only.contains(message), "{only}");
    let [only] = of("[0, \"right\"]").try_into().unwrap();
    let message = "`first` of [rules] is a list of numbers, and `\"right\"` is none";
    assert!(only.contains(message), "{only}");
}

#[test]
fn a_list_that_is_not_closed_is_told_at_its_bracket() {
    for open in ["[1, 2, 3", "[\n  \"a\",\n  [1, 2],\n"] {
        let line = format!("hand = 3\nfirst = {open}\n");
        let [only] = said(&[("game.toml", "hand = 3\n", &line)]).try_into().unwrap();
        for part in ["D001", "this list is not closed", "--> duel/game.toml:9:9"] {
            assert!(only.contains(part), "{part}:\n{only}");
        }
    }
    // One that lacks a comma is.
    let told = said(&[("game.toml", "hand = 3\n", "hand = 3\nfirst = [1 2]\n")]);
    assert!(!told[0].contains("not closed"), "{told:?}");
}

#[test]
fn a_number_in_quotes_is_told_at_its_row_and_not_where_the_script_reads_the_column() {
    // The first row: it is no other value that is odd then.
    let wrong = (
        "cards.toml",
        "name = \"Dawn\"\ncopies = 2\nsuit = \"sun\"\ncost = 1\n",
        "name = \"Dawn\"\ncopies = 2\nsuit = \"sun\"\ncost = \"1\"\n",
    );
    let told = said(&[wrong]);
    for part in [
        "error[D504]: `cost` is words in quotes here, and a number on other cards",
        "--> duel/cards.toml:11:8",
        "write a number here too, such as `cost = ",
        "duel/rules.star",
    ] {
        assert!(told[0].contains(part), "{told:#?}");
    }
    assert_eq!(told.len(), 1, "{told:#?}");
}

#[test]
fn a_key_of_a_deck_that_no_zone_holds_is_told_with_the_zone_that_lacks_it() {
    let held = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/good/duel/game.toml"),
    );
    let held = held.unwrap();
    let zone = held.lines().find(|line| line.contains("holds = \"cards\"")).unwrap();
    let told = said(&[("game.toml", zone, &zone.replace("holds = \"cards\", ", ""))]);
    let told = told.concat();
    for part in [
        "is of the deck `cards`, and no zone of [table] holds it",
        "write `holds = \"cards\"` in the zone",
    ] {
        assert!(told.contains(part), "{told}");
    }
    assert!(!told.contains("there is no `"), "{told}");
}
