//! Makes a PDF, as the entry point of this folder. A job comes in, the bytes of the file go out. `session` calls it for `print`
//! and for shops.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::content::{Content, ContentWriter, Resource};
use super::drawing::{Written, write_drawing, write_picture};
use super::fonts::{Alphabet, Glyphs};
use super::graphics;
use super::join::{Form, WrittenStream, mark};
use super::plan::{DrawnLayer, FaceLayer, Plan, PlannedFace};
use super::{join, pages, words};
use crate::export::Job;
use crate::raster::{LEEWAY, PaintFault, SvgDrawing, options};
use crate::template::{Affine, Layer, Pictures, layer_drawing};

/// Operators of so many bytes are written where they are needed, however often that is: a form would be longer.
const SMALL: usize = 64;

/// The sheets as a PDF file: the same bytes for the same job. `progress` is told how many of how many faces and pages are
/// written.
///
/// # Errors
/// A layer that cannot be drawn, in words for the designer of the template.
pub fn sheets(job: &Job, progress: &(dyn Fn(usize, usize) + Sync)) -> Result<Vec<u8>, PaintFault> {
    let plan = Plan::new(job);
    let assembled = pages::assemble(job);
    let options = options(job.faces.iter().map(AsRef::as_ref));
    let write = |place: usize, alphabet: Option<&Alphabet>| {
        write_layer(&plan.drawings[place], place, &options, alphabet)
    };
    let mut written: Vec<Written> = (0..plan.drawings.len())
        .into_par_iter()
        .map(|place| write(place, None))
        .collect::<Result<_, _>>()?;
    let wanted = written.iter().flat_map(|drawing| &drawing.glyphs);
    let glyphs = Glyphs::collect(&plan.faces, wanted);
    let graphics = graphics::make_graphics(&glyphs, &mut written, assembled.max_id)?;
    // Letters have their codes now.
    let with_words = written.par_iter_mut().enumerate();
    with_words.filter(|(_, drawing)| !drawing.glyphs.is_empty()).try_for_each(
        |(place, drawing)| {
            drawing.content = write(place, Some(&graphics.alphabet))?.content;
            Ok::<(), PaintFault>(())
        },
    )?;
    let drawings: Vec<Content> = written.into_iter().map(|drawing| drawing.content).collect();
    let pages = job.document.pages.len();
    let (done, of) = (AtomicUsize::new(0), plan.faces.len() + pages);
    let step = || progress(done.fetch_add(1, Ordering::Relaxed) + 1, of);
    let faces: Vec<Content> = plan
        .faces
        .par_iter()
        .map(|face| {
            step();
            write_face(face, &plan, &drawings, &graphics.alphabet)
        })
        .collect();
    let marks = pages::marks(job);
    let streams: Vec<WrittenStream> = (0..pages)
        .into_par_iter()
        .with_max_len(1)
        .map(|page| {
            let content = pages::write_page(job, page, &plan, &marks, &faces);
            step();
            WrittenStream::new(&content)
        })
        .collect();
    let of_drawings = plan.drawings.par_iter().zip(&drawings).enumerate();
    let forms = of_drawings.filter_map(|(place, (drawing, content))| {
        is_form(drawing, content).then(|| Form {
            place,
            written: WrittenStream::new(content),
            bounds: drawing.seen(),
        })
    });
    join::join(assembled, graphics, forms.collect(), streams, job)
}

fn write_layer(
    drawing: &DrawnLayer<'_>,
    place: usize,
    options: &usvg::Options<'_>,
    alphabet: Option<&Alphabet>,
) -> Result<Written, PaintFault> {
    if let Layer::Picture { picture, frame: None, .. } = drawing.layer
        && let Some(pixels) = &picture.pixels
    {
        let file = pixels.inks.as_ref().unwrap_or(&pixels.bytes);
        let (width, height) = pixels.orientation.turned((pixels.width, pixels.height));
        let size = (f64::from(width), f64::from(height));
        let map = drawing.map().then_inner(pixels.orientation.map(size.0, size.1));
        return Ok(write_picture(file, size, map, place));
    }
    let (body, view, _) = layer_drawing(drawing.face, drawing.layer, Pictures::Inks);
    let read = SvgDrawing::read(&body, view, options, LEEWAY);
    let read = read.map_err(|fault| PaintFault(fault.message))?;
    Ok(write_drawing(&read, drawing.map(), drawing.seen(), place, alphabet))
}

fn is_form(drawing: &DrawnLayer<'_>, content: &Content) -> bool {
    drawing.placed > 1 && content.len() > SMALL
}

fn write_face(
    face: &PlannedFace<'_>,
    plan: &Plan<'_>,
    drawings: &[Content],
    alphabet: &Alphabet,
) -> Content {
    let mut out = ContentWriter::anywhere();
    for part in &face.parts {
        let (place, to_face, clip) = match part {
            FaceLayer::Words(passages) => {
                words::write_words(&mut out, passages, face, alphabet);
                continue;
            }
            FaceLayer::Drawing(place, to_face, clip) => (*place, *to_face, clip),
        };
        let drawing = &plan.drawings[place];
        let content = &drawings[place];
        if content.is_empty() {
            continue;
        }
        let map = match drawing.uses {
            1 => Affine::IDENTITY,
            _ => drawing.placing(to_face),
        };
        let apart = clip.is_some() || map != Affine::IDENTITY;
        if apart {
            out.save();
        }
        if let Some(quad) = clip {
            let corners = quad.0.map(|(x, y)| face.map().apply(x, y));
            out.polygon(&corners);
            out.raw("W n");
        }
        out.transform(map);
        if is_form(drawing, content) {
            out.resource(Resource::Form(place), " Do");
        } else {
            out.append(content, None);
        }
        if apart {
            out.restore();
        }
    }
    out.finish()
}

/// Whether `bytes` is a PDF that this tool wrote.
pub fn made_by_us(bytes: &[u8]) -> bool {
    let (mark, head) = (mark(), &bytes[..bytes.len().min(64)]);
    head.starts_with(b"%PDF-") && head.windows(mark.len()).any(|part| part == mark)
}
