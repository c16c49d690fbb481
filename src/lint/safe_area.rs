//! The cut of a card and the safe area on both sides of it: cuts are off by a millimetre or two, so nothing that must stay whole,
//! and nothing that would show the error, may be within 3 mm. A deck's trim comes in, distances go out, for the checks near the
//! cut.

use super::bounds::Bounds;
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

/// A side of a card as the reader holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CardEdge {
    Left,
    Top,
    Right,
    Bottom,
}

impl CardEdge {
    pub const ALL: [CardEdge; 4] =
        [CardEdge::Left, CardEdge::Top, CardEdge::Right, CardEdge::Bottom];

    pub fn name(self) -> &'static str {
        match self {
            CardEdge::Left => "left edge",
            CardEdge::Top => "upper edge",
            CardEdge::Right => "right edge",
            CardEdge::Bottom => "lower edge",
        }
    }
}

/// The trim of a card, with its corners or its outline.
#[derive(Debug, Clone)]
pub struct SafeArea {
    width: f64,
    height: f64,
    corner: f64,
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

    /// How long a side is.
    pub fn length(&self, side: CardEdge) -> f64 {
        match side {
            CardEdge::Left | CardEdge::Right => self.height,
            CardEdge::Top | CardEdge::Bottom => self.width,
        }
    }

    /// The radius of the corners.
    pub fn corner(&self) -> f64 {
        self.corner
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

    /// How far inside the cut on that side the nearest point of `bounds` lies; negative beyond the cut.
    pub fn inside(&self, side: CardEdge, bounds: Bounds) -> f64 {
        match side {
            CardEdge::Left => bounds.left,
            CardEdge::Top => bounds.top,
            CardEdge::Right => self.width - bounds.right,
            CardEdge::Bottom => self.height - bounds.bottom,
        }
    }

    /// How far inside the cut `bounds` lie where they are nearest to it, and where that is.
    pub fn nearest(&self, bounds: Bounds) -> (f64, &'static str) {
        if let Some(outline) = &self.outline {
            let depths = bounds.corners().into_iter().map(|(x, y)| outline.depth(x, y));
            return (depths.fold(f64::MAX, f64::min), BENT[1]);
        }
        let corners =
            bounds.corners().into_iter().filter_map(|(x, y)| Some((self.at_arc(x, y)?.0, BENT[0])));
        CardEdge::ALL
            .map(|side| (self.inside(side, bounds), side.name()))
            .into_iter()
            .chain(corners)
            .fold((f64::MAX, ""), |a, b| if b.0 < a.0 { b } else { a })
    }

    /// As [`SafeArea::nearest`], for the corners of a rotated shape.
    pub fn nearest_point(&self, points: &[(f64, f64)]) -> (f64, &'static str) {
        points
            .iter()
            .map(|point| self.nearest(Bounds::of_point(*point)))
            .fold((f64::MAX, ""), |a, b| if b.0 < a.0 { b } else { a })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POKER: SafeArea = SafeArea { width: 63.5, height: 88.9, corner: 3.0, outline: None };

    #[test]
    fn the_nearest_side_counts() {
        let (inside, side) = POKER.nearest(Bounds::new(10.0, 20.0, 62.0, 30.0));
        assert_eq!((inside, side), (1.5, "right edge"));
        let (inside, side) = POKER.nearest(Bounds::new(10.0, -1.0, 20.0, 30.0));
        assert_eq!((inside, side), (-1.0, "upper edge"));
    }

    #[test]
    fn in_a_round_token_the_corners_of_a_square_are_cut_off() {
        let token = SafeArea { width: 20.0, height: 20.0, corner: 10.0, outline: None };
        let (inside, side) = token.nearest(Bounds::new(4.0, 4.0, 16.0, 16.0));
        assert_eq!(side, "corner");
        assert!((inside - (10.0 - 72f64.sqrt())).abs() < 1e-9, "{inside}");
    }
}
