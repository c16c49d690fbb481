//! The cut of a card and the safe area on both sides of it: cuts are off by a millimetre or two, so nothing that must stay whole,
//! and nothing that would show the error, may be within 3 mm. A deck's trim comes in, distances go out, for the checks near the
//! cut.

use kurbo::Rect;

use super::bounds::corners;
use super::proof::DeckProof;
use crate::sheet::Outline;

/// Anything closer to a limit than this is on it: a knife is less exact.
pub const SLACK: f64 = 0.1;

/// Nearer than this to the cut is at the cut.
pub const AT_THE_CUT: f64 = 0.3;

/// Corners that are less of the way around a card leave it a rectangle.
const ROUND: f64 = 0.25;

/// The name of the cut where it is not a straight side of a rectangle: at a round corner, along an outline.
pub const BENT: [&str; 2] = ["corner", "edge"];

/// How far inside the cut something lies, negative beyond it, and which part of the cut that is.
pub type CutDistance = (f64, &'static str);

/// The trim of a card, with its corners or its outline.
pub struct SafeArea {
    pub width: f64,
    pub height: f64,
    /// The radius of the corners.
    pub corner: f64,
    outline: Option<Outline>,
}

impl SafeArea {
    pub fn of_deck(deck: &DeckProof<'_>) -> Self {
        let size = deck.trim.size;
        SafeArea {
            width: size.width,
            height: size.height,
            corner: deck.trim.corner.min(size.width.min(size.height) / 2.0),
            outline: deck.trim.outline.clone(),
        }
    }

    /// Half the way around the card, along the cut.
    pub fn around(&self) -> f64 {
        self.width + self.height - 4.0 * self.corner + self.around_corners()
    }

    fn around_corners(&self) -> f64 {
        std::f64::consts::PI * self.corner
    }

    /// Whether its corners are so much of it that what runs along them is seen as a ring; those of playing cards are not.
    pub fn is_round(&self) -> bool {
        self.around_corners() >= ROUND * self.around()
    }

    /// How far inside the arc of its corner a point lies, negative beyond, and where along that arc it is, in millimetres of the cut;
    /// `None` when a straight side is nearest to it. Arcs of different corners lie far from each other.
    pub fn at_arc(&self, x: f64, y: f64) -> Option<(f64, f64)> {
        let (dx, dy) = (x.min(self.width - x), y.min(self.height - y));
        let (across, down) = (self.corner - dx, self.corner - dy);
        if across < 0.0 || down < 0.0 {
            return None;
        }
        let along = down.atan2(across) * self.corner;
        Some((self.corner - across.hypot(down), along))
    }

    /// Where the nearest point of `bounds` lies to each side.
    pub fn sides(&self, bounds: Rect) -> [CutDistance; 4] {
        [
            (bounds.x0, "left edge"),
            (bounds.y0, "upper edge"),
            (self.width - bounds.x1, "right edge"),
            (self.height - bounds.y1, "lower edge"),
        ]
    }

    /// Where `bounds` are nearest to the cut.
    pub fn nearest(&self, bounds: Rect) -> Option<CutDistance> {
        let corners = corners(bounds).into_iter();
        if let Some(outline) = &self.outline {
            return corners.map(|(x, y)| (outline.depth(x, y), BENT[1])).reduce(nearer);
        }
        let bent = corners.filter_map(|(x, y)| Some((self.at_arc(x, y)?.0, BENT[0])));
        self.sides(bounds).into_iter().chain(bent).reduce(nearer)
    }

    /// As [`SafeArea::nearest`], for the corners of a rotated shape.
    pub fn nearest_point(&self, points: [(f64, f64); 4]) -> Option<CutDistance> {
        let points = points.into_iter();
        points.filter_map(|point| self.nearest(Rect::from_points(point, point))).reduce(nearer)
    }
}

/// The one that lies less far inside.
pub fn nearer(a: CutDistance, b: CutDistance) -> CutDistance {
    if b.0 < a.0 { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POKER: SafeArea = SafeArea { width: 63.5, height: 88.9, corner: 3.0, outline: None };

    #[test]
    fn the_nearest_side_counts() {
        let (inside, side) = POKER.nearest(Rect::new(10.0, 20.0, 62.0, 30.0)).unwrap();
        assert_eq!((inside, side), (1.5, "right edge"));
        let (inside, side) = POKER.nearest(Rect::new(10.0, -1.0, 20.0, 30.0)).unwrap();
        assert_eq!((inside, side), (-1.0, "upper edge"));
    }

    #[test]
    fn in_a_round_token_the_corners_of_a_square_are_cut_off() {
        let token = SafeArea { width: 20.0, height: 20.0, corner: 10.0, outline: None };
        let (inside, side) = token.nearest(Rect::new(4.0, 4.0, 16.0, 16.0)).unwrap();
        assert_eq!(side, "corner");
        assert!((inside - (10.0 - 72f64.sqrt())).abs() < 1e-9, "{inside}");
    }
}
