//! Edges that run along the cut, straight ones and those around a token: their distance from it shows how far off the cut is.
//! Traced shapes come in, edges go out, for the checks of bleed and of lines near the cut.

use std::collections::BTreeMap;

use super::bounds::Bounds;
use super::safe_area::{CardEdge, SafeArea};
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
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// "left edge", "round edge".
    pub side: &'static str,
    /// How far inside the cut it lies, in millimetres; negative beyond.
    pub inside: f64,
    /// How much of that side it runs along, from 0 to 1; of a round edge, how much of half the way around the card.
    pub share: f64,
    /// The same without those parts where a corner of the card bends away from it.
    pub parallel: f64,
}

/// The edges of a thing's fill, and those of its line.
pub fn edges(thing: &Thing, zone: &SafeArea) -> (Vec<Edge>, Vec<Edge>) {
    match &thing.kind {
        TraceKind::Path { filled, stroke, lines } => {
            drawn(*filled, *stroke, |offsets| along(lines, offsets, zone))
        }
        TraceKind::Pixels { .. } => (rectangle(thing.bounds, zone), Vec::new()),
        TraceKind::Words { .. } => (Vec::new(), Vec::new()),
    }
}

/// The edges of a fill and those of a line, `along` an outline.
fn drawn(
    filled: bool,
    stroke: Option<f64>,
    along: impl Fn(&[f64]) -> Vec<Edge>,
) -> (Vec<Edge>, Vec<Edge>) {
    let of_fill = if filled { along(&[0.0]) } else { Vec::new() };
    (of_fill, stroke.map_or_else(Vec::new, |width| along(&[-width / 2.0, width / 2.0])))
}

/// The edges around a token of the outline and the line of a path in a picture that is placed on it; what the picture's box cuts
/// off is left out. Straight ones are not looked for: patterns are made of them.
pub fn placed_rings(
    thing: &Thing,
    placed: &PlacedPicture<'_>,
    zone: &SafeArea,
) -> (Vec<Edge>, Vec<Edge>) {
    let TraceKind::Path { filled, stroke, lines } = &thing.kind else {
        return (Vec::new(), Vec::new());
    };
    if !zone.is_round() {
        return (Vec::new(), Vec::new());
    }
    let holds = |point: (f64, f64)| {
        placed.clip.is_none_or(|clip| clip.and(Bounds::of_point(point)).is_some())
    };
    let seen: Vec<[f64; 4]> = lines
        .iter()
        .map(|[x0, y0, x1, y1]| [placed.map.apply(*x0, *y0), placed.map.apply(*x1, *y1)])
        .filter(|[from, to]| holds(*from) && holds(*to))
        .map(|[from, to]| [from.0, from.1, to.0, to.1])
        .collect();
    drawn(*filled, stroke.map(|width| width * placed.map.growth()), |offsets| {
        along_arcs(&seen, offsets, zone)
    })
}

/// The edges of a rectangle.
pub fn rectangle(bounds: Bounds, zone: &SafeArea) -> Vec<Edge> {
    along(&bounds.sides(), &[0.0], zone)
}

/// The edges that lie at these `offsets` from `lines`.
fn along(lines: &[[f64; 4]], offsets: &[f64], zone: &SafeArea) -> Vec<Edge> {
    let mut edges = along_sides(lines, offsets, zone);
    if zone.is_round() {
        edges.extend(along_arcs(lines, offsets, zone));
    }
    edges
}

/// The edges along the straight sides of the card; pieces on one height are one edge.
fn along_sides(lines: &[[f64; 4]], offsets: &[f64], zone: &SafeArea) -> Vec<Edge> {
    let mut found: BTreeMap<(CardEdge, i64), (f64, f64)> = BTreeMap::new();
    for piece in lines.iter().map(Bounds::of_line) {
        let (width, height) = (piece.width(), piece.height());
        let sides = if width <= PARALLEL * height {
            [CardEdge::Left, CardEdge::Right]
        } else if height <= PARALLEL * width {
            [CardEdge::Top, CardEdge::Bottom]
        } else {
            continue;
        };
        // The nearer of the two sides.
        let near = |side: CardEdge| zone.inside(side, piece);
        let [one, other] = sides;
        let side = if near(other) < near(one) { other } else { one };
        let (from, to) = match side {
            CardEdge::Left | CardEdge::Right => (piece.top, piece.bottom),
            CardEdge::Top | CardEdge::Bottom => (piece.left, piece.right),
        };
        let length = zone.length(side);
        let within = |start: f64, end: f64| (to.min(end) - from.max(start)).max(0.0) / length;
        for offset in offsets {
            let tenths = ((near(side) + offset) * 10.0).round() as i64;
            let (share, parallel) = found.entry((side, tenths)).or_default();
            *share += within(0.0, length);
            *parallel += within(zone.corner(), length - zone.corner());
        }
    }
    found
        .into_iter()
        .map(|((side, tenths), (share, parallel))| Edge {
            side: side.name(),
            inside: tenths as f64 / 10.0,
            share,
            parallel,
        })
        .collect()
}

/// The edges along the arcs of the corners, which are all there is of a round token.
fn along_arcs(lines: &[[f64; 4]], offsets: &[f64], zone: &SafeArea) -> Vec<Edge> {
    // How far inside the cut each piece lies, and how much of the cut it runs along.
    let mut pieces: Vec<(f64, f64)> = Vec::new();
    for [x0, y0, x1, y1] in lines {
        let length = (x1 - x0).hypot(y1 - y0);
        let parts = (length / PIECE).ceil().clamp(1.0, MOST_PIECES) as u32;
        let point = |part: u32| {
            let t = f64::from(part) / f64::from(parts);
            zone.at_arc(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t)
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
