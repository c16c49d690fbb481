//! What a game is: seats, moves, chance, what changes, outcomes, and the laws that a game states of itself.
//!
//! A game brings the required methods of [`Game`], [`Notation`] and [`Laws`]; play, playouts and everything in
//! `verify` follow. State is plain data, chance is asked for by name, and what happens is told to a [`Log`] that costs
//! nothing when nobody listens.

mod bits;
pub mod captions;
mod chance;
mod event;
mod game;
mod interned;
mod laws;
mod names;
mod notation;
mod rng;
mod variant;

pub use bits::{Bits, Ranks, select};
pub use chance::{Among, Chance, Pile, ScriptedChance, SeededChance};
pub use event::{CardId, Counter, Event, Facing, Log, NoListener, Note, Seat, ZoneId};
pub use game::{Game, Legal, MoveFeatures, Outcome, Refusal, Score, ScorePart};
pub use interned::interned;
pub use laws::{Breach, LawKind, Laws, Property, Tally};
pub use names::Names;
pub use notation::{Misfit, Notation, Staged, Unread};
pub use rng::Rng;
pub use variant::{Axis, Variant};
