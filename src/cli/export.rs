//! `deckproof export`: every face as a picture, and the whole game on one; the decks for spreadsheets and virtual tables.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use clap::Subcommand;
use rayon::prelude::*;

use crate::cards::Deck;
use crate::export::{png, svg};
use crate::raster::{self, PaintFault, Painter};
use crate::sheet::{Corners, Trim};
use crate::source::{Code, Diagnostic, Diagnostics, Fault};
use crate::template::Drawn;

use super::export_options::ExportOptions;
use super::paper::{Chosen, bleed};
use super::report::{Done, Report};
use super::viewer;
use super::wanted::Wanted;
use super::{
    export_csv, export_cut, export_foundry, export_pcio, export_sheet, export_shop, export_tts,
};
use crate::session::{FileBacks, Set, keep_changed, located, named_cards, output};

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
  deckproof export sheet my-game           grids of faces for any other virtual table

Files are named to sort: assets-03-admiral.png, its back assets-03-admiral-back.png.
A back that all cards of a deck share is assets-back.png.
Round tokens, and cards of a deck that says `corner`, are transparent outside it.
`export png` adds contact-sheet.png, the whole game on one picture.";

/// Export faces as pictures, decks for spreadsheets and virtual tables
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
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
    Csv(export_csv::Args),
    /// The lines of printed sheets, for cutting machines: SVG, DXF, PNG
    #[command(after_help = export_cut::EXAMPLES)]
    Cut(export_cut::Args),
    /// What a print shop takes: pictures or PDF as its templates have them
    #[command(after_help = export_shop::EXAMPLES)]
    Shop(export_shop::Args),
    /// Grids of faces, and a manifest of what lies where
    Sheet(export_sheet::Args),
    /// A room of playingcards.io
    Pcio(export_pcio::Args),
    /// A saved object of Tabletop Simulator
    Tts(export_tts::Args),
    /// Decks for Foundry VTT
    Foundry(export_foundry::Args),
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
    corners: Option<Chosen<Corners>>,
}

impl PngArgs {
    /// How large the round corners of a deck's faces are, in millimetres; 0 when they are square.
    fn corner(&self, deck: &Deck, trim: &Trim) -> f64 {
        match self.corners {
            // What is printed and cut needs the bleed in its corners, too.
            None if self.common.bleed.is_some() => 0.0,
            None if deck.corner.is_some() => trim.corner,
            Some(Chosen(Corners::Round)) => trim.corner,
            None | Some(Chosen(Corners::Square)) => 0.0,
        }
    }
}

const CONTACT_SHEET: &str = "contact-sheet.png";

/// Height of a card on a contact sheet, and width of the sheet, in pixels.
const CONTACT: (u32, u32) = (260, 2000);

pub fn run(args: &Args, report: &mut Report) -> Done {
    let (common, png) = match &args.format {
        Format::Png(png) => (&png.common, Some(png)),
        Format::Svg(common) => (common, None),
        Format::Csv(args) => return export_csv::run(args, report),
        Format::Cut(args) => return export_cut::run(args, report),
        Format::Shop(args) => return export_shop::run(args, report),
        Format::Sheet(args) => return export_sheet::run(args, report),
        Format::Pcio(args) => return export_pcio::run(args, report),
        Format::Tts(args) => return export_tts::run(args, report),
        Format::Foundry(args) => return export_foundry::run(args, report),
    };
    let selection = common.faces.wanted.select(report)?;
    let output = selection.output(common.faces.output.as_deref());
    let packs = selection.packs(report)?;
    let mut shown = Vec::new();
    for pack in packs {
        let folder = output.join(selection.game_name(&pack.game.id));
        report.tell(&output::name_warning(&folder).into_iter().collect());
        let mut set = selection.draw(pack, common.faces.ink.0, report)?;
        if common.faces.changed {
            keep_changed(&mut set, &selection, &output, report)?;
            if set.decks.is_empty() {
                continue;
            }
        }
        let corner = |deck: &Deck, trim: &Trim| png.map_or(0.0, |png| png.corner(deck, trim));
        let faces = named_faces(&set, common.faces.backs.0, corner);
        let bleed = common.bleed.unwrap_or(0.0);
        let count = match png {
            Some(png) => write_png(png, &folder, &faces, bleed, report),
            None => write_svg(&folder, &faces, bleed, report),
        };
        let count = count.map_err(|faults| located(&set, faults, report))?;
        report.say(&format!("{}: {count} files", folder.display()));
        shown.push(match png {
            Some(_) => folder.join(CONTACT_SHEET),
            None => folder,
        });
    }
    if common.open {
        viewer::show(&shown, report);
    }
    Ok(())
}

impl Args {
    /// What is watched, if anything is.
    pub fn watched(&self) -> Option<&Wanted> {
        let common = match &self.format {
            Format::Png(png) => &png.common,
            Format::Svg(common) => common,
            Format::Csv(_)
            | Format::Cut(_)
            | Format::Shop(_)
            | Format::Sheet(_)
            | Format::Pcio(_)
            | Format::Tts(_)
            | Format::Foundry(_) => return None,
        };
        common.watch.then_some(&common.faces.wanted)
    }
}

/// A face, and the file that shows it.
struct NamedFace {
    /// The file's name without its ending.
    name: String,
    drawn: Arc<Drawn>,
    /// Radius of its corners in millimetres; 0 when they are not cut.
    corner: f64,
}

/// Each different face once, with the name of its file and its corners.
fn named_faces(
    set: &Set,
    backs: FileBacks,
    corner: impl Fn(&Deck, &Trim) -> f64,
) -> Vec<NamedFace> {
    let mut faces = Vec::new();
    for chosen in &set.decks {
        let deck = &set.pack.decks[chosen.deck];
        let corner = corner(deck, &chosen.trim);
        let mut seen = HashSet::new();
        for card in named_cards(deck, chosen, backs) {
            let back = card.back.filter(|(name, _)| seen.insert(name.clone()));
            let both = std::iter::once(card.front).chain(back);
            faces.extend(both.map(|(name, drawn)| NamedFace {
                name,
                drawn,
                corner,
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
    made_by_us: fn(&[u8]) -> bool,
) -> Result<(), Diagnostic> {
    let mut paths = faces
        .iter()
        .map(|face| folder.join(format!("{}.{ending}", face.name)));
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
    report: &Report,
) -> Result<usize, Diagnostics> {
    may_write(folder, faces, "svg", svg::made_by_us)?;
    make_folders(folder, faces)?;
    let bar = report.progress("SVG", faces.len() as u64);
    for face in faces {
        let path = folder.join(format!("{}.svg", face.name));
        output::write(&path, &svg::face(&face.drawn, bleed), svg::made_by_us)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(faces.len())
}

fn write_png(
    args: &PngArgs,
    folder: &Path,
    faces: &[NamedFace],
    bleed: f64,
    report: &Report,
) -> Result<usize, Diagnostics> {
    let dpi = f64::from(args.dpi);
    let drawn: Vec<Arc<Drawn>> = faces.iter().map(|face| face.drawn.clone()).collect();
    if !args.contact_only {
        may_write(folder, faces, "png", png::made_by_us)?;
    }
    output::may_write(&folder.join(CONTACT_SHEET), png::made_by_us)?;
    let painter = Painter::new(dpi, bleed, &drawn);
    for face in faces {
        painter.check(&face.drawn).map_err(|fault| {
            let message = format!("`{}` is too large at {dpi} dpi: {}", face.name, fault.0);
            Diagnostic::error(Code::TooMany, message)
                .fault(Fault::Usage)
                .help("lower --dpi")
        })?;
    }
    if args.contact_only {
        output::folder(folder)?;
    } else {
        make_folders(folder, faces)?;
    }
    let bar = report.progress("PNG", faces.len() as u64);
    let (cell, width) = CONTACT;
    let small: Result<Vec<_>, Diagnostic> = faces
        .par_iter()
        .map(|face| {
            let mut pixels = painter.paint(&face.drawn).map_err(unpainted)?;
            if face.corner > 0.0 {
                raster::cut_corners(&mut pixels, (face.corner + bleed) * dpi / 25.4);
            }
            if !args.contact_only {
                let bytes = png::encode(&pixels, dpi).map_err(unpainted)?;
                output::write(
                    &folder.join(format!("{}.png", face.name)),
                    &bytes,
                    png::made_by_us,
                )?;
            }
            bar.inc(1);
            raster::thumbnail(&pixels, width - 24, cell).map_err(unpainted)
        })
        .collect();
    let small = small?;
    bar.finish_and_clear();
    let sheet = raster::contact_sheet(&small, width).map_err(unpainted)?;
    let bytes = png::encode(&sheet, 96.0).map_err(unpainted)?;
    let path = folder.join(CONTACT_SHEET);
    output::write(&path, &bytes, png::made_by_us)?;
    Ok(if args.contact_only {
        1
    } else {
        faces.len() + 1
    })
}

fn unpainted(fault: PaintFault) -> Diagnostic {
    Diagnostic::error(
        Code::Unpaintable,
        format!("a face cannot be painted: {}", fault.0),
    )
    .help("lower --dpi, or look at the template in another program")
}
