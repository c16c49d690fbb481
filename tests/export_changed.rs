//! `--changed` means the same for every export: what is new or differs from the last export of that kind with those options. And what
//! earlier exports left beside is said.

use std::path::Path;

use super::running::{game_of, run};

/// Says what `deckproof export …` said, which must succeed.
#[track_caller]
fn exported(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, &[&["export"], arguments].concat());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let told = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {told}");
    told.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A deck of cards with these names and colours, two copies each.
fn deck(cards: &[(&str, &str)]) -> String {
    let mut text = "template = \"poker.svg\"\n".to_owned();
    for (name, colour) in cards {
        text += &format!("[[card]]\nname = \"{name}\"\ncol = \"{colour}\"\ncopies = 2\n");
    }
    text
}

const TWO: [(&str, &str); 2] = [("Hook", "#a00"), ("Rope", "#0a0")];
const EDITED: [(&str, &str); 2] = [("Hook", "#a00"), ("Rope", "#00a")];

#[test]
fn every_kind_of_export_is_held_against_its_own_last_one() {
    let game = game_of(&[("gear", &deck(&TWO))]);
    let (at, write) = (game.path(), |text: String| {
        std::fs::write(game.path().join("own/gear.toml"), text).unwrap();
    });
    // A print is no export.
    assert!(run(at, &["print", "own", "-q"]).status.success());
    let kinds: [&[&str]; 6] = [
        &["png", "own", "--dpi", "60"],
        &["svg", "own"],
        &["shop", "single", "own"],
        &["shop", "mbprint", "own"],
        &["sheet", "own", "--dpi", "60"],
        &["cut", "own"],
    ];
    for kind in kinds {
        let changed = [kind, &["--changed"]].concat();
        let output = run(at, &[&["export"], &changed[..]].concat());
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{kind:?}: {told}");
        assert!(told.contains("export it once without --changed"), "{told}");
        exported(at, kind);
        let told = exported(at, &changed);
        assert!(told.contains("nothing has changed"), "{kind:?}: {told}");
    }
    write(deck(&EDITED));
    for kind in kinds {
        let changed = [kind, &["--changed"]].concat();
        let told = exported(at, &changed);
        assert!(told.contains("changed: Rope"), "{kind:?}: {told}");
        let told = exported(at, &changed);
        assert!(told.contains("nothing has changed"), "{kind:?}: {told}");
    }
    let output = at.join("output");
    // What was made of the whole is still there.
    let whole = output.join("own/single/cards");
    assert_eq!(names(&whole), ["gear-01-hook.png", "gear-02-rope.png", "manifest.csv"]);
    let list = std::fs::read_to_string(whole.join("manifest.csv")).unwrap();
    assert_eq!(list.lines().count(), 3, "{list}");
    assert_eq!(
        names(&output.join("own/single.changed/cards")),
        ["gear-02-rope.png", "manifest.csv"]
    );
    assert_eq!(names(&output.join("own/mbprint.changed")), ["gear.pdf"]);
    let made = names(&output.join("own"));
    for name in ["contact-sheet.png", "contact-sheet.changed.png"] {
        assert!(made.contains(&name.to_owned()), "{made:?}");
    }
    let made = names(&output);
    for name in ["own-cut-01.svg", "own-changed-cut-01.dxf"] {
        assert!(made.contains(&name.to_owned()), "{made:?}");
    }
}

#[test]
fn an_export_with_other_options_is_another_kind() {
    let game = game_of(&[("gear", &deck(&TWO))]);
    let kinds: [(&[&str], &[&str]); 5] = [
        (&["sheet", "own"], &["--for", "tabletopia"]),
        (&["tts", "own"], &["--backs", "none"]),
        (&["tts", "own"], &["--url", "https://example.org/own"]),
        (&["shop", "single", "own"], &["--backs", "none"]),
        (&["png", "own", "--dpi", "60"], &["--bleed"]),
    ];
    for (kind, other) in kinds {
        exported(game.path(), kind);
        let other = [&["export"], kind, other, &["--changed"]].concat();
        let output = run(game.path(), &other);
        assert_eq!(output.status.code(), Some(2), "{other:?}");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains("D908") && told.contains("same options"), "{told}");
    }
}

#[test]
fn cut_sheets_of_changed_cards_are_those_of_the_print() {
    let game = game_of(&[("gear", &deck(&TWO))]);
    let at = game.path();
    for arguments in [&["print", "own", "-q"][..], &["export", "cut", "own"]] {
        assert!(run(at, arguments).status.success());
    }
    std::fs::write(at.join("own/gear.toml"), deck(&EDITED)).unwrap();
    assert!(run(at, &["print", "own", "-q", "--changed"]).status.success());
    let told = exported(at, &["cut", "own", "--changed"]);
    assert!(told.contains("2 outlines on page 1 of output/own-changed.pdf"), "{told}");
    assert!(at.join("output/own-changed.pdf").is_file());
}

#[test]
fn what_earlier_exports_left_is_said_after_a_whole_one() {
    let more = [TWO[0], ("Lamp", "#aa0"), TWO[1]];
    let game = game_of(&[("gear", &deck(&more)), ("coins", &deck(&TWO))]);
    let at = game.path();
    let kinds: [&[&str]; 4] = [
        &["png", "own", "--dpi", "60"],
        &["svg", "own"],
        &["shop", "thegamecrafter", "own"],
        &["foundry", "own", "--dpi", "60"],
    ];
    for kind in kinds {
        let told = exported(at, kind);
        assert!(!told.contains("Not of this"), "{told}");
    }
    // A file of one's own is nobody's business.
    std::fs::write(at.join("output/own/mine.png"), "mine").unwrap();
    std::fs::write(at.join("own/gear.toml"), deck(&TWO)).unwrap();
    for (kind, left) in kinds.into_iter().zip([
        "Not of this export: output/own/gear-02-lamp.png, output/own/gear-03-rope.png.",
        "Not of this export: output/own/gear-02-lamp.svg, output/own/gear-03-rope.svg.",
        "Not of this export: output/own/thegamecrafter/poker/gear-02-lamp.png, ",
        "Not of this export: output/own/foundry/gear-lamp-",
    ]) {
        let part = [kind, &["--deck", "coins"]].concat();
        let told = exported(at, &part);
        assert!(!told.contains("Not of this"), "{told}");
        let told = exported(at, kind);
        assert!(told.contains(left), "{kind:?}: {told}");
    }
    // A deck of another size is another product, a deck that is gone has no file any more.
    std::fs::write(
        at.join("own/coins.toml"),
        "template = \"token.svg\"\nsize = \"25 x 25\"\ncorner = 12.5\n[[card]]\nname = \"Hook\"\ncol = \"#00a\"\n",
    )
    .unwrap();
    std::fs::remove_file(at.join("own/gear.toml")).unwrap();
    let told = exported(at, &["shop", "thegamecrafter", "own"]);
    assert!(told.contains("thegamecrafter/poker/coins-01-hook.png"), "{told}");
    assert!(told.contains("thegamecrafter/poker/manifest.csv"), "{told}");
    let told = exported(at, &["foundry", "own", "--dpi", "60"]);
    assert!(told.contains("gear.json"), "{told}");
}

#[test]
fn lines_of_an_earlier_cut_are_said() {
    let many: Vec<(String, &str)> = (0..6).map(|n| (format!("Card {n}"), "#a00")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, colour)| (&**name, *colour)).collect();
    let game = game_of(&[("gear", &deck(&many))]);
    let told = exported(game.path(), &["cut", "own"]);
    assert!(told.contains("own-cut-02.svg") && !told.contains("Not of"), "{told}");
    std::fs::write(game.path().join("own/gear.toml"), deck(&TWO)).unwrap();
    let told = exported(game.path(), &["cut", "own"]);
    assert!(
        told.contains("Not of this export: output/own-cut-02.dxf, output/own-cut-02.svg."),
        "{told}"
    );
}
