//! Runs `deckproof fuzz`: plays random games and checks every law after each move. The command's options come in; a table goes
//! out, and errors for laws that broke. Called by `args`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::cards::Overlay;
use crate::lab::{MOST_GAMES, Shard};
use crate::rules::Variant;
use crate::script::script_axes;
use crate::source::{Code, Diagnostic, Diagnostics, shell_word};
use crate::verify::exhaust;
use crate::verify::fuzz::fuzz as play_fuzz;
use crate::verify::fuzz::{FuzzPlan, FuzzReport, WORLDS};
use crate::verify::threads::MOST_THREADS;

use super::console::{Console, Done};
use super::fuzz_faults;
use super::part_file::{is_our_part, will_write_part};
use super::policy::Policy;
use super::report_options::{ReportOptions, Showing};
use super::sheet_file;
use super::variants::{Rest, Variants};
use crate::report::GameReport;
use crate::session::{
    LawsAsked, Playable, add_profile, begin_profile, exhausted_report, fuzz_report, law_broken,
    law_part, playable_games, with_options,
};

/// What a run does when it is not told how long it should be.
const GAMES: u64 = 100_000;
const SECONDS: u64 = 10;

/// Where the game that breaks a law is written.
const COUNTEREXAMPLES: &str = "output/counterexamples";

/// Most states that `--exhaustive` visits.
const MOST_STATES: u64 = 4_000_000;

const EXAMPLES: &str = "\
Examples:
  deckproof fuzz                                  every game that can be played
  deckproof fuzz my-game                          a game folder of your own
  deckproof fuzz caps-and-hammers --games 1000000 --seed 7
  deckproof fuzz my-game --seconds 60 --jobs 1    for a minute, on one core
  deckproof fuzz my-game -o fuzz.html             the report as a page
  deckproof fuzz my-game --profile                which lines of rules.star run, and how often
  deckproof fuzz my-game --exhaustive             every state of a small game
  deckproof fuzz caps-and-hammers --exhaustive --overlay small.toml
                                                  every state of one that is cut down
  deckproof fuzz caper --games 1000000000 --shard 7/1000 --part part-7.json
                                                  a share of a long run, for `deckproof merge`

A game that can be set up in several ways is played in each of them: --games
is for each, --seconds for all together. Each axis of its [table.variants] is an
option that picks some of them, as --players is: --AXIS VALUE,VALUE.

Each game is played to its end, and after each move every law of the game is
worked out anew from the cards alone. Half of the games are played by players
who choose evenly (uniform); in the other half each game draws preferences,
such as closed places and favoured cards, which reach corners (swarm).

In one game of 64, and in more of a short run, until there are 12,000 decisions,
everything that a player cannot see is also dealt anew at each decision and for
each player: nothing that the player sees, may do, or reads may change.

The table says how often each law was checked, and in how many games each
thing that should happen sometimes was seen. In a run of 100,000 games or more
each must have been seen at least once.

The same seed plays the same games, on any number of cores. When a law does not
hold, the game is cut down to a small one that breaks the same law, and written
to the folder --counterexamples twice: as a record for `deckproof replay`, and as a scenario to keep
beside the cards.

Exit codes: 0 every law held, 1 a law does not hold or the cards are wrong,
2 the command line asks for what cannot be, 3 the machine failed.";

/// Play random games and watch every law
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct FuzzArgs {
    /// Folders with a game.toml, or shipped games by name; when none is named, the game of the folder you are in, else all
    /// shipped games that can be played
    #[arg(value_name = "GAME|DIR")]
    names: Vec<String>,
    /// The most games to play of each variant [default: 100000, or no limit with --seconds]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: Option<u64>,
    /// The most seconds to play each [default: 10, or no limit with --games]
    #[arg(long, value_name = "T", value_parser = seconds)]
    seconds: Option<Duration>,
    /// Names the run: the same seed plays the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    jobs: Option<u16>,
    /// Who chooses the moves
    #[arg(long, value_enum, default_value_t = Policy::Mixed)]
    policy: Policy,
    #[command(flatten)]
    variants: Variants,
    /// Folder for the game that breaks a law
    #[arg(long, value_name = "DIR", default_value = COUNTEREXAMPLES)]
    counterexamples: PathBuf,
    /// Play only a share of the games of one game, and write what was counted to the file --part, for `deckproof merge`
    #[arg(long, value_name = "K/N", requires_all = ["games", "part"], conflicts_with_all = ["seconds", "profile", "exhaustive"])]
    shard: Option<Shard>,
    /// The file for the counts of a share
    #[arg(long, value_name = "FILE", requires = "shard")]
    part: Option<PathBuf>,
    /// Count the lines of rules.star as they run: where the work is, and what never runs
    #[arg(long, conflicts_with = "exhaustive")]
    profile: bool,
    /// Visit every state of a small game instead, or of one that --overlay cuts down
    #[arg(long, conflicts_with_all = ["games", "seconds", "seed", "jobs", "policy", "counterexamples"])]
    exhaustive: bool,
    /// A small TOML file that changes the game: fewer rounds, cards, locations
    #[arg(long, value_name = "FILE", requires = "exhaustive", conflicts_with_all = ["games", "seconds", "seed", "jobs", "policy", "counterexamples"])]
    overlay: Option<PathBuf>,
    #[command(flatten)]
    shown: ReportOptions,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 =
        text.parse().map_err(|_| "write a number of seconds, such as 60 or 0.5".to_owned())?;
    // A year is longer than anyone waits, and a day too short is a typing error.
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() && seconds < 3.2e7 => Ok(time),
        _ => Err("a run lasts more than 0 seconds, and less than a year".to_owned()),
    }
}

impl FuzzArgs {
    /// What is to be played of each of so many variants of a game.
    fn plan(&self, variants: usize) -> FuzzPlan {
        let unlimited = self.games.is_none() && self.seconds.is_none();
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let time = if unlimited { Some(Duration::from_secs(SECONDS)) } else { self.seconds };
        FuzzPlan {
            first: 0,
            work: None,
            worlds: WORLDS.div_ceil(variants.max(1) as u64),
            games: if unlimited { GAMES } else { self.games.unwrap_or(u64::MAX) },
            time: time.map(|time| time.div_f64(variants.max(1) as f64)),
            seed: self.seed,
            jobs: self.jobs.map_or_else(cores, usize::from),
            players: self.policy.players(),
        }
    }
}

pub fn run_fuzz(args: &FuzzArgs, console: &mut Console) -> Done {
    let mut shown = args.shown.begin("fuzz", console)?;
    let mut games = playable_games(&args.names, console)?;
    let mut faults = Diagnostics::new();
    let mut asked = Vec::new();
    for Playable { pack, .. } in &games {
        let rest = if args.exhaustive { Rest::First } else { Rest::All };
        match args.variants.choose(&pack.game.id, &script_axes(&pack.game), rest) {
            Ok(variants) => asked.push(variants),
            Err(more) => faults.append(more),
        }
    }
    if args.shard.is_some() && games.len() > 1 {
        let fault = Diagnostic::usage(
            Code::UnknownName,
            "a share is of one game, and several would be played",
        );
        let help = "name the game: `deckproof fuzz my-game --games 1000000 --shard 1/8 --part part-1.json`";
        faults.push(fault.help(help));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    for (game, variants) in games.iter_mut().zip(&asked) {
        let profile = if args.profile { Some(begin_profile(&mut game.pack)?) } else { None };
        match args.shard {
            _ if args.exhaustive => {
                let overlay = args.overlay.as_deref();
                exhaust(game, variants, overlay, (&mut shown, console), &mut faults)?;
            }
            Some(shard) => {
                let report = fuzz_share(game, variants, (args, shard), console, &mut faults)?;
                shown.tell(report, console);
            }
            None => {
                let mut report = fuzz(game, variants, args, console, &mut faults)?;
                if let Some(profile) = profile {
                    add_profile(&game.pack, &profile, &mut report);
                }
                shown.tell(report, console);
            }
        }
    }
    shown.finish(console)?;
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Plays each of the variants, up to the first in which a law does not hold.
fn fuzz(
    game: &Playable,
    variants: &[Variant],
    args: &FuzzArgs,
    console: &Console,
    faults: &mut Diagnostics,
) -> Result<GameReport, Diagnostics> {
    let plan = args.plan(variants.len());
    let mut found = Vec::new();
    for variant in variants {
        found.push(play(game, variant, &plan, console)?);
        if found.last().is_some_and(|found| found.fault.is_some()) {
            break;
        }
    }
    let mut report = fuzz_report(&game.pack, &plan, &found);
    fuzz_faults::missed(&game.pack, &found, faults);
    for found in &found {
        let folder = &args.counterexamples;
        fuzz_faults::broken(game, found, args.seed, folder, &mut report, faults);
    }
    Ok(report)
}

/// Plays a share of each of the variants and writes what was counted; reports only what is broken, as the rest is told of the whole.
fn fuzz_share(
    game: &Playable,
    variants: &[Variant],
    (args, shard): (&FuzzArgs, Shard),
    console: &mut Console,
    faults: &mut Diagnostics,
) -> Result<GameReport, Diagnostics> {
    let asked = LawsAsked {
        games: args.games.unwrap_or(GAMES),
        seed: args.seed,
        shard,
        command: format!(
            "fuzz {}{} --policy {} --games {} --seed {}",
            shell_word(&game.name),
            args.variants.words(),
            args.policy.word(),
            args.games.unwrap_or(GAMES),
            args.seed
        ),
        policy: args.policy.word().to_owned(),
    };
    if let Some(path) = &args.part {
        will_write_part(path, &asked.header(&game.pack), true, console)?;
    }
    let games = shard.games(asked.games);
    let plan = FuzzPlan {
        first: games.start,
        games: games.end - games.start,
        // However a run is shared out, the same games are compared.
        worlds: 0,
        ..args.plan(1)
    };
    let mut found = Vec::new();
    for variant in variants {
        found.push(play(game, variant, &plan, console)?);
    }
    let mut report = GameReport::new(game.pack.game.full_title());
    report.about("share", format!("share {shard} of `deckproof {}`", asked.command));
    for found in &found {
        let folder = &args.counterexamples;
        fuzz_faults::broken(game, found, args.seed, folder, &mut report, faults);
    }
    let part = law_part(&game.pack, &found, &asked);
    if let Some(path) = &args.part {
        console.write("--part", path, part.text().as_bytes(), is_our_part)?;
    }
    Ok(report)
}

/// Plays one variant, with a progress bar that names it.
fn play(
    Playable { pack, .. }: &Playable,
    variant: &Variant,
    plan: &FuzzPlan,
    console: &Console,
) -> Result<FuzzReport, Diagnostics> {
    let what = match variant.word().as_str() {
        "" => pack.game.full_title(),
        word => format!("{} {word}", pack.game.title),
    };
    let bar = console.progress(&what, 1000);
    let start = Instant::now();
    // The run ends at whichever limit is reached first: the bar shows the nearer one, in thousandths.
    let progress = |games: u64| {
        let share = |done: f64, of: f64| (1000.0 * done / of) as u64;
        let by_games = share(games as f64, plan.games as f64);
        let time = |time: Duration| share(start.elapsed().as_secs_f64(), time.as_secs_f64());
        bar.set_position(by_games.max(plan.time.map_or(0, time)).min(1000));
    };
    let found = play_fuzz(pack, variant, plan, &progress);
    bar.finish_and_clear();
    found
}

fn exhaust(
    Playable { pack, .. }: &Playable,
    variants: &[Variant],
    overlay: Option<&Path>,
    (shown, console): (&mut Showing, &mut Console),
    faults: &mut Diagnostics,
) -> Done {
    let overlay = match overlay {
        Some(overlay) => {
            let label = overlay.display().to_string();
            let (_, text) = sheet_file::read_overlay(overlay, &mut console.files)?;
            Some(Overlay::read(&label, text, &mut console.files)?)
        }
        None => None,
    };
    for variant in variants {
        let start = Instant::now();
        let found = exhaust::exhaust(pack, variant, overlay.as_ref(), MOST_STATES)?;
        let took = (start.elapsed().as_secs_f64(), overlay.is_some());
        shown.tell(exhausted_report(pack, variant, &found, took), console);
        let Some(broken) = &found.broken else {
            continue;
        };
        faults.push(law_broken(
            pack,
            (&broken.law, &broken.breach.says, broken.breach.at),
            broken.moves.last().map(String::as_str),
            (&with_options(variant), "the moves above lead to it"),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Files;
    use crate::verify::testing::{GAME, VARIANTS, load, varied_script};
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: FuzzArgs,
    }

    fn args(words: &[&str]) -> FuzzArgs {
        let words = std::iter::once("fuzz").chain(words.iter().copied());
        Command::try_parse_from(words).map(|c| c.args).unwrap()
    }

    #[test]
    fn a_run_that_is_told_nothing_has_both_limits_and_else_those_it_is_told() {
        let limits = |words: &[&str]| {
            let plan = args(words).plan(1);
            (plan.games, plan.time.map(|t| t.as_secs()))
        };
        assert_eq!(limits(&[]), (100_000, Some(10)));
        assert_eq!(limits(&["--games", "7"]), (7, None));
        assert_eq!(limits(&["--seconds", "3"]), (u64::MAX, Some(3)));
        assert_eq!(limits(&["--games", "7", "--seconds", "3"]), (7, Some(3)));
    }

    #[test]
    fn the_variants_of_a_game_share_its_seconds_and_have_the_games_each() {
        let limits = |words: &[&str]| {
            let plan = args(words).plan(4);
            (plan.games, plan.time.map(|t| t.as_millis()))
        };
        assert_eq!(limits(&[]), (100_000, Some(2_500)));
        assert_eq!(limits(&["--games", "7"]), (7, None));
        assert_eq!(limits(&["--seconds", "2"]), (u64::MAX, Some(500)));
    }

    #[test]
    fn every_variant_is_played_up_to_the_first_that_fails() {
        let game = format!("{GAME}{VARIANTS}");
        let pack = load(&game, &varied_script(), "", &mut Files::new());
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().display().to_string();
        let game = Playable { name: "toy".to_owned(), pack };
        let run = |cards: &[&str]| {
            let axes = script_axes(&game.pack.game);
            let mut variants = Variant::all(&axes);
            variants.retain(|v| cards.contains(&v.get("cards").unwrap()));
            let args = args(&["--games", "200", "--jobs", "1", "--counterexamples", &out]);
            let mut faults = Diagnostics::new();
            let quiet = Console::new(true);
            fuzz(&game, &variants, &args, &quiet, &mut faults).unwrap();
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
