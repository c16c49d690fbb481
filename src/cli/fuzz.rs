//! `deckproof fuzz`: random games with every law watched.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::ValueEnum;

use crate::cards::{Overlay, Pack};
use crate::source::{Diagnostic, Diagnostics};
use crate::verify::Players;
use crate::verify::fuzz::{Fault, FuzzPlan, FuzzReport, RARE};

use super::fuzz_table;
use super::output;
use super::proven::{Proven, proven};
use super::record::is_record;
use super::report::{Done, Report, counted};

/// What a run does when it is not told how long it should be.
const GAMES: u64 = 100_000;
const SECONDS: u64 = 10;

/// Most states that `--exhaustive` visits.
const MOST_STATES: u64 = 20_000_000;

const EXAMPLES: &str = "\
Examples:
  deckproof fuzz                                  every game that can be played
  deckproof fuzz my-game                          a game folder of your own
  deckproof fuzz caps-and-hammers --games 1000000 --seed 7
  deckproof fuzz my-game --seconds 60 --jobs 1    for a minute, on one core
  deckproof fuzz caps-and-hammers --exhaustive --overlay small.toml
                                                  every state of a small game

Each game is played to its end, and after each move every law of the game is
worked out anew from the cards alone. Half of the games are played by players
who choose evenly (uniform); in the other half each game draws preferences,
such as closed places and favoured cards, which reach corners (swarm). In one
game of 64 everything that a player cannot see is also dealt anew at each
decision: nothing that the player sees may change.

The table says how often each law was checked, and in how many games each
thing that should happen sometimes was seen. In a run of 100,000 games or more
each must have been seen at least once.

The same seed plays the same games, on any number of cores. When a law does not
hold, the game is cut down to a small one that breaks the same law, and written
to DIR twice: as a record for `deckproof replay`, and as a scenario to keep
beside the cards.

Exit codes: 0 every law held, 1 a law does not hold or the cards are wrong,
2 the command line asks for what cannot be, 3 the machine failed.";

/// Play random games and watch every law
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Shipped games by name, or folders with a game.toml; all shipped games that can be played when none is named
    #[arg(value_name = "GAME|DIR")]
    names: Vec<String>,
    /// The most games to play of each [default: 100000, or no limit with --seconds]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The most seconds to play each [default: 10, or no limit with --games]
    #[arg(long, value_name = "T", value_parser = seconds)]
    seconds: Option<Duration>,
    /// Names the run: the same seed plays the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Who plays
    #[arg(long, value_enum, default_value_t = Who::Mixed)]
    players: Who,
    /// Folder for the game that breaks a law
    #[arg(long, value_name = "DIR", default_value = "output/counterexamples")]
    out: PathBuf,
    /// Visit every state instead, of the game as --overlay cuts it down
    #[arg(long, requires = "overlay", conflicts_with_all = ["games", "seconds", "seed", "jobs", "players", "out"])]
    exhaustive: bool,
    /// A small TOML file that changes the game: fewer rounds, cards, locations
    #[arg(long, value_name = "FILE", requires = "exhaustive")]
    overlay: Option<PathBuf>,
}

/// Players of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Who {
    /// Half of the games each
    Mixed,
    /// Every legal move is as likely as any other
    Uniform,
    /// Each game draws its own preferences
    Swarm,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "write a number of seconds, such as 60 or 0.5".to_owned())?;
    // A year is longer than anyone waits, and a day too short is a typing error.
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() && seconds < 3.2e7 => Ok(time),
        _ => Err("a run lasts more than 0 seconds, and less than a year".to_owned()),
    }
}

impl Args {
    fn plan(&self) -> FuzzPlan {
        let unlimited = self.games.is_none() && self.seconds.is_none();
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        FuzzPlan {
            games: match unlimited {
                true => GAMES,
                false => self.games.unwrap_or(u64::MAX),
            },
            time: match unlimited {
                true => Some(Duration::from_secs(SECONDS)),
                false => self.seconds,
            },
            seed: self.seed,
            jobs: self.jobs.map_or_else(cores, usize::from),
            players: match self.players {
                Who::Mixed => None,
                Who::Uniform => Some(Players::Uniform),
                Who::Swarm => Some(Players::Swarm),
            },
        }
    }
}

pub fn run(args: &Args, report: &mut Report) -> Done {
    let games = proven(&args.names, report)?;
    let mut faults = Diagnostics::new();
    for game in &games {
        match &args.overlay {
            Some(overlay) => exhaust(game, overlay, report, &mut faults)?,
            None => fuzz(game, args, report, &mut faults)?,
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults)
    }
}

fn fuzz(
    Proven { pack, prover }: &Proven,
    args: &Args,
    report: &Report,
    faults: &mut Diagnostics,
) -> Done {
    let plan = args.plan();
    let bar = report.progress(&pack.game.full_title(), 1000);
    let start = Instant::now();
    // The run ends at whichever limit is reached first: the bar shows the nearer one, in thousandths.
    let progress = |games: u64| {
        let share = |done: f64, of: f64| (1000.0 * done / of) as u64;
        let by_games = share(games as f64, plan.games as f64);
        let time = |time: Duration| share(start.elapsed().as_secs_f64(), time.as_secs_f64());
        bar.set_position(by_games.max(plan.time.map_or(0, time)).min(1000));
    };
    let found = prover.fuzz(pack, &plan, &progress);
    bar.finish_and_clear();
    let found = found?;
    report.say(&fuzz_table::of(pack, &plan, &found));
    missed(pack, &found, faults);
    if let Some(fault) = &found.fault {
        broken(pack, args, fault, report, faults);
    }
    Ok(())
}

/// Tells what a run that is long enough has not seen.
fn missed(pack: &Pack, found: &FuzzReport, faults: &mut Diagnostics) {
    // A run that a failure cut short has not looked at what it was to see.
    if !found.is_long() || found.fault.is_some() {
        return;
    }
    for missing in found.unseen() {
        let message = format!(
            "{}: `{}` was seen in none of {} games ({})",
            pack.game.id,
            missing.property.id,
            fuzz_table::grouped(found.counts.games),
            missing.property.says
        );
        faults.push(Diagnostic::error(message).help(format!(
            "in {} games it should be: no card or rule brings it about any more, or hardly ever",
            fuzz_table::grouped(RARE)
        )));
    }
}

/// Tells which law does not hold, and writes the game that breaks it.
fn broken(pack: &Pack, args: &Args, fault: &Fault, report: &Report, faults: &mut Diagnostics) {
    let smallest = &fault.smallest;
    let name = format!("{}-{}-{}", pack.game.id, args.seed, fault.index);
    let written = write(&args.out, &name, fault);
    report.say(&format!(
        "The game, cut down from {} to {}:",
        counted(smallest.found_after, "decision"),
        counted(smallest.moves, "decision")
    ));
    for line in &smallest.story {
        report.say(&format!("  {line}"));
    }
    let message = format!(
        "{}: {} does not hold in game {} of seed {} ({} players): {}",
        pack.game.id,
        smallest.property,
        fault.index,
        args.seed,
        fault.players.word(),
        smallest.says
    );
    report.say(&format!(
        "\nThe whole game: `deckproof record {} --seed {} --players {}`",
        pack.game.id,
        fault.seed,
        fault.players.word()
    ));
    let mut fault = Diagnostic::error(message);
    if let Ok(files) = &written {
        let files: Vec<String> = files.iter().map(|f| f.display().to_string()).collect();
        report.say(&format!("Written: {}", files.join(", ")));
        if let Some(record) = files.first() {
            fault = fault.help(format!("look at it with `deckproof replay {record}`"));
        }
    }
    faults.push(fault);
    if let Err(unwritten) = written {
        faults.push(unwritten);
    }
}

/// Writes the record, and the scenario if there is one. Gives the paths, the record's first.
fn write(out: &Path, name: &str, fault: &Fault) -> Result<Vec<PathBuf>, Diagnostic> {
    output::folder(out)?;
    let mut files = Vec::new();
    let record = out.join(format!("{name}.jsonl"));
    output::write(&record, fault.smallest.record.as_bytes(), is_record)?;
    files.push(record);
    if let Some(scenario) = &fault.smallest.scenario {
        let path = out.join(format!("{name}.toml"));
        output::write(&path, scenario.as_bytes(), is_scenario)?;
        files.push(path);
    }
    Ok(files)
}

/// Whether the head of a file is that of a scenario that was written for a failure.
fn is_scenario(head: &[u8]) -> bool {
    String::from_utf8_lossy(head).contains("deckproof fuzz")
}

fn exhaust(
    Proven { pack, prover }: &Proven,
    overlay: &Path,
    report: &mut Report,
    faults: &mut Diagnostics,
) -> Done {
    let label = overlay.display().to_string();
    let text = std::fs::read_to_string(overlay).map_err(|e| {
        let message = format!("cannot read the overlay `{label}`: {e}");
        Diagnostic::error(message)
            .fault(crate::source::Fault::Machine)
            .help("name a TOML file after --overlay")
    })?;
    let overlay = Overlay::read(&label, text, &mut report.files)?;
    let start = Instant::now();
    let found = prover.exhaust(pack, &overlay, MOST_STATES)?;
    report.say(&fuzz_table::exhausted(pack, &found, start.elapsed()));
    if let Some(broken) = &found.broken {
        report.say("The shortest game that breaks it:");
        for line in &broken.moves {
            report.say(&format!("  {line}"));
        }
        let message = format!(
            "{}: {} does not hold: {}",
            pack.game.id, broken.law, broken.breach.says
        );
        faults.push(Diagnostic::error(message).help("the moves above lead to it"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;
    use crate::rules::{Kind, Property, Tally};
    use crate::source::{Files, GameFolder};
    use crate::verify::fuzz::{Counted, Counts, Pace};
    use crate::verify::shrink::Counterexample;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: Args,
    }

    fn args(words: &[&str]) -> Args {
        let words = std::iter::once("fuzz").chain(words.iter().copied());
        Command::try_parse_from(words).map(|c| c.args).unwrap()
    }

    fn pack() -> Pack {
        let folder = GameFolder::shipped("caps-and-hammers").unwrap();
        Pack::load(folder, &Registry, &mut Files::new()).unwrap()
    }

    fn found(games: u64, count: u64, fault: Option<Fault>) -> FuzzReport {
        FuzzReport {
            counts: Counts {
                games,
                decisions: 0,
                world_games: 0,
                world_checks: 0,
                tally: Tally::default(),
            },
            pace: Pace::default(),
            elapsed: Duration::ZERO,
            properties: vec![Counted {
                property: Property {
                    id: "spy mattered".to_owned(),
                    says: "it revealed something",
                    kind: Kind::Sometimes,
                },
                count,
            }],
            fault,
        }
    }

    fn fault() -> Fault {
        Fault {
            index: 17,
            seed: 4,
            players: Players::Swarm,
            smallest: Counterexample {
                property: "CH2-I5".to_owned(),
                says: "no crisis at 14".to_owned(),
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
    fn a_run_that_is_told_nothing_has_both_limits_and_else_those_it_is_told() {
        let limits = |words: &[&str]| {
            let plan = args(words).plan();
            (plan.games, plan.time.map(|t| t.as_secs()))
        };
        assert_eq!(limits(&[]), (100_000, Some(10)));
        assert_eq!(limits(&["--games", "7"]), (7, None));
        assert_eq!(limits(&["--seconds", "3"]), (u64::MAX, Some(3)));
        assert_eq!(limits(&["--games", "7", "--seconds", "3"]), (7, Some(3)));
    }

    #[test]
    fn what_was_never_seen_is_a_fault_of_a_long_run_only() {
        let told = |games, count, fault| {
            let mut faults = Diagnostics::new();
            missed(&pack(), &found(games, count, fault), &mut faults);
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
    fn a_broken_law_is_told_and_its_game_written_twice() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("found");
        let args = args(&["--out", &out.display().to_string(), "--seed", "3"]);
        // Twice: the files of the first time are ours.
        for _ in 0..2 {
            let mut faults = Diagnostics::new();
            broken(&pack(), &args, &fault(), &Report::new(true), &mut faults);
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
        let args = args(&["--out", &folder.path().display().to_string()]);
        let mut faults = Diagnostics::new();
        broken(&pack(), &args, &fault(), &Report::new(true), &mut faults);
        let told: Vec<_> = faults.iter().map(|d| d.message.clone()).collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].contains("CH2-I5 does not hold"), "{told:?}");
        assert!(told[1].contains("was not made by deckproof"), "{told:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    }
}
