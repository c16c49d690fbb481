//! What there is of a game. A pack comes in, a report goes out.

pub mod list_report;
