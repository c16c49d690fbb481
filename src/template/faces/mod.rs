//! From a template and a card's fields to a drawn face, and from that to SVG.

pub mod draw;
pub mod drawn;
pub mod stock;
pub mod svg;
