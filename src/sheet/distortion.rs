//! Models how a printer misplaces one side of a paper. Readings of the calibration page ([`super::vernier`]) come in; a
//! distortion, and the map of the page that undoes it, go out. `session` fits it to the readings, and the PDF exporter applies
//! the map.
//!
//! Units are millimetres, y downwards, on the upright paper.

use super::document::Correction;
use super::mm::PageMap;
use super::{Page, Point, Rect, Size};

/// Where a printer puts what a page has elsewhere: on one side, from one tray, on one paper.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Distortion {
    /// How far the middle of the page is off: to the right and down, mm.
    pub offset: [f64; 2],
    /// Degrees clockwise.
    pub rotation: f64,
    /// How much longer lengths come out, along the page's x and its y: 1 is right.
    pub scale: [f64; 2],
    /// By how many degrees the corners are off from right angles.
    pub skew: f64,
}

/// Where a line of a page was found: one coordinate of a point of the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sighting {
    /// Where the page has it.
    pub point: Point,
    /// Whether it was measured along x or, down the page, along y.
    pub along_x: bool,
    /// The coordinate that was measured, mm.
    pub found: f64,
}

impl Distortion {
    /// A printer without distortion.
    pub const NONE: Distortion = Distortion {
        offset: [0.0; 2],
        rotation: 0.0,
        scale: [1.0; 2],
        skew: 0.0,
    };

    /// The distortion that comes nearest to what was found, by least squares, and the largest distance in mm that is left
    /// between the two. `None` when the sightings do not settle it: three along each axis at least, not in a line.
    pub fn fit(sightings: &[Sighting], paper: Size) -> Option<(Distortion, f64)> {
        let middle = paper.rect().centre();
        let axis = |along_x: bool| {
            let of_axis = sightings.iter().filter(|s| s.along_x == along_x);
            let rows: Vec<([f64; 3], f64)> = of_axis
                .map(|s| {
                    let (x, y) = (s.point.x - middle.x, s.point.y - middle.y);
                    let nominal = if along_x { middle.x } else { middle.y };
                    ([x, y, 1.0], s.found - nominal)
                })
                .collect();
            least_squares(&rows)
        };
        let ([a, c, e], worst_x) = axis(true)?;
        let ([b, d, f], worst_y) = axis(false)?;
        let fitted = Distortion::new([a, b, c, d], [e, f]);
        Some((fitted, worst_x.max(worst_y)))
    }

    /// The distortion that turns and stretches about the middle of the page as a map with these first four numbers does.
    fn new([a, b, c, d]: [f64; 4], offset: [f64; 2]) -> Distortion {
        let turn = b.atan2(a);
        let (sin, cos) = turn.sin_cos();
        let (shear, high) = (c * cos + d * sin, d * cos - c * sin);
        Distortion {
            offset,
            rotation: turn.to_degrees(),
            scale: [a.hypot(b), high],
            skew: shear.atan2(high).to_degrees(),
        }
    }

    /// First `known`, then this: what a printer does, when this is what a page still shows that was corrected by `known`.
    #[must_use]
    pub fn after(&self, known: &Distortion, paper: Size) -> Distortion {
        let both = self.map(paper).then_inner(known.map(paper));
        let [a, b, c, d, ..] = both.0;
        let middle = paper.rect().centre();
        let there = both.apply(middle);
        Distortion::new([a, b, c, d], [there.x - middle.x, there.y - middle.y])
    }

    /// The map from a point of the page to the place where it is printed.
    pub fn map(&self, paper: Size) -> PageMap {
        let (sin, cos) = self.rotation.to_radians().sin_cos();
        let ([wide, high], shear) = (self.scale, self.skew.to_radians().tan() * self.scale[1]);
        let [a, b] = [cos * wide, sin * wide];
        let [c, d] = [cos * shear - sin * high, sin * shear + cos * high];
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

    /// The same for a page that is fed the other way round, turned by a half.
    #[must_use]
    pub fn turned(&self) -> Distortion {
        let [x, y] = self.offset;
        Distortion {
            offset: [-x, -y],
            ..*self
        }
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
        Some(Correction {
            paper,
            map: undo.then_inner(upright),
        })
    }
}

impl Page {
    /// The paper that it is printed on: of the page's size, unless it is corrected.
    pub fn paper(&self) -> Size {
        self.correction.map_or(self.size, |c| c.paper)
    }

    /// How far its cards, and all that is on it, reach out of what a printer can print, in mm; nought when they do not.
    /// `white` is what the printer leaves white at each edge.
    pub fn overshoot(&self, white: f64) -> (f64, f64) {
        let Some(Correction { paper, map }) = self.correction else {
            return (0.0, 0.0);
        };
        let printable = paper.rect().inset(white);
        let beyond = |rect: Rect| {
            let rect = map.around(rect);
            let (left, top) = (printable.x - rect.x, printable.y - rect.y);
            let right = rect.right() - printable.right();
            let bottom = rect.bottom() - printable.bottom();
            [left, top, right, bottom].into_iter().fold(0.0, f64::max)
        };
        let cards = if self.is_blank() {
            0.0
        } else {
            beyond(self.bleed)
        };
        let ruler = self.ruler.map(|ruler| ruler.bar);
        let footer = self.footer.map(|footer| footer.rect());
        let beside = self.marks.iter().map(super::Mark::bounds);
        let beside = beside.chain(ruler).chain(footer).map(beyond);
        (cards, beside.fold(cards, f64::max))
    }
}

/// The three factors that come nearest to the rows, and the largest distance that is left.
fn least_squares(rows: &[([f64; 3], f64)]) -> Option<([f64; 3], f64)> {
    let mut sums = [[0.0; 3]; 3];
    let mut right = [0.0; 3];
    for (row, value) in rows {
        for ((sums, right), n) in sums.iter_mut().zip(&mut right).zip(row) {
            for (sum, other) in sums.iter_mut().zip(row) {
                *sum += n * other;
            }
            *right += n * value;
        }
    }
    let determinant = |m: &[[f64; 3]; 3]| {
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
            - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    };
    let all = determinant(&sums);
    // Points a millimetre apart are too close to fit a map.
    if !all.is_finite() || all.abs() < 1.0 {
        return None;
    }
    let factor = |column: usize| {
        let mut with = sums;
        for (row, value) in with.iter_mut().zip(right) {
            row[column] = value;
        }
        determinant(&with) / all
    };
    let found = [factor(0), factor(1), factor(2)];
    let left = rows.iter().map(|(row, value)| {
        let fitted: f64 = row.iter().zip(found).map(|(n, factor)| n * factor).sum();
        (fitted - value).abs()
    });
    Some((found, left.fold(0.0, f64::max)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const A4: Size = Size::new(210.0, 297.0);

    const OFF: Distortion = Distortion {
        offset: [1.5, -6.0],
        rotation: 0.4,
        scale: [1.004, 0.997],
        skew: 0.1,
    };

    fn near(a: Point, b: Point) -> bool {
        (a.x - b.x).abs() < 1e-9 && (a.y - b.y).abs() < 1e-9
    }

    #[test]
    fn a_distortion_is_found_again_from_exact_sightings() {
        let places = [(22.0, 25.0), (178.0, 25.0), (22.0, 272.0), (178.0, 270.0)];
        let map = OFF.map(A4);
        let sightings: Vec<Sighting> = places
            .into_iter()
            .flat_map(|(x, y)| {
                let (point, found) = (Point { x, y }, map.apply(Point { x, y }));
                [(true, found.x), (false, found.y)].map(|(along_x, found)| Sighting {
                    point,
                    along_x,
                    found,
                })
            })
            .collect();
        let (found, worst) = Distortion::fit(&sightings, A4).unwrap();
        assert!(worst < 1e-9);
        let pairs = [
            (found.offset[0], OFF.offset[0]),
            (found.offset[1], OFF.offset[1]),
            (found.rotation, OFF.rotation),
            (found.scale[0], OFF.scale[0]),
            (found.scale[1], OFF.scale[1]),
            (found.skew, OFF.skew),
        ];
        assert!(pairs.iter().all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
        assert_eq!(Distortion::fit(&sightings[..4], A4), None, "too few");
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
        let beside = Point {
            x: 15.15,
            y: 297.0 - 9.75,
        };
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
