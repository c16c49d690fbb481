//! Picks the pages that `--pages` names. A [`Job`] comes in and keeps those pages, with their captions and outline. Called by
//! `printing`.

use crate::export::Job;
use crate::sheet::{Backs, PageRanges, PageSide};
use crate::source::{Code, Diagnostic, counted};

use super::options::is_duplex;

/// Keeps the pages of a job that are wanted, and of each the other side of its sheet: a front printed alone would take the next
/// page for its back.
///
/// # Errors
/// A page that the job does not have.
pub fn keep_pages(job: &mut Job, wanted: &PageRanges, backs: Backs) -> Result<(), Diagnostic> {
    let pages = &mut job.document.pages;
    if let Some(missing) = wanted.first_beyond(pages.len()) {
        let has = counted(pages.len(), "page");
        let message = format!("{} has no page {missing}: its sheets have {has}", job.title);
        let help = "count the pages of the whole print, as the viewer of the PDF does";
        return Err(Diagnostic::usage(Code::OptionsDisagree, message).help(help));
    }
    // In duplex a back directly follows its front.
    let is_behind =
        |at: usize| is_duplex(backs) && pages.get(at).is_some_and(|p| p.side == PageSide::Back);
    let is_kept = |at: &usize| {
        let front = at - usize::from(is_behind(*at));
        wanted.holds(front + 1) || is_behind(front + 1) && wanted.holds(front + 2)
    };
    let kept: Vec<usize> = (0..pages.len()).filter(is_kept).collect();
    let keep = |page: &mut usize| {
        let place = kept.binary_search(page);
        *page = place.unwrap_or_default();
        place.is_ok()
    };
    let mut numbers = 0..;
    pages.retain(|_| numbers.next().is_some_and(|mut page| keep(&mut page)));
    job.captions.retain_mut(|caption| keep(&mut caption.page));
    job.outline.retain_mut(|chapter| {
        chapter.sheets.retain_mut(|(_, page)| keep(page));
        let first = chapter.sheets.first().map(|(_, page)| *page);
        chapter.page = first.unwrap_or_default();
        first.is_some()
    });
    Ok(())
}
