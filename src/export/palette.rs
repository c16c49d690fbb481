//! Encodes small PNG files for pages in a browser. Pixels come in, a PNG with a palette of at most 256 colours goes out. Called
//! by `png`.

use std::collections::BTreeMap;

use resvg::tiny_skia::Pixmap;

use crate::raster::PaintFault;

/// A small PNG: with a palette, to which colours are rounded as finely as 256 of them allow.
///
/// # Errors
/// When the encoder refuses, which a fault of this program would cause.
pub fn encode_small(pixels: &Pixmap) -> Result<Vec<u8>, PaintFault> {
    encode(pixels).map_err(|e| PaintFault(e.to_string()))
}

fn encode(pixels: &Pixmap) -> Result<Vec<u8>, ::png::EncodingError> {
    let (palette, indices) = palette(pixels);
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(::png::ColorType::Indexed);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_palette(palette);
    encoder.set_compression(::png::Compression::High);
    encoder.set_filter(::png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indices)?;
    writer.finish()?;
    Ok(bytes)
}

/// Colours (three bytes each) and the number of each pixel's. Rounded colours are the mean of those that they stand for.
fn palette(pixels: &Pixmap) -> (Vec<u8>, Vec<u8>) {
    let colours = || {
        pixels
            .pixels()
            .iter()
            .map(|p| [p.red(), p.green(), p.blue()])
    };
    for bits in (1..=8u32).rev() {
        let rounded = |colour: [u8; 3]| colour.map(|part| part >> (8 - bits));
        let mut sums: BTreeMap<[u8; 3], ([u64; 3], u64)> = BTreeMap::new();
        for colour in colours() {
            let (sum, count) = sums.entry(rounded(colour)).or_default();
            for (sum, part) in sum.iter_mut().zip(colour) {
                *sum += u64::from(part);
            }
            *count += 1;
            if sums.len() > 256 {
                break;
            }
        }
        if sums.len() > 256 {
            continue;
        }
        let mean = |(sum, count): &([u64; 3], u64)| sum.map(|part| (part / count) as u8);
        let palette = sums.values().flat_map(mean).collect();
        let numbers: BTreeMap<_, u8> = sums.into_keys().zip(0..=u8::MAX).collect();
        let number = |colour| numbers.get(&rounded(colour)).copied().unwrap_or(0);
        return (palette, colours().map(number).collect());
    }
    (vec![0; 3], vec![0; pixels.pixels().len()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia::PremultipliedColorU8;

    fn picture(colours: &[[u8; 3]]) -> Pixmap {
        let mut pixels = Pixmap::new(colours.len() as u32, 1).unwrap();
        for (pixel, [r, g, b]) in pixels.pixels_mut().iter_mut().zip(colours) {
            *pixel = PremultipliedColorU8::from_rgba(*r, *g, *b, 255).unwrap();
        }
        pixels
    }

    #[test]
    fn up_to_256_colours_are_kept_as_they_are() {
        let colours: Vec<[u8; 3]> = (0..=255).map(|n| [n, 255 - n, n / 2]).collect();
        let (palette, indices) = palette(&picture(&colours));
        for (index, colour) in indices.into_iter().zip(colours) {
            let at = usize::from(index) * 3;
            assert_eq!(palette[at..at + 3], colour);
        }
    }

    #[test]
    fn more_colours_are_rounded_to_near_ones() {
        let part = |n: u32, shift: u32| (n >> shift & 0xff) as u8;
        let colours: Vec<[u8; 3]> = (0..4_000u32)
            .map(|n| [part(n, 4), part(n, 2), part(n, 0)])
            .collect();
        let (palette, indices) = palette(&picture(&colours));
        assert!(palette.len() <= 3 * 256);
        for (index, colour) in indices.into_iter().zip(colours) {
            let at = usize::from(index) * 3;
            for (kept, was) in palette[at..at + 3].iter().zip(colour) {
                assert!(kept.abs_diff(was) < 64, "{kept} for {was}");
            }
        }
    }
}
