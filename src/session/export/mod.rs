//! Pictures, sheets of cards and cutting lines for other programs.

pub mod card_sheets;
pub mod cutting;
pub mod export_notes;
pub mod exporting;
