//! Paints only what lies along the four sides of faces, which takes a fraction of the time of whole faces: what lies in the middle
//! isn't even read. Faces come in, narrow bands of the pixels that [`Painter`] would give come out. `session` looks in them for
//! art that ends at the cut.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use resvg::tiny_skia::Pixmap;
use usvg::{Group, Node, Tree};

use super::painter::{LayerKey, Painter, key, on_white, put_over};
use super::pictures::{PaintFault, blank};
use super::tree::transform;
use crate::template::{BLEED, Drawn, Layer, Quad};

/// The bands along the left, top, right and bottom side of a face, each as long as that side of the picture and `depth` deep.
pub type Bands = [Pixmap; 4];

/// What a layer paints in each band, `None` where it paints nothing; or `None`, if its looks depend on what is below.
type Apart = Result<Option<[Option<Pixmap>; 4]>, PaintFault>;

/// Corner and size of a rectangle of pixels.
type Place = ((u32, u32), (u32, u32));

/// Paints the bands of each face on white, `depth` pixels deep; else as [`Painter::new`] and [`Painter::paint`].
///
/// # Errors
/// When a layer that reaches a band is not an SVG that can be drawn, or a face is too large for the memory.
pub fn paint_bands(
    dpi: f64,
    bleed: f64,
    depth: u32,
    faces: &[Arc<Drawn>],
) -> Result<Vec<Bands>, PaintFault> {
    let painter = Painter::new(dpi, bleed, faces);
    let shared = painter.shared_layers().map(|key| (*key, OnceLock::new()));
    let painter = BandPainter {
        depth,
        inside: f64::from(depth + 1) / dpi * 25.4 - bleed.min(BLEED),
        shared: shared.collect(),
        painter,
    };
    faces.par_iter().map(|face| painter.paint(face)).collect()
}

struct BandPainter {
    painter: Painter,
    /// In pixels.
    depth: u32,
    /// How far inside the trim the bands end, in millimetres, with a pixel more, as edges are smoothed.
    inside: f64,
    /// Layers that more than one face shows, painted when first seen.
    shared: HashMap<LayerKey, OnceLock<Apart>>,
}

impl BandPainter {
    fn paint(&self, face: &Drawn) -> Result<Bands, PaintFault> {
        self.painter.check(face)?;
        let size = self.painter.size(face);
        let places = self.places(size);
        let mut bands = each(places, |(_, size)| blank(size))?;
        for layer in &face.layers {
            if !self.may_reach(face, layer) {
                continue;
            }
            let own;
            let painted = match self.shared.get(&key(layer, size)) {
                Some(shared) => shared.get_or_init(|| self.paint_apart(face, layer)),
                None => {
                    own = self.paint_apart(face, layer);
                    &own
                }
            };
            let Some(painted) = painted.as_ref().map_err(Clone::clone)? else {
                let whole = self.painter.paint(face)?;
                return each(places, |place| part(&whole, place));
            };
            for (band, layer) in bands.iter_mut().zip(painted) {
                if let Some(layer) = layer {
                    put_over(band, layer);
                }
            }
        }
        Ok(bands.map(|band| on_white(&band)))
    }

    /// The places of the bands in a picture of that size.
    fn places(&self, (width, height): (u32, u32)) -> [Place; 4] {
        let (across, down) = (self.depth.min(width), self.depth.min(height));
        [
            ((0, 0), (across, height)),
            ((0, 0), (width, down)),
            ((width - across, 0), (across, height)),
            ((0, height - down), (width, down)),
        ]
    }

    /// Whether a layer may paint in a band, as far as is known before it is read.
    fn may_reach(&self, face: &Drawn, layer: &Layer) -> bool {
        let inside = |[left, top, right, bottom]: [f64; 4]| {
            let across = left >= self.inside && right <= face.width - self.inside;
            across && top >= self.inside && bottom <= face.height - self.inside
        };
        match layer {
            Layer::Picture {
                picture,
                map,
                clip,
                frame: None,
                ..
            } => {
                let [x, y, width, height] = picture.view;
                let view = || Quad::of_box(*map, (x, y), (width, height));
                !inside(clip.unwrap_or_else(view).extent())
            }
            Layer::Words(passages) => !passages.iter().all(|passage| {
                passage.runs.iter().all(|run| {
                    // Letters may stick out of their line, but not as far as they are large.
                    let [x, y, width, size] = [run.x, run.y, run.width, run.size].map(f64::from);
                    let (corner, size) =
                        ((x - size, y - 2.0 * size), (width + 2.0 * size, 3.0 * size));
                    inside(Quad::of_box(passage.map, corner, size).extent())
                })
            }),
            Layer::Shapes(_) | Layer::Picture { .. } => true,
        }
    }

    fn paint_apart(&self, face: &Drawn, layer: &Layer) -> Apart {
        let read = self.painter.read(face, layer)?;
        let (drawing, map) = &read;
        if drawing.blends() {
            return Ok(None);
        }
        let to_pixels = self.painter.to_pixels(face, (0, 0)).then_inner(*map);
        let to_pixels = transform(to_pixels.then_inner(drawing.map));
        let seen = drawing
            .tree
            .root()
            .layer_bounding_box()
            .transform(to_pixels);
        let size = self.painter.size(face);
        let reached = |&((x, y), (width, height)): &Place| {
            seen.is_some_and(|seen| {
                let across =
                    seen.right() + 1.0 >= x as f32 && seen.left() <= (x + width + 1) as f32;
                across && seen.bottom() + 1.0 >= y as f32 && seen.top() <= (y + height + 1) as f32
            })
        };
        let places = self.places(size).map(|place| Some(place).filter(reached));
        let paint = |(corner, size)| {
            let ground = blank(size)?;
            Ok(self.painter.paint_on(face, layer, &read, corner, ground))
        };
        let any = places.iter().any(Option::is_some);
        let whole = (any && needs_whole(&drawing.tree)).then(|| paint(((0, 0), size)));
        let whole = whole.transpose()?;
        let bands = each(places, |place| {
            let painted = place.map(|place| match &whole {
                Some(whole) => part(whole, place),
                None => paint(place),
            });
            painted.transpose()
        });
        bands.map(Some)
    }
}

/// What is made of each of the four.
fn each<A, B>(
    four: [A; 4],
    mut make: impl FnMut(A) -> Result<B, PaintFault>,
) -> Result<[B; 4], PaintFault> {
    let [left, top, right, bottom] = four;
    Ok([make(left)?, make(top)?, make(right)?, make(bottom)?])
}

/// Whether a part of a drawing is painted as a part of the whole: resvg cuts off layers of pixels, and with them the surroundings
/// that a blur takes from, a little outside of what it paints on.
fn needs_whole(tree: &Tree) -> bool {
    !tree.patterns().is_empty() || has_layers(tree.root())
}

fn has_layers(group: &Group) -> bool {
    group.should_isolate()
        || group.children().iter().any(|node| match node {
            Node::Group(inner) => has_layers(inner),
            Node::Path(_) | Node::Image(_) | Node::Text(_) => false,
        })
}

/// A part of a picture.
fn part(whole: &Pixmap, ((x, y), size): Place) -> Result<Pixmap, PaintFault> {
    let mut part = blank(size)?;
    let (from, to) = (whole.width() as usize, part.width() as usize);
    let rows = whole.pixels().chunks_exact(from).skip(y as usize);
    for (part, row) in part.pixels_mut().chunks_exact_mut(to).zip(rows) {
        part.copy_from_slice(&row[x as usize..x as usize + to]);
    }
    Ok(part)
}
