//! Lists what an SVG draws: paths, words and pixels with their places, read as the exporters read it. A drawing comes in, a
//! [`Trace`] goes out. `scene` calls it for each drawing.

use kurbo::{BezPath, Line, ParamCurve as _, PathEl, PathSeg, Rect, Shape as _};
use usvg::tiny_skia_path::PathSegment;

use super::bounds::{common, mapped, sides};
use crate::raster::{SvgDrawing, tree};
use crate::source::Span;
use crate::template::{Affine, Colour, ElementPlaces};
use crate::text::POINT;

/// Everything that an SVG draws, bottom first, in its own units.
#[derive(Debug, Default)]
pub struct Trace {
    pub things: Vec<Thing>,
    /// How many whole canvases it fills.
    pub painted: f32,
    /// Why it cannot be painted, and the element that is the reason.
    pub fault: Option<(Option<Span>, String)>,
}

/// Something that is drawn.
#[derive(Debug)]
pub struct Thing {
    /// The element that draws it.
    pub at: Option<Span>,
    /// What is seen of it: strokes included, clipped.
    pub bounds: Rect,
    pub kind: TraceKind,
}

#[derive(Debug)]
pub enum TraceKind {
    Path {
        filled: bool,
        /// Width of the line.
        stroke: Option<f64>,
        /// Its outline in straight pieces, curves as chords.
        lines: Vec<Line>,
    },
    Words {
        look: Lettering,
        /// Their outlines in the words' own space, and the map from there.
        local: Rect,
        map: Affine,
        /// A rectangle around each contour of the letters, in the words' own space.
        contours: Vec<Rect>,
    },
    Pixels {
        /// Width and height in pixels.
        size: (u32, u32),
        /// How long the side of a pixel is.
        pixel: f64,
    },
}

/// How words look.
#[derive(Debug, Clone, PartialEq)]
pub struct Lettering {
    pub words: String,
    /// In points, when a unit is a millimetre.
    pub size: f64,
    pub bold: bool,
    pub colour: Colour,
    /// 1 covers what is below.
    pub opacity: f64,
}

/// A curve of an outline is drawn with so many chords: a quarter of a ring of 10 mm is then within 0.05 mm.
const CHORDS: u32 = 8;

/// From this weight on, letters are bold.
pub const BOLD: u16 = 700;

impl Trace {
    /// Reads elements whose ids `marks` knows and of which `view` is seen (x, y, width, height). What cannot be read draws nothing,
    /// and is [`Trace::fault`].
    pub fn read(
        body: &str,
        view: [f64; 4],
        marks: Option<&ElementPlaces>,
        options: &usvg::Options<'_>,
    ) -> Trace {
        let mut trace = Trace::default();
        match SvgDrawing::read(body, view, options, 1.0) {
            Ok(drawing) => {
                trace.painted = drawing.painted;
                let place = Place { map: drawing.map, clip: None, at: None, opacity: 1.0 };
                trace.group(drawing.tree.root(), marks, place);
            }
            Err(fault) => {
                let at = marks.and_then(|marks| marks.place(&fault.id));
                trace.fault = Some((at, fault.message));
            }
        }
        trace
    }

    fn group(&mut self, group: &usvg::Group, marks: Option<&ElementPlaces>, mut place: Place) {
        place.opacity *= f64::from(group.opacity().get());
        if let Some(clip) = group.clip_path() {
            let clip = clip_bounds(clip, place.map);
            let Some(clip) = clip.and_then(|clip| place.seen(clip)) else {
                return;
            };
            place.clip = Some(clip);
        }
        for (node, map) in tree::nodes(group, place.map) {
            let at = marks.and_then(|marks| marks.place(node.id())).or(place.at);
            let place = Place { map, at, ..place };
            let thing = match node {
                usvg::Node::Path(path) => traced_path(path, place),
                usvg::Node::Text(text) => traced_text(text, place),
                usvg::Node::Group(inner) => {
                    self.group(inner, marks, place);
                    None
                }
                usvg::Node::Image(image) => match tree::embedded(image) {
                    Some(inner) => {
                        self.group(inner, marks, place);
                        None
                    }
                    None => traced_image(image, place),
                },
            };
            self.things.extend(thing);
        }
    }

    /// Everything together; `None` when nothing is drawn.
    pub fn bounds(&self) -> Option<Rect> {
        self.things.iter().map(|t| t.bounds).reduce(|a, b| a.union(b))
    }
}

impl Thing {
    /// A rectangle around each contour of it.
    pub fn contours(&self) -> Vec<Rect> {
        match &self.kind {
            TraceKind::Path { lines, .. } => contours(lines),
            TraceKind::Words { contours, map, .. } => {
                contours.iter().map(|c| mapped(*c, *map)).collect()
            }
            TraceKind::Pixels { .. } => vec![self.bounds],
        }
    }
}

/// Where nodes are drawn.
#[derive(Clone, Copy)]
struct Place {
    map: Affine,
    clip: Option<Rect>,
    /// The nearest element that has a place in the file.
    at: Option<Span>,
    opacity: f64,
}

impl Place {
    /// What the clip leaves; `None` when that is nothing.
    fn seen(&self, whole: Rect) -> Option<Rect> {
        self.clip.map_or(Some(whole), |clip| common(whole, clip))
    }
}

fn traced_path(path: &usvg::Path, place: Place) -> Option<Thing> {
    let opaque = |opacity: usvg::Opacity| opacity.get() > 0.0;
    // A straight line has a fill by default, but no area.
    let inner = path.bounding_box();
    let holds = inner.width() > 0.0 && inner.height() > 0.0;
    let filled = holds && path.fill().is_some_and(|f| opaque(f.opacity()));
    let stroke = path.stroke().filter(|s| opaque(s.opacity()));
    if !path.is_visible() || (!filled && stroke.is_none()) {
        return None;
    }
    let whole = tree::covered(path, stroke, place.map).map(bounds)?;
    let seen = place.seen(whole)?;
    let lines = if seen == whole {
        lines(path.data(), place.map)
    } else {
        // What a clip cuts ends where the clip does.
        sides(seen).to_vec()
    };
    Some(Thing {
        at: place.at,
        bounds: seen,
        kind: TraceKind::Path {
            filled,
            stroke: stroke.map(|s| f64::from(s.width().get()) * place.map.growth()),
            lines,
        },
    })
}

fn traced_text(text: &usvg::Text, place: Place) -> Option<Thing> {
    let outlines = text.flattened();
    if !outlines.has_children() {
        return None;
    }
    // The outlines do not know of the maps around the text.
    let (local, map) = (bounds(outlines.bounding_box()), place.map);
    let spans = || text.chunks().iter().flat_map(usvg::TextChunk::spans);
    let span = spans()
        .max_by(|a, b| a.font_size().get().total_cmp(&b.font_size().get()))
        .filter(|span| span.is_visible())?;
    let fill = span.fill()?;
    let usvg::Paint::Color(usvg::Color { red, green, blue }) = *fill.paint() else {
        return None;
    };
    Some(Thing {
        at: place.at,
        bounds: place.seen(mapped(local, map))?,
        kind: TraceKind::Words {
            look: Lettering {
                words: text.chunks().iter().map(usvg::TextChunk::text).collect(),
                size: f64::from(span.font_size().get()) * map.growth() / f64::from(POINT),
                bold: span.font().weight() >= BOLD,
                colour: Colour { red, green, blue },
                opacity: place.opacity * f64::from(fill.opacity().get()),
            },
            local,
            map,
            contours: letter_contours(outlines),
        },
    })
}

fn traced_image(image: &usvg::Image, place: Place) -> Option<Thing> {
    let size = image.size();
    Some(Thing {
        at: place.at,
        bounds: place.seen(mapped(bounds(image.bounding_box()), place.map))?,
        kind: TraceKind::Pixels {
            size: (size.width() as u32, size.height() as u32),
            pixel: place.map.growth(),
        },
    })
}

fn bounds(rect: usvg::Rect) -> Rect {
    Rect::new(rect.left().into(), rect.top().into(), rect.right().into(), rect.bottom().into())
}

/// What a clip lets through; `None` when that is nothing.
fn clip_bounds(clip: &usvg::ClipPath, map: Affine) -> Option<Rect> {
    if !clip.root().has_children() {
        return None;
    }
    tree::mapped(clip.root().bounding_box(), map.then_inner(tree::affine(clip.transform())))
        .map(bounds)
}

/// The outline of a path in straight pieces, closing ones included.
fn lines(path: &usvg::tiny_skia_path::Path, map: Affine) -> Vec<Line> {
    let Some(path) = path.clone().transform(tree::transform(map)) else {
        return Vec::new();
    };
    let point = |p: usvg::tiny_skia_path::Point| (f64::from(p.x), f64::from(p.y)).into();
    let outline = path.segments().map(|segment| match segment {
        PathSegment::MoveTo(p) => PathEl::MoveTo(point(p)),
        PathSegment::LineTo(p) => PathEl::LineTo(point(p)),
        PathSegment::QuadTo(a, p) => PathEl::QuadTo(point(a), point(p)),
        PathSegment::CubicTo(a, b, p) => PathEl::CurveTo(point(a), point(b), point(p)),
        PathSegment::Close => PathEl::ClosePath,
    });
    let chords = |segment: PathSeg| {
        let count = if let PathSeg::Line(_) = segment { 1 } else { CHORDS };
        let end = move |chord: u32| {
            if chord == count {
                return segment.end();
            }
            segment.eval(f64::from(chord) / f64::from(count))
        };
        (0..count).map(move |chord| Line::new(end(chord), end(chord + 1)))
    };
    outline.collect::<BezPath>().segments().flat_map(chords).collect()
}

/// A rectangle around each contour of letters that were turned into paths.
fn letter_contours(group: &usvg::Group) -> Vec<Rect> {
    let mut found = Vec::new();
    for node in group.children() {
        match node {
            usvg::Node::Group(inner) => found.extend(letter_contours(inner)),
            usvg::Node::Path(path) => {
                found.extend(contours(&lines(path.data(), Affine::IDENTITY)));
            }
            // Letters of pixels or of colours.
            other => found.push(bounds(other.bounding_box())),
        }
    }
    found
}

/// A rectangle around each contour of an outline: its pieces begin where the last one ended.
fn contours(lines: &[Line]) -> Vec<Rect> {
    let contours = lines.chunk_by(|a, b| a.p1 == b.p0);
    let around =
        |contour: &[Line]| contour.iter().map(Line::bounding_box).reduce(|a, b| a.union(b));
    contours.filter_map(around).collect()
}
