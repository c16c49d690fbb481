//! Picks the pages that `--pages` names. A [`Job`] comes in and keeps those pages, with captions and outline; the number of cards
//! on them goes out. Called by `printing`.

use std::collections::HashSet;
use std::sync::Arc;

use crate::export::Job;
use crate::sheet::{Backs, Page, PageRanges, PageSide, Tile};
use crate::source::{Blame, Code, Diagnostic, counted};

use super::drawing::Set;
use super::options::is_duplex;

/// Keeps the pages of a job that are wanted, and of each the other side of its sheet: a front printed alone would take the next
/// page for its back.
///
/// # Errors
/// A page that the job does not have.
pub fn keep_pages(job: &mut Job, wanted: &PageRanges, backs: Backs) -> Result<(), Diagnostic> {
    let pages = &mut job.document.pages;
    let count = pages.len();
    if let Some(missing) = wanted.first_beyond(count) {
        let has = counted(count, "page");
        let message = format!("{} has no page {missing}: its sheets have {has}", job.title);
        let help = "count the pages of the whole print, as the viewer of the PDF does";
        return Err(Diagnostic::error(Code::OptionsDisagree, message)
            .fault(Blame::Usage)
            .help(help));
    }
    // In duplex a back directly follows its front.
    let is_behind = |at: usize| is_duplex(backs) && pages[at].side == PageSide::Back;
    let mut kept = Vec::new();
    for at in 0..count {
        let behind_it = (at + 1 < count && is_behind(at + 1)).then_some(at + 1);
        let before_it = is_behind(at).then(|| at - 1);
        let sheet = [Some(at), behind_it, before_it];
        if sheet.iter().flatten().any(|page| wanted.holds(page + 1)) {
            kept.push(at);
        }
    }
    let place = |page: usize| kept.binary_search(&page).ok();
    let mut at = 0;
    pages.retain(|_| {
        at += 1;
        place(at - 1).is_some()
    });
    job.captions.retain_mut(|caption| {
        let place = place(caption.page);
        caption.page = place.unwrap_or_default();
        place.is_some()
    });
    job.outline.retain_mut(|chapter| {
        chapter.sheets.retain_mut(|(_, page)| {
            let place = place(*page);
            *page = place.unwrap_or_default();
            place.is_some()
        });
        let first = chapter.sheets.first().map(|(_, page)| *page);
        chapter.page = first.unwrap_or_default();
        first.is_some()
    });
    Ok(())
}

/// How many cards are on the pages of a job; pages of a text are none, and a piece in parts is one with its first part.
pub fn cards_on(job: &Job, set: &Set) -> u32 {
    let of_cards = set.decks.iter();
    let of_cards = of_cards.filter(|chosen| set.pack.decks[chosen.deck].flow.is_none());
    let fronts: HashSet<_> = of_cards
        .flat_map(|chosen| chosen.drawn.fronts.iter().map(Arc::as_ptr))
        .collect();
    let is_first = |page: &&Page| page.tile.is_none_or(|t| t == Tile { column: 1, row: 1 });
    let pages = job.document.pages.iter();
    let pages = pages.filter(|page| page.side != PageSide::Back);
    let on_page = |page: &Page| {
        let placed = page.placements.iter();
        // Behind the fold are backs.
        let before_fold = placed.filter(|p| page.fold.is_none_or(|fold| p.trim.x < fold));
        before_fold
            .filter(|placed| fronts.contains(&Arc::as_ptr(&job.faces[placed.face])))
            .count()
    };
    pages.filter(is_first).map(on_page).sum::<usize>() as u32
}
