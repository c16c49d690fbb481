//! Writes gradients as shadings (ISO 32000-1, 8.7.4.5). A gradient and what it fills come in; the dictionary of a shading goes out. Called
//! by `drawing`.

use std::sync::Arc;

use usvg::tiny_skia_path::Point;
use usvg::{BaseGradient, Opacity, Paint, Rect, SpreadMethod, Stop, Transform};

use super::content::{components, shortest};
use crate::raster::tree;
use crate::template::Affine;

/// How often a gradient is repeated to each side; beyond, its last colour goes on.
const MOST_PERIODS: f64 = 250.0;

/// Stops that are nearer than this lie at one place.
const NEAR: f64 = 1e-5;

/// How far a colour is drawn out before the first stop, or after the last, where two stops lie at that place.
const EDGE: f64 = 0.05;

/// A gradient as shadings.
pub struct Shading {
    pub colours: Arc<str>,
    /// Its opacity as greys, unless all of it is opaque.
    pub alpha: Option<Arc<str>>,
    /// From its own space to that of what it fills.
    pub map: Affine,
}

/// A circle, or a point with the radius 0, where the colour is that of a place on the gradient: x, y and radius.
type Locus = [f64; 3];

/// A stop: its place, and its colour as it is written.
type Knot = (f64, String);

/// The shadings that fill `bounds`; `written` says how a colour is written.
pub fn shading(
    paint: &Paint,
    bounds: Rect,
    written: &dyn Fn(usvg::Color) -> [u8; 3],
) -> Option<Shading> {
    let (kind, from, to, gradient): (usize, _, _, &BaseGradient) = match paint {
        Paint::LinearGradient(g) => (2, [g.x1(), g.y1(), 0.0], [g.x2(), g.y2(), 0.0], g),
        Paint::RadialGradient(g) => {
            let inner = [g.fx(), g.fy(), g.fr().get()];
            (3, inner, [g.cx(), g.cy(), g.r().get()], g)
        }
        Paint::Color(_) | Paint::Pattern(_) => return None,
    };
    let (mut from, to): (Locus, Locus) = (from.map(f64::from), to.map(f64::from));
    if kind == 3 && from == to {
        // Two equal circles: the colour changes at once.
        from[2] *= 1.0 - EDGE / 50.0;
    }
    let (start, end) = match gradient.spread_method() {
        SpreadMethod::Pad => padded(gradient.stops(), from[2], to[2]),
        _ => periods(kind, from, to, corners(bounds, gradient.transform())?),
    };
    let at = |t: f64| [0, 1, 2].map(|n| from[n] + (to[n] - from[n]) * t);
    let places = [at(start), at(end)].map(|locus| locus[..kind].to_vec());
    let places: Vec<String> = places.concat().iter().map(|n| shortest(*n, 4)).collect();
    let shading = |space: &str, write: &dyn Fn(&Stop) -> String| {
        let function = function(&knots(gradient, (start, end), write)?);
        let domain = match (start, end) {
            (0.0, 1.0) => String::new(),
            _ => format!("/Domain[{} {}]", shortest(start, 5), shortest(end, 5)),
        };
        let text = format!(
            "<</ShadingType {kind}/ColorSpace/{space}/Coords[{}]{domain}/Extend[true true]/Function{function}>>",
            places.join(" ")
        );
        Some(Arc::from(text))
    };
    let mut stops = gradient.stops().iter();
    let opaque = stops.all(|stop| stop.opacity() == Opacity::ONE);
    let alpha = |stop: &Stop| shortest(stop.opacity().get().into(), 3);
    Some(Shading {
        colours: shading("DeviceRGB", &|stop| components(written(stop.color())))?,
        alpha: if opaque { None } else { Some(shading("DeviceGray", &alpha)?) },
        map: tree::affine(gradient.transform()),
    })
}

/// From where to where a gradient without repetition is drawn: beyond its ends where two stops lie at one, so that the outer colour
/// goes on there.
fn padded(stops: &[Stop], inner: f64, outer: f64) -> (f64, f64) {
    let place = |stop: Option<&Stop>| stop.map_or(0.5, |stop| stop.offset().get().into());
    // No radius is below zero.
    let room = match outer {
        0.0 => EDGE,
        _ => EDGE.min(inner / (outer - inner).abs().max(NEAR)),
    };
    let is_hard_start = place(stops.get(1)) < NEAR;
    let is_hard_end = place(stops.iter().nth_back(1)) > 1.0 - NEAR;
    (if is_hard_start { -room } else { 0.0 }, if is_hard_end { 1.0 + EDGE } else { 1.0 })
}

/// The corners of `bounds` in the gradient's own space.
fn corners(bounds: Rect, transform: Transform) -> Option<[Point; 4]> {
    let (left, top, right, bottom) = (bounds.left(), bounds.top(), bounds.right(), bounds.bottom());
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    let mut corners = corners.map(Point::from);
    transform.invert()?.map_points(&mut corners);
    Some(corners)
}

/// The first period that may be seen, and the one after the last.
fn periods(kind: usize, from: Locus, to: Locus, corners: [Point; 4]) -> (f64, f64) {
    let far = |p: Point| (f64::from(p.x) - from[0]).hypot(f64::from(p.y) - from[1]);
    let reach = corners.map(far).into_iter().fold(0.0, f64::max);
    let shift = (to[0] - from[0]).hypot(to[1] - from[1]);
    let of_line = kind == 2;
    // A circle that moves while it grows reaches less far on the side that it leaves.
    let step = if of_line { shift } else { to[2] - from[2] - shift };
    let count = (reach / step.max(reach / MOST_PERIODS)).ceil().max(1.0);
    (if of_line { -count } else { 0.0 }, count)
}

/// The colours from `start` to `end`.
fn knots(
    gradient: &BaseGradient,
    (start, end): (f64, f64),
    write: &dyn Fn(&Stop) -> String,
) -> Option<Vec<Knot>> {
    let stops = gradient.stops();
    let (first, last) = (write(stops.first()?), write(stops.last()?));
    let mut period: Vec<Knot> = vec![(0.0, first.clone())];
    let inner = stops.iter();
    period.extend(inner.map(|stop| (stop.offset().get().into(), write(stop))));
    period.push((1.0, last.clone()));
    if gradient.spread_method() == SpreadMethod::Pad {
        period.insert(0, (start, first));
        period.push((end, last));
        return Some(period);
    }
    let mut knots = Vec::new();
    for number in start as i32..end as i32 {
        let is_turned =
            gradient.spread_method() == SpreadMethod::Reflect && number.rem_euclid(2) == 1;
        let place = |place: f64| f64::from(number) + if is_turned { 1.0 - place } else { place };
        let moved = period.iter();
        let mut moved: Vec<Knot> = moved.map(|(at, colour)| (place(*at), colour.clone())).collect();
        if is_turned {
            moved.reverse();
        }
        knots.append(&mut moved);
    }
    Some(knots)
}

/// One step from each stop to the next, put together when there are several.
fn function(knots: &[Knot]) -> String {
    let mut steps = Vec::new();
    let mut bounds = Vec::new();
    for pair in knots.windows(2) {
        let ((from, start), (to, end)) = (&pair[0], &pair[1]);
        // Two stops at one place are a step without length.
        if to - from < NEAR {
            continue;
        }
        let step = format!("<</FunctionType 2/Domain[0 1]/C0[{start}]/C1[{end}]/N 1>>");
        steps.push(step);
        bounds.push(shortest(*to, 5));
    }
    bounds.pop();
    let whole = |(place, _): &Knot| shortest(*place, 5);
    let domain = [knots.first(), knots.last()].map(|knot| knot.map(whole).unwrap_or_default());
    if steps.len() == 1 && domain == ["0", "1"] {
        return steps.concat();
    }
    let encode = vec!["0 1"; steps.len()].join(" ");
    format!(
        "<</FunctionType 3/Domain[{}]/Functions[{}]/Bounds[{}]/Encode[{encode}]>>",
        domain.join(" "),
        steps.concat(),
        bounds.join(" ")
    )
}
