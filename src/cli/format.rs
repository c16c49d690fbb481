//! How the diagnostics of a run are told.

use crate::source::{Diagnostics, Files, github, json, sarif};

/// For whom diagnostics are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Lines with the place marked, on stderr as they are found
    #[default]
    Human,
    /// One JSON object
    Json,
    /// SARIF 2.1.0, which code hosts take as findings
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
}

impl Format {
    /// Whether stdout is for a machine, and holds nothing but the diagnostics.
    pub fn is_for_a_machine(self) -> bool {
        self != Format::Human
    }

    /// All diagnostics of a run at once; nothing for people, who were told already.
    pub fn write(self, diagnostics: &Diagnostics, files: &Files) -> String {
        let here = std::env::current_dir().unwrap_or_default();
        let here = here.display().to_string();
        match self {
            Format::Human => String::new(),
            Format::Json => json(diagnostics, files),
            Format::Sarif => sarif(diagnostics, files, &here),
            Format::Github => github(diagnostics, files, &here),
        }
    }
}
