//! Affine maps of the plane, as in SVG's `transform`. Text or numbers come in; maps and mapped points go out. Used by drawing,
//! lints and the PDF exporter.

/// `[a b c d e f]`: x' = a·x + c·y + e, y' = b·x + d·y + f. Lengths in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Affine(pub [f64; 6]);

impl Affine {
    pub const IDENTITY: Affine = Affine([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    pub fn translate(x: f64, y: f64) -> Self {
        Affine([1.0, 0.0, 0.0, 1.0, x, y])
    }

    pub fn scale(x: f64, y: f64) -> Self {
        Affine([x, 0.0, 0.0, y, 0.0, 0.0])
    }

    /// Reads the value of a `transform` attribute.
    pub fn parse(text: &str) -> Option<Self> {
        let t: svgtypes::Transform = text.parse().ok()?;
        Some(Affine([t.a, t.b, t.c, t.d, t.e, t.f]))
    }

    /// First `inner`, then `self`.
    #[must_use]
    pub fn then_inner(self, inner: Affine) -> Self {
        Affine((kurbo::Affine::new(self.0) * kurbo::Affine::new(inner.0)).as_coeffs())
    }

    /// The map back, where there is one.
    pub fn inverse(self) -> Affine {
        let [a, b, c, d, e, f] = self.0;
        let area = a * d - b * c;
        Affine([d, -b, -c, a, c * f - d * e, b * e - a * f].map(|n| n / area))
    }

    pub fn apply(self, x: f64, y: f64) -> (f64, f64) {
        let [a, b, c, d, e, f] = self.0;
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// How much lengths grow: the square root of the area's growth.
    pub fn growth(self) -> f64 {
        let [a, b, c, d, ..] = self.0;
        (a * d - b * c).abs().sqrt()
    }

    /// The value of a `transform` attribute.
    pub fn to_svg(self) -> String {
        let [a, b, c, d, e, f] = self.0.map(round);
        format!("matrix({a} {b} {c} {d} {e} {f})")
    }
}

/// Six decimals: a nanometre, and the same digits on every machine.
pub(super) fn round(n: f64) -> f64 {
    (n * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inner_map_comes_first() {
        let map = Affine::translate(10.0, 0.0).then_inner(Affine::scale(2.0, 2.0));
        assert_eq!(map.apply(1.0, 1.0), (12.0, 2.0));
        let turn = Affine::parse("rotate(90)").unwrap();
        let (x, y) = turn.apply(1.0, 0.0);
        assert!(x.abs() < 1e-9 && (y - 1.0).abs() < 1e-9);
    }
}
