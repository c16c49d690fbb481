//! Decides how each part of a job is stored: in place if it is used once, as a form if more often. A job comes in, the plan goes
//! out. Called by `sheets` before anything is written.

use std::collections::HashMap;
use std::sync::Arc;

use super::PT;
use crate::export::Job;
use crate::template::{Affine, Drawn, Layer, Passage, Pictures, Quad, layer_drawing};

/// A layer of shapes or a picture, of all faces together.
pub struct DrawnLayer<'a> {
    /// The layer, and the first face that shows it.
    pub layer: &'a Layer,
    pub face: &'a Drawn,
    /// How many places of different faces show it.
    pub uses: usize,
    /// How often pages show it.
    pub placed: usize,
    /// What it covers in its own units: x, y, width, height.
    pub view: [f64; 4],
    /// From its units to the points of the first face that shows it.
    first: Affine,
    /// Points to one of its units where it is largest.
    scale: f64,
}

impl DrawnLayer<'_> {
    /// From its units (y downwards) to the points of its form (y upwards): a picture is as large as its largest use, so
    /// that numbers are fine enough.
    fn form_map(&self) -> Affine {
        let ([x, y, _, height], scale) = (self.view, self.scale);
        if !has_own_units(self.layer) {
            return self.first;
        }
        Affine([scale, 0.0, 0.0, -scale, -x * scale, (y + height) * scale])
    }

    /// From its units to the points of the stream that it is written to: its form's, or its face's when it has no form.
    pub fn map(&self) -> Affine {
        if self.uses > 1 { self.form_map() } else { self.first }
    }

    /// From the points of its form to those of a face, `to_face` from its units.
    pub fn placing(&self, to_face: Affine) -> Affine {
        let ([x, y, _, height], scale) = (self.view, self.scale);
        if !has_own_units(self.layer) {
            return Affine::IDENTITY;
        }
        let to_units = [1.0 / scale, 0.0, 0.0, -1.0 / scale, x, y + height];
        to_face.then_inner(Affine(to_units))
    }

    /// What of the stream that it is written to it covers: left, bottom, right and top.
    pub fn seen(&self) -> [f64; 4] {
        let [x, y, width, height] = self.view;
        Quad::of_box(self.map(), (x, y), (width, height)).extent()
    }
}

/// Whether a layer is a picture that faces show at different places and sizes.
fn has_own_units(layer: &Layer) -> bool {
    matches!(layer, Layer::Picture { frame: None, .. })
}

/// One layer of a face.
pub enum FaceLayer<'a> {
    /// A drawing by its place in [`Plan::drawings`], the map from its units to the face's points, and where it is cut.
    Drawing(usize, Affine, Option<Quad>),
    Words(&'a [Passage]),
}

/// A face or a caption.
pub struct PlannedFace<'a> {
    pub drawn: &'a Drawn,
    /// What its card is called, if it is one.
    pub name: &'a str,
    /// How often pages show it.
    pub placed: usize,
    pub parts: Vec<FaceLayer<'a>>,
}

impl PlannedFace<'_> {
    /// From its millimetres (y downwards) to its points: from the lower left corner of the trim, y upwards.
    pub fn map(&self) -> Affine {
        to_points(self.drawn.height)
    }
}

fn to_points(height: f64) -> Affine {
    Affine([PT, 0.0, 0.0, -PT, 0.0, height * PT])
}

pub struct Plan<'a> {
    pub drawings: Vec<DrawnLayer<'a>>,
    /// The different faces and captions.
    pub faces: Vec<PlannedFace<'a>>,
    /// The place in `faces` of each face and each caption of the job.
    pub of_face: Vec<usize>,
    pub of_caption: Vec<usize>,
}

impl<'a> Plan<'a> {
    pub fn new(job: &'a Job) -> Self {
        let mut plan = Plan {
            drawings: Vec::new(),
            faces: Vec::new(),
            of_face: Vec::new(),
            of_caption: Vec::new(),
        };
        let mut faces = HashMap::new();
        let mut drawings = HashMap::new();
        let captions = job.captions.iter().map(|caption| &caption.drawn);
        let places: Vec<usize> = job
            .faces
            .iter()
            .chain(captions)
            .map(|drawn| {
                *faces.entry(Arc::as_ptr(drawn)).or_insert_with(|| {
                    plan.add(drawn, &mut drawings);
                    plan.faces.len() - 1
                })
            })
            .collect();
        plan.of_face = places;
        plan.of_caption = plan.of_face.split_off(job.faces.len());
        for (name, face) in job.names.iter().zip(&plan.of_face) {
            plan.faces[*face].name = name.as_deref().unwrap_or_default();
        }
        for placement in job.document.pages.iter().flat_map(|page| &page.placements) {
            plan.faces[plan.of_face[placement.face]].placed += 1 + placement.strips().len();
        }
        for caption in &plan.of_caption {
            plan.faces[*caption].placed += 1;
        }
        for face in &plan.faces {
            for part in &face.parts {
                if let FaceLayer::Drawing(place, ..) = part {
                    plan.drawings[*place].placed += face.placed;
                }
            }
        }
        plan
    }

    fn add(&mut self, drawn: &'a Drawn, known: &mut HashMap<(usize, Vec<u64>), usize>) {
        let mut parts = Vec::with_capacity(drawn.layers.len());
        let to_points = to_points(drawn.height);
        for layer in &drawn.layers {
            if let Layer::Words(passages) = layer {
                parts.push(FaceLayer::Words(passages));
                continue;
            }
            let (_, view, map) = layer_drawing(drawn, layer, Pictures::Named);
            let (key, clip) = match layer {
                Layer::Words(_) => continue,
                Layer::Shapes(shapes) => {
                    let size = [drawn.width, drawn.height].map(f64::to_bits);
                    ((Arc::as_ptr(shapes) as usize, size.to_vec()), None)
                }
                Layer::Picture { picture, map, frame: Some(frame), .. } => {
                    let mut place = map.0.map(f64::to_bits).to_vec();
                    place.push(Arc::as_ptr(&frame.around) as u64);
                    ((Arc::as_ptr(picture) as usize, place), None)
                }
                Layer::Picture { picture, clip, .. } => {
                    ((Arc::as_ptr(picture) as usize, Vec::new()), *clip)
                }
            };
            let to_face = to_points.then_inner(map);
            let place = *known.entry(key).or_insert_with(|| {
                self.drawings.push(DrawnLayer {
                    layer,
                    face: drawn,
                    uses: 0,
                    placed: 0,
                    view,
                    first: to_face,
                    scale: 0.0,
                });
                self.drawings.len() - 1
            });
            let drawing = &mut self.drawings[place];
            drawing.uses += 1;
            drawing.scale = drawing.scale.max(to_face.growth());
            parts.push(FaceLayer::Drawing(place, to_face, clip));
        }
        self.faces.push(PlannedFace { drawn, name: "", placed: 0, parts });
    }
}
