//! `deckproof check`: reads and draws everything, and says what is wrong.

use crate::source::Diagnostics;
use crate::template::Ink;

use super::report::{Done, Report, counted};
use super::studio::Selection;

const EXAMPLES: &str = "\
Examples:
  deckproof check             all shipped games
  deckproof check my-game     a game folder of your own

Every fault is told with its file, line and column, and what to do about it.";

/// Say what is wrong with the cards and templates of a game
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    selection: Selection,
}

pub fn run(args: &Args, report: &mut Report) -> Done {
    let packs = args.selection.packs(report)?;
    let mut faults = Diagnostics::new();
    for pack in packs {
        let title = pack.game.full_title();
        let cards: u32 = pack.decks.iter().map(|d| d.cards()).sum();
        let decks = pack.decks.len();
        match args.selection.draw(pack, Ink::Full, report) {
            Ok(_) => report.say(&format!(
                "{title}: {}, {}, no fault found",
                counted(decks, "deck"),
                counted(cards as usize, "card")
            )),
            Err(more) => faults.append(more),
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults)
    }
}
