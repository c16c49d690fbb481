//! Runs the steps of this folder on a drawing. Its bytes come in; plain SVG, with a map of places back to the file, goes out.
//! Called by the compiler and the readers of art and symbols.

use roxmltree::Document;

use super::super::bounds::MOST_SVG;
use super::super::document::edited::Edited;
use super::super::document::render_cost::too_deep;
use super::super::document::xml;
use super::super::document::xml::Violation;
use super::clips::clip_edits;
use super::definitions::definition_edits;
use super::document_type::without_document_type;
use super::elements::element_edits;
use super::labels::label_edits;
use super::limits::over_limits;
use super::root::root_edits;
use crate::source::Code;
use crate::text::FontBook;

/// What a drawing is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawingPurpose {
    /// A face of a card, with boxes and placeholders.
    Template,
    /// A symbol or a picture.
    Picture,
}

impl DrawingPurpose {
    /// The word for it in messages.
    pub fn word(self) -> &'static str {
        match self {
            DrawingPurpose::Template => "template",
            DrawingPurpose::Picture => "picture",
        }
    }
}

/// A drawing as plain SVG, for those who look for faults in it.
#[derive(Debug)]
pub struct PlainDrawing(Edited);

impl PlainDrawing {
    /// Reads a template or a picture; `None` for what cannot be read.
    pub fn read(source: &str, is_template: bool) -> Option<Self> {
        let kind = if is_template { DrawingPurpose::Template } else { DrawingPurpose::Picture };
        plain_svg(source, kind, None).ok().map(PlainDrawing)
    }

    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The byte of the file that byte `at` of the text stands for.
    pub fn original(&self, at: usize) -> usize {
        self.0.original(at)
    }
}

/// Turns a drawing of any program into plain SVG. Reading it again changes nothing. `fonts` say which of several families is meant;
/// without them it is the first.
///
/// # Errors
/// Where it is no XML, and what of it cannot be drawn as it is meant; ranges are bytes of `source`.
pub fn plain_svg(
    source: &str,
    kind: DrawingPurpose,
    fonts: Option<&FontBook>,
) -> Result<Edited, Vec<Violation>> {
    check_limits(source, kind.word()).map_err(|v| vec![v])?;
    let edits = without_document_type(source).map_err(|v| vec![v])?;
    let edited = Edited::unchanged(source).edit(edits);
    let edited = stage(edited, |text, document| match too_deep(document) {
        Some(deep) => Err(vec![deep]),
        None => element_edits(text, document, kind.word(), fonts),
    })?;
    stage(edited, |text, document| {
        let mut edits = root_edits(text, document, kind == DrawingPurpose::Template);
        if kind == DrawingPurpose::Template {
            edits.extend(definition_edits(text, document)?);
            edits.extend(label_edits(text, document)?);
            edits.extend(clip_edits(document));
        }
        Ok(edits)
    })
}

/// That a drawing is not too much to be parsed.
///
/// # Errors
/// The limit that it exceeds.
pub fn check_limits(source: &str, what: &str) -> Result<(), Violation> {
    if source.len() - sample_bytes(source) > MOST_SVG {
        let message = format!("the {what} is larger than {} MiB", MOST_SVG >> 20);
        let help = "simplify it, or put pictures into art/ as PNG or JPEG (Illustrator: without Preserve Illustrator Editing Capabilities)";
        return Err(Violation::new(0..0, message, help).code(Code::TooLarge));
    }
    over_limits(source).map_or(Ok(()), Err)
}

/// Bytes of the layer that `guides --sample` puts into a template: it is removed with the other guides, so it does not count.
fn sample_bytes(source: &str) -> usize {
    let layer = source.find("data-guide=\"sample\"");
    let layer = layer.map(|at| source[at..].find("</g>").unwrap_or(0));
    layer.unwrap_or(0).min(MOST_SVG)
}

/// Reads the text so far, and edits it.
fn stage(
    edited: Edited,
    edits: impl Fn(&str, &Document<'_>) -> Result<Vec<(std::ops::Range<usize>, String)>, Vec<Violation>>,
) -> Result<Edited, Vec<Violation>> {
    let found = match xml::parse_xml(&edited.text) {
        Ok(document) => edits(&edited.text, &document),
        Err(violation) => Err(vec![violation]),
    };
    match found {
        Ok(edits) => Ok(edited.edit(edits)),
        Err(found) => Err(found.into_iter().map(|v| v.in_original(&edited)).collect()),
    }
}
