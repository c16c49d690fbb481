//! Faces as pixels, by resvg. A layer that faces share is painted once.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{
    Color, FillRule, Mask, PathBuilder, Pixmap, PixmapPaint, PremultipliedColorU8, Transform,
};

use super::bounds::{MOST_FACE_PIXELS, MOST_KEPT_PIXELS, MOST_SHEET_PIXELS};
pub use super::palette::encode_small;
use super::reading::{options, read};
use crate::template::{BLEED, Drawn, Layer, face_svg};

/// Stands in every file, so that it can be known again.
const SOFTWARE: &str = "deckproof";

const MM_PER_INCH: f64 = 25.4;

/// A face could not be painted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaintFault(pub String);

/// What a layer that faces share is known by: the layer, and where it lies.
type Key = (usize, [u64; 6], Option<[(u64, u64); 4]>, (u32, u32));

/// Is shown what lies under a layer of words, and the place of that layer.
pub type Show<'a> = dyn FnMut(usize, &Pixmap) + 'a;

/// Paints faces at one resolution; keeps the layers that faces share.
pub struct Painter {
    dpi: f64,
    /// Millimetres around the trim.
    bleed: f64,
    options: usvg::Options<'static>,
    /// Layers that more than one face shows, painted when first seen.
    shared: HashMap<Key, OnceLock<Result<Pixmap, PaintFault>>>,
}

impl Painter {
    /// `dpi` dots to the inch; `bleed` millimetres around the trim are painted as well. `faces` are what will be painted:
    /// they bring their fonts, and show which layers are worth keeping.
    pub fn new(dpi: f64, bleed: f64, faces: &[Arc<Drawn>]) -> Self {
        Self::with(options(faces.iter().map(Arc::as_ref)), dpi, bleed, faces)
    }

    /// As [`Painter::new`], but no word is painted.
    pub fn without_words(dpi: f64, bleed: f64, faces: &[Arc<Drawn>]) -> Self {
        // Words of which there is no font are left out.
        Self::with(options([]), dpi, bleed, faces)
    }

    fn with(options: usvg::Options<'static>, dpi: f64, bleed: f64, faces: &[Arc<Drawn>]) -> Self {
        let mut painter = Painter {
            dpi,
            bleed: bleed.min(BLEED),
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
        let mut own: Vec<Layer> = Vec::new();
        for (at, layer) in face.layers.iter().enumerate() {
            if let (Some(show), Layer::Words(_)) = (&mut show, layer) {
                self.paint_layers(face, std::mem::take(&mut own), &mut canvas)?;
                show(at, &canvas);
                continue;
            }
            let shared = key(layer, size).and_then(|key| self.shared.get(&key));
            let Some(shared) = shared else {
                own.push(layer.clone());
                continue;
            };
            self.paint_layers(face, std::mem::take(&mut own), &mut canvas)?;
            let painted = shared.get_or_init(|| {
                let mut pixmap = blank(size)?;
                self.paint_layers(face, vec![layer.clone()], &mut pixmap)?;
                Ok(pixmap)
            });
            let painted = painted.as_ref().map_err(PaintFault::clone)?;
            put_over(&mut canvas, painted);
        }
        self.paint_layers(face, own, &mut canvas)?;
        Ok(canvas)
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
        let tree = read(&face_svg(&part, self.bleed), &self.options).map_err(PaintFault)?;
        // usvg measures in CSS pixels, 96 to the inch.
        let scale = (self.dpi / 96.0) as f32;
        resvg::render(
            &tree,
            Transform::from_scale(scale, scale),
            &mut canvas.as_mut(),
        );
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

fn blank((width, height): (u32, u32)) -> Result<Pixmap, PaintFault> {
    let bounded = u64::from(width) * u64::from(height) <= MOST_SHEET_PIXELS;
    let pixmap = bounded.then(|| Pixmap::new(width, height)).flatten();
    pixmap.ok_or_else(|| {
        PaintFault(format!(
            "a picture of {width} x {height} pixels is too large, {} million are the most",
            MOST_SHEET_PIXELS / 1_000_000
        ))
    })
}

/// Makes what lies outside round corners transparent; `radius` in pixels.
pub fn cut_corners(picture: &mut Pixmap, radius: f64) {
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let r = (radius as f32).min(width / 2.0).min(height / 2.0);
    if r < 1.0 {
        return;
    }
    // How far the handles of a curve lie that is nearly a quarter of a circle.
    let k = r * (1.0 - 0.552_284_8);
    let mut path = PathBuilder::new();
    path.move_to(r, 0.0);
    path.line_to(width - r, 0.0);
    path.cubic_to(width - k, 0.0, width, k, width, r);
    path.line_to(width, height - r);
    path.cubic_to(width, height - k, width - k, height, width - r, height);
    path.line_to(r, height);
    path.cubic_to(k, height, 0.0, height - k, 0.0, height - r);
    path.line_to(0.0, r);
    path.cubic_to(0.0, k, k, 0.0, r, 0.0);
    path.close();
    let mask = Mask::new(picture.width(), picture.height());
    if let (Some(path), Some(mut mask)) = (path.finish(), mask) {
        mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
        picture.apply_mask(&mask);
    }
}

/// The pixels as a PNG file, its resolution noted; with alpha where something is transparent.
///
/// # Errors
/// When the encoder refuses, which a fault of this program would cause.
pub fn encode(pixmap: &Pixmap, dpi: f64) -> Result<Vec<u8>, PaintFault> {
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    let opaque = pixmap.pixels().iter().all(|pixel| pixel.alpha() == 255);
    encoder.set_color(if opaque {
        ::png::ColorType::Rgb
    } else {
        ::png::ColorType::Rgba
    });
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_compression(::png::Compression::Fast);
    let per_metre = (dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(::png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: ::png::Unit::Meter,
    }));
    let failed = |e: ::png::EncodingError| PaintFault(e.to_string());
    encoder
        .add_text_chunk("Software".into(), SOFTWARE.into())
        .map_err(failed)?;
    let pixels = pixmap.pixels().iter();
    let bytes_of: Vec<u8> = if opaque {
        let parts = pixels.flat_map(|p| [p.red(), p.green(), p.blue()]);
        parts.collect()
    } else {
        let whole = pixels.map(|p| p.demultiply());
        let parts = whole.flat_map(|p| [p.red(), p.green(), p.blue(), p.alpha()]);
        parts.collect()
    };
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&bytes_of).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// Whether `bytes` is a PNG that this tool wrote.
pub fn made_by_us(bytes: &[u8]) -> bool {
    let mark = format!("Software\0{SOFTWARE}");
    let head = &bytes[..bytes.len().min(256)];
    head.windows(mark.len()).any(|w| w == mark.as_bytes())
}

/// The picture made smaller, to be `height` pixels high and `width` wide at most: each pixel is the mean of those that it
/// stands for.
///
/// # Errors
/// When the picture is too large for the memory.
pub fn thumbnail(picture: &Pixmap, width: u32, height: u32) -> Result<Pixmap, PaintFault> {
    let (from_width, from_height) = (picture.width(), picture.height());
    let by_height = f64::from(height) / f64::from(from_height);
    let by_width = f64::from(width) / f64::from(from_width);
    let scale = by_height.min(by_width).min(1.0);
    let side = |n: u32| ((f64::from(n) * scale).round() as u32).max(1);
    let (to_width, to_height) = (side(from_width), side(from_height));
    let mut small = blank((to_width, to_height))?;
    let from = |n: u32, to: u32, of: u32| (u64::from(n) * u64::from(of) / u64::from(to)) as u32;
    let source = picture.pixels();
    for y in 0..to_height {
        let rows = from(y, to_height, from_height)..from(y + 1, to_height, from_height);
        for x in 0..to_width {
            let columns = from(x, to_width, from_width)..from(x + 1, to_width, from_width);
            let mut sum = [0u32; 4];
            for row in rows.clone() {
                let start = (row * from_width) as usize;
                let range = start + columns.start as usize..start + columns.end as usize;
                for pixel in &source[range] {
                    let parts = [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()];
                    for (sum, part) in sum.iter_mut().zip(parts) {
                        *sum += u32::from(part);
                    }
                }
            }
            let count = (rows.len() * columns.len()) as u32;
            let [r, g, b, a] = sum.map(|n| (n / count.max(1)) as u8);
            if let Some(mean) = PremultipliedColorU8::from_rgba(r, g, b, a) {
                small.pixels_mut()[(y * to_width + x) as usize] = mean;
            }
        }
    }
    Ok(small)
}

/// All pictures on one ground, in rows of `width` pixels.
///
/// # Errors
/// When the sheet is too large for the memory.
pub fn contact_sheet(pictures: &[Pixmap], width: u32) -> Result<Pixmap, PaintFault> {
    const GAP: u32 = 12;
    let mut places: Vec<(u32, u32)> = Vec::with_capacity(pictures.len());
    let (mut x, mut y, mut row) = (GAP, GAP, 0);
    for picture in pictures {
        if x + picture.width() + GAP > width && x > GAP {
            x = GAP;
            y += row + GAP;
            row = 0;
        }
        places.push((x, y));
        x += picture.width() + GAP;
        row = row.max(picture.height());
    }
    let mut sheet = blank((width, y + row + GAP))?;
    sheet.fill(Color::from_rgba8(0x55, 0x55, 0x55, 255));
    let paint = PixmapPaint::default();
    for (picture, (x, y)) in pictures.iter().zip(places) {
        let still = Transform::identity();
        sheet.draw_pixmap(x as i32, y as i32, picture.as_ref(), &paint, still, None);
    }
    Ok(sheet)
}
