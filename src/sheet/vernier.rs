//! Makes the calibration page: vernier scales that any millimetre ruler reads to a tenth. A page to print goes out; the readings
//! come back in, and a [`super::Distortion`] goes out. Called by `deckproof printer`.
//!
//! The ruler lies along a line of the page with its zero at the edge of the paper, so that an error of any size can be read: the
//! millimetres before the vernier's first line, and the tenths at the vernier line that meets a line of the ruler. Both sides are
//! measured from the same edges of the paper, so inexact cutting of the paper does not matter.

use super::{Distortion, Mark, Point, Sighting, Size, Turn};

/// Lines of a vernier: ten tenths, and the first once more.
const LINES: usize = 11;
/// From one line of a vernier to the next, mm: ten of them are nine millimetres.
const PITCH: f64 = 0.9;
/// From the edge to the first vernier along x and along y, mm: neither falls off the paper, and they keep clear.
const NEAR: [f64; 2] = [22.0, 40.0];
/// From the far edge to the first line of the second vernier, mm: all of it as far in as the first one.
const FAR: f64 = PITCH * (LINES - 1) as f64 + 1.0;
/// From the edge to the line along which the ruler lies, mm.
const LINE: f64 = 25.0;
/// Width of the lines, mm.
const THIN: f64 = 0.1;
/// Shortest side of a paper with room for all of it, mm.
pub const LEAST: f64 = 105.0;
/// How far a reading may be from what it should be, mm.
pub const MOST_OFF: f64 = 15.0;
/// How far the readings of one side may disagree, mm, before one of them must be a mistake.
pub const MOST_APART: f64 = 0.3;
/// Widest gap that may be between what the lines of a vernier read, mm, for a reading to be one to a tenth.
const COARSE: f64 = 0.135;
/// What the scales of one side are called, in the order in which they are read.
pub const NAMES: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];

/// One side of the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VernierPage {
    /// Upright.
    pub paper: Size,
    /// How the paper was turned over to this side; `None` on the front.
    pub turned: Option<Turn>,
}

/// One scale: where its lines are on the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vernier {
    along_x: bool,
    /// Whether it is measured from the right edge, or from the lower one.
    from_end: bool,
    /// From the edge to its first line, mm: what a printer that is right gives to read.
    pub nominal: f64,
    /// Where the ruler lies: mm from the other edge, the left or the upper one.
    across: f64,
    paper: Size,
}

/// Words of the page, and the middle of their place.
#[derive(Debug, Clone, PartialEq)]
pub struct VernierLabel {
    pub at: Point,
    pub words: String,
}

impl VernierPage {
    /// Its scales, in the order of [`NAMES`]: above, below, at the left and at the right of the page as seen; of each line
    /// the one nearer to the edge comes first.
    pub fn scales(&self) -> [Vernier; 8] {
        let paper = self.paper;
        let scale = |along_x: bool, first: bool, far: bool| {
            let (length, width) = if along_x {
                (paper.width, paper.height)
            } else {
                (paper.height, paper.width)
            };
            let near = if along_x { NEAR[0] } else { NEAR[1] };
            Vernier {
                along_x,
                from_end: self.turned == Some(if along_x { Turn::Book } else { Turn::Calendar }),
                nominal: if far { length - near - FAR } else { near },
                across: if first { LINE } else { width - LINE },
                paper,
            }
        };
        [
            scale(true, true, false),
            scale(true, true, true),
            scale(true, false, false),
            scale(true, false, true),
            scale(false, true, false),
            scale(false, true, true),
            scale(false, false, false),
            scale(false, false, true),
        ]
    }

    /// What is drawn: scales, the lines for the ruler, arrows to the edges, and a cross in the middle.
    pub fn marks(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        let scales = self.scales();
        for (near, far) in scales
            .iter()
            .step_by(2)
            .zip(scales.iter().skip(1).step_by(2))
        {
            let end = far.nominal + PITCH * (LINES - 1) as f64;
            marks.push(near.line((near.nominal, 0.0), (end, 0.0)));
            for scale in [near, far] {
                for tick in 0..LINES {
                    let along = scale.nominal + PITCH * tick as f64;
                    marks.push(scale.line((along, 0.0), (along, tick_length(tick))));
                }
            }
            // The arrow to the edge from which both are measured, clear of the scales that begin in that corner.
            let beside = if near.along_x { 4.0 } else { -6.0 };
            let (tail, head) = (near.nominal - 2.0, near.nominal - 8.0);
            marks.push(near.line((tail, beside), (head, beside)));
            for side in [-1.0, 1.0] {
                marks.push(near.line((head, beside), (head + 1.8, beside + side)));
            }
        }
        let Point { x, y } = self.paper.rect().centre();
        let at = |x, y| Point { x, y };
        marks.push(thin(at(x - 8.0, y), at(x + 8.0, y)));
        marks.push(thin(at(x, y - 8.0), at(x, y + 8.0)));
        marks
    }

    /// Names and numbers beside the scales.
    pub fn labels(&self) -> Vec<VernierLabel> {
        let mut labels = Vec::new();
        for (name, scale) in NAMES.iter().zip(self.scales()) {
            for tick in [0, 5, LINES - 1] {
                let (along, inward) = (PITCH * tick as f64, tick_length(tick) + 1.8);
                labels.push(VernierLabel {
                    at: scale.place(scale.nominal + along, inward),
                    words: tick.to_string(),
                });
            }
            // Above and below, the corner belongs to the scales of the sides.
            let (along, inward) = if scale.along_x {
                (PITCH * (LINES - 1) as f64 + 5.0, 3.5)
            } else {
                (PITCH * 5.0, tick_length(0) + 6.0)
            };
            labels.push(VernierLabel {
                at: scale.place(scale.nominal + along, inward),
                words: (*name).to_owned(),
            });
        }
        labels
    }

    /// How the printer misplaces this side, by what was read at its scales, and how far apart the readings are, in mm.
    pub fn measure(&self, readings: &[f64; 8]) -> Option<(Distortion, f64)> {
        let scales = self.scales();
        let pairs = scales.iter().zip(readings);
        let sightings: Vec<Sighting> = pairs.map(|(scale, read)| scale.sighting(*read)).collect();
        Distortion::fit(&sightings, self.paper)
    }
}

impl Vernier {
    /// The edge from which it is measured, of the page as seen.
    pub fn edge(&self) -> &'static str {
        match (self.along_x, self.from_end) {
            (true, false) => "left",
            (true, true) => "right",
            (false, false) => "upper",
            (false, true) => "lower",
        }
    }

    /// Whether a reading is near enough to what it should be to be believed.
    pub fn takes(&self, reading: f64) -> bool {
        (reading - self.nominal).abs() <= MOST_OFF
    }

    /// A place so many mm from the edge that is measured from, and so many inward of the line for the ruler.
    fn place(&self, along: f64, inward: f64) -> Point {
        let (length, width) = if self.along_x {
            (self.paper.width, self.paper.height)
        } else {
            (self.paper.height, self.paper.width)
        };
        let along = if self.from_end { length - along } else { along };
        let inward = if self.across > width / 2.0 {
            -inward
        } else {
            inward
        };
        let (x, y) = (along, self.across + inward);
        if self.along_x {
            Point { x, y }
        } else {
            Point { x: y, y: x }
        }
    }

    fn line(&self, from: (f64, f64), to: (f64, f64)) -> Mark {
        thin(self.place(from.0, from.1), self.place(to.0, to.1))
    }

    /// What a reading says. Read to a tenth, it says of the line that met the ruler's where it was: that this line is not
    /// quite where a line of a printer that keeps lengths would be does not matter then.
    fn sighting(&self, reading: f64) -> Sighting {
        let tenths = ((reading - reading.floor()) * 10.0).round();
        let exact = (reading - reading.floor() - tenths / 10.0).abs() < 1e-6;
        let (line, from_edge) = if exact && tenths < 10.0 {
            (tenths, reading.floor() + tenths)
        } else {
            (0.0, reading)
        };
        let length = if self.along_x {
            self.paper.width
        } else {
            self.paper.height
        };
        Sighting {
            point: self.place(self.nominal + PITCH * line, 0.0),
            along_x: self.along_x,
            found: if self.from_end {
                length - from_edge
            } else {
                from_edge
            },
        }
    }
}

/// Whether a printer that makes lengths so many times as long leaves readings coarser than a tenth: from line to line, or, with lines
/// too near to a millimetre apart, from the last one to the first.
pub fn reads_coarsely(scale: f64) -> bool {
    let step = 1.0 - PITCH * scale;
    let gap = 1.0 - step * (LINES - 2) as f64;
    step.max(gap) > COARSE
}

/// mm
fn tick_length(tick: usize) -> f64 {
    match tick {
        0 => 7.0,
        5 | 10 => 5.5,
        _ => 4.0,
    }
}

fn thin(from: Point, to: Point) -> Mark {
    Mark::Line {
        from,
        to,
        width: THIN,
        dashed: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const A4: Size = Size::new(210.0, 297.0);

    /// The reading of a person who looks for the line of the scale nearest to one of the ruler.
    fn read(scale: &Vernier, off: &Distortion) -> f64 {
        let map = off.map(A4);
        let from_edge = |tick: usize| {
            let on_page = scale.place(scale.nominal + PITCH * tick as f64, 0.0);
            let there = map.apply(on_page);
            match (scale.along_x, scale.from_end) {
                (true, false) => there.x,
                (true, true) => A4.width - there.x,
                (false, false) => there.y,
                (false, true) => A4.height - there.y,
            }
        };
        let apart = |tick: usize| (from_edge(tick) - from_edge(tick).round()).abs();
        let ticks = 0..LINES - 1;
        let tick = ticks.min_by(|a, b| apart(*a).total_cmp(&apart(*b)));
        let tick = tick.unwrap();
        from_edge(tick).round() - tick as f64 + tick as f64 / 10.0
    }

    proptest! {
        #[test]
        fn readings_to_a_tenth_correct_to_a_tenth(
            x in -7.0..7.0_f64, y in -7.0..7.0_f64, rotation in -0.8..0.8_f64,
            wide in 0.999..1.001_f64, high in 0.999..1.001_f64, side in 0..3_usize,
        ) {
            let off = Distortion { offset: [x, y], rotation, scale: [wide, high], skew: 0.0 };
            let turned = [None, Some(Turn::Book), Some(Turn::Calendar)][side];
            let page = VernierPage { paper: A4, turned };
            let readings = page.scales().map(|scale| read(&scale, &off));
            let (found, apart) = page.measure(&readings).unwrap();
            prop_assert!(apart < MOST_APART, "{apart}");
            let undo = found.map(A4).inverse().unwrap();
            for (x, y) in [(9.75, 15.15), (200.25, 15.15), (9.75, 281.85), (200.25, 281.85)] {
                let point = Point { x, y };
                let printed = off.map(A4).apply(undo.apply(point));
                let error = (printed.x - x).abs().max((printed.y - y).abs());
                prop_assert!(error < 0.1, "{error} mm at {x}, {y}");
            }
        }
    }

    #[test]
    fn a_printer_that_is_right_gives_the_nominal_readings() {
        for turned in [None, Some(Turn::Book), Some(Turn::Calendar)] {
            let page = VernierPage { paper: A4, turned };
            let readings = page.scales().map(|scale| scale.nominal);
            let (found, apart) = page.measure(&readings).unwrap();
            assert!(apart < 1e-9 && found.offset.iter().all(|mm| mm.abs() < 1e-9));
        }
    }

    #[test]
    fn scales_of_the_back_are_measured_from_the_same_edges() {
        let edges = |turned| {
            let page = VernierPage { paper: A4, turned };
            page.scales().map(|scale| scale.edge())
        };
        assert_eq!(edges(None)[0], "left");
        assert_eq!(edges(Some(Turn::Book))[0], "right");
        assert_eq!(edges(Some(Turn::Book))[4], "upper");
        assert_eq!(edges(Some(Turn::Calendar))[4], "lower");
    }

    #[test]
    fn all_of_it_is_on_the_smallest_paper_and_well_inside() {
        for paper in [Size::new(LEAST, LEAST), A4] {
            for turned in [None, Some(Turn::Book), Some(Turn::Calendar)] {
                let page = VernierPage { paper, turned };
                let inside = paper.rect().inset(10.0);
                assert!(
                    page.marks()
                        .iter()
                        .all(|m| inside.encloses(&m.bounds(), 0.0))
                );
            }
        }
    }
}
