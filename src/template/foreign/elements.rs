//! Brings each element by itself to plain SVG: its style sheet's rules and its own `style` resolved, sizes without units,
//! names of other namespaces as SVG has them, boxes by name. Edits go out, for `read`.

use std::collections::BTreeMap;
use std::ops::Range;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use roxmltree::Document;

use super::super::document::edited::ByteEdit;
use super::super::document::paint::{self, PropertyKind};
use super::super::document::xml::{SVG, SvgNode, Violation, XLINK, escape, tag_name, tag_of};
use super::super::raster::RasterFormat;
use super::classes::{choices, filled_classes};
use super::declarations::{
    Declaration, FontName, MOST_DECLARATIONS, plain_length, read_declarations, settle,
    write_declarations,
};
use super::names::named_attributes;
use super::root::drawn_view;
use super::sheet::{Cascade, MOST_INLINED, StyleRules, too_much};
use super::transforms::{TRANSFORMS, plain_transform, transform_attribute};
use crate::source::Code;
use crate::text::FontBook;

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

/// Elements that are drawn nowhere: rules, which are written onto others, fonts, which are not read from drawings, and what only a
/// screen uses.
const IDLE: &[&str] = &["style", "font", "font-face", "cursor", "view"];

/// Elements that are drawn only where they are referred to.
pub const UNDRAWN: &[&str] = &[
    "clipPath",
    "filter",
    "linearGradient",
    "marker",
    "mask",
    "pattern",
    "radialGradient",
    "symbol",
];

/// What is edited of all elements.
///
/// # Errors
/// Style sheets that cannot be followed, or are too large.
pub fn element_edits(
    source: &str,
    document: &Document<'_>,
    what: &str,
    fonts: Option<&FontBook>,
) -> Result<Vec<ByteEdit>, Vec<Violation>> {
    let elements = document.descendants().filter(|n| n.is_element() && is_svg(*n));
    let is_css = |n: &SvgNode<'_>| matches!(n.attribute("type"), None | Some("" | "text/css"));
    let styles = elements.filter(|n| tag_of(*n) == "style" && is_css(n));
    let rules = StyleRules::read(styles, what)?;
    let found = edits_by_rules(source, document, what, fonts, &rules);
    found.map_err(|violation| vec![violation])
}

fn edits_by_rules(
    source: &str,
    document: &Document<'_>,
    what: &str,
    fonts: Option<&FontBook>,
    rules: &StyleRules,
) -> Result<Vec<ByteEdit>, Violation> {
    let mut edits: Vec<ByteEdit> = Vec::new();
    let cascade = Cascade::new(rules);
    let classes = filled_classes(document, rules)?;
    let mut inlined = 0;
    // A rule is written onto many elements; each combination of rules is resolved once.
    for node in document.descendants().filter(|n| n.is_element() && is_svg(*n)) {
        let tag = tag_of(node);
        if tag == "flowRoot" {
            flowed(node, &mut edits)?;
            continue;
        }
        if node.has_attribute("data-guide") || IDLE.contains(&tag) {
            // A guide is only shown in an editor.
            edits.push((node.range(), String::new()));
            continue;
        }
        let mut added = BTreeMap::new();
        let before = edits.len();
        let from_rules = cascade.declarations(node, None)?;
        let mut settled = style(node, from_rules, fonts)?;
        let chosen = choices(node, &classes, &cascade, fonts)?;
        settled.retain(|d| chosen.iter().all(|c| c.name != d.name));
        settled.extend(chosen);
        settled.retain(|d| !is_sample(node, &d.name));
        move_to_attributes(node, &mut settled, &mut added)?;
        if node == document.root_element() {
            let ground = ground(node, &settled, what)?;
            let first = node.first_child().map(|n| n.range().start..n.range().start);
            edits.extend(first.zip(ground));
            settled.retain(|d| !GROUNDS.contains(&d.name.as_str()));
        }
        write_style(node, &settled, &mut edits, &mut added);
        inlined += edits[before..].iter().map(|e| e.1.len()).sum::<usize>();
        inlined += added.values().map(String::len).sum::<usize>();
        if inlined > MOST_INLINED {
            return Err(too_much(node));
        }
        attributes(source, node, fonts, &mut edits, &mut added);
        added.extend(named_attributes(node));
        write_tag(source, node, &added, &mut edits);
    }
    switches(source, document, fonts, &mut edits);
    Ok(edits)
}

pub fn is_svg(node: SvgNode<'_>) -> bool {
    node.tag_name().namespace().is_none_or(|name| name == SVG)
}

/// The declarations of the element's rules and its own `style`, one a property.
pub fn style(
    node: SvgNode<'_>,
    mut declarations: Vec<Declaration>,
    fonts: Option<&FontBook>,
) -> Result<Vec<Declaration>, Violation> {
    for name in ["style", "data-low"] {
        let count = node.attribute(name).map_or(0, |v| v.matches(';').count());
        if count > MOST_DECLARATIONS {
            return Err(Violation::new(
                node.range(),
                format!("a `{name}` has more than {MOST_DECLARATIONS} declarations"),
                "write each property once, as drawing programs do",
            )
            .code(Code::TooMany));
        }
    }
    declarations.extend(read_declarations(node.attribute("style").unwrap_or("")));
    Ok(settle(declarations, fonts, |name| node.has_attribute(name)))
}

/// Places and sizes that a `style` may set in SVG 2, and of which elements.
const GEOMETRY: &[&str] = &["cx", "cy", "d", "height", "r", "rx", "ry", "width", "x", "y"];
const SHAPES: &[&str] = &["circle", "ellipse", "image", "path", "rect", "svg", "use"];

/// What of a `style` is an attribute in SVG: places and sizes, the outline of a path, the transform.
fn move_to_attributes(
    node: SvgNode<'_>,
    settled: &mut Vec<Declaration>,
    added: &mut BTreeMap<String, String>,
) -> Result<(), Violation> {
    if let Some(transform) = plain_transform(node, settled)? {
        added.insert(transform_attribute(node).into(), transform);
    }
    settled.retain(|d| !TRANSFORMS.contains(&d.name.as_str()));
    // The size of the outermost element says how it is shown on a page of the web.
    let is_shape = SHAPES.contains(&tag_of(node)) && node.parent_element().is_some();
    settled.retain(|d| {
        let moves = is_shape && GEOMETRY.contains(&d.name.as_str());
        if moves && d.value != "auto" {
            // d: path("M0 0…")
            let path = d.value.strip_prefix("path(").and_then(|v| v.strip_suffix(')'));
            let value = path.map_or(d.value.as_str(), |path| path.trim_matches(['"', '\'', ' ']));
            added.insert(d.name.clone(), value.to_owned());
        }
        !moves
    });
    Ok(())
}

/// Writes what is left of a `style`.
fn write_style(
    node: SvgNode<'_>,
    settled: &[Declaration],
    edits: &mut Vec<ByteEdit>,
    added: &mut BTreeMap<String, String>,
) {
    let mut attributes = node.attributes();
    let own = attributes.find(|a| a.name() == "style" && a.namespace().is_none());
    let read = own.map_or_else(Vec::new, |a| read_declarations(a.value()));
    if settled == read {
        return;
    }
    let text = write_declarations(settled);
    match own {
        Some(attribute) if text.is_empty() => edits.push((attribute.range(), String::new())),
        Some(attribute) => edits.push((attribute.range(), format!("style=\"{}\"", escape(&text)))),
        None if text.is_empty() => {}
        None => {
            added.insert("style".into(), text);
        }
    }
}

/// Properties of a root that paint its ground.
const GROUNDS: &[&str] = &["background", "background-color"];

/// The ground that a root's `background` paints, as a shape: of a card, its bleed as well.
fn ground(
    root: SvgNode<'_>,
    settled: &[Declaration],
    what: &str,
) -> Result<Option<String>, Violation> {
    let named = |d: &&Declaration| GROUNDS.contains(&d.name.as_str());
    let Some(value) = settled.iter().rfind(named).map(|d| d.value.as_str()) else {
        return Ok(None);
    };
    if value == "none" {
        return Ok(None);
    }
    let value = paint::plain_colour(value).unwrap_or_else(|| value.to_owned());
    let is_colour = paint::wrong_colour(PropertyKind::Colour, &value).is_none();
    let Some([x, y, width, height]) = drawn_view(root).filter(|_| is_colour) else {
        return Err(Violation::new(
            root.range(),
            format!("the `background` of a {what} is not a plain colour"),
            "draw the ground as a <rect>, below everything else",
        )
        .part(value));
    };
    let bleed = if what == "template" { width.max(height) / 8.0 } else { 0.0 };
    Ok(Some(format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"none\"/>",
        x - bleed,
        y - bleed,
        width + 2.0 * bleed,
        height + 2.0 * bleed,
        escape(&value)
    )))
}

/// Whether a colour is only a sample that editors show in place of a placeholder.
fn is_sample(node: SvgNode<'_>, name: &str) -> bool {
    SAMPLED.contains(&name) && node.has_attribute(format!("data-{name}").as_str())
}

/// Attributes as SVG has them: no units on sizes, one family, `xlink` by its usual name, nothing of other programs. What is
/// `added` takes the place of what is there.
fn attributes(
    source: &str,
    node: SvgNode<'_>,
    fonts: Option<&FontBook>,
    edits: &mut Vec<ByteEdit>,
    added: &mut BTreeMap<String, String>,
) {
    let family = node.attribute("font-family").filter(|v| !v.contains("{{"));
    if let Some(font) = family.map(|value| FontName::parse(value, fonts)) {
        added.extend(font.weight.map(|w| ("font-weight".into(), w.to_string())));
        added.extend(font.italic.then(|| ("font-style".into(), "italic".into())));
        added.insert("font-family".into(), font.family);
    }
    for attribute in node.attributes() {
        let (name, value) = (attribute.name(), attribute.value());
        if name == "href" {
            edits.extend(embedded_kind(source, attribute.range_value()));
        }
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
            None if OF_PROGRAMS.contains(&name)
                || ["transform-box", "transform-origin"].contains(&name)
                || (name == "class" && value.contains("{{"))
                || is_sample(node, name) =>
            {
                edits.push((attribute.range(), String::new()));
            }
            None if name.strip_prefix("data-").is_some_and(|n| SAMPLED.contains(&n)) => {
                let name = &name["data-".len()..];
                edits.push((attribute.range(), format!("{name}=\"{}\"", escape(value))));
            }
            None => {
                let colour = || paint::holds(name).and_then(|_| paint::plain_colour(value));
                let other = added.remove(name).map(|value| escape(&value));
                let other = other.or_else(|| plain_length(name, value)).or_else(colour);
                edits.extend(other.map(|other| (attribute.range_value(), other)));
            }
        }
    }
}

/// The kind of an embedded picture as its bytes say it: programs write others, or none.
fn embedded_kind(source: &str, value: Range<usize>) -> Option<ByteEdit> {
    let (head, data) = source[value.clone()].split_once(',')?;
    let said = head.strip_prefix("data:")?.strip_suffix(";base64")?;
    let first = data.chars().filter(|c| !c.is_whitespace()).take(16);
    let bytes = STANDARD.decode(first.collect::<String>()).ok()?;
    let mime = RasterFormat::recognize(&bytes)?.mime();
    let head = value.start..value.start + head.len();
    (said != mime).then(|| (head, format!("data:{mime};base64")))
}

/// The tag without its prefix, and with what is added to it.
fn write_tag(
    source: &str,
    node: SvgNode<'_>,
    added: &BTreeMap<String, String>,
    edits: &mut Vec<ByteEdit>,
) {
    let written = tag_name(source, node.range().start);
    let local = tag_of(node);
    if !added.is_empty() {
        let more: String =
            added.iter().map(|(name, value)| format!(" {name}=\"{}\"", escape(value))).collect();
        edits.push((written.end..written.end, more));
    }
    if &source[written.clone()] != local {
        rename(source, node, local, edits);
    }
}

/// Words that an old Inkscape flows into a shape: no other program draws them. Inkscape leaves empty ones behind.
fn flowed(node: SvgNode<'_>, edits: &mut Vec<ByteEdit>) -> Result<(), Violation> {
    let mut texts = node.descendants().filter(SvgNode::is_text);
    if !texts.any(|n| n.text().is_some_and(|t| !t.trim().is_empty())) {
        edits.push((node.range(), String::new()));
        return Ok(());
    }
    Err(Violation::new(
        node.range(),
        "words that Inkscape flows into a shape (<flowRoot>) are drawn by no other program",
        "Inkscape: select them, then Text, Convert to Text; or draw a <rect data-fit=\"…\"> for words that wrap",
    ))
}

/// Gives an element another name, at its beginning and at its end.
fn rename(source: &str, node: SvgNode<'_>, name: &str, edits: &mut Vec<ByteEdit>) {
    let range = node.range();
    let open = tag_name(source, range.start);
    let written = &source[open.clone()];
    let text = &source[range.clone()];
    if let Some(close) = text.rfind("</").filter(|at| text[at + 2..].starts_with(written)) {
        let at = range.start + close + 2;
        edits.push((at..at + written.len(), name.to_owned()));
    }
    edits.push((open, name.to_owned()));
}

/// Of a `<switch>` the one child that is drawn: the first that needs no extension and is in the game's language. Illustrator and
/// draw.io keep there what only they can read, before what everybody can; drawings of Wikimedia have words in many languages.
fn switches(
    source: &str,
    document: &Document<'_>,
    fonts: Option<&FontBook>,
    edits: &mut Vec<ByteEdit>,
) {
    let language = match fonts.map_or("", |book| book.language().code) {
        "" => "en",
        code => code,
    };
    let base = |tag: &str| tag.trim().split('-').next().unwrap_or("").to_lowercase();
    let spoken = |node: SvgNode<'_>, language: &str| {
        let tags = node.attribute("systemLanguage");
        tags.is_none_or(|tags| tags.split(',').any(|tag| base(tag) == base(language)))
    };
    let elements = || document.descendants().filter(|n| is_svg(*n));
    for node in elements().filter(|n| n.has_tag_name("switch")) {
        let all = || node.children().filter(SvgNode::is_element);
        let is_readable = |child: &SvgNode<'_>| {
            is_svg(*child)
                && tag_of(*child) != "foreignObject"
                && !child.has_attribute("requiredExtensions")
        };
        let readable = || all().filter(is_readable);
        let in_language = |language: &str| readable().find(|child| spoken(*child, language));
        // Words in no language of the game are better than none.
        let drawn = in_language(language).or_else(|| in_language("en"));
        let drawn = drawn.or_else(|| readable().next());
        let others = all().filter(|child| Some(*child) != drawn);
        edits.extend(others.map(|child| (child.range(), String::new())));
        rename(source, node, "g", edits);
    }
    for node in elements() {
        let of_switch = |n: SvgNode<'_>| n.has_tag_name("switch");
        if let Some(tag) = node.attribute_node("systemLanguage") {
            let tag_name = tag_of(node);
            let seen = tag_name == "defs"
                || UNDRAWN.contains(&tag_name)
                || node.parent_element().is_some_and(of_switch)
                || spoken(node, language)
                || spoken(node, "en");
            edits.push((if seen { tag.range() } else { node.range() }, String::new()));
        }
    }
}
