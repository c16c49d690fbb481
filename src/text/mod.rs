//! Words: fonts, markup, measuring, wrapping, fitting. Marked-up text and a font come in, glyphs at their places go out;
//! `template` calls it for every face, `session` for captions. Lengths are millimetres, font sizes points.

mod block;
mod colour_names;
mod commonmark;

mod fit;
mod flow;
mod font_file;
mod font_list;
mod fonts;
mod foreign_markup;
mod glyph_work;
mod language;
mod lines;
mod look;
mod markup;
mod missing;
mod outline;

mod parts;
mod shape;
mod table;
mod typography;

pub use block::{Bar, Glyph, GlyphRun, InlineSymbol, RolePath, TextBlock, TextRole};
pub use colour_names::COLOUR_NAMES;
pub use commonmark::{paragraphs, read_commonmark};
pub use fit::{Overflow, TextFrame, largest_size};
pub use flow::{FlowStyle, TextColumn, flow};
pub use font_list::fonts_schema;
pub use fonts::{FontBook, FontFace, FontId};
pub use language::Language;
pub use look::TextStyle;
pub use markup::{Rich, strip};
pub use missing::{missing_faces, missing_glyphs};
pub use outline::{GlyphOutline, OUTLINE_UNITS};

pub use parts::{PartKind, TextPart, TextTable};
pub use shape::{Align, Extent, Shaped, Style, Typesetter};

/// Millimetres in a point (1/72 inch).
pub const POINT: f32 = 25.4 / 72.0;

/// Smallest size of words on a card, in points.
pub const SMALLEST: f32 = 6.5;
