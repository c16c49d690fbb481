//! Plays random games, or visits every state, and watches every law. A game and what is asked for come in; a report goes out, and errors
//! for laws that broke, each with a record of the game, and for things that never happened.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::cards::{Overlay, Pack};
use crate::lab::LabPart;
use crate::players::Players;
use crate::report::GameReport;
use crate::rules::Variant;
use crate::session::check::examining::law_broken;
use crate::session::files::output;
use crate::session::files::sheet_file::read_overlay;
use crate::session::lab::merging::never_seen_help;
use crate::session::lab::runs::{LawsAsked, law_part};
use crate::session::open::chosen_variants::{variant_options, with_options};
use crate::session::open::host::Host;
use crate::session::open::selection::Playable;
use crate::source::{Diagnostic, Diagnostics, Files, counted, error, grouped, joined, shell_word};
use crate::verify;
use crate::verify::exhaust::exhaust;
use crate::verify::fuzz::{FailedGame, FuzzPlan, FuzzReport, RARE, WORLDS, merged};

use super::fuzz_report::{exhausted_report, fuzz_report, story};
use super::records::is_record;

/// What a run does when it is not told how long it should be.
const GAMES: u64 = 100_000;
const SECONDS: u64 = 10;

/// Most states that are visited.
const MOST_STATES: u64 = 4_000_000;

/// What is asked of random games.
#[derive(Debug)]
pub struct FuzzAsked {
    /// The most games of each variant.
    pub games: Option<u64>,
    /// The most time for all variants.
    pub seconds: Option<Duration>,
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
    /// Who chooses; `None` for all by turns.
    pub players: Option<Players>,
    /// The folder for games that break a law.
    pub counterexamples: PathBuf,
}

impl FuzzAsked {
    /// What is to be played of each of so many variants of a game.
    fn plan(&self, variants: usize) -> FuzzPlan {
        let unlimited = self.games.is_none() && self.seconds.is_none();
        let time = if unlimited { Some(Duration::from_secs(SECONDS)) } else { self.seconds };
        FuzzPlan {
            worlds: WORLDS.div_ceil(variants.max(1) as u64),
            games: if unlimited { GAMES } else { self.games.unwrap_or(u64::MAX) },
            time: time.map(|time| time.div_f64(variants.max(1) as f64)),
            seed: self.seed,
            jobs: self.jobs,
            players: self.players,
            ..FuzzPlan::default()
        }
    }
}

/// Plays each of the variants, up to the first in which a law does not hold; that, and what was never seen, goes into `faults`.
///
/// # Errors
/// Rules that cannot be played.
pub fn fuzz_variants(
    game: &Playable,
    variants: &[Variant],
    asked: &FuzzAsked,
    host: &dyn Host,
    faults: &mut Diagnostics,
) -> Result<GameReport, Diagnostics> {
    let plan = asked.plan(variants.len());
    let mut found = Vec::new();
    for variant in variants {
        found.push(play(game, variant, &plan, host)?);
        if found.last().is_some_and(|found| found.fault.is_some()) {
            break;
        }
    }
    let mut report = fuzz_report(&game.pack, &plan, &found);
    missed(&game.pack, &found, faults);
    found.iter().for_each(|found| broken(game, found, asked, &mut report, faults));
    Ok(report)
}

/// Plays a share of each of the variants and counts; reports only what is broken, as the rest is told of the whole.
///
/// # Errors
/// Rules that cannot be played.
pub fn fuzz_share(
    game: &Playable,
    variants: &[Variant],
    (asked, laws): (&FuzzAsked, &LawsAsked),
    host: &dyn Host,
    faults: &mut Diagnostics,
) -> Result<(GameReport, LabPart), Diagnostics> {
    let games = laws.shard.games(laws.games);
    let plan = FuzzPlan {
        first: games.start,
        games: games.end - games.start,
        // However a run is shared out, the same games are compared.
        worlds: 0,
        ..asked.plan(1)
    };
    let found = variants.iter().map(|variant| play(game, variant, &plan, host));
    let found = found.collect::<Result<Vec<_>, _>>()?;
    let mut report = GameReport::new(game.pack.game.full_title());
    report.about("share", format!("share {} of `deckproof {}`", laws.shard, laws.command));
    found.iter().for_each(|found| broken(game, found, asked, &mut report, faults));
    Ok((report, law_part(&game.pack, &found, laws)))
}

/// Plays one variant, with a progress bar that names it.
fn play(
    Playable { pack, .. }: &Playable,
    variant: &Variant,
    plan: &FuzzPlan,
    host: &dyn Host,
) -> Result<FuzzReport, Diagnostics> {
    let what = match variant.word().as_str() {
        "" => pack.game.full_title(),
        word => format!("{} {word}", pack.game.title),
    };
    let steps = host.progress(&what);
    let start = Instant::now();
    // The run ends at whichever limit is reached first: the bar shows the nearer one, in thousandths.
    let progress = |games: u64| {
        let share = |done: f64, of: f64| (1000.0 * done / of) as u64;
        let by_games = share(games as f64, plan.games as f64);
        let time = |time: Duration| share(start.elapsed().as_secs_f64(), time.as_secs_f64());
        steps(by_games.max(plan.time.map_or(0, time)).min(1000) as usize, 1000);
    };
    verify::fuzz::fuzz(pack, variant, plan, &progress)
}

/// A file that changes a game, as it is named on the command line.
///
/// # Errors
/// When it cannot be read, or is none.
pub fn overlay_of(path: &Path, files: &mut Files) -> Result<Overlay, Diagnostics> {
    let (_, text) = read_overlay(path, files)?;
    Overlay::read(&path.display().to_string(), text, files)
}

/// Visits every state of one variant; a law that does not hold goes into `faults`.
///
/// # Errors
/// Rules that cannot be played, and more states than can be visited.
pub fn exhaust_variant(
    pack: &Pack,
    variant: &Variant,
    overlay: Option<&Overlay>,
    faults: &mut Diagnostics,
) -> Result<GameReport, Diagnostics> {
    let start = Instant::now();
    let found = exhaust(pack, variant, overlay, MOST_STATES)?;
    let took = (start.elapsed().as_secs_f64(), overlay.is_some());
    if let Some(broken) = &found.broken {
        faults.push(law_broken(
            pack,
            (&broken.law, &broken.breach.says, broken.breach.at),
            broken.moves.last().map(String::as_str),
            (&with_options(variant), "the moves above lead to it"),
        ));
    }
    Ok(exhausted_report(pack, variant, &found, took))
}

/// Tells what the runs that are long enough have not seen.
fn missed(pack: &Pack, found: &[FuzzReport], faults: &mut Diagnostics) {
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
        let (id, law, games) = (&pack.game.id, &missing.property, grouped(games.iter().sum()));
        let (seen, says) = (&law.id, &law.says);
        let message = format!("{id}: `{seen}` was seen in none of {games} games{of} ({says})");
        faults.push(error!(NeverSeen, message, never_seen_help()).at_maybe(law.stated));
    }
}

/// Tells which law does not hold in a run, if one does not, and writes the game that breaks it.
fn broken(
    Playable { name, pack, .. }: &Playable,
    found: &FuzzReport,
    asked: &FuzzAsked,
    report: &mut GameReport,
    faults: &mut Diagnostics,
) {
    let Some(fault) = &found.fault else {
        return;
    };
    let (smallest, variant, seed) = (&fault.smallest, &found.variant, asked.seed);
    let mut parts = vec![pack.game.id.clone(), variant.file_word(), seed.to_string()];
    parts.retain(|part| !part.is_empty());
    let file = format!("{}-{}", parts.join("-"), fault.index);
    let written = write(&asked.counterexamples, &file, fault);
    report.heading(format!(
        "The game, cut down from {} to {}",
        counted(smallest.found_after, "decision"),
        counted(smallest.moves, "decision")
    ));
    story(&smallest.story, report);
    let of = format!(
        "{} in game {} of seed {seed} ({} players)",
        with_options(variant),
        fault.index,
        fault.players.word(),
    );
    let again = again(name, variant, fault);
    report.paragraph(format!("The whole game: `{again}`"));
    let fault = law_broken(
        pack,
        (&smallest.property, &smallest.says, smallest.at),
        smallest.last.as_deref(),
        (&of, &format!("play the game again with `{again}`")),
    );
    match written {
        Ok(files) => {
            let shown = |path: &PathBuf| path.display().to_string();
            report.paragraph(format!("Written: {}", joined(files.iter().map(shown), ", ")));
            let is_shipped = pack.folder.is_shipped();
            let game = (!is_shipped).then(|| format!(" --game {}", shell_word(name)));
            let game = game.unwrap_or_default();
            let record = shown(&files[0]);
            let record = shell_word(&record);
            faults.push(fault.help(format!("look at it with `deckproof replay {record}{game}`")));
        }
        Err(unwritten) => {
            faults.push(fault);
            faults.push(unwritten);
        }
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
    const OPTION: &str = "--counterexamples";
    output::folder_for(OPTION, out)?;
    let smallest = &fault.smallest;
    let mut files = vec![out.join(format!("{name}.jsonl"))];
    output::write_file_for(OPTION, &files[0], smallest.record.as_bytes(), is_record)?;
    if let Some(scenario) = &smallest.scenario {
        let path = out.join(format!("{name}.toml"));
        let is_scenario = |head: &[u8]| String::from_utf8_lossy(head).contains("deckproof fuzz");
        output::write_file_for(OPTION, &path, scenario.as_bytes(), is_scenario)?;
        files.push(path);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::script_axes;
    use crate::session::open::host::SilentHost;
    use crate::verify::testing::{GAME, VARIANTS, load, varied_script};

    fn asked(games: Option<u64>, seconds: Option<u64>) -> FuzzAsked {
        FuzzAsked {
            games,
            seconds: seconds.map(Duration::from_secs),
            seed: 1,
            jobs: 1,
            players: None,
            counterexamples: PathBuf::new(),
        }
    }

    #[test]
    fn a_run_that_is_told_nothing_has_both_limits_and_else_those_it_is_told() {
        let limits = |games, seconds| {
            let plan = asked(games, seconds).plan(1);
            (plan.games, plan.time.map(|t| t.as_secs()))
        };
        assert_eq!(limits(None, None), (100_000, Some(10)));
        assert_eq!(limits(Some(7), None), (7, None));
        assert_eq!(limits(None, Some(3)), (u64::MAX, Some(3)));
        assert_eq!(limits(Some(7), Some(3)), (7, Some(3)));
    }

    #[test]
    fn the_variants_of_a_game_share_its_seconds_and_have_the_games_each() {
        let limits = |games, seconds| {
            let plan = asked(games, seconds).plan(4);
            (plan.games, plan.time.map(|t| t.as_millis()))
        };
        assert_eq!(limits(None, None), (100_000, Some(2_500)));
        assert_eq!(limits(Some(7), None), (7, None));
        assert_eq!(limits(None, Some(2)), (u64::MAX, Some(500)));
    }

    #[test]
    fn every_variant_is_played_up_to_the_first_that_fails() {
        let game = format!("{GAME}{VARIANTS}");
        let pack = load(&game, &varied_script(), "", &mut Files::new());
        let folder = tempfile::tempdir().unwrap();
        let game = Playable { name: "toy".to_owned(), pack };
        let run = |cards: &[&str]| {
            let axes = script_axes(&game.pack.game);
            let mut variants = Variant::all(&axes);
            variants.retain(|v| cards.contains(&v.get("cards").unwrap()));
            let asked =
                FuzzAsked { counterexamples: folder.path().to_owned(), ..asked(Some(200), None) };
            let mut faults = Diagnostics::new();
            let quiet = SilentHost::default();
            fuzz_variants(&game, &variants, &asked, &quiet, &mut faults).unwrap();
            faults.iter().map(|d| d.message.clone()).collect::<Vec<_>>()
        };
        assert_eq!(run(&["kept"]), [""; 0]);
        let told = run(&["kept", "lost"]);
        assert_eq!(told.len(), 1, "{told:?}");
        let says = "T-I1 does not hold with rounds 2, cards lost in game ";
        assert!(told[0].contains(says), "{told:?}");
        let files = std::fs::read_dir(folder.path()).unwrap();
        let names = files.map(|f| f.unwrap().file_name().into_string().unwrap());
        let of_variant = names.filter(|name| name.contains("-2-lost-1-"));
        assert_eq!(of_variant.count(), 2, "a record and a scenario");
    }
}

#[cfg(test)]
mod fault_tests {
    use super::*;
    use crate::registry;
    use crate::rules::{LawKind, Property};
    use crate::source::GameFolder;
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

    fn asked(seed: u64, out: &Path) -> FuzzAsked {
        let (games, seconds, players) = (None, None, None);
        FuzzAsked { games, seconds, seed, jobs: 1, players, counterexamples: out.to_owned() }
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
            broken(&playable(), &found, &asked(3, &out), &mut report, &mut faults);
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
        broken(&playable(), &found, &asked(1, folder.path()), &mut report, &mut faults);
        let told: Vec<_> = faults.iter().map(|d| d.message.clone()).collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].contains("CH2-I5 does not hold"), "{told:?}");
        assert!(told[1].contains("was not made by deckproof"), "{told:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    }
}
