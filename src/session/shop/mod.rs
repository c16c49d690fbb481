//! Orders for print shops. A shop and a selection come in, files in the shop's own order go out.

pub mod making;
pub mod shopping;
