//! Makes a PDF, as the entry point of this folder. A job comes in, the bytes of the file go out. `session` calls it for `print`
//! and for shops.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::content::{Content, ContentWriter, Resource};
use super::fonts::Alphabet;
use super::graphics::{self, GraphicsPart as Made, SheetsFault};
use super::join::{Form, WrittenStream, mark};
use super::plan::{DrawnLayer, FaceLayer, Plan, PlannedFace};
use super::{PT, join, pages, shapes, words};
use crate::export::Job;
use crate::raster::{options, read_svg};
use crate::template::{Affine, BLEED};

/// Operators of so many bytes are written where they are needed, however often that is: a form would be longer.
const SMALL: usize = 64;

/// A drawing, read.
struct Read {
    /// Its operators, when this program writes them.
    content: Option<Content>,
    /// Kept for krilla.
    tree: Option<usvg::Tree>,
}

/// The sheets as a PDF file: the same bytes for the same job. `progress` is told how many of how many faces and pages are
/// written.
///
/// # Errors
/// A layer that cannot be drawn, in words for the designer of the template.
pub fn sheets(job: &Job, progress: &(dyn Fn(usize, usize) + Sync)) -> Result<Vec<u8>, SheetsFault> {
    let plan = Plan::new(job);
    let assembled = pages::assemble(job);
    let options = options(job.faces.iter().map(AsRef::as_ref));
    let read: Vec<Read> = plan
        .drawings
        .par_iter()
        .enumerate()
        .map(|(place, drawing)| read_drawing(place, drawing, &options))
        .collect::<Result<_, _>>()?;
    let mut made = Vec::new();
    for (place, drawing) in read.iter().enumerate() {
        if let Some(tree) = &drawing.tree {
            let picture = shapes::picture(tree.root()).filter(|_| drawing.content.is_some());
            made.push((place, picture.map_or(Made::Form(tree), Made::Picture)));
        }
    }
    let graphics = graphics::make_graphics(&plan, &made, assembled.max_id)?;
    drop(made);
    let drawings: Vec<Option<Content>> = read.into_iter().map(|read| read.content).collect();
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
        let content = content.as_ref();
        let content = content.filter(|c| drawing.uses > 1 && c.len() > SMALL)?;
        Some(Form {
            place,
            written: WrittenStream::new(content),
            bounds: drawing.form_box(),
        })
    }));
    forms.extend(marks.forms());
    join::join(assembled, graphics, forms, streams, job)
}

fn read_drawing(
    place: usize,
    drawing: &DrawnLayer<'_>,
    options: &usvg::Options<'_>,
) -> Result<Read, SheetsFault> {
    let tree = read_svg(&drawing.svg(), options).map_err(SheetsFault)?;
    let [x, y, width, _] = drawing.view;
    let unit = width / f64::from(tree.size().width());
    let to_units = Affine([unit, 0.0, 0.0, unit, x, y]);
    let map = drawing.map().then_inner(to_units);
    let content = shapes::draw_shapes(&tree, map, place);
    let keep = match &content {
        Some(content) => content.shows_picture(),
        None => true,
    };
    Ok(Read {
        content,
        tree: keep.then_some(tree),
    })
}

fn write_face(
    face: &PlannedFace<'_>,
    plan: &Plan<'_>,
    drawings: &[Option<Content>],
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
        let content = drawings[place].as_ref();
        if content.is_some_and(Content::is_empty) {
            continue;
        }
        let own = content.filter(|_| drawing.uses == 1);
        let map = match own {
            Some(_) => Affine::IDENTITY,
            None => drawing.placing(to_face),
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
        match own.or(content.filter(|content| content.len() <= SMALL)) {
            Some(content) => out.append(content),
            None => out.resource(Resource::Form(place), " Do"),
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
