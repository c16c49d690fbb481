//! Collects the words of a face, from the card and from the template, each with the area it takes. A face comes in, words go out.
//! Called by the checks of contrast, overlap and safe area.

use super::bounds::Bounds;
use super::scene::{Scene, SeenFace};
use super::trace::{BOLD, Lettering, TraceKind};
use crate::source::Span;
use crate::template::{Affine, Drawn, FaceOrigin, Layer, Passage};
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
    pub body: Bounds,
    /// From their own space to the face's millimetres.
    pub map: Affine,
    /// Their layer; `None` for words of the template.
    pub layer: Option<usize>,
    shown: Shown<'a>,
}

/// What letters are drawn from.
#[derive(Clone, Copy)]
enum Shown<'a> {
    /// Words of the template: the contours of their letters.
    Fixed(&'a [Bounds]),
    Run(&'a GlyphRun),
}

impl Letters<'_> {
    /// A rectangle that the words surely stay in, in their own space.
    pub fn room(&self) -> Bounds {
        match self.shown {
            Shown::Fixed(_) => self.body,
            Shown::Run(run) => around(run, ABOVE, BELOW),
        }
    }

    /// An upright rectangle around [`Letters::room`], on the face.
    pub fn place(&self) -> Bounds {
        self.room().mapped(self.map)
    }

    /// Where the letters really are, in their own space.
    pub fn outlines(&self, scene: &Scene<'_>, face: &Drawn) -> Bounds {
        self.contours(scene, face).into_iter().reduce(Bounds::or).unwrap_or(self.body)
    }

    /// A rectangle around each contour of the letters, in their own space.
    pub fn contours(&self, scene: &Scene<'_>, face: &Drawn) -> Vec<Bounds> {
        let run = match self.shown {
            Shown::Fixed(contours) => return contours.to_vec(),
            Shown::Run(run) => run,
        };
        let alone = Passage {
            map: Affine::IDENTITY,
            colour: self.look.colour,
            runs: vec![run.clone()],
            origin: None,
        };
        let only = Drawn { layers: vec![Layer::Words(vec![alone])], ..face.clone() };
        scene.contours(&only)
    }
}

/// All words of a face.
pub fn letters<'a>(scene: &'a Scene<'_>, face: &'a SeenFace<'_>) -> Vec<Letters<'a>> {
    let fixed = scene.things(face).filter_map(|thing| match &thing.kind {
        TraceKind::Words { look, local, map, contours } => Some(Letters {
            element: thing.at?,
            origin: None,
            look: look.clone(),
            body: *local,
            map: *map,
            layer: None,
            shown: Shown::Fixed(contours),
        }),
        _ => None,
    });
    let set = face
        .drawn
        .layers
        .iter()
        .enumerate()
        .flat_map(|(at, layer)| {
            let passages = match layer {
                Layer::Words(passages) => &passages[..],
                _ => &[],
            };
            passages.iter().map(move |passage| (at, passage))
        })
        .flat_map(|(at, passage)| {
            passage
                .runs
                .iter()
                .filter(|r| !r.text.trim().is_empty())
                .filter_map(move |run| letters_of(face.drawn, at, passage, run))
        });
    fixed.chain(set).collect()
}

fn letters_of<'a>(
    face: &Drawn,
    layer: usize,
    passage: &Passage,
    run: &'a GlyphRun,
) -> Option<Letters<'a>> {
    let origin = passage.origin?;
    Some(Letters {
        element: origin.element,
        origin: Some(origin),
        look: Lettering {
            words: run.text.trim().to_owned(),
            size: f64::from(run.size) * passage.map.growth() / f64::from(POINT),
            bold: face.fonts.face(run.font).weight >= BOLD,
            colour: passage.colour,
            opacity: 1.0,
        },
        body: around(run, CAPITALS, 0.0),
        map: passage.map,
        layer: Some(layer),
        shown: Shown::Run(run),
    })
}

/// The run from `above` to `below` its baseline, in em.
fn around(run: &GlyphRun, above: f32, below: f32) -> Bounds {
    Bounds::new(
        run.x.into(),
        (run.y - above * run.size).into(),
        (run.x + run.width - run.spacing).into(),
        (run.y + below * run.size).into(),
    )
}
