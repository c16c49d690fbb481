//! Straight edges that run along the cut: where they lie shows how far off the cut is.

use std::collections::BTreeMap;

use super::bounds::Bounds;
use super::trace::{Kind, Thing};
use super::zone::{Side, Zone};

/// A steeper line hides a cut that is off: the slope of one degree.
const PARALLEL: f64 = 0.0175;

/// An edge along the cut.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    pub side: Side,
    /// How far inside the cut it lies, in millimetres; negative beyond.
    pub inside: f64,
    /// How much of that side it runs along, from 0 to 1.
    pub share: f64,
}

/// The edges of a thing's fill, and those of its line.
pub fn edges(thing: &Thing, zone: &Zone) -> (Vec<Edge>, Vec<Edge>) {
    match &thing.kind {
        Kind::Path {
            filled,
            stroke,
            lines,
        } => {
            let of_fill = if *filled {
                along(lines, 0.0, zone)
            } else {
                Vec::new()
            };
            let of_line = stroke.map_or_else(Vec::new, |w| along(lines, w / 2.0, zone));
            (of_fill, of_line)
        }
        Kind::Pixels { .. } => (rectangle(thing.bounds, zone), Vec::new()),
        Kind::Words { .. } => (Vec::new(), Vec::new()),
    }
}

/// The edges of a rectangle.
pub fn rectangle(bounds: Bounds, zone: &Zone) -> Vec<Edge> {
    let [a, b, c, d] = bounds.corners();
    let lines = [(a, b), (b, c), (c, d), (d, a)];
    along(
        &lines.map(|(from, to)| [from.0, from.1, to.0, to.1]),
        0.0,
        zone,
    )
}

/// The edges `half` a line's width to both sides of `lines`; pieces on one height are one edge.
fn along(lines: &[[f64; 4]], half: f64, zone: &Zone) -> Vec<Edge> {
    let mut found: BTreeMap<(Side, i64), f64> = BTreeMap::new();
    for [x0, y0, x1, y1] in lines {
        let (width, height) = ((x1 - x0).abs(), (y1 - y0).abs());
        let piece = Bounds::new(x0.min(*x1), y0.min(*y1), x0.max(*x1), y0.max(*y1));
        let sides: &[Side] = if width <= PARALLEL * height {
            &[Side::Left, Side::Right]
        } else if height <= PARALLEL * width {
            &[Side::Top, Side::Bottom]
        } else {
            continue;
        };
        // The nearer of the two sides.
        let near = |side: &Side| zone.inside(*side, piece);
        let Some(side) = sides.iter().min_by(|a, b| near(a).total_cmp(&near(b))) else {
            continue;
        };
        let (from, to) = match side {
            Side::Left | Side::Right => (piece.top, piece.bottom),
            Side::Top | Side::Bottom => (piece.left, piece.right),
        };
        let length = zone.length(*side);
        let share = (to.min(length) - from.max(0.0)).max(0.0) / length;
        let offsets = if half > 0.0 {
            vec![-half, half]
        } else {
            vec![0.0]
        };
        for offset in offsets {
            let tenths = ((near(side) + offset) * 10.0).round() as i64;
            *found.entry((*side, tenths)).or_default() += share;
        }
    }
    let found = found.into_iter();
    found
        .map(|((side, tenths), share)| Edge {
            side,
            inside: tenths as f64 / 10.0,
            share,
        })
        .collect()
}
