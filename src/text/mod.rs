//! Words: fonts, markup, measuring, wrapping, fitting. Lengths are millimetres, font sizes points.

mod fit;
mod flow;
mod fonts;
mod markup;
mod shape;

pub use fit::{Frame, Overflow, STEP, fits, largest_size};
pub use flow::{Column, Part, PartKind, flow, parts};
pub use fonts::{FontBook, FontFace, FontId, fonts_schema};
pub use markup::{MarkupFault, Rich, strip};
pub use shape::{Align, Block, Extent, Glyph, InlineSymbol, Run, Shaped, Style, Typesetter};

/// Millimetres in a point (1/72 inch).
pub const POINT: f32 = 25.4 / 72.0;

/// Smallest size of words on a card, in points.
pub const SMALLEST: f32 = 6.5;
