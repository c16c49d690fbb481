//! Sheets of paper with cards on them: pure geometry in millimetres. Card sizes and a set-up come in, a [`Document`] goes out;
//! `session` calls [`impose`] for it.
//!
//! The origin is the top left corner of the page, y grows downwards; points and maps of them are those of kurbo. Nothing here knows what is on a card: a caller names faces
//! by index, and the [`Document`] is all that an exporter learns about their places.

mod booklet;
mod choice;
mod document;
mod fit;
mod furniture;
mod grid;
mod impose;
mod layout;
mod mark;
mod marks;
mod mm;
mod net_pages;
mod nets;
mod outline;
mod paper;
mod registration;
mod slots;
mod spread;
#[cfg(test)]
mod tests;
mod tiles;
mod trim;

pub use booklet::booklet_leaves;
pub(crate) use choice::choices;
pub use choice::{Choice, Choose};
pub use document::{Clip, Correction, Document, Page, PageSide, Placement, Tile, Turn};
pub use fit::{DoesNotFit, Suggestion};
pub use furniture::{Footer, Ruler};
pub use grid::Grid;
pub use impose::{impose, misfits};
pub use kurbo::Point;
pub use layout::{Backs, CardFaces, Cells, Corners, CutMarks, DeckSheets, MakeBleed, Setup};
pub use mark::Mark;
pub use mm::{Rect, Sides, Size, parse_length, show_mm};
pub use net_pages::{NetFaces, PanelFace, lay_nets};
pub use nets::{BOXES, BoxKind, Inside, Net, Panel};
pub use outline::Outline;
pub use paper::{PAPERS, Paper};
pub use registration::Registration;
pub use slots::{PageRanges, SlotSet};
pub use spread::Strip;
pub use trim::{CARDS, CardSize, Trim};
