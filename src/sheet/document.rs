//! Pages of placed faces: the finished layout, and all the geometry that an exporter gets. [`super::impose`] makes them, and the
//! PDF exporter reads them.

use kurbo::Affine;

use super::{Backs, Footer, MakeBleed, Mark, Rect, Ruler, Sides, Size};

/// Pages in the order in which they are printed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Document {
    pub pages: Vec<Page>,
}

/// One side of one sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// Width and height as seen, mm: a turned page is wider than high.
    pub size: Size,
    /// Union of the trims of the cards on it, mm.
    pub trim: Rect,
    /// Union of what is printed of the cards on it, mm: the trim with its bleed.
    pub bleed: Rect,
    pub side: PageSide,
    /// Index of the deck.
    pub deck: usize,
    /// Number of the sheet within its deck, from 1. Front page and back page of a sheet share it.
    pub sheet: usize,
    /// How many sheets of this kind the deck has.
    pub sheets: usize,
    pub placements: Vec<Placement>,
    pub marks: Vec<Mark>,
    pub ruler: Option<Ruler>,
    pub footer: Option<Footer>,
    /// Where the page is folded, mm from its left edge; the dashed line is among the marks.
    pub fold: Option<f64>,
    /// Which part of a piece that is larger than the paper it shows.
    pub tile: Option<Tile>,
    /// The correction for the printer's error; it changes nothing else on the page.
    pub correction: Option<Correction>,
}

impl Page {
    /// A page with nothing on it.
    pub fn blank(size: Size, side: PageSide) -> Page {
        Page {
            size,
            trim: size.rect(),
            bleed: size.rect(),
            side,
            deck: 0,
            sheet: 1,
            sheets: 1,
            placements: Vec::new(),
            marks: Vec::new(),
            ruler: None,
            footer: None,
            fold: None,
            tile: None,
            correction: None,
        }
    }

    /// The paper that it is printed on: of the page's size, unless it is corrected.
    pub fn paper(&self) -> Size {
        self.correction.map_or(self.size, |c| c.paper)
    }

    /// Whether nothing is printed on it: a blank back, so that a duplex printer does not print the next front there.
    pub fn is_blank(&self) -> bool {
        self.placements.is_empty()
    }
}

/// A part of a piece that is larger than the paper: its column and row, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tile {
    pub column: usize,
    pub row: usize,
}

/// What a page shows of its cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PageSide {
    Front,
    Back,
    /// Fronts and backs beside each other, around a fold.
    Both,
}

/// A face at its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// The caller's index of the face.
    pub face: usize,
    /// Where the cut card lies, mm.
    pub trim: Rect,
    /// Nothing of the face is painted outside it.
    pub clip: Clip,
    /// Quarter turns clockwise of the face within its trim; on sheets 0 or 2.
    pub rotation: u8,
    /// The sides at which the face ends at the trim, and how its bleed is made there.
    pub made_bleed: Option<(MakeBleed, Sides)>,
}

/// A rectangle with round corners; with square ones when the radius is nought.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clip {
    pub rect: Rect,
    /// mm
    pub radius: f64,
}

/// How a sheet is turned over to get to its other side. The one model of paper: where a point of one side lies on the
/// other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Turn {
    /// As a page of a book: left and right change places.
    Book,
    /// As a page of a calendar: top and bottom change places.
    Calendar,
}

impl Turn {
    /// How a page of that size is turned; `None` where backs are not on the other side. The long edge of an upright
    /// page is at its left, so flipping on it turns the page as in a book; that of a page on its side is at its top. A
    /// square counts as upright.
    pub fn for_backs(backs: Backs, page: Size) -> Option<Turn> {
        match (backs, page.is_landscape()) {
            (Backs::LongEdge, false) | (Backs::ShortEdge, true) => Some(Turn::Book),
            (Backs::LongEdge, true) | (Backs::ShortEdge, false) => Some(Turn::Calendar),
            (Backs::Fold | Backs::Separate | Backs::None, _) => None,
        }
    }

    /// The part of the other side behind `rect`, in coordinates of that side. It is its own inverse.
    pub fn behind(self, rect: Rect, page: Size) -> Rect {
        match self {
            Turn::Book => Rect { x: page.width - rect.right(), ..rect },
            Turn::Calendar => Rect { y: page.height - rect.bottom(), ..rect },
        }
    }

    /// Quarter turns of a back, so that it is upright once its card is turned over as players do, left to right.
    ///
    /// When the sheet is turned like a page of a calendar, an upright back would be upside down for a player, who turns the
    /// card like a page of a book.
    pub fn rotation(self) -> u8 {
        match self {
            Turn::Book => 0,
            Turn::Calendar => 2,
        }
    }
}

/// Gives a blank back to each sheet without backs, but for the last, when there are sheets with backs: printed on both
/// sides of the paper, the next front would land on its back otherwise.
pub(super) fn keep_step(pages: Vec<Page>) -> Vec<Page> {
    let is_back = |page: &Page| page.side == PageSide::Back;
    if !pages.iter().any(is_back) {
        return pages;
    }
    let mut kept = Vec::with_capacity(2 * pages.len());
    let mut pages = pages.into_iter().peekable();
    while let Some(page) = pages.next() {
        let next_is_front = pages.peek().is_some_and(|next| !is_back(next));
        let blank = (!is_back(&page) && next_is_front).then(|| blank_behind(&page));
        kept.push(page);
        kept.extend(blank);
    }
    kept
}

/// The empty other side of a sheet.
fn blank_behind(front: &Page) -> Page {
    Page {
        side: PageSide::Back,
        placements: Vec::new(),
        marks: Vec::new(),
        ruler: None,
        footer: None,
        ..front.clone()
    }
}

/// The correction of a page for one printer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Correction {
    /// The paper as it is fed: upright, also under a page that lies on its side, so that no printer chooses which way to
    /// turn it.
    pub paper: Size,
    /// From the page as seen to the paper.
    pub map: Affine,
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: Size = Size::new(210.0, 297.0);

    #[test]
    fn the_long_edge_is_at_the_left_or_at_the_top() {
        let turn = |backs, page| Turn::for_backs(backs, page);
        assert_eq!(turn(Backs::LongEdge, PAGE), Some(Turn::Book));
        assert_eq!(turn(Backs::LongEdge, PAGE.turned()), Some(Turn::Calendar));
        assert_eq!(turn(Backs::ShortEdge, PAGE), Some(Turn::Calendar));
        assert_eq!(turn(Backs::ShortEdge, PAGE.turned()), Some(Turn::Book));
        assert_eq!(turn(Backs::LongEdge, Size::new(9.0, 9.0)), Some(Turn::Book));
        for backs in [Backs::Fold, Backs::Separate, Backs::None] {
            assert_eq!(turn(backs, PAGE), None);
        }
    }

    #[test]
    fn turned_twice_a_page_is_as_it_was() {
        let card = Rect::new(10.0, 20.0, 63.5, 88.9);
        for turn in [Turn::Book, Turn::Calendar] {
            let there = turn.behind(card, PAGE);
            let back = turn.behind(there, PAGE);
            assert!(there != card);
            assert!(back.encloses(&card, 1e-9) && card.encloses(&back, 1e-9));
        }
        assert_eq!(Turn::Book.behind(card, PAGE).x, 210.0 - 73.5);
        assert_eq!(Turn::Calendar.behind(card, PAGE).y, 297.0 - 108.9);
    }
}
