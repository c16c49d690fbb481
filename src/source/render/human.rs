//! Diagnostics as text for a terminal.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::source::{Diagnostic, FileId, Files, Severity, Span};

/// The diagnostic with the lines it speaks of, its own place first; in colour when `colour`.
pub fn render(diagnostic: &Diagnostic, files: &Files, colour: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.code.number());
    let mut group = Group::with_title(title);
    for (file, marks) in by_file(diagnostic, files) {
        let text = files.text(file);
        let mut snippet = Snippet::source(&**text).path(files.path(file));
        for (kind, span, label) in marks {
            let range = clamp(span.range(), text);
            snippet = snippet.annotation(kind.span(range).label(label));
        }
        group = group.element(snippet);
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    renderer.render(&[group])
}

/// A place to be marked, and what stands beside it.
type Mark<'a> = (AnnotationKind, Span, Option<&'a str>);

/// The diagnostic's places, those of one file together; the file of the first comes first.
fn by_file<'d>(diagnostic: &'d Diagnostic, files: &Files) -> Vec<(FileId, Vec<Mark<'d>>)> {
    let label = diagnostic.beside();
    let own = diagnostic.place(files);
    let own = own.map(|s| (AnnotationKind::Primary, s, label));
    let related = diagnostic.related.iter();
    let related = related.map(|(s, what)| (AnnotationKind::Context, *s, Some(what.as_str())));
    let mut files: Vec<(FileId, Vec<Mark<'_>>)> = Vec::new();
    for mark in own.into_iter().chain(related) {
        match files.iter_mut().find(|(file, _)| *file == mark.1.file) {
            Some((_, marks)) => marks.push(mark),
            None => files.push((mark.1.file, vec![mark])),
        }
    }
    files
}

/// A range that lies inside `text`, on character boundaries, and on one line.
fn clamp(range: std::ops::Range<usize>, text: &str) -> std::ops::Range<usize> {
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = floor(range.start);
    let end = floor(range.end).max(start);
    // A multi-line value is pointed at by its first line: the reader needs the place, not the whole.
    let end = text[start..end].find('\n').map_or(end, |n| start + n);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Code, Span};

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
}
