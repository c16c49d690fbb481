//! Has krilla make fonts and pixel pictures, each picture on a page of its own. Glyphs and files come in; the PDF objects, taken from
//! those pages with lopdf, go out. Called by `sheets`; `join` puts the objects into the file.

use std::collections::HashMap;

use krilla::error::KrillaError;
use krilla::geom::Size;
use krilla::image::Image;
use krilla::page::PageSettings;
use krilla::surface::Surface;
use krilla::{Data, Document, SerializeSettings};
use lopdf::ObjectId;

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
    /// By the place of the drawing, and by the number of the picture there.
    pub pictures: HashMap<(usize, usize), ObjectId>,
}

/// Makes the fonts of `glyphs`, and the pictures of pixels that the drawings show. The objects' ids are above `after`.
pub fn make_graphics(
    glyphs: &Glyphs,
    drawings: &mut [Written<'_>],
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
            names.push((place, number));
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

/// The side of the pages that krilla makes, in points; nobody sees them.
const SIDE: f32 = 10.0;

fn no_size() -> PaintFault {
    PaintFault("a page has no size".into())
}

fn page(
    document: &mut Document,
    draw: impl FnOnce(&mut Surface<'_>) -> Result<(), PaintFault>,
) -> Result<(), PaintFault> {
    let settings = PageSettings::from_wh(SIDE, SIDE);
    let settings = settings.ok_or_else(no_size)?;
    let mut page = document.start_page_with(settings);
    let mut surface = page.surface();
    let drawn = draw(&mut surface);
    surface.finish();
    page.finish();
    drawn
}

fn draw_picture(surface: &mut Surface<'_>, source: PictureSource<'_>) -> Result<(), PaintFault> {
    let file = |data: Data, head: &[u8], smooth: bool| match head {
        [0xff, 0xd8, ..] => Image::from_jpeg(data, smooth),
        [b'G', b'I', b'F', ..] => Image::from_gif(data, smooth),
        [b'R', b'I', b'F', b'F', ..] => Image::from_webp(data, smooth),
        _ => Image::from_png(data, smooth),
    };
    let image = match source {
        PictureSource::File(bytes) => file(bytes.to_vec().into(), bytes, true),
        PictureSource::SharedFile(bytes, smooth) => file(bytes.clone().into(), &bytes, smooth),
        PictureSource::Pixels(pixels, width, height) => {
            Ok(Image::from_rgba8(pixels, width, height))
        }
    };
    let image = image.map_err(|e| PaintFault(format!("a picture cannot be read: {e}")))?;
    let size = Size::from_wh(SIDE, SIDE);
    surface.draw_image(image, size.ok_or_else(no_size)?);
    Ok(())
}

/// The picture that a page shows.
fn picture(document: &lopdf::Document, page: ObjectId) -> lopdf::Result<Option<ObjectId>> {
    let resources = document.get_dictionary(page)?.get(b"Resources")?;
    let resources = document.dereference(resources)?.1.as_dict()?;
    let Ok(pictures) = resources.get(b"XObject") else {
        return Ok(None);
    };
    let pictures = document.dereference(pictures)?.1.as_dict()?;
    let mut ids = pictures.iter().map(|(_, id)| id.as_reference());
    ids.next().transpose()
}
