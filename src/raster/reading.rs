//! Reads drawings with usvg, with the faces' own fonts and no others, so that the bytes are the same on every machine, and
//! refuses what would take too long to paint. Called by `painter`, by the PDF exporter and by lints.

use std::cell::Cell;
use std::sync::Arc;

use usvg::fontdb::{Database, FaceInfo, Language, Source, Style, Weight};
use usvg::{Group, Node, Paint, Tree};

use super::bounds::{
    BLUR, CROSSINGS, DECODED, EDGES, FILTER, GRADIENT, LAYER, LINE_EDGES, MOST_DASHES, MOST_FAR,
    MOST_LAYERS, MOST_OUTSIZE, MOST_PAINTED, ROUND_EDGES,
};
use super::tree::{affine, embedded, mapped, nodes, transform};
use crate::template::{Affine, Drawn, Layer, drawing_svg};

/// A drawing that usvg has read, once for everything that is made of it.
pub struct SvgDrawing {
    pub tree: Tree,
    /// From the tree's pixels to the drawing's own units.
    pub map: Affine,
    /// Whether it draws beyond its view, where nothing of it may be seen.
    pub overflows: bool,
    /// How many whole canvases it fills.
    pub painted: f32,
}

impl SvgDrawing {
    /// Reads the elements `body`, of which `view` is seen (x, y, width and height in their units). The bounds on work may be passed
    /// `leeway` times.
    ///
    /// # Errors
    /// Why it can't be read, or what of it would take more pixels than a canvas has.
    pub fn read(
        body: &str,
        view: [f64; 4],
        options: &usvg::Options<'_>,
        leeway: f32,
    ) -> Result<SvgDrawing, Objection> {
        let tree = Tree::from_str(&drawing_svg(view, body), options);
        let tree = tree.map_err(|e| Objection { id: String::new(), message: e.to_string() })?;
        let canvas = Canvas::new(&tree, leeway);
        check(tree.root(), Affine::IDENTITY, &canvas, 0.0)?;
        let [x, y, width, _] = view;
        let (seen, size) = (tree.root().layer_bounding_box(), tree.size());
        let slack = 0.01;
        let inside = seen.left() >= -slack
            && seen.top() >= -slack
            && seen.right() <= size.width() + slack
            && seen.bottom() <= size.height() + slack;
        let unit = width / f64::from(size.width());
        Ok(SvgDrawing {
            map: Affine([unit, 0.0, 0.0, unit, x, y]),
            overflows: tree.root().has_children() && !inside,
            painted: canvas.painted.get(),
            tree,
        })
    }

    /// Whether its colours mix with those of what lies below it (`mix-blend-mode`).
    pub fn blends(&self) -> bool {
        fn blends(group: &Group) -> bool {
            group.children().iter().any(|node| match node {
                Node::Group(inner) => {
                    inner.blend_mode() != usvg::BlendMode::Normal
                        || (!inner.should_isolate() && blends(inner))
                }
                _ => false,
            })
        }
        blends(self.tree.root())
    }
}

/// What of a drawing cannot be painted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objection {
    /// The id of the element, or of the nearest group around it that has one.
    pub id: String,
    pub message: String,
}

/// The message about a drawing, or a face of several, that fills its canvas so often; `None` below the bound.
pub fn painted_too_often(canvases: f32, leeway: f32) -> Option<String> {
    (canvases > MOST_PAINTED * leeway).then(|| {
        format!(
            "too much is painted over one another: more than {MOST_PAINTED} times the canvas, gradients and pictures counted {GRADIENT} times, filters {BLUR} times, and long or wide lines of many points and pixels of pictures by their number"
        )
    })
}

/// What a drawing is painted on, in pixels of a screen.
struct Canvas {
    size: (f32, f32),
    /// By how much the bounds on canvases may be passed.
    leeway: f32,
    /// How often it was filled so far, and how many dashes were drawn.
    painted: Cell<f32>,
    dashes: Cell<f32>,
}

impl Canvas {
    fn new(tree: &Tree, leeway: f32) -> Self {
        Canvas {
            size: (tree.size().width(), tree.size().height()),
            leeway,
            painted: Cell::new(0.0),
            dashes: Cell::new(0.0),
        }
    }

    /// The part of the canvas that something covers, as its upright rectangle does.
    fn seen(&self, place: usvg::Rect) -> f32 {
        let (width, height) = self.size;
        let across = place.right().min(width) - place.left().max(0.0);
        let down = place.bottom().min(height) - place.top().max(0.0);
        (across.max(0.0) / width) * (down.max(0.0) / height)
    }

    /// Counts how often pixels are painted over.
    fn paint(&self, canvases: f32) -> Result<(), String> {
        self.painted.set(self.painted.get() + canvases);
        painted_too_often(self.painted.get(), self.leeway).map_or(Ok(()), Err)
    }

    /// Counts what painting a path takes: its fill, its line, the dashes of that. `scale` is from its units to those of the canvas.
    fn path(&self, path: &usvg::Path, place: Option<usvg::Rect>, scale: f32) -> Result<(), String> {
        let seen = place.map_or(1.0, |place| self.seen(place));
        for paint in paints(path) {
            let plain = matches!(paint, Paint::Color(_));
            let weight = if plain { 1.0 } else { GRADIENT };
            self.paint(seen * weight)?;
        }
        let (points, length) = (path.data().points().len() as f32, length(path.data()));
        if path.fill().is_some() {
            self.edges(points, length / points * scale)?;
        }
        let Some(stroke) = path.stroke() else {
            return Ok(());
        };
        let dashes = stroke.dasharray().map_or(0.0, |pattern| {
            length / pattern.iter().sum::<f32>() * pattern.len() as f32 / 2.0
        });
        self.dashes.set(self.dashes.get() + dashes);
        if self.dashes.get().is_nan() || self.dashes.get() > MOST_DASHES {
            return Err(format!("lines have more than {MOST_DASHES} dashes (`stroke-dasharray`)"));
        }
        let is_round =
            stroke.linejoin() == usvg::LineJoin::Round || stroke.linecap() == usvg::LineCap::Round;
        let of_each = if is_round { ROUND_EDGES } else { LINE_EDGES };
        let edges = (points + 2.0 * dashes) * of_each;
        let long = length / (points + 2.0 * dashes) + stroke.width().get();
        self.edges(edges, long * scale)
    }

    /// Counts what it takes to sort the edges of a path, each of which is about so long.
    fn edges(&self, edges: f32, long: f32) -> Result<(), String> {
        let beside = edges * (long / self.size.1).min(1.0);
        self.paint(beside * (1.0 / EDGES + edges / CROSSINGS))
    }
}

/// What a path and its line are painted with.
fn paints(path: &usvg::Path) -> impl Iterator<Item = &Paint> {
    let fill = path.fill().map(usvg::Fill::paint);
    fill.into_iter().chain(path.stroke().map(usvg::Stroke::paint))
}

/// About how long a path is: curves as long as the lines between their points.
fn length(path: &usvg::tiny_skia_path::Path) -> f32 {
    let points = path.points().windows(2);
    points.map(|two| two[0].distance(two[1])).sum()
}

/// The id of a group, or of the first element in it that has one: an element with a filter of its own lies in a group without.
fn named(group: &Group) -> &str {
    if !group.id().is_empty() {
        return group.id();
    }
    let mut ids = group.children().iter().map(|node| match node {
        Node::Group(inner) => named(inner),
        node => node.id(),
    });
    ids.find(|id| !id.is_empty()).unwrap_or_default()
}

/// Checks what it takes to paint a group. `map` goes from its space to the canvas; `layers` says how many canvases the pixel layers
/// around it fill.
fn check(group: &Group, map: Affine, canvas: &Canvas, layers: f32) -> Result<(), Objection> {
    let objection = |id: &str, message: String| Objection { id: id.to_owned(), message };
    let around = |inner: Objection| {
        if inner.id.is_empty() { objection(named(group), inner.message) } else { inner }
    };
    let outsize = |width: f32, height: f32| (width / canvas.size.0).max(height / canvas.size.1);
    let refuse = |id: &str, what: &str, size: f32| {
        let bound = format!("{MOST_OUTSIZE} times is the most");
        let message = format!("{what} is {size:.0} times as large as its canvas; {bound}");
        Err(around(objection(id, message)))
    };
    for filter in group.filters() {
        let place = mapped(filter.rect().to_rect(), map);
        let size = place.map_or(f32::INFINITY, |r| {
            outsize(r.width().max(r.x().abs()), r.height().max(r.y().abs()))
        });
        if size.is_nan() || size > MOST_OUTSIZE * canvas.leeway {
            return refuse(named(group), "the place of a filter", size);
        }
    }
    let own = if group.should_isolate() {
        let layer = mapped(group.layer_bounding_box().to_rect(), map);
        let (width, height) = layer.map_or((MOST_OUTSIZE, MOST_OUTSIZE), |layer| {
            (layer.width() / canvas.size.0, layer.height() / canvas.size.1)
        });
        // What lies far outside is not painted.
        let weight = if group.filters().is_empty() { 1.0 } else { FILTER };
        weight * width.min(MOST_OUTSIZE) * height.min(MOST_OUTSIZE)
    } else {
        0.0
    };
    let layers = layers + own;
    if layers > MOST_LAYERS * canvas.leeway {
        let message = format!(
            "opacity, masks, clips and filters in one another take {layers:.0} canvases; {MOST_LAYERS} are the most"
        );
        return Err(objection(named(group), message));
    }
    let filters = group.filters().len() as f32 * BLUR / FILTER;
    let layer = canvas.paint(own * (LAYER + filters));
    layer.map_err(|message| objection(named(group), message))?;
    let clip = group.clip_path();
    let clip = clip.map(|clip| (clip.root(), map.then_inner(affine(clip.transform()))));
    let mask = group.mask().map(|mask| (mask.root(), map));
    for (inner, map) in clip.into_iter().chain(mask) {
        check(inner, map, canvas, layers + 1.0).map_err(around)?;
    }
    for (node, map) in nodes(group, map) {
        let place = mapped(node.stroke_bounding_box(), map);
        let far = place.map(|p| [p.left(), p.top(), p.right(), p.bottom()]);
        // Not a number is refused as well.
        if !far.is_some_and(|far| far.iter().all(|n| n.abs() <= MOST_FAR)) {
            let message = format!("an element lies far outside: {MOST_FAR} pixels are the most");
            return Err(around(objection(node.id(), message)));
        }
        match node {
            Node::Group(inner) => check(inner, map, canvas, layers).map_err(around)?,
            Node::Text(text) => {
                check(text.flattened(), map, canvas, layers).map_err(around)?;
            }
            Node::Path(path) => {
                let (across, down) = transform(map).get_scale();
                let painted = canvas.path(path, place, across.max(down));
                painted.map_err(|message| around(objection(path.id(), message)))?;
                for paint in paints(path) {
                    let Paint::Pattern(pattern) = paint else {
                        continue;
                    };
                    let map = map.then_inner(affine(pattern.transform()));
                    let (x, y) = transform(map).get_scale();
                    let tile = pattern.rect();
                    let size = outsize(tile.width() * x, tile.height() * y);
                    if size.is_nan() || size > MOST_OUTSIZE * canvas.leeway {
                        return refuse(path.id(), "the tile of a pattern", size);
                    }
                    check(pattern.root(), map, canvas, layers + size * size).map_err(around)?;
                }
            }
            Node::Image(image) => {
                if let Some(inner) = embedded(image) {
                    check(inner, map, canvas, layers + 1.0).map_err(around)?;
                }
                let seen = place.map_or(1.0, |place| canvas.seen(place));
                let pixels = match image.kind() {
                    usvg::ImageKind::SVG(_) => 0.0,
                    _ => image.size().width() * image.size().height(),
                };
                let painted = canvas.paint(seen * GRADIENT + pixels / DECODED);
                painted.map_err(|message| around(objection(image.id(), message)))?;
            }
        }
    }
    Ok(())
}

/// Options with the fonts of `faces`; pictures come only from the document itself.
pub fn options<'a>(faces: impl IntoIterator<Item = &'a Drawn>) -> usvg::Options<'static> {
    let mut options = usvg::Options::default();
    let database = options.fontdb_mut();
    let mut seen: Vec<*const u8> = Vec::new();
    let of_picture = |layer: &'a Layer| match layer {
        Layer::Picture { picture, .. } => picture.fonts.as_slice(),
        _ => &[],
    };
    let of_pictures = |face: &'a Drawn| face.layers.iter().flat_map(of_picture);
    for font in
        faces.into_iter().flat_map(|face| face.fonts.faces().iter().chain(of_pictures(face)))
    {
        if !seen.contains(&font.data.as_ptr()) {
            seen.push(font.data.as_ptr());
            let style = if font.italic { Style::Italic } else { Style::Normal };
            register(&font.data, &font.family, Weight(font.weight), style, database);
        }
    }
    // A template is a stranger's file: what it names outside itself is not read.
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    options
}

/// Registers a font by the family, weight and slant of the game's list, as words are set by: what the file says of itself may
/// be something else, and words would be missing.
fn register(
    data: &Arc<Vec<u8>>,
    family: &str,
    weight: Weight,
    style: Style,
    database: &mut Database,
) {
    let data: Arc<dyn AsRef<[u8]> + Send + Sync> = data.clone();
    for id in database.load_font_source(Source::Binary(data)) {
        let Some(info) = database.face(id).cloned() else {
            continue;
        };
        database.remove_face(id);
        database.push_face_info(FaceInfo {
            families: vec![(family.to_owned(), Language::English_UnitedStates)],
            weight,
            style,
            ..info
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(body: &str) -> String {
        let read = SvgDrawing::read(body, [0.0, 0.0, 60.0, 90.0], &usvg::Options::default(), 2.0);
        read.err().map_or_else(String::new, |fault| fault.message)
    }

    const BLUR: &str = "<feGaussianBlur stdDeviation=\"1\"/></filter><rect width=\"60\" height=\"90\" filter=\"url(#f)\"/>";

    #[test]
    fn a_filter_has_a_place_that_can_be_painted() {
        let blur = |place: &str| fault(&format!("<filter id=\"f\" {place}>{BLUR}"));
        assert_eq!(blur(""), "");
        let says = blur("x=\"-1e9\" y=\"-1e9\" width=\"2e9\" height=\"2e9\"");
        assert!(says.contains("4 times is the most"), "{says}");
    }

    #[test]
    fn a_pattern_has_a_tile_that_can_be_painted() {
        let tiled = |side: &str| {
            fault(&format!(
                "<pattern id=\"p\" patternUnits=\"userSpaceOnUse\" width=\"{side}\" height=\"{side}\"><rect width=\"1\" height=\"1\"/></pattern><rect width=\"60\" height=\"90\" fill=\"url(#p)\"/>"
            ))
        };
        assert_eq!(tiled("2"), "");
        let says = tiled("100000");
        assert!(says.contains("4 times is the most"), "{says}");
    }

    #[test]
    fn lines_have_so_many_dashes_and_no_more() {
        let dashed = |length: &str| {
            fault(&format!(
                "<path d=\"M0 0H60\" stroke=\"#000\" stroke-dasharray=\"{length} {length}\"/>"
            ))
        };
        assert_eq!(dashed("0.5"), "");
        let says = dashed("0.0001");
        assert!(says.contains("stroke-dasharray"), "{says}");
    }

    #[test]
    fn painting_over_and_over_has_an_end() {
        let gradient = "<linearGradient id=\"g\"><stop stop-color=\"#000\"/><stop offset=\"1\" stop-color=\"#fff\"/></linearGradient>";
        let painted = |n: usize| {
            let rect = "<rect width=\"60\" height=\"90\" fill=\"url(#g)\"/>";
            fault(&format!("{gradient}{}", rect.repeat(n)))
        };
        assert_eq!(painted(100), "");
        let says = painted(8_000);
        assert!(says.contains("painted over one another"), "{says}");
    }

    #[test]
    fn layers_in_one_another_have_an_end() {
        let nested = |n: usize| {
            let rect = "<rect width=\"60\" height=\"90\"/>";
            fault(&format!("{}{rect}{}", "<g opacity=\"0.5\">".repeat(n), "</g>".repeat(n)))
        };
        assert_eq!(nested(40), "");
        let says = nested(80);
        assert!(says.contains("32 are the most"), "{says}");
    }
}
