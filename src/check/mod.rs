//! Every check of data: finds what is wrong with a game that can be read, whatever it looks like. One check a file; the list is
//! `CHECKS`.
//!
//! A pack and the diagnostics so far come in; new diagnostics go out. `session` calls it for the command `check`, and `verify`
//! for games with one value edited. Errors that prevent reading a pack are reported by [`crate::cards`]; errors that only show
//! on a drawn face by [`crate::lint`].

mod citations;
mod components;
mod edited;
mod free_of_nothing;
mod game_data;
mod list;
mod rulings;
mod shared_names;
#[cfg(test)]
mod testing;
mod unknown_clause;
mod unused_declarations;
mod unused_files;
mod unused_rows;

pub use citations::{citable, cited_as, unknown_citation};
pub use edited::{check_again, read_edited};
pub use game_data::GameData;
pub use list::{Stage, check_data, read_game};
