//! What an SVG may hold: what is drawn, from its own file, and no more than can be drawn in a moment. A template, a symbol or
//! a picture may be a stranger's; nothing in it runs, and nothing that it names elsewhere is read.

use std::collections::BTreeMap;
use std::ops::Range;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use roxmltree::{Document, Node};

use super::bounds::{EFFECT, FILTER, LETTERS, MOST_ELEMENTS, MOST_NESTED, MOST_PIXELS};
use crate::source::Code;

/// Elements that are drawn, or that say how. All others are refused: what draws nothing has no business in a picture.
const DRAWN: &[&str] = &[
    "a",
    "circle",
    "clipPath",
    "defs",
    "desc",
    "ellipse",
    "g",
    "image",
    "line",
    "linearGradient",
    "marker",
    "mask",
    "metadata",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "svg",
    "switch",
    "symbol",
    "text",
    "textPath",
    "title",
    "tspan",
    "use",
    // Of filters those whose cost does not grow with their numbers.
    "filter",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feMerge",
    "feMergeNode",
    "feOffset",
];

/// Properties whose value makes a layer of pixels.
const EFFECTS: [&str; 5] = ["clip-path", "filter", "mask", "mix-blend-mode", "opacity"];

/// Something that an SVG may not hold.
pub struct Objection {
    /// D041 or D042 for what is too much; `None` for what may not be there at all.
    pub code: Option<Code>,
    /// Bytes of the element.
    pub range: Range<usize>,
    pub message: String,
    pub help: String,
}

/// All that an SVG may not hold, in the order of the file; `what` it is, for messages: "template".
pub fn objections(document: &Document<'_>, what: &str) -> Vec<Objection> {
    let depths = depths(document);
    let deepest = |node: &Node<'_, '_>| depths[node.id().get_usize()] > MOST_NESTED;
    if let Some(node) = document.descendants().find(deepest) {
        return vec![deep(node)];
    }
    let mut found = Vec::new();
    for node in document.descendants().filter(Node::is_element) {
        if let Some((message, help)) = forbidden(node, what) {
            let range = node.range();
            found.push(Objection {
                code: None,
                range,
                message,
                help,
            });
        }
    }
    if found.is_empty() {
        found.extend(Weighing::of(document, depths));
    }
    found
}

/// How many groups lie around each node, by its number.
fn depths(document: &Document<'_>) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::new();
    for node in document.descendants() {
        // A parent comes before its children. The document and its outermost element are no groups.
        let parent = node
            .parent_element()
            .filter(|p| p.parent_element().is_some());
        let above = parent.and_then(|p| depths.get(p.id().get_usize()));
        let depth = above.map_or(0, |depth| depth + 1);
        depths.resize(node.id().get_usize() + 1, 0);
        depths[node.id().get_usize()] = depth;
    }
    depths
}

fn deep(node: Node<'_, '_>) -> Objection {
    Objection {
        code: Some(Code::TooDeep),
        range: node.range(),
        message: format!("an element lies more than {MOST_NESTED} deep in others"),
        help: format!(
            "ungroup what need not be grouped: {MOST_NESTED} groups in one another are the most"
        ),
    }
}

/// Why an element may not be there, and what to do.
fn forbidden(node: Node<'_, '_>, what: &str) -> Option<(String, String)> {
    let tag = node.tag_name().name();
    if tag == "style" {
        return Some((
            format!("a {what} has no <style>"),
            "write the properties on the elements (Inkscape: Edit, XML editor)".into(),
        ));
    }
    if !DRAWN.contains(&tag) {
        let help = match tag.starts_with("fe") {
            true => "draw the effect, or put it into a picture of pixels",
            false => "take it out: a drawing holds what is drawn, nothing in it runs",
        };
        return Some((format!("a {what} has no <{tag}>"), help.into()));
    }
    node.attributes().find_map(|attribute| {
        let (name, value) = (attribute.name(), attribute.value());
        if name
            .get(..2)
            .is_some_and(|on| on.eq_ignore_ascii_case("on"))
        {
            return Some((
                format!("a {what} has no `{name}`"),
                "take it out: nothing in a drawing runs".into(),
            ));
        }
        match name {
            "href" if value.starts_with('#') => None,
            "href" if tag == "image" => embedded(value, what),
            "href" => Some(outside(value, what)),
            _ => elsewhere(value).map(|place| outside(place, what)),
        }
    })
}

fn outside(place: &str, what: &str) -> (String, String) {
    let mut shown: String = place.chars().take(60).collect();
    if shown.len() < place.len() {
        shown.push('…');
    }
    (
        format!("`{shown}` is outside the {what}"),
        "show pictures with a <rect data-art=\"name\">; nothing outside the file is read".into(),
    )
}

/// What `url(…)` in the value of a property names, where that is not in the file.
pub fn elsewhere(value: &str) -> Option<&str> {
    references(value).find(|place| !place.starts_with('#'))
}

/// What each `url(…)` names.
fn references(value: &str) -> impl Iterator<Item = &str> {
    let starts = value.char_indices().filter(|(at, _)| {
        let head = value.get(*at..at + 4);
        head.is_some_and(|head| head.eq_ignore_ascii_case("url("))
    });
    starts.map(|(at, _)| {
        let inner = &value[at + 4..];
        let inner = &inner[..inner.find(')').unwrap_or(inner.len())];
        inner.trim().trim_matches(['"', '\'']).trim()
    })
}

/// Why a picture in the text of an SVG is not drawn: only PNG and JPEG are, of a bounded size.
fn embedded(href: &str, what: &str) -> Option<(String, String)> {
    let Some(data) = href.strip_prefix("data:") else {
        return Some(outside(href, what));
    };
    let fault = |says: &str| {
        let message = format!("a picture in the {what} {says}");
        Some((
            message,
            "put it into art/ as PNG or JPEG, and show it with a <rect data-art=\"name\">".into(),
        ))
    };
    let known = data.strip_prefix("image/png;base64,");
    let known = known.or_else(|| data.strip_prefix("image/jpeg;base64,"));
    let known = known.or_else(|| data.strip_prefix("image/jpg;base64,"));
    let Some(data) = known else {
        return fault("is neither a PNG nor a JPEG in base64");
    };
    let data: String = data.chars().filter(|c| !c.is_whitespace()).collect();
    let Ok(bytes) = STANDARD.decode(data) else {
        return fault("is cut off or damaged");
    };
    if !matches!(
        &bytes[..],
        [0x89, b'P', b'N', b'G', ..] | [0xff, 0xd8, 0xff, ..]
    ) {
        return fault("is neither a PNG nor a JPEG in base64");
    }
    match imagesize::blob_size(&bytes) {
        Err(_) => fault("is cut off or damaged"),
        Ok(size) if (size.width as u64).saturating_mul(size.height as u64) > MOST_PIXELS => fault(
            &format!("has more than {} million pixels", MOST_PIXELS / 1_000_000),
        ),
        Ok(_) => None,
    }
}

/// Counts the elements of a drawing, each as often as references draw it.
struct Weighing<'a, 'i> {
    named: BTreeMap<&'a str, Vec<Node<'a, 'i>>>,
    depths: Vec<usize>,
    /// What is known of each id; nothing while it is being counted, so that what refers to itself comes to an end.
    known: BTreeMap<&'a str, Weight>,
}

/// What it takes to draw an element.
#[derive(Debug, Clone, Copy, Default)]
struct Weight {
    elements: u64,
    /// How deep groups and references lead from it.
    depth: usize,
}

impl<'a, 'i> Weighing<'a, 'i> {
    fn of(document: &'a Document<'i>, depths: Vec<usize>) -> Option<Objection> {
        let mut named: BTreeMap<&str, Vec<Node<'a, 'i>>> = BTreeMap::new();
        for node in document.descendants() {
            if let Some(id) = node.attribute("id") {
                named.entry(id).or_default().push(node);
            }
        }
        let root = document.root_element();
        let mut weighing = Weighing {
            named,
            depths,
            known: BTreeMap::new(),
        };
        let weight = match weighing.weight(root, 0) {
            Ok(weight) => weight,
            Err(node) => return Some(deep(node)),
        };
        (weight.elements > MOST_ELEMENTS).then(|| Objection {
            code: Some(Code::TooMany),
            range: root.range(),
            message: format!("the drawing has more than {MOST_ELEMENTS} elements"),
            help: "simplify it, or make a picture of pixels of it: each element counts as often as it is drawn, long paths and effects more than once"
                .into(),
        })
    }

    /// What it takes to draw `node`, to which `above` references led; or the node that leads too deep.
    fn weight(&mut self, node: Node<'a, 'i>, above: usize) -> Result<Weight, Node<'a, 'i>> {
        let top = self.depths[node.id().get_usize()];
        let mut all = Weight::default();
        for node in node.descendants().filter(Node::is_element) {
            let below = self.depths[node.id().get_usize()].saturating_sub(top);
            let own = self.own_weight(node, above)?;
            all.elements = all.elements.saturating_add(own.elements);
            all.depth = all.depth.max(below + own.depth);
            if above + all.depth > MOST_NESTED {
                return Err(node);
            }
        }
        Ok(all)
    }

    /// What it takes to draw `node` alone, with all that it refers to.
    fn own_weight(&mut self, node: Node<'a, 'i>, above: usize) -> Result<Weight, Node<'a, 'i>> {
        let places = vertices(node);
        let mut all = Weight {
            elements: match node.tag_name().name() {
                "filter" => FILTER,
                "pattern" => EFFECT,
                _ => 1,
            },
            depth: 0,
        };
        let mut add = |elements: u64| all.elements = all.elements.saturating_add(elements);
        let mut named: Vec<&'a str> = Vec::new();
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            // The pixels of a picture are counted elsewhere.
            if name != "href" {
                add(value.len() as u64 / LETTERS);
            }
            let has = |e: &str| name == e || (name == "style" && value.contains(e));
            if EFFECTS.iter().any(|e| has(e)) {
                add(EFFECT);
            }
            named.extend((name == "href").then(|| value.strip_prefix('#')).flatten());
            named.extend(references(value).filter_map(|place| place.strip_prefix('#')));
        }
        for id in named {
            // A marker is drawn at every point of its path.
            let times = if self.is_marker(id) { places } else { 1 };
            let weight = self.named_weight(id, node, above)?;
            let elements = weight.elements.saturating_mul(times);
            all.elements = all.elements.saturating_add(elements);
            all.depth = all.depth.max(weight.depth + 1);
        }
        Ok(all)
    }

    fn named_weight(
        &mut self,
        id: &'a str,
        from: Node<'a, 'i>,
        above: usize,
    ) -> Result<Weight, Node<'a, 'i>> {
        if let Some(known) = self.known.get(id) {
            return Ok(*known);
        }
        if above > MOST_NESTED {
            return Err(from);
        }
        self.known.insert(id, Weight::default());
        let mut all = Weight::default();
        for node in self.named.get(id).cloned().unwrap_or_default() {
            let weight = self.weight(node, above + 1)?;
            all.elements = all.elements.saturating_add(weight.elements);
            all.depth = all.depth.max(weight.depth);
        }
        self.known.insert(id, all);
        Ok(all)
    }

    fn is_marker(&self, id: &str) -> bool {
        let nodes = self.named.get(id).into_iter().flatten();
        nodes.into_iter().any(|n| n.has_tag_name("marker"))
    }
}

/// At most so many points has the path of an element.
fn vertices(node: Node<'_, '_>) -> u64 {
    let path = node.attribute("d").or_else(|| node.attribute("points"));
    path.map_or(1, |path| path.len() as u64 / 2 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(body: &str) -> Vec<String> {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">{body}</svg>"
        );
        let document = Document::parse(&svg).unwrap();
        objections(&document, "template")
            .into_iter()
            .map(|o| o.message)
            .collect()
    }

    fn refused(body: &str, says: &str) {
        assert_eq!(told(body), [says], "{body}");
    }

    #[test]
    fn what_is_drawn_is_no_fault() {
        for body in [
            "<defs><linearGradient id=\"a\"/></defs><rect fill=\"url(#a)\"/>",
            "<rect style=\"fill:url('#a');opacity:1\"/>",
            "<g id=\"a\"><path d=\"M0 0\"/></g><use xlink:href=\"#a\"/><use href=\"#a\"/>",
            "<g id=\"a\"><use href=\"#a\"/></g>",
            "<filter id=\"f\"><feGaussianBlur/></filter><rect filter=\"url(#f)\"/>",
            "<text data-fit=\"url\">on url</text>",
        ] {
            assert_eq!(told(body), Vec::<String>::new(), "{body}");
        }
    }

    #[test]
    fn nothing_runs() {
        refused("<script/>", "a template has no <script>");
        refused("<style/>", "a template has no <style>");
        refused("<foreignObject/>", "a template has no <foreignObject>");
        refused("<animate/>", "a template has no <animate>");
        refused("<rect onload=\"x\"/>", "a template has no `onload`");
        refused("<rect ONLOAD=\"x\"/>", "a template has no `ONLOAD`");
    }

    #[test]
    fn nothing_outside_the_file_is_named() {
        refused(
            "<use href=\"a.svg#b\"/>",
            "`a.svg#b` is outside the template",
        );
        refused(
            "<a href=\"javascript:x\"/>",
            "`javascript:x` is outside the template",
        );
        refused(
            "<image xlink:href=\"/etc/passwd\"/>",
            "`/etc/passwd` is outside the template",
        );
        refused(
            "<rect fill=\"url(http://a.b)\"/>",
            "`http://a.b` is outside the template",
        );
        refused(
            "<rect style=\"fill:URL( 'a.svg#b' )\"/>",
            "`a.svg#b` is outside the template",
        );
        refused(
            "<use href=\"data:image/svg+xml,x\"/>",
            "`data:image/svg+xml,x` is outside the template",
        );
    }

    #[test]
    fn pictures_in_the_text_are_small_ones_of_pixels() {
        let image = |data: &str| format!("<image href=\"data:{data}\"/>");
        let kind = "a picture in the template is neither a PNG nor a JPEG in base64";
        refused(&image("image/svg+xml;base64,PHN2Zy8+"), kind);
        refused(&image("image/png;base64,PHN2Zy8+"), kind);
        refused(
            &image("image/png;base64,!"),
            "a picture in the template is cut off or damaged",
        );
        let png = |side: u32| {
            let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
            bytes.extend(side.to_be_bytes());
            bytes.extend(side.to_be_bytes());
            bytes.extend([8, 0, 0, 0, 0, 0, 0, 0, 0]);
            image(&format!("image/png;base64,{}", STANDARD.encode(bytes)))
        };
        assert_eq!(told(&png(100)), Vec::<String>::new());
        refused(
            &png(100_000),
            "a picture in the template has more than 100 million pixels",
        );
    }

    #[test]
    fn groups_lie_in_one_another_as_deep_as_the_bound() {
        let nested = |n: usize| format!("{}{}", "<g>".repeat(n), "</g>".repeat(n));
        assert_eq!(told(&nested(MOST_NESTED + 1)), Vec::<String>::new());
        let deep = "an element lies more than 64 deep in others";
        refused(&nested(MOST_NESTED + 2), deep);
        refused(&nested(100_000), deep);
    }

    #[test]
    fn references_lead_to_references_as_deep_as_the_bound() {
        let deep = "an element lies more than 64 deep in others";
        let link = |i: usize| format!("<g id=\"a{}\"><use href=\"#a{i}\"/></g>", i + 1);
        let forth = |n: usize| (0..n).map(link).collect::<String>();
        let back = |n: usize| (0..n).rev().map(link).collect::<String>();
        for short in [forth(20), back(20)] {
            assert_eq!(told(&short), Vec::<String>::new());
        }
        for long in [forth(10_000), back(10_000)] {
            refused(&long, deep);
        }
    }

    #[test]
    fn what_is_drawn_often_counts_often() {
        let many = "the drawing has more than 100000 elements";
        let tens = |levels: usize| {
            let level = |i: usize| {
                let uses = format!("<use href=\"#a{i}\"/>").repeat(10);
                format!("<g id=\"a{}\">{uses}</g>", i + 1)
            };
            let levels: String = (0..levels).map(level).collect();
            format!("<g id=\"a0\"/>{levels}")
        };
        assert_eq!(told(&tens(3)), Vec::<String>::new());
        refused(&tens(9), many);
        refused(&format!("<path d=\"{}\"/>", "L5 5".repeat(2_000_000)), many);
        refused(&"<g opacity=\"0.5\"/>".repeat(1_000), many);
        let marked = format!(
            "<marker id=\"m\">{}</marker><path marker-mid=\"url(#m)\" d=\"{}\"/>",
            "<path/>".repeat(100),
            "l1 1".repeat(1_000)
        );
        refused(&marked, many);
    }
}
