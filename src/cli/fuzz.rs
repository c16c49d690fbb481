//! Runs `deckproof fuzz`: plays random games and checks every law after each move. The command's options come in; a table goes out,
//! and errors for laws that broke.

use std::path::PathBuf;
use std::time::Duration;

use crate::session::{
    BY_TURNS, FuzzAsked, LawsAsked, MOST_GAMES, Playable, Players, Rest, Shard, add_profile,
    begin_profile, choose_variants, exhaust_variant, fuzz_share, fuzz_variants, overlay_of,
    playable_games,
};
use crate::source::{Diagnostics, shell_word, usage};

use super::console::{Console, Done};
use super::options::{Policy, RunOptions, policy, up_to, will_write_part, write_part};
use super::report_options::ReportOptions;
use super::variants::Variants;

/// Where the game that breaks a law is written.
const COUNTEREXAMPLES: &str = "output/counterexamples";

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
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct FuzzArgs {
    /// Folders with a game.toml, or shipped games by name; when none is named, the game of the folder you are in, else all
    /// shipped games that can be played
    #[arg(value_name = "GAME|DIR")]
    names: Vec<String>,
    /// The most games to play of each variant [default: 100000, or no limit with --seconds]
    #[arg(long, value_name = "N", value_parser = up_to(MOST_GAMES))]
    games: Option<u64>,
    /// The most seconds to play each [default: 10, or no limit with --games]
    #[arg(long, value_name = "T", value_parser = seconds)]
    seconds: Option<Duration>,
    #[command(flatten)]
    run: RunOptions,
    /// Who chooses the moves
    #[arg(long, value_parser = policy(), default_value = BY_TURNS)]
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
    fn asked(&self) -> FuzzAsked {
        FuzzAsked {
            games: self.games,
            seconds: self.seconds,
            seed: self.run.seed,
            jobs: self.run.jobs(),
            players: self.policy,
            counterexamples: self.counterexamples.clone(),
        }
    }

    /// The run of which a share is played, if one is.
    fn laws_asked(&self, game: &Playable) -> Option<LawsAsked> {
        // A share is of a number of games.
        let (shard, games, seed) = (self.shard?, self.games?, self.run.seed);
        let policy = self.policy.map_or(BY_TURNS, Players::word);
        let (name, variants) = (shell_word(&game.name), self.variants.words());
        let command =
            format!("fuzz {name}{variants} --policy {policy} --games {games} --seed {seed}");
        Some(LawsAsked { games, seed, shard, command, policy: policy.to_owned() })
    }
}

pub fn run_fuzz(args: &FuzzArgs, console: &mut Console) -> Done {
    let mut shown = args.shown.begin("fuzz", console)?;
    let mut games = playable_games(&args.names, console)?;
    let rest = if args.exhaustive { Rest::First } else { Rest::All };
    let asked = games.iter().map(|game| choose_variants(&game.pack, &args.variants.asked(), rest));
    let asked = Diagnostics::all_of(asked)?;
    if args.shard.is_some() && games.len() > 1 {
        return Err(usage!(
            UnknownName,
            "a share is of one game, and several would be played",
            "name the game: `deckproof fuzz my-game --games 1000000 --shard 1/8 --part part-1.json`"
        )
        .into());
    }
    let mut faults = Diagnostics::new();
    let fuzzed = args.asked();
    for (game, variants) in games.iter_mut().zip(&asked) {
        let profile = args.profile.then(|| begin_profile(&mut game.pack)).transpose()?;
        if args.exhaustive {
            let overlay = args
                .overlay
                .as_ref()
                .map(|path| overlay_of(path, &mut console.files))
                .transpose()?;
            for variant in variants {
                let report = exhaust_variant(&game.pack, variant, overlay.as_ref(), &mut faults)?;
                shown.tell(report, console);
            }
            continue;
        }
        let report = match args.laws_asked(game) {
            Some(laws) => {
                let path = args.part.as_deref();
                will_write_part(path, &laws.header(&game.pack), true, console)?;
                let (report, part) =
                    fuzz_share(game, variants, (&fuzzed, &laws), console, &mut faults)?;
                write_part(path, &part, console)?;
                report
            }
            None => {
                let mut report = fuzz_variants(game, variants, &fuzzed, console, &mut faults)?;
                if let Some(profile) = profile {
                    add_profile(&game.pack, &profile, &mut report);
                }
                report
            }
        };
        shown.tell(report, console);
    }
    shown.finish(console)?;
    faults.into_result()
}
