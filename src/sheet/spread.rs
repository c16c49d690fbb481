//! Makes bleed for art that has none: beyond the trim, a face continues as its mirror image, or its outermost line is drawn
//! out. A placement comes in, strips with the map that paints each go out, for the PDF exporter.

use kurbo::Affine;

use super::layout::MakeBleed;
use super::{Placement, Rect};

/// From the trim to the line about which a face is mirrored, mm: the edge of the art itself, where it fades into the paper
/// by a fraction of a pixel, is covered.
const INSIDE: f64 = 0.2;

/// How far strips overlap what they join, mm: no hair of paper shows between.
const OVERLAP: f64 = 0.1;

/// By how much the last line of a face is drawn out: 0.4 mm make four.
const DRAWN_OUT: f64 = 10.0;

/// A part of a placement's bleed, and the map of the page that brings the face there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strip {
    pub clip: Rect,
    pub map: Affine,
}

/// One stretch across a card: where it is painted, and what is done to the coordinate: n' = factor·n + shift.
struct Band {
    from: f64,
    to: f64,
    factor: f64,
    shift: f64,
}

impl Placement {
    /// What is painted over the face beyond the sides where it ends at the trim.
    pub fn strips(&self) -> Vec<Strip> {
        let Some((how, sides)) = self.made_bleed else {
            return Vec::new();
        };
        let stretch = match how {
            MakeBleed::Mirror => 1.0,
            MakeBleed::Smear => DRAWN_OUT,
        };
        let (trim, clip) = (self.trim, self.clip.rect);
        let (x, y) = (|rect: Rect| [rect.x, rect.right()], |rect: Rect| [rect.y, rect.bottom()]);
        let across = bands(x(trim), x(clip), [sides.left, sides.right], stretch);
        let down = bands(y(trim), y(clip), [sides.top, sides.bottom], stretch);
        let all = down.iter().flat_map(|y| across.iter().map(move |x| (x, y)));
        let beyond = all.filter(|(x, y)| x.factor != 1.0 || y.factor != 1.0);
        let strip = |(x, y): (&Band, &Band)| Strip {
            clip: Rect::new(x.from, y.from, x.to - x.from, y.to - y.from),
            map: Affine::new([x.factor, 0.0, 0.0, y.factor, x.shift, y.shift]),
        };
        beyond.map(strip).collect()
    }
}

/// The stretches between the ends of `clip`: the face itself, and one beyond each side of `trim` at which it ends.
fn bands(trim: [f64; 2], clip: [f64; 2], ends: [bool; 2], stretch: f64) -> Vec<Band> {
    let [mut from, mut to] = clip;
    let mut bands = Vec::new();
    let beyond = |axis: f64, from: f64, to: f64| Band {
        from,
        to,
        factor: -stretch,
        shift: axis * (1.0 + stretch),
    };
    if ends[0] && clip[0] < trim[0] {
        let axis = trim[0] + INSIDE;
        bands.push(beyond(axis, clip[0], axis + OVERLAP));
        from = axis;
    }
    if ends[1] && clip[1] > trim[1] {
        let axis = trim[1] - INSIDE;
        bands.push(beyond(axis, axis - OVERLAP, clip[1]));
        to = axis;
    }
    bands.push(Band { from, to, factor: 1.0, shift: 0.0 });
    bands
}

#[cfg(test)]
mod tests {
    use super::super::mm::Sides;
    use super::*;
    use crate::sheet::{Clip, Point};

    fn placed(how: MakeBleed, sides: Sides) -> Placement {
        let trim = Rect::new(20.0, 30.0, 60.0, 90.0);
        Placement {
            face: 0,
            trim,
            clip: Clip { rect: trim.outset(3.0), radius: 0.0 },
            rotation: 0,
            made_bleed: Some((how, sides)),
        }
    }

    const ALL: Sides = Sides { left: true, top: true, right: true, bottom: true };

    #[test]
    fn strips_cover_the_bleed_and_show_only_what_is_inside_the_trim() {
        for how in [MakeBleed::Mirror, MakeBleed::Smear] {
            let placed = placed(how, ALL);
            let strips = placed.strips();
            assert_eq!(strips.len(), 8);
            for strip in &strips {
                assert!(placed.trim.encloses(&strip.clip.mapped(strip.map.inverse()), 1e-9));
            }
            for n in 0..400 {
                let (x, y) = (f64::from(n % 20) * 3.4 + 17.1, f64::from(n / 20) * 5.0 + 27.1);
                let point = Point { x, y };
                let covered = strips.iter().any(|s| s.clip.contains(point));
                let inside = placed.trim.inset(INSIDE).contains(point);
                assert!(covered || inside, "{x}, {y}");
            }
        }
    }

    #[test]
    fn mirrored_a_point_lies_as_far_on_the_other_side() {
        let left = Sides { left: true, ..Sides::default() };
        let strips = placed(MakeBleed::Mirror, left).strips();
        assert_eq!(strips.len(), 1);
        let Point { x, y } = strips[0].map * Point { x: 22.2, y: 40.0 };
        assert!((x - 18.2).abs() < 1e-9 && (y - 40.0).abs() < 1e-9);
        // The bleed above and below goes on as it is drawn.
        assert!((strips[0].clip.y - 27.0).abs() < 1e-9);
        assert_eq!(left.turned().right, left.left);
    }
}
