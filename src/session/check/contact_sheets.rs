//! Small pictures of many faces on one: a browser fetches and paints a few of them sooner than a hundred drawings. A snapshot's decks
//! come in; where each face lies, and the pixels of a sheet, go out.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use resvg::tiny_skia::Pixmap;

use crate::export::png;
use crate::raster::{CardGrid, PaintFault, Painter, paint_grid};
use crate::template::{Drawn, digest};

use super::snapshot::SnapshotDeck;

/// Dots to the inch of a face at scale 1: a card of 63 mm has 159 pixels.
const DPI: f64 = 64.0;

/// Faces beside each other.
const COLUMNS: usize = 6;

/// Faces on one sheet: after a row is saved, so many are painted anew.
const MOST_FACES: usize = 24;

/// Square millimetres of faces on one sheet, so that pages of text share one with few others.
const MOST_AREA: f64 = 24.0 * 70.0 * 120.0;

/// Where faces lie on contact sheets.
#[derive(Debug, Clone, Default)]
pub struct ContactSheets {
    places: HashMap<String, Arc<ContactPlace>>,
    /// The names of the faces of each sheet, in order.
    sheets: BTreeMap<String, Vec<String>>,
}

/// Where a face lies on a sheet, counted in faces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactPlace {
    /// The sheet's name, which stands for its contents.
    pub sheet: String,
    pub column: usize,
    pub row: usize,
    pub columns: usize,
    pub rows: usize,
}

impl ContactSheets {
    /// Lays out the faces of some decks: fronts with fronts, backs with backs.
    pub fn lay_out(decks: &[SnapshotDeck]) -> ContactSheets {
        let mut laid = ContactSheets::default();
        for deck in decks {
            let trim = deck.trim.as_ref();
            let area = trim.map_or(1.0, |trim| trim.size.width * trim.size.height);
            let each = ((MOST_AREA / area) as usize).clamp(1, MOST_FACES);
            let fronts = deck.cards.iter().map(|card| &card.front);
            let backs = deck.cards.iter().map(|card| &card.back);
            for side in [fronts.collect::<Vec<_>>(), backs.collect()] {
                let mut names: Vec<String> = Vec::new();
                for name in side.into_iter().flatten() {
                    if !names.contains(name) && !laid.places.contains_key(name) {
                        names.push(name.clone());
                    }
                }
                names.chunks(each).for_each(|faces| laid.add_sheet(faces));
            }
        }
        laid
    }

    fn add_sheet(&mut self, faces: &[String]) {
        let sheet = digest(&faces.join(" "));
        let columns = faces.len().min(COLUMNS);
        for (at, face) in faces.iter().enumerate() {
            let place = ContactPlace {
                sheet: sheet.clone(),
                column: at % columns,
                row: at / columns,
                columns,
                rows: faces.len().div_ceil(columns),
            };
            self.places.insert(face.clone(), Arc::new(place));
        }
        self.sheets.insert(sheet, faces.to_vec());
    }

    /// Where a face lies.
    pub fn place(&self, face: &str) -> Option<&ContactPlace> {
        self.places.get(face).map(Arc::as_ref)
    }

    /// The faces of a sheet.
    pub fn faces(
        &self,
        sheet: &str,
        drawn: &BTreeMap<String, Arc<Drawn>>,
    ) -> Option<Vec<Arc<Drawn>>> {
        let names = self.sheets.get(sheet)?;
        names.iter().map(|name| drawn.get(name).cloned()).collect()
    }
}

/// A sheet of such faces as a PNG file, `scale` times as fine as usual.
///
/// # Errors
/// When a face cannot be painted.
pub fn paint_contact_sheet(faces: &[Arc<Drawn>], scale: f64) -> Result<Vec<u8>, PaintFault> {
    let dpi = DPI * scale;
    let pixels = |side: fn(&Drawn) -> f64| {
        let sides = faces.iter().map(|face| side(face));
        (sides.fold(1.0, f64::max) * dpi / 25.4).round() as u32
    };
    let columns = faces.len().clamp(1, COLUMNS);
    let grid = CardGrid {
        columns: columns as u32,
        rows: faces.len().div_ceil(columns) as u32,
        cell: (pixels(|face| face.width), pixels(|face| face.height)),
        dpi,
        faces: 0..faces.len(),
    };
    let painter = Painter::new(dpi, 0.0, faces);
    let picture: Pixmap = paint_grid(&painter, &grid, faces, &|_| {})?;
    png::encode(&picture, dpi)
}
