//! What is wrong with a game. A pack comes in, diagnostics and a report go out.

pub mod contact_sheets;
pub mod examining;
pub mod list_report;
pub mod report;
pub mod snapshot;
