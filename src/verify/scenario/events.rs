//! Checks which events a step logged. The logged lines and the `events` and `never` lists come in; a diagnostic for
//! each mismatch goes out. Called by `playing`.

use super::assertions::CHANGED;
use super::cards;
use super::reading::SpannedText;
use crate::rules::Names;
use crate::source::{Code, Diagnostic, Diagnostics, did_you_mean};

/// Most events that a message lists.
const MOST_LISTED: usize = 12;

/// Compares what was `told` with the lines that must appear in this order, and those that must not appear.
pub fn check_events(
    names: &Names,
    told: &[String],
    events: &[SpannedText],
    never: &[SpannedText],
) -> Diagnostics {
    let mut faults = Diagnostics::new();
    for (line, span) in events.iter().chain(never) {
        if let Some(word) = cards::unknown_in(line, names) {
            faults.push(cards::unknown(word, names, (line, *span)));
        }
    }
    for (line, span) in never {
        let what = subject(line);
        if !is_told_of(what, names) {
            let known = names.notes.iter().chain(&names.counters);
            let help = match did_you_mean(what, known.map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "begin with a note, a counter or a card, as events do".to_owned(),
            };
            let message = format!("nothing is ever told of `{what}`");
            let fault = Diagnostic::error(Code::DoesNotHold, message);
            faults.push(fault.at(*span).help(help));
        }
    }
    if !faults.is_empty() {
        return faults;
    }
    let mut next = 0;
    for (line, span) in events {
        let rest = &told[next..];
        match rest.iter().position(|t| t == line) {
            Some(at) => next += at + 1,
            None => {
                let near = did_you_mean(line, rest.iter().map(String::as_str));
                let found = match near {
                    _ if told[..next].contains(line) => "it before the lines above".to_owned(),
                    Some(near) => format!("`{near}`"),
                    None => "none like it".to_owned(),
                };
                let message = format!("expected the event `{line}`, found {found}");
                let help = match near {
                    Some(_) => CHANGED.to_owned(),
                    None => format!("what happened: {}", listed(told)),
                };
                faults.push(Diagnostic::error(Code::DoesNotHold, message).at(*span).help(help));
            }
        }
    }
    for (line, span) in never {
        // A word alone is any event of it.
        let is_it = |event: &&String| *event == line || subject(event) == line;
        if let Some(found) = told.iter().find(is_it) {
            let found = if found == line { "it".to_owned() } else { format!("`{found}`") };
            let message = format!("expected no event `{line}`, found {found}");
            faults.push(Diagnostic::error(Code::DoesNotHold, message).at(*span).help(CHANGED));
        }
    }
    faults
}

/// What an event is about: a note, a counter, a card; of a shuffle the word for it.
fn subject(line: &str) -> &str {
    let ends = [" = ", " at ", ": ", " "];
    let end = ends.iter().filter_map(|end| line.find(end)).min();
    line[..end.unwrap_or(line.len())].trim_end_matches(':')
}

fn is_told_of(what: &str, names: &Names) -> bool {
    let mut words = names.notes.iter().chain(&names.counters);
    what == "shuffle" || words.any(|word| word == what) || cards::is_known(what, names)
}

fn listed(told: &[String]) -> String {
    let mut shown: Vec<String> = told.iter().take(MOST_LISTED).map(|t| format!("`{t}`")).collect();
    if told.is_empty() {
        shown.push("nothing".to_owned());
    }
    if told.len() > MOST_LISTED {
        shown.push(format!("and {} more", told.len() - MOST_LISTED));
    }
    shown.join(", ")
}
