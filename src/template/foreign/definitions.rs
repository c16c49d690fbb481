//! Moves what a drawing refers to into one `<defs>`: Illustrator writes gradients between the shapes, Inkscape refers to
//! drawn elements for its clones, Figma puts the definitions last. Edits go out, for `read`.

use std::collections::BTreeMap;

use roxmltree::Document;

use super::super::bounds::MOST_SVG;
use super::super::document::edited::ByteEdit;
use super::super::document::elements::varies;
use super::super::document::xml::{SvgNode, Violation, references, tag_of};
use super::elements::{UNDRAWN, is_svg};
use crate::source::Code;

/// Edits that put what is referred to into `<defs>`.
///
/// # Errors
/// A reference to a box, and more definitions than a drawing has.
pub fn definition_edits(
    source: &str,
    document: &Document<'_>,
) -> Result<Vec<ByteEdit>, Vec<Violation>> {
    let mut ids: BTreeMap<&str, SvgNode<'_>> = BTreeMap::new();
    for node in document.descendants().filter(|n| is_svg(*n)) {
        if let Some(id) = node.attribute("id") {
            ids.entry(id).or_insert(node);
        }
    }
    let mut moved: BTreeMap<usize, SvgNode<'_>> = BTreeMap::new();
    for node in document.descendants().filter(|n| n.is_element() && is_svg(*n)) {
        for id in named(node) {
            let Some(target) = ids.get(id).copied().filter(|n| !defined(*n)) else {
                continue;
            };
            if node.has_tag_name("use") && target.descendants().any(varies) {
                return Err(vec![
                    Violation::new(
                        node.range(),
                        "a <use> shows a box, which is filled only in its own place",
                        "make a box of its own (Inkscape: Edit, Clone, Unlink Clone)",
                    )
                    .part(format!("#{id}")),
                ]);
            }
            // An element that holds what refers to it would hold itself.
            if !node.ancestors().any(|n| n == target) {
                moved.insert(target.range().start, target);
            }
        }
    }
    let mut edits = Vec::new();
    let mut defs = String::new();
    for target in moved.values() {
        defs.push_str(&source[target.range()]);
        if defs.len() > MOST_SVG {
            return Err(vec![
                Violation::new(
                    target.range(),
                    "the drawing refers to too much within what it refers to",
                    "ungroup what is referred to, or unlink the clones",
                )
                .code(Code::TooMany),
            ]);
        }
    }
    // Definitions between the shapes draw nothing where they stand.
    for node in document.descendants().filter(|n| is_svg(*n) && n.is_element()) {
        let undrawn = UNDRAWN.contains(&tag_of(node));
        if undrawn && !node.ancestors().any(|n| n.has_tag_name("defs")) {
            edits.push((node.range(), String::new()));
        }
    }
    if !defs.is_empty()
        && let Some(first) = document.root_element().first_child()
    {
        let at = first.range().start;
        edits.push((at..at, format!("<defs>{defs}</defs>")));
    }
    Ok(edits)
}

/// The ids that an element refers to.
fn named<'a>(node: SvgNode<'a>) -> impl Iterator<Item = &'a str> {
    node.attributes().flat_map(|attribute| {
        let href = (attribute.name() == "href").then(|| attribute.value().strip_prefix('#'));
        let urls = references(attribute.value()).filter_map(|place| place.strip_prefix('#'));
        href.flatten().into_iter().chain(urls)
    })
}

/// Whether the element is a child of a `<defs>`.
fn defined(node: SvgNode<'_>) -> bool {
    node.parent_element().is_some_and(|n| n.has_tag_name("defs"))
}

#[cfg(test)]
mod tests {
    use super::super::super::document::edited::Edited;
    use super::*;

    fn plain(body: &str) -> Result<String, String> {
        let svg = format!("<svg>{body}</svg>");
        let document = Document::parse(&svg).unwrap();
        let edits = definition_edits(&svg, &document).map_err(|v| v[0].message.clone())?;
        Ok(Edited::unchanged(&svg).edit(edits).text)
    }

    #[test]
    fn what_is_referred_to_stands_in_defs() {
        assert_eq!(
            plain("<g><linearGradient id=\"a\"/><rect fill=\"url(#a)\"/></g>").unwrap(),
            "<svg><defs><linearGradient id=\"a\"/></defs><g><rect fill=\"url(#a)\"/></g></svg>"
        );
        assert_eq!(
            plain("<rect id=\"r\"/><use href=\"#r\"/>").unwrap(),
            "<svg><defs><rect id=\"r\"/></defs><rect id=\"r\"/><use href=\"#r\"/></svg>"
        );
        let there =
            "<use href=\"#a\"/><g id=\"b\"><use href=\"#b\"/></g><defs><g id=\"a\"/></defs>";
        assert_eq!(plain(there).unwrap(), format!("<svg>{there}</svg>"));
        assert!(plain("<rect id=\"r\" data-fit=\"a\"/><use href=\"#r\"/>").is_err());
    }
}
