//! From a template and a card's fields to a drawn face, and from that to SVG. `press` draws with it; exporters write the SVG.

pub mod draw;
pub mod drawn;
pub mod resources;
pub mod svg;
