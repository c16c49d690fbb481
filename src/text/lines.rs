//! Decides where the lines of a paragraph end: parley's greedy breaks, with room for the hyphen of a divided word, and no
//! single word on the last line where that can be avoided. Called by `shape`.

use parley::{Alignment, BreakReason, Layout, YieldData};

use super::typography::SOFT_HYPHEN;

/// The place of a run's colour in those of its line, from 1; 0 is the colour of the text.
pub(super) type Brush = u16;

/// Where one line ends at most, and the edge that it is aligned to.
#[derive(Clone, Copy)]
struct Limit {
    at: f32,
    edge: f32,
}

/// More divided words than these in a paragraph are not looked at one by one.
const MOST_DIVIDED: usize = 60;

/// How much of the last line the line before it must fill, when it gives a word away; of the column, when edges are straight.
const BALANCED: f32 = 0.5;
const STRAIGHT: f32 = 0.75;

/// Breaks a paragraph at `width`; `hyphen` is the width of a hyphen.
pub(super) fn break_lines(
    layout: &mut Layout<Brush>,
    text: &str,
    width: f32,
    hyphen: f32,
    align: Alignment,
) {
    layout.break_all_lines(Some(width));
    if layout.len() < 2 {
        return;
    }
    let mut limits = Vec::new();
    if hyphen > 0.0 {
        make_room(layout, text, width, hyphen, &mut limits);
    }
    keep_company(layout, text, width, align, &limits);
}

/// Moves what a hyphen would push beyond the edge to the next line.
fn make_room(
    layout: &mut Layout<Brush>,
    text: &str,
    width: f32,
    hyphen: f32,
    limits: &mut Vec<Limit>,
) {
    let narrow = Limit { at: width - hyphen, edge: width - hyphen };
    let mut from = 0;
    for _ in 0..MOST_DIVIDED {
        let divided = layout.lines().skip(from).position(|line| {
            let range = line.text_range();
            text.get(range).is_some_and(|t| t.ends_with(SOFT_HYPHEN))
                && line.break_reason() == BreakReason::Regular
        });
        let Some(line) = divided.map(|at| from + at) else {
            return;
        };
        limits.resize(line, Limit { at: width, edge: width });
        limits.push(narrow);
        break_at(layout, width, limits);
        from = line + 1;
        // A line that gave its part away is as wide as the others.
        let still = layout.get(line).is_some_and(|line| {
            text.get(line.text_range()).is_some_and(|t| t.ends_with(SOFT_HYPHEN))
        });
        if !still {
            limits[line].edge = width;
            break_at(layout, width, limits);
        }
    }
    limits.resize(layout.len().max(limits.len()), narrow);
    break_at(layout, width, limits);
}

/// Gives a word that stands alone on the last line the one before it.
fn keep_company(
    layout: &mut Layout<Brush>,
    text: &str,
    width: f32,
    align: Alignment,
    limits: &[Limit],
) {
    let count = layout.len();
    if count < 2 {
        return;
    }
    let words = |layout: &Layout<Brush>, at: usize| {
        let line = layout.get(at).and_then(|line| text.get(line.text_range()));
        line.map_or(0, |t| t.split([' ', '\t']).filter(|w| !w.is_empty()).count())
    };
    let filled = |layout: &Layout<Brush>, at: usize| {
        let metrics = layout.get(at).map(|line| *line.metrics());
        metrics.map_or(0.0, |m| m.advance - m.hanging_advance)
    };
    let regular = layout.get(count - 2).is_some_and(|l| l.break_reason() == BreakReason::Regular);
    if !regular || words(layout, count - 1) != 1 || words(layout, count - 2) < 2 {
        return;
    }
    let mut tried = limits.to_vec();
    tried.resize(count - 2, Limit { at: width, edge: width });
    tried.push(Limit { at: filled(layout, count - 2) - 0.01, edge: width });
    break_at(layout, width, &tried);
    let (before, last) = (filled(layout, count - 2), filled(layout, count - 1));
    let least = match align {
        Alignment::Justify => width * STRAIGHT,
        _ => last * BALANCED,
    };
    if layout.len() != count || last > width || before < least || words(layout, count - 1) < 2 {
        break_at(layout, width, limits);
    }
}

/// Breaks a paragraph with limits for its first lines; the others end at `width`.
fn break_at(layout: &mut Layout<Brush>, width: f32, limits: &[Limit]) {
    let mut lines = layout.break_lines();
    let usual = Limit { at: width, edge: width };
    for at in 0.. {
        let limit = limits.get(at).unwrap_or(&usual);
        lines.state_mut().set_layout_max_advance(width);
        lines.state_mut().set_line_max_advance(limit.at);
        match lines.break_next() {
            Some(YieldData::LineBreak(_)) => lines.set_prior_line_width(limit.edge),
            _ => break,
        }
    }
    lines.finish();
}
