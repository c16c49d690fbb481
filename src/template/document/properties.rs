//! Reads the few SVG properties that we interpret ourselves, with inheritance: `transform`, `viewBox`, font and fill of words. An
//! element comes in, values go out. Called by the compiler and by the readers of foreign drawings.

use super::super::affine::Affine;
use super::super::bounds::MOST_NUMBER;
use super::super::colour::Colour;
use super::xml::SvgNode;

/// Value of a presentation property on the element or the nearest ancestor that sets it, in `style` or as an attribute.
pub fn inherited<'a>(node: SvgNode<'a>, name: &str) -> Option<&'a str> {
    node.ancestors().filter(SvgNode::is_element).find_map(|n| own(n, name))
}

/// Value of a property on the element itself; `style` wins over the attribute.
pub fn own<'a>(node: SvgNode<'a>, name: &str) -> Option<&'a str> {
    let style = node.attribute("style").and_then(|style| {
        let mut found = declarations(style).filter(|(key, _)| *key == name);
        found.next().map(|(_, value)| value)
    });
    style.or_else(|| node.attribute(name).map(str::trim))
}

/// The properties of a `style` and their values.
pub fn declarations(style: &str) -> impl Iterator<Item = (&str, &str)> {
    let pairs = style.split(';').filter_map(|pair| pair.split_once(':'));
    pairs.map(|(key, value)| (key.trim(), value.trim()))
}

/// A number, in user units (millimetres); `mm` and `px` of the user space may stand behind it.
pub fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let text = text.strip_suffix("px").unwrap_or(text);
    text.trim().parse().ok().filter(|n: &f64| n.abs() <= MOST_NUMBER)
}

/// Whether nothing of the element is seen.
pub fn is_hidden(node: SvgNode<'_>) -> bool {
    let unseen = |value| matches!(value, "hidden" | "collapse");
    inherited(node, "visibility").is_some_and(unseen)
        || node.ancestors().filter(SvgNode::is_element).any(|n| own(n, "display") == Some("none"))
}

/// The four numbers of a `viewBox`: x, y, width, height.
pub fn view_box(root: SvgNode<'_>) -> Option<[f64; 4]> {
    let text = root.attribute("viewBox")?;
    let numbers: Vec<f64> = text
        .split([' ', ','])
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
    numbers.try_into().ok()
}

/// The map from the element's own space to the root's.
pub fn map_to_root(node: SvgNode<'_>) -> Option<Affine> {
    let mut map = Affine::IDENTITY;
    for n in node.ancestors().filter(SvgNode::is_element) {
        if let Some(transform) = own(n, "transform") {
            map = Affine::parse(transform)?.then_inner(map);
        }
    }
    map.0.iter().all(|n| n.abs() <= MOST_NUMBER).then_some(map)
}

/// Family, weight, slant, size (user units), colour of the text in `node`.
#[derive(Debug, Clone, PartialEq)]
pub struct TextLook {
    pub family: String,
    pub weight: u16,
    pub italic: bool,
    pub size: f64,
    /// In user units.
    pub spacing: f64,
}

/// Family, weight and slant of the text in `node`.
pub fn font_look(node: SvgNode<'_>) -> Result<(String, u16, bool), String> {
    let family = inherited(node, "font-family").ok_or("the text names no font-family")?;
    let family = family.trim_matches(['\'', '"']).to_owned();
    let weight = match inherited(node, "font-weight").unwrap_or("400") {
        "normal" => 400,
        "bold" => 700,
        number => {
            number.parse().map_err(|_| format!("`{number}` is no font-weight: write 400 or 700"))?
        }
    };
    let italic = matches!(inherited(node, "font-style"), Some("italic" | "oblique"));
    Ok((family, weight, italic))
}

pub fn text_look(node: SvgNode<'_>) -> Result<TextLook, String> {
    let (family, weight, italic) = font_look(node)?;
    let size = inherited(node, "font-size").ok_or("the text has no font-size")?;
    let size = number(size).ok_or_else(|| {
        format!("font-size `{size}` is not in user units (millimetres): write a plain number")
    })?;
    let spacing = match inherited(node, "letter-spacing") {
        None | Some("normal") => 0.0,
        Some(text) => match text.strip_suffix("em") {
            Some(ems) => number(ems).map(|ems| ems * size),
            None => number(text),
        }
        .ok_or_else(|| format!("letter-spacing `{text}` is not in user units (millimetres)"))?,
    };
    Ok(TextLook { family, weight, italic, size, spacing })
}

/// Whether the colour is one that words of a placeholder can have.
pub fn plain_colour(text: &str) -> bool {
    text.contains("{{") || Colour::parse(text).is_some()
}
