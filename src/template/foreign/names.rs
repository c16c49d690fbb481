//! Reads boxes from element names, for programs that cannot write `data-` attributes. A name comes in, `data-` attributes go out.
//! Called by `elements` and by guides.
//!
//! An element called `fit:rules font="Cabin" size=10` is a box with `data-fit="rules" data-font="Cabin" data-size="10"`, and a
//! group called `if:kind=night` has that condition.

use super::super::document::elements::BOXES;
use super::super::document::xml::SvgNode;

/// Names whose whole rest is the value.
const WHOLE: &[&str] = &["if", "low"];

/// The attributes that the name of an element stands for: `data-…` and their values.
pub fn named_attributes(node: SvgNode<'_>) -> Vec<(String, String)> {
    let found = names(node).into_iter().find_map(|name| read_name(&name));
    let mut found = found.unwrap_or_default();
    // An attribute that is written out wins over the name.
    found.retain(|(name, _)| !node.has_attribute(name.as_str()));
    found
}

/// The names that an element may have, as its author typed them: Inkscape's label, Affinity's and Illustrator's own attribute,
/// and the id, in which Illustrator writes `_x3A_` for a colon and `_` for a space.
fn names(node: SvgNode<'_>) -> Vec<String> {
    let mut names = Vec::new();
    for attribute in node.attributes() {
        let namespace = attribute.namespace().unwrap_or("");
        let editors = namespace.contains("inkscape") && attribute.name() == "label"
            || namespace.contains("serif") && attribute.name() == "id"
            || attribute.name() == "data-name";
        if editors {
            names.insert(0, attribute.value().to_owned());
        } else if attribute.name() == "id" && namespace.is_empty() {
            names.push(decoded(attribute.value()));
        }
    }
    names
}

/// `fit_x3A_rules_size_x3D_10` as `fit:rules size=10`.
fn decoded(id: &str) -> String {
    if !id.contains("_x3A_") {
        return id.to_owned();
    }
    let mut out = String::new();
    let mut rest = id;
    while let Some(c) = rest.chars().next() {
        let sign = rest.strip_prefix("_x").and_then(|code| {
            let (code, after) = code.split_once('_')?;
            let sign = char::from_u32(u32::from_str_radix(code, 16).ok()?)?;
            (code.len() <= 4).then_some((sign, after))
        });
        match sign {
            Some((sign, after)) => {
                out.push(sign);
                rest = after;
            }
            None => {
                out.push(if c == '_' { ' ' } else { c });
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    out
}

fn read_name(name: &str) -> Option<Vec<(String, String)>> {
    let (kind, rest) = name.trim().split_once(':')?;
    let rest = rest.trim();
    if rest.is_empty() {
        return None;
    }
    if WHOLE.contains(&kind) {
        return Some(vec![(format!("data-{kind}"), rest.to_owned())]);
    }
    // What further attributes may follow.
    let name = format!("data-{kind}");
    if name != "data-repeat" && !BOXES.contains(&name.as_str()) {
        return None;
    }
    let mut words = words(rest).into_iter();
    let mut found = vec![(name, unquoted(words.next()?))];
    for word in words {
        let (key, value) = word.split_once('=')?;
        let good = |c: char| c.is_ascii_lowercase() || c == '-';
        if key.is_empty() || !key.chars().all(good) {
            return None;
        }
        found.push((format!("data-{key}"), unquoted(value)));
    }
    Some(found)
}

fn unquoted(word: &str) -> String {
    word.trim_matches(['"', '\'']).to_owned()
}

/// Words between spaces; not those in quotes or placeholders.
fn words(text: &str) -> Vec<&str> {
    let parts = super::declarations::split_outside(text, ' ');
    parts.into_iter().filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(attributes: &str) -> String {
        let svg = format!(
            "<svg xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" xmlns:serif=\"http://www.serif.com/\"><rect {attributes}/></svg>"
        );
        let document = roxmltree::Document::parse(&svg).unwrap();
        let rect = document.descendants().find(|n| n.has_tag_name("rect")).unwrap();
        let found = named_attributes(rect).into_iter();
        found.map(|(name, value)| format!("{name}={value};")).collect()
    }

    #[test]
    fn an_elements_name_says_what_box_it_is() {
        let rules = "data-fit=rules;data-font=Alegreya Sans;data-size=10;";
        assert_eq!(named("id='fit:rules font=\"Alegreya Sans\" size=10'"), rules);
        assert_eq!(
            named("inkscape:label='fit:rules font=\"Alegreya Sans\" size=10' id='rect1'"),
            rules
        );
        assert_eq!(
            named("id='fit-rules' serif:id='fit:rules size=10'"),
            "data-fit=rules;data-size=10;"
        );
        assert_eq!(named("id='fit_x3A_rules_size_x3D_10'"), "data-fit=rules;data-size=10;");
        assert_eq!(
            named("id='x' data-name='art:{{art}} scale=slice'"),
            "data-art={{art}};data-scale=slice;"
        );
        assert_eq!(named("id='if:kind=night and cost'"), "data-if=kind=night and cost;");
    }

    #[test]
    fn other_names_are_only_names() {
        for id in ["Layer 1", "fit", "fit:", "note:x", "fit:rules and more", "https://a.b"] {
            assert_eq!(named(&format!("id='{id}'")), "", "{id}");
        }
        assert_eq!(named("id='fit:rules' data-fit='name'"), "");
    }
}
