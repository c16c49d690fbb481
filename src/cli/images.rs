//! The options that say how fine pictures of pixels are stored in a print.

use crate::export::Fineness;
use crate::session;

/// How fine pictures of pixels are stored.
#[derive(Debug, clap::Args)]
pub struct Images {
    /// Make pictures with more dots to the inch than this smaller, at the size at which they are printed; `none` keeps them
    #[arg(long, default_value = "300", value_name = "N|none", value_parser = image_dpi)]
    image_dpi: Dots,
    /// Store opaque pictures as JPEG of this quality where that is smaller; without it, what loses nothing stays so
    #[arg(long, value_name = "1-100", value_parser = clap::value_parser!(u8).range(1..=100))]
    image_quality: Option<u8>,
    /// Do not keep pictures that were made smaller for the next print
    #[arg(long)]
    no_cache: bool,
}

/// Dots to the inch, if there is a bound.
#[derive(Debug, Clone, Copy)]
struct Dots(Option<f64>);

fn image_dpi(text: &str) -> Result<Dots, String> {
    if text.eq_ignore_ascii_case("none") {
        return Ok(Dots(None));
    }
    let dpi = text
        .parse()
        .ok()
        .filter(|dpi| (20.0..=2400.0).contains(dpi));
    let dpi = dpi.ok_or("write dots to the inch from 20 to 2400, or `none`")?;
    Ok(Dots(Some(dpi)))
}

impl Images {
    pub fn fineness(&self) -> session::Images {
        let fineness = Fineness {
            dpi: self.image_dpi.0,
            quality: self.image_quality,
        };
        session::Images {
            fineness,
            kept: !self.no_cache,
        }
    }
}
