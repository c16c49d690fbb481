//! Adds the mark of a printing (`v2`) to a face, in a pill at the edge where it covers no words. A drawn face comes in, the
//! marked face goes out. `session` calls it for cards that changed since they were last printed.

use std::sync::Arc;

use crate::raster::{LEEWAY, SvgDrawing, options, tree};
use crate::template::{Affine, Drawn, Layer, Pictures, Shapes, layer_drawing};

/// Size of its words in points.
pub const MARK_POINTS: f32 = 6.5;

/// Height of the pill, what of its width is round, how far it stands from the cut (one that wanders by a millimetre leaves it
/// whole), from the corners and from words, and the steps in which a place is sought, in millimetres.
const HEIGHT: f64 = 2.9;
const ROUND: f64 = 2.0;
const FROM_CUT: f64 = 1.2;
const FROM_CORNER: f64 = 4.0;
const FROM_WORDS: f64 = 0.3;
const STEP: f64 = 1.0;

/// Left, top, right and bottom, in millimetres.
type Extent = [f64; 4];

/// The face with `words` in a pill at its lower edge, as near the middle as no words are covered; at the upper one, where
/// the lower is full.
pub fn marked(face: &Drawn, words: Drawn) -> Drawn {
    let width = words.width + ROUND;
    let (x, y) = place(face, width);
    let round = HEIGHT / 2.0;
    let body = format!(
        "<rect x=\"{x:.3}\" y=\"{y:.3}\" width=\"{width:.3}\" height=\"{HEIGHT}\" rx=\"{round}\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"0.2\"/>"
    );
    let mut marked = face.clone();
    marked.layers.push(Layer::Shapes(Arc::new(Shapes { body })));
    let down = y + (HEIGHT - words.height) / 2.0;
    let map = Affine::translate(x + ROUND / 2.0, down);
    for layer in words.layers {
        if let Layer::Words(mut passages) = layer {
            for passage in &mut passages {
                passage.map = map.then_inner(passage.map);
            }
            marked.layers.push(Layer::Words(passages));
        }
    }
    marked
}

/// The top left corner of a pill of that width.
fn place(face: &Drawn, width: f64) -> (f64, f64) {
    let taken = taken(face);
    let middle = (face.width - width) / 2.0;
    let (lower, upper) = (face.height - FROM_CUT - HEIGHT, FROM_CUT);
    let aside = (1..).map(|n| f64::from(n) * STEP).take_while(|d| middle - d >= FROM_CORNER);
    let across: Vec<f64> =
        std::iter::once(middle).chain(aside.flat_map(|d| [middle - d, middle + d])).collect();
    let places = [lower, upper].into_iter().flat_map(|y| across.iter().map(move |x| (*x, y)));
    let free = |(x, y): &(f64, f64)| {
        let pill = [*x, *y, x + width, y + HEIGHT];
        taken.iter().all(|words| are_apart(&pill, words))
    };
    places.into_iter().find(free).unwrap_or((middle, lower))
}

fn are_apart(a: &Extent, b: &Extent) -> bool {
    let before = |a: &Extent, b: &Extent, axis: usize| a[axis + 2] + FROM_WORDS <= b[axis];
    (0..2).any(|axis| before(a, b, axis) || before(b, a, axis))
}

/// Where the face has words, in no order.
fn taken(face: &Drawn) -> Vec<Extent> {
    let options = options([face]);
    let mut taken = Vec::new();
    for layer in &face.layers {
        let (body, view, map) = layer_drawing(face, layer, Pictures::Named);
        if let Ok(drawing) = SvgDrawing::read(&body, view, &options, LEEWAY) {
            let map = map.then_inner(drawing.map);
            words(drawing.tree.root(), map, &mut taken);
        }
    }
    taken
}

fn words(group: &usvg::Group, map: Affine, taken: &mut Vec<Extent>) {
    for (node, map) in tree::nodes(group, map) {
        match node {
            usvg::Node::Group(inner) => words(inner, map, taken),
            usvg::Node::Text(text) => {
                let area = tree::mapped(text.bounding_box(), map);
                let edges = area.map(|r| [r.left(), r.top(), r.right(), r.bottom()]);
                taken.extend(edges.map(|edges| edges.map(f64::from)));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_that_share_no_point_are_apart() {
        let pill = [10.0, 10.0, 20.0, 13.0];
        assert!(are_apart(&pill, &[21.0, 10.0, 30.0, 13.0]));
        assert!(are_apart(&pill, &[10.0, 14.0, 20.0, 15.0]));
        assert!(!are_apart(&pill, &[19.0, 12.0, 30.0, 15.0]));
        assert!(!are_apart(&pill, &[20.1, 10.0, 30.0, 13.0]), "too near");
    }
}
