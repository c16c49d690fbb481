//! Encodes PNG files, with corners and outlines cut off on request. Pixels come in, the bytes of a file go out. Called by
//! `export`, the pages and the other exporters.

use resvg::tiny_skia::Pixmap;

pub use super::palette::encode_small;
use crate::raster::{PaintFault, cut_corners, cut_outline};
use crate::sheet::{Outline, Rect};

/// Written into every file, so that our own files can be recognised.
const SOFTWARE: &str = "deckproof";

/// The pixels as a PNG file, its resolution noted; with alpha where something is transparent.
///
/// # Errors
/// When the encoder refuses, which a fault of this program would cause.
pub fn encode(pixmap: &Pixmap, dpi: f64) -> Result<Vec<u8>, PaintFault> {
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    let opaque = pixmap.pixels().iter().all(|pixel| pixel.alpha() == 255);
    encoder.set_color(if opaque {
        ::png::ColorType::Rgb
    } else {
        ::png::ColorType::Rgba
    });
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_compression(::png::Compression::Fast);
    let per_metre = (dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(::png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: ::png::Unit::Meter,
    }));
    let failed = |e: ::png::EncodingError| PaintFault(e.to_string());
    encoder
        .add_text_chunk("Software".into(), SOFTWARE.into())
        .map_err(failed)?;
    let pixels = pixmap.pixels().iter();
    let bytes_of: Vec<u8> = if opaque {
        let parts = pixels.flat_map(|p| [p.red(), p.green(), p.blue()]);
        parts.collect()
    } else {
        let whole = pixels.map(|p| p.demultiply());
        let parts = whole.flat_map(|p| [p.red(), p.green(), p.blue(), p.alpha()]);
        parts.collect()
    };
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&bytes_of).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// Makes what lies outside a cut card transparent: beyond corners of `corner` pixels, or beyond its outline.
pub fn cut_off(pixels: &mut Pixmap, corner: f64, outline: Option<&Outline>, is_back: bool) {
    match outline {
        None => cut_corners(pixels, corner),
        Some(outline) => {
            let (width, height) = (f64::from(pixels.width()), f64::from(pixels.height()));
            let points = outline.in_rect(Rect::new(0.0, 0.0, width, height), is_back);
            cut_outline(pixels, points.into_iter().map(|p| (p.x, p.y)));
        }
    }
}

/// Whether `bytes` is a PNG that this tool wrote.
pub fn made_by_us(bytes: &[u8]) -> bool {
    let mark = format!("Software\0{SOFTWARE}");
    let head = &bytes[..bytes.len().min(256)];
    head.windows(mark.len()).any(|w| w == mark.as_bytes())
}
