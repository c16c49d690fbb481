//! Writes words as text operators, with kerning where the font's own widths differ from the set text. Lines of glyphs come in,
//! operators go out. Called by `sheets`.

use super::content::{ContentWriter, GraphicsSetting, colour, shortest};
use super::fonts::Alphabet;
use super::plan::PlannedFace;
use crate::template::{Affine, GlyphRun, Passage};

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

/// Writes a layer of words.
pub fn write_words(
    out: &mut ContentWriter,
    passages: &[Passage],
    face: &PlannedFace<'_>,
    alphabet: &Alphabet,
) {
    let mut line = Line {
        turn: UPRIGHT,
        x: 0,
        y: 0,
    };
    let mut open = false;
    for passage in passages {
        let map = face.map().then_inner(passage.map);
        for run in passage.runs.iter().filter(|run| !run.glyphs.is_empty()) {
            if !open {
                out.raw("BT");
                open = true;
            }
            let parts = [
                passage.colour.red,
                passage.colour.green,
                passage.colour.blue,
            ];
            out.set(GraphicsSetting::Fill, &colour(parts, ["g", "rg"]));
            begin(out, &mut line, run, map);
            let data = &face.drawn.fonts.face(run.font).data;
            show(out, run, data, map.growth(), alphabet);
        }
    }
    if open {
        out.raw("ET");
    }
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
    let next = Line {
        turn,
        x: hundredths(x),
        y: hundredths(y),
    };
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
fn show(out: &mut ContentWriter, run: &GlyphRun, data: &[u8], growth: f64, alphabet: &Alphabet) {
    let size = f64::from(run.size) * growth;
    let spacing = shortest(f64::from(run.spacing) * growth, 3);
    out.set(GraphicsSetting::Spacing, &format!("{spacing} Tc"));
    // Spacing is in the advances, too: what viewers add is taken off again.
    let added = spacing.parse::<f64>().unwrap_or(0.0) / size * 1000.0;
    let mut shown = Shown::default();
    let mut off = 0.0;
    let mut rise = String::from("0");
    for (at, glyph) in run.glyphs.iter().enumerate() {
        let Some(letter) = alphabet.letter(data, glyph.id) else {
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
        let wanted = shortest(-down * size, 3);
        if wanted != rise {
            shown.flush(out);
            out.raw(&format!("{wanted} Ts"));
            rise = wanted;
        }
        if off.abs() >= LEAST {
            off += shown.adjust(off);
        }
        // A glyph that stands for other words than usual says so.
        let text = run.text_of(at);
        let unusual = text != letter.text && !text.trim().is_empty();
        if unusual {
            shown.flush(out);
            out.raw(&actual_text(text));
        }
        shown.put(&letter.code);
        if unusual {
            shown.flush(out);
            out.raw("EMC");
        }
        off += (f64::from(glyph.advance) - right) * 1000.0 - letter.width - added;
    }
    shown.flush(out);
    if rise != "0" {
        out.raw("0 Ts");
    }
}

/// Begins what represents other words than its glyphs say.
pub fn actual_text(text: &str) -> String {
    let utf16: String = text.encode_utf16().map(|n| format!("{n:04X}")).collect();
    format!("/Span<</ActualText<FEFF{utf16}>>>BDC")
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
        *self = Shown {
            font: self.font,
            ..Shown::default()
        };
    }
}
