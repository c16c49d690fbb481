//! What is printed beside the cards: a ruler bar, which shows that the sheet was printed at its true size, and a line that
//! says what the sheet is. A grid and its marks come in, places for both go out, for [`super::impose`].
//!
//! Both take room that the centred grid leaves inside the margin: below the cards and clear of the ticks, else between the
//! ticks, else turned by a quarter at the left of the cards. Cards are never moved for them.

use super::marks::{Reach, edge, fold_end, lines};
use super::mm::EPSILON;
use super::{CutMarks, Grid, Point, Rect, Setup};

/// Height of the line of text and of the bar, mm.
const HEIGHT: f64 = 2.6;
/// Part of the height that hangs below the baseline, mm.
const DESCENT: f64 = 0.6;
/// Bar (mm) and whether there is text, the best first: rather a short bar with a text than a long bar alone, and rather
/// any bar than a text alone.
const WISHES: &[Wish] = &[
    (Some(LONG), true),
    (Some(SHORT), true),
    (Some(LONG), false),
    (Some(SHORT), false),
    (None, true),
];
const LONG: f64 = 100.0;
const SHORT: f64 = 50.0;
/// The least width of the line of text; a shorter one would not be legible, mm.
const LEAST_FOOTER: f64 = 25.0;
/// Between bar and text, mm.
const BETWEEN: f64 = 4.0;
/// From the cards, their bleed and the ticks, mm.
const CLEAR: f64 = 0.8;
/// From the ends of ticks, which are thin, mm.
const CLEAR_OF_ENDS: f64 = 0.15;
/// From the edge of the page, mm, even where the printer is said to need no margin.
const EDGE: f64 = 2.0;

/// A bar to hold a ruler against.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ruler {
    /// Its place on the page; it is exactly `length` wide, or high when it stands upright.
    pub bar: Rect,
    /// 100 or 50 mm.
    pub length: f64,
}

impl Ruler {
    /// Whether it is turned by a quarter, beside the cards.
    pub fn is_upright(&self) -> bool {
        self.bar.height > self.bar.width
    }
}

/// Room for one line of text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Footer {
    /// Where the text starts, on its baseline.
    pub baseline: Point,
    /// Whether it is read upwards: turned by a quarter against the clock.
    pub turned: bool,
    /// How long it may be, mm.
    pub width: f64,
    /// How high it may be from ascender to descender, mm.
    pub height: f64,
}

impl Footer {
    /// The room of the text on the page.
    pub fn rect(&self) -> Rect {
        let Point { x, y } = self.baseline;
        let ascent = self.height - DESCENT;
        if self.turned {
            Rect::new(x - ascent, y - self.width, self.height, self.width)
        } else {
            Rect::new(x, y - ascent, self.width, self.height)
        }
    }
}

/// Ruler and footer of a sheet, as far as there is room.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Furniture {
    pub ruler: Option<Ruler>,
    pub footer: Option<Footer>,
}

/// A stretch of a band, from and to: mm from the left, or from the top beside the cards.
type Run = (f64, f64);

/// A strip below or beside the cards in which bar and text may stand.
struct Band {
    /// Its upper edge, mm from the top of the page; its left one, mm from the left, when it stands upright.
    near: f64,
    /// Where that edge may be at most; a band that starts beyond is closed.
    furthest: f64,
    runs: Vec<Run>,
    upright: bool,
}

/// Length of a bar (mm), and whether there is a text.
type Wish = (Option<f64>, bool);

impl Furniture {
    /// For every sheet of this grid, also for one that is not full: marks of fewer cards reach no further.
    pub(super) fn new(grid: &Grid, setup: &Setup, marks: CutMarks) -> Furniture {
        let bounds = grid.bounds();
        let cards = bounds.bottom() + setup.bleed;
        let side = edge(setup.margin).max(EDGE);
        let page = (side, grid.page.width - side);

        // Obstacles in the band: the ticks below the grid, and the end of the fold line.
        let reach = Reach::new(bounds, grid.page, setup, false).bottom;
        let mut obstacles = Vec::new();
        let mut ends = cards;
        if let Some((_, end)) = reach.filter(|_| marks == CutMarks::Crop) {
            obstacles = columns(grid);
            ends = bounds.bottom() + end;
        }
        if let Some(fold) = grid.fold().filter(|_| marks != CutMarks::None) {
            obstacles.push(fold);
            ends = ends.max(fold_end(grid, setup));
        }

        // In line with the cards if they are wide enough, else as wide as the printer goes.
        let whole = if bounds.width >= LONG + BETWEEN + LEAST_FOOTER {
            (bounds.x.max(page.0), bounds.right().min(page.1))
        } else {
            page
        };
        let clear = if obstacles.is_empty() { CLEAR } else { CLEAR_OF_ENDS };
        let inside = grid.page.height - side - HEIGHT;
        let bands = [
            Band {
                near: inside.max(ends + clear),
                furthest: inside,
                runs: vec![whole],
                upright: false,
            },
            Band {
                near: cards + CLEAR,
                furthest: inside,
                runs: between(page, &lines(obstacles.into_iter())),
                upright: false,
            },
            beside(grid, setup, marks, side),
        ];
        Furniture::furnish(&bands)
    }

    /// The first band that takes both bar and text; else what matters most, wherever it finds room.
    fn furnish(bands: &[Band]) -> Furniture {
        let open = || bands.iter().filter(|band| band.near <= band.furthest + EPSILON);
        let both = || WISHES.iter().filter(|(bar, text)| bar.is_some() && *text);
        let in_one = open().find_map(|band| both().find_map(|wish| arrange(band, wish)));
        let any = || WISHES.iter().find_map(|wish| open().find_map(|band| arrange(band, wish)));
        in_one.or_else(any).unwrap_or_default()
    }
}

/// The strip at the left of the cards, between its ticks.
fn beside(grid: &Grid, setup: &Setup, marks: CutMarks, side: f64) -> Band {
    let cards = grid.bounds().x - setup.bleed;
    let furthest = cards - CLEAR - HEIGHT;
    let rows = (0..grid.cells.rows).map(|row| grid.slot(row * grid.cells.columns));
    let cuts = rows.flat_map(|slot| [slot.y, slot.bottom()]);
    let obstacles = match marks {
        CutMarks::Crop => lines(cuts),
        CutMarks::Frame | CutMarks::None => Vec::new(),
    };
    Band {
        // In the middle of what is free.
        near: side.max((side + furthest) / 2.0),
        furthest,
        runs: between((side, grid.page.height - side), &obstacles),
        upright: true,
    }
}

/// Bar and text in the band; `None` when one of them has no room.
fn arrange(band: &Band, wish: &Wish) -> Option<Furniture> {
    let (bar, text) = *wish;
    let near = band.near;
    let mut runs = band.runs.clone();
    let mut furniture = Furniture::default();
    if let Some(length) = bar {
        let run = runs.iter_mut().find(|(from, to)| to - from >= length - EPSILON)?;
        let bar = if band.upright {
            Rect::new(near, run.0, HEIGHT, length)
        } else {
            Rect::new(run.0, near, length, HEIGHT)
        };
        run.0 += length + BETWEEN;
        furniture.ruler = Some(Ruler { bar, length });
    }
    if text {
        let wider = |a: Run, b: Run| {
            if b.1 - b.0 > a.1 - a.0 + EPSILON { b } else { a }
        };
        let (from, to) = runs.into_iter().reduce(wider)?;
        let width = to - from;
        if width < LEAST_FOOTER {
            return None;
        }
        let line = near + HEIGHT - DESCENT;
        let baseline =
            if band.upright { Point { x: line, y: to } } else { Point { x: from, y: line } };
        furniture.footer = Some(Footer { baseline, turned: band.upright, width, height: HEIGHT });
    }
    Some(furniture)
}

/// What obstacles, in order, leave of a run.
fn between(page: Run, obstacles: &[f64]) -> Vec<Run> {
    let mut runs = Vec::with_capacity(obstacles.len() + 1);
    let mut from = page.0;
    for x in obstacles.iter().copied() {
        runs.push((from, (x - CLEAR).min(page.1)));
        from = (x + CLEAR).max(page.0);
    }
    runs.push((from, page.1));
    runs.retain(|(from, to)| to > from);
    runs
}

/// Where a full sheet is cut downwards, mm from the left.
fn columns(grid: &Grid) -> Vec<f64> {
    let fronts = (0..grid.cells.columns).map(|column| grid.slot(column));
    let sides = fronts.flat_map(|slot| [slot.x, slot.right()]);
    match grid.fold() {
        None => sides.collect(),
        Some(_) => sides.flat_map(|x| [x, grid.page.width - x]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::{Backs, Paper, Trim};

    fn on(paper: &str, card: &str, setup: Setup) -> (Furniture, Grid) {
        let paper = Paper::parse(paper).unwrap().size;
        let setup = Setup { paper, ..setup };
        let grid = Grid::fit(&Trim::parse(card).unwrap(), &setup).unwrap();
        (Furniture::new(&grid, &setup, setup.marks), grid)
    }

    #[test]
    fn a4_has_room_below_the_ticks_and_inside_the_margin() {
        let (both, grid) = on("a4", "poker", Setup::default());
        let ruler = both.ruler.unwrap();
        assert_eq!((ruler.length, ruler.bar.width), (100.0, 100.0));
        assert!((ruler.bar.x - 9.75).abs() < 1e-9, "in line with the cards");
        // The ticks end 6 mm below the cards, at 287.85; the margin begins at 290.65.
        assert!(ruler.bar.y > grid.bounds().bottom() + 6.0);
        assert!(ruler.bar.bottom() <= 297.0 - 6.35 + 1e-9);
        let footer = both.footer.unwrap();
        assert!(footer.baseline.x > ruler.bar.right() && footer.width > 80.0);
        assert!(footer.baseline.x + footer.width <= 200.25 + 1e-9);
    }

    #[test]
    fn letter_has_room_beside_the_cards_only() {
        let (both, grid) = on("letter", "poker", Setup::default());
        let ruler = both.ruler.unwrap();
        assert!(ruler.is_upright() && ruler.length == 50.0);
        assert!(ruler.bar.x >= 6.35 && ruler.bar.right() < grid.bounds().x);
        for row in 0..3 {
            let card = grid.slot(row * 3);
            for y in [card.y, card.bottom()] {
                assert!(y < ruler.bar.y || y > ruler.bar.bottom(), "tick at {y}");
            }
        }
        let footer = both.footer.unwrap();
        assert!(footer.turned && footer.width > 60.0, "{}", footer.width);
        assert!(!footer.rect().overlaps(&ruler.bar, 0.0));
    }

    #[test]
    fn small_paper_gets_a_short_bar_or_none() {
        let plain = Setup { marks: CutMarks::None, ..Setup::default() };
        let length = |paper| on(paper, "micro", plain).0.ruler.map(|r| r.length);
        assert_eq!(length("110 x 110"), Some(50.0));
        assert_eq!(length("70 x 70"), Some(50.0));
        assert_eq!(length("60 x 70"), Some(50.0), "upright");
        assert_eq!(length("60 x 60"), None);
    }

    #[test]
    fn a_page_as_large_as_its_card_has_neither() {
        let shop = Setup { margin: 0.0, bleed: 3.175, marks: CutMarks::None, ..Setup::default() };
        let (both, grid) = on("69.85 x 95.25", "poker", shop);
        assert_eq!(grid.cells.count(), 1);
        assert_eq!(both, Furniture::default());
    }

    #[test]
    fn the_fold_line_is_not_written_over() {
        let fold = Setup { backs: Backs::Fold, ..Setup::default() };
        let (both, grid) = on("a4", "63.5 x 92", fold);
        let below = fold_end(&grid, &fold);
        let bar = both.ruler.unwrap().bar;
        assert!(bar.y > below || bar.right() < 148.5 || bar.x > 148.5);
    }
}
