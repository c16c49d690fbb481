//! Runs `deckproof record`. The command's options come in; one played game, as JSON lines, goes out. Called by `args`;
//! `fuzz_faults` uses [`is_record`].

use std::path::PathBuf;

use crate::script::script_axes;
use crate::source::{Code, Diagnostic};
use crate::verify::record::record_game;
use crate::verify::record::{FORMAT, MOST_RECORD, RecordPlan};

use super::console::{Console, Done};
use super::policy::OnePolicy;
use super::variants::{Rest, Variants};
use crate::session::game_here;
use crate::session::output;
use crate::session::{Playable, playable_games};

const EXAMPLES: &str = "\
Examples:
  deckproof record caps-and-hammers                   a game as JSON lines
  deckproof record caps-and-hammers --seed 7 --states | deckproof replay -
  deckproof record my-game --policy swarm -o game.jsonl
  deckproof record --format                           what the lines mean

A game that can be set up in several ways is set up in the first of them, but for what --AXIS VALUE
asks for, such as --players 3.

The same game, seed and policy always give the same record, byte for byte. What its lines mean is
told by `deckproof record --format`, with an example of each.";

/// Play a game and write it down as JSON lines
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct RecordArgs {
    /// A folder with a game.toml, or a shipped game by name; when none is named, the game of the folder you are in
    #[arg(value_name = "GAME|DIR")]
    game: Option<String>,
    /// Names the game that is played
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Who chooses the moves
    #[arg(long, value_enum, default_value_t = OnePolicy::Uniform)]
    policy: OnePolicy,
    #[command(flatten)]
    variants: Variants,
    /// Add the complete table after each move
    #[arg(long)]
    states: bool,
    /// Add the legal moves after each move
    #[arg(long)]
    legal: bool,
    /// Write to FILE, not to the standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Say what the lines mean, with an example of each
    #[arg(long, exclusive = true)]
    format: bool,
}

pub fn run_record(args: &RecordArgs, console: &mut Console) -> Done {
    if args.format {
        console.print(FORMAT);
        return Ok(());
    }
    let plan = RecordPlan {
        seed: args.seed,
        players: args.policy.players(),
        states: args.states,
        legal: args.legal,
    };
    if let Some(path) = &args.output {
        console.will_write("-o", path, is_record)?;
    }
    let game = match &args.game {
        Some(game) => game.clone(),
        None => game_here("record", console)?,
    };
    for Playable { pack, .. } in playable_games(&[game], console)? {
        let variants =
            args.variants.choose(&pack.game.id, &script_axes(&pack.game), Rest::First)?;
        let Some(variant) = variants.first() else {
            continue;
        };
        let record = record_game(&pack, variant, &plan)?;
        check_size(record.text.len() as u64)?;
        match &args.output {
            None => console.print(&record.text),
            Some(path) => {
                output::write_file(path, record.text.as_bytes(), is_record)?;
                let plies = record.text.lines().filter(|line| line.contains("\"move\":")).count();
                console.say(&format!("{}: {plies} moves", path.display()));
            }
        }
        if let Some(breach) = record.unfinished {
            let message = format!("{}: {}", pack.game.id, breach.says);
            let fault = Diagnostic::error(Code::LawBroken, message);
            return Err(fault
                .help("the last move of the record leads there; `deckproof fuzz` cuts the game down to a few")
                .at_maybe(breach.at.or(pack.game.table_span()))
                .into());
        }
    }
    Ok(())
}

/// That `replay` reads what is written.
fn check_size(bytes: u64) -> Result<(), Diagnostic> {
    if bytes <= MOST_RECORD {
        return Ok(());
    }
    let message = format!(
        "the record would have {} MiB, and the limit is {}",
        bytes.div_ceil(1 << 20),
        MOST_RECORD >> 20
    );
    let fault = Diagnostic::error(Code::TooLarge, message);
    Err(fault.help("leave out `--legal` or `--states`: both can be worked out from the moves"))
}

/// Whether the head of a file is that of a record.
pub fn is_record(head: &[u8]) -> bool {
    head.starts_with(b"{\"format\":")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_replay_refuses_is_not_written() {
        assert_eq!(check_size(MOST_RECORD), Ok(()));
        let fault = check_size(152 << 20).unwrap_err();
        assert!(fault.message.contains("152 MiB, and the limit is 64"), "{fault:?}");
    }
}
