//! The different layers of a job, each as one page of a krilla document.

use std::collections::HashMap;
use std::sync::Arc;

use krilla::color::rgb;
use krilla::geom::{Point, Size, Transform};
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Document, SerializeSettings};
use krilla_svg::{SurfaceExt, SvgSettings};
use rayon::prelude::*;

use super::PT;
use crate::export::Job;
use crate::export::reading::{options, read};
use crate::template::{
    Affine, BLEED, Drawn, Layer, Passage, Picture, Quad, Shapes, picture_svg, shapes_svg,
};

/// A layer could not be turned into PDF graphics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormFault(pub String);

/// Resolution at which filters become pixels; templates should have none.
const FILTER_SCALE: f32 = 4.0;

/// A layer to convert: what, and how large its canvas is.
enum Source<'a> {
    Shapes(&'a Shapes, f64, f64),
    Picture(&'a Picture),
    Words(&'a [Passage], &'a Drawn),
}

/// A form and the map from the face's millimetres to the form's own points, y upwards.
#[derive(Clone, Copy)]
pub struct FormUse {
    pub form: usize,
    /// From the form's points to the face's millimetres (y downwards).
    pub map: Affine,
    /// In the face's millimetres.
    pub clip: Option<Quad>,
}

/// Every different layer of a job, and which of them each face and caption uses.
pub struct Forms<'a> {
    job: &'a Job,
    sources: Vec<Source<'a>>,
    /// Width and height in points.
    pub sizes: Vec<(f64, f64)>,
    pub faces: Vec<Vec<FormUse>>,
    pub captions: Vec<Vec<FormUse>>,
}

impl<'a> Forms<'a> {
    pub fn collect(job: &'a Job) -> Self {
        let mut forms = Forms {
            job,
            sources: Vec::new(),
            sizes: Vec::new(),
            faces: Vec::new(),
            captions: Vec::new(),
        };
        let mut known: HashMap<(usize, u64, u64), usize> = HashMap::new();
        let mut drawn: HashMap<*const Drawn, Vec<FormUse>> = HashMap::new();
        for face in &job.faces {
            let uses = drawn
                .entry(Arc::as_ptr(face))
                .or_insert_with(|| forms.face(face, &mut known));
            forms.faces.push(uses.clone());
        }
        for caption in &job.captions {
            let uses = drawn
                .entry(Arc::as_ptr(&caption.drawn))
                .or_insert_with(|| forms.face(&caption.drawn, &mut known));
            forms.captions.push(uses.clone());
        }
        forms
    }

    fn face(
        &mut self,
        face: &'a Drawn,
        known: &mut HashMap<(usize, u64, u64), usize>,
    ) -> Vec<FormUse> {
        let (width, height) = (face.width, face.height);
        let canvas = (width + 2.0 * BLEED, height + 2.0 * BLEED);
        let size_bits = (width.to_bits(), height.to_bits());
        let mut uses = Vec::with_capacity(face.layers.len());
        for layer in &face.layers {
            let one_use = match layer {
                Layer::Shapes(shapes) => {
                    let key = (Arc::as_ptr(shapes) as usize, size_bits.0, size_bits.1);
                    let form = *known
                        .entry(key)
                        .or_insert_with(|| self.add(Source::Shapes(shapes, width, height), canvas));
                    FormUse {
                        form,
                        map: from_canvas(canvas),
                        clip: None,
                    }
                }
                Layer::Picture {
                    picture, map, clip, ..
                } => {
                    let scale = picture_scale(picture);
                    let [x, y, w, h] = picture.view;
                    let size = (w * scale / PT, h * scale / PT);
                    let key = (Arc::as_ptr(picture) as usize, 0, 0);
                    let form = *known
                        .entry(key)
                        .or_insert_with(|| self.add(Source::Picture(picture), size));
                    let to_view = Affine([1.0 / scale, 0.0, 0.0, -1.0 / scale, x, y + h]);
                    FormUse {
                        form,
                        map: map.then_inner(to_view),
                        clip: *clip,
                    }
                }
                Layer::Words(passages) => FormUse {
                    form: self.add(Source::Words(passages, face), canvas),
                    map: from_canvas(canvas),
                    clip: None,
                },
            };
            uses.push(one_use);
        }
        uses
    }

    /// Adds a layer; `size` is its canvas in millimetres.
    fn add(&mut self, source: Source<'a>, size: (f64, f64)) -> usize {
        self.sources.push(source);
        self.sizes.push((size.0 * PT, size.1 * PT));
        self.sources.len() - 1
    }

    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// A PDF with one page for each form, in order. `progress` is told how many layers of how many are done.
    pub fn convert(&self, progress: &dyn Fn(usize, usize)) -> Result<Vec<u8>, FormFault> {
        let faces = self.job.faces.iter().map(Arc::as_ref);
        let options = options(faces);
        let trees: Vec<Option<usvg::Tree>> = self
            .sources
            .par_iter()
            .map(|source| {
                let svg = match source {
                    Source::Shapes(shapes, width, height) => shapes_svg(shapes, *width, *height),
                    Source::Picture(picture) => picture_svg(picture),
                    Source::Words(..) => return Ok(None),
                };
                read(&svg, &options).map(Some).map_err(FormFault)
            })
            .collect::<Result<_, _>>()?;
        let mut document = Document::new_with(SerializeSettings {
            enable_tagging: false,
            xmp_metadata: false,
            ..SerializeSettings::default()
        });
        let mut fonts: HashMap<usize, Font> = HashMap::new();
        let layers = self.sources.iter().zip(&trees).zip(&self.sizes);
        for (done, ((source, tree), (width, height))) in layers.enumerate() {
            let (width, height) = (*width as f32, *height as f32);
            let too_large = || FormFault("a face has no size".into());
            let settings = PageSettings::from_wh(width, height).ok_or_else(too_large)?;
            let mut page = document.start_page_with(settings);
            let mut surface = page.surface();
            match (source, tree) {
                (Source::Words(passages, face), _) => {
                    draw_words(&mut surface, passages, face, &mut fonts);
                }
                (_, Some(tree)) => {
                    let size = Size::from_wh(width, height).ok_or_else(too_large)?;
                    let settings = SvgSettings {
                        embed_text: true,
                        filter_scale: FILTER_SCALE,
                    };
                    surface
                        .draw_svg(tree, size, settings)
                        .ok_or_else(|| FormFault("a template cannot be drawn".into()))?;
                }
                (_, None) => {}
            }
            surface.finish();
            page.finish();
            progress(done + 1, self.len());
        }
        let failed = |e| FormFault(format!("a layer cannot be written: {e:?}"));
        document.finish().map_err(failed)
    }
}

/// From the points of a canvas over trim and bleed (y upwards) to the face's millimetres.
fn from_canvas(canvas: (f64, f64)) -> Affine {
    Affine([1.0 / PT, 0.0, 0.0, -1.0 / PT, -BLEED, canvas.1 - BLEED])
}

/// Points to one unit of the picture: its larger side is 100 pt, so that rounding does not show.
fn picture_scale(picture: &Picture) -> f64 {
    let [_, _, width, height] = picture.view;
    100.0 / width.max(height)
}

fn draw_words(
    surface: &mut Surface<'_>,
    passages: &[Passage],
    face: &Drawn,
    fonts: &mut HashMap<usize, Font>,
) {
    for passage in passages {
        let to_canvas = Affine([PT, 0.0, 0.0, PT, BLEED * PT, BLEED * PT]);
        let map = to_canvas.then_inner(passage.map);
        let [a, b, c, d, e, f] = map.0.map(|n| n as f32);
        // An upright map is put into the numbers, a turned one in front of them.
        let upright = b == 0.0 && c == 0.0 && a == d;
        if !upright {
            surface.push_transform(&Transform::from_row(a, b, c, d, e, f));
        }
        let colour = passage.colour;
        surface.set_fill(Some(Fill {
            paint: rgb::Color::new(colour.red, colour.green, colour.blue).into(),
            opacity: NormalizedF32::ONE,
            rule: Default::default(),
        }));
        for run in &passage.runs {
            let data = &face.fonts.face(run.font).data;
            let key = data.as_ptr() as usize;
            let font = match fonts.get(&key) {
                Some(font) => font.clone(),
                None => match Font::new(data.clone().into(), 0) {
                    Some(font) => fonts.entry(key).or_insert(font).clone(),
                    None => continue,
                },
            };
            let glyphs: Vec<KrillaGlyph> = run
                .glyphs
                .iter()
                .map(|g| {
                    let id = GlyphId::new(u32::from(g.id));
                    let text = usize::from(g.text.start)..usize::from(g.text.end);
                    KrillaGlyph::new(id, g.advance, 0.0, 0.0, 0.0, text, None)
                })
                .collect();
            let (start, size) = if upright {
                (Point::from_xy(a * run.x + e, d * run.y + f), run.size * a)
            } else {
                (Point::from_xy(run.x, run.y), run.size)
            };
            surface.draw_glyphs(start, &glyphs, font, &run.text, size, false);
        }
        if !upright {
            surface.pop();
        }
    }
}
