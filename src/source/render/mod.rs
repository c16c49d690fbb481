//! Diagnostics as people and machines read them: one format a file. `cli` calls them when a command ends.

mod github;
mod human;
mod sarif;
mod uri;

pub use github::github;
pub use human::render;
pub use sarif::sarif;
