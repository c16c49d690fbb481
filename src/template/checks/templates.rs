//! Checks the fonts, the fixed words and the flowing text of a deck's templates. A deck and its compiled templates come in,
//! diagnostics go out. Called by `renderer` before a face is drawn.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::cards::{Flow, Pack};
use crate::source::{Diagnostics, Files, Span, error};
use crate::text::{
    FontBook, Language, PartKind, Rich, Style, TextBlock, TextColumn, TextPart, Typesetter,
    missing_faces, missing_glyphs,
};

use super::super::compile::compiled::Template;

/// Reads the lists of fonts, for words in the game's language.
pub fn open_fonts(pack: &Pack, files: &mut Files, faults: &mut Diagnostics) -> Option<FontBook> {
    let mut book = match FontBook::open(&pack.folder, files) {
        Ok(book) => book,
        Err(more) => {
            faults.append(more);
            return None;
        }
    };
    faults.append(book.warnings().clone());
    if let Some((tag, span)) = &pack.game.lang {
        match Language::find(tag) {
            Ok(language) => book.set_language(language),
            // The translation itself shows that there is such a language.
            Err(_) if pack.folder.language().is_some() => {
                book.set_language(Language::plain(tag));
            }
            Err(help) => {
                faults.push(error!(BadChoice, *span, "the language `{tag}` is unknown", help));
            }
        }
    }
    Some(book)
}

/// Loads the fonts that the templates name; reports those that there are not.
pub fn load_fonts(
    pack: &Pack,
    templates: &BTreeMap<String, Arc<Template>>,
    book: &mut FontBook,
    faults: &mut Diagnostics,
) {
    for template in templates.values() {
        for ((family, weight, italic), span) in &template.fonts {
            if let Err(fault) = book.load(family) {
                let family = format!("\"{family}\"");
                faults.push(fault.or_at(Some(*span)).part(family));
                continue;
            }
            if let Err(fault) = book.check_face(family, *weight, *italic) {
                faults.push(
                    fault
                        .at(*span)
                        .part(format!("data-weight=\"{weight}\""))
                        .part(format!("font-weight=\"{weight}\""))
                        .part(format!("\"{family}\"")),
                );
            }
        }
    }
    if let Some((tag, span)) = &pack.game.lang
        && let Err(fault) = book.load_stand_ins(tag)
    {
        faults.push(fault.or_at(Some(*span)));
    }
}

/// Words of the templates themselves must have glyphs, too.
pub fn check_fixed_words<'a>(
    templates: impl Iterator<Item = &'a Arc<Template>>,
    fonts: &Arc<FontBook>,
    faults: &mut Diagnostics,
) {
    let mut setter = Typesetter::new(fonts.clone());
    for template in templates {
        for (words, (family, weight, italic), span) in &template.fixed_words {
            let style = Style::plain(family, *weight, *italic, 10.0);
            let mut shaped = setter.shape(&Rich::plain(words), &style);
            let block = setter.set(&mut shaped, 10_000.0, 10.0);
            if let Some(fault) = missing_glyphs(family, &block.missing) {
                faults.push(fault.at(*span));
            }
        }
    }
}

/// Bold and italic words of a flowing text in a family that has no such face.
pub fn check_flow_faces(
    text: &Flow,
    parts: &[TextPart],
    style: &Style,
    book: &FontBook,
    faults: &mut Diagnostics,
) {
    let mut told: Vec<String> = Vec::new();
    for part in parts {
        let cells = match &part.kind {
            PartKind::Title | PartKind::Heading | PartKind::Subheading => continue,
            PartKind::Table(table) => table.rows.iter().flatten().collect(),
            _ => vec![&part.rich],
        };
        let span = Span::new(text.file, part.place.clone());
        for missing in cells.into_iter().flat_map(|rich| missing_faces(rich, style, book)) {
            if !told.contains(&missing.message) {
                told.push(missing.message.clone());
                faults.push(missing.at(span));
            }
        }
    }
}

/// Signs of a flowing text that the font lacks, and paragraphs that are higher than their column.
pub fn check_flow(
    text: &Flow,
    pages: &[Vec<TextBlock>],
    columns: &[TextColumn],
    family: &str,
    faults: &mut Diagnostics,
) {
    for (block, column) in pages.iter().flat_map(|page| page.iter().zip(columns)) {
        for c in &block.missing {
            let at = text.text.find(*c).unwrap_or(0);
            let fault = missing_glyphs(family, &[*c]);
            let span = Span::new(text.file, at..at + c.len_utf8());
            if let Some(fault) = fault {
                faults.push(fault.at(span));
            }
        }
        let too_wide = block.width > column.width + 0.01;
        if too_wide || block.height > column.height + 0.01 {
            let (what, needs, has) = if too_wide {
                ("a word is wider than its column", block.width, column.width)
            } else {
                ("a paragraph does not fit its column", block.height, column.height)
            };
            let widest = block.runs.iter().max_by(|a, b| a.width.total_cmp(&b.width));
            let run = if too_wide { widest } else { block.runs.first() };
            let words = run.map_or("", |run| run.text.trim());
            let fault = error!(
                Overflow,
                Span::new(text.file, 0..text.text.len()),
                "{what} (needs {needs:.1} mm, has {has:.1} mm)",
                "split it, or give the column more room in the template"
            );
            faults.push(fault.part(words));
        }
    }
}
