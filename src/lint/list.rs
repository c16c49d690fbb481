//! The list of the checks.

use super::proof::Proof;
use super::{rulings, unused_files};
use crate::source::{Code, Diagnostics, Files};

/// A check: what it finds has its code.
pub struct Check {
    pub code: Code,
    pub look: fn(&Proof<'_>, &mut Files, &mut Diagnostics),
}

/// Every check there is.
pub const CHECKS: &[Check] = &[
    Check {
        code: Code::RulingWithoutRule,
        look: rulings::look,
    },
    Check {
        code: Code::UnusedFile,
        look: unused_files::look,
    },
];

/// All that the checks find, in the order of the list.
pub fn look(proof: &Proof<'_>, files: &mut Files) -> Diagnostics {
    let mut found = Diagnostics::new();
    for check in CHECKS {
        (check.look)(proof, files, &mut found);
    }
    found
}
