//! Cards that are drawn, boxes around them, and what cannot be painted. Selections come in, drawn decks go out.

pub mod draw_boxes;
pub mod drawing;
pub mod make_bleed;
