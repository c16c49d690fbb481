//! `deckproof check`: reads and draws everything, runs the scenarios, plays some games, and says what is wrong.

use std::io::Write;

use crate::cards::Pack;
use crate::rules::Variant;
use crate::source::{Code, Diagnostic, Diagnostics};
use crate::template::Ink;
use crate::verify::fuzz::{FuzzPlan, FuzzReport};

use super::explain::explain;
use super::format::Format;
use super::fuzz_table::grouped;
use super::proven::prover_of;
use super::report::{Done, Report, counted};
use super::studio::Selection;
use super::variants::{Rest, Variants, with};

const EXAMPLES: &str = "\
Examples:
  deckproof check                         all shipped games
  deckproof check my-game                 a game folder of your own
  deckproof check my-game --games 0       without random games
  deckproof check --explain D012          what a code means, with a wrong and a right example
  deckproof check my-game --deny warnings --format sarif > findings.sarif

Every fault is told with its code, file, line and column, and what to do about it.

Where the rules can be played, the scenarios beside the cards are run and 1,000
random games of each variant are played, every law watched. A scenario that does not hold is
told with what it expects and what was found; in a copy of a shipped game, with
the edited value that it fails by as well.

The exit code is 1 when there is an error; with --deny warnings, for a warning too.";

/// What counts as a fault though it is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Deny {
    Warnings,
}

/// Say what is wrong with the cards, templates and rules of a game
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    variants: Variants,
    /// How the faults are written; all but `human` go to stdout, alone
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
    /// Fail for warnings as well
    #[arg(long, value_name = "WHAT", value_enum)]
    deny: Option<Deny>,
    /// Random games of each variant; 0 for none
    #[arg(
        id = "random-games",
        long = "games",
        value_name = "N",
        default_value_t = 1_000
    )]
    games: u64,
    /// Explain a code, such as D012, and do nothing else; `list` for all codes
    #[arg(long, value_name = "CODE")]
    explain: Option<String>,
}

pub fn run(args: &Args, report: &mut Report) -> Done {
    if let Some(code) = &args.explain {
        let page = explain(code)?;
        // Nobody is left to be told that stdout is closed.
        let _ = anstream::stdout().write_all(page.as_bytes());
        return Ok(());
    }
    report.write_as(args.format);
    if args.deny == Some(Deny::Warnings) {
        report.deny_warnings();
    }
    let packs = args.selection.packs(report)?;
    let mut faults = Diagnostics::new();
    let mut variants = Vec::new();
    for pack in &packs {
        let axes = prover_of(pack).map_or_else(Vec::new, |prover| prover.axes(pack));
        match args.variants.of(&pack.game.id, &axes, Rest::All) {
            Ok(asked) => variants.push(asked),
            Err(more) => faults.append(more),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    for (pack, variants) in packs.into_iter().zip(variants) {
        let title = pack.game.full_title();
        let cards: u32 = pack.decks.iter().map(|d| d.cards()).sum();
        let decks = pack.decks.len();
        let mut found = Diagnostics::new();
        let proofs = prove(&pack, &variants, args.games, report, &mut found);
        if let Err(more) = args.selection.draw(pack, Ink::Full, report) {
            found.append(more);
        }
        let cards = counted(cards as usize, "card");
        let verdict = if found.is_empty() {
            "no fault found"
        } else {
            "faults found"
        };
        report.say(&format!(
            "{title}: {}, {cards}, {verdict}",
            counted(decks, "deck")
        ));
        for proof in proofs {
            report.say(&format!("  {proof}"));
        }
        faults.append(found);
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults)
    }
}

/// Runs the scenarios and plays some games of each variant, where the rules can be played. Gives a line of each; what is wrong goes to
/// `faults`.
fn prove(
    pack: &Pack,
    variants: &[Variant],
    games: u64,
    report: &mut Report,
    faults: &mut Diagnostics,
) -> Vec<String> {
    let Some(prover) = prover_of(pack) else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    match prover.scenarios(pack, &mut report.files) {
        Ok(scenarios) => {
            lines.push(scenarios.summary());
            faults.append(scenarios.faults);
        }
        // Rules that cannot be compiled cannot be played either.
        Err(more) => {
            faults.append(more);
            return lines;
        }
    }
    if games == 0 {
        return lines;
    }
    let plan = FuzzPlan {
        games,
        time: None,
        seed: 1,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        players: None,
    };
    for variant in variants {
        let fault = match prover.fuzz(pack, variant, &plan, &|_| ()) {
            Ok(found) => broken(pack, &found).map(Diagnostics::from),
            Err(more) => Some(more),
        };
        // One is enough: the next is likely to fail by the same.
        if let Some(fault) = fault {
            faults.append(fault);
            return lines;
        }
    }
    let of_each = match variants.len() {
        1 => String::new(),
        n => format!(" of each of {n} variants"),
    };
    let games = grouped(games);
    lines.push(format!("{games} games{of_each} played, no law broken"));
    lines
}

/// The law that does not hold, and the smallest game that was found for it.
fn broken(pack: &Pack, found: &FuzzReport) -> Option<Diagnostic> {
    let smallest = &found.fault.as_ref()?.smallest;
    let message = format!(
        "{}: {} does not hold{}: {}",
        pack.game.id,
        smallest.property,
        with(&found.variant),
        smallest.says
    );
    let mut help = format!(
        "a game of {} shows it:",
        counted(smallest.moves, "decision")
    );
    for line in &smallest.story {
        help.push_str(&format!("\n  {line}"));
    }
    Some(Diagnostic::error(Code::LawBroken, message).help(help))
}
