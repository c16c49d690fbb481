//! What the play of any game is described by: seats, chance, events, outcomes, and the laws that a game declares about itself.
//!
//! Events go to a [`Log`], which costs nothing when it does not listen. [`crate::script`] holds the rules themselves.

mod bits;
mod branches;
pub mod captions;
mod chance;
mod event;
mod laws;
mod names;
mod notation;
mod outcome;
mod rng;
mod seed;
mod variant;

pub use bits::{Bits, Ranks, select};
pub use branches::Branches;
pub use chance::{Among, Chance, PICKS, PILES, Pile, ROLLS, ScriptedChance, SeededChance};
pub use event::{
    CardId, CardShift, Counter, Event, Facing, FactId, Log, NoListener, Note, Seat, ZoneId,
};
pub use laws::{Breach, LawKind, Property, Shown, Tally};
pub use names::Names;
pub use notation::{Misfit, Unread, Viewer};
pub use outcome::{Aim, MoveFeatures, Outcome, Refusal, Score, ScorePart};
pub use rng::Rng;
pub use seed::{SEALED, Seed};
pub use variant::{Axis, Variant};
