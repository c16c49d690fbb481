//! What is wrong between a deck and its templates, before a face is drawn.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::cards::{Deck, Face, Flow, Pack};
use crate::source::{Code, Diagnostic, Diagnostics, Files, Span, did_you_mean, list};
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

/// Fields that a template of the deck shows and no card has; keys of rows that none shows.
pub fn check_fields(
    pack: &Pack,
    deck: &Deck,
    templates: &[&Arc<Template>],
    faces: &[Face],
    faults: &mut Diagnostics,
) {
    let mut known: Vec<&str> = faces.iter().flat_map(Face::names).collect();
    known.sort_unstable();
    known.dedup();
    let mut astray = false;
    for template in templates {
        for (field, span) in &template.fields {
            if known.binary_search(&field.as_str()).is_ok() || faces.is_empty() {
                continue;
            }
            let help = match did_you_mean(field, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("give a card of deck `{}` the key `{field}`", deck.id),
            };
            let message = format!("no card of deck `{}` has the field `{field}`", deck.id);
            faults.push(
                Diagnostic::error(Code::UnknownField, message)
                    .at(*span)
                    .part(format!("{{{{{field}"))
                    .part(format!("=\"{field}\""))
                    .help(help),
            );
            astray = true;
        }
    }
    // A slip in the template would be told once more for each card whose key it meant.
    if astray {
        return;
    }
    // A join makes `region` used when the template shows `region.name`.
    let shown = |key: &str| {
        templates.iter().any(|t| {
            let mut fields = t.of_use.iter();
            fields.any(|f| f == key || f.strip_prefix(key).is_some_and(|r| r.starts_with('.')))
        })
    };
    let read = pack.read_keys(deck);
    for (row, face) in deck.rows.iter().zip(faces) {
        if faults.is_full() {
            return;
        }
        for (key, value) in &row.table.entries {
            let name = key.name.as_str();
            let told = faults.iter().any(|d| d.span == Some(value.span));
            if name == "id" || name == "name" || told || read.iter().any(|r| r == name) {
                continue;
            }
            if shown(name) {
                if value.text().is_some_and(|text| text != face.text(name)) {
                    let message =
                        format!("`{name}` is made from other keys: what stands here is not shown");
                    let help = "take it away, or change the keys that it is made from";
                    faults.push(
                        Diagnostic::error(Code::NeverShown, message)
                            .at(key.span)
                            .help(help),
                    );
                }
                continue;
            }
            let fields: Vec<&str> = templates
                .iter()
                .flat_map(|t| t.fields.keys())
                .map(String::as_str)
                .filter(|f| !f.contains('.'))
                .chain(["copies"])
                .chain(read.iter().map(String::as_str))
                .collect();
            let help = match did_you_mean(name, fields.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "show it in {} as {{{{{name}}}}}, or call it `note`",
                    list([deck.template.as_str()])
                ),
            };
            let message = format!("unknown key `{name}`: no template of the deck shows it");
            faults.push(
                Diagnostic::error(Code::NeverShown, message)
                    .at(key.span)
                    .help(help),
            );
        }
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
