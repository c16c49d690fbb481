//! Runs `deckproof check`: reads and draws everything, runs the scenarios and plays some games. The command's options come in,
//! diagnostics and a summary go out. Called by `args`, and again on every change under `--watch`.

use crate::cards::Pack;
use crate::registry;
use crate::script::script_axes;
use crate::source::{Diagnostics, counted};

use super::explain::explain;
use super::export_shop;
use super::profile;
use super::report::Format;
use super::report::{Done, Report, tally};
use super::variants::{Rest, Variants};
use super::wanted::SelectionArgs;
use crate::session::{Asked, examine};

const EXAMPLES: &str = "\
Examples:
  deckproof check                         all shipped games
  deckproof check my-game                 a game folder of your own
  deckproof check my-game --games 0       without random games
  deckproof check --explain D012          what a code means, with a wrong and a right example
  deckproof check my-game --for thegamecrafter/poker    what this shop would not print well, or not take
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
pub struct CheckArgs {
    #[command(flatten)]
    pub wanted: SelectionArgs,
    #[command(flatten)]
    variants: Variants,
    /// How the faults are written; all but `human` go to stdout, alone
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
    /// Fail for warnings as well
    #[arg(long, value_name = "WHAT", value_enum)]
    deny: Option<Deny>,
    /// List every card of a box that is too small for the words of several, not only the worst
    #[arg(long, conflicts_with = "explain")]
    all: bool,
    /// Random games of each variant; 0 for none
    #[arg(id = "random-games", long = "games", value_name = "N", default_value_t = 1_000)]
    games: u64,
    /// Count the lines of rules.star as scenarios and games run them: where the work is, and what never runs
    #[arg(long, conflicts_with_all = ["watch", "explain"])]
    profile: bool,
    /// Check again whenever a file of the game is saved, until Ctrl-C
    #[arg(long, conflicts_with = "explain")]
    pub watch: bool,
    /// Look at the cards as this shop would: its safe area, bleed, sizes and numbers of cards (see `deckproof export shop`)
    #[arg(long = "for", value_name = "SHOP[/PRODUCT]", conflicts_with = "explain")]
    shop: Option<String>,
    /// Explain a code, such as D012, and do nothing else; `list` for all codes
    #[arg(long, value_name = "CODE")]
    explain: Option<String>,
}

pub fn run_check(args: &CheckArgs, report: &mut Report) -> Done {
    if let Some(code) = &args.explain {
        let page = explain(code)?;
        report.print(&page);
        return Ok(());
    }
    report.write_as(args.format);
    if args.deny == Some(Deny::Warnings) {
        report.deny_warnings();
    }
    if args.all {
        report.show_all();
    }
    let selection = args.wanted.select(report)?;
    let shop = match &args.shop {
        Some(name) => Some(export_shop::asked(name, &selection)?),
        None => None,
    };
    let mut readings = Vec::new();
    for folder in selection.folders()? {
        let id = folder.id.clone();
        let (pack, faults) = registry::check(folder, &mut report.files);
        readings.push(Reading { id, pack, faults });
    }
    let packs: Vec<&Pack> = readings.iter().filter_map(|r| r.pack.as_ref()).collect();
    if packs.len() == readings.len() {
        selection.check_names(&packs)?;
    }
    let mut faults = Diagnostics::new();
    let mut variants = Vec::new();
    for pack in packs {
        let axes = script_axes(&pack.game);
        match args.variants.choose(&pack.game.id, &axes, Rest::All) {
            Ok(asked) => variants.push(asked),
            Err(more) => faults.append(more),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut variants = variants.into_iter();
    for reading in readings {
        let Some(mut pack) = reading.pack else {
            report.say(&format!("{}: {}", reading.id, verdict(&reading.faults, 0)));
            report.show(&reading.faults);
            continue;
        };
        let profile = if args.profile { Some(profile::begin(&mut pack)?) } else { None };
        let asked = Asked {
            selection: &selection,
            variants: &variants.next().unwrap_or_default(),
            games: args.games,
            shop: shop.as_ref(),
        };
        let examined = examine(&pack, reading.faults, &asked, report);
        let decks = counted(pack.decks.len(), "deck");
        let cards: u32 = pack.decks.iter().map(|d| d.cards()).sum();
        let cards = counted(cards as usize, "card");
        let verdict = verdict(&examined.found, examined.allowed);
        let title = pack.game.full_title();
        report.say(&format!("{title}: {decks}, {cards}, {verdict}"));
        for proof in examined.proofs {
            report.say(&format!("  {proof}"));
        }
        if let Some(profile) = profile {
            report.say(&format!("\n{}\n", profile::describe_profile(&pack, &profile)));
        }
        report.show(&examined.found);
    }
    Ok(())
}

/// A game as far as it was read.
struct Reading {
    id: String,
    pack: Option<Pack>,
    faults: Diagnostics,
}

/// What a game is said to be like: `2 errors, 1 warning`.
fn verdict(found: &Diagnostics, allowed: usize) -> String {
    let verdict = tally(found).unwrap_or_else(|| "no fault found".to_owned());
    match allowed {
        0 => verdict,
        n => format!("{verdict}, {} allowed", counted(n, "warning")),
    }
}
