//! Models how a printer misplaces one side of a paper. A distortion comes in, the map of the page that undoes it goes out. `session` works
//! the distortion out from what was read on a page, and the PDF exporter applies the map.
//!
//! Units are millimetres, y downwards, on the upright paper.

use serde::Deserialize;

use super::document::Correction;
use super::mm::PageMap;
use super::{Page, Rect, Size};

/// Where a printer puts what a page has elsewhere: on one side, from one tray, on one paper.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distortion {
    /// How far the middle of the page is off: to the right and down, mm.
    pub offset: [f64; 2],
    /// Degrees clockwise.
    pub rotation: f64,
    /// How much longer lengths come out, along the page's x and its y: 1 is right.
    pub scale: [f64; 2],
}

impl Distortion {
    /// A printer without distortion.
    pub const NONE: Distortion = Distortion { offset: [0.0; 2], rotation: 0.0, scale: [1.0; 2] };

    /// The map from a point of the page to the place where it is printed.
    pub fn map(&self, paper: Size) -> PageMap {
        let (sin, cos) = self.rotation.to_radians().sin_cos();
        let [wide, high] = self.scale;
        let [a, b, c, d] = [cos * wide, sin * wide, -sin * high, cos * high];
        let middle = paper.rect().centre();
        let [x, y] = self.offset;
        PageMap([
            a,
            b,
            c,
            d,
            middle.x + x - a * middle.x - c * middle.y,
            middle.y + y - b * middle.x - d * middle.y,
        ])
    }

    /// Whether a printer can be so far off.
    pub fn is_believable(self) -> bool {
        self.offset.iter().all(|mm| mm.abs() <= 30.0)
            && self.scale.iter().all(|times| (0.8..=1.25).contains(times))
            && self.rotation.abs() <= 10.0
    }

    /// The same for a page that is fed the other way round, turned by a half.
    #[must_use]
    pub fn turned(&self) -> Distortion {
        let [x, y] = self.offset;
        Distortion { offset: [-x, -y], ..*self }
    }
}

impl Correction {
    /// The inverse of `distortion` on a page of that size; `None` when there is none.
    pub fn of(distortion: &Distortion, page: Size) -> Option<Correction> {
        let paper = page.portrait();
        let undo = distortion.map(paper).inverse()?;
        // What is up on a page on its side comes to the left of the paper, on both sides of it: turned over on an edge
        // of the paper, the sides then meet as the pages do.
        let upright = if page.is_landscape() {
            PageMap([0.0, -1.0, 1.0, 0.0, 0.0, page.width])
        } else {
            PageMap([1.0, 0.0, 0.0, 1.0, 0.0, 0.0])
        };
        Some(Correction { paper, map: undo.then_inner(upright) })
    }
}

impl Page {
    /// The paper that it is printed on: of the page's size, unless it is corrected.
    pub fn paper(&self) -> Size {
        self.correction.map_or(self.size, |c| c.paper)
    }

    /// How far what is on it reaches out of what a printer can print, in mm; nought when it does not. `white` is what the printer
    /// leaves white at each edge.
    pub fn overshoot(&self, white: f64) -> f64 {
        let Some(Correction { paper, map }) = self.correction else {
            return 0.0;
        };
        let printable = paper.rect().inset(white);
        let beyond = |rect: Rect| {
            let rect = map.around(rect);
            let (left, top) = (printable.x - rect.x, printable.y - rect.y);
            let right = rect.right() - printable.right();
            let bottom = rect.bottom() - printable.bottom();
            [left, top, right, bottom].into_iter().fold(0.0, f64::max)
        };
        let cards = (!self.is_blank()).then_some(self.bleed);
        let ruler = self.ruler.map(|ruler| ruler.bar);
        let footer = self.footer.map(|footer| footer.rect());
        let marks = self.marks.iter().map(super::Mark::bounds);
        let all = marks.chain(cards).chain(ruler).chain(footer);
        all.map(beyond).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Point;

    const A4: Size = Size::new(210.0, 297.0);

    const OFF: Distortion =
        Distortion { offset: [1.5, -6.0], rotation: 0.4, scale: [1.004, 0.997] };

    fn near(a: Point, b: Point) -> bool {
        (a.x - b.x).abs() < 1e-9 && (a.y - b.y).abs() < 1e-9
    }

    #[test]
    fn a_corrected_page_comes_out_where_it_stands() {
        let point = Point { x: 9.75, y: 15.15 };
        let correction = Correction::of(&OFF, A4).unwrap();
        let printed = OFF.map(A4).apply(correction.map.apply(point));
        assert!(near(printed, point));
        // On its side, its top comes to the left of the paper.
        let lying = Correction::of(&OFF, A4.turned()).unwrap();
        let printed = OFF.map(A4).apply(lying.map.apply(point));
        let beside = Point { x: 15.15, y: 297.0 - 9.75 };
        assert!(near(printed, beside) && lying.paper == A4);
    }

    #[test]
    fn fed_the_other_way_round_the_same_error_points_the_other_way() {
        let half = PageMap([-1.0, 0.0, 0.0, -1.0, 210.0, 297.0]);
        let point = Point { x: 30.0, y: 40.0 };
        let around = half.then_inner(OFF.map(A4)).then_inner(half).apply(point);
        assert!(near(OFF.turned().map(A4).apply(point), around));
    }
}
