//! Checks the `data-*` attributes of a template: which exist, and on which elements. Elements come in, faults go out for misspelt
//! attributes of ours; those of other programs pass. Called by the compiler.

use roxmltree::Node;

use super::elements::{BOXES, is_group};
use super::paint;
use super::properties::declarations;
use crate::source::{did_you_mean, list_words};

/// The kinds of boxes, and the attributes that each reads.
const READ: [(&str, &[&[&str]]); 4] = [
    ("data-fit", &[WORDS]),
    ("data-flow", &[WORDS, HEADINGS]),
    ("data-symbol", &[PICTURE]),
    ("data-art", &[PICTURE]),
];

const HEADINGS: &[&str] = &["data-heading-font", "data-heading-weight"];

const PICTURE: &[&str] = &["data-color", "data-scale"];

const WORDS: &[&str] = &[
    "data-font",
    "data-size",
    "data-min",
    "data-weight",
    "data-style",
    "data-color",
    "data-align",
    "data-hyphens",
    "data-valign",
    "data-lines",
    "data-line",
    "data-gap",
    "data-spacing",
    "data-case",
    "data-markup",
];

/// What `data-repeat` reads beside it.
const REPEATED: &[&str] = &["data-step", "data-per-row", "data-align"];

/// What any element may have.
const ANYWHERE: &[&str] = &["data-if", "data-low", "data-overlap", "data-repeat"];

/// Attributes that drawing programs write for themselves: Illustrator names its layers, Figma notes what SVG cannot say.
const FOREIGN: &[&str] = &["data-name", "data-figma-"];

/// What is wrong with an element's attributes.
pub struct AttributeSlip {
    /// The attribute.
    pub name: String,
    /// What of its value is meant; the whole attribute when this is empty.
    pub part: String,
    pub is_colour: bool,
    pub message: String,
    pub help: String,
}

/// Attributes on elements where they are not read, and values that are not colours.
pub fn slips(node: Node<'_, '_>) -> Vec<AttributeSlip> {
    let mut found = colours(node);
    let known = known(node);
    for attribute in node.attributes().filter(|a| a.namespace().is_none()) {
        let name = attribute.name();
        let foreign =
            FOREIGN.iter().any(|own| name == *own || (own.ends_with('-') && name.starts_with(own)));
        if !name.starts_with("data-") || foreign {
            continue;
        }
        let told = if !known.contains(&name) {
            Some(unknown(node, name, &known))
        } else if name == "data-low" {
            override_fault(attribute.value())
        } else {
            misplaced(node, name)
        };
        found.extend(told.map(|(message, help)| AttributeSlip {
            name: name.to_owned(),
            part: String::new(),
            is_colour: false,
            message,
            help,
        }));
    }
    found
}

/// What makes a box of the element; more than one is a fault.
fn kinds(node: Node<'_, '_>) -> Vec<&'static str> {
    let there = BOXES.iter().filter(|kind| node.has_attribute(**kind));
    there.copied().collect()
}

/// The attributes that a kind of box reads beside its own.
fn read(kind: &str) -> impl Iterator<Item = &'static str> + use<'_> {
    let rows = READ.into_iter().filter(move |(name, _)| *name == kind);
    rows.flat_map(|(_, lists)| lists.iter().copied().flatten().copied())
}

/// The attributes that are read on this element.
fn known(node: Node<'_, '_>) -> Vec<&'static str> {
    let mut known = ANYWHERE.to_vec();
    for kind in kinds(node) {
        known.push(kind);
        known.extend(read(kind));
    }
    if node.has_attribute("data-repeat") {
        known.extend(REPEATED);
    }
    known
}

fn unknown(node: Node<'_, '_>, name: &str, known: &[&'static str]) -> (String, String) {
    let all = || {
        let boxes = BOXES.into_iter();
        let boxes = boxes.flat_map(|kind| std::iter::once(kind).chain(read(kind)));
        boxes.chain(REPEATED.iter().chain(ANYWHERE).copied())
    };
    if all().any(|other| other == name) {
        let owners: Vec<&str> = BOXES
            .into_iter()
            .filter(|kind| read(kind).any(|own| own == name))
            .chain(REPEATED.contains(&name).then_some("data-repeat"))
            .collect();
        let message = match kinds(node).first() {
            Some(kind) => format!("`{name}` is not read beside `{kind}`"),
            None => format!("`{name}` is not read on this element"),
        };
        return (message, format!("it is read beside {}: take it out here", list_words(owners)));
    }
    // A prefix that all names share would make all of them look similar.
    let bare = |name: &'static str| name.trim_start_matches("data-");
    let word = name.trim_start_matches("data-");
    let near = did_you_mean(word, known.iter().copied().map(bare))
        .or_else(|| did_you_mean(word, all().map(bare)));
    let help = match near {
        Some(near) => format!("did you mean `data-{near}`?"),
        None => format!("take it out; here are read {}", list_words(known.iter().copied())),
    };
    (format!("`{name}` is no attribute that is read"), help)
}

/// Where an attribute that is known is not read: inside of what is drawn as one piece.
fn misplaced(node: Node<'_, '_>, name: &str) -> Option<(String, String)> {
    let kinds = kinds(node);
    if let [first, second, ..] = kinds.as_slice()
        && name == *second
    {
        let message = format!("`{second}` beside `{first}`");
        return Some((message, "draw a box for each".into()));
    }
    let Some(parent) = node.parent_element() else {
        let message = format!("`{name}` on the whole drawing");
        return Some((message, "write it on a group or an element inside".into()));
    };
    let mut above = std::iter::successors(Some(parent), Node::parent_element);
    let around = above.find(|n| !is_group(n.tag_name().name()))?;
    let tag = around.tag_name().name();
    Some((
        format!("`{name}` is not read inside a <{tag}>"),
        "write it on the element that is drawn, or on a group around it".into(),
    ))
}

/// Properties by which an element looks otherwise, as SVG 1.1 lists them (6.1), and two that came later.
const PRESENTATION: &[&str] = &[
    "clip-path",
    "clip-rule",
    "color",
    "data-color",
    "display",
    "fill",
    "fill-opacity",
    "fill-rule",
    "filter",
    "flood-color",
    "flood-opacity",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "letter-spacing",
    "marker-end",
    "marker-mid",
    "marker-start",
    "mask",
    "mix-blend-mode",
    "opacity",
    "paint-order",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "text-decoration",
    "transform",
    "visibility",
];

/// What is wrong with a `data-low`.
fn override_fault(value: &str) -> Option<(String, String)> {
    let value = value.trim();
    if ["", "none", "only"].contains(&value) {
        return None;
    }
    for part in value.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let name = part.split_once(':').map(|(name, _)| name.trim());
        let help = match name {
            Some(name) if PRESENTATION.contains(&name) => continue,
            Some(name) => did_you_mean(name, PRESENTATION.iter().copied()),
            None => did_you_mean(value, ["none", "only"]),
        };
        let help = help.map_or_else(
            || "write `none`, `only`, or properties such as `fill:#fff;stroke:#000`".into(),
            |near| format!("did you mean `{near}`?"),
        );
        return Some((format!("`{part}` in `data-low` is no property"), help));
    }
    None
}

/// Values that should be colours and are not.
pub fn colours(node: Node<'_, '_>) -> Vec<AttributeSlip> {
    let mut found = Vec::new();
    for attribute in node.attributes().filter(|a| a.namespace().is_none()) {
        let (name, value) = (attribute.name(), attribute.value());
        let pairs: Vec<(&str, &str)> = match name {
            "style" | "data-low" => declarations(value).collect(),
            // The colours of boxes are read with them.
            "data-color" => Vec::new(),
            name => vec![(name, value)],
        };
        for (property, value) in pairs {
            let Some(holds) = paint::holds(property).filter(|_| !value.contains("{{")) else {
                continue;
            };
            found.extend(paint::wrong_colour(holds, value).map(|(message, help)| AttributeSlip {
                name: name.to_owned(),
                part: value.to_owned(),
                is_colour: true,
                message: format!("{message} (`{property}`)"),
                help,
            }));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(body: &str) -> Vec<String> {
        let svg = format!("<svg>{body}</svg>");
        let document = roxmltree::Document::parse(&svg).unwrap();
        let elements = document.descendants().filter(Node::is_element);
        let slips = elements.flat_map(slips);
        slips.map(|s| format!("{}; {}", s.message, s.help)).collect()
    }

    #[test]
    fn attributes_of_ours_and_of_other_programs_pass() {
        for body in [
            "<rect data-flow=\"a\" data-font=\"b\" data-heading-font=\"c\"/>",
            "<rect data-fit=\"a\" data-font=\"b\" data-size=\"3\" data-if=\"a\" data-low=\"color:#000\"/>",
            "<g data-repeat=\"a\" data-step=\"1 0\" data-align=\"center\"><rect data-art=\"a\" data-scale=\"slice\"/></g>",
            "<g data-name=\"Layer 1\" data-figma-skip-parse=\"true\"><rect data-low=\"none\"/></g>",
            "<path data-low=\"fill:#fff; stroke : none;\" fill=\"currentColor\" style=\"stroke:url(#a);opacity:1\"/>",
        ] {
            assert_eq!(told(body), [""; 0], "{body}");
        }
    }

    #[test]
    fn slips_of_the_pen_are_told() {
        for (body, says) in [
            ("<path data-iff=\"a\"/>", "did you mean `data-if`?"),
            ("<rect data-fit=\"a\" data-weigth=\"3\"/>", "did you mean `data-weight`?"),
            ("<rect data-fit=\"a\" data-valing=\"3\"/>", "did you mean `data-valign`?"),
            ("<rect data-fit=\"a\" data-minn=\"3\"/>", "did you mean `data-min`?"),
            (
                "<rect data-fit=\"a\" data-scale=\"slice\"/>",
                "`data-scale` is not read beside `data-fit`",
            ),
            ("<rect data-font=\"a\"/>", "it is read beside `data-fit` and `data-flow`"),
            ("<rect data-step=\"1 0\"/>", "it is read beside `data-repeat`"),
            (
                "<rect data-flow=\"a\" data-scale=\"slice\"/>",
                "`data-scale` is not read beside `data-flow`",
            ),
            ("<rect data-fit=\"a\" data-art=\"b\"/>", "`data-art` beside `data-fit`"),
            ("<rect data-zzz=\"a\"/>", "take it out; here are read `data-if`"),
            ("<defs><path data-if=\"a\"/></defs>", "`data-if` is not read inside a <defs>"),
            ("<text><tspan data-if=\"a\">x</tspan></text>", "not read inside a <text>"),
            ("<path data-low=\"nonne\"/>", "did you mean `none`?"),
            ("<path fill=\"redd\"/>", "did you mean `red`?"),
            ("<stop style=\"stop-color:fff\"/>", "did you mean `#fff`?"),
            ("<path data-low=\"fill:redd\"/>", "did you mean `red`?"),
            ("<path data-low=\"fil:#fff\"/>", "did you mean `fill`?"),
            ("<path data-low=\"stroke:#000;colour:#000\"/>", "did you mean `color`?"),
        ] {
            let all = told(body);
            assert!(all.len() == 1 && all[0].contains(says), "{body}: {all:?}");
        }
    }
}
