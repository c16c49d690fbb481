//! Every check of data: what is wrong with a game that can be read, whatever it looks like. One check a file; the list is
//! [`CHECKS`].
//!
//! Comes in: a pack, and what is known to be wrong with it; goes out: what else is. `session` asks for `check` and prints,
//! `verify` for games with one value edited. What a reader cannot make a pack of is a fault of reading, in [`crate::cards`];
//! what only an eye can find on a drawn face is in [`crate::lint`].

mod citations;
mod components;
mod edited;
mod free_of_nothing;
mod game_data;
mod list;
mod regions;
mod rulings;
mod shared_names;
mod shares;
#[cfg(test)]
mod testing;
mod unknown_clause;
mod unused_files;
mod unused_rows;

pub use citations::{citable, cited_as, unknown_citation};
pub use edited::{check_again, read_edited};
pub use game_data::GameData;
pub use list::{CHECKS, DataCheck, Stage, check_data, read_game};
