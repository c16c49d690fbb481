//! Runs `deckproof list`. The wanted games come in; a report of games, decks, cards and copies goes out.

use super::console::{Console, Done};
use super::options::SelectionArgs;
use super::report_options::ReportOptions;
use crate::session::list_report;

/// List the games, their decks, cards and copies
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  deckproof list\n  deckproof list caper --deck gear\n  deckproof list caper --format json"
)]
pub struct ListArgs {
    #[command(flatten)]
    wanted: SelectionArgs,
    #[command(flatten)]
    shown: ReportOptions,
}

pub fn run_list(args: &ListArgs, console: &mut Console) -> Done {
    let mut shown = args.shown.begin("list", console)?;
    let selection = args.wanted.select(console)?;
    for pack in &selection.packs(console)? {
        shown.tell(list_report(pack, &selection.deck), console);
    }
    shown.finish(console)
}
