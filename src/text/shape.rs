//! Shaping and wrapping, by parley. Text is shaped once at its largest size; metrics are linear, so a smaller size
//! only breaks the lines anew.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use parley::fontique::{
    Blob, Collection, CollectionOptions, FontInfoOverride, FontStyle, FontWeight, SourceCache,
};
use parley::{
    Alignment, AlignmentOptions, FontContext, FontFamily, GlyphRun, Layout, LayoutContext,
    LineHeight, PositionedLayoutItem, StyleProperty,
};

use super::POINT;
use super::fonts::{FontBook, FontId};
use super::markup::{Rich, STAND_IN};

/// Side of a symbol in running text, in em: about the height of capitals.
const SYMBOL: f32 = 0.88;
/// Distance from the baseline up to the middle of capitals, in em.
const MIDDLE: f32 = 0.345;

/// How lines stand in their box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    #[default]
    Left,
    Centre,
    Right,
}

/// How a text is set.
#[derive(Debug, Clone, PartialEq)]
pub struct Style {
    pub family: String,
    pub weight: u16,
    pub italic: bool,
    /// Largest size in points.
    pub size: f32,
    /// Distance of baselines as a factor of the size.
    pub line: f32,
    /// Extra space between paragraphs, in em.
    pub gap: f32,
    /// Extra space between letters, in em.
    pub spacing: f32,
    pub align: Align,
}

/// A glyph of a [`Run`].
#[derive(Debug, Clone, PartialEq)]
pub struct Glyph {
    pub id: u16,
    /// Advance in em.
    pub advance: f32,
    /// Bytes of the run's text.
    pub text: Range<u16>,
}

/// Glyphs of one font on one baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    pub font: FontId,
    /// Size in millimetres.
    pub size: f32,
    /// Start of the baseline, in millimetres from the block's left and top.
    pub x: f32,
    pub y: f32,
    pub text: String,
    pub glyphs: Vec<Glyph>,
    /// Extra space between letters in millimetres; already in the advances.
    pub spacing: f32,
    /// Advance of the whole run in millimetres.
    pub width: f32,
}

impl Run {
    /// The text that a glyph stands for; empty for the later glyphs of a letter that takes several.
    pub fn text_of(&self, glyph: usize) -> &str {
        let range = |at: usize| self.glyphs.get(at).map(|g| &g.text);
        let own = range(glyph);
        let repeated = glyph > 0 && own == range(glyph - 1);
        let own = own.filter(|_| !repeated);
        let text = own.and_then(|r| self.text.get(r.start.into()..r.end.into()));
        text.unwrap_or_default()
    }
}

/// A symbol among the words: a square, from its top left corner, in millimetres.
#[derive(Debug, Clone, PartialEq)]
pub struct InlineSymbol {
    pub name: String,
    pub x: f32,
    pub y: f32,
    pub side: f32,
}

/// Set text: runs and symbols from (0, 0), in millimetres.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Block {
    pub runs: Vec<Run>,
    pub symbols: Vec<InlineSymbol>,
    pub width: f32,
    pub height: f32,
    pub lines: usize,
    /// Characters for which the font has no glyph.
    pub missing: Vec<char>,
}

impl Block {
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
    }

    /// Adds what `other` holds.
    pub fn append(&mut self, other: Block) {
        self.runs.extend(other.runs);
        self.symbols.extend(other.symbols);
        self.missing.extend(other.missing);
        self.width = self.width.max(other.width);
        self.lines += other.lines;
    }
}

/// Shapes texts. One for each thread; the fonts are shared.
pub struct Typesetter {
    fonts: FontContext,
    layouts: LayoutContext<()>,
    ids: HashMap<u64, FontId>,
    /// Advance of the stand-in in em, by font.
    stand_ins: HashMap<FontId, f32>,
    book: Arc<FontBook>,
}

/// Text that was shaped and can be broken at any width and size.
pub struct Shaped {
    paragraphs: Vec<(Rich, Layout<()>)>,
    style: Style,
}

/// What a text takes at some width and size, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extent {
    pub width: f32,
    pub height: f32,
    pub lines: usize,
}

impl Typesetter {
    pub fn new(book: Arc<FontBook>) -> Self {
        let mut collection = Collection::new(CollectionOptions {
            shared: false,
            system_fonts: false,
        });
        let mut ids = HashMap::new();
        for (i, face) in book.faces().iter().enumerate() {
            let blob = Blob::new(face.data.clone());
            ids.insert(blob.id(), FontId(i));
            let style = if face.italic {
                FontStyle::Italic
            } else {
                FontStyle::Normal
            };
            collection.register_fonts(
                blob,
                Some(FontInfoOverride {
                    family_name: Some(&face.family),
                    weight: Some(FontWeight::new(f32::from(face.weight))),
                    style: Some(style),
                    ..Default::default()
                }),
            );
        }
        Typesetter {
            fonts: FontContext {
                collection,
                source_cache: SourceCache::default(),
            },
            layouts: LayoutContext::new(),
            ids,
            stand_ins: HashMap::new(),
            book,
        }
    }

    /// Shapes a text at the largest size of its style.
    pub fn shape(&mut self, rich: &Rich, style: &Style) -> Shaped {
        let paragraphs = rich.paragraphs();
        let paragraphs = paragraphs
            .into_iter()
            .map(|p| {
                let layout = self.layout(&p, style);
                (p, layout)
            })
            .collect();
        Shaped {
            paragraphs,
            style: style.clone(),
        }
    }

    fn layout(&mut self, rich: &Rich, style: &Style) -> Layout<()> {
        let size = style.size * POINT;
        let widths: Vec<f32> = rich
            .symbols
            .iter()
            .map(|(at, _)| self.stand_in(rich, *at, style))
            .collect();
        let mut builder = self
            .layouts
            .ranged_builder(&mut self.fonts, &rich.text, 1.0, false);
        builder.push_default(StyleProperty::FontFamily(FontFamily::named(&style.family)));
        builder.push_default(StyleProperty::FontSize(size));
        builder.push_default(StyleProperty::FontWeight(FontWeight::new(f32::from(
            style.weight,
        ))));
        if style.italic {
            builder.push_default(StyleProperty::FontStyle(FontStyle::Italic));
        }
        builder.push_default(StyleProperty::LetterSpacing(style.spacing * size));
        builder.push_default(StyleProperty::LineHeight(LineHeight::FontSizeRelative(
            style.line,
        )));
        for (range, weight) in &rich.spans {
            if weight.bold {
                let bold = StyleProperty::FontWeight(FontWeight::BOLD);
                builder.push(bold, range.clone());
            }
            if weight.italic != style.italic {
                let italic = StyleProperty::FontStyle(FontStyle::Italic);
                builder.push(italic, range.clone());
            }
        }
        for ((at, _), width) in rich.symbols.iter().zip(widths) {
            let extra = (SYMBOL - width) * size;
            let range = *at..*at + STAND_IN.len_utf8();
            builder.push(StyleProperty::LetterSpacing(extra), range);
        }
        builder.build(&rich.text)
    }

    /// Advance of the stand-in at byte `at`, in em.
    fn stand_in(&mut self, rich: &Rich, at: usize, style: &Style) -> f32 {
        let weight = rich.weight_at(at);
        let bold = if weight.bold { 700 } else { style.weight };
        let italic = style.italic || weight.italic;
        let font = self.book.find(&style.family, bold, italic);
        if let Some(width) = font.and_then(|f| self.stand_ins.get(&f)) {
            return *width;
        }
        let mut builder = self
            .layouts
            .ranged_builder(&mut self.fonts, "\u{a0}", 1.0, false);
        builder.push_default(StyleProperty::FontFamily(FontFamily::named(&style.family)));
        builder.push_default(StyleProperty::FontSize(100.0));
        builder.push_default(StyleProperty::FontWeight(FontWeight::new(f32::from(bold))));
        if italic {
            builder.push_default(StyleProperty::FontStyle(FontStyle::Italic));
        }
        let mut layout: Layout<()> = builder.build("\u{a0}");
        layout.break_all_lines(None);
        let advances = layout.lines().flat_map(|l| l.runs().map(|r| r.advance()));
        let width = advances.sum::<f32>() / 100.0;
        if let Some(font) = font {
            self.stand_ins.insert(font, width);
        }
        width
    }

    /// Breaks `shaped` at `width` millimetres with `size` points, and gives the runs.
    pub fn set(&self, shaped: &mut Shaped, width: f32, size: f32) -> Block {
        let scale = size / shaped.style.size;
        let align = match shaped.style.align {
            Align::Left => Alignment::Left,
            Align::Centre => Alignment::Center,
            Align::Right => Alignment::Right,
        };
        let gap = shaped.style.gap * size * POINT;
        let spacing = shaped.style.spacing * size * POINT;
        let mut block = Block::default();
        let mut top = 0.0;
        for (i, (rich, layout)) in shaped.paragraphs.iter_mut().enumerate() {
            if i > 0 {
                top += gap;
            }
            layout.break_all_lines(Some(width / scale));
            layout.align(align, AlignmentOptions::default());
            for line in layout.lines() {
                for item in line.items() {
                    if let PositionedLayoutItem::GlyphRun(run) = item {
                        self.take(&run, rich, scale, top, spacing, &mut block);
                    }
                }
            }
            block.lines += layout.len();
            block.width = block.width.max(layout.width() * scale);
            top += layout.height() * scale;
        }
        block.height = top;
        block
    }

    /// Adds a run of parley's to `block`; symbols cut it.
    fn take(
        &self,
        run: &GlyphRun<'_, ()>,
        rich: &Rich,
        scale: f32,
        top: f32,
        spacing: f32,
        block: &mut Block,
    ) {
        let Some(&font) = self.ids.get(&run.run().font().data.id()) else {
            return;
        };
        let size = run.run().font_size() * scale;
        let y = top + run.baseline() * scale;
        let mut x = run.offset() * scale;
        let mut open: Option<Run> = None;
        for cluster in run.run().visual_clusters() {
            if cluster.style_index() != run.style_index() {
                continue;
            }
            let range = cluster.text_range();
            let text = &rich.text[range.clone()];
            let advance = cluster.advance() * scale;
            if let Some((_, name)) = rich.symbols.iter().find(|(at, _)| *at == range.start) {
                block.runs.extend(open.take());
                let side = SYMBOL * size;
                block.symbols.push(InlineSymbol {
                    name: name.clone(),
                    x,
                    y: y - MIDDLE * size - side / 2.0,
                    side,
                });
                x += advance;
                continue;
            }
            let run = open.get_or_insert_with(|| Run {
                font,
                size,
                x,
                y,
                text: String::new(),
                glyphs: Vec::new(),
                spacing,
                width: 0.0,
            });
            let start = short(run.text.len());
            run.text.push_str(text);
            let mut any = false;
            for glyph in cluster.glyphs() {
                if glyph.id == 0 {
                    block
                        .missing
                        .extend(text.chars().find(|c| !c.is_whitespace()));
                }
                run.glyphs.push(Glyph {
                    id: u16::try_from(glyph.id).unwrap_or(0),
                    advance: glyph.advance * scale / size,
                    text: start..short(run.text.len()),
                });
                any = true;
            }
            // The later letters of a ligature have no glyph: their text belongs to the one before.
            if !any && let Some(last) = run.glyphs.last_mut() {
                last.text.end = short(run.text.len());
            }
            run.width += advance;
            x += advance;
        }
        block.runs.extend(open);
    }
}

impl Shaped {
    /// What the text takes at `width` millimetres and `size` points.
    pub fn measure(&mut self, width: f32, size: f32) -> Extent {
        let scale = size / self.style.size;
        let gap = self.style.gap * size * POINT;
        let mut extent = Extent {
            width: 0.0,
            height: 0.0,
            lines: 0,
        };
        for (i, (_, layout)) in self.paragraphs.iter_mut().enumerate() {
            layout.break_all_lines(Some(width / scale));
            extent.width = extent.width.max(layout.width() * scale);
            extent.height += layout.height() * scale + if i > 0 { gap } else { 0.0 };
            extent.lines += layout.len();
        }
        extent
    }

    pub fn style(&self) -> &Style {
        &self.style
    }

    /// Words of the text, for messages that say how much to cut.
    pub fn words(&self) -> usize {
        let words = |rich: &Rich| rich.text.split_whitespace().count();
        self.paragraphs.iter().map(|(rich, _)| words(rich)).sum()
    }
}

/// A place in the text of a run, which is a line at most.
fn short(place: usize) -> u16 {
    u16::try_from(place).unwrap_or(u16::MAX)
}
