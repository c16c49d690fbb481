#![doc = include_str!("../source/codes/D210.md")]

use std::collections::BTreeMap;

use super::scene::{Scene, SeenFace};
use crate::source::{Diagnostics, FileId, Files, Span, warning};
use crate::template::{
    EFFECTS, Picture, PlainDrawing, has_effect, is_box, is_picture_box, own, start_tag,
};

const SVG: &str = "http://www.w3.org/2000/svg";

/// Elements that are not drawn, or not everywhere alike: what is said of them, and what to do.
const ELEMENTS: &[(&[&str], &str, &str)] = &[
    (
        &["pattern"],
        "<pattern>: many viewers show hairlines between its tiles",
        "draw the shapes themselves, or put them into a file of art/",
    ),
    (
        &["foreignObject", "flowRoot", "flowPara", "iframe", "canvas", "video", "audio"],
        "<{}> is not printed",
        "draw it with shapes and <text>, or use a <rect data-fit=\"…\"> for words",
    ),
    (
        &["animate", "animateTransform", "animateMotion", "animateColor", "set", "script"],
        "<{}> does nothing on paper",
        "take it out",
    ),
    (
        &["mesh", "meshgradient", "meshGradient", "hatch", "solidcolor", "solidColor"],
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

pub fn find_not_printed(scene: &Scene<'_>, files: &Files, found: &mut Diagnostics) {
    find_lost_colours(scene, files, found);
    let mut all: BTreeMap<FileId, bool> = BTreeMap::new();
    all.extend(scene.templates.values().map(|t| (t.file, true)));
    all.extend(scene.pictures.values().map(|(p, _)| (p.file, false)));
    for (file, template) in all {
        // A drawing that cannot be read was reported when it was read.
        let source = files.text(file);
        let Some(plain) = PlainDrawing::read(source, template) else {
            continue;
        };
        if let Ok(document) = roxmltree::Document::parse(plain.text()) {
            let mut reader = Reader { file, source, plain: &plain, template, found };
            for node in document.descendants().filter(|n| drawn(*n)) {
                reader.element(node);
            }
        }
    }
}

/// Boxes whose `data-color` no picture in them takes.
fn find_lost_colours(scene: &Scene<'_>, files: &Files, found: &mut Diagnostics) {
    let mut boxes: BTreeMap<Span, (bool, &Picture)> = BTreeMap::new();
    for placed in scene.faces().flat_map(SeenFace::placed) {
        boxes.entry(placed.origin.element).or_insert((false, placed.picture)).0 |=
            placed.picture.takes_colour;
    }
    for (place, (takes_colour, picture)) in boxes {
        let tag = &files.text(place.file)[place.range()];
        let has = |words: &[&str]| words.iter().any(|word| tag.contains(word));
        // Words have a colour, too, whatever the symbols among them do with it.
        let is_picture = has(&["data-art", "data-symbol", "\"art:", "\"symbol:"]);
        if takes_colour || !is_picture || !has(&["data-color", " color="]) {
            continue;
        }
        let name = &picture.name;
        let help = match picture.pixels {
            Some(_) => "take it out: a picture of pixels has its own colours".to_owned(),
            None => format!(
                "write fill=\"currentColor\" on the shapes of `{name}` that are to have it, or take it out"
            ),
        };
        found.push(
            warning!(
                NotPrinted,
                place,
                "`data-color` has no effect: nothing in `{name}` takes its colour",
                help
            )
            .part("data-color"),
        );
    }
}

/// Whether the element is SVG that the colour card shows, and nothing that an editor keeps for itself.
fn drawn(node: roxmltree::Node<'_, '_>) -> bool {
    node.is_element()
        && node.ancestors().filter(roxmltree::Node::is_element).all(|n| {
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
    found: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn tell(&mut self, node: roxmltree::Node<'_, '_>, message: impl Into<String>, help: &str) {
        let tag = start_tag(self.source, self.plain.original(node.range().start));
        self.found.push(warning!(NotPrinted, Span::new(self.file, tag), message, help));
    }

    fn element(&mut self, node: roxmltree::Node<'_, '_>) {
        let tag = node.tag_name().name();
        for (_, message, help) in ELEMENTS.iter().filter(|(tags, ..)| tags.contains(&tag)) {
            self.tell(node, message.replace("{}", tag), help);
        }
        let placeholder = is_box(node);
        for (name, harmless, message, help) in PROPERTIES.iter().filter(|_| !placeholder) {
            if own(node, name).is_some_and(|value| !harmless.contains(&value)) {
                self.tell(node, *message, help);
            }
        }
        for name in EFFECTS.iter().filter(|_| placeholder && !is_picture_box(node)) {
            if own(node, name).is_some_and(|value| has_effect(name, value)) {
                let message =
                    format!("`{name}` on a box is lost: what fills it is printed without");
                self.tell(node, message, "give the words a colour of their own");
            }
        }
        let opacity = own(node, "stop-opacity").filter(|_| tag == "stop");
        if opacity.and_then(|o| o.parse().ok()).is_some_and(|o: f64| o < 1.0) {
            self.tell(
                node,
                "a transparent stop of a gradient is printed too light by some printers",
                "use plain colours in the stops, and `opacity` on the shape",
            );
        }
        let root = node.document().root_element();
        let sides = ["x", "y", "width", "height"].map(|side| node.attribute(side).unwrap_or("0"));
        // That of a template in pixels is around all of it, and scales nothing.
        let moves = node.attribute("viewBox") != Some(&sides.join(" "));
        let inner = tag == "svg" && node != root && self.template && moves;
        if inner && node.descendants().any(is_box) {
            self.tell(
                node,
                "boxes in an inner <svg> do not follow its viewBox",
                "use a <g transform=\"…\"> instead",
            );
        }
        // In a template an absent one is an error of its own.
        let href = node.attributes().find(|a| a.name() == "href" && tag == "use" && !self.template);
        let there = |id: &str| root.descendants().any(|n| n.attribute("id") == Some(id));
        if let Some(id) = href.and_then(|a| a.value().strip_prefix('#')).filter(|id| !there(id)) {
            self.tell(
                node,
                format!("nothing has the id `{id}`, so this <use> draws nothing"),
                "correct the id, or take the <use> out",
            );
        }
    }
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
        assert!(found[0].starts_with("templates/card.svg:2:1 a filter"), "{found:?}");
        assert!(found[1].starts_with("templates/card.svg:5:1 <pattern>"), "{found:?}");
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
    fn an_effect_on_a_box_is_told() {
        let found = told(
            r#"<rect data-fit="name" x="10" y="10" width="30" height="9" data-font="Cabin" data-size="9" opacity="0.5"/>
<rect data-fit="name" x="10" y="30" width="30" height="9" data-font="Cabin" data-size="9" style="opacity:1;filter:none;mask:none"/>"#,
        );
        assert_eq!(found.len(), 1, "{found:?}");
    }

    #[test]
    fn a_colour_that_no_picture_takes_is_told_once() {
        let of = |shapes: &str| {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 512 512\">{shapes}</svg>"
            );
            let template = r##"<rect data-symbol="sword" x="10" y="10" width="9" height="9" data-color="#800000"/>
<rect data-symbol="sword" x="10" y="30" width="9" height="9"/>
<rect data-fit="rules" x="10" y="50" width="40" height="9" data-font="Cabin" data-size="9" data-color="#800000"/>"##;
            let rows = crate::lint::testing::card("One", "rules = \"a {sword}\"");
            Game::of(template).file("symbols/sword.svg", &svg).cards(&rows).told("D210")
        };
        let icon = "<path d=\"M0 0h512v512H0z\"/><path fill=\"#fff\" d=\"M9 9h9v9z\"/>";
        let told = of(icon);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("templates/card.svg:2:"), "{told:?}");
        assert!(of("<path style=\"fill:currentColor\" d=\"M9 9h9v9z\"/>").is_empty());
        assert!(of("<g color=\"red\"><path fill=\"currentColor\" d=\"M9 9h9z\"/></g>").is_empty());
    }

    #[test]
    fn boxes_in_an_inner_svg_are_told_unless_it_moves_nothing() {
        let sized = r#"<rect data-fit="name" x="300" y="500" width="300" height="90" data-font="Cabin" data-size="9"/>"#;
        let pixels = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 825 1125\">{sized}</svg>"
        );
        let game = Game::of("").file("templates/card.svg", &pixels);
        assert_eq!(game.told("D210"), [""; 0]);
        let inner = r#"<svg x="10" y="10" width="20" height="20" viewBox="0 0 10 10"><rect data-fit="name" width="40" height="9" data-font="Cabin" data-size="9"/></svg>"#;
        assert_eq!(told(inner).len(), 1);
    }

    #[test]
    fn faults_of_a_picture_are_told_in_its_file() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><use href="#gone"/></svg>"##;
        let template = r#"<rect data-art="sky" x="10" y="10" width="30" height="30"/>"#;
        let found = Game::of(template).file("art/sky.svg", svg).told("D210");
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("art/sky.svg:1:"), "{found:?}");
    }
}
