//! Sheets as PDF. krilla turns layers into graphics, printpdf assembles the pages, lopdf joins the two and mends what is
//! written wrongly. No type of theirs leaves this room.
//!
//! Every different layer is converted and stored once, as a form, and placed as often as it is needed.

mod forms;
mod join;
mod pages;
mod sheets;

pub use forms::FormFault;
pub use sheets::{made_by_us, sheets};

/// Points in a millimetre.
const PT: f64 = 72.0 / 25.4;

/// Says in the file who made it; [`made_by_us`] looks for it.
const PRODUCER: &str = concat!("deckproof ", env!("CARGO_PKG_VERSION"));
