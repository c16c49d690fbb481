#![doc = include_str!("../source/codes/D210.md")]

use std::collections::{BTreeMap, BTreeSet};

use super::scene::Scene;
use crate::source::{Code, Diagnostic, Diagnostics, FileId, Files, Span};
use crate::template::{PlainDrawing, is_box, is_filled_text, is_picture_box, start_tag};

const SVG: &str = "http://www.w3.org/2000/svg";

/// Elements that are not drawn, or not everywhere alike: what is said of them, and what to do.
const ELEMENTS: &[(&[&str], &str, &str)] = &[
    (
        &["pattern"],
        "<pattern>: many viewers show hairlines between its tiles",
        "draw the shapes themselves, or put them into a file of art/",
    ),
    (
        &[
            "foreignObject",
            "flowRoot",
            "flowPara",
            "iframe",
            "canvas",
            "video",
            "audio",
        ],
        "<{}> is not printed",
        "draw it with shapes and <text>, or use a <rect data-fit=\"…\"> for words",
    ),
    (
        &[
            "animate",
            "animateTransform",
            "animateMotion",
            "animateColor",
            "set",
            "script",
        ],
        "<{}> does nothing on paper",
        "take it out",
    ),
    (
        &[
            "mesh",
            "meshgradient",
            "meshGradient",
            "hatch",
            "solidcolor",
            "solidColor",
        ],
        "<{}> is SVG 2 that is not printed",
        "use a plain colour or a <linearGradient>",
    ),
];

/// Properties that are printed badly: the property, values that are harmless, what is said, what to do.
const PROPERTIES: &[(&str, &[&str], &str, &str)] = &[
    (
        "filter",
        &["none"],
        "a filter turns what it touches into pixels, words too",
        "draw the shadow or the glow as a shape of its own",
    ),
    (
        "shape-inside",
        &["none"],
        "words that Inkscape flows into a shape are not wrapped",
        "Inkscape: Text, Unflow; or use a <rect data-fit=\"…\">",
    ),
    (
        "inline-size",
        &["0", "auto"],
        "words that Inkscape wraps are not wrapped",
        "Inkscape: Text, Unflow; or use a <rect data-fit=\"…\">",
    ),
];

/// Effects on a placeholder, which is replaced: they would be lost.
const LOST: &[&str] = &["opacity", "clip-path", "mask", "filter", "mix-blend-mode"];

pub fn find_not_printed(scene: &Scene<'_>, files: &mut Files, found: &mut Diagnostics) {
    let mut all: BTreeMap<FileId, bool> = BTreeMap::new();
    all.extend(scene.templates.values().map(|t| (t.file, true)));
    all.extend(scene.pictures.values().map(|(p, _)| (p.file, false)));
    let faces = scene.proof.renderer.fonts().faces();
    let fonts: BTreeSet<&str> = faces.iter().map(|f| f.family.as_str()).collect();
    for (file, template) in all {
        // A drawing that cannot be read was reported when it was read.
        let source = files.text(file).clone();
        let Some(plain) = PlainDrawing::read(&source, template) else {
            continue;
        };
        if let Ok(document) = roxmltree::Document::parse(plain.text()) {
            let reader = Reader {
                file,
                source: &source,
                plain: &plain,
                template,
                fonts: &fonts,
            };
            for node in document.descendants().filter(|n| drawn(*n)) {
                reader.element(node, found);
            }
        }
    }
}

/// Whether the element is SVG that the colour card shows, and nothing that an editor keeps for itself.
fn drawn(node: roxmltree::Node<'_, '_>) -> bool {
    node.is_element()
        && node
            .ancestors()
            .filter(roxmltree::Node::is_element)
            .all(|n| {
                n.tag_name().namespace().is_none_or(|name| name == SVG)
                    && n.attribute("data-low") != Some("only")
            })
}

struct Reader<'a> {
    file: FileId,
    source: &'a str,
    plain: &'a PlainDrawing,
    /// A template, or else a picture.
    template: bool,
    fonts: &'a BTreeSet<&'a str>,
}

impl Reader<'_> {
    fn tell(
        &self,
        node: roxmltree::Node<'_, '_>,
        message: impl Into<String>,
        help: &str,
        found: &mut Diagnostics,
    ) {
        let start = self.plain.original(node.range().start);
        let span = Span::new(self.file, start_tag(self.source, start));
        found.push(
            Diagnostic::warning(Code::NotPrinted, message)
                .at(span)
                .help(help),
        );
    }

    fn element(&self, node: roxmltree::Node<'_, '_>, found: &mut Diagnostics) {
        let tag = node.tag_name().name();
        for (tags, message, help) in ELEMENTS {
            if tags.contains(&tag) {
                self.tell(node, message.replace("{}", tag), help, found);
            }
        }
        let placeholder = is_box(node);
        for (name, harmless, message, help) in PROPERTIES {
            let value = property(node, name).filter(|v| !harmless.contains(v));
            if value.is_some() && !placeholder {
                self.tell(node, *message, help, found);
            }
        }
        for name in LOST.iter().filter(|_| placeholder && !is_picture_box(node)) {
            if property(node, name).is_some_and(|v| v != "none" && v != "1" && v != "normal") {
                let message =
                    format!("`{name}` on a box is lost: what fills it is printed without");
                let help = "give the words a colour of their own";
                self.tell(node, message, help, found);
            }
        }
        let what = if placeholder {
            Some("box")
        } else {
            (self.template && tag == "text" && is_filled_text(node)).then_some("text")
        };
        if let Some(what) = what.filter(|_| is_hidden(node)) {
            let help = format!(
                "delete the {what}, or give it a data-if; a hidden layer of the editor is no way to leave it out"
            );
            let message = format!("a hidden {what} is printed all the same");
            self.tell(node, message, &help, found);
        }
        self.gradients(node, tag, found);
        self.references(node, tag, found);
    }

    fn gradients(&self, node: roxmltree::Node<'_, '_>, tag: &str, found: &mut Diagnostics) {
        if node.attribute("spreadMethod") == Some("reflect") {
            let message = "a gradient with spreadMethod=\"reflect\" is drawn wrong by some viewers";
            let help = "write the stops there and back again";
            self.tell(node, message, help, found);
        }
        let opacity = property(node, "stop-opacity").filter(|_| tag == "stop");
        if opacity
            .and_then(|o| o.parse().ok())
            .is_some_and(|o: f64| o < 1.0)
        {
            let message = "a transparent stop of a gradient is printed too light by some printers";
            let help = "use plain colours in the stops, and `opacity` on the shape";
            self.tell(node, message, help, found);
        }
    }

    fn references(&self, node: roxmltree::Node<'_, '_>, tag: &str, found: &mut Diagnostics) {
        let root = node.document().root_element();
        let inner = tag == "svg" && node != root && self.template;
        if inner && node.descendants().any(is_box) {
            let message = "boxes in an inner <svg> do not follow its viewBox";
            self.tell(node, message, "use a <g transform=\"…\"> instead", found);
        }
        // In a template an absent one is an error of its own.
        if tag == "use" && !self.template {
            let href = node.attributes().find(|a| a.name() == "href");
            let id = href.and_then(|a| a.value().strip_prefix('#'));
            let there = |id: &str| {
                node.document()
                    .descendants()
                    .any(|n| n.attribute("id") == Some(id))
            };
            if let Some(id) = id.filter(|id| !there(id)) {
                let message = format!("nothing has the id `{id}`, so this <use> draws nothing");
                self.tell(
                    node,
                    message,
                    "correct the id, or take the <use> out",
                    found,
                );
            }
        }
        if tag == "text" && !self.template {
            let family = node.ancestors().find_map(|n| property(n, "font-family"));
            let family = family.map_or("", |f| f.trim_matches(['\'', '"']));
            if !self.fonts.contains(family) {
                let message = format!(
                    "the font `{family}` of words in a picture is not loaded: they are not printed"
                );
                let help = "turn them into paths (Inkscape: Path, Object to Path), or use a font that a template of the game uses";
                self.tell(node, message, help, found);
            }
        }
    }
}

/// Whether an editor shows nothing of the element.
fn is_hidden(node: roxmltree::Node<'_, '_>) -> bool {
    let visibility = node.ancestors().find_map(|n| property(n, "visibility"));
    visibility.is_some_and(|v| v != "visible")
        || node
            .ancestors()
            .any(|n| property(n, "display") == Some("none"))
}

/// A property of the element itself; `style` wins over the attribute.
fn property<'a>(node: roxmltree::Node<'a, '_>, name: &str) -> Option<&'a str> {
    let style = node.attribute("style").and_then(|style| {
        let mut pairs = style.split(';').filter_map(|pair| pair.split_once(':'));
        pairs.find(|(key, _)| key.trim() == name)
    });
    let style = style.map(|(_, value)| value.trim());
    style.or_else(|| node.attribute(name).map(str::trim))
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::Game;

    fn told(template: &str) -> Vec<String> {
        Game::of(template).told("D210")
    }

    #[test]
    fn a_filter_and_a_pattern_are_told_where_they_are_used() {
        let found = told(
            r##"<rect x="10" y="10" width="9" height="9" filter="url(#f)"/>
<rect x="10" y="30" width="9" height="9" fill="url(#p)"/>
<defs><filter id="f"><feGaussianBlur stdDeviation="1"/></filter>
<pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"><circle r="1"/></pattern></defs>"##,
        );
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(
            found[0].starts_with("templates/card.svg:2:1 a filter"),
            "{found:?}"
        );
        assert!(
            found[1].starts_with("templates/card.svg:5:1 <pattern>"),
            "{found:?}"
        );
    }

    #[test]
    fn plain_shapes_gradients_and_clips_are_printed() {
        let found = told(
            r##"<rect x="10" y="10" width="9" height="9" fill="url(#g)" opacity="0.5" clip-path="url(#c)"/>
<defs><linearGradient id="g"><stop stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient>
<clipPath id="c"><circle cx="14" cy="14" r="4"/></clipPath></defs>"##,
        );
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn an_effect_on_a_box_and_a_hidden_box_are_told() {
        let found = told(
            r#"<rect data-fit="name" x="10" y="10" width="30" height="9" data-font="Cabin" data-size="9" opacity="0.5"/>
<g style="display:none"><rect data-fit="name" x="10" y="30" width="30" height="9" data-font="Cabin" data-size="9"/></g>"#,
        );
        assert_eq!(found.len(), 2, "{found:?}");
    }

    #[test]
    fn faults_of_a_picture_are_told_in_its_file() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><use href="#gone"/>
<text font-family="No Such Font" font-size="2" y="4">word</text></svg>"##;
        let template = r#"<rect data-art="sky" x="10" y="10" width="30" height="30"/>"#;
        let found = Game::of(template).file("art/sky.svg", svg).told("D210");
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("art/sky.svg:1:"), "{found:?}");
        assert!(found[1].contains("`No Such Font`"), "{found:?}");
    }
}
