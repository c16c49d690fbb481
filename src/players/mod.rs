//! Who chooses moves: at random, by looking one move ahead, by searching worlds that the seat cannot tell from the true one. A game, a
//! state and a seat come in, a move goes out. Called by `verify` and `lab`; the studio's program player is one of them.
//!
//! A player that searches never looks at the true table: it asks [`crate::script::Rules::redeal`] for worlds and plays in these. Two
//! states that its seat cannot tell apart give, with the same seed, the same move.

mod greedy;
mod observations;
mod policy;
mod random;
mod reward;
mod search;
mod solver;
mod tree;

pub use greedy::choose_greedily;
pub use policy::{SeatPolicies, SeatPolicy};
pub use random::{Chooser, Players, Swarm, Uniform};
pub use reward::{Rewards, payoffs};
pub use search::{Budget, Position, Searched, Worlds, search_move};
pub use solver::{Solution, Unsolved};
