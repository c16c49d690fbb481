//! Draws plots as SVG in the colours of the page, light or dark, each with its title for who cannot see it.

use std::sync::{Arc, LazyLock};

use maud::{Markup, html};

use crate::source::{Asset, GameFolder, for_terminal};
use crate::statistics::{Histogram, Interval};
use crate::text::FontFace;

// Colours of the page.
const INK: &str = "var(--ink)";
const SOFT: &str = "var(--soft)";
const LINE: &str = "var(--line)";
const RED: &str = "var(--red)";
const BLUE: &str = "var(--blue)";

/// Pixels.
const WIDTH: f64 = 760.0;
const ROW: f64 = 24.0;
/// The most room for names, and between them and what is drawn.
const NAMES: f64 = 330.0;
const GAP: f64 = 14.0;
/// Pixels of letters, and of the line of the title.
const LETTERS: f64 = 15.0;
const TITLE: f64 = 28.0;

impl Plot {
    /// As SVG.
    pub fn drawn(&self) -> String {
        let drawing = match &self.kind {
            PlotKind::Intervals { lines, base } => intervals(lines, *base),
            PlotKind::Curve { points, base } => curve(points, *base),
            PlotKind::Histogram { numbers, before } => histogram(numbers, before.as_ref()),
        };
        drawing.titled(&self.title)
    }
}

/// What is drawn, and how many pixels high it is.
struct Drawing {
    height: f64,
    drawn: Markup,
}

impl Drawing {
    /// As SVG, below a title, which is also its name for who cannot see it.
    fn titled(&self, title: &str) -> String {
        let title = in_one_line(title);
        let height = TITLE + self.height;
        let drawn = html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {height}")) width=(WIDTH) height=(height) role="img" {
                title { (title) }
                (text(GAP, TITLE - 8.0, "start", INK, &shortened(&title, (WIDTH - 2.0 * GAP) / LETTERS)))
                g transform=(format!("translate(0 {TITLE})")) { (self.drawn) }
            }
        };
        drawn.into_string()
    }
}

/// The words without signs that begin a line or turn the direction of what follows.
fn in_one_line(words: &str) -> String {
    for_terminal(words).replace('\n', " ")
}

/// A step that gives some five to ten marks.
fn step(span: f64) -> f64 {
    [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 25.0, 50.0, 100.0]
        .into_iter()
        .find(|step| span / step <= 8.0)
        .unwrap_or_else(|| (span / 8.0 / 100.0).ceil() * 100.0)
}

fn text(x: f64, y: f64, anchor: &str, fill: &str, words: &str) -> Markup {
    html! {
        text x=(rounded(x)) y=(rounded(y)) text-anchor=(anchor) fill=(fill) font-family="Alegreya Sans, sans-serif" font-size=(LETTERS) { (words) }
    }
}

/// A line from one point to another; of the usual width where none is said.
fn line([x1, y1]: [f64; 2], [x2, y2]: [f64; 2], stroke: &str, width: &str) -> Markup {
    html! {
        line x1=(rounded(x1)) x2=(rounded(x2)) y1=(rounded(y1)) y2=(rounded(y2)) stroke=(stroke) stroke-width=[(!width.is_empty()).then_some(width)] {}
    }
}

fn dot(x: f64, y: f64, fill: &str) -> Markup {
    html! { circle cx=(rounded(x)) cy=(rounded(y)) r="5" fill=(fill) {} }
}

/// A bar that stands on `bottom`.
fn bar(x: f64, top: f64, width: f64, bottom: f64, fill: &str, opacity: Option<&str>) -> Markup {
    html! {
        rect x=(rounded(x)) y=(rounded(top)) width=(rounded(width)) height=(rounded(bottom - top)) fill=(fill) fill-opacity=[opacity] {}
    }
}

pub(super) fn rounded(number: f64) -> String {
    let text = format!("{number:.1}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" | "" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// Values with their intervals, one below the other; `base` is a line to hold them against, with what does not matter around it.
fn intervals(lines: &[PlotLine], base: Option<(f64, f64)>) -> Drawing {
    let ends = lines
        .iter()
        .flat_map(|line| [line.low, line.high])
        .chain(base.iter().flat_map(|(at, around)| [at - around, at + around]));
    let (from, to, each) = axis(ends);
    // Room for ends that are open, which reach as far as is drawn.
    let more = |is_open: fn(&PlotLine) -> bool| if lines.iter().any(is_open) { each } else { 0.0 };
    let from = from - more(|line| line.low == f64::NEG_INFINITY);
    let to = to + more(|line| line.high == f64::INFINITY);
    let name = |line: &PlotLine| {
        let name = in_one_line(&line.name);
        (shortened(&name, NAMES / LETTERS), name)
    };
    let names: Vec<(String, String)> = lines.iter().map(name).collect();
    let widths = names.iter().map(|(short, _)| width_of(short) * LETTERS);
    let left = GAP / 2.0 + widths.fold(0.0, f64::max);
    let behind = lines.iter().map(|line| width_of(&line.words) * LETTERS + GAP / 2.0);
    let right = WIDTH - 6.0 - behind.fold(50.0, f64::max);
    let x = |value: f64| {
        left + GAP + (value.clamp(from, to) - from) / (to - from) * (right - left - GAP)
    };
    let height = ROW * lines.len() as f64 + 40.0;
    let bottom = height - 28.0;
    let drawn = html! {
        @for at in marks(from, to, each) {
            (line([x(at), 6.0], [x(at), bottom], LINE, ""))
            (text(x(at), height - 9.0, "middle", SOFT, &rounded(at)))
        }
        @if let Some((at, around)) = base {
            @if around > 0.0 {
                (bar(x(at - around), 6.0, x(at + around) - x(at - around), bottom, "#e0b04a", Some(".28")))
            }
            (line([x(at), 6.0], [x(at), bottom], INK, "1.5"))
        }
        @for (row, (line, (short, name))) in lines.iter().zip(&names).enumerate() {
            @let y = 18.0 + ROW * row as f64;
            @let colour = match base {
                Some((at, _)) if line.low > at => BLUE,
                Some((at, _)) if line.high < at => RED,
                _ => SOFT,
            };
            g { @if short != name { title { (name) } } (text(left, y + 5.0, "end", INK, short)) }
            (self::line([x(line.low), y], [x(line.high), y], colour, "3"))
            @for (end, back) in [(line.low, 8.0), (line.high, -8.0)] {
                @if end.is_infinite() {
                    @let [tip, barb] = [x(end), x(end) + back].map(rounded);
                    @let arrow = format!("{barb},{} {tip},{y} {barb},{}", y - 5.0, y + 5.0);
                    polyline points=(arrow) fill="none" stroke=(colour) stroke-width="3" {}
                }
            }
            @if let Some(at) = line.dot() { (dot(x(at), y, colour)) }
            (text(WIDTH - 6.0, y + 5.0, "end", SOFT, &line.words))
        }
    };
    Drawing { height, drawn }
}

/// The least and the greatest finite end, a little apart.
fn span(ends: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = ends
        .filter(|end| end.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| (low.min(end), high.max(end)));
    if low < high { (low, high) } else { (low.min(0.0) - 1.0, high.max(0.0) + 1.0) }
}

/// Where an axis begins and ends that has room for all ends, and how far apart its marks are.
fn axis(ends: impl Iterator<Item = f64>) -> (f64, f64, f64) {
    let (low, high) = span(ends);
    let each = step(high - low);
    ((low / each).floor() * each, (high / each).ceil() * each, each)
}

/// The marks of an axis.
fn marks(from: f64, to: f64, each: f64) -> impl Iterator<Item = f64> {
    let marks = ((to - from) / each).round() as u32;
    (0..=marks).map(move |mark| from + f64::from(mark) * each)
}

/// A figure over the values of a number, with intervals; `base` is a line to hold it against.
fn curve(points: &[(f64, Interval)], base: Option<f64>) -> Drawing {
    let ends = points.iter().flat_map(|(_, y)| [y.low, y.high]);
    let (from, to, each) = axis(ends.chain(base));
    let (first, last) = match points {
        [(only, _)] => (only - 1.0, only + 1.0),
        _ => span(points.iter().map(|(x, _)| *x)),
    };
    let (height, left, right, bottom) = (260.0, 66.0, WIDTH - 40.0, 222.0);
    let x = |value: f64| left + 24.0 + (value - first) / (last - first) * (right - left - 48.0);
    let y = |value: f64| bottom - (value - from) / (to - from) * (bottom - 14.0);
    let path: Vec<String> = points
        .iter()
        .map(|(at, value)| format!("{},{}", rounded(x(*at)), rounded(y(value.value))))
        .collect();
    let labels: Vec<Label> = points.iter().map(|(at, _)| (x(*at), rounded(*at))).collect();
    let drawn = html! {
        @for at in marks(from, to, each) {
            (line([left, y(at)], [right, y(at)], LINE, ""))
            (text(left - 8.0, y(at) + 5.0, "end", SOFT, &rounded(at)))
        }
        @if let Some(base) = base {
            line x1=(left) x2=(right) y1=(rounded(y(base))) y2=(rounded(y(base))) stroke=(INK) stroke-width="1.5" stroke-dasharray="6 4" {}
        }
        polyline points=(path.join(" ")) fill="none" stroke=(BLUE) stroke-width="2" {}
        @for (at, value) in points {
            (line([x(*at), y(value.low)], [x(*at), y(value.high)], BLUE, "3"))
            (dot(x(*at), y(value.value), BLUE))
        }
        @for (at, words) in apart(&labels) { (text(*at, bottom + 24.0, "middle", INK, words)) }
    };
    Drawing { height, drawn }
}

/// Where the middle of a label is, and its words.
type Label = (f64, String);

/// Whether there is room between a label and one to its right.
fn is_apart((left, words): &Label, (right, others): &Label) -> bool {
    let halves = (width_of(words) + width_of(others)) * LETTERS / 2.0;
    left + halves + GAP < *right
}

/// Of labels from left to right every second, third and so on, as many as have room; and the last, in the place of one that is too near.
fn apart(labels: &[Label]) -> Vec<&Label> {
    let every = |step| labels.iter().step_by(step).collect::<Vec<&Label>>();
    let mut shown = (1..=labels.len())
        .map(every)
        .find(|some| some.windows(2).all(|two| is_apart(two[0], two[1])))
        .unwrap_or_default();
    if let Some(last) = labels.last() {
        shown.retain(|label| is_apart(label, last));
        shown.push(last);
    }
    shown
}

/// Bars of a histogram, at most.
const BARS: u64 = 48;

/// How often each number came up; behind it, grey, how often before.
fn histogram(numbers: &Histogram, before: Option<&Histogram>) -> Drawing {
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
    let highest = shown.iter().chain(old.iter().flatten()).copied().fold(1e-9, f64::max);
    let (height, left, bottom) = (210.0, 58.0, 178.0);
    let width = (WIDTH - left - 20.0) / bars as f64;
    let top = |share: f64| bottom - share / highest * (bottom - 14.0);
    let each = step(f64::from(to - from)).max(1.0);
    let first = (f64::from(from) / each).ceil() * each;
    let x =
        |number: f64| left + (number - f64::from(from) + 0.5) / span as f64 * (WIDTH - left - 20.0);
    let drawn = html! {
        (line([left, bottom], [WIDTH - 20.0, bottom], SOFT, ""))
        @if let Some(old) = &old {
            @for (bar, share) in old.iter().enumerate() {
                (self::bar(left + width * bar as f64, top(*share), (width - 1.0).max(1.0), bottom, SOFT, Some(".5")))
            }
        }
        @for (bar, share) in shown.iter().enumerate() {
            @let (inset, wide) = if old.is_some() { (width * 0.25, width * 0.5) } else { (0.0, width - 1.0) };
            (self::bar(left + width * bar as f64 + inset, top(*share), wide.max(1.0), bottom, BLUE, None))
        }
        @for at in marks(first, f64::from(to), each).filter(|at| *at <= f64::from(to)) {
            (text(x(at), bottom + 20.0, "middle", SOFT, &rounded(at)))
        }
        (text(left - 4.0, 22.0, "end", SOFT, &format!("{}%", rounded(100.0 * highest))))
    };
    Drawing { height, drawn }
}

/// The font of the pages, which comes with the program.
const FONT: &str = "AlegreyaSans-Regular.ttf";

static FONT_OF_PAGES: LazyLock<Option<FontFace>> = LazyLock::new(|| {
    Some(FontFace {
        family: String::new(),
        weight: 400,
        italic: false,
        data: Arc::new(GameFolder::shared().asset(Asset::Font, FONT).ok()?.1),
    })
});

/// How wide a sign is, in em; of one that the font of the pages has not, about so.
fn advance(c: char) -> f64 {
    match FONT_OF_PAGES.as_ref().and_then(|face| face.glyph(c)) {
        Some((_, advance)) => f64::from(advance),
        // From here on most signs are as wide as they are high: Chinese, Japanese, Korean, pictures.
        None if c >= '\u{1100}' => 1.0,
        None => 0.6,
    }
}

/// How wide words are, in em.
pub fn width_of(words: &str) -> f64 {
    words.chars().map(advance).sum()
}

/// Words cut to a width in em; what is cut off becomes `…`.
pub fn shortened(words: &str, most: f64) -> String {
    if width_of(words) <= most {
        return words.to_owned();
    }
    let mut left = most - advance('…');
    let mut text: String = words
        .chars()
        .take_while(|c| {
            left -= advance(*c);
            left >= 0.0
        })
        .collect();
    text.push('…');
    text
}

/// Figures to be drawn, below a title.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    pub title: String,
    pub kind: PlotKind,
}

#[derive(Debug, Clone, PartialEq)]
pub enum PlotKind {
    /// Values with their intervals, one below the other; `base` is a line to hold them against, with what does not matter around it.
    Intervals { lines: Vec<PlotLine>, base: Option<(f64, f64)> },
    /// A figure over the values of a number, with intervals; `base` is a line to hold it against.
    Curve { points: Vec<(f64, Interval)>, base: Option<f64> },
    /// How often each number came up; behind it, grey, how often before.
    Histogram { numbers: Histogram, before: Option<Histogram> },
}

/// A line of a plot of intervals. An end may be infinite; the value may be NaN where one is.
#[derive(Debug, Clone, PartialEq)]
pub struct PlotLine {
    pub name: String,
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// What stands behind it.
    pub words: String,
}

impl PlotLine {
    /// What stands behind it is the value.
    pub fn of(name: &str, interval: Interval, scale: f64) -> Self {
        let Interval { value, low, high } = interval.scaled(scale);
        PlotLine { name: name.to_owned(), value, low, high, words: rounded(value) }
    }

    /// Where its dot lies: at the value, or else at the end that is known.
    pub fn dot(&self) -> Option<f64> {
        [self.value, self.low, self.high].into_iter().find(|at| at.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_end_reaches_the_edge_and_nothing_lies_outside() {
        let line = |name: &str, low: f64, high: f64, words: &str| PlotLine {
            name: name.to_owned(),
            value: f64::NAN,
            low,
            high,
            words: words.to_owned(),
        };
        let lines = [
            line("red", 439.2, f64::INFINITY, "over 439"),
            line("blue", f64::NEG_INFINITY, -248.0, "under -248"),
        ];
        let svg = intervals(&lines, Some((0.0, 0.0))).titled("Scores");
        assert!(svg.contains(">over 439<") && svg.contains(">under -248<"));
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
        let svg = curve(&[(5.0, Interval::around(1.0, 0.5))], None).titled("One");
        assert!(svg.contains("cx=\"393\""), "{svg}");
    }

    #[test]
    fn a_title_that_is_too_wide_is_cut_only_where_it_is_drawn() {
        let title = "wins of red ".repeat(20);
        let svg = curve(&[(5.0, Interval::around(1.0, 0.5))], None).titled(&title);
        assert!(svg.contains(&format!("<title>{title}</title>")), "{svg}");
        let drawn = svg.split("</text>").next().unwrap();
        let (_, words) = drawn.rsplit_once('>').unwrap();
        assert!(words.starts_with("wins of red ") && words.ends_with('…'));
        let width = width_of(words) * LETTERS;
        assert!((0.9 * WIDTH..WIDTH).contains(&(GAP + width)), "{width}");
    }

    #[test]
    fn labels_of_many_values_do_not_touch_and_the_ends_have_one() {
        let many: Vec<i32> = (-10..90).collect();
        for values in [&many[..], &[1, 2, 3, 100], &[0, 1000, 1001]] {
            let points = values.iter().map(|value| f64::from(*value));
            let points = points.map(|at| (at, Interval::around(1.0, 0.5)));
            let svg = curve(&points.collect::<Vec<_>>(), None).titled("Many");
            // Other words of a curve begin or end at their place.
            let label = |rest: &str| {
                let (at, rest) = rest.split_once('"')?;
                let (attributes, rest) = rest.split_once('>')?;
                let (words, _) = rest.split_once('<')?;
                let label = (at.parse::<f64>().ok()?, words.to_owned());
                attributes.contains("middle").then_some(label)
            };
            let labels: Vec<Label> = svg.split("<text x=\"").filter_map(label).collect();
            let words: Vec<&str> = labels.iter().map(|(_, words)| words.as_str()).collect();
            for two in labels.windows(2) {
                let halves = (width_of(&two[0].1) + width_of(&two[1].1)) * LETTERS / 2.0;
                assert!(two[0].0 + halves < two[1].0, "{words:?}");
            }
            assert!(words.len() > values.len() / 10, "{words:?}");
            let ends = [values[0], values[values.len() - 1]].map(|end| end.to_string());
            assert_eq!([words[0], words[words.len() - 1]], ends, "{words:?}");
        }
    }
}
