//! Parses the style sheets of a drawing: `<style>` with rules for classes, ids and elements. A drawing comes in, its rules go
//! out; `elements` writes their declarations onto the elements that they select.

use std::cell::Cell;
use std::rc::Rc;

use simplecss::{AttributeOperator, Element, PseudoClass, Selector};

use super::super::document::xml::{SvgNode, Violation, tag_of};
use super::declarations::{
    Declaration, MOST_DECLARATIONS, read_declarations, split_outside, without_comments,
};
use crate::source::{Code, outside_quotes};

/// Steps of comparing elements with selectors, of one drawing: 0.3 s.
const MOST_STEPS: u64 = 4_000_000;

/// Bytes of declarations that are written onto elements.
pub const MOST_INLINED: usize = 16 << 20;

/// Bytes of a selector.
const LONGEST_SELECTOR: usize = 200;

/// Pseudo-classes that hold only on a screen: their rules never count.
const SCREEN: &[&str] = &[":hover", ":active", ":focus", ":visited", ":link", ":target"];

/// The selectors of a style sheet, each with its declarations.
pub struct StyleRules {
    rules: Vec<(String, Rc<Vec<Declaration>>)>,
}

/// What is wrong in a style sheet: what is meant there, the message, the help.
type Wrong = (String, String, &'static str);

impl StyleRules {
    /// Reads the text of all `<style>` of a drawing.
    ///
    /// # Errors
    /// Each rule that could change how the drawing looks and cannot be followed, at its `<style>`.
    pub fn read<'a>(
        styles: impl Iterator<Item = SvgNode<'a>>,
        what: &str,
    ) -> Result<StyleRules, Vec<Violation>> {
        let mut rules = StyleRules { rules: Vec::new() };
        let mut found = Vec::new();
        for style in styles {
            let text: String = style.children().filter_map(|n| n.text()).collect();
            let mut wrong = Vec::new();
            rules.add(&without_comments(&text), &mut wrong);
            found.extend(wrong.into_iter().map(|(part, message, help)| {
                Violation::new(
                    style.range(),
                    format!("the <style> of a {what} has {message}"),
                    help,
                )
                .part(part)
            }));
        }
        if found.is_empty() { Ok(rules) } else { Err(found) }
    }

    /// The classes that its selectors name, each once, in their order.
    pub fn classes(&self) -> Vec<&str> {
        let mut found = Vec::new();
        for part in self.rules.iter().flat_map(|(selector, _)| selector.split('.').skip(1)) {
            let end = part.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_')));
            let class = &part[..end.unwrap_or(part.len())];
            if !class.is_empty() && !found.contains(&class) {
                found.push(class);
            }
        }
        found
    }

    fn add(&mut self, text: &str, wrong: &mut Vec<Wrong>) {
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let (head, block, after) = statement(rest);
            rest = after.trim_start();
            let head = head.trim();
            if head.starts_with('@') {
                wrong.extend(at_rule(head));
            } else if let Some(block) = block {
                if block.matches(';').count() > MOST_DECLARATIONS {
                    let message = format!("a rule of more than {MOST_DECLARATIONS} declarations");
                    wrong.push((String::new(), message, "write each property once"));
                    return;
                }
                let declarations = Rc::new(read_declarations(block));
                for selector in split_outside(head, ',') {
                    let selector = selector.trim();
                    if !declarations.is_empty() && !SCREEN.iter().any(|s| selector.contains(s)) {
                        wrong.extend(unreadable(selector));
                        self.rules.push((selector.to_owned(), declarations.clone()));
                    }
                }
            }
            // Beyond the limit, the rest is neither read nor reported.
            if wrong.len() > 10 {
                return;
            }
        }
    }
}

/// What comes before a block or a semicolon, the block, and what follows.
fn statement(text: &str) -> (&str, Option<&str>, &str) {
    let (mut depth, mut open) = (0usize, 0);
    for (at, c) in outside_quotes(text) {
        match c {
            ';' if depth == 0 => return (&text[..at], None, &text[at + 1..]),
            '{' => {
                if depth == 0 {
                    open = at;
                }
                depth += 1;
            }
            '}' if depth == 0 => return ("", None, &text[at + 1..]),
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return (&text[..open], Some(&text[open + 1..at]), &text[at + 1..]);
                }
            }
            _ => {}
        }
    }
    match depth {
        0 => (text, None, ""),
        _ => (&text[..open], Some(&text[open + 1..]), ""),
    }
}

/// Why a rule with `@` is not followed; some may be left out.
fn at_rule(head: &str) -> Option<Wrong> {
    let end = head[1..].find(|c: char| !(c.is_alphanumeric() || c == '-'));
    let name = &head[..end.map_or(head.len(), |end| end + 1)];
    let (message, help) = match name {
        "@charset" | "@namespace" => return None,
        "@import" => (
            "an @import: nothing outside the file is read",
            "take it out; fonts of your own go into fonts/ with a line in fonts.toml",
        ),
        "@font-face" => (
            "a @font-face: fonts are not read from drawings",
            "take it out; fonts of your own go into fonts/ with a line in fonts.toml (Illustrator: SVG Options, Fonts: None or Convert to Outline)",
        ),
        "@media" | "@supports" | "@container" => (
            "rules that hold only on some screens",
            "write the rules that are meant for paper without the condition around them",
        ),
        "@keyframes" | "@-webkit-keyframes" => (
            "an animation: nothing moves on paper",
            "take it out, and draw the state that is meant",
        ),
        _ => (
            "a rule that is not understood",
            "take it out, or write its properties on the elements",
        ),
    };
    Some((name.to_owned(), message.to_owned(), help))
}

fn unreadable(selector: &str) -> Option<Wrong> {
    let shown: String = selector.chars().take(40).collect();
    let help = "write the properties on the elements, or give them a class: selectors are classes, ids, elements, attributes, and those within others";
    let message = if selector.len() > LONGEST_SELECTOR {
        "a selector that is too long".to_owned()
    } else if parsed(selector).is_none() {
        format!("the selector `{shown}`, which is not understood")
    } else {
        return None;
    };
    Some((shown, message, help))
}

fn parsed(selector: &str) -> Option<Selector<'_>> {
    // A selector cannot begin or end in a combinator.
    let combinator = ['>', '+', '~'];
    let bare = selector.starts_with(combinator) || selector.ends_with(combinator);
    if bare || selector.contains('~') && !selector.contains("~=") {
        return None;
    }
    Selector::parse(selector)
}

/// A style sheet in the order of the cascade.
pub struct Cascade<'r> {
    /// Weakest first.
    rules: Vec<(Selector<'r>, &'r [Declaration])>,
    steps: Cell<u64>,
}

impl<'r> Cascade<'r> {
    pub fn new(rules: &'r StyleRules) -> Self {
        let read = |(selector, declarations): &'r (String, Rc<Vec<Declaration>>)| {
            Some((parsed(selector)?, declarations.as_slice()))
        };
        let mut rules: Vec<_> = rules.rules.iter().filter_map(read).collect();
        rules.sort_by_key(|(selector, _)| selector.specificity());
        Cascade { rules, steps: Cell::new(0) }
    }

    /// The declarations of all rules that mean `node`, weakest first; with a class that has a placeholder `assumed` to be one of
    /// the style sheet.
    ///
    /// # Errors
    /// That comparing takes too long.
    pub fn declarations(
        &self,
        node: SvgNode<'_>,
        assumed: Option<(&str, &str)>,
    ) -> Result<Vec<Declaration>, Violation> {
        let step = Step { node, assumed, steps: &self.steps };
        let mut found = Vec::new();
        for (selector, declarations) in &self.rules {
            step.count(1);
            if selector.matches(&step) {
                // Each is compared with those before it.
                let count = declarations.len() as u64;
                step.count(count * (10 + found.len() as u64 / 4 + count / 4));
                if !step.is_over() {
                    found.extend(declarations.iter().cloned());
                }
            }
            if step.is_over() {
                return Err(too_much(node));
            }
        }
        Ok(found)
    }
}

pub fn too_much(node: SvgNode<'_>) -> Violation {
    let message = "the <style> has too many rules for this many elements";
    let help = "simplify the drawing, or save it with presentation attributes in the place of a style sheet";
    Violation::new(node.range(), message, help).code(Code::TooMany)
}

/// An element that is compared with selectors; each look at it counts.
struct Step<'a, 's> {
    node: SvgNode<'a>,
    assumed: Option<(&'s str, &'s str)>,
    steps: &'s Cell<u64>,
}

impl<'a> Step<'a, '_> {
    fn count(&self, steps: u64) {
        self.steps.set(self.steps.get().saturating_add(steps));
    }

    fn is_over(&self) -> bool {
        self.steps.get() > MOST_STEPS
    }

    fn at(&self, node: Option<SvgNode<'a>>) -> Option<Self> {
        self.count(1);
        node.filter(|_| !self.is_over()).map(|node| Step {
            node,
            assumed: self.assumed,
            steps: self.steps,
        })
    }
}

impl Element for Step<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.at(self.node.parent_element())
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.at(self.node.prev_sibling_element())
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.count(1);
        tag_of(self.node) == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        let value = self.node.attribute(name).unwrap_or("");
        self.count(1 + value.len() as u64 / 8);
        match operator {
            AttributeOperator::Exists => self.node.has_attribute(name),
            // Between classes there may be any space.
            AttributeOperator::Contains(word) => {
                let assumed = self.assumed.filter(|(_, class)| name == "class" && *class == word);
                value.split_ascii_whitespace().any(|w| w == word)
                    || assumed.is_some_and(|(token, _)| split_outside(value, ' ').contains(&token))
            }
            _ => self.node.has_attribute(name) && operator.matches(value),
        }
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        self.count(1);
        matches!(class, PseudoClass::FirstChild) && self.node.prev_sibling_element().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(css: &str) -> Vec<String> {
        let svg = format!("<svg><style><![CDATA[{css}]]></style></svg>");
        let document = roxmltree::Document::parse(&svg).unwrap();
        let styles = document.descendants().filter(|n| n.has_tag_name("style"));
        match StyleRules::read(styles, "template") {
            Ok(_) => Vec::new(),
            Err(found) => found.into_iter().map(|v| v.message).collect(),
        }
    }

    #[test]
    fn what_cannot_be_followed_is_named() {
        for (css, says) in [
            ("@import url(\"a.css\");", "an @import"),
            ("@font-face{font-family:X;src:url(x.ttf)}", "a @font-face"),
            ("@media print{.a{fill:red}}", "only on some screens"),
            (".a{fill:red}\n@keyframes x{from{a:b}to{c:d}}", "an animation"),
            ("rect:nth-child(2){fill:red}", "`rect:nth-child(2)`"),
            (".a::before{fill:red}", "`.a::before`"),
            ("> a{fill:red}", "`> a`"),
            ("a ~ b{fill:red}", "`a ~ b`"),
        ] {
            let told = wrong(css);
            assert!(told.len() == 1 && told[0].contains(says), "{css}: {told:?}");
        }
        assert_eq!(wrong(&format!("{}{{a:b}}", "a ".repeat(5_000))).len(), 1);
    }

    #[test]
    fn what_changes_nothing_on_paper_is_left_out() {
        for css in [
            "@charset \"utf-8\"; @namespace svg url(http://www.w3.org/2000/svg);",
            "/* .a{ */ .a:hover{fill:red} .b{}",
            "}; .a{fill:red",
            "",
        ] {
            assert_eq!(wrong(css), Vec::<String>::new(), "{css}");
        }
    }
}
