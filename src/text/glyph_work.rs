//! Bounds the work of drawing and embedding a font's glyphs. A few hundred bytes can say "ten times that, of which each is ten times
//! this": what reads fonts follows such a chain to its end. A font comes in; the first glyph beyond a bound goes out.

use std::cell::Cell;

use skrifa::bitmap::BitmapData;
use skrifa::raw::ps::cff::{CffFontRef, index::Index};
use skrifa::raw::ps::cs::{CharstringContext, CharstringKind, CommandSink, evaluate};
use skrifa::raw::ps::error::Error;
use skrifa::raw::tables::colr::{Colr, Paint};
use skrifa::raw::tables::glyf::Glyph;
use skrifa::raw::{TableProvider, types::Fixed, types::Tag};
use skrifa::{FontRef, GlyphId, MetadataProvider};

/// Glyphs that one is put together from. A letter with two accents takes four.
const MOST_PARTS: u64 = 1_000;

/// Pixels of a glyph that is a picture.
const MOST_PIXELS: u64 = 4_000_000;

/// Bytes of the program that draws a glyph, each as often as it runs. An ornate one takes some thousands.
const MOST_RUN: u64 = 200_000;

/// The same of all glyphs of a font. Those with all the signs of Chinese take about 30 million.
const MOST_RUN_IN_ALL: u64 = 100_000_000;

/// Follows every glyph to what it is put together from.
///
/// # Errors
/// What is wrong with the first glyph that could not be embedded.
pub(super) fn check_glyph_work(font: &FontRef<'_>) -> Result<(), String> {
    check_parts(font)?;
    check_pictures(font)?;
    let Some(data) = font.table_data(Tag::new(b"CFF ")) else {
        return Ok(());
    };
    check_programs(data.as_bytes()).map_err(|(glyph, why)| format!("glyph {glyph} {why}"))
}

/// Glyphs put together from others (`glyf`). Each is counted once, however many others use it.
fn check_parts(font: &FontRef<'_>) -> Result<(), String> {
    let (Ok(loca), Ok(glyf)) = (font.loca(None), font.glyf()) else {
        return Ok(());
    };
    // 0: not counted yet. Glyphs beyond those that the font counts (`maxp`) can be parts of others, too.
    let mut parts = vec![0u64; loca.len()];
    for first in 0..parts.len() {
        let mut open = vec![first];
        while let Some(&glyph) = open.last() {
            let inner = match loca.get_glyf(GlyphId::new(glyph as u32), &glyf) {
                Ok(Some(Glyph::Composite(composite))) => Some(composite),
                _ => None,
            };
            let inner = inner.iter().flat_map(|composite| composite.components());
            let inner = inner.map(|part| usize::from(part.glyph.to_u16()));
            let mut count = 1u64;
            let mut next = None;
            for part in inner.filter(|part| *part < parts.len()) {
                count = count.saturating_add(parts[part].max(1));
                next = next.or((parts[part] == 0).then_some(part));
            }
            if count.max(open.len() as u64) > MOST_PARTS {
                let what = format!("is put together from more than {MOST_PARTS} others");
                return Err(format!("glyph {first} {what}"));
            }
            match next {
                Some(part) if open.contains(&part) => {
                    return Err(format!("glyph {part} is put together from itself"));
                }
                Some(part) => open.push(part),
                None => {
                    parts[glyph] = count;
                    open.pop();
                }
            }
        }
    }
    Ok(())
}

/// Glyphs drawn in colours (`COLR`), and those that are pictures of pixels.
fn check_pictures(font: &FontRef<'_>) -> Result<(), String> {
    let (colr, strikes) = (font.colr().ok(), font.bitmap_strikes());
    for glyph in (0..font.maxp().map_or(0, |maxp| maxp.num_glyphs())).map(GlyphId::from) {
        if let Some(colr) = &colr {
            let flat = colr.v0_base_glyph(glyph).ok().flatten();
            let is_flat = flat.is_none_or(|layers| layers.len() as u64 <= MOST_PARTS);
            let paint = colr.v1_base_glyph(glyph).ok().flatten();
            if !is_flat || paint.is_some_and(|(paint, _)| !is_painted_soon(colr, paint)) {
                return Err(format!("glyph {glyph} is painted in more than {MOST_PARTS} layers"));
            }
        }
        let pictures = strikes.iter().filter_map(|strike| strike.get(glyph));
        if pictures.into_iter().any(|picture| pixels(&picture.data) > MOST_PIXELS) {
            return Err(format!("glyph {glyph} is a picture of more than {MOST_PIXELS} pixels"));
        }
    }
    Ok(())
}

/// The paint that one of these kinds changes; others have none.
macro_rules! inner_paint {
    ($paint:ident: $($kind:ident)*) => {
        match $paint {
            $(Paint::$kind(of) => of.paint().ok(),)*
            _ => None,
        }
    };
}

/// Whether a paint has few enough layers, each counted as often as it is painted.
fn is_painted_soon<'a>(colr: &Colr<'a>, paint: Paint<'a>) -> bool {
    let mut open = vec![paint];
    for _ in 0..MOST_PARTS {
        let Some(paint) = open.pop() else {
            return true;
        };
        match paint {
            Paint::ColrLayers(layers) => {
                let first = layers.first_layer_index() as usize;
                let layers = (first..).take(layers.num_layers().into());
                open.extend(layers.filter_map(|layer| Some(colr.v1_layer(layer).ok()?.0)));
            }
            Paint::ColrGlyph(glyph) => {
                let glyph = colr.v1_base_glyph(glyph.glyph_id().into());
                open.extend(glyph.ok().flatten().map(|(paint, _)| paint));
            }
            Paint::Composite(both) => {
                open.extend(both.backdrop_paint());
                open.extend(both.source_paint());
            }
            paint => open.extend(inner_paint!(
                paint: Glyph Transform VarTransform Translate VarTranslate Scale VarScale ScaleAroundCenter VarScaleAroundCenter
                    ScaleUniform VarScaleUniform ScaleUniformAroundCenter VarScaleUniformAroundCenter Rotate VarRotate
                    RotateAroundCenter VarRotateAroundCenter Skew VarSkew SkewAroundCenter VarSkewAroundCenter
            )),
        }
    }
    false
}

/// What a picture says of itself in its header (PNG: IHDR).
fn pixels(data: &BitmapData<'_>) -> u64 {
    let BitmapData::Png(png) = data else {
        return 0;
    };
    let side = |at: usize| {
        let bytes = png.get(at..at + 4).and_then(|four| four.try_into().ok());
        u64::from(u32::from_be_bytes(bytes.unwrap_or_default()))
    };
    side(16) * side(20)
}

/// Glyphs drawn by programs that call one another (`CFF `).
fn check_programs(data: &[u8]) -> Result<(), (u32, String)> {
    let failed = |glyph: u32| move |error: Error| (glyph, format!("cannot be drawn: {error}"));
    let font = CffFontRef::new_cff(data, 0, None).map_err(failed(0))?;
    let mut in_all = 0;
    for glyph in 0..font.num_glyphs() {
        let program = Program {
            global: font.global_subrs(),
            local: local(&font, glyph, data).map_err(failed(glyph))?,
            run: Cell::new(0),
            fault: Cell::new(None),
        };
        let own = font.charstrings().get(glyph as usize);
        let drawn = own
            .and_then(|own| evaluate(&program, None, program.counted(own)?, &mut Nothing))
            .map_err(failed(glyph));
        if let Some(fault) = program.fault.take() {
            return Err((glyph, fault));
        }
        drawn?;
        in_all += program.run.get();
        if in_all > MOST_RUN_IN_ALL {
            let why = format!("is where all together take more than {MOST_RUN_IN_ALL} steps");
            return Err((glyph, why));
        }
    }
    Ok(())
}

/// The subroutines of a glyph's own part of the font.
fn local<'a>(font: &CffFontRef<'a>, glyph: u32, data: &'a [u8]) -> Result<Index<'a>, Error> {
    let part = font.subfont_index(GlyphId::new(glyph)).unwrap_or(0);
    match font.subfont(part, &[])?.subrs_offset() as usize {
        0 => Ok(Index::Empty),
        offset => Index::new(data.get(offset..).unwrap_or_default(), false),
    }
}

/// A glyph's program, and how many bytes of it were run.
struct Program<'a> {
    global: &'a Index<'a>,
    local: Index<'a>,
    run: Cell<u64>,
    fault: Cell<Option<String>>,
}

impl<'a> Program<'a> {
    fn stop(&self, fault: String) -> Error {
        self.fault.set(Some(fault));
        Error::InvalidFontFormat
    }

    fn counted(&self, program: &'a [u8]) -> Result<&'a [u8], Error> {
        // One for the call, so that empty ones are counted too.
        self.run.set(self.run.get() + program.len() as u64 + 1);
        if self.run.get() > MOST_RUN {
            return Err(self.stop(format!("takes more than {MOST_RUN} steps to draw")));
        }
        Ok(program)
    }

    fn called(&self, index: &Index<'a>, number: i32) -> Result<&'a [u8], Error> {
        let place = usize::try_from(number.saturating_add(index.subr_bias()));
        self.counted(index.get(place.unwrap_or(usize::MAX))?)
    }
}

impl CharstringContext for Program<'_> {
    fn kind(&self) -> CharstringKind {
        CharstringKind::Type2
    }

    fn seac_components(&self, _: i32, _: i32) -> Result<[&[u8]; 2], Error> {
        Err(self
            .stop("is an accent laid over a letter in an old way that cannot be embedded".into()))
    }

    fn global_subr(&self, number: i32) -> Result<&[u8], Error> {
        self.called(self.global, number)
    }

    fn subr(&self, number: i32) -> Result<&[u8], Error> {
        self.called(&self.local, number)
    }
}

/// Nothing is drawn.
struct Nothing;

impl CommandSink for Nothing {
    fn move_to(&mut self, _: Fixed, _: Fixed) {}
    fn line_to(&mut self, _: Fixed, _: Fixed) {}
    fn curve_to(&mut self, _: Fixed, _: Fixed, _: Fixed, _: Fixed, _: Fixed, _: Fixed) {}
    fn close(&mut self) {}
}
