//! The page at which somebody plays, looks on or referees: a board as they may see it, and the moves that they have. What a seat knows
//! comes in, HTML and JSON go out. Called by [`crate::studio`].

mod page;
mod state;

pub use page::{join_page, table_file, table_page};
pub use state::TableLook;
