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
        let both = Bounds {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        (both.width() >= 0.0 && both.height() >= 0.0).then_some(both)
    }

    /// The smallest that holds both.
    #[must_use]
    pub fn or(self, other: Bounds) -> Bounds {
        Bounds {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub fn corners(self) -> [(f64, f64); 4] {
        [
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        ]
    }

    /// Its corners, mapped.
    pub fn points(self, map: Affine) -> [(f64, f64); 4] {
        self.corners().map(|(x, y)| map.apply(x, y))
    }

    /// The rectangle around this one, mapped.
    #[must_use]
    pub fn mapped(self, map: Affine) -> Bounds {
        let corners = self.points(map);
        let first = Bounds::new(corners[0].0, corners[0].1, corners[0].0, corners[0].1);
        let points = corners.iter().map(|(x, y)| Bounds::new(*x, *y, *x, *y));
        points.fold(first, Bounds::or)
    }
}
