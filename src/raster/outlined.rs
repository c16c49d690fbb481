//! Writes a face as an SVG without text, for screens that lack its fonts. A drawn face comes in, a document goes out. Called by the
//! studio and by exports for the web.

use std::sync::OnceLock;

use super::bounds::LEEWAY;
use super::reading::{SvgDrawing, options};
use crate::template::{Drawn, outlined_svg};

/// A face with `bleed` millimetres around its trim, every letter of it a path. A drawing that cannot be read keeps its text.
pub fn outlined_face(face: &Drawn, bleed: f64) -> String {
    let fonts = OnceLock::new();
    outlined_svg(face, bleed, &|drawing, view| {
        let fonts = fonts.get_or_init(|| options([face]));
        let tree = SvgDrawing::read(drawing, view, fonts, LEEWAY).ok()?.tree;
        let size = tree.size();
        let (width, height) = (size.width(), size.height());
        let id_prefix = format!("{}-", &crate::template::digest(drawing)[..8]);
        let written = tree.to_string(&usvg::WriteOptions {
            id_prefix: Some(id_prefix),
            indent: usvg::Indent::None,
            ..usvg::WriteOptions::default()
        });
        // The outer element says its size in pixels, which becomes the view.
        let inner = &written[written.find('>')? + 1..];
        Some(format!("<svg viewBox=\"0 0 {width} {height}\">{inner}"))
    })
}
