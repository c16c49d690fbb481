//! What a game is: seats, moves, chance, events, outcomes, and the laws that a game declares about itself.
//!
//! A game implements the required methods of [`Game`], [`Notation`] and [`Laws`]; playouts and everything in `verify`
//! are generic over these traits. `script` implements them. State is plain data; events go to a [`Log`], which costs
//! nothing when it does not listen.

mod bits;
mod branches;
pub mod captions;
mod chance;
mod event;
mod game;
mod interned;
mod laws;
mod names;
mod notation;
mod rng;
mod seed;
mod variant;

pub use bits::{Bits, Ranks, select};
pub use branches::Branches;
pub use chance::{Among, Chance, PICKS, PILES, Pile, ROLLS, ScriptedChance, SeededChance};
pub use event::{CardId, Counter, Event, Facing, FactId, Log, NoListener, Note, Seat, ZoneId};
pub use game::{Aim, Game, Legal, MoveFeatures, Outcome, Refusal, Score, ScorePart};
pub use interned::interned;
pub use laws::{Breach, Decision, LawKind, Laws, Property, Shown, TableChange, Tally};
pub use names::Names;
pub use notation::{Misfit, Notation, Staged, Unread, Viewer};
pub use rng::Rng;
pub use seed::{SEALED, Seed};
pub use variant::{Axis, Variant};
