//! Tests of what is asked of a game, on the toy in variants.

use super::exhaust::exhaust;
use super::fuzz::{FuzzPlan, fuzz};
use super::record::{RecordHeader, RecordPlan, record_game};
use super::replay::replay_record;
use super::scenario::{ScenarioReport, run_scenarios};
use super::testing::{GAME, VARIANTS, load, varied_script};
use crate::cards::{Overlay, Pack};
use crate::players::Players;
use crate::rules::Variant;
use crate::script::script_axes;
use crate::source::{Diagnostics, Files, render};

/// Blue ends the first round; whether another is dealt is for the variant to say.
fn scenario(variant: &str, dealt: &str) -> String {
    format!(
        r#"title = "What follows the first round"
cites = ["T-R2"]
{variant}
[table]
turn = "blue"
moved = 3
[table.zones]
deck = ["c1", "c2", "c3", "c4"]
"hand/blue" = ["c8"]
[[step]]
play = ["blue: lay c8 at 2", "pass"]
[step.expect]
zones = {{ "hand/blue" = {dealt} }}
"#
    )
}

const DEALT: &str = r#"["c2", "c4"]"#;

fn scenarios(text: &str) -> (ScenarioReport, String) {
    let mut files = Files::new();
    let pack = varied(text, &mut files);
    let report = run_scenarios(&pack, &mut files).unwrap();
    let shown = report.faults.iter().map(|f| render(f, &files, false));
    let shown = shown.collect::<Vec<_>>().join("\n");
    (report, shown)
}

#[track_caller]
fn holds(text: &str) {
    let (report, shown) = scenarios(text);
    assert_eq!((shown.as_str(), report.held()), ("", 1), "{text}");
}

/// The scenario says all of `words`.
#[track_caller]
fn says(text: &str, words: &[&str]) {
    let (_, shown) = scenarios(text);
    for word in words {
        assert!(shown.contains(word), "`{word}` is missing in:\n{shown}");
    }
}

fn varied(scenario: &str, files: &mut Files) -> Pack {
    load(&format!("{GAME}{VARIANTS}"), &varied_script(), scenario, files)
}

fn pack() -> Pack {
    varied(&scenario("", DEALT), &mut Files::new())
}

/// Two rounds or one; cards kept or lost.
fn variant(rounds: &str, cards: &str) -> Variant {
    let first = Variant::first(&script_axes(&pack().game));
    first.with("rounds", rounds).with("cards", cards)
}

fn plan(games: u64) -> FuzzPlan {
    FuzzPlan { games, seed: 1, jobs: 1, ..FuzzPlan::default() }
}

fn record(variant: &Variant) -> String {
    let plan = RecordPlan { seed: 3, players: Players::Uniform, states: false, legal: false };
    record_game(&pack(), variant, &plan).unwrap().text
}

/// The diagnostics for a record, each with its help and position.
fn replayed(text: &str) -> Result<usize, Vec<(String, String, String)>> {
    let mut files = Files::new();
    let done = replay_record(&pack(), "game.jsonl", text.into(), &mut files);
    let told = |faults: Diagnostics| {
        let told = faults.into_iter().map(|f| {
            let place = files.place(f.span.unwrap());
            (f.message, f.help.unwrap_or_default(), place)
        });
        told.collect()
    };
    done.map(|replay| replay.frames.len()).map_err(told)
}

/// The header as it would be with another variant.
fn with_variant(record: &str, variant: Variant) -> String {
    let mut files = Files::new();
    let file = files.add("a", record);
    let mut header = RecordHeader::read(file, record).unwrap();
    header.variant = variant;
    format!("{}\n{}", header.line(), record.split_once('\n').unwrap().1)
}

// ---------------------------------------------------------------------------------------------- scenarios

#[test]
fn a_scenario_is_played_in_the_variant_that_it_names() {
    holds(&scenario("variant = { rounds = 2 }", DEALT));
    holds(&scenario("variant = { rounds = 1 }", "[]"));
    says(&scenario("variant = { rounds = 1 }", DEALT), &["missing: \"c2\", \"c4\""]);
}

#[test]
fn what_a_scenario_leaves_out_is_the_first_that_it_can_be() {
    holds(&scenario("", DEALT));
    holds(&scenario("variant = {}", DEALT));
    says(&scenario("variant = { cards = \"lost\" }", DEALT), &["breaks T-I1"]);
}

#[test]
fn numbers_of_a_variant_may_stand_in_quotes() {
    holds(&scenario("variant = { rounds = \"1\" }", "[]"));
}

#[test]
fn a_variant_that_there_is_not_is_told_at_its_place() {
    says(
        &scenario("variant = { round = 1 }", DEALT),
        &["the game has no `round` to choose", "did you mean `rounds`?", "sum.toml:3:13"],
    );
    says(
        &scenario("variant = { cards = \"lots\" }", DEALT),
        &["`cards` cannot be `lots`", "did you mean `lost`?", "sum.toml:3:21"],
    );
    says(
        &scenario("variant = { rounds = 7 }", DEALT),
        &["`rounds` cannot be `7`", "there are `2` and `1`", "sum.toml:3:22"],
    );
    says(&scenario("variant = { rounds = [1] }", DEALT), &["`rounds` is a list", "sum.toml:3:22"]);
    says(
        &scenario("variant = \"lost\"", DEALT),
        &["`variant` of the scenario is a string, not a table"],
    );
}

// ------------------------------------------------------------------------------------------------ records

#[test]
fn a_record_is_played_again_in_its_variant() {
    for (rounds, plies) in [("1", 8), ("2", 16)] {
        let record = record(&variant(rounds, "kept"));
        let named = format!(r#""variant":{{"rounds":"{rounds}","cards":"kept"}}"#);
        assert!(record.starts_with("{\"format\":1"), "{record}");
        assert!(record.lines().next().unwrap().contains(&named), "{record}");
        assert_eq!(replayed(&record), Ok(plies + 1));
    }
}

#[test]
fn a_record_under_the_name_of_another_variant_is_refused() {
    let record = record(&variant("1", "kept"));
    let told = replayed(&with_variant(&record, variant("2", "kept"))).unwrap_err();
    assert!(told[0].0.starts_with("ply 8: "), "{told:?}");
}

#[test]
fn a_record_of_a_variant_that_there_is_not_is_refused_where_it_is_named() {
    let record = record(&variant("1", "kept"));
    let told = replayed(&with_variant(&record, variant("7", "kept"))).unwrap_err();
    let [(message, help, place)] = &told[..] else {
        panic!("{told:?}");
    };
    assert_eq!(message, "the record's variant cannot be played: `rounds` cannot be `7`");
    assert!(help.starts_with("there are `2` and `1`; "), "{help}");
    let header = with_variant(&record, variant("7", "kept"));
    let column = header.find("\"variant\"").unwrap() + 1;
    assert_eq!(*place, format!("game.jsonl:1:{column}"));
}

#[test]
fn a_record_that_names_no_variant_is_refused() {
    let record = with_variant(&record(&variant("1", "kept")), Variant::default());
    let told = replayed(&record).unwrap_err();
    assert_eq!(told[0].0, "the record's variant cannot be played: it is not said what `rounds` is");
    assert_eq!(told[0].2, "game.jsonl:1:1");
}

// ------------------------------------------------------------------------------------------- random games

#[test]
fn a_run_is_of_one_variant_and_says_which() {
    for (rounds, decisions) in [("1", 8), ("2", 16)] {
        let variant = variant(rounds, "kept");
        let found = fuzz(&pack(), &variant, &plan(100), &|_| ()).unwrap();
        assert_eq!(found.variant, variant);
        assert_eq!(found.counts.decisions, 100 * decisions);
        assert_eq!(found.fault, None);
    }
}

#[test]
fn what_is_left_of_a_failing_game_names_its_variant() {
    let lost = variant("1", "lost");
    let found = fuzz(&pack(), &lost, &plan(1_000), &|_| ()).unwrap();
    let smallest = found.fault.unwrap().smallest;
    assert!(replayed(&smallest.record).is_ok());
    let left = smallest.scenario.unwrap();
    assert!(left.contains("variant = { rounds = 1, cards = \"lost\" }\n"), "{left}");
    says(&left, &["breaks T-I1"]);
    holds(&left.replace("\"lost\"", "\"kept\""));
}

#[test]
fn the_visit_of_all_states_is_of_one_variant() {
    let pack = pack();
    let overlay = Overlay::read("overlay", "", &mut Files::new()).unwrap();
    let lost = exhaust(&pack, &variant("1", "lost"), Some(&overlay), 100_000);
    assert_eq!(lost.unwrap().broken.unwrap().law, "T-I1");
}
