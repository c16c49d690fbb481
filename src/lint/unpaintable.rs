#![doc = include_str!("../source/codes/D120.md")]

use std::collections::BTreeSet;

use kurbo::Rect;

use super::bounds::{mapped, of_view};
use super::scene::{PlacedPicture, Scene};
use crate::raster::painted_too_often;
use crate::source::{Diagnostics, Files, Span, error};

/// How far from the card the box of a picture may lie, in millimetres: farther, what draws loses its bounds.
const MOST_FAR: f64 = 10_000.0;

const FAR: &str = "a picture lies far outside the card: nobody sees it";

/// What an exporter would refuse when it comes to paint a face, each element once.
pub fn find_unpaintable(scene: &Scene<'_>, _files: &Files, found: &mut Diagnostics) {
    let mut wrong: Vec<(Span, String)> = Vec::new();
    for face in scene.faces() {
        // A text that is not a drawing has no element, so the template is marked.
        let template = face.of.deck.deck.template_span;
        wrong.extend(face.faults().map(|(at, why)| (at.unwrap_or(template), why.clone())));
        // Each alone may be small, all together not.
        wrong.extend(painted_too_often(face.painted(), 1.0).map(|why| (template, why)));
        wrong.extend(
            face.placed().filter(is_far).map(|placed| (placed.origin.element, FAR.to_owned())),
        );
    }
    for (picture, trace) in scene.pictures.values() {
        let top = Span::new(picture.file, 0..0);
        wrong.extend(trace.fault.iter().map(|(at, why)| (at.unwrap_or(top), why.clone())));
    }
    let mut known = BTreeSet::new();
    for (at, why) in wrong {
        if known.insert((why.clone(), at)) {
            found.push(error!(
                Unpaintable,
                at,
                why,
                "draw it smaller or plainer: filters, patterns and large numbers are the usual reasons"
            ));
        }
    }
}

fn is_far(placed: &PlacedPicture<'_>) -> bool {
    let Rect { x0, y0, x1, y1 } = mapped(of_view(placed.picture.view), placed.map);
    // NaN counts as too far.
    ![x0, y0, x1, y1].iter().all(|side| side.abs() <= MOST_FAR)
}
