//! Removes `<!DOCTYPE …>`, which may name files and expand without limit. A text comes in, edits go out; entities of plain text,
//! with which Illustrator abbreviates namespaces (`&ns_svg;`), are replaced by their text. The first step of `read`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::super::document::edited::ByteEdit;
use super::super::document::xml::Violation;
use crate::source::{Code, outside_quotes};

/// Longest text of an entity, how many there may be, and how often they may be used.
const LONGEST: usize = 256;
const MOST_ENTITIES: usize = 64;
const MOST_USES: usize = 1_000;

/// Takes a document type out, and writes its entities out.
///
/// # Errors
/// A document type that declares more than entities of plain text.
pub fn without_document_type(source: &str) -> Result<Vec<ByteEdit>, Violation> {
    // It stands before the outermost element; what looks like one later is text.
    let Some(start) = prologue(source).filter(|at| source[*at..].starts_with("<!DOCTYPE")) else {
        return Ok(Vec::new());
    };
    let range = start..start + length(&source[start..]);
    let text = &source[range.clone()];
    let refuse = |what: &str, part: &str| {
        let message = format!("a document type (DTD) that {what} is not read");
        let help = "take out the whole <!DOCTYPE …>, or save the drawing as plain SVG: only short entities of plain text, as Illustrator writes them, are read";
        Violation::new(range.clone(), message, help).code(Code::Xml).part(part)
    };
    let mut entities = BTreeMap::new();
    if let Some((_, inner)) = text.split_once('[') {
        let Some((inner, _)) = inner.rsplit_once(']') else {
            return Err(refuse("is not closed", ""));
        };
        let mut rest = inner.trim_start();
        while !rest.is_empty() {
            if let Some(comment) = rest.strip_prefix("<!--") {
                let Some((_, after)) = comment.split_once("-->") else {
                    return Err(refuse("is not closed", ""));
                };
                rest = after.trim_start();
                continue;
            }
            let Some((name, value, after)) = entity(rest) else {
                let part = rest.split_inclusive('>').next().unwrap_or(rest);
                return Err(refuse("declares more than plain text", part));
            };
            if value.len() > LONGEST || value.contains(['<', '&', '%']) {
                return Err(refuse("has an entity that is more than short plain text", name));
            }
            entities.insert(name, value);
            if entities.len() > MOST_ENTITIES {
                return Err(refuse("has too many entities", ""));
            }
            rest = after.trim_start();
        }
    }
    let mut edits = vec![(range.clone(), String::new())];
    if !entities.is_empty() {
        edits.extend(uses(source, range.end, &entities));
        if edits.len() > MOST_USES {
            return Err(refuse("has entities that are used too often", ""));
        }
    }
    Ok(edits)
}

/// Where the outermost element or the document type begins, after declarations and comments.
fn prologue(source: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        at += source[at..].find('<')?;
        let rest = &source[at..];
        let end = if rest.starts_with("<?") {
            "?>"
        } else if rest.starts_with("<!--") {
            "-->"
        } else {
            return Some(at);
        };
        at += rest.find(end)? + end.len();
    }
}

/// Bytes of the document type that begins `text`.
fn length(text: &str) -> usize {
    let mut inside = false;
    for (at, c) in outside_quotes(text) {
        match c {
            '[' | ']' => inside = c == '[',
            '>' if !inside => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The name and text of the `<!ENTITY name "text">` that begins `text`, and what follows it.
fn entity(text: &str) -> Option<(&str, &str, &str)> {
    let rest = text.strip_prefix("<!ENTITY")?;
    let rest = rest.strip_prefix(|c: char| c.is_ascii_whitespace())?.trim_start();
    let end = rest.find(|c: char| c.is_ascii_whitespace())?;
    let (name, rest) = rest.split_at(end);
    let good = |c: char| c.is_alphanumeric() || "_-.:".contains(c);
    if !name.chars().all(good) {
        return None;
    }
    let rest = rest.trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (value, rest) = rest[1..].split_once(quote)?;
    Some((name, value, rest.trim_start().strip_prefix('>')?))
}

/// Each `&name;` of a known entity after `from`, but not those in CDATA, which are plain text there.
fn uses(source: &str, from: usize, entities: &BTreeMap<&str, &str>) -> Vec<ByteEdit> {
    let mut found = Vec::new();
    let mut at = from;
    while let Some(next) = source[at..].find(['&', '<']) {
        at += next;
        let rest = &source[at..];
        if rest.starts_with("<![CDATA[") {
            at += rest.find("]]>").unwrap_or(rest.len());
            continue;
        }
        let name = rest[1..].split(|c: char| c == ';' || c.is_whitespace()).next();
        if rest.starts_with('&')
            && let Some(value) = name.and_then(|name| entities.get(name))
        {
            let end: Range<usize> = at..at + name.map_or(0, str::len) + 2;
            if source.as_bytes().get(end.end - 1) == Some(&b';') {
                found.push((end, (*value).to_owned()));
                if found.len() > MOST_USES {
                    return found;
                }
            }
        }
        at += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::super::document::edited::Edited;
    use super::*;

    fn plain(source: &str) -> Result<String, String> {
        let edits = without_document_type(source).map_err(|v| v.message)?;
        Ok(Edited::unchanged(source).edit(edits).text)
    }

    #[test]
    fn a_document_type_is_taken_out() {
        let plain = |text: &str| plain(text).unwrap();
        assert_eq!(
            plain(
                "<?xml version=\"1.0\"?><!-- <!DOCTYPE --><!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\"><svg/>"
            ),
            "<?xml version=\"1.0\"?><!-- <!DOCTYPE --><svg/>"
        );
        assert_eq!(
            plain(
                "<!DOCTYPE svg [\n\t<!ENTITY ns_svg \"http://www.w3.org/2000/svg\">\n]>\n<svg xmlns=\"&ns_svg;\">&lt;<![CDATA[&ns_svg;]]></svg>"
            ),
            "\n<svg xmlns=\"http://www.w3.org/2000/svg\">&lt;<![CDATA[&ns_svg;]]></svg>"
        );
        assert_eq!(plain("<svg><!-- <!DOCTYPE x> --></svg>"), "<svg><!-- <!DOCTYPE x> --></svg>");
    }

    #[test]
    fn what_may_name_files_or_grow_is_refused() {
        for inner in [
            "<!ENTITY x SYSTEM \"file:///etc/passwd\">",
            "<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">",
            "<!ENTITY % p \"x\">",
            "<!ATTLIST svg a CDATA #IMPLIED>",
            "<!ENTITY a \"<g/>\">",
        ] {
            let told = plain(&format!("<!DOCTYPE svg [{inner}]><svg/>")).unwrap_err();
            assert!(told.contains("(DTD)"), "{told}");
        }
        let many = "&a;".repeat(2_000);
        assert!(plain(&format!("<!DOCTYPE svg [<!ENTITY a \"x\">]><svg>{many}</svg>")).is_err());
    }
}
