//! Checks drawn faces for faults that would show in print. One check per file; the list is `CHECKS`.
//!
//! A game without errors, with its drawn faces ([`Proof`]), comes in; diagnostics go out. [`crate::check`] finds
//! faults in the data.

mod bounds;
mod colour_vision;
mod colours_meet;
mod covered;
mod edges;
mod forced_smaller;
mod hair_line;
mod letters;
mod list;
mod low_contrast;
mod low_resolution;
mod no_bleed;
mod not_printed;
mod overlapping_words;
mod proof;
mod safe_area;
mod scene;
mod seat_looks;
mod tally;
#[cfg(test)]
mod testing;
mod trace;
mod unpaintable;
mod unsafe_line;
mod unsafe_picture;
mod unsafe_words;

pub use colour_vision::Eyes;
pub use list::{find_faults, look_for_unpaintable};
pub use proof::{DeckProof, PrintDemands, Proof};
