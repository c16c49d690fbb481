//! The outlines of glyphs as SVG path data, for screens that lack the font. A font and a glyph come in, contours go out. Called when a
//! face is written for a browser.

use std::fmt::Write;

use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider, prelude::LocationRef, prelude::Size};

use super::fonts::FontFace;

/// Units of an outline to the em.
pub const OUTLINE_UNITS: f32 = 1000.0;

/// The contours of a glyph: where each begins, from the glyph's origin to the right and down, and its path from there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GlyphOutline {
    contours: Vec<((i32, i32), String)>,
}

impl GlyphOutline {
    /// Adds the glyph to a path, its origin at (`x`, `y`) in units of the outline.
    pub fn write(&self, (x, y): (i32, i32), path: &mut String) {
        for ((right, down), rest) in &self.contours {
            let _ = write!(path, "M{} {}{rest}z", x + right, y + down);
        }
    }
}

impl FontFace {
    /// The outline of a glyph; empty where the font has none, as for a space.
    pub fn outline(&self, glyph: u16) -> GlyphOutline {
        let mut pen = ContourPen::default();
        let Ok(font) = FontRef::new(&self.data) else {
            return pen.outline;
        };
        if let Some(outline) = font.outline_glyphs().get(GlyphId::new(glyph.into())) {
            let settings = DrawSettings::unhinted(Size::new(OUTLINE_UNITS), LocationRef::default());
            // A glyph that cannot be drawn is left out, as printers leave it out.
            let _ = outline.draw(settings, &mut pen);
        }
        pen.outline
    }
}

/// Writes contours in whole units, each point from the one before it.
#[derive(Default)]
struct ContourPen {
    outline: GlyphOutline,
    at: (i32, i32),
}

impl ContourPen {
    fn write(&mut self, letter: char, points: &[(f32, f32)]) {
        let Some((_, path)) = self.outline.contours.last_mut() else {
            return;
        };
        path.push(letter);
        let mut last = self.at;
        for (number, point) in points.iter().enumerate() {
            last = whole(*point);
            let (right, down) = (last.0 - self.at.0, last.1 - self.at.1);
            let before = if number == 0 || right < 0 { "" } else { " " };
            let between = if down < 0 { "" } else { " " };
            let _ = write!(path, "{before}{right}{between}{down}");
        }
        self.at = last;
    }
}

/// Outlines go upwards, SVG downwards.
fn whole((x, y): (f32, f32)) -> (i32, i32) {
    (x.round() as i32, -y.round() as i32)
}

impl OutlinePen for ContourPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = whole((x, y));
        self.outline.contours.push((self.at, String::new()));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write('l', &[(x, y)]);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.write('q', &[(cx, cy), (x, y)]);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.write('c', &[(ax, ay), (bx, by), (x, y)]);
    }

    fn close(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_told_from_the_one_before() {
        let mut pen = ContourPen::default();
        pen.move_to(10.0, 20.0);
        pen.line_to(10.0, 30.0);
        pen.quad_to(15.0, 35.0, 20.0, 30.0);
        pen.curve_to(20.0, 20.0, 10.0, 20.0, 5.0, 25.0);
        let mut path = String::new();
        pen.outline.write((100, 200), &mut path);
        assert_eq!(path, "M110 180l0-10q5-5 10 0c0 10-10 10-15 5z");
    }
}
