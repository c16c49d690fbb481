//! Reads classes with placeholders, `class="{{kind}}"`: each card takes the rules of the class that it names. A drawing's elements
//! and its style sheet come in; declarations whose values are chosen when a card is drawn go out. Called by `elements`.

use std::collections::BTreeMap;

use roxmltree::Document;

use super::super::document::properties::inherited;
use super::super::document::xml::{SvgNode, Violation};
use super::super::fill::choice;
use super::declarations::{Declaration, split_outside};
use super::elements::style;
use super::sheet::{Cascade, StyleRules};
use crate::cards::is_name;
use crate::source::Code;
use crate::text::FontBook;

/// A class with a placeholder.
pub struct FilledClass {
    /// As it is written: `card-{{kind}}`.
    token: String,
    field: String,
    /// The values that make it a class of the style sheet, and these classes.
    values: Vec<(String, String)>,
}

/// The classes with placeholders in a drawing.
///
/// # Errors
/// One that no rule is for.
pub fn filled_classes(
    document: &Document<'_>,
    rules: &StyleRules,
) -> Result<Vec<FilledClass>, Violation> {
    let mut found: Vec<FilledClass> = Vec::new();
    for node in document.descendants() {
        for token in tokens(node) {
            if !found.iter().any(|known| known.token == token) {
                found.push(read_class(node, token, rules)?);
            }
        }
    }
    Ok(found)
}

/// The declarations of an element that depend on the card.
///
/// # Errors
/// What no class can set for one card alone, and what takes too long to compare.
pub fn choices(
    node: SvgNode<'_>,
    classes: &[FilledClass],
    cascade: &Cascade<'_>,
    fonts: Option<&FontBook>,
) -> Result<Vec<Declaration>, Violation> {
    let mut found: Vec<Declaration> = Vec::new();
    for class in classes {
        let has = |n: SvgNode<'_>| tokens(n).any(|token| token == class.token);
        if !node.ancestors().any(has) {
            continue;
        }
        let fixed = style(node, cascade.declarations(node, None)?, fonts)?;
        let mut options: BTreeMap<String, Vec<(&str, String)>> = BTreeMap::new();
        for (value, name) in &class.values {
            let assumed = Some((class.token.as_str(), name.as_str()));
            for set in style(node, cascade.declarations(node, assumed)?, fonts)? {
                if !fixed.contains(&set) {
                    options.entry(set.name).or_default().push((value, set.value));
                }
            }
        }
        for (name, mut options) in options {
            let mut always = ["font", "display", "visibility"].iter();
            if always.any(|start| name.starts_with(start)) || found.iter().any(|d| d.name == name) {
                let message =
                    format!("a class with a placeholder sets `{name}`, which is not possible here");
                let help = "such a class can set colours and lines, each in one class only: draw the element twice, each with a data-if";
                return Err(refused(node, &class.token, message, help));
            }
            let fixed = fixed.iter().find(|d| d.name == name);
            let otherwise = fixed.map(|d| d.value.as_str()).or(node.attribute(name.as_str()));
            let otherwise = otherwise.unwrap_or(match name.as_str() {
                "opacity" | "stop-opacity" | "flood-opacity" => "1",
                "clip-path" | "filter" | "mask" | "mix-blend-mode" => "none",
                "cx" | "cy" | "r" | "x" | "y" | "width" | "height" => "0",
                "stop-color" => "black",
                "transform" => "",
                // Words have one colour, which is looked up when the template is read.
                "fill" if node.has_tag_name("text") => inherited(node, "fill").unwrap_or("black"),
                _ => "inherit",
            });
            options.insert(0, ("", otherwise.to_owned()));
            found.push(Declaration {
                value: choice(&class.field, &options),
                name,
                important: false,
            });
        }
    }
    Ok(found)
}

/// The classes with placeholders of an element.
fn tokens<'a>(node: SvgNode<'a>) -> impl Iterator<Item = &'a str> {
    let classes = node.attribute("class").filter(|class| class.contains("{{"));
    let tokens = classes.map_or_else(Vec::new, |class| split_outside(class, ' '));
    tokens.into_iter().filter(|token| token.contains("{{"))
}

fn read_class(
    node: SvgNode<'_>,
    token: &str,
    rules: &StyleRules,
) -> Result<FilledClass, Violation> {
    let (before, rest) = token.split_once("{{").unwrap_or_default();
    let (field, after) = rest.split_once("}}").unwrap_or_default();
    let value = |class: &str| class.strip_prefix(before)?.strip_suffix(after).map(str::to_owned);
    let classes = rules.classes().into_iter();
    let values: Vec<(String, String)> =
        classes.filter_map(|class| Some((value(class)?, class.to_owned()))).collect();
    let field = field.trim().to_owned();
    let message = if !is_name(&field) || after.contains("{{") {
        format!("the class `{token}` is more than a field")
    } else if values.is_empty() {
        format!("no rule of a <style> is for the class `{token}`")
    } else {
        return Ok(FilledClass { token: token.to_owned(), field, values });
    };
    let help = "write a rule for each of its values, as in `<style>.day { fill: #ffd75e }</style>` for `{{kind}}` or `.card-day` for `card-{{kind}}`, or take the class out";
    Err(refused(node, token, message, help))
}

fn refused(node: SvgNode<'_>, token: &str, message: String, help: &str) -> Violation {
    Violation::new(node.range(), message, help).code(Code::BoxAttribute).part(token)
}
