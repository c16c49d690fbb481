//! Runs `deckproof lab`: games by good players, and an edit against the game before it. The command's options come in; tables, a page or a part of a run go out. Called by `args`.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Instant;

use crate::cards::Pack;
use crate::lab::{LabPart, MOST_GAMES, Shard};
use crate::pages::sweep_page;
use crate::players::{SeatPolicies, SeatPolicy};
use crate::registry;
use crate::rules::Variant;
use crate::source::{Code, Diagnostic, Diagnostics, shell_line, shell_word};
use crate::verify::threads::MOST_THREADS;

use super::lab_agree::{agree, variants_of};
use super::lab_plan_table::plan_text;
use super::lab_report::{LabBounds, ReportFiles, ShownRun, show_part, show_run};
use super::lab_sweep_table::sweep_table;
use super::part_file::{is_our_part, will_write_share};
use super::report::{Done, Report};
use super::variants::Variants;
use crate::session::{
    LabAsked, RunFigures, Stopping, Variation, data_of, game_here, lab_games, lab_pairs,
    lab_remarks, lab_sweep, negligible_option, recorded_games, side_folder,
};

const EXAMPLES: &str = "\
Examples:
  deckproof lab caper --players 2                  between players that search
  deckproof lab my-game --policy uniform --games 20000 --strict
                                                   exit code 1 when anything stands out
  deckproof lab my-game --html lab.html            the report as a page, with curves
  deckproof lab HEAD: my-game                      what the edit since the last commit does
  deckproof lab HEAD: my-game --plan               how many games and hours that takes
  deckproof lab my-game --vary assets.admiral.influence=1..5
  deckproof lab my-game --policy search:1000 --against greedy
  deckproof lab my-game --games 1000000 --shard 3/200 --out part-3.json
  deckproof merge part-*.json                      the shares of a run together

Players are `uniform` (every legal move is as likely), `greedy` (one move ahead), `search:N`
(Monte Carlo tree search in N worlds that the seat cannot tell from the true one), `all-seeing:N`
(the same on the true cards: what hidden information is worth) and `solved` (an equilibrium, for
small games). `--policy red=search:400,blue=uniform` gives each seat its own. `search:N` plays
a game that can end in at most 100·N ways by its solution; in larger ones it does not bluff, and
does not wonder why others played as they did.

With two games, OLD and NEW (folders, shipped games, or REV:path as for `deckproof diff`), each
pair is two games of the same seed and players, and the difference of a pair is what counts. The
intervals hold however often they are looked at: the run ends as soon as all questions are
answered, be it by `no difference larger than 1`.

What stands out is said at the end: a side that is not even (--even), deciding first where that is
drawn by lot, a card that is far better or worse than the others of its deck in every variant that
has it, a card that never counts for anybody while others of its deck do; each by more than chance
makes.

A run is the same on any number of threads and machines: game 17 of seed 1 is always the same
game.

Exit codes: 0 the games were played, 1 the cards are wrong, 2 the command line asks for what
cannot be, 3 the machine failed.";

/// Find out what a game is like between good players, or what an edit does to it
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct LabArgs {
    /// A game, or two of which the second is an edit of the first [default: the game of the folder you are in]
    #[arg(value_name = "GAME|OLD NEW", num_args = 0..=2)]
    pub(super) names: Vec<String>,
    #[command(flatten)]
    pub(super) variants: Variants,
    /// Who plays: uniform, greedy, search:N, solved, all-seeing:N, for all seats or SEAT=PLAYER,…
    #[arg(long, value_name = "PLAYERS", default_value = "search:100")]
    policy: SeatPolicies,
    /// How many games of each variant, or pairs of games [default: 400, or 4000 pairs; 1000 pairs of each value of `--vary`]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: Option<u64>,
    /// Names the run: the same seed plays the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    jobs: Option<u16>,
    #[command(flatten)]
    pub(super) bounds: LabBounds,
    /// Exit with 1 when anything stands out: a side that is not even, a card that is too good or too bad, one that nobody ever has
    #[arg(long, conflicts_with_all = ["shard", "vary", "plan"])]
    pub(super) strict: bool,
    /// Of pairs: play all of them, though everything is decided
    #[arg(long)]
    pub(super) all: bool,
    /// Say how many games and hours an answer takes, and play only a few (200 of each variant)
    #[arg(long, conflicts_with_all = ["shard", "out", "vary", "html", "csv", "json", "all", "negligible", "even"])]
    plan: bool,
    /// Play as many games again between the player of --policy and this one, every deal twice with the seats swapped
    #[arg(long, value_name = "PLAYER", conflicts_with = "vary")]
    pub(super) against: Option<SeatPolicy>,
    /// Play each value of a number against the game as it is: deck.card.number=1..5 or rules.number=3,4,6
    #[arg(long, value_name = "VALUE=A..B", conflicts_with_all = ["shard", "out", "even"])]
    pub(super) vary: Option<Variation>,
    /// Play only a share of the games, for `deckproof merge`
    #[arg(long, value_name = "K/N", requires = "out")]
    pub(super) shard: Option<Shard>,
    /// Write exact counts to a file, for `deckproof merge`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Count the games that people recorded beside: a folder of records, such as output/records
    #[arg(long, value_name = "DIR", conflicts_with_all = ["shard", "vary", "plan"])]
    records: Option<PathBuf>,
    #[command(flatten)]
    pub(super) files: ReportFiles,
}

/// Games of a variant where nothing is asked for.
const GAMES: u64 = 400;
const PAIRS: u64 = 4_000;
/// Games or pairs from which `--plan` measures.
const PLANNED_FROM: u64 = 200;

pub fn run_lab(args: &LabArgs, report: &mut Report) -> Done {
    agree(args)?;
    let packs = packs(args, report)?;
    let Some(newest) = packs.last() else {
        return Ok(());
    };
    let variants = variants_of(args, &packs)?;
    args.files.can_be_written(report)?;
    if let Some(path) = &args.out {
        let both: Vec<&Pack> = packs.iter().collect();
        let default = if both.len() > 1 { PAIRS } else { GAMES };
        let data = packs.iter().map(data_of).collect();
        let header = args.asked(default, &both).header(newest.game.full_title(), data);
        match args.shard {
            Some(_) => will_write_share(path, &header, report)?,
            None => report.will_write("--out", path, is_our_part)?,
        }
    }
    if let Some(vary) = &args.vary {
        return vary_value(args, vary, newest, &variants, report);
    }
    let recorded = match &args.records {
        Some(folder) => Some(recorded_games(newest, folder, report)?),
        None => None,
    };
    let clock = Clock::default();
    let part = match packs.as_slice() {
        [old, new] => pairs(args, [old, new], &variants, &clock, report)?,
        _ => {
            let asked = args.asked(GAMES, &[newest]);
            let steps = asked.games_of_share() * variants.len() as u64;
            let bar = report.progress(&newest.game.full_title(), steps);
            let part = lab_games(newest, &variants, &asked, &|done| {
                clock.start();
                bar.set_position(done);
            })?;
            bar.finish_and_clear();
            part
        }
    };
    if args.plan {
        // More threads than cores are no faster.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        report.say(&plan_text(&part, clock.seconds(), args.jobs().min(cores)));
        return Ok(());
    }
    if let Some(path) = &args.out {
        report.write("--out", path, part.text().as_bytes(), is_our_part)?;
    }
    // A share is told once it is merged.
    if args.shard.is_none() || args.files.are_wanted() {
        let seconds = Some(clock.seconds());
        let recorded = recorded.as_ref();
        show_part(&part, recorded, args.bounds, seconds, &args.files, report)?;
    }
    if args.strict {
        return standing_out(&part, args.bounds.even(), &newest.game.id);
    }
    Ok(())
}

/// How long the games take, without what is made ready before.
#[derive(Default)]
struct Clock(OnceLock<Instant>);

impl Clock {
    fn start(&self) {
        self.0.get_or_init(Instant::now);
    }

    fn seconds(&self) -> f64 {
        let elapsed = self.0.get().map(Instant::elapsed);
        elapsed.map_or(0.0, |elapsed| elapsed.as_secs_f64())
    }
}

/// What stands out in games of one version, as errors.
fn standing_out(part: &LabPart, even: f64, id: &str) -> Done {
    let mut faults = Diagnostics::new();
    let remarks = lab_remarks(part, even).into_iter();
    for remark in remarks.filter(|remark| remark.is_sure) {
        let message = format!("{id}: {}", remark.says);
        faults.push(Diagnostic::error(Code::Unbalanced, message).help(remark.help));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

impl LabAsked {
    /// Games that are played of each variant.
    pub fn games_of_share(&self) -> u64 {
        let games = self.shard.games(self.games);
        games.end - games.start
    }
}

impl LabArgs {
    fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(cores, usize::from)
    }

    /// The options that say who plays.
    fn who(&self) -> String {
        let against = self.against.map(|other| format!(" --against {other}"));
        let policy = self.policy.to_string();
        format!("--policy {}{}", shell_word(&policy), against.unwrap_or_default())
    }

    fn asked(&self, default: u64, packs: &[&Pack]) -> LabAsked {
        let games = self.games.unwrap_or(default);
        let games = if self.plan { games.min(PLANNED_FROM) } else { games };
        let names: Vec<&str> = if self.names.is_empty() {
            packs.iter().map(|_| ".").collect()
        } else {
            self.names.iter().map(String::as_str).collect()
        };
        let (variants, seed) = (self.variants.words(), self.seed);
        LabAsked {
            policies: self.policy.clone(),
            against: self.against,
            games,
            seed,
            jobs: self.jobs(),
            shard: self.shard.unwrap_or(Shard::WHOLE),
            follows_lead: !self.plan,
            command: format!(
                "lab {}{variants} {} --games {games} --seed {seed}",
                shell_line(names),
                self.who()
            ),
        }
    }
}

/// One game, or the two that are compared.
fn packs(args: &LabArgs, report: &mut Report) -> Result<Vec<Pack>, Diagnostics> {
    let names =
        if args.names.is_empty() { vec![game_here("lab", report)?] } else { args.names.clone() };
    let mut packs = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let other = names.get(1 - at.min(1)).unwrap_or(name);
        let folder = side_folder(name, other)?;
        packs.push(registry::load(folder, &mut report.files)?);
    }
    Ok(packs)
}

fn pairs(
    args: &LabArgs,
    packs: [&Pack; 2],
    variants: &[Variant],
    clock: &Clock,
    report: &Report,
) -> Result<LabPart, Diagnostics> {
    let asked = args.asked(PAIRS, &packs);
    let stopping = Stopping {
        negligible: args.bounds.negligible(),
        is_early: !args.all && !args.plan && args.out.is_none(),
    };
    let steps = asked.games_of_share() * variants.len() as u64;
    let bar = report.progress(&packs[1].game.full_title(), steps);
    let part = lab_pairs(packs, variants, &asked, stopping, &|done| {
        clock.start();
        bar.set_position(done);
    })?;
    bar.finish_and_clear();
    Ok(part)
}

fn vary_value(
    args: &LabArgs,
    vary: &Variation,
    pack: &Pack,
    variants: &[Variant],
    report: &mut Report,
) -> Done {
    let asked = args.asked(PAIRS / 4, &[pack]);
    let stopping = Stopping { negligible: args.bounds.negligible(), is_early: !args.all };
    let steps = asked.games * variants.len() as u64 * vary.values.len() as u64;
    let bar = report.progress(&vary.path.join("."), steps);
    let files = &mut report.files;
    let told = |done: u64| bar.set_position(done);
    let mut sweep = lab_sweep(pack, vary, variants, &asked, stopping, files, &told)?;
    bar.finish_and_clear();
    sweep.header.command += &format!(" --vary {}", shell_word(&vary.to_string()));
    if args.all {
        sweep.header.command += " --all";
    }
    sweep.header.command += &negligible_option(args.bounds.negligible());
    let shown = ShownRun {
        text: sweep_table(&sweep, &asked),
        figures: &|| RunFigures::of_sweep(&sweep),
        page: &|| sweep_page(&sweep),
    };
    show_run(&shown, &args.files, report)?;
    let mut faults = Diagnostics::new();
    let unplayable = sweep.unplayable.iter().map(|(_, all)| all.clone());
    unplayable.for_each(|all| faults.append(all));
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}
