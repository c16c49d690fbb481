//! What game.toml declares is used, its refusals are shown by scenarios, and laws test something: what `check` says of a game in which
//! that is not so.

use std::path::Path;

use crate::copying::copy;
use crate::running::run;

fn duel(edits: &[(&str, &str, &str)]) -> tempfile::TempDir {
    edited("duel", edits)
}

/// A copy of a game of `tests/good` with edits: file, old text, new text.
pub fn edited(game: &str, edits: &[(&str, &str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let good = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/good");
    copy(&good.join(game), &folder.path().join(game));
    for (file, old, new) in edits {
        let path = folder.path().join(game).join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{old}");
        std::fs::write(path, text.replacen(old, new, 1)).unwrap();
    }
    folder
}

/// What `check` says of it.
fn check(folder: &tempfile::TempDir, options: &[&str]) -> String {
    let output = run(folder.path(), &[&["check", "duel"], options].concat());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

#[test]
fn unused_declarations_warn_at_their_lines() {
    for (old, new, line, says) in [
        ("discard = { sees", "attic = {}\ndiscard = { sees", 31, "the zone `attic`"),
        ("won = {", "lost = { to = 3 }\nwon = {", 36, "the counter `lost`"),
        ("pass = \"pass\"", "pass = \"pass\"\nfold = \"fold\"", 47, "the move `fold`"),
        ("face-up = ", "full = \"it is full\"\nface-up = ", 50, "the refusal `full`"),
        ("wins = \"{seat}", "flips = \"a card\"\nwins = \"{seat}", 53, "the note `flips`"),
        ("[\"down\"]", "[\"down\", \"aside\"]", 23, "the face `aside`"),
        ("[\"down\"]", "[\"down\"]\ntold-faces = [\"lost\"]", 24, "the face `lost`"),
        ("hand = 3", "hand = 3\nlimits.most = 4", 9, "the number `limits.most`"),
    ] {
        let on_fold = "def on_fold(t, me):\n    t.turn = 1 - me\n\ndef on_lay";
        let edits = [("game.toml", old, new), ("rules.star", "def on_lay", on_fold)];
        let known = if says.contains("fold") { &edits[..] } else { &edits[..1] };
        let told = check(&duel(known), &["--games", "0"]);
        assert!(told.contains("D509"), "{says}: {told}");
        assert!(told.contains(&format!("game.toml:{line}:")), "{says}: {told}");
        assert!(told.contains(says), "{says}: {told}");
    }
}

#[test]
fn a_number_that_a_card_shows_is_used() {
    let number = ("game.toml", "hand = 3", "hand = 3\nfuel = 4");
    let shown = ("cards.toml", "name = \"", "name = \"{rules.fuel} ");
    let told = check(&duel(&[number, shown]), &["--games", "0"]);
    assert!(!told.contains("fuel"), "{told}");
}

#[test]
fn refusals_that_no_scenario_shows_are_named() {
    let folder = duel(&[]);
    let scenarios = folder.path().join("duel/scenarios");
    std::fs::create_dir(&scenarios).unwrap();
    let scenario = "title = \"Closed\"\ncites = [\"R1\"]\n[table]\nblocked = { 1 = true }\n\
        hand = { left = [\"dawn#1\"] }\n[[step]]\nrefuse = \"lay dawn#1 at 1\"\nbecause = \"closed\"\n";
    std::fs::write(scenarios.join("closed.toml"), scenario).unwrap();
    let told = check(&folder, &["--games", "0"]);
    let says = "no scenario shows a move refused with `face-up`";
    assert!(told.contains(says), "{told}");
}

#[test]
fn a_law_whose_condition_never_held_is_named() {
    let law = "def law_late(t):\n    \"R2: rounds end\"\n    if t.round == 5:\n        return len(stack) == 0\n    return True\n\ndef law_hands";
    let folder = duel(&[("rules.star", "def law_hands", law)]);
    let told = check(&folder, &["--games", "20"]);
    assert!(told.contains("not tested in 20 games"), "{told}");
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains(": `law_late` (rules.star:"), "{told}");
}

#[test]
fn all_cards_of_a_game_with_a_deck_cards_beside_another_are_warned_of() {
    let folder = duel(&[
        ("game.toml", "holds = \"cards\"", "holds = [\"cards\", \"traps\"]"),
        ("rules.star", "return len(hand[0]) <= 4", "return len(hand[0] & cards) <= 4"),
    ]);
    let cards = std::fs::read_to_string(folder.path().join("duel/cards.toml")).unwrap();
    let traps = cards.replace("name = \"", "name = \"Trap ");
    std::fs::write(folder.path().join("duel/traps.toml"), traps).unwrap();
    let told = check(&folder, &["--games", "0"]);
    assert!(told.contains("warning[D503]"), "{told}");
    assert!(told.contains("rules.star:99:"), "{told}");
}

#[test]
fn every_axis_of_a_game_is_an_option() {
    let variants = "[table.variants]\norder = [\"random\", \"falling\"]\n\n[table.zones]";
    let folder = duel(&[
        ("game.toml", "[table.zones]", variants),
        ("rules.star", "t.round += 1", "t.round += 1 if variant.order == \"random\" else 2"),
    ]);
    let said = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        let output = run(folder.path(), &words);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        text(&output.stdout) + &text(&output.stderr)
    };
    for (command, shows) in [
        ("record duel --order falling", "\"order\":\"falling\""),
        ("record duel --variant order=falling", "\"order\":\"falling\""),
        ("fuzz duel --games 5 --order=falling", "falling"),
        ("check duel --games 3 --order falling", "3 games played"),
        ("lab play duel --games 2 --policy uniform --order falling", "falling"),
        ("fuzz duel --games 5 --order fallin", "did you mean `falling`?"),
        ("fuzz duel --gmes 5", "did you mean `--games`?"),
        ("fuzz duel --city rome", "it is played with --order random or falling"),
    ] {
        let said = said(command);
        assert!(said.contains(shows), "{command}: {said}");
    }
}
