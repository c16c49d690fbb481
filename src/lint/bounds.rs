//! Upright rectangles around what is drawn, in millimetres, with their intersections, unions and maps. `trace` and `scene` make
//! them, and the checks compare them.

use crate::template::Affine;

/// An upright rectangle; y grows downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Bounds {
    pub fn new(left: f64, top: f64, right: f64, bottom: f64) -> Self {
        Bounds { left, top, right, bottom }
    }

    /// Around x, y, width and height.
    pub fn of_view([x, y, width, height]: [f64; 4]) -> Self {
        Bounds::new(x, y, x + width, y + height)
    }

    /// Around a line, by x and y of both ends.
    pub fn of_line(&[x0, y0, x1, y1]: &[f64; 4]) -> Self {
        Bounds::new(x0.min(x1), y0.min(y1), x0.max(x1), y0.max(y1))
    }

    /// Around one point.
    pub fn of_point((x, y): (f64, f64)) -> Self {
        Bounds::new(x, y, x, y)
    }

    pub fn width(self) -> f64 {
        self.right - self.left
    }

    pub fn height(self) -> f64 {
        self.bottom - self.top
    }

    pub fn area(self) -> f64 {
        self.width() * self.height()
    }

    /// The intersection; `None` when they do not meet.
    pub fn and(self, other: Bounds) -> Option<Bounds> {
        let both = Bounds::new(
            self.left.max(other.left),
            self.top.max(other.top),
            self.right.min(other.right),
            self.bottom.min(other.bottom),
        );
        (both.width() >= 0.0 && both.height() >= 0.0).then_some(both)
    }

    /// The smallest that holds both.
    #[must_use]
    pub fn or(self, other: Bounds) -> Bounds {
        Bounds::new(
            self.left.min(other.left),
            self.top.min(other.top),
            self.right.max(other.right),
            self.bottom.max(other.bottom),
        )
    }

    pub fn corners(self) -> [(f64, f64); 4] {
        let Bounds { left, top, right, bottom } = self;
        [(left, top), (right, top), (right, bottom), (left, bottom)]
    }

    /// Its sides as lines, by x and y of both ends.
    pub fn sides(self) -> [[f64; 4]; 4] {
        let Bounds { left, top, right, bottom } = self;
        [
            [left, top, right, top],
            [right, top, right, bottom],
            [right, bottom, left, bottom],
            [left, bottom, left, top],
        ]
    }

    /// Its corners, mapped.
    pub fn points(self, map: Affine) -> [(f64, f64); 4] {
        self.corners().map(|(x, y)| map.apply(x, y))
    }

    /// The rectangle around this one, mapped.
    #[must_use]
    pub fn mapped(self, map: Affine) -> Bounds {
        self.points(map).map(Bounds::of_point).into_iter().reduce(Bounds::or).unwrap_or(self)
    }
}
