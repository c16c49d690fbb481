//! Paints faces as pixels, by resvg; a layer that several faces share is painted once. Exporters of pictures, lints and pages
//! call it.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Color, Pixmap, PremultipliedColorU8};

use super::bounds::{LEEWAY, MOST_FACE_PIXELS, MOST_KEPT_PIXELS};
use super::pictures::{PaintFault, blank, cut_outline, draw_out_edges};
use super::reading::{SvgDrawing, options};
use super::tree;
use crate::template::{Affine, BLEED, Drawn, Layer, Pictures, Quad, layer_drawing};

const MM_PER_INCH: f64 = 25.4;

/// What a layer that faces share is known by: the layer, and where it lies.
pub(super) type LayerKey = (usize, [u64; 6], Option<[(u64, u64); 4]>, usize, (u32, u32));

/// A layer painted by itself; `None` when its looks depend on what is below.
type Apart = Result<Option<Pixmap>, PaintFault>;

/// Receives the pixels under a layer of words, and the index of that layer.
pub type Show<'a> = dyn FnMut(usize, &Pixmap) + 'a;

/// Paints faces at one resolution; keeps the layers that faces share.
pub struct Painter {
    dpi: f64,
    /// Millimetres around the trim.
    bleed: f64,
    /// Pixels of each picture, where they do not follow from the face: it lies in the middle.
    frame: Option<(u32, u32)>,
    options: usvg::Options<'static>,
    /// Layers that more than one face shows, painted when first seen.
    shared: BTreeMap<LayerKey, OnceLock<Apart>>,
}

impl Painter {
    /// `dpi` dots to the inch; `bleed` millimetres around the trim are painted as well. `faces` are what will be painted:
    /// they bring their fonts, and show which layers are worth keeping.
    pub fn new(dpi: f64, bleed: f64, faces: &[Arc<Drawn>]) -> Self {
        let options = options(faces.iter().map(Arc::as_ref));
        Self::with(options, dpi, bleed, None, faces)
    }

    /// As [`Painter::new`], for pictures of just so many pixels, the face in the middle of each. All of the faces are of one size.
    /// What lies farther than `bleed` millimetres beyond the trim is the edge of what does not, drawn out.
    pub fn framed(dpi: f64, bleed: f64, frame: (u32, u32), faces: &[Arc<Drawn>]) -> Self {
        let options = options(faces.iter().map(Arc::as_ref));
        Self::with(options, dpi, bleed, Some(frame), faces)
    }

    /// As [`Painter::new`], but no word is painted.
    pub fn without_words(dpi: f64, bleed: f64, faces: &[Arc<Drawn>]) -> Self {
        // Words of which there is no font are left out.
        Self::with(options([]), dpi, bleed, None, faces)
    }

    fn with(
        options: usvg::Options<'static>,
        dpi: f64,
        bleed: f64,
        frame: Option<(u32, u32)>,
        faces: &[Arc<Drawn>],
    ) -> Self {
        let mut painter =
            Painter { dpi, bleed: bleed.min(BLEED), frame, options, shared: BTreeMap::new() };
        let mut uses: BTreeMap<LayerKey, u32> = BTreeMap::new();
        for face in faces {
            let size = painter.size(face);
            let own = |layer: &&Layer| matches!(layer, Layer::Words(_));
            for layer in face.layers.iter().filter(|layer| !own(layer)) {
                *uses.entry(key(layer, size)).or_default() += 1;
            }
        }
        uses.retain(|_, count| *count > 1);
        let mut room = MOST_KEPT_PIXELS;
        for key in uses.into_keys() {
            let (.., (width, height)) = key;
            let pixels = u64::from(width) * u64::from(height);
            if pixels <= room {
                room -= pixels;
                painter.shared.insert(key, OnceLock::new());
            }
        }
        painter
    }

    /// Pixels of a length in millimetres.
    fn pixels(&self, length: f64) -> u32 {
        (length * self.dpi / MM_PER_INCH).round().max(1.0) as u32
    }

    /// Width and height of the picture of a face, in pixels.
    pub fn size(&self, face: &Drawn) -> (u32, u32) {
        if let Some(frame) = self.frame {
            return frame;
        }
        (self.pixels(face.width + 2.0 * self.bleed), self.pixels(face.height + 2.0 * self.bleed))
    }

    /// Whether a face has a size that is painted.
    ///
    /// # Errors
    /// Its pixels, and the most that there may be.
    pub fn check(&self, face: &Drawn) -> Result<(), PaintFault> {
        let (width, height) = self.size(face);
        if u64::from(width) * u64::from(height) <= MOST_FACE_PIXELS {
            return Ok(());
        }
        let most = MOST_FACE_PIXELS / 1_000_000;
        Err(PaintFault(format!(
            "it would be {width} x {height} pixels, {most} million are the most"
        )))
    }

    /// Paints a face on white.
    ///
    /// # Errors
    /// When a layer is no SVG that can be drawn, or the picture is too large for the memory.
    pub fn paint(&self, face: &Drawn) -> Result<Pixmap, PaintFault> {
        self.paint_shown(face, None)
    }

    /// As [`Painter::paint`], without the layers of words; `show` is shown what lies under each of them, with its place among the
    /// layers.
    ///
    /// # Errors
    /// As [`Painter::paint`].
    pub fn paint_under_words(
        &self,
        face: &Drawn,
        show: &mut Show<'_>,
    ) -> Result<Pixmap, PaintFault> {
        self.paint_shown(face, Some(show))
    }

    fn paint_shown(
        &self,
        face: &Drawn,
        mut show: Option<&mut Show<'_>>,
    ) -> Result<Pixmap, PaintFault> {
        self.check(face)?;
        let size = self.size(face);
        // Transparent until the end: colours that mix with what is below do not mix with paper.
        let mut canvas = blank(size)?;
        for (at, layer) in face.layers.iter().enumerate() {
            if let Layer::Words(_) = layer {
                match &mut show {
                    Some(show) => show(at, &on_white(&canvas)),
                    None => self.render(face, &self.read(face, layer)?, (0, 0), &mut canvas),
                }
                continue;
            }
            // Painted apart even when only one face has it, so that a face has the same pixels whatever is painted with it.
            let paint = || self.paint_apart(face, layer, size);
            let own;
            let painted = match self.shared.get(&key(layer, size)) {
                Some(shared) => shared.get_or_init(paint),
                None => {
                    own = paint();
                    &own
                }
            };
            match painted {
                Ok(Some(painted)) => put_over(&mut canvas, painted),
                Ok(None) => {
                    let read = self.read(face, layer)?;
                    let painted = self.paint_on(face, layer, &read, (0, 0), canvas.clone());
                    put_over(&mut canvas, &painted);
                }
                Err(fault) => return Err(fault.clone()),
            }
        }
        let mut canvas = on_white(&canvas);
        if self.frame.is_some() {
            let (x, y) = self.offset(face);
            draw_out_edges(&mut canvas, (x.ceil().max(0.0) as u32, y.ceil().max(0.0) as u32));
        }
        Ok(canvas)
    }

    /// Where the corner of what is painted lies in the picture, in pixels: beyond it where the frame is smaller.
    fn offset(&self, face: &Drawn) -> (f64, f64) {
        let Some((width, height)) = self.frame else {
            return (0.0, 0.0);
        };
        let own = |length: f64| (length + 2.0 * self.bleed) * self.dpi / MM_PER_INCH;
        let beside = |all: u32, length: f64| (f64::from(all) - own(length)) / 2.0;
        (beside(width, face.width), beside(height, face.height))
    }

    /// Paints a layer by itself; `None` when its looks depend on what is below, so that it can't be.
    fn paint_apart(&self, face: &Drawn, layer: &Layer, size: (u32, u32)) -> Apart {
        let read = self.read(face, layer)?;
        if read.0.blends() {
            return Ok(None);
        }
        Ok(Some(self.paint_on(face, layer, &read, (0, 0), blank(size)?)))
    }

    /// Paints a layer on `ground`, of which nothing is left where the layer may not be seen. `corner` is where the ground lies in the
    /// picture of the face.
    pub(super) fn paint_on(
        &self,
        face: &Drawn,
        layer: &Layer,
        read: &(SvgDrawing, Affine),
        corner: (u32, u32),
        mut ground: Pixmap,
    ) -> Pixmap {
        self.render(face, read, corner, &mut ground);
        if let Layer::Picture { picture, map, clip, frame: None, .. } = layer
            && (clip.is_some() || read.0.overflows)
        {
            let [x, y, width, height] = picture.view;
            let seen = clip.unwrap_or_else(|| Quad::of_box(*map, (x, y), (width, height)));
            let to_pixels = self.to_pixels(face, corner);
            cut_outline(&mut ground, seen.0.map(|(x, y)| to_pixels.apply(x, y)));
        }
        ground
    }

    /// A layer as a drawing, and the map from its own units to millimetres.
    pub(super) fn read(
        &self,
        face: &Drawn,
        layer: &Layer,
    ) -> Result<(SvgDrawing, Affine), PaintFault> {
        let (body, view, map) = layer_drawing(face, layer, Pictures::Light);
        let drawing = SvgDrawing::read(&body, view, &self.options, LEEWAY);
        Ok((drawing.map_err(|fault| PaintFault(fault.message))?, map))
    }

    fn render(
        &self,
        face: &Drawn,
        (drawing, map): &(SvgDrawing, Affine),
        corner: (u32, u32),
        canvas: &mut Pixmap,
    ) {
        let map = self.to_pixels(face, corner).then_inner(*map).then_inner(drawing.map);
        resvg::render(&drawing.tree, tree::transform(map), &mut canvas.as_mut());
    }

    /// From the millimetres of a face to pixels of a ground whose corner lies there in the picture.
    pub(super) fn to_pixels(&self, face: &Drawn, corner: (u32, u32)) -> Affine {
        let (x, y) = self.offset(face);
        let scale = self.dpi / MM_PER_INCH;
        let (x, y) = (x - f64::from(corner.0), y - f64::from(corner.1));
        let bleed = self.bleed * scale;
        Affine([scale, 0.0, 0.0, scale, x + bleed, y + bleed])
    }

    /// The layers that more than one face shows.
    pub(super) fn shared_layers(&self) -> impl Iterator<Item = &LayerKey> {
        self.shared.keys()
    }
}

/// The key of a layer that faces may share.
pub(super) fn key(layer: &Layer, size: (u32, u32)) -> LayerKey {
    match layer {
        Layer::Shapes(shapes) => (Arc::as_ptr(shapes) as usize, [0; 6], None, 0, size),
        Layer::Picture { picture, map, clip, frame, .. } => {
            let clip = clip.map(|quad| quad.0.map(|(x, y)| (x.to_bits(), y.to_bits())));
            let map = map.0.map(f64::to_bits);
            let frame = frame.as_ref().map_or(0, |frame| Arc::as_ptr(&frame.around) as usize);
            (Arc::as_ptr(picture) as usize, map, clip, frame, size)
        }
        // Each card's own.
        Layer::Words(passages) => (passages.as_ptr() as usize, [0; 6], None, 0, size),
    }
}

pub(super) fn on_white(canvas: &Pixmap) -> Pixmap {
    let mut white = canvas.clone();
    white.fill(Color::WHITE);
    put_over(&mut white, canvas);
    white
}

/// Puts a layer of the same size over the canvas. Most of a layer is opaque or empty, which resvg's general way of drawing
/// one picture on another does not profit from.
pub(super) fn put_over(canvas: &mut Pixmap, layer: &Pixmap) {
    for (below, above) in canvas.pixels_mut().iter_mut().zip(layer.pixels()) {
        match above.alpha() {
            0 => {}
            255 => *below = *above,
            alpha => {
                let rest = 255 - u16::from(alpha);
                let mix = |above: u8, below: u8| {
                    above.saturating_add(((u16::from(below) * rest + 127) / 255) as u8)
                };
                let red = mix(above.red(), below.red());
                let green = mix(above.green(), below.green());
                let blue = mix(above.blue(), below.blue());
                let alpha = mix(alpha, below.alpha());
                if let Some(mixed) = PremultipliedColorU8::from_rgba(red, green, blue, alpha) {
                    *below = mixed;
                }
            }
        }
    }
}
