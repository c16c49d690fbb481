//! The engine, clause by clause.

mod choices;
mod coins;
mod data;
mod flips;
mod knowledge;
mod order;
mod pinned;
mod points;
mod recover;
mod refusals;
mod snitch;
mod teams;
mod ties;
mod turns;
mod walk;
