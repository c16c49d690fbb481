//! Runs `deckproof export` for virtual tables: grids of faces, Tabletop Simulator, playingcards.io, Foundry VTT.

use clap::ValueEnum;
use clap::builder::TypedValueParser;

use crate::session::{PictureFormat, PictureTable, Sheeted, Sheeting, TABLES, TablePictures};
use crate::source::{Diagnostics, counted, list_words, warning};

use super::console::{Console, Done};
use super::options::{ExportOptions, words};

/// What goes onto sheets, and how they are stored.
#[derive(clap::Args)]
pub struct PictureOptions {
    #[command(flatten)]
    faces: ExportOptions,
    /// Dots to the inch of the faces at most; on a full sheet they have fewer [default: 300, for playingcards.io 96]
    #[arg(long, value_parser = clap::value_parser!(u16).range(20..=1200))]
    dpi: Option<u16>,
    /// How the pictures are stored [default: png, for playingcards.io small]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Quality of JPEG, 1 to 100 [default: 90, with `small` 75]
    #[arg(long, value_name = "Q", value_parser = clap::value_parser!(u8).range(1..=100))]
    quality: Option<u8>,
}

/// How the pictures are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Nothing is lost
    Png,
    /// Smaller, for slow connections
    Jpeg,
    /// Smallest: a PNG of 64 colours if it looks the same, else a JPEG
    Small,
}

impl PictureOptions {
    /// The run that is meant, for a table of that kind.
    ///
    /// # Errors
    /// As [`SelectionArgs::select`].
    pub fn sheeting(
        &self,
        table: TablePictures,
        console: &Console,
    ) -> Result<Sheeting, Diagnostics> {
        let usual = table.small.map_or(Format::Png, |_| Format::Small);
        let quality = |usual: u8| self.quality.unwrap_or(usual);
        let format = match self.format.unwrap_or(usual) {
            Format::Png => PictureFormat::Png,
            Format::Jpeg => PictureFormat::Jpeg { quality: quality(90) },
            Format::Small => PictureFormat::Small { quality: quality(75) },
        };
        Ok(table.sheeting(self.faces.exporting(console)?, self.dpi, format))
    }
}

/// Says what was made of a game.
pub fn say(made: &Sheeted, console: &Console) {
    if made.cards == 0 {
        return;
    }
    let what = made.index.as_ref().unwrap_or(&made.folder).display();
    let cards = counted(made.cards as usize, "card");
    let pictures = counted(made.pictures, "picture");
    let written = match made.written {
        0 => "nothing changed".to_owned(),
        n => format!("{} written", counted(n, "file")),
    };
    console.say(&format!("{what}: {cards} on {pictures}, {written}"));
}

const TTS_EXAMPLES: &str = "\
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

#[derive(clap::Args)]
#[command(after_help = TTS_EXAMPLES)]
pub struct TtsArgs {
    #[command(flatten)]
    options: PictureOptions,
    /// Where the pictures will be on the web: the names of the files follow it
    #[arg(long, value_name = "PREFIX", value_parser = url)]
    url: Option<String>,
}

pub fn export_tts(args: &TtsArgs, console: &mut Console) -> Done {
    let sheeting = args.options.sheeting(TablePictures::TTS, console)?;
    let mut any = false;
    for pack in sheeting.exporting.selection.packs(console)? {
        let made = sheeting.tts(pack, args.url.as_deref(), console)?;
        say(&made, console);
        any |= made.cards > 0;
    }
    if any && args.url.is_none() {
        let fault = warning!(
            OnlyHere,
            "only this computer has the pictures: other players will see white cards",
            "put them on the web and say where with --url, or upload them with the game's Cloud Manager"
        );
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

pub const PCIO_EXAMPLES: &str = "\
Examples:
  deckproof export pcio my-game                              output/my-game/my-game.pcio
  deckproof export pcio caper --deck gear --dpi 200          larger pictures, to look at closely
  deckproof export pcio my-game --ink low

Import the file in a room of playingcards.io; virtualtabletop.io reads it as well. Each deck is a
pile with its copies, face down where several cards share a back. A room takes about 1,200 things, cards counted,
and pictures of less than 2 MiB. Pictures are more than twice as fine as the room shows them, so that the room opens fast.";

pub fn export_pcio(args: &PictureOptions, console: &mut Console) -> Done {
    let sheeting = args.sheeting(TablePictures::PCIO, console)?;
    for pack in sheeting.exporting.selection.packs(console)? {
        let made = sheeting.pcio(pack, console)?;
        say(&made, console);
    }
    Ok(())
}

const FOUNDRY_EXAMPLES: &str = "\
Examples:
  deckproof export foundry my-game                           into output/my-game/foundry/
  deckproof export foundry caper --deck gear --format jpeg
  deckproof export foundry my-game --path worlds/friday/cards

Copy the folder into the user data of Foundry, as Data/deckproof/GAME or as the --path that you named. In
Foundry create a card deck for each JSON file, and import the file with Import Data from its menu.
Each copy is a card; it keeps its id from one export to the next.";

#[derive(clap::Args)]
#[command(after_help = FOUNDRY_EXAMPLES)]
pub struct FoundryArgs {
    #[command(flatten)]
    options: PictureOptions,
    /// The folder in Foundry's user data that the pictures will lie in [default: deckproof/GAME]
    #[arg(long, value_name = "PATH", value_parser = path)]
    path: Option<String>,
}

pub fn export_foundry(args: &FoundryArgs, console: &mut Console) -> Done {
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

const SHEET_EXAMPLES: &str = "\
Examples:
  deckproof export sheet my-game                             into output/my-game/sheets/
  deckproof export sheet caper --deck gear --grid 6x4
  deckproof export sheet caper --format jpeg --manifest none
  deckproof export sheet my-game --grid 1x1                  each face a picture of its own
  deckproof export sheet my-game --for tabletopia            as that table takes them

Each deck has its own sheets, and its backs a sheet of the same grid, or one picture where all share it.
Faces lie in rows from the top left, without gaps; all of a deck have the same size in pixels, as large
as fits. The manifest says for each card its sheet, column and row (both from 0), its copies and its back.
A file's name ends in a digest of what is in it: after an edit only what changed has a new name.";

/// Columns and rows.
type Grid = (u32, u32);

/// Columns and rows of a picture at most; more would be cells of a few pixels.
const MOST: u32 = 64;

#[derive(clap::Args)]
#[command(after_help = SHEET_EXAMPLES)]
pub struct SheetArgs {
    #[command(flatten)]
    options: PictureOptions,
    /// The limits of a table: grid, pixels, dots to the inch
    #[arg(long = "for", value_name = "TABLE", value_parser = table, conflicts_with_all = ["grid", "side"])]
    table: Option<&'static PictureTable>,
    /// Columns and rows of a sheet at most
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "10x7", value_parser = grid)]
    grid: Grid,
    /// Pixels on a side of a sheet at most
    #[arg(long, value_name = "PIXELS", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(256..=8192))]
    side: u32,
    /// A file that says what lies where
    #[arg(long, value_parser = manifest(), default_value = "json")]
    manifest: Manifest,
}

/// Whether a file says what lies where.
type Manifest = bool;

fn manifest() -> impl TypedValueParser<Value = Manifest> {
    words([("json", "GAME.json beside the sheets", true), ("none", "Pictures only", false)])
}

pub fn export_sheets(args: &SheetArgs, console: &mut Console) -> Done {
    let own = TablePictures::grid(args.grid.0, args.grid.1, args.side);
    let pictures = args.table.map_or(own, |table| table.pictures);
    let sheeting = args.options.sheeting(pictures, console)?;
    for pack in sheeting.exporting.selection.packs(console)? {
        let made = sheeting.sheets(pack, args.manifest, console)?;
        say(&made, console);
        if args.table.is_some_and(|table| table.asks_grid) {
            for sheet in &made.grids {
                let (file, grid) = (&sheet.file, &sheet.grid);
                let cards = counted(grid.faces.len(), "card");
                console.say(&format!(
                    "  {file}: columns {}, rows {}, {cards}",
                    grid.columns, grid.rows
                ));
            }
        }
    }
    if let Some(table) = args.table {
        console.say(&format!("{}: {}", table.title, table.hint));
    }
    Ok(())
}

fn table(name: &str) -> Result<&'static PictureTable, String> {
    let found = TABLES.iter().find(|table| table.name == name);
    found.ok_or_else(|| format!("there are {}", list_words(TABLES.iter().map(|table| table.name))))
}

fn grid(text: &str) -> Result<Grid, String> {
    let numbers = text.split_once(['x', 'X', '×']);
    let number = |text: &str| text.trim().parse::<u32>().ok();
    match numbers.and_then(|(columns, rows)| Some((number(columns)?, number(rows)?))) {
        Some((columns, rows)) if (1..=MOST).contains(&columns) && (1..=MOST).contains(&rows) => {
            Ok((columns, rows))
        }
        _ => Err(format!("write columns and rows, from 1 to {MOST} each: 10x7")),
    }
}
