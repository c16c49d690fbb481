//! Curves of a run of the lab, as drawings that stand by themselves: intervals beside each other, and how often a number came up. Figures
//! come in, SVG goes out. Called by `page`, and by the commands for files of their own.

use maud::{Markup, html};

use super::plot_fonts::{shortened, width_of};
use crate::lab::{LabCounts, LabFigures, LabPart, PairCounts, PartResults, VariantPart, figures};
use crate::rules::Variant;
use crate::session::{PairFinding, pair_findings};
use crate::source::for_terminal;
use crate::statistics::Histogram;
use crate::statistics::Interval;

/// A drawing.
pub struct Plot {
    /// For file names: `wins`, `cards-paris-2`.
    pub name: String,
    pub title: String,
    pub svg: String,
}

// Ink, grey, red and blue of all pages, on paper: a drawing is looked at by itself, too.
const INK: &str = "#1d1a16";
const SOFT: &str = "#6b6256";
const LINE: &str = "#d9cdb4";
const RED: &str = "#9d2b1f";
const BLUE: &str = "#2f5d7c";
const PAPER: &str = "#fbf6e9";

/// Pixels.
const WIDTH: f64 = 760.0;
const ROW: f64 = 24.0;
/// The most room for names, and between them and what is drawn.
const NAMES: f64 = 330.0;
const GAP: f64 = 14.0;
/// Pixels of letters.
const LETTERS: f64 = 15.0;

/// A line of a plot of intervals. An end may be infinite; the value may be NaN where one is.
pub struct Line {
    pub name: String,
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// What stands behind it.
    pub words: String,
}

impl Line {
    /// What stands behind it is the value.
    pub fn of(name: &str, interval: Interval, scale: f64) -> Line {
        let Interval { value, low, high } = interval.scaled(scale);
        Line {
            name: name.to_owned(),
            value,
            low,
            high,
            words: rounded(value),
        }
    }

    /// Where its dot lies: at the value, or else at the end that is known.
    fn dot(&self) -> Option<f64> {
        let all = [self.value, self.low, self.high];
        all.into_iter().find(|at| at.is_finite())
    }
}

/// All curves of a part of a run.
pub fn lab_plots(part: &LabPart, negligible: f64) -> Vec<Plot> {
    match &part.results {
        PartResults::Games(all) => all.iter().flat_map(of_games).collect(),
        PartResults::Pairs(all) => all
            .iter()
            .flat_map(|one| of_pairs(one, part.header.planned, negligible))
            .collect(),
        PartResults::Laws(_) | PartResults::Edits(_) => Vec::new(),
    }
}

/// A drawing of a variant: no two share a file.
pub fn plot(name: &str, variant: &Variant, title: &str, drawn: Markup) -> Plot {
    let mut parts = vec![name.to_owned(), variant.file_word()];
    parts.retain(|part| !part.is_empty());
    Plot {
        name: parts.join("-"),
        title: title.to_owned(),
        svg: drawn.into_string(),
    }
}

/// Of one variant.
pub fn of_games(part: &VariantPart<LabCounts>) -> Vec<Plot> {
    let found = figures(&part.names, &part.counts);
    let variant = &part.variant;
    let seats: Vec<Line> = found
        .seats
        .iter()
        .map(|seat| Line::of(&seat.name, seat.wins, 100.0))
        .collect();
    let mut plots = vec![
        plot(
            "wins",
            variant,
            "Wins of each seat, %",
            intervals(&seats, Some((100.0 * found.even, 0.0))),
        ),
        plot(
            "decisions",
            variant,
            "Decisions of a game",
            histogram(&part.counts.lengths, None),
        ),
    ];
    if found.choices.is_some() {
        plots.push(plot(
            "choices",
            variant,
            "Legal moves of a decision",
            histogram(&part.counts.choices, None),
        ));
    }
    let cards = worth(&found);
    if !cards.is_empty() {
        plots.push(plot(
            "cards",
            variant,
            worth_title(&found),
            intervals(&cards, Some((0.0, 0.0))),
        ));
    }
    plots
}

/// What [`worth`] is of: a card that too few play is worth what it is to who holds it.
fn worth_title(found: &LabFigures) -> &'static str {
    let mut cards = found.cards.iter();
    let of_played = cards.clone().any(|card| card.played_worth.is_some());
    let of_held = cards.any(|card| card.played_worth.is_none() && card.held_worth.is_some());
    match (of_played, of_held) {
        (true, false) => "Points of wins more for who plays the card",
        (false, _) => "Points of wins more for who holds the card at the end",
        (true, true) => {
            "Points of wins more for who plays the card, or holds it at the end where too few play it"
        }
    }
}

fn worth(found: &LabFigures) -> Vec<Line> {
    let mut lines: Vec<Line> = found
        .cards
        .iter()
        .filter_map(|card| {
            Some(Line::of(
                &card.row,
                card.played_worth.or(card.held_worth)?,
                100.0,
            ))
        })
        .collect();
    lines.sort_by(|a, b| b.value.total_cmp(&a.value));
    lines
}

/// Of one variant; `planned` pairs, and percent points that do not matter.
pub fn of_pairs(part: &VariantPart<PairCounts>, planned: u64, negligible: f64) -> Vec<Plot> {
    let line = |found: &PairFinding| Line::of(&found.what, found.difference, 1.0);
    let found = pair_findings(part, planned, negligible);
    let wins: Vec<Line> = found
        .iter()
        .filter(|one| one.is_of_wins)
        .map(line)
        .collect();
    let counts = &part.counts;
    vec![
        plot(
            "differences",
            &part.variant,
            "Difference, percent points",
            intervals(&wins, Some((0.0, negligible))),
        ),
        plot(
            "decisions",
            &part.variant,
            "Decisions of a game, before (grey) and after (blue)",
            histogram(&counts.new_lengths, Some(&counts.old_lengths)),
        ),
    ]
}

/// A step that gives some five to ten marks.
fn step(span: f64) -> f64 {
    let steps = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 25.0, 50.0, 100.0];
    let fits = steps.into_iter().find(|step| span / step <= 8.0);
    fits.unwrap_or_else(|| (span / 8.0 / 100.0).ceil() * 100.0)
}

fn text(x: f64, y: f64, anchor: &str, fill: &str, words: &str) -> Markup {
    html! {
        text x=(rounded(x)) y=(rounded(y)) text-anchor=(anchor) fill=(fill) font-family="Alegreya Sans, sans-serif" font-size=(LETTERS) { (words) }
    }
}

fn rounded(number: f64) -> String {
    let text = format!("{number:.1}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" | "" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// Values with their intervals, one below the other; `base` is a line to hold them against, with what does not matter around it.
pub fn intervals(lines: &[Line], base: Option<(f64, f64)>) -> Markup {
    let ends = lines.iter().flat_map(|line| [line.low, line.high]);
    let ends = ends.chain(
        base.iter()
            .flat_map(|(at, around)| [at - around, at + around]),
    );
    let (low, high) = span(ends);
    let each = step(high - low);
    // Room for ends that are open, which reach as far as is drawn.
    let more = |is_open: fn(&Line) -> bool| if lines.iter().any(is_open) { each } else { 0.0 };
    let from = (low / each).floor() * each - more(|line| line.low == f64::NEG_INFINITY);
    let to = (high / each).ceil() * each + more(|line| line.high == f64::INFINITY);
    let name = |line: &Line| {
        let name = for_terminal(&line.name).replace('\n', " ");
        (shortened(&name, NAMES / LETTERS), name)
    };
    let names: Vec<(String, String)> = lines.iter().map(name).collect();
    let widths = names.iter().map(|(short, _)| width_of(short) * LETTERS);
    let left = GAP / 2.0 + widths.fold(0.0, f64::max);
    let behind = lines
        .iter()
        .map(|line| width_of(&line.words) * LETTERS + GAP / 2.0);
    let right = WIDTH - 6.0 - behind.fold(50.0, f64::max);
    let x = |value: f64| {
        left + GAP + (value.clamp(from, to) - from) / (to - from) * (right - left - GAP)
    };
    let height = ROW * lines.len() as f64 + 40.0;
    let bottom = height - 28.0;
    let marks = ((to - from) / each).round() as u32;
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {height}")) width=(WIDTH) height=(height) role="img" {
            rect width=(WIDTH) height=(height) fill=(PAPER) {}
            @for mark in 0..=marks {
                @let at = from + f64::from(mark) * each;
                line x1=(rounded(x(at))) x2=(rounded(x(at))) y1="6" y2=(bottom) stroke=(LINE) {}
                (text(x(at), height - 9.0, "middle", SOFT, &rounded(at)))
            }
            @if let Some((at, around)) = base {
                @if around > 0.0 {
                    rect x=(rounded(x(at - around))) y="6" width=(rounded(x(at + around) - x(at - around))) height=(bottom - 6.0) fill="#e0b04a" fill-opacity=".28" {}
                }
                line x1=(rounded(x(at))) x2=(rounded(x(at))) y1="6" y2=(bottom) stroke=(INK) stroke-width="1.5" {}
            }
            @for (row, (line, (short, name))) in lines.iter().zip(&names).enumerate() {
                @let y = 18.0 + ROW * row as f64;
                @let is_off = base.is_some_and(|(at, _)| line.low > at || line.high < at);
                @let colour = if !is_off { SOFT } else if base.is_some_and(|(at, _)| line.low > at) { BLUE } else { RED };
                g { @if short != name { title { (name) } } (text(left, y + 5.0, "end", INK, short)) }
                line x1=(rounded(x(line.low))) x2=(rounded(x(line.high))) y1=(y) y2=(y) stroke=(colour) stroke-width="3" {}
                @for (end, back) in [(line.low, 8.0), (line.high, -8.0)] {
                    @if end.is_infinite() {
                        @let [tip, barb] = [x(end), x(end) + back].map(rounded);
                        @let arrow = format!("{barb},{} {tip},{y} {barb},{}", y - 5.0, y + 5.0);
                        polyline points=(arrow) fill="none" stroke=(colour) stroke-width="3" {}
                    }
                }
                @if let Some(dot) = line.dot() { circle cx=(rounded(x(dot))) cy=(y) r="5" fill=(colour) {} }
                (text(WIDTH - 6.0, y + 5.0, "end", SOFT, &line.words))
            }
        }
    }
}

/// The least and the greatest finite end, a little apart.
fn span(ends: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = ends
        .filter(|end| end.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| {
            (low.min(end), high.max(end))
        });
    if low < high {
        (low, high)
    } else {
        (low.min(0.0) - 1.0, high.max(0.0) + 1.0)
    }
}

/// A figure over the values of a number, with intervals; `base` is a line to hold it against.
pub fn curve(points: &[(f64, Interval)], base: Option<f64>) -> Markup {
    let ends = points.iter().flat_map(|(_, y)| [y.low, y.high]);
    let (low, high) = span(ends.chain(base));
    let each = step(high - low);
    let (from, to) = ((low / each).floor() * each, (high / each).ceil() * each);
    let (first, last) = match points {
        [(only, _)] => (only - 1.0, only + 1.0),
        _ => span(points.iter().map(|(x, _)| *x)),
    };
    let (height, left, right, bottom) = (260.0, 66.0, WIDTH - 40.0, 222.0);
    let x = |value: f64| left + 24.0 + (value - first) / (last - first) * (right - left - 48.0);
    let y = |value: f64| bottom - (value - from) / (to - from) * (bottom - 14.0);
    let marks = ((to - from) / each).round() as u32;
    let drawn: Vec<String> = points
        .iter()
        .map(|(at, value)| format!("{},{}", rounded(x(*at)), rounded(y(value.value))))
        .collect();
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {height}")) width=(WIDTH) height=(height) role="img" {
            rect width=(WIDTH) height=(height) fill=(PAPER) {}
            @for mark in 0..=marks {
                @let at = from + f64::from(mark) * each;
                line x1=(left) x2=(right) y1=(rounded(y(at))) y2=(rounded(y(at))) stroke=(LINE) {}
                (text(left - 8.0, y(at) + 5.0, "end", SOFT, &rounded(at)))
            }
            @if let Some(base) = base {
                line x1=(left) x2=(right) y1=(rounded(y(base))) y2=(rounded(y(base))) stroke=(INK) stroke-width="1.5" stroke-dasharray="6 4" {}
            }
            polyline points=(drawn.join(" ")) fill="none" stroke=(BLUE) stroke-width="2" {}
            @for (at, value) in points {
                line x1=(rounded(x(*at))) x2=(rounded(x(*at))) y1=(rounded(y(value.low))) y2=(rounded(y(value.high))) stroke=(BLUE) stroke-width="3" {}
                circle cx=(rounded(x(*at))) cy=(rounded(y(value.value))) r="5" fill=(BLUE) {}
                (text(x(*at), bottom + 24.0, "middle", INK, &rounded(*at)))
            }
        }
    }
}

/// How often each number came up, in at most so many bars.
const BARS: u64 = 48;

fn histogram(numbers: &Histogram, before: Option<&Histogram>) -> Markup {
    let all = || std::iter::once(numbers).chain(before);
    let from = all().filter_map(Histogram::least).min().unwrap_or(0);
    let to = all().filter_map(Histogram::greatest).max().unwrap_or(1);
    let span = u64::from(to - from) + 1;
    let bars = BARS.min(span);
    let of = |one: &Histogram| {
        let mut shares = vec![0.0; bars as usize];
        for (number, times) in one.iter() {
            shares[(u64::from(number - from) * bars / span) as usize] +=
                times as f64 / one.total().max(1) as f64;
        }
        shares
    };
    let (shown, old) = (of(numbers), before.map(of));
    let highest = shown
        .iter()
        .chain(old.iter().flatten())
        .copied()
        .fold(1e-9, f64::max);
    let (height, left, bottom) = (210.0, 58.0, 178.0);
    let width = (WIDTH - left - 20.0) / bars as f64;
    let top = |share: f64| bottom - share / highest * (bottom - 14.0);
    let each = step(f64::from(to - from)).max(1.0);
    let marks = (f64::from(to - from) / each).floor() as u32;
    let first = (f64::from(from) / each).ceil() * each;
    let x =
        |number: f64| left + (number - f64::from(from) + 0.5) / span as f64 * (WIDTH - left - 20.0);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {height}")) width=(WIDTH) height=(height) role="img" {
            rect width=(WIDTH) height=(height) fill=(PAPER) {}
            line x1=(left) x2=(WIDTH - 20.0) y1=(bottom) y2=(bottom) stroke=(SOFT) {}
            @if let Some(old) = &old {
                @for (bar, share) in old.iter().enumerate() {
                    rect x=(rounded(left + width * bar as f64)) y=(rounded(top(*share))) width=(rounded((width - 1.0).max(1.0))) height=(rounded(bottom - top(*share))) fill="#b9ad97" {}
                }
            }
            @for (bar, share) in shown.iter().enumerate() {
                @let (inset, wide) = if old.is_some() { (width * 0.25, width * 0.5) } else { (0.0, width - 1.0) };
                rect x=(rounded(left + width * bar as f64 + inset)) y=(rounded(top(*share))) width=(rounded(wide.max(1.0))) height=(rounded(bottom - top(*share))) fill=(BLUE) {}
            }
            @for mark in 0..=marks {
                @let at = first + f64::from(mark) * each;
                @if at <= f64::from(to) { (text(x(at), bottom + 20.0, "middle", SOFT, &rounded(at))) }
            }
            (text(left - 4.0, 22.0, "end", SOFT, &format!("{}%", rounded(100.0 * highest))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_end_reaches_the_edge_and_nothing_lies_outside() {
        let line = |name: &str, low: f64, high: f64, words: &str| Line {
            name: name.to_owned(),
            value: f64::NAN,
            low,
            high,
            words: words.to_owned(),
        };
        let lines = [
            line("greedy", 439.2, f64::INFINITY, "over +439"),
            line("uniform", f64::NEG_INFINITY, -248.0, "under -248"),
        ];
        let svg = intervals(&lines, Some((0.0, 0.0))).into_string();
        assert!(svg.contains(">over +439<") && svg.contains(">under -248<"));
        assert_eq!(svg.matches("<polyline").count(), 2, "an arrow each");
        for attribute in ["x1", "x2", "cx"] {
            let before = format!(" {attribute}=\"");
            let values = svg.split(&before).skip(1);
            for value in values.filter_map(|rest| rest.split('"').next()) {
                let at: f64 = value.parse().unwrap();
                assert!((0.0..WIDTH - 60.0).contains(&at), "{attribute}={value}");
            }
        }
    }

    #[test]
    fn a_single_value_stands_in_the_middle() {
        let svg = curve(&[(5.0, Interval::around(1.0, 0.5))], None).into_string();
        assert!(svg.contains("cx=\"393\""), "{svg}");
    }
}
