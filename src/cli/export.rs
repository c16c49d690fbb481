//! Runs `deckproof export`: writes faces as PNG or SVG files and contact sheets itself, and passes the other formats on to the
//! `export_*` files. The command's options come in, files go out. Called by `args`, and again on every change under `--watch`.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Subcommand;
use rayon::prelude::*;

use crate::cards::Deck;
use crate::export::{png, svg};
use crate::raster::{self, PaintFault, Painter};
use crate::sheet::{Choose, Corners, Trim};
use crate::source::{Code, Diagnostic, Diagnostics, counted};
use crate::template::Drawn;

use super::console::{Console, Done};
use super::export_options::ExportOptions;
use super::paper::{ChoiceArg, bleed};
use super::viewer;
use super::wanted::SelectionArgs;
use super::{
    export_csv, export_cut, export_foundry, export_pcio, export_sheet, export_shop, export_site,
    export_tts,
};
use crate::session::{FileBacks, Set, leftovers, located, named_cards, note_leftovers, output};

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

impl PngArgs {
    /// Whether what lies outside the corners or the outline of a deck's faces is cut off.
    fn cuts(&self, deck: &Deck) -> bool {
        match self.corners {
            // With bleed, the face is cut after printing, so its corners keep the bleed.
            None if self.common.bleed.is_some() => false,
            None => deck.corner.is_some() || deck.shape.is_some(),
            Some(ChoiceArg(corners)) => corners == Corners::Round,
        }
    }
}

/// Height of a card on a contact sheet, and width of the sheet, in pixels.
const CONTACT: (u32, u32) = (260, 2000);

pub fn run_export(args: &ExportArgs, console: &mut Console) -> Done {
    let (common, png) = match &args.format {
        Format::Png(png) => (&png.common, Some(png)),
        Format::Svg(common) => (common, None),
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
    let packs = exporting.selection.packs(console)?;
    let kind = format!("{}, backs {}", args.kind(), exporting.backs.name());
    let contact_sheet = format!("contact-sheet{}.png", exporting.part());
    let mut shown = Vec::new();
    for pack in packs {
        let folder = exporting.folder(&pack.game.id);
        let (set, noting) = exporting.begin(pack, &kind, console)?;
        if set.decks.is_empty() && exporting.changed {
            noting.keep(console)?;
            continue;
        }
        let cuts = |deck: &Deck| png.is_some_and(|png| png.cuts(deck));
        let faces = named_faces(&set, exporting.backs, cuts);
        let bleed = common.bleed.unwrap_or(0.0);
        let written = match png {
            Some(png) => write_png(png, &folder, &faces, bleed, &contact_sheet, console),
            None => write_svg(&folder, &faces, bleed, console),
        };
        let written = written.map_err(|faults| located(&set, faults, console))?;
        let count = counted(written.len(), "file");
        console.say(&format!("{}: {count}", folder.display()));
        if png.is_none_or(|png| !png.contact_only) {
            noting.keep(console)?;
            let is_ours = |name: &str, head: &[u8]| match png {
                // Contact sheets of single decks are kept beside the sheet of the whole game.
                Some(_) => {
                    !name.starts_with("contact-sheet")
                        && name.ends_with(".png")
                        && png::made_by_us(head)
                }
                None => name.ends_with(".svg") && svg::made_by_us(head),
            };
            if exporting.is_whole() {
                let folders = [folder.clone(), folder.join("backs")];
                note_leftovers(&leftovers(&folders, &written, is_ours), console);
            }
        }
        shown.push(match png {
            Some(_) => folder.join(&contact_sheet),
            None => folder,
        });
    }
    if common.open {
        viewer::open_in_viewer(&shown, console);
    }
    Ok(())
}

impl ExportArgs {
    /// What makes other pictures of the same faces.
    fn kind(&self) -> String {
        let bleed = |common: &Common| common.bleed.unwrap_or(0.0);
        match &self.format {
            Format::Png(png) => {
                let corners = png.corners.map_or("own", |ChoiceArg(corners)| corners.name());
                let (dpi, bleed) = (png.dpi, bleed(&png.common));
                format!("png, {dpi} dpi, bleed {bleed} mm, corners {corners}")
            }
            Format::Svg(common) => format!("svg, bleed {} mm", bleed(common)),
            _ => String::new(),
        }
    }

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

/// A face, and the file that shows it.
struct NamedFace {
    /// The file's name without its ending.
    name: String,
    drawn: Arc<Drawn>,
    /// What it is cut to, if it is cut.
    cut: Option<Trim>,
    is_back: bool,
}

/// Each different face once, with the name of its file and its corners.
fn named_faces(set: &Set, backs: FileBacks, cuts: impl Fn(&Deck) -> bool) -> Vec<NamedFace> {
    let mut faces = Vec::new();
    for chosen in &set.decks {
        let deck = &set.pack.decks[chosen.deck];
        let cut = cuts(deck).then_some(&chosen.trim);
        let mut seen = HashSet::new();
        for card in named_cards(&set.pack, chosen, backs) {
            let back = card.back.filter(|(name, _)| seen.insert(name.clone()));
            let back = back.map(|face| (face, true));
            let both = std::iter::once((card.front, false)).chain(back);
            faces.extend(both.map(|((name, drawn), is_back)| NamedFace {
                name,
                drawn,
                cut: cut.cloned(),
                is_back,
            }));
        }
    }
    faces
}

/// Whether every file may be written: asked before the first is.
fn may_write(
    folder: &Path,
    faces: &[NamedFace],
    ending: &str,
    made_by_us: output::MadeByUs,
) -> Result<(), Diagnostic> {
    let mut paths = faces.iter().map(|face| folder.join(format!("{}.{ending}", face.name)));
    paths.try_for_each(|path| output::may_write(&path, made_by_us))
}

/// The folder, and that of backs where they have one.
fn make_folders(folder: &Path, faces: &[NamedFace]) -> Result<(), Diagnostic> {
    output::folder(folder)?;
    match faces.iter().find_map(|face| face.name.rsplit_once('/')) {
        Some((inner, _)) => output::folder(&folder.join(inner)),
        None => Ok(()),
    }
}

fn write_svg(
    folder: &Path,
    faces: &[NamedFace],
    bleed: f64,
    console: &Console,
) -> Result<BTreeSet<PathBuf>, Diagnostics> {
    may_write(folder, faces, "svg", svg::made_by_us)?;
    make_folders(folder, faces)?;
    let bar = console.progress("SVG", faces.len() as u64);
    let mut written = BTreeSet::new();
    for face in faces {
        let path = folder.join(format!("{}.svg", face.name));
        output::write_file(&path, &svg::face(&face.drawn, bleed), svg::made_by_us)?;
        written.insert(path);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(written)
}

fn write_png(
    args: &PngArgs,
    folder: &Path,
    faces: &[NamedFace],
    bleed: f64,
    contact_sheet: &str,
    console: &Console,
) -> Result<BTreeSet<PathBuf>, Diagnostics> {
    let contact_sheet = folder.join(contact_sheet);
    let dpi = f64::from(args.dpi);
    let drawn: Vec<Arc<Drawn>> = faces.iter().map(|face| face.drawn.clone()).collect();
    if !args.contact_only {
        may_write(folder, faces, "png", png::made_by_us)?;
    }
    output::may_write(&contact_sheet, png::made_by_us)?;
    let painter = Painter::new(dpi, bleed, &drawn);
    for face in faces {
        painter.check(&face.drawn).map_err(|fault| {
            let message = format!("`{}` is too large at {dpi} dpi: {}", face.name, fault.0);
            Diagnostic::usage(Code::TooMany, message).help("lower --dpi")
        })?;
    }
    if args.contact_only {
        output::folder(folder)?;
    } else {
        make_folders(folder, faces)?;
    }
    let bar = console.progress("PNG", faces.len() as u64);
    let (cell, width) = CONTACT;
    let path_of = |face: &NamedFace| folder.join(format!("{}.png", face.name));
    let small: Result<Vec<_>, Diagnostic> = faces
        .par_iter()
        .map(|face| {
            let mut pixels = painter.paint(&face.drawn).map_err(unpainted)?;
            if let Some(trim) = &face.cut {
                let corner = (trim.corner + bleed) * dpi / 25.4;
                png::cut_off(&mut pixels, corner, trim.outline.as_ref(), face.is_back);
            }
            if !args.contact_only {
                let bytes = png::encode(&pixels, dpi).map_err(unpainted)?;
                output::write_file(&path_of(face), &bytes, png::made_by_us)?;
            }
            bar.inc(1);
            raster::thumbnail(&pixels, width - 24, cell).map_err(unpainted)
        })
        .collect();
    let small = small?;
    bar.finish_and_clear();
    let sheet = raster::contact_sheet(&small, width).map_err(unpainted)?;
    let bytes = png::encode(&sheet, 96.0).map_err(unpainted)?;
    output::write_file(&contact_sheet, &bytes, png::made_by_us)?;
    let faces = if args.contact_only { &[] } else { faces };
    let files = faces.iter().map(path_of).chain([contact_sheet]);
    Ok(files.collect())
}

pub fn unpainted(fault: PaintFault) -> Diagnostic {
    Diagnostic::error(Code::Unpaintable, format!("a face cannot be painted: {}", fault.0))
        .help("lower --dpi, or look at the template in another program")
}
