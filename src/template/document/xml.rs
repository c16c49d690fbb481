//! Parses the text of a drawing as XML, finds its tags and references, and escapes text. Text comes in; a document or a
//! [`Violation`] goes out. Called by the rest of this folder and by the readers of foreign drawings.

use std::ops::Range;

use super::edited::Edited;
use crate::source::{Code, outside_quotes};

/// A node of a drawing, for as long as the drawing is held.
pub type SvgNode<'a> = roxmltree::Node<'a, 'a>;

/// The name of an element without its prefix.
pub fn tag_of<'a>(node: SvgNode<'a>) -> &'a str {
    node.tag_name().name()
}

/// Parses a drawing.
///
/// # Errors
/// Where it is not well-formed XML.
pub fn parse_xml(source: &str) -> Result<roxmltree::Document<'_>, Violation> {
    roxmltree::Document::parse(source).map_err(|e| {
        let at = e.pos();
        let line = source.lines().nth(at.row as usize - 1).unwrap_or("");
        let column = line.char_indices().nth((at.col as usize).saturating_sub(1));
        let before: usize = source
            .split_inclusive('\n')
            .take(at.row as usize - 1)
            .map(str::len)
            .sum();
        let at = before + column.map_or(line.len(), |(i, _)| i);
        // The parser's words name the place, which the message shows anyway.
        let message = e.to_string().replace(&format!(" at {}", e.pos()), "");
        let message = format!("not well-formed XML: {message}");
        let help = match e {
            roxmltree::Error::InvalidChar(_, b'<', _)
            | roxmltree::Error::InvalidChar2(_, b'<', _) => {
                "in XML `<` is written `&lt;`: data-if=\"cost&lt;3\""
            }
            roxmltree::Error::MalformedEntityReference(_) => {
                "in XML `&` is written `&amp;`; conditions are joined by ` and `"
            }
            _ => {
                "open the file in a text editor and correct it there, or save it again with the program that made it"
            }
        };
        Violation::new(at..at + 1, message, help).code(Code::Xml)
    })
}

/// The namespaces of SVG and of its references.
pub const SVG: &str = "http://www.w3.org/2000/svg";
pub const XLINK: &str = "http://www.w3.org/1999/xlink";

/// The bytes of the name in the tag that begins at `start`, its prefix included.
pub fn tag_name(source: &str, start: usize) -> Range<usize> {
    let from = start + 1;
    let end = source[from..].find(|c: char| c.is_whitespace() || c == '>' || c == '/');
    from..end.map_or(source.len(), |end| from + end)
}

/// The place after the name of an element's tag, where attributes may be put in.
pub fn after_name(source: &str, node: SvgNode<'_>) -> Range<usize> {
    let at = tag_name(source, node.range().start).end;
    at..at
}

/// The bytes of the tag that begins at `start`.
pub fn start_tag(source: &str, start: usize) -> Range<usize> {
    let end = outside_quotes(&source[start..]).find(|(_, c)| *c == '>');
    start..end.map_or(source.len(), |(at, _)| start + at + 1)
}

/// Text for XML, in content and in attributes; signs that XML forbids are dropped.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c < ' ' || c == '\u{fffe}' || c == '\u{ffff}' => {}
            c => out.push(c),
        }
    }
    out
}

/// Something that an SVG may not hold.
#[derive(Debug)]
pub struct Violation {
    /// D041 or D042 for what is too much; `None` for what may not be there at all.
    pub code: Option<Code>,
    /// Bytes of the element.
    pub range: Range<usize>,
    /// What of the element is meant, as it is written; its tag when this is empty.
    pub part: String,
    pub message: String,
    pub help: String,
}

impl Violation {
    pub fn new(range: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Violation {
            code: None,
            range,
            part: String::new(),
            message: message.into(),
            help: help.into(),
        }
    }

    #[must_use]
    pub fn code(self, code: Code) -> Self {
        let code = Some(code);
        Violation { code, ..self }
    }

    #[must_use]
    pub fn part(self, part: impl Into<String>) -> Self {
        let part = part.into();
        Violation { part, ..self }
    }

    /// At its place in what `edited` was made from.
    #[must_use]
    pub fn in_original(self, edited: &Edited) -> Self {
        Violation { range: edited.original_range(&self.range), ..self }
    }

    /// The bytes of `source` to be marked: of an element its tag, when no part of it is meant. A fault at the very end, such as a tag
    /// that is not closed, may be placed one byte behind it.
    pub fn marked(&self, source: &str) -> Range<usize> {
        let start = source.floor_char_boundary(self.range.start);
        let range = start..source.ceil_char_boundary(self.range.end).max(start);
        if self.part.is_empty() && source[range.clone()].starts_with('<') {
            start_tag(source, start)
        } else {
            range
        }
    }
}

/// What each `url(…)` names.
pub fn references(value: &str) -> impl Iterator<Item = &str> {
    value.match_indices('(').filter_map(|(at, _)| {
        let head = value.get(at.checked_sub(3)?..at)?;
        let inner = &value[at + 1..];
        let inner = &inner[..inner.find(')').unwrap_or(inner.len())];
        let place = inner.trim().trim_matches(['"', '\'']).trim();
        head.eq_ignore_ascii_case("url").then_some(place)
    })
}
