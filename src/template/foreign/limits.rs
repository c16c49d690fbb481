//! Limits a text before it is parsed as XML, because the parser compares each attribute of an element with all others. A text
//! comes in; the first limit it exceeds, if any, goes out. Called by `read` and by guides.

use std::collections::BTreeSet;

use super::super::document::xml::Violation;
use crate::source::Code;

/// Attributes of one element. Real drawings have up to 60.
const MOST_ATTRIBUTES: usize = 256;

/// Namespace prefixes of a file. Inkscape declares 8, Illustrator 10.
const MOST_PREFIXES: usize = 100;

/// The first element with too many attributes, or the file's namespaces when they are too many. One pass, whatever is written.
pub fn over_limits(source: &str) -> Option<Violation> {
    let mut prefixes: BTreeSet<&str> = BTreeSet::new();
    let mut at = 0;
    while let Some(open) = source[at..].find('<') {
        let start = at + open;
        let rest = &source[start..];
        let skip = |end: &str| rest.find(end).map_or(rest.len(), |n| n + end.len());
        if rest.starts_with("<!--") {
            at = start + skip("-->");
        } else if rest.starts_with("<![CDATA[") {
            at = start + skip("]]>");
        } else if rest.starts_with("<?") {
            at = start + skip("?>");
        } else if rest.starts_with("<!") || rest.starts_with("</") {
            at = start + skip(">");
        } else {
            let tag = Tag::scan(rest, &mut prefixes);
            let range = start..start + tag.length;
            if tag.attributes > MOST_ATTRIBUTES {
                let message = format!("an element has more than {MOST_ATTRIBUTES} attributes");
                return Some(too_many(range, message));
            }
            if prefixes.len() > MOST_PREFIXES {
                let message = format!("the file declares more than {MOST_PREFIXES} namespaces");
                return Some(too_many(range, message));
            }
            at = range.end;
        }
    }
    None
}

fn too_many(range: std::ops::Range<usize>, message: String) -> Violation {
    Violation::new(range, message, "save the drawing again as plain SVG, which has fewer")
        .code(Code::TooMany)
}

struct Tag {
    length: usize,
    attributes: usize,
}

impl Tag {
    /// Counts the attributes of the tag that begins `text`, up to just over the bound.
    fn scan<'a>(text: &'a str, prefixes: &mut BTreeSet<&'a str>) -> Tag {
        let bytes = text.as_bytes();
        let (mut at, mut attributes) = (1, 0);
        // Where the name of the next attribute begins.
        let mut name = None;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'>' => {
                    at += 1;
                    break;
                }
                b'"' | b'\'' => {
                    attributes += 1;
                    if let Some(start) = name.take()
                        && let Some(name) = text.get(start..at)
                        && name.starts_with("xmlns")
                        && prefixes.len() <= MOST_PREFIXES
                    {
                        prefixes.insert(name.trim_end_matches(['=', ' ', '\t', '\n', '\r']));
                    }
                    let inside = &text[at + 1..];
                    let end = inside.find(char::from(byte)).unwrap_or(inside.len());
                    at += end + 2;
                    continue;
                }
                b' ' | b'\t' | b'\n' | b'\r' | b'=' | b'/' => {}
                _ => {
                    if name.is_none() {
                        name = Some(at);
                    }
                }
            }
            // Not the name of the tag itself.
            if byte.is_ascii_whitespace() && attributes == 0 && name == Some(1) {
                name = None;
            }
            at += 1;
        }
        Tag { length: at.min(text.len()), attributes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(source: &str) -> Option<String> {
        over_limits(source).map(|v| v.message)
    }

    #[test]
    fn attributes_and_namespaces_are_counted_before_the_file_is_parsed() {
        let attributes = |n: usize| -> String { (0..n).map(|i| format!(" a{i}='>'")).collect() };
        let spaces =
            |n: usize| -> String { (0..n).map(|i| format!(" xmlns:a{i} = \"x\"")).collect() };
        assert_eq!(says(&format!("<svg{}/>", attributes(256))), None);
        let many = says(&format!("<svg><g{}/></svg>", attributes(200_000)));
        assert_eq!(many.unwrap(), "an element has more than 256 attributes");
        assert_eq!(says(&format!("<svg{}/>", spaces(100))), None);
        let many = says(&format!("<svg{}/>", spaces(101)));
        assert_eq!(many.unwrap(), "the file declares more than 100 namespaces");
    }

    #[test]
    fn what_only_looks_like_attributes_is_none() {
        let quotes = "' ' ".repeat(600);
        for text in [
            format!("<a><!-- < {quotes}--><![CDATA[ < {quotes}]]><? {quotes}?></a>"),
            format!("<a b=\"{quotes}\">{quotes}</a>"),
            "<a b='".to_owned(),
            "<é à=\"ü\"".to_owned(),
        ] {
            assert_eq!(says(&text), None, "{text}");
        }
    }
}
