//! What commands print is what is shown.

use std::path::Path;

use deckproof::export::pdf;

use super::*;

/// Pages of a PDF, by its page objects.
fn pages(path: &Path) -> usize {
    lopdf::Document::load(path).unwrap().get_pages().len()
}

#[test]
fn the_game_of_six_cards_is_checked_and_printed() {
    let dir = game();
    let check = run(dir.path(), &["check", GAME]);
    succeeded("check", &check);
    let said = text(&check.stdout);
    assert!(said.contains("6 cards"), "{said}");
    assert!(README.contains(&format!("```text\n{said}```")), "{said}");

    let print = run(dir.path(), &["print", GAME]);
    succeeded("print", &print);
    let path = dir.path().join("output/lantern-bay.pdf");
    let bytes = std::fs::read(&path).unwrap();
    assert!(bytes.starts_with(b"%PDF-") && pdf::made_by_us(&bytes));
    // Six fronts on one sheet, their backs behind them.
    assert_eq!(pages(&path), 2);

    let own = [
        "print", GAME, "--ink", "low", "--backs", "none", "-o", "low",
    ];
    succeeded("print --ink low", &run(dir.path(), &own));
    assert_eq!(pages(&dir.path().join("low/lantern-bay.pdf")), 1);
}

#[test]
fn the_fault_that_is_shown_is_the_one_that_is_told() {
    let dir = game();
    let path = dir.path().join("lantern-bay/cards.toml");
    let cards = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, cards.replacen("\"storm\"", "\"strom\"", 1)).unwrap();
    let check = run(dir.path(), &["check", GAME]);
    assert_eq!(check.status.code(), Some(1));
    let told = text(&check.stderr);
    let shown = format!("```text\n{}\n```", told.trim());
    assert!(README.contains(&shown), "{told}");

    let misspelt = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, misspelt.replacen("light = ", "ligth = ", 1)).unwrap();
    let told = text(&run(dir.path(), &["check", GAME]).stderr);
    let shown = format!("```text\n{}\n```", told.trim());
    assert!(README.contains(&shown), "{told}");
}

/// A copy of the second edition as `my-hammers`, with the Admiral that the README edits.
fn edited() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    copy(
        &Path::new(ROOT).join("cards/caps-and-hammers"),
        &dir.path().join("my-hammers"),
    );
    let path = dir.path().join("my-hammers/assets.toml");
    let cards = std::fs::read_to_string(&path).unwrap();
    let weaker = cards.replacen("influence-while-alone = 4", "influence-while-alone = 3", 1);
    assert_ne!(weaker, cards);
    std::fs::write(&path, weaker).unwrap();
    dir
}

/// A report with its figures alike, and its columns as near as can be: an edited card changes all of them.
fn without_figures(report: &str) -> String {
    let figure = |c: char| c.is_ascii_digit() || c == ',' || c == '.';
    let word = |word: &str| {
        if word.chars().all(figure) {
            "0".to_owned()
        } else {
            word.to_owned()
        }
    };
    let line = |line: &str| {
        line.split_whitespace()
            .map(word)
            .collect::<Vec<_>>()
            .join(" ")
    };
    report.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_run_of_random_games_tells_what_is_shown() {
    let dir = tempfile::tempdir().unwrap();
    let cases = [
        ("half uniform", "fuzz caps-and-hammers --games 2000"),
        ("paris-2", "fuzz caper --games 2000 --seed 1"),
    ];
    for (marker, arguments) in cases {
        let output = run_line(dir.path(), arguments);
        succeeded(arguments, &output);
        let [shown, told] = [shown(marker), text(&output.stdout)].map(|t| without_figures(&t));
        is_told(&shown, &told);
    }
}

#[test]
fn what_commands_print_is_what_is_shown() {
    let dir = game();
    let cases = [
        ("60 scenarios hold", "check"),
        (
            "ply  states",
            "fuzz caps-and-hammers --exhaustive --overlay small.toml",
        ),
    ];
    for (marker, arguments) in cases {
        let output = run_line(dir.path(), arguments);
        succeeded(marker, &output);
        is_told(&shown(marker), &text(&output.stdout));
    }
}

#[test]
fn a_new_game_and_a_sheet_that_becomes_a_deck_are_told_as_shown() {
    let dir = game();
    let new = run_line(dir.path(), "new tides");
    succeeded("new", &new);
    assert_eq!(shown("Tides, "), text(&new.stdout));
    let import = "import beasts.csv -o lantern-bay --back back.svg";
    let import = run_line(dir.path(), import);
    succeeded("import", &import);
    assert_eq!(shown("2 different cards"), text(&import.stdout));
}

/// Writes `new` for `old` in a file of the copy that `deckproof new mine --from caps-and-hammers` made.
fn edit(dir: &Path, file: &str, old: &str, new: &str) {
    let path = dir.join("mine").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(old), "{file} has no {old}");
    std::fs::write(&path, text.replacen(old, new, 1)).unwrap();
}

#[test]
fn three_edits_are_told_apart_as_shown() {
    let dir = tempfile::tempdir().unwrap();
    succeeded(
        "new",
        &run_line(dir.path(), "new mine --from caps-and-hammers"),
    );
    edit(dir.path(), "assets.toml", "count = 25", "count = 26");
    let armament = "copies = 4\ninfluence = 3";
    let stronger = "copies = 4\ninfluence = 4";
    edit(dir.path(), "assets.toml", armament, stronger);
    let spy = "profession = \"spy\"\ncopies = ";
    edit(
        dir.path(),
        "assets.toml",
        &format!("{spy}3"),
        &format!("{spy}4"),
    );
    edit(dir.path(), "templates/art/lab-1.svg", "#d39b2a", "#c04030");
    let diff = run_line(dir.path(), "diff caps-and-hammers mine");
    succeeded("diff", &diff);
    is_told(&shown("3 -> 4"), &text(&diff.stdout));
}

#[test]
fn words_that_hide_an_ability_are_told_as_shown() {
    let dir = tempfile::tempdir().unwrap();
    succeeded(
        "new",
        &run_line(dir.path(), "new mine --from caps-and-hammers"),
    );
    let short =
        "passive = { influence-while-alone = 4 }\nwording = { operation = \"Move it next door.\" }";
    edit(
        dir.path(),
        "assets.toml",
        "passive = { influence-while-alone = 4 }",
        short,
    );
    let check = run_line(dir.path(), "check mine --games 0");
    let told = text(&check.stderr);
    assert!(told.contains(&shown("D318")), "{told}");
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_refused_as_shown() {
    let dir = game();
    with_a_link_out(dir.path());
    let check = run_line(dir.path(), "check stranger");
    assert_eq!(check.status.code(), Some(1));
    let told = text(&check.stderr);
    assert!(told.contains(&shown("stranger/templates")), "{told}");
}

/// The game of six cards as `stranger`, whose templates are a link to somewhere else.
#[cfg(unix)]
fn with_a_link_out(dir: &Path) {
    std::fs::rename(dir.join(GAME), dir.join("stranger")).unwrap();
    let templates = dir.join("stranger/templates");
    std::fs::remove_dir_all(&templates).unwrap();
    std::os::unix::fs::symlink("/etc", templates).unwrap();
}

#[test]
fn the_edit_that_is_shown_breaks_four_scenarios_and_the_one_shown() {
    let dir = edited();
    let check = run(dir.path(), &["check", "my-hammers"]);
    assert_eq!(check.status.code(), Some(1));
    let told = text(&check.stderr);
    assert!(told.ends_with("\n4 errors\n"), "{told}");
    assert!(
        told.contains(&shown("error[D405]: g12-an-admiral-alone")),
        "{told}"
    );
}

#[test]
fn the_replay_that_is_shown_is_the_one_that_is_told() {
    let dir = edited();
    let record = run_line(dir.path(), "record caps-and-hammers --seed 7 -o game.jsonl");
    succeeded("record", &record);
    let board = run_line(dir.path(), "replay game.jsonl --ply 17");
    succeeded("replay", &board);
    assert_eq!(shown("── 17, round 1"), text(&board.stdout));

    let parted = run_line(dir.path(), "replay game.jsonl --game my-hammers");
    assert_eq!(parted.status.code(), Some(1));
    is_told(&shown("error[D433]: ply "), &text(&parted.stderr));
}

#[test]
fn files_of_the_repository_are_shown_as_they_are() {
    let root = Path::new(ROOT);
    let blocks = blocks();
    let named = blocks.iter().filter_map(|b| Some((b.file.as_ref()?, b)));
    let mut shown = 0;
    for (file, block) in named.filter(|(file, _)| file.starts_with("cards/")) {
        let there = std::fs::read_to_string(root.join(file)).unwrap();
        assert_eq!(block.text, there, "{file}");
        shown += 1;
    }
    assert!(shown > 0);
    // The other snippets of game.toml are parts of that of the second edition.
    let data = std::fs::read_to_string(root.join("cards/caps-and-hammers/game.toml")).unwrap();
    for snippet in snippets("toml") {
        is_told(&snippet, &data);
    }
}
