//! Diagnostics as text for a terminal, with the lines that they point at. Called by every command.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::source::{Diagnostic, FileId, Files, Severity, Span};

/// Bytes of a text that are shown with a diagnostic; beyond them only its place is told.
const MOST_SHOWN: usize = 64 << 10;

/// The diagnostic with the lines it speaks of, its own place first; in colour when `colour`.
pub fn render(diagnostic: &Diagnostic, files: &Files, colour: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.number());
    let mut group = Group::with_title(title);
    let mut cells = Vec::new();
    for (file, marks) in by_file(diagnostic, files) {
        let text = files.text(file);
        let is_sheet = files.cell(Span::new(file, 0..0)).is_some();
        // Of a workbook, each cell is shown under its own name.
        for marks in marks.chunks(if is_sheet { 1 } else { marks.len() }) {
            let ranges: Vec<Range<usize>> =
                marks.iter().map(|(_, span, _)| clamp(span.range(), text)).collect();
            let shown = window(&ranges, text, usize::from(!is_sheet));
            if shown.len() > MOST_SHOWN && !is_sheet {
                // The lines are too long to read: their places are enough.
                for (_, span, _) in marks {
                    let (line, column) = files.line_column(*span);
                    let origin = Origin::path(files.path(file)).line(line);
                    group = group.element(origin.char_column(column));
                }
                continue;
            }
            let starts = files.line_starts(file);
            let mut line = starts.partition_point(|start| *start as usize <= shown.start);
            let mut path = files.path(file).to_owned();
            if is_sheet {
                // The line and column that are written behind the name say nothing.
                line = files.line_column(marks[0].1).0;
                path = files.place(marks[0].1);
                let column = text[shown.start..ranges[0].start].chars().count() + 1;
                cells.push((format!("{path}:{line}:{column}"), path.clone()));
            }
            let mut snippet = Snippet::source(&text[shown.clone()]).line_start(line).path(path);
            for ((kind, _, label), range) in marks.iter().zip(ranges) {
                let place = range.start - shown.start..range.end - shown.start;
                snippet = snippet.annotation(kind.span(place).label(*label));
            }
            group = group.element(snippet);
        }
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut text = renderer.render(&[group]);
    for (written, place) in cells {
        text = text.replace(&written, &place);
    }
    text
}

/// A place to be marked, and what stands beside it.
type Mark<'a> = (AnnotationKind, Span, Option<&'a str>);

/// The diagnostic's places, those of one file together; the file of the first comes first.
fn by_file<'d>(diagnostic: &'d Diagnostic, files: &Files) -> Vec<(FileId, Vec<Mark<'d>>)> {
    let label = diagnostic.beside();
    let own = diagnostic.place(files).map(|s| (AnnotationKind::Primary, s, label));
    let related = diagnostic
        .related
        .iter()
        .map(|(s, what)| (AnnotationKind::Context, *s, Some(what.as_str())));
    let mut files: Vec<(FileId, Vec<Mark<'_>>)> = Vec::new();
    for mark in own.into_iter().chain(related) {
        match files.iter_mut().find(|(file, _)| *file == mark.1.file) {
            Some((_, marks)) => marks.push(mark),
            None => files.push((mark.1.file, vec![mark])),
        }
    }
    files
}

/// The lines that the ranges stand on and so many before them: all that is shown of a text, however long it is.
fn window(ranges: &[Range<usize>], text: &str, before: usize) -> Range<usize> {
    let first = ranges.iter().map(|r| r.start).min().unwrap_or(0);
    let last = ranges.iter().map(|r| r.end).max().unwrap_or(0);
    let start = text[..first].rmatch_indices('\n').nth(before).map_or(0, |(end, _)| end + 1);
    let end = text[last..].find('\n').map_or(text.len(), |end| last + end + 1);
    start..end
}

/// A range that lies inside `text`, on character boundaries, and on one line.
fn clamp(range: Range<usize>, text: &str) -> Range<usize> {
    let floor = |at: usize| text.floor_char_boundary(at.min(text.len()));
    let start = floor(range.start);
    let end = floor(range.end).max(start);
    // A multi-line value is pointed at by its first line: the reader needs the place, not the whole.
    let end = text[start..end].find('\n').map_or(end, |n| start + n);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{CellPlace, Code, Span};

    #[test]
    fn a_message_says_where_what_and_what_to_do() {
        let mut files = Files::new();
        let id = files.add("deck.toml", "[[card]]\npowr = 3\n");
        let diagnostic = Diagnostic::error(Code::UnknownKey, "unknown key `powr`")
            .at(Span::new(id, 9..13))
            .help("did you mean `power`?");
        let text = render(&diagnostic, &files, false);
        assert!(text.contains("deck.toml:2:1"), "{text}");
        assert!(text.contains("error[D002]: unknown key `powr`"), "{text}");
        assert!(text.contains("help: did you mean `power`?"), "{text}");
    }

    #[test]
    fn of_a_long_text_only_the_lines_that_count_are_shown() {
        let mut files = Files::new();
        let id = files.add("deck.toml", "a = 1\n".repeat(2_000_000) + "b = 2\n");
        let fault = Diagnostic::error(Code::UnknownKey, "unknown key `b`")
            .at(Span::new(id, 12_000_000..12_000_001))
            .help("did you mean `a`?");
        let start = std::time::Instant::now();
        let text = render(&fault, &files, false);
        assert!(text.contains("deck.toml:2000001:1"), "{text}");
        assert!(text.contains("2000001 | b = 2"), "{text}");
        assert!(start.elapsed().as_secs_f64() < 2.0);
    }

    #[test]
    fn a_line_without_end_is_told_by_its_place() {
        let mut files = Files::new();
        let id = files.add("a.jsonl", "x".repeat(10_000_000));
        let fault = Diagnostic::error(Code::RecordLine, "no JSON")
            .at(Span::new(id, 4_000_000..4_000_001))
            .help("take it as it was written");
        let text = render(&fault, &files, false);
        assert!(text.contains("a.jsonl:1:4000001"), "{text}");
        assert!(text.len() < 1_000, "{} bytes", text.len());
    }

    #[test]
    fn every_place_is_named_with_its_own_line() {
        let mut files = Files::new();
        let scenario = files.add("s.toml", "influence = 4\n");
        let deck = files.add("deck.toml", "[[card]]\ninfluence = 5\n");
        let diagnostic = Diagnostic::error(Code::UnknownKey, "expected 4, found 5")
            .at(Span::new(scenario, 12..13))
            .related(Span::new(deck, 21..22), "with 4 it holds");
        let text = render(&diagnostic, &files, false);
        for words in ["s.toml:1:13", "deck.toml:2:13", "with 4 it holds"] {
            assert!(text.contains(words), "{text}");
        }
    }

    #[test]
    fn a_place_in_a_workbook_is_named_by_its_cell() {
        let mut files = Files::new();
        let (start, row, column) = (0, 7, 3);
        let cells = vec![CellPlace { start, row, column }];
        let sheet = files.add_sheet("cards.xlsx", "Heroes", "Take one.\nTake {krakn}.\n", cells);
        let fault = Diagnostic::error(Code::UnknownSymbol, "there is no symbol `krakn`")
            .at(Span::new(sheet, 15..22));
        let text = render(&fault, &files, false);
        for words in ["--> cards.xlsx, Heroes!C7\n", "7 | Take {krakn}."] {
            assert!(text.contains(words), "{text}");
        }
    }
}
