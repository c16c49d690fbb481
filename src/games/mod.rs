//! The families of games: what their cards can say, and how they are played. A family knows nothing of another.

pub mod caper;
pub mod hammers;
