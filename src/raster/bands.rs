//! Paints only what lies along the four sides of faces, which takes a fraction of the time of whole faces: what lies in the middle
//! isn't even read. Faces come in, narrow bands of the pixels that [`Painter`] would give come out. `session` looks in them for
//! art that ends at the cut.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use resvg::tiny_skia::Pixmap;
use usvg::{Group, Node, Tree};

use super::painter::{Key, Painter, key, on_white, put_over};
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
    shared: HashMap<Key, OnceLock<Apart>>,
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::cards::{OnlyPrinted, Pack};
    use crate::source::{Files, Folder, GameFolder, Tree};
    use crate::template::{Ink, Renderer};

    const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\"";

    /// Three cards of a template with these elements, unless it is refused; the rules of the third are long.
    fn faces(elements: &str) -> Option<Vec<Arc<Drawn>>> {
        let mut files = BTreeMap::new();
        let mut file = |name: &str, text: &str| files.insert(name.to_owned(), text.into());
        file("game.toml", "title = \"Test\"\n");
        let template = format!("{SVG} viewBox=\"0 0 63.5 88.9\">{DEFINITIONS}{elements}</svg>");
        file("templates/card.svg", &template);
        let body = "<rect width=\"20\" height=\"30\" fill=\"#357\"/><circle cx=\"10\" cy=\"4\" r=\"6\" fill=\"#fff\"/>";
        file(
            "art/sky.svg",
            &format!("{SVG} viewBox=\"0 0 20 30\">{body}</svg>"),
        );
        let row = |name: &str, rules: &str| {
            format!("[[card]]\nname = \"{name}\"\ncolour = \"#8{name}\"\nrules = \"{rules}\"\n")
        };
        let rows = [
            row("11", "Draw."),
            row("22", "Draw."),
            row("33", &"Wait. ".repeat(9)),
        ];
        let deck = "template = \"card.svg\"\nsize = \"poker\"\nignore = [\"rules\", \"colour\"]\n";
        file("cards.toml", &(deck.to_owned() + &rows.concat()));
        let mut files_read = Files::new();
        let folder = GameFolder::within("test", Folder::Memory(Tree::new("", files)), None);
        let pack = Pack::load(folder, &OnlyPrinted, &mut files_read).unwrap();
        let decks: Vec<_> = pack.decks.iter().collect();
        let renderer = Renderer::open(&pack, &decks, Ink::Full, &mut files_read).ok()?;
        let drawn = renderer.draw(&pack, decks[0], &mut files_read);
        Some(drawn.ok()?.fronts)
    }

    const DEFINITIONS: &str = "<defs><filter id=\"blur\" x=\"-0.5\" y=\"-0.5\" width=\"2\" height=\"2\"><feGaussianBlur stdDeviation=\"3\"/></filter>\
        <clipPath id=\"clip\"><circle cx=\"20\" cy=\"30\" r=\"40\"/></clipPath>\
        <mask id=\"mask\"><rect x=\"-4\" y=\"-4\" width=\"50\" height=\"97\" fill=\"#bbb\"/></mask>\
        <pattern id=\"dots\" patternUnits=\"userSpaceOnUse\" width=\"7\" height=\"7\"><g opacity=\"0.5\"><circle cx=\"3\" cy=\"3\" r=\"3\" fill=\"#a33\"/></g></pattern>\
        <linearGradient id=\"fade\"><stop stop-color=\"#fff\"/><stop offset=\"1\" stop-color=\"#264\"/></linearGradient></defs>";

    /// Whether the bands are what a painter of whole faces paints there. Where an edge lies on that of a pixel, rounding decides about a
    /// sixteenth of its colour.
    fn assert_same(faces: &[Arc<Drawn>], bleed: f64, depth: u32) {
        // No length of the drawings is a number of pixels.
        let dpi = 97.3;
        let painter = Painter::new(dpi, bleed, faces);
        let painted = paint_bands(dpi, bleed, depth, faces).unwrap();
        for (face, bands) in faces.iter().zip(painted) {
            let whole = painter.paint(face).unwrap();
            let (width, height) = (whole.width(), whole.height());
            let [across, down] = [width, height].map(|side| side - depth.min(side));
            for (band, (x, y)) in bands.iter().zip([(0, 0), (0, 0), (across, 0), (0, down)]) {
                let wanted = part(&whole, ((x, y), (band.width(), band.height()))).unwrap();
                let parts = band.data().iter().zip(wanted.data());
                let far = parts.map(|(a, b)| a.abs_diff(*b)).filter(|by| *by > 2);
                let far: Vec<u8> = far.collect();
                let most = far.iter().max().copied().unwrap_or(0);
                assert!(
                    most <= 18 && far.len() * 10 <= band.data().len(),
                    "{} parts of pixels differ by up to {most} in the band at {x}, {y}",
                    far.len()
                );
            }
        }
    }

    #[test]
    fn bands_are_the_same_pixels_as_those_of_whole_faces() {
        for elements in [
            "",
            "<rect x=\"-4\" y=\"-4\" width=\"72\" height=\"97\" fill=\"#446\"/>",
            "<rect width=\"63.5\" height=\"88.9\" fill=\"url(#fade)\" stroke=\"#000\" stroke-width=\"2\"/>",
            "<g clip-path=\"url(#clip)\"><g opacity=\"0.5\"><g mask=\"url(#mask)\"><rect x=\"-200\" width=\"400\" height=\"300\"/></g></g></g>",
            "<rect x=\"8\" y=\"8\" width=\"47\" height=\"72\" filter=\"url(#blur)\"/>",
            "<rect x=\"-4\" width=\"72\" height=\"50\" fill=\"url(#dots)\"/>",
            "<rect data-art=\"sky\" data-scale=\"slice\" x=\"-3\" y=\"-3\" width=\"69.5\" height=\"94.9\"/>",
            "<rect width=\"70\" height=\"9\" fill=\"#248\"/><rect width=\"40\" height=\"40\" fill=\"#fc8\" style=\"mix-blend-mode:multiply\"/>",
            "<rect data-art=\"sky\" x=\"40\" y=\"50\" width=\"30\" height=\"30\"/>",
            "<text x=\"1\" y=\"2\" font-family=\"Cabin\" font-size=\"5\" fill=\"{{colour}}\">{{name}}</text>",
            "<rect data-fit=\"rules\" y=\"84\" width=\"63.5\" height=\"4.9\" data-font=\"Cabin\" data-size=\"9\" data-min=\"4\"/>",
        ] {
            let faces = faces(elements).unwrap();
            assert_same(&faces, 3.0, 15);
            assert_same(&faces, 0.5, 5);
        }
    }

    const KINDS: [&str; 8] = [
        "rect", "rect", "circle", "line", "text", "box", "art", "slice",
    ];
    const LOOKS: [&str; 6] = [
        "",
        "",
        "opacity=\"0.6\"",
        "clip-path=\"url(#clip)\"",
        "mask=\"url(#mask)\"",
        "filter=\"url(#blur)\"",
    ];
    const FILLS: [&str; 5] = ["#fff", "#446", "{{colour}}", "url(#fade)", "url(#dots)"];

    fn element() -> impl Strategy<Value = String> {
        let place = (-8..64i32, -8..90i32, 1..75i32, 1..100i32, -40..40i32);
        let element = (select(&KINDS), select(&LOOKS), select(&FILLS), place);
        element.prop_map(|(kind, look, fill, (x, y, w, h, turn))| {
            let art = |scale: &str| format!("<rect data-art=\"sky\" {scale} x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>");
            let shape = match kind {
                "circle" => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{w}\" fill=\"{fill}\"/>"),
                "line" => format!("<path d=\"M{x} {y}L{w} {h}\" stroke=\"{fill}\" stroke-width=\"3\"/>"),
                "text" => format!("<text x=\"{x}\" y=\"{y}\" font-family=\"Cabin\" font-size=\"6\" fill=\"{fill}\">{{{{name}}}}</text>"),
                "box" => return format!("<rect data-fit=\"rules\" x=\"{x}\" y=\"{y}\" width=\"60\" height=\"40\" data-font=\"Cabin\" data-size=\"8\"/>"),
                "art" => return art(""),
                "slice" => return art("data-scale=\"slice\""),
                _ => format!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{fill}\"/>"),
            };
            // A group around what differs from card to card has no effects.
            let look = if shape.contains("{{") { "" } else { look };
            format!("<g {look}><g transform=\"rotate({turn})\">{shape}</g></g>")
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        #[test]
        fn bands_of_any_face_are_the_same_pixels(
            elements in proptest::collection::vec(element(), 1..6),
            bleed in select(&[0.5, 1.0, 3.0]),
        ) {
            let faces = faces(&elements.concat());
            prop_assume!(faces.is_some());
            assert_same(&faces.unwrap_or_default(), bleed, 4 * bleed as u32 + 3);
        }
    }
}
