//! Classifies the elements of a template (a box, a group, a filled text), and finds what their text refers to. An element comes
//! in, its kind goes out. Called by the compiler and the sanitizer.

use super::properties::{is_hidden, own};
use super::xml::{SvgNode, tag_of};

/// The attributes that make a box of a `<rect>`, which words or a picture replace on each card.
pub const BOXES: [&str; 4] = ["data-fit", "data-flow", "data-symbol", "data-art"];

pub fn is_box(node: SvgNode<'_>) -> bool {
    BOXES.iter().any(|name| node.has_attribute(*name))
}

pub fn is_picture_box(node: SvgNode<'_>) -> bool {
    node.has_attribute("data-symbol") || node.has_attribute("data-art")
}

/// Whether an element is not the same on each card: a box, a condition, a repetition.
pub fn varies(node: SvgNode<'_>) -> bool {
    is_box(node) || node.has_attribute("data-if") || node.has_attribute("data-repeat")
}

pub fn is_group(node: SvgNode<'_>) -> bool {
    matches!(tag_of(node), "g" | "a" | "svg")
}

/// Whether an element is drawn by itself: one that varies, and a text with placeholders.
pub fn needs_own_layer(node: SvgNode<'_>) -> bool {
    varies(node) || (node.has_tag_name("text") && is_filled_text(node))
}

/// Properties that work on an element as a whole, which takes a layer of pixels.
pub const EFFECTS: [&str; 5] = ["clip-path", "filter", "mask", "mix-blend-mode", "opacity"];

/// Whether a property makes a layer of pixels. Drawing programs write values that change nothing on everything they draw.
pub fn has_effect(name: &str, value: &str) -> bool {
    EFFECTS.contains(&name)
        && match value.trim() {
            "none" | "normal" | "initial" | "" => false,
            // 1 and 100 % change nothing.
            value if name == "opacity" => {
                let share = value.strip_suffix('%');
                let whole = if share.is_some() { 100.0 } else { 1.0 };
                let number = share.unwrap_or(value).trim().parse();
                !number.is_ok_and(|number: f64| number >= whole)
            }
            _ => true,
        }
}

/// Whether an element, with all that is in it, is drawn on no card: it lies in a hidden layer of an editor. Definitions stay, since
/// what refers to them may be seen.
pub fn is_left_out(node: &SvgNode<'_>) -> bool {
    let is_drawn = || needs_own_layer(*node) && !is_group(*node);
    let hidden = own(*node, "display") == Some("none") || (is_drawn() && is_hidden(*node));
    hidden && !node.ancestors().any(|n| n.has_tag_name("defs"))
}

pub fn is_filled_text(node: SvgNode<'_>) -> bool {
    node.descendants().any(|n| n.is_text() && n.text().is_some_and(|t| t.contains("{{")))
}

/// Ids in `url(#id)` and `href="#id"`.
pub fn referenced(text: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for mark in ["url(#", "href=\"#", "href='#", "url('#", "url(\"#"] {
        for (at, _) in text.match_indices(mark) {
            let rest = &text[at + mark.len()..];
            let end = rest.find([')', '"', '\'']).unwrap_or(rest.len());
            ids.push(rest[..end].to_owned());
        }
    }
    ids
}
