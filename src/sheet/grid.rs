//! The grid of cards on a page: a card size and a set-up come in, columns, rows and their places go out, or what does not
//! fit. [`super::impose`] calls it.
//!
//! The grid is centred because a front and its back lie on opposite sides of the paper: off centre by 1 mm, they would be 2
//! mm apart.

use super::layout::{LENGTH, offset};
use super::mm::EPSILON;
use super::{Backs, Cells, Point, Rect, Setup, Size};

/// A grid of equal cells on a page, row by row from the top left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// The page as it is printed: the paper, upright or turned.
    pub page: Size,
    /// Columns and rows of cards; with folded backs, the columns of fronts, on the left of the fold.
    pub cells: Cells,
    /// Trim of each card, mm.
    pub trim: Size,
    /// From one trim to the next, mm.
    pub spacing: f64,
    /// With folded backs: from the last front's trim to the first back's, across the fold in the middle of the page, mm.
    pub gutter: Option<f64>,
}

impl Grid {
    /// [`Grid::fit`] without the explanation.
    pub(super) fn best(trim: Size, setup: &Setup) -> Option<Grid> {
        let grids = Grid::candidates(trim, setup).into_iter();
        // The first of equals is kept: upright before turned, a wide gutter before a narrow one.
        grids.reduce(|best, next| if next.cells.count() > best.cells.count() { next } else { best })
    }

    /// The fullest grid of each way to lay the paper and to fold it, the preferred first.
    pub(super) fn candidates(trim: Size, setup: &Setup) -> Vec<Grid> {
        let least = least_gutter(setup);
        // The best first: one wide enough for the fold line and for ticks across it, then the least one.
        let gutters = match setup.backs {
            Backs::Fold => vec![Some(least.max(2.0 * offset(setup.bleed) + LENGTH)), Some(least)],
            _ => vec![None],
        };
        let upright = setup.paper.portrait();
        let mut grids = Vec::new();
        for page in [upright, upright.turned()] {
            let ways = gutters.iter().filter_map(|gutter| Grid::on(page, trim, *gutter, setup));
            grids.extend(ways);
        }
        grids
    }

    /// The fullest grid on this very page; `None` when it holds no card, or fewer than asked for.
    fn on(page: Size, trim: Size, gutter: Option<f64>, setup: &Setup) -> Option<Grid> {
        let spacing = setup.spacing();
        let border = 2.0 * (setup.margin + setup.bleed);
        let width = match gutter {
            None => page.width - border,
            Some(gutter) => (page.width - border - gutter) / 2.0,
        };
        // n cards need n trims and n - 1 spaces between them, hence one space more than there is.
        let count = |room: f64, side: f64| ((room + spacing + EPSILON) / (side + spacing)) as usize;
        let most = Cells {
            columns: count(width, trim.width),
            rows: count(page.height - border, trim.height),
        };
        let with = |cells| Grid { page, cells, trim, spacing, gutter };
        let fits = |cells: Cells| {
            let few = cells.columns <= most.columns && cells.rows <= most.rows;
            cells.count() > 0 && few && with(cells).is_clear(setup)
        };
        if let Some(cells) = setup.cells {
            return fits(cells).then_some(with(cells));
        }
        if fits(most) {
            return Some(with(most));
        }
        // Fewer leave the corners of the page free.
        let fewer = (1..=most.rows)
            .flat_map(|rows| (1..=most.columns).map(move |columns| Cells { columns, rows }));
        let best = fewer.filter(|cells| fits(*cells));
        best.max_by_key(|cells| cells.count()).map(with)
    }

    /// Whether no card, with its bleed, is near a mark of a cutting machine.
    fn is_clear(&self, setup: &Setup) -> bool {
        let (all, area) = (self.bounds(), self.cut_area());
        let Size { width, height } = self.trim;
        let right = run(self.cells.columns, width, self.spacing);
        let corners = [all.x, all.x + right - width]
            .into_iter()
            .flat_map(|x| [all.y, all.bottom() - height].map(|y| Rect::new(x, y, width, height)));
        let mut cards = corners.map(|card| card.outset(setup.bleed));
        !cards.any(|card| setup.registration.is_near(&card, area))
    }

    /// What a machine cuts: the page, or the left half of one that is folded before.
    pub(super) fn cut_area(&self) -> Size {
        Size::new(self.fold().unwrap_or(self.page.width), self.page.height)
    }

    /// The least page that holds the cells of `setup`, or one card: an answer for when no paper does.
    pub(super) fn least_page(trim: Size, setup: &Setup) -> Size {
        let one = Cells { columns: 1, rows: 1 };
        let cells = setup.cells.unwrap_or(one);
        let border = 2.0 * (setup.margin + setup.bleed);
        let width = run(cells.columns, trim.width, setup.spacing());
        let width = match setup.backs {
            Backs::Fold => 2.0 * width + least_gutter(setup),
            _ => width,
        };
        let height = run(cells.rows, trim.height, setup.spacing());
        // Rounded up to a tenth: paper is not cut to a hundredth.
        let tenth = |mm: f64| ((mm - EPSILON) * 10.0).ceil() / 10.0;
        Size::new(tenth(width + border), tenth(height + border))
    }

    /// Union of the trims of all cells, those of folded backs included.
    pub fn bounds(&self) -> Rect {
        let columns = run(self.cells.columns, self.trim.width, self.spacing);
        let width = match self.gutter {
            None => columns,
            Some(gutter) => 2.0 * columns + gutter,
        };
        let height = run(self.cells.rows, self.trim.height, self.spacing);
        let (x, y) = ((self.page.width - width) / 2.0, (self.page.height - height) / 2.0);
        Rect::new(x, y, width, height)
    }

    /// Trim of the cell numbered `index`, row by row; numbers go on below the grid.
    pub fn slot(&self, index: usize) -> Rect {
        let columns = self.cells.columns.max(1);
        let (column, row) = (index % columns, index / columns);
        let Rect { x, y, .. } = self.bounds();
        let at = Point {
            x: x + column as f64 * (self.trim.width + self.spacing),
            y: y + row as f64 * (self.trim.height + self.spacing),
        };
        Rect::new(at.x, at.y, self.trim.width, self.trim.height)
    }

    /// Where the page is folded, mm from its left edge.
    pub fn fold(&self) -> Option<f64> {
        self.gutter.map(|_| self.page.width / 2.0)
    }
}

/// Length of `count` cards of `side` mm with `spacing` mm between them.
fn run(count: usize, side: f64, spacing: f64) -> f64 {
    count as f64 * side + count.saturating_sub(1) as f64 * spacing
}

/// Across the fold both bleeds are whole, however close neighbours stand.
fn least_gutter(setup: &Setup) -> f64 {
    setup.spacing().max(2.0 * setup.bleed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::{Paper, Trim};

    fn on(paper: &str, setup: Setup) -> Setup {
        let paper = Paper::parse(paper).unwrap().size;
        Setup { paper, ..setup }
    }

    fn grid(card: &str, setup: Setup) -> Grid {
        Grid::fit(&Trim::parse(card).unwrap(), &setup).unwrap()
    }

    /// Columns, rows, white beside and white above the grid.
    fn numbers(card: &str, setup: Setup) -> (usize, usize, f64, f64) {
        let grid = grid(card, setup);
        let Rect { x, y, .. } = grid.bounds();
        let round = |mm: f64| (mm * 1000.0).round() / 1000.0;
        (grid.cells.columns, grid.cells.rows, round(x), round(y))
    }

    #[test]
    fn nine_poker_cards_on_a4_and_on_letter() {
        let plain = Setup::default();
        assert_eq!(numbers("poker", plain), (3, 3, 9.75, 15.15));
        // 3 * 88.9 + 2 * 6.35 = 279.4: Letter is filled to the last hundredth.
        assert_eq!(numbers("poker", on("letter", plain)), (3, 3, 12.7, 6.35));
        assert_eq!(numbers("poker", on("letter", plain)).3, plain.margin);
    }

    #[test]
    fn an_eighth_of_an_inch_of_bleed_leaves_a_hair_on_a4() {
        let bleed = Setup { bleed: 3.175, margin: 0.0, ..Setup::default() };
        let a4 = grid("poker", bleed);
        assert_eq!(a4.cells, Cells { columns: 3, rows: 3 });
        // (210 - 3 * 63.5 - 6 * 3.175) / 2 = 0.225
        let left = a4.bounds().outset(bleed.bleed).x;
        assert!((left - 0.225).abs() < 1e-9, "{left}");

        let nine = Some(Cells { columns: 3, rows: 3 });
        let letter = on("letter", Setup { cells: nine, ..bleed });
        assert!(Grid::best(a4.trim, &letter).is_none());
    }

    #[test]
    fn letter_turned_takes_eight_with_little_bleed() {
        let with = |bleed| Setup {
            bleed,
            cells: Some(Cells { columns: 4, rows: 2 }),
            ..on("letter", Setup::default())
        };
        let poker = Trim::find("poker").unwrap().size;
        let grid = Grid::best(poker, &with(1.58)).unwrap();
        assert!(grid.page.is_landscape());
        assert!(Grid::best(poker, &with(1.59)).is_none());
    }

    #[test]
    fn the_page_turns_only_for_more_cards() {
        assert!(!grid("square", Setup::default()).page.is_landscape());
        assert!(grid("poker landscape", Setup::default()).page.is_landscape());
        let lying = Setup { paper: Size::new(297.0, 210.0), ..Setup::default() };
        assert_eq!(grid("poker", lying), grid("poker", Setup::default()));
    }

    #[test]
    fn a_mat_is_a_grid_of_one() {
        let (columns, rows, x, y) = numbers("150 x 200", Setup::default());
        assert_eq!((columns, rows, x, y), (1, 1, 30.0, 48.5));
        // Of 120 x 180 a turned page holds two.
        let pair = grid("120 x 180", Setup::default());
        assert!(pair.page.is_landscape() && pair.cells.count() == 2);
    }

    #[test]
    fn folded_sheets_have_as_many_backs_as_fronts_around_the_middle() {
        let fold = Setup { backs: Backs::Fold, ..Setup::default() };
        let a4 = grid("poker", fold);
        // Turned, 2 + 2 columns of 2 rows; upright, 1 + 1 columns of 3.
        assert_eq!(a4.cells, Cells { columns: 2, rows: 2 });
        assert!(a4.page.is_landscape());
        assert_eq!((a4.fold(), a4.gutter), (Some(148.5), Some(8.0)));
        assert!((a4.slot(1).right() - (148.5 - 4.0)).abs() < 1e-9);
        // 4 * 71 = 284 leaves 0.3 mm: the gutter shrinks before a card is lost.
        let tight = grid("71 x 90", fold);
        assert_eq!((tight.cells.count(), tight.gutter), (4, Some(0.0)));
    }

    #[test]
    fn a_grid_without_columns_fits_nowhere() {
        let none = Cells { columns: 0, rows: 3 };
        let setup = Setup { cells: Some(none), ..Setup::default() };
        assert_eq!(Grid::best(Size::new(10.0, 10.0), &setup), None);
    }
}
