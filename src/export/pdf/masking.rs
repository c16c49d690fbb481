//! Writes what hides parts of a drawing: clips as paths where one path can say them, else as soft masks (ISO 32000-1, 11.6.5.3). Called by
//! `drawing`.

use std::sync::Arc;

use usvg::{ClipPath, FillRule, Group, Mask, MaskType, Node, Path};

use super::content::{Content, GraphicsSetting, Inner, InnerKind, Resource};
use super::drawing::{DrawingWriter, bounds_text, filling};
use crate::raster::tree;
use crate::template::Affine;

/// Clips of more parts than this are masks: whether parts overlap is asked for each two.
const MOST_PARTS: usize = 50;

impl DrawingWriter<'_> {
    /// Clips what follows: by paths, or else by masks.
    pub(super) fn clip(&mut self, clip: &ClipPath, map: Affine, masks: &mut Vec<Resource>) {
        if let Some(outer) = clip.clip_path() {
            self.clip(outer, map, masks);
        }
        let inside = map.then_inner(tree::affine(clip.transform()));
        let mut parts = Vec::new();
        if !parts_of_clip(clip.root(), inside, &mut parts) || overlap(&parts) {
            let content = self.inner(|writer| writer.clip_shapes(clip.root(), inside));
            masks.push(self.soft_mask(content, false));
            return;
        }
        for (path, _, map) in &parts {
            self.out.path(path.data(), *map);
        }
        let even_odd = parts
            .first()
            .is_some_and(|part| part.1 == FillRule::EvenOdd);
        match parts.as_slice() {
            // Nothing is let through.
            [] => self.out.raw("0 0 0 0 re W n"),
            _ => self.out.raw(if even_odd { "W* n" } else { "W n" }),
        }
    }

    /// The inside of a clip, in black.
    pub(super) fn clip_shapes(&mut self, group: &Group, map: Affine) {
        for (node, map) in tree::nodes(group, map) {
            match node {
                Node::Group(inner) => {
                    let mut masks = Vec::new();
                    self.out.save();
                    if let Some(clip) = inner.clip_path() {
                        self.clip(clip, map, &mut masks);
                    }
                    let bounds = bounds_text(self.seen);
                    let mut content = self.inner(|writer| writer.clip_shapes(inner, map));
                    for mask in masks {
                        content = self.inner(|writer| {
                            writer.out.resource(mask, " gs");
                            writer.shown(content, &bounds);
                        });
                    }
                    self.out.append(&content);
                    self.out.restore();
                }
                Node::Path(path) if path.is_visible() => {
                    let Some(fill) = path.fill() else { continue };
                    self.out.set(GraphicsSetting::Fill, "0 g");
                    self.out.path(path.data(), map);
                    self.out.raw(filling(fill.rule()));
                }
                Node::Text(text) => self.clip_shapes(text.flattened(), map),
                Node::Path(_) | Node::Image(_) => {}
            }
        }
    }

    pub(super) fn mask(&mut self, mask: &Mask, map: Affine) -> Resource {
        let around = self.flat;
        self.flat.outlines = true;
        self.flat.luminance |= mask.kind() == MaskType::Luminance;
        let outer = mask.mask().map(|outer| self.mask(outer, map));
        let content = self.inner(|writer| {
            let rect = mask.rect();
            let (left, top) = (f64::from(rect.left()), f64::from(rect.top()));
            let (right, bottom) = (f64::from(rect.right()), f64::from(rect.bottom()));
            let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
            writer.out.polygon(&corners.map(|(x, y)| map.apply(x, y)));
            writer.out.raw("W n");
            match outer {
                None => writer.children(mask.root(), map),
                Some(outer) => {
                    let content = writer.inner(|writer| writer.children(mask.root(), map));
                    writer.out.resource(outer, " gs");
                    let bounds = bounds_text(writer.seen);
                    writer.shown(content, &bounds);
                }
            }
        });
        self.flat = around;
        self.soft_mask(content, mask.kind() == MaskType::Luminance)
    }

    pub(super) fn soft_mask(&self, content: Content, luminosity: bool) -> Resource {
        Resource::Inner(Arc::new(Inner {
            content,
            bounds: bounds_text(self.seen),
            kind: InnerKind::Mask { luminosity },
        }))
    }
}

/// The shapes of a clip, each with its map; whether they are all that it has.
fn parts_of_clip<'a>(
    group: &'a Group,
    map: Affine,
    parts: &mut Vec<(&'a Path, FillRule, Affine)>,
) -> bool {
    tree::nodes(group, map).all(|(node, map)| match node {
        Node::Group(inner) => inner.clip_path().is_none() && parts_of_clip(inner, map, parts),
        Node::Path(path) => {
            if let (true, Some(fill)) = (path.is_visible(), path.fill()) {
                parts.push((path, fill.rule(), map));
            }
            parts.len() <= MOST_PARTS
        }
        Node::Text(_) => false,
        Node::Image(_) => true,
    })
}

/// Whether parts of a clip may overlap, or are not filled alike: then they are no single path.
fn overlap(parts: &[(&Path, FillRule, Affine)]) -> bool {
    let boxes: Vec<_> = parts
        .iter()
        .map(|(path, _, map)| tree::mapped(path.bounding_box(), *map))
        .collect();
    let alike = parts.windows(2).all(|two| two[0].1 == two[1].1);
    let meet = |at: usize| {
        let others = &boxes[at + 1..];
        others.iter().any(|other| match (boxes[at], other) {
            (Some(one), Some(other)) => one.intersect(other).is_some(),
            _ => true,
        })
    };
    !alike || (0..boxes.len()).any(meet)
}
