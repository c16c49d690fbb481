//! Writes words as text operators, with kerning where the font's own widths differ from the set text. Lines of glyphs come in,
//! operators go out. Called by `sheets`.

use super::content::{ContentWriter, GraphicsSetting, WordsTag, colour, reading_order, shortest};
use super::fonts::{Alphabet, text_of};
use super::plan::PlannedFace;
use crate::template::{Affine, GlyphRun, Passage, RolePath, TextRole};

/// Adjustments of less than this are not written, in thousandths of the size.
const LEAST: f64 = 0.5;

/// Where a line of words begins, and how it is turned.
#[derive(Clone, Copy)]
struct Line {
    turn: [f64; 4],
    /// In hundredths of a point, as they are written: moves from line to line add up.
    x: i64,
    y: i64,
}

const UPRIGHT: [f64; 4] = [1.0, 0.0, 0.0, 1.0];

/// The rank of a card's name in reading order.
const FIRST: (i64, i64) = (-100_000, 0);

/// A run, the passage that it is in, and whether a box of words ends with it.
type PlacedRun<'a> = (&'a Passage, &'a GlyphRun, bool);

pub fn runs_of(passages: &[Passage]) -> Vec<PlacedRun<'_>> {
    let runs = passages.iter().flat_map(|passage| {
        let shown = passage.runs.iter().filter(|run| !run.glyphs.is_empty());
        shown.map(move |run| (passage, run))
    });
    let mut runs = runs.peekable();
    std::iter::from_fn(|| {
        let (passage, run) = runs.next()?;
        let goes_on = runs.peek().is_some_and(|(next, after)| {
            (next.origin, next.map, &after.path) == (passage.origin, passage.map, &run.path)
        });
        Some((passage, run, !goes_on))
    })
    .collect()
}

/// Writes a layer of words: tagged as the words of a flowing text say, or else as what a card says, box by box unless the boxes are
/// in reading order.
pub fn write_words(
    out: &mut ContentWriter,
    passages: &[Passage],
    face: &PlannedFace<'_>,
    alphabet: &Alphabet,
) {
    let runs = runs_of(passages);
    let boxes: Vec<&[PlacedRun<'_>]> = runs.chunk_by(|(.., ends), _| !ends).collect();
    let tags: Vec<WordsTag> = boxes.iter().map(|words| tag(words, face)).collect();
    let in_order = reading_order(&tags).is_sorted();
    let boxes: Vec<_> = tags.into_iter().zip(boxes).collect();
    for part in boxes.chunk_by(|(a, _), (b, _)| in_order && a.path == b.path) {
        out.mark(Some(part[0].0.clone()));
        out.raw("BT");
        let mut line = Line { turn: UPRIGHT, x: 0, y: 0 };
        for run in part.iter().flat_map(|(_, words)| *words) {
            let passage = run.0;
            let map = face.map().then_inner(passage.map);
            let parts = [passage.colour.red, passage.colour.green, passage.colour.blue];
            out.set(GraphicsSetting::Fill, &colour(parts, ["g", "rg"]));
            begin(out, &mut line, run.1, map);
            let data = &face.drawn.fonts.face(run.1.font).data;
            show(out, run, data, map.growth(), alphabet);
        }
        out.raw("ET");
        out.mark(None);
    }
}

fn tag<'a>(words: &[PlacedRun<'a>], face: &PlannedFace<'a>) -> WordsTag {
    let (passage, run, _) = words[0];
    let letters = |text: &'a str| {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase)
    };
    let mut text = words.iter().flat_map(|(_, run, _)| letters(&run.text));
    let (x, y) = passage.map.apply(run.x.into(), run.y.into());
    let paragraph: RolePath = [(TextRole::P, 0)].into();
    let (path, place) = match &run.path {
        Some(path) => (path.clone(), (0, 0)),
        None if text.by_ref().eq(letters(face.name)) => (paragraph, FIRST),
        None => (paragraph, ((y * 100.0) as i64, (x * 100.0) as i64)),
    };
    WordsTag { path, placement: 0, place }
}

/// Goes to the start of a run.
fn begin(out: &mut ContentWriter, line: &mut Line, run: &GlyphRun, map: Affine) {
    let [a, b, c, d, ..] = map.0;
    let growth = map.growth();
    // Glyphs are upright in a space whose y goes upwards.
    let turn = [a, b, -c, -d].map(|n| (n / growth * 1e5).round() / 1e5);
    let (x, y) = map.apply(run.x.into(), run.y.into());
    let hundredths = |n: f64| (n * 100.0).round() as i64;
    let points = |n: i64| shortest(n as f64 / 100.0, 2);
    let next = Line { turn, x: hundredths(x), y: hundredths(y) };
    if line.turn == turn && turn == UPRIGHT {
        let (right, up) = (points(next.x - line.x), points(next.y - line.y));
        out.raw(&format!("{right} {up} Td"));
    } else {
        let [a, b, c, d] = turn.map(|n| shortest(n, 5));
        let (x, y) = (points(next.x), points(next.y));
        out.raw(&format!("{a} {b} {c} {d} {x} {y} Tm"));
    }
    *line = next;
}

/// Shows the glyphs of a run; `growth` points to the millimetre.
fn show(
    out: &mut ContentWriter,
    (_, run, ends): &PlacedRun<'_>,
    data: &[u8],
    growth: f64,
    alphabet: &Alphabet,
) {
    let size = f64::from(run.size) * growth;
    let spacing = shortest(f64::from(run.spacing) * growth, 3);
    out.set(GraphicsSetting::Spacing, &format!("{spacing} Tc"));
    // Spacing is in the advances, too: what viewers add is taken off again.
    let added = spacing.parse::<f64>().unwrap_or(0.0) / size * 1000.0;
    let mut shown = Shown::default();
    let mut off = 0.0;
    let mut rise = 0.0;
    for (at, glyph) in run.glyphs.iter().enumerate() {
        let Some(letter) = alphabet.letter(data, glyph.id, &text_of(run, at, *ends)) else {
            off += f64::from(glyph.advance) * 1000.0;
            continue;
        };
        if shown.font != Some(letter.font) {
            shown.flush(out);
            out.font(letter.font, size);
            shown.font = Some(letter.font);
        }
        let [right, down] = glyph.offset.map(f64::from);
        off += right * 1000.0;
        if down != rise {
            shown.flush(out);
            out.raw(&format!("{} Ts", shortest(-down * size, 3)));
            rise = down;
        }
        if off.abs() >= LEAST {
            off += shown.adjust(off);
        }
        shown.put(&letter.code);
        off += (f64::from(glyph.advance) - right) * 1000.0 - letter.width - added;
    }
    shown.flush(out);
    if rise != 0.0 {
        out.raw("0 Ts");
    }
}

/// Strings and the adjustments between them, until they are written.
#[derive(Default)]
struct Shown {
    font: Option<usize>,
    /// What was finished: strings and numbers.
    bytes: Vec<u8>,
    /// Whether a number is among them.
    adjusted: bool,
    /// Whether a string is open at the end.
    open: bool,
}

impl Shown {
    fn put(&mut self, code: &[u8]) {
        if !self.open {
            self.bytes.push(b'(');
            self.open = true;
        }
        for byte in code {
            match byte {
                b'(' | b')' | b'\\' => self.bytes.extend([b'\\', *byte]),
                // Without the backslash, it would be read as the end of a line.
                b'\r' => self.bytes.extend(b"\\r"),
                byte => self.bytes.push(*byte),
            }
        }
    }

    fn close(&mut self) {
        if self.open {
            self.bytes.push(b')');
            self.open = false;
        }
    }

    /// Moves right by about `off` thousandths; gives what is left, with its sign turned.
    fn adjust(&mut self, off: f64) -> f64 {
        self.close();
        let whole = off.round();
        self.bytes.extend(shortest(-whole, 0).as_bytes());
        self.adjusted = true;
        -whole
    }

    fn flush(&mut self, out: &mut ContentWriter) {
        self.close();
        if self.bytes.is_empty() {
            return;
        }
        if self.adjusted {
            out.bytes(b"[");
            out.bytes(&self.bytes);
            out.raw("]TJ");
        } else {
            out.bytes(&self.bytes);
            out.raw("Tj");
        }
        *self = Shown { font: self.font, ..Shown::default() };
    }
}
