//! Traces everything that a game shows, once for all checks. A [`Proof`] comes in; templates, art and words, with their places on
//! each face, go out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kurbo::Rect;
use rayon::prelude::*;

use super::bounds::{common, mapped, of_view};
use super::proof::{DeckProof, Proof};
use super::trace::{Thing, Trace, TraceKind};
use crate::cards::{Face, Row};
use crate::raster::options;
use crate::source::{Asset, Files, Span};
use crate::template::{
    Affine, BLEED, Drawn, DrawnDeck, FaceOrigin, Layer, MarkedPicture, MarkedTemplate, Passage,
    Picture, Pictures, layer_drawing,
};

/// A game with everything the checks read, already traced.
pub struct Scene<'a> {
    pub proof: &'a Proof<'a>,
    pub templates: BTreeMap<&'a str, MarkedTemplate>,
    /// By their kinds and names; those of pixels are not in it.
    pub pictures: BTreeMap<(Asset, &'a str), (MarkedPicture, Trace)>,
    /// Every face that a card shows, fronts and backs; equal backs once.
    faces: Vec<TracedFace<'a>>,
    traces: Vec<Trace>,
    options: usvg::Options<'static>,
}

/// A face, and where it is found.
pub struct TracedFace<'a> {
    pub deck: &'a DeckProof<'a>,
    /// "card `fog-bank`", "the back of `fog-bank`".
    pub name: String,
    pub row: Option<&'a Row>,
    pub drawn: &'a Arc<Drawn>,
    /// Places of the traces of its shapes, bottom first.
    shapes: Vec<usize>,
}

/// A face with everything that is traced of it.
#[derive(Clone, Copy)]
pub struct SeenFace<'s> {
    pub scene: &'s Scene<'s>,
    pub of: &'s TracedFace<'s>,
}

/// A symbol or a picture on a face.
#[derive(Clone, Copy)]
pub struct PlacedPicture<'s> {
    /// The place of its layer.
    pub layer: usize,
    pub picture: &'s Picture,
    pub map: Affine,
    pub clip: Option<Rect>,
    pub origin: FaceOrigin,
    /// What is in it; `None` for pixels.
    pub traced: Option<&'s Trace>,
}

/// A template, the elements of a shape of it, and what is seen of them.
type Body<'a> = (&'a str, String, [f64; 4]);

/// Above this number, the shapes of a face are not checked one by one.
const MANY: usize = 500;

/// A shape of a template as a card shows it: the template, its place there, the words that change it.
type Key<'a> = (&'a str, usize, Vec<String>);

impl<'a> Scene<'a> {
    pub fn new(proof: &'a Proof<'a>, files: &mut Files) -> Self {
        let drawn = || {
            proof
                .decks
                .iter()
                .flat_map(|deck| deck.drawn.fronts.iter().chain(deck.drawn.backs.iter().flatten()))
        };
        let mut scene = Scene {
            proof,
            faces: Vec::new(),
            templates: BTreeMap::new(),
            pictures: BTreeMap::new(),
            traces: Vec::new(),
            options: options(drawn().map(Arc::as_ref)),
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
        let pictures: BTreeSet<(Asset, &str)> = drawn()
            .flat_map(|face| &face.layers)
            .filter_map(|layer| match layer {
                Layer::Picture { picture, .. } => Some((picture.asset, picture.name.as_str())),
                _ => None,
            })
            .collect();
        let setting = (proof.renderer.ink(), proof.renderer.fonts().as_ref());
        let marked = pictures.into_iter().filter_map(|(asset, name)| {
            let marked = MarkedPicture::read(&proof.pack.folder, asset, name, setting, files)?;
            Some(((asset, name), marked))
        });
        let traced = marked.collect::<Vec<_>>().into_par_iter().map(|(key, marked)| {
            let trace = Trace::read(&marked.body, marked.view, Some(&marked.marks), options);
            (key, (marked, trace))
        });
        scene.pictures = traced.collect();
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
            self.faces.push(TracedFace { deck, name, row, drawn, shapes });
        }
    }

    /// The fields of a page of a text that flows.
    fn page(&self, at: usize, deck: &DeckProof<'_>) -> Face {
        let mut face = self.proof.pack.blank_face();
        face.set("page", (at + 1).to_string(), None);
        face.set("pages", deck.drawn.fronts.len().to_string(), None);
        face
    }

    pub fn faces(&self) -> impl Iterator<Item = SeenFace<'_>> {
        self.faces.iter().map(|of| SeenFace { scene: self, of })
    }
}

impl<'s> SeenFace<'s> {
    fn traces(self) -> impl Iterator<Item = &'s Trace> {
        self.of.shapes.iter().map(move |at| &self.scene.traces[*at])
    }

    /// What cannot be painted of its shapes: the element, and why.
    pub fn faults(self) -> impl Iterator<Item = &'s (Option<Span>, String)> {
        self.traces().filter_map(|trace| trace.fault.as_ref())
    }

    /// How many whole canvases its shapes and pictures fill, each picture counted once.
    pub fn painted(self) -> f32 {
        let shapes: f32 = self.traces().map(|trace| trace.painted).sum();
        let mut known = BTreeSet::new();
        let pictures = self
            .placed()
            .filter(|placed| known.insert(&placed.picture.name))
            .filter_map(|placed| Some(placed.traced?.painted));
        shapes + pictures.sum::<f32>()
    }

    /// What its shapes draw, bottom first, in millimetres.
    pub fn things(self) -> impl Iterator<Item = &'s Thing> {
        self.traces().flat_map(|trace| &trace.things)
    }

    /// What its shapes and its drawn pictures draw, each with the picture that it is in.
    pub fn all_things(self) -> impl Iterator<Item = (&'s Thing, Option<PlacedPicture<'s>>)> {
        let of_pictures = self.placed().flat_map(|placed| {
            let things = placed.traced.into_iter().flat_map(|trace| &trace.things);
            things.map(move |thing| (thing, Some(placed)))
        });
        self.things().map(|thing| (thing, None)).chain(of_pictures)
    }

    /// Its symbols and pictures, bottom first.
    pub fn placed(self) -> impl Iterator<Item = PlacedPicture<'s>> {
        let layers = self.of.drawn.layers.iter().enumerate();
        layers.filter_map(move |(at, layer)| match layer {
            Layer::Picture { picture, map, clip, origin, .. } => {
                let traced = self.scene.pictures.get(&(picture.asset, picture.name.as_str()));
                Some(PlacedPicture {
                    layer: at,
                    picture,
                    map: *map,
                    clip: clip.map(|quad| {
                        let [left, top, right, bottom] = quad.extent();
                        Rect::new(left, top, right, bottom)
                    }),
                    origin: *origin,
                    traced: traced.map(|(_, trace)| trace),
                })
            }
            _ => None,
        })
    }

    /// A rectangle around each contour of words, in millimetres.
    pub fn contours(self, words: Passage) -> Vec<Rect> {
        let layer = Layer::Words(vec![words]);
        let (body, view, _) = layer_drawing(self.of.drawn, &layer, Pictures::Named);
        let trace = Trace::read(&body, view, None, &self.scene.options);
        trace.things.iter().flat_map(Thing::contours).collect()
    }
}

impl PlacedPicture<'_> {
    /// "symbol `lamp`".
    pub fn named(&self) -> String {
        format!("{} `{}`", self.picture.asset.word(), self.picture.name)
    }

    /// What is seen of it on the face, in millimetres; `None` when it is empty.
    pub fn bounds(&self) -> Option<Rect> {
        let view = of_view(self.picture.view);
        let inked = match self.traced {
            Some(trace) => common(trace.bounds()?, view)?,
            None => view,
        };
        let placed = mapped(inked, self.map);
        // A picture that fills its box ends where the box does, though its ink may have gaps there.
        self.clip.map_or(Some(placed), |clip| placed.overlaps(clip).then_some(clip))
    }

    /// The pixels in it, and how long the side of each is on the face, in millimetres.
    pub fn pixels(&self) -> Vec<((u32, u32), f64)> {
        let growth = self.map.growth();
        if let Some(pixels) = &self.picture.pixels {
            return vec![((pixels.width, pixels.height), growth)];
        }
        let things = self.traced.into_iter().flat_map(|trace| &trace.things);
        let pixels = things.filter_map(|thing| match thing.kind {
            TraceKind::Pixels { size, pixel } => Some((size, pixel * growth)),
            _ => None,
        });
        pixels.collect()
    }
}
