//! A face as an SVG file of its own: vectors, words as text, fonts named. Called by `export svg`.

use crate::template::{Drawn, face_svg};

/// Stands at the start of every file, so that it can be known again.
const MARK: &str = "<!-- made by deckproof -->";

/// The face with `bleed` millimetres around its trim.
pub fn face(face: &Drawn, bleed: f64) -> Vec<u8> {
    format!("{MARK}\n{}", face_svg(face, bleed)).into_bytes()
}

/// Whether `bytes` is an SVG that this tool wrote.
pub fn made_by_us(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK.as_bytes())
}
