//! What is done to finished pixels: cut corners off, make smaller, turn, put side by side. Called by `painter`, the exporters
//! of pictures and `session`.

use resvg::tiny_skia::{
    Color, FillRule, Mask, PathBuilder, Pixmap, PixmapPaint, PremultipliedColorU8, Transform,
};

use super::bounds::MOST_SHEET_PIXELS;
use crate::source::{Code, Diagnostic};

/// A face could not be painted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaintFault(pub String);

impl From<PaintFault> for Diagnostic {
    /// For who can choose the resolution.
    fn from(fault: PaintFault) -> Diagnostic {
        let message = format!("a face cannot be painted: {}", fault.0);
        Diagnostic::error(Code::Unpaintable, message)
            .help("lower --dpi, or look at the template in another program")
    }
}

/// An empty picture.
///
/// # Errors
/// When it is too large for the memory.
pub fn blank((width, height): (u32, u32)) -> Result<Pixmap, PaintFault> {
    let bounded = u64::from(width) * u64::from(height) <= MOST_SHEET_PIXELS;
    let pixmap = bounded.then(|| Pixmap::new(width, height)).flatten();
    pixmap.ok_or_else(|| {
        PaintFault(format!(
            "a picture of {width} x {height} pixels is too large, {} million are the most",
            MOST_SHEET_PIXELS / 1_000_000
        ))
    })
}

/// Copies a rectangle of pixels, which lies in both pictures, from a corner in one to a corner in the other.
pub fn copy(
    from: &Pixmap,
    (from_x, from_y): (u32, u32),
    to: &mut Pixmap,
    (x, y): (u32, u32),
    (width, height): (u32, u32),
) {
    let to_width = to.width();
    for row in 0..height {
        let start = |x: u32, y: u32, width: u32| ((y + row) * width + x) as usize;
        let source = start(from_x, from_y, from.width());
        let target = start(x, y, to_width);
        let pixels = &from.pixels()[source..source + width as usize];
        to.pixels_mut()[target..target + width as usize].copy_from_slice(pixels);
    }
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
    keep_within(picture, path);
}

/// Makes what lies outside a closed line transparent; its points in pixels.
pub fn cut_outline(picture: &mut Pixmap, points: impl IntoIterator<Item = (f64, f64)>) {
    let mut path = PathBuilder::new();
    for (x, y) in points {
        if path.is_empty() {
            path.move_to(x as f32, y as f32)
        } else {
            path.line_to(x as f32, y as f32)
        }
    }
    path.close();
    keep_within(picture, path);
}

fn keep_within(picture: &mut Pixmap, path: PathBuilder) {
    let mask = Mask::new(picture.width(), picture.height());
    if let (Some(path), Some(mut mask)) = (path.finish(), mask) {
        mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
        picture.apply_mask(&mask);
    }
}

/// Pictures at their places on a transparent ground.
///
/// # Errors
/// When the whole is too large.
pub fn put_together(
    size: (u32, u32),
    pictures: &[(Pixmap, (i32, i32))],
) -> Result<Pixmap, PaintFault> {
    let mut whole = blank(size)?;
    let paint = PixmapPaint::default();
    for (picture, (x, y)) in pictures {
        whole.draw_pixmap(*x, *y, picture.as_ref(), &paint, Transform::identity(), None);
    }
    Ok(whole)
}

/// Fills a margin of so many pixels, left and right and at top and bottom, with what lies beside it.
pub fn draw_out_edges(picture: &mut Pixmap, (across, down): (u32, u32)) {
    let (width, height) = (picture.width(), picture.height());
    if 2 * across >= width || 2 * down >= height {
        return;
    }
    let pixels = picture.pixels_mut();
    for y in 0..height {
        let from_y = y.clamp(down, height - 1 - down);
        for x in 0..width {
            let from_x = x.clamp(across, width - 1 - across);
            if (from_x, from_y) != (x, y) {
                pixels[(y * width + x) as usize] = pixels[(from_y * width + from_x) as usize];
            }
        }
    }
}

/// The picture turned by a quarter, clockwise or against the clock.
///
/// # Errors
/// When there is no memory for it.
pub fn quarter_turned(picture: &Pixmap, clockwise: bool) -> Result<Pixmap, PaintFault> {
    let (width, height) = (picture.width(), picture.height());
    let mut turned = blank((height, width))?;
    let pixels = turned.pixels_mut();
    for (at, pixel) in picture.pixels().iter().enumerate() {
        let (x, y) = (at as u32 % width, at as u32 / width);
        let (to_x, to_y) = if clockwise { (height - 1 - y, x) } else { (y, width - 1 - x) };
        pixels[(to_y * height + to_x) as usize] = *pixel;
    }
    Ok(turned)
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

/// All pictures on one ground, in rows of at most `width` pixels; as wide as its longest row.
///
/// # Errors
/// When the sheet is too large for the memory.
pub fn contact_sheet(pictures: &[Pixmap], width: u32) -> Result<Pixmap, PaintFault> {
    const GAP: u32 = 12;
    let mut places: Vec<(u32, u32)> = Vec::with_capacity(pictures.len());
    let (mut x, mut y, mut row) = (GAP, GAP, 0);
    let mut longest = 0;
    for picture in pictures {
        if x + picture.width() + GAP > width && x > GAP {
            x = GAP;
            y += row + GAP;
            row = 0;
        }
        places.push((x, y));
        x += picture.width() + GAP;
        longest = longest.max(x);
        row = row.max(picture.height());
    }
    let mut sheet = blank((longest, y + row + GAP))?;
    sheet.fill(Color::from_rgba8(0x55, 0x55, 0x55, 255));
    let paint = PixmapPaint::default();
    for (picture, (x, y)) in pictures.iter().zip(places) {
        let still = Transform::identity();
        sheet.draw_pixmap(x as i32, y as i32, picture.as_ref(), &paint, still, None);
    }
    Ok(sheet)
}
