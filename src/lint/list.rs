//! The list of the checks.

use super::proof::Proof;
use super::sight::Sight;
use super::{
    colours_meet, forced_smaller, hair_line, low_contrast, low_resolution, no_bleed, not_printed,
    overlapping_words, unpaintable, unsafe_line, unsafe_picture, unsafe_words,
};
use crate::source::{Code, Diagnostics, Files};

/// A check: what it finds has its code.
pub struct Check {
    pub code: Code,
    pub look: fn(&Sight<'_>, &mut Files, &mut Diagnostics),
}

/// Every check there is.
pub const CHECKS: &[Check] = &[
    Check {
        code: Code::Unpaintable,
        look: unpaintable::look,
    },
    Check {
        code: Code::ForcedSmaller,
        look: forced_smaller::look,
    },
    Check {
        code: Code::UnsafeWords,
        look: unsafe_words::look,
    },
    Check {
        code: Code::UnsafePicture,
        look: unsafe_picture::look,
    },
    Check {
        code: Code::UnsafeLine,
        look: unsafe_line::look,
    },
    Check {
        code: Code::HairLine,
        look: hair_line::look,
    },
    Check {
        code: Code::LowResolution,
        look: low_resolution::look,
    },
    Check {
        code: Code::LowContrast,
        look: low_contrast::look,
    },
    Check {
        code: Code::ColoursMeet,
        look: colours_meet::look,
    },
    Check {
        code: Code::NoBleed,
        look: no_bleed::look,
    },
    Check {
        code: Code::NotPrinted,
        look: not_printed::look,
    },
    Check {
        code: Code::OverlappingWords,
        look: overlapping_words::look,
    },
];

/// All that the checks find, in the order of the list.
pub fn look(proof: &Proof<'_>, files: &mut Files) -> Diagnostics {
    let mut found = Diagnostics::new();
    let sight = Sight::new(proof, files);
    for check in CHECKS {
        (check.look)(&sight, files, &mut found);
    }
    found
}

/// Only what cannot be painted.
pub fn look_for_unpaintable(proof: &Proof<'_>, files: &mut Files) -> Diagnostics {
    let mut found = Diagnostics::new();
    unpaintable::look(&Sight::new(proof, files), files, &mut found);
    found
}
