//! Encodes PNG files, with corners and outlines cut off on request. Pixels come in, the bytes of a file go out. Called by
//! `export`, the pages and the other exporters.

use resvg::tiny_skia::Pixmap;

use super::archive::has_mark;
use super::palette::encode_in_colours;
use crate::raster::{PaintFault, cut_corners, cut_outline};
use crate::sheet::{Outline, Rect};

/// Written into every file, so that our own files can be recognised.
const SOFTWARE: &str = "deckproof";

/// A picture is flat from this share of pixels on that are like the one before them: at it, both ways to pack a card with a
/// photograph took about as many bytes.
const FLAT: f64 = 0.8;

/// The pixels as a PNG file, its resolution noted; with alpha where something is transparent.
///
/// # Errors
/// When the encoder refuses, which a fault of this program would cause.
pub fn encode(pixmap: &Pixmap, dpi: f64) -> Result<Vec<u8>, PaintFault> {
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    let pixels = pixmap.pixels();
    let opaque = pixels.iter().all(|pixel| pixel.alpha() == 255);
    encoder.set_color(if opaque { ::png::ColorType::Rgb } else { ::png::ColorType::Rgba });
    encoder.set_depth(::png::BitDepth::Eight);
    let same = pixels.windows(2).filter(|pair| pair[0] == pair[1]).count();
    // Shapes and letters repeat, which a filter would hide.
    let flat = same as f64 >= FLAT * pixels.len() as f64;
    encoder.set_filter(if flat { ::png::Filter::NoFilter } else { ::png::Filter::Adaptive });
    // More work saves little.
    encoder.set_deflate_compression(::png::DeflateCompression::Level(3));
    let per_metre = (dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(::png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: ::png::Unit::Meter,
    }));
    let parts = if opaque { 3 } else { 4 };
    let mut bytes_of = vec![0; parts * pixels.len()];
    for (to, pixel) in bytes_of.chunks_exact_mut(parts).zip(pixels) {
        let whole = pixel.demultiply();
        let all = [whole.red(), whole.green(), whole.blue(), whole.alpha()];
        to.copy_from_slice(&all[..parts]);
    }
    finish(encoder, &bytes_of)?;
    Ok(bytes)
}

/// Writes the pixels, with our mark before them.
pub(super) fn finish(
    mut encoder: ::png::Encoder<'_, &mut Vec<u8>>,
    pixels: &[u8],
) -> Result<(), ::png::EncodingError> {
    encoder.add_text_chunk("Software".into(), SOFTWARE.into())?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()
}

impl From<::png::EncodingError> for PaintFault {
    fn from(fault: ::png::EncodingError) -> PaintFault {
        PaintFault(fault.to_string())
    }
}

/// A small PNG for a page in a browser, of at most 256 colours.
///
/// # Errors
/// As [`encode`].
pub fn encode_small(pixels: &Pixmap) -> Result<Vec<u8>, PaintFault> {
    encode_in_colours(pixels, 256).map(|small| small.bytes)
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
    // A palette may stand before it.
    has_mark(bytes, 1024, &format!("Software\0{SOFTWARE}"))
}
