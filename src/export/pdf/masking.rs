//! Writes what hides parts of a drawing: clips as a path where one path can say them, else as soft masks (ISO 32000-1, 11.6.5.3). Called by
//! `drawing`.

use std::sync::Arc;

use usvg::{ClipPath, FillRule, Group, Mask, MaskType, Node, NonZeroRect, Path};

use super::content::{Content, Inner, InnerKind, Resource};
use super::drawing::{DrawingWriter, Flat, bounds_text};
use crate::raster::tree;
use crate::template::Affine;

impl DrawingWriter<'_> {
    /// Clips what follows: by paths, or else by masks.
    pub(super) fn clip(&mut self, clip: &ClipPath, map: Affine, masks: &mut Vec<Resource>) {
        if let Some(outer) = clip.clip_path() {
            self.clip(outer, map, masks);
        }
        let inside = map.then_inner(tree::affine(clip.transform()));
        if let Some((path, rule, map)) = only_shape(clip.root(), inside) {
            self.out.path(path.data(), map);
            self.out.raw(clipping(rule));
            return;
        }
        // usvg makes black shapes of all that is in a clip.
        let content = self.flat(self.flat.luminance, |writer| {
            writer.children(clip.root(), inside);
        });
        masks.push(self.soft_mask(content, false));
    }

    pub(super) fn mask(&mut self, mask: &Mask, map: Affine, masks: &mut Vec<Resource>) {
        if let Some(outer) = mask.mask() {
            self.mask(outer, map, masks);
        }
        let luminosity = mask.kind() == MaskType::Luminance;
        let content = self.flat(self.flat.luminance || luminosity, |writer| {
            writer.clip_box(mask.rect(), map);
            writer.children(mask.root(), map);
        });
        masks.push(self.soft_mask(content, luminosity));
    }

    /// A stream of its own in which words are shapes.
    pub(super) fn flat(&mut self, luminance: bool, write: impl FnOnce(&mut Self)) -> Content {
        let flat = Flat { luminance, outlines: true };
        let around = std::mem::replace(&mut self.flat, flat);
        let content = self.inner(write);
        self.flat = around;
        content
    }

    pub(super) fn soft_mask(&self, content: Content, luminosity: bool) -> Resource {
        Resource::Inner(Arc::new(Inner {
            content,
            bounds: bounds_text(self.seen),
            kind: InnerKind::Mask { luminosity },
        }))
    }

    /// Clips what follows by a rectangle.
    pub(super) fn clip_box(&mut self, rect: NonZeroRect, map: Affine) {
        let [left, top, right, bottom] =
            [rect.left(), rect.top(), rect.right(), rect.bottom()].map(f64::from);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        self.out.polygon(&corners.map(|(x, y)| map.apply(x, y)));
        self.out.raw("W n");
    }
}

/// The shape of a clip that has no other, with its map.
fn only_shape(group: &Group, map: Affine) -> Option<(&Path, FillRule, Affine)> {
    let mut nodes = tree::nodes(group, map);
    match (nodes.next()?, nodes.next()) {
        ((Node::Group(inner), map), None) if inner.clip_path().is_none() => only_shape(inner, map),
        ((Node::Path(path), map), None) if path.is_visible() => {
            Some((path, path.fill()?.rule(), map))
        }
        _ => None,
    }
}

pub fn clipping(rule: FillRule) -> &'static str {
    match rule {
        FillRule::NonZero => "W n",
        FillRule::EvenOdd => "W* n",
    }
}
