//! Makes boxes as flat nets: where to cut and fold, and where each side is. The space that the cards need comes in; outlines in
//! millimetres, printed side up, go out, for `net_pages` and for cutting files.

use super::{Outline, Point, Rect, Size};

/// Width of the strip that is glued, mm.
const GLUE: f64 = 10.0;
/// How far the flaps of a tuck box reach in, mm.
const TUCK: f64 = 15.0;
/// Radius of the notch for a thumb, mm.
const THUMB: f64 = 9.0;
/// How much narrower flaps become towards their ends, mm on each side.
const TAPER: f64 = 1.5;
/// What a lid has to spare around its base, mm in all.
const PLAY: f64 = 1.0;
/// Chords of a quarter of a circle.
const CHORDS: u32 = 8;

/// What a box must hold, and what it is made of, mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Inside {
    pub width: f64,
    pub height: f64,
    pub depth: f64,
    /// Thickness of what the box is made of.
    pub board: f64,
    /// How far a lid reaches down; by default all the way.
    pub lid: Option<f64>,
}

/// One row of the table of boxes.
pub struct BoxKind {
    pub name: &'static str,
    pub nets: fn(&Inside) -> Vec<Net>,
}

/// Every kind of box.
pub const BOXES: &[BoxKind] =
    &[BoxKind { name: "tuck", nets: tuck }, BoxKind { name: "two-piece", nets: two_piece }];

/// A piece of a box, laid flat.
#[derive(Debug, Clone, PartialEq)]
pub struct Net {
    /// Which piece of the box it is, where there are several.
    pub part: Option<&'static str>,
    pub size: Size,
    pub cut: Outline,
    pub folds: Vec<[Point; 2]>,
    pub panels: Vec<Panel>,
}

/// A side of the box that is seen when it is folded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Panel {
    /// "front", "back", "left", "right", "top" or "bottom".
    pub side: &'static str,
    pub rect: Rect,
    /// Quarter turns clockwise of what is drawn on it.
    pub turns: u8,
}

impl Panel {
    /// Its size as seen on the folded box.
    pub fn seen(&self) -> Size {
        match self.turns % 2 {
            0 => self.rect.size(),
            _ => self.rect.size().turned(),
        }
    }
}

const fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

const fn panel(side: &'static str, x: f64, y: f64, width: f64, height: f64, turns: u8) -> Panel {
    Panel { side, rect: Rect::new(x, y, width, height), turns }
}

/// An arc as chords, its ends included; angles in quarter turns, from the right on clockwise.
fn arc(centre: Point, radius: f64, from: f64, to: f64) -> Vec<Point> {
    let steps = (f64::from(CHORDS) * (to - from).abs()).ceil().max(1.0) as u32;
    let point = |step: u32| {
        let turn = from + (to - from) * f64::from(step) / f64::from(steps);
        let (sin, cos) = (turn * std::f64::consts::FRAC_PI_2).sin_cos();
        at(centre.x + radius * cos, centre.y + radius * sin)
    };
    (0..=steps).map(point).collect()
}

/// A box of one piece, from left to right: a strip for the glue, left, front, right, and the back, to which the lids hang at
/// both ends.
fn tuck(inside: &Inside) -> Vec<Net> {
    let board = inside.board;
    let [width, height, depth] =
        [inside.width, inside.height, inside.depth].map(|length| length + board);
    let glue = GLUE.min(width / 2.0);
    let tuck = TUCK.min(height / 3.0);
    let dust = (width / 2.0 - 1.0).min(depth.max(TUCK));
    let left = glue;
    let front = left + depth;
    let right = front + width;
    let back = right + depth;
    let end = back + width;
    let lid = depth + tuck;
    let (top, whole) = (lid.max(dust), height + 2.0 * lid.max(dust));
    let bottom = top + height;
    let taper = TAPER.min(depth / 4.0);
    let round = (tuck - 1.0).min(width / 4.0).max(0.0);
    // From the upper end of the glue on to the right; at the lower end the same upside down.
    let flaps = |notch: bool| {
        let mut line = vec![
            at(left, top),
            at(left + taper, top - dust),
            at(front - taper, top - dust),
            at(front, top),
        ];
        if notch {
            let middle = at(front + width / 2.0, top);
            line.extend(arc(middle, THUMB.min(width / 6.0).min(height / 6.0), 2.0, 0.0));
        }
        line.extend([
            at(right, top),
            at(right + taper, top - dust),
            at(back - taper, top - dust),
            at(back, top),
            at(back, top - depth),
        ]);
        line.extend(arc(at(back + round, top - lid + round), round, 2.0, 3.0));
        line.extend(arc(at(end - round, top - lid + round), round, 3.0, 4.0));
        line.extend([at(end, top - depth), at(end, top)]);
        line
    };
    let slant = glue.min(height / 4.0);
    let mut cut = vec![at(0.0, bottom - slant), at(0.0, top + slant)];
    cut.extend(flaps(true));
    let lower = flaps(false).into_iter().rev();
    cut.extend(lower.map(|p| at(p.x, whole - p.y)));
    let upright = [left, front, right, back].map(|x| [at(x, top), at(x, bottom)]);
    let mut folds = upright.to_vec();
    for (y, lid) in [(top, top - depth), (bottom, bottom + depth)] {
        let level = [(left, front, y), (right, back, y), (back, end, y), (back, end, lid)];
        folds.extend(level.map(|(from, to, y)| [at(from, y), at(to, y)]));
    }
    let panels = vec![
        panel("left", left, top, depth, height, 0),
        panel("front", front, top, width, height, 0),
        panel("right", right, top, depth, height, 0),
        panel("back", back, top, width, height, 0),
        // They hang at the back: their far edges come to lie at the front.
        panel("top", back, top - depth, width, depth, 2),
        panel("bottom", back, bottom, width, depth, 2),
    ];
    let size = Size::new(end, whole);
    vec![Net { part: None, size, cut: Outline::new(cut, size), folds, panels }]
}

/// A base, and a lid that slides over it.
fn two_piece(inside: &Inside) -> Vec<Net> {
    let Inside { width, height, depth, board, lid } = *inside;
    // A wall is measured from fold to fold, and those above and below the floor have tabs glued to their insides.
    let floor = Size::new(width + board, height + 3.0 * board);
    let (base, wall) = tray(floor, depth + board);
    let around = PLAY + 2.0 * board;
    let top = Size::new(floor.width + around, floor.height + around + 2.0 * board);
    let (lid, walls) = tray(top, lid.unwrap_or(depth) + 1.5 * board);
    let (right, below) = (walls + top.width, walls + top.height);
    let panels = vec![
        panel("front", walls, walls, top.width, top.height, 0),
        panel("left", 0.0, walls, walls, top.height, 1),
        panel("right", right, walls, walls, top.height, 3),
        panel("top", walls, 0.0, top.width, walls, 2),
        panel("bottom", walls, below, top.width, walls, 0),
    ];
    let back = panel("back", wall, wall, floor.width, floor.height, 0);
    vec![
        Net { part: Some("lid"), panels, ..lid },
        Net { part: Some("base"), panels: vec![back], ..base },
    ]
}

/// A floor with walls around it, tabs at both ends of the left and the right one; and how far the walls are from the edge.
fn tray(floor: Size, wall: f64) -> (Net, f64) {
    let Size { width, height } = floor;
    let tab = GLUE.min(wall).min(width / 2.0 - 1.0);
    let taper = TAPER.min(wall / 5.0);
    let (right, all) = (wall + width, Size::new(width + 2.0 * wall, height + 2.0 * wall));
    let upper = [
        at(0.0, wall),
        at(taper, wall - tab),
        at(wall - taper, wall - tab),
        at(wall, wall),
        at(wall, 0.0),
        at(right, 0.0),
        at(right, wall),
        at(right + taper, wall - tab),
        at(all.width - taper, wall - tab),
        at(all.width, wall),
    ];
    let mut cut = upper.to_vec();
    let lower = upper.iter().rev();
    cut.extend(lower.map(|p| at(p.x, all.height - p.y)));
    let below = wall + height;
    let mut folds = vec![[at(wall, wall), at(wall, below)], [at(right, wall), at(right, below)]];
    for y in [wall, below] {
        let level = [(0.0, wall), (wall, right), (right, all.width)];
        folds.extend(level.map(|(from, to)| [at(from, y), at(to, y)]));
    }
    let cut = Outline::new(cut, all);
    (Net { part: None, size: all, cut, folds, panels: Vec::new() }, wall)
}
