//! Checks that the placeholders of an attribute give a colour, a number or a map, because SVG draws anything else black or not at
//! all. The compiler collects the checks from attributes; they run on each card's fields before its face is drawn, and faults go
//! out.

use super::super::affine::Affine;
use super::super::bounds::MOST_NUMBER;
use super::super::document::paint::{self, PropertyKind};
use super::super::document::properties::declarations;
use super::super::document::sanitize::{LENGTHS, MAPS, PLACES, far};
use super::super::document::xml::SvgNode;
use super::super::fill::TextPattern;
use super::textbox::WRITE_A_NUMBER;
use crate::cards::{Face, ValueFault};
use crate::source::{Code, Span};

/// An attribute with placeholders, or a property in a `style`.
#[derive(Debug, Clone)]
pub struct WantedAttribute {
    attribute: String,
    kind: Kind,
    pattern: TextPattern,
    /// Where the attribute stands.
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Colour(PropertyKind),
    /// A length, or several.
    Number,
    /// A length that is not below zero.
    Length,
    Map,
    /// Anything, as long as no number in it is too large.
    Near,
}

/// Numbers that are no measures.
const SHARES: &[&str] = &["fill-opacity", "offset", "opacity", "stop-opacity", "stroke-opacity"];

fn kind(property: &str) -> Kind {
    match property {
        name if MAPS.contains(&name) => Kind::Map,
        name if PLACES.contains(&name) || SHARES.contains(&name) => Kind::Number,
        name if LENGTHS.contains(&name) => Kind::Length,
        name => paint::holds(name).map_or(Kind::Near, Kind::Colour),
    }
}

/// What the placeholders of an element's own attributes must give. `span` says where the attribute of a name stands.
pub fn wanted(node: SvgNode<'_>, span: impl Fn(&str) -> Span) -> Vec<WantedAttribute> {
    let mut found = Vec::new();
    for attribute in node.attributes() {
        let (name, value) = (attribute.name(), attribute.value());
        if !value.contains("{{") {
            continue;
        }
        let properties = match name {
            "style" => declarations(value).collect(),
            name => vec![(name, value)],
        };
        for (property, value) in properties {
            // An expression that cannot be read is reported where the whole text is read.
            if let Ok(pattern) = TextPattern::parse(value)
                && value.contains("{{")
            {
                found.push(WantedAttribute {
                    attribute: property.to_owned(),
                    kind: kind(property),
                    pattern,
                    span: span(name),
                });
            }
        }
    }
    found
}

impl WantedAttribute {
    /// What a card gives wrongly.
    pub fn fault(&self, face: &Face) -> Option<(Code, ValueFault)> {
        if let Some(fault) = self.pattern.fault(face) {
            return Some((Code::NotANumber, fault));
        }
        let text = self.pattern.fill(face);
        let text = text.trim();
        if let Kind::Colour(holds) = self.kind {
            let (message, help) = paint::wrong_colour(holds, text)?;
            return Some((Code::BadColour, self.blamed(face, message, help)));
        }
        let near = |n: f64| n.abs() <= MOST_NUMBER;
        let good = match self.kind {
            Kind::Colour(_) => true,
            Kind::Number | Kind::Length if text == "inherit" => true,
            Kind::Number => lengths(text).is_some_and(|all| all.into_iter().all(near)),
            Kind::Length => {
                lengths(text).is_some_and(|all| all.into_iter().all(|n| near(n) && n >= 0.0))
            }
            Kind::Map => Affine::parse(text).is_some_and(|map| map.0.into_iter().all(near)),
            Kind::Near => far(&self.attribute, text).is_none(),
        };
        if good {
            return None;
        }
        let attribute = &self.attribute;
        let what = match self.kind {
            Kind::Map => "no map such as `rotate(30)`",
            Kind::Near => "a number that is too large",
            Kind::Length if lengths(text).is_some() => "no length from 0 on",
            _ => "no number",
        };
        let shown: String = text.chars().take(60).collect();
        let message = match text {
            "" => format!("`{attribute}` becomes empty, and a number is wanted there"),
            _ => format!("`{attribute}` becomes `{shown}`, which is {what}"),
        };
        Some((Code::NotANumber, self.blamed(face, message, WRITE_A_NUMBER.into())))
    }

    /// The fault of the field that is empty, or of the first.
    fn blamed(&self, face: &Face, mut message: String, help: String) -> ValueFault {
        let (field, is_blank) = self.pattern.blamed(face);
        if let Some(field) = field.as_ref().filter(|_| is_blank) {
            message += &format!(" (`{field}` is empty)");
        }
        ValueFault { field, message, help }
    }
}

/// The lengths in a list of them; `None` when something else is in it.
fn lengths(text: &str) -> Option<Vec<f64>> {
    let parts = text.split([' ', ',']).filter(|part| !part.is_empty());
    let all: Option<Vec<f64>> =
        parts.map(|part| Some(part.parse::<svgtypes::Length>().ok()?.number)).collect();
    all.filter(|all| !all.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Files;

    fn told(attribute: &str, value: &str) -> Option<String> {
        let mut files = Files::new();
        let span = Span::new(files.add("t.svg", ""), 0..0);
        let svg = format!("<rect {attribute}=\"{{{{v}}}}\"/>");
        let svg =
            if attribute == "style" { "<rect style=\"fill:{{v}};x:y\"/>".to_owned() } else { svg };
        let document = roxmltree::Document::parse(&svg).unwrap();
        let mut face = Face::default();
        face.set("v", value, None);
        let found = wanted(document.root_element(), |_| span);
        found.iter().find_map(|w| w.fault(&face)).map(|(_, fault)| fault.message)
    }

    #[test]
    fn what_cards_give_is_looked_at() {
        for (attribute, value) in [
            ("fill", "none"),
            ("fill", "url(#a)"),
            ("stop-color", "red"),
            ("width", "0"),
            ("width", "3.5mm"),
            ("x", "-3"),
            ("x", "1 2,3"),
            ("offset", "50%"),
            ("transform", "rotate(3)"),
            ("d", "M0 0h3"),
            ("id", ""),
            ("style", "#fff"),
        ] {
            assert_eq!(told(attribute, value), None, "{attribute} {value}");
        }
        for (attribute, value) in [
            ("fill", "redd"),
            ("fill", ""),
            ("style", "a3441b"),
            ("stop-color", "none"),
            ("width", "three"),
            ("width", "-3"),
            ("width", ""),
            ("x", "1e30"),
            ("d", "M0 0h1e30"),
            ("transform", "rotat(3)"),
        ] {
            assert!(told(attribute, value).is_some(), "{attribute} {value}");
        }
    }
}
