//! Runs `deckproof record`. The command's options come in; one played game, as JSON lines, goes out.

use std::path::PathBuf;

use crate::session::{
    GameRecord, Playable, Players, RECORD_FORMAT, RecordPlan, game_here, is_record, output,
    playable_games, record,
};

use super::console::{Console, Done};
use super::options::policy_of_one;
use super::variants::Variants;

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
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct RecordArgs {
    /// A folder with a game.toml, or a shipped game by name; when none is named, the game of the folder you are in
    #[arg(value_name = "GAME|DIR")]
    game: Option<String>,
    /// Names the game that is played
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Who chooses the moves
    #[arg(long, value_parser = policy_of_one(), default_value = "uniform")]
    policy: Players,
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
        console.print(RECORD_FORMAT);
        return Ok(());
    }
    let plan = RecordPlan {
        seed: args.seed,
        players: args.policy,
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
        let GameRecord { text, unfinished } = record(&pack, &args.variants.asked(), &plan)?;
        match &args.output {
            None => console.print(&text),
            Some(path) => {
                output::write_file(path, text.as_bytes(), is_record)?;
                let plies = text.lines().filter(|line| line.contains("\"move\":")).count();
                console.say(&format!("{}: {plies} moves", path.display()));
            }
        }
        unfinished.map_or(Ok(()), Err)?;
    }
    Ok(())
}
