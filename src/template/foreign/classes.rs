//! Reads classes with placeholders, `class="{{kind}}"`: each card takes the rules of the class that it names. A drawing's elements
//! and its style sheet come in; declarations whose values are chosen when a card is drawn go out. Called by `elements`.

use roxmltree::{Document, Node};

use super::super::document::xml::Violation;
use super::super::expression::fill::{Case, TextPattern, TextPiece, choice};
use super::declarations::{Declaration, split_outside};
use super::elements::style;
use super::sheet::{Cascade, Rules};
use crate::source::Code;
use crate::text::FontBook;

/// Properties that nothing inherits, and what they are without a rule.
const INITIAL: &[(&str, &str)] = &[
    ("clip-path", "none"),
    ("filter", "none"),
    ("flood-opacity", "1"),
    ("mask", "none"),
    ("opacity", "1"),
    ("stop-color", "black"),
    ("stop-opacity", "1"),
];

/// The classes with placeholders in a drawing.
pub struct FilledClasses(Vec<FilledClass>);

struct FilledClass {
    /// As it is written: `card-{{kind}}`.
    token: String,
    field: String,
    /// The values that make it a class of the style sheet, and these classes.
    values: Vec<(String, String)>,
}

impl FilledClasses {
    /// Finds the classes with placeholders.
    ///
    /// # Errors
    /// One that no rule is for, or that is more than a field with fixed letters around it.
    pub fn read(document: &Document<'_>, rules: &Rules) -> Result<Self, Violation> {
        let mut found: Vec<FilledClass> = Vec::new();
        for node in document.descendants() {
            for token in tokens(node) {
                if !found.iter().any(|known| known.token == token) {
                    found.push(read_class(node, token, rules)?);
                }
            }
        }
        Ok(FilledClasses(found))
    }

    /// The declarations of an element that depend on the card.
    ///
    /// # Errors
    /// What no class can set for one card alone, and what takes too long to compare.
    pub fn choices(
        &self,
        node: Node<'_, '_>,
        cascade: &Cascade<'_>,
        fonts: Option<&FontBook>,
    ) -> Result<Vec<Declaration>, Violation> {
        let mut found: Vec<Declaration> = Vec::new();
        let around = |class: &&FilledClass| {
            node.ancestors()
                .any(|n| tokens(n).any(|token| token == class.token))
        };
        for class in self.0.iter().filter(around) {
            let fixed = style(node, cascade.declarations(node, None)?, fonts)?;
            let mut options: Vec<(String, Vec<(&str, String)>)> = Vec::new();
            for (value, name) in &class.values {
                let assumed = Some((class.token.as_str(), name.as_str()));
                for set in style(node, cascade.declarations(node, assumed)?, fonts)? {
                    if fixed.contains(&set) {
                        continue;
                    }
                    let option = (value.as_str(), set.value);
                    match options.iter_mut().find(|(name, _)| *name == set.name) {
                        Some((_, known)) => known.push(option),
                        None => options.push((set.name, vec![option])),
                    }
                }
            }
            for (name, options) in options {
                let text = ["font", "display", "visibility"];
                if text.iter().any(|own| name.starts_with(own)) {
                    let message = format!(
                        "a class with a placeholder sets `{name}`, which must be the same on all cards"
                    );
                    let help = "draw the element twice, each with a data-if";
                    return Err(refused(node, &class.token, message, help));
                }
                if found.iter().any(|known| known.name == name) {
                    let message =
                        format!("two classes with placeholders set `{name}` of one element");
                    let help = "let one of them set it, or put a group around the element";
                    return Err(refused(node, &class.token, message, help));
                }
                let otherwise = match fixed.iter().find(|d| d.name == name) {
                    Some(declaration) => declaration.value.clone(),
                    None => without_rule(node, &name, cascade, fonts)?,
                };
                found.push(Declaration {
                    value: choice(&class.field, &options, &otherwise),
                    name,
                    important: false,
                });
            }
        }
        Ok(found)
    }
}

/// The classes with placeholders of an element.
fn tokens<'a>(node: Node<'a, '_>) -> impl Iterator<Item = &'a str> {
    let classes = node.attribute("class").filter(|class| class.contains("{{"));
    let tokens = classes.map_or_else(Vec::new, |class| split_outside(class, ' '));
    tokens.into_iter().filter(|token| token.contains("{{"))
}

fn read_class(node: Node<'_, '_>, token: &str, rules: &Rules) -> Result<FilledClass, Violation> {
    let pattern = TextPattern::parse(token).unwrap_or_default();
    let (before, field, after) = match pattern.pieces.as_slice() {
        [
            TextPiece::Field {
                name,
                case: Case::AsIs,
            },
        ] => ("", name, ""),
        [
            TextPiece::Literal(before),
            TextPiece::Field {
                name,
                case: Case::AsIs,
            },
        ] => (before.as_str(), name, ""),
        [
            TextPiece::Field {
                name,
                case: Case::AsIs,
            },
            TextPiece::Literal(after),
        ] => ("", name, after.as_str()),
        _ => {
            let message = format!("the class `{token}` is more than a field");
            let help = "write `{{field}}`, or fixed letters and a field: `card-{{kind}}`";
            return Err(refused(node, token, message, help));
        }
    };
    let classes = rules.classes().into_iter();
    let value = |class: &str| {
        class
            .strip_prefix(before)?
            .strip_suffix(after)
            .map(str::to_owned)
    };
    let values: Vec<(String, String)> = classes
        .filter_map(|class| Some((value(class).filter(|v| !v.is_empty())?, class.to_owned())))
        .collect();
    if values.is_empty() {
        let message = format!("no rule of a <style> is for the class `{token}`");
        let help = "write a rule for each of its values, as in `<style>.day { fill: #ffd75e }</style>`, or take the class out";
        return Err(refused(node, token, message, help));
    }
    Ok(FilledClass {
        token: token.to_owned(),
        field: field.clone(),
        values,
    })
}

fn refused(node: Node<'_, '_>, token: &str, message: String, help: &str) -> Violation {
    Violation {
        code: Some(Code::BoxAttribute),
        range: node.range(),
        part: token.to_owned(),
        message,
        help: help.to_owned(),
    }
}

/// What a property of an element is when none of its own rules sets it.
fn without_rule(
    node: Node<'_, '_>,
    name: &str,
    cascade: &Cascade<'_>,
    fonts: Option<&FontBook>,
) -> Result<String, Violation> {
    if let Some(own) = node.attribute(name) {
        return Ok(own.to_owned());
    }
    if let Some((_, initial)) = INITIAL.iter().find(|(property, _)| *property == name) {
        return Ok((*initial).to_owned());
    }
    for above in node.ancestors().skip(1).filter(Node::is_element) {
        let set = style(above, cascade.declarations(above, None)?, fonts)?;
        let set = set.into_iter().find(|d| d.name == name).map(|d| d.value);
        if let Some(value) = set.or_else(|| above.attribute(name).map(str::to_owned)) {
            return Ok(value);
        }
    }
    Ok(if name == "fill" { "black" } else { "inherit" }.to_owned())
}
