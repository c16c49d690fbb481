//! Measures how deeply a drawing is nested and how much it draws, counting each element as often as references draw it. A parsed
//! drawing comes in, violations go out. Called by `sanitize`.

use std::collections::BTreeMap;

use roxmltree::Document;

use super::super::bounds::{EFFECT, FILTER, LETTERS, MOST_ELEMENTS, MOST_NESTED, PAINT, TEXT};
use super::elements::has_effect;
use super::properties::declarations;
use super::xml::{SvgNode, Violation, references, tag_of};
use crate::source::Code;

/// The first element that lies in too many others.
pub fn too_deep(document: &Document<'_>) -> Option<Violation> {
    let depths = depths(document);
    let deepest = |node: &SvgNode<'_>| depths[node.id().get_usize()] > MOST_NESTED;
    document.descendants().find(deepest).map(deep)
}

/// That a drawing, which is not too deep itself, is too much with all that it refers to.
pub fn too_costly(document: &Document<'_>) -> Option<Violation> {
    RenderCost::of(document, depths(document))
}

/// How many groups lie around each node, by its number.
fn depths(document: &Document<'_>) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::new();
    for node in document.descendants() {
        // A parent comes before its children. The document and its outermost element are no groups.
        let parent = node.parent_element().filter(|p| p.parent_element().is_some());
        let above = parent.and_then(|p| depths.get(p.id().get_usize()));
        let depth = above.map_or(0, |depth| depth + 1);
        depths.resize(node.id().get_usize() + 1, 0);
        depths[node.id().get_usize()] = depth;
    }
    depths
}

fn deep(node: SvgNode<'_>) -> Violation {
    Violation::new(
        node.range(),
        format!("an element lies more than {MOST_NESTED} deep in others"),
        format!(
            "ungroup what need not be grouped: {MOST_NESTED} groups in one another are the most"
        ),
    )
    .code(Code::TooDeep)
}

fn within_itself(node: SvgNode<'_>) -> Violation {
    Violation::new(
        node.range(),
        "an element is drawn within itself, without end",
        "let it refer to something else, or take the reference out",
    )
}

/// The first attribute that alone is longer than a drawing may be.
fn too_long(document: &Document<'_>) -> Option<Violation> {
    let most = MOST_ELEMENTS * LETTERS;
    document.descendants().find_map(|node| {
        let mut attributes = node.attributes().filter(|a| a.name() != "href");
        let long = attributes.find(|a| a.value().len() as u64 >= most)?;
        let (name, length) = (long.name(), long.value().len() as f64 / 1e6);
        Some(
            Violation::new(
                node.range(),
                format!(
                    "`{name}` is {length:.1} MB long; the limit is {:.1} MB",
                    most as f64 / 1e6
                ),
                "simplify it (Inkscape: Path, Simplify), or make a picture of pixels of it",
            )
            .code(Code::TooMany),
        )
    })
}

/// Counts the elements of a drawing, each as often as references draw it.
struct RenderCost<'a> {
    named: BTreeMap<&'a str, Vec<SvgNode<'a>>>,
    depths: Vec<usize>,
    /// The cost of each id; `None` while it is being counted.
    known: BTreeMap<&'a str, Option<Weight>>,
    /// Whether an element was found that is drawn within itself.
    within_itself: bool,
}

/// What it takes to draw an element.
#[derive(Debug, Clone, Copy, Default)]
struct Weight {
    elements: u64,
    /// How deep groups and references lead from it.
    depth: usize,
}

impl<'a> RenderCost<'a> {
    fn of(document: &'a Document<'_>, depths: Vec<usize>) -> Option<Violation> {
        if let Some(long) = too_long(document) {
            return Some(long);
        }
        let mut named: BTreeMap<&str, Vec<SvgNode<'a>>> = BTreeMap::new();
        for node in document.descendants() {
            if let Some(id) = node.attribute("id") {
                named.entry(id).or_default().push(node);
            }
        }
        let root = document.root_element();
        let mut cost = RenderCost { named, depths, known: BTreeMap::new(), within_itself: false };
        let weight = match cost.weight(root, 0) {
            Ok(weight) => weight,
            Err(node) if cost.within_itself => return Some(within_itself(node)),
            Err(node) => return Some(deep(node)),
        };
        (weight.elements > MOST_ELEMENTS).then(|| {
            let message = format!("the drawing has more than {MOST_ELEMENTS} elements");
            let help = "simplify it, or make a picture of pixels of it: each element counts as often as it is drawn, long paths and effects more than once";
            Violation::new(root.range(), message, help).code(Code::TooMany)
        })
    }

    /// What it takes to draw `node`, to which `above` references led; or the node that leads too deep.
    fn weight(&mut self, node: SvgNode<'a>, above: usize) -> Result<Weight, SvgNode<'a>> {
        let top = self.depths[node.id().get_usize()];
        let mut all = Weight::default();
        for node in node.descendants().filter(SvgNode::is_element) {
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
    fn own_weight(&mut self, node: SvgNode<'a>, above: usize) -> Result<Weight, SvgNode<'a>> {
        let places = vertices(node);
        let mut all = Weight {
            elements: match tag_of(node) {
                "filter" => FILTER,
                "pattern" => EFFECT,
                "text" => TEXT,
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
            let takes_layer = match name {
                "style" => declarations(value).any(|(name, value)| has_effect(name, value)),
                name => has_effect(name, value),
            };
            if takes_layer {
                add(EFFECT);
            }
            named.extend((name == "href").then(|| value.strip_prefix('#')).flatten());
            let before = named.len();
            named.extend(references(value).filter_map(|place| place.strip_prefix('#')));
            add((named.len() - before) as u64 * PAINT);
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
        from: SvgNode<'a>,
        above: usize,
    ) -> Result<Weight, SvgNode<'a>> {
        match self.known.get(id) {
            Some(Some(known)) => return Ok(*known),
            Some(None) => {
                self.within_itself = true;
                return Err(from);
            }
            None => {}
        }
        if above > MOST_NESTED {
            return Err(from);
        }
        self.known.insert(id, None);
        let mut all = Weight::default();
        for node in self.named.get(id).cloned().unwrap_or_default() {
            let weight = self.weight(node, above + 1)?;
            all.elements = all.elements.saturating_add(weight.elements);
            all.depth = all.depth.max(weight.depth);
        }
        self.known.insert(id, Some(all));
        Ok(all)
    }

    fn is_marker(&self, id: &str) -> bool {
        let nodes = self.named.get(id).into_iter().flatten();
        nodes.into_iter().any(|n| n.has_tag_name("marker"))
    }
}

/// At most so many points has the path of an element.
fn vertices(node: SvgNode<'_>) -> u64 {
    let path = node.attribute("d").or_else(|| node.attribute("points"));
    path.map_or(1, |path| path.len() as u64 / 2 + 1)
}

#[cfg(test)]
mod tests {
    use super::super::sanitize::violations;
    use super::*;

    fn told(body: &str) -> Vec<String> {
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{body}</svg>");
        let document = Document::parse(&svg).unwrap();
        let found = violations(&document, "template").into_iter();
        found.map(|o| o.message).collect()
    }

    fn refused(body: &str, says: &str) {
        assert_eq!(told(body), [says]);
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
        let path = format!("<path d=\"{}\"/>", "L5 5".repeat(2_000_000));
        refused(&path, "`d` is 8.0 MB long; the limit is 6.4 MB");
        for effect in ["opacity=\"0.5\"", "opacity=\"{{x}}\"", "style=\"fill:red;mask:url(#a)\""] {
            refused(&format!("<g {effect}/>").repeat(1_000), many);
        }
        for none in [
            "opacity=\"1\"",
            "style=\"opacity:1;fill:red\"",
            "style=\"opacity:100%\"",
            "style=\"mix-blend-mode:normal;isolation:auto;opacity:1.0\"",
            "style=\"clip-path:none;mask: none ;filter:none\"",
            "clip-path=\"none\" mask=\"none\" filter=\"none\"",
            "style=\"fill-opacity:0.5;stroke-opacity:1\"",
        ] {
            assert_eq!(told(&format!("<g {none}/>").repeat(1_000)), [""; 0], "{none}");
        }
        let marked = format!(
            "<marker id=\"m\">{}</marker><path marker-mid=\"url(#m)\" d=\"{}\"/>",
            "<path/>".repeat(100),
            "l1 1".repeat(1_000)
        );
        refused(&marked, many);
    }
}
