//! Options of `lab` and `merge`: what does not matter, which share is played and where its counts go.

use std::path::{Path, PathBuf};

use super::console::{Console, Done};
use super::report_options::ReportOptions;
use crate::session::{LabPart, Shard, is_our_part};
use crate::source::{Code, Diagnostic};

/// The difference that does not matter.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Negligible {
    /// Ignore differences in wins up to this many percentage points [default: 1]
    #[arg(long = "negligible", id = "negligible", value_name = "POINTS", value_parser = points)]
    points: Option<f64>,
}

/// How even is even.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Even {
    /// How far from an even share, in percentage points, a side may be and still count as even [default: 2]
    #[arg(long = "even", id = "even", value_name = "POINTS", value_parser = points)]
    points: Option<f64>,
}

impl Negligible {
    pub fn given(self) -> bool {
        self.points.is_some()
    }

    pub fn or(self, points: f64) -> f64 {
        self.points.unwrap_or(points)
    }
}

impl Even {
    pub fn given(self) -> bool {
        self.points.is_some()
    }

    pub fn or(self, points: f64) -> f64 {
        self.points.unwrap_or(points)
    }
}

fn points(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(points) if points > 0.0 && points <= 50.0 => Ok(points),
        _ => Err("write percentage points, above 0 and up to 50: 1 or 0.5".to_owned()),
    }
}

/// A share of a run.
#[derive(Debug, clap::Args)]
pub struct Share {
    /// Play only a share of the games, for `deckproof merge`
    #[arg(long, value_name = "K/N", requires = "part")]
    shard: Option<Shard>,
    /// Write exact counts to a file, for `deckproof merge`
    #[arg(long, value_name = "FILE")]
    part: Option<PathBuf>,
}

impl Share {
    pub fn is_asked_for(&self) -> bool {
        self.shard.is_some()
    }

    pub fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    pub fn part(&self) -> Option<&Path> {
        self.part.as_deref()
    }

    /// Writes the counts, if they are asked for.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, part: &LabPart, console: &Console) -> Done {
        match &self.part {
            Some(path) => console.write("--part", path, part.text().as_bytes(), is_our_part),
            None => Ok(()),
        }
    }

    /// Refuses an option of the report for a share that has none.
    ///
    /// # Errors
    /// When the option would be passed over.
    pub fn refuses(&self, option: &str, is_given: bool, shown: &ReportOptions) -> Done {
        if !is_given || !self.is_asked_for() || shown.are_given() {
            return Ok(());
        }
        let message = format!("`{option}` is of a report, and a share has none");
        let help = format!("write it where the parts come together: `deckproof merge {option}`");
        Err(Diagnostic::usage(Code::OptionsDisagree, message).help(help).into())
    }
}
