//! Implements the ink modes: `data-low` switches a template to its low-ink design, `grey` removes colours. A drawing comes in,
//! the edited drawing goes out. Called by the compiler and the reader of drawings.

use super::colour::Colour;
use super::document::edited::ByteEdit;
use super::document::properties::declarations;
use super::document::xml::{SVG, SvgNode, XLINK, after_name, escape};

/// How much ink a sheet may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ink {
    #[default]
    Full,
    /// White grounds, outlines, black type: what `data-low` says.
    Low,
    /// Full, in greys.
    Grey,
}

impl Ink {
    pub const ALL: [Ink; 3] = [Ink::Full, Ink::Low, Ink::Grey];

    pub fn name(self) -> &'static str {
        match self {
            Ink::Full => "full",
            Ink::Low => "low",
            Ink::Grey => "grey",
        }
    }

    /// A colour as this ink prints it; what is no colour (`none`, `url(#a)`, `currentColor`) stays.
    pub fn colour(self, text: &str) -> String {
        match (self, Colour::parse(text)) {
            (Ink::Grey, Some(colour)) => colour.grey().hex(),
            _ => text.to_owned(),
        }
    }
}

const COLOURS: [&str; 6] = ["fill", "stroke", "stop-color", "flood-color", "color", "data-color"];

const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// The edits that apply `ink` to a whole SVG text, and take out what editors keep there for themselves.
pub fn ink_edits(source: &str, document: &roxmltree::Document<'_>, ink: Ink) -> Vec<ByteEdit> {
    let mut edits: Vec<ByteEdit> = Vec::new();
    for node in document.descendants() {
        if node.is_comment() || (node.is_element() && is_foreign(node)) {
            edits.push((node.range(), String::new()));
        }
        if !node.is_element() {
            continue;
        }
        for attribute in node.attributes() {
            if attribute.namespace().is_some_and(|n| n != XLINK && n != XML) {
                edits.push((attribute.range(), String::new()));
            }
        }
        let low = node.attribute("data-low").unwrap_or("");
        match (ink, low) {
            (Ink::Low, "none") | (Ink::Full | Ink::Grey, "only") => {
                edits.push((node.range(), String::new()));
            }
            (Ink::Low, "" | "only") | (Ink::Full, _) => {}
            (Ink::Low, low) => override_style(source, node, low, &mut edits),
            (Ink::Grey, _) => grey(node, &mut edits),
        }
    }
    edits
}

/// Elements of an editor's own namespace, and titles that only an editor shows.
pub fn is_foreign(node: SvgNode<'_>) -> bool {
    let name = node.tag_name();
    name.namespace().is_some_and(|n| n != SVG)
        || matches!(name.name(), "metadata" | "title" | "desc")
}

/// Writes the pairs of `low` over the element's attributes and its `style`.
fn override_style(source: &str, node: SvgNode<'_>, low: &str, edits: &mut Vec<ByteEdit>) {
    let special = node
        .attributes()
        .any(|a| a.name().starts_with("data-") && a.name() != "data-low" && a.name() != "data-if");
    let mut added = String::new();
    let mut keys: Vec<&str> = Vec::new();
    for (key, value) in declarations(low) {
        // On a box, `color` is that of the symbol or picture put there.
        let key = if key == "color" && special { "data-color" } else { key };
        // Anything that is not the name of a property would be parsed as something else once it is written.
        if key.is_empty() || !key.chars().all(|c| c.is_ascii_lowercase() || c == '-') {
            continue;
        }
        let value = escape(value);
        keys.push(key);
        match node.attributes().find(|a| a.name() == key) {
            Some(attribute) => edits.push((attribute.range(), format!("{key}=\"{value}\""))),
            None => added.push_str(&format!(" {key}=\"{value}\"")),
        }
    }
    if let Some(style) = node.attributes().find(|a| a.name() == "style") {
        let kept: Vec<String> = declarations(style.value())
            .filter(|(key, _)| !keys.contains(key))
            .map(|(key, value)| format!("{key}:{value}"))
            .collect();
        let kept = escape(&kept.join(";"));
        edits.push((style.range(), format!("style=\"{kept}\"")));
    }
    edits.push((after_name(source, node), added));
}

fn grey(node: SvgNode<'_>, edits: &mut Vec<ByteEdit>) {
    for attribute in node.attributes() {
        if COLOURS.contains(&attribute.name()) {
            let grey = Ink::Grey.colour(attribute.value());
            if grey != attribute.value() {
                edits.push((attribute.range_value(), grey));
            }
        } else if attribute.name() == "style" {
            let style: Vec<String> = declarations(attribute.value())
                .map(|(key, value)| {
                    let colour = COLOURS.contains(&key);
                    let value = if colour { Ink::Grey.colour(value) } else { value.to_owned() };
                    format!("{key}:{value}")
                })
                .collect();
            edits.push((attribute.range_value(), escape(&style.join(";"))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::document::edited::Edited;
    use super::*;

    fn inked(source: &str, ink: Ink) -> Edited {
        let document = roxmltree::Document::parse(source).unwrap();
        Edited::unchanged(source).edit(ink_edits(source, &document, ink))
    }

    #[test]
    fn low_ink_overrides_attributes_and_style() {
        let source = r#"<svg><rect fill="red" style="stroke:blue;opacity:1" data-low="fill:#fff;stroke:#000;stroke-width:1"/></svg>"#;
        let text = inked(source, Ink::Low).text;
        assert!(text.contains(r##"fill="#fff""##), "{text}");
        assert!(text.contains(r##"stroke="#000""##), "{text}");
        assert!(text.contains(r#"style="opacity:1""#), "{text}");
        assert_eq!(inked(source, Ink::Full).text, source);
    }

    #[test]
    fn elements_come_and_go_with_the_ink() {
        let source =
            r#"<svg><a data-low="none"><b data-low="fill:red"/></a><c data-low="only"/></svg>"#;
        assert!(!inked(source, Ink::Low).text.contains("<a"));
        assert!(inked(source, Ink::Low).text.contains("<c"));
        assert!(!inked(source, Ink::Full).text.contains("<c"));
    }

    #[test]
    fn grey_keeps_lightness_and_what_is_no_colour() {
        let source = r#"<svg><rect fill="red" stroke="none" style="fill:#00ff00;x:y"/></svg>"#;
        let text = inked(source, Ink::Grey).text;
        assert!(text.contains(r##"fill="#363636""##), "{text}");
        assert!(text.contains(r#"stroke="none""#), "{text}");
        assert!(text.contains("fill:#b6b6b6;x:y"), "{text}");
    }

    #[test]
    fn places_lead_back_to_the_original() {
        let source = r#"<svg><a data-low="none"/><b/></svg>"#;
        let edited = inked(source, Ink::Low);
        let at = edited.text.find("<b").unwrap();
        assert_eq!(edited.original(at), source.find("<b").unwrap());
    }
}
