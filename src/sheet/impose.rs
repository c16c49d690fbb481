//! Imposition: which face goes where on which page. Decks (card sizes and indices of faces) and a set-up come in, a
//! [`super::Document`] goes out, or what does not fit. `session` calls it for `print` and for shops.

use super::booklet::{dash_the_fold, folded};
use super::document::{Clip, Document, Page, PageSide, Placement, Turn, keep_step};
use super::furniture::Furniture;
use super::layout::{CardFaces, DeckSheets};
use super::mm::EPSILON;
use super::tiles::Tiling;
use super::{
    Backs, Corners, CutMarks, DoesNotFit, Grid, Mark, Rect, Registration, Setup, SlotSet,
    marks as cutting,
};

/// Places the cards of all decks. Each deck starts on a new sheet; a deck without cards has none. The cards of a sheet
/// that is not full stand where they would stand on a full one.
///
/// # Errors
///
/// The first deck of which not even one card (or not the cells of `setup`) fits on the paper.
pub fn impose(decks: &[DeckSheets], setup: &Setup) -> Result<Document, DoesNotFit> {
    let mut pages = Vec::new();
    let mut setup = *setup;
    for (index, deck) in decks.iter().enumerate() {
        if deck.faces.is_empty() {
            continue;
        }
        match Press::set_up(index, deck, &setup) {
            Ok(press) => press.print(&mut pages),
            Err(e) => match in_parts(deck, &setup) {
                Some(tiling) => tiling.print(index, &mut pages),
                None => return Err(e.in_deck(&deck.name)),
            },
        }
        // Only the first sheets in the tray are used already.
        setup.skip = SlotSet::NONE;
    }
    if matches!(setup.backs, Backs::LongEdge | Backs::ShortEdge) {
        pages = keep_step(pages);
    }
    Ok(Document { pages })
}

/// How cards that are larger than the paper are divided, if that is asked for and can be.
fn in_parts<'a>(deck: &'a DeckSheets, setup: &Setup) -> Option<Tiling<'a>> {
    let overlap = setup.tile.filter(|_| !deck.booklet)?;
    Tiling::new(deck, setup, overlap)
}

/// The decks of which not even one card fits on the paper, by index.
pub fn misfits(decks: &[DeckSheets], setup: &Setup) -> Vec<(usize, DoesNotFit)> {
    let some = decks.iter().enumerate().filter(|(_, deck)| !deck.faces.is_empty());
    some.filter_map(|(index, deck)| match Press::set_up(index, deck, setup) {
        Err(e) if in_parts(deck, setup).is_none() => Some((index, e.in_deck(&deck.name))),
        _ => None,
    })
    .collect()
}

/// Everything that the pages of one deck have in common.
struct Press<'a> {
    index: usize,
    deck: &'a DeckSheets,
    setup: Setup,
    /// The same for what stands beside the backs: clear of their wider bleed.
    beside: Setup,
    marks: CutMarks,
    grid: Grid,
    furniture: Furniture,
}

impl<'a> Press<'a> {
    fn set_up(index: usize, deck: &'a DeckSheets, setup: &Setup) -> Result<Self, DoesNotFit> {
        let mut setup = deck.set_up(setup);
        if deck.booklet {
            setup = folded(&setup, &deck.trim, deck.faces.len() / 2);
        }
        let grid = if setup.skip.is_empty() {
            Grid::fit_for(&deck.trim, &setup, deck.faces.len())
        } else {
            // The free places are counted on a full sheet.
            Grid::fit(&deck.trim, &setup)
        };
        let grid = grid?;
        let marks = cutting::kind(&deck.trim, setup.marks);
        let beside = Setup { bleed: setup.back_bleed.max(setup.bleed), ..setup };
        let furniture = Furniture::new(&grid, &beside, marks);
        Ok(Press { index, deck, setup, beside, marks, grid, furniture })
    }

    /// The pages of the deck, in the order in which they are printed.
    fn print(&self, pages: &mut Vec<Page>) {
        let sheets = self.sheets();
        let total = sheets.len();
        let turn = Turn::for_backs(self.setup.backs, self.grid.page);
        let mut apart = Vec::new();
        for (number, cards) in sheets.iter().enumerate() {
            let fronts = self.fronts(cards);
            if self.setup.backs == Backs::Fold {
                // Folded about an upright line, the right half comes to lie behind as a page of a book does.
                let backs = self.backs(cards, Some(Turn::Book));
                pages.push(self.page(PageSide::Both, number, total, fronts, backs));
                continue;
            }
            pages.push(self.page(PageSide::Front, number, total, fronts, Vec::new()));
            let backs = match self.setup.backs {
                Backs::None => Vec::new(),
                _ => self.backs(cards, turn),
            };
            if backs.is_empty() {
                continue;
            }
            match turn {
                Some(_) => pages.push(self.page(PageSide::Back, number, total, Vec::new(), backs)),
                None => apart.push(backs),
            }
        }
        let total = apart.len();
        for (number, backs) in apart.into_iter().enumerate() {
            pages.push(self.page(PageSide::Back, number, total, Vec::new(), backs));
        }
    }

    /// The cells of each sheet that are not left free, with their cards.
    fn sheets(&self) -> Vec<Vec<(usize, CardFaces)>> {
        let cells = self.grid.cells.count();
        let free = (0..).filter(|slot| !self.setup.skip.holds(*slot));
        let filled: Vec<(usize, &CardFaces)> = free.zip(&self.deck.faces).collect();
        let sheets = filled.chunk_by(|(a, _), (b, _)| a / cells == b / cells);
        let in_cells = |(slot, faces): &(usize, &CardFaces)| (slot % cells, **faces);
        sheets.map(|sheet| sheet.iter().map(in_cells).collect()).collect()
    }

    fn fronts(&self, cards: &[(usize, CardFaces)]) -> Vec<Placement> {
        let used = used(cards);
        let places = cards.iter();
        places.map(|(i, card)| self.place(card.front, *i, used, None)).collect()
    }

    /// The backs behind their fronts, or where their fronts are when the paper is not turned.
    fn backs(&self, cards: &[(usize, CardFaces)], turn: Option<Turn>) -> Vec<Placement> {
        let used = used(cards);
        let backs = cards.iter().filter_map(|(i, card)| Some((*i, card.back?)));
        backs.map(|(i, face)| self.place(face, i, used, turn)).collect()
    }

    /// Puts a face into cell `i` of a sheet that is filled up to cell `count`, or behind it.
    fn place(&self, face: usize, i: usize, count: usize, turn: Option<Turn>) -> Placement {
        let trim = self.grid.slot(i);
        let (rect, radius) = match self.setup.corners {
            Corners::Square => (self.with_bleed(trim, i, count, turn.is_some()), 0.0),
            Corners::Round => (trim, cutting::radius(&self.deck.trim, Corners::Round)),
        };
        let behind = |rect: Rect| turn.map_or(rect, |t| t.behind(rect, self.grid.page));
        Placement {
            face,
            trim: behind(trim),
            clip: Clip { rect: behind(rect), radius },
            rotation: turn.map_or(0, Turn::rotation),
            made_bleed: None,
        }
    }

    /// The trim of cell `i` and its bleed, which ends midway to a neighbour: at the cut that both share when they touch.
    fn with_bleed(&self, trim: Rect, i: usize, count: usize, behind: bool) -> Rect {
        let columns = self.grid.cells.columns.max(1);
        let (column, bleed) = (i % columns, self.setup.bleed);
        // Folded about a line, a back cannot be off.
        let outer = if behind && self.grid.gutter.is_none() { self.beside.bleed } else { bleed };
        let towards = |neighbour: bool| {
            if neighbour { bleed.min(self.grid.spacing / 2.0) } else { outer }
        };
        let left = towards(column > 0);
        // The place beside the last card of a sheet that is not full is empty, but the card above it bleeds into it.
        let right = towards(column + 1 < columns && (i + 1 < count || i >= columns));
        let (above, below) = (towards(i >= columns), towards(i + columns < count));
        let wide = Rect::new(
            trim.x - left,
            trim.y - above,
            trim.width + left + right,
            trim.height + above + below,
        );
        if outer > bleed {
            let printable = self.grid.page.rect().inset(self.setup.margin);
            wide.intersect(&printable).unwrap_or(wide)
        } else {
            wide
        }
    }

    /// One page. `number` counts from nought.
    fn page(
        &self,
        side: PageSide,
        number: usize,
        sheets: usize,
        fronts: Vec<Placement>,
        backs: Vec<Placement>,
    ) -> Page {
        let turned = side == PageSide::Back && self.setup.backs != Backs::Separate;
        // A printer shifts one side against the other: outlines on both would leave a line on the card.
        let outlined = match side {
            _ if turned => &[][..],
            PageSide::Back => &backs,
            _ => &fronts,
        };
        let outlined: Vec<Rect> = outlined.iter().map(|p| p.trim).collect();
        let placements: Vec<Placement> = fronts.into_iter().chain(backs).collect();
        let trim = around(placements.iter().map(|p| p.trim));
        // The back of a side with marks has no marks to keep clear of.
        let registration = if turned { Registration::None } else { self.setup.registration };
        let clear = |rect: &Rect| !registration.is_near(rect, self.grid.cut_area());
        let mut marks = self.marks(&outlined, &placements, trim, !turned, side == PageSide::Back);
        marks.retain(|mark| clear(&mark.bounds().outset(EPSILON)));
        marks.extend(registration.marks(self.grid.cut_area()));
        Page {
            trim,
            bleed: around(placements.iter().map(|p| p.clip.rect)),
            deck: self.index,
            sheet: number + 1,
            sheets,
            marks,
            placements,
            // One bar a sheet is enough.
            ruler: self.furniture.ruler.filter(|r| !turned && clear(&r.bar)),
            footer: self.furniture.footer.filter(|f| clear(&f.rect())),
            fold: self.grid.fold(),
            ..Page::blank(self.grid.page, side)
        }
    }

    fn marks(
        &self,
        outlined: &[Rect],
        placements: &[Placement],
        around: Rect,
        inward: bool,
        behind: bool,
    ) -> Vec<Mark> {
        let mut marks = match self.marks {
            CutMarks::None => return Vec::new(),
            CutMarks::Frame => {
                let radius = cutting::radius(&self.deck.trim, self.setup.corners);
                match &self.deck.trim.outline {
                    None => cutting::frames(outlined.iter().copied(), radius, self.grid.page),
                    Some(outline) => {
                        let paper = self.grid.page.rect();
                        let lines = outlined.iter().flat_map(|rect| {
                            cutting::closed(&outline.in_rect(*rect, behind), paper)
                        });
                        lines.collect()
                    }
                }
            }
            // On both sides: held against the light, they show how far the printer is off.
            CutMarks::Crop => {
                let trims: Vec<Rect> = placements.iter().map(|p| p.trim).collect();
                let setup = if inward { &self.setup } else { &self.beside };
                cutting::ticks(&trims, around, &self.grid, setup, inward)
            }
        };
        marks.extend(cutting::fold_line(&self.grid, &self.setup));
        if self.deck.booklet {
            dash_the_fold(&mut marks, self.grid.page);
        }
        marks
    }
}

/// Cells up to the last one that is filled.
fn used(cards: &[(usize, CardFaces)]) -> usize {
    cards.last().map_or(0, |(i, _)| i + 1)
}

/// Union of rectangles; an empty one at the origin if there are none.
fn around(rects: impl Iterator<Item = Rect>) -> Rect {
    let nothing = Rect::new(0.0, 0.0, 0.0, 0.0);
    rects.reduce(|a, b| a.union(&b)).unwrap_or(nothing)
}

#[cfg(test)]
mod tests {
    use super::super::Trim;
    use super::*;

    /// `count` cards with fronts 0, 2, 4 ... and backs 1, 3, 5 ...
    fn deck(size: &str, count: usize, backs: bool) -> DeckSheets {
        let face = |i| CardFaces { front: 2 * i, back: backs.then_some(2 * i + 1) };
        DeckSheets {
            name: size.into(),
            trim: Trim::parse(size).unwrap(),
            faces: (0..count).map(face).collect(),
            booklet: false,
        }
    }

    fn with(backs: Backs) -> Setup {
        Setup { backs, ..Setup::default() }
    }

    /// Side, deck, sheet and number of faces of each page.
    fn outline(decks: &[DeckSheets], setup: &Setup) -> Vec<String> {
        let document = impose(decks, setup).unwrap();
        let line = |p: &Page| {
            let (deck, sheet, sheets) = (p.deck, p.sheet, p.sheets);
            format!("{:?} {deck} {sheet}/{sheets}: {}", p.side, p.placements.len())
        };
        document.pages.iter().map(line).collect()
    }

    #[test]
    fn fronts_and_backs_alternate_and_decks_start_on_new_sheets() {
        let decks = [deck("poker", 10, true), deck("tarot", 0, true), deck("mini", 2, true)];
        let expected = [
            "Front 0 1/2: 9",
            "Back 0 1/2: 9",
            "Front 0 2/2: 1",
            "Back 0 2/2: 1",
            "Front 2 1/1: 2",
            "Back 2 1/1: 2",
        ];
        assert_eq!(outline(&decks, &with(Backs::LongEdge)), expected);
        assert_eq!(outline(&decks, &with(Backs::ShortEdge)), expected);
    }

    #[test]
    fn separate_backs_follow_all_fronts_in_the_same_order() {
        let decks = [deck("poker", 10, true)];
        assert_eq!(
            outline(&decks, &with(Backs::Separate)),
            ["Front 0 1/2: 9", "Front 0 2/2: 1", "Back 0 1/2: 9", "Back 0 2/2: 1"]
        );
        let document = impose(&decks, &with(Backs::Separate)).unwrap();
        let (front, back) = (&document.pages[0], &document.pages[2]);
        for (f, b) in front.placements.iter().zip(&back.placements) {
            assert_eq!((f.trim, f.face + 1, b.rotation), (b.trim, b.face, 0));
        }
    }

    #[test]
    fn folded_sheets_carry_both_and_decks_without_backs_are_not_folded() {
        let decks = [deck("poker", 5, true), deck("poker", 5, false)];
        assert_eq!(
            outline(&decks, &with(Backs::Fold)),
            ["Both 0 1/2: 8", "Both 0 2/2: 2", "Front 1 1/1: 5"]
        );
        let document = impose(&decks, &with(Backs::Fold)).unwrap();
        assert_eq!(document.pages[0].fold, Some(148.5));
        assert_eq!(document.pages[2].fold, None);
    }

    #[test]
    fn no_backs_no_back_pages() {
        let (some, none) = (deck("poker", 2, true), deck("poker", 2, false));
        let setup = with(Backs::None);
        assert_eq!(outline(std::slice::from_ref(&some), &setup), ["Front 0 1/1: 2"]);
        let both = with(Backs::LongEdge);
        assert_eq!(outline(std::slice::from_ref(&none), &both), ["Front 0 1/1: 2"]);
        assert_eq!(
            outline(&[some, none], &both),
            ["Front 0 1/1: 2", "Back 0 1/1: 2", "Front 1 1/1: 2"]
        );
    }

    #[test]
    fn a_blank_back_keeps_a_duplex_printer_in_step() {
        let decks = [deck("poker", 2, false), deck("poker", 2, true)];
        let setup = with(Backs::LongEdge);
        let expected = ["Front 0 1/1: 2", "Back 0 1/1: 0", "Front 1 1/1: 2", "Back 1 1/1: 2"];
        assert_eq!(outline(&decks, &setup), expected);
        let blank = &impose(&decks, &setup).unwrap().pages[1];
        assert!(blank.is_blank() && blank.marks.is_empty() && blank.footer.is_none());
    }

    #[test]
    fn cards_of_a_last_sheet_stay_where_they_are() {
        let document = impose(&[deck("poker", 10, true)], &Setup::default()).unwrap();
        for page in 0..2 {
            let (nine, one) = (&document.pages[page], &document.pages[page + 2]);
            assert_eq!(one.placements[0].trim, nine.placements[0].trim);
            // Its ticks stand around the card, not around the empty grid: four lines, both ends.
            assert_eq!(one.marks.len(), 8);
        }
        // Behind the first column is the last.
        let back = document.pages[3].placements[0].trim;
        assert!((back.right() - 200.25).abs() < 1e-9);
    }

    #[test]
    fn a_single_piece_stands_in_the_middle_of_an_upright_page() {
        let document = impose(&[deck("63.5 x 190", 1, false)], &Setup::default()).unwrap();
        let page = &document.pages[0];
        assert!(!page.size.is_landscape());
        let trim = page.placements[0].trim;
        assert!((trim.centre().x - 105.0).abs() < 1e-9 && (trim.centre().y - 148.5).abs() < 1e-9);
    }

    #[test]
    fn cards_turned_as_a_calendar_have_their_backs_on_their_heads() {
        let rotation = |size, backs| {
            let document = impose(&[deck(size, 9, true)], &with(backs)).unwrap();
            let page = &document.pages[1];
            (page.size.is_landscape(), page.placements[0].rotation)
        };
        assert_eq!(rotation("poker", Backs::LongEdge), (false, 0));
        assert_eq!(rotation("poker", Backs::ShortEdge), (false, 2));
        assert_eq!(rotation("poker landscape", Backs::LongEdge), (true, 2));
        assert_eq!(rotation("poker landscape", Backs::ShortEdge), (true, 0));
    }

    #[test]
    fn outlines_stand_on_one_side_of_the_paper() {
        let setup = Setup { marks: CutMarks::Frame, ..Setup::default() };
        let marks = |setup: &Setup| -> Vec<usize> {
            let document = impose(&[deck("poker", 9, true)], setup).unwrap();
            document.pages.iter().map(|p| p.marks.len()).collect()
        };
        assert_eq!(marks(&setup), [9, 0]);
        let apart = Setup { backs: Backs::Separate, ..setup };
        assert_eq!(marks(&apart), [9, 9], "these are cut by themselves");
    }

    #[test]
    fn free_places_are_left_on_the_first_sheets_of_the_first_deck() {
        let setup = Setup { skip: "1,5-7,11".parse().unwrap(), ..Setup::default() };
        let decks = [deck("poker", 7, true), deck("poker", 2, false)];
        let pages = impose(&decks, &setup).unwrap().pages;
        let full = impose(&[deck("poker", 18, true)], &Setup::default()).unwrap();
        let cells = |page: &Page, of: &Page| -> Vec<usize> {
            let places = page.placements.iter();
            let cells =
                places.map(|p| of.placements.iter().position(|q| q.trim == p.trim).unwrap());
            cells.collect()
        };
        assert_eq!(cells(&pages[0], &full.pages[0]), [1, 2, 3, 7, 8]);
        assert_eq!(cells(&pages[1], &full.pages[1]), [1, 2, 3, 7, 8]);
        assert_eq!(cells(&pages[2], &full.pages[2]), [0, 2]);
        assert_eq!((pages[4].deck, pages[4].placements.len()), (1, 2));
        // A sheet that is all used is not printed.
        let used = Setup { skip: "1-9".parse().unwrap(), ..Setup::default() };
        assert_eq!(outline(&[deck("poker", 3, false)], &used), ["Front 0 1/1: 3"]);
    }

    #[test]
    fn backs_may_bleed_further_where_they_have_no_neighbour() {
        let setup = Setup { back_bleed: 4.0, ..Setup::default() };
        let pages = impose(&[deck("poker", 9, true)], &setup).unwrap().pages;
        assert!(pages[0].placements.iter().all(|p| p.clip.rect == p.trim));
        let back = &pages[1];
        // At the sides there are 9.75 mm, 6.35 of which the printer leaves white.
        let (bleed, trim) = (back.bleed, back.trim);
        assert!((trim.x - bleed.x - 3.4).abs() < 1e-9 && (trim.y - bleed.y - 4.0).abs() < 1e-9);
        let middle = back.placements[4];
        assert_eq!(middle.clip.rect, middle.trim);
        let plain = impose(&[deck("poker", 9, true)], &Setup::default()).unwrap();
        assert_eq!(pages[0].marks, plain.pages[0].marks);
    }

    #[test]
    fn a_deck_that_does_not_fit_is_named() {
        let decks = [deck("poker", 1, true), deck("400 x 400", 1, false)];
        let error = impose(&decks, &Setup::default()).unwrap_err();
        assert_eq!(error.deck.as_deref(), Some("400 x 400"));
    }
}
