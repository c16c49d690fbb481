//! Draws a face from a template and a card's fields, and writes it as SVG. `renderer` draws with it; exporters write the SVG.

pub mod draw;
pub mod drawn;
pub mod resources;
pub mod svg;
