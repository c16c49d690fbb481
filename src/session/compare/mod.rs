//! What differs between two games, and what that does.

pub mod edit_games;
pub mod report;
