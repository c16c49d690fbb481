//! Pictures, sheets of cards and cutting lines for other programs.

pub mod card_sheets;
pub mod cutting;
pub mod exporting;
pub mod faces;
pub mod guides;
