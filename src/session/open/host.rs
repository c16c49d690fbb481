//! The interface between this part and the program that uses it: the files that were read, and methods to report warnings,
//! progress and results. The command line implements [`Host`]; [`SilentHost`] is for programs that print nothing.

use crate::source::{Diagnostics, Files};

/// Reports progress: how many of how many steps are done. Dropping it ends the task.
pub type Steps = Box<dyn Fn(usize, usize) + Sync>;

/// The program that calls this part.
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

/// Reports nothing, and keeps the diagnostics.
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
