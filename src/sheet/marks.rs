//! Draws the marks that show where to cut and where to fold. A grid comes in, lines go out, for [`super::impose`]. No mark
//! crosses a card or enters the margin, where the printer cannot print. Ticks that have no room outside the cards are put on the
//! cuts themselves.

use super::layout::{LENGTH, offset};
use super::mark::{EDGE, Mark, WIDTH};
use super::mm::EPSILON;
use super::outline::sides;
use super::{Corners, CutMarks, Grid, Point, Rect, Setup, Size, Trim};

/// Least length that is still of use, mm. Where there is no room for it, that side goes without.
const SHORTEST: f64 = 2.0;
/// The same where there is little room, mm.
const NEAR: f64 = 1.0;
/// Length of a tick on the cut itself, mm.
const INWARD: f64 = 2.0;
/// A gutter narrower than this between its bleeds has no room for a line, mm.
const LINE_ROOM: f64 = 1.0;

/// What stays free of marks along the edges of the page, mm.
pub(super) fn edge(margin: f64) -> f64 {
    margin.max(EDGE)
}

/// The marks a deck gets. What is cut to a circle or another outline cannot be cut along ticks, so it is outlined.
pub(super) fn kind(trim: &Trim, asked: CutMarks) -> CutMarks {
    match asked {
        CutMarks::Crop if trim.is_round() || trim.outline.is_some() => CutMarks::Frame,
        _ => asked,
    }
}

/// Radius of the corners as printed and outlined, mm.
pub(super) fn radius(trim: &Trim, corners: Corners) -> f64 {
    if corners == Corners::Round || trim.is_round() {
        trim.corner.max(0.0).min(trim.size.short_side() / 2.0)
    } else {
        0.0
    }
}

/// Outlines of cards. Where two share an edge both draw it, in the same place.
pub(super) fn frames(trims: impl Iterator<Item = Rect>, radius: f64, page: Size) -> Vec<Mark> {
    let frame = |rect| Mark::RoundedRect { rect, radius, width: WIDTH };
    let frames = trims.map(frame);
    frames.filter(|mark| mark.is_within(page)).collect()
}

/// A closed line, or what lies within `shown` of it.
pub(super) fn closed(points: &[Point], shown: Rect) -> Vec<Mark> {
    let lines = sides(points).filter_map(|line| within(line, shown));
    lines.map(|line| Mark::line(line, false)).collect()
}

/// A line to fold on, as far as it lies within `shown`.
pub(super) fn fold(line: [Point; 2], shown: Rect) -> Option<Mark> {
    within(line, shown).map(|line| Mark::line(line, true))
}

/// The part of a line that lies within a rectangle, if any.
fn within([from, to]: [Point; 2], rect: Rect) -> Option<[Point; 2]> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for (step, room) in [
        (-dx, from.x - rect.x),
        (dx, rect.right() - from.x),
        (-dy, from.y - rect.y),
        (dy, rect.bottom() - from.y),
    ] {
        match step {
            0.0 if room < -EPSILON => return None,
            0.0 => {}
            step if step < 0.0 => start = start.max(room / step),
            step => end = end.min(room / step),
        }
    }
    let at = |t: f64| Point { x: from.x + t * dx, y: from.y + t * dy };
    (start < end).then(|| [at(start), at(end)])
}

/// How far ticks reach on each side of `around`, from the trim: start and end, mm; ends below nought lie on the cards' own
/// edges, where nothing else has room. `None` where not even these help.
pub(super) struct Reach {
    left: Option<(f64, f64)>,
    right: Option<(f64, f64)>,
    top: Option<(f64, f64)>,
    pub(super) bottom: Option<(f64, f64)>,
}

impl Reach {
    /// `inward`: whether ticks may stand on the cards' own edges.
    pub(super) fn new(around: Rect, page: Size, setup: &Setup, inward: bool) -> Reach {
        let outward = |room: f64| {
            let most = room - edge(setup.margin);
            let starts = [offset(setup.bleed), NEAR.max(setup.bleed)];
            starts.into_iter().find_map(|start| {
                let end = (start + LENGTH).min(most);
                (end - start >= SHORTEST - EPSILON).then_some((start, end))
            })
        };
        let within = |room: f64| {
            let shift = (EDGE - room).max(0.0);
            let on_the_cut = inward.then_some((-shift, -shift - INWARD));
            outward(room).or(on_the_cut)
        };
        Reach {
            left: within(around.x),
            right: within(page.width - around.right()),
            top: within(around.y),
            bottom: within(page.height - around.bottom()),
        }
    }
}

/// Ticks around the cards: one for each line that is cut, on each side. `around` is the union of the trims. On the other side
/// of the paper none stand `inward`: printers shift one side against the other.
pub(super) fn ticks(
    trims: &[Rect],
    around: Rect,
    grid: &Grid,
    setup: &Setup,
    inward: bool,
) -> Vec<Mark> {
    let bleed = setup.bleed;
    let columns = lines(trims.iter().flat_map(|t| [t.x, t.right()]));
    let rows = lines(trims.iter().flat_map(|t| [t.y, t.bottom()]));
    let reach = Reach::new(around, grid.page, setup, inward);
    let mut marks = Vec::new();
    for (upright, side, from, sign) in [
        (true, reach.top, around.y, -1.0),
        (true, reach.bottom, around.bottom(), 1.0),
        (false, reach.left, around.x, -1.0),
        (false, reach.right, around.right(), 1.0),
    ] {
        if let Some((start, end)) = side {
            let cuts = if upright { &columns } else { &rows };
            let ends = (from + sign * start, from + sign * end);
            marks.extend(cuts.iter().map(|cut| Mark::along(upright, *cut, ends, false)));
        }
    }
    // Once folded, the ticks of the right side are behind; those across the fold take their place.
    if let (Some(fold), Some(gutter)) = (grid.fold(), grid.gutter) {
        let half = (gutter / 2.0 - offset(bleed)).min(LENGTH / 2.0);
        if 2.0 * half >= SHORTEST {
            let ends = (fold - half, fold + half);
            marks.extend(rows.iter().map(|row| Mark::along(false, *row, ends, false)));
        }
    }
    // A card at the edge of the page needs no tick for the cut that the edge is.
    marks.retain(|mark| mark.is_within(grid.page));
    marks
}

/// The line to fold on: through the gutter, or only above and below the cards when they leave no room between them.
pub(super) fn fold_line(grid: &Grid, setup: &Setup) -> Vec<Mark> {
    let (Some(fold), Some(gutter)) = (grid.fold(), grid.gutter) else {
        return Vec::new();
    };
    let bounds = grid.bounds();
    let bottom = fold_end(grid, setup);
    // The grid is centred, so the line is.
    let top = grid.page.height - bottom;
    let line = |ends| Mark::along(true, fold, ends, true);
    if gutter - 2.0 * setup.bleed >= LINE_ROOM {
        return vec![line((top, bottom))];
    }
    let print = bounds.outset(setup.bleed);
    let ends = [(top, print.y), (print.bottom(), bottom)];
    ends.into_iter().filter(|(from, to)| to - from >= SHORTEST).map(line).collect()
}

/// Where the fold line ends below the cards, mm from the top of the page: where ticks end, if they have room.
pub(super) fn fold_end(grid: &Grid, setup: &Setup) -> f64 {
    let reach = offset(setup.bleed) + LENGTH;
    (grid.bounds().bottom() + reach).min(grid.page.height - edge(setup.margin))
}

/// The numbers in order, each once.
pub(super) fn lines(all: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut all: Vec<f64> = all.collect();
    all.sort_by(f64::total_cmp);
    all.dedup_by(|next, kept| *next - *kept < EPSILON);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Backs;

    fn marks_of(card: &str, setup: Setup) -> (Vec<Mark>, Grid) {
        let grid = Grid::fit(&Trim::parse(card).unwrap(), &setup).unwrap();
        let trims: Vec<Rect> = (0..grid.cells.count()).map(|i| grid.slot(i)).collect();
        (ticks(&trims, grid.bounds(), &grid, &setup, true), grid)
    }

    #[test]
    fn cards_without_gap_take_one_cut_more_than_cards() {
        let (marks, _) = marks_of("poker", Setup::default());
        // 4 + 4 lines, each marked at both ends
        assert_eq!(marks.len(), 16);
    }

    #[test]
    fn both_lines_of_a_gutter_are_marked() {
        let gap = Setup { gap: Some(3.0), ..Setup::default() };
        let (marks, grid) = marks_of("poker", gap);
        let lines = 2 * (grid.cells.columns + grid.cells.rows);
        assert_eq!(marks.len(), 2 * lines);
    }

    #[test]
    fn ticks_shorten_then_come_nearer_and_then_stand_on_the_cut() {
        let page = Size::new(100.0, 100.0);
        let reach = |room: f64, margin: f64, bleed: f64, inward| {
            let setup = Setup { margin, bleed, ..Setup::default() };
            Reach::new(page.rect().inset(room), page, &setup, inward).left
        };
        assert_eq!(reach(20.0, 0.0, 0.0, true), Some((2.0, 6.0)));
        assert_eq!(reach(6.35, 0.0, 0.0, true), Some((2.0, 5.35)));
        assert_eq!(reach(9.5, 6.5, 0.0, true), Some((1.0, 3.0)));
        // US Letter: the cards end where the margin begins.
        assert_eq!(reach(6.35, 6.35, 0.0, true), Some((0.0, -2.0)));
        assert_eq!(reach(6.35, 6.35, 0.0, false), None);
        // A wide bleed pushes them out; a card at the edge of the page draws them in.
        assert_eq!(reach(9.0, 1.0, 3.5, true), Some((3.5, 7.5)));
        assert_eq!(reach(0.0, 0.0, 0.0, true), Some((-1.0, -3.0)));
    }

    #[test]
    fn tokens_are_outlined_whatever_the_marks() {
        let token = Trim::parse("30 x 30").unwrap().with_corner(15.0);
        assert_eq!(kind(&token, CutMarks::Crop), CutMarks::Frame);
        assert_eq!(kind(&token, CutMarks::None), CutMarks::None);
        assert_eq!(radius(&token, Corners::Square), 15.0);
        let card = Trim::parse("poker").unwrap();
        assert_eq!(kind(&card, CutMarks::Crop), CutMarks::Crop);
        assert_eq!(radius(&card, Corners::Square), 0.0);
        assert_eq!(radius(&card, Corners::Round), 3.0);
    }

    #[test]
    fn the_fold_is_dashed_and_keeps_off_cards_that_touch() {
        let fold = Setup { backs: Backs::Fold, ..Setup::default() };
        let (_, wide) = marks_of("poker", fold);
        let line = fold_line(&wide, &fold);
        assert!(
            matches!(line[..], [Mark::Line { from, dashed: true, .. }] if from.x == 148.5),
            "{line:?}"
        );

        let (_, tight) = marks_of("71 x 90", fold);
        let stubs = fold_line(&tight, &fold);
        assert_eq!(stubs.len(), 2);
        let cards = tight.bounds();
        for stub in stubs.iter().map(Mark::bounds) {
            assert!(stub.bottom() <= cards.y || stub.y >= cards.bottom());
        }
    }
}
