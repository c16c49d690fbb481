//! Lists and runs the checks of the look; a new check is a file and a line here. A [`Proof`] comes in, diagnostics go out. Called
//! by `session`.

use super::proof::Proof;
use super::scene::Scene;
use super::{
    colours_meet, covered, forced_smaller, hair_line, low_contrast, low_resolution, no_bleed,
    not_printed, overlapping_words, unpaintable, unsafe_line, unsafe_picture, unsafe_words,
};
use crate::source::{Code, Diagnostics, Files};

/// A check: what it finds has its code.
pub struct Lint {
    pub code: Code,
    pub look: fn(&Scene<'_>, &mut Files, &mut Diagnostics),
}

/// Every check there is.
pub const CHECKS: &[Lint] = &[
    Lint {
        code: Code::Unpaintable,
        look: unpaintable::find_unpaintable,
    },
    Lint {
        code: Code::ForcedSmaller,
        look: forced_smaller::find_forced_smaller,
    },
    Lint {
        code: Code::UnsafeWords,
        look: unsafe_words::find_unsafe_words,
    },
    Lint {
        code: Code::UnsafePicture,
        look: unsafe_picture::find_unsafe_picture,
    },
    Lint {
        code: Code::UnsafeLine,
        look: unsafe_line::find_unsafe_line,
    },
    Lint {
        code: Code::HairLine,
        look: hair_line::find_hair_line,
    },
    Lint {
        code: Code::LowResolution,
        look: low_resolution::find_low_resolution,
    },
    Lint {
        code: Code::LowContrast,
        look: low_contrast::find_low_contrast,
    },
    Lint {
        code: Code::ColoursMeet,
        look: colours_meet::find_colours_meet,
    },
    Lint {
        code: Code::NoBleed,
        look: no_bleed::find_no_bleed,
    },
    Lint {
        code: Code::NotPrinted,
        look: not_printed::find_not_printed,
    },
    Lint {
        code: Code::OverlappingWords,
        look: overlapping_words::find_overlapping_words,
    },
    Lint {
        code: Code::Covered,
        look: covered::find_covered,
    },
];

/// All that the checks find, in the order of the list.
pub fn find_faults(proof: &Proof<'_>, files: &mut Files) -> Diagnostics {
    let mut found = Diagnostics::new();
    let scene = Scene::new(proof, files);
    for check in CHECKS {
        (check.look)(&scene, files, &mut found);
    }
    found
}

/// Only what cannot be painted.
pub fn look_for_unpaintable(proof: &Proof<'_>, files: &mut Files) -> Diagnostics {
    let mut found = Diagnostics::new();
    unpaintable::find_unpaintable(&Scene::new(proof, files), files, &mut found);
    found
}
