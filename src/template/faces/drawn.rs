//! The result of drawing a face: a stack of layers in millimetres. `draw` makes it; exporters, lints and comparisons read it.

use std::fmt::Write;
use std::sync::Arc;

use super::super::affine::Affine;
use super::super::colour::Colour;
use super::super::picture::Picture;
use crate::source::Span;
use crate::text::{Bar, FontBook};
pub use crate::text::{GlyphRun, RolePath, TextRole};

/// How far beyond the trim a face is drawn at most, in millimetres.
pub const BLEED: f64 = 4.0;

/// Shapes of a template, filled: they may cover the trim and [`BLEED`] around it.
#[derive(Debug, PartialEq, Eq)]
pub struct Shapes {
    /// Elements and the definitions that they refer to, without the root.
    pub body: String,
}

impl Shapes {
    /// Rules and bars of a text.
    pub fn of_bars(bars: &[Bar], map: Affine, colour: Colour) -> Self {
        let (map, colour) = (map.to_svg(), colour.hex());
        let mut body = format!("<g transform=\"{map}\" fill=\"{colour}\">");
        for bar in bars {
            let _ = write!(
                body,
                "<rect x=\"{:.3}\" y=\"{:.3}\" width=\"{:.3}\" height=\"{:.3}\"/>",
                bar.x, bar.y, bar.width, bar.height
            );
        }
        body.push_str("</g>");
        Shapes { body }
    }
}

/// Where something on a face comes from, for diagnostics; it does not change what is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FaceOrigin {
    /// The element of the template.
    pub element: Span,
    /// The value of the card that it shows, if it shows one.
    pub value: Option<Span>,
    /// The value that gives its colour, if one does.
    pub colour: Option<Span>,
}

/// Words of one colour under one map.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    pub map: Affine,
    pub colour: Colour,
    pub runs: Vec<GlyphRun>,
    /// `None` for words outside the cards.
    pub origin: Option<FaceOrigin>,
}

/// A box on a face by its corners, in order, in millimetres: a rectangle, or what turning or skewing makes of one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quad(pub [(f64, f64); 4]);

impl Quad {
    /// The rectangle from (`x`, `y`) of the space of `map`.
    pub fn of_box(map: Affine, (x, y): (f64, f64), (width, height): (f64, f64)) -> Self {
        let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
        Quad(corners.map(|(right, down)| map.apply(x + right, y + down)))
    }

    /// The smallest upright rectangle around it: left, top, right, bottom.
    pub fn extent(&self) -> [f64; 4] {
        let (x, y) = (self.0.map(|p| p.0), self.0.map(|p| p.1));
        let least = |n: [f64; 4]| n.into_iter().fold(f64::INFINITY, f64::min);
        let most = |n: [f64; 4]| n.into_iter().fold(f64::NEG_INFINITY, f64::max);
        [least(x), least(y), most(x), most(y)]
    }
}

/// What clips a picture, fades it or rounds its corners.
#[derive(Debug)]
pub struct PictureFrame {
    /// Elements in millimetres, with a mark where the picture lies.
    pub around: Arc<Shapes>,
    /// From the picture's own units to the space of the mark.
    pub map: Affine,
    /// What is seen of that space: x, y, width and height.
    pub cut: Option<[f64; 4]>,
}

/// A layer of a face, bottom first. Layers that share an `Arc` are the same.
#[derive(Debug, Clone)]
pub enum Layer {
    Shapes(Arc<Shapes>),
    /// A symbol or a picture: `map` takes its own units to the face's millimetres, `clip` is the box of the face outside
    /// which nothing of it is seen.
    Picture {
        picture: Arc<Picture>,
        map: Affine,
        clip: Option<Quad>,
        frame: Option<Arc<PictureFrame>>,
        origin: FaceOrigin,
    },
    Words(Vec<Passage>),
}

/// A drawn face; (0, 0) is the top left corner of the trim.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// Trim in millimetres.
    pub width: f64,
    pub height: f64,
    pub layers: Vec<Layer>,
    pub fonts: Arc<FontBook>,
}
