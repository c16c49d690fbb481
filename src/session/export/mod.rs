//! Pictures, sheets of cards and cutting lines for other programs.

pub mod card_sheets;
pub mod csv_files;
pub mod cutting;
pub mod exporting;
pub mod faces;
pub mod guides;
pub mod site_files;
