//! Writes the words of a drawing: as text in the fonts of the file where they have one colour, else as shapes with invisible text over them.
//! Called by `drawing`.

use skrifa::MetadataProvider;
use usvg::fontdb::{ID, Source};
use usvg::{BlendMode, Paint, Text};

use super::content::{GraphicsSetting, matrix};
use super::drawing::DrawingWriter;
use super::fonts::FontData;
use crate::raster::tree;
use crate::template::Affine;

impl DrawingWriter<'_> {
    pub(super) fn text(&mut self, text: &Text, map: Affine) {
        let spans = text.layouted().iter().filter(|span| span.visible);
        let plain = spans.clone().all(|span| {
            let fill = span.fill.as_ref();
            let colour = fill.is_none_or(|fill| matches!(fill.paint(), Paint::Color(_)));
            span.stroke.is_none() && colour
        });
        if !plain || self.flat.outlines {
            self.group(text.flattened(), map);
        }
        if self.flat.outlines {
            return;
        }
        for span in spans {
            let lines = [&span.underline, &span.overline].into_iter().flatten();
            if plain {
                lines.for_each(|line| self.path(line, 1.0, map));
            }
            self.span(span, map, plain);
            if let (true, Some(line)) = (plain, &span.line_through) {
                self.path(line, 1.0, map);
            }
        }
    }

    /// The glyphs of a span; invisible over shapes that look like them, unless they are `plain`.
    pub(super) fn span(&mut self, span: &usvg::layout::Span, map: Affine, plain: bool) {
        let fill = span.fill.as_ref();
        let opacity = fill.map_or(1.0, |fill| fill.opacity().get());
        self.out.save();
        match fill.map(usvg::Fill::paint) {
            Some(Paint::Color(colour)) if plain => {
                self.state(BlendMode::Normal, opacity);
                self.colour(GraphicsSetting::Fill, *colour);
            }
            _ => self.out.raw("3 Tr"),
        }
        self.out.set(GraphicsSetting::Spacing, "0 Tc");
        self.out.raw("BT");
        for glyph in &span.positioned_glyphs {
            let Some((data, units)) = self.font(glyph.font) else {
                continue;
            };
            let id = glyph.id.0 as u16;
            let Some(alphabet) = self.alphabet else {
                let wanted = (data, id, glyph.text.clone());
                self.written.glyphs.push(wanted);
                continue;
            };
            let Some(letter) = alphabet.letter(data.as_ref().as_ref(), id, &glyph.text) else {
                continue;
            };
            let em =
                tree::affine(glyph.outline_transform()).then_inner(Affine::scale(units, units));
            let em = map.then_inner(em);
            let size = em.growth();
            if size == 0.0 {
                continue;
            }
            self.out.font(letter.font, size);
            let place = matrix(em.then_inner(Affine::scale(1.0 / size, 1.0 / size)));
            self.out.raw(&format!("{place} Tm"));
            let code: String = letter.code.iter().map(|byte| format!("{byte:02X}")).collect();
            self.out.raw(&format!("<{code}>Tj"));
        }
        self.out.raw("ET");
        self.out.restore();
    }

    /// The bytes of a font, and its units to the em.
    pub(super) fn font(&mut self, id: ID) -> Option<(FontData, f64)> {
        let (source, index) = self.fonts.face_source(id)?;
        let Source::Binary(data) = source;
        let units = *self.units.entry(id).or_insert_with(|| {
            let font = skrifa::FontRef::from_index(data.as_ref().as_ref(), index);
            let size = skrifa::instance::Size::unscaled();
            let units = font.map(|font| {
                font.metrics(size, skrifa::instance::LocationRef::default()).units_per_em
            });
            f64::from(units.unwrap_or(1000))
        });
        Some((data, units))
    }
}
