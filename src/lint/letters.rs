//! Collects the words of a face, from the card and from the template, each with the area it takes. A face comes in, words go out.

use std::cell::OnceCell;

use kurbo::Rect;

use super::bounds::{corners, mapped};
use super::scene::SeenFace;
use super::trace::{BOLD, Lettering, TraceKind};
use crate::source::Span;
use crate::template::{Affine, FaceOrigin, Layer, Passage};
use crate::text::{GlyphRun, POINT};

/// Height of capitals, and how far signs of a line may reach above and below the baseline, in em.
pub const CAPITALS: f32 = 0.7;
const ABOVE: f32 = 1.0;
const BELOW: f32 = 0.35;

/// Words on a face.
pub struct Letters<'a> {
    /// The element of the template.
    pub element: Span,
    /// Where the card's words come from; `None` for words of the template.
    pub origin: Option<FaceOrigin>,
    pub look: Lettering,
    /// About where they are, in their own space: from the baseline to the height of capitals.
    pub body: Rect,
    /// From their own space to the face's millimetres.
    pub map: Affine,
    /// Their layer; `None` for words of the template.
    pub layer: Option<usize>,
    /// What they are drawn from; `None` for words of the template.
    run: Option<&'a GlyphRun>,
    /// A rectangle around each contour of the letters, in their own space, once it was asked for.
    contours: OnceCell<Vec<Rect>>,
}

/// A rectangle that may be turned, on the face.
pub type Corners = [(f64, f64); 4];

impl Letters<'_> {
    /// A rectangle that the words surely stay in, in their own space.
    pub fn room(&self) -> Rect {
        self.run.map_or(self.body, |run| around(run, ABOVE, BELOW))
    }

    /// An upright rectangle around [`Letters::room`], on the face.
    pub fn place(&self) -> Rect {
        mapped(self.room(), self.map)
    }

    /// Where the letters really are, in their own space.
    pub fn outlines(&self, face: SeenFace<'_>) -> Rect {
        self.contours(face).iter().copied().reduce(|a, b| a.union(b)).unwrap_or(self.body)
    }

    /// A rectangle around each contour of the letters, in their own space.
    pub fn contours(&self, face: SeenFace<'_>) -> &[Rect] {
        self.contours.get_or_init(|| {
            face.contours(Passage {
                map: Affine::IDENTITY,
                colour: self.look.colour,
                runs: self.run.into_iter().cloned().collect(),
                origin: None,
            })
        })
    }

    /// The same on the face.
    pub fn quads(&self, face: SeenFace<'_>) -> Vec<Corners> {
        self.contours(face).iter().map(|contour| self.quad(*contour)).collect()
    }

    /// A rectangle of their own space on the face.
    pub fn quad(&self, rect: Rect) -> Corners {
        corners(rect).map(|(x, y)| self.map.apply(x, y))
    }
}

/// All words of a face.
pub fn letters(face: SeenFace<'_>) -> Vec<Letters<'_>> {
    let fixed = face.things().filter_map(|thing| match &thing.kind {
        TraceKind::Words { look, local, map, contours } => Some(Letters {
            element: thing.at?,
            origin: None,
            look: look.clone(),
            body: *local,
            map: *map,
            layer: None,
            run: None,
            contours: contours.clone().into(),
        }),
        _ => None,
    });
    let mut letters: Vec<Letters<'_>> = fixed.collect();
    let drawn = face.of.drawn;
    for (at, layer) in drawn.layers.iter().enumerate() {
        let Layer::Words(passages) = layer else { continue };
        for Passage { map, colour, runs, origin } in passages {
            let runs = runs.iter().filter(|run| !run.text.trim().is_empty());
            letters.extend(runs.filter_map(|run| {
                Some(Letters {
                    element: (*origin)?.element,
                    origin: *origin,
                    look: Lettering {
                        words: run.text.trim().to_owned(),
                        size: f64::from(run.size) * map.growth() / f64::from(POINT),
                        bold: drawn.fonts.face(run.font).weight >= BOLD,
                        colour: *colour,
                        opacity: 1.0,
                    },
                    body: around(run, CAPITALS, 0.0),
                    map: *map,
                    layer: Some(at),
                    run: Some(run),
                    contours: OnceCell::new(),
                })
            }));
        }
    }
    letters
}

/// The run from `above` to `below` its baseline, in em.
fn around(run: &GlyphRun, above: f32, below: f32) -> Rect {
    Rect::new(
        run.x.into(),
        (run.y - above * run.size).into(),
        (run.x + run.width - run.spacing).into(),
        (run.y + below * run.size).into(),
    )
}
