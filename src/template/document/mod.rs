//! Handles an SVG text by itself: parses it, checks what it may contain, and edits it in stages. Text comes in; elements,
//! properties and violations go out. Every other folder of this room reads drawings through it.

pub mod attributes;
pub mod edited;
pub mod elements;
pub mod paint;
pub mod properties;
pub mod render_cost;
pub mod sanitize;
pub mod undrawn;
pub mod xml;
