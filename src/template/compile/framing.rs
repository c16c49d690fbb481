//! What changes the looks of a picture that fills a box: clips, masks, opacity and round corners, on the box and on the groups around it.
//! Called by `compiler`.

use super::super::document::elements::{
    EFFECTS, has_effect, is_group, is_picture_box, needs_own_layer,
};
use super::super::document::properties::own;
use super::super::document::xml::{SvgNode, escape};
use super::compiled::Shape;
use super::compiler::{TemplateCompiler, Wrap};
use super::textbox::{PICTURE, PictureBox};

/// The effects of an element, as `name: value`.
pub(super) fn effects<'a>(node: SvgNode<'a>) -> impl Iterator<Item = (&'static str, &'a str)> {
    let set = EFFECTS.iter().filter_map(move |name| Some((*name, own(node, name)?)));
    set.filter(|(name, value)| has_effect(name, value))
}

impl TemplateCompiler<'_> {
    /// A group around placeholders is taken apart into layers. A clip is put on each of them, another effect on a picture that is
    /// alone in the group; words have none.
    pub(super) fn refuse_effects(&mut self, node: SvgNode<'_>) {
        let drawn = || {
            let inside = node.descendants().skip(1).filter(|n| n.is_element());
            inside.filter(|n| !n.ancestors().any(|a| a.has_tag_name("defs")))
        };
        let splits = |n: SvgNode<'_>| {
            n.has_attribute("data-repeat")
                || (needs_own_layer(n) && !is_picture_box(n) && !n.has_attribute("data-if"))
        };
        let clips = !drawn().any(splits);
        let alone = clips && drawn().filter(|n| !is_group(*n)).count() == 1;
        for (effect, _) in effects(node) {
            if alone || (clips && effect == "clip-path") {
                continue;
            }
            let message = format!("a group around placeholders has `{effect}`");
            self.fault(
                node,
                effect,
                message,
                "put the effect on the elements themselves, or take the placeholders out of the group",
            );
        }
    }

    /// A box of a picture with what clips it, fades it or rounds its corners, on it and on the groups around it.
    pub(super) fn framed(
        &mut self,
        mut picture: PictureBox,
        node: SvgNode<'_>,
        wrap: &Wrap,
    ) -> PictureBox {
        let rounded = node.has_attribute("rx") || node.has_attribute("ry");
        let style: String = effects(node).map(|(name, value)| format!("{name}:{value};")).collect();
        if style.is_empty() && !rounded && !wrap.effects {
            return picture;
        }
        let attributes = |names: &[&str]| -> String {
            let set = names.iter().filter_map(|name| Some((name, own(node, name)?)));
            set.map(|(name, value)| format!(" {name}=\"{}\"", escape(value))).collect()
        };
        let mut inside = PICTURE.to_owned();
        if rounded {
            let id = format!("corners-{}", self.template.items.len());
            let rect = attributes(&["x", "y", "width", "height", "rx", "ry"]);
            inside = format!(
                "<clipPath id=\"{id}\"><rect{rect}/></clipPath><g clip-path=\"url(#{id})\">{inside}</g>"
            );
        }
        let transform = attributes(&["transform"]);
        let style = escape(&style);
        let Wrap { open, close, .. } = wrap;
        let text = format!("{open}<g{transform} style=\"{style}\">{inside}</g>{close}");
        let pattern = self.pattern(node, &text);
        let definitions = self.references(node, &text);
        picture.frame =
            Some(Shape { pattern, definitions, wanted: wrap.wanted.clone(), ..Shape::default() });
        picture
    }
}
