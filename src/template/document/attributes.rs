//! Checks the `data-*` attributes of a template: which exist, and on which elements. Elements come in, faults go out for misspelt
//! attributes of ours; those of other programs pass. Called by the compiler.

use super::elements::{BOXES, is_group};
use super::paint;
use super::properties::declarations;
use super::xml::{SvgNode, Violation, tag_of};
use crate::source::{Code, did_you_mean, list_words};

/// What makes a box or a repetition of an element, and attributes that it reads.
const READ: [(&str, &[&str]); 6] = [
    ("data-fit", WORDS),
    ("data-flow", WORDS),
    ("data-flow", HEADINGS),
    ("data-symbol", PICTURE),
    ("data-art", PICTURE),
    ("data-repeat", REPEATED),
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

/// Attributes on elements where they are not read, and values that are not colours.
pub fn attribute_faults(node: SvgNode<'_>) -> Vec<Violation> {
    let mut found = colour_faults(node);
    let known = known(node);
    for attribute in node.attributes().filter(|a| a.namespace().is_none()) {
        let name = attribute.name();
        let foreign =
            FOREIGN.iter().any(|own| name == *own || (own.ends_with('-') && name.starts_with(own)));
        if !name.starts_with("data-") || foreign {
            continue;
        }
        let wrong = if !known.contains(&name) {
            Some(unknown(node, name, &known))
        } else if name == "data-low" {
            override_fault(attribute.value())
        } else {
            misplaced(node, name)
        };
        found.extend(wrong.map(|(message, help)| {
            Violation::new(attribute.range(), message, help).code(Code::BoxAttribute)
        }));
    }
    found
}

/// What makes a box of the element; more than one is a fault.
fn kinds(node: SvgNode<'_>) -> Vec<&'static str> {
    let there = BOXES.iter().filter(|kind| node.has_attribute(**kind));
    there.copied().collect()
}

/// The attributes that are read on this element.
fn known(node: SvgNode<'_>) -> Vec<&'static str> {
    let mut known = ANYWHERE.to_vec();
    for (owner, names) in READ.iter().filter(|(owner, _)| node.has_attribute(*owner)) {
        if !known.contains(owner) {
            known.push(owner);
        }
        known.extend(*names);
    }
    known
}

fn unknown(node: SvgNode<'_>, name: &str, known: &[&'static str]) -> (String, String) {
    let all = || {
        let read = READ.iter().flat_map(|(owner, names)| std::iter::once(owner).chain(*names));
        read.chain(ANYWHERE).copied()
    };
    if all().any(|other| other == name) {
        let owners = READ.iter().filter(|(_, names)| names.contains(&name)).map(|row| row.0);
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
        None => format!("take it out; here are read {}", list_words(known.iter())),
    };
    (format!("`{name}` is no attribute that is read"), help)
}

/// Where an attribute that is known is not read: inside of what is drawn as one piece.
fn misplaced(node: SvgNode<'_>, name: &str) -> Option<(String, String)> {
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
    let mut above = std::iter::successors(Some(parent), SvgNode::parent_element);
    let around = above.find(|n| !is_group(*n))?;
    let tag = tag_of(around);
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
pub fn colour_faults(node: SvgNode<'_>) -> Vec<Violation> {
    let mut found = Vec::new();
    for attribute in node.attributes().filter(|a| a.namespace().is_none()) {
        let (name, value) = (attribute.name(), attribute.value());
        let pairs: Vec<(&str, &str)> = match name {
            "style" | "data-low" => declarations(value).collect(),
            // The colours of boxes are read with them.
            "data-color" => Vec::new(),
            name => vec![(name, value)],
        };
        for (property, value) in pairs.into_iter().filter(|(_, value)| !value.contains("{{")) {
            let wrong = paint::holds(property).and_then(|kind| paint::wrong_colour(kind, value));
            found.extend(wrong.map(|(message, help)| {
                let message = format!("{message} (`{property}`)");
                Violation::new(attribute.range(), message, help).code(Code::BadColour).part(value)
            }));
        }
    }
    found
}
