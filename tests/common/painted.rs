//! Pages of a PDF, painted by hayro, which knows nothing of how they were made.

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};

pub struct Painted {
    pub width: usize,
    pub height: usize,
    /// Red, green and blue, row by row.
    pub pixels: Vec<[u8; 3]>,
    /// Pixels in a millimetre.
    pub scale: f64,
}

impl Painted {
    /// The pages at so many dots to the inch.
    pub fn pages(pdf: &[u8], dpi: f64) -> Vec<Painted> {
        Painted::last(pdf, usize::MAX, dpi)
    }

    /// The last so many pages.
    pub fn last(pdf: &[u8], count: usize, dpi: f64) -> Vec<Painted> {
        let pdf = Pdf::new(pdf.to_vec()).unwrap();
        let settings =
            RenderSettings { hinting: false, glyph_caching: false, ..RenderSettings::default() };
        let scale = (dpi / 72.0) as f32;
        let size = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
        let interpreter = InterpreterSettings::default();
        let paint = |page| {
            let map = render(page, &RenderCache::new(), &interpreter, &settings, &size);
            Painted {
                width: usize::from(map.width()),
                height: usize::from(map.height()),
                pixels: map.data().iter().map(|p| [p.r, p.g, p.b]).collect(),
                scale: dpi / 25.4,
            }
        };
        let before = pdf.pages().len().saturating_sub(count);
        pdf.pages()[before..].iter().map(paint).collect()
    }

    pub fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        self.pixels[y.min(self.height - 1) * self.width + x.min(self.width - 1)]
    }

    /// Millimetres from the upper left corner.
    pub fn at(&self, x: f64, y: f64) -> [u8; 3] {
        self.pixel((x * self.scale) as usize, (y * self.scale) as usize)
    }
}
