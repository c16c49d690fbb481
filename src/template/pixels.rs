//! Pictures of pixels in greys.

use std::io::Cursor;

use super::colour::Colour;

/// A PNG or JPEG as a PNG in greys, its transparency kept; `None` when the file is damaged.
pub fn grey(bytes: &[u8], mime: &str) -> Option<Vec<u8>> {
    let (width, height, rgba) = match mime {
        "image/png" => read_png(bytes)?,
        _ => read_jpeg(bytes)?,
    };
    let grey: Vec<u8> = rgba
        .chunks_exact(4)
        .flat_map(|p| {
            let (red, green, blue) = (p[0], p[1], p[2]);
            [Colour { red, green, blue }.grey().red, p[3]]
        })
        .collect();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::GrayscaleAlpha);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&grey).ok()?;
    writer.finish().ok()?;
    Some(out)
}

/// Width, height, and four bytes a pixel.
type Rgba = (u32, u32, Vec<u8>);

fn read_png(bytes: &[u8]) -> Option<Rgba> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let frame = reader.next_frame(&mut pixels).ok()?;
    pixels.truncate(frame.buffer_size());
    let rgba = match frame.color_type {
        png::ColorType::Rgba => pixels,
        png::ColorType::Rgb => spread(&pixels, 3, |p| [p[0], p[1], p[2], 255]),
        png::ColorType::Grayscale => spread(&pixels, 1, |p| [p[0], p[0], p[0], 255]),
        png::ColorType::GrayscaleAlpha => spread(&pixels, 2, |p| [p[0], p[0], p[0], p[1]]),
        png::ColorType::Indexed => return None,
    };
    Some((frame.width, frame.height, rgba))
}

fn read_jpeg(bytes: &[u8]) -> Option<Rgba> {
    use zune_jpeg::JpegDecoder;
    use zune_jpeg::zune_core::bytestream::ZCursor;
    use zune_jpeg::zune_core::colorspace::ColorSpace;
    use zune_jpeg::zune_core::options::DecoderOptions;
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGBA);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    let rgba = decoder.decode().ok()?;
    let (width, height) = decoder.dimensions()?;
    Some((
        u32::try_from(width).ok()?,
        u32::try_from(height).ok()?,
        rgba,
    ))
}

fn spread(pixels: &[u8], channels: usize, pixel: impl Fn(&[u8]) -> [u8; 4]) -> Vec<u8> {
    pixels.chunks_exact(channels).flat_map(pixel).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coloured_picture_turns_grey_and_keeps_its_transparency() {
        let mut red = Vec::new();
        let mut encoder = png::Encoder::new(&mut red, 1, 1);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&[255, 0, 0, 128]).unwrap();
        writer.finish().unwrap();
        let (_, _, pixels) = read_png(&grey(&red, "image/png").unwrap()).unwrap();
        assert_eq!(pixels, [54, 54, 54, 128]);
    }

    #[test]
    fn a_damaged_picture_is_refused() {
        assert_eq!(grey(b"no picture", "image/png"), None);
        assert_eq!(grey(b"no picture", "image/jpeg"), None);
    }
}
