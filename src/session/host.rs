//! What a session works in: the files that were read, and whoever is told how it goes.

use crate::source::{Diagnostics, Files};

/// Hears of steps: so many are done of so many; all of it is over when this is dropped.
pub type Steps = Box<dyn Fn(usize, usize) + Sync>;

/// The program that a session works for.
pub trait Host {
    /// The files that were read, for diagnostics to point into.
    fn files(&mut self) -> &mut Files;

    /// Faults that do not end the work.
    fn tell(&mut self, found: &Diagnostics);

    /// A line about the work: which game is meant.
    fn note(&self, line: &str);

    /// A line about a result.
    fn say(&self, line: &str);

    /// Something long begins.
    fn progress(&self, what: &str) -> Steps;
}

/// Works in silence, and keeps what was found.
#[derive(Default)]
pub struct SilentHost {
    pub files: Files,
    pub found: Diagnostics,
}

impl Host for SilentHost {
    fn files(&mut self) -> &mut Files {
        &mut self.files
    }

    fn tell(&mut self, found: &Diagnostics) {
        self.found.append(found.clone());
    }

    fn note(&self, _line: &str) {}

    fn say(&self, _line: &str) {}

    fn progress(&self, _what: &str) -> Steps {
        Box::new(|_, _| ())
    }
}
