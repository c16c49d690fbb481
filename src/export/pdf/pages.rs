//! The pages, by printpdf: placements, marks, metadata. Forms are only named here.

use std::collections::BTreeMap;

use printpdf::{
    Color, CurTransMat, ExternalStream, ExternalXObject, Greyscale, Layer, LayerIntent,
    LayerInternalId, LayerSubtype, Line, LineDashPattern, LinePoint, Mm, Op, PaintMode,
    PdfDocument, PdfPage, PdfSaveOptions, Point, Polygon, PolygonRing, Pt, WindingOrder, XObject,
    XObjectId, XObjectTransform, to_lopdf_doc,
};

use super::PT;
use super::forms::{FormUse, Forms};
use crate::export::Job;
use crate::sheet::{Mark, Page, Placement, Rect, Ruler};
use crate::template::Affine;

/// Control points of a quarter circle lie this far along its tangents.
const CIRCLE: f64 = 0.552_284_75;

/// The document without its forms.
pub fn assemble(job: &Job, forms: &Forms<'_>) -> lopdf::Document {
    let mut document = PdfDocument::new(&job.title);
    let info = &mut document.metadata.info;
    info.author = job.author.clone();
    info.creator = "deckproof".into();
    info.producer = super::PRODUCER.into();
    let marks = LayerInternalId("Marks".into());
    document.resources.layers.map.insert(
        marks.clone(),
        Layer {
            name: "Marks".into(),
            creator: "deckproof".into(),
            intent: LayerIntent::Design,
            usage: LayerSubtype::Artwork,
        },
    );
    // One name is enough: the forms are put in by lopdf, each page with its own.
    document.resources.xobjects.map.insert(
        form_id(0),
        XObject::External(ExternalXObject {
            stream: ExternalStream {
                dict: BTreeMap::new(),
                content: Vec::new(),
                compress: false,
            },
            width: None,
            height: None,
            dpi: None,
        }),
    );
    let mut captions: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (i, caption) in job.captions.iter().enumerate() {
        captions.entry(caption.page).or_default().push(i);
    }
    for (i, page) in job.document.pages.iter().enumerate() {
        let mut ops = Vec::new();
        for placement in &page.placements {
            place(page, placement, job, forms, &mut ops);
        }
        ops.push(Op::BeginLayer {
            layer_id: marks.clone(),
        });
        draw_marks(page, &mut ops);
        for at in captions.get(&i).into_iter().flatten() {
            let caption = &job.captions[*at];
            let base = to_page(page).then_inner(Affine::translate(caption.x, caption.y));
            use_forms(&forms.captions[*at], base, &mut ops);
        }
        ops.push(Op::EndLayer);
        let size = page.size;
        document
            .pages
            .push(PdfPage::new(mm(size.width), mm(size.height), ops));
    }
    let mut warnings = Vec::new();
    to_lopdf_doc(&document, &PdfSaveOptions::default(), &mut warnings)
}

/// The name of a form in the resources of a page.
pub fn form_name(form: usize) -> String {
    format!("F{form}")
}

fn form_id(form: usize) -> XObjectId {
    XObjectId(form_name(form))
}

fn mm(n: f64) -> Mm {
    Mm(n as f32)
}

/// From millimetres (y downwards) to the points of the page (y upwards).
fn to_page(page: &Page) -> Affine {
    Affine([PT, 0.0, 0.0, -PT, 0.0, page.size.height * PT])
}

fn place(page: &Page, placement: &Placement, job: &Job, forms: &Forms<'_>, ops: &mut Vec<Op>) {
    let face = &job.faces[placement.face];
    let trim = placement.trim;
    let (x, y) = (trim.width / face.width, trim.height / face.height);
    let on_sheet = if placement.rotation % 4 == 2 {
        Affine([-x, 0.0, 0.0, -y, trim.right(), trim.bottom()])
    } else {
        Affine([x, 0.0, 0.0, y, trim.x, trim.y])
    };
    ops.push(Op::SaveGraphicsState);
    let outline = outline(page, placement.clip.rect, placement.clip.radius);
    ops.push(polygon(outline, PaintMode::Clip));
    let base = to_page(page).then_inner(on_sheet);
    use_forms(&forms.faces[placement.face], base, ops);
    ops.push(Op::RestoreGraphicsState);
}

/// Places forms; `base` takes the face's millimetres to the points of the page.
fn use_forms(uses: &[FormUse], base: Affine, ops: &mut Vec<Op>) {
    for form in uses {
        ops.push(Op::SaveGraphicsState);
        if let Some(quad) = form.clip {
            let corner = |(x, y)| {
                let (x, y) = base.apply(x, y);
                LinePoint {
                    p: Point::new(mm(x / PT), mm(y / PT)),
                    bezier: false,
                }
            };
            ops.push(polygon(quad.0.map(corner).to_vec(), PaintMode::Clip));
        }
        let matrix = base.then_inner(form.map).0.map(|n| n as f32);
        ops.push(Op::SetTransformationMatrix {
            matrix: CurTransMat::Raw(matrix),
        });
        ops.push(Op::UseXobject {
            id: form_id(form.form),
            transform: XObjectTransform {
                no_auto_scale: true,
                ..XObjectTransform::default()
            },
        });
        ops.push(Op::RestoreGraphicsState);
    }
}

fn polygon(points: Vec<LinePoint>, mode: PaintMode) -> Op {
    Op::DrawPolygon {
        polygon: Polygon {
            rings: vec![PolygonRing { points }],
            mode,
            winding_order: WindingOrder::NonZero,
        },
    }
}

/// The outline of a rectangle with round corners, in the page's own coordinates.
fn outline(page: &Page, rect: Rect, radius: f64) -> Vec<LinePoint> {
    let point = |x: f64, y: f64, bezier: bool| LinePoint {
        p: Point::new(mm(x), mm(page.size.height - y)),
        bezier,
    };
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    if radius <= 0.0 {
        return vec![
            point(left, top, false),
            point(right, top, false),
            point(right, bottom, false),
            point(left, bottom, false),
        ];
    }
    let r = radius.min(rect.width / 2.0).min(rect.height / 2.0);
    let k = r * (1.0 - CIRCLE);
    vec![
        point(left + r, top, false),
        point(right - r, top, false),
        point(right - k, top, true),
        point(right, top + k, true),
        point(right, top + r, false),
        point(right, bottom - r, false),
        point(right, bottom - k, true),
        point(right - k, bottom, true),
        point(right - r, bottom, false),
        point(left + r, bottom, false),
        point(left + k, bottom, true),
        point(left, bottom - k, true),
        point(left, bottom - r, false),
        point(left, top + r, false),
        point(left, top + k, true),
        point(left + k, top, true),
        point(left + r, top, false),
    ]
}

fn draw_marks(page: &Page, ops: &mut Vec<Op>) {
    let black = Color::Greyscale(Greyscale::new(0.0, None));
    ops.push(Op::SetOutlineColor { col: black });
    let mut width = f64::NAN;
    for mark in &page.marks {
        let (mark_width, dashed) = match mark {
            Mark::Line { width, dashed, .. } => (*width, *dashed),
            Mark::RoundedRect { width, .. } => (*width, false),
        };
        if mark_width != width {
            width = mark_width;
            ops.push(Op::SetOutlineThickness {
                pt: Pt((width * PT) as f32),
            });
        }
        if dashed {
            ops.push(Op::SetLineDashPattern {
                dash: LineDashPattern::new(0.0, &[4.0, 3.0]),
            });
        }
        match mark {
            Mark::Line { from, to, .. } => ops.push(line(page, (from.x, from.y), (to.x, to.y))),
            Mark::RoundedRect { rect, radius, .. } => {
                ops.push(polygon(outline(page, *rect, *radius), PaintMode::Stroke));
            }
        }
        if dashed {
            ops.push(Op::SetLineDashPattern {
                dash: LineDashPattern::new(0.0, &[]),
            });
        }
    }
    if let Some(ruler) = &page.ruler {
        draw_ruler(page, ruler, ops);
    }
}

fn line(page: &Page, from: (f64, f64), to: (f64, f64)) -> Op {
    let point = |(x, y): (f64, f64)| LinePoint {
        p: Point::new(mm(x), mm(page.size.height - y)),
        bezier: false,
    };
    Op::DrawLine {
        line: Line {
            points: vec![point(from), point(to)],
            is_closed: false,
        },
    }
}

/// A bar with a tick at every 10 mm.
fn draw_ruler(page: &Page, ruler: &Ruler, ops: &mut Vec<Op>) {
    let bar = ruler.bar;
    ops.push(Op::SetOutlineThickness {
        pt: Pt((0.2 * PT) as f32),
    });
    ops.push(line(
        page,
        (bar.x, bar.bottom()),
        (bar.right(), bar.bottom()),
    ));
    let steps = (ruler.length / 10.0).round() as u32;
    for step in 0..=steps {
        let x = bar.x + f64::from(step) * 10.0;
        let long = step == 0 || step == steps || step * 2 == steps;
        let top = if long {
            bar.y
        } else {
            bar.y + bar.height / 2.0
        };
        ops.push(line(page, (x, top), (x, bar.bottom())));
    }
}
