//! Words: fonts, markup, measuring, wrapping, fitting. Lengths are millimetres, font sizes points.

mod block;
mod colour_names;
mod commonmark;
mod faces;
mod fit;
mod flow;
mod font_file;
mod font_list;
mod fonts;
mod foreign_markup;
mod language;
mod lines;
mod look;
mod markup;
mod missing;
mod paragraphs;
mod parts;
mod shape;
mod table;
mod typography;

pub use block::{Bar, Block, Glyph, InlineSymbol, Run};
pub use colour_names::COLOUR_NAMES;
pub use commonmark::{PlacedFault, parts};
pub use faces::{MissingFace, missing_faces};
pub use fit::{Frame, Overflow, STEP, fits, largest_size};
pub use flow::{Column, FlowStyle, flow};
pub use font_list::fonts_schema;
pub use fonts::{FontBook, FontFace, FontId};
pub use language::Language;
pub use look::Look;
pub use markup::{MarkupFault, Rich, strip};
pub use missing::missing_glyphs;
pub use paragraphs::paragraphs;
pub use parts::{Part, PartKind, Table};
pub use shape::{Align, Extent, Shaped, Style, Typesetter};

/// Millimetres in a point (1/72 inch).
pub const POINT: f32 = 25.4 / 72.0;

/// Smallest size of words on a card, in points.
pub const SMALLEST: f32 = 6.5;
