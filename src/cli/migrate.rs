//! Runs `deckproof migrate`. A game's folder comes in; the same folder, converted to the current data format, goes out. Called by
//! `args`.

use std::path::PathBuf;

use super::new::word;
use super::report::{Done, Report};
use crate::cards::FORMAT;
use crate::session::{game_around, migrate_folder};
use crate::source::GameFolder;

const EXAMPLES: &str = "\
Examples:
  deckproof migrate my-game            what is to be done; nothing is changed
  deckproof migrate my-game --write    do it

`format` in game.toml says in which version of the data format a game is written; without it, a game is of
format 1. Older games are read as they are, as far as they can be; `deckproof check` says of one that it is older.
Comments, order and everything else in game.toml stay.";

/// Bring a game's folder up to the present data format
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct MigrateArgs {
    /// Folder with a game.toml; the one around you when left out
    #[arg(value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Write game.toml; without it, only say what is to be done
    #[arg(long)]
    write: bool,
}

pub fn run_migrate(args: &MigrateArgs, report: &mut Report) -> Done {
    let dir = args.dir.clone().or_else(game_around);
    let dir = dir.unwrap_or_else(|| PathBuf::from("."));
    let folder = GameFolder::open(&dir)?;
    let game = folder.label("game.toml");
    let Some(migrated) = migrate_folder(&folder, args.write, report)? else {
        report.say(&format!("{game}: format {FORMAT}, nothing to do"));
        return Ok(());
    };
    report.say(&format!(
        "{game}: from format {} to {FORMAT}",
        migrated.from
    ));
    for edit in &migrated.edits {
        report.say(&format!("  {edit}"));
    }
    let dir = word(&dir);
    report.say(&if args.write {
        format!("Written. `deckproof check {dir}` says whether anything is left to do.")
    } else {
        format!("Nothing is changed yet: `deckproof migrate {dir} --write` does it.")
    });
    Ok(())
}
