//! Reads a list of fonts, `fonts.toml`, row by row, so that each fault is reported at its place; [`super::fonts`] loads the
//! files. Its schema is made here too.

use schemars::{Schema, json_schema};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::source::{
    Diagnostic, Diagnostics, FileId, Span, did_you_mean, error, is_language_tag, too_deep,
};

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
    json_schema!({
        "type": "object",
        "properties": {
            "font": {
                "type": "array",
                "items": {
                    "description": "A font: one file of one family. Other keys (licence, author) are let through.",
                    "type": "object",
                    "properties": {
                        "file": {
                            "description": "The font's file, a TTF or OTF beside this list.",
                            "type": "string",
                        },
                        "family": {
                            "description": "The family, as the font file itself and templates name it: \"Alegreya Sans\".",
                            "type": "string",
                        },
                        "weight": {
                            "description": "How heavy it is: 400 is regular, 700 is bold.",
                            "type": "integer",
                            "format": "uint16",
                            "minimum": 0,
                            "maximum": 65535,
                        },
                        "italic": { "description": "Whether it is slanted.", "type": "boolean" },
                        "lang": {
                            "description": "In this language (\"ja\"), letters that the templates' fonts lack are taken from it.",
                            "type": ["string", "null"],
                        },
                    },
                    "required": ["file", "family", "weight", "italic"],
                },
                "description": "The fonts.",
            },
        },
        "required": ["font"],
        "description": "The fonts of a game. Write `[[font]]` above each.",
    })
}

/// The keys of a row, and what each is.
const KEYS: [(&str, &str); 5] = [
    ("file", "file = \"MyFont-Regular.ttf\""),
    ("family", "family = \"My Font\""),
    ("weight", "weight = 400"),
    ("italic", "italic = false"),
    ("lang", "lang = \"ja\""),
];

/// Reads a list; rows in which something is wrong are reported and left out.
pub(super) fn read_list(file: FileId, text: &str, faults: &mut Diagnostics) -> Vec<FontRow> {
    if let Some(fault) = too_deep(file, text) {
        faults.push(fault);
        return Vec::new();
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let message = error.message().trim().replace('\n', ", ");
        let span = Span::new(file, error.span().unwrap_or(0..0));
        let help = "write `[[font]]` above each font, then `file`, `family`, `weight` and `italic`";
        faults.push(error!(Syntax, span, message, help));
    }
    if !errors.is_empty() {
        return Vec::new();
    }
    let mut rows = Vec::new();
    for (key, value) in table.into_inner() {
        let span = Span::new(file, key.span());
        let key = key.into_inner();
        if key != "font" {
            let shown = printable(&key);
            let help = match did_you_mean(&key, ["font"]) {
                Some(_) => "did you mean `[[font]]`?",
                None => "write `[[font]]` above each font, and nothing outside of them",
            };
            faults.push(error!(UnknownKey, span, "a list of fonts has no `{shown}`", help));
            continue;
        }
        match value.into_inner() {
            DeValue::Array(array) => {
                for row in array {
                    let whole = Span::new(file, row.span());
                    match row.into_inner() {
                        DeValue::Table(row) => rows.extend(read_row(file, whole, row, faults)),
                        _ => faults.push(no_row(whole)),
                    }
                }
            }
            _ => faults.push(no_row(span)),
        }
    }
    rows.sort_by_key(|row| row.file.1.start);
    rows
}

fn no_row(span: Span) -> Diagnostic {
    error!(
        Unreadable,
        span,
        "a font is not a table",
        "write `[[font]]`, in two pairs of brackets, above each font"
    )
}

fn read_row(
    file: FileId,
    whole: Span,
    row: DeTable<'_>,
    faults: &mut Diagnostics,
) -> Option<FontRow> {
    for key in row.keys() {
        let known = KEYS.iter().map(|(name, _)| *name);
        let name = key.get_ref().as_ref();
        let slip = known.clone().all(|k| k != name).then(|| did_you_mean(name, known.clone()));
        // Keys that we do not know are allowed, but not a misspelt one, whose real key is then missing.
        if let Some(near) = slip.flatten().filter(|near| !row.contains_key(*near)) {
            let (shown, span) = (printable(name), Span::new(file, key.span()));
            let help = format!("did you mean `{near}`?");
            faults.push(error!(UnknownKey, span, "a font has no `{shown}`", help));
            return None;
        }
    }
    let mut reader = RowReader { file, whole, row, faults };
    let name = reader.take("file", |v| v.as_str().map(str::to_owned));
    let family = reader.take("family", |v| v.as_str().map(|f| f.trim().to_owned()));
    let weight = reader.take("weight", weight_of);
    let italic = reader.take("italic", |v| v.as_bool());
    let lang = if reader.row.contains_key("lang") {
        Some(
            reader
                .take("lang", |v| v.as_str().filter(|tag| is_language_tag(tag)).map(str::to_owned))?
                .0,
        )
    } else {
        None
    };
    let row = FontRow { file: name?, family: family?, weight: weight?, italic: italic?, lang };
    if row.family.0.is_empty() || row.family.0.contains(['"', '\'', ',', '\\']) {
        let message = "the name of a family is empty, or has a quote, a comma or a backslash in it";
        let help = "write it as the font's own menu name, such as \"Alegreya Sans\"";
        faults.push(error!(Unreadable, row.family.1, message, help));
        return None;
    }
    Some(row)
}

fn weight_of(value: &DeValue<'_>) -> Option<u16> {
    let number = value.as_integer()?;
    let number = u16::from_str_radix(number.as_str(), number.radix()).ok()?;
    (1..=1000).contains(&number).then_some(number)
}

struct RowReader<'a, 'f> {
    file: FileId,
    whole: Span,
    row: DeTable<'a>,
    faults: &'f mut Diagnostics,
}

impl RowReader<'_, '_> {
    fn take<T>(
        &mut self,
        name: &str,
        read: impl Fn(&DeValue<'_>) -> Option<T>,
    ) -> Option<(T, Span)> {
        let example = KEYS.iter().find(|(key, _)| *key == name).map_or("", |k| k.1);
        let value: Option<&Spanned<DeValue<'_>>> = self.row.get(name);
        let Some(value) = value else {
            let help = format!("write, for instance, `{example}`");
            self.faults.push(error!(Unreadable, self.whole, "the font has no `{name}`", help));
            return None;
        };
        let span = Span::new(self.file, value.span());
        let found = read(value.get_ref());
        if found.is_none() {
            let help = match name {
                "weight" => "write a whole number from 1 to 1000: 400 is regular, 700 is bold",
                "italic" => "write `true` or `false`, without quotes",
                "lang" => "write the code of one language, in quotes: ja, zh-Hant",
                _ => "write it in quotes",
            };
            let message = format!("the font's `{name}` is not what it should be");
            self.faults.push(error!(Unreadable, span, message, help));
        }
        Some((found?, span))
    }
}

/// A key of a stranger's file, without control characters, which a terminal would act on.
fn printable(key: &str) -> String {
    key.replace(char::is_control, "\u{fffd}")
}
