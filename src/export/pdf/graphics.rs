//! Has krilla make fonts, pixel pictures and drawings with effects, each on a page of its own. Drawings come in; the PDF objects,
//! taken from those pages with lopdf, go out. Called by `sheets`; `join` puts the objects into the file.

use std::collections::HashMap;

use krilla::error::KrillaError;
use krilla::geom::Size;
use krilla::image::Image;
use krilla::page::PageSettings;
use krilla::surface::Surface;
use krilla::{Document, SerializeSettings};
use krilla_svg::{SurfaceExt, SvgSettings};
use lopdf::{Object, ObjectId, Stream, dictionary};
use usvg::{ImageKind, Tree};

use super::fonts::{Alphabet, Glyphs};
use super::plan::{DrawnLayer, Plan};

/// Resolution at which filters become pixels; templates should have none.
const FILTER_SCALE: f32 = 4.0;

/// The sheets could not be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetsFault(pub String);

/// What of a drawing krilla makes.
pub enum GraphicsPart<'a> {
    /// All of it: a form.
    Form(&'a Tree),
    /// The picture of pixels in it.
    Picture(&'a usvg::Image),
}

/// What krilla made, as objects of a document.
pub struct Graphics {
    pub document: lopdf::Document,
    pub alphabet: Alphabet,
    /// By the places of their drawings.
    pub forms: HashMap<usize, ObjectId>,
    pub pictures: HashMap<usize, ObjectId>,
}

/// Makes the fonts of all words, and `parts` of drawings. The objects' ids are above `after`.
pub fn make_graphics(
    plan: &Plan<'_>,
    parts: &[(usize, GraphicsPart<'_>)],
    after: u32,
) -> Result<Graphics, SheetsFault> {
    let glyphs = Glyphs::collect(&plan.faces);
    let mut made = Document::new_with(SerializeSettings {
        enable_tagging: false,
        xmp_metadata: false,
        compress_content_streams: false,
        ..SerializeSettings::default()
    });
    page(&mut made, (10.0, 10.0), |surface| {
        glyphs.draw(surface);
        Ok(())
    })?;
    for (place, part) in parts {
        let size = size(&plan.drawings[*place]);
        page(&mut made, size, |surface| draw(surface, part, size))?;
    }
    let bytes = made.finish().map_err(|fault| SheetsFault(words(fault)))?;
    let failed = |e: lopdf::Error| SheetsFault(format!("the PDF cannot be joined: {e}"));
    let mut document = lopdf::Document::load_mem(&bytes).map_err(failed)?;
    document.renumber_objects_with(after + 1);
    let pages: Vec<ObjectId> = document.page_iter().collect();
    let first = pages.first().copied().unwrap_or_default();
    let alphabet = Alphabet::read(&document, first, &glyphs).map_err(failed)?;
    let mut graphics = Graphics {
        document,
        alphabet,
        forms: HashMap::new(),
        pictures: HashMap::new(),
    };
    for ((place, part), page) in parts.iter().zip(pages.iter().skip(1)) {
        match part {
            GraphicsPart::Form(_) => {
                let form = form(&mut graphics.document, *page, &plan.drawings[*place]);
                graphics.forms.insert(*place, form.map_err(failed)?);
            }
            GraphicsPart::Picture(_) => {
                if let Some(picture) = picture(&graphics.document, *page).map_err(failed)? {
                    graphics.pictures.insert(*place, picture);
                }
            }
        }
    }
    Ok(graphics)
}

/// What krilla could not do, for the designer of the template.
fn words(fault: KrillaError) -> String {
    match fault {
        KrillaError::Font(_, why) => format!("a font cannot be embedded: {why}"),
        KrillaError::Image(_, _, why) => format!("a picture cannot be stored: {why}"),
        _ => "a layer cannot be written".into(),
    }
}

/// Width and height of a drawing's form in points.
fn size(drawing: &DrawnLayer<'_>) -> (f32, f32) {
    let [left, bottom, right, top] = drawing.form_box();
    ((right - left) as f32, (top - bottom) as f32)
}

fn page(
    document: &mut Document,
    (width, height): (f32, f32),
    draw: impl FnOnce(&mut Surface<'_>) -> Result<(), SheetsFault>,
) -> Result<(), SheetsFault> {
    let settings = PageSettings::from_wh(width, height);
    let settings = settings.ok_or_else(|| SheetsFault("a face has no size".into()))?;
    let mut page = document.start_page_with(settings);
    let mut surface = page.surface();
    let drawn = draw(&mut surface);
    surface.finish();
    page.finish();
    drawn
}

fn draw(
    surface: &mut Surface<'_>,
    part: &GraphicsPart<'_>,
    size: (f32, f32),
) -> Result<(), SheetsFault> {
    let size = Size::from_wh(size.0, size.1);
    let size = size.ok_or_else(|| SheetsFault("a face has no size".into()))?;
    match part {
        GraphicsPart::Form(tree) => {
            let settings = SvgSettings {
                embed_text: true,
                filter_scale: FILTER_SCALE,
            };
            let drawn = surface.draw_svg(tree, size, settings);
            drawn.ok_or_else(|| SheetsFault("a template cannot be drawn".into()))
        }
        GraphicsPart::Picture(image) => {
            let image = match image.kind() {
                ImageKind::JPEG(data) => Image::from_jpeg(data.clone().into(), false),
                ImageKind::PNG(data) => Image::from_png(data.clone().into(), false),
                ImageKind::GIF(data) => Image::from_gif(data.clone().into(), false),
                ImageKind::WEBP(data) => Image::from_webp(data.clone().into(), false),
                ImageKind::SVG(_) => return Ok(()),
            };
            let image = image.map_err(|e| SheetsFault(format!("a picture cannot be read: {e}")))?;
            surface.draw_image(image, size);
            Ok(())
        }
    }
}

/// Makes a form of a page.
fn form(
    document: &mut lopdf::Document,
    page: ObjectId,
    drawing: &DrawnLayer<'_>,
) -> lopdf::Result<ObjectId> {
    let [left, bottom, right, top] = drawing.form_box();
    let real = |n: f64| Object::Real(n as f32);
    let zero = || Object::Integer(0);
    let mut form = dictionary! {
        "Subtype" => "Form",
        "BBox" => vec![zero(), zero(), real(right - left), real(top - bottom)],
    };
    if left != 0.0 || bottom != 0.0 {
        let one = || Object::Integer(1);
        form.set(
            "Matrix",
            vec![one(), zero(), zero(), one(), real(left), real(bottom)],
        );
    }
    let page = document.get_dictionary(page)?.clone();
    for key in [&b"Resources"[..], b"Group"] {
        if let Ok(value) = page.get(key) {
            form.set(key, value.clone());
        }
    }
    let content = page.get(b"Contents")?.as_reference()?;
    let stream = document.get_object_mut(content)?.as_stream_mut()?;
    if let Ok(filter) = stream.dict.get(b"Filter") {
        form.set("Filter", filter.clone());
    }
    let bytes = std::mem::take(&mut stream.content);
    *stream = Stream::new(form, bytes);
    Ok(content)
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
