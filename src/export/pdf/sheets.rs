//! From a job to the bytes of its PDF.

use super::forms::{FormFault, Forms};
use super::{join, pages};
use crate::export::Job;

/// The sheets as a PDF file: the same bytes for the same job.
///
/// # Errors
/// A layer that cannot be drawn, in words for the designer of the template.
pub fn sheets(job: &Job, progress: &dyn Fn(usize, usize)) -> Result<Vec<u8>, FormFault> {
    let forms = Forms::collect(job);
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
