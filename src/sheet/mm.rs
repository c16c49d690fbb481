//! Sizes and rectangles in millimetres, and the parser of lengths: `63.5 x 88.9 mm`, `2.5in`. Text comes in from
//! the command line, millimetres go out; the whole room works in them.

use std::fmt;
use std::str::FromStr;

use kurbo::{Affine, Point};
use serde::Deserialize;

use super::choice::unknown;

/// Differences below a nanometre are rounding, not geometry.
pub(super) const EPSILON: f64 = 1e-6;

/// Width and height in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "String")]
pub struct Size {
    pub width: f64,
    pub height: f64,
}

/// An upright rectangle in millimetres; `x` and `y` are its top left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Size {
    pub const fn new(width: f64, height: f64) -> Self {
        Self { width, height }
    }

    /// The same size lying on its other side.
    pub const fn turned(self) -> Self {
        Self::new(self.height, self.width)
    }

    /// The same size standing upright: no wider than high.
    pub fn portrait(self) -> Self {
        if self.width > self.height { self.turned() } else { self }
    }

    /// Whether it is wider than high. A square is not.
    pub fn is_landscape(self) -> bool {
        self.width > self.height
    }

    /// The shorter of the two sides, mm.
    pub fn short_side(self) -> f64 {
        self.width.min(self.height)
    }

    /// The same size to within a thousandth of a millimetre.
    pub fn same_as(self, other: Self) -> bool {
        (self.width - other.width).abs() < 1e-3 && (self.height - other.height).abs() < 1e-3
    }

    /// The rectangle of this size at the origin.
    pub const fn rect(self) -> Rect {
        Rect::new(0.0, 0.0, self.width, self.height)
    }
}

impl Rect {
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }

    /// Of that size, around its centre.
    pub fn around(Point { x, y }: Point, size: Size) -> Rect {
        Rect::new(x - size.width / 2.0, y - size.height / 2.0, size.width, size.height)
    }

    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    pub fn centre(&self) -> Point {
        let (x, y) = (self.x + self.width / 2.0, self.y + self.height / 2.0);
        Point { x, y }
    }

    pub fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }

    /// Whether the point lies inside or on the edge.
    pub fn contains(&self, point: Point) -> bool {
        (self.x..=self.right()).contains(&point.x) && (self.y..=self.bottom()).contains(&point.y)
    }

    /// Whether `other` lies inside, or sticks out by no more than `tolerance` mm.
    pub fn encloses(&self, other: &Rect, tolerance: f64) -> bool {
        other.x >= self.x - tolerance
            && other.y >= self.y - tolerance
            && other.right() <= self.right() + tolerance
            && other.bottom() <= self.bottom() + tolerance
    }

    /// Larger by `by` mm on each side.
    pub fn outset(&self, by: f64) -> Rect {
        let (width, height) = (self.width + 2.0 * by, self.height + 2.0 * by);
        Rect::new(self.x - by, self.y - by, width, height)
    }

    /// Smaller by `by` mm on each side; what would be turned inside out is empty, at the centre.
    pub fn inset(&self, by: f64) -> Rect {
        let (dx, dy) = (by.min(self.width / 2.0), by.min(self.height / 2.0));
        let (width, height) = (self.width - 2.0 * dx, self.height - 2.0 * dy);
        Rect::new(self.x + dx, self.y + dy, width, height)
    }

    /// What both have in common; `None` when they do not touch.
    pub fn intersect(&self, other: &Rect) -> Option<Rect> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let width = self.right().min(other.right()) - x;
        let height = self.bottom().min(other.bottom()) - y;
        (width >= 0.0 && height >= 0.0).then(|| Rect::new(x, y, width, height))
    }

    /// The smallest rectangle around both.
    pub fn union(&self, other: &Rect) -> Rect {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let width = self.right().max(other.right()) - x;
        let height = self.bottom().max(other.bottom()) - y;
        Rect::new(x, y, width, height)
    }

    /// The upright rectangle around its image on another page.
    pub fn mapped(&self, map: Affine) -> Rect {
        let own = kurbo::Rect::new(self.x, self.y, self.right(), self.bottom());
        let image = map.transform_rect_bbox(own);
        Rect::new(image.x0, image.y0, image.width(), image.height())
    }

    /// Whether they lie over each other by more than `tolerance` mm both ways. Sharing an edge is no overlap.
    pub fn overlaps(&self, other: &Rect, tolerance: f64) -> bool {
        self.intersect(other).is_some_and(|both| both.width > tolerance && both.height > tolerance)
    }
}

/// A number of millimetres as people write it: at most three decimals, and none that are nought.
pub fn show_mm(mm: f64) -> String {
    let text = format!("{mm:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_owned()
}

impl fmt::Display for Size {
    /// `63.5 x 88.9 mm`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {} mm", show_mm(self.width), show_mm(self.height))
    }
}

/// How a unit is written, and how many millimetres it has.
const UNITS: &[(&str, f64)] = &[
    ("mm", 1.0),
    ("cm", 10.0),
    ("inches", 25.4),
    ("inch", 25.4),
    ("in", 25.4),
    ("\"", 25.4),
    ("″", 25.4),
    ("pt", 25.4 / 72.0),
];

/// Longest side that is accepted, mm. Ten metres hold every paper; more is a mistake and would only use up memory.
const LONGEST: f64 = 10_000.0;
/// Shortest side that is believed, mm.
const SHORTEST: f64 = 1.0;

/// A length in millimetres, nought or more: `3`, `3.5 mm`, `1/8in`, `0.125 in`, `0,3 cm`.
pub fn parse_length(text: &str) -> Result<f64, String> {
    let (number, unit) = split_unit(text);
    number
        .map(|n| in_mm(n, unit.unwrap_or(1.0)))
        .filter(|mm| (0.0..=LONGEST).contains(mm))
        .ok_or_else(|| {
            unknown(
                text,
                "a length",
                "write millimetres, as in 3.2, or a unit with it, as in 1/8in",
            )
        })
}

/// The number in front and the factor of the unit behind it, as far as they can be read.
fn split_unit(text: &str) -> (Option<f64>, Option<f64>) {
    let text = text.trim().to_lowercase();
    let unit = UNITS.iter().find(|(name, _)| text.ends_with(name));
    let number = text.strip_suffix(unit.map_or("", |(name, _)| name));
    (number.and_then(parse_number), unit.map(|(_, mm)| *mm))
}

/// Millimetres without what their arithmetic adds: three inches are 76.2 mm, not 76.19999999999999.
fn in_mm(number: f64, unit: f64) -> f64 {
    (number * unit * 1e6).round() / 1e6
}

/// A decimal number (with point or comma) or a fraction.
fn parse_number(text: &str) -> Option<f64> {
    let one = |text: &str| -> Option<f64> {
        let text = text.trim().replace(',', ".");
        // `f64` would also read `inf`, `nan` and `1e9`, which are not lengths that people write.
        let plain = text.chars().all(|c| c.is_ascii_digit() || c == '.');
        text.parse().ok().filter(|_| plain)
    };
    match text.split_once('/') {
        None => one(text),
        Some((above, below)) => Some(one(above)? / one(below).filter(|b| *b > 0.0)?),
    }
}

impl FromStr for Size {
    type Err = String;

    /// `120x180`, `120 x 180`, `120 mm x 180 mm`, `5in x 7in`, `5 x 7 in`: width first, millimetres unless said.
    fn from_str(text: &str) -> Result<Self, String> {
        let refuse = || {
            unknown(
                text,
                "a size",
                "write width x height, as in 120 x 180 (millimetres) or 5in x 7in, each from 1 mm to 10 m",
            )
        };
        let mut sides = text.split(['x', 'X', '×']);
        let (Some(width), Some(height), None) = (sides.next(), sides.next(), sides.next()) else {
            return Err(refuse());
        };
        let ((width, width_unit), (height, height_unit)) = (split_unit(width), split_unit(height));
        // In `5 x 7 in` the unit is written once, at the end, and applies to both.
        let height_unit = height_unit.or(width_unit).unwrap_or(1.0);
        let width_unit = width_unit.unwrap_or(height_unit);
        let believed = |side: &f64| (SHORTEST..=LONGEST).contains(side);
        let width = width.map(|n| in_mm(n, width_unit)).filter(believed);
        let height = height.map(|n| in_mm(n, height_unit)).filter(believed);
        match (width, height) {
            (Some(width), Some(height)) => Ok(Size::new(width, height)),
            _ => Err(refuse()),
        }
    }
}

impl TryFrom<String> for Size {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// Sides of a card as it is seen on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sides {
    pub left: bool,
    pub top: bool,
    pub right: bool,
    pub bottom: bool,
}

impl Sides {
    /// The same when the card is turned by a half.
    #[must_use]
    pub fn turned(self) -> Sides {
        Sides { left: self.right, top: self.bottom, right: self.left, bottom: self.top }
    }

    pub fn any(self) -> bool {
        self != Sides::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for text in [
            "120x180",
            "120 x 180",
            " 120 mm x 180 mm ",
            "120×180mm",
            "12cm X 18 cm",
            "120,0 x 180",
            "12 x 18 cm",
        ] {
            let size: Size = text.parse().unwrap();
            assert!(size.same_as(Size::new(120.0, 180.0)), "{text}: {size}");
        }
        let inches = Size::new(127.0, 177.8);
        for text in ["5in x 7in", "5 x 7 in", "5\" x 7\"", "5 inches x 7 inches"] {
            assert!(text.parse::<Size>().unwrap().same_as(inches), "{text}");
        }
    }

    #[test]
    fn what_is_no_size_is_refused_with_an_example() {
        for text in [
            "",
            "x",
            "120",
            "120x",
            "axb",
            "0x10",
            "-1x5",
            "nan x 3",
            "1x2x3",
            "1e9 x 1",
            "infx1",
            "99999 x 1",
            "1/0 x 4",
        ] {
            let error = text.parse::<Size>().unwrap_err();
            assert!(error.contains("5in x 7in"), "{error}");
        }
    }

    #[test]
    fn lengths_take_units_and_fractions() {
        for (text, mm) in [
            ("3", 3.0),
            ("1/8in", 3.175),
            ("0.125 in", 3.175),
            ("0,3 cm", 3.0),
            ("0", 0.0),
            ("72pt", 25.4),
        ] {
            let read = parse_length(text).unwrap();
            assert!((read - mm).abs() < 1e-12, "{text}: {read}");
        }
        for text in ["", "-1", "three", "3 feet", "1/8/2in", "inf"] {
            assert!(parse_length(text).is_err(), "{text}");
        }
    }

    #[test]
    fn millimetres_show_no_idle_digits() {
        assert_eq!(Size::new(63.5, 88.9).to_string(), "63.5 x 88.9 mm");
        assert_eq!(show_mm(3.175), "3.175");
        assert_eq!(show_mm(120.0), "120");
        assert_eq!(show_mm(-0.0001), "0");
    }

    #[test]
    fn rectangles_meet_and_part() {
        let a = Rect::new(0.0, 0.0, 10.0, 10.0);
        let b = Rect::new(10.0, 0.0, 10.0, 10.0);
        assert!(!a.overlaps(&b, 0.0), "a shared edge is no overlap");
        assert!(a.overlaps(&b.outset(1.0), 0.5));
        assert_eq!(a.union(&b), Rect::new(0.0, 0.0, 20.0, 10.0));
        assert_eq!(a.intersect(&Rect::new(30.0, 0.0, 1.0, 1.0)), None);
        assert_eq!(a.inset(2.0).outset(2.0), a);
        assert_eq!(a.inset(7.0).size(), Size::new(0.0, 0.0));
        assert_eq!(a.centre(), Point { x: 5.0, y: 5.0 });
        assert!(a.contains(Point { x: 10.0, y: 0.0 }));
        assert!(a.encloses(&Rect::new(-0.1, 0.0, 5.0, 5.0), 0.2));
    }
}
