//! A line or an outline on a page that shows where to cut or fold, or that a cutting machine looks for. Imposition places marks,
//! and exporters draw them.

use super::mm::EPSILON;
use super::{Point, Rect, Size};

/// Width of every line, mm.
pub(super) const WIDTH: f64 = 0.25;
/// From the end of a mark to the edge of the page, mm, even where the printer is said to need no margin: viewers would
/// shrink the page to get it onto the paper.
pub(super) const EDGE: f64 = 1.0;

/// A mark. Lines are centred on their path, black.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mark {
    Line {
        from: Point,
        to: Point,
        /// mm
        width: f64,
        dashed: bool,
    },
    RoundedRect {
        rect: Rect,
        /// mm; half the shorter side makes a circle.
        radius: f64,
        /// mm
        width: f64,
    },
}

impl Mark {
    /// A line between two points.
    pub(super) fn line([from, to]: [Point; 2], dashed: bool) -> Mark {
        Mark::Line { from, to, width: WIDTH, dashed }
    }

    /// An `upright` line at that x, or a level one at that y, from and to the other coordinate.
    pub(super) fn along(upright: bool, at: f64, ends: (f64, f64), dashed: bool) -> Mark {
        let point =
            |along| if upright { Point { x: at, y: along } } else { Point { x: along, y: at } };
        Mark::line([point(ends.0), point(ends.1)], dashed)
    }

    /// Whether it keeps its distance from the edges of the page.
    pub(super) fn is_within(&self, page: Size) -> bool {
        let paper = page.rect().inset(EDGE);
        paper.encloses(&self.bounds(), EPSILON)
    }

    /// The rectangle around the path, without the width of the line, mm.
    pub fn bounds(&self) -> Rect {
        match *self {
            Mark::RoundedRect { rect, .. } => rect,
            Mark::Line { from, to, .. } => {
                let (x, y) = (from.x.min(to.x), from.y.min(to.y));
                Rect::new(x, y, (from.x - to.x).abs(), (from.y - to.y).abs())
            }
        }
    }
}
