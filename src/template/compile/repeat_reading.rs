//! Reads `data-repeat` and the attributes that go with it. An element's attributes come in; the repetition, or faults, go out.
//! Called by the compiler.

use super::super::document::properties::map_to_root;
use super::super::document::xml::SvgNode;
use super::compiled::{Item, ItemKind, Repeat, Times, Way};
use super::compiler::{TemplateCompiler, Wrap};
use crate::cards::{Sum, read_sum};
use crate::source::Code;

const NAME: &str = "data-repeat";

/// Which part of a row is where the element is drawn, by the words of its alignment.
const ALIGN: [(&str, f64); 4] = [("left", 0.0), ("center", 0.5), ("centre", 0.5), ("right", 1.0)];

impl TemplateCompiler<'_> {
    /// An element with `data-repeat`, and all that is in it.
    pub(super) fn repeat(&mut self, node: SvgNode<'_>, wrap: &Wrap) {
        let text = node.attribute(NAME).unwrap_or_default();
        for inner in node.descendants().skip(1).filter(|n| n.has_attribute(NAME)) {
            let message = "a repetition in a repetition";
            let help = "take one of them out: `data-per-row` makes rows of one repetition";
            self.fault_of(Code::BoxAttribute, inner, NAME, message, help);
        }
        if node.has_attribute("data-flow")
            || node.descendants().any(|n| n.has_attribute("data-flow"))
        {
            let help = "draw a box for each column of the text";
            self.fault_of(
                Code::BoxAttribute,
                node,
                NAME,
                "a box of a text that flows is not repeated",
                help,
            );
        }
        let sum = match read_sum(text) {
            Ok(sum) => sum,
            Err(fault) => return self.unreadable(node, NAME, fault),
        };
        let way = self.way(node);
        let outer = std::mem::take(&mut self.template.items);
        self.numbered = Some(false);
        self.worded = false;
        let conditions = wrap.conditions.clone();
        let mut inner = wrap.clone();
        inner.conditions.clear();
        self.walk(node, &inner);
        let items = std::mem::replace(&mut self.template.items, outer);
        let numbered = self.numbered.take() == Some(true);
        let times = match sum {
            Sum::Field(field) if self.worded => Times::Words(field.name),
            _ if self.worded => {
                let message =
                    format!("`{{{{item}}}}` in a repetition of `{text}`, which is a number");
                let help = "name a field with a list of words, or use `{{i}}`";
                return self.fault_of(Code::BoxAttribute, node, NAME, message, help);
            }
            sum => Times::Number(sum),
        };
        let span = self.value_span(node, NAME);
        for field in times.fields() {
            self.note_field(field, span);
        }
        self.template.items.push(Item {
            conditions,
            kind: ItemKind::Repeat(Repeat {
                items: of_one_layer(items, &times),
                times,
                way,
                numbered,
                elements: node.descendants().filter(SvgNode::is_element).count(),
                span,
            }),
        });
    }

    fn way(&mut self, node: SvgNode<'_>) -> Way {
        let step = node.attribute("data-step").map(|text| {
            let numbers: Option<Vec<f64>> = text
                .split([' ', ','])
                .filter(|part| !part.is_empty())
                .map(super::super::document::properties::number)
                .collect();
            match numbers.as_deref() {
                Some([x, y]) => (*x, *y),
                _ => {
                    let message = format!("`data-step=\"{text}\"` is not two numbers");
                    let help = "write how far the next one stands to the right and down, in mm: data-step=\"4 0\"";
                    self.fault_of(Code::BoxAttribute, node, "data-step", message, help);
                    (0.0, 0.0)
                }
            }
        });
        let per_row = node.attribute("data-per-row").and_then(|text| {
            let number = text.trim().parse().ok().filter(|n: &usize| (1..=1_000).contains(n));
            if number.is_none() {
                let message =
                    format!("`data-per-row=\"{text}\"` is no whole number from 1 to 1000");
                let help = "write how many stand in a row: data-per-row=\"5\"";
                self.fault_of(Code::BoxAttribute, node, "data-per-row", message, help);
            }
            number
        });
        // The words of a box have an alignment of their own.
        let anchor = if node.has_attribute("data-fit") {
            0.0
        } else {
            self.inspector(node).word("data-align", &ALIGN)
        };
        let map = node.parent_element().and_then(map_to_root);
        let [a, b, c, d, ..] = map.unwrap_or(super::super::affine::Affine::IDENTITY).0;
        Way { step: step.unwrap_or((0.0, 0.0)), per_row, anchor, linear: [a, b, c, d] }
    }
}

/// The shapes of a repetition, which are drawn as one layer: all change with the fields of each.
fn of_one_layer(mut items: Vec<Item>, times: &Times) -> Vec<Item> {
    items.retain(
        |item| !matches!(&item.kind, ItemKind::Shape(shape) if shape.pattern.pieces.is_empty()),
    );
    let shapes = items.iter().filter_map(|item| match &item.kind {
        ItemKind::Shape(shape) => Some(&shape.fields),
        _ => None,
    });
    let fields = shapes.flatten().map(String::as_str).chain(times.fields());
    let mut all: Vec<String> =
        fields.filter(|field| !super::repeat::LOCAL.contains(field)).map(str::to_owned).collect();
    all.sort();
    all.dedup();
    for item in &mut items {
        if let ItemKind::Shape(shape) = &mut item.kind {
            shape.fields.clone_from(&all);
        }
    }
    items
}
