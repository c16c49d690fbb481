//! Runs `deckproof export`: faces as PNG or SVG files and contact sheets, sheets for a spreadsheet, lines for cutting machines, what a
//! print shop takes, a page for the web. Virtual tables are in `export_tables`.

use std::path::PathBuf;

use clap::Subcommand;

use crate::pages::{replay_page, site_page};
use crate::session::{
    CutFormat, Cutting, Delimiter, Exporting, FaceExport, FaceFormat, SITE_GAME, Selection,
    Shopping, export_csv, shop_named, shops, shown_replay, write_site,
};
use crate::sheet::Corners;

use super::console::{Console, Done};
use super::export_tables::{self, FoundryArgs, PCIO_EXAMPLES, PictureOptions, SheetArgs, TtsArgs};
use super::options::{ExportOptions, SelectionArgs, choice, exporting};
use super::paper::{self, bleed};
use super::viewer::open_in_viewer;

const EXAMPLES: &str = "\
Examples:
  deckproof export png                        all shipped games, 300 dpi
  deckproof export png caper --deck gear --dpi 600 --bleed
  deckproof export svg my-game -o faces
  deckproof export png caper --bleed 1/8in    an eighth of an inch around the cut
  deckproof export csv my-game             the cards for a spreadsheet
  deckproof export cut caper               lines for a cutting machine
  deckproof export shop thegamecrafter caper  what a print shop takes
  deckproof export tts my-game             for Tabletop Simulator
  deckproof export site my-game            a page for any web host
  deckproof export sheet my-game           grids of faces for any other virtual table

Files are named to sort: assets-03-admiral.png, its back assets-03-admiral-back.png.
A back that all cards of a deck share is assets-back.png.
In PNG files, round tokens and cards of a deck that says `corner` are transparent outside it; SVG files are square.
`export png` adds contact-sheet.png, the whole game on one picture; of a part it is called contact-sheet-DECK.png.";

/// Export faces as pictures, decks for spreadsheets and virtual tables
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportArgs {
    #[command(subcommand)]
    format: Format,
}

#[derive(Subcommand)]
enum Format {
    /// PNG files, and a contact sheet of each game
    #[command(after_help = EXAMPLES)]
    Png {
        #[command(flatten)]
        faces: FaceArgs,
        /// Dots to the inch
        #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u16).range(20..=2400))]
        dpi: u16,
        /// Only the contact sheet
        #[arg(long)]
        contact_only: bool,
        /// Corners of the cards: `round` makes what is cut off transparent. Decks that say `corner` are round, others and
        /// those with --bleed square
        #[arg(long, value_parser = choice::<Corners>())]
        corners: Option<Corners>,
    },
    /// SVG files
    #[command(after_help = EXAMPLES)]
    Svg(FaceArgs),
    /// CSV files, a sheet for each deck
    #[command(after_help = CSV_EXAMPLES)]
    Csv(CsvArgs),
    /// The lines of printed sheets, for cutting machines: SVG, DXF, PNG
    #[command(after_help = CUT_EXAMPLES)]
    Cut(Box<CutArgs>),
    /// What a print shop takes: pictures or PDF as its templates have them
    #[command(after_help = SHOP_EXAMPLES)]
    Shop(ShopArgs),
    /// Grids of faces, and a manifest of what lies where
    Sheet(SheetArgs),
    /// A room of playingcards.io
    #[command(after_help = PCIO_EXAMPLES)]
    Pcio(PictureOptions),
    /// A saved object of Tabletop Simulator
    Tts(TtsArgs),
    /// Decks for Foundry VTT
    Foundry(FoundryArgs),
    /// A page for any web host: cards, rules, a game to step through
    #[command(after_help = SITE_EXAMPLES)]
    Site(SiteArgs),
}

#[derive(clap::Args)]
struct FaceArgs {
    #[command(flatten)]
    faces: ExportOptions,
    /// Export again whenever a file of the game is saved, until Ctrl-C
    #[arg(long)]
    watch: bool,
    /// Show the contact sheet, or the folder of the files, in the viewer of the desktop
    #[arg(long)]
    open: bool,
    /// Paint what lies around the trim as well: so many mm, or 1/8in (at most 4 mm); 3 mm when nothing follows, so name the
    /// games before
    #[arg(long, value_name = "MM", num_args = 0..=1, default_missing_value = "3", value_parser = bleed)]
    bleed: Option<f64>,
}

pub fn run_export(args: &ExportArgs, console: &mut Console) -> Done {
    match &args.format {
        Format::Png { faces, dpi, contact_only, corners } => {
            let (dpi, contact_only, corners) = (*dpi, *contact_only, *corners);
            export_faces(faces, FaceFormat::Png { dpi, contact_only, corners }, console)
        }
        Format::Svg(faces) => export_faces(faces, FaceFormat::Svg, console),
        Format::Csv(args) => export_decks(args, console),
        Format::Cut(args) => export_lines(args, console),
        Format::Shop(args) => export_order(args, console),
        Format::Sheet(args) => export_tables::export_sheets(args, console),
        Format::Pcio(args) => export_tables::export_pcio(args, console),
        Format::Tts(args) => export_tables::export_tts(args, console),
        Format::Foundry(args) => export_tables::export_foundry(args, console),
        Format::Site(args) => export_site(args, console),
    }
}

impl ExportArgs {
    /// What is watched, if anything is.
    pub fn watched(&self) -> Option<&SelectionArgs> {
        let (Format::Png { faces, .. } | Format::Svg(faces)) = &self.format else {
            return None;
        };
        faces.watch.then_some(&faces.faces.wanted)
    }
}

fn export_faces(args: &FaceArgs, format: FaceFormat, console: &mut Console) -> Done {
    let exporting = args.faces.exporting(console)?;
    let faces = FaceExport { exporting, bleed: args.bleed, format };
    let mut shown = Vec::new();
    for pack in faces.exporting.selection.packs(console)? {
        shown.extend(faces.export(pack, console)?);
    }
    if args.open {
        open_in_viewer(&shown, console);
    }
    Ok(())
}

const CSV_EXAMPLES: &str = "\
Examples:
  deckproof export csv my-game                        every deck, as output/my-game/<deck>.csv
  deckproof export csv caps-and-hammers --deck assets
  deckproof export csv my-game --delimiter ';'        for a spreadsheet that wants semicolons

Above the header row stand the deck's own keys, each in a line that begins with #. Plain words and
numbers stand in cells as they are; lists, tables and what a spreadsheet would change are written as
TOML: see `deckproof import --help`, which reads the sheet back. A deck can also read the sheet
itself from then on: `rows = \"cards.csv\"`.";

#[derive(clap::Args)]
struct CsvArgs {
    /// Folders with a game.toml, or shipped games by name; when none is named, the game of the folder you are in, else all
    /// shipped games
    #[arg(value_name = "GAME|DIR")]
    games: Vec<String>,
    /// Only this deck (may be given several times)
    #[arg(long, value_name = "NAME")]
    deck: Vec<String>,
    /// In another language, for which the game has lang/CODE.csv
    #[arg(long, value_name = "CODE")]
    lang: Option<String>,
    /// Folder for the sheets; each game gets a folder in it [default: output]
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// What separates the cells
    #[arg(long, value_enum, default_value = ",", value_name = "SIGN")]
    delimiter: Delimiter,
}

fn export_decks(args: &CsvArgs, console: &mut Console) -> Done {
    let selection =
        Selection::new(&args.games, &args.deck, &[], console)?.in_language(args.lang.clone());
    let output = selection.output(args.output.as_deref());
    for pack in selection.packs(console)? {
        export_csv(&pack, &selection, &output, args.delimiter.byte(), console)?;
    }
    Ok(())
}

const CUT_EXAMPLES: &str = "\
Examples:
  deckproof export cut caper --gap 2 --bleed 1 --registration three   for a Silhouette machine
  deckproof export cut caper --format png,svg --gap 2                 for Cricut, which prints marks of its own
  deckproof export cut my-game --deck tokens --straight

Give the options of paper that you printed with: the lines are those of the same sheets. Sheets that are cut alike
share a file; which pages that are is said. Lines follow the corners of the cards. Silhouette Studio opens DXF in its
free edition, SVG in others; set its registration marks to 10 mm inset, 5 mm length and 1 mm thickness.";

/// The lines of printed sheets, for cutting machines
#[derive(clap::Args)]
struct CutArgs {
    #[command(flatten)]
    wanted: SelectionArgs,
    /// Folder for the files [default: output]
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Only the sheets of `print --changed`: those of cards that are new or changed since the last export of lines
    #[arg(long, conflicts_with = "cards")]
    changed: bool,
    /// What is made
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [CutFormat::Svg, CutFormat::Dxf])]
    format: Vec<CutFormat>,
    /// Dots to the inch of pictures
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u16).range(20..=1200))]
    dpi: u16,
    /// Cut corners straight, whatever the cards' corners are; what is round stays round
    #[arg(long)]
    straight: bool,
    #[command(flatten)]
    paper: paper::Options,
}

fn export_lines(args: &CutArgs, console: &mut Console) -> Done {
    let mut formats: Vec<CutFormat> = Vec::new();
    for format in &args.format {
        if !formats.contains(format) {
            formats.push(*format);
        }
    }
    let usual = exporting(&args.wanted, args.output.as_deref(), console)?;
    let cutting = Cutting {
        exporting: Exporting { ink: args.paper.ink, changed: args.changed, ..usual },
        lay: args.paper.lay(),
        straight: args.straight,
        formats,
        dpi: f64::from(args.dpi),
    };
    for pack in cutting.exporting.selection.packs(console)? {
        cutting.export(pack, console)?;
    }
    Ok(())
}

const SHOP_EXAMPLES: &str = "\
Examples:
  deckproof export shop                                     the shops, and what each of them makes
  deckproof export shop thegamecrafter caper                a picture of each card, as the shop's templates have it
  deckproof export shop thegamecrafter caper --deck gear --product foil-poker
  deckproof export shop makeplayingcards caper --deck gear  pictures, and a cards.xml for programs that order
  deckproof export shop drivethrucards caps-and-hammers --deck labs
  deckproof export shop mbprint my-game --backs separate
  deckproof export shop single my-game --zip                one archive in place of a folder

Files go to output/GAME/SHOP/, those of a part of the game to a folder of its own: SHOP-DECK, SHOP+CARD, SHOP.changed. A deck becomes the product of its size; a deck for which the shop has none
is left out, and said. Sizes in pixels are those of the shop's templates. Everything is RGB.";

/// What a print shop takes
#[derive(clap::Args)]
struct ShopArgs {
    /// The shop; without it, all shops and products are listed
    #[arg(value_name = "SHOP")]
    shop: Option<String>,
    #[command(flatten)]
    faces: ExportOptions,
    /// The product, where a deck's size suits several (may be given several times)
    #[arg(long, value_name = "NAME", requires = "shop")]
    product: Vec<String>,
    /// One zip archive in place of a folder
    #[arg(long)]
    zip: bool,
    /// Show the folder of the files in the viewer of the desktop
    #[arg(long)]
    open: bool,
}

fn export_order(args: &ShopArgs, console: &mut Console) -> Done {
    let Some(name) = &args.shop else {
        return list_shops(console);
    };
    let shop = shop_named(name)?;
    let shopping = Shopping {
        exporting: args.faces.exporting(console)?,
        shop,
        products: args.product.clone(),
        zip: args.zip,
    };
    shopping.check()?;
    let packs = shopping.exporting.selection.packs(console)?;
    let made = shopping.export(packs, console)?;
    if let Some(first) = made.first() {
        // The PDF that other programs take is inside the zip.
        let is_zip = first.extension().is_some_and(|e| e == "zip");
        let file = if is_zip { "FILE.pdf".to_owned() } else { first.display().to_string() };
        for note in &shop.notes {
            console.say(&note.replace("{file}", &file));
        }
    }
    if args.open {
        open_in_viewer(&made, console);
    }
    Ok(())
}

fn list_shops(console: &Console) -> Done {
    for shop in shops() {
        console.say(&format!("{}: {}", shop.id, shop.title));
        let names = shop.products.iter().map(|product| (product, product.name_and_size()));
        let width = names.clone().map(|(_, name)| name.len()).max().unwrap_or_default();
        for (product, name) in names {
            let size = match (product.pixels, product.page) {
                (Some((w, h)), _) => format!("  {w} x {h} pixels"),
                (None, Some(page)) => format!("  pages of {page}"),
                (None, None) => String::new(),
            };
            console.say(format!("  {name:width$}{size}").trim_end());
        }
    }
    Ok(())
}

const SITE_EXAMPLES: &str = "\
Examples:
  deckproof export site my-game                      output/my-game/site/index.html, and all that it shows
  deckproof export site my-game --record game.jsonl  with this game to step through
  deckproof export site caper -o public --lang de    in another language

Put the folder on any web host, or open index.html where it is. It fetches nothing from elsewhere. Where the rules
can be played, a random game is there to step through; `deckproof record`, or the studio, writes others.";

/// A page of the game for any web host: cards, rules, a game to step through
#[derive(clap::Args)]
struct SiteArgs {
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

fn export_site(args: &SiteArgs, console: &mut Console) -> Done {
    let exporting = exporting(&args.wanted, args.output.as_deref(), console)?;
    let mut shown = Vec::new();
    for pack in exporting.selection.packs(console)? {
        let id = pack.game.id.clone();
        let game = shown_replay(&pack, args.record.as_deref(), console)?
            .map(|replay| replay_page(&pack, &replay, &mut console.files))
            .transpose()?;
        let set = exporting.draw(pack, console)?;
        let (page, faces) = site_page(&set, game.as_ref().map(|_| SITE_GAME));
        shown.push(write_site((&exporting, &id), (page, game), &faces, console)?);
    }
    if args.open {
        open_in_viewer(&shown, console);
    }
    Ok(())
}
