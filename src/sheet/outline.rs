//! The outlines of cards that are no rectangles: an SVG path or the name of a shape comes in, a polygon in millimetres from
//! the top left corner of the trim goes out. `session` reads a deck's `shape` with it; imposition, lints and exporters cut
//! along it.

use std::sync::Arc;

use kurbo::{BezPath, Line, ParamCurveNearest as _, PathEl, Shape as _};

use super::{Point, Rect, Size};

/// How far a chord may lie from its curve, mm.
const TOLERANCE: f64 = 0.01;
/// How far an outline may reach beyond the trim, mm.
const BEYOND: f64 = 0.05;
/// The longest path that is read, in bytes.
const LONGEST: usize = 20_000;
/// The most corners, curves taken as chords.
const MOST: usize = 2_000;
/// Numbers beyond it are slips, mm.
const FARTHEST: f64 = 10_000.0;
/// The least that a piece may measure, mm².
const LEAST: f64 = 9.0;

/// One row of the table of shapes: a closed path in a square of side 1.
pub struct OutlineShape {
    pub name: &'static str,
    path: &'static str,
    /// Whether it lies down where the card is no higher than wide: the path is that of a card that stands upright.
    turns: bool,
}

/// Every shape known by name, but for the circle, which is a square with the largest corners.
pub const SHAPES: &[OutlineShape] = &[
    shape("hex", "M.5 0 1 .25 1 .75 .5 1 0 .75 0 .25Z", true),
    shape("octagon", "M.2929 0H.7071L1 .2929V.7071L.7071 1H.2929L0 .7071V.2929Z", false),
    shape("diamond", "M.5 0 1 .5 .5 1 0 .5Z", false),
    shape("triangle", "M.5 0 1 1 0 1Z", false),
    shape("ellipse", "M0 .5A.5 .5 0 0 1 1 .5A.5 .5 0 0 1 0 .5Z", false),
];

const fn shape(name: &'static str, path: &'static str, turns: bool) -> OutlineShape {
    OutlineShape { name, path, turns }
}

/// A closed polygon without holes that does not cross itself, clockwise.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    /// The trim that it lies in.
    size: Size,
    points: Arc<[Point]>,
}

impl Outline {
    /// A shape by its name, or as path data in millimetres of the card, in a trim of that size.
    ///
    /// # Errors
    /// What is wrong with it, and what to do.
    pub fn parse(text: &str, size: Size) -> Result<Outline, (String, String)> {
        let word = text.trim().to_lowercase();
        if let Some(row) = SHAPES.iter().find(|row| row.name == word) {
            return Ok(row.fill(size));
        }
        if !word.starts_with('m')
            || word.chars().filter(|c| c.is_alphabetic()).count() == word.len()
        {
            let names: Vec<&str> = SHAPES.iter().map(|row| row.name).collect();
            let message = format!("`{}` is no shape", text.trim());
            let help = format!(
                "use circle, {}, or the path of an outline in millimetres: \"M 0 10 L 20 0 L 40 10 L 20 44 Z\"",
                names.join(", ")
            );
            return Err((message, help));
        }
        Outline::of_path(text, size)
    }

    fn of_path(text: &str, size: Size) -> Result<Outline, (String, String)> {
        let refuse = |message: String, help: &str| Err((message, help.to_owned()));
        if text.len() > LONGEST {
            let help = format!("{LONGEST} are the most: simplify the path in your editor");
            return Err((format!("the outline has {} bytes", text.len()), help));
        }
        let beyond = refuse(
            format!("the outline reaches beyond the card of {size}"),
            "its millimetres are those of the template's viewBox: from 0 0 at the upper left to the `size`",
        );
        // Checked before it is read: dividing curves of such a size into chords would never end.
        if numbers(text).any(|number| number.abs() > FARTHEST) {
            return beyond;
        }
        let path = match BezPath::from_svg(text) {
            Ok(path) => path,
            Err(fault) => {
                return refuse(
                    format!("the outline is no path data: {fault}"),
                    "write what stands in `d` of an SVG path, as in \"M 0 10 L 20 0 L 40 10 L 20 44 Z\"",
                );
            }
        };
        let elements = path.elements().iter();
        let starts = elements.filter(|element| matches!(element, PathEl::MoveTo(_)));
        if starts.count() > 1 {
            return refuse(
                "the outline has several parts".to_owned(),
                "draw one closed line: a card is one piece without holes",
            );
        }
        let (right, below) = (size.width + BEYOND, size.height + BEYOND);
        let room = kurbo::Rect::new(-BEYOND, -BEYOND, right, below);
        if !room.contains_rect(path.bounding_box()) {
            return beyond;
        }
        let points = polygon(&path);
        if points.len() > MOST {
            return refuse(
                format!("the outline has {} corners, curves taken as chords", points.len()),
                "2000 are the most: simplify the path in your editor",
            );
        }
        if points.len() > 2
            && let Some(at) = crossing(&points)
        {
            return refuse(
                format!("the outline meets itself near {:.1} {:.1}", at.x, at.y),
                "a knife goes around once: draw a line that neither crosses nor touches itself",
            );
        }
        if points.len() < 3 || area(&points).abs() < LEAST {
            return refuse(
                "the outline holds nothing".to_owned(),
                "draw a closed line around the card, of 9 mm² or more",
            );
        }
        Ok(Outline::new(points, size))
    }

    pub(super) fn new(mut points: Vec<Point>, size: Size) -> Outline {
        if area(&points) < 0.0 {
            points.reverse();
        }
        Outline { size, points: points.into() }
    }

    /// The same in a trim of another size.
    pub fn at_size(&self, size: Size) -> Outline {
        let points = self.in_rect(size.rect(), false);
        Outline::new(points, size)
    }

    /// The outline of a card whose trim lies there; as it is seen from behind, if it is turned over as a page of a book.
    pub fn in_rect(&self, rect: Rect, behind: bool) -> Vec<Point> {
        let (x, y) = (rect.width / self.size.width, rect.height / self.size.height);
        let points = self.points.iter();
        let placed = points.map(|p| Point {
            x: if behind { rect.right() - p.x * x } else { rect.x + p.x * x },
            y: rect.y + p.y * y,
        });
        placed.collect()
    }

    /// Whether it is the hexagon that fills its trim.
    pub fn is_hex(&self) -> bool {
        SHAPES[0].fill(self.size) == *self
    }

    /// How far inside the outline a point lies, mm; negative outside.
    pub fn depth(&self, x: f64, y: f64) -> f64 {
        let at = Point { x, y };
        let (mut nearest, mut inside) = (f64::MAX, false);
        for [a, b] in sides(&self.points) {
            nearest = nearest.min(Line::new(a, b).nearest(at, 0.0).distance_sq.sqrt());
            let crosses = (a.y > y) != (b.y > y);
            if crosses && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x {
                inside = !inside;
            }
        }
        if inside { nearest } else { -nearest }
    }
}

impl OutlineShape {
    fn fill(&self, size: Size) -> Outline {
        let unit = BezPath::from_svg(self.path).unwrap_or_default();
        let scale = kurbo::Affine::scale_non_uniform(size.width, size.height);
        let lies = self.turns && size.width >= size.height;
        // Turned about the diagonal.
        let turn = kurbo::Affine::new([0.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
        let map = if lies { scale * turn } else { scale };
        Outline::new(polygon(&(map * unit)), size)
    }
}

/// The numbers in path data; what stands together without a blank is told apart by its sign.
fn numbers(text: &str) -> impl Iterator<Item = f64> + '_ {
    let exponent = |c: char| matches!(c, 'e' | 'E');
    let mut before = ' ';
    let words = text.split(move |c: char| {
        let sign = matches!(c, '+' | '-') && !exponent(before);
        before = c;
        sign || !(c.is_ascii_digit() || exponent(c) || matches!(c, '.' | '+' | '-'))
    });
    words.filter_map(|word| word.parse().ok())
}

/// The corners of a path, curves as chords, without repeated points.
fn polygon(path: &BezPath) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    let same = |a: &Point, b: &Point| a.distance(*b) < 1e-3;
    kurbo::flatten(path, TOLERANCE, |element| {
        if let PathEl::MoveTo(point) | PathEl::LineTo(point) = element
            && !points.last().is_some_and(|last| same(last, &point))
        {
            points.push(point);
        }
    });
    while points.len() > 1 && same(&points[0], &points[points.len() - 1]) {
        points.pop();
    }
    points
}

/// The sides of a polygon, from corner to corner.
pub(super) fn sides(points: &[Point]) -> impl Iterator<Item = [Point; 2]> + '_ {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| [*a, *b])
}

/// Positive when the corners go around clockwise, y downwards.
fn area(points: &[Point]) -> f64 {
    sides(points).map(|[a, b]| a.to_vec2().cross(b.to_vec2())).sum::<f64>() / 2.0
}

/// Where two sides meet that are not neighbours, or neighbours lie upon each other.
fn crossing(points: &[Point]) -> Option<Point> {
    let all: Vec<[Point; 2]> = sides(points).collect();
    let turn = |a: &Point, b: &Point, c: &Point| (*b - *a).cross(*c - *a);
    for (i, [a, b]) in all.iter().enumerate() {
        let [c, d] = &all[(i + 1) % all.len()];
        if (*b - *a).dot(*d - *c) < 0.0 && turn(a, b, d).abs() < 1e-9 {
            return Some(*b);
        }
        for (j, [c, d]) in all.iter().enumerate().skip(i + 2) {
            let neighbours = i == 0 && j + 1 == all.len();
            let apart = a.x.max(b.x) < c.x.min(d.x)
                || c.x.max(d.x) < a.x.min(b.x)
                || a.y.max(b.y) < c.y.min(d.y)
                || c.y.max(d.y) < a.y.min(b.y);
            if neighbours || apart {
                continue;
            }
            if turn(a, b, c) * turn(a, b, d) <= 0.0 && turn(c, d, a) * turn(c, d, b) <= 0.0 {
                return Some(*c);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size::new(40.0, 44.0);

    fn refused(path: &str) -> String {
        Outline::parse(path, SIZE).unwrap_err().0
    }

    #[test]
    fn every_shape_fills_its_trim() {
        for row in SHAPES {
            for size in [SIZE, SIZE.turned(), Size::new(5.0, 1000.0)] {
                let outline = Outline::parse(row.name, size).unwrap();
                let xs = outline.points.iter().map(|p| p.x);
                let ys = outline.points.iter().map(|p| p.y);
                let span = |n: &mut dyn Iterator<Item = f64>| {
                    n.fold((f64::MAX, f64::MIN), |s, n| (s.0.min(n), s.1.max(n)))
                };
                let near = |(low, high): (f64, f64), length: f64| {
                    assert!(low.abs() < 0.02 && (high - length).abs() < 0.02, "{}", row.name);
                };
                near(span(&mut xs.into_iter()), size.width);
                near(span(&mut ys.into_iter()), size.height);
                assert_eq!(crossing(&outline.points), None, "{}", row.name);
                assert_eq!(outline.is_hex(), row.name == "hex");
            }
        }
    }

    #[test]
    fn a_hexagon_stands_or_lies_as_its_card() {
        // Regular where the longer side is 2 / sqrt 3 of the shorter.
        let upright = Outline::parse("hex", Size::new(60.0, 120.0 / 3f64.sqrt())).unwrap();
        let side = |outline: &Outline| {
            let all = sides(&outline.points).map(|[a, b]| a.distance(b));
            all.collect::<Vec<_>>()
        };
        let lengths = side(&upright);
        assert_eq!(lengths.len(), 6);
        assert!(lengths.iter().all(|l| (l - lengths[0]).abs() < 1e-9));
        assert!(upright.points.iter().any(|p| p.y == 0.0 && p.x == 30.0));
        let lying = Outline::parse("hex", Size::new(120.0 / 3f64.sqrt(), 60.0)).unwrap();
        assert!(lying.points.iter().any(|p| p.x == 0.0 && p.y == 30.0));
        // From the middle of a regular hexagon it is half its width to each side.
        assert!((upright.depth(30.0, 60.0 / 3f64.sqrt()) - 30.0).abs() < 1e-9);
        assert!(upright.depth(1.0, 1.0) < 0.0);
    }

    #[test]
    fn paths_are_read_and_bad_ones_refused() {
        let kite = Outline::parse("M0 10 20 0 40 10 20 44Z", SIZE).unwrap();
        assert_eq!(kite.points.len(), 4);
        assert!(kite.depth(20.0, 20.0) > 0.0 && kite.depth(2.0, 40.0) < 0.0);
        // Written the other way round, and not closed, it is the same.
        let other = Outline::parse("m20 44L40 10 20 0 0 10", SIZE).unwrap();
        assert_eq!(area(&other.points), area(&kite.points));
        assert!(refused("heart").contains("no shape"));
        assert!(refused("moon").contains("no shape"));
        assert!(refused("").contains("no shape"));
        assert!(refused("M0 0 L40 0 x").contains("no path data"));
        assert!(refused("M0 0H40V44ZM10 10H20V20Z").contains("several parts"));
        assert!(refused("M0 0H41V44Z").contains("beyond"));
        assert!(refused("M0 0H1e9V44Z").contains("beyond"));
        assert!(refused("M0 0H1e999V44Z").contains("beyond"));
        assert!(refused("M0 0C1e300 0 -1e300 44 40 44Z").contains("beyond"));
        assert!(refused("M0 0H40Z").contains("nothing"));
        assert!(refused("M0 0L40 44V0L0 44Z").contains("meets itself"));
        assert!(refused("M0 0H40V44H20V0H10V44H0Z").contains("meets itself"));
        assert!(refused("M0 0H40V44L20 22L40 44H0Z").contains("meets itself"));
    }

    #[test]
    fn whatever_is_written_is_read_or_refused() {
        let parts = [
            "M", "m", "L", "h", "V", "c", "S", "q", "T", "A", "a", "Z", "z", "0", "1", "-3", "40",
            "1e5", ".5.5", "1e-9", "-", "+", "e", "nan", "12 30", "0 0 1", ",", "ä", "M0 0",
            "20 44",
        ];
        let mut seed = 7_u64;
        for _ in 0..4_000 {
            let mut path = String::from("M");
            for _ in 0..14 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                path.push_str(parts[(seed >> 33) as usize % parts.len()]);
                path.push(' ');
            }
            if let Ok(outline) = Outline::parse(&path, SIZE) {
                assert!(outline.points.len() <= MOST && area(&outline.points) >= LEAST, "{path}");
            }
        }
    }

    #[test]
    fn turned_over_it_is_seen_from_behind() {
        let flag = Outline::parse("M0 0H40L20 44H0Z", SIZE).unwrap();
        let rect = Rect::new(100.0, 50.0, 40.0, 44.0);
        let front = flag.in_rect(rect, false);
        let back = flag.in_rect(rect, true);
        for (f, b) in front.iter().zip(&back) {
            assert_eq!(f.x - 100.0, 140.0 - b.x);
        }
        let half = flag.at_size(Size::new(20.0, 22.0));
        assert!((half.depth(5.0, 11.0) * 2.0 - flag.depth(10.0, 22.0)).abs() < 1e-9);
    }
}
