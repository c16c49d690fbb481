//! Runs the profiler behind `--profile`: counts how often each line of `rules.star` runs. A pack comes in; a table of the most
//! executed lines, and of those that never ran, is added to a report. Called by `check` and `fuzz`.

use std::sync::Arc;

use crate::cards::{LineCount, Pack, Profile};
use crate::report::{Cell, Column, GameReport, ReportTable, SectionKind, Tone, Visibility, row};
use crate::source::{Code, Diagnostic, counted};

/// Lines that are listed, those with the most work first.
const MOST_LINES: usize = 15;

/// Lines that are listed of those that never run.
const MOST_UNRUN: usize = 30;

/// Letters of a line that are shown.
const ROOM: usize = 48;

/// Counts the lines of a game's script from here on.
///
/// # Errors
/// When the game has no script.
pub fn begin_profile(pack: &mut Pack) -> Result<Arc<Profile>, Diagnostic> {
    let id = pack.game.id.clone();
    let Some(script) = &mut pack.game.script else {
        let message = format!("`{id}` has no rules.star whose lines could be counted");
        let fault = Diagnostic::usage(Code::CannotPlay, message);
        return Err(fault.help("name a game that is played, or leave --profile out"));
    };
    let profile = Arc::new(Profile::new(script.text()));
    script.profile = Some(profile.clone());
    Ok(profile)
}

/// Adds the lines with the most work, then those that never ran.
pub fn add_profile(pack: &Pack, profile: &Profile, report: &mut GameReport) {
    let script = pack.game.script.as_ref();
    let text: Vec<&str> = script.map_or_else(Vec::new, |script| script.text().lines().collect());
    let shown = |line: &LineCount| {
        let text = text.get(line.number - 1).map_or("", |text| text.trim_end());
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        match text.char_indices().nth(ROOM) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    };
    let lines = profile.lines();
    let all: u64 = lines.iter().map(|line| line.work).sum();
    let (mut run, unrun): (Vec<LineCount>, Vec<LineCount>) =
        lines.into_iter().partition(|line| line.runs > 0);
    run.sort_by_key(|line| (std::cmp::Reverse(line.work), line.number));
    let columns = [
        Column::label("line", "line"),
        Column::of("runs", "runs", "times"),
        Column::of("work", "work %", "percent"),
        Column::of("text", "rules.star", ""),
    ];
    let mut table = ReportTable::new("lines", columns);
    table.rows.extend(run.iter().take(MOST_LINES).map(|line| {
        let work = 100.0 * line.work as f64 / all.max(1) as f64;
        let (number, runs) = (Cell::Words(line.number.to_string()), Cell::Count(line.runs));
        row![number, runs, Cell::Number(work, 1), shown(line)]
    }));
    report.table(table);
    if let more @ 1.. = run.len().saturating_sub(MOST_LINES) {
        report.paragraph(format!("and {} with less", counted(more, "line")));
    }
    if unrun.is_empty() {
        report.paragraph("Every line ran.");
        return;
    }
    report.paragraph(format!("Never run: {}", counted(unrun.len(), "line")));
    let told = unrun.iter().take(MOST_UNRUN);
    let told =
        told.map(|line| (Tone::Plain, format!("  rules.star:{}  {}", line.number, shown(line))));
    report.add(SectionKind::Code(told.collect()), Visibility::Everyone);
    if let more @ 1.. = unrun.len().saturating_sub(MOST_UNRUN) {
        report.paragraph(format!("and {more} more"));
    }
}
