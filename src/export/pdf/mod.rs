//! Sheets as PDF. Faces, marks and pages are written as operators; krilla makes fonts, pictures of pixels and effects,
//! printpdf the list of pages and the layer of marks, lopdf joins all and puts right what is written wrongly. No type of
//! theirs leaves this room.
//!
//! What is used once is written where it stands, what is used more often is stored once, as a form.

mod content;
mod file;
mod fonts;
mod graphics;
mod join;
mod pages;
mod plan;
mod reading;
mod shapes;
mod sheets;
mod words;

pub use graphics::Fault;
pub use reading::{ReadPage, read_pages};
pub use sheets::{made_by_us, sheets};

/// Points in a millimetre.
const PT: f64 = 72.0 / 25.4;

/// Says in the file who made it; [`made_by_us`] looks for it.
const PRODUCER: &str = concat!("deckproof ", env!("CARGO_PKG_VERSION"));
