//! Runs `deckproof lab`: games by good players, an edit against the game before it, a number with other values. The command's options
//! come in; a report or a part of a run goes out.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Instant;

use crate::session::{
    EVEN, LabAsked, LabBounds, LabPart, MOST_GAMES, NEGLIGIBLE, PartHeader, Rest, SeatPolicies,
    SeatPolicy, Shard, Stopping, Variation, both_variants, choose_variants, compared_pack,
    game_here, lab_figures, lab_games, lab_pairs, lab_report, lab_sweep, plan_report,
    recorded_games, standing_out, sweep_report,
};
use crate::source::{Diagnostics, shell_line, shell_word};

use super::console::{Console, Done};
use super::options::{Even, Negligible, RunOptions, Share, up_to, will_write_part, write_part};
use super::report_options::{ReportOptions, Showing};
use super::variants::Variants;

const EXAMPLES: &str = "\
Examples:
  deckproof lab play caper --players 2             between players that search
  deckproof lab play my-game -o lab.html           the report as a page, with curves
  deckproof lab compare HEAD: my-game              what the edit since the last commit does
  deckproof lab vary assets.admiral.influence=1..5 my-game
                                                   what each value of a number does

Exit codes: 0 the games were played, 1 the cards are wrong, or something stands out with --strict,
2 the command line asks for what cannot be, 3 the machine failed.";

const PLAY_EXAMPLES: &str = "\
Examples:
  deckproof lab play caper --players 2             between players that search
  deckproof lab play my-game --policy uniform --games 20000 --strict
                                                   exit code 1 when anything stands out
  deckproof lab play my-game -o lab.html -o lab.csv   the report as a page, and the figures
  deckproof lab play my-game --plan                how many games and hours an answer takes
  deckproof lab play my-game --policy search:1000 --against greedy
  deckproof lab play my-game --games 1000000 --shard 3/200 --part part-3.json
  deckproof merge part-*.json                      the shares of a run together

Players are `uniform` (every legal move is as likely), `greedy` (one move ahead), `search:N`
(Monte Carlo tree search in N worlds that the seat cannot tell from the true one), `all-seeing:N`
(the same on the true cards: what hidden information is worth) and `solved` (an equilibrium, for
small games). `--policy red=search:400,blue=uniform` gives each seat its own. `search:N` plays
a game that can end in at most 100·N ways by its solution; in larger ones it does not bluff, and
does not wonder why others played as they did.

What stands out is said at the end: a side that is not even (--even), deciding first where that is
drawn by lot, a card that is far better or worse than the others of its deck in every variant that
has it, a card that never counts for anybody while others of its deck do; each by more than chance
makes.

A run is the same on any number of threads and machines: game 17 of seed 1 is always the same
game.";

const COMPARE_EXAMPLES: &str = "\
Examples:
  deckproof lab compare                            in a game's folder: what the edit since the last commit does
  deckproof lab compare HEAD: my-game              the same from elsewhere
  deckproof lab compare HEAD: my-game --plan       how many games and hours that takes
  deckproof lab compare v1.0: my-game --games 20000 --all

OLD and NEW are folders, shipped games, or REV:path as for `deckproof diff`. Each pair is two games
of the same seed and players, and the difference of a pair is what counts. The intervals hold
however often they are looked at: the run ends as soon as all questions are answered, be it by
`no difference larger than 1`.";

const VARY_EXAMPLES: &str = "\
Examples:
  deckproof lab vary assets.admiral.influence=1..5 my-game
  deckproof lab vary rules.rounds=3,4,6 my-game -o rounds.html

A number of a card is named deck.card.number, one of the rules rules.number. Each value is held
against the game as it is, in pairs of games of the same seed and players.";

/// Find out what a game is like between good players, or what an edit does to it
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct LabArgs {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(clap::Subcommand)]
enum LabCommand {
    Play(PlayArgs),
    Compare(CompareArgs),
    Vary(VaryArgs),
}

/// Who plays, and how often.
#[derive(clap::Args)]
struct RunArgs {
    #[command(flatten)]
    variants: Variants,
    /// Who plays: uniform, greedy, search:N, solved, all-seeing:N, for all seats or SEAT=PLAYER,…
    #[arg(long, value_name = "PLAYERS", default_value = "search:100")]
    policy: SeatPolicies,
    #[command(flatten)]
    games: RunOptions,
    #[command(flatten)]
    shown: ReportOptions,
}

/// Play games and say who wins, with which cards, and how long it takes
#[derive(clap::Args)]
#[command(after_help = PLAY_EXAMPLES)]
struct PlayArgs {
    /// A folder with a game.toml, a shipped game, or REV:path [default: the game of the folder you are in]
    #[arg(value_name = "GAME")]
    name: Option<String>,
    #[command(flatten)]
    run: RunArgs,
    /// How many games of each variant
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = up_to(MOST_GAMES))]
    games: u64,
    #[command(flatten)]
    even: Even,
    /// Exit with 1 when anything stands out: a side that is not even, a card that is too good or too bad, one that nobody ever has
    #[arg(long, conflicts_with_all = ["shard", "plan"])]
    strict: bool,
    /// Say how many games and hours an answer takes, and play only a few (200 of each variant)
    #[arg(long, conflicts_with_all = ["shard", "part", "even"])]
    plan: bool,
    /// Play as many games again between the player of --policy and this one, every deal twice with the seats swapped
    #[arg(long, value_name = "PLAYER")]
    against: Option<SeatPolicy>,
    /// Count the games that people recorded beside: a folder of records, such as output/records
    #[arg(long, value_name = "DIR", conflicts_with_all = ["shard", "plan"])]
    records: Option<PathBuf>,
    #[command(flatten)]
    share: Share,
}

/// Play pairs of games, before an edit and after it, and say what it does
#[derive(clap::Args)]
#[command(after_help = COMPARE_EXAMPLES)]
struct CompareArgs {
    /// The game as it was: a folder, a shipped game, or REV:path [default: HEAD:]
    #[arg(value_name = "OLD")]
    old: Option<String>,
    /// The game as it is: a folder, a shipped game, or REV:path [default: the game of the folder you are in]
    #[arg(value_name = "NEW")]
    new: Option<String>,
    #[command(flatten)]
    run: RunArgs,
    /// How many pairs of games of each variant, at most
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = up_to(MOST_GAMES))]
    games: u64,
    #[command(flatten)]
    negligible: Negligible,
    /// Play all of them, though everything is decided
    #[arg(long)]
    all: bool,
    /// Say how many pairs and hours an answer takes, and play only a few (200 of each variant)
    #[arg(long, conflicts_with_all = ["shard", "part", "all", "negligible"])]
    plan: bool,
    #[command(flatten)]
    share: Share,
}

/// Play each value of a number against the game as it is
#[derive(clap::Args)]
#[command(after_help = VARY_EXAMPLES)]
struct VaryArgs {
    /// The number and its values: deck.card.number=1..5 or rules.number=3,4,6
    #[arg(value_name = "NUMBER=VALUES")]
    vary: Variation,
    /// A folder with a game.toml, a shipped game, or REV:path [default: the game of the folder you are in]
    #[arg(value_name = "GAME")]
    name: Option<String>,
    #[command(flatten)]
    run: RunArgs,
    /// How many pairs of games of each value and variant, at most
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = up_to(MOST_GAMES))]
    games: u64,
    #[command(flatten)]
    negligible: Negligible,
    /// Play all of them, though everything is decided
    #[arg(long)]
    all: bool,
}

/// Games or pairs from which `--plan` measures.
const PLANNED_FROM: u64 = 200;

pub fn run_lab(args: &LabArgs, console: &mut Console) -> Done {
    match &args.command {
        LabCommand::Play(args) => play(args, console),
        LabCommand::Compare(args) => compare(args, console),
        LabCommand::Vary(args) => vary(args, console),
    }
}

fn play(args: &PlayArgs, console: &mut Console) -> Done {
    let run = &args.run;
    args.share.refuses("--even", args.even.even.is_some(), &run.shown)?;
    let mut shown = run.shown.begin("lab play", console)?;
    let (name, shown_name) = named(args.name.as_deref(), "lab play", console)?;
    let pack = compared_pack([&name, &name], &mut console.files)?;
    let variants = choose_variants(&pack, &run.variants.asked(), Rest::All)?;
    let games = if args.plan { args.games.min(PLANNED_FROM) } else { args.games };
    let against = args.against.map(|other| format!(" --against {other}")).unwrap_or_default();
    let asked = LabAsked {
        against: args.against,
        shard: args.share.shard_or_whole(),
        follows_lead: !args.plan,
        ..run.asked(&["play", &shown_name], &against, games)
    };
    let recorded =
        args.records.as_ref().map(|folder| recorded_games(&pack, folder, console)).transpose()?;
    let games = asked.games_of_share() * variants.len() as u64;
    let run_of = (pack.game.full_title(), asked.header(&[&pack]), games);
    let (part, seconds) = measure(run_of, &args.share, console, |progress| {
        lab_games(&pack, &variants, &asked, progress)
    })?;
    if args.plan {
        return tell_plan(&part, seconds, run, shown, console);
    }
    let (figures, even) = (lab_figures(&part), args.even.even.unwrap_or(EVEN));
    if args.share.has_report(&run.shown) {
        let bounds = LabBounds { negligible: NEGLIGIBLE, even };
        shown.tell(lab_report(&part, &figures, recorded.as_ref(), bounds, Some(seconds)), console);
        shown.finish(console)?;
    }
    if args.strict { standing_out(&figures, even, &pack.game.id).into_result() } else { Ok(()) }
}

fn compare(args: &CompareArgs, console: &mut Console) -> Done {
    let run = &args.run;
    let negligible = args.negligible.negligible;
    args.share.refuses("--negligible", negligible.is_some(), &run.shown)?;
    let negligible = negligible.unwrap_or(NEGLIGIBLE);
    let mut shown = run.shown.begin("lab compare", console)?;
    let old = args.old.as_deref().unwrap_or("HEAD:");
    let (new, shown_name) = named(args.new.as_deref(), "lab compare HEAD:", console)?;
    let files = &mut console.files;
    let packs = [compared_pack([old, &new], files)?, compared_pack([&new, old], files)?];
    let variants = both_variants(&run.variants.asked(), &packs)?;
    let [before, after] = &packs;
    let games = if args.plan { args.games.min(PLANNED_FROM) } else { args.games };
    let asked = LabAsked {
        shard: args.share.shard_or_whole(),
        ..run.asked(&["compare", old, &shown_name], "", games)
    };
    let is_early = !args.all && !args.plan && args.share.part.is_none();
    let stopping = Stopping { negligible, is_early };
    let pairs = asked.games_of_share() * variants.len() as u64;
    let run_of = (after.game.full_title(), asked.header(&[before, after]), pairs);
    let (part, seconds) = measure(run_of, &args.share, console, |progress| {
        Ok(lab_pairs([before, after], &variants, &asked, stopping, progress)?)
    })?;
    if args.plan {
        return tell_plan(&part, seconds, run, shown, console);
    }
    if args.share.has_report(&run.shown) {
        let bounds = LabBounds { negligible, even: EVEN };
        shown.tell(lab_report(&part, &[], None, bounds, Some(seconds)), console);
        shown.finish(console)?;
    }
    Ok(())
}

fn vary(args: &VaryArgs, console: &mut Console) -> Done {
    let run = &args.run;
    let mut shown = run.shown.begin("lab vary", console)?;
    let (name, shown_name) = named(args.name.as_deref(), "lab vary rules.number=1..5", console)?;
    let pack = compared_pack([&name, &name], &mut console.files)?;
    let variants = choose_variants(&pack, &run.variants.asked(), Rest::All)?;
    let mut asked = run.asked(&["vary", &args.vary.to_string(), &shown_name], "", args.games);
    asked.command += if args.all { " --all" } else { "" };
    let negligible = args.negligible.negligible.unwrap_or(NEGLIGIBLE);
    let stopping = Stopping { negligible, is_early: !args.all };
    let steps = asked.games * variants.len() as u64 * args.vary.values.len() as u64;
    let bar = console.progress(&args.vary.path.join("."), steps);
    let told = |done: u64| bar.set_position(done);
    let files = &mut console.files;
    let sweep = lab_sweep(&pack, &args.vary, &variants, &asked, stopping, files, &told)?;
    bar.finish_and_clear();
    shown.tell(sweep_report(&sweep), console);
    shown.finish(console)?;
    sweep.unplayable.into_iter().flat_map(|(_, all)| all).collect::<Diagnostics>().into_result()
}

fn tell_plan(
    part: &LabPart,
    seconds: f64,
    run: &RunArgs,
    mut shown: Showing,
    console: &Console,
) -> Done {
    // More threads than cores are no faster.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    shown.tell(plan_report(part, seconds, run.games.jobs().min(cores)), console);
    shown.finish(console)
}

/// The game that is named, or else the one of the current folder; and how it is named in the command that is shown.
fn named(
    name: Option<&str>,
    command: &str,
    console: &Console,
) -> Result<(String, String), Diagnostics> {
    Ok(match name {
        Some(name) => (name.to_owned(), name.to_owned()),
        None => (game_here(command, console)?, ".".to_owned()),
    })
}

/// Plays a run of so many games, with a progress bar, and writes its counts, if they are asked for. What was counted
/// comes out, and how many seconds the games took without what is made ready before.
fn measure(
    (title, header, games): (String, PartHeader, u64),
    share: &Share,
    console: &mut Console,
    play: impl FnOnce(&(dyn Fn(u64) + Sync)) -> Result<LabPart, Diagnostics>,
) -> Result<(LabPart, f64), Diagnostics> {
    let path = share.part.as_deref();
    will_write_part(path, &header, share.shard.is_some(), console)?;
    let bar = console.progress(&title, games);
    let start = OnceLock::new();
    let part = play(&|done| {
        start.get_or_init(Instant::now);
        bar.set_position(done);
    })?;
    bar.finish_and_clear();
    write_part(path, &part, console)?;
    Ok((part, start.get().map_or(0.0, |start| start.elapsed().as_secs_f64())))
}

impl RunArgs {
    /// A whole run of `deckproof lab` with these words; `more` are options that say who plays besides.
    fn asked(&self, words: &[&str], more: &str, games: u64) -> LabAsked {
        let (variants, seed) = (self.variants.words(), self.games.seed);
        let policy = self.policy.to_string();
        LabAsked {
            policies: self.policy.clone(),
            against: None,
            games,
            seed,
            jobs: self.games.jobs(),
            shard: Shard::WHOLE,
            follows_lead: false,
            command: format!(
                "lab {}{variants} --policy {}{more} --games {games} --seed {seed}",
                shell_line(words.iter().copied()),
                shell_word(&policy)
            ),
        }
    }
}
