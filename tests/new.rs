//! `deckproof new`: what it makes can be checked and printed at once, a copy is the shipped game, and nothing of anyone's
//! is touched.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use deckproof::cards::Pack;
use deckproof::registry;
use deckproof::source::{Files, GameFolder};
use deckproof::template::{Ink, Renderer, fingerprint};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .current_dir(folder)
        .env_remove("DECKPROOF_PAPER")
        .args(arguments)
        .output()
        .unwrap()
}

/// What a run says that is told of no fault, not even a warning.
#[track_caller]
fn said(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.is_empty(), "{told}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn refused(folder: &Path, arguments: &[&str], says: &str) {
    let output = run(folder, arguments);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains(says) && told.contains("help"), "{told}");
}

fn load(folder: GameFolder, files: &mut Files) -> Pack {
    registry::load(folder, files).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Fingerprints of every face of a game, its decks in their order.
fn faces(folder: GameFolder) -> Vec<String> {
    let mut files = Files::new();
    let pack = load(folder, &mut files);
    let decks: Vec<_> = pack.decks.iter().collect();
    let renderer = Renderer::open(&pack, &decks, Ink::Full, &mut files).unwrap();
    let drawn = decks.iter().map(|deck| renderer.draw(&pack, deck, &mut files).unwrap());
    drawn
        .flat_map(|d| d.fronts.into_iter().chain(d.backs.into_iter().flatten()))
        .map(|face| fingerprint(&face))
        .collect()
}

/// Every file below a folder, by its path in it.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(folder).unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

/// Whoever ends `new` half way has a whole game or none.
#[test]
fn the_folder_is_there_with_its_schemas_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let (game, schema) = (folder.path().join("mine"), "mine/schema/game.json");
    let mut child = Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .current_dir(folder.path())
        .args(["new", "mine"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while !game.exists() {
        assert!(child.try_wait().unwrap().is_none_or(|status| status.success()));
        std::thread::yield_now();
    }
    let is_whole = folder.path().join(schema).exists();
    assert!(child.wait().unwrap().success());
    assert!(is_whole);
}

#[test]
fn the_commands_that_new_says_next_all_work_at_once() {
    for (dir, from) in
        [("tides", None), ("my hammers", Some("caps-and-hammers")), ("caper", Some("caper"))]
    {
        let folder = tempfile::tempdir().unwrap();
        let mut arguments = vec!["new", dir];
        arguments.extend(from.iter().flat_map(|game| ["--from", game]));
        let told = said(folder.path(), &arguments);
        let commands: Vec<&str> =
            told.lines().filter_map(|l| l.trim().strip_prefix("deckproof ")).collect();
        assert_eq!(commands.len(), 4, "{told}");
        for command in commands {
            let (command, _) = command.split_once("   ").unwrap();
            let words = command.split('\'').enumerate().flat_map(|(i, part)| match i % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            });
            said(folder.path(), &words.collect::<Vec<_>>());
        }
        // The printed game is the new one, not the shipped one of that name.
        assert!(folder.path().join("output").join(format!("{dir}.pdf")).is_file());
    }
}

#[test]
fn the_blank_game_has_a_title_from_its_folder_and_prints_with_little_ink_as_well() {
    let folder = tempfile::tempdir().unwrap();
    said(folder.path(), &["new", "lantern-bay", "--blank"]);
    let told = said(folder.path(), &["check", "lantern-bay"]);
    assert_eq!(told, "Lantern Bay: 1 deck, 8 cards, no fault found\n");
    for ink in ["low", "grey"] {
        said(folder.path(), &["print", "lantern-bay", "--ink", ink]);
    }
}

#[test]
fn a_title_of_its_own_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    said(folder.path(), &["new", "a", "--title", "Tides \"of\" the Moon"]);
    let told = said(folder.path(), &["check", "a"]);
    assert!(told.starts_with("Tides \"of\" the Moon: "), "{told}");
}

#[test]
fn a_copy_of_any_shipped_game_prints_the_same_faces_wherever_it_lies() {
    for game in GameFolder::shipped_ids() {
        let folder = tempfile::tempdir().unwrap();
        said(folder.path(), &["new", "some/where/mine", "--from", &game]);
        let copy = folder.path().join("some/where/mine");
        let copied = faces(GameFolder::open(&copy).unwrap());
        assert_eq!(copied, faces(GameFolder::shipped(&game).unwrap()), "{game}");
        // The repository's own game, and what new adds: nothing that `schema` makes is in the repository.
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let is_made = |path: &PathBuf| path.starts_with("schema");
        let (made, own): (Vec<_>, Vec<_>) = files_below(&copy).into_iter().partition(is_made);
        assert!(made.contains(&PathBuf::from("schema/game.json")), "{made:?}");
        let mut shipped = files_below(&root.join("cards").join(&game));
        shipped.retain(|path| !is_made(path));
        let templates = files_below(&root.join("templates").join(&game));
        shipped.extend(templates.iter().map(|path| Path::new("templates").join(path)));
        shipped.push(".gitignore".into());
        shipped.sort();
        assert_eq!(own, shipped, "{game}");
    }
}

#[test]
fn edits_of_a_copy_are_measured_by_the_shipped_game_whatever_it_is_called() {
    let folder = tempfile::tempdir().unwrap();
    said(folder.path(), &["new", "mine", "--from", "caps-and-hammers-2016", "--title", "Mine"]);
    let actions = folder.path().join("mine/actions.toml");
    let text = std::fs::read_to_string(&actions).unwrap();
    let edited = text.replace("influence-while-alone = 4", "influence-while-alone = 3");
    assert_ne!(edited, text);
    std::fs::write(&actions, edited).unwrap();
    let output = run(folder.path(), &["check", "mine"]);
    let told = String::from_utf8_lossy(&output.stderr);
    let edit = "with `influence-while-alone = 4`, as in the shipped game, it holds";
    assert!(told.contains(edit), "{told}");
}

#[test]
fn a_copy_says_from_which_game_and_version_it_was_made() {
    let folder = tempfile::tempdir().unwrap();
    said(folder.path(), &["new", "mine", "--from", "caper"]);
    let text = std::fs::read_to_string(folder.path().join("mine/game.toml")).unwrap();
    assert!(text.contains("\nfrom = \"caper\" # version 1.0.0: "), "{text}");
    let mut files = Files::new();
    let mine = GameFolder::open(&folder.path().join("mine")).unwrap();
    let original = load(mine, &mut files).original(&mut files).unwrap();
    assert_eq!(original.game.id, "caper");
}

#[test]
fn a_game_that_says_it_is_from_no_shipped_game_is_told() {
    let folder = tempfile::tempdir().unwrap();
    said(folder.path(), &["new", "mine"]);
    let path = folder.path().join("mine/game.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("from = \"capr\"\n{text}")).unwrap();
    let output = run(folder.path(), &["check", "mine"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(
        told.contains("mine/game.toml:1:8") && told.contains("did you mean `caper`?"),
        "{told}"
    );
}

#[test]
fn a_folder_that_holds_anything_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("mine")).unwrap();
    std::fs::write(folder.path().join("mine/notes.txt"), "mine").unwrap();
    refused(folder.path(), &["new", "mine"], "`mine` is not empty");
    refused(folder.path(), &["new", "mine/notes.txt"], "is no folder");
    refused(folder.path(), &["new", ".."], "`..` is not empty");
    assert_eq!(files_below(folder.path()), [Path::new("mine/notes.txt")]);
}

#[test]
fn an_unknown_game_is_refused_and_nothing_is_made() {
    let folder = tempfile::tempdir().unwrap();
    refused(folder.path(), &["new", "mine", "--from", "capr"], "did you mean `caper`?");
    refused(folder.path(), &["new", "mine", "--from", "caper/scenarios"], "no shipped game");
    refused(folder.path(), &["new", "mine", "--from", "caper", "--blank"], "cannot be used with");
    assert!(!folder.path().join("mine").exists());
}

#[test]
fn the_current_folder_can_be_made_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let tides = folder.path().join("high-tides");
    std::fs::create_dir(&tides).unwrap();
    said(&tides, &["new", "."]);
    let told = said(&tides, &["check", "."]);
    assert!(told.starts_with("High Tides: "), "{told}");
}

#[cfg(unix)]
#[test]
fn a_folder_above_that_cannot_be_written_is_a_fault_of_the_machine() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let output = run(folder.path(), &["new", "file/mine"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("file stands where") || told.contains("is no folder"), "{told}");
    assert_ne!(output.status.code(), Some(0));
    assert_eq!(files_below(folder.path()), [Path::new("file")]);
}

/// What `new --rules` makes is checked without a word, plays with all its laws, and shows that what it says can happen.
#[test]
fn a_game_with_rules_is_checked_and_played_at_once() {
    let folder = tempfile::tempdir().unwrap();
    for kind in ["tricks", "drafting", "placement", "blank"] {
        let told = said(folder.path(), &["new", kind, "--rules", kind]);
        assert!(told.contains(&format!("deckproof fuzz {kind}")), "{told}");
        let told = said(folder.path(), &["check", "--deny", "warnings", kind]);
        assert!(told.contains("2 scenarios hold") && told.contains("no fault found"), "{told}");
        let told = said(folder.path(), &["fuzz", kind, "--games", "3000"]);
        assert!(told.contains("everything was seen"), "{told}");
        // No line of it is idle: a designer starts from what runs.
        let told = said(folder.path(), &["fuzz", kind, "--games", "3000", "--profile"]);
        // But for the turn that nobody has where all is asked.
        let turnless =
            kind == "drafting" && told.contains("Never run: 1 line\n\n  rules.star:10      pass");
        assert!(told.contains("Every line ran.") || turnless, "{told}");
        said(folder.path(), &["print", kind]);
        let lines = std::fs::read_to_string(folder.path().join(kind).join("rules.star")).unwrap();
        assert!((15..=60).contains(&lines.lines().count()), "{kind}");
        let schema = folder.path().join(kind).join("schema/scenario.json");
        assert!(schema.is_file(), "{kind}");
    }
    refused(
        folder.path(),
        &["new", "other", "--rules", "tricks", "--from", "caper"],
        "cannot be used with",
    );
}
