//! Has krilla make fonts and pixel pictures, each picture on a page of its own. Glyphs and files come in; the PDF objects, taken from
//! those pages with lopdf, go out. Called by `sheets`; `join` puts the objects into the file.

use std::collections::HashMap;

use krilla::error::KrillaError;
use krilla::geom::Size;
use krilla::image::Image;
use krilla::surface::Surface;
use krilla::{Document, SerializeSettings};
use lopdf::ObjectId;

use super::content::Resource;
use super::drawing::{PictureSource, Written};
use super::fonts::{Alphabet, Glyphs};
use crate::raster::PaintFault;

impl From<lopdf::Error> for PaintFault {
    fn from(fault: lopdf::Error) -> PaintFault {
        PaintFault(format!("the PDF cannot be joined: {fault}"))
    }
}

/// What krilla made, as objects of a document.
pub struct Graphics {
    pub document: lopdf::Document,
    pub alphabet: Alphabet,
    /// By the names that streams have for them.
    pub pictures: HashMap<Resource, ObjectId>,
}

/// Makes the fonts of `glyphs`, and the pictures of pixels that the drawings show. The objects' ids are above `after`.
pub fn make_graphics(
    glyphs: &Glyphs,
    drawings: &mut [Written],
    after: u32,
) -> Result<Graphics, PaintFault> {
    let mut made = Document::new_with(SerializeSettings {
        enable_tagging: false,
        xmp_metadata: false,
        compress_content_streams: false,
        ..SerializeSettings::default()
    });
    page(&mut made, |surface| {
        glyphs.draw(surface);
        Ok(())
    })?;
    let mut names = Vec::new();
    for (place, drawing) in drawings.iter_mut().enumerate() {
        for (number, source) in drawing.pictures.drain(..).enumerate() {
            page(&mut made, |surface| draw_picture(surface, source))?;
            names.push(Resource::Picture(place, number));
        }
    }
    let bytes = made.finish().map_err(|fault| PaintFault(words(fault)))?;
    let mut document = lopdf::Document::load_mem(&bytes)?;
    document.renumber_objects_with(after + 1);
    let pages: Vec<ObjectId> = document.page_iter().collect();
    let first = pages.first().copied().unwrap_or_default();
    let alphabet = Alphabet::read(&mut document, first, glyphs)?;
    let mut pictures = HashMap::new();
    for (name, page) in names.into_iter().zip(pages.iter().skip(1)) {
        if let Some(picture) = picture(&document, *page)? {
            pictures.insert(name, picture);
        }
    }
    Ok(Graphics { document, alphabet, pictures })
}

/// What krilla could not do, for the designer of the template.
fn words(fault: KrillaError) -> String {
    match fault {
        KrillaError::Font(_, why) => format!("a font cannot be embedded: {why}"),
        KrillaError::Image(_, _, why) => format!("a picture cannot be stored: {why}"),
        _ => "a layer cannot be written".into(),
    }
}

fn page(
    document: &mut Document,
    draw: impl FnOnce(&mut Surface<'_>) -> Result<(), PaintFault>,
) -> Result<(), PaintFault> {
    let mut page = document.start_page();
    let mut surface = page.surface();
    let drawn = draw(&mut surface);
    surface.finish();
    page.finish();
    drawn
}

fn draw_picture(surface: &mut Surface<'_>, source: PictureSource) -> Result<(), PaintFault> {
    let image = match source {
        PictureSource::File(bytes, smooth) => {
            let read = match bytes[..] {
                [0xff, 0xd8, ..] => Image::from_jpeg,
                [b'G', b'I', b'F', ..] => Image::from_gif,
                [b'R', b'I', b'F', b'F', ..] => Image::from_webp,
                _ => Image::from_png,
            };
            read(bytes.into(), smooth)
        }
        PictureSource::Pixels(pixels, width, height) => {
            Ok(Image::from_rgba8(pixels, width, height))
        }
    };
    let image = image.map_err(|e| PaintFault(format!("a picture cannot be read: {e}")))?;
    // Of any size: nobody sees these pages.
    if let Some(size) = Size::from_wh(1.0, 1.0) {
        surface.draw_image(image, size);
    }
    Ok(())
}

/// The picture that a page shows.
fn picture(document: &lopdf::Document, page: ObjectId) -> lopdf::Result<Option<ObjectId>> {
    let page = document.get_dictionary(page)?;
    let resources = page.get_deref(b"Resources", document)?.as_dict()?;
    let Ok(pictures) = resources.get_deref(b"XObject", document) else {
        return Ok(None);
    };
    let mut ids = pictures.as_dict()?.iter().map(|(_, id)| id.as_reference());
    ids.next().transpose()
}
