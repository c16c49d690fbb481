//! Detects the format of a picture file by its first bytes, since its extension may be wrong, and reads its header. Bytes come
//! in, format and size go out. Called by reading and decoding.

use std::ops::Range;

use super::orientation::Orientation;
use crate::source::Fault;

/// A format that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RasterFormat {
    Png,
    Jpeg,
    Webp,
}

impl RasterFormat {
    pub fn recognize(bytes: &[u8]) -> Option<RasterFormat> {
        match bytes {
            [0x89, b'P', b'N', b'G', ..] => Some(RasterFormat::Png),
            [0xff, 0xd8, 0xff, ..] => Some(RasterFormat::Jpeg),
            _ if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") => {
                Some(RasterFormat::Webp)
            }
            _ => None,
        }
    }

    pub fn mime(self) -> &'static str {
        match self {
            RasterFormat::Png => "image/png",
            RasterFormat::Jpeg => "image/jpeg",
            RasterFormat::Webp => "image/webp",
        }
    }
}

/// Formats that are not read: the byte at which their sign stands, the sign, and what a person calls them.
const OTHERS: &[(usize, &[u8], &str)] = &[
    (0, b"GIF8", "a GIF"),
    (0, b"II*\0", "a TIFF"),
    (0, b"MM\0*", "a TIFF"),
    (0, b"II+\0", "a TIFF"),
    (0, b"MM\0+", "a TIFF"),
    (0, b"BM", "a BMP"),
    (4, b"ftypavi", "an AVIF"),
    (4, b"ftyphei", "a HEIC photo"),
    (4, b"ftyphev", "a HEIC photo"),
    (4, b"ftypmif1", "a HEIC photo"),
    (4, b"ftypmsf1", "a HEIC photo"),
    (4, b"ftypjxl", "a JPEG XL"),
    (0, b"\0\0\0\x0cJXL ", "a JPEG XL"),
    (0, b"\xff\x0a", "a JPEG XL"),
    (0, b"\0\0\0\x0cjP  ", "a JPEG 2000"),
    (0, b"\xff\x4f\xff\x51", "a JPEG 2000"),
    (0, b"8BPS", "a Photoshop file"),
    (0, b"gimp xcf", "a GIMP file"),
    (0, b"CSFCHUNK", "a Clip Studio file"),
    (0, b"\0\xffKA", "an Affinity file"),
    (0, b"%PDF", "a PDF"),
    (0, b"%!PS", "a PostScript file"),
    (0, b"\xc5\xd0\xd3\xc6", "an EPS file"),
    (0, b"\0\0\x01\0", "an icon file (ICO)"),
    (0, b"qoif", "a QOI"),
    (0, b"\x76\x2f\x31\x01", "an OpenEXR"),
    (0, b"#?RADIANCE", "a Radiance HDR"),
    (0, b"DDS ", "a DDS texture"),
    (0, b"PK\x03\x04", "a ZIP archive (a Procreate or Krita file is one)"),
    (0, b"\x1f\x8b", "compressed with gzip"),
];

/// What a file that is no PNG, JPEG or WebP is, and what to do: "is a GIF", "save it as …".
pub fn describe(bytes: &[u8]) -> Fault {
    const SAVE: &str = "save it as PNG, JPEG or WebP";
    if bytes.is_empty() {
        return Fault::new("is empty", "copy it again, or save it as PNG, JPEG or WebP");
    }
    let sign = |(at, sign, _): &&(usize, &[u8], &str)| {
        bytes.get(*at..).is_some_and(|rest| rest.starts_with(sign))
    };
    if let Some((_, _, what)) = OTHERS.iter().find(sign) {
        return Fault::new(format!("is {what}"), SAVE);
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(512)]).to_ascii_lowercase();
    let head = head.trim_start_matches('\u{feff}').trim_start();
    if head.starts_with("version https://git-lfs") {
        return Fault::new(
            "is the pointer of Git LFS, not the picture",
            "get the picture: git lfs pull",
        );
    }
    if head.contains("<svg") {
        return Fault::new("is an SVG", "let its name end in .svg");
    }
    if head.starts_with("<!doctype html") || head.starts_with("<html") {
        return Fault::new("is a web page", "download the picture itself");
    }
    Fault::new("is neither a PNG nor a JPEG nor a WebP", SAVE)
}

/// What a picture's file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureHeader {
    pub kind: RasterFormat,
    /// In pixels, as stored: before [`PictureHeader::orientation`] is applied.
    pub width: u32,
    pub height: u32,
    pub orientation: Orientation,
    /// Whether its colours are a printer's inks (CMYK), not light.
    pub inks: bool,
    /// The bytes that say how it is turned; for a PNG the whole chunk.
    pub(super) exif: Option<Range<usize>>,
}

impl PictureHeader {
    /// Of a picture in light, whose EXIF block is `exif`.
    pub(super) fn new(
        kind: RasterFormat,
        (width, height): (u32, u32),
        exif: Option<Range<usize>>,
        bytes: &[u8],
    ) -> Self {
        let block = exif.clone().and_then(|exif| bytes.get(exif));
        let orientation = block.map_or(Orientation::UPRIGHT, Orientation::of_exif);
        PictureHeader { kind, width, height, orientation, inks: false, exif }
    }

    /// Width and height as the picture is seen.
    pub fn seen(&self) -> (u32, u32) {
        self.orientation.turned((self.width, self.height))
    }

    /// The file without its orientation: some programs obey it and some do not. No pixel is changed.
    pub fn upright(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        let Some(exif) = self.exif.clone().filter(|_| !self.orientation.is_upright()) else {
            return bytes;
        };
        if self.kind == RasterFormat::Png {
            bytes.drain(exif);
        } else if let Some(exif) = bytes.get_mut(exif) {
            let _ = image::metadata::Orientation::remove_from_exif_chunk(exif);
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_bytes() {
        assert_eq!(RasterFormat::recognize(b"RIFF\x10\0\0\0WEBPVP8 "), Some(RasterFormat::Webp));
        for (bytes, what) in [
            (&b"GIF89a\x01"[..], "is a GIF"),
            (b"\0\0\0\x1cftypavif\0\0", "is an AVIF"),
            (b"\0\0\0\x18ftypheic\0\0", "is a HEIC photo"),
            (b"8BPS\0\x01", "is a Photoshop file"),
            (b"MM\0*\0\0", "is a TIFF"),
            (b"", "is empty"),
            (b"<?xml version=\"1.0\"?><svg", "is an SVG"),
            (b" <!DOCTYPE html><p>404", "is a web page"),
            (b"hello", "is neither a PNG nor a JPEG nor a WebP"),
        ] {
            assert_eq!(RasterFormat::recognize(bytes), None);
            assert_eq!(describe(bytes).message, what);
        }
    }
}
