//! Encodes pictures for virtual tables, named by a hash of their content, so that a table that caches by name never shows an old
//! one. Pixels come in; a file's bytes and name go out. Called by `card_deck`.

use image::ExtendedColorType;
use image::codecs::jpeg::JpegEncoder;
use resvg::tiny_skia::Pixmap;

use super::archive::has_mark;
use super::palette::encode_in_colours;
use super::png;
use crate::raster::PaintFault;
use crate::source::hex_digest;

/// Bytes of the digest in a file name.
const KEPT: usize = 6;

/// Written into the comment of every JPEG file, so that our own files can be recognised.
const COMMENT: &str = "made by deckproof";

/// How a picture is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    /// Nothing is lost.
    Png,
    /// `quality` from 1 to 100.
    Jpeg { quality: u8 },
    /// For the web: a PNG of few colours if that looks the same, else a JPEG; all colours where something is transparent.
    Small { quality: u8 },
}

/// Colours of a small PNG: enough for a drawing of flat colours and the edges between them.
const FEW: usize = 64;

/// A small PNG is used up to this mean square of the differences (a peak signal-to-noise ratio of 36 dB): beyond it, bands show in
/// gradients and photographs.
const MOST_ERROR: f64 = 16.0;

impl PictureFormat {
    /// `png`, `jpeg 90`.
    pub fn name(self) -> String {
        match self {
            PictureFormat::Png => "png".to_owned(),
            PictureFormat::Jpeg { quality } => format!("jpeg {quality}"),
            PictureFormat::Small { quality } => format!("small {quality}"),
        }
    }

    /// Whether parts of a picture can be transparent.
    pub fn is_transparent(self) -> bool {
        !matches!(self, PictureFormat::Jpeg { .. })
    }
}

/// A picture as bytes, and the name of its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureFile {
    pub name: String,
    pub bytes: Vec<u8>,
}

impl PictureFile {
    /// `stem` and a digest of the bytes are the name.
    ///
    /// # Errors
    /// When the encoder refuses.
    pub fn new(
        stem: &str,
        pixels: &Pixmap,
        dpi: f64,
        format: PictureFormat,
    ) -> Result<PictureFile, PaintFault> {
        let (bytes, ending) = match format {
            PictureFormat::Png => (png::encode(pixels, dpi)?, "png"),
            PictureFormat::Jpeg { quality } => (jpeg(pixels, dpi, quality)?, "jpg"),
            PictureFormat::Small { quality } => small(pixels, dpi, quality)?,
        };
        let name = format!("{stem}-{}.{ending}", hex_digest(&bytes, KEPT));
        Ok(PictureFile { name, bytes })
    }
}

/// Whether `bytes` is a picture that this tool wrote.
pub fn is_our_picture(bytes: &[u8]) -> bool {
    png::made_by_us(bytes) || has_mark(bytes, 256, COMMENT)
}

/// Whether a file is named as [`PictureFile::new`] does.
pub fn is_named_by_content(name: &str) -> bool {
    let stem = name.strip_suffix(".png").or(name.strip_suffix(".jpg"));
    let digest = stem.and_then(|stem| stem.rsplit_once('-')).map(|(_, d)| d);
    let hex = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    digest.is_some_and(|d| d.len() == 2 * KEPT && d.bytes().all(hex))
}

/// The bytes of a small picture, and the ending of its name.
fn small(pixels: &Pixmap, dpi: f64, quality: u8) -> Result<(Vec<u8>, &'static str), PaintFault> {
    if pixels.pixels().iter().any(|pixel| pixel.alpha() < 255) {
        return Ok((png::encode(pixels, dpi)?, "png"));
    }
    let few = encode_in_colours(pixels, FEW)?;
    if few.error <= MOST_ERROR {
        return Ok((few.bytes, "png"));
    }
    Ok((jpeg(pixels, dpi, quality)?, "jpg"))
}

/// A JPEG file; what is transparent shows white.
fn jpeg(pixels: &Pixmap, dpi: f64, quality: u8) -> Result<Vec<u8>, PaintFault> {
    let over_white = |part: u8, alpha: u8| part.saturating_add(255 - alpha);
    let rgb: Vec<u8> = pixels
        .pixels()
        .iter()
        .flat_map(|p| [p.red(), p.green(), p.blue()].map(|part| over_white(part, p.alpha())))
        .collect();
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
    encoder.set_pixel_density(image::codecs::jpeg::PixelDensity::dpi(
        dpi.round().clamp(1.0, 65_535.0) as u16,
    ));
    let (width, height) = (pixels.width(), pixels.height());
    encoder
        .encode(&rgb, width, height, ExtendedColorType::Rgb8)
        .map_err(|e| PaintFault(e.to_string()))?;
    Ok(with_comment(bytes))
}

/// The file with our comment behind its first segment, the JFIF header.
fn with_comment(mut bytes: Vec<u8>) -> Vec<u8> {
    let header = match bytes[..] {
        [0xff, 0xd8, 0xff, 0xe0, high, low, ..] => 4 + usize::from(u16::from_be_bytes([high, low])),
        _ => 2,
    };
    let length = (COMMENT.len() + 2) as u16;
    let mut segment = vec![0xff, 0xfe];
    segment.extend(length.to_be_bytes());
    segment.extend(COMMENT.as_bytes());
    let at = header.min(bytes.len());
    bytes.splice(at..at, segment);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia::Color;

    fn picture() -> Pixmap {
        let mut pixels = Pixmap::new(40, 30).unwrap();
        pixels.fill(Color::from_rgba8(200, 30, 90, 255));
        pixels
    }

    #[test]
    fn a_picture_is_named_by_what_is_in_it_and_known_again() {
        for format in [
            PictureFormat::Png,
            PictureFormat::Jpeg { quality: 90 },
            PictureFormat::Small { quality: 75 },
        ] {
            let file = PictureFile::new("gear-1", &picture(), 300.0, format).unwrap();
            assert_eq!(file, PictureFile::new("gear-1", &picture(), 300.0, format).unwrap());
            assert!(is_our_picture(&file.bytes), "{}", file.name);
            assert!(is_named_by_content(&file.name), "{}", file.name);
            let mut other = picture();
            other.fill(Color::BLACK);
            let other = PictureFile::new("gear-1", &other, 300.0, format).unwrap();
            assert_ne!(file.name, other.name);
            let read = image::load_from_memory(&file.bytes).unwrap().to_rgb8();
            assert_eq!(read.dimensions(), (40, 30));
            let near = read.get_pixel(20, 15).0.map(i32::from);
            let wanted = [200, 30, 90];
            assert!((0..3).all(|i| (near[i] - wanted[i]).abs() < 5), "{near:?}");
        }
        assert!(!is_named_by_content("contact-sheet.png"));
        assert!(!is_named_by_content("my-own-drawing.png"));
    }
    #[test]
    fn a_small_picture_is_a_png_of_few_colours_a_jpeg_or_a_png_with_alpha() {
        let format = PictureFormat::Small { quality: 75 };
        let file = |pixels: &Pixmap| PictureFile::new("a", pixels, 100.0, format).unwrap();
        let flat = file(&picture());
        assert!(flat.name.ends_with(".png") && flat.bytes.len() < 200);
        let mut photograph = Pixmap::new(100, 100).unwrap();
        let mut number = 7u32;
        for pixel in photograph.pixels_mut() {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [a, b, c, _] = number.to_be_bytes();
            *pixel = resvg::tiny_skia::PremultipliedColorU8::from_rgba(a, b, c, 255).unwrap();
        }
        assert!(file(&photograph).name.ends_with(".jpg"));
        let mut round = picture();
        crate::raster::cut_corners(&mut round, 10.0);
        let read = image::load_from_memory(&file(&round).bytes).unwrap().to_rgba8();
        assert_eq!((read.get_pixel(0, 0).0[3], read.get_pixel(20, 15).0[3]), (0, 255));
    }
}
