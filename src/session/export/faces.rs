//! Writes faces as PNG or SVG files, and contact sheets; and the folder of a page for any web host. A pack, or a page with its faces, comes in;
//! files go out, named to sort.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::cards::{Deck, Pack};
use crate::export::{png, svg};
use crate::raster::{self, Painter};
use crate::report::is_our_page;
use crate::session::draw::drawing::{NamedFace, Set, located, named_cards};
use crate::session::files::output::ExportFolder;
use crate::session::open::host::Host;
use crate::sheet::{Choose, Corners, Trim};
use crate::source::{Diagnostic, Diagnostics, counted, usage};
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
        let folder = ExportFolder::new(exporting.folder(&pack.game.id));
        let (set, noting) = exporting.begin(pack, &kind, host)?;
        if set.decks.is_empty() && exporting.changed {
            noting.keep(host)?;
            return Ok(None);
        }
        let faces = self.face_files(&set);
        let written = match self.format {
            FaceFormat::Png { dpi, contact_only, .. } => {
                let files = if contact_only { &[] } else { &faces[..] };
                self.write_png(f64::from(dpi), &folder, &faces, files, &contact_sheet, host)
            }
            FaceFormat::Svg => self.write_svg(&folder, &faces, host),
        };
        written.map_err(|fault| located(&set, fault.into(), host))?;
        let count = counted(folder.count(), "file");
        host.say(&format!("{}: {count}", folder.path.display()));
        if !matches!(self.format, FaceFormat::Png { contact_only: true, .. }) {
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
                folder.note_leftovers(&[folder.path.join("backs")], is_ours, host);
            }
        }
        Ok(Some(match self.format {
            FaceFormat::Png { .. } => folder.path.join(&contact_sheet),
            FaceFormat::Svg => folder.path,
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

    /// Each different face once, with the name of its file and its corners.
    fn face_files(&self, set: &Set) -> Vec<FaceFile> {
        let mut faces = Vec::new();
        for chosen in &set.decks {
            let cut = self.cuts(&set.pack.decks[chosen.deck]).then_some(&chosen.trim);
            let mut seen = HashSet::new();
            for card in named_cards(&set.pack, chosen, self.exporting.backs) {
                let back = card.back.filter(|(name, _)| seen.insert(name.clone()));
                let both = [Some((card.front, false)), back.map(|face| (face, true))];
                faces.extend(both.into_iter().flatten().map(|((name, drawn), is_back)| FaceFile {
                    name,
                    drawn,
                    cut: cut.cloned(),
                    is_back,
                }));
            }
        }
        faces
    }

    fn write_svg(
        &self,
        folder: &ExportFolder,
        faces: &[FaceFile],
        host: &dyn Host,
    ) -> Result<(), Diagnostic> {
        let name_of = |face: &FaceFile| format!("{}.svg", face.name);
        for face in faces {
            folder.may_put(&name_of(face), svg::made_by_us)?;
        }
        let steps = host.progress("SVG");
        for face in faces {
            let drawn = svg::face(&face.drawn, self.bleed.unwrap_or(0.0));
            folder.put(&name_of(face), &drawn, svg::made_by_us)?;
            steps(folder.count(), faces.len());
        }
        Ok(())
    }

    /// Writes the contact sheet of some faces, and `files` of their own for some of them.
    fn write_png(
        &self,
        dpi: f64,
        folder: &ExportFolder,
        faces: &[FaceFile],
        files: &[FaceFile],
        contact_sheet: &str,
        host: &dyn Host,
    ) -> Result<(), Diagnostic> {
        let bleed = self.bleed.unwrap_or(0.0);
        let name_of = |face: &FaceFile| format!("{}.png", face.name);
        for face in files {
            folder.may_put(&name_of(face), png::made_by_us)?;
        }
        folder.may_put(contact_sheet, png::made_by_us)?;
        let drawn: Vec<Arc<Drawn>> = faces.iter().map(|face| face.drawn.clone()).collect();
        let painter = Painter::new(dpi, bleed, &drawn);
        for face in faces {
            painter.check(&face.drawn).map_err(|fault| {
                let message = format!("`{}` is too large at {dpi} dpi: {}", face.name, fault.0);
                usage!(TooMany, message, "lower --dpi")
            })?;
        }
        let (steps, done) = (host.progress("PNG"), AtomicUsize::new(0));
        let (cell, width) = CONTACT;
        let paint = |face: &FaceFile| {
            let mut pixels = painter.paint(&face.drawn)?;
            if let Some(trim) = &face.cut {
                let corner = (trim.corner + bleed) * dpi / 25.4;
                png::cut_off(&mut pixels, corner, trim.outline.as_ref(), face.is_back);
            }
            if !files.is_empty() {
                folder.put(&name_of(face), &png::encode(&pixels, dpi)?, png::made_by_us)?;
            }
            steps(done.fetch_add(1, Ordering::Relaxed) + 1, faces.len());
            Ok(raster::thumbnail(&pixels, width - 24, cell)?)
        };
        let small: Result<Vec<_>, Diagnostic> = faces.par_iter().map(paint).collect();
        drop(steps);
        let sheet = raster::contact_sheet(&small?, width)?;
        folder.put(contact_sheet, &png::encode(&sheet, 96.0)?, png::made_by_us)
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

/// The page's name, and that of the game to step through.
const PAGE: &str = "index.html";
pub const SITE_GAME: &str = "game.html";

/// Where the faces lie, from the page.
pub const SITE_FACES: &str = "faces";

/// Writes the folder, and gives the path of the page.
///
/// # Errors
/// Files that are somebody else's, or cannot be written.
pub fn write_site(
    (exporting, id): (&Exporting, &str),
    (page, game): (Vec<u8>, Option<Vec<u8>>),
    faces: &[NamedFace],
    host: &mut dyn Host,
) -> Result<PathBuf, Diagnostics> {
    let path = exporting.folder(id).join(format!("site{}", exporting.part()));
    let folder = ExportFolder::new(path);
    let pages = [(PAGE, Some(page)), (SITE_GAME, game)];
    let pages = pages.into_iter().filter_map(|(name, page)| Some((name, page?)));
    let pages: Vec<(&str, Vec<u8>)> = pages.collect();
    let name_of = |name: &str| format!("{SITE_FACES}/{name}.svg");
    for (name, _) in &pages {
        folder.may_put(name, is_our_page)?;
    }
    for (name, _) in faces {
        folder.may_put(&name_of(name), svg::made_by_us)?;
    }
    let (steps, all) = (host.progress("page"), faces.len() + pages.len());
    for (name, drawn) in faces {
        folder.put(&name_of(name), &svg::outlined_face(drawn), svg::made_by_us)?;
        steps(folder.count(), all);
    }
    for (name, page) in &pages {
        folder.put(name, page, is_our_page)?;
        steps(folder.count(), all);
    }
    drop(steps);
    let page = folder.path.join(PAGE);
    host.say(&format!("{}: {}", page.display(), counted(folder.count(), "file")));
    if exporting.is_whole() {
        let is_ours = |_: &str, head: &[u8]| svg::made_by_us(head) || is_our_page(head);
        folder.note_leftovers(&[folder.path.join(SITE_FACES)], is_ours, host);
    }
    Ok(page)
}
