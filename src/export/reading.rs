//! How usvg reads faces: with their own fonts and no others, so that the bytes are the same on every machine.

use std::sync::Arc;

use crate::template::Drawn;

/// Options with the fonts of `faces`; pictures come only from the document itself.
pub fn options<'a>(faces: impl IntoIterator<Item = &'a Drawn>) -> usvg::Options<'static> {
    let mut options = usvg::Options::default();
    let database = options.fontdb_mut();
    let mut seen: Vec<*const u8> = Vec::new();
    for font in faces.into_iter().flat_map(|face| face.fonts.faces()) {
        if !seen.contains(&font.data.as_ptr()) {
            seen.push(font.data.as_ptr());
            let data: Arc<dyn AsRef<[u8]> + Send + Sync> = font.data.clone();
            database.load_font_source(usvg::fontdb::Source::Binary(data));
        }
    }
    // A template is a stranger's file: what it names outside itself is not read.
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    options
}
