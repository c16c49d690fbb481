//! Adds bleed to art that has none: finds the faces that end at the trim, and the sides on which to extend them. A job and its
//! drawn set come in; the job goes out with bleed, or a warning.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use resvg::tiny_skia::Pixmap;

use crate::export::{DrawnCard, Job};
use crate::raster::{PaintFault, paint_bands};
use crate::session::open::host::Host;
use crate::sheet::{MakeBleed, Placement, Setup, Sides};
use crate::source::{Diagnostics, counted, warning};
use crate::template::Drawn;

use super::drawing::{DrawnBox, Set, unpaintable};

/// Fine enough to see where art ends.
const DPI: f64 = 101.6;

/// Pixels of a millimetre at that.
const PER_MM: f64 = DPI / 25.4;

/// From the trim inwards, and from the end of the bleed inwards, mm: where paint is looked for.
const WITHIN: f64 = 0.4;

/// Paint along less of a side than this is not background.
const GROUND: f64 = 0.25;

/// Parts of a colour from here on count as white paper.
const WHITE: u8 = 250;

/// Lets the faces of a job that end at the trim go on beyond it, and says which; without a way to do so, warns of them.
///
/// # Errors
/// A face that cannot be painted.
pub fn make_bleed(
    job: &mut Job,
    set: &Set,
    setup: &Setup,
    how: Option<MakeBleed>,
    host: &mut dyn Host,
) -> Result<(), Diagnostics> {
    let bleed = setup.bleed.max(setup.back_bleed);
    if bleed <= 0.0 {
        return Ok(());
    }
    // Mirrored at straight lines, a round token would get corners.
    let round = set.decks.iter().filter(|deck| deck.trim.is_round() || deck.trim.outline.is_some());
    let round: HashSet<usize> = round
        .flat_map(|deck| deck.cards.iter().flat_map(DrawnCard::faces))
        .chain(set.boxes.iter().flat_map(DrawnBox::faces))
        .map(address)
        .collect();
    // Cards with round corners and pages of booklets are printed without bleed.
    let has_bleed = |placed: &Placement| !placed.trim.encloses(&placed.clip.rect, 1e-6);
    let pages = job.document.pages.iter();
    let placed = pages.flat_map(|page| &page.placements);
    let placed = placed.filter(|placed| has_bleed(placed));
    let mut faces = distinct(placed.map(|placed| &job.faces[placed.face]));
    faces.retain(|face| !round.contains(&address(face)));
    let short = short_sides(&faces, bleed).map_err(unpaintable)?;
    if short.is_empty() {
        return Ok(());
    }
    let faces = counted(short.len(), "face");
    let Some(how) = how else {
        let message =
            format!("{}: the art of {faces} ends at the cut, or before the bleed does", job.title);
        let fault = warning!(
            NoBleed,
            message,
            "draw it 3 mm beyond the cut, or say `--make-bleed mirror` or `smear`: a cut that is off would leave a strip of paper"
        );
        host.tell(&fault.into());
        return Ok(());
    };
    let done = match how {
        MakeBleed::Mirror => "mirrored",
        MakeBleed::Smear => "smeared",
    };
    host.say(&format!(
        "{}: bleed was made for {faces} whose art ends at the cut ({done})",
        job.title
    ));
    let pages = job.document.pages.iter_mut();
    for placed in pages.flat_map(|page| &mut page.placements) {
        if !has_bleed(placed) {
            continue;
        }
        let Some(sides) = short.get(&address(&job.faces[placed.face])) else {
            continue;
        };
        let sides = if placed.rotation % 4 == 2 { sides.turned() } else { *sides };
        placed.made_bleed = Some((how, sides));
    }
    Ok(())
}

/// The faces that end at the trim or within the bleed, by their addresses, and on which sides.
fn short_sides(faces: &[&Arc<Drawn>], bleed: f64) -> Result<HashMap<usize, Sides>, PaintFault> {
    let all: Vec<Arc<Drawn>> = faces.iter().map(|face| Arc::clone(face)).collect();
    // Pixels from the end of the bleed.
    let pixels = |length: f64| (length * PER_MM).round() as u32;
    let (out, inside, edge) = (pixels(WITHIN), pixels(bleed + WITHIN), pixels(bleed));
    let bands = paint_bands(DPI, bleed, inside + 1, &all)?;
    let sides = bands.iter().map(|bands| {
        let Some([left, top, right, bottom]) = bands else {
            return Sides::default();
        };
        let ends = |length: u32, white: &dyn Fn(u32, u32) -> bool| {
            let along = edge..length.saturating_sub(edge).max(edge + 1);
            let count = along.len() as f64;
            let short = along.filter(|n| !white(*n, inside) && white(*n, out));
            short.count() as f64 / count >= GROUND
        };
        let (width, height) = (top.width(), left.height());
        let across = |deep: u32| left.width().saturating_sub(1 + deep);
        let down = |deep: u32| top.height().saturating_sub(1 + deep);
        Sides {
            left: ends(height, &|n, deep| is_white(left, deep, n)),
            top: ends(width, &|n, deep| is_white(top, n, deep)),
            right: ends(height, &|n, deep| is_white(right, across(deep), n)),
            bottom: ends(width, &|n, deep| is_white(bottom, n, down(deep))),
        }
    });
    let mut short: HashMap<usize, Sides> = all.iter().map(address).zip(sides).collect();
    short.retain(|_, sides| sides.any());
    Ok(short)
}

/// Whether a pixel, or the one nearest to it, counts as paper.
fn is_white(band: &Pixmap, x: u32, y: u32) -> bool {
    let pixel = band.pixel(x.min(band.width() - 1), y.min(band.height() - 1));
    pixel.is_none_or(|p| [p.red(), p.green(), p.blue()].iter().all(|n| *n >= WHITE))
}

/// What equal faces have in common.
pub fn address(face: &Arc<Drawn>) -> usize {
    Arc::as_ptr(face) as usize
}

/// The different ones among some faces.
pub fn distinct<'f>(faces: impl Iterator<Item = &'f Arc<Drawn>>) -> Vec<&'f Arc<Drawn>> {
    let by_address: BTreeMap<_, _> = faces.map(|face| (address(face), face)).collect();
    by_address.into_values().collect()
}
