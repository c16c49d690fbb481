//! Failing games get small: faults are planted whose shortest game is known.

use crate::games;

use std::path::Path;

use deckproof::cards::Pack;
use deckproof::players::Players;
use deckproof::registry;
use deckproof::rules::Variant;
use deckproof::source::{Files, GameFolder};
use deckproof::verify::playing::{Failure, LawQuestion};
use deckproof::verify::record::RecordOrigin;
use deckproof::verify::replay;
use deckproof::verify::scenario::{ScenarioReport, run_scenarios};
use deckproof::verify::shrink::{Counterexample, shrink};

/// Seeds that the median is taken of.
const SEEDS: u64 = 15;
/// Plies that a shrinker may play here: a fraction of a second without optimisation.
const BUDGET: u64 = 40_000;

/// A fault, in a copy of the game's script: where a turn ends, not the round's last, and somewhere these two lie opposite each other,
/// DEFCON is 1.
fn planted(mine: &str, theirs: &str, from_round: u8) -> [(String, String); 1] {
    let end = "def on_end(t, me):\n";
    let fault = format!(
        "def planted(t, me):
    for p in places:
        if field[p][me] & {mine} and field[p][1 - me] & {theirs} and t.turns < 9 and t.round >= {from_round}:
            t.defcon = 1

{end}    planted(t, me)
"
    );
    [(end.to_owned(), fault)]
}

/// The shortest game: deploy an Admiral, end; deploy a Spy there, launch it to reveal the Admiral, end.
fn spy_and_admiral() -> [(String, String); 1] {
    planted("profession.spy & face.up", "profession.admiral & face.revealed", 1)
}

/// The shortest game: deploy an Admiral, launch it to a place beside, end; deploy a Scientist there, end.
fn admiral_and_scientist() -> [(String, String); 1] {
    planted("profession.scientist & face.down", "profession.admiral & face.up", 1)
}

/// No short game from the set-up gets there: four rounds take 80 decisions.
fn spy_of_round_five() -> [(String, String); 1] {
    planted("profession.spy & face.up", "profession.admiral & face.revealed", 5)
}

/// The game with the fault, and the counterexample of each run's first game that fails.
fn counterexamples(
    game: &str,
    fault: [(String, String); 1],
    seeds: u64,
) -> (Pack, Vec<Counterexample>) {
    let [(from, to)] = &fault;
    let pack = games::edited(game, &[(from, to)]);
    let planted = games::rules(&pack, "", &[]);
    let first = |seed: u64| {
        let players = |index: u64| Players::ALL[(index % 2) as usize];
        let find = |index| Failure::find(&planted, seed, index, players(index), LawQuestion::Laws);
        (0..10_000).find_map(find).expect("no game failed")
    };
    let origin = RecordOrigin::new(&pack, &Variant::default());
    let shrunk = |seed| shrink(&planted, &origin, &first(seed), BUDGET);
    let found = (0..seeds).map(shrunk).collect();
    (pack, found)
}

/// The median of the decisions from the set-up, told with all.
fn median(game: &str, fault: [(String, String); 1]) -> usize {
    let (_, found) = counterexamples(game, fault, SEEDS);
    let mut lengths: Vec<usize> = found.iter().map(|c| c.from_set_up).collect();
    lengths.sort_unstable();
    println!("{game}: {lengths:?}");
    lengths[lengths.len() / 2]
}

#[test]
fn five_decisions_with_a_spy_are_shown_in_ten_in_the_first_edition() {
    assert!(median(games::FIRST, spy_and_admiral()) <= 10);
}

#[test]
fn five_decisions_with_a_spy_are_shown_in_ten_in_the_second_edition() {
    assert!(median(games::SECOND, spy_and_admiral()) <= 10);
}

#[test]
fn five_decisions_with_an_admiral_are_shown_in_ten_in_the_first_edition() {
    assert!(median(games::FIRST, admiral_and_scientist()) <= 10);
}

#[test]
fn five_decisions_with_an_admiral_are_shown_in_ten_in_the_second_edition() {
    assert!(median(games::SECOND, admiral_and_scientist()) <= 10);
}

#[test]
fn what_needs_many_rounds_is_shown_from_a_table() {
    for game in [games::FIRST, games::SECOND] {
        let (_, found) = counterexamples(game, spy_of_round_five(), 1);
        for found in found {
            assert!(found.from_set_up > 80, "{}", found.from_set_up);
            assert!(found.start.is_some());
            assert!(found.moves <= 5, "{:#?}", found.story);
        }
    }
}

#[test]
fn the_story_ends_with_the_law() {
    let (_, found) = counterexamples(games::SECOND, spy_and_admiral(), 1);
    let found = &found[0];
    assert_eq!(found.property, "CH2-I4");
    // What was dealt, the moves, what they broke.
    assert_eq!(found.story.len(), found.moves + 2, "{:#?}", found.story);
    assert!(found.story.last().unwrap().contains("CH2-I4"));
}

#[test]
fn the_record_is_played_again_by_the_faulty_game() {
    let (pack, found) = counterexamples(games::SECOND, spy_and_admiral(), 3);
    for found in found {
        let text = found.record.as_str().into();
        let again = replay::replay_record(&pack, "record", text, &mut Files::new());
        assert!(again.is_ok(), "{:?}", again.err());
    }
}

/// A copy of the second edition with something else in the place of some lines, and one scenario.
fn with_scenario(dir: &Path, (from, to): (&str, &str), text: &str) -> Pack {
    let shipped = GameFolder::shipped(games::SECOND).unwrap();
    let mut names = shipped.deck_names();
    names.push("game".to_owned());
    let files = names.into_iter().map(|name| format!("{name}.toml"));
    for name in files.chain(["rules.star".to_owned()]) {
        let (_, text) = shipped.text(&name, &mut Files::new()).unwrap();
        std::fs::write(dir.join(name), text.replace(from, to)).unwrap();
    }
    std::fs::create_dir(dir.join("scenarios")).unwrap();
    std::fs::write(dir.join("scenarios/found.toml"), text).unwrap();
    let folder = GameFolder::open(dir).unwrap();
    registry::load(folder, &mut Files::new()).unwrap_or_else(|f| panic!("{f:?}"))
}

/// The scenarios of such a copy.
fn scenarios(edit: (&str, &str), text: &str) -> ScenarioReport {
    let dir = tempfile::tempdir().unwrap();
    let pack = with_scenario(dir.path(), edit, text);
    run_scenarios(&pack, &mut Files::new()).unwrap()
}

#[test]
fn the_scenario_fails_as_long_as_the_fault_is_there() {
    let (_, found) = counterexamples(games::SECOND, spy_and_admiral(), 3);
    for found in found {
        let text = found.scenario.unwrap();
        let [(from, to)] = spy_and_admiral();
        let faulty = scenarios((&from, &to), &text);
        let told: Vec<&str> = faulty.faults.iter().map(|d| d.message.as_str()).collect();
        assert!(told.iter().any(|t| t.contains("breaks CH2-I4")), "{told:?}\n{text}");
        assert!(!faulty.scenarios[0].holds());
        let sound = scenarios((&from, &from), &text);
        assert!(sound.scenarios[0].holds(), "{:?}\n{text}", sound.faults);
    }
}
