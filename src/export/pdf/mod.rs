//! Sheets as PDF: a job comes in, the bytes of a file go out, for `session`. Faces, marks and pages are written as operators;
//! krilla makes fonts and pictures of pixels, printpdf describes the pages and the layer of marks, lopdf joins everything. None of
//! their types is public here.
//!
//! A layer that is shown once is written in place; one that is shown more often is stored once, as a form. Words are always in place,
//! because what is in a form cannot belong to several cards (ISO 32000-1, 14.7.4.3).

mod content;
mod drawing;
mod drawn_words;
mod file;
mod fonts;
mod gradient;
mod graphics;
mod join;
mod masking;
mod metadata;
mod pages;
mod plan;
mod sheets;
mod structure;
mod words;

pub use sheets::{made_by_us, sheets};

/// Points in a millimetre.
const PT: f64 = 72.0 / 25.4;

/// Says in the file who made it; [`made_by_us`] looks for it.
const PRODUCER: &str = concat!("deckproof ", env!("CARGO_PKG_VERSION"));
