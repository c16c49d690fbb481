//! Runs `deckproof export foundry`. The command's options come in; the game's decks as Foundry VTT files go out. Called by
//! `export`.

use crate::session::TablePictures;

use super::console::{Console, Done};
use super::picture_options::{PictureOptions, say};

const EXAMPLES: &str = "\
Examples:
  deckproof export foundry my-game                           into output/my-game/foundry/
  deckproof export foundry caper --deck gear --format jpeg
  deckproof export foundry my-game --path worlds/friday/cards

Copy the folder into the user data of Foundry, as Data/deckproof/GAME or as the --path that you named. In
Foundry create a card deck for each JSON file, and import the file with Import Data from its menu.
Each copy is a card; it keeps its id from one export to the next.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportFoundryArgs {
    #[command(flatten)]
    options: PictureOptions,
    /// The folder in Foundry's user data that the pictures will lie in [default: deckproof/GAME]
    #[arg(long, value_name = "PATH", value_parser = path)]
    path: Option<String>,
}

pub fn run_export_foundry(args: &ExportFoundryArgs, console: &mut Console) -> Done {
    let sheeting = args.options.sheeting(TablePictures::FOUNDRY, console)?;
    for pack in sheeting.exporting.selection.packs(console)? {
        let made = sheeting.foundry(pack, args.path.as_deref(), console)?;
        say(&made, console);
    }
    Ok(())
}

fn path(text: &str) -> Result<String, String> {
    let odd = |c: char| c.is_control() || "\\\"<>:*?|#%".contains(c);
    let up = text.split('/').any(|part| part == "..");
    if text.trim_matches('/').is_empty() || text.contains(odd) || up {
        return Err(
            "write a folder inside the user data of Foundry: worlds/friday/cards".to_owned()
        );
    }
    Ok(text.to_owned())
}
