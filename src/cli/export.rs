//! Runs `deckproof export`: faces as PNG or SVG files and contact sheets; it passes the other formats on to the
//! `export_*` files. The command's options come in, files go out. Called by `args`, and again on every change under `--watch`.

use clap::Subcommand;

use crate::session::{FaceExport, FaceFormat};
use crate::sheet::Corners;

use super::console::{Console, Done};
use super::export_options::ExportOptions;
use super::paper::{ChoiceArg, bleed};
use super::viewer;
use super::wanted::SelectionArgs;
use super::{
    export_csv, export_cut, export_foundry, export_pcio, export_sheet, export_shop, export_site,
    export_tts,
};

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
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportArgs {
    #[command(subcommand)]
    format: Format,
}

#[derive(Debug, Subcommand)]
enum Format {
    /// PNG files, and a contact sheet of each game
    #[command(after_help = EXAMPLES)]
    Png(PngArgs),
    /// SVG files
    #[command(after_help = EXAMPLES)]
    Svg(Common),
    /// CSV files, a sheet for each deck
    Csv(export_csv::ExportCsvArgs),
    /// The lines of printed sheets, for cutting machines: SVG, DXF, PNG
    #[command(after_help = export_cut::EXAMPLES)]
    Cut(Box<export_cut::ExportCutArgs>),
    /// What a print shop takes: pictures or PDF as its templates have them
    #[command(after_help = export_shop::EXAMPLES)]
    Shop(export_shop::ExportShopArgs),
    /// Grids of faces, and a manifest of what lies where
    Sheet(export_sheet::ExportSheetArgs),
    /// A room of playingcards.io
    Pcio(export_pcio::ExportPcioArgs),
    /// A saved object of Tabletop Simulator
    Tts(export_tts::ExportTtsArgs),
    /// Decks for Foundry VTT
    Foundry(export_foundry::ExportFoundryArgs),
    /// A page for any web host: cards, rules, a game to step through
    Site(export_site::ExportSiteArgs),
}

#[derive(Debug, clap::Args)]
struct Common {
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

#[derive(Debug, clap::Args)]
struct PngArgs {
    #[command(flatten)]
    common: Common,
    /// Dots to the inch
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u16).range(20..=2400))]
    dpi: u16,
    /// Only the contact sheet
    #[arg(long)]
    contact_only: bool,
    /// Corners of the cards: `round` makes what is cut off transparent. Decks that say `corner` are round, others and
    /// those with --bleed square
    #[arg(long, value_enum)]
    corners: Option<ChoiceArg<Corners>>,
}

pub fn run_export(args: &ExportArgs, console: &mut Console) -> Done {
    let (common, format) = match &args.format {
        Format::Png(png) => {
            let corners = png.corners.map(|ChoiceArg(corners)| corners);
            let (dpi, contact_only) = (png.dpi, png.contact_only);
            (&png.common, FaceFormat::Png { dpi, contact_only, corners })
        }
        Format::Svg(common) => (common, FaceFormat::Svg),
        Format::Csv(args) => return export_csv::run_export_csv(args, console),
        Format::Cut(args) => return export_cut::run_export_cut(args, console),
        Format::Shop(args) => return export_shop::run_export_shop(args, console),
        Format::Sheet(args) => return export_sheet::run_export_sheet(args, console),
        Format::Pcio(args) => return export_pcio::run_export_pcio(args, console),
        Format::Tts(args) => return export_tts::run_export_tts(args, console),
        Format::Foundry(args) => return export_foundry::run_export_foundry(args, console),
        Format::Site(args) => return export_site::run_export_site(args, console),
    };
    let exporting = common.faces.exporting(console)?;
    let faces = FaceExport { exporting, bleed: common.bleed, format };
    let mut shown = Vec::new();
    for pack in faces.exporting.selection.packs(console)? {
        shown.extend(faces.export(pack, console)?);
    }
    if common.open {
        viewer::open_in_viewer(&shown, console);
    }
    Ok(())
}

impl ExportArgs {
    /// What is watched, if anything is.
    pub fn watched(&self) -> Option<&SelectionArgs> {
        let common = match &self.format {
            Format::Png(png) => &png.common,
            Format::Svg(common) => common,
            Format::Csv(_)
            | Format::Cut(_)
            | Format::Shop(_)
            | Format::Sheet(_)
            | Format::Pcio(_)
            | Format::Tts(_)
            | Format::Foundry(_)
            | Format::Site(_) => return None,
        };
        common.watch.then_some(&common.faces.wanted)
    }
}
