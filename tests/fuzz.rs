//! `deckproof fuzz`, run as a person runs it, and what its players reach.

use deckproof::table::Move;
use std::path::Path;
use std::process::{Command, Output};

use deckproof::players::Players;
use deckproof::registry;
use deckproof::rules::{Tally, Variant};
use deckproof::script::{self, Rules};
use deckproof::source::{Files, GameFolder};
use deckproof::verify::playing::{game_seed, play_as};

const EDITIONS: [&str; 2] = ["caps-and-hammers", "caps-and-hammers-2016"];

fn fuzz_in(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .current_dir(folder)
        .arg("fuzz")
        .args(arguments)
        .output()
        .unwrap()
}

fn fuzz(arguments: &[&str]) -> Output {
    fuzz_in(tempfile::tempdir().unwrap().path(), arguments)
}

/// What a run says that ends well.
#[track_caller]
fn said(arguments: &[&str]) -> String {
    let output = fuzz(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    String::from_utf8(output.stdout).unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A copy of a shipped game, one text of one of its files exchanged.
fn edited(folder: &Path, game: &str, file: &str, from: &str, to: &str) -> String {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards").join(game);
    let copy = folder.join(game);
    std::fs::create_dir(&copy).unwrap();
    for entry in std::fs::read_dir(source).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            std::fs::copy(&path, copy.join(path.file_name().unwrap())).unwrap();
        }
    }
    let text = std::fs::read_to_string(copy.join(file)).unwrap();
    assert!(text.contains(from), "{file} holds no {from:?}");
    std::fs::write(copy.join(file), text.replacen(from, to, 1)).unwrap();
    copy.display().to_string()
}

// ------------------------------------------------------------------------------------------------ what is printed

#[test]
fn every_law_of_both_editions_is_in_the_table() {
    let said = said(&["--games", "200"]);
    for (prefix, laws) in
        [("CH1", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 11][..]), ("CH2", &[1, 2, 3, 4, 5, 7, 8, 9, 12])]
    {
        for law in laws {
            let id = format!("{prefix}-I{law}");
            assert!(said.contains(&id), "no {id} in\n{said}");
        }
    }
    for word in ["somebody has a whole region", "watched", "pairs of worlds compared"] {
        assert!(said.contains(word), "no {word:?} in\n{said}");
    }
}

#[test]
fn the_variants_that_are_asked_for_have_a_line_each_and_no_others() {
    let arguments = ["caper", "--city", "rome", "--players", "2,3", "--games"];
    let said = said(&[&arguments[..], &["20"]].concat());
    let lines = said.lines().filter(|line| line.contains("rome-"));
    let counted = lines.filter(|line| line.trim_start().starts_with("rome-"));
    assert_eq!(counted.count(), 2, "{said}");
    for other in ["paris", "london", "rome-4"] {
        assert!(!said.contains(other), "{said}");
    }
}

#[test]
fn every_variant_is_played_when_none_is_asked_for() {
    let said = said(&["caper", "--games", "5"]);
    for city in ["paris", "rome", "london"] {
        for players in 2..=4 {
            let name = format!(" {city}-{players} ");
            assert!(said.contains(&name), "no {name} in\n{said}");
        }
    }
}

#[test]
fn a_variant_that_there_is_not_is_told_with_those_there_are() {
    let output = fuzz(&["caper", "--city", "romme", "--players", "5"]);
    assert_eq!(output.status.code(), Some(2));
    let told = told(&output);
    assert!(told.contains("did you mean `rome`?"), "{told}");
    assert!(told.contains("there are `2`, `3` and `4`"), "{told}");
}

#[test]
fn the_table_has_80_columns_and_no_colour_in_a_file() {
    let said = said(&["--games", "100"]);
    for line in said.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    assert!(!said.contains('\u{1b}'));
}

#[test]
fn the_same_seed_prints_the_same_counts_on_any_number_of_threads() {
    let run = |seed: &str, jobs: &str| {
        let run = [EDITIONS[0], "--games", "2100", "--seed", seed, "--jobs", jobs];
        // A program is not told what the clock says.
        said(&[&run[..], &["--format", "json"]].concat())
    };
    let one = run("5", "1");
    assert_eq!(run("5", "1"), one);
    assert_eq!(run("5", "2"), one);
    assert_ne!(run("6", "1"), one);
}

#[test]
fn quiet_says_nothing_when_all_is_well() {
    assert_eq!(said(&["--games", "50", "--quiet"]), "");
}

#[test]
fn seconds_end_a_run() {
    let said = said(&[EDITIONS[0], "--seconds", "0.2", "--jobs", "1"]);
    assert!(said.contains("Every law held"), "{said}");
}

// --------------------------------------------------------------------------------------------------- exit codes

#[test]
fn a_game_that_is_only_printed_is_a_wrong_command_line_when_it_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let plain = folder.path().join("plain");
    std::fs::create_dir(&plain).unwrap();
    std::fs::write(plain.join("game.toml"), "title = \"Plain\"\n").unwrap();
    let cards = "template = \"card.svg\"\n[[card]]\nname = \"One\"\n";
    std::fs::write(plain.join("cards.toml"), cards).unwrap();
    let output = fuzz_in(folder.path(), &["plain"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(told(&output).contains("games that can be played are"), "{}", told(&output));
}

#[test]
fn what_cannot_be_asked_for_is_told() {
    for arguments in [
        &["no-such-game"] as &[&str],
        &["--games", "0"],
        &["--jobs", "0"],
        &["--seconds", "0"],
        &["--seconds", "soon"],
        &["--policy", "clever"],
        &[EDITIONS[0], "--city", "rome"],
        &[EDITIONS[0], EDITIONS[1], "--players", "3"],
        &["--exhaustive", "--games", "3"],
        &["--overlay", "small.toml"],
    ] {
        let output = fuzz(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", told(&output));
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn each_game_that_has_no_such_variants_says_to_leave_the_option_out() {
    let output = fuzz(&[EDITIONS[0], EDITIONS[1], "--city", "rome"]);
    let told = told(&output);
    for game in EDITIONS {
        let says = format!("`{game}` is not played with --city");
        assert!(told.contains(&says), "{told}");
    }
    assert!(told.contains("leave --city out"), "{told}");
    assert!(output.stdout.is_empty());
}

#[test]
fn an_overlay_that_is_not_there_is_a_slip_of_the_command_line() {
    let output = fuzz(&[EDITIONS[0], "--exhaustive", "--overlay", "nowhere.toml"]);
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
}

#[test]
fn wrong_cards_are_told_before_anything_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let copy = edited(folder.path(), EDITIONS[0], "game.toml", "rounds = 7", "rounds = \"seven\"");
    let output = fuzz(&[&copy, "--games", "1"]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert!(output.stdout.is_empty());
}

// ------------------------------------------------------------------------------------------------------- players

fn rules(game: &str) -> Rules<u128> {
    let folder = GameFolder::shipped(game).unwrap();
    let pack = registry::load(folder, &mut Files::new()).unwrap();
    script::Rules::compile(&pack.game, &pack.decks, &Variant::default()).unwrap()
}

/// The first of some games in which nobody ever deployed a card at one of the locations.
fn first_with_an_empty_place(rules: &Rules<u128>, players: Players, games: u64) -> Option<u64> {
    let declared = &rules.layout.declared;
    let deploy = declared.patterns.iter().position(|move_| move_.verb == "deploy");
    let places = declared.places.len();
    (0..games).find(|index| {
        let mut used = vec![false; places];
        let seed = game_seed(1, *index);
        let told = |mv: Move| {
            if Some(usize::from(mv.pattern)) == deploy {
                used[usize::from(mv.parts[1])] = true;
            }
        };
        play_as::<false, _>(players, rules, seed, &mut Tally::default(), told).unwrap();
        used.contains(&false)
    })
}

#[test]
fn a_swarm_leaves_a_location_empty_for_a_whole_game_within_a_few_and_even_players_never_do() {
    for game in EDITIONS {
        let rules = rules(game);
        let swarm = first_with_an_empty_place(&rules, Players::Swarm, 20);
        assert!(swarm.is_some(), "{game}");
        assert_eq!(first_with_an_empty_place(&rules, Players::Uniform, 2_000), None, "{game}");
    }
}
