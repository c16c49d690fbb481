//! Turns drawings from other programs into the plain SVG that the rest of the room reads: no document type, style sheets or
//! namespace prefixes, one `<text>` per line, millimetres. Bytes come in, plain SVG goes out. Called by the compiler and by
//! `picture`.

mod classes;
mod clips;
mod declarations;
mod definitions;
mod document_type;
mod elements;
mod labels;
mod limits;
mod names;
mod read;
mod root;
mod sheet;
mod transforms;

pub use declarations::{decimal as written, pairs as declarations};
pub use elements::SAMPLED;

pub use names::named_attributes;
pub use read::{DrawingPurpose, PlainDrawing, check_limits, plain_svg};
pub use root::viewport;
