//! The reports of a game: its decks, cards and copies; what is wrong with it, and what was proven. A pack, or what was examined, comes in;
//! a report goes out.

use crate::cards::{Deck, Pack};
use crate::report::{Cell, GameReport, ListItem, ReportTable, Tone, Visibility, columns, row};
use crate::session::draw::drawing::trim_of;
use crate::source::{Diagnostic, Diagnostics, Files, Region, Severity, counted, joined};

use super::examining::Examined;

/// `2 errors, 1 warning`; nothing when nothing was found.
pub fn tally(found: &Diagnostics) -> Option<String> {
    let counts = [Severity::Error, Severity::Warning].into_iter().filter_map(|severity| {
        let n = found.count(severity);
        (n > 0).then(|| counted(n, severity.name()))
    });
    Some(joined(counts, ", ")).filter(|tally| !tally.is_empty())
}

/// What a game is said to be like: `2 errors, 1 warning`.
fn verdict(found: &Diagnostics, allowed: usize) -> String {
    let mut verdict = tally(found).unwrap_or_else(|| "no fault found".to_owned());
    if allowed > 0 {
        verdict += &format!(", {} allowed", counted(allowed, "warning"));
    }
    verdict
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
    let columns = columns![
        of "severity" "" "",
        label "code" "",
        of "place" "place" "": People,
        of "message" "what is wrong" "",
        of "help" "what to do" "",
        label "file" "": Data,
        of "line" "" "": Data,
        of "column" "" "": Data,
        of "end_line" "" "": Data,
        of "end_column" "" "": Data,
        of "cell" "" "": Data,
        of "label" "" "": Data,
        of "related" "" "": Data,
    ];
    let rows = found.iter().map(|fault| finding(fault, files));
    report.add(ReportTable::new("findings", columns).rows(rows), Visibility::Written);
}

fn finding(fault: &Diagnostic, files: &Files) -> Vec<Cell> {
    let span = fault.place(files);
    let region = span.map(|span| files.region(span));
    let of_region = |number: fn(&Region) -> usize| region.as_ref().map(|it| number(it) as u64);
    let tone = match fault.severity {
        Severity::Error => Tone::Bad,
        _ => Tone::Open,
    };
    let related = fault.related.iter();
    let related = related.map(|(span, says)| format!("{}: {says}", files.place(*span)));
    let related = joined(related, "; ");
    row![
        Cell::Toned(tone, fault.severity.name().to_owned()),
        fault.code.number(),
        span.map(|span| files.place(span)),
        &fault.message,
        fault.help.as_ref(),
        span.map(|span| files.path(span.file)),
        of_region(|region| region.line),
        of_region(|region| region.column),
        of_region(|region| region.end_line),
        of_region(|region| region.end_column),
        span.and_then(|span| files.cell(span)),
        fault.beside(),
        (!related.is_empty()).then_some(related),
    ]
}

/// The decks of a game, or the cards of those that are named.
pub fn list_report(pack: &Pack, named: &[String]) -> GameReport {
    let mut report = GameReport::new(pack.game.full_title());
    report.about("game", format!("{}, version {}", pack.game.id, pack.game.version));
    report.table(if named.is_empty() {
        decks_table(pack)
    } else {
        cards_table(pack.decks.iter().filter(|deck| named.contains(&deck.id)))
    });
    report
}

fn cards_table<'p>(decks: impl Iterator<Item = &'p Deck>) -> ReportTable {
    let columns = columns![
        label "card" "card",
        of "name" "name" "",
        of "copies" "copies" "cards",
    ];
    let rows = decks.flat_map(|deck| &deck.rows);
    let rows = rows.map(|row| row![&row.id, &row.name, u64::from(row.copies)]);
    ReportTable::new("cards", columns).rows(rows)
}

fn decks_table(pack: &Pack) -> ReportTable {
    let columns = columns![
        label "deck" "deck",
        of "title" "title" "",
        of "size" "size" "",
        of "different" "different" "cards",
        of "cards" "cards" "cards",
    ];
    let row = |deck: &Deck| {
        let size = trim_of(deck).map_or_else(|_| deck.size.clone(), |trim| trim.to_string());
        let [different, cards] = match deck.flow {
            Some(_) => [Cell::words("pages"), Cell::words("pages")],
            None => [Cell::Count(deck.rows.len() as u64), Cell::Count(deck.cards().into())],
        };
        row![&deck.id, &deck.title, size, different, cards]
    };
    let cards: u64 = pack.decks.iter().map(|deck| u64::from(deck.cards())).sum();
    let in_all = row!["in all", Cell::Nothing, Cell::Nothing, Cell::Nothing, cards];
    ReportTable::new("decks", columns).rows(pack.decks.iter().map(row).chain([in_all]))
}
