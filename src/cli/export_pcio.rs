//! Runs `deckproof export pcio`. The command's options come in; the game as a playingcards.io room goes out. Called by `export`.

use crate::session::TablePictures;

use super::console::{Console, Done};
use super::picture_options::{PictureOptions, say};

const EXAMPLES: &str = "\
Examples:
  deckproof export pcio my-game                              output/my-game/my-game.pcio
  deckproof export pcio caper --deck gear --dpi 200          larger pictures, to look at closely
  deckproof export pcio my-game --ink low

Import the file in a room of playingcards.io; virtualtabletop.io reads it as well. Each deck is a
pile with its copies, face down where several cards share a back. A room takes about 1,200 things, cards counted,
and pictures of less than 2 MiB. Pictures are more than twice as fine as the room shows them, so that the room opens fast.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportPcioArgs {
    #[command(flatten)]
    options: PictureOptions,
}

pub fn run_export_pcio(args: &ExportPcioArgs, console: &mut Console) -> Done {
    let sheeting = args.options.sheeting(TablePictures::PCIO, console)?;
    for pack in sheeting.exporting.selection.packs(console)? {
        let made = sheeting.pcio(pack, console)?;
        say(&made, console);
    }
    Ok(())
}
