//! The elements of a template that receive words or pictures.

use crate::source::{Asset, Span};
use crate::text::{Align, Style};

use super::affine::Affine;
use super::fill::{Case, Pattern};

/// A rectangle in the element's own space, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// Where a short text stands in its box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Vertical {
    #[default]
    Top,
    Middle,
    Bottom,
}

/// `data-fit` and `data-flow`: a box that receives wrapped text.
#[derive(Debug, Clone)]
pub struct TextBox {
    pub field: String,
    pub area: Area,
    pub map: Affine,
    /// Its size is the largest that is tried.
    pub style: Style,
    pub vertical: Vertical,
    /// Smallest size in points.
    pub smallest: f32,
    pub lines: Option<usize>,
    pub colour: Pattern,
    pub case: Case,
    pub span: Span,
    /// Family and weight of headings, in a text that flows.
    pub heading: (String, u16),
    /// Its number among the boxes of the template.
    pub index: usize,
}

/// `<text>` with a placeholder: one line from a point.
#[derive(Debug, Clone)]
pub struct Label {
    pub text: Pattern,
    pub x: f64,
    pub y: f64,
    pub style: Style,
    pub align: Align,
    pub colour: Pattern,
    pub map: Affine,
    pub span: Span,
}

/// `data-symbol` and `data-art`: a box that receives a picture.
#[derive(Debug, Clone)]
pub struct PictureBox {
    pub asset: Asset,
    pub name: Pattern,
    pub area: Area,
    pub map: Affine,
    /// Fill the box and cut what stands out; otherwise all of the picture is seen.
    pub slice: bool,
    pub colour: Pattern,
    pub span: Span,
}
