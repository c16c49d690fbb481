//! How a command shows what it found: the options `--format` and `--out`, the same of every command that has a report. A report comes in,
//! game by game; it is printed, and written to the files that are asked for.

use std::path::PathBuf;

use crate::report::{GameReport, Report, ReportFormat};
use crate::source::{Diagnostics, usage};

use super::console::{Console, Done};

/// Where a report goes.
#[derive(clap::Args)]
pub struct ReportOptions {
    /// How the report is written to the standard output
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: ReportFormat,
    /// Write the report to a file, too; the ending says how: .html, .md, .json or .csv (may be given several times)
    #[arg(long, short, value_name = "FILE")]
    out: Vec<PathBuf>,
}

impl ReportOptions {
    pub fn new(format: ReportFormat, out: &[PathBuf]) -> Self {
        ReportOptions { format, out: out.to_vec() }
    }

    /// Asks before the work whether all of it can be written. From here on only the report is on the standard output, if it is for a
    /// program.
    ///
    /// # Errors
    /// When a file has another ending, or is in the way.
    pub fn begin(
        &self,
        command: &'static str,
        console: &mut Console,
    ) -> Result<Showing, Diagnostics> {
        let mut files = Vec::new();
        for path in &self.out {
            let Some(format) = ReportFormat::of_file(path) else {
                let message = format!("the ending of `{}` says no format", path.display());
                let help = "end it in .html, .md, .json or .csv: `--out report.html`";
                return Err(usage!(UnknownName, message, help).into());
            };
            console.will_write("--out", path, format.is_ours())?;
            files.push((format, path.clone()));
        }
        if self.format != ReportFormat::Terminal {
            console.leave_stdout()?;
        }
        let report = Report { command, games: Vec::new() };
        Ok(Showing { report, format: self.format, files })
    }

    /// Whether anything but the terminal is shown the report.
    pub fn are_given(&self) -> bool {
        self.format != ReportFormat::Terminal || !self.out.is_empty()
    }
}

/// A report that is being built, and where it goes.
pub struct Showing {
    report: Report,
    format: ReportFormat,
    files: Vec<(ReportFormat, PathBuf)>,
}

impl Showing {
    /// Whether there is to be a page, for which pictures are painted.
    pub fn has_page(&self) -> bool {
        self.files
            .iter()
            .map(|(format, _)| *format)
            .chain([self.format])
            .any(|format| format == ReportFormat::Html)
    }

    /// Tells what was found of a game: on a terminal at once.
    pub fn tell(&mut self, game: GameReport, console: &Console) {
        if self.format == ReportFormat::Terminal {
            if !self.report.games.is_empty() {
                console.say("");
            }
            console.say(game.for_terminal().trim_end());
        }
        self.report.games.push(game);
    }

    /// Writes the whole report.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn finish(self, console: &Console) -> Done {
        if self.format != ReportFormat::Terminal {
            console.print(&self.format.write(&self.report));
        }
        for (format, path) in &self.files {
            let text = format.write(&self.report);
            console.write("--out", path, text.as_bytes(), format.is_ours())?;
        }
        Ok(())
    }
}
