//! How fine pictures of pixels are stored in a print.

use crate::export::{Fineness, Job, Shelf, fit_pictures};

use super::cache::{Cache, MOST_BYTES};

/// How fine they are, and whether those that were made smaller are kept for the next print.
#[derive(Debug, Clone, Copy)]
pub struct Images {
    pub fineness: Fineness,
    pub kept: bool,
}

impl Images {
    /// Makes the pictures of a print as fine as they are asked for.
    pub fn fit(&self, job: &mut Job) {
        let cache = self.kept.then(Cache::of_user).flatten();
        let shelf = cache.as_ref().map(|cache| cache as &dyn Shelf);
        if fit_pictures(job, self.fineness, shelf)
            && let Some(cache) = cache
        {
            cache.sweep(MOST_BYTES);
        }
    }
}
