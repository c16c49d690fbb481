//! Reads the whole of a picture file, once, so that nothing that draws or prints it later can fail. Bytes come in; a header, or
//! the reason why it cannot be read, goes out. Called for every picture that is loaded or checked.

use std::io::Cursor;
use std::ops::Range;

use super::decode::decode;
use super::jpeg::read_jpeg;
use super::kind::{PictureHeader, RasterFormat, describe};
use super::unreadable::{check_size, cut_short, damaged};
use crate::source::Fault;

/// Reads the whole file.
///
/// # Errors
/// Why it cannot be read, in words that follow its name, and what to do.
pub fn read_header(bytes: &[u8]) -> Result<PictureHeader, Fault> {
    match RasterFormat::recognize(bytes).ok_or_else(|| describe(bytes))? {
        RasterFormat::Png => read_png(bytes),
        RasterFormat::Jpeg => read_jpeg(bytes),
        RasterFormat::Webp => read_webp(bytes),
    }
}

/// Row by row: a file of a few bytes may hold a large picture.
fn read_png(bytes: &[u8]) -> Result<PictureHeader, Fault> {
    let wrong = |e: ::png::DecodingError| match e {
        ::png::DecodingError::IoError(_) => cut_short(),
        _ => damaged(),
    };
    // The size stands first (PNG, 11.2.1): a file that claims too much is not decoded, whatever else is wrong with it.
    let side = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    if let (Some(width), Some(height)) = (side(16), side(20)) {
        check_size(width, height)?;
    }
    let decoder = ::png::Decoder::new(Cursor::new(bytes));
    let mut reader = decoder.read_info().map_err(wrong)?;
    let size = reader.info().size();
    while reader.next_row().map_err(wrong)?.is_some() {}
    reader.finish().map_err(wrong)?;
    let mut chunks = chunks(bytes, 8, u32::from_be_bytes, false);
    let exif = chunks.find(|(name, _)| name == b"eXIf").map(|(_, exif)| exif);
    let header = PictureHeader::new(RasterFormat::Png, size, exif.clone(), bytes);
    // Length and name before it, the checksum behind it.
    let chunk = exif.map(|exif| exif.start - 8..exif.end + 4);
    Ok(PictureHeader { exif: chunk, ..header })
}

fn read_webp(bytes: &[u8]) -> Result<PictureHeader, Fault> {
    let long = bytes.get(4..8).and_then(|n| n.try_into().ok()).map_or(0, u32::from_le_bytes);
    if (bytes.len() as u64) < u64::from(long) + 8 {
        return Err(cut_short());
    }
    let webp = image::codecs::webp::WebPDecoder::new(Cursor::new(bytes)).map_err(|_| damaged())?;
    if webp.has_animation() {
        return Err(Fault::new(
            "is an animation: only single pictures are printed",
            "save one picture of it as PNG, JPEG or WebP",
        ));
    }
    let size = image::ImageDecoder::dimensions(&webp);
    check_size(size.0, size.1)?;
    let exif = chunks(bytes, 12, u32::from_le_bytes, true).find(|(name, _)| name == b"EXIF");
    let exif = exif.map(|(_, exif)| {
        let named = bytes[exif.clone()].starts_with(b"Exif\0\0");
        exif.start + if named { 6 } else { 0 }..exif.end
    });
    decode(bytes, size).ok_or_else(damaged)?;
    Ok(PictureHeader::new(RasterFormat::Webp, size, exif, bytes))
}

/// The named parts of a PNG (length before the name) or of a WebP (`riff`: behind it, and padded to even lengths), from byte `at`
/// on: name and content. A part that is not all there ends them.
fn chunks(
    bytes: &[u8],
    mut at: usize,
    number: fn([u8; 4]) -> u32,
    riff: bool,
) -> impl Iterator<Item = ([u8; 4], Range<usize>)> {
    let word = move |at: usize| bytes.get(at..at + 4)?.try_into().ok();
    std::iter::from_fn(move || {
        let (name, length): ([u8; 4], [u8; 4]) =
            if riff { (word(at)?, word(at + 4)?) } else { (word(at + 4)?, word(at)?) };
        let length = number(length) as usize;
        let content = at + 8..at + 8 + length;
        bytes.get(content.clone())?;
        at = content.end + if riff { length % 2 } else { 4 };
        Some((name, content))
    })
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use image::ExtendedColorType;
    use image::codecs::jpeg::JpegEncoder;
    use proptest::prelude::*;
    use proptest::sample::{Index, select};

    use super::*;

    /// 19 x 17 pixels, colours half as fine as the brightness across and down.
    const HALF: &str = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8yb\
            qmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAR\
            ABMDASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAQFAv/EABwQAQACAgMBAAAAAAAAAAAAAAADBAFhESExQf/EABgBAAIDAAAAAAAAAA\
            AAAAAAAAMFAAIG/8QAGxEBAAICAwAAAAAAAAAAAAAAAAIDARIEFFH/2gAMAwEAAhEDEQA/AMaOvpVHW0qir6WxVtARzslHIQYrdeDXxXxx8F9Y\
            +mXYTQrYQCoZ2l1jwAsNn//Z";

    /// The same, half as fine across.
    const HALF_ACROSS: &str = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8yb\
            qmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAR\
            ABMDASEAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAABAACBf/EABwQAAIDAAMBAAAAAAAAAAAAAAADAQRhESExQf/EABgBAAMBAQAAAAAAAA\
            AAAAAAAAEDBQQG/8QAHBEAAgICAwAAAAAAAAAAAAAAAAMBERITBFKR/9oADAMBAAIRAxEAPwDjLr4KXWwTM2P47BEVuvCBgU9hpVfBqq2AXNnP\
            IYIivHHwh+a+0elHZIZI1JnQRUmo8ImFY//Z";

    /// As [`HALF`], progressive.
    const PROGRESSIVE: &str = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk\
            //2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wgARCAARABMDASIAAhEBAxEB\
            /8QAGAABAQEBAQAAAAAAAAAAAAAAAAQFAQL/xAAWAQEBAQAAAAAAAAAAAAAAAAAEBQP/2gAMAwEAAhADEAAAAbfOZNijUY6jLulMaXQ8f//EABoQAAMAAw\
            EAAAAAAAAAAAAAAAABAgMQERP/2gAIAQEAAQUCVorKep1lUzrKHr//xAAbEQACAQUAAAAAAAAAAAAAAAAAAgMBBBARE//aAAgBAwEBPwGeOiLo5F3j/8QA\
            GREAAwADAAAAAAAAAAAAAAAAAAEEAxAU/9oACAECAQE/AcMyZzIn1//EABQQAQAAAAAAAAAAAAAAAAAAADD/2gAIAQEABj8CH//EABkQAQEAAwEAAAAAAA\
            AAAAAAAAEAESAxUf/aAAgBAQABPyExB7YSRol1F//aAAwDAQACAAMAAAAQW9eA/8QAGBEAAwEBAAAAAAAAAAAAAAAAAAERMUH/2gAIAQMBAT8QjDHfTQj/\
            xAAYEQADAQEAAAAAAAAAAAAAAAAAAREQMf/aAAgBAgEBPxBxRTwuH//EABoQAAIDAQEAAAAAAAAAAAAAAAABESExEEH/2gAIAQEAAT8Q2CE1gcrs9SMuJZ\
            JdmHywf//Z";

    fn jpeg(kind: ExtendedColorType, width: u32, height: u32) -> Vec<u8> {
        let parts = usize::from(kind.channel_count());
        let count = parts * (width * height) as usize;
        let pixels: Vec<u8> = (0..count).map(|n| (n * 37) as u8).collect();
        let mut bytes = Vec::new();
        let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 60);
        encoder.encode(&pixels, width, height, kind).unwrap();
        bytes
    }

    fn jpegs() -> impl Strategy<Value = Vec<u8>> {
        let kinds = [ExtendedColorType::L8, ExtendedColorType::Rgb8];
        let made = (0..2usize, 1..40u32, 1..40u32);
        prop_oneof![
            made.prop_map(move |(kind, width, height)| jpeg(kinds[kind], width, height)),
            select(&[HALF, HALF_ACROSS, PROGRESSIVE])
                .prop_map(|text| STANDARD.decode(text).unwrap()),
        ]
    }

    /// A picture that is read is one that is decoded, whole.
    fn assert_decodes(bytes: &[u8]) {
        if let Ok(header) = read_header(bytes) {
            let raster = decode(bytes, (header.width, header.height));
            let size = raster.map(|raster| (raster.width, raster.height));
            assert_eq!(size, Some((header.width, header.height)));
        }
    }

    #[test]
    fn jpegs_of_every_usual_sampling_are_read() {
        for text in [HALF, HALF_ACROSS, PROGRESSIVE] {
            let bytes = STANDARD.decode(text).unwrap();
            let header = read_header(&bytes).unwrap();
            assert_eq!((header.width, header.height), (19, 17));
            assert_decodes(&bytes);
        }
    }

    /// How many of all files that `damage` makes at a byte of the codes are refused, and how many there are.
    fn refused(whole: &[u8], damage: impl Fn(usize) -> Vec<u8>) -> (usize, usize) {
        let codes = whole.windows(2).position(|two| two == [0xff, 0xda]).unwrap() + 14;
        let places = codes..whole.len() - 2;
        let count = places.len();
        (places.filter(|at| read_header(&damage(*at)).is_err()).count(), count)
    }

    /// `limits.md` says what of this is found and what not.
    #[test]
    fn a_jpeg_that_is_cut_is_refused_and_a_changed_bit_seldom_seen() {
        let found = [HALF, HALF_ACROSS, PROGRESSIVE].map(|text| {
            let whole = STANDARD.decode(text).unwrap();
            let cut = refused(&whole, |at| whole[..at].to_vec());
            assert_eq!(cut.0, cut.1);
            // With an end mark, as a program writes that repairs files. Between two scans, nothing is missing that one could see.
            let close = |at: usize| {
                let whole = whole[..at].strip_suffix(&[0xff]).unwrap_or(&whole[..at]);
                [whole, &[0xff, 0xd9]].concat()
            };
            let flip = |at: usize| {
                let mut bytes = whole.clone();
                bytes[at] ^= 1 << (at % 8);
                bytes
            };
            [refused(&whole, close), refused(&whole, flip)]
        });
        assert_eq!(found, [[(45, 45), (13, 45)], [(53, 53), (15, 53)], [(348, 384), (277, 384)]],);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

        #[test]
        fn a_jpeg_that_is_read_is_decoded(
            mut bytes in jpegs(),
            changes in proptest::collection::vec((any::<Index>(), any::<u8>()), 0..3),
        ) {
            for (place, byte) in changes {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            assert_decodes(&bytes);
        }
    }
}
