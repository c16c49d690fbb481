//! Runs `deckproof export tts`. The command's options come in; a Tabletop Simulator save with its pictures goes out, or is sent
//! to the open table. Called by `export`.

use crate::export::tts;
use crate::session::push;
use crate::source::{Code, Diagnostic};

use super::picture_options::{PictureOptions, TablePictures, say};
use super::report::{Done, Report};

const EXAMPLES: &str = "\
Examples:
  deckproof export tts my-game                               into output/my-game/tts/
  deckproof export tts caper --deck gear --format jpeg
  deckproof export tts caper --url https://example.org/caper
  deckproof export tts caps-and-hammers --ink low            for a look at a first draft
  deckproof export tts my-game --changed                     only what differs from the last export
  deckproof export tts my-game --push                        and onto the table that is open now

Copy the JSON file into Tabletop Simulator/Saves/Saved Objects, in the game open Objects > Saved Objects.
Decks lie face down with their copies where several cards share a back, single cards as cards, tokens in bags, boards and mats as tiles,
a text as one tile whose states are its pages. Names and the words on the cards can be searched.
Without --url the pictures are files of this computer: only who hosts the table sees them. With it, put
the pictures there under their names. An object keeps its GUID from one export to the next, and a picture
its name until something on it changes; a table that is open shows it when the object is loaded again, or
with --push: there cards and tiles get their new pictures where they lie, and what is missing is added.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportTtsArgs {
    #[command(flatten)]
    options: PictureOptions,
    /// Where the pictures will be on the web: the names of the files follow it
    #[arg(long, value_name = "PREFIX", value_parser = url)]
    url: Option<String>,
    /// Show the new cards on the table that is open in Tabletop Simulator on this computer
    #[arg(
        long,
        value_name = "PORT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "39999",
        value_parser = clap::value_parser!(u16).range(1024..)
    )]
    push: Option<u16>,
}

pub fn run_export_tts(args: &ExportTtsArgs, report: &mut Report) -> Done {
    let sheeting = args
        .options
        .sheeting(TablePictures::new(tts::SHEET), report)?;
    let mut any = false;
    for pack in sheeting.exporting.selection.packs(report)? {
        let (made, message) = sheeting.tts(pack, args.url.as_deref(), report)?;
        say(&made, report);
        any |= made.cards > 0;
        let (Some(port), Some(message)) = (args.push, message) else {
            continue;
        };
        match push(&message, port) {
            Ok(Some(answer)) => report.say(&format!("on the table: {answer}")),
            Ok(None) => report.say("sent to the table, which did not answer"),
            Err(fault) => report.show(&fault.into()),
        }
    }
    if any && args.url.is_none() {
        let message = "only this computer has the pictures: other players will see white cards";
        let fault = Diagnostic::warning(Code::OnlyHere, message)
            .help("put them on the web and say where with --url, or upload them with the game's Cloud Manager");
        report.show(&fault.into());
    }
    Ok(())
}

fn url(text: &str) -> Result<String, String> {
    let host = text
        .strip_prefix("https://")
        .or(text.strip_prefix("http://"));
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
