//! Edges that run along the cut, straight ones and those around a token: their distance from it shows how far off the cut is.
//! Traced shapes come in, edges go out, for the checks of bleed and of lines near the cut.

use std::collections::BTreeMap;

use kurbo::{Line, ParamCurve as _, Point, Rect, Shape as _};

use super::bounds::sides;
use super::safe_area::SafeArea;
use super::scene::PlacedPicture;
use super::trace::{Thing, TraceKind};

/// A steeper line hides a cut that is off: the slope of one degree.
const PARALLEL: f64 = 0.0175;

/// Along an arc more is allowed, so that a ring of straight pieces, or one that is a little off the middle, is a ring.
const PARALLEL_TO_ARC: f64 = 0.3;

/// Pieces around a token are one edge when their distances from the cut differ by no more, in millimetres.
const ONE_EDGE: f64 = 0.3;

/// A longer piece is divided before its distance from an arc is measured, in millimetres.
const PIECE: f64 = 0.5;

/// The most pieces that a line is divided into.
const MOST_PIECES: f64 = 400.0;

/// A line that covers less than this share of half the circumference of a token is not an edge.
const SHORT: f64 = 0.25;

/// An edge along the cut.
#[derive(Clone, Copy)]
pub struct Edge {
    /// "left edge", "round edge".
    pub side: &'static str,
    /// How far inside the cut it lies, in millimetres; negative beyond.
    pub inside: f64,
    /// How much of that side it runs along, from 0 to 1; of a round edge, how much of half the way around the card.
    pub share: f64,
    /// The same without those parts where a corner of the card bends away from it.
    pub parallel: f64,
    /// Whether it is the edge of a line, not of a fill.
    pub is_line: bool,
}

/// The edges of a thing's line, then those of its fill.
pub fn edges(thing: &Thing, zone: &SafeArea) -> Vec<Edge> {
    match &thing.kind {
        TraceKind::Path { filled, stroke, lines } => {
            drawn(*filled, *stroke, |offsets| along(lines, offsets, zone))
        }
        TraceKind::Pixels { .. } => rectangle(thing.bounds, zone),
        TraceKind::Words { .. } => Vec::new(),
    }
}

/// The edges of a line and those of a fill, `along` an outline.
fn drawn(filled: bool, stroke: Option<f64>, along: impl Fn(&[f64]) -> Vec<Edge>) -> Vec<Edge> {
    let mut edges = stroke.map_or_else(Vec::new, |width| along(&[-width / 2.0, width / 2.0]));
    edges.iter_mut().for_each(|edge| edge.is_line = true);
    if filled {
        edges.extend(along(&[0.0]));
    }
    edges
}

/// The edges around a token of the outline and the line of a path in a picture that is placed on it; what the picture's box cuts
/// off is left out. Straight ones are not looked for: patterns are made of them.
pub fn placed_rings(thing: &Thing, placed: &PlacedPicture<'_>, zone: &SafeArea) -> Vec<Edge> {
    let TraceKind::Path { filled, stroke, lines } = &thing.kind else {
        return Vec::new();
    };
    if !zone.is_round() {
        return Vec::new();
    }
    let holds = |point: Point| {
        placed.clip.is_none_or(|clip| clip.overlaps(Rect::from_points(point, point)))
    };
    let map = kurbo::Affine::new(placed.map.0);
    let mut seen: Vec<Line> = lines.iter().map(|line| map * *line).collect();
    seen.retain(|line| holds(line.p0) && holds(line.p1));
    drawn(*filled, stroke.map(|width| width * placed.map.growth()), |offsets| {
        along_arcs(&seen, offsets, zone)
    })
}

/// The edges of a rectangle.
pub fn rectangle(bounds: Rect, zone: &SafeArea) -> Vec<Edge> {
    along(&sides(bounds), &[0.0], zone)
}

/// The edges that lie at these `offsets` from `lines`.
fn along(lines: &[Line], offsets: &[f64], zone: &SafeArea) -> Vec<Edge> {
    let mut edges = along_sides(lines, offsets, zone);
    if zone.is_round() {
        edges.extend(along_arcs(lines, offsets, zone));
    }
    edges
}

/// The edges along the straight sides of the card; pieces on one height are one edge.
fn along_sides(lines: &[Line], offsets: &[f64], zone: &SafeArea) -> Vec<Edge> {
    let mut found: BTreeMap<(usize, i64), Edge> = BTreeMap::new();
    for piece in lines.iter().map(Line::bounding_box) {
        let (sides, from, to, length) = if piece.width() <= PARALLEL * piece.height() {
            ([0, 2], piece.y0, piece.y1, zone.height)
        } else if piece.height() <= PARALLEL * piece.width() {
            ([1, 3], piece.x0, piece.x1, zone.width)
        } else {
            continue;
        };
        // The nearer of the two sides.
        let [(one, at), (other, at_other)] = sides.map(|place| (zone.sides(piece)[place], place));
        let ((near, side), place) = if other.0 < one.0 { (other, at_other) } else { (one, at) };
        let within = |start: f64, end: f64| (to.min(end) - from.max(start)).max(0.0) / length;
        for offset in offsets {
            let tenths = ((near + offset) * 10.0).round();
            let (inside, share) = (tenths / 10.0, 0.0);
            let edge = found.entry((place, tenths as i64)).or_insert(Edge {
                side,
                inside,
                share,
                parallel: 0.0,
                is_line: false,
            });
            edge.share += within(0.0, length);
            edge.parallel += within(zone.corner, length - zone.corner);
        }
    }
    found.into_values().collect()
}

/// The edges along the arcs of the corners, which are all there is of a round token.
fn along_arcs(lines: &[Line], offsets: &[f64], zone: &SafeArea) -> Vec<Edge> {
    // How far inside the cut each piece lies, and how much of the cut it runs along.
    let mut pieces: Vec<(f64, f64)> = Vec::new();
    for line in lines {
        let length = line.length();
        let parts = (length / PIECE).ceil().clamp(1.0, MOST_PIECES) as u32;
        let point = |part: u32| {
            let Point { x, y } = line.eval(f64::from(part) / f64::from(parts));
            zone.at_arc(x, y)
        };
        let slope = PARALLEL_TO_ARC * length / f64::from(parts);
        for part in 0..parts {
            let (Some((inside, from)), Some((end, to))) = (point(part), point(part + 1)) else {
                continue;
            };
            if (end - inside).abs() <= slope {
                pieces.push((f64::midpoint(inside, end), (to - from).abs()));
            }
        }
    }
    pieces.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut edges = Vec::new();
    while let Some((window, length)) = longest(&pieces) {
        let share = (length / zone.around()).min(1.0);
        if share < SHORT {
            break;
        }
        let taken: Vec<(f64, f64)> = pieces.drain(window).collect();
        let middle = taken.iter().map(|(inside, long)| inside * long).sum::<f64>() / length;
        edges.extend(offsets.iter().map(|offset| Edge {
            side: "round edge",
            inside: ((middle + offset) * 10.0).round() / 10.0,
            share,
            parallel: share,
            is_line: false,
        }));
    }
    edges
}

/// Those of the sorted pieces that together are one edge and run along most of the cut, and how much that is.
fn longest(pieces: &[(f64, f64)]) -> Option<(std::ops::Range<usize>, f64)> {
    let mut best: Option<(std::ops::Range<usize>, f64)> = None;
    let (mut start, mut length) = (0, 0.0);
    for (at, (inside, long)) in pieces.iter().enumerate() {
        length += long;
        while inside - pieces[start].0 > ONE_EDGE {
            length -= pieces[start].1;
            start += 1;
        }
        if best.as_ref().is_none_or(|best| length > best.1) {
            best = Some((start..at + 1, length));
        }
    }
    best
}
