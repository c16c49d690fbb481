//! Compiles `rules.star` and runs it: names, types, and how each statement is carried out.
//!
//! A script comes in as a tree ([`crate::syntax`]), is checked against a game's table, and goes out compiled as [`Entries`],
//! which run on a [`Machine`]. A script cannot wait, read a clock or a file, or run forever: steps, depth and memory are
//! bounded.

mod cards;
mod code;
mod compile;
mod edits;
mod expressions;
mod fault_words;
mod game;
mod given_words;
mod hearing;
mod law_explanation;
mod laws;
mod machine;
mod names;
mod notation;
mod numbers;
mod oddities;
mod operand;
mod operations;
mod past;
mod places;
mod properties;
mod results;
mod rule_faults;
mod rules;
mod statements;
mod telling;
mod turns;
mod verb_calls;
mod verbs;
mod verbs_changing;
mod verbs_offering;
mod verbs_performing;
mod verbs_reading;
mod vocabulary;

pub(crate) use cards::with_width;
pub use cards::{script_axes, width_of};
pub use game::Rules;
pub use machine::TableChange;
pub use properties::VIEWS;
pub use verb_calls::all_verbs;
pub use verbs::{Purpose, Verb};
pub use vocabulary::vocabulary;
