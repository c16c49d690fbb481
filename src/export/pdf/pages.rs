//! Writes the pages of a PDF: placements and marks as operators, with printpdf for the list of pages and the layer of marks.
//! A job comes in, pages go out. Called by `sheets`.

use std::collections::BTreeMap;
use std::sync::Arc;

use lopdf::{Dictionary, Object, dictionary, text_string};
use printpdf::{
    Layer, LayerInternalId, Mm, PdfDocument, PdfPage, PdfSaveOptions, init_doc_and_resources,
};

use super::PT;
use super::content::{
    Content, ContentWriter, GraphicsSetting, Inner, InnerKind, Resource, shortest,
};
use super::join::real;
use super::plan::Plan;
use crate::export::Job;
use crate::sheet::{Correction, Mark, Page, Placement, Rect, Ruler, Size};
use crate::template::{Affine, Drawn};

/// Control points of a quarter circle lie this far along its tangents.
const CIRCLE: f64 = 0.552_284_75;

/// The name of the layer of marks.
const LAYER: &str = "Marks";

/// The document, its pages empty: printpdf describes them and the layer, and these are their objects. printpdf's own `to_lopdf_doc`
/// can't be called: it links a CMYK profile of Adobe's into the program, and we may not pass that on.
pub fn assemble(job: &Job) -> lopdf::Document {
    let mut described = PdfDocument::new(&job.title);
    if has_layer(job) {
        let layers = &mut described.resources.layers.map;
        layers.insert(LayerInternalId(LAYER.into()), Layer::new(LAYER));
    }
    let paper = job.document.pages.iter().map(Page::paper);
    let page =
        |Size { width, height }| PdfPage::new(Mm(width as f32), Mm(height as f32), Vec::new());
    described.pages.extend(paper.map(page));
    let (mut document, _) = init_doc_and_resources(&described, &PdfSaveOptions::default());
    let root = document.new_object_id();
    let mut catalog = dictionary! { "Type" => "Catalog", "Pages" => root };
    let mut resources = Dictionary::new();
    for (id, layer) in described.resources.layers.map {
        let group = dictionary! { "Type" => "OCG", "Name" => text_string(&layer.name) };
        let group = Object::from(document.add_object(group));
        let shown = dictionary! { "Order" => vec![group.clone()] };
        let properties = dictionary! { "OCGs" => vec![group.clone()], "D" => shown };
        catalog.set("OCProperties", properties);
        resources.set("Properties", dictionary! { id.0 => group });
    }
    let pages = described.pages.iter().map(|page| {
        let paper = [0.0, 0.0, page.media_box.width.0, page.media_box.height.0];
        let page = dictionary! {
            "Type" => "Page",
            "Parent" => root,
            "MediaBox" => paper.map(|n| real(n.into())).to_vec(),
            "Resources" => resources.clone(),
        };
        document.add_object(page).into()
    });
    let pages: Vec<Object> = pages.collect();
    let count = pages.len() as i64;
    let tree = dictionary! { "Type" => "Pages", "Count" => count, "Kids" => pages };
    document.objects.insert(root, tree.into());
    let catalog = document.add_object(catalog);
    document.trailer.set("Root", catalog);
    document
}

/// Whether any page has something that belongs to the layer of marks.
fn has_layer(job: &Job) -> bool {
    let mut pages = job.document.pages.iter();
    !job.captions.is_empty() || pages.any(|page| !page.marks.is_empty() || page.ruler.is_some())
}

/// Marks of all pages; equal ones are kept once.
#[derive(Default)]
pub struct PageMarks {
    /// The marks, and how many pages have them.
    different: Vec<(Content, usize)>,
    /// Those of each page.
    of_page: Vec<usize>,
}

/// The marks of a job.
pub fn marks(job: &Job) -> PageMarks {
    let mut places: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    let mut marks = PageMarks::default();
    for page in &job.document.pages {
        let mut out = ContentWriter::anywhere();
        draw_marks(page, &mut out);
        let content = out.finish();
        let place = *places.entry(content.finish().0).or_insert_with(|| {
            marks.different.push((content, 0));
            marks.different.len() - 1
        });
        marks.different[place].1 += 1;
        marks.of_page.push(place);
    }
    marks
}

/// The operators of a page; `faces` are those of the plan.
pub fn write_page(
    job: &Job,
    page: usize,
    plan: &Plan<'_>,
    marks: &PageMarks,
    faces: &[Content],
) -> Content {
    let sheet = &job.document.pages[page];
    let (content, pages) = &marks.different[marks.of_page[page]];
    let captions = job.captions.iter().zip(&plan.of_caption);
    let mut captions = captions.filter(|(caption, _)| caption.page == page).peekable();
    let marked = !content.is_empty() || captions.peek().is_some();
    let mut out = ContentWriter::on_page();
    if sheet.placements.is_empty() && !marked {
        return out.finish();
    }
    out.raw("/Artifact BMC");
    out.transform(on_paper(sheet));
    for (number, placement) in sheet.placements.iter().enumerate() {
        let read = job.name_of(placement).map(|_| number);
        let face = plan.of_face[placement.face];
        out.save();
        let map = on_page(sheet, placement, plan.faces[face].drawn);
        let strips = placement.strips();
        let clip = |out: &mut ContentWriter, map: Affine, rect: Rect, radius: f64| {
            outline(out, sheet, map, rect, radius);
            out.raw("W n");
        };
        let (rect, radius) = (placement.clip.rect, placement.clip.radius);
        if strips.is_empty() {
            out.transform(map);
            // In the points of the face, where it is the same for all cards of a deck.
            clip(&mut out, map.inverse(), rect, radius);
            out.append(&faces[face], read);
        } else {
            clip(&mut out, Affine::IDENTITY, rect, radius);
            out.save();
            out.transform(map);
            out.append(&faces[face], read);
            out.restore();
        }
        for strip in strips {
            out.save();
            clip(&mut out, Affine::IDENTITY, strip.clip, 0.0);
            out.transform(in_points(strip.map, sheet.size, sheet.size));
            out.transform(map);
            out.append(&faces[face], None);
            out.restore();
        }
        out.restore();
    }
    if !marked {
        out.raw("EMC");
        return out.finish();
    }
    out.raw(&format!("/OC/{LAYER} BDC"));
    if !content.is_empty() && *pages == 1 {
        out.save();
        out.append(content, None);
        out.restore();
    } else if !content.is_empty() {
        let size = [sheet.size.width, sheet.size.height].map(|mm| shortest(mm * PT, 3));
        let (content, bounds) = (content.clone(), format!("0 0 {}", size.join(" ")));
        let form = Inner { content, bounds, kind: InnerKind::Form };
        out.resource(Resource::Inner(Arc::new(form)), " Do");
    }
    for (caption, face) in captions {
        let (height, below) = (caption.drawn.height, sheet.size.height - caption.y);
        out.save();
        out.transform(if caption.turned {
            Affine([0.0, 1.0, -1.0, 0.0, (caption.x + height) * PT, below * PT])
        } else {
            Affine::translate(caption.x * PT, (below - height) * PT)
        });
        out.append(&faces[*face], None);
        out.restore();
    }
    out.raw("EMC EMC");
    out.finish()
}

/// From the points of the page as seen to those of its paper, both y upwards.
fn on_paper(page: &Page) -> Affine {
    let corrected = |Correction { paper, map }| in_points(map, page.size, paper);
    page.correction.map_or(Affine::IDENTITY, corrected)
}

/// A map of millimetres, y downwards, between two pages, as one of points, y upwards.
fn in_points(map: kurbo::Affine, from: Size, to: Size) -> Affine {
    let [a, b, c, d, e, f] = map.as_coeffs();
    let (x, y) = (c * from.height + e, to.height - d * from.height - f);
    Affine([a, -b, -c, d, x * PT, y * PT])
}

/// From the points of a face to those of the page (y upwards).
fn on_page(page: &Page, placement: &Placement, face: &Drawn) -> Affine {
    let trim = placement.trim;
    let (x, y) = (trim.width / face.width, trim.height / face.height);
    let (top, bottom) = (page.size.height - trim.y, page.size.height - trim.bottom());
    // Width and height change places in quarter turns.
    let (across, up) = (trim.width / face.height, trim.height / face.width);
    match placement.rotation % 4 {
        1 => Affine([0.0, -up, across, 0.0, trim.x * PT, top * PT]),
        2 => Affine([-x, 0.0, 0.0, -y, trim.right() * PT, top * PT]),
        3 => Affine([0.0, up, -across, 0.0, trim.right() * PT, bottom * PT]),
        _ => Affine([x, 0.0, 0.0, y, trim.x * PT, bottom * PT]),
    }
}

/// Adds a rectangle with round corners to the path; `map` takes points of the page to where the path is.
fn outline(out: &mut ContentWriter, page: &Page, map: Affine, rect: Rect, radius: f64) {
    let point = |x: f64, y: f64| map.apply(x * PT, (page.size.height - y) * PT);
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    if radius <= 0.0 {
        out.polygon(&[
            point(left, bottom),
            point(right, bottom),
            point(right, top),
            point(left, top),
        ]);
        return;
    }
    let r = radius.min(rect.width / 2.0).min(rect.height / 2.0);
    let k = r * (1.0 - CIRCLE);
    // From the left end of the upper side on: where a side ends, the two control points, and the next side's start.
    let corners = [
        [(right - r, top), (right - k, top), (right, top + k), (right, top + r)],
        [(right, bottom - r), (right, bottom - k), (right - k, bottom), (right - r, bottom)],
        [(left + r, bottom), (left + k, bottom), (left, bottom - k), (left, bottom - r)],
        [(left, top + r), (left, top + k), (left + k, top), (left + r, top)],
    ];
    out.move_to(point(left + r, top));
    for corner in corners {
        let [from, a, b, to] = corner.map(|(x, y)| point(x, y));
        out.line_to(from);
        out.curve(from, a, b, to);
    }
    out.raw("h");
}

fn draw_marks(page: &Page, out: &mut ContentWriter) {
    if page.marks.is_empty() && page.ruler.is_none() {
        return;
    }
    out.set(GraphicsSetting::Stroke, "0 G");
    out.set(GraphicsSetting::Cap, "0 J");
    out.set(GraphicsSetting::Join, "0 j");
    out.set(GraphicsSetting::Miter, "10 M");
    for mark in &page.marks {
        match *mark {
            Mark::Line { from, to, width, dashed } => {
                pen(out, width, dashed);
                line(out, page, (from.x, from.y), (to.x, to.y));
            }
            Mark::RoundedRect { rect, radius, width } => {
                pen(out, width, false);
                outline(out, page, Affine::IDENTITY, rect, radius);
                out.raw("S");
            }
        }
    }
    if let Some(ruler) = &page.ruler {
        pen(out, 0.2, false);
        draw_ruler(page, ruler, out);
    }
}

/// Sets how lines are drawn; their width is in millimetres.
fn pen(out: &mut ContentWriter, width: f64, dashed: bool) {
    out.set(GraphicsSetting::Width, &format!("{} w", shortest(width * PT, 3)));
    out.set(GraphicsSetting::Dash, if dashed { "[4 3]0 d" } else { "[]0 d" });
}

fn line(out: &mut ContentWriter, page: &Page, from: (f64, f64), to: (f64, f64)) {
    let point = |(x, y): (f64, f64)| (x * PT, (page.size.height - y) * PT);
    out.line(point(from), point(to));
    out.raw("S");
}

/// A bar with a tick at every 10 mm.
fn draw_ruler(page: &Page, ruler: &Ruler, out: &mut ContentWriter) {
    let bar = ruler.bar;
    // Along the bar, and across it from the line.
    let place = |along: f64, across: f64| {
        if ruler.is_upright() {
            (bar.right() - across, bar.bottom() - along)
        } else {
            (bar.x + along, bar.bottom() - across)
        }
    };
    let height = bar.height.min(bar.width);
    line(out, page, place(0.0, 0.0), place(ruler.length, 0.0));
    let steps = (ruler.length / 10.0).round() as u32;
    for step in 0..=steps {
        let long = step == 0 || step == steps || step * 2 == steps;
        let top = if long { height } else { height / 2.0 };
        let along = f64::from(step) * 10.0;
        line(out, page, place(along, top), place(along, 0.0));
    }
}
