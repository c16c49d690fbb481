//! Removes a clip or mask around the whole card, as Figma and Illustrator draw it for a frame: it hides only what is cut off
//! anyway, and would keep boxes and placeholders from being drawn by themselves. Edits go out, for `read`.

use kurbo::{Rect, Shape};
use roxmltree::Document;

use super::super::document::edited::ByteEdit;
use super::super::document::elements::{is_group, needs_own_layer};
use super::super::document::properties::{map_to_root, own, view_box};
use super::super::document::xml::{SvgNode, escape, references};
use super::declarations::{read_declarations, write_declarations};
use super::transforms::outline;

/// Edits that take clips and masks that hide nothing of the card off groups with boxes or placeholders.
pub fn clip_edits(document: &Document<'_>) -> Vec<ByteEdit> {
    let root = document.root_element();
    let Some(view) = view_box(root) else {
        return Vec::new();
    };
    let mut edits = Vec::new();
    for group in root.descendants().filter(|n| n.is_element() && is_group(*n)) {
        for name in ["clip-path", "mask"] {
            let Some(value) = own(group, name) else {
                continue;
            };
            let id = references(value).next().and_then(|place| place.strip_prefix('#'));
            let named = |n: &SvgNode<'_>| n.attribute("id") == id && id.is_some();
            let hides =
                document.descendants().find(named).is_none_or(|clip| !covers(clip, group, view));
            if hides || !group.descendants().skip(1).any(needs_own_layer) {
                continue;
            }
            for attribute in group.attributes().filter(|a| a.namespace().is_none()) {
                if attribute.name() == name {
                    edits.push((attribute.range(), String::new()));
                } else if attribute.name() == "style" {
                    let mut kept = read_declarations(attribute.value());
                    kept.retain(|d| d.name != name);
                    let kept = escape(&write_declarations(&kept));
                    edits.push((attribute.range(), format!("style=\"{kept}\"")));
                }
            }
        }
    }
    edits
}

/// Whether all of the card is inside a clip or mask, which stands on `group`.
fn covers(clip: SvgNode<'_>, group: SvgNode<'_>, [x, y, width, height]: [f64; 4]) -> bool {
    let of_box = ["clipPathUnits", "maskContentUnits"];
    if of_box.iter().any(|a| clip.attribute(*a) == Some("objectBoundingBox")) {
        return false;
    }
    let mut shapes = clip.children().filter(SvgNode::is_element);
    let (Some(shape), None) = (shapes.next(), shapes.next()) else {
        return false;
    };
    // Illustrator draws the frame in <defs> and uses it in the clip.
    let shape = match shape.attributes().find(|a| a.name() == "href") {
        Some(href) => {
            let id = href.value().strip_prefix('#');
            let mut all = clip.document().descendants();
            match all.find(|n| n.is_element() && n.attribute("id") == id) {
                Some(shape) => shape,
                None => return false,
            }
        }
        None => shape,
    };
    let fill = own(shape, "fill").unwrap_or("").to_lowercase();
    let white = ["white", "#fff", "#ffffff", "#d9d9d9"].contains(&fill.as_str());
    if clip.has_tag_name("mask") && !white
        || [clip, shape].iter().any(|n| n.has_attribute("transform"))
    {
        return false;
    }
    let (Some(sides), Some(map)) = (sides(shape), map_to_root(group)) else {
        return false;
    };
    if map.0[1] != 0.0 || map.0[2] != 0.0 {
        return false;
    }
    let (left, top) = map.apply(sides.x0, sides.y0);
    let (right, bottom) = map.apply(sides.x1, sides.y1);
    // Rounded as drawing programs round.
    let near = 0.005 * width.min(height);
    left.min(right) <= x + near
        && top.min(bottom) <= y + near
        && left.max(right) >= x + width - near
        && top.max(bottom) >= y + height - near
}

/// The sides of a rectangle, drawn as such or as a path. Its corners may be round, as a card's are.
fn sides(shape: SvgNode<'_>) -> Option<Rect> {
    let outline = outline(shape)?;
    let sides = outline.bounding_box();
    (outline.area().abs() > 0.9999 * sides.area()).then_some(sides)
}

#[cfg(test)]
mod tests {
    use super::super::super::document::edited::Edited;
    use super::*;

    fn clipped(clip: &str, shape: &str) -> bool {
        let svg = format!(
            "<svg viewBox=\"0 0 240 336\"><g {clip}><text>{{{{name}}}}</text></g><defs>{shape}</defs></svg>"
        );
        let document = Document::parse(&svg).unwrap();
        Edited::unchanged(&svg).edit(clip_edits(&document)).text.contains("url(#c)")
    }

    #[test]
    fn the_frame_of_a_card_clips_nothing() {
        let figma = "<clipPath id=\"c\"><rect width=\"240\" height=\"336\" rx=\"12\" fill=\"white\"/></clipPath>";
        assert!(!clipped("clip-path=\"url(#c)\"", figma));
        assert!(!clipped(
            "style=\"fill:red;clip-path:url(#c)\"",
            "<path id=\"s\" d=\"M-5-5H245V341H-5z\"/><clipPath id=\"c\"><use href=\"#s\"/></clipPath>"
        ));
        let mask = "<mask id=\"c\" maskUnits=\"userSpaceOnUse\"><path d=\"M0 0h240v336H0z\" fill=\"white\"/></mask>";
        assert!(!clipped("mask=\"url(#c)\"", mask));
    }

    #[test]
    fn a_clip_that_hides_something_stays() {
        for shape in [
            "<clipPath id=\"c\"><rect width=\"200\" height=\"336\"/></clipPath>",
            "<clipPath id=\"c\"><circle r=\"999\"/></clipPath>",
            "<mask id=\"c\"><rect width=\"240\" height=\"336\" fill=\"#888\"/></mask>",
            "<clipPath id=\"c\"><path d=\"M0 0H240L336 336H0z\"/></clipPath>",
            "",
        ] {
            let what = if shape.contains("mask") { "mask" } else { "clip-path" };
            assert!(clipped(&format!("{what}=\"url(#c)\""), shape), "{shape}");
        }
    }
}
