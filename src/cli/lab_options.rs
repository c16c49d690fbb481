//! Options of `lab` and `merge`: what does not matter, which share is played and where its counts go, and the variants that two versions
//! have in common.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::console::{Console, Done};
use super::part_file::is_our_part;
use super::report_options::ReportOptions;
use super::variants::{Rest, Variants};
use crate::cards::Pack;
use crate::lab::{LabPart, Shard};
use crate::rules::{Axis, Variant};
use crate::script::script_axes;
use crate::source::{Code, Diagnostic, Diagnostics, list_words};

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

/// The variants that are played: those that are asked for, if both versions have them.
///
/// # Errors
/// What a game does not have, or in what the two differ.
pub fn both_variants(asked: &Variants, packs: &[Pack; 2]) -> Result<Vec<Variant>, Diagnostics> {
    let [(before, of_old), (after, of_new)] = packs.each_ref().map(|pack| {
        let axes = script_axes(&pack.game);
        let chosen = asked.choose(&pack.game.id, &axes, Rest::All);
        (axes, chosen)
    });
    if before != after && of_old != of_new {
        return Err(set_up_otherwise(packs, [&before, &after]).into());
    }
    of_new
}

/// In what two versions differ, of which not the same variants are asked for.
fn set_up_otherwise(packs: &[Pack], [before, after]: [&[Axis]; 2]) -> Diagnostic {
    let values = |axes: &'_ [Axis], name: &str| -> Vec<String> {
        let axis = axes.iter().find(|axis| axis.name == name);
        axis.map_or_else(Vec::new, |axis| axis.values.clone())
    };
    let names: BTreeSet<&str> = before.iter().chain(after).map(|axis| axis.name.as_str()).collect();
    let (mut differ, mut options) = (Vec::new(), Vec::new());
    for name in names {
        let [was, is] = [before, after].map(|axes| values(axes, name));
        if was == is {
            continue;
        }
        let list = |values: &[String]| list_words(values.iter().map(String::as_str));
        differ.push(format!("{name} {} before the edit, {} after it", list(&was), list(&is)));
        let both: Vec<&str> =
            was.iter().filter(|value| is.contains(value)).map(String::as_str).collect();
        options.push((!both.is_empty()).then(|| format!("--{name} {}", both.join(","))));
    }
    let options: Option<Vec<String>> = options.into_iter().collect();
    let help = match options {
        Some(options) => format!("`{}` plays what both have", options.join(" ")),
        None => "a pair is two games with the same players, set up in the same way: count each version by itself with `deckproof lab play`, and compare the two".to_owned(),
    };
    let ids: Vec<String> = packs.iter().map(|pack| format!("`{}`", pack.game.id)).collect();
    let message = format!("{} are set up in other ways: {}", ids.join(" and "), differ.join("; "));
    Diagnostic::usage(Code::UnknownVariant, message).help(help)
}
