//! Limits a text before it is parsed as XML, because the parser compares each attribute of an element with all others. A text
//! comes in; the first limit it exceeds, if any, goes out. Called by `read` and by guides.

use std::collections::BTreeSet;

use super::super::document::xml::{Violation, start_tag};
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
            let range = start_tag(source, start);
            if count_attributes(&source[range.clone()], &mut prefixes) > MOST_ATTRIBUTES {
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

/// Counts the attributes of a tag, and notes the namespaces that it declares, up to just over the bounds.
fn count_attributes<'a>(mut tag: &'a str, prefixes: &mut BTreeSet<&'a str>) -> usize {
    let mut attributes = 0;
    while let Some(open) = tag.find(['"', '\'']) {
        attributes += 1;
        let name = tag[..open].trim_end_matches(['=', ' ', '\t', '\n', '\r']);
        let name = name.rsplit([' ', '\t', '\n', '\r', '/']).next().unwrap_or_default();
        if name.starts_with("xmlns") && prefixes.len() <= MOST_PREFIXES {
            prefixes.insert(name);
        }
        let (quote, value) = tag[open..].split_at(1);
        tag = value.split_once(quote).map_or("", |(_, after)| after);
    }
    attributes
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
