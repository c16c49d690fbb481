//! Sheets to print: what goes on which page, what was printed before, and how a printer misplaces it.

pub mod changed;
pub mod imposing;
pub mod ledger;
pub mod printer;
pub mod printing;
pub mod sheet_name;
