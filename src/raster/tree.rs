//! Walks a drawing that usvg has read: the nodes of a group, each with the map from its own space to the drawing's. Every reader of a
//! drawing gets its maps from here, so that a clone lies at the same place for the PDF, the lints and the bounds on work.

use usvg::tiny_skia_path::Path as Outline;
use usvg::{Group, ImageKind, Node, Rect, Stroke, Transform};

use crate::template::Affine;

/// The nodes of `group`, bottom first, each with the map from its own space to the drawing's; `map` is that of the group itself. usvg
/// keeps such maps too (`abs_transform`), but they stop at patterns, masks, clips and embedded drawings.
pub fn nodes(group: &Group, map: Affine) -> impl Iterator<Item = (&Node, Affine)> {
    group.children().iter().map(move |node| match node {
        Node::Group(inner) => (node, map.then_inner(affine(inner.transform()))),
        _ => (node, map),
    })
}

/// The drawing inside an embedded SVG file, which is placed like any group.
pub fn embedded(image: &usvg::Image) -> Option<&Group> {
    match image.kind() {
        ImageKind::SVG(tree) => Some(tree.root()),
        _ => None,
    }
}

pub fn affine(t: Transform) -> Affine {
    Affine([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty].map(f64::from))
}

pub fn transform(map: Affine) -> Transform {
    let [a, b, c, d, e, f] = map.0.map(|n| n as f32);
    Transform::from_row(a, b, c, d, e, f)
}

/// The smallest upright rectangle around `rect`, mapped.
pub fn mapped(rect: Rect, map: Affine) -> Option<Rect> {
    rect.transform(transform(map))
}

/// What a path covers, mapped: its outline, or its line if there is a `stroke`.
pub fn covered(path: &usvg::Path, stroke: Option<&Stroke>, map: Affine) -> Option<Rect> {
    let own = match stroke {
        Some(_) => path.stroke_bounding_box(),
        None => path.bounding_box(),
    };
    let [a, b, c, d, ..] = map.0;
    if (b == 0.0 && c == 0.0) || (a == 0.0 && d == 0.0) {
        return mapped(own, map);
    }
    // A turned rectangle around a curve would be too large.
    let line = |stroke: &Stroke| path.data().stroke(&stroke.to_tiny_skia(), 1.0);
    let outline: Option<Outline> = match stroke {
        Some(stroke) => line(stroke),
        None => Some(path.data().clone()),
    };
    let outline = outline?.transform(transform(map))?;
    outline.compute_tight_bounds()
}
