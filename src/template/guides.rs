//! Draws guides into a template for a drawing program: each box pale, with its field's name, a sample beside each colour that is
//! a placeholder, and a locked layer that shows a card. None of it is printed. The text of a template comes in, the text with or without guides goes out;
//! called by `deckproof guides`.

use super::colour::Colour;
use super::document::edited::{ByteEdit, Edited};
use super::document::elements::BOXES;
use super::document::properties::{map_to_root, number, own, view_box};
use super::document::render_cost::too_deep;
use super::document::xml::{SvgNode, Violation, after_name, escape, parse_xml};
use super::fill::TextPattern;
use super::foreign::{SAMPLED, check_limits, declarations, named_attributes, written};
use crate::cards::Face;

/// The colour of guides. A box with it is one that was made visible here.
const COLOUR: &str = "#2f7fd1";

/// How much of it covers what is below.
const OPACITY: &str = "0.15";

/// The colour of a placeholder that no card gives one.
const GREY: &str = "#b8b8b8";

/// The colour that a card gives a placeholder, if it gives one.
pub fn sample_colour(pattern: &str, face: &Face) -> Option<String> {
    let filled = TextPattern::parse(pattern).ok()?.fill(face);
    Colour::parse(&filled).map(Colour::hex)
}

/// A template with guides, or without, and what was found in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guided {
    pub text: String,
    /// Boxes, and colours that are placeholders.
    pub boxes: usize,
    pub colours: usize,
}

/// A card as it is printed, for the layer that shows it.
#[derive(Debug, Clone, Copy)]
pub struct SampleCard<'a> {
    pub id: &'a str,
    pub png: &'a [u8],
}

/// Shows the boxes of a template in editors; what is there already is made anew. `sample` fills placeholders as a card would, and
/// `card` is shown on top of all.
///
/// # Errors
/// Where the template is no XML.
pub fn with_guides(
    source: &str,
    sample: &dyn Fn(&str) -> Option<String>,
    card: Option<SampleCard<'_>>,
) -> Result<Guided, Violation> {
    let plain = without_guides(source)?;
    let source = plain.text.as_str();
    let document = parse_xml(source)?;
    let root = document.root_element();
    let unit = view_box(root).map_or(1.0, |[.., width, height]| width.min(height) / 63.5);
    let mut edits = Vec::new();
    let mut names = String::new();
    for node in document.descendants().filter(SvgNode::is_element) {
        if let Some(name) = box_name(node) {
            names.push_str(&label(node, &name, unit));
            if own(node, "fill").is_none() && own(node, "stroke").is_none() {
                let width = written(0.25 * unit);
                let look = format!(
                    " fill=\"{COLOUR}\" fill-opacity=\"{OPACITY}\" stroke=\"{COLOUR}\" stroke-width=\"{width}\""
                );
                edits.push((after_name(source, node), look));
            }
        }
        sampled(node, sample, &mut edits);
    }
    let mut layers = String::new();
    if !names.is_empty() {
        layers = format!(
            "\n  <g data-guide=\"names\" font-family=\"sans-serif\" fill=\"{COLOUR}\">{names}\n  </g>"
        );
    }
    if let Some(card) = card {
        layers.push_str(&sample_layer(card, view_box(root)));
    }
    if !layers.is_empty() {
        let text = &source[root.range()];
        let close = text.rfind("</").unwrap_or(text.len());
        let at = root.range().start + text[..close].trim_end().len();
        edits.push((at..at, layers));
    }
    Ok(Guided { text: Edited::unchanged(source).edit(edits).text, ..plain })
}

/// Takes the guides of a template out again.
///
/// # Errors
/// Where the template is no XML.
pub fn without_guides(source: &str) -> Result<Guided, Violation> {
    check_limits(source, "template")?;
    let document = parse_xml(source)?;
    too_deep(&document).map_or(Ok(()), Err)?;
    let mut edits: Vec<ByteEdit> = Vec::new();
    let (mut boxes, mut colours) = (0, 0);
    for node in document.descendants().filter(SvgNode::is_element) {
        if node.has_attribute("data-guide") {
            let start = source[..node.range().start].trim_end().len();
            edits.push((start..node.range().end, String::new()));
            continue;
        }
        boxes += usize::from(box_name(node).is_some());
        let ours = box_name(node).is_some() && node.attribute("fill") == Some(COLOUR);
        for attribute in node.attributes().filter(|a| a.namespace().is_none()) {
            let (name, range) = (attribute.name(), attribute.range());
            let with_space = source[..range.start].trim_end().len()..range.end;
            let look = ["fill", "fill-opacity", "stroke", "stroke-width"].contains(&name);
            let of = SAMPLED.iter().find(|s| name.strip_prefix("data-") == Some(s));
            if ours && look {
                edits.push((with_space, String::new()));
            } else if let Some(colour) = of {
                // The placeholder is put back.
                colours += 1;
                match node.attributes().find(|a| a.name() == *colour) {
                    Some(sample) => {
                        edits.push((
                            sample.range(),
                            format!("{colour}=\"{}\"", escape(attribute.value())),
                        ));
                        edits.push((with_space, String::new()));
                    }
                    None => {
                        edits.push((range, format!("{colour}=\"{}\"", escape(attribute.value()))))
                    }
                }
            } else if SAMPLED.contains(&name) && attribute.value().contains("{{") {
                colours += 1;
            }
        }
    }
    let text = Edited::unchanged(source).edit(edits).text;
    Ok(Guided { text, boxes, colours })
}

/// A layer that drawing programs lock, with the card over all of the drawing. As a picture, neither the ids nor the styles of the
/// template have to do with it.
fn sample_layer(card: SampleCard<'_>, view: Option<[f64; 4]>) -> String {
    use base64::Engine;
    let data = base64::engine::general_purpose::STANDARD.encode(card.png);
    let place = match view {
        Some([x, y, width, height]) => {
            format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
        }
        None => "width=\"100%\" height=\"100%\"".to_owned(),
    };
    format!(
        "\n  <g data-guide=\"sample\" xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" \
         xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\" inkscape:groupmode=\"layer\" \
         inkscape:label=\"{}\" sodipodi:insensitive=\"true\">\n    \
         <image xmlns:xlink=\"http://www.w3.org/1999/xlink\" {place} preserveAspectRatio=\"none\" \
         xlink:href=\"data:image/png;base64,{data}\"/>\n  </g>",
        escape(card.id)
    )
}

/// The text on a box.
fn box_name(node: SvgNode<'_>) -> Option<String> {
    let named = named_attributes(node);
    let value = |name: &str| {
        let by_name = named.iter().find(|(n, _)| n == name).map(|(_, value)| value.clone());
        node.attribute(name).map(str::to_owned).or(by_name)
    };
    let (kind, field) =
        BOXES.iter().find_map(|name| Some((name.trim_start_matches("data-"), value(name)?)))?;
    let bare = field.replace("{{", "").replace("}}", "");
    // A placeholder needs no word before it.
    Some(if bare == field && kind != "fit" { format!("{kind}: {bare}") } else { bare })
}

/// The name of a box in its upper left corner, as large as it fits up to 3 mm.
fn label(node: SvgNode<'_>, name: &str, unit: f64) -> String {
    let side = |name: &str| node.attribute(name).and_then(number).unwrap_or(0.0);
    let (width, height) = (side("width"), side("height"));
    let letters = name.chars().count().max(1) as f64;
    let fitting = (width / letters * 1.6).max(1.8 * unit);
    let size = (3.0 * unit).min(height * 0.7).min(fitting);
    let Some(map) = map_to_root(node).filter(|_| size > 0.0) else {
        return String::new();
    };
    let turned = if map.0 == super::affine::Affine::IDENTITY.0 {
        String::new()
    } else {
        format!(" transform=\"{}\"", map.to_svg())
    };
    let (mut x, mut y) = (side("x"), side("y"));
    if turned.is_empty() {
        // An editor cuts off whatever reaches beyond the card.
        (x, y) = (x.max(0.0), y.max(0.0));
    }
    let (x, y) = (x + 0.25 * size, y + size);
    format!(
        "\n    <text{turned} x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>",
        written(x),
        written(y),
        written(size),
        escape(name)
    )
}

/// Puts a sample in the place of each colour that is a placeholder, and the placeholder beside it.
fn sampled(node: SvgNode<'_>, sample: &dyn Fn(&str) -> Option<String>, edits: &mut Vec<ByteEdit>) {
    let colour = |pattern: &str| sample(pattern).unwrap_or_else(|| GREY.to_owned());
    let pair = |name: &str, pattern: &str| {
        let (shown, pattern) = (escape(&colour(pattern)), escape(pattern));
        format!("{name}=\"{shown}\" data-{name}=\"{pattern}\"")
    };
    for attribute in node.attributes().filter(|a| a.namespace().is_none()) {
        let (name, value) = (attribute.name(), attribute.value());
        if SAMPLED.contains(&name) && value.contains("{{") {
            edits.push((attribute.range(), pair(name, value)));
        } else if name == "style" && value.contains("{{") {
            let (kept, moved): (Vec<_>, Vec<_>) =
                declarations(value).into_iter().partition(|(name, value)| {
                    !(SAMPLED.contains(&name.as_str()) && value.contains("{{"))
                });
            let kept: Vec<String> =
                kept.iter().map(|(name, value)| format!("{name}:{value}")).collect();
            let mut written = vec![format!("style=\"{}\"", escape(&kept.join(";")))];
            let free = |name: &String| !node.has_attribute(name.as_str());
            written.extend(
                moved.iter().filter(|(name, _)| free(name)).map(|(name, value)| pair(name, value)),
            );
            edits.push((attribute.range(), written.join(" ")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::bounds::MOST_SVG;

    const CARD: &str = "<svg viewBox=\"0 0 63.5 88.9\">\n  <rect data-fit=\"rules\" x=\"5\" y=\"50\" width=\"50\" height=\"20\"/>\n  <g transform=\"translate(1 2)\"><rect data-art=\"{{art}}\" width=\"9\" height=\"9\"/></g>\n  <path fill=\"{{kind.colour}}\" d=\"M0 0\"/>\n</svg>\n";

    fn sample(pattern: &str) -> Option<String> {
        (pattern == "{{kind.colour}}").then(|| "#a3441b".into())
    }

    #[test]
    fn boxes_are_seen_and_colours_have_samples() {
        let guided = with_guides(CARD, &sample, None).unwrap();
        assert_eq!((guided.boxes, guided.colours), (2, 1));
        let text = &guided.text;
        assert!(text.contains("fill=\"#a3441b\" data-fill=\"{{kind.colour}}\""), "{text}");
        assert!(text.contains("<rect fill=\"#2f7fd1\" fill-opacity=\"0.15\" stroke=\"#2f7fd1\" stroke-width=\"0.25\" data-fit"), "{text}");
        assert!(text.contains(">art</text>"), "{text}");
        assert_eq!(text.matches("<text").count(), 2);
    }

    #[test]
    fn guides_come_and_go_without_a_trace() {
        let card = SampleCard { id: "owl", png: b"\x89PNG" };
        for card in [None, Some(card)] {
            let guided = with_guides(CARD, &sample, card).unwrap();
            assert_eq!(guided.text.contains("inkscape:label=\"owl\""), card.is_some());
            assert_eq!(with_guides(&guided.text, &sample, card).unwrap(), guided);
            assert_eq!(without_guides(&guided.text).unwrap().text, CARD);
        }
        assert_eq!(without_guides(CARD).unwrap().text, CARD);
    }

    #[test]
    fn a_sample_card_counts_to_no_limit() {
        let large = vec![0; MOST_SVG / 2];
        let card = SampleCard { id: "owl", png: &large };
        let once = with_guides(CARD, &sample, Some(card)).unwrap().text;
        let padded = once.replace("<path", &format!("<!--{}--><path", " ".repeat(MOST_SVG / 2)));
        assert!(padded.len() > MOST_SVG);
        assert!(super::super::foreign::PlainDrawing::read(&padded, true).is_some());
        assert!(without_guides(&padded).is_ok());
        let large = CARD.replace("<path", &format!("<!--{}--><path", " ".repeat(MOST_SVG)));
        assert!(without_guides(&large).is_err());
    }
}
