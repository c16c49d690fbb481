//! Splits pieces that are larger than the paper into overlapping parts, each on a page of its own, to be cut and glued together.
//! A piece and a paper come in, parts go out. Called by [`super::impose`].
//!
//! Each part is cut where its picture begins and laid over the edge strip of the part before it, up to the ticks there; that
//! strip, beyond a dashed line, takes the glue.

use super::document::{Clip, Page, PageSide, Placement, Tile, Turn};
use super::furniture::Furniture;
use super::layout::DeckSheets;
use super::marks::closed;
use super::{Backs, Cells, CutMarks, Grid, Mark, Rect, Setup, Size};

/// Between the part and the margin, mm: room for the ticks.
const BESIDE: f64 = 6.0;
/// From the part to a tick, and the length of that, mm.
const TICK: (f64, f64) = (1.5, 4.0);
/// What a part shows besides its overlap at least, mm.
const LEAST: f64 = 10.0;
/// From the edge of the part that is glued on to the dashed line below it, mm.
const COVERED: f64 = 1.0;
/// The most parts of one piece; for more, a larger paper is the better choice.
const MOST: usize = 100;

/// How a piece is divided.
pub(super) struct Tiling<'a> {
    deck: &'a DeckSheets,
    setup: Setup,
    overlap: f64,
    page: Size,
    cells: Cells,
    /// The size of a part.
    part: Size,
}

impl<'a> Tiling<'a> {
    /// The fewest parts, on upright or turned paper; `None` when the paper is too small for any.
    pub fn new(deck: &'a DeckSheets, setup: &Setup, overlap: f64) -> Option<Tiling<'a>> {
        let setup = deck.set_up(setup);
        let upright = setup.paper.portrait();
        let ways = [upright, upright.turned()].map(|page| {
            let border = 2.0 * (setup.margin + BESIDE);
            let whole = |side: f64| side + 2.0 * setup.bleed;
            let (columns, width) =
                divide(whole(deck.trim.size.width), page.width - border, overlap)?;
            let (rows, height) =
                divide(whole(deck.trim.size.height), page.height - border, overlap)?;
            let cells = Cells { columns, rows };
            (cells.count() <= MOST).then_some(Tiling {
                deck,
                setup,
                overlap,
                page,
                cells,
                part: Size::new(width, height),
            })
        });
        ways.into_iter().flatten().min_by_key(|way| way.cells.count())
    }

    /// The pages of all pieces of the deck, in the order in which they are printed.
    pub fn print(&self, index: usize, pages: &mut Vec<Page>) {
        let turn = Turn::for_backs(self.setup.backs, self.page);
        let sheets = self.deck.faces.len() * self.cells.count();
        let mut apart = Vec::new();
        let mut sheet = 0;
        for faces in &self.deck.faces {
            for row in 0..self.cells.rows {
                for column in 0..self.cells.columns {
                    sheet += 1;
                    let page = |face, side, turn| {
                        let tile = Tile { column: column + 1, row: row + 1 };
                        self.page(face, side, turn, tile, (index, sheet, sheets))
                    };
                    pages.push(page(faces.front, PageSide::Front, None));
                    let back = faces.back.filter(|_| self.setup.backs != Backs::None);
                    match (back, turn) {
                        (None, _) => {}
                        (Some(back), Some(_)) => pages.push(page(back, PageSide::Back, turn)),
                        // Nothing of this size is folded: its backs come on sheets of their own.
                        (Some(back), None) => apart.push(page(back, PageSide::Back, None)),
                    }
                }
            }
        }
        pages.append(&mut apart);
    }

    fn page(
        &self,
        face: usize,
        side: PageSide,
        turn: Option<Turn>,
        tile: Tile,
        (deck, sheet, sheets): (usize, usize, usize),
    ) -> Page {
        let grid = Grid {
            page: self.page,
            cells: Cells { columns: 1, rows: 1 },
            trim: self.part,
            spacing: 0.0,
            gutter: None,
        };
        let part = grid.bounds();
        let (column, row) = (tile.column - 1, tile.row - 1);
        let trim = Rect::new(
            part.x + self.setup.bleed - column as f64 * (part.width - self.overlap),
            part.y + self.setup.bleed - row as f64 * (part.height - self.overlap),
            self.deck.trim.size.width,
            self.deck.trim.size.height,
        );
        let behind = |rect: Rect| turn.map_or(rect, |turn| turn.behind(rect, self.page));
        let around_it = Setup { bleed: 0.0, ..self.setup };
        let furniture = Furniture::new(&grid, &around_it, CutMarks::Crop);
        let marked = turn.is_none() && self.setup.marks != CutMarks::None;
        let shown = trim.intersect(&part).unwrap_or(part);
        Page {
            trim: behind(shown),
            bleed: behind(part),
            deck,
            sheet,
            sheets,
            placements: vec![Placement {
                face,
                trim: behind(trim),
                clip: Clip { rect: behind(part), radius: 0.0 },
                rotation: turn.map_or(0, Turn::rotation),
                made_bleed: None,
            }],
            marks: if marked { self.marks(part, trim, (column, row), side) } else { Vec::new() },
            ruler: furniture.ruler.filter(|_| turn.is_none()),
            footer: furniture.footer,
            tile: Some(tile),
            ..Page::blank(self.page, side)
        }
    }

    /// Ticks at the cuts and where the next part begins, and the dashed lines of the strips for the glue.
    fn marks(
        &self,
        part: Rect,
        trim: Rect,
        (column, row): (usize, usize),
        side: PageSide,
    ) -> Vec<Mark> {
        let Cells { columns, rows } = self.cells;
        let outline = self.deck.trim.outline.as_ref();
        let mut marks = outline.map_or_else(Vec::new, |outline| {
            closed(&outline.in_rect(trim, side == PageSide::Back), part)
        });
        let (x, y) = (|rect: Rect| (rect.x, rect.right()), |rect: Rect| (rect.y, rect.bottom()));
        let (near, far) = (TICK.0, TICK.0 + TICK.1);
        let mut glued = Vec::new();
        for (upright, own, whole, across, has_next) in [
            (true, x(part), x(trim), y(part), (column > 0, column + 1 < columns)),
            (false, y(part), y(trim), x(part), (row > 0, row + 1 < rows)),
        ] {
            let (cuts, glue) = lines(own, whole, has_next, self.overlap);
            for cut in cuts {
                let (before, after) = across;
                for ends in [(before - near, before - far), (after + near, after + far)] {
                    marks.push(Mark::along(upright, cut, ends, false));
                }
            }
            glued.extend(glue.map(|at| Mark::along(upright, at, across, true)));
        }
        marks.append(&mut glued);
        marks
    }
}

/// How many parts a length takes, and the length of each; `None` when a part has no room for anything of its own.
fn divide(whole: f64, room: f64, overlap: f64) -> Option<(usize, f64)> {
    if whole <= room {
        return Some((1, whole));
    }
    let step = room - overlap;
    if step < LEAST {
        return None;
    }
    let parts = ((whole - overlap) / step - 1e-9).ceil();
    Some((parts as usize, (whole + (parts - 1.0) * overlap) / parts))
}

/// Where ticks stand along one axis, and where the dashed line of the glue is.
fn lines(
    part: (f64, f64),
    trim: (f64, f64),
    (before, after): (bool, bool),
    overlap: f64,
) -> (Vec<f64>, Option<f64>) {
    let next = part.1 - overlap;
    let ticks = vec![if before { part.0 } else { trim.0 }, if after { next } else { trim.1 }];
    let glue = (after && overlap > 2.0 * COVERED).then_some(next + COVERED);
    (ticks, glue)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::{CardFaces, Trim, impose, misfits};

    fn mat(size: &str, back: Option<usize>) -> DeckSheets {
        DeckSheets {
            name: "Mat".into(),
            trim: Trim::parse(size).unwrap(),
            faces: vec![CardFaces { front: 0, back }],
            booklet: false,
        }
    }

    fn setup(overlap: f64, bleed: f64, backs: Backs) -> Setup {
        Setup { tile: Some(overlap), bleed, backs, ..Setup::default() }
    }

    /// The part of the piece that a page shows, mm from the corner of its trim.
    fn shown(page: &Page) -> Rect {
        let Placement { trim, clip, .. } = page.placements[0];
        let Rect { x, y, .. } = clip.rect;
        Rect::new(x - trim.x, y - trim.y, clip.rect.width, clip.rect.height)
    }

    #[test]
    fn parts_cover_the_piece_and_overlap_by_what_is_asked_for() {
        for (size, overlap, bleed) in [("600 x 400", 10.0, 0.0), ("420 x 297", 0.0, 3.0)] {
            let deck = [mat(size, None)];
            let setup = setup(overlap, bleed, Backs::LongEdge);
            assert!(misfits(&deck, &setup).is_empty());
            let pages = impose(&deck, &setup).unwrap().pages;
            let piece = deck[0].trim.size.rect().outset(bleed);
            let whole = pages.iter().map(shown).reduce(|a, b| a.union(&b)).unwrap();
            assert!(whole.encloses(&piece, 1e-6) && piece.encloses(&whole, 1e-6));
            for page in &pages {
                let Tile { column, row } = page.tile.unwrap();
                let next = |c: usize, r: usize| {
                    let wanted = Some(Tile { column: c, row: r });
                    pages.iter().find(|p| p.tile == wanted).map(shown)
                };
                if let Some(right) = next(column + 1, row) {
                    assert!((shown(page).right() - right.x - overlap).abs() < 1e-6);
                }
                if let Some(below) = next(column, row + 1) {
                    assert!((shown(page).bottom() - below.y - overlap).abs() < 1e-6);
                }
                let printable = page.size.rect().inset(setup.margin);
                assert!(printable.encloses(&page.placements[0].clip.rect, 1e-6));
                assert!(page.marks.iter().all(|m| printable.encloses(&m.bounds(), 1e-6)));
            }
        }
    }

    #[test]
    fn the_tick_of_a_part_is_where_the_next_one_is_cut() {
        let pages = impose(&[mat("600 x 150", None)], &setup(12.0, 0.0, Backs::None));
        let pages = pages.unwrap().pages;
        assert!(pages.len() > 1);
        let upright = |page: &Page| -> Vec<f64> {
            let trim = page.placements[0].trim;
            let lines = page.marks.iter().filter_map(|mark| match mark {
                Mark::Line { from, to, dashed: false, .. } if from.x == to.x => {
                    Some(from.x - trim.x)
                }
                _ => None,
            });
            lines.collect()
        };
        for (one, next) in pages.iter().zip(&pages[1..]) {
            let (last, first) = (upright(one), upright(next));
            assert!((last[last.len() - 1] - first[0]).abs() < 1e-6, "{last:?} {first:?}");
        }
    }

    #[test]
    fn backs_lie_behind_their_fronts_or_come_by_themselves() {
        let pages = |backs| {
            let document = impose(&[mat("600 x 400", Some(1))], &setup(10.0, 0.0, backs));
            document.unwrap().pages
        };
        let duplex = pages(Backs::LongEdge);
        for sheet in duplex.chunks(2) {
            let turn = Turn::for_backs(Backs::LongEdge, sheet[0].size).unwrap();
            let (front, back) = (sheet[0].placements[0], sheet[1].placements[0]);
            assert_eq!((front.face, back.face), (0, 1));
            let behind = turn.behind(front.trim, sheet[0].size);
            assert!(behind.encloses(&back.trim, 1e-9) && back.trim.encloses(&behind, 1e-9));
        }
        let apart = pages(Backs::Fold);
        let sides: Vec<PageSide> = apart.iter().map(|page| page.side).collect();
        assert!(sides.is_sorted_by_key(|side| *side == PageSide::Back));
    }

    #[test]
    fn what_fits_is_not_divided_and_what_cannot_be_is_refused() {
        let whole = impose(&[mat("150 x 200", None)], &setup(10.0, 0.0, Backs::None));
        assert_eq!(whole.unwrap().pages[0].tile, None);
        let narrow = Setup { paper: Size::new(50.0, 50.0), ..setup(20.0, 0.0, Backs::None) };
        assert!(impose(&[mat("150 x 200", None)], &narrow).is_err());
    }
}
