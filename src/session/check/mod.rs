//! What is wrong with a game. A pack comes in, diagnostics and a report go out.

pub mod examining;
pub mod report;
pub mod snapshot;
