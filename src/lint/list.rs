//! Lists and runs the checks of the look; a new check is a file and a line here. A [`Proof`] comes in, diagnostics go out. Called
//! by `session`.

use super::proof::Proof;
use super::scene::Scene;
use super::{
    colours_meet, covered, forced_smaller, hair_line, low_contrast, low_resolution, no_bleed,
    not_printed, overlapping_words, seat_looks, unpaintable, unsafe_line, unsafe_picture,
    unsafe_words,
};
use crate::source::{Diagnostics, Files};

/// A check.
type Look = fn(&Scene<'_>, &mut Files, &mut Diagnostics);

/// Every check there is.
const CHECKS: &[Look] = &[
    unpaintable::find_unpaintable,
    forced_smaller::find_forced_smaller,
    unsafe_words::find_unsafe_words,
    unsafe_picture::find_unsafe_picture,
    unsafe_line::find_unsafe_line,
    hair_line::find_hair_line,
    low_resolution::find_low_resolution,
    low_contrast::find_low_contrast,
    colours_meet::find_colours_meet,
    no_bleed::find_no_bleed,
    not_printed::find_not_printed,
    overlapping_words::find_overlapping_words,
    covered::find_covered,
    seat_looks::find_seat_looks,
];

/// All that the checks find, in the order of the list.
pub fn find_faults(proof: &Proof<'_>, files: &mut Files) -> Diagnostics {
    let mut found = Diagnostics::new();
    let scene = Scene::new(proof, files);
    for look in CHECKS {
        look(&scene, files, &mut found);
    }
    found
}

/// Only what cannot be painted.
pub fn look_for_unpaintable(proof: &Proof<'_>, files: &mut Files) -> Diagnostics {
    let mut found = Diagnostics::new();
    unpaintable::find_unpaintable(&Scene::new(proof, files), files, &mut found);
    found
}
