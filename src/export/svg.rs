//! Writes one face as an SVG file: vectors, words as text, fonts by name. A drawn face comes in, the text of the file goes out.
//! Called by `deckproof export svg` and `export site`.

use crate::template::{Drawn, face_svg};

/// Written at the start of every file, so that our own files can be recognised.
const MARK: &str = "<!-- made by deckproof -->";

/// The face with `bleed` millimetres around its trim.
pub fn face(face: &Drawn, bleed: f64) -> Vec<u8> {
    format!("{MARK}\n{}", face_svg(face, bleed)).into_bytes()
}

/// The face without bleed, its words as outlines: it looks the same where no font is installed.
pub fn outlined_face(face: &Drawn) -> Vec<u8> {
    format!("{MARK}\n{}", crate::raster::outlined_face(face, 0.0)).into_bytes()
}

/// Whether `bytes` is an SVG that this tool wrote.
pub fn made_by_us(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK.as_bytes())
}
