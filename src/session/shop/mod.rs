//! Orders for print shops. A shop and a selection come in, files in the shop's own order go out.

pub mod files;
pub mod making;
pub mod painting;
pub mod shopping;
