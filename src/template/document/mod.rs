//! An SVG text by itself: parsing it, what may not be in it, its elements and properties, and editing it in stages. Every
//! other folder of this room reads drawings through it.

pub mod attributes;
pub mod edited;
pub mod elements;
pub mod paint;
pub mod properties;
pub mod render_cost;
pub mod sanitize;
pub mod undrawn;
pub mod xml;
