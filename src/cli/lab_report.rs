//! Shows a run of the lab: on the terminal, and in the files that are asked for. A run comes in. Called by `lab` and `merge`.

use std::path::PathBuf;

use crate::lab::{LabPart, missing_words};
use crate::pages::{is_our_page, lab_page};

use super::lab_data::{lab_csv, lab_json};
use super::lab_table::part_table;
use super::report::{Done, Report};
use crate::session::{EVEN, NEGLIGIBLE, RecordedResults, RunFigures, output, shown_header};

/// Differences that do not matter, in percentage points of wins.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct LabBounds {
    /// Of pairs: ignore differences in wins up to this many percentage points [default: 1]
    #[arg(long, value_name = "POINTS", value_parser = points)]
    pub negligible: Option<f64>,
    /// How far from an even share, in percentage points, a side may be and still count as even [default: 2]
    #[arg(long, value_name = "POINTS", value_parser = points)]
    pub even: Option<f64>,
}

impl LabBounds {
    pub fn negligible(self) -> f64 {
        self.negligible.unwrap_or(NEGLIGIBLE)
    }

    pub fn even(self) -> f64 {
        self.even.unwrap_or(EVEN)
    }
}

fn points(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(points) if points > 0.0 && points <= 50.0 => Ok(points),
        _ => Err("write percentage points, above 0 and up to 50: 1 or 0.5".to_owned()),
    }
}

/// Files of a report.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct ReportFiles {
    /// Write the report as one page for a browser, with curves; it fetches nothing
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the figures as comma-separated values, a line a figure, with intervals; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the figures as JSON; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl ReportFiles {
    /// Checked before games are played, so that nobody waits for a report that can't be written.
    ///
    /// # Errors
    /// As [`Report::will_write`].
    pub fn can_be_written(&self, report: &mut Report) -> Done {
        let files: [(_, _, output::MadeByUs); 3] = [
            ("--html", &self.html, is_our_page),
            ("--csv", &self.csv, is_our_csv),
            ("--json", &self.json, is_our_json),
        ];
        for (option, path, made_by_us) in files {
            if let Some(path) = path {
                report.will_write(option, path, made_by_us)?;
            }
        }
        Ok(())
    }

    pub fn are_wanted(&self) -> bool {
        let files = [&self.html, &self.csv, &self.json];
        files.iter().any(|file| file.is_some())
    }
}

fn is_our_csv(head: &[u8]) -> bool {
    head.starts_with(super::lab_data::COLUMNS.as_bytes())
}

fn is_our_json(head: &[u8]) -> bool {
    head.starts_with(b"{\"deckproof_lab\":")
}

/// A run to be shown: what is written is made when it is asked for.
pub struct ShownRun<'a> {
    pub text: String,
    pub figures: &'a dyn Fn() -> RunFigures,
    pub page: &'a dyn Fn() -> Vec<u8>,
}

/// Shows a part of a run, beside games that people recorded; `seconds` is how long it took, where it was played now. What is missing of the run
/// is told first.
///
/// # Errors
/// When a file cannot be written.
pub fn show_part(
    part: &LabPart,
    recorded: Option<&RecordedResults>,
    bounds: LabBounds,
    seconds: Option<f64>,
    files: &ReportFiles,
    report: &mut Report,
) -> Done {
    if let Some(said) = missing_words(part) {
        report.note(&said);
    }
    let nothing = RecordedResults::default();
    let shown = ShownRun {
        text: part_table(part, recorded, bounds, seconds),
        figures: &|| {
            let mut figures = RunFigures::of_part(part, bounds.negligible());
            figures.header = shown_header(part, bounds.negligible(), bounds.even());
            figures.beside(recorded.unwrap_or(&nothing))
        },
        page: &|| lab_page(part, recorded, bounds.negligible(), bounds.even()),
    };
    show_run(&shown, files, report)
}

/// Shows a run.
///
/// # Errors
/// When a file cannot be written.
pub fn show_run(shown: &ShownRun<'_>, files: &ReportFiles, report: &mut Report) -> Done {
    report.say(&shown.text);
    if let Some(path) = &files.html {
        report.write("--html", path, &(shown.page)(), is_our_page)?;
    }
    if let Some(path) = &files.csv {
        let text = lab_csv(&(shown.figures)());
        report.write("--csv", path, text.as_bytes(), is_our_csv)?;
    }
    if let Some(path) = &files.json {
        let text = lab_json(&(shown.figures)());
        report.write("--json", path, text.as_bytes(), is_our_json)?;
    }
    Ok(())
}
