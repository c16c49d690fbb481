//! Reduces the pictures of a job to the resolution of its paper, each once, for the largest size at which it is printed. A job
//! and a cache come in, the job with smaller pictures goes out. `session` calls it before a PDF is written.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rayon::prelude::*;

use super::Job;
use super::picture_cache::{MOST_BYTES, PictureCache};
use crate::template::{Drawn, Layer, Picture, Pixels, WantedPicture};

const MM_PER_INCH: f64 = 25.4;

/// What of pictures is wanted in a PDF.
#[derive(Debug, Clone, Copy)]
pub struct Fineness {
    /// Dots to the inch; `None` keeps all pixels.
    pub dpi: Option<f64>,
    /// 1 to 100: opaque pictures may be stored as JPEG of that quality.
    pub quality: Option<u8>,
    /// Whether pictures that were made smaller are kept for the next print.
    pub kept: bool,
}

/// Makes the pictures of `job` as fine as wanted.
pub fn fit_pictures(job: &mut Job, fineness: Fineness) {
    let cache = fineness.kept.then(PictureCache::of_user).flatten();
    let wanted = wanted(job, fineness);
    let made: BTreeMap<&str, Arc<Picture>> = wanted
        .par_iter()
        .filter_map(|(digest, (picture, size))| {
            let pixels = picture.pixels.as_ref()?;
            let size = fineness.dpi.map(|_| *size);
            let quality = fineness.quality;
            let pixels = fitted(pixels, WantedPicture { size, quality }, cache.as_ref())?;
            let picture = Picture { pixels: Some(pixels), ..picture.as_ref().clone() };
            Some((digest.as_str(), Arc::new(picture)))
        })
        .collect();
    if made.is_empty() {
        return;
    }
    let mut changed: HashMap<*const Drawn, Arc<Drawn>> = HashMap::new();
    for face in &mut job.faces {
        let whole = face.clone();
        *face = changed
            .entry(Arc::as_ptr(&whole))
            .or_insert_with(|| with_pictures(&whole, &made))
            .clone();
    }
    if let Some(cache) = cache {
        cache.sweep(MOST_BYTES);
    }
}

/// Each picture by what stands for its bytes, and how many pixels the paper shows of it at most.
fn wanted(job: &Job, fineness: Fineness) -> BTreeMap<String, (Arc<Picture>, (u32, u32))> {
    // How much larger than drawn each face is printed.
    let mut growth = vec![0f64; job.faces.len()];
    for placement in job.document.pages.iter().flat_map(|page| &page.placements) {
        let face = &job.faces[placement.face];
        let across = placement.trim.width / face.width;
        let down = placement.trim.height / face.height;
        let most = &mut growth[placement.face];
        *most = most.max(across).max(down);
    }
    let dpi = fineness.dpi.unwrap_or(0.0);
    let mut wanted: BTreeMap<String, (Arc<Picture>, (u32, u32))> = BTreeMap::new();
    for (face, growth) in job.faces.iter().zip(growth) {
        for layer in &face.layers {
            let Layer::Picture { picture, map, .. } = layer else {
                continue;
            };
            let Some(pixels) = &picture.pixels else {
                continue;
            };
            let [a, b, c, d, ..] = map.0;
            let dots = |length: f64| (length * growth / MM_PER_INCH * dpi).ceil().max(1.0) as u32;
            let [_, _, width, height] = picture.view;
            let (width, height) = (dots(width * a.hypot(b)), dots(height * c.hypot(d)));
            let entry = wanted.entry(pixels.digest.clone());
            let (_, most) = entry.or_insert_with(|| (picture.clone(), (1, 1)));
            *most = (most.0.max(width), most.1.max(height));
        }
    }
    wanted
}

fn fitted(pixels: &Pixels, wanted: WantedPicture, cache: Option<&PictureCache>) -> Option<Pixels> {
    if !pixels.is_wanted_otherwise(wanted) {
        return None;
    }
    let name = pixels.fitted_digest(wanted);
    if let Some((mime, bytes)) = cache.and_then(|cache| cache.get(&name)) {
        return (!bytes.is_empty()).then(|| pixels.stored_as(mime, bytes));
    }
    let made = pixels.fitted(wanted);
    if let Some(cache) = cache {
        // No bytes mean that the picture stays as it is.
        let kept = made.as_ref().map_or(&[][..], |made| &made.bytes);
        cache.put(&name, made.as_ref().map_or("image/png", |made| made.mime), kept);
    }
    made
}

fn with_pictures(face: &Drawn, made: &BTreeMap<&str, Arc<Picture>>) -> Arc<Drawn> {
    let mut face = face.clone();
    for layer in &mut face.layers {
        if let Layer::Picture { picture, .. } = layer
            && let Some(pixels) = &picture.pixels
            && let Some(smaller) = made.get(pixels.digest.as_str())
        {
            *picture = smaller.clone();
        }
    }
    Arc::new(face)
}
