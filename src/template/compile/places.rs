//! Finds the expressions in the attributes of a template, and checks each attribute by itself. Attributes come in; expressions
//! with their places, and faults, go out. Called by the compiler.

use std::ops::Range;

use super::super::document::attributes::attribute_faults;
use super::super::document::edited::Edited;
use super::super::document::xml::SvgNode;
use super::super::ink::is_foreign;
use super::compiler::TemplateCompiler;
use crate::cards::read_condition;
use crate::source::{Fault, Span, error};

impl TemplateCompiler<'_> {
    /// The place of the value of an attribute in the original file; of the whole element, when it has none of that name.
    pub(super) fn value_span(&self, node: SvgNode<'_>, name: &str) -> Span {
        match node.attribute_node(name) {
            Some(attribute) => self.whole_of(attribute.range_value()),
            None => self.whole(node),
        }
    }

    /// The place of some bytes of an attribute's value; of all of it where signs are written as entities.
    pub(super) fn place_in_value(&self, node: SvgNode<'_>, name: &str, at: Range<usize>) -> Span {
        let plain = |attribute: &roxmltree::Attribute<'_, '_>| {
            self.edited.text.get(attribute.range_value()) == Some(attribute.value())
        };
        match node.attribute_node(name).filter(plain) {
            Some(attribute) => {
                let start = attribute.range_value().start;
                self.whole_of(start + at.start..start + at.end)
            }
            None => self.value_span(node, name),
        }
    }

    /// Reports an expression in an attribute that cannot be read.
    pub(super) fn unreadable(&mut self, node: SvgNode<'_>, name: &str, fault: Fault) {
        let Fault { range, message, help, .. } = fault;
        let span = self.place_in_value(node, name, range.unwrap_or_default());
        self.faults.push(error!(Placeholder, span, "`{name}`: {message}", help));
    }

    /// Looks at the attributes of all elements, whether this ink draws them or not.
    pub(super) fn look_at_attributes(
        &mut self,
        plain: &Edited,
        document: &roxmltree::Document<'_>,
    ) {
        for node in document.descendants().filter(|n| n.is_element() && !is_foreign(*n)) {
            self.refuse(attribute_faults(node), plain);
            // Attributes that this ink drops are read here, so that faults in them are reported too.
            let dropped = node.ancestors().any(|n| n.attribute("data-low") == Some("only"));
            if let Some(attribute) = node.attribute_node("data-if").filter(|_| dropped)
                && let Err(fault) = read_condition(attribute.value())
            {
                let Fault { message, help, .. } = fault;
                let span = Span::new(self.file, plain.original_range(&attribute.range_value()));
                self.faults.push(error!(Placeholder, span, "`data-if`: {message}", help));
            }
        }
    }
}
