//! Decodes the pixels of a picture, and encodes pixels as PNG. Bytes come in, pixels go out, and the other way round. Called to
//! turn pictures grey or to make them smaller.

use std::io::Cursor;
use std::sync::{Mutex, MutexGuard, PoisonError};

use image::ImageDecoder;
use image::codecs::webp::WebPDecoder;
use zune_jpeg::JpegDecoder;
use zune_jpeg::errors::DecodeErrors;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::kind::RasterFormat;
use crate::template::colour::Colour;

/// Above this, pictures are decoded one at a time: all cores together would take more memory than a small machine has.
const LARGE: u64 = 16_000_000;

/// Held while a large picture is decoded.
static ONE_LARGE: Mutex<()> = Mutex::new(());

/// Pixels as stored, rows from the top, eight bits a colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raster {
    pub width: u32,
    pub height: u32,
    /// 1: greys; 3: red, green, blue; 2 and 4: and how opaque.
    pub channels: usize,
    pub data: Vec<u8>,
    /// The profile of its colours, as the file holds it; inks have become light without it.
    pub profile: Option<Vec<u8>>,
}

impl Raster {
    /// Whether nothing of it is seen.
    pub fn is_clear(&self) -> bool {
        let mut pixels = self.data.chunks_exact(self.channels);
        self.channels.is_multiple_of(2) && pixels.all(|pixel| pixel.last() == Some(&0))
    }

    /// In greys, its transparency kept.
    #[must_use]
    pub fn grey(self) -> Raster {
        if self.channels < 3 {
            return self;
        }
        let grey = |p: &[u8]| {
            let (red, green, blue) = (p[0], p[1], p[2]);
            Colour { red, green, blue }.grey().red
        };
        let pixels = self.data.chunks_exact(self.channels);
        let data = match self.channels {
            3 => pixels.map(grey).collect(),
            _ => pixels.flat_map(|p| [grey(p), p[3]]).collect(),
        };
        Raster { channels: self.channels - 2, data, profile: None, ..self }
    }
}

/// Decodes a file whose header has been read and gave its size; `None` when the rest is damaged.
pub fn decode(bytes: &[u8], size: (u32, u32)) -> Option<Raster> {
    let _one = one_if_large(size);
    match RasterFormat::recognize(bytes)? {
        RasterFormat::Png => decode_png(bytes),
        RasterFormat::Jpeg => decode_jpeg(bytes, false).ok(),
        RasterFormat::Webp => decode_webp(bytes),
    }
}

/// That a JPEG of that size can be decoded without leniency.
pub fn check_jpeg(bytes: &[u8], size: (u32, u32)) -> Result<(), DecodeErrors> {
    let _one = one_if_large(size);
    decode_jpeg(bytes, true).map(drop)
}

fn one_if_large((width, height): (u32, u32)) -> Option<MutexGuard<'static, ()>> {
    let large = u64::from(width) * u64::from(height) > LARGE;
    large.then(|| ONE_LARGE.lock().unwrap_or_else(PoisonError::into_inner))
}

fn decode_png(bytes: &[u8]) -> Option<Raster> {
    let mut decoder = ::png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(::png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().ok()?;
    let profile = reader.info().icc_profile.as_ref().map(|p| p.to_vec());
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let frame = reader.next_frame(&mut pixels).ok()?;
    pixels.truncate(frame.buffer_size());
    let channels = match frame.color_type {
        ::png::ColorType::Indexed => return None,
        colours => colours.samples(),
    };
    Some(Raster { width: frame.width, height: frame.height, channels, data: pixels, profile })
}

/// Inks become light as most programs make them: what an ink leaves of the light, times what black leaves.
fn decode_jpeg(bytes: &[u8], strict: bool) -> Result<Raster, DecodeErrors> {
    let options = DecoderOptions::default().set_strict_mode(strict);
    let options = options.jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers()?;
    let stored = decoder.input_colorspace();
    let inks = matches!(stored, Some(ColorSpace::CMYK | ColorSpace::YCCK));
    let grey = stored == Some(ColorSpace::Luma);
    if grey {
        decoder.set_options(options.jpeg_set_out_colorspace(ColorSpace::Luma));
    }
    let data = decoder.decode()?;
    let (width, height) = decoder.dimensions().ok_or(DecodeErrors::ZeroError)?;
    Ok(Raster {
        width: width as u32,
        height: height as u32,
        channels: if grey { 1 } else { 3 },
        data,
        profile: decoder.icc_profile().filter(|_| !inks),
    })
}

fn decode_webp(bytes: &[u8]) -> Option<Raster> {
    let mut decoder = WebPDecoder::new(Cursor::new(bytes)).ok()?;
    let (width, height) = decoder.dimensions();
    let channels = usize::from(decoder.color_type().channel_count());
    let profile = decoder.icc_profile().ok()?;
    let mut data = vec![0; usize::try_from(decoder.total_bytes()).ok()?];
    decoder.read_image(&mut data).ok()?;
    Some(Raster { width, height, channels, data, profile })
}

/// The pixels as a PNG, packed fast: it is read again soon.
pub fn encode_png(raster: &Raster) -> Option<Vec<u8>> {
    let mut info = ::png::Info::with_size(raster.width, raster.height);
    info.color_type = match raster.channels {
        1 => ::png::ColorType::Grayscale,
        2 => ::png::ColorType::GrayscaleAlpha,
        3 => ::png::ColorType::Rgb,
        _ => ::png::ColorType::Rgba,
    };
    info.bit_depth = ::png::BitDepth::Eight;
    info.icc_profile = raster.profile.as_deref().map(Into::into);
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::with_info(&mut bytes, info).ok()?;
    encoder.set_compression(::png::Compression::Fast);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&raster.data).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::raster::read_header;

    #[test]
    fn a_coloured_picture_turns_grey_and_keeps_its_transparency() {
        let red =
            Raster { width: 1, height: 1, channels: 4, data: vec![255, 0, 0, 128], profile: None };
        let grey = red.clone().grey();
        assert_eq!((grey.channels, &grey.data[..]), (2, &[54, 128][..]));
        for raster in [red, grey] {
            let bytes = encode_png(&raster).unwrap();
            assert!(read_header(&bytes).is_ok());
            assert_eq!(decode(&bytes, (1, 1)), Some(raster));
        }
    }
}
