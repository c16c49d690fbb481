//! Checks of how a game looks: what a good eye would find before the printer does. A game that reads and draws well comes in,
//! diagnostics go out; `session` runs them for `check` and `print`. One check a file; the list is [`CHECKS`].

mod bounds;
mod colours_meet;
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
mod rulings;
mod sight;
mod tally;
#[cfg(test)]
mod testing;
mod trace;
mod unknown_clause;
mod unpaintable;
mod unsafe_line;
mod unsafe_picture;
mod unsafe_words;
mod unused_files;
mod vision;
mod zone;

pub use list::{CHECKS, Check, look, look_for_unpaintable};
pub use proof::{Asks, DeckProof, Proof};
pub use sight::Sight;
