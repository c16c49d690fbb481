//! Writes gradients as shadings (ISO 32000-1, 8.7.4.5). A gradient and what it fills come in; the dictionary of a shading goes out. Called
//! by `drawing`.

use std::sync::Arc;

use usvg::tiny_skia_path::Point;
use usvg::{BaseGradient, Opacity, Paint, Rect, SpreadMethod, Stop, Transform};

use super::content::{components, shortest};
use crate::raster::tree;
use crate::template::Affine;

/// How often a gradient is repeated; beyond, its last colour goes on.
const MOST_PERIODS: i32 = 500;

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

/// A circle, or a point, where the colour is that of a place on the gradient.
struct Locus([f64; 3]);

/// A stop: its place, and its colour as it is written.
type Knot = (f64, String);

/// The shadings that fill `bounds`; `written` says how a colour is written.
pub fn shading(
    paint: &Paint,
    bounds: Rect,
    written: &dyn Fn(usvg::Color) -> [u8; 3],
) -> Option<Shading> {
    let (kind, from, to, gradient): (u8, Locus, Locus, &BaseGradient) = match paint {
        Paint::LinearGradient(g) => (
            2,
            Locus([g.x1(), g.y1(), 0.0].map(f64::from)),
            Locus([g.x2(), g.y2(), 0.0].map(f64::from)),
            g,
        ),
        Paint::RadialGradient(g) => (
            3,
            Locus([g.fx(), g.fy(), g.fr().get()].map(f64::from)),
            Locus([g.cx(), g.cy(), g.r().get()].map(f64::from)),
            g,
        ),
        Paint::Color(_) | Paint::Pattern(_) => return None,
    };
    let mut from = from;
    if kind == 3 && from.0 == to.0 {
        // Two equal circles: the colour changes at once.
        from.0[2] *= 1.0 - EDGE / 50.0;
    }
    let at = |t: f64| {
        let part = |n: usize| from.0[n] + (to.0[n] - from.0[n]) * t;
        [part(0), part(1), part(2)]
    };
    let stops = gradient.stops();
    let (start, end) = match gradient.spread_method() {
        SpreadMethod::Pad => padded(stops, &from, &to),
        _ => {
            let corners = corners(bounds, gradient.transform())?;
            let (start, end) = periods(kind, &at, &corners);
            (f64::from(start), f64::from(end))
        }
    };
    let shading = |space: &str, write: &dyn Fn(&Stop) -> String| {
        let knots = knots(gradient, (start, end), write)?;
        let function = function(&knots);
        let places = [at(start), at(end)].concat();
        let places = places
            .iter()
            .enumerate()
            .filter(|(n, _)| kind == 3 || n % 3 != 2);
        let places: Vec<String> = places.map(|(_, n)| shortest(*n, 4)).collect();
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
    let opaque = stops.iter().all(|stop| stop.opacity() == Opacity::ONE);
    let alpha = |stop: &Stop| shortest(stop.opacity().get().into(), 3);
    Some(Shading {
        colours: shading("DeviceRGB", &|stop| components(written(stop.color())))?,
        alpha: if opaque {
            None
        } else {
            Some(shading("DeviceGray", &alpha)?)
        },
        map: tree::affine(gradient.transform()),
    })
}

/// From where to where a gradient without repetition is drawn: beyond its ends where two stops lie at one, so that the outer colour
/// goes on there.
fn padded(stops: &[Stop], from: &Locus, to: &Locus) -> (f64, f64) {
    let place = |at: Option<&Stop>| at.map_or(0.5, |stop| f64::from(stop.offset().get()));
    let hard_start = place(stops.get(1)) < NEAR;
    let hard_end = place(stops.len().checked_sub(2).and_then(|at| stops.get(at))) > 1.0 - NEAR;
    // No radius is below zero.
    let inner = from.0[2] / (to.0[2] - from.0[2]).abs().max(NEAR);
    let room = if to.0[2] > 0.0 { inner.min(EDGE) } else { EDGE };
    (
        if hard_start { -room } else { 0.0 },
        if hard_end { 1.0 + EDGE } else { 1.0 },
    )
}

/// The corners of `bounds` in the gradient's own space.
fn corners(bounds: Rect, transform: Transform) -> Option<[(f64, f64); 4]> {
    let back = transform.invert()?;
    let (left, top, right, bottom) = (bounds.left(), bounds.top(), bounds.right(), bounds.bottom());
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    Some(corners.map(|(x, y)| {
        let mut point = Point::from_xy(x, y);
        back.map_point(&mut point);
        (f64::from(point.x), f64::from(point.y))
    }))
}

/// The first period that is seen, and the one after the last.
fn periods(kind: u8, at: &dyn Fn(f64) -> [f64; 3], corners: &[(f64, f64); 4]) -> (i32, i32) {
    let [x, y, _] = at(0.0);
    if kind == 3 {
        let holds = |t: f64| {
            let [x, y, r] = at(t);
            corners.iter().all(|(a, b)| (a - x).hypot(b - y) <= r)
        };
        let end = (1..MOST_PERIODS).find(|t| holds(f64::from(*t)));
        return (0, end.unwrap_or(MOST_PERIODS));
    }
    let [x2, y2, _] = at(1.0);
    let (dx, dy) = (x2 - x, y2 - y);
    let along = corners.map(|(a, b)| ((a - x) * dx + (b - y) * dy) / (dx * dx + dy * dy));
    let first = along.into_iter().fold(f64::INFINITY, f64::min).floor();
    let last = along.into_iter().fold(f64::NEG_INFINITY, f64::max).ceil();
    let limit = f64::from(MOST_PERIODS) / 2.0;
    let start = first.max(-limit) as i32;
    (start, (last.min(limit) as i32).max(start + 1))
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
    period.extend(
        stops
            .iter()
            .map(|stop| (stop.offset().get().into(), write(stop))),
    );
    period.push((1.0, last.clone()));
    if gradient.spread_method() == SpreadMethod::Pad {
        period.insert(0, (start, first));
        period.push((end, last));
        return Some(period);
    }
    let mirrored = gradient.spread_method() == SpreadMethod::Reflect;
    let mut knots = Vec::new();
    for number in start as i32..end as i32 {
        let moved = |(place, colour): &Knot| (f64::from(number) + place, colour.clone());
        if mirrored && number.rem_euclid(2) == 1 {
            let turned = period.iter().rev();
            knots.extend(turned.map(|(place, colour)| moved(&(1.0 - place, colour.clone()))));
        } else {
            knots.extend(period.iter().map(moved));
        }
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
