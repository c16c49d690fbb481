//! The formats of a report: their names, the endings of their files, and how a file of ours is known again.

use std::path::Path;

use super::document::{GameReport, Report};
use super::page_frame::is_our_page;
use super::{csv, html, json, markdown, terminal};

/// How a report is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ReportFormat {
    /// Tables for people, 80 columns wide
    #[default]
    Terminal,
    /// For a comment on a pull request, or notes
    Markdown,
    /// One page for a browser, with curves; it fetches nothing
    Html,
    /// One object, for programs
    Json,
    /// Comma-separated values, a line a figure, with intervals
    Csv,
}

impl ReportFormat {
    /// The format of a file with that name; `None` where its ending is no format's.
    pub fn of_file(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "md" => Some(ReportFormat::Markdown),
            "html" | "htm" => Some(ReportFormat::Html),
            "json" => Some(ReportFormat::Json),
            "csv" => Some(ReportFormat::Csv),
            _ => None,
        }
    }

    /// Whether a file that begins like this is a report of this format, and may be written over.
    pub fn is_ours(self) -> fn(&[u8]) -> bool {
        match self {
            ReportFormat::Terminal => |_| false,
            ReportFormat::Markdown => |head| head.starts_with(markdown::MARK.as_bytes()),
            ReportFormat::Html => is_our_page,
            ReportFormat::Json => |head| head.starts_with(json::MARK.as_bytes()),
            ReportFormat::Csv => |head| head.starts_with(csv::HEADER.as_bytes()),
        }
    }

    /// The whole report. For a terminal, colours are in it.
    pub fn write(self, report: &Report) -> String {
        match self {
            ReportFormat::Terminal => {
                let games: Vec<String> =
                    report.games.iter().map(GameReport::for_terminal).collect();
                games.join("\n")
            }
            ReportFormat::Markdown => markdown::write(report),
            ReportFormat::Html => html::write(report),
            ReportFormat::Json => json::write(report),
            ReportFormat::Csv => csv::write(report),
        }
    }
}

impl GameReport {
    /// What a terminal shows of it.
    pub fn for_terminal(&self) -> String {
        terminal::write(self)
    }
}
