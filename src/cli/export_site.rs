//! Runs `deckproof export site`. The command's options come in; a folder for any web host goes out: the cards and rules of a game, and
//! a game to step through. Called by `export`.

use std::path::PathBuf;

use super::console::{Console, Done};
use super::viewer;
use super::wanted::SelectionArgs;
use crate::pages::{replay_page, site_page};
use crate::session::{Exporting, FileBacks, Ink, SITE_GAME, shown_replay, write_site};

pub const EXAMPLES: &str = "\
Examples:
  deckproof export site my-game                      output/my-game/site/index.html, and all that it shows
  deckproof export site my-game --record game.jsonl  with this game to step through
  deckproof export site caper -o public --lang de    in another language

Put the folder on any web host, or open index.html where it is. It fetches nothing from elsewhere. Where the rules
can be played, a random game is there to step through; `deckproof record`, or the studio, writes others.";

/// A page of the game for any web host: cards, rules, a game to step through
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportSiteArgs {
    #[command(flatten)]
    wanted: SelectionArgs,
    /// Folder for the files; each game gets a folder in it [default: output]
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// The game to step through, as `deckproof record` or the studio wrote it [default: a random one]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Show the page in the browser
    #[arg(long)]
    open: bool,
}

pub fn run_export_site(args: &ExportSiteArgs, console: &mut Console) -> Done {
    let selection = args.wanted.select(console)?;
    let exporting = Exporting {
        output: selection.output(args.output.as_deref()),
        selection,
        backs: FileBacks::Beside,
        ink: Ink::Full,
        changed: false,
    };
    let mut shown = Vec::new();
    for pack in exporting.selection.packs(console)? {
        let id = pack.game.id.clone();
        let game = match shown_replay(&pack, args.record.as_deref(), console)? {
            Some(replay) => Some(replay_page(&pack, &replay, &mut console.files)?),
            None => None,
        };
        let set = exporting.draw(pack, console)?;
        let (page, faces) = site_page(&set, game.as_ref().map(|_| SITE_GAME));
        shown.push(write_site((&exporting, &id), (page, game), &faces, console)?);
    }
    if args.open {
        viewer::open_in_viewer(&shown, console);
    }
    Ok(())
}
