//! Pages for a browser: one self-contained file each, which works offline.
//!
//! A replay, a catalogue or the studio comes in; the bytes of a page go out. All pages share one frame
//! ([`crate::report::html_page`]).

mod cut;
mod data_address;
mod diff;
mod replay;
mod site;
pub mod studio;
pub mod table;

pub use cut::cut_style;
pub use diff::add_pictures;
pub use replay::replay_page;
pub use site::site_page;
