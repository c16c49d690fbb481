//! Reads a list of fonts, `fonts.toml`, row by row, so that each fault is reported at its place; [`super::fonts`] loads the
//! files. Its schema is made here too.

use std::ops::RangeInclusive;

use schemars::Schema;

use crate::cards::schema::{Keys, flag, list, text, whole};
use crate::cards::{Reader, TomlTable, parse_toml};
use crate::source::{Diagnostics, FileId, Span, error, is_language_tag};

/// How heavy a font can be.
const WEIGHTS: RangeInclusive<i64> = 1..=1000;

/// A row of a list: a font file, and what templates call it.
#[derive(Debug, Clone)]
pub(super) struct FontRow {
    pub file: (String, Span),
    pub family: (String, Span),
    pub weight: (u16, Span),
    pub italic: (bool, Span),
    /// The language in which it stands in for the fonts of the templates.
    pub lang: Option<String>,
}

/// The schema of a list of fonts, for editors.
pub fn fonts_schema() -> Schema {
    let font = "A font: one file of one family. Other keys (licence, author) are let through.";
    let family = "The family, as the font file itself and templates name it: \"Alegreya Sans\".";
    let lang =
        "In this language (\"ja\"), letters that the templates' fonts lack are taken from it.";
    let font = Keys::new(font)
        .must("file", text("The font's file, a TTF or OTF beside this list."))
        .must("family", text(family))
        .must("weight", whole("How heavy it is: 400 is regular, 700 is bold.", WEIGHTS))
        .must("italic", flag("Whether it is slanted."))
        .may("lang", text(lang))
        .open();
    let about = "The fonts of a game. Write `[[font]]` above each.";
    Keys::new(about).must("font", list("The fonts.", font.table())).table()
}

/// Reads a list; rows in which something is wrong are reported and left out.
pub(super) fn read_list(file: FileId, list: &str, faults: &mut Diagnostics) -> Vec<FontRow> {
    let Some(table) = parse_toml(file, list, faults) else {
        return Vec::new();
    };
    let mut r = Reader::new(&table, Span::new(file, 0..0), "a list of fonts", faults);
    let rows = r.tables("font");
    r.finish();
    rows.into_iter().filter_map(|(row, span)| read_row(row, span, faults)).collect()
}

fn read_row(row: &TomlTable, span: Span, faults: &mut Diagnostics) -> Option<FontRow> {
    let mut r = Reader::new(row, span, "a font", faults);
    for (key, example) in [
        ("file", "\"MyFont-Regular.ttf\""),
        ("family", "\"My Font\""),
        ("weight", "400"),
        ("italic", "false"),
    ] {
        r.need(key, example);
    }
    let [file, family, lang] = ["file", "family", "lang"].map(|key| r.string(key));
    let (weight, italic) = (r.integer("weight", WEIGHTS), r.boolean("italic"));
    r.finish_open();
    if let Some((_, at)) = lang.as_ref().filter(|(tag, _)| !is_language_tag(tag)) {
        let help = "write the code of one language, in quotes: ja, zh-Hant";
        faults.push(error!(Unreadable, *at, "`lang` of a font is no language", help));
        return None;
    }
    let (family, at) = family?;
    let family = family.trim().to_owned();
    if family.is_empty() || family.contains(['"', '\'', ',', '\\']) {
        let message = "the name of a family is empty, or has a quote, a comma or a backslash in it";
        let help = "write it as the font's own menu name, such as \"Alegreya Sans\"";
        faults.push(error!(Unreadable, at, message, help));
        return None;
    }
    let (weight, weight_at) = weight?;
    Some(FontRow {
        file: file?,
        family: (family, at),
        weight: (u16::try_from(weight).ok()?, weight_at),
        italic: (italic, row.get("italic")?.span),
        lang: lang.map(|(tag, _)| tag),
    })
}
