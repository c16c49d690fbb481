//! Brings each element by itself to plain SVG: its style sheet's rules and its own `style` resolved, sizes without units,
//! names of other namespaces as SVG has them, boxes by name. Edits go out, for `read`.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};

use super::super::document::edited::ByteEdit;
use super::super::document::xml::Violation;
use super::super::document::xml::{SVG, XLINK, escape, tag_name};
use super::declarations::{
    FontName, MOST_DECLARATIONS, plain_length, read_declarations, settle, write_declarations,
};
use super::names::named_attributes;
use super::sheet::{Cascade, MOST_INLINED, Rules, too_much};
use crate::source::Code;

/// `data-` attributes that other programs write for themselves.
const OF_PROGRAMS: &[&str] = &[
    "data-name",
    "data-cell-id",
    "data-drawio-colors",
    "data-icon",
    "data-prefix",
    "data-reactroot",
    "data-testid",
    "data-v-app",
];

/// Colours that may have a placeholder in `data-fill` and a sample in `fill`, for those who open the drawing in an editor.
pub const SAMPLED: &[&str] = &["fill", "stroke", "stop-color", "flood-color"];

/// Elements that are drawn nowhere: fonts, which are not read from drawings, and what only a screen uses.
const IDLE: &[&str] = &["font", "font-face", "cursor", "view"];

/// What is edited of all elements.
///
/// # Errors
/// Style sheets that cannot be followed, or are too large.
pub fn element_edits(
    source: &str,
    document: &Document<'_>,
    what: &str,
) -> Result<Vec<ByteEdit>, Vec<Violation>> {
    let elements = || document.descendants().filter(Node::is_element);
    let styles = elements().filter(|n| is_svg(*n) && n.tag_name().name() == "style");
    let rules = Rules::read(styles.clone(), what)?;
    let mut edits: Vec<ByteEdit> = styles.map(|n| (n.range(), String::new())).collect();
    let cascade = Cascade::new(&rules);
    let mut inlined = 0;
    // A rule is written onto many elements; each combination of rules is resolved once.
    for node in elements().filter(|n| is_svg(*n)) {
        let tag = node.tag_name().name();
        if tag == "flowRoot" {
            flowed(node, &mut edits).map_err(|v| vec![v])?;
            continue;
        }
        if node.has_attribute("data-guide") || IDLE.contains(&tag) {
            // A guide is only shown in an editor.
            edits.push((node.range(), String::new()));
            continue;
        }
        let mut added = BTreeMap::new();
        let before = edits.len();
        let from_rules = if rules.is_empty() {
            Vec::new()
        } else {
            cascade.declarations(node).map_err(|v| vec![v])?
        };
        let samples = SAMPLED
            .iter()
            .filter(|name| node.has_attribute(format!("data-{name}").as_str()));
        let samples: Vec<&str> = samples.copied().collect();
        style(node, from_rules, &samples, &mut edits, &mut added).map_err(|v| vec![v])?;
        inlined += edits[before..].iter().map(|e| e.1.len()).sum::<usize>();
        inlined += added.values().map(String::len).sum::<usize>();
        if inlined > MOST_INLINED {
            return Err(vec![too_much(node)]);
        }
        attributes(source, node, &mut edits, &mut added);
        added.extend(named_attributes(node));
        write_tag(source, node, &added, &mut edits);
    }
    switches(source, document, &mut edits);
    Ok(edits)
}

pub fn is_svg(node: Node<'_, '_>) -> bool {
    node.tag_name().namespace().is_none_or(|name| name == SVG)
}

/// The element's `style` with the declarations of its rules before it.
fn style(
    node: Node<'_, '_>,
    mut declarations: Vec<super::declarations::Declaration>,
    samples: &[&str],
    edits: &mut Vec<ByteEdit>,
    added: &mut BTreeMap<String, String>,
) -> Result<(), Violation> {
    for name in ["style", "data-low"] {
        let count = node.attribute(name).map_or(0, |v| v.matches(';').count());
        if count > MOST_DECLARATIONS {
            return Err(Violation {
                code: Some(Code::TooMany),
                range: node.range(),
                part: String::new(),
                message: format!("a `{name}` has more than {MOST_DECLARATIONS} declarations"),
                help: "write each property once: no drawing program writes so many".into(),
            });
        }
    }
    let own = node
        .attributes()
        .find(|a| a.name() == "style" && a.namespace().is_none());
    let read = own
        .as_ref()
        .map_or_else(Vec::new, |a| read_declarations(a.value()));
    if declarations.is_empty() && read.is_empty() {
        return Ok(());
    }
    declarations.extend(read.iter().cloned());
    let mut settled = settle(declarations, |name| node.has_attribute(name));
    settled.retain(|d| !samples.contains(&d.name.as_str()));
    if settled == read {
        return Ok(());
    }
    let text = write_declarations(&settled);
    match own {
        Some(attribute) if text.is_empty() => edits.push((attribute.range(), String::new())),
        Some(attribute) => edits.push((attribute.range(), format!("style=\"{}\"", escape(&text)))),
        None if text.is_empty() => {}
        None => {
            added.insert("style".into(), text);
        }
    }
    Ok(())
}

/// Attributes as SVG has them: no units on sizes, one family, `xlink` by its usual name, nothing of other programs.
fn attributes(
    source: &str,
    node: Node<'_, '_>,
    edits: &mut Vec<ByteEdit>,
    added: &mut BTreeMap<String, String>,
) {
    for attribute in node.attributes() {
        let (name, value) = (attribute.name(), attribute.value());
        match attribute.namespace() {
            Some(XLINK) => {
                // The prefix may be any, and SVG needs none.
                let written = &source[attribute.range_qname()];
                let mut all = node.attributes();
                let again = all.any(|a| a.name() == name && a.namespace().is_none());
                if written != format!("xlink:{name}") {
                    let (range, text) = if again {
                        (attribute.range(), "")
                    } else {
                        (attribute.range_qname(), name)
                    };
                    edits.push((range, text.to_owned()));
                }
            }
            Some(_) => {}
            None if OF_PROGRAMS.contains(&name) => edits.push((attribute.range(), String::new())),
            None if SAMPLED.contains(&name)
                && node.has_attribute(format!("data-{name}").as_str()) =>
            {
                edits.push((attribute.range(), String::new()));
            }
            None if name
                .strip_prefix("data-")
                .is_some_and(|n| SAMPLED.contains(&n)) =>
            {
                let name = &name["data-".len()..];
                edits.push((attribute.range(), format!("{name}=\"{}\"", escape(value))));
            }
            None if name == "font-family" && !value.contains("{{") => {
                let font = FontName::parse(value);
                if font.family != value {
                    edits.push((
                        attribute.range(),
                        format!("font-family=\"{}\"", escape(&font.family)),
                    ));
                    if let Some(weight) = font.weight.filter(|_| !node.has_attribute("font-weight"))
                    {
                        added.insert("font-weight".into(), weight.to_string());
                    }
                    if font.italic && !node.has_attribute("font-style") {
                        added.insert("font-style".into(), "italic".into());
                    }
                }
            }
            None => {
                if let Some(plain) = plain_length(name, value) {
                    edits.push((attribute.range_value(), plain));
                }
            }
        }
    }
}

/// The tag without its prefix, and with what is added to it.
fn write_tag(
    source: &str,
    node: Node<'_, '_>,
    added: &BTreeMap<String, String>,
    edits: &mut Vec<ByteEdit>,
) {
    let written = tag_name(source, node.range().start);
    let local = node.tag_name().name();
    if !added.is_empty() {
        let more: String = added
            .iter()
            .map(|(name, value)| format!(" {name}=\"{}\"", escape(value)))
            .collect();
        edits.push((written.end..written.end, more));
    }
    if &source[written.clone()] != local {
        rename(source, node, local, edits);
    }
}

/// Words that an old Inkscape flows into a shape: no other program draws them. Inkscape leaves empty ones behind.
fn flowed(node: Node<'_, '_>, edits: &mut Vec<ByteEdit>) -> Result<(), Violation> {
    let mut texts = node.descendants().filter(Node::is_text);
    if !texts.any(|n| n.text().is_some_and(|t| !t.trim().is_empty())) {
        edits.push((node.range(), String::new()));
        return Ok(());
    }
    Err(Violation {
        code: None,
        range: node.range(),
        part: String::new(),
        message: "words that Inkscape flows into a shape (<flowRoot>) are drawn by no other program".into(),
        help: "Inkscape: select them, then Text, Convert to Text; or draw a <rect data-fit=\"…\"> for words that wrap".into(),
    })
}

/// Gives an element another name, at its beginning and at its end.
fn rename(source: &str, node: Node<'_, '_>, name: &str, edits: &mut Vec<ByteEdit>) {
    let range = node.range();
    let open = tag_name(source, range.start);
    let written = &source[open.clone()];
    let text = &source[range.clone()];
    if let Some(close) = text
        .rfind("</")
        .filter(|at| text[at + 2..].starts_with(written))
    {
        let at = range.start + close + 2;
        edits.push((at..at + written.len(), name.to_owned()));
    }
    edits.push((open, name.to_owned()));
}

/// Of a `<switch>` the one child that is drawn: the first that needs no extension. Illustrator and draw.io keep there what only
/// they can read, before what everybody can.
fn switches(source: &str, document: &Document<'_>, edits: &mut Vec<ByteEdit>) {
    for node in document
        .descendants()
        .filter(|n| is_svg(*n) && n.has_tag_name("switch"))
    {
        let mut drawn = false;
        for child in node.children().filter(Node::is_element) {
            let foreign = !is_svg(child)
                || child.tag_name().name() == "foreignObject"
                || child.has_attribute("requiredExtensions");
            if foreign || drawn {
                edits.push((child.range(), String::new()));
            } else {
                drawn = true;
            }
        }
        rename(source, node, "g", edits);
    }
}
