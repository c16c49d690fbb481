//! Screen colours: parses `#c0392b` or `red`, writes colours, and turns them grey. Text comes in, a colour goes out, and the
//! other way round. Used by templates, lints and exporters.

/// A colour of the screen (sRGB).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Colour {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

impl Colour {
    pub const BLACK: Colour = Colour { red: 0, green: 0, blue: 0 };

    /// Reads a colour as SVG writes it; `None` for what is no opaque colour.
    pub fn parse(text: &str) -> Option<Self> {
        let colour: svgtypes::Color = text.trim().parse().ok()?;
        (colour.alpha == 255).then_some(Colour {
            red: colour.red,
            green: colour.green,
            blue: colour.blue,
        })
    }

    /// The grey of the same lightness (ITU-R BT.709 luma).
    #[must_use]
    pub fn grey(self) -> Self {
        let luma = 0.2126 * f64::from(self.red)
            + 0.7152 * f64::from(self.green)
            + 0.0722 * f64::from(self.blue);
        let grey = luma.round().clamp(0.0, 255.0) as u8;
        Colour { red: grey, green: grey, blue: grey }
    }

    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}
