//! Writes a drawing as operators. A drawing comes in; operators, and the pictures and letters that they name, go out. What a filter makes is
//! painted as pixels; all else stays shapes and text. Called by `sheets`.

use std::collections::HashMap;
use std::sync::Arc;

use usvg::fontdb::{Database, ID};
use usvg::tiny_skia_path::{Path as Outline, PathSegment, Point};
use usvg::{
    BlendMode, FillRule, Group, ImageKind, ImageRendering, LineCap, LineJoin, Node, Paint,
    PaintOrder, Path, Pattern, Stroke,
};

use super::content::{
    Content, ContentWriter, GraphicsSetting, Inner, InnerKind, Resource, colour, matrix, shortest,
};
use super::fonts::{Alphabet, WantedGlyph};
use super::gradient::{self, Shading};
use super::masking::clipping;
use crate::raster::{SvgDrawing, tree};
use crate::template::Affine;

/// Resolution at which filters become pixels, in dots to the point.
const FILTER_SCALE: f64 = 300.0 / 72.0;

/// Dots of a dashed line are at least so long, in points: one without length has no direction, so no end that could be square.
const SHORTEST_DASH: f64 = 0.01;

/// What a picture of pixels is made of.
pub enum PictureSource {
    /// A file: PNG, JPEG, GIF or WebP; whether viewers make it smooth where it is shown larger than it is.
    File(Arc<Vec<u8>>, bool),
    /// Red, green, blue and alpha of each pixel; width and height.
    Pixels(Vec<u8>, u32, u32),
}

/// A drawing as operators.
#[derive(Default)]
pub struct Written {
    pub content: Content,
    /// What [`Resource::Picture`] names, in order.
    pub pictures: Vec<PictureSource>,
    /// The glyphs that it shows, which are in `content` when it was written with an alphabet.
    pub glyphs: Vec<WantedGlyph>,
}

/// Writes a drawing; `map` takes its own units to the points of the stream, and `seen` is what may be seen there (left, bottom, right,
/// top). `place` is by what its pictures are named.
pub fn write_drawing(
    drawing: &SvgDrawing,
    map: Affine,
    seen: [f64; 4],
    place: usize,
    alphabet: Option<&Alphabet>,
) -> Written {
    let mut writer = DrawingWriter {
        out: ContentWriter::anywhere(),
        written: Written::default(),
        fonts: drawing.tree.fontdb(),
        units: HashMap::new(),
        place,
        seen,
        alphabet,
        flat: Flat::default(),
    };
    let map = map.then_inner(drawing.map);
    if drawing.overflows {
        writer.out.save();
        writer.clip_box(drawing.tree.size().to_non_zero_rect(0.0, 0.0), map);
    }
    writer.children(drawing.tree.root(), map);
    if drawing.overflows {
        writer.out.restore();
    }
    writer.written.content = writer.out.finish();
    writer.written
}

/// Writes the one picture of pixels of `width` × `height`; `map` takes its pixels to the points of the stream.
pub fn write_picture(file: &[u8], size: (f64, f64), map: Affine, place: usize) -> Written {
    let mut out = ContentWriter::anywhere();
    out.picture(Resource::Picture(place, 0), size, map);
    let pictures = vec![PictureSource::File(Arc::new(file.to_vec()), true)];
    Written { content: out.finish(), pictures, glyphs: Vec::new() }
}

/// How colours and words are written inside masks and tiles.
#[derive(Debug, Clone, Copy, Default)]
pub struct Flat {
    /// Each colour as the grey of its luminance.
    pub(super) luminance: bool,
    /// Words as shapes.
    pub(super) outlines: bool,
}

pub struct DrawingWriter<'a> {
    pub(super) out: ContentWriter,
    pub(super) written: Written,
    pub(super) fonts: &'a Database,
    /// Units to the em of each font.
    pub(super) units: HashMap<ID, f64>,
    pub(super) place: usize,
    pub(super) seen: [f64; 4],
    pub(super) alphabet: Option<&'a Alphabet>,
    pub(super) flat: Flat,
}

impl DrawingWriter<'_> {
    pub(super) fn children(&mut self, group: &Group, map: Affine) {
        for (node, map) in tree::nodes(group, map) {
            match node {
                Node::Group(inner) if !inner.filters().is_empty() => self.pixels(node, inner, map),
                Node::Group(inner) => self.group(inner, map),
                Node::Path(path) => self.path(path, 1.0, map),
                Node::Image(image) => self.image(image, map),
                Node::Text(text) => self.text(text, map),
            }
        }
    }

    /// What `write` writes, as a stream of its own.
    pub(super) fn inner(&mut self, write: impl FnOnce(&mut Self)) -> Content {
        let outer = std::mem::replace(&mut self.out, ContentWriter::anywhere());
        write(self);
        std::mem::replace(&mut self.out, outer).finish()
    }

    pub(super) fn group(&mut self, group: &Group, map: Affine) {
        let opacity = group.opacity().get();
        let mut masks = Vec::new();
        let clipped = group.clip_path().is_some();
        let isolated = opacity != 1.0
            || group.mask().is_some()
            || group.isolate()
            || group.blend_mode() != BlendMode::Normal;
        if !clipped && !isolated {
            return self.children(group, map);
        }
        self.out.save();
        if let Some(clip) = group.clip_path() {
            self.clip(clip, map, &mut masks);
        }
        if let Some(mask) = group.mask() {
            self.mask(mask, map, &mut masks);
        }
        let plain = group.blend_mode() == BlendMode::Normal && masks.is_empty();
        match group.children() {
            _ if !isolated && masks.is_empty() => self.children(group, map),
            // The opacity of one shape is that of its paint; overlapping ones would show through each other.
            [Node::Path(path)] if plain && !(path.fill().is_some() && path.stroke().is_some()) => {
                self.path(path, opacity, map);
            }
            _ => {
                let bounds = bounds_text(self.seen_of(group, map));
                let mut content = self.inner(|writer| writer.children(group, map));
                // Each in a group of its own: a second mask would take the place of the first.
                for mask in masks {
                    content = self.inner(|writer| {
                        writer.out.resource(mask, " gs");
                        writer.shown(content, &bounds);
                    });
                }
                self.state(group.blend_mode(), opacity);
                self.shown(content, &bounds);
            }
        }
        self.out.restore();
    }

    /// Shows a stream as a group.
    pub(super) fn shown(&mut self, content: Content, bounds: &str) {
        let group = Inner { content, bounds: bounds.into(), kind: InnerKind::Group };
        self.out.resource(Resource::Inner(Arc::new(group)), " Do");
    }

    pub(super) fn state(&mut self, blend: BlendMode, opacity: f32) {
        let mut state = String::new();
        if blend != BlendMode::Normal {
            // PDF has no sum of light (ISO 32000-1, 11.3.5): *Screen* comes nearest.
            let name = match blend {
                BlendMode::PlusLighter => BlendMode::Screen,
                named => named,
            };
            state.push_str(&format!("/BM/{name:?}"));
        }
        if opacity != 1.0 {
            let alpha = shortest(opacity.into(), 3);
            state.push_str(&format!("/ca {alpha}/CA {alpha}"));
        }
        if !state.is_empty() {
            let state = format!("<<{state}>>");
            self.out.resource(Resource::State(state.into()), " gs");
        }
    }

    /// What is seen of a group, and a point around it: left, bottom, right, top.
    fn seen_of(&self, group: &Group, map: Affine) -> [f64; 4] {
        let [left, bottom, right, top] = self.seen;
        let covered = tree::mapped(group.layer_bounding_box().to_rect(), map);
        covered.map_or(self.seen, |r| {
            [
                left.max(f64::from(r.left()) - 1.0),
                bottom.max(f64::from(r.top()) - 1.0),
                right.min(f64::from(r.right()) + 1.0),
                top.min(f64::from(r.bottom()) + 1.0),
            ]
        })
    }

    /// A group with filters, painted as pixels where it is seen. Its mask, clip and opacity are painted with it.
    fn pixels(&mut self, node: &Node, group: &Group, map: Affine) {
        let [left, bottom, right, top] = self.seen_of(group, map);
        let pixels = |points: f64| (points * FILTER_SCALE).ceil().max(0.0) as u32;
        let (wide, high) = (pixels(right - left), pixels(top - bottom));
        let Some(mut pixmap) = resvg::tiny_skia::Pixmap::new(wide, high) else {
            return;
        };
        let place = Affine([1.0 / FILTER_SCALE, 0.0, 0.0, -1.0 / FILTER_SCALE, left, top]);
        let to_pixels = tree::transform(place).invert();
        let Some((to_pixels, outside)) = to_pixels.zip(group.transform().invert()) else {
            return;
        };
        // resvg applies the group's own map, and moves what it paints to the corner.
        let around = to_pixels.pre_concat(tree::transform(map)).pre_concat(outside);
        let corner = group.abs_layer_bounding_box();
        let around = around.pre_translate(corner.x(), corner.y());
        resvg::render_node(node, around, &mut pixmap.as_mut());
        let whole = pixmap.pixels().iter().map(|pixel| pixel.demultiply());
        let written = whole.flat_map(|p| {
            let [red, green, blue] = self.parts([p.red(), p.green(), p.blue()]);
            [red, green, blue, p.alpha()]
        });
        let data: Vec<u8> = written.collect();
        self.out.save();
        self.state(group.blend_mode(), 1.0);
        let pixels = PictureSource::Pixels(data, wide, high);
        self.picture(pixels, (wide.into(), high.into()), place);
        self.out.restore();
    }

    fn picture(&mut self, source: PictureSource, size: (f64, f64), map: Affine) {
        let name = Resource::Picture(self.place, self.written.pictures.len());
        self.written.pictures.push(source);
        self.out.picture(name, size, map);
    }

    fn image(&mut self, image: &usvg::Image, map: Affine) {
        if !image.is_visible() {
            return;
        }
        let file = match image.kind() {
            ImageKind::SVG(inner) => return self.children(inner.root(), map),
            ImageKind::PNG(file)
            | ImageKind::JPEG(file)
            | ImageKind::GIF(file)
            | ImageKind::WEBP(file) => file.clone(),
        };
        let size = image.size();
        let size = (size.width().into(), size.height().into());
        let smooth = !matches!(
            image.rendering_mode(),
            ImageRendering::OptimizeSpeed | ImageRendering::Pixelated | ImageRendering::CrispEdges
        );
        self.picture(PictureSource::File(file, smooth), size, map);
    }

    pub(super) fn path(&mut self, path: &Path, opacity: f32, map: Affine) {
        if !path.is_visible() {
            return;
        }
        let bounds = path.data().bounds();
        // A line has no inside; some viewers fill it a little.
        let flat = bounds.width() == 0.0 || bounds.height() == 0.0 || path.data().len() == 2;
        let fill = path.fill().filter(|_| !flat);
        let fill = fill.map(|fill| (fill, fill.opacity().get() * opacity));
        let stroke = path.stroke();
        let stroke = stroke.map(|stroke| (stroke, stroke.opacity().get() * opacity));
        if let (Some((fill, 1.0)), Some((stroke, 1.0))) = (fill, stroke)
            && let (Paint::Color(inside), Paint::Color(line)) = (fill.paint(), stroke.paint())
            && path.paint_order() == PaintOrder::FillAndStroke
            && stroke.dasharray().is_none()
            && is_similarity(map)
            && !has_point(path)
        {
            self.colour(GraphicsSetting::Fill, *inside);
            self.colour(GraphicsSetting::Stroke, *line);
            self.line(stroke, map.growth());
            self.out.path(path.data(), map);
            let even_odd = fill.rule() == FillRule::EvenOdd;
            self.out.raw(if even_odd { "B*" } else { "B" });
            return;
        }
        let fill_first = path.paint_order() == PaintOrder::FillAndStroke;
        for filling in [fill_first, !fill_first] {
            match (filling, fill, stroke) {
                (true, Some((fill, opacity)), _) => {
                    self.fill(path.data(), fill.rule(), fill.paint(), opacity, map);
                }
                (false, _, Some((stroke, opacity))) => self.stroke(path, stroke, opacity, map),
                _ => {}
            }
        }
    }

    fn fill(
        &mut self,
        outline: &Outline,
        rule: FillRule,
        paint: &Paint,
        opacity: f32,
        map: Affine,
    ) {
        let apart = opacity != 1.0 || !matches!(paint, Paint::Color(_));
        if apart {
            self.out.save();
            self.state(BlendMode::Normal, opacity);
        }
        match paint {
            Paint::Color(paint) => {
                self.colour(GraphicsSetting::Fill, *paint);
                self.out.path(outline, map);
                self.out.raw(filling(rule));
            }
            Paint::Pattern(pattern) => self.tile(pattern, outline, rule, map),
            Paint::LinearGradient(_) | Paint::RadialGradient(_) => {
                let grey = |colour| self.parts(parts(colour));
                if let Some(shading) = gradient::shading(paint, outline.bounds(), &grey) {
                    self.shade(shading, outline, rule, map);
                }
            }
        }
        if apart {
            self.out.restore();
        }
    }

    fn shade(&mut self, shading: Shading, outline: &Outline, rule: FillRule, map: Affine) {
        let to_points = map.then_inner(shading.map);
        if let Some(alpha) = shading.alpha {
            let content = self.inner(|writer| {
                writer.out.transform(to_points);
                writer.out.resource(Resource::Shading(alpha), " sh");
            });
            let mask = self.soft_mask(content, true);
            self.out.resource(mask, " gs");
        }
        self.out.path(outline, map);
        self.out.raw(clipping(rule));
        self.out.transform(to_points);
        self.out.resource(Resource::Shading(shading.colours), " sh");
    }

    /// Fills an outline with tiles. It is a stream of its own, because tiles are placed in the space of the stream that names them.
    fn tile(&mut self, pattern: &Pattern, outline: &Outline, rule: FillRule, map: Affine) {
        let rect = pattern.rect();
        let to_points = map
            .then_inner(tree::affine(pattern.transform()))
            .then_inner(Affine::translate(rect.x().into(), rect.y().into()));
        // Coordinates in a tile are as fine as in the stream around it.
        let scale = to_points.growth();
        let (width, height) = (f64::from(rect.width()) * scale, f64::from(rect.height()) * scale);
        if scale == 0.0 {
            return;
        }
        let around = std::mem::replace(&mut self.seen, [0.0, 0.0, width, height]);
        let content = self.flat(self.flat.luminance, |writer| {
            writer.children(pattern.root(), Affine::scale(scale, scale));
        });
        self.seen = around;
        let tile = Inner {
            content,
            bounds: bounds_text([0.0, 0.0, width, height]),
            kind: InnerKind::Tile {
                matrix: matrix(to_points.then_inner(Affine::scale(1.0 / scale, 1.0 / scale))),
                step: [width, height].map(|n| shortest(n, 3)),
            },
        };
        let content = self.inner(|writer| {
            writer.out.raw("/Pattern cs");
            writer.out.resource(Resource::Inner(Arc::new(tile)), " scn");
            writer.out.path(outline, map);
            writer.out.raw(filling(rule));
        });
        let bounds = bounds_text(self.seen);
        self.shown(content, &bounds);
    }

    fn stroke(&mut self, path: &Path, stroke: &Stroke, opacity: f32, map: Affine) {
        let (Paint::Color(paint), false) = (stroke.paint(), has_point(path)) else {
            let line = stroke.to_tiny_skia();
            let dashed = line.dash.as_ref().map(|dash| path.data().dash(dash, 1.0));
            let data = match &dashed {
                Some(dashed) => dashed.as_ref(),
                None => Some(path.data()),
            };
            let outline = data.and_then(|data| data.stroke(&line, map.growth() as f32));
            if let Some(outline) = outline {
                self.fill(&outline, FillRule::NonZero, stroke.paint(), opacity, map);
            }
            return;
        };
        let is_even = is_similarity(map);
        let apart = opacity != 1.0 || !is_even;
        if apart {
            self.out.save();
            self.state(BlendMode::Normal, opacity);
        }
        self.colour(GraphicsSetting::Stroke, *paint);
        let (mut scale, mut map) = (map.growth(), map);
        if !is_even {
            // A line of uneven width.
            self.out.transform(std::mem::replace(&mut map, Affine::IDENTITY));
            scale = 1.0;
        }
        self.line(stroke, scale);
        match stroke.dasharray() {
            // Dashes begin where the path does.
            Some(_) => self.out.segments(path.data(), map),
            None => self.out.path(path.data(), map),
        }
        self.out.raw("S");
        if apart {
            self.out.restore();
        }
    }

    fn line(&mut self, stroke: &Stroke, scale: f64) {
        let width = shortest(f64::from(stroke.width().get()) * scale, 3);
        self.out.set(GraphicsSetting::Width, &format!("{width} w"));
        let cap = match stroke.linecap() {
            LineCap::Butt => "0 J",
            LineCap::Round => "1 J",
            LineCap::Square => "2 J",
        };
        self.out.set(GraphicsSetting::Cap, cap);
        let join = match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => "0 j",
            LineJoin::Round => "1 j",
            LineJoin::Bevel => "2 j",
        };
        self.out.set(GraphicsSetting::Join, join);
        if join == "0 j" {
            let limit = shortest(stroke.miterlimit().get().into(), 3);
            self.out.set(GraphicsSetting::Miter, &format!("{limit} M"));
        }
        let dashes = stroke.dasharray().unwrap_or_default();
        let mut dashes: Vec<f64> = dashes.iter().map(|n| f64::from(*n) * scale).collect();
        let whole: f64 = dashes.iter().sum();
        let marks = dashes.iter_mut().step_by(2).filter(|_| cap != "0 J");
        marks.for_each(|dash| *dash = dash.max(SHORTEST_DASH));
        // A pattern of dashes that all round to zero is not allowed.
        let dash = if whole < 0.001 {
            "[]0 d".to_owned()
        } else {
            let written: Vec<String> = dashes.iter().map(|n| shortest(*n, 3)).collect();
            let offset = shortest(f64::from(stroke.dashoffset()) * scale, 3);
            format!("[{}]{offset} d", written.join(" "))
        };
        self.out.set(GraphicsSetting::Dash, &dash);
    }

    pub(super) fn colour(&mut self, setting: GraphicsSetting, paint: usvg::Color) {
        let operators = match setting {
            GraphicsSetting::Stroke => ["G", "RG"],
            _ => ["g", "rg"],
        };
        let parts = self.parts(parts(paint));
        self.out.set(setting, &colour(parts, operators));
    }

    /// A colour as it is written: in a mask, by how bright SVG takes it to be, which is not how bright PDF does.
    fn parts(&self, [red, green, blue]: [u8; 3]) -> [u8; 3] {
        if !self.flat.luminance {
            return [red, green, blue];
        }
        let [red, green, blue] = [red, green, blue].map(f32::from);
        [(0.2125 * red + 0.7154 * green + 0.0721 * blue).round() as u8; 3]
    }
}

/// Whether a part of a path has no length: what its ends look like is up to each viewer.
fn has_point(path: &Path) -> bool {
    let mut parts: Vec<Vec<Point>> = Vec::new();
    for segment in path.data().segments() {
        match (segment, parts.last_mut()) {
            (PathSegment::MoveTo(start), _) => parts.push(vec![start]),
            (PathSegment::LineTo(end), Some(part)) => part.push(end),
            (PathSegment::QuadTo(by, end), Some(part)) => part.extend([by, end]),
            (PathSegment::CubicTo(from, to, end), Some(part)) => part.extend([from, to, end]),
            (PathSegment::Close, Some(part)) => part.push(part[0]),
            (_, None) => {}
        }
    }
    let still = |part: &Vec<Point>| part.len() > 1 && part.iter().all(|at| *at == part[0]);
    parts.iter().any(still)
}

fn filling(rule: FillRule) -> &'static str {
    match rule {
        FillRule::NonZero => "f",
        FillRule::EvenOdd => "f*",
    }
}

pub fn bounds_text(bounds: [f64; 4]) -> String {
    bounds.map(|n| shortest(n, 2)).join(" ")
}

/// Whether circles stay circles: then a line is as wide everywhere.
fn is_similarity(map: Affine) -> bool {
    let [a, b, c, d, ..] = map.0;
    let scale = map.growth();
    let near = |x: f64, y: f64| (x - y).abs() < scale * 1e-4;
    (near(a, d) && near(b, -c)) || (near(a, -d) && near(b, c))
}

fn parts(colour: usvg::Color) -> [u8; 3] {
    [colour.red, colour.green, colour.blue]
}
