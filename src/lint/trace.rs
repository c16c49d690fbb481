//! Lists what an SVG draws: paths, words and pixels with their places, read as the exporters read it. A drawing comes in, a
//! [`Trace`] goes out. `scene` calls it for each drawing.

use usvg::tiny_skia_path::PathSegment;

use super::bounds::Bounds;
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
    pub bounds: Bounds,
    pub kind: TraceKind,
}

#[derive(Debug)]
pub enum TraceKind {
    Path {
        filled: bool,
        /// Width of the line.
        stroke: Option<f64>,
        /// Its outline in straight pieces, curves as chords: x and y of both ends.
        lines: Vec<[f64; 4]>,
    },
    Words {
        look: Lettering,
        /// Their outlines in the words' own space, and the map from there.
        local: Bounds,
        map: Affine,
        /// A rectangle around each contour of the letters, in the words' own space.
        contours: Vec<Bounds>,
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
                let mut tracer = Tracer {
                    marks,
                    things: &mut trace.things,
                };
                tracer.group(drawing.tree.root(), drawing.map, None, None, 1.0);
            }
            Err(fault) => {
                let at = marks.and_then(|marks| marks.place(&fault.id));
                trace.fault = Some((at, fault.message));
            }
        }
        trace
    }

    /// Everything together; `None` when nothing is drawn.
    pub fn bounds(&self) -> Option<Bounds> {
        self.things.iter().map(|t| t.bounds).reduce(Bounds::or)
    }
}

impl Thing {
    /// A rectangle around each contour of it.
    pub fn contours(&self) -> Vec<Bounds> {
        match &self.kind {
            TraceKind::Path { lines, .. } => contours(lines),
            TraceKind::Words { contours, map, .. } => {
                contours.iter().map(|c| c.mapped(*map)).collect()
            }
            TraceKind::Pixels { .. } => vec![self.bounds],
        }
    }
}

struct Tracer<'a> {
    marks: Option<&'a ElementPlaces>,
    things: &'a mut Vec<Thing>,
}

impl Tracer<'_> {
    fn place(&self, id: &str) -> Option<Span> {
        self.marks?.place(id)
    }

    /// `around` is the place of the nearest group that has one.
    fn group(
        &mut self,
        group: &usvg::Group,
        map: Affine,
        clip: Option<Bounds>,
        around: Option<Span>,
        opacity: f64,
    ) {
        let around = self.place(group.id()).or(around);
        let opacity = opacity * f64::from(group.opacity().get());
        let mut clip = clip;
        if let Some(own) = group.clip_path() {
            let own = clip_bounds(own, map);
            clip = match clip {
                None => own,
                Some(outer) => own.and_then(|own| own.and(outer)),
            };
            if clip.is_none() {
                return;
            }
        }
        for (node, map) in tree::nodes(group, map) {
            let at = self.place(node.id()).or(around);
            match node {
                usvg::Node::Group(inner) => self.group(inner, map, clip, around, opacity),
                usvg::Node::Path(path) => self.path(path, map, clip, at),
                usvg::Node::Text(text) => self.text(text, map, clip, at, opacity),
                usvg::Node::Image(image) => match tree::embedded(image) {
                    Some(inner) => self.group(inner, map, clip, around, opacity),
                    None => self.image(image, map, clip, at),
                },
            }
        }
    }

    fn path(&mut self, path: &usvg::Path, map: Affine, clip: Option<Bounds>, at: Option<Span>) {
        let opaque = |opacity: usvg::Opacity| opacity.get() > 0.0;
        // A straight line has a fill by default, but no area.
        let inner = path.bounding_box();
        let holds = inner.width() > 0.0 && inner.height() > 0.0;
        let filled = holds && path.fill().is_some_and(|f| opaque(f.opacity()));
        let stroke = path.stroke().filter(|s| opaque(s.opacity()));
        if !path.is_visible() || (!filled && stroke.is_none()) {
            return;
        }
        let Some(whole) = tree::covered(path, stroke, map).map(bounds) else {
            return;
        };
        let stroke = stroke.map(|s| f64::from(s.width().get()) * map.growth());
        let Some(seen) = clip.map_or(Some(whole), |clip| whole.and(clip)) else {
            return;
        };
        let lines = if seen == whole {
            lines(path.data(), map)
        } else {
            // What a clip cuts ends where the clip does.
            let [a, b, c, d] = seen.corners();
            [(a, b), (b, c), (c, d), (d, a)]
                .map(|(from, to)| [from.0, from.1, to.0, to.1])
                .to_vec()
        };
        self.things.push(Thing {
            at,
            bounds: seen,
            kind: TraceKind::Path {
                filled,
                stroke,
                lines,
            },
        });
    }

    fn text(
        &mut self,
        text: &usvg::Text,
        map: Affine,
        clip: Option<Bounds>,
        at: Option<Span>,
        opacity: f64,
    ) {
        let outlines = text.flattened();
        if !outlines.has_children() {
            return;
        }
        // The outlines do not know of the maps around the text.
        let local = bounds(outlines.bounding_box());
        let whole = local.mapped(map);
        let Some(seen) = clip.map_or(Some(whole), |clip| whole.and(clip)) else {
            return;
        };
        let spans = || text.chunks().iter().flat_map(usvg::TextChunk::spans);
        let largest = spans().max_by(|a, b| a.font_size().get().total_cmp(&b.font_size().get()));
        let Some(span) = largest.filter(|span| span.is_visible()) else {
            return;
        };
        let words: String = text.chunks().iter().map(usvg::TextChunk::text).collect();
        let Some(fill) = span.fill() else {
            return;
        };
        let usvg::Paint::Color(colour) = fill.paint() else {
            return;
        };
        self.things.push(Thing {
            at,
            bounds: seen,
            kind: TraceKind::Words {
                look: Lettering {
                    words,
                    size: f64::from(span.font_size().get()) * map.growth() / f64::from(POINT),
                    bold: span.font().weight() >= BOLD,
                    colour: Colour {
                        red: colour.red,
                        green: colour.green,
                        blue: colour.blue,
                    },
                    opacity: opacity * f64::from(fill.opacity().get()),
                },
                local,
                map,
                contours: letter_contours(outlines),
            },
        });
    }

    fn image(&mut self, image: &usvg::Image, map: Affine, clip: Option<Bounds>, at: Option<Span>) {
        let size = image.size();
        let whole = bounds(image.bounding_box()).mapped(map);
        let Some(seen) = clip.map_or(Some(whole), |clip| whole.and(clip)) else {
            return;
        };
        self.things.push(Thing {
            at,
            bounds: seen,
            kind: TraceKind::Pixels {
                size: (size.width() as u32, size.height() as u32),
                pixel: map.growth(),
            },
        });
    }
}

fn bounds(rect: usvg::Rect) -> Bounds {
    Bounds::new(
        rect.left().into(),
        rect.top().into(),
        rect.right().into(),
        rect.bottom().into(),
    )
}

/// What a clip lets through; `None` when that is nothing.
fn clip_bounds(clip: &usvg::ClipPath, map: Affine) -> Option<Bounds> {
    if !clip.root().has_children() {
        return None;
    }
    let map = map.then_inner(tree::affine(clip.transform()));
    tree::mapped(clip.root().bounding_box(), map).map(bounds)
}

/// The outline of a path in straight pieces, closing ones included.
fn lines(path: &usvg::tiny_skia_path::Path, map: Affine) -> Vec<[f64; 4]> {
    let Some(path) = path.clone().transform(tree::transform(map)) else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    let point = |p: usvg::tiny_skia_path::Point| (f64::from(p.x), f64::from(p.y));
    let (mut start, mut last) = ((0.0, 0.0), (0.0, 0.0));
    let mut line = |from: &mut (f64, f64), to: (f64, f64)| {
        if *from != to {
            lines.push([from.0, from.1, to.0, to.1]);
        }
        *from = to;
    };
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => {
                start = point(p);
                last = start;
            }
            PathSegment::LineTo(p) => line(&mut last, point(p)),
            PathSegment::QuadTo(a, p) => {
                let (from, a, to) = (last, point(a), point(p));
                for t in chord_ends() {
                    let near = mix(mix(from, a, t), mix(a, to, t), t);
                    line(&mut last, near);
                }
            }
            PathSegment::CubicTo(a, b, p) => {
                let (from, a, b, to) = (last, point(a), point(b), point(p));
                for t in chord_ends() {
                    let (one, two, three) = (mix(from, a, t), mix(a, b, t), mix(b, to, t));
                    line(&mut last, mix(mix(one, two, t), mix(two, three, t), t));
                }
            }
            PathSegment::Close => line(&mut last, start),
        }
    }
    lines
}

/// Where the chords of a curve end, from just after 0 to 1.
fn chord_ends() -> impl Iterator<Item = f64> {
    (1..=CHORDS).map(|chord| f64::from(chord) / f64::from(CHORDS))
}

/// The point at `t` of the way from `a` to `b`.
fn mix(a: (f64, f64), b: (f64, f64), t: f64) -> (f64, f64) {
    (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t)
}

/// A rectangle around each contour of letters that were turned into paths.
fn letter_contours(group: &usvg::Group) -> Vec<Bounds> {
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
fn contours(lines: &[[f64; 4]]) -> Vec<Bounds> {
    let contours = lines.chunk_by(|a, b| a[2..] == b[..2]);
    let around = |[x0, y0, x1, y1]: &[f64; 4]| {
        Bounds::new(x0.min(*x1), y0.min(*y1), x0.max(*x1), y0.max(*y1))
    };
    contours
        .filter_map(|contour| contour.iter().map(around).reduce(Bounds::or))
        .collect()
}
