//! The page of a game for any web host: its cards, its rules as they are printed, and a game to step through. A pack and the
//! addresses of pictures come in, the bytes of a page go out.

mod page;

pub use page::site_page;
