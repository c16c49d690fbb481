//! Checks a deck against its templates before a face is drawn. A deck and its compiled templates come in, diagnostics go out.
//! Called by `renderer`.

pub mod deck;
pub mod once;
pub mod templates;
pub mod unshown;
