//! Every scenario of every game, named by the clauses that it shows; and no clause without one.

use std::io::Write;
use std::path::Path;

use deckproof::cards::Pack;
use deckproof::registry;
use deckproof::rules::{LawKind, Variant};
use deckproof::source::{Files, GameFolder, render};
use deckproof::verify::fuzz::{FuzzPlan, fuzz};
use deckproof::verify::scenario::{ScenarioReport, run_scenarios};

/// A game, what its clauses begin with, how many examples its rulebook has, how many invariants, and which of these no law of its
/// script states: what every table keeps (sums, views, that somebody can move), and what the oracle alone counts again.
struct Proven {
    game: &'static str,
    clauses: &'static str,
    examples: usize,
    invariants: usize,
    kept_elsewhere: &'static [usize],
}

const GAMES: [Proven; 3] = [
    Proven {
        game: "caps-and-hammers-2016",
        clauses: "CH1",
        examples: 14,
        invariants: 12,
        kept_elsewhere: &[10, 12],
    },
    Proven {
        game: "caps-and-hammers",
        clauses: "CH2",
        examples: 6,
        invariants: 12,
        kept_elsewhere: &[10, 11],
    },
    Proven {
        game: "caper",
        clauses: "CAP",
        examples: 9,
        invariants: 9,
        kept_elsewhere: &[1, 2, 6, 8, 9],
    },
];

fn load(game: &str, files: &mut Files) -> Pack {
    let folder = GameFolder::shipped(game).unwrap();
    registry::load(folder, files).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn scenarios(game: &str) -> (ScenarioReport, Files) {
    let mut files = Files::new();
    let pack = load(game, &mut files);
    let report = run_scenarios(&pack, &mut files).unwrap();
    (report, files)
}

/// A line that is shown although the test passes: `print!` would be held back.
fn show(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

fn all_hold(game: &str) {
    let (report, files) = scenarios(game);
    for ran in &report.scenarios {
        let verdict = if ran.holds() { "holds" } else { "FAILS" };
        show(&format!("{} {} ... {verdict}", ran.cites.join(" "), ran.slug));
    }
    let told: Vec<String> = report.faults.iter().map(|f| render(f, &files, false)).collect();
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
fn all_scenarios_of_caper_hold() {
    all_hold("caper");
}

#[test]
fn every_rule_example_and_ruling_has_a_scenario() {
    for Proven { game, .. } in GAMES {
        let without = scenarios(game).0.without;
        show(&format!("{game}: clauses without a scenario: {without:?}"));
        assert!(without.is_empty(), "{game}: {without:?}");
    }
}

#[test]
fn every_example_is_among_the_clauses() {
    // None of them can be declared as not seen on a table.
    for proven in GAMES {
        let report = scenarios(proven.game).0;
        let cited = |clause: &String| report.scenarios.iter().any(|s| s.cites.contains(clause));
        let mut all = (1..=proven.examples).map(|n| format!("{}-E{n}", proven.clauses));
        assert_eq!(all.find(|clause| !cited(clause)), None);
    }
}

#[test]
fn what_no_table_shows_is_tested_elsewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for Proven { game, .. } in GAMES {
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
    for proven in GAMES {
        let pack = load(proven.game, &mut Files::new());
        let variants = Variant::all(&deckproof::script::script_axes(&pack.game));
        let plan = FuzzPlan {
            games: 2_048 / variants.len() as u64,
            seed: 1,
            jobs: 1,
            ..FuzzPlan::default()
        };
        for variant in variants {
            let report = fuzz(&pack, &variant, &plan, &|_| ()).unwrap();
            let game = format!("{} {}", proven.game, variant.word());
            assert_eq!(report.fault, None, "{game}");
            let stated = (1..=proven.invariants).filter(|n| !proven.kept_elsewhere.contains(n));
            for number in stated {
                let id = format!("{}-I{number}", proven.clauses);
                let mut laws = report.properties.iter();
                let cites = |said: &str| {
                    let words = said.split([' ', ',', ':']);
                    words.into_iter().any(|word| word == id)
                };
                let law = laws.find(|c| {
                    c.property.kind != LawKind::Sometimes
                        && (c.property.id == id || cites(&c.property.says))
                });
                let law = law.unwrap_or_else(|| panic!("{game}: no law {id}"));
                match law.property.kind {
                    LawKind::Always => assert!(law.count > 0, "{game}: {id} was never checked"),
                    LawKind::Never => assert_eq!(law.count, 0, "{game}: {id} was reached"),
                    LawKind::Sometimes => unreachable!(),
                }
            }
        }
    }
}
