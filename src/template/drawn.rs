//! A drawn face: what the exporters get of a card.

use std::sync::Arc;

use super::affine::Affine;
use super::picture::Picture;
use crate::text::{FontBook, Run};

/// How far beyond the trim a face is drawn at most, in millimetres.
pub const BLEED: f64 = 4.0;

/// A colour of the screen (sRGB).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Colour {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

impl Colour {
    pub const BLACK: Colour = Colour {
        red: 0,
        green: 0,
        blue: 0,
    };

    /// Reads a colour as SVG writes it; `None` for what is no opaque colour.
    pub fn parse(text: &str) -> Option<Self> {
        let colour: svgtypes::Color = text.trim().parse().ok()?;
        (colour.alpha == 255).then_some(Colour {
            red: colour.red,
            green: colour.green,
            blue: colour.blue,
        })
    }

    /// The grey of the same lightness (ITU-R BT.709 luma).
    #[must_use]
    pub fn grey(self) -> Self {
        let luma = 0.2126 * f64::from(self.red)
            + 0.7152 * f64::from(self.green)
            + 0.0722 * f64::from(self.blue);
        let grey = luma.round().clamp(0.0, 255.0) as u8;
        Colour {
            red: grey,
            green: grey,
            blue: grey,
        }
    }

    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

/// Shapes that were read from a template, as a finished SVG document over the trim and [`BLEED`] around it.
#[derive(Debug, PartialEq, Eq)]
pub struct Shapes {
    /// Elements and the definitions that they refer to, without the root.
    pub body: String,
}

/// Words of one colour under one map.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    pub map: Affine,
    pub colour: Colour,
    pub runs: Vec<Run>,
}

/// A layer of a face, bottom first. Layers that share an `Arc` are the same.
#[derive(Debug, Clone)]
pub enum Layer {
    Shapes(Arc<Shapes>),
    /// A symbol or a picture: `map` takes its own units to the face's millimetres, `clip` is a rectangle
    /// (x, y, width, height) in millimetres of the map `clip_map`.
    Picture {
        picture: Arc<Picture>,
        map: Affine,
        clip: Option<[f64; 4]>,
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
