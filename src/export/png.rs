//! Faces as pixels, by resvg. A layer that no row changes is painted once for its deck.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use resvg::tiny_skia::{Color, FilterQuality, Pixmap, PixmapPaint, Transform};

use crate::template::{BLEED, Drawn, Layer, face_svg, shapes_svg};

/// Stands in every file, so that it can be known again.
const SOFTWARE: &str = "deckproof";

const MM_PER_INCH: f64 = 25.4;

/// A face could not be painted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaintFault(pub String);

/// Paints faces at one resolution; keeps the layers that faces share.
pub struct Painter {
    dpi: f64,
    /// Millimetres around the trim.
    bleed: f64,
    options: usvg::Options<'static>,
    layers: Mutex<HashMap<(usize, u32, u32), Arc<Pixmap>>>,
}

impl Painter {
    /// `dpi` dots to the inch; `bleed` millimetres around the trim are painted as well. `faces` bring their fonts.
    pub fn new(dpi: f64, bleed: f64, faces: &[Arc<Drawn>]) -> Self {
        let mut options = usvg::Options::default();
        let database = options.fontdb_mut();
        let mut seen: Vec<*const u8> = Vec::new();
        for font in faces.iter().flat_map(|f| f.fonts.faces()) {
            if !seen.contains(&font.data.as_ptr()) {
                seen.push(font.data.as_ptr());
                let data: Arc<dyn AsRef<[u8]> + Send + Sync> = font.data.clone();
                database.load_font_source(usvg::fontdb::Source::Binary(data));
            }
        }
        Painter {
            dpi,
            bleed: bleed.min(BLEED),
            options,
            layers: Mutex::new(HashMap::new()),
        }
    }

    /// Pixels of a length in millimetres.
    fn pixels(&self, length: f64) -> u32 {
        (length * self.dpi / MM_PER_INCH).round().max(1.0) as u32
    }

    /// Paints a face on white.
    ///
    /// # Errors
    /// When a layer is no SVG that can be drawn, or the picture is too large for the memory.
    pub fn paint(&self, face: &Drawn) -> Result<Pixmap, PaintFault> {
        let width = self.pixels(face.width + 2.0 * self.bleed);
        let height = self.pixels(face.height + 2.0 * self.bleed);
        let mut canvas: Option<Pixmap> = None;
        let mut rest: Vec<Layer> = Vec::new();
        for layer in &face.layers {
            let Layer::Shapes(shapes) = layer else {
                rest.push(layer.clone());
                continue;
            };
            self.paint_rest(face, &mut rest, &mut canvas, width, height)?;
            let key = (Arc::as_ptr(shapes) as usize, width, height);
            let known = self.lock().get(&key).cloned();
            let painted = match known {
                Some(painted) => painted,
                None => {
                    let svg = shapes_svg(shapes, face.width, face.height);
                    let mut pixmap = blank(width, height)?;
                    self.draw(&svg, BLEED - self.bleed, &mut pixmap)?;
                    let pixmap = Arc::new(pixmap);
                    self.lock().insert(key, pixmap.clone());
                    pixmap
                }
            };
            match &mut canvas {
                None => canvas = Some((*painted).clone()),
                Some(canvas) => over(canvas, &painted),
            }
        }
        self.paint_rest(face, &mut rest, &mut canvas, width, height)?;
        let canvas = canvas.map_or_else(|| blank(width, height), Ok)?;
        let mut paper = blank(width, height)?;
        paper.fill(Color::WHITE);
        over(&mut paper, &canvas);
        Ok(paper)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<(usize, u32, u32), Arc<Pixmap>>> {
        self.layers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Paints the card's own layers in one go.
    fn paint_rest(
        &self,
        face: &Drawn,
        rest: &mut Vec<Layer>,
        canvas: &mut Option<Pixmap>,
        width: u32,
        height: u32,
    ) -> Result<(), PaintFault> {
        if rest.is_empty() {
            return Ok(());
        }
        let own = Drawn {
            layers: std::mem::take(rest),
            ..face.clone()
        };
        let mut pixmap = match canvas.take() {
            Some(pixmap) => pixmap,
            None => blank(width, height)?,
        };
        self.draw(&face_svg(&own, self.bleed), 0.0, &mut pixmap)?;
        *canvas = Some(pixmap);
        Ok(())
    }

    /// Draws an SVG in millimetres, moved `cut` millimetres up and left.
    fn draw(&self, svg: &str, cut: f64, pixmap: &mut Pixmap) -> Result<(), PaintFault> {
        let tree = usvg::Tree::from_str(svg, &self.options);
        let tree = tree.map_err(|e| PaintFault(e.to_string()))?;
        // usvg measures in CSS pixels, 96 to the inch.
        let scale = self.dpi / 96.0;
        let shift = -(cut * self.dpi / MM_PER_INCH) as f32;
        let map = Transform::from_row(scale as f32, 0.0, 0.0, scale as f32, shift, shift);
        resvg::render(&tree, map, &mut pixmap.as_mut());
        Ok(())
    }
}

fn blank(width: u32, height: u32) -> Result<Pixmap, PaintFault> {
    Pixmap::new(width, height).ok_or_else(|| {
        PaintFault(format!(
            "a picture of {width} x {height} pixels is too large; lower --dpi"
        ))
    })
}

fn over(canvas: &mut Pixmap, layer: &Pixmap) {
    let paint = PixmapPaint::default();
    canvas.draw_pixmap(0, 0, layer.as_ref(), &paint, Transform::identity(), None);
}

/// The pixels as a PNG file without alpha, its resolution noted.
///
/// # Errors
/// When the encoder refuses, which a fault of this program would cause.
pub fn encode(pixmap: &Pixmap, dpi: f64) -> Result<Vec<u8>, PaintFault> {
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(::png::ColorType::Rgb);
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
    let rgb: Vec<u8> = pixmap
        .pixels()
        .iter()
        .flat_map(|p| [p.red(), p.green(), p.blue()])
        .collect();
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&rgb).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// Whether `bytes` is a PNG that this tool wrote.
pub fn made_by_us(bytes: &[u8]) -> bool {
    let mark = format!("Software\0{SOFTWARE}");
    let head = &bytes[..bytes.len().min(256)];
    head.windows(mark.len()).any(|w| w == mark.as_bytes())
}

/// All pictures on one ground, in rows of about `width` pixels, each `cell` pixels high at most.
///
/// # Errors
/// When the sheet is too large for the memory.
pub fn contact_sheet(pictures: &[Pixmap], width: u32, cell: u32) -> Result<Pixmap, PaintFault> {
    const GAP: u32 = 12;
    let mut places: Vec<(u32, u32, f32)> = Vec::with_capacity(pictures.len());
    let (mut x, mut y, mut row) = (GAP, GAP, 0);
    for picture in pictures {
        let by_height = cell as f32 / picture.height() as f32;
        let by_width = (width - 2 * GAP) as f32 / picture.width() as f32;
        let scale = by_height.min(by_width).min(1.0);
        let (w, h) = (
            (picture.width() as f32 * scale).round() as u32,
            (picture.height() as f32 * scale).round() as u32,
        );
        if x + w + GAP > width && x > GAP {
            x = GAP;
            y += row + GAP;
            row = 0;
        }
        places.push((x, y, scale));
        x += w + GAP;
        row = row.max(h);
    }
    let mut sheet = blank(width, y + row + GAP)?;
    sheet.fill(Color::from_rgba8(0x55, 0x55, 0x55, 255));
    let paint = PixmapPaint {
        quality: FilterQuality::Bicubic,
        ..PixmapPaint::default()
    };
    for (picture, (x, y, scale)) in pictures.iter().zip(places) {
        let map = Transform::from_row(scale, 0.0, 0.0, scale, x as f32, y as f32);
        sheet.draw_pixmap(0, 0, picture.as_ref(), &paint, map, None);
    }
    Ok(sheet)
}
