//! Simulates colours as colour-blind eyes and a grey print show them, and computes colour differences (CIEDE2000) and contrast
//! (WCAG 2.2). Colours come in, colours or numbers go out. Called by the checks of colours.

use std::sync::LazyLock;

use crate::template::Colour;

/// A kind of colour vision, or a grey print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eyes {
    /// Without the red, green or blue cones.
    Protan,
    Deutan,
    Tritan,
    /// Anyone, at a print in greys.
    Grey,
}

impl Eyes {
    pub const ALL: [Eyes; 4] = [Eyes::Protan, Eyes::Deutan, Eyes::Tritan, Eyes::Grey];

    /// "for protan eyes", "in a grey print".
    pub fn name(self) -> &'static str {
        match self {
            Eyes::Protan => "for protan eyes",
            Eyes::Deutan => "for deutan eyes",
            Eyes::Tritan => "for tritan eyes",
            Eyes::Grey => "in a grey print",
        }
    }

    /// What becomes of the red, green and blue light of a colour; `None` for a print in greys.
    ///
    /// Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency"
    /// (2009), severity 1.
    pub fn matrix(self) -> Option<[[f64; 3]; 3]> {
        match self {
            Eyes::Grey => None,
            Eyes::Protan => Some([
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ]),
            Eyes::Deutan => Some([
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ]),
            Eyes::Tritan => Some([
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ]),
        }
    }

    /// A colour as these eyes see it.
    pub fn see(self, colour: Colour) -> Lab {
        let Some(matrix) = self.matrix() else {
            return Lab::of(linear(colour.grey()));
        };
        let [r, g, b] = linear(colour);
        Lab::of(matrix.map(|[x, y, z]| (x * r + y * g + z * b).clamp(0.0, 1.0)))
    }
}

/// How much light a part of a colour is, from 0 to 1 (sRGB).
static LIGHT: LazyLock<[f64; 256]> = LazyLock::new(|| {
    std::array::from_fn(|part| {
        let part = part as f64 / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
});

/// Red, green and blue as light, from 0 to 1 (sRGB).
pub fn linear(colour: Colour) -> [f64; 3] {
    [colour.red, colour.green, colour.blue].map(|part| LIGHT[usize::from(part)])
}

/// A colour in CIELAB, under D65.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lab {
    pub l: f64,
    pub a: f64,
    pub b: f64,
}

impl Lab {
    fn of([r, g, b]: [f64; 3]) -> Lab {
        let x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047;
        let y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b;
        let z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883;
        let f = |t: f64| {
            if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 }
        };
        let (x, y, z) = (f(x), f(y), f(z));
        Lab { l: 116.0 * y - 16.0, a: 500.0 * (x - y), b: 200.0 * (y - z) }
    }

    /// The difference by CIEDE2000: 1 is just seen side by side, 100 is black and white.
    ///
    /// Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula" (2005); names are theirs.
    pub fn difference(self, other: Lab) -> f64 {
        let chroma = |lab: Lab| lab.a.hypot(lab.b);
        let c7 = f64::midpoint(chroma(self), chroma(other)).powi(7);
        let g = 0.5 * (1.0 - (c7 / (c7 + 25f64.powi(7))).sqrt());
        let polar = |lab: Lab| {
            let a = lab.a * (1.0 + g);
            let h = match (a, lab.b) {
                (0.0, 0.0) => 0.0,
                (a, b) => b.atan2(a).to_degrees().rem_euclid(360.0),
            };
            (a.hypot(lab.b), h)
        };
        let ((c1, h1), (c2, h2)) = (polar(self), polar(other));
        let grey = c1 * c2 == 0.0;
        let dl = other.l - self.l;
        let dc = c2 - c1;
        let dh = match h2 - h1 {
            _ if grey => 0.0,
            d if d > 180.0 => d - 360.0,
            d if d < -180.0 => d + 360.0,
            d => d,
        };
        let dh = 2.0 * (c1 * c2).sqrt() * (dh / 2.0).to_radians().sin();
        let l = f64::midpoint(self.l, other.l);
        let c = f64::midpoint(c1, c2);
        let h = match (h1 - h2).abs() {
            _ if grey => h1 + h2,
            d if d <= 180.0 => f64::midpoint(h1, h2),
            _ if h1 + h2 < 360.0 => f64::midpoint(h1, h2) + 180.0,
            _ => f64::midpoint(h1, h2) - 180.0,
        };
        let cos = |degrees: f64| degrees.to_radians().cos();
        let t = 1.0 - 0.17 * cos(h - 30.0) + 0.24 * cos(2.0 * h) + 0.32 * cos(3.0 * h + 6.0)
            - 0.20 * cos(4.0 * h - 63.0);
        let theta = 30.0 * (-((h - 275.0) / 25.0).powi(2)).exp();
        let c7 = c.powi(7);
        let rc = 2.0 * (c7 / (c7 + 25f64.powi(7))).sqrt();
        let l50 = (l - 50.0).powi(2);
        let sl = 1.0 + 0.015 * l50 / (20.0 + l50).sqrt();
        let sc = 1.0 + 0.045 * c;
        let sh = 1.0 + 0.015 * c * t;
        let rt = -(2.0 * theta).to_radians().sin() * rc;
        let (l, c, h) = (dl / sl, dc / sc, dh / sh);
        (l * l + c * c + h * h + rt * c * h).max(0.0).sqrt()
    }
}

/// Contrast ratio of WCAG 2.2, from 1 to 21.
pub fn contrast(a: Colour, b: Colour) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Relative luminance of WCAG 2.2, from 0 to 1.
fn luminance(colour: Colour) -> f64 {
    let [red, green, blue] = linear(colour);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_on_white_is_21_and_this_grey_is_just_enough() {
        let hex = |text: &str| Colour::parse(text).unwrap();
        assert!((contrast(hex("#000"), hex("#fff")) - 21.0).abs() < 1e-9);
        assert!((contrast(hex("#777777"), hex("#fff")) - 4.478).abs() < 0.001);
    }

    fn lab(l: f64, a: f64, b: f64) -> Lab {
        Lab { l, a, b }
    }

    #[test]
    fn differences_are_those_of_the_papers_test_data() {
        for (one, other, wanted) in [
            (lab(50.0, 2.6772, -79.7751), lab(50.0, 0.0, -82.7485), 2.0425),
            (lab(50.0, 2.5, 0.0), lab(73.0, 25.0, -18.0), 27.1492),
            (lab(50.0, 2.5, 0.0), lab(50.0, 0.0, -2.5), 4.3065),
            (lab(60.2574, -34.0099, 36.2677), lab(60.4626, -34.1751, 39.4387), 1.2644),
            (lab(22.7233, 20.0904, -46.694), lab(23.0331, 14.973, -42.5619), 2.0373),
            (lab(2.0776, 0.0795, -1.135), lab(0.9033, -0.0636, -0.5514), 0.9082),
        ] {
            assert!((one.difference(other) - wanted).abs() < 1e-4, "{one:?} {other:?}");
        }
    }

    #[test]
    fn red_and_green_of_one_lightness_meet_for_red_green_blind_eyes_only() {
        let (red, green) = (Colour::parse("#b5392b").unwrap(), Colour::parse("#5f6b1f").unwrap());
        let apart = |eyes: Eyes| eyes.see(red).difference(eyes.see(green));
        assert!(apart(Eyes::Deutan) < 10.0, "{}", apart(Eyes::Deutan));
        assert!(apart(Eyes::Tritan) > 30.0, "{}", apart(Eyes::Tritan));
    }
}
