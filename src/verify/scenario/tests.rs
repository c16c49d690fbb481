//! Tests with scenarios of the toy game: one that holds, and many with one mistake each, with the message that each
//! must give.

use super::blame::BlameSearch;
use super::{ScenarioReport, play, run_scenarios};
use crate::cards::Pack;
use crate::players::Players;
use crate::rules::Variant;
use crate::script::Rules;
use crate::source::{Code, Diagnostic, Diagnostics, Files, render};
use crate::verify::playing::{Failure, LawQuestion};
use crate::verify::record::RecordOrigin;
use crate::verify::shrink::{BUDGET, shrink};
use crate::verify::testing::{Fault, GAME, load};

/// Blue lays c8 against c1 and ends round 1; the deck is stacked so that it can.
const GOOD: &str = r#"title = "The higher sum takes the point"
cites = ["T-R2"]
[table]
turn = "red"
moved = 2
[table.zones]
deck = ["c4", "c3", "c2", "c5"]
"hand/red" = ["c1"]
"hand/blue" = ["c8"]
[[step]]
refuse = "lay c8 at 1"
because = "not-now"
[[step]]
play = ["red: lay c1 at 1", "pass"]
[[step]]
play = ["lay c8 at 1", "show"]
events = ["c8 at field/1/blue: up", "points/blue = 1"]
never = ["points/red = 1"]
[step.expect]
points = { red = 0, blue = 1 }
round = 2
zones = { "hand/red" = ["c2", "c4"] }
can = ["lay c3 at 2"]
influence = { "1/red" = 0 }
"#;

/// The toy with this fault, game.toml and scenario.
fn toy(fault: Fault, game: &str, scenario: &str, files: &mut Files) -> Pack {
    load(game, &fault.script(), scenario, files)
}

/// Runs the scenario in a game; the report, and its faults as they are shown.
fn report(game: &str, scenario: &str) -> (ScenarioReport, String) {
    let mut files = Files::new();
    let pack = toy(Fault::Nothing, game, scenario, &mut files);
    let report = run_scenarios(&pack, &mut files).unwrap();
    let shown = report.faults.iter().map(|f| render(f, &files, false));
    let shown = shown.collect::<Vec<_>>().join("\n");
    (report, shown)
}

/// The good scenario with one thing exchanged says all of `words`, and where.
#[track_caller]
fn spoilt(from: &str, to: &str, words: &[&str]) {
    assert!(GOOD.contains(from), "no `{from}`");
    let (report, shown) = report(GAME, &GOOD.replacen(from, to, 1));
    assert!(!report.faults.is_empty(), "`{to}` passes");
    for word in words {
        assert!(shown.contains(word), "`{word}` is missing in:\n{shown}");
    }
}

#[test]
fn a_scenario_that_holds_says_nothing() {
    let (report, shown) = report(GAME, GOOD);
    assert_eq!(shown, "");
    assert_eq!(report.summary(), "1 scenario holds; every rule has one");
    assert_eq!(report.scenarios[0].slug, "sum");
    assert_eq!(report.scenarios[0].cites, ["T-R2"]);
}

#[test]
fn a_wrong_number_is_told_with_what_was_found() {
    spoilt(
        "blue = 1 }",
        "blue = 2 }",
        &["sum (T-R2): points.blue: expected 2, found 1", "sum.toml:20:"],
    );
    spoilt(
        "\"1/red\" = 0",
        "\"1/red\" = 3",
        &["influence.1/red: expected 3, found 0", "sum.toml:24:25"],
    );
}

#[test]
fn a_card_that_lies_elsewhere_is_told() {
    spoilt(
        "[\"c2\", \"c4\"]",
        "[\"c2\", \"c5\"]",
        &["zones.hand/red: missing: \"c5\"; not expected: \"c4\"", "22:31"],
    );
    spoilt("[\"c2\", \"c4\"]", "[\"c2\"]", &["zones.hand/red: not expected: \"c4\"", "22:24"]);
    spoilt("[\"c2\", \"c4\"]", "[\"c4\", \"c9\"]", &["there is no card `c9`"]);
}

#[test]
fn cards_without_an_order_may_be_listed_in_any() {
    let (_, shown) = report(GAME, &GOOD.replace("[\"c2\", \"c4\"]", "[\"c4\", \"c2\"]"));
    assert_eq!(shown, "");
    let ordered = GOOD.replace("zones = {", "zones = { deck = [\"c6\", \"c5\"],");
    let (_, shown) = report(GAME, &ordered);
    assert!(shown.contains("zones.deck: expected [\"c6\", \"c5\"], found ["), "{shown}");
}

#[test]
fn all_that_does_not_hold_is_told_at_once() {
    let wrong = [
        ("because = \"not-now\"", "because = \"not-yours\""),
        ("\"pass\"]\n", "\"pass\"]\nexpect = { round = 3 }\n"),
        ("points/blue = 1", "points/blue = 2"),
        ("blue = 1 }", "blue = 2 }"),
    ];
    let scenario =
        wrong.iter().fold(GOOD.to_owned(), |scenario, (from, to)| scenario.replacen(from, to, 1));
    let (_, shown) = report(GAME, &scenario);
    for word in [
        "expected the reason `not-yours`, found `not-now`",
        "round: expected 3, found 1",
        "expected the event `points/blue = 2`, found `points/blue = 1`",
        "points.blue: expected 2, found 1",
    ] {
        assert!(shown.contains(word), "`{word}` is missing in:\n{shown}");
    }
    // A move that cannot be made ends it.
    let (_, shown) =
        report(GAME, &scenario.replace("lay c1 at 1\", \"pass", "lay c2 at 1\", \"pass"));
    assert!(shown.contains("not-yours") && !shown.contains("points"), "{shown}");
}

#[test]
fn slips_of_the_scenario_blame_no_card() {
    for (from, to) in [
        ("\"pass\"", "\"pas\""),
        ("[\"c8\"]", "[\"c8\", \"c9\"]"),
        ("because = \"not-now\"", "because = \"not-yours\""),
    ] {
        let (_, shown) = report(GAME, &GOOD.replacen(from, to, 1));
        assert!(!shown.contains("is in it"), "{to}:\n{shown}");
    }
}

#[test]
fn keys_that_no_table_has_are_told() {
    spoilt(
        "round = 2\nzones",
        "rond = 2\nzones",
        &["a table has no `rond`", "did you mean `round`?"],
    );
    spoilt(
        "\"1/red\" = 0",
        "\"9/red\" = 0",
        &["influence.9/red: expected 0, found nothing of that name"],
    );
    spoilt("never", "nevr", &["unknown key `nevr`", "did you mean `never`?"]);
    spoilt(
        "round = 2\nzones",
        "score = { red = 0 }\nzones",
        &["`score` is of the end, and the game goes on"],
    );
}

#[test]
fn a_move_that_is_refused_ends_the_scenario_and_says_what_is_legal() {
    spoilt(
        "red: lay c1 at 1",
        "red: lay c2 at 1",
        &[
            "expected `lay c2 at 1` to be legal, found it refused: lay a card, then show it or pass (not-now, R1)",
            "did you mean `lay c1 at 1`?",
            "sum.toml:14:9",
        ],
    );
}

#[test]
fn a_move_that_is_none_is_told() {
    spoilt("\"pass\"", "\"pas\"", &["`pas` is no move", "did you mean `pass`?"]);
}

#[test]
fn a_move_of_the_other_player_is_told() {
    spoilt("red: ", "blue: ", &["expected the turn of `blue`, found that of `red`"]);
}

#[test]
fn a_refusal_that_is_none_is_told() {
    spoilt(
        "refuse = \"lay c8 at 1\"",
        "refuse = \"lay c1 at 1\"",
        &["expected `lay c1 at 1` to be refused (not-now), found it legal"],
    );
    spoilt(
        "because = \"not-now\"",
        "because = \"not-yours\"",
        &["expected the reason `not-yours`, found `not-now`"],
    );
}

#[test]
fn events_are_told_in_their_order() {
    spoilt(
        "\"c8 at field/1/blue: up\", \"points/blue = 1\"",
        "\"points/blue = 1\", \"c8 at field/1/blue: up\"",
        &["expected the event `c8 at field/1/blue: up`, found it before the lines above"],
    );
    spoilt(
        "\"points/blue = 1\"]",
        "\"points/blue = 2\"]",
        &["expected the event `points/blue = 2`, found `points/blue = 1`", "change the data back"],
    );
    spoilt("points/red = 1", "points/blue = 1", &["expected no event `points/blue = 1`, found it"]);
}

#[test]
fn legal_moves_are_all_of_them() {
    spoilt(
        "can = [\"lay c3 at 2\"]",
        "legal = [\"lay c3 at 2\"]",
        &["legal: expected 1 in all, found", "legal as well: "],
    );
    spoilt("lay c3 at 2", "lay c1 at 2", &["expected `lay c1 at 2` to be legal"]);
}

#[test]
fn a_table_that_does_not_fit_is_told_at_its_card() {
    spoilt("[\"c8\"]", "[\"c8\", \"c9\"]", &["there is no card `c9`", "sum.toml:9:23"]);
}

#[test]
fn steps_that_show_nothing_are_faults() {
    spoilt("because = \"not-now\"\n", "", &["the refusal has no reason", "11:10"]);
    spoilt("play = [\"red: lay c1 at 1\", \"pass\"]\n", "", &["the step does nothing"]);
    spoilt(
        "refuse = \"lay c8 at 1\"\n",
        "refuse = \"lay c8 at 1\"\nplay = [\"pass\"]\n",
        &["the step plays and refuses"],
    );
}

#[test]
fn a_broken_law_is_named() {
    let mut files = Files::new();
    let scenario = GOOD.replace("lay c8 at 1\", ", "lay c8 at 2\", ");
    let pack = toy(Fault::LosesACard, GAME, &scenario, &mut files);
    let report = run_scenarios(&pack, &mut files).unwrap();
    let fault = report.faults.iter().next().unwrap();
    assert_eq!(
        fault.message,
        "sum (T-R2): `lay c8 at 2` breaks T-I1: `law_cards` is False: `lost` is `c8`"
    );
}

#[test]
fn the_scenario_that_a_broken_law_left_behind_fails_by_it_until_it_is_mended() {
    let mut files = Files::new();
    let pack = toy(Fault::LosesACard, GAME, GOOD, &mut files);
    let rules = Rules::<u64>::of(&pack, &Variant::default()).unwrap();
    let games = 0..1_000;
    let mut failures =
        games.filter_map(|i| Failure::find(&rules, 1, i, Players::Uniform, LawQuestion::Laws));
    let origin = RecordOrigin::new(&pack, &Variant::default());
    let smallest = shrink(&rules, &origin, &failures.next().unwrap(), BUDGET);
    let left = smallest.scenario.unwrap();

    let pack = toy(Fault::LosesACard, GAME, &left, &mut files);
    let broken = run_scenarios(&pack, &mut files).unwrap();
    let told: Vec<&str> = broken.faults.iter().map(|f| f.message.as_str()).collect();
    assert!(told[0].contains(" breaks T-I1: "), "{told:?}");
    let pack = toy(Fault::Nothing, GAME, &left, &mut files);
    let mended = run_scenarios(&pack, &mut files).unwrap();
    assert_eq!(mended.faults, Diagnostics::new(), "\n{left}");
}

#[test]
fn a_clause_without_a_scenario_is_listed() {
    let (report, _) = report(&GAME.replace("not-on-a-table = { R1 = ", "# "), GOOD);
    assert_eq!(report.without, ["T-R1"]);
    assert_eq!(report.summary(), "1 scenario holds; none shows T-R1");
}

#[test]
fn clauses_that_are_not_there_are_faults() {
    spoilt("T-R2", "T-R3", &["the rules have no clause `T-R3`", "sum.toml:2:10"]);
    let (_, shown) = report(&GAME.replace("{ R1 =", "{ R2 ="), GOOD);
    assert!(shown.contains("`R2` is said to be on no table, but a scenario shows it"), "{shown}");
}

#[test]
fn a_game_that_is_always_the_same_has_no_variant_to_name() {
    spoilt(
        "[table]\n",
        "variant = { rounds = 1 }\n[table]\n",
        &[
            "the game is always the same: it has no variants",
            "leave `variant` out",
            "sum.toml:3:11",
        ],
    );
}

#[test]
fn a_law_may_be_cited() {
    let (report, shown) = report(GAME, &GOOD.replace("[\"T-R2\"]", "[\"T-R2\", \"T-I1\"]"));
    assert_eq!(shown, "");
    assert_eq!(report.scenarios[0].cites, ["T-R2", "T-I1"]);
}

#[test]
fn the_number_that_a_scenario_fails_by_is_found_by_putting_it_back() {
    let mut files = Files::new();
    let original = toy(Fault::Nothing, GAME, GOOD, &mut files);
    let edited = GAME.replace("rounds = 2", "rounds = 1").replace("R2\n", "R1\n");
    let pack = toy(Fault::Nothing, &edited, GOOD, &mut files);
    let mut faults = Diagnostics::new();
    let scenarios = super::reading::read_all(&pack, &[], &mut files, &mut faults);
    let places = |original| {
        let search = BlameSearch::<u64>::new(&pack, original);
        let rules = Rules::<u64>::of(&pack, &Variant::default()).unwrap();
        let faults = play(&rules, &scenarios[0]);
        let places = search.places(&scenarios[0], &faults, &files);
        let told = places.iter().map(|(_, says)| says.clone());
        told.collect::<Vec<_>>()
    };
    assert_eq!(
        places(Some(&original)),
        ["`rounds = 1` here; with `rounds = 2`, as in the shipped game, it holds"]
    );
    // Without a game to compare with, the cards named last are the best guess.
    assert_eq!(places(None), ["`c8` is in it", "`c1` is in it", "`c4` is in it"]);
}

#[test]
fn a_number_whose_line_cites_the_clause_is_named() {
    let mut files = Files::new();
    let pack = toy(Fault::Nothing, GAME, GOOD, &mut files);
    let mut faults = Diagnostics::new();
    let scenarios = super::reading::read_all(&pack, &[], &mut files, &mut faults);
    let fault = Diagnostic::error(Code::DoesNotHold, "points: expected 1, found 2").into();
    let places = BlameSearch::<u64>::new(&pack, None).places(&scenarios[0], &fault, &files);
    assert_eq!(places[0].1, "`rounds` is 2");
}
