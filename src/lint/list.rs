//! Lists and runs the checks of the look; a new check is a file and a line here. A [`Proof`] comes in, diagnostics go out.

use rayon::prelude::*;

use super::proof::Proof;
use super::scene::{Scene, SeenFace};
use super::tally::{Flaws, report};
use super::{
    colours_meet, covered, forced_smaller, hair_line, low_contrast, low_resolution, no_bleed,
    not_printed, overlapping_words, seat_looks, unpaintable, unsafe_line, unsafe_picture,
    unsafe_words,
};
use crate::source::{Code, Diagnostics, Files};

/// A check.
enum Check {
    /// Of all faces together.
    Game(fn(&Scene<'_>, &Files, &mut Diagnostics)),
    /// Of one face after the other; what it finds is reported once for each element.
    Face(Code, fn(SeenFace<'_>, &Files) -> Flaws),
}

/// Every check there is.
const CHECKS: &[Check] = {
    use Check::{Face, Game};
    &[
        Game(unpaintable::find_unpaintable),
        Game(forced_smaller::find_forced_smaller),
        Face(Code::UnsafeWords, unsafe_words::find_unsafe_words),
        Face(Code::UnsafePicture, unsafe_picture::find_unsafe_picture),
        Face(Code::UnsafeLine, unsafe_line::find_unsafe_line),
        Face(Code::HairLine, hair_line::find_hair_line),
        Face(Code::LowResolution, low_resolution::find_low_resolution),
        Face(Code::LowContrast, low_contrast::find_low_contrast),
        Game(colours_meet::find_colours_meet),
        Face(Code::NoBleed, no_bleed::find_no_bleed),
        Game(not_printed::find_not_printed),
        Face(Code::OverlappingWords, overlapping_words::find_overlapping_words),
        Face(Code::Covered, covered::find_covered),
        Game(seat_looks::find_seat_looks),
    ]
};

/// All that the checks find, in the order of the list.
pub fn find_faults(proof: &Proof<'_>, files: &mut Files) -> Diagnostics {
    let mut found = Diagnostics::new();
    let (scene, files) = (Scene::new(proof, files), &*files);
    for check in CHECKS {
        match check {
            Check::Game(find) => find(&scene, files, &mut found),
            Check::Face(code, find) => {
                let faces: Vec<SeenFace<'_>> = scene.faces().collect();
                let findings: Vec<Flaws> =
                    faces.par_iter().map(|face| find(*face, files)).collect();
                report(*code, &faces, findings, &mut found);
            }
        }
    }
    found
}

/// Only what cannot be painted.
pub fn look_for_unpaintable(proof: &Proof<'_>, files: &mut Files) -> Diagnostics {
    let mut found = Diagnostics::new();
    unpaintable::find_unpaintable(&Scene::new(proof, files), files, &mut found);
    found
}
