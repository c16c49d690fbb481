//! Makes a PDF, as the entry point of this folder. A job comes in, the bytes of the file go out. `session` calls it for `print`
//! and for shops.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::content::{Content, ContentWriter, Resource};
use super::drawing::{Written, write_drawing, write_picture};
use super::fonts::{Alphabet, Glyphs};
use super::graphics::{self, SheetsFault};
use super::join::{Form, WrittenStream, mark};
use super::plan::{DrawnLayer, FaceLayer, Plan, PlannedFace};
use super::{PT, join, pages, words};
use crate::export::Job;
use crate::raster::{LEEWAY, SvgDrawing, options};
use crate::template::{Affine, BLEED, Layer, Pictures, layer_drawing};

/// Operators of so many bytes are written where they are needed, however often that is: a form would be longer.
const SMALL: usize = 64;

/// The sheets as a PDF file: the same bytes for the same job. `progress` is told how many of how many faces and pages are
/// written.
///
/// # Errors
/// A layer that cannot be drawn, in words for the designer of the template.
pub fn sheets(job: &Job, progress: &(dyn Fn(usize, usize) + Sync)) -> Result<Vec<u8>, SheetsFault> {
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
    with_words
        .filter(|(_, drawing)| !drawing.glyphs.is_empty())
        .try_for_each(|(place, drawing)| {
            drawing.content = write(place, Some(&graphics.alphabet))?.content;
            Ok(())
        })?;
    let drawings: Vec<Content> = written.into_iter().map(|drawing| drawing.content).collect();
    let pages = job.document.pages.len();
    let shared = plan.faces.iter().filter(|face| face.placed > 1).count();
    let (done, of) = (AtomicUsize::new(0), shared + pages);
    let step = || progress(done.fetch_add(1, Ordering::Relaxed) + 1, of);
    let write = |face: usize| write_face(&plan.faces[face], &plan, &drawings, &graphics.alphabet);
    let marks = pages::marks(job, plan.drawings.len() + plan.faces.len());
    let streams: Vec<WrittenStream> = (0..pages)
        .into_par_iter()
        .with_max_len(1)
        .map(|page| {
            let place = |face: usize, out: &mut ContentWriter| match plan.faces[face].placed {
                0 | 1 => out.append(&write(face)),
                _ => out.resource(Resource::Form(plan.drawings.len() + face), " Do"),
            };
            let content = pages::write_page(job, page, &plan, &marks, &place);
            step();
            WrittenStream::new(&content)
        })
        .collect();
    let mut forms: Vec<Form> = (0..plan.faces.len())
        .into_par_iter()
        .filter(|face| plan.faces[*face].placed > 1)
        .map(|face| {
            let content = write(face);
            step();
            let drawn = plan.faces[face].drawn;
            let (width, height) = (drawn.width + BLEED, drawn.height + BLEED);
            Form {
                place: plan.drawings.len() + face,
                written: WrittenStream::new(&content),
                bounds: [-BLEED, -BLEED, width, height].map(|n| n * PT),
            }
        })
        .collect();
    let of_drawings = plan.drawings.par_iter().zip(&drawings).enumerate();
    forms.par_extend(of_drawings.filter_map(|(place, (drawing, content))| {
        let is_form = drawing.uses > 1 && content.len() > SMALL;
        is_form.then(|| Form {
            place,
            written: WrittenStream::new(content),
            bounds: drawing.form_box(),
        })
    }));
    forms.extend(marks.forms());
    join::join(assembled, graphics, forms, streams, job)
}

fn write_layer<'a>(
    drawing: &DrawnLayer<'a>,
    place: usize,
    options: &usvg::Options<'_>,
    alphabet: Option<&Alphabet>,
) -> Result<Written<'a>, SheetsFault> {
    if let Layer::Picture {
        picture,
        frame: None,
        ..
    } = drawing.layer
        && let Some(pixels) = &picture.pixels
    {
        let file = pixels.inks.as_ref().unwrap_or(&pixels.bytes);
        let (width, height) = pixels.orientation.turned((pixels.width, pixels.height));
        let size = (f64::from(width), f64::from(height));
        let map = drawing
            .map()
            .then_inner(pixels.orientation.map(size.0, size.1));
        return Ok(write_picture(file, size, map, place));
    }
    let (body, view, _) = layer_drawing(drawing.face, drawing.layer, Pictures::Inks);
    let read = SvgDrawing::read(&body, view, options, LEEWAY);
    let read = read.map_err(|fault| SheetsFault(fault.message))?;
    Ok(write_drawing(
        &read,
        drawing.map(),
        drawing.seen(),
        place,
        alphabet,
    ))
}

fn write_face(
    face: &PlannedFace<'_>,
    plan: &Plan<'_>,
    drawings: &[Content],
    alphabet: &Alphabet,
) -> Content {
    let mut out = if face.placed > 1 {
        // A form takes its settings from where it is placed.
        ContentWriter::anywhere()
    } else {
        ContentWriter::on_page()
    };
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
        if drawing.uses == 1 || content.len() <= SMALL {
            out.append(content);
        } else {
            out.resource(Resource::Form(place), " Do");
        }
        if apart {
            out.restore();
        }
    }
    out.finish()
}

/// Whether `bytes` is a PDF that this tool wrote.
pub fn made_by_us(bytes: &[u8]) -> bool {
    let mark = mark();
    let head = &bytes[..bytes.len().min(64)];
    head.starts_with(b"%PDF-") && head.windows(mark.len()).any(|w| w == mark)
}
