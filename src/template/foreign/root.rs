//! Makes the outermost element plain: what it sets goes onto a group around everything, and a template drawn in pixels,
//! points or inches is brought to millimetres. Edits go out, for `read`.

use roxmltree::Document;

use super::super::affine::Affine;
use super::super::document::edited::ByteEdit;
use super::super::document::properties::view_box;
use super::super::document::xml::{SvgNode, after_name, escape};
use super::declarations::{decimal, pixels};
use crate::sheet::{CARDS, Size};

/// Millimetres in a pixel of CSS, and in a point of print.
const CSS: f64 = 25.4 / 96.0;
const POINT: f64 = 25.4 / 72.0;
/// And in a dot of a printer with 300 to the inch.
const DOT: f64 = 25.4 / 300.0;

/// How far a size may be from a card's, in millimetres: pixels and points are rounded.
const NEAR: f64 = 0.3;

/// How far the sides of a drawing may be from the shape of its viewBox, as programs round them.
const SAME_SHAPE: f64 = 0.01;

/// Longest side of a card, in millimetres, whose numbers are taken for millimetres where nothing says what they are.
const LONGEST: f64 = 200.0;

/// What the outermost element may set for all in it, besides `font-` and the like.
const SET: &[&str] = &[
    "clip-path",
    "clip-rule",
    "color",
    "display",
    "fill",
    "filter",
    "letter-spacing",
    "mask",
    "mix-blend-mode",
    "opacity",
    "stroke",
    "style",
    "text-anchor",
    "visibility",
    "word-spacing",
];

/// Edits that take the root's looks and scale onto a group around all; the sizes of boxes, which are in points, stay.
pub fn root_edits(source: &str, document: &Document<'_>, is_template: bool) -> Vec<ByteEdit> {
    let root = document.root_element();
    let mut group = String::new();
    let mut transform = String::new();
    let mut scaled = None;
    let mut edits = Vec::new();
    if is_template
        && let Some(view) =
            if root.has_attribute("viewBox") { view_box(root) } else { lengths_as_view(root) }
        && let (view, Some(scale)) = match trimmed(root, view) {
            Some(trim) => (trim, Some(DOT)),
            None => (view, millimetres(source, root, view)),
        }
    {
        let [x, y, width, height] = view;
        let map = Affine::scale(scale, scale).then_inner(Affine::translate(-x, -y));
        transform = map.to_svg();
        scaled = Some(view);
        let (wide, high) = card(width * scale, height * scale);
        let trim = format!("viewBox=\"0 0 {} {}\"", decimal(wide), decimal(high));
        match root.attributes().find(|a| a.name() == "viewBox") {
            Some(attribute) => edits.push((attribute.range(), trim)),
            None => edits.push((after_name(source, root), format!(" {trim}"))),
        }
        // A root that was scaled once is in millimetres already.
        for name in ["width", "height"] {
            let attribute = root.attributes().find(|a| a.name() == name);
            edits.extend(attribute.map(|a| (a.range(), String::new())));
        }
        for node in document.descendants() {
            for name in ["data-size", "data-min"] {
                let attribute = node.attributes().find(|a| a.name() == name);
                if let Some((attribute, points)) =
                    attribute.and_then(|a| Some((a, a.value().trim().parse::<f64>().ok()?)))
                {
                    edits.push((
                        attribute.range(),
                        format!("{name}=\"{}\"", decimal(points / scale)),
                    ));
                }
            }
        }
    }
    if !is_template
        && !root.has_attribute("viewBox")
        && let Some([x, y, width, height]) = drawn_view(root)
    {
        let (width, height) = (decimal(width), decimal(height));
        let view = format!(" viewBox=\"{x} {y} {width} {height}\"");
        edits.push((after_name(source, root), view));
    }
    let mut page = None;
    if !is_template
        && let Some(written) = root.attributes().find(|a| a.name() == "viewBox")
        && let Some((width, height)) = other_sides(root)
    {
        let fit = root.attribute("preserveAspectRatio").unwrap_or("xMidYMid");
        let view = written.value();
        edits.push((written.range_value(), format!("0 0 {} {}", decimal(width), decimal(height))));
        page = Some(format!(
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"{}\" preserveAspectRatio=\"{}\">",
            escape(view),
            escape(fit)
        ));
    }
    for attribute in root.attributes().filter(|a| a.namespace().is_none()) {
        let name = attribute.name();
        let starts = |start: &str| name.starts_with(start);
        let set = SET.contains(&name) || starts("font-") || starts("fill-") || starts("stroke-");
        // What an old Illustrator and others write on every root and means nothing.
        let idle = name == "style" && attribute.value().starts_with("enable-background");
        if set && !idle {
            group.push_str(&format!(" {name}=\"{}\"", escape(attribute.value())));
            edits.push((attribute.range(), String::new()));
        }
        if name == "transform" {
            transform = format!("{transform} {}", escape(attribute.value()));
            edits.push((attribute.range(), String::new()));
        }
    }
    if !transform.is_empty() {
        group.insert_str(0, &format!(" transform=\"{transform}\""));
    }
    let text = &source[root.range()];
    if group.is_empty() && page.is_none() {
        return edits;
    }
    let close = root.range().start + text.rfind("</").unwrap_or(0);
    let first = root.first_child().filter(|_| text.ends_with('>') && !text.ends_with("/>"));
    match first {
        Some(first) => {
            let open = first.range().start;
            // Percentages are of the drawing's own units.
            let inner = scaled.map(|view| viewport(view, "visible"));
            let end = |part: &Option<String>| part.as_ref().map_or("", |_| "</svg>");
            let ends = format!("{}</g>{}", end(&inner), end(&page));
            let (page, inner) = (page.unwrap_or_default(), inner.unwrap_or_default());
            edits.push((open..open, format!("{page}<g{group}>{inner}")));
            edits.push((close..close, ends));
            edits
        }
        None => Vec::new(),
    }
}

/// The start of an `<svg>` that moves and scales nothing: it says what percentages in it are of, and whether what lies outside is
/// `visible` or `hidden`.
pub fn viewport([x, y, width, height]: [f64; 4], overflow: &str) -> String {
    format!(
        "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" viewBox=\"{x} {y} {width} {height}\" overflow=\"{overflow}\">"
    )
}

/// The sides of the card that is meant, in millimetres, or else of the drawing in hundredths: pixels are rounded.
fn card(width: f64, height: f64) -> (f64, f64) {
    let sizes = CARDS.iter().flat_map(|card| [card.size, card.size.turned()]);
    let off = |size: &Size| (size.width - width).abs().max((size.height - height).abs());
    match sizes.min_by(|a, b| off(a).total_cmp(&off(b))) {
        Some(size) if off(&size) <= NEAR => (size.width, size.height),
        _ => ((width * 100.0).round() / 100.0, (height * 100.0).round() / 100.0),
    }
}

/// `width` and `height` where there is no `viewBox`.
fn lengths_as_view(root: SvgNode<'_>) -> Option<[f64; 4]> {
    let side = |name: &str| {
        let (number, unit) = length(root.attribute(name)?)?;
        // With a size in millimetres and no viewBox, its units would still be pixels, which is never meant.
        matches!(unit, "" | "px").then_some(number)
    };
    Some([0.0, 0.0, side("width")?, side("height")?])
}

/// The `viewBox`, or else what `width` and `height` make of one: then the units are pixels of CSS.
pub fn drawn_view(root: SvgNode<'_>) -> Option<[f64; 4]> {
    view_box(root).or_else(|| Some([0.0, 0.0, side(root, "width")?, side(root, "height")?]))
}

/// The sides of a picture whose `width` and `height` have another shape than its `viewBox`, in pixels of CSS: it is fitted into them
/// as its `preserveAspectRatio` says.
fn other_sides(root: SvgNode<'_>) -> Option<(f64, f64)> {
    let (width, height) = (side(root, "width")?, side(root, "height")?);
    let [.., wide, high] = view_box(root)?;
    let stretched = (width / height) / (wide / high);
    let other = (stretched - 1.0).abs() > SAME_SHAPE;
    (wide > 0.0 && high > 0.0 && other).then_some((width, height))
}

/// The length of a side, in pixels of CSS.
fn side(root: SvgNode<'_>, name: &str) -> Option<f64> {
    let (number, unit) = length(root.attribute(name)?)?;
    Some(number * pixels(unit)?)
}

/// Of a drawing of a known card with an eighth of an inch around it, at 300 dots to the inch, what the cut leaves: 825 x 1125 dots
/// are a poker card (The Game Crafter, Squib), 822 x 1122 for other shops.
fn trimmed(root: SvgNode<'_>, [x, y, width, height]: [f64; 4]) -> Option<[f64; 4]> {
    const BLEED: f64 = 25.4 / 8.0;
    let unit = root.attribute("width").and_then(length).map_or("", |(_, unit)| unit);
    let is_whole = [1.0, CSS, POINT, DOT].iter().any(|unit| is_card(width * unit, height * unit));
    if is_whole || !matches!(unit, "" | "px" | "%") {
        return None;
    }
    let (inner_width, inner_height) = (width * DOT - 2.0 * BLEED, height * DOT - 2.0 * BLEED);
    let trim = is_card(inner_width, inner_height).then(|| card(inner_width, inner_height))?;
    let (wide, high) = (trim.0 / DOT, trim.1 / DOT);
    Some([x + (width - wide) / 2.0, y + (height - high) / 2.0, wide, high])
}

/// A length as its number and unit.
fn length(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let unit = text.find(|c: char| c.is_ascii_alphabetic() || c == '%').unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    Some((number.trim().parse().ok()?, unit)).filter(|(n, _)| *n > 0.0)
}

/// How many millimetres a unit of the viewBox is; `None` when it is one, or when nothing says so.
fn millimetres(source: &str, root: SvgNode<'_>, [x, y, width, height]: [f64; 4]) -> Option<f64> {
    let written = |name: &str| root.attribute(name).and_then(length);
    let moved = x != 0.0 || y != 0.0;
    let sides = written("width").zip(written("height"));
    let scale = match sides.filter(|(w, h)| w.1 != "%" && h.1 != "%") {
        Some((wide, high)) => {
            let of = |(number, unit): (f64, &str)| Some(number * pixels(unit)? * CSS);
            let (across, down) = (of(wide)? / width, of(high)? / height);
            // A drawing that is stretched into another shape is not a card.
            if (across / down - 1.0).abs() > SAME_SHAPE {
                return None;
            }
            match wide.1 {
                "" | "px" => screen(source, width, height, across),
                _ => across,
            }
        }
        // Illustrator and others leave the size out: only the viewBox is known.
        None => by_size(source, width, height).unwrap_or(1.0),
    };
    let same = (scale - 1.0).abs() < 1e-4;
    (!same || moved).then_some(if same { 1.0 } else { exact(scale) })
}

/// A size in pixels may mean those of CSS, points that a program calls pixels, or millimetres typed without a unit.
fn screen(source: &str, width: f64, height: f64, across: f64) -> f64 {
    if (across - CSS).abs() > 1e-4 {
        // The viewBox has units of its own: a card in millimetres shown at some size, or any other.
        let card = is_card(width, height) || width.max(height) <= LONGEST;
        return if card { 1.0 } else { across };
    }
    let typed = if width.max(height) <= LONGEST { 1.0 } else { CSS };
    by_size(source, width, height).unwrap_or(typed)
}

/// The unit in which the sides are those of a card that is known by name.
fn by_size(source: &str, width: f64, height: f64) -> Option<f64> {
    let illustrator = source[..source.len().min(2_000)].contains("Adobe Illustrator");
    let units = if illustrator { [POINT, CSS, 1.0, DOT] } else { [1.0, CSS, POINT, DOT] };
    let card = |unit: &f64| is_card(width * unit, height * unit);
    units.into_iter().find(card).or(illustrator.then_some(POINT))
}

fn is_card(width: f64, height: f64) -> bool {
    let near = |size: Size| (size.width - width).abs().max((size.height - height).abs()) <= NEAR;
    CARDS.iter().any(|card| near(card.size) || near(card.size.turned()))
}

/// The scale without what rounding of the sides brought in.
fn exact(scale: f64) -> f64 {
    let known = [CSS, POINT, 25.4, 10.0, 25.4 / 300.0, 25.4 / 600.0];
    known.into_iter().find(|k| (scale / k - 1.0).abs() < 1e-3).unwrap_or(scale)
}

#[cfg(test)]
mod tests {
    use super::super::super::document::edited::Edited;
    use super::*;

    fn scaled(root: &str) -> String {
        let svg = format!("{root}<rect data-size=\"10\"/></svg>");
        let document = Document::parse(&svg).unwrap();
        let edits = root_edits(&svg, &document, true);
        Edited::unchanged(&svg).edit(edits).text
    }

    fn trim(root: &str) -> String {
        let text = scaled(root);
        let document = Document::parse(&text).unwrap();
        document.root_element().attribute("viewBox").unwrap_or("none").to_owned()
    }

    #[test]
    fn a_card_in_any_unit_is_a_card_in_millimetres() {
        for root in [
            "<svg width=\"63.5mm\" height=\"88.9mm\" viewBox=\"0 0 63.5 88.9\">",
            "<svg viewBox=\"0 0 63.5 88.9\">",
            "<svg width=\"63.5\" height=\"88.9\" viewBox=\"0 0 63.5 88.9\">",
            "<svg width=\"240\" height=\"336\" viewBox=\"0 0 240 336\" fill=\"none\">",
            "<svg width=\"240px\" height=\"336px\">",
            "<svg width=\"180pt\" height=\"252pt\" viewBox=\"0 0 180 252\">",
            "<svg width=\"2.5in\" height=\"3.5in\" viewBox=\"0 0 2500 3500\">",
            "<svg width=\"6.35cm\" height=\"8.89cm\" viewBox=\"0 0 6350 8890\">",
            "<svg width=\"100%\" height=\"100%\" viewBox=\"0 0 750 1050\" style=\"x:y\">",
            "<!-- Generator: Adobe Illustrator 27.0 --><svg viewBox=\"0 0 180 252\" style=\"enable-background:new 0 0 180 252;\">",
        ] {
            assert_eq!(trim(root), "0 0 63.5 88.9", "{root}");
        }
        assert_eq!(
            trim("<svg width=\"120mm\" height=\"180mm\" viewBox=\"0 0 453.54 680.31\">"),
            "0 0 120 180"
        );
        assert_eq!(
            trim("<svg width=\"240\" height=\"336\" viewBox=\"12 -5 240 336\">"),
            "0 0 63.5 88.9"
        );
        assert_eq!(
            trim("<svg width=\"500\" height=\"500\" viewBox=\"0 0 500 500\">"),
            "0 0 132.29 132.29"
        );
    }

    #[test]
    fn what_the_root_sets_is_set_on_a_group_and_points_stay_points() {
        let text =
            scaled("<svg width=\"240\" height=\"336\" viewBox=\"0 0 240 336\" fill=\"none\">");
        assert!(text.contains("<g transform=\"matrix(0.264583 0 0 0.264583 0 0)\" fill=\"none\"><svg x=\"0\" y=\"0\" width=\"240\" height=\"336\" viewBox=\"0 0 240 336\" overflow=\"visible\"><rect data-size=\"37.795276\"/></svg></g></svg>"), "{text}");
        // What was brought to millimetres stays so.
        let document = Document::parse(&text).unwrap();
        assert_eq!(root_edits(&text, &document, true), []);
        let plain = "<svg viewBox=\"0 0 63.5 88.9\">";
        assert_eq!(scaled(plain), format!("{plain}<rect data-size=\"10\"/></svg>"));
    }
}
