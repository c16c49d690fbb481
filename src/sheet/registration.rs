//! Places the registration marks by which a Silhouette cutting machine finds the sheet. A page size comes in; marks, and the
//! corners that must stay empty, go out. Called by [`super::impose`]; cutting files leave the marks out.
//!
//! Places and sizes are those that Silhouette's program expects: 10 mm from the edges, lines of 1 mm, arms and square of 5 mm.

use super::choice::choices;
use super::{Mark, Point, Rect, Size};

/// From the edges of the page to a mark, mm: the least that Silhouette Studio takes.
const INSET: f64 = 10.0;
/// Length of an arm, side of the square, mm.
const LENGTH: f64 = 5.0;
/// Width of a line, mm.
const WIDTH: f64 = 1.0;
/// Beyond the marks, mm: with ink there, the machine does not find them.
const CLEAR: f64 = 1.5;

choices! {
    /// Registration marks on the sides from which sheets are cut.
    Registration:
    None "none" "no such marks",
    Three "three" "a square and two angles, for all Silhouette machines",
    Four "four" "four angles, for the Cameo 5 Alpha",
}

impl Registration {
    /// The corners of the page that have a mark: whether at the right, whether at the bottom.
    fn corners(self) -> &'static [(bool, bool)] {
        match self {
            Registration::None => &[],
            Registration::Three => &[(false, false), (true, false), (false, true)],
            Registration::Four => &[(false, false), (true, false), (false, true), (true, true)],
        }
    }

    /// The areas that must stay free of everything else.
    pub fn zones(self, page: Size) -> Vec<Rect> {
        let side = INSET + LENGTH + CLEAR;
        let zone = |(right, bottom): &(bool, bool)| {
            let at = |far: bool, length: f64| if far { length - side } else { 0.0 };
            Rect::new(at(*right, page.width), at(*bottom, page.height), side, side)
        };
        self.corners().iter().map(zone).collect()
    }

    /// Whether any of them would touch it.
    pub fn is_near(self, rect: &Rect, page: Size) -> bool {
        self.zones(page).iter().any(|zone| zone.overlaps(rect, 1e-6))
    }

    /// The marks of a page.
    pub fn marks(self, page: Size) -> Vec<Mark> {
        let line = |from: (f64, f64), to: (f64, f64), width| Mark::Line {
            from: Point { x: from.0, y: from.1 },
            to: Point { x: to.0, y: to.1 },
            width,
            dashed: false,
        };
        let mut marks = Vec::new();
        for corner in self.corners() {
            // From the outer corner of the mark inwards.
            let along = |far: bool, length: f64, inward: f64| {
                if far { length - INSET - inward } else { INSET + inward }
            };
            let x = |inward| along(corner.0, page.width, inward);
            let y = |inward| along(corner.1, page.height, inward);
            if self == Registration::Three && *corner == (false, false) {
                let middle = y(LENGTH / 2.0);
                marks.push(line((x(0.0), middle), (x(LENGTH), middle), LENGTH));
                continue;
            }
            let (across, down) = (y(WIDTH / 2.0), x(WIDTH / 2.0));
            marks.push(line((x(0.0), across), (x(LENGTH), across), WIDTH));
            marks.push(line((down, y(0.0)), (down, y(LENGTH)), WIDTH));
        }
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: Size = Size { width: 297.0, height: 210.0 };

    #[test]
    fn marks_stand_in_their_zones_ten_millimetres_in() {
        for (kind, count) in [(Registration::Three, 5), (Registration::Four, 8)] {
            let (marks, zones) = (kind.marks(PAGE), kind.zones(PAGE));
            assert_eq!(marks.len(), count);
            for mark in &marks {
                let bounds = mark.bounds();
                assert!(zones.iter().any(|zone| zone.encloses(&bounds, 0.0)), "{mark:?}");
            }
            let all = marks.iter().map(Mark::bounds).reduce(|a, b| a.union(&b));
            let all = all.unwrap();
            assert_eq!((all.x, all.right()), (10.0, 287.0));
        }
        let Mark::Line { from, to, width, .. } = Registration::Three.marks(PAGE)[0] else {
            panic!("the square is a thick line")
        };
        assert_eq!((from.x, to.x, from.y - width / 2.0, width), (10.0, 15.0, 10.0, 5.0));
        assert!(Registration::None.marks(PAGE).is_empty());
    }
}
