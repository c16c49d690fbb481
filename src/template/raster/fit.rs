//! Makes a picture no larger than its print needs; the result depends only on its input. A picture and a wanted size come in, the
//! bytes of a picture go out. Called for each picture of a PDF.

use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder};

use super::decode::{Raster, decode, encode_png};
use super::kind::RasterFormat;
use super::orientation::Orientation;
use super::resample::shrink;

/// Quality of a JPEG that is made smaller when none is asked for: no difference is seen in print.
const QUALITY: u8 = 92;

/// A picture is made smaller when it has more pixels than are wanted, and this share more on a side: below it, more would be lost
/// than saved.
const SLACK: f64 = 1.1;

/// Raised when the same picture comes out in other bytes.
const VERSION: u32 = 2;

/// What a picture is wanted as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WantedPicture {
    /// Pixels across and down that its print shows, as it is seen; `None` keeps all.
    pub size: Option<(u32, u32)>,
    /// 1 to 100: opaque pictures may be stored as JPEG of that quality.
    pub quality: Option<u8>,
}

/// A picture made of pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pixels {
    /// In pixels, as the picture is seen: upright.
    pub width: u32,
    pub height: u32,
    /// How what is stored is turned to be seen.
    pub orientation: Orientation,
    /// `image/png`, `image/jpeg` or `image/webp`.
    pub mime: &'static str,
    pub bytes: Vec<u8>,
    /// The JPEG in a printer's inks that `bytes` show as light: a PDF holds it as it is.
    pub inks: Option<Vec<u8>>,
    /// Stands for the bytes: the SHA-256 of the file, and the ink when it is changed by it.
    pub digest: String,
}

impl Pixels {
    /// Whether [`Pixels::fitted`] would change anything.
    pub fn is_wanted_otherwise(&self, wanted: WantedPicture) -> bool {
        let lossless = self.mime != RasterFormat::Jpeg.mime();
        self.inks.is_none()
            && (self.smaller(wanted).is_some() || (lossless && wanted.quality.is_some()))
    }

    /// Stands for the bytes that [`Pixels::fitted`] gives.
    pub fn fitted_digest(&self, wanted: WantedPicture) -> String {
        let (width, height) = self.smaller(wanted).unwrap_or((0, 0));
        let quality = wanted.quality.unwrap_or(0);
        format!("{}-{width}x{height}-q{quality}-v{VERSION}", self.digest)
    }

    /// The picture as wanted, drawn in the same place; `None` when it is best as it is.
    #[must_use]
    pub fn fitted(&self, wanted: WantedPicture) -> Option<Pixels> {
        let whole = decode(&self.bytes, (self.width, self.height))?;
        let smaller = self.smaller(wanted).map(|size| self.orientation.turned(size));
        let raster = match smaller {
            Some((width, height)) => shrink(&whole, width, height),
            None => whole,
        };
        let lossy = self.mime == RasterFormat::Jpeg.mime();
        let quality = wanted.quality.or(lossy.then_some(QUALITY));
        let jpeg = quality.and_then(|quality| encode_jpeg(&raster, quality));
        let png = if lossy { None } else { encode_png(&raster) };
        let made = match (jpeg, png) {
            (Some(jpeg), Some(png)) if png.len() <= jpeg.len() => (RasterFormat::Png, png),
            (Some(jpeg), _) => (RasterFormat::Jpeg, jpeg),
            (None, png) => (RasterFormat::Png, png?),
        };
        // A JPEG that is not smaller would lose quality without a gain.
        let better = !lossy && made.0 == RasterFormat::Png || made.1.len() < self.bytes.len();
        better.then(|| self.stored_as(made.0.mime(), made.1))
    }

    /// With the bytes of a file that was made of it.
    #[must_use]
    pub fn stored_as(&self, mime: &'static str, bytes: Vec<u8>) -> Pixels {
        Pixels { mime, bytes, ..self.clone() }
    }

    /// The size that it is made smaller to, as seen.
    fn smaller(&self, wanted: WantedPicture) -> Option<(u32, u32)> {
        let (width, height) = wanted.size?;
        let by_width = f64::from(width) / f64::from(self.width);
        let by_height = f64::from(height) / f64::from(self.height);
        let scale = by_width.max(by_height);
        if scale * SLACK >= 1.0 {
            return None;
        }
        let side = |pixels: u32| ((f64::from(pixels) * scale).ceil() as u32).clamp(1, pixels);
        Some((side(self.width), side(self.height)))
    }
}

/// `None` when some of it is transparent.
fn encode_jpeg(raster: &Raster, quality: u8) -> Option<Vec<u8>> {
    let channels = raster.channels;
    let opaque =
        channels % 2 == 1 || raster.data.chunks_exact(channels).all(|p| p[channels - 1] == 255);
    if !opaque {
        return None;
    }
    let plain: Vec<u8>;
    let (colours, data) = match channels {
        1 => (ExtendedColorType::L8, &raster.data),
        3 => (ExtendedColorType::Rgb8, &raster.data),
        _ => {
            let pixels = raster.data.chunks_exact(channels);
            plain = pixels.flat_map(|p| &p[..channels - 1]).copied().collect();
            let grey = channels == 2;
            (if grey { ExtendedColorType::L8 } else { ExtendedColorType::Rgb8 }, &plain)
        }
    };
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
    if let Some(profile) = &raster.profile {
        encoder.set_icc_profile(profile.clone()).ok()?;
    }
    encoder.encode(data, raster.width, raster.height, colours).ok()?;
    Some(bytes)
}
