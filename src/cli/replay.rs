//! Runs `deckproof replay`. A record comes in; it is checked move by move and shown as text or as a page.

use std::path::PathBuf;

use crate::pages::replay_page;
use crate::session::{MovesTold, replay_file, replay_report};

use super::console::{Console, Done};
use super::report_options::ReportOptions;

const EXAMPLES: &str = "\
Examples:
  deckproof replay game.jsonl                  each move, and what it changed
  deckproof replay game.jsonl --ply 23         one of them
  deckproof replay game.jsonl -o game.html     a page to step through with the arrow keys
  deckproof record caps-and-hammers --seed 7 --states | deckproof replay - --summary
  deckproof replay game.jsonl --game my-copy   with edited cards: where does it part ways?

Every line is played again and must be what the rules make of it, byte by
byte; on the same cards the draws must be those of the seed. After an edit of
the cards the draws are taken from the record, and the first move, draw or
result that no longer follows is told.

Exit codes: 0 the record agrees, 1 it does not, 2 the command line asks for what cannot be,
3 the machine failed.";

/// Check a record move by move, and show it
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ReplayArgs {
    /// A record, or - for the standard input
    #[arg(value_name = "FILE|-")]
    file: PathBuf,
    /// The game that it is a record of, where it is not a shipped one, or an edited copy
    #[arg(long, value_name = "GAME|DIR")]
    game: Option<String>,
    /// In another language, for which the game has lang/CODE.csv
    #[arg(long, value_name = "CODE")]
    lang: Option<String>,
    /// Show only this move (0 is the start)
    #[arg(long, value_name = "N", conflicts_with = "summary")]
    ply: Option<usize>,
    /// Show no moves, only whether the record agrees and how the game ended
    #[arg(long)]
    summary: bool,
    #[command(flatten)]
    shown: ReportOptions,
}

pub fn run_replay(args: &ReplayArgs, console: &mut Console) -> Done {
    let mut shown = args.shown.begin("replay", console)?;
    let named = (args.game.as_deref(), args.lang.as_deref());
    let Some(game) = replay_file(&args.file, named, console)? else {
        return Ok(());
    };
    let page = shown
        .has_page()
        .then(|| replay_page(&game.pack, &game.replay, &mut console.files))
        .transpose()?;
    let moves = match args.ply {
        _ if args.summary => MovesTold::None,
        Some(ply) => MovesTold::One(ply),
        None => MovesTold::All,
    };
    let mut report = replay_report(&game, moves)?;
    report.page = page.map(|page| String::from_utf8_lossy(&page).into_owned());
    shown.tell(report, console);
    shown.finish(console)
}
