//! Pages for a browser: one self-contained file each, which works offline.
//!
//! A replay, or two games side by side, comes in; the bytes of a page go out. Called by the
//! commands `replay` and `diff`. All pages share one frame ([`html_page`]).

mod cut;
mod diff;
mod html;
mod lab;
mod replay;
mod site;
pub mod studio;
pub mod table;

pub use cut::cut_style;
pub use diff::diff_page;
pub use html::{HtmlPage, html_page, is_our_page};
pub use lab::{lab_page, sweep_page};
pub use replay::replay_page;
pub use site::{SiteCard, SiteDeck, site_page};
