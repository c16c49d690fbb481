//! What is wrong between a deck and its templates, before a face is drawn.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::cards::{Flow, Pack};
use crate::source::{Code, Diagnostic, Diagnostics, Files, Span};
use crate::text::{Block, Column, FontBook, Rich, Style, Typesetter};

use super::compiled::Template;

/// Loads the fonts that the templates name; reports those that there are not.
pub fn load_fonts(
    pack: &Pack,
    templates: &BTreeMap<String, Arc<Template>>,
    files: &mut Files,
    faults: &mut Diagnostics,
) -> Option<FontBook> {
    let mut book = match FontBook::open(&pack.folder, files) {
        Ok(book) => book,
        Err(fault) => {
            faults.push(fault);
            return None;
        }
    };
    for template in templates.values() {
        for ((family, weight, italic), span) in &template.fonts {
            if let Err(fault) = book.load(family) {
                let family = format!("\"{family}\"");
                faults.push(fault.or_at(Some(*span)).part(family));
                continue;
            }
            if book.find(family, *weight, *italic).is_none() {
                let weights = book.weights(family, *italic);
                let weights: Vec<String> = weights.iter().map(u16::to_string).collect();
                let slant = if *italic { " italic" } else { "" };
                let message = format!("the font `{family}` has no weight {weight}{slant}");
                let help = match weights.is_empty() {
                    true => format!("it has no{slant} face"),
                    false => format!("it has {}{slant}", weights.join(", ")),
                };
                faults.push(
                    Diagnostic::error(Code::FontWeight, message)
                        .at(*span)
                        .part(format!("data-weight=\"{weight}\""))
                        .part(format!("font-weight=\"{weight}\""))
                        .part(format!("\"{family}\""))
                        .help(help),
                );
            }
        }
    }
    Some(book)
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
            let style = Style {
                family: family.clone(),
                weight: *weight,
                italic: *italic,
                size: 10.0,
                line: 1.0,
                gap: 0.0,
                spacing: 0.0,
                align: crate::text::Align::Left,
            };
            let mut shaped = setter.shape(&Rich::plain(words), &style);
            let block = setter.set(&mut shaped, 10_000.0, 10.0);
            if let Some(c) = block.missing.first() {
                let code = *c as u32;
                let message = format!("the font `{family}` has no glyph for `{c}` (U+{code:04X})");
                let help = "write it with other letters, or draw it as a symbol";
                faults.push(
                    Diagnostic::error(Code::MissingGlyph, message)
                        .at(*span)
                        .part(*c)
                        .help(help),
                );
            }
        }
    }
}

/// Signs of a flowing text that the font lacks, and paragraphs that are higher than their column.
pub fn check_flow(
    text: &Flow,
    pages: &[Vec<Block>],
    columns: &[Column],
    family: &str,
    faults: &mut Diagnostics,
) {
    for (block, column) in pages.iter().flat_map(|page| page.iter().zip(columns)) {
        for c in &block.missing {
            let at = text.text.find(*c).unwrap_or(0);
            let code = *c as u32;
            let message = format!("the font `{family}` has no glyph for `{c}` (U+{code:04X})");
            faults.push(
                Diagnostic::error(Code::MissingGlyph, message)
                    .at(Span::new(text.file, at..at + c.len_utf8()))
                    .help("write it with other letters, draw a symbol, or use another font"),
            );
        }
        let too_wide = block.width > column.width + 0.01;
        if too_wide || block.height > column.height + 0.01 {
            let message = match too_wide {
                true => format!(
                    "a word is wider than its column (needs {:.1} mm, has {:.1} mm)",
                    block.width, column.width
                ),
                false => format!(
                    "a paragraph does not fit its column (needs {:.1} mm, has {:.1} mm)",
                    block.height, column.height
                ),
            };
            let widest = block.runs.iter().max_by(|a, b| a.width.total_cmp(&b.width));
            let run = if too_wide { widest } else { block.runs.first() };
            let words = run.map_or("", |run| run.text.trim());
            faults.push(
                Diagnostic::error(Code::Overflow, message)
                    .at(Span::new(text.file, 0..text.text.len()))
                    .part(words)
                    .help("split it, or give the column more room in the template"),
            );
        }
    }
}
