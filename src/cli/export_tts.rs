//! Runs `deckproof export tts`. The command's options come in; a Tabletop Simulator save with its pictures goes out. Called by `export`.

use crate::session::TablePictures;
use crate::source::{Code, Diagnostic};

use super::console::{Console, Done};
use super::picture_options::{PictureOptions, say};

const EXAMPLES: &str = "\
Examples:
  deckproof export tts my-game                               into output/my-game/tts/
  deckproof export tts caper --deck gear --format jpeg
  deckproof export tts caper --url https://example.org/caper
  deckproof export tts caps-and-hammers --ink low            for a look at a first draft
  deckproof export tts my-game --changed                     only what differs from the last export

Copy the JSON file into Tabletop Simulator/Saves/Saved Objects, in the game open Objects > Saved Objects.
Decks lie face down with their copies where several cards share a back, single cards as cards, tokens in bags, boards and mats as tiles,
a text as one tile whose states are its pages. Names and the words on the cards can be searched.
Without --url the pictures are files of this computer: only who hosts the table sees them. With it, put
the pictures there under their names. An object keeps its GUID from one export to the next, and a picture
its name until something on it changes; a table that is open shows it when the object is loaded again.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportTtsArgs {
    #[command(flatten)]
    options: PictureOptions,
    /// Where the pictures will be on the web: the names of the files follow it
    #[arg(long, value_name = "PREFIX", value_parser = url)]
    url: Option<String>,
}

pub fn run_export_tts(args: &ExportTtsArgs, console: &mut Console) -> Done {
    let sheeting = args.options.sheeting(TablePictures::TTS, console)?;
    let mut any = false;
    for pack in sheeting.exporting.selection.packs(console)? {
        let made = sheeting.tts(pack, args.url.as_deref(), console)?;
        say(&made, console);
        any |= made.cards > 0;
    }
    if any && args.url.is_none() {
        let message = "only this computer has the pictures: other players will see white cards";
        let fault = Diagnostic::warning(Code::OnlyHere, message)
            .help("put them on the web and say where with --url, or upload them with the game's Cloud Manager");
        console.show(&fault.into());
    }
    Ok(())
}

fn url(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or(text.strip_prefix("http://"));
    let has_host = host.is_some_and(|host| !host.is_empty() && !host.starts_with('/'));
    // The picture's file name is appended to this address.
    let odd = |c: char| c.is_whitespace() || c.is_control() || "\"<>\\?#".contains(c);
    if !has_host || text.contains(odd) {
        return Err(
            "write an address of the web, without `?` and `#`: https://example.org/my-game"
                .to_owned(),
        );
    }
    Ok(text.to_owned())
}
