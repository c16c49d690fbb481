//! Finds the areas where two pictures of a face differ.

use resvg::tiny_skia::Pixmap;

/// Pixels that differ by less than this in every channel look the same.
const SEEN: u8 = 24;

/// Side of the squares in which differences are looked for, in pixels.
const CELL: u32 = 6;

/// Pixels between what differs and the frame around it.
const AIR: u32 = 3;

/// Faces with more marks than this get none: they would not help.
const MOST_MARKS: usize = 12;

/// The largest part of a face that its marks may cover: a face that changed as a whole needs no mark.
const MOST_COVERED: f64 = 0.6;

/// A place on a picture: left, top, width, height in pixels.
pub type PixelRect = [u32; 4];

/// Where two pictures of one size differ: boxes around adjacent differences.
pub fn marks(old: &Pixmap, new: &Pixmap) -> Vec<PixelRect> {
    let (width, height) = (new.width(), new.height());
    if (old.width(), old.height()) != (width, height) {
        return Vec::new();
    }
    let (columns, rows) = (width.div_ceil(CELL), height.div_ceil(CELL));
    // What differs in each cell.
    let mut cells: Vec<Option<Edges>> = vec![None; (columns * rows) as usize];
    for (at, (a, b)) in old.pixels().iter().zip(new.pixels()).enumerate() {
        let parts = [(a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue())];
        if parts.iter().any(|(a, b)| a.abs_diff(*b) > SEEN) {
            let (x, y) = (at as u32 % width, at as u32 / width);
            let cell = &mut cells[(y / CELL * columns + x / CELL) as usize];
            *cell = Some(around(cell.unwrap_or([x, y, x, y]), [x, y, x, y]));
        }
    }
    let mut marks: Vec<PixelRect> = Vec::new();
    for start in 0..cells.len() {
        if let Some(edges) = cells[start].take() {
            let [left, top, right, bottom] = together(&mut cells, columns, rows, start, edges);
            let (left, top) = (left.saturating_sub(AIR), top.saturating_sub(AIR));
            let (right, bottom) = ((right + AIR + 1).min(width), (bottom + AIR + 1).min(height));
            marks.push([left, top, right - left, bottom - top]);
        }
    }
    let covered: f64 = marks.iter().map(|m| f64::from(m[2]) * f64::from(m[3])).sum();
    let whole = f64::from(width) * f64::from(height);
    if marks.len() > MOST_MARKS || covered > MOST_COVERED * whole {
        marks.clear();
    }
    marks
}

/// Left, top, right, bottom, all inclusive.
type Edges = [u32; 4];

fn around(a: Edges, b: Edges) -> Edges {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

/// Removes a cell and all cells connected to it, and returns their box. Cells with one cell between them count as connected.
fn together(
    cells: &mut [Option<Edges>],
    columns: u32,
    rows: u32,
    start: usize,
    mut edges: Edges,
) -> Edges {
    let mut open = vec![(start as u32 % columns, start as u32 / columns)];
    while let Some((x, y)) = open.pop() {
        for near_y in y.saturating_sub(2)..=(y + 2).min(rows - 1) {
            for near_x in x.saturating_sub(2)..=(x + 2).min(columns - 1) {
                if let Some(more) = cells[(near_y * columns + near_x) as usize].take() {
                    edges = around(edges, more);
                    open.push((near_x, near_y));
                }
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia::{Color, Paint, Rect, Transform};

    fn picture(squares: &[(f32, f32)]) -> Pixmap {
        let mut picture = Pixmap::new(200, 300).unwrap();
        picture.fill(Color::WHITE);
        for (x, y) in squares {
            let square = Rect::from_xywh(*x, *y, 12.0, 12.0).unwrap();
            let still = Transform::identity();
            picture.fill_rect(square, &Paint::default(), still, None);
        }
        picture
    }

    #[test]
    fn what_lies_apart_is_marked_apart() {
        let (plain, both) = (picture(&[]), picture(&[(24.0, 24.0), (150.0, 240.0)]));
        assert_eq!(marks(&plain, &both), [[21, 21, 18, 18], [147, 237, 18, 18]]);
        assert_eq!(marks(&both, &picture(&[(24.0, 24.0)])), [[147, 237, 18, 18]]);
        assert_eq!(marks(&both, &both), [[0; 4]; 0]);
    }

    #[test]
    fn another_face_altogether_is_not_marked() {
        let mut black = picture(&[]);
        black.fill(Color::BLACK);
        assert_eq!(marks(&picture(&[]), &black), [[0; 4]; 0]);
    }
}
