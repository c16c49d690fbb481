//! What a browser shows: one file each, with nothing to fetch, whole without a network.
//!
//! Comes in: a replay, or two games side by side; goes out: the bytes of a page, or of a picture of what differs. Called by the
//! commands `replay` and `diff`. All pages have one frame ([`html_page`]).

mod diff;
mod html;
mod replay;

pub use diff::{diff_page, diff_sheet};
pub use html::{HtmlPage, html_page, is_our_page};
pub use replay::replay_page;
