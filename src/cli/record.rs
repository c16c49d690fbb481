//! `deckproof record`: plays a game and writes it down.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use clap::ValueEnum;

use crate::source::{Diagnostic, Fault};
use crate::verify::Players;
use crate::verify::record::{FORMAT, RecordPlan};

use super::output;
use super::proven::proven;
use super::report::{Done, Report};

const EXAMPLES: &str = "\
Examples:
  deckproof record caps-and-hammers                   a game as JSON lines
  deckproof record caps-and-hammers --seed 7 --states | deckproof replay -
  deckproof record my-game --players swarm -o game.jsonl
  deckproof record --format                           what the lines mean

The same game, seed and players always give the same record, byte for byte. What its lines mean is
told by `deckproof record --format`, with an example of each.";

/// Play a game and write it down as JSON lines
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A shipped game by name, or a folder with a game.toml
    #[arg(value_name = "GAME|DIR", required_unless_present = "format")]
    game: Option<String>,
    /// Names the game that is played
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Who plays
    #[arg(long, value_enum, default_value_t = Who::Uniform)]
    players: Who,
    /// Add the complete table after each move
    #[arg(long)]
    states: bool,
    /// Write to FILE, not to the standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Tell what the lines mean, with an example of each
    #[arg(long, exclusive = true)]
    format: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Who {
    /// Every legal move is as likely as any other
    Uniform,
    /// Each game draws its own preferences
    Swarm,
}

pub fn run(args: &Args, report: &mut Report) -> Done {
    if args.format {
        return print(FORMAT);
    }
    let plan = RecordPlan {
        seed: args.seed,
        players: match args.players {
            Who::Uniform => Players::Uniform,
            Who::Swarm => Players::Swarm,
        },
        states: args.states,
    };
    if let Some(path) = &args.output {
        output::may_write(path, is_record)?;
    }
    let names: Vec<String> = args.game.iter().cloned().collect();
    for game in proven(&names, report)? {
        let record = game.prover.record(&game.pack, &plan)?;
        match &args.output {
            None => print(&record)?,
            Some(path) => {
                output::write(path, record.as_bytes(), is_record)?;
                let plies = record
                    .lines()
                    .filter(|line| line.contains("\"move\":"))
                    .count();
                report.say(&format!("{}: {plies} moves", path.display()));
            }
        }
    }
    Ok(())
}

/// Whether the head of a file is that of a record.
pub fn is_record(head: &[u8]) -> bool {
    head.starts_with(b"{\"format\":")
}

/// Puts data on the standard output, also when nothing else is said.
fn print(text: &str) -> Done {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // Whoever reads may stop when it has enough.
        Err(e) if e.kind() != ErrorKind::BrokenPipe => {
            let fault = Diagnostic::error(format!("cannot write to the standard output: {e}"));
            Err(fault
                .fault(Fault::Machine)
                .help("write to a file with -o")
                .into())
        }
        _ => Ok(()),
    }
}
