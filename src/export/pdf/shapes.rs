//! Writes a drawing as operators: paths, colours, gradients, clips of one path, one pixel picture. A drawing comes in; operators
//! go out, or nothing if it needs more (masks, filters, patterns, transparent groups, text): krilla draws those. Called by
//! `sheets`.

use std::sync::Arc;

use usvg::{
    BaseGradient, FillRule, Group, ImageKind, LineCap, LineJoin, Node, Opacity, Paint, PaintOrder,
    Path, SpreadMethod, Stroke, Tree,
};

use super::content::{
    Content, ContentWriter, GraphicsSetting, Resource, colour, components, shortest,
};
use crate::template::Affine;

/// A drawing as operators; `map` takes its pixels to the points of the stream. A picture of pixels in it is named `picture`.
/// `None` when krilla must draw it.
pub fn draw_shapes(tree: &Tree, map: Affine, picture: usize) -> Option<Content> {
    let mut drawing = Drawing {
        out: ContentWriter::anywhere(),
        map,
        picture: Some(picture),
    };
    let (width, height) = (tree.size().width(), tree.size().height());
    let seen = tree.root().abs_stroke_bounding_box();
    let slack = 0.01;
    let cut = tree.root().has_children()
        && (seen.left() < -slack
            || seen.top() < -slack
            || seen.right() > width + slack
            || seen.bottom() > height + slack);
    if cut {
        let (width, height) = (f64::from(width), f64::from(height));
        let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
        drawing.out.save();
        drawing.out.polygon(&corners.map(|(x, y)| map.apply(x, y)));
        drawing.out.raw("W n");
    }
    drawing.group(tree.root())?;
    if cut {
        drawing.out.restore();
    }
    Some(drawing.out.finish())
}

/// The one picture of pixels in a drawing that [`draw`] writes.
pub fn picture(group: &Group) -> Option<&usvg::Image> {
    group.children().iter().find_map(|node| match node {
        Node::Group(inner) => picture(inner),
        Node::Image(image) => Some(&**image),
        Node::Path(_) | Node::Text(_) => None,
    })
}

struct Drawing {
    out: ContentWriter,
    /// From the pixels of the drawing to the points of the stream.
    map: Affine,
    /// The name of a picture of pixels, until it is taken.
    picture: Option<usize>,
}

impl Drawing {
    fn group(&mut self, group: &Group) -> Option<()> {
        let plain = group.mask().is_none()
            && group.filters().is_empty()
            && group.blend_mode() == usvg::BlendMode::Normal
            && !group.isolate();
        if !plain {
            return None;
        }
        if group.opacity() != Opacity::ONE {
            // For one path, group opacity equals the opacity of its paint; several overlapping paths would show through each other.
            let [Node::Path(path)] = group.children() else {
                return None;
            };
            if group.clip_path().is_some() || (path.fill().is_some() && path.stroke().is_some()) {
                return None;
            }
            return self.path(path, group.opacity().get());
        }
        let clip = group.clip_path();
        if let Some(clip) = clip {
            let [Node::Path(path)] = clip.root().children() else {
                return None;
            };
            if clip.clip_path().is_some() || clip.root().clip_path().is_some() {
                return None;
            }
            let rule = path.fill()?.rule();
            let to_group = group.abs_transform().pre_concat(clip.transform());
            let map = self.to_stream(to_group.pre_concat(path.abs_transform()));
            self.out.save();
            self.out.path(path.data(), map);
            let even_odd = rule == FillRule::EvenOdd;
            self.out.raw(if even_odd { "W* n" } else { "W n" });
        }
        for node in group.children() {
            match node {
                Node::Group(inner) => self.group(inner)?,
                Node::Path(path) => self.path(path, 1.0)?,
                Node::Image(image) => self.image(image)?,
                Node::Text(_) => return None,
            }
        }
        if clip.is_some() {
            self.out.restore();
        }
        Some(())
    }

    fn to_stream(&self, transform: usvg::Transform) -> Affine {
        self.map.then_inner(affine(transform))
    }

    fn image(&mut self, image: &usvg::Image) -> Option<()> {
        if !image.is_visible() {
            return Some(());
        }
        if matches!(image.kind(), ImageKind::SVG(_)) {
            return None;
        }
        let picture = self.picture.take()?;
        let (width, height) = (image.size().width(), image.size().height());
        let (width, height) = (f64::from(width), f64::from(height));
        let square = Affine([width, 0.0, 0.0, -height, 0.0, height]);
        let map = self.to_stream(image.abs_transform()).then_inner(square);
        self.out.save();
        self.out.transform(map);
        self.out.resource(Resource::Picture(picture), " Do");
        self.out.restore();
        Some(())
    }

    fn path(&mut self, path: &Path, opacity: f32) -> Option<()> {
        let bounds = path.data().bounds();
        if !path.is_visible() || (bounds.width() == 0.0 && bounds.height() == 0.0) {
            return Some(());
        }
        // A line has no inside; some viewers fill it a little.
        let flat = bounds.width() == 0.0 || bounds.height() == 0.0 || path.data().len() == 2;
        let fill = path.fill().filter(|_| !flat);
        let fill = fill.map(|fill| (fill, fill.opacity().get() * opacity));
        let stroke = path.stroke();
        let stroke = stroke.map(|stroke| (stroke, stroke.opacity().get() * opacity));
        let map = self.to_stream(path.abs_transform());
        if let (Some((fill, 1.0)), Some((stroke, 1.0))) = (fill, stroke)
            && let (Paint::Color(inside), Paint::Color(line)) = (fill.paint(), stroke.paint())
            && path.paint_order() == PaintOrder::FillAndStroke
            && is_similarity(map)
        {
            self.out
                .set(GraphicsSetting::Fill, &colour(parts(*inside), ["g", "rg"]));
            self.out
                .set(GraphicsSetting::Stroke, &colour(parts(*line), ["G", "RG"]));
            self.line(stroke, map.growth());
            self.out.path(path.data(), map);
            let even_odd = fill.rule() == FillRule::EvenOdd;
            self.out.raw(if even_odd { "B*" } else { "B" });
            return Some(());
        }
        let fill_first = path.paint_order() == PaintOrder::FillAndStroke;
        for filling in [fill_first, !fill_first] {
            match (filling, fill, stroke) {
                (true, Some((fill, opacity)), _) => self.fill(path, fill, opacity, map)?,
                (false, _, Some((stroke, opacity))) => self.stroke(path, stroke, opacity, map)?,
                _ => {}
            }
        }
        Some(())
    }

    /// Sets a constant opacity; whether the state must be restored.
    fn opacity(&mut self, key: &str, opacity: f32) -> bool {
        if opacity == 1.0 {
            return false;
        }
        self.out.save();
        let state = format!("<</{key} {}>>", shortest(opacity.into(), 3));
        self.out.resource(Resource::State(state.into()), " gs");
        true
    }

    fn fill(&mut self, path: &Path, fill: &usvg::Fill, opacity: f32, map: Affine) -> Option<()> {
        let even_odd = fill.rule() == FillRule::EvenOdd;
        let shading = match fill.paint() {
            Paint::Color(_) => None,
            paint => Some(shading(paint)?),
        };
        let restore = self.opacity("ca", opacity);
        match (fill.paint(), shading) {
            (Paint::Color(paint), _) => {
                self.out
                    .set(GraphicsSetting::Fill, &colour(parts(*paint), ["g", "rg"]));
                self.out.path(path.data(), map);
                self.out.raw(if even_odd { "f*" } else { "f" });
            }
            (_, Some((shading, transform))) => {
                self.out.save();
                self.out.path(path.data(), map);
                self.out.raw(if even_odd { "W* n" } else { "W n" });
                self.out.transform(map.then_inner(transform));
                self.out.resource(Resource::Shading(shading), " sh");
                self.out.restore();
            }
            _ => {}
        }
        if restore {
            self.out.restore();
        }
        Some(())
    }

    fn stroke(&mut self, path: &Path, stroke: &Stroke, opacity: f32, map: Affine) -> Option<()> {
        let Paint::Color(paint) = stroke.paint() else {
            return None;
        };
        let restore = self.opacity("CA", opacity);
        self.out
            .set(GraphicsSetting::Stroke, &colour(parts(*paint), ["G", "RG"]));
        if is_similarity(map) {
            self.line(stroke, map.growth());
            self.out.path(path.data(), map);
            self.out.raw("S");
        } else {
            // A line of uneven width.
            self.out.save();
            self.line(stroke, 1.0);
            self.out.transform(map);
            self.out.path(path.data(), Affine::IDENTITY);
            self.out.raw("S");
            self.out.restore();
        }
        if restore {
            self.out.restore();
        }
        Some(())
    }

    fn line(&mut self, stroke: &Stroke, scale: f64) {
        let scaled = |n: f32| shortest(f64::from(n) * scale, 3);
        let width = scaled(stroke.width().get());
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
        let written: Vec<String> = dashes.iter().map(|n| scaled(*n)).collect();
        // A pattern of dashes that all round to zero is not allowed.
        let dash = if written.iter().all(|n| n == "0") {
            "[]0 d".to_owned()
        } else {
            format!("[{}]{} d", written.join(" "), scaled(stroke.dashoffset()))
        };
        self.out.set(GraphicsSetting::Dash, &dash);
    }
}

fn affine(t: usvg::Transform) -> Affine {
    Affine([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty].map(f64::from))
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

/// A gradient as the dictionary of a shading (ISO 32000-1, 8.7.4.5), and the map from its space to the path's.
fn shading(paint: &Paint) -> Option<(Arc<str>, Affine)> {
    let (kind, coordinates, gradient): (u8, Vec<f32>, &BaseGradient) = match paint {
        Paint::LinearGradient(g) => (2, vec![g.x1(), g.y1(), g.x2(), g.y2()], g),
        Paint::RadialGradient(g) => {
            let (r, inner) = (g.r().get(), g.fr().get());
            (3, vec![g.fx(), g.fy(), inner, g.cx(), g.cy(), r], g)
        }
        Paint::Color(_) | Paint::Pattern(_) => return None,
    };
    let stops = gradient.stops();
    let opaque = stops.iter().all(|stop| stop.opacity() == Opacity::ONE);
    if gradient.spread_method() != SpreadMethod::Pad || !opaque {
        return None;
    }
    let numbers: Vec<String> = coordinates
        .iter()
        .map(|n| shortest((*n).into(), 4))
        .collect();
    let function = stops_function(stops)?;
    let dictionary = format!(
        "<</ShadingType {kind}/ColorSpace/DeviceRGB/Coords[{}]/Extend[true true]/Function{function}>>",
        numbers.join(" ")
    );
    Some((dictionary.into(), affine(gradient.transform())))
}

/// The colours from 0 to 1: one step from each stop to the next, put together when there are several.
fn stops_function(stops: &[usvg::Stop]) -> Option<String> {
    let (first, last) = (stops.first()?, stops.last()?);
    let at = |stop: &usvg::Stop| stop.offset().get();
    let mut places = vec![(0.0, first.color())];
    places.extend(stops.iter().map(|stop| (at(stop), stop.color())));
    places.push((1.0, last.color()));
    let rgb = |colour: usvg::Color| components(parts(colour));
    let mut steps = Vec::new();
    let mut bounds = Vec::new();
    for pair in places.windows(2) {
        let ((from, start), (to, end)) = (pair[0], pair[1]);
        // Two stops at one place are a step without length.
        if to - from < 1e-5 {
            continue;
        }
        steps.push(format!(
            "<</FunctionType 2/Domain[0 1]/C0[{}]/C1[{}]/N 1>>",
            rgb(start),
            rgb(end)
        ));
        bounds.push(shortest(to.into(), 5));
    }
    bounds.pop();
    if steps.len() == 1 {
        return steps.pop();
    }
    let encode = vec!["0 1"; steps.len()].join(" ");
    Some(format!(
        "<</FunctionType 3/Domain[0 1]/Functions[{}]/Bounds[{}]/Encode[{encode}]>>",
        steps.concat(),
        bounds.join(" ")
    ))
}
