//! What the options of `lab` cannot be together, where that depends on how many games or players are named. Options come in; what is wrong
//! with them goes out. Called by `lab`.

use super::lab::LabArgs;
use super::report::Done;
use crate::source::{Blame, Code, Diagnostic};

/// Players of a tournament: each plays each.
const MOST_PLAYERS: usize = 16;

/// Whether everything that is asked for can be done.
///
/// # Errors
/// When an option would be passed over.
pub fn agree(args: &LabArgs) -> Done {
    let is_tournament = !args.tournament.is_empty();
    let players = args.tournament.len();
    let has_pairs = args.names.len() > 1 || args.vary.is_some();
    let of_one = |option: &str, why: &str| {
        disagree(
            format!("`{option}` is of one game: {why}"),
            format!("write `deckproof lab GAME {option}`"),
        )
    };
    let of_pairs = |option: &str| {
        disagree(
            format!("`{option}` is of pairs of games, and one game is named"),
            format!(
                "write `deckproof lab OLD NEW {option}`, or a number with `--vary`; or leave it out"
            ),
        )
    };
    let bounds = &args.bounds;
    if args.names.len() > 1 {
        if args.vary.is_some() {
            return of_one("--vary", "its values are held against the game as it is");
        }
        if is_tournament {
            return of_one("--tournament", "its players play the same rules");
        }
        if args.strict {
            return of_one("--strict", "of an edit, the report says what it changes");
        }
        if bounds.even.is_some() {
            return of_one("--even", "of an edit, `--negligible` says what is small");
        }
    }
    if args.all && !has_pairs {
        return of_pairs("--all");
    }
    if bounds.negligible.is_some() && !has_pairs {
        return of_pairs("--negligible");
    }
    if is_tournament && !(2..=MOST_PLAYERS).contains(&players) {
        let says = format!("a tournament has from two players to {MOST_PLAYERS}, not {players}");
        let fault = Diagnostic::error(Code::SeatPlayers, says).fault(Blame::Usage);
        let help = "write `--tournament search:400,greedy,uniform`";
        return Err(fault.help(help).into());
    }
    Ok(())
}

fn disagree(says: String, help: String) -> Done {
    let fault = Diagnostic::error(Code::OptionsDisagree, says);
    Err(fault.fault(Blame::Usage).help(help).into())
}
