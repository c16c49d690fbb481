//! Paints only what lies along the four sides of faces, which takes a fraction of the time of whole faces: what lies in the middle
//! isn't even read. Faces come in, narrow bands of the pixels that [`Painter`] would give come out. `session` looks in them for
//! art that ends at the cut.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use resvg::tiny_skia::Pixmap;
use usvg::tiny_skia_path::{Path as Outline, PathBuilder, Rect};
use usvg::{Fill, Group, Node, Paint, Path, Tree};

use super::painter::{LayerKey, Painter, key, on_white, put_over};
use super::pictures::{PaintFault, blank, copy};
use super::reading::SvgDrawing;
use super::tree::{self, transform};
use crate::template::{Affine, BLEED, Drawn, Layer, Quad};

/// The bands along the left, top, right and bottom side of a face, each as long as that side of the picture and `depth` deep.
pub type Bands = [Pixmap; 4];

/// What a layer paints in each band, `None` where it paints nothing; or `None`, if its looks depend on what is below.
type Apart = Result<Option<[Option<Pixmap>; 4]>, PaintFault>;

/// A layer of a face that may reach the bands: painted already, as other faces show it, too, or only read.
enum Reached<'a> {
    Shared(&'a Apart),
    Own(Box<(SvgDrawing, Affine)>),
}

/// Corner and size of a rectangle of pixels.
type Place = ((u32, u32), (u32, u32));

/// Paints the bands of each face on white, `depth` pixels deep and without its words, which are no ground; else as
/// [`Painter::without_words`] and [`Painter::paint`]. `None` for a face that has nothing there but rectangles that fill all of
/// them in colours that are not white: that is seen without painting.
///
/// # Errors
/// When a layer that reaches a band is not an SVG that can be drawn, or a face is too large for the memory.
pub fn paint_bands(
    dpi: f64,
    bleed: f64,
    depth: u32,
    faces: &[Arc<Drawn>],
) -> Result<Vec<Option<Bands>>, PaintFault> {
    let painter = Painter::without_words(dpi, bleed, faces);
    let shared = painter.shared_layers().map(|key| (*key, OnceLock::new()));
    let painter = BandPainter {
        depth,
        bleed: bleed.min(BLEED),
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
    /// In millimetres.
    bleed: f64,
    /// How far inside the trim the bands end, in millimetres, with a pixel more, as edges are smoothed.
    inside: f64,
    /// Layers that more than one face shows, painted when first seen.
    shared: HashMap<LayerKey, OnceLock<Apart>>,
}

impl BandPainter {
    fn paint(&self, face: &Drawn) -> Result<Option<Bands>, PaintFault> {
        self.painter.check(face)?;
        let size = self.painter.size(face);
        let places = self.places(size);
        let mut layers = Vec::new();
        // How many shapes reach the bands, and whether all of them are grounds that fill them.
        let (mut shapes, mut grounds) = (0, true);
        for layer in face.layers.iter().filter(|l| self.may_reach(face, l)) {
            let read = || self.painter.read(face, layer);
            match self.shared.get(&key(layer, size)) {
                Some(shared) => {
                    let painted = shared.get_or_init(|| self.paint_apart(face, layer, &read()?));
                    grounds &= matches!(painted, Ok(Some([None, None, None, None])));
                    layers.push((layer, Reached::Shared(painted)));
                }
                None => {
                    let read = read()?;
                    let (count, are_grounds) = self.reaching(face, layer, &read);
                    (shapes, grounds) = (shapes + count, grounds && are_grounds);
                    layers.push((layer, Reached::Own(Box::new(read))));
                }
            }
        }
        if grounds && shapes > 0 {
            return Ok(None);
        }
        let mut bands = each(places, |(_, size)| blank(size))?;
        for (layer, reached) in layers {
            let own;
            let painted = match reached {
                Reached::Shared(painted) => painted,
                Reached::Own(read) => {
                    own = self.paint_apart(face, layer, &read);
                    &own
                }
            };
            let Some(painted) = painted.as_ref().map_err(Clone::clone)? else {
                let whole = self.painter.paint(face)?;
                return each(places, |place| part(&whole, place)).map(Some);
            };
            for (band, layer) in bands.iter_mut().zip(painted) {
                if let Some(layer) = layer {
                    put_over(band, layer);
                }
            }
        }
        Ok(Some(bands.map(|band| on_white(&band))))
    }

    /// How many shapes of a layer reach the bands, and whether each of them fills all of them in colours that are not white.
    fn reaching(
        &self,
        face: &Drawn,
        layer: &Layer,
        (drawing, map): &(SvgDrawing, Affine),
    ) -> (usize, bool) {
        let mut shapes = Vec::new();
        let inside = |rect: Rect| {
            let sides = [rect.left(), rect.top(), rect.right(), rect.bottom()];
            self.is_inside(face, sides.map(f64::from))
        };
        let map = map.then_inner(drawing.map);
        reaching(drawing.tree.root(), map, &inside, &mut shapes);
        let bleed = self.bleed as f32;
        let (width, height) = (face.width as f32 + bleed, face.height as f32 + bleed);
        let is_ground = |shape: &Option<(&Path, Affine)>| {
            shape.is_some_and(|(path, map)| {
                let fill = path.fill().filter(|_| path.stroke().is_none());
                let rect = tree::covered(path, None, map).filter(|_| is_upright(path, map));
                fill.is_some_and(is_coloured)
                    && rect.is_some_and(|rect| {
                        let corner = rect.left() <= -bleed && rect.top() <= -bleed;
                        corner && rect.right() >= width && rect.bottom() >= height
                    })
            })
        };
        // A picture may be cut off.
        let whole = shapes.is_empty() || matches!(layer, Layer::Shapes(_));
        (shapes.len(), whole && shapes.iter().all(is_ground))
    }

    fn is_inside(&self, face: &Drawn, [left, top, right, bottom]: [f64; 4]) -> bool {
        let across = left >= self.inside && right <= face.width - self.inside;
        across && top >= self.inside && bottom <= face.height - self.inside
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
        match layer {
            Layer::Picture { picture, map, clip, frame: None, .. } => {
                let [x, y, width, height] = picture.view;
                let view = || Quad::of_box(*map, (x, y), (width, height));
                !self.is_inside(face, clip.unwrap_or_else(view).extent())
            }
            Layer::Words(_) => false,
            Layer::Shapes(_) | Layer::Picture { .. } => true,
        }
    }

    fn paint_apart(&self, face: &Drawn, layer: &Layer, read: &(SvgDrawing, Affine)) -> Apart {
        let (drawing, map) = read;
        if drawing.blends() {
            return Ok(None);
        }
        let to_pixels = self.painter.to_pixels(face, (0, 0)).then_inner(*map);
        let to_pixels = transform(to_pixels.then_inner(drawing.map));
        let seen = drawing.tree.root().layer_bounding_box().transform(to_pixels);
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
            Ok(self.painter.paint_on(face, layer, read, corner, ground))
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

/// Finds what of a group reaches the bands: paths with their maps, `None` for all else.
fn reaching<'t>(
    group: &'t Group,
    map: Affine,
    inside: &impl Fn(Rect) -> bool,
    found: &mut Vec<Option<(&'t Path, Affine)>>,
) {
    for (node, map) in tree::nodes(group, map) {
        let (shape, bounds) = match node {
            Node::Group(inner) if !inner.should_isolate() => {
                reaching(inner, map, inside, found);
                continue;
            }
            Node::Path(path) => {
                let seen = tree::covered(path, path.stroke(), map);
                (Some((&**path, map)), seen.filter(|_| path.is_visible()))
            }
            Node::Group(inner) => (None, tree::mapped(inner.layer_bounding_box().to_rect(), map)),
            Node::Image(_) | Node::Text(_) => (None, tree::mapped(node.bounding_box(), map)),
        };
        if bounds.is_some_and(|bounds| !inside(bounds)) {
            found.push(shape);
        }
    }
}

/// Whether a filling hides what lies below it and is nowhere white: one of its primaries is always weaker.
fn is_coloured(fill: &Fill) -> bool {
    const PAPER: u8 = 240;
    let parts = |colour: usvg::Color| [colour.red, colour.green, colour.blue];
    let weak = |colours: &[usvg::Color]| {
        (0..3).any(|part| colours.iter().all(|colour| parts(*colour)[part] < PAPER))
    };
    let stops = |stops: &[usvg::Stop]| {
        let colours: Vec<usvg::Color> = stops.iter().map(usvg::Stop::color).collect();
        stops.iter().all(|stop| stop.opacity().get() == 1.0) && weak(&colours)
    };
    let coloured = match fill.paint() {
        Paint::Color(colour) => weak(&[*colour]),
        Paint::LinearGradient(gradient) => stops(gradient.stops()),
        Paint::RadialGradient(gradient) => stops(gradient.stops()),
        Paint::Pattern(_) => false,
    };
    coloured && fill.opacity().get() == 1.0
}

/// Whether a path is an upright rectangle.
fn is_upright(path: &Path, map: Affine) -> bool {
    let [a, b, c, d, ..] = map.0;
    let straight = (b == 0.0 && c == 0.0) || (a == 0.0 && d == 0.0);
    let rect = PathBuilder::from_rect(path.data().bounds());
    let same = |other: &Outline| other.points() == path.data().points();
    straight && path.data().len() == rect.len() && same(&rect)
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
fn part(whole: &Pixmap, (corner, size): Place) -> Result<Pixmap, PaintFault> {
    let mut part = blank(size)?;
    copy(whole, corner, &mut part, (0, 0), size);
    Ok(part)
}
