//! What the checks ask of upright rectangles in millimetres, y downwards, beyond what `kurbo` answers.

use kurbo::{Line, Rect};

use crate::template::Affine;

/// Around x, y, width and height.
pub fn of_view([x, y, width, height]: [f64; 4]) -> Rect {
    Rect::new(x, y, x + width, y + height)
}

/// What two rectangles share; `None` when they do not meet.
pub fn common(one: Rect, other: Rect) -> Option<Rect> {
    one.overlaps(other).then(|| one.intersect(other))
}

pub fn corners(rect: Rect) -> [(f64, f64); 4] {
    let Rect { x0, y0, x1, y1 } = rect;
    [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
}

/// Its sides, one after the other.
pub fn sides(rect: Rect) -> [Line; 4] {
    let [a, b, c, d] = corners(rect);
    [(a, b), (b, c), (c, d), (d, a)].map(|(from, to)| Line::new(from, to))
}

/// The rectangle around this one, mapped.
pub fn mapped(rect: Rect, map: Affine) -> Rect {
    kurbo::Affine::new(map.0).transform_rect_bbox(rect)
}
