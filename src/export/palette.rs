//! Encodes small PNG files. Pixels come in, a PNG with a palette of few colours goes out, never dithered. Called by `png` for pages
//! in a browser, and by `picture_file` for virtual tables.

use std::cmp::Reverse;

use resvg::tiny_skia::Pixmap;

use super::png::finish;
use crate::raster::PaintFault;

type Rgb = [u8; 3];

/// How far the colours of a palette are from one another at least, all parts together. None or a little is best for flat colours,
/// more for photographs, of which the most frequent colours are all alike.
const APART: [u32; 3] = [0, 24, 64];

/// A PNG with a palette.
pub struct SmallPng {
    pub bytes: Vec<u8>,
    /// How far it is from the picture: the mean of the squares of all differences, in steps of 255.
    pub error: f64,
}

/// The picture in at most `most` colours, up to 256. Transparency is not kept.
///
/// # Errors
/// When the encoder refuses, which a fault of this program would cause.
pub fn encode_in_colours(pixels: &Pixmap, most: usize) -> Result<SmallPng, PaintFault> {
    let counted = counted(pixels);
    let palettes = APART.map(|apart| Palette::new(&counted, most, apart));
    let best = palettes.iter().min_by(|a, b| a.error.total_cmp(&b.error));
    let Some(palette) = best else {
        return Err(PaintFault("a picture has no colours".into()));
    };
    let bytes = palette.encode(pixels)?;
    let error = palette.error;
    Ok(SmallPng { bytes, error })
}

/// The different colours of a picture and how often it has them, the most frequent first.
fn counted(pixels: &Pixmap) -> Vec<(Rgb, u64)> {
    let mut all: Vec<Rgb> = pixels.pixels().iter().map(rgb).collect();
    all.sort_unstable();
    let runs = all.chunk_by(|a, b| a == b);
    let mut counted: Vec<(Rgb, u64)> = runs.map(|run| (run[0], run.len() as u64)).collect();
    counted.sort_unstable_by_key(|(colour, count)| (Reverse(*count), *colour));
    counted
}

fn rgb(pixel: &resvg::tiny_skia::PremultipliedColorU8) -> Rgb {
    [pixel.red(), pixel.green(), pixel.blue()]
}

struct Palette {
    colours: Vec<Rgb>,
    /// The number in it of each colour of the picture, in the order of colours.
    numbers: Vec<(Rgb, u8)>,
    error: f64,
}

impl Palette {
    fn new(counted: &[(Rgb, u64)], most: usize, apart: u32) -> Palette {
        let mut colours: Vec<Rgb> = Vec::with_capacity(most);
        for (colour, _) in counted {
            let far = |other: &Rgb| {
                let parts = colour.iter().zip(other);
                parts.map(|(a, b)| u32::from(a.abs_diff(*b))).sum::<u32>() > apart
            };
            if colours.iter().all(far) {
                colours.push(*colour);
            }
            if colours.len() == most.min(256) {
                break;
            }
        }
        let (mut sum, mut pixels) = (0, 0);
        let mut numbers = Vec::with_capacity(counted.len());
        for (colour, count) in counted {
            let distances = colours.iter().zip(0u8..=255).map(|(near, number)| {
                let parts = colour.iter().zip(near);
                let squares = parts.map(|(a, b)| u64::from(a.abs_diff(*b)).pow(2));
                (squares.sum::<u64>(), number)
            });
            let (distance, number) = distances.min().unwrap_or_default();
            numbers.push((*colour, number));
            sum += distance * count;
            pixels += count;
        }
        numbers.sort_unstable();
        Palette { colours, numbers, error: sum as f64 / (3 * pixels) as f64 }
    }

    fn number(&self, colour: Rgb) -> u8 {
        let found = self.numbers.binary_search_by_key(&colour, |(known, _)| *known);
        found.map_or(0, |at| self.numbers[at].1)
    }

    fn encode(&self, pixels: &Pixmap) -> Result<Vec<u8>, ::png::EncodingError> {
        let numbers = pixels.pixels().iter().map(|pixel| self.number(rgb(pixel)));
        let numbers: Vec<u8> = numbers.collect();
        let mut bytes = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
        encoder.set_color(::png::ColorType::Indexed);
        encoder.set_depth(::png::BitDepth::Eight);
        encoder.set_palette(self.colours.concat());
        encoder.set_compression(::png::Compression::High);
        encoder.set_filter(::png::Filter::NoFilter);
        finish(encoder, &numbers)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia::PremultipliedColorU8;

    fn picture(colours: &[Rgb]) -> Pixmap {
        let mut pixels = Pixmap::new(colours.len() as u32, 1).unwrap();
        for (pixel, [r, g, b]) in pixels.pixels_mut().iter_mut().zip(colours) {
            *pixel = PremultipliedColorU8::from_rgba(*r, *g, *b, 255).unwrap();
        }
        pixels
    }

    fn shown(bytes: &[u8]) -> Vec<Rgb> {
        let picture = image::load_from_memory(bytes).unwrap().to_rgb8();
        picture.pixels().map(|pixel| pixel.0).collect()
    }

    #[test]
    fn as_many_colours_as_are_asked_for_are_kept_as_they_are() {
        let colours: Vec<Rgb> = (0..=255).map(|n| [n, 255 - n, n / 2]).collect();
        let small = encode_in_colours(&picture(&colours), 256).unwrap();
        assert_eq!((shown(&small.bytes), small.error), (colours, 0.0));
    }

    #[test]
    fn flat_colours_stay_and_the_blends_between_them_become_near_ones() {
        let mut colours = Vec::new();
        for n in 0..64u8 {
            let flat = [n * 4, 255 - n * 4, n % 7 * 36];
            colours.extend([flat; 20]);
            colours.push(flat.map(|part| part.saturating_add(9)));
        }
        let small = encode_in_colours(&picture(&colours), 64).unwrap();
        assert!(small.error < 6.0, "{}", small.error);
        for (shown, was) in shown(&small.bytes).chunks(21).zip(colours.chunks(21)) {
            assert_eq!(shown[..20], was[..20]);
        }
    }

    #[test]
    fn a_ramp_of_many_colours_shows_its_error() {
        let part = |n: u32, shift: u32| (n >> shift & 0xff) as u8;
        let colours: Vec<Rgb> =
            (0..4_000u32).map(|n| [part(n, 4), part(n, 2), part(n, 0)]).collect();
        let small = encode_in_colours(&picture(&colours), 256).unwrap();
        let squares = shown(&small.bytes).into_iter().zip(&colours).flat_map(|(shown, was)| {
            [0, 1, 2].map(|at| f64::from(shown[at].abs_diff(was[at])).powi(2))
        });
        let error = squares.sum::<f64>() / (3 * colours.len()) as f64;
        assert!((error - small.error).abs() < 1e-9, "{error}, {}", small.error);
        assert!(error > 1.0 && error < 400.0, "{error}");
    }
}
