//! Writes faces as PNG or SVG files, and contact sheets. A pack comes in; files go out, named to sort. Called by the command `export`.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::cards::{Deck, Pack};
use crate::export::{png, svg};
use crate::raster::{self, Painter};
use crate::session::draw::drawing::Set;
use crate::session::draw::drawing::located;
use crate::session::draw::face_names::{FileBacks, named_cards};
use crate::session::files::leftovers::{leftovers, note_leftovers};
use crate::session::files::output;
use crate::session::open::host::Host;
use crate::sheet::{Choose, Corners, Trim};
use crate::source::{Code, Diagnostic, Diagnostics, counted};
use crate::template::Drawn;

use super::exporting::Exporting;

/// The options of one run.
#[derive(Debug)]
pub struct FaceExport {
    pub exporting: Exporting,
    /// Millimetres that are painted around the trim.
    pub bleed: Option<f64>,
    pub format: FaceFormat,
}

/// How faces are written.
#[derive(Debug, Clone, Copy)]
pub enum FaceFormat {
    Svg,
    /// With a contact sheet.
    Png {
        /// Dots to the inch.
        dpi: u16,
        contact_only: bool,
        /// Those of each deck where nothing is said.
        corners: Option<Corners>,
    },
}

/// Height of a card on a contact sheet, and width of the sheet, in pixels.
const CONTACT: (u32, u32) = (260, 2000);

impl FaceExport {
    /// Writes the faces of a game. Gives what shows them best, a contact sheet or their folder; `None` where nothing is new.
    ///
    /// # Errors
    /// All that is wrong with the game, faces that cannot be painted, and files of somebody else.
    pub fn export(&self, pack: Pack, host: &mut dyn Host) -> Result<Option<PathBuf>, Diagnostics> {
        let exporting = &self.exporting;
        let kind = format!("{}, backs {}", self.kind(), exporting.backs.name());
        let contact_sheet = format!("contact-sheet{}.png", exporting.part());
        let folder = exporting.folder(&pack.game.id);
        let (set, noting) = exporting.begin(pack, &kind, host)?;
        if set.decks.is_empty() && exporting.changed {
            noting.keep(host)?;
            return Ok(None);
        }
        let faces = face_files(&set, exporting.backs, |deck| self.cuts(deck));
        let bleed = self.bleed.unwrap_or(0.0);
        let (written, is_part) = match self.format {
            FaceFormat::Png { dpi, contact_only, .. } => {
                let how = (f64::from(dpi), contact_only);
                (write_png(how, &folder, &faces, bleed, &contact_sheet, host), contact_only)
            }
            FaceFormat::Svg => (write_svg(&folder, &faces, bleed, host), false),
        };
        let written = written.map_err(|fault| located(&set, fault.into(), host))?;
        let count = counted(written.len(), "file");
        host.say(&format!("{}: {count}", folder.display()));
        if !is_part {
            noting.keep(host)?;
            let is_ours = |name: &str, head: &[u8]| match self.format {
                // Contact sheets of single decks are kept beside the sheet of the whole game.
                FaceFormat::Png { .. } => {
                    !name.starts_with("contact-sheet")
                        && name.ends_with(".png")
                        && png::made_by_us(head)
                }
                FaceFormat::Svg => name.ends_with(".svg") && svg::made_by_us(head),
            };
            if exporting.is_whole() {
                let folders = [folder.clone(), folder.join("backs")];
                note_leftovers(&leftovers(&folders, &written, is_ours), host);
            }
        }
        Ok(Some(match self.format {
            FaceFormat::Png { .. } => folder.join(&contact_sheet),
            FaceFormat::Svg => folder,
        }))
    }

    /// What makes other pictures of the same faces.
    fn kind(&self) -> String {
        let bleed = self.bleed.unwrap_or(0.0);
        match self.format {
            FaceFormat::Png { dpi, corners, .. } => {
                let corners = corners.map_or("own", Choose::name);
                format!("png, {dpi} dpi, bleed {bleed} mm, corners {corners}")
            }
            FaceFormat::Svg => format!("svg, bleed {bleed} mm"),
        }
    }

    /// Whether what lies outside the corners or the outline of a deck's faces is cut off.
    fn cuts(&self, deck: &Deck) -> bool {
        match self.format {
            FaceFormat::Svg => false,
            FaceFormat::Png { corners: Some(corners), .. } => corners == Corners::Round,
            // With bleed, the face is cut after printing, so its corners keep the bleed.
            FaceFormat::Png { corners: None, .. } => {
                self.bleed.is_none() && (deck.corner.is_some() || deck.shape.is_some())
            }
        }
    }
}

/// A face, and the file that shows it.
struct FaceFile {
    /// The file's name without its ending.
    name: String,
    drawn: Arc<Drawn>,
    /// What it is cut to, if it is cut.
    cut: Option<Trim>,
    is_back: bool,
}

/// Each different face once, with the name of its file and its corners.
fn face_files(set: &Set, backs: FileBacks, cuts: impl Fn(&Deck) -> bool) -> Vec<FaceFile> {
    let mut faces = Vec::new();
    for chosen in &set.decks {
        let deck = &set.pack.decks[chosen.deck];
        let cut = cuts(deck).then_some(&chosen.trim);
        let mut seen = HashSet::new();
        for card in named_cards(&set.pack, chosen, backs) {
            let back = card.back.filter(|(name, _)| seen.insert(name.clone()));
            let back = back.map(|face| (face, true));
            let both = std::iter::once((card.front, false)).chain(back);
            faces.extend(both.map(|((name, drawn), is_back)| FaceFile {
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
    faces: &[FaceFile],
    ending: &str,
    made_by_us: output::MadeByUs,
) -> Result<(), Diagnostic> {
    let mut paths = faces.iter().map(|face| folder.join(format!("{}.{ending}", face.name)));
    paths.try_for_each(|path| output::may_write(&path, made_by_us))
}

/// The folder, and that of backs where they have one.
fn make_folders(folder: &Path, faces: &[FaceFile]) -> Result<(), Diagnostic> {
    output::folder(folder)?;
    match faces.iter().find_map(|face| face.name.rsplit_once('/')) {
        Some((inner, _)) => output::folder(&folder.join(inner)),
        None => Ok(()),
    }
}

fn write_svg(
    folder: &Path,
    faces: &[FaceFile],
    bleed: f64,
    host: &dyn Host,
) -> Result<BTreeSet<PathBuf>, Diagnostic> {
    may_write(folder, faces, "svg", svg::made_by_us)?;
    make_folders(folder, faces)?;
    let steps = host.progress("SVG");
    let mut written = BTreeSet::new();
    for face in faces {
        let path = folder.join(format!("{}.svg", face.name));
        output::write_file(&path, &svg::face(&face.drawn, bleed), svg::made_by_us)?;
        written.insert(path);
        steps(written.len(), faces.len());
    }
    Ok(written)
}

fn write_png(
    (dpi, contact_only): (f64, bool),
    folder: &Path,
    faces: &[FaceFile],
    bleed: f64,
    contact_sheet: &str,
    host: &dyn Host,
) -> Result<BTreeSet<PathBuf>, Diagnostic> {
    let contact_sheet = folder.join(contact_sheet);
    let drawn: Vec<Arc<Drawn>> = faces.iter().map(|face| face.drawn.clone()).collect();
    if !contact_only {
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
    if contact_only {
        output::folder(folder)?;
    } else {
        make_folders(folder, faces)?;
    }
    let (steps, done) = (host.progress("PNG"), AtomicUsize::new(0));
    let (cell, width) = CONTACT;
    let path_of = |face: &FaceFile| folder.join(format!("{}.png", face.name));
    let small: Result<Vec<_>, Diagnostic> = faces
        .par_iter()
        .map(|face| {
            let mut pixels = painter.paint(&face.drawn)?;
            if let Some(trim) = &face.cut {
                let corner = (trim.corner + bleed) * dpi / 25.4;
                png::cut_off(&mut pixels, corner, trim.outline.as_ref(), face.is_back);
            }
            if !contact_only {
                let bytes = png::encode(&pixels, dpi)?;
                output::write_file(&path_of(face), &bytes, png::made_by_us)?;
            }
            steps(done.fetch_add(1, Ordering::Relaxed) + 1, faces.len());
            Ok(raster::thumbnail(&pixels, width - 24, cell)?)
        })
        .collect();
    let small = small?;
    drop(steps);
    let sheet = raster::contact_sheet(&small, width)?;
    let bytes = png::encode(&sheet, 96.0)?;
    output::write_file(&contact_sheet, &bytes, png::made_by_us)?;
    let faces = if contact_only { &[] } else { faces };
    let files = faces.iter().map(path_of).chain([contact_sheet]);
    Ok(files.collect())
}
