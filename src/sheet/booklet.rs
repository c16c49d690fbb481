//! Imposes the pages of a text as a booklet: two beside each other, in the order in which they are folded and stapled. A
//! number of pages and a set-up come in, leaves go out; `session` asks for it when a text is printed as a booklet.

use super::mm::EPSILON;
use super::{Cells, Grid, Mark, Setup, Size, SlotSet, Trim};

/// Leaves below each other on a sheet.
const MOST_ROWS: usize = 100;

/// The leaves of a booklet of so many pages, the outermost first: the left and the right page of the front, then what is
/// behind each of them. Pages are counted from nought; `None` is an empty one at the end.
pub fn booklet_leaves(pages: usize) -> Vec<[Option<usize>; 4]> {
    let all = pages.next_multiple_of(4);
    let page = |n: usize| (n < pages).then_some(n);
    let leaves = (0..all / 4).map(|leaf| {
        let (first, last) = (2 * leaf, all - 1 - 2 * leaf);
        [page(last), page(first), page(last - 1), page(first + 1)]
    });
    leaves.collect()
}

/// The set-up for so many leaves: two pages beside each other, and as many leaves below each other as fit.
pub(super) fn folded(setup: &Setup, page: &Trim, leaves: usize) -> Setup {
    let of_rows = |rows| Setup {
        gap: Some(0.0),
        bleed: 0.0,
        back_bleed: 0.0,
        cells: Some(Cells { columns: 2, rows }),
        skip: SlotSet::NONE,
        ..*setup
    };
    let fits = |rows: &usize| Grid::best(page.size, &of_rows(*rows)).is_some();
    let most = leaves.clamp(1, MOST_ROWS);
    of_rows((1..=most).rev().find(fits).unwrap_or(1))
}

/// Dashes the lines between the pages of a leaf, where it is folded, not cut.
pub(super) fn dash_the_fold(marks: &mut [Mark], page: Size) {
    let middle = page.width / 2.0;
    for mark in marks {
        if let Mark::Line { from, to, dashed, .. } = mark {
            let upright = (from.x - to.x).abs() < EPSILON;
            *dashed |= upright && (from.x - middle).abs() < EPSILON;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::{CardFaces, DeckSheets, impose};

    /// The pages as read in the folded booklet: leaf within leaf, turned over one by one.
    fn read(pages: usize) -> Vec<Option<usize>> {
        let leaves = booklet_leaves(pages);
        let first_half = leaves.iter().flat_map(|[_, right, _, behind]| [*right, *behind]);
        let inner_first = leaves.iter().rev();
        let second_half = inner_first.flat_map(|[left, _, behind, _]| [*behind, *left]);
        first_half.chain(second_half).collect()
    }

    #[test]
    fn folded_the_pages_follow_each_other() {
        for pages in 0..41_usize {
            let all = pages.next_multiple_of(4);
            let expected: Vec<_> = (0..all).map(|n| (n < pages).then_some(n)).collect();
            assert_eq!(read(pages), expected, "{pages} pages");
        }
    }

    #[test]
    fn leaves_of_a_booklet_are_folded_not_cut_between_their_pages() {
        let face = |front| CardFaces { front, back: Some(front + 1) };
        let leaves = DeckSheets {
            name: "Rules".into(),
            trim: Trim::parse("poker").unwrap(),
            faces: [0, 2, 4, 6].map(face).into(),
            booklet: true,
        };
        let pages = impose(&[leaves], &Setup::default()).unwrap().pages;
        assert_eq!(pages.len(), 2);
        for page in &pages {
            assert_eq!(page.placements.len(), 4);
            let middle = page.size.width / 2.0;
            let dashed: Vec<bool> = page
                .marks
                .iter()
                .filter_map(|mark| match mark {
                    Mark::Line { from, to, dashed, .. } if from.x == to.x => {
                        assert_eq!(*dashed, (from.x - middle).abs() < 1e-6);
                        Some(*dashed)
                    }
                    _ => None,
                })
                .collect();
            assert!(dashed.contains(&true) && dashed.contains(&false));
        }
    }
}
