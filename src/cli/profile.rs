//! Runs the profiler behind `--profile`: counts how often each line of `rules.star` runs. A pack comes in; a table of the most
//! executed lines, and of those that never ran, goes out. Called by `check` and `fuzz`.

use std::sync::Arc;

use crate::cards::{LineCount, Pack, Profile};
use crate::source::{Code, Diagnostic, counted, grouped};

/// Lines that are listed, those with the most work first.
const MOST_LINES: usize = 15;

/// Lines that are listed of those that never run.
const MOST_UNRUN: usize = 30;

const WIDTH: usize = 80;

/// Counts the lines of a game's script from here on.
///
/// # Errors
/// When the game has no script.
pub fn begin(pack: &mut Pack) -> Result<Arc<Profile>, Diagnostic> {
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

/// The lines with the most work, then those that never ran.
pub fn describe_profile(pack: &Pack, profile: &Profile) -> String {
    let script = pack.game.script.as_ref();
    let text: Vec<&str> = script.map_or_else(Vec::new, |script| script.text().lines().collect());
    let shown = |line: &LineCount, room: usize| {
        let text = text.get(line.number - 1).map_or("", |text| text.trim_end());
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if text.chars().count() > room {
            format!("{}…", text.chars().take(room - 1).collect::<String>())
        } else {
            text
        }
    };
    let lines = profile.lines();
    let all: u64 = lines.iter().map(|line| line.work).sum();
    let (mut run, unrun): (Vec<LineCount>, Vec<LineCount>) =
        lines.into_iter().partition(|line| line.runs > 0);
    run.sort_by_key(|line| (std::cmp::Reverse(line.work), line.number));
    let mut told = vec![format!(" {:>5}  {:>15}  {:>6}  rules.star", "line", "runs", "work %")];
    for line in run.iter().take(MOST_LINES) {
        let head = format!(
            " {:>5}  {:>15}  {:>6.1}  ",
            line.number,
            grouped(line.runs),
            100.0 * line.work as f64 / all.max(1) as f64
        );
        told.push(format!("{head}{}", shown(line, WIDTH - head.chars().count())));
    }
    if let more @ 1.. = run.len().saturating_sub(MOST_LINES) {
        told.push(format!("        and {} with less", counted(more, "line")));
    }
    told.push(String::new());
    match unrun.as_slice() {
        [] => told.push("Every line ran.".to_owned()),
        unrun => {
            told.push(format!("Never run: {}", counted(unrun.len(), "line")));
            for line in unrun.iter().take(MOST_UNRUN) {
                let head = format!("  rules.star:{}  ", line.number);
                told.push(format!("{head}{}", shown(line, WIDTH - head.chars().count())));
            }
            if let more @ 1.. = unrun.len().saturating_sub(MOST_UNRUN) {
                told.push(format!("  and {more} more"));
            }
        }
    }
    told.join("\n")
}
