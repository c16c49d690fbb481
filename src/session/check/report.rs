//! The report of a check: what is wrong with a game, and what was proven. What was examined comes in, a report goes out. Called by the
//! command `check`.

use crate::cards::Pack;
use crate::report::{Cell, Column, GameReport, ListItem, ReportTable, Tone, Visibility};
use crate::source::{Diagnostic, Diagnostics, Files, Severity, counted};

use super::examining::Examined;

/// `2 errors, 1 warning`; nothing when nothing was found.
pub fn tally(found: &Diagnostics) -> Option<String> {
    let of = |severity: Severity| match found.count(severity) {
        0 => None,
        n => Some(counted(n, severity.name())),
    };
    let counts = [of(Severity::Error), of(Severity::Warning)];
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    (!counts.is_empty()).then(|| counts.join(", "))
}

/// What a game is said to be like: `2 errors, 1 warning`.
fn verdict(found: &Diagnostics, allowed: usize) -> String {
    let verdict = tally(found).unwrap_or_else(|| "no fault found".to_owned());
    match allowed {
        0 => verdict,
        n => format!("{verdict}, {} allowed", counted(n, "warning")),
    }
}

/// Of a game that could not be read.
pub fn unread_report(id: &str, found: &Diagnostics, files: &Files) -> GameReport {
    let mut report = GameReport::new(id.to_owned());
    report.verdict = verdict(found, 0);
    add_findings(found, files, &mut report);
    report
}

/// Of a game that was examined.
pub fn check_report(pack: &Pack, examined: &Examined, files: &Files) -> GameReport {
    let decks = counted(pack.decks.len(), "deck");
    let cards: u32 = pack.decks.iter().map(|deck| deck.cards()).sum();
    let cards = counted(cards as usize, "card");
    let verdict = verdict(&examined.found, examined.allowed);
    let mut report = GameReport::new(pack.game.full_title());
    report.verdict = format!("{decks}, {cards}, {verdict}");
    let proofs = examined.proofs.iter().map(|proof| ListItem::new(Tone::Plain, proof));
    report.list(proofs.collect());
    add_findings(&examined.found, files, &mut report);
    report
}

/// Every fault with its place. A terminal is told them by themselves, each with its line.
fn add_findings(found: &Diagnostics, files: &Files, report: &mut GameReport) {
    let people = |key, head| Column::of(key, head, "").shown(Visibility::People);
    let data = |key| Column::of(key, "", "").shown(Visibility::Data);
    let columns = [
        Column::of("severity", "", ""),
        Column::label("code", ""),
        people("place", "place"),
        Column::of("message", "what is wrong", ""),
        Column::of("help", "what to do", ""),
        Column::label("file", "").shown(Visibility::Data),
        data("line"),
        data("column"),
        data("end_line"),
        data("end_column"),
        data("cell"),
        data("label"),
        data("related"),
    ];
    let rows = found.iter().map(|fault| finding(fault, files)).collect();
    let findings = ReportTable { rows, ..ReportTable::new("findings", columns) };
    report.add(findings, Visibility::Written);
}

fn finding(fault: &Diagnostic, files: &Files) -> Vec<Cell> {
    let span = fault.place(files);
    let words = |words: Option<String>| words.map_or(Cell::Nothing, Cell::Words);
    let of_region = |number: fn(crate::source::Region) -> usize| {
        span.map_or(Cell::Nothing, |span| Cell::Count(number(files.region(span)) as u64))
    };
    let tone = match fault.severity {
        Severity::Error => Tone::Bad,
        _ => Tone::Open,
    };
    let related = fault.related.iter();
    let related = related.map(|(span, says)| format!("{}: {says}", files.place(*span)));
    let related = related.collect::<Vec<_>>().join("; ");
    vec![
        Cell::Toned(tone, fault.severity.name().to_owned()),
        Cell::words(fault.code.number()),
        words(span.map(|span| files.place(span))),
        Cell::words(&fault.message),
        words(fault.help.clone()),
        words(span.map(|span| files.path(span.file).to_owned())),
        of_region(|region| region.line),
        of_region(|region| region.column),
        of_region(|region| region.end_line),
        of_region(|region| region.end_column),
        words(span.and_then(|span| files.cell(span))),
        words(fault.beside().map(str::to_owned)),
        words((!related.is_empty()).then_some(related)),
    ]
}
