//! Shapes and wraps text with parley: rich text and a style come in, a block of glyphs goes out. Text is shaped once, at its
//! largest size; as metrics are linear, a smaller size only breaks the lines anew. Called by the drawing of faces, by `flow`
//! and by `table`.

use std::collections::HashMap;
use std::sync::Arc;

use parley::fontique::{
    Blob, Collection, CollectionOptions, FontInfoOverride, FontStyle, FontWeight, SourceCache,
};
use parley::{
    Alignment, AlignmentOptions, BaseDirection, FontContext, FontFamily, FontFamilyName, Layout,
    LayoutContext, Line, LineHeight, StyleProperty, TextWrapMode,
};

use super::POINT;
use super::block::{Glyph, GlyphRun, InlineSymbol, TextBlock};
use super::fonts::{FontBook, FontId};
use super::language::Language;
use super::lines::{Brush, break_lines};
use super::look::TextStyle;
use super::markup::{Rich, STAND_IN};
use super::typography::{SOFT_HYPHEN, Typography};

/// Side of a symbol in running text, in em: about the height of capitals.
const SYMBOL: f32 = 0.88;
/// Distance from the baseline up to the middle of capitals, in em.
const MIDDLE: f32 = 0.345;

/// How lines stand in their box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    /// At the edge where the language begins.
    #[default]
    Start,
    Left,
    Centre,
    Right,
    /// Both edges straight, but for the last line of a paragraph.
    Justify,
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
    /// Whether words are divided at the end of a line.
    pub hyphens: bool,
}

impl Style {
    /// Plain lines from the left.
    pub fn plain(family: &str, weight: u16, italic: bool, size: f32) -> Style {
        Style {
            family: family.to_owned(),
            weight,
            italic,
            size,
            line: 1.0,
            gap: 0.0,
            spacing: 0.0,
            align: Align::Left,
            hyphens: false,
        }
    }

    /// Weight and slant of words that look so.
    pub(super) fn face(&self, look: &TextStyle) -> (u16, bool) {
        let weight = if look.bold { self.weight.max(BOLD) } else { self.weight };
        (weight, self.italic || look.italic)
    }

    /// The same with all words bold.
    pub(super) fn bold(&self) -> Style {
        Style { weight: self.weight.max(BOLD), ..self.clone() }
    }
}

/// Weight of bold words.
const BOLD: u16 = 700;

/// Shapes texts. One for each thread; the fonts are shared.
pub struct Typesetter {
    fonts: FontContext,
    layouts: LayoutContext<Brush>,
    ids: HashMap<u64, FontId>,
    /// Advance of the stand-in in em, by font.
    stand_ins: HashMap<FontId, f32>,
    book: Arc<FontBook>,
    language: Language,
}

/// Text that was shaped and can be broken at any width and size.
pub struct Shaped {
    lines: Vec<TypedLine>,
    style: Style,
}

/// A line as it was typed, which may take several.
struct TypedLine {
    rich: Rich,
    layout: Layout<Brush>,
    /// Whether it starts a paragraph.
    starts: bool,
    colours: Vec<Arc<str>>,
    /// Width of a hyphen in the layout, where words may be divided.
    hyphen: f32,
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
        let mut collection =
            Collection::new(CollectionOptions { shared: false, system_fonts: false });
        let mut ids = HashMap::new();
        for (i, face) in book.faces().iter().enumerate() {
            let blob = Blob::new(face.data.clone());
            ids.insert(blob.id(), FontId(i));
            let style = if face.italic { FontStyle::Italic } else { FontStyle::Normal };
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
            fonts: FontContext { collection, source_cache: SourceCache::default() },
            layouts: LayoutContext::new(),
            ids,
            stand_ins: HashMap::new(),
            language: book.language(),
            book,
        }
    }

    /// The same for words that may be of another language than the game: each line runs as its first letters do.
    #[must_use]
    pub fn of_any_direction(self) -> Self {
        Typesetter { language: self.language.of_any_direction(), ..self }
    }

    /// Whether lines begin at the right edge.
    pub(super) fn is_rtl(&self) -> bool {
        self.language.is_rtl()
    }

    /// Shapes a text at the largest size of its style.
    pub fn shape(&mut self, rich: &Rich, style: &Style) -> Shaped {
        self.shape_with(rich, style, true)
    }

    /// As [`Typesetter::shape`]; with `joined` false, short compounds may be divided at their hyphens, for boxes that are too
    /// narrow for them.
    pub fn shape_with(&mut self, rich: &Rich, style: &Style, joined: bool) -> Shaped {
        let font = self.book.find(&style.family, style.weight, style.italic);
        let face = font.map(|font| self.book.face(font).clone());
        let own = |c: char| face.as_ref().is_some_and(|face| face.glyph(c).is_some());
        let has = |c: char| own(c) || self.book.has_fallback(c);
        let typography = Typography { language: self.language, hyphens: style.hyphens, has: &has };
        let mut rich = typography.apply(rich);
        if !joined {
            rich.joined.clear();
        }
        let lines = rich.lines().into_iter();
        let lines = lines.map(|(rich, starts)| {
            let (layout, colours) = self.layout(&rich, style);
            let hyphen = if rich.text.contains(SOFT_HYPHEN) {
                face.as_ref().and_then(|f| f.glyph('-')).map_or(0.0, |g| g.1)
            } else {
                0.0
            };
            TypedLine { rich, layout, starts, colours, hyphen: hyphen * style.size * POINT }
        });
        Shaped { lines: lines.collect(), style: style.clone() }
    }

    fn layout(&mut self, rich: &Rich, style: &Style) -> (Layout<Brush>, Vec<Arc<str>>) {
        let size = style.size * POINT;
        let widths: Vec<(f32, f32)> = rich
            .symbols
            .iter()
            .map(|(at, _)| {
                let look = rich.look_at(*at);
                let size = size * f32::from(look.percent) / 100.0;
                (self.stand_in(&look, style), size)
            })
            .collect();
        let mut builder = self.layouts.ranged_builder(&mut self.fonts, &rich.text, 1.0, false);
        if self.language.is_rtl() {
            builder.set_base_direction(BaseDirection::Rtl);
        }
        let families = self.book.families(&style.family).map(FontFamilyName::named);
        let families: Vec<FontFamilyName<'_>> = families.collect();
        builder.push_default(StyleProperty::FontFamily(FontFamily::List(families.into())));
        builder.push_default(StyleProperty::FontSize(size));
        builder.push_default(StyleProperty::FontWeight(FontWeight::new(f32::from(style.weight))));
        if style.italic {
            builder.push_default(StyleProperty::FontStyle(FontStyle::Italic));
        }
        builder.push_default(StyleProperty::LetterSpacing(style.spacing * size));
        builder.push_default(StyleProperty::LineHeight(LineHeight::FontSizeRelative(style.line)));
        let mut colours: Vec<Arc<str>> = Vec::new();
        for (range, look) in &rich.spans {
            let (weight, italic) = style.face(look);
            if weight != style.weight {
                let weight = FontWeight::new(f32::from(weight));
                builder.push(StyleProperty::FontWeight(weight), range.clone());
            }
            if italic != style.italic {
                let italic = StyleProperty::FontStyle(FontStyle::Italic);
                builder.push(italic, range.clone());
            }
            if look.percent != 100 {
                let size = size * f32::from(look.percent) / 100.0;
                builder.push(StyleProperty::FontSize(size), range.clone());
            }
            if let Some(colour) = &look.colour {
                let known = colours.iter().position(|c| c == colour);
                let place = known.unwrap_or_else(|| {
                    colours.push(colour.clone());
                    colours.len() - 1
                });
                let brush = Brush::try_from(place + 1).unwrap_or(0);
                builder.push(StyleProperty::Brush(brush), range.clone());
            }
        }
        for at in &rich.joined {
            let end = at + rich.text[*at..].chars().next().map_or(0, char::len_utf8);
            builder.push(StyleProperty::TextWrapMode(TextWrapMode::NoWrap), *at..end);
        }
        for ((at, _), (width, size)) in rich.symbols.iter().zip(widths) {
            let extra = (SYMBOL - width) * size;
            let range = *at..*at + STAND_IN.len_utf8();
            builder.push(StyleProperty::LetterSpacing(extra), range);
        }
        (builder.build(&rich.text), colours)
    }

    /// Advance of the stand-in of symbols, in em.
    fn stand_in(&mut self, look: &TextStyle, style: &Style) -> f32 {
        let (bold, italic) = style.face(look);
        let font = self.book.find(&style.family, bold, italic);
        if let Some(width) = font.and_then(|f| self.stand_ins.get(&f)) {
            return *width;
        }
        let mut builder = self.layouts.ranged_builder(&mut self.fonts, "\u{a0}", 1.0, false);
        builder.push_default(StyleProperty::FontFamily(FontFamily::named(&style.family)));
        builder.push_default(StyleProperty::FontSize(100.0));
        builder.push_default(StyleProperty::FontWeight(FontWeight::new(f32::from(bold))));
        if italic {
            builder.push_default(StyleProperty::FontStyle(FontStyle::Italic));
        }
        let mut layout: Layout<Brush> = builder.build("\u{a0}");
        layout.break_all_lines(None);
        let advances = layout.lines().flat_map(|l| l.runs().map(|r| r.advance()));
        let width = advances.sum::<f32>() / 100.0;
        if let Some(font) = font {
            self.stand_ins.insert(font, width);
        }
        width
    }

    /// Breaks `shaped` at `width` millimetres with `size` points, and gives the runs.
    pub fn set(&self, shaped: &mut Shaped, width: f32, size: f32) -> TextBlock {
        let scale = size / shaped.style.size;
        let align = match shaped.style.align {
            Align::Start => Alignment::Start,
            Align::Left => Alignment::Left,
            Align::Centre => Alignment::Center,
            Align::Right => Alignment::Right,
            Align::Justify => Alignment::Justify,
        };
        let spacing = shaped.style.spacing * size * POINT;
        let justified = align == Alignment::Justify;
        let (tops, Extent { width, height, lines }) = shaped.break_at(width, size, align);
        let mut block = TextBlock { width, height, lines, ..TextBlock::default() };
        for (typed, top) in shaped.lines.iter().zip(tops) {
            for line in typed.layout.lines() {
                self.take(&line, typed, (scale, top, spacing), justified, &mut block);
            }
        }
        block
    }

    /// Adds a line to `block`; symbols, fonts, sizes and colours cut it into runs.
    fn take(
        &self,
        line: &Line<'_, Brush>,
        typed: &TypedLine,
        (scale, top, spacing): (f32, f32, f32),
        justified: bool,
        block: &mut TextBlock,
    ) {
        let rich = &typed.rich;
        let y = top + line.metrics().baseline * scale;
        let mut x = line.metrics().offset * scale;
        let mut open: Option<GlyphRun> = None;
        for shaped in line.runs() {
            let Some(&font) = self.ids.get(&shaped.font().data.id()) else {
                continue;
            };
            let size = shaped.font_size() * scale;
            let rtl = shaped.is_rtl();
            // The later letters of a ligature have no glyph; from the right, they come before the one that has.
            let mut later: Option<(usize, f32)> = None;
            for cluster in shaped.visual_clusters() {
                let mut range = cluster.text_range();
                let mut advance = cluster.advance() * scale;
                if rtl
                    && cluster.glyphs().next().is_none()
                    && &rich.text[range.clone()] != SOFT_HYPHEN
                {
                    let (end, width) = later.unwrap_or((range.end, 0.0));
                    later = Some((end, width + advance));
                    continue;
                }
                if let Some((end, width)) = later.take() {
                    range.end = end;
                    advance += width;
                }
                let text = &rich.text[range.clone()];
                let colour = usize::from(cluster.style().brush).checked_sub(1);
                let colour = colour.and_then(|at| typed.colours.get(at)).cloned();
                let symbol = rich.symbols.binary_search_by_key(&range.start, |(at, _)| *at);
                let symbol = symbol.ok().map(|at| &*rich.symbols[at].1);
                if let Some(name) = symbol {
                    let side = SYMBOL * size;
                    block.symbols.push(InlineSymbol {
                        name: name.to_owned(),
                        x,
                        y: y - MIDDLE * size - side / 2.0,
                        side,
                        colour: colour.clone(),
                    });
                }
                let divided = text == SOFT_HYPHEN;
                // Seen only where a word is divided.
                if divided && range.end != line.text_range().end {
                    continue;
                }
                let same = |run: &GlyphRun| {
                    run.font == font
                        && run.size == size
                        && run.colour == colour
                        && run.rtl == rtl
                        && run.symbol.is_none()
                        && symbol.is_none()
                };
                if !open.as_ref().is_some_and(same) {
                    block.runs.extend(open.take());
                }
                let run = open.get_or_insert_with(|| GlyphRun {
                    font,
                    size,
                    x,
                    y,
                    text: String::new(),
                    rtl,
                    glyphs: Vec::new(),
                    spacing,
                    word_spacing: 0.0,
                    width: 0.0,
                    colour,
                    // Its name is a word by itself.
                    symbol: symbol.map(|name| {
                        let follows = |run: &GlyphRun| run.symbol.is_some();
                        let before = rich.text[..range.start].ends_with(char::is_alphanumeric)
                            || block.runs.last().is_some_and(follows);
                        let after = rich.text[range.end..].starts_with(char::is_alphanumeric);
                        let space = |glued: bool| if glued { " " } else { "" };
                        format!("{}{name}{}", space(before), space(after)).into()
                    }),
                    path: None,
                    divided: false,
                });
                let before = run.width;
                if divided {
                    self.hyphen(run);
                } else {
                    let space = matches!(text, " " | "\u{a0}");
                    if justified && space && run.word_spacing == 0.0 {
                        // What is added to spaces is the same in the whole line.
                        let own = self.book.face(font).glyph(' ').map_or(0.0, |g| g.1);
                        run.word_spacing = (advance - own * size - spacing).max(0.0);
                    }
                    let glyphs = cluster.glyphs().map(|g| {
                        let offset = [g.x, g.y].map(|n| n * scale / size);
                        (g.id, g.advance * scale, offset)
                    });
                    self.put(run, text, glyphs.collect(), advance, &mut block.missing);
                }
                x += run.width - before;
            }
        }
        block.runs.extend(open);
    }

    /// Adds the glyphs of `text` to a run; `advance` is that of all of them, spaces that make edges straight included.
    fn put(
        &self,
        run: &mut GlyphRun,
        text: &str,
        glyphs: Vec<(u32, f32, [f32; 2])>,
        advance: f32,
        missing: &mut Vec<char>,
    ) {
        let start = if run.rtl {
            // Text farther to the right is read earlier.
            let length = short(text.len());
            for glyph in &mut run.glyphs {
                glyph.text.start = glyph.text.start.saturating_add(length);
                glyph.text.end = glyph.text.end.saturating_add(length);
            }
            run.text.insert_str(0, text);
            0
        } else {
            run.text.push_str(text);
            short(run.text.len() - text.len())
        };
        let end = start.saturating_add(short(text.len()));
        if glyphs.iter().any(|(id, ..)| *id == 0) {
            let face = self.book.face(run.font);
            let mut signs = text.chars().filter(|c| !c.is_whitespace()).peekable();
            let first = signs.peek().copied();
            let lacks: Vec<char> = signs.filter(|c| face.glyph(*c).is_none()).collect();
            if lacks.is_empty() {
                missing.extend(first);
            } else {
                missing.extend(lacks);
            }
        }
        // The later letters of a ligature have no glyph: their text and their share of its advance belong to the one before.
        if glyphs.is_empty()
            && let Some(last) = run.glyphs.last_mut()
        {
            last.text.end = end;
            last.advance += advance / run.size;
        }
        let extra = advance - glyphs.iter().map(|(_, advance, _)| advance).sum::<f32>();
        let last = glyphs.len().saturating_sub(1);
        for (i, (id, own, offset)) in glyphs.into_iter().enumerate() {
            let extra = if i == last { extra } else { 0.0 };
            run.glyphs.push(Glyph {
                id: u16::try_from(id).unwrap_or(0),
                advance: (own + extra) / run.size,
                offset,
                text: start..end,
            });
        }
        run.width += advance;
    }

    /// Adds the hyphen of a divided word.
    fn hyphen(&self, run: &mut GlyphRun) {
        let Some((id, advance)) = self.book.face(run.font).glyph('-') else {
            return;
        };
        let start = short(run.text.len());
        run.text.push('-');
        run.divided = true;
        run.glyphs.push(Glyph {
            id,
            advance,
            offset: [0.0; 2],
            text: start..short(run.text.len()),
        });
        run.width += advance * run.size;
    }
}

impl Shaped {
    /// What the text takes at `width` millimetres and `size` points.
    pub fn measure(&mut self, width: f32, size: f32) -> Extent {
        self.break_at(width, size, Alignment::Left).1
    }

    /// Breaks the lines: where each typed one begins, from the top, and what all of them take.
    fn break_at(&mut self, width: f32, size: f32, align: Alignment) -> (Vec<f32>, Extent) {
        let scale = size / self.style.size;
        let gap = self.style.gap * size * POINT;
        let mut extent = Extent { width: 0.0, height: 0.0, lines: 0 };
        let mut tops = Vec::with_capacity(self.lines.len());
        for TypedLine { rich, layout, starts, hyphen, .. } in &mut self.lines {
            if !tops.is_empty() && *starts {
                extent.height += gap;
            }
            tops.push(extent.height);
            break_lines(layout, &rich.text, width / scale, *hyphen, align);
            layout.align(align, AlignmentOptions::default());
            extent.width = extent.width.max(width_of(layout, &rich.text) * scale);
            extent.height += layout.height() * scale;
            extent.lines += layout.len();
        }
        (tops, extent)
    }

    /// Whether a short compound in it is kept on one line.
    pub fn has_joined(&self) -> bool {
        self.lines.iter().any(|line| !line.rich.joined.is_empty())
    }

    pub fn style(&self) -> &Style {
        &self.style
    }

    /// Words and letters of the text, for messages that say how much to cut.
    pub fn amount(&self) -> (usize, usize) {
        let words = |typed: &TypedLine| typed.rich.text.split_whitespace().count();
        let letters = |typed: &TypedLine| typed.rich.text.chars().count();
        let lines = || self.lines.iter();
        (lines().map(words).sum(), lines().map(letters).sum())
    }
}

/// The width of the lines without the space that each ends with. Parley counts that space where a line from the right ends in
/// words from the left.
fn width_of(layout: &Layout<Brush>, text: &str) -> f32 {
    if !layout.is_rtl() {
        return layout.width();
    }
    let lines = layout.lines().map(|line| {
        let end = line.text_range().end;
        let clusters = line.runs().flat_map(|run| run.visual_clusters());
        let last = clusters.filter(|cluster| cluster.text_range().end == end);
        let space = last.filter(|cluster| text[cluster.text_range()].trim().is_empty());
        let space: f32 = space.map(|cluster| cluster.advance()).sum();
        line.metrics().advance - line.metrics().hanging_advance.max(space)
    });
    lines.fold(0.0, f32::max)
}

/// A place in the text of a run, which is a line at most.
fn short(place: usize) -> u16 {
    u16::try_from(place).unwrap_or(u16::MAX)
}
