//! Checks that a game keeps its rules, generic over the game. A pack and a plan come in through [`Prove`]; reports go
//! out. Called by `cli` and `session` for `deckproof fuzz`, `mutate`, `record` and `replay`.

pub mod axes;
pub mod exhaust;
pub mod failure;
pub mod fuzz;
pub mod information_leak;
pub mod live;
pub mod mutate;
mod paired_chance;
pub mod panics;
mod partition;
pub mod playing;
mod prove;
mod prover;
pub mod record;
pub mod replay;
pub mod scenario;
pub mod shrink;
mod sight;
pub mod threads;
mod uneven_deals;
#[cfg(test)]
mod variants;

#[cfg(test)]
pub mod testing;

pub use prove::Prove;
pub use prover::Prover;
