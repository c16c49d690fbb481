//! Puts the nets of boxes on pages, each placed as one piece that is cut to its outline. Pages and nets come in; pages with the
//! sides and folds of the boxes go out. Called by `session`.

use kurbo::Vec2;

use super::document::{Clip, Document, Page, Placement};
use super::marks::fold;
use super::{CutMarks, Net, Point, Rect, Setup, Size, Trim};

/// A net, and what is drawn on its sides.
#[derive(Debug, Clone, PartialEq)]
pub struct NetFaces {
    pub net: Net,
    pub faces: Vec<PanelFace>,
}

/// What is drawn on a side of a box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PanelFace {
    /// Place among the panels of the net.
    pub panel: usize,
    /// The caller's index of the face.
    pub face: usize,
    pub size: Size,
    /// Whether it covers the side, cut off where it is larger; else it stands in the middle, no larger than it is.
    pub covers: bool,
}

/// How far art goes on over a fold onto a flap or the glue, mm: a fold that is off shows no bare paper.
const OVER_FOLD: f64 = 3.0;

/// How much of a side words in the middle of it take at most, along and across.
const WORDS: (f64, f64) = (0.8, 0.5);

/// A side that is so much higher than wide has its words from top to bottom.
const NARROW: f64 = 2.0;

impl Net {
    /// The piece that it is cut as.
    pub fn trim(&self) -> Trim {
        Trim::from_size(self.size).with_outline(self.cut.clone())
    }

    /// Its folds where it lies on a page.
    pub fn folds_in(&self, rect: Rect) -> Vec<[Point; 2]> {
        let folds = self.folds.iter();
        folds.map(|line| line.map(|point| point + Vec2::new(rect.x, rect.y))).collect()
    }
}

/// Lays nets where pieces from number `first` on stand for them. The first placement of such a page stays: where it lies, the
/// net does.
pub fn lay_nets(document: &mut Document, first: usize, nets: &[NetFaces], setup: &Setup) {
    for page in &mut document.pages {
        let net = page.deck.checked_sub(first).and_then(|at| nets.get(at));
        let piece = page.placements.first().copied();
        if let (Some(net), Some(piece)) = (net, piece) {
            lay(page, net, piece, setup);
        }
    }
}

fn lay(page: &mut Page, NetFaces { net, faces }: &NetFaces, piece: Placement, setup: &Setup) {
    for face in faces {
        page.placements.extend(placed(net, face, piece, setup.bleed));
    }
    if setup.marks != CutMarks::None {
        let folds = net.folds_in(piece.trim).into_iter();
        page.marks.extend(folds.filter_map(|line| fold(line, piece.clip.rect)));
    }
}

/// Where a face lies on its panel, unless the page shows nothing of that.
fn placed(net: &Net, face: &PanelFace, piece: Placement, bleed: f64) -> Option<Placement> {
    let panel = net.panels.get(face.panel)?;
    let seen = panel.seen();
    let (mut turns, mut size) = (panel.turns, face.size);
    let scale = if face.covers {
        (seen.width / size.width).max(seen.height / size.height)
    } else {
        let mut room = seen;
        if seen.height > NARROW * seen.width {
            turns += 1;
            room = seen.turned();
        }
        let (along, across) = WORDS;
        let most = (along * room.width / size.width).min(across * room.height / size.height);
        most.min(1.0)
    };
    size = Size::new(size.width * scale, size.height * scale);
    if turns % 2 == 1 {
        size = size.turned();
    }
    let on_page = |rect: Rect| Rect { x: rect.x + piece.trim.x, y: rect.y + piece.trim.y, ..rect };
    let cut = if face.covers { beyond_edges(net, panel.rect, bleed) } else { panel.rect };
    let rect = on_page(cut).intersect(&piece.clip.rect)?;
    Some(Placement {
        face: face.face,
        trim: Rect::around(on_page(panel.rect).centre(), size),
        clip: Clip { rect, radius: 0.0 },
        rotation: turns % 4,
        ..piece
    })
}

/// A panel, with `bleed` beyond the edges that are cut and [`OVER_FOLD`] beyond those behind whose fold no other side of the box is.
fn beyond_edges(net: &Net, panel: Rect, bleed: f64) -> Rect {
    let folded = |x: f64, y: f64| {
        net.folds.iter().any(|[a, b]| {
            let upright = (a.x - b.x).abs() < 1e-6 && (a.x - x).abs() < 1e-6;
            let level = (a.y - b.y).abs() < 1e-6 && (a.y - y).abs() < 1e-6;
            upright && (a.y.min(b.y)..=a.y.max(b.y)).contains(&y)
                || level && (a.x.min(b.x)..=a.x.max(b.x)).contains(&x)
        })
    };
    let middle = panel.centre();
    let mut grown = panel;
    for (x, y) in [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)] {
        let edge =
            Point { x: middle.x + x * panel.width / 2.0, y: middle.y + y * panel.height / 2.0 };
        let beyond = Point { x: edge.x + x * OVER_FOLD, y: edge.y + y * OVER_FOLD };
        let by = if !folded(edge.x, edge.y) {
            bleed
        } else if net.panels.iter().any(|side| side.rect.contains(beyond)) {
            0.0
        } else {
            OVER_FOLD
        };
        let moved = Rect { x: panel.x + x * by, y: panel.y + y * by, ..panel };
        grown = grown.union(&moved);
    }
    grown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::{BOXES, Inside};

    #[test]
    fn art_goes_on_over_folds_onto_flaps_and_glue_but_not_onto_other_sides() {
        let inside = Inside { width: 65.5, height: 90.9, depth: 18.7, board: 0.3, lid: None };
        let nets = BOXES.iter().map(|kind| (kind.nets)(&inside).remove(0));
        let mut beyond: Vec<(&str, [f64; 4])> = Vec::new();
        for net in nets {
            for panel in &net.panels {
                let (rect, grown) = (panel.rect, beyond_edges(&net, panel.rect, 1.0));
                let by = [
                    rect.x - grown.x,
                    rect.y - grown.y,
                    grown.right() - rect.right(),
                    grown.bottom() - rect.bottom(),
                ];
                beyond.push((panel.side, by.map(f64::round)));
            }
        }
        let wanted = [
            // A tuck box: glue at the left, dust flaps at the ends of both sides, a thumb hole in the front.
            ("left", [3.0, 3.0, 0.0, 3.0]),
            ("front", [0.0, 1.0, 0.0, 1.0]),
            ("right", [0.0, 3.0, 0.0, 3.0]),
            ("back", [0.0, 0.0, 1.0, 0.0]),
            ("top", [1.0, 3.0, 1.0, 0.0]),
            ("bottom", [1.0, 0.0, 1.0, 3.0]),
            // The lid of two pieces: tabs at the ends of the left and the right wall.
            ("front", [0.0; 4]),
            ("left", [1.0, 3.0, 0.0, 3.0]),
            ("right", [0.0, 3.0, 1.0, 3.0]),
            ("top", [1.0, 1.0, 1.0, 0.0]),
            ("bottom", [1.0, 0.0, 1.0, 1.0]),
        ];
        assert_eq!(beyond, wanted);
    }
}
