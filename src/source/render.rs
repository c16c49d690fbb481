//! Diagnostics as text for a terminal.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Diagnostic, Files, Severity};

/// The diagnostic with the lines it speaks of; in colour when `colour`.
pub fn render(diagnostic: &Diagnostic, files: &Files, colour: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str());
    let mut group = match diagnostic.span {
        Some(span) => {
            let text = files.text(span.file);
            let range = clamp(span.range(), text);
            let label = diagnostic.label.as_deref();
            let snippet = Snippet::source(&**text)
                .path(files.path(span.file))
                .annotation(AnnotationKind::Primary.span(range).label(label));
            title.element(snippet)
        }
        None => Group::with_title(title),
    };
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
    use crate::source::Span;

    #[test]
    fn a_message_says_where_what_and_what_to_do() {
        let mut files = Files::new();
        let id = files.add("deck.toml", "[[card]]\npowr = 3\n");
        let diagnostic = Diagnostic::error("unknown key `powr`")
            .at(Span::new(id, 9..13))
            .help("did you mean `power`?");
        let text = render(&diagnostic, &files, false);
        assert!(text.contains("deck.toml:2:1"), "{text}");
        assert!(text.contains("error: unknown key `powr`"), "{text}");
        assert!(text.contains("help: did you mean `power`?"), "{text}");
    }
}
