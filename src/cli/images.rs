//! The options that say how fine pictures of pixels are stored in a print.

use crate::export::{Fineness, Job, Shelf, fit_pictures};

use super::cache::{Cache, MOST_BYTES};

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
    /// Makes the pictures of a print as fine as they are asked for.
    pub fn fit(&self, job: &mut Job) {
        let fineness = Fineness {
            dpi: self.image_dpi.0,
            quality: self.image_quality,
        };
        let cache = if self.no_cache {
            None
        } else {
            Cache::of_user()
        };
        let shelf = cache.as_ref().map(|cache| cache as &dyn Shelf);
        if fit_pictures(job, fineness, shelf)
            && let Some(cache) = cache
        {
            cache.sweep(MOST_BYTES);
        }
    }
}
