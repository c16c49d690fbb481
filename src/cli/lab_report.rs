//! Shows a run of the lab: on the terminal, and in the files that are asked for. A part of a run comes in. Called by `lab` and `merge`.

use std::path::PathBuf;

use crate::export::{png, svg};
use crate::lab::LabPart;
use crate::pages::{is_our_page, lab_page, lab_plots, plot_png};

use super::lab_data::{lab_csv, lab_json};
use super::lab_table::part_table;
use super::report::{Done, Report};
use crate::session::output;

/// Files of a report.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct ReportFiles {
    /// Write the report as one page for a browser, with curves; it fetches nothing
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the figures as comma-separated values, a line a figure, with intervals
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the figures as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the curves as drawings and pictures (SVG, PNG) into a folder
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
    /// Write the figures as a Parquet file, with the columns of --csv
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,
}

impl ReportFiles {
    pub fn are_wanted(&self) -> bool {
        let files = [
            &self.html,
            &self.csv,
            &self.json,
            &self.parquet,
            &self.plots,
        ];
        files.iter().any(|file| file.is_some())
    }
}

/// Shows a part of a run; `seconds` is how long it took, where it was played now.
///
/// # Errors
/// When a file cannot be written.
pub fn show_part(
    part: &LabPart,
    negligible: f64,
    seconds: Option<f64>,
    files: &ReportFiles,
    report: &Report,
) -> Done {
    report.say(&part_table(part, negligible, seconds));
    let written = |path: &PathBuf| report.say(&format!("{}: written", path.display()));
    if let Some(path) = &files.html {
        output::write_file(path, &lab_page(part, negligible), is_our_page)?;
        written(path);
    }
    if let Some(path) = &files.csv {
        output::write_file(path, lab_csv(part, negligible).as_bytes(), |head| {
            head.starts_with(super::lab_data::COLUMNS.as_bytes())
        })?;
        written(path);
    }
    if let Some(path) = &files.json {
        output::write_file(path, lab_json(part, negligible).as_bytes(), |head| {
            head.starts_with(b"{\"deckproof_lab\":")
        })?;
        written(path);
    }
    if let Some(folder) = &files.plots {
        output::folder(folder)?;
        for plot in lab_plots(part, negligible) {
            let path = folder.join(format!("{}.svg", plot.name));
            output::write_file(&path, &svg::drawing(&plot.svg), svg::made_by_us)?;
            let path = folder.join(format!("{}.png", plot.name));
            output::write_file(&path, &plot_png(&plot)?, png::made_by_us)?;
        }
        written(folder);
    }
    if let Some(path) = &files.parquet {
        let bytes = super::lab_data::lab_parquet(part, negligible)?;
        output::write_file(path, &bytes, |head| head.starts_with(b"PAR1"))?;
        written(path);
    }
    Ok(())
}
