//! Sheets as PDF. krilla turns layers into graphics, printpdf assembles the pages, lopdf joins the two and mends what is
//! written wrongly. No type of theirs leaves this room.
//!
//! Every different layer is converted and stored once, as a form, and placed as often as it is needed.

mod forms;
mod join;
mod pages;

use super::Job;

pub use forms::FormFault;

/// Points in a millimetre.
const PT: f64 = 72.0 / 25.4;

/// Says in the file who made it; [`made_by_us`] looks for it.
const PRODUCER: &str = concat!("deckproof ", env!("CARGO_PKG_VERSION"));

/// The sheets as a PDF file: the same bytes for the same job.
///
/// # Errors
/// A layer that cannot be drawn, in words for the designer of the template.
pub fn sheets(job: &Job, progress: &(dyn Fn(u64) + Sync)) -> Result<Vec<u8>, FormFault> {
    let forms = forms::Forms::collect(job);
    let graphics = forms.convert(progress)?;
    let assembled = pages::assemble(job, &forms);
    join::join(assembled, &graphics, &forms, job)
}

/// Whether `bytes` is a PDF that this tool wrote.
pub fn made_by_us(bytes: &[u8]) -> bool {
    let mark = join::mark();
    let head = &bytes[..bytes.len().min(64)];
    head.starts_with(b"%PDF-") && head.windows(mark.len()).any(|w| w == mark)
}
