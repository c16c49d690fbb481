//! Turns the results of random games into errors: laws that broke, with a record of the failing game, and things that never
//! happened. Fuzz reports come in, diagnostics go out. Called by `fuzzing`.

use std::path::{Path, PathBuf};

use crate::cards::Pack;
use crate::rules::Variant;
use crate::source::{Code, Diagnostic, Diagnostics, counted, grouped, shell_word};
use crate::verify::fuzz::{FailedGame, FuzzReport, RARE, merged};

use super::fuzz_report::story;
use super::recording::is_record;
use crate::report::GameReport;
use crate::session::check::examining::law_broken;
use crate::session::files::output;
use crate::session::open::chosen_variants::{variant_options, with_options};
use crate::session::open::selection::Playable;

/// Tells what the runs that are long enough have not seen.
pub fn missed(pack: &Pack, found: &[FuzzReport], faults: &mut Diagnostics) {
    // A run that stopped at a failure was too short to expect every event.
    if found.iter().any(|found| found.fault.is_some()) {
        return;
    }
    for missing in merged(found) {
        let long = missing.unseen.iter().filter(|(_, games)| *games >= RARE);
        let (variants, games): (Vec<String>, Vec<u64>) =
            long.map(|(variant, games)| (variant.word(), games)).unzip();
        if games.is_empty() {
            continue;
        }
        let of = match variants.concat().as_str() {
            "" => String::new(),
            _ => format!(" of {}", variants.join(", ")),
        };
        let message = format!(
            "{}: `{}` was seen in none of {} games{of} ({})",
            pack.game.id,
            missing.property.id,
            grouped(games.iter().sum()),
            missing.property.says
        );
        let help = format!(
            "in {} games it should be: no card or rule brings it about any more, or hardly ever",
            grouped(RARE)
        );
        let fault = Diagnostic::error(Code::NeverSeen, message).help(help);
        faults.push(fault.at_maybe(missing.property.stated));
    }
}

/// Tells which law does not hold in a run of that seed, if one does not, and writes the game that breaks it.
pub fn broken(
    Playable { name, pack, .. }: &Playable,
    found: &FuzzReport,
    seed: u64,
    out: &Path,
    report: &mut GameReport,
    faults: &mut Diagnostics,
) {
    let Some(fault) = &found.fault else {
        return;
    };
    let (smallest, variant) = (&fault.smallest, &found.variant);
    let mut parts = vec![pack.game.id.clone(), variant.file_word(), seed.to_string()];
    parts.retain(|part| !part.is_empty());
    let file = format!("{}-{}", parts.join("-"), fault.index);
    let written = write(out, &file, fault);
    report.heading(format!(
        "The game, cut down from {} to {}",
        counted(smallest.found_after, "decision"),
        counted(smallest.moves, "decision")
    ));
    story(&smallest.story, report);
    let of = format!(
        "{} in game {} of seed {} ({} players)",
        with_options(variant),
        fault.index,
        seed,
        fault.players.word(),
    );
    let again = again(name, variant, fault);
    report.paragraph(format!("The whole game: `{again}`"));
    let mut fault = law_broken(
        pack,
        (&smallest.property, &smallest.says, smallest.at),
        smallest.last.as_deref(),
        (&of, &format!("play the game again with `{again}`")),
    );
    if let Ok(files) = &written {
        let files: Vec<String> = files.iter().map(|f| f.display().to_string()).collect();
        report.paragraph(format!("Written: {}", files.join(", ")));
        if let Some(record) = files.first().map(|record| shell_word(record)) {
            let game = if pack.folder.is_shipped() {
                String::new()
            } else {
                format!(" --game {}", shell_word(name))
            };
            fault = fault.help(format!("look at it with `deckproof replay {record}{game}`"));
        }
    }
    faults.push(fault);
    if let Err(unwritten) = written {
        faults.push(unwritten);
    }
}

/// The command that plays the whole game again.
fn again(name: &str, variant: &Variant, fault: &FailedGame) -> String {
    let (options, policy) = (variant_options(variant), fault.players.word());
    let (name, seed) = (shell_word(name), fault.seed);
    format!("deckproof record {name}{options} --seed {seed} --policy {policy}")
}

/// Writes the record, and the scenario if there is one. Gives the paths, the record's first.
fn write(out: &Path, name: &str, fault: &FailedGame) -> Result<Vec<PathBuf>, Diagnostic> {
    output::folder_for("--counterexamples", out)?;
    let mut files = Vec::new();
    let record = out.join(format!("{name}.jsonl"));
    let record_text = fault.smallest.record.as_bytes();
    output::write_file_for("--counterexamples", &record, record_text, is_record)?;
    files.push(record);
    if let Some(scenario) = &fault.smallest.scenario {
        let path = out.join(format!("{name}.toml"));
        output::write_file_for("--counterexamples", &path, scenario.as_bytes(), is_scenario)?;
        files.push(path);
    }
    Ok(files)
}

/// Whether the head of a file is that of a scenario that was written for a failure.
fn is_scenario(head: &[u8]) -> bool {
    String::from_utf8_lossy(head).contains("deckproof fuzz")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::players::Players;
    use crate::registry;
    use crate::rules::{LawKind, Property};
    use crate::source::{Files, GameFolder};
    use crate::verify::fuzz::{Counted, FuzzCounts, Pace};
    use crate::verify::shrink::Counterexample;

    fn pack() -> Pack {
        let folder = GameFolder::shipped("caps-and-hammers").unwrap();
        registry::load(folder, &mut Files::new()).unwrap()
    }

    fn playable() -> Playable {
        let pack = pack();
        Playable { name: "cards/caps-and-hammers".to_owned(), pack }
    }

    fn variant(city: &str) -> Variant {
        Variant { choices: vec![("city".to_owned(), city.to_owned())] }
    }

    fn found(games: u64, count: u64, fault: Option<FailedGame>) -> FuzzReport {
        FuzzReport {
            variant: Variant::default(),
            counts: FuzzCounts { games, ..FuzzCounts::default() },
            pace: Pace::default(),
            elapsed: Duration::ZERO,
            properties: vec![Counted {
                property: Property {
                    id: "spy mattered".to_owned(),
                    says: "it revealed something".to_owned(),
                    kind: LawKind::Sometimes,
                    stated: None,
                },
                count,
            }],
            worlds_after: std::collections::BTreeMap::new(),
            fault,
        }
    }

    fn fault() -> FailedGame {
        FailedGame {
            index: 17,
            seed: 4,
            players: Players::Swarm,
            smallest: Counterexample {
                property: "CH2-I5".to_owned(),
                says: "no crisis at 14".to_owned(),
                at: None,
                last: Some("deploy spy#1 at 1".to_owned()),
                moves: 2,
                from_set_up: 2,
                found_after: 180,
                start: None,
                record: "{\"format\":1}\n".to_owned(),
                scenario: Some("# Found by `deckproof fuzz`, which saw:\n".to_owned()),
                story: vec!["1. Caps: deploy spy#1 at 1".to_owned()],
            },
        }
    }

    #[test]
    fn the_command_for_the_whole_game_names_it_as_it_was_named() {
        assert_eq!(
            again("cards/toy", &variant("rome"), &fault()),
            "deckproof record cards/toy --city rome --seed 4 --policy swarm"
        );
        assert_eq!(
            again("toy", &Variant::default(), &fault()),
            "deckproof record toy --seed 4 --policy swarm"
        );
    }

    #[test]
    fn what_was_never_seen_is_a_fault_of_a_long_run_only() {
        let told = |games, count, fault| {
            let mut faults = Diagnostics::new();
            missed(&pack(), &[found(games, count, fault)], &mut faults);
            faults.iter().map(|d| d.message.clone()).collect::<Vec<_>>()
        };
        assert_eq!(
            told(RARE, 0, None),
            [
                "caps-and-hammers: `spy mattered` was seen in none of 100,000 games (it revealed something)"
            ]
        );
        assert!(told(RARE - 1, 0, None).is_empty());
        assert!(told(RARE, 1, None).is_empty());
        assert!(told(RARE, 0, Some(fault())).is_empty());
    }

    #[test]
    fn what_was_never_seen_is_told_once_with_the_variants_that_lack_it() {
        let of =
            |city: &str, count| FuzzReport { variant: variant(city), ..found(RARE, count, None) };
        let runs = [of("paris", 0), of("rome", 2), of("london", 0)];
        let mut faults = Diagnostics::new();
        missed(&pack(), &runs, &mut faults);
        let told: Vec<_> = faults.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(
            told,
            [
                "caps-and-hammers: `spy mattered` was seen in none of 200,000 games of paris, london (it revealed something)"
            ]
        );
    }

    #[test]
    fn a_broken_law_is_told_and_its_game_written_twice() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("found");
        // Twice: the second run may overwrite the files of the first.
        for _ in 0..2 {
            let mut faults = Diagnostics::new();
            let found = found(9, 0, Some(fault()));
            let mut report = GameReport::default();
            broken(&playable(), &found, 3, &out, &mut report, &mut faults);
            let told: Vec<_> = faults.iter().map(|d| d.message.as_str()).collect();
            assert_eq!(
                told,
                [
                    "caps-and-hammers: CH2-I5 does not hold in game 17 of seed 3 (swarm players): no crisis at 14"
                ]
            );
        }
        for ending in ["jsonl", "toml"] {
            let path = out.join(format!("caps-and-hammers-3-17.{ending}"));
            assert!(path.is_file(), "{}", path.display());
        }
    }

    #[test]
    fn a_file_of_somebody_else_is_left_alone_and_the_law_told_nevertheless() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("caps-and-hammers-1-17.jsonl");
        std::fs::write(&path, "mine").unwrap();
        let mut faults = Diagnostics::new();
        let found = found(9, 0, Some(fault()));
        let mut report = GameReport::default();
        broken(&playable(), &found, 1, folder.path(), &mut report, &mut faults);
        let told: Vec<_> = faults.iter().map(|d| d.message.clone()).collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].contains("CH2-I5 does not hold"), "{told:?}");
        assert!(told[1].contains("was not made by deckproof"), "{told:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    }
}
