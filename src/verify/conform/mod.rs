//! The conformance suite: checks that every game must pass, whatever it is about. A game comes in; a [`Conformance`]
//! goes out. Called by `prove`.
//!
//! A state is `Copy`, so that a move on a copy leaves its original alone needs no check.

mod game;
mod moment;
mod report;
mod run;
mod state;
mod step;

pub use report::{Conformance, ConformanceCheck, ConformanceFailure};
pub use run::check_conformance;
