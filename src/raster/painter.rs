//! Paints faces as pixels, by resvg; a layer that several faces share is painted once. Exporters of pictures, lints and pages
//! call it.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Color, Pixmap, PremultipliedColorU8, Transform};

use super::bounds::{MOST_FACE_PIXELS, MOST_KEPT_PIXELS};
use super::pictures::{PaintFault, blank, draw_out_edges};
use super::reading::{options, read_svg};
use crate::template::{BLEED, Drawn, Layer, face_svg};

const MM_PER_INCH: f64 = 25.4;

/// What a layer that faces share is known by: the layer, and where it lies.
type Key = (usize, [u64; 6], Option<[(u64, u64); 4]>, (u32, u32));

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
    shared: HashMap<Key, OnceLock<Result<Pixmap, PaintFault>>>,
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
        let mut painter = Painter {
            dpi,
            bleed: bleed.min(BLEED),
            frame,
            options,
            shared: HashMap::new(),
        };
        let mut uses: BTreeMap<Key, u32> = BTreeMap::new();
        for face in faces {
            let size = painter.size(face);
            for key in face.layers.iter().filter_map(|layer| key(layer, size)) {
                *uses.entry(key).or_default() += 1;
            }
        }
        uses.retain(|_, count| *count > 1);
        let mut room = MOST_KEPT_PIXELS;
        for key in uses.into_keys() {
            let (_, _, _, (width, height)) = key;
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

    fn size(&self, face: &Drawn) -> (u32, u32) {
        if let Some(frame) = self.frame {
            return frame;
        }
        (
            self.pixels(face.width + 2.0 * self.bleed),
            self.pixels(face.height + 2.0 * self.bleed),
        )
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
        let mut canvas = blank(size)?;
        canvas.fill(Color::WHITE);
        let mut words: Vec<Layer> = Vec::new();
        for (at, layer) in face.layers.iter().enumerate() {
            if let (Some(show), Layer::Words(_)) = (&mut show, layer) {
                show(at, &canvas);
                continue;
            }
            let Some(key) = key(layer, size) else {
                words.push(layer.clone());
                continue;
            };
            self.paint_layers(face, std::mem::take(&mut words), &mut canvas)?;
            // Painted separately even when only one face has it, so that a face has the same pixels whatever is painted with it.
            let paint = || {
                let mut pixmap = blank(size)?;
                self.paint_layers(face, vec![layer.clone()], &mut pixmap)?;
                Ok(pixmap)
            };
            match self.shared.get(&key) {
                Some(shared) => match shared.get_or_init(paint) {
                    Ok(painted) => put_over(&mut canvas, painted),
                    Err(fault) => return Err(fault.clone()),
                },
                None => put_over(&mut canvas, &paint()?),
            }
        }
        self.paint_layers(face, words, &mut canvas)?;
        if self.frame.is_some() {
            let (x, y) = self.offset(face);
            draw_out_edges(
                &mut canvas,
                (x.ceil().max(0.0) as u32, y.ceil().max(0.0) as u32),
            );
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

    /// Paints some layers of a face, in one go.
    fn paint_layers(
        &self,
        face: &Drawn,
        layers: Vec<Layer>,
        canvas: &mut Pixmap,
    ) -> Result<(), PaintFault> {
        if layers.is_empty() {
            return Ok(());
        }
        let part = Drawn {
            layers,
            ..face.clone()
        };
        let tree = read_svg(&face_svg(&part, self.bleed), &self.options).map_err(PaintFault)?;
        // usvg measures in CSS pixels, 96 to the inch.
        let scale = (self.dpi / 96.0) as f32;
        let (x, y) = self.offset(face);
        let place = Transform::from_scale(scale, scale).post_translate(x as f32, y as f32);
        resvg::render(&tree, place, &mut canvas.as_mut());
        Ok(())
    }
}

/// The key of a layer that faces may share; words are each card's own.
fn key(layer: &Layer, size: (u32, u32)) -> Option<Key> {
    match layer {
        Layer::Shapes(shapes) => Some((Arc::as_ptr(shapes) as usize, [0; 6], None, size)),
        Layer::Picture {
            picture, map, clip, ..
        } => {
            let clip = clip.map(|quad| quad.0.map(|(x, y)| (x.to_bits(), y.to_bits())));
            let map = map.0.map(f64::to_bits);
            Some((Arc::as_ptr(picture) as usize, map, clip, size))
        }
        Layer::Words(_) => None,
    }
}

/// Puts a layer of the same size over the canvas. Most of a layer is opaque or empty, which resvg's general way of drawing
/// one picture on another does not profit from.
fn put_over(canvas: &mut Pixmap, layer: &Pixmap) {
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
                if let Some(mixed) = PremultipliedColorU8::from_rgba(red, green, blue, 255) {
                    *below = mixed;
                }
            }
        }
    }
}
