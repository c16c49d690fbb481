//! Drawings as other programs write them, turned into the plain SVG that the rest of the room reads: no document type, no
//! style sheet, no namespace prefixes, one line of words a `<text>`, millimetres. Nothing in them runs, nothing outside is read.

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

pub use declarations::{decimal as written, pairs as declarations};
pub use elements::SAMPLED;
pub use limits::over_limits;
pub use names::named_attributes;
pub use read::{DrawingPurpose, PlainDrawing, plain_svg};
