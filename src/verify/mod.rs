//! Checks that a game keeps its rules. A pack and a plan come in; reports go out.

pub mod axes;
pub mod exhaust;
pub mod fuzz;
pub mod information_leak;
pub mod live;
pub mod mutate;
mod paired_chance;
pub mod panics;
pub mod playing;
pub mod record;
pub mod replay;
pub mod scenario;
pub mod shrink;
mod sight;
pub mod threads;
pub mod uneven_deals;
#[cfg(test)]
mod variants_tests;

#[cfg(test)]
pub mod testing;
