//! Brings each element by itself to plain SVG: its style sheet's rules and its own `style` resolved, sizes without units,
//! names of other namespaces as SVG has them, boxes by name. Edits go out, for `read`.

use std::collections::BTreeMap;
use std::ops::Range;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use roxmltree::{Document, Node};

use super::super::document::edited::ByteEdit;
use super::super::document::paint::{self, PropertyKind};
use super::super::document::properties::{number, view_box};
use super::super::document::xml::Violation;
use super::super::document::xml::{SVG, XLINK, escape, tag_name};
use super::super::raster::RasterFormat;
use super::classes::FilledClasses;
use super::declarations::{
    Declaration, FontName, MOST_DECLARATIONS, decimal, plain_length, read_declarations, settle,
    write_declarations,
};
use super::names::named_attributes;
use super::sheet::{Cascade, MOST_INLINED, Rules, too_much};
use super::transforms::{TRANSFORMS, plain_transform};
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
    fonts: Option<&FontBook>,
) -> Result<Vec<ByteEdit>, Vec<Violation>> {
    let elements = || document.descendants().filter(Node::is_element);
    let styles = elements().filter(|n| is_svg(*n) && n.tag_name().name() == "style");
    let rules = Rules::read(styles.clone(), what)?;
    let mut edits: Vec<ByteEdit> = styles.map(|n| (n.range(), String::new())).collect();
    let cascade = Cascade::new(&rules);
    let classes = FilledClasses::read(document, &rules).map_err(|v| vec![v])?;
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
        let from_rules = cascade.declarations(node, None).map_err(|v| vec![v])?;
        let samples = SAMPLED
            .iter()
            .filter(|name| node.has_attribute(format!("data-{name}").as_str()));
        let samples: Vec<&str> = samples.copied().collect();
        let mut settled = style(node, from_rules, fonts).map_err(|v| vec![v])?;
        let chosen = classes
            .choices(node, &cascade, fonts)
            .map_err(|v| vec![v])?;
        settled.retain(|d| chosen.iter().all(|c| c.name != d.name));
        settled.extend(chosen);
        settled.retain(|d| !samples.contains(&d.name.as_str()));
        move_to_attributes(node, &mut settled, &mut added).map_err(|v| vec![v])?;
        if node == document.root_element() {
            let ground = ground(node, &settled, what).map_err(|v| vec![v])?;
            let first = node.first_child().map(|n| n.range().start..n.range().start);
            edits.extend(first.zip(ground));
            settled.retain(|d| !GROUNDS.contains(&d.name.as_str()));
        }
        write_style(node, &settled, &mut edits, &mut added);
        inlined += edits[before..].iter().map(|e| e.1.len()).sum::<usize>();
        inlined += added.values().map(String::len).sum::<usize>();
        if inlined > MOST_INLINED {
            return Err(vec![too_much(node)]);
        }
        attributes(source, node, fonts, &mut edits, &mut added);
        added.extend(named_attributes(node));
        write_tag(source, node, &added, &mut edits);
    }
    switches(source, document, fonts, &mut edits);
    Ok(edits)
}

pub fn is_svg(node: Node<'_, '_>) -> bool {
    node.tag_name().namespace().is_none_or(|name| name == SVG)
}

/// The declarations of the element's rules and its own `style`, one a property.
pub fn style(
    node: Node<'_, '_>,
    mut declarations: Vec<Declaration>,
    fonts: Option<&FontBook>,
) -> Result<Vec<Declaration>, Violation> {
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
    declarations.extend(read_declarations(node.attribute("style").unwrap_or("")));
    Ok(settle(declarations, fonts, |name| node.has_attribute(name)))
}

/// Attributes that a `style` may set in SVG 2, and of which elements.
const GEOMETRY: &[(&[&str], &[&str])] = &[
    (&["circle", "ellipse"], &["cx", "cy", "r", "rx", "ry"]),
    (
        &["rect", "image", "svg", "use"],
        &["x", "y", "width", "height", "rx", "ry"],
    ),
    (&["path"], &["d"]),
];

/// What of a `style` is an attribute in SVG: places and sizes, the outline of a path, the transform.
fn move_to_attributes(
    node: Node<'_, '_>,
    settled: &mut Vec<Declaration>,
    added: &mut BTreeMap<String, String>,
) -> Result<(), Violation> {
    if let Some(transform) = plain_transform(node, settled)? {
        added.insert("transform".into(), transform);
    }
    settled.retain(|d| !TRANSFORMS.contains(&d.name.as_str()));
    let tag = node.tag_name().name();
    // The size of the outermost element says how it is shown on a page of the web.
    let rows = GEOMETRY.iter().filter(|(tags, _)| tags.contains(&tag));
    let rows = rows.filter(|_| node.parent_element().is_some());
    for name in rows.flat_map(|(_, names)| names.iter()) {
        let Some(at) = settled.iter().position(|d| d.name == *name) else {
            continue;
        };
        let value = settled.remove(at).value;
        let path = value
            .strip_prefix("path(")
            .and_then(|v| v.strip_suffix(')'));
        let path = path.map(|path| path.trim().trim_matches(['"', '\'']));
        if !["auto", "none"].contains(&value.as_str()) {
            added.insert((*name).to_owned(), path.unwrap_or(&value).to_owned());
        }
    }
    Ok(())
}

/// Writes what is left of a `style`.
fn write_style(
    node: Node<'_, '_>,
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
    root: Node<'_, '_>,
    settled: &[Declaration],
    what: &str,
) -> Result<Option<String>, Violation> {
    let named = |d: &&Declaration| GROUNDS.contains(&d.name.as_str());
    let Some(Declaration { value, .. }) = settled.iter().rfind(named) else {
        return Ok(None);
    };
    let value = paint::plain_colour(value).unwrap_or_else(|| value.clone());
    if ["none", "transparent", "initial"].contains(&value.as_str()) {
        return Ok(None);
    }
    let view = view_box(root).or_else(|| {
        let side = |name| root.attribute(name).and_then(number);
        Some([0.0, 0.0, side("width")?, side("height")?])
    });
    let colour = paint::wrong_colour(PropertyKind::Colour, &value).is_none();
    let Some([x, y, width, height]) = view.filter(|_| colour) else {
        return Err(Violation {
            code: None,
            range: root.range(),
            part: value,
            message: format!("the `background` of a {what} is not a plain colour over its viewBox"),
            help: "draw the ground as a <rect>, below everything else".into(),
        });
    };
    let beyond = match what {
        "template" => width.max(height) / 8.0,
        _ => 0.0,
    };
    Ok(Some(format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"none\"/>",
        decimal(x - beyond),
        decimal(y - beyond),
        decimal(width + 2.0 * beyond),
        decimal(height + 2.0 * beyond),
        escape(&value)
    )))
}

/// Attributes as SVG has them: no units on sizes, one family, `xlink` by its usual name, nothing of other programs. What is
/// `added` takes the place of what is there.
fn attributes(
    source: &str,
    node: Node<'_, '_>,
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
            None if TRANSFORMS.contains(&name) && name != "transform" => {
                edits.push((attribute.range(), String::new()));
            }
            None if name == "class" && value.contains("{{") => {
                edits.push((attribute.range(), String::new()));
            }
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
            None if added.contains_key(name) => {
                edits.extend(
                    added
                        .remove(name)
                        .map(|value| (attribute.range_value(), escape(&value))),
                );
            }
            None => {
                let colour = || paint::holds(name).and_then(|_| paint::plain_colour(value));
                if let Some(plain) = plain_length(name, value).or_else(colour) {
                    edits.push((attribute.range_value(), plain));
                }
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
    let spoken = |node: &Node<'_, '_>, language: &str| {
        let tags = node.attribute("systemLanguage");
        let tags = tags.map(|tags| tags.split(',').map(|tag| tag.trim().to_lowercase()));
        let base = |tag: &str| tag.split('-').next().unwrap_or("").to_owned();
        tags.is_none_or(|mut tags| tags.any(|tag| base(&tag) == base(&language.to_lowercase())))
    };
    let elements = || document.descendants().filter(|n| is_svg(*n));
    for node in elements().filter(|n| n.has_tag_name("switch")) {
        let all = || node.children().filter(Node::is_element);
        let foreign = |child: &Node<'_, '_>| {
            !is_svg(*child)
                || child.tag_name().name() == "foreignObject"
                || child.has_attribute("requiredExtensions")
        };
        let readable = || all().filter(|child| !foreign(child));
        // Words in no language of the game are better than none.
        let in_language = |language: &str| readable().find(|child| spoken(child, language));
        let drawn = [language, "en"].into_iter().find_map(in_language);
        let drawn = drawn.or_else(|| readable().next());
        let others = all().filter(|child| Some(*child) != drawn);
        edits.extend(others.map(|child| (child.range(), String::new())));
        rename(source, node, "g", edits);
    }
    for node in elements() {
        let Some(tag) = node.attribute_node("systemLanguage") else {
            continue;
        };
        let in_switch = node
            .parent_element()
            .is_some_and(|n| n.has_tag_name("switch"));
        let seen = in_switch
            || [language, "en"]
                .iter()
                .any(|language| spoken(&node, language));
        let range = if seen { tag.range() } else { node.range() };
        edits.push((range, String::new()));
    }
}
