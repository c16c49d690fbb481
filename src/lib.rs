//! Prints card games from folders of TOML, and proves that the cards keep the rules.
#![forbid(unsafe_code)]

pub mod cards;
pub mod cli;
pub mod export;
pub mod games;
pub mod registry;
pub mod sheet;
pub mod source;
pub mod template;
pub mod text;
