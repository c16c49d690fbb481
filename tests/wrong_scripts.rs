//! Wrong scripts and wrong tables, as they are shown: `tests/scripts/wrong.txt` and `wrong-tables.txt` hold an edit of the good game
//! `duel` each, `wrong-abilities.txt` and `wrong-rows.txt` of `gifts`, and the frame that it is told with. `GOLDEN=write` writes the frames anew, to be read before they are kept.

use std::fs;
use std::path::{Path, PathBuf};

use deckproof::registry;
use deckproof::rules::Variant;
use deckproof::source::{Diagnostics, Files, GameFolder, render};

use crate::conform::conform;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// An edit: its name, the lines that go, the lines that come, and the frame.
struct Edit {
    name: String,
    old: String,
    new: String,
    frame: String,
}

fn edits(text: &str) -> Vec<Edit> {
    let parts = text.strip_prefix("== ").unwrap_or(text).split("\n== ");
    let edit = |part: &str| {
        let (name, lines) = part.split_once('\n').unwrap();
        let of = |sign: &str| {
            let own = lines.lines().filter_map(|line| line.strip_prefix(sign));
            own.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
                .collect::<String>()
        };
        let frame =
            lines.lines().filter_map(|line| line.strip_prefix("| ").or(line.strip_prefix('|')));
        Edit {
            name: name.trim().to_owned(),
            old: of("-"),
            new: of("+"),
            frame: frame.map(|line| format!("{line}\n")).collect(),
        }
    };
    parts.map(edit).collect()
}

/// All that is said of the good game with an edit.
fn told(id: &str, file: &str, edit: &Edit) -> String {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join(id);
    let good = root().join("tests/good").join(id);
    crate::copying::copy(&good, &game);
    let text = fs::read_to_string(good.join(file)).unwrap();
    assert_eq!(
        text.matches(&edit.old).count(),
        1,
        "{}: `{}` is not there once",
        edit.name,
        edit.old
    );
    fs::write(game.join(file), text.replacen(&edit.old, &edit.new, 1)).unwrap();
    let mut files = Files::new();
    let (pack, mut faults) = registry::read(GameFolder::open(&game).unwrap(), &mut files);
    if let (Some(pack), false) = (pack, faults.has_errors()) {
        let read: Result<_, Diagnostics> = conform(&pack, &Variant::default(), 1, 1);
        faults.append(read.err().unwrap_or_default());
        // What is told of the words on the cards alone.
        for deck in pack.decks.iter().filter(|_| faults.is_empty()).collect::<Vec<_>>() {
            faults.append(pack.faces(deck).1);
        }
    }
    let shown: Vec<String> = faults.iter().map(|fault| render(fault, &files, false)).collect();
    let shown = shown.join("\n");
    shown.replace(&format!("{}/", folder.path().display()), "")
}

fn check(list: &str, id: &str, file: &str) {
    let path = root().join("tests/scripts").join(list);
    let text = fs::read_to_string(&path).unwrap();
    let update = std::env::var("GOLDEN").is_ok_and(|word| word == "write");
    let (mut written, mut wrong) = (Vec::new(), Vec::new());
    for edit in edits(&text) {
        let frame = told(id, file, &edit);
        if frame.trim_end() != edit.frame.trim_end() {
            wrong.push(format!(
                "== {}\n{frame}\nwhere this was expected:\n{}",
                edit.name, edit.frame
            ));
        }
        let signed = |sign: &str, lines: &str| {
            lines
                .lines()
                .map(|line| format!("{sign} {line}").trim_end().to_owned() + "\n")
                .collect::<String>()
        };
        let (old, new, frame) =
            (signed("-", &edit.old), signed("+", &edit.new), signed("|", frame.trim_end()));
        written.push(format!("== {}\n{old}{new}{frame}", edit.name));
    }
    if update {
        fs::write(&path, written.join("\n")).unwrap();
    } else {
        assert!(wrong.is_empty(), "{} frames differ:\n{}", wrong.len(), wrong.join("\n"));
    }
}

#[test]
fn wrong_scripts_are_told_as_they_are_shown() {
    check("wrong.txt", "duel", "rules.star");
}

#[test]
fn wrong_tables_are_told_as_they_are_shown() {
    check("wrong-tables.txt", "duel", "game.toml");
}

#[test]
fn wrong_abilities_are_told_as_they_are_shown() {
    check("wrong-abilities.txt", "gifts", "game.toml");
}

#[test]
fn rows_that_say_abilities_wrong_are_told_as_they_are_shown() {
    check("wrong-rows.txt", "gifts", "cards.toml");
}

/// Each frame has a code, a place and a help: what an update of the frames cannot take away.
#[test]
fn each_frame_says_where_and_what_to_do() {
    let mut count = 0;
    for list in ["wrong.txt", "wrong-tables.txt", "wrong-abilities.txt", "wrong-rows.txt"] {
        let text = fs::read_to_string(Path::new(&root()).join("tests/scripts").join(list)).unwrap();
        for edit in edits(&text) {
            count += 1;
            let frame = &edit.frame;
            let places = [
                "duel/rules.star",
                "duel/game.toml",
                "gifts/game.toml",
                "gifts/cards.toml",
                "gifts/rules.star",
            ];
            let placed = places.iter().any(|place| frame.contains(&format!("--> {place}:")));
            assert!(
                (frame.starts_with("error[D") || frame.starts_with("warning[D"))
                    && placed
                    && frame.contains("= help: "),
                "{}:\n{frame}",
                edit.name
            );
        }
    }
    assert!(count >= 60, "{count}");
}
