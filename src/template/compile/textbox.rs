//! The boxes of a template that receive words or pictures. Attributes come in from the compiler; places, sizes and alignment go
//! out, to the drawing of faces.

use crate::cards::{Face, Number, ValueFault};
use crate::source::{Asset, Code, Diagnostic, Span};
use crate::text::{Align, Rich, SMALLEST, Style};

use super::super::affine::Affine;
use super::super::bounds::MOST_NUMBER;
use super::super::fill::{Case, TextPattern};
use super::super::picture::Area;
use super::compiled::Shape;

/// A length in the element's own space, in millimetres, that cards may give.
#[derive(Debug, Clone, PartialEq)]
pub enum Measure {
    Fixed(f64),
    Filled { attribute: &'static str, pattern: TextPattern },
}

impl Measure {
    /// Its value for a card.
    ///
    /// # Errors
    /// A word where a number is wanted.
    pub fn value(&self, face: &Face) -> Result<f64, ValueFault> {
        match self {
            Measure::Fixed(value) => Ok(*value),
            Measure::Filled { attribute, pattern } => filled_number(pattern, attribute, face),
        }
    }

    pub fn pattern(&self) -> Option<&TextPattern> {
        match self {
            Measure::Fixed(_) => None,
            Measure::Filled { pattern, .. } => Some(pattern),
        }
    }
}

/// The number that a card gives an attribute.
///
/// # Errors
/// A word where a number is wanted.
pub fn filled_number(
    pattern: &TextPattern,
    attribute: &str,
    face: &Face,
) -> Result<f64, ValueFault> {
    if let Some(fault) = pattern.fault(face) {
        return Err(fault);
    }
    let text = pattern.fill(face);
    let number = Number::parse(&text).and_then(|n| n.to_string().parse::<f64>().ok());
    number.filter(|n| n.abs() <= MOST_NUMBER).ok_or_else(|| {
        let (field, is_blank) = pattern.blamed(face);
        let message = match &field {
            Some(field) if is_blank => {
                format!("`{field}` is empty, and `{attribute}` wants a number")
            }
            _ => format!("`{attribute}` becomes `{}`, which is no number", text.trim()),
        };
        ValueFault { field, message, help: WRITE_A_NUMBER.into() }
    })
}

pub(super) const WRITE_A_NUMBER: &str =
    "write a number such as 3 or 0.5, or keep this card out with `data-if`";

/// The place and size of a box: x, y, width and height.
#[derive(Debug, Clone, PartialEq)]
pub struct Room(pub [Measure; 4]);

impl Room {
    /// Its rectangle for a card; `None` when it is flat.
    ///
    /// # Errors
    /// A word where a number is wanted, a length below zero.
    pub fn area(&self, face: &Face) -> Result<Option<Area>, ValueFault> {
        let mut numbers = [0.0; 4];
        for (number, measure) in numbers.iter_mut().zip(&self.0) {
            *number = measure.value(face)?;
        }
        let [x, y, width, height] = numbers;
        for (length, measure) in numbers.into_iter().zip(&self.0).skip(2) {
            if length < 0.0 {
                let pattern = measure.pattern();
                return Err(ValueFault {
                    field: pattern.and_then(|p| p.fields().next().map(str::to_owned)),
                    message: format!("a box would be {length} mm long"),
                    help: "a length is 0 or more".into(),
                });
            }
        }
        let flat = self.patterns().next().is_some() && width.min(height) == 0.0;
        Ok((!flat).then_some(Area { x, y, width, height }))
    }

    /// Its rectangle, where no card gives any of it.
    pub fn fixed(&self) -> Area {
        let [x, y, width, height] = self.0.each_ref().map(|measure| match measure {
            Measure::Fixed(number) => *number,
            Measure::Filled { .. } => 0.0,
        });
        Area { x, y, width, height }
    }

    pub fn patterns(&self) -> impl Iterator<Item = &TextPattern> {
        self.0.iter().filter_map(Measure::pattern)
    }
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
    pub room: Room,
    pub map: Affine,
    /// Its size is the largest that is tried.
    pub style: Style,
    pub vertical: Vertical,
    /// Smallest size in points.
    pub smallest: f32,
    pub lines: Option<usize>,
    pub colour: TextPattern,
    pub case: Case,
    /// Whether the words are shown as they are written, stars and braces too.
    pub unmarked: bool,
    pub span: Span,
    /// Family and weight of headings, in a text that flows.
    pub heading: (String, u16),
    /// Its number among the boxes of the template.
    pub index: usize,
}

impl TextBox {
    /// The smallest size in points at which all words of a text can be read, those that are set smaller than the rest as well.
    ///
    /// # Errors
    /// When some are too small even at the largest size.
    pub fn smallest_of(&self, rich: &Rich) -> Result<f32, Diagnostic> {
        let percent = rich.smallest_percent();
        if percent == 100 {
            return Ok(self.smallest);
        }
        let share = f32::from(percent) / 100.0;
        let legible = SMALLEST / self.map.growth().max(1e-6) as f32;
        let smallest = self.smallest.max(legible / share);
        if smallest <= self.style.size + 0.01 {
            return Ok(smallest.min(self.style.size));
        }
        let message = format!(
            "`{}`: words of {percent}% are {:.1} pt at most here, smaller than {SMALLEST} pt",
            self.field,
            self.style.size * share
        );
        let least = (legible / self.style.size * 100.0).ceil();
        let help = format!("write {least}% or more, or give the box a larger data-size");
        Err(Diagnostic::error(Code::SmallWords, message).part(format!("{percent}%")).help(help))
    }
}

/// `<text>` with a placeholder: one line from a point.
#[derive(Debug, Clone)]
pub struct Label {
    pub text: TextPattern,
    pub x: Measure,
    pub y: Measure,
    pub style: Style,
    pub align: Align,
    pub colour: TextPattern,
    pub map: Affine,
    pub span: Span,
}

/// `data-symbol` and `data-art`: a box that receives a picture.
#[derive(Debug, Clone)]
pub struct PictureBox {
    pub asset: Asset,
    pub name: TextPattern,
    pub room: Room,
    pub map: Affine,
    /// Fill the box and cut what stands out; otherwise all of the picture is seen.
    pub slice: bool,
    pub colour: TextPattern,
    /// What clips it, fades it or rounds its corners: elements with [`PICTURE`] where it lies.
    pub frame: Option<Shape>,
    pub span: Span,
}

/// Where the picture goes in its frame. It is a comment, because comments of drawings are removed when they are read.
pub const PICTURE: &str = "<!--picture-->";
