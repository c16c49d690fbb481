//! Checks of any game's rows, whatever they do in play: one check a file; the list is [`CHECKS`].

mod components;
mod list;
mod names;
mod regions;
mod shares;
#[cfg(test)]
mod trying;
mod unused_rows;

pub use list::{CHECKS, Check, Data, check};
