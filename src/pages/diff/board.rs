//! The canvas that a contact sheet is painted on, one unit a pixel. Words, plates and tags come in, one [`Drawn`] picture goes
//! out. Called by `sheet`.

use std::sync::Arc;

use crate::diff::{ChangeKind, ValueChange};
use crate::source::{Code, Diagnostic, Diagnostics, Files, GameFolder, Severity};
use crate::template::{Affine, Colour, Drawn, Layer, Passage, Shapes};
use crate::text::{Align, FontBook, POINT, Rich, Style, Typesetter};

/// The fonts of headings and of words.
pub const HEAD: &str = "Oswald";
pub const BODY: &str = "Alegreya Sans";

/// A colour of the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CanvasColour {
    Paper,
    Black,
    Soft,
    Line,
    Cream,
    Sand,
    Red,
    /// The colour of a kind of change.
    Of(ChangeKind),
}

impl CanvasColour {
    /// As CSS writes it; the page uses the same colours.
    pub fn hex(self) -> &'static str {
        match self {
            CanvasColour::Paper => "#f1e7d0",
            CanvasColour::Black => "#1d1a16",
            CanvasColour::Soft => "#6b6152",
            CanvasColour::Line => "#cdbf9f",
            CanvasColour::Cream => "#f6eedb",
            CanvasColour::Sand => "#cbbfa5",
            CanvasColour::Red | CanvasColour::Of(ChangeKind::Rules) => "#b5392b",
            CanvasColour::Of(ChangeKind::Looks) => "#2f5d7c",
            CanvasColour::Of(ChangeKind::Copies) => "#8a5a12",
            CanvasColour::Of(ChangeKind::New) => "#3b7048",
            CanvasColour::Of(ChangeKind::Gone) => "#5c5348",
            CanvasColour::Of(ChangeKind::Moved) => "#5b3f73",
        }
    }

    fn colour(self) -> Colour {
        Colour::parse(self.hex()).unwrap_or(Colour::BLACK)
    }
}

/// How words are written; the size in pixels.
#[derive(Debug, Clone)]
pub struct Pen {
    style: Style,
    ink: CanvasColour,
}

impl Pen {
    pub fn new(family: &str, weight: u16, size: f64, ink: CanvasColour) -> Self {
        let spacing = if family == HEAD { 0.02 } else { 0.0 };
        let style = Style {
            family: family.to_owned(),
            weight,
            italic: false,
            size: size as f32 / POINT,
            line: 1.22,
            gap: 0.0,
            spacing,
            align: Align::Left,
            hyphens: false,
        };
        Pen { style, ink }
    }
}

/// The first error of those that were found.
fn first_error(faults: Diagnostics) -> Diagnostic {
    let mut errors = faults.into_iter().filter(|d| d.severity == Severity::Error);
    errors.next().unwrap_or_else(|| {
        Diagnostic::error(Code::FontFile, "the game's fonts cannot be read")
            .help("run `deckproof check` on the game")
    })
}

/// A canvas for shapes and words.
pub struct DiffCanvas {
    fonts: Arc<FontBook>,
    setter: Typesetter,
    shapes: Vec<String>,
    words: Vec<Passage>,
}

impl DiffCanvas {
    /// # Errors
    /// When the fonts cannot be read.
    pub fn open(folder: &GameFolder, files: &mut Files) -> Result<Self, Diagnostic> {
        let mut fonts = FontBook::open(folder, files).map_err(first_error)?;
        fonts.load(HEAD)?;
        fonts.load(BODY)?;
        let fonts = Arc::new(fonts);
        Ok(DiffCanvas {
            setter: Typesetter::new(fonts.clone()),
            fonts,
            shapes: Vec::new(),
            words: Vec::new(),
        })
    }

    /// Writes words in `width`; returns the width and height they take. Characters that the font lacks are left out.
    pub fn words(&mut self, words: &str, pen: &Pen, x: f64, y: f64, width: f64) -> (f64, f64) {
        self.rich(&Rich::plain(words), pen, x, y, width)
    }

    fn rich(&mut self, rich: &Rich, pen: &Pen, x: f64, y: f64, width: f64) -> (f64, f64) {
        let mut shaped = self.setter.shape(rich, &pen.style);
        let mut block = self
            .setter
            .set(&mut shaped, width.max(1.0) as f32, pen.style.size);
        for run in &mut block.runs {
            run.glyphs.retain(|glyph| glyph.id != 0);
        }
        self.words.push(Passage {
            map: Affine::translate(x, y),
            colour: pen.ink.colour(),
            runs: block.runs,
            origin: None,
        });
        (f64::from(block.width), f64::from(block.height))
    }

    /// Writes an edit, its name in bold: "influence 3 → 4"; returns the height.
    pub fn edit(&mut self, edit: &ValueChange, size: f64, x: f64, y: f64, width: f64) -> f64 {
        let pen = Pen::new(BODY, 400, size, CanvasColour::Black);
        let (edit, what) = (edit.short(), unmarked(&edit.what));
        let text = match (&edit.old, &edit.new) {
            (Some(old), Some(new)) if edit.is_long() => {
                format!("**{what}**  {}\n→ {}", unmarked(old), unmarked(new))
            }
            _ => format!("**{what}**  {}", unmarked(&says(&edit))),
        };
        let rich = Rich::parse(&text).unwrap_or_else(|_| Rich::plain(&edit.what));
        self.rich(&rich, &pen, x, y, width).1
    }

    /// The kinds of a card's changes, side by side, up to `right`; returns the width they take.
    pub fn tags(&mut self, kinds: &[ChangeKind], right: f64, y: f64) -> f64 {
        let pen = Pen::new(HEAD, 400, 14.0, CanvasColour::Cream);
        let mut x = right;
        for kind in kinds.iter().rev() {
            let word = kind.word().to_uppercase();
            let mut shaped = self.setter.shape(&Rich::plain(&word), &pen.style);
            let wide = f64::from(self.setter.set(&mut shaped, 1000.0, pen.style.size).width) + 16.0;
            x -= wide;
            self.rect([x, y, wide, 22.0], 4.0, CanvasColour::Of(*kind));
            self.words(&word, &pen, x + 8.0, y + 2.0, wide);
            x -= 5.0;
        }
        right - x
    }

    /// A placeholder for a missing card.
    pub fn empty(&mut self, [x, y, width, height]: [f64; 4], radius: f64, word: &str) {
        let (line, inner) = (CanvasColour::Line.hex(), radius.max(4.0));
        self.shapes.push(format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{inner:.1}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"3\" stroke-dasharray=\"10 8\"/>",
            x + 1.5,
            y + 1.5,
            (width - 3.0).max(1.0),
            (height - 3.0).max(1.0)
        ));
        let mut pen = Pen::new(HEAD, 600, 22.0, CanvasColour::Soft);
        pen.style.align = Align::Centre;
        self.words(
            &word.to_uppercase(),
            &pen,
            x,
            y + height / 2.0 - 16.0,
            width,
        );
    }

    /// A filled rectangle: left, top, width, height.
    pub fn rect(&mut self, place: [f64; 4], radius: f64, ink: CanvasColour) {
        self.insert_rect(self.shapes.len(), place, radius, ink);
    }

    pub fn shapes_so_far(&self) -> usize {
        self.shapes.len()
    }

    /// A rectangle inserted below all shapes from index `at` on.
    pub fn insert_rect(
        &mut self,
        at: usize,
        [x, y, width, height]: [f64; 4],
        radius: f64,
        ink: CanvasColour,
    ) {
        let shape = format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"{radius:.1}\" fill=\"{}\"/>",
            ink.hex()
        );
        self.shapes.insert(at.min(self.shapes.len()), shape);
    }

    /// Everything painted so far, on a background.
    pub fn drawn(mut self, width: f64, height: f64) -> Drawn {
        self.insert_rect(0, [0.0, 0.0, width, height], 0.0, CanvasColour::Paper);
        let body = self.shapes.concat();
        Drawn {
            width,
            height,
            layers: vec![
                Layer::Shapes(Arc::new(Shapes { body })),
                Layer::Words(self.words),
            ],
            fonts: self.fonts,
        }
    }
}

/// Words without markup: every character is printed as it is.
fn unmarked(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '*' | '{' | '[' | ']' | '_' | '<' | '&') {
            words.push('\\');
        }
        words.push(c);
    }
    words
}

/// "3 → 4", "gone: …", "drawn otherwise".
fn says(edit: &ValueChange) -> String {
    match (&edit.old, &edit.new) {
        (Some(old), Some(new)) => format!("{old} → {new}"),
        (Some(old), None) => format!("{old} → none"),
        (None, Some(new)) => new.clone(),
        (None, None) => "drawn otherwise".to_owned(),
    }
}
