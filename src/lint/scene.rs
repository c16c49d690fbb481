//! Traces everything that a game shows, once for all checks. A [`Proof`] comes in; templates, art and words, with their places on
//! each face, go out. `list` makes it and passes it to every check.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::bounds::Bounds;
use super::proof::{DeckProof, Proof};
use super::trace::{Thing, Trace, TraceKind};
use crate::cards::{Face, Row};
use crate::raster::options;
use crate::source::{Asset, Files, Span};
use crate::template::{
    Affine, BLEED, Drawn, DrawnDeck, FaceOrigin, Layer, MarkedPicture, MarkedTemplate, Picture,
    Pictures, layer_drawing,
};

/// A game with everything the checks read, already traced.
pub struct Scene<'a> {
    pub proof: &'a Proof<'a>,
    /// Every face that a card shows, fronts and backs; equal backs once.
    pub faces: Vec<SeenFace<'a>>,
    pub templates: BTreeMap<&'a str, MarkedTemplate>,
    /// By whether it is a symbol, and by name; those of pixels are not in it.
    pub pictures: BTreeMap<(bool, String), (MarkedPicture, Trace)>,
    traces: Vec<Trace>,
    options: usvg::Options<'static>,
}

/// A face.
pub struct SeenFace<'a> {
    pub deck: &'a DeckProof<'a>,
    /// "card `fog-bank`", "the back of `fog-bank`".
    pub name: String,
    pub row: Option<&'a Row>,
    pub drawn: &'a Arc<Drawn>,
    /// Places of the traces of its shapes, bottom first.
    shapes: Vec<usize>,
}

/// A symbol or a picture on a face.
#[derive(Clone, Copy)]
pub struct PlacedPicture<'a> {
    pub picture: &'a Picture,
    pub map: Affine,
    pub clip: Option<Bounds>,
    pub origin: FaceOrigin,
    /// What is in it; `None` for pixels.
    pub traced: Option<&'a (MarkedPicture, Trace)>,
}

/// A template, the elements of a shape of it, and what is seen of them.
type Body<'a> = (&'a str, String, [f64; 4]);

/// Above this number, the shapes of a face are not checked one by one.
const MANY: usize = 500;

/// A shape of a template as a card shows it: the template, its place there, the words that change it.
type Key<'a> = (&'a str, usize, Vec<String>);

impl<'a> Scene<'a> {
    pub fn new(proof: &'a Proof<'a>, files: &mut Files) -> Self {
        let mut scene = Scene {
            proof,
            faces: Vec::new(),
            templates: BTreeMap::new(),
            pictures: BTreeMap::new(),
            traces: Vec::new(),
            options: options(drawn_faces(proof).map(Arc::as_ref)),
        };
        let mut keys: BTreeMap<Key<'a>, usize> = BTreeMap::new();
        let mut bodies: Vec<Body<'a>> = Vec::new();
        for deck in &proof.decks {
            scene.deck(deck, files, &mut keys, &mut bodies);
        }
        let (templates, options) = (&scene.templates, &scene.options);
        let traces = bodies.par_iter().map(|(template, body, view)| {
            Trace::read(body, *view, templates.get(template).map(|t| &t.marks), options)
        });
        scene.traces = traces.collect();
        scene.read_pictures(files);
        scene
    }

    fn deck(
        &mut self,
        deck: &'a DeckProof<'a>,
        files: &Files,
        keys: &mut BTreeMap<Key<'a>, usize>,
        bodies: &mut Vec<Body<'a>>,
    ) {
        let mut known: Vec<*const Drawn> = Vec::new();
        let pack = self.proof.pack;
        let DrawnDeck { fronts, backs, .. } = deck.drawn;
        let fronts = fronts.iter().map(Some).enumerate().map(|front| (front, false));
        let backs = backs.iter().map(Option::as_ref).enumerate().map(|back| (back, true));
        for ((at, drawn), is_back) in fronts.chain(backs) {
            let Some(drawn) = drawn.filter(|d| !known.contains(&Arc::as_ptr(d))) else {
                continue;
            };
            if is_back {
                known.push(Arc::as_ptr(drawn));
            }
            let row = deck.deck.rows.get(at);
            let of = deck.deck;
            let (template, name) = match row {
                None => (of.template.as_str(), format!("page {} of deck `{}`", at + 1, of.id)),
                Some(row) if is_back => {
                    let template = pack.back(of, row).map_or("", |(name, _)| name);
                    (template, format!("the back of `{}`", row.id))
                }
                Some(row) => (pack.front(of, row).0, format!("card `{}`", row.id)),
            };
            let page;
            let face = match deck.faces.get(at) {
                Some(face) => face,
                None => {
                    page = self.page(at, deck);
                    &page
                }
            };
            if !self.templates.contains_key(template)
                && let Some(marked) = self.proof.renderer.marked(template, files)
            {
                self.templates.insert(template, marked);
            }
            let Some(marked) = self.templates.get(template) else {
                continue;
            };
            let (width, height) = (drawn.width + 2.0 * BLEED, drawn.height + 2.0 * BLEED);
            let view = [-BLEED, -BLEED, width, height];
            let mut shapes = Vec::new();
            let mut count = 0;
            marked.shapes(face, |_, _| count += 1);
            if count > MANY {
                // All together: one by one would take as long as painting them.
                let mut body = String::new();
                marked.shapes(face, |_, shape| body.push_str(&shape()));
                bodies.push((template, body, view));
                shapes.push(bodies.len() - 1);
            } else {
                marked.shapes(face, |(shape, words), body| {
                    let trace = keys.entry((template, shape, words)).or_insert_with(|| {
                        bodies.push((template, body(), view));
                        bodies.len() - 1
                    });
                    shapes.push(*trace);
                });
            }
            self.faces.push(SeenFace { deck, name, row, drawn, shapes });
        }
    }

    /// The fields of a page of a text that flows.
    fn page(&self, at: usize, deck: &DeckProof<'_>) -> Face {
        let mut face = self.proof.pack.blank_face();
        face.set("page", (at + 1).to_string(), None);
        face.set("pages", deck.drawn.fronts.len().to_string(), None);
        face
    }

    fn read_pictures(&mut self, files: &mut Files) {
        let mut named: BTreeMap<(bool, &str), Asset> = BTreeMap::new();
        for layer in drawn_faces(self.proof).flat_map(|face| &face.layers) {
            if let Layer::Picture { picture, .. } = layer {
                named
                    .entry((picture.asset == Asset::Symbol, picture.name.as_str()))
                    .or_insert(picture.asset);
            }
        }
        let (folder, renderer) = (&self.proof.pack.folder, self.proof.renderer);
        let setting = (renderer.ink(), renderer.fonts().as_ref());
        let marked: Vec<((bool, String), MarkedPicture)> = named
            .into_iter()
            .filter_map(|((symbol, name), asset)| {
                let marked = MarkedPicture::read(folder, asset, name, setting, files)?;
                Some(((symbol, name.to_owned()), marked))
            })
            .collect();
        let options = &self.options;
        let traced = marked.into_par_iter().map(|(key, marked)| {
            let trace = Trace::read(&marked.body, marked.view, Some(&marked.marks), options);
            (key, (marked, trace))
        });
        self.pictures = traced.collect();
    }

    fn traces<'s>(&'s self, face: &'s SeenFace<'_>) -> impl Iterator<Item = &'s Trace> {
        face.shapes.iter().map(|at| &self.traces[*at])
    }

    /// What cannot be painted of the shapes of a face: the element, and why.
    pub fn faults<'s>(
        &'s self,
        face: &'s SeenFace<'_>,
    ) -> impl Iterator<Item = &'s (Option<Span>, String)> {
        self.traces(face).filter_map(|trace| trace.fault.as_ref())
    }

    /// How many whole canvases the shapes and pictures of a face fill, each picture counted once.
    pub fn painted(&self, face: &SeenFace<'_>) -> f32 {
        let shapes: f32 = self.traces(face).map(|trace| trace.painted).sum();
        let mut known = BTreeSet::new();
        let pictures = self
            .placed(face)
            .filter(|p| known.insert(&p.picture.name))
            .filter_map(|placed| Some(placed.traced?.1.painted));
        shapes + pictures.sum::<f32>()
    }

    /// What the shapes of a face draw, bottom first, in millimetres.
    pub fn things<'s>(&'s self, face: &'s SeenFace<'_>) -> impl Iterator<Item = &'s Thing> {
        self.traces(face).flat_map(|trace| &trace.things)
    }

    /// What the shapes and the drawn pictures of a face draw, each with the picture that it is in.
    pub fn all_things<'s>(
        &'s self,
        face: &'s SeenFace<'_>,
    ) -> impl Iterator<Item = (&'s Thing, Option<PlacedPicture<'s>>)> {
        let of_pictures = self.placed(face).flat_map(|placed| {
            placed
                .traced
                .map_or(&[][..], |(_, trace)| &trace.things)
                .iter()
                .map(move |thing| (thing, Some(placed)))
        });
        self.things(face).map(|thing| (thing, None)).chain(of_pictures)
    }

    /// The symbols and pictures of a face, bottom first.
    pub fn placed<'s>(&'s self, face: &'s SeenFace<'_>) -> impl Iterator<Item = PlacedPicture<'s>> {
        face.drawn.layers.iter().filter_map(|layer| match layer {
            Layer::Picture { picture, map, clip, origin, .. } => {
                let key = (picture.asset == Asset::Symbol, picture.name.clone());
                Some(PlacedPicture {
                    picture,
                    map: *map,
                    clip: clip.map(|quad| {
                        let [left, top, right, bottom] = quad.extent();
                        Bounds::new(left, top, right, bottom)
                    }),
                    origin: *origin,
                    traced: self.pictures.get(&key),
                })
            }
            _ => None,
        })
    }

    /// A rectangle around each contour of a face's words, in millimetres; `only` words.
    pub fn contours(&self, only: &Drawn) -> Vec<Bounds> {
        only.layers
            .iter()
            .map(|layer| {
                let (body, view, _) = layer_drawing(only, layer, Pictures::Named);
                Trace::read(&body, view, None, &self.options)
            })
            .flat_map(|trace| trace.things)
            .flat_map(|thing| thing.contours())
            .collect()
    }
}

impl PlacedPicture<'_> {
    /// "symbol `lamp`".
    pub fn named(&self) -> String {
        format!("{} `{}`", self.picture.asset.word(), self.picture.name)
    }
    /// What is seen of it on the face, in millimetres; `None` when it is empty.
    pub fn bounds(&self) -> Option<Bounds> {
        let view = Bounds::of_view(self.picture.view);
        let inked = match self.traced {
            Some((_, trace)) => trace.bounds()?.and(view)?,
            None => view,
        };
        let placed = inked.mapped(self.map);
        match self.clip {
            None => Some(placed),
            // A picture that fills its box ends where the box does, though its ink may have gaps there.
            Some(clip) => placed.and(clip).map(|_| clip),
        }
    }

    /// The pixels in it, and how long the side of each is on the face, in millimetres.
    pub fn pixels(&self) -> Vec<((u32, u32), f64)> {
        let growth = self.map.growth();
        match (&self.picture.pixels, self.traced) {
            (Some(pixels), _) => vec![((pixels.width, pixels.height), growth)],
            (None, Some((_, trace))) => trace
                .things
                .iter()
                .filter_map(|thing| match thing.kind {
                    TraceKind::Pixels { size, pixel } => Some((size, pixel * growth)),
                    _ => None,
                })
                .collect(),
            (None, None) => Vec::new(),
        }
    }
}

/// Every face of a game.
pub fn drawn_faces<'a>(proof: &'a Proof<'_>) -> impl Iterator<Item = &'a Arc<Drawn>> {
    proof
        .decks
        .iter()
        .flat_map(|deck| deck.drawn.fronts.iter().chain(deck.drawn.backs.iter().flatten()))
}
