//! Shows what differs between two games in pictures. Two games and their differences come in; pictures for a page go out.

mod marks;
mod page;

pub use page::add_pictures;
