//! Drawn faces as pixels, by resvg, and what may be painted at all. Exports, lints and pages call it with the faces that
//! `template` has drawn.

mod bands;
mod bounds;
mod card_grid;
mod outlined;
mod painter;
mod pictures;
mod reading;
pub mod tree;

pub use bands::{Bands, paint_bands};
pub use bounds::LEEWAY;
pub use card_grid::{CardGrid, GridBounds, arrange, paint_grid};
pub use outlined::outlined_face;
pub use painter::Painter;
pub use pictures::{
    PaintFault, blank, contact_sheet, cut_corners, cut_outline, put_together, quarter_turned,
    thumbnail,
};
pub use reading::{SvgDrawing, options, painted_too_often};
