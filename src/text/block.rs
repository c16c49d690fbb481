//! Set text: glyphs on baselines, symbols among them, ruled lines. `shape`, `flow` and `table` make it from words; exporters
//! and lints read it.

use std::ops::Range;
use std::sync::Arc;

use super::fonts::FontId;

/// What a piece of a document is, by the names of ISO 32000-1, 14.8.4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextRole {
    Document,
    Sect,
    H1,
    H2,
    H3,
    P,
    L,
    LI,
    Lbl,
    LBody,
    Table,
    TR,
    TH,
    TD,
}

/// The elements around some words, the outermost first; a number tells an element from its neighbours.
pub type RolePath = Arc<[(TextRole, usize)]>;

/// A glyph of a [`GlyphRun`].
#[derive(Debug, Clone, PartialEq)]
pub struct Glyph {
    pub id: u16,
    /// Advance in em.
    pub advance: f32,
    /// Where it is drawn, from its place on the baseline to the right and down, in em: marks over letters.
    pub offset: [f32; 2],
    /// Bytes of the run's text.
    pub text: Range<u16>,
}

/// Glyphs of one font on one baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct GlyphRun {
    pub font: FontId,
    /// Size in millimetres.
    pub size: f32,
    /// Start of the baseline, in millimetres from the block's left and top.
    pub x: f32,
    pub y: f32,
    pub text: String,
    /// Whether it is read from right to left. Its glyphs are in order from the left, its text in reading order.
    pub rtl: bool,
    pub glyphs: Vec<Glyph>,
    /// Extra space between letters in millimetres; already in the advances.
    pub spacing: f32,
    /// Extra space between words in millimetres, in lines with two straight edges; already in the advances.
    pub word_spacing: f32,
    /// Advance of the whole run in millimetres.
    pub width: f32,
    /// Its colour as it is written, where it is not that of the text.
    pub colour: Option<Arc<str>>,
    /// Whether it ends with the hyphen of a divided word.
    pub divided: bool,
    /// The name of the symbol drawn over it, with spaces where it stands beside letters: then the run is a space.
    pub symbol: Option<Arc<str>>,
    /// Where it belongs in a flowing text.
    pub path: Option<RolePath>,
}

impl GlyphRun {
    /// The text that a glyph represents; where a letter takes several glyphs, the widest has it.
    pub fn text_of(&self, glyph: usize) -> &str {
        let Some(own) = self.glyphs.get(glyph) else {
            return "";
        };
        let same = |other: &&Glyph| other.text == own.text;
        let mut before = self.glyphs[..glyph].iter().rev().take_while(same);
        let mut after = self.glyphs[glyph + 1..].iter().take_while(same);
        if before.any(|other| other.advance >= own.advance)
            || after.any(|other| other.advance > own.advance)
        {
            return "";
        }
        let range = usize::from(own.text.start)..usize::from(own.text.end);
        self.text.get(range).unwrap_or_default()
    }
}

/// A symbol among the words: a square, from its top left corner, in millimetres.
#[derive(Debug, Clone, PartialEq)]
pub struct InlineSymbol {
    pub name: String,
    pub x: f32,
    pub y: f32,
    pub side: f32,
    /// As of a [`GlyphRun`].
    pub colour: Option<Arc<str>>,
}

/// A filled rectangle, in millimetres: a rule of a table, the bar of a quotation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bar {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

/// Set text: runs and symbols from (0, 0), in millimetres.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TextBlock {
    pub runs: Vec<GlyphRun>,
    pub symbols: Vec<InlineSymbol>,
    pub bars: Vec<Bar>,
    pub width: f32,
    pub height: f32,
    pub lines: usize,
    /// Characters for which the font has no glyph.
    pub missing: Vec<char>,
}

impl TextBlock {
    /// Moves everything by (`dx`, `dy`) millimetres.
    pub fn shift(&mut self, dx: f32, dy: f32) {
        for run in &mut self.runs {
            run.x += dx;
            run.y += dy;
        }
        for symbol in &mut self.symbols {
            symbol.x += dx;
            symbol.y += dy;
        }
        for bar in &mut self.bars {
            bar.x += dx;
            bar.y += dy;
        }
    }

    /// Says where its words belong.
    pub(super) fn place(&mut self, path: &[(TextRole, usize)]) {
        let path: RolePath = path.into();
        for run in &mut self.runs {
            run.path = Some(path.clone());
        }
    }

    /// Adds what `other` holds.
    pub fn append(&mut self, other: TextBlock) {
        self.runs.extend(other.runs);
        self.symbols.extend(other.symbols);
        self.bars.extend(other.bars);
        self.missing.extend(other.missing);
        self.width = self.width.max(other.width);
        self.lines += other.lines;
    }
}

/// Something set that no column divides.
pub(super) struct FlowPiece {
    pub block: TextBlock,
    /// Space above it in millimetres, where something stands above.
    pub gap: f32,
    /// Whether it goes with what follows: a heading, the head of a table.
    pub keeps: bool,
}
