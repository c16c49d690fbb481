//! Faces of one size side by side on pictures of a bounded size. In come how many faces of which size, and the bounds; out go
//! grids (columns, rows, size of a cell) and their pixels. Exports for virtual tables make their sheets of cards with it.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use resvg::tiny_skia::{Color, Pixmap};

use super::painter::Painter;
use super::pictures::{PaintFault, blank, copy};
use crate::template::Drawn;

const MM_PER_INCH: f64 = 25.4;

/// The most that one picture may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GridBounds {
    pub columns: u32,
    pub rows: u32,
    /// Pixels on a side of the picture.
    pub side: u32,
}

impl GridBounds {
    /// Every face on a picture of its own, of at most so many pixels on a side.
    pub const fn one(side: u32) -> GridBounds {
        GridBounds { columns: 1, rows: 1, side }
    }

    /// Whether every face has a picture of its own.
    pub const fn is_one(self) -> bool {
        self.columns * self.rows == 1
    }
}

/// Where faces lie on one picture: in rows from the top left corner, without a gap.
#[derive(Debug, Clone, PartialEq)]
pub struct CardGrid {
    pub columns: u32,
    pub rows: u32,
    /// Width and height of a face in pixels.
    pub cell: (u32, u32),
    /// Dots to the inch at which a face has that size.
    pub dpi: f64,
    /// Which of the faces lie on it.
    pub faces: Range<usize>,
}

impl CardGrid {
    /// Number of a face on the picture, from 0: left to right, then top to bottom.
    pub fn slot(&self, face: usize) -> Option<u32> {
        let here = self.faces.contains(&face);
        here.then(|| (face - self.faces.start) as u32)
    }

    /// Width and height of the picture in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.columns * self.cell.0, self.rows * self.cell.1)
    }
}

/// Spreads `count` faces of `width` x `height` millimetres over as few pictures as the bounds allow, evenly, each face as
/// large as fits and no finer than `dpi`. All faces get the same size in pixels.
pub fn arrange(
    count: usize,
    (width, height): (f64, f64),
    bounds: GridBounds,
    dpi: f64,
) -> Vec<CardGrid> {
    let room = bounds.columns as usize * bounds.rows as usize;
    if count == 0 || room == 0 {
        return Vec::new();
    }
    let pictures = count.div_ceil(room);
    let each = count.div_ceil(pictures);
    // The finest that `columns` x `rows` faces can be.
    let fits = |columns: u32, rows: u32| {
        let across = f64::from(bounds.side / columns) * MM_PER_INCH / width;
        let down = f64::from(bounds.side / rows) * MM_PER_INCH / height;
        across.min(down).min(dpi)
    };
    let shapes = (1..=bounds.columns.min(each as u32)).map(|columns| {
        let rows = (each as u32).div_ceil(columns);
        (columns, rows)
    });
    let shapes = shapes.filter(|(_, rows)| *rows <= bounds.rows);
    // Of shapes that are equally fine, the one with the fewest empty cells, then the widest.
    let best = shapes.max_by(|a, b| {
        let fine = fits(a.0, a.1).total_cmp(&fits(b.0, b.1));
        fine.then((b.0 * b.1).cmp(&(a.0 * a.1))).then(a.0.cmp(&b.0))
    });
    let Some((columns, rows)) = best else {
        return Vec::new();
    };
    let dpi = fits(columns, rows);
    let pixels = |length: f64| (length * dpi / MM_PER_INCH).round().max(1.0) as u32;
    let cell = (pixels(width), pixels(height));
    let starts = (0..count).step_by(each);
    starts
        .map(|start| {
            let faces = start..(start + each).min(count);
            let here = faces.len() as u32;
            CardGrid { columns: columns.min(here), rows: here.div_ceil(columns), cell, dpi, faces }
        })
        .collect()
}

/// Paints a grid; cells without a face stay white. `faces` are all faces, of which the grid shows its share, and `cut` what makes
/// parts of one transparent.
///
/// # Errors
/// When a face cannot be painted, or the picture is too large for the memory.
pub fn paint_grid(
    painter: &Painter,
    grid: &CardGrid,
    faces: &[Arc<Drawn>],
    cut: &(dyn Fn(&mut Pixmap) + Sync),
) -> Result<Pixmap, PaintFault> {
    let paint = |face: &Arc<Drawn>| {
        let mut cell = painter.paint(face)?;
        cut(&mut cell);
        Ok(cell)
    };
    let mut picture = blank(grid.size())?;
    picture.fill(Color::WHITE);
    let shown = faces.get(grid.faces.clone()).unwrap_or_default();
    let row_of_faces = grid.columns as usize;
    for (row, faces) in shown.chunks(row_of_faces).enumerate() {
        let painted: Result<Vec<Pixmap>, PaintFault> = faces.par_iter().map(paint).collect();
        for (column, face) in painted?.iter().enumerate() {
            let at = (column as u32 * grid.cell.0, row as u32 * grid.cell.1);
            let (width, height) = grid.cell;
            let size = (width.min(face.width()), height.min(face.height()));
            copy(face, (0, 0), &mut picture, at, size);
        }
    }
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use super::*;

    const POKER: (f64, f64) = (63.5, 88.9);
    const TABLE: GridBounds = GridBounds { columns: 10, rows: 7, side: 4096 };

    #[test]
    fn every_face_lies_once_within_the_bounds() {
        for count in 1..300 {
            for size in [POKER, (88.9, 63.5), (25.0, 25.0), (180.0, 85.0)] {
                let grids = arrange(count, size, TABLE, 300.0);
                assert_eq!(grids.len(), count.div_ceil(70), "{count}");
                let faces: Vec<usize> = grids.iter().flat_map(|g| g.faces.clone()).collect();
                assert_eq!(faces, (0..count).collect::<Vec<_>>());
                for grid in &grids {
                    assert!(grid.columns <= 10 && grid.rows <= 7, "{grid:?}");
                    assert!(grid.size().0 <= 4096 && grid.size().1 <= 4096, "{grid:?}");
                    assert!(grid.faces.len() <= (grid.columns * grid.rows) as usize);
                    assert_eq!(grid.cell, grids[0].cell);
                    let last = grid.slot(grid.faces.end - 1).unwrap();
                    assert_eq!(last / grid.columns, grid.rows - 1);
                }
            }
        }
    }

    #[test]
    fn few_faces_are_as_fine_as_asked_and_many_as_fine_as_fits() {
        let few = &arrange(4, POKER, TABLE, 300.0)[0];
        assert_eq!((few.columns, few.rows, few.cell), (4, 1, (750, 1050)));
        // 4096 / 10 pixels across: 7 rows of 573 are 4011.
        let full = &arrange(70, POKER, TABLE, 300.0)[0];
        assert_eq!((full.columns, full.rows), (10, 7));
        assert_eq!(full.cell, (409, 573));
        // 25 cards would have 409 pixels in ten columns; in six or seven they have more.
        let some = &arrange(25, POKER, TABLE, 300.0)[0];
        assert!(some.cell.0 > 580, "{some:?}");
    }

    #[test]
    fn more_than_a_picture_holds_are_shared_out_evenly() {
        let grids = arrange(71, POKER, TABLE, 300.0);
        let counts: Vec<usize> = grids.iter().map(|g| g.faces.len()).collect();
        assert_eq!(counts, [36, 35]);
        assert_eq!(arrange(3, POKER, GridBounds::one(4096), 300.0).len(), 3);
        assert!(arrange(0, POKER, TABLE, 300.0).is_empty());
    }
}
