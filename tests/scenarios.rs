//! Every scenario of both editions, named by the clauses that it shows; and no clause without one.

use std::io::Write;
use std::path::Path;

use deckproof::cards::Pack;
use deckproof::registry::Registry;
use deckproof::rules::Kind;
use deckproof::source::{Files, GameFolder, render};
use deckproof::verify::fuzz::FuzzPlan;
use deckproof::verify::scenario::ScenarioReport;

const GAMES: [(&str, &str); 2] = [
    ("caps-and-hammers-2016", "CH1"),
    ("caps-and-hammers", "CH2"),
];

fn load(game: &str, files: &mut Files) -> Pack {
    let folder = GameFolder::shipped(game).unwrap();
    Pack::load(folder, &Registry, files).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn scenarios(game: &str) -> (ScenarioReport, Files) {
    let mut files = Files::new();
    let pack = load(game, &mut files);
    let prover = Registry::prover("hammers").unwrap();
    let report = prover.scenarios(&pack, &mut files).unwrap();
    (report, files)
}

/// A line that is shown although the test passes: `print!` would be held back.
fn show(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

fn all_hold(game: &str) {
    let (report, files) = scenarios(game);
    for ran in &report.scenarios {
        let verdict = if ran.holds { "holds" } else { "FAILS" };
        show(&format!(
            "{} {} ... {verdict}",
            ran.cites.join(" "),
            ran.slug
        ));
    }
    let told: Vec<String> = report
        .faults
        .iter()
        .map(|f| render(f, &files, false))
        .collect();
    assert!(told.is_empty(), "\n{}", told.join("\n\n"));
    assert!(!report.scenarios.is_empty());
}

#[test]
fn all_scenarios_of_the_2016_edition_hold() {
    all_hold("caps-and-hammers-2016");
}

#[test]
fn all_scenarios_of_the_second_edition_hold() {
    all_hold("caps-and-hammers");
}

#[test]
fn every_rule_example_and_ruling_has_a_scenario() {
    for (game, _) in GAMES {
        let without = scenarios(game).0.without;
        show(&format!("{game}: clauses without a scenario: {without:?}"));
        assert!(without.is_empty(), "{game}: {without:?}");
    }
}

#[test]
fn every_example_is_among_the_clauses() {
    // E1 to E14, and E1 to E6: none can be declared as not seen on a table.
    for ((game, prefix), examples) in GAMES.into_iter().zip([14, 6]) {
        let report = scenarios(game).0;
        let cited = |clause: &String| report.scenarios.iter().any(|s| s.cites.contains(clause));
        let mut missing = (1..=examples).map(|n| format!("{prefix}-E{n}"));
        assert_eq!(missing.find(|clause| !cited(clause)), None);
    }
}

#[test]
fn what_no_table_shows_is_tested_elsewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (game, _) in GAMES {
        for (clause, why) in scenarios(game).0.not_on_a_table {
            let words = why.split([' ', ',', ';', ':']);
            let mut files = words.filter(|w| w.ends_with(".rs"));
            let there = files.any(|file| root.join(file).is_file());
            let advice = why.starts_with("advice: ");
            assert!(there || advice, "{clause} names no file of tests: {why}");
        }
    }
}

#[test]
fn every_invariant_is_a_law_that_is_checked() {
    let plan = FuzzPlan {
        games: 2_048,
        time: None,
        seed: 1,
        jobs: 1,
        players: None,
    };
    for (game, prefix) in GAMES {
        let pack = load(game, &mut Files::new());
        let prover = Registry::prover("hammers").unwrap();
        let report = prover.fuzz(&pack, &plan, &|_| ()).unwrap();
        assert_eq!(report.fault, None);
        for number in 1..=12 {
            let id = format!("{prefix}-I{number}");
            let mut laws = report.properties.iter();
            let law = laws.find(|c| c.property.id == id);
            let law = law.unwrap_or_else(|| panic!("no law {id}"));
            match law.property.kind {
                Kind::Always => assert!(law.count > 0, "{id} was never checked"),
                Kind::Never => assert_eq!(law.count, 0, "{id} was reached"),
                Kind::Sometimes => panic!("{id} must hold always"),
            }
        }
    }
}
