//! Translations as files for people who translate: CSV for spreadsheets, PO for programs that are made for it.

use super::grid::{self, Cell, Wish};
use crate::source::{Code, Diagnostic, Diagnostics, FileId, Files, Span};

/// The column for earlier translations, which may be missing.
const EARLIER: &str = "earlier";

/// The columns of a file of translations.
pub const COLUMNS: [&str; 3] = ["where", "text", "translation"];

/// A text of the game, and what it is in another language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translated {
    /// `game/title`, `gear/rope.name`, `templates/gear.svg`.
    pub place: String,
    pub text: String,
    /// None when it was not translated, or the original has changed since.
    pub translation: Option<String>,
}

/// A row of a CSV file.
#[derive(Debug, Clone)]
pub struct TextRow {
    pub place: String,
    pub place_span: Span,
    pub text: String,
    /// Empty when there is none yet.
    pub translation: String,
    pub translation_span: Span,
    /// What it was when the text was another one.
    pub earlier: String,
}

/// The rows of a CSV file of translations.
///
/// # Errors
/// What is no CSV, a first line that does not name the columns, and rows without a place.
pub fn read_csv_texts(
    label: &str,
    bytes: Vec<u8>,
    files: &mut Files,
) -> Result<(FileId, Vec<TextRow>), Diagnostics> {
    let wish = Wish {
        sheet: None,
        delimiter: None,
    };
    let grid = grid::read(label, bytes, wish, files)?;
    let file = grid.file;
    let mut lines = grid.lines.iter().filter(|line| !line.is_head());
    let header = lines.next();
    let column = |name: &str| {
        let named = |cell: &&Cell| cell.text.trim() == name;
        header.and_then(|line| line.cells.iter().find(named).map(|cell| cell.column))
    };
    let [Some(place), Some(text), Some(translation)] = COLUMNS.map(column) else {
        let message = "the first line does not name the columns `where`, `text` and `translation`";
        let fault = Diagnostic::error(Code::BadTranslation, message).at(Span::new(file, 0..0));
        return Err(fault
            .help("write it as `deckproof translate export` does")
            .into());
    };
    let earlier = column(EARLIER);
    let (mut rows, mut faults) = (Vec::new(), Diagnostics::new());
    for line in lines {
        let cell = |column| line.cells.iter().find(|cell| cell.column == column);
        let words = |column| cell(column).map_or(String::new(), |cell| cell.text.clone());
        let Some(named) = cell(place) else {
            let span = cell(translation).map_or(line.span(file), |cell| cell.span(file));
            let message = "the row does not say where its text stands";
            let fault = Diagnostic::error(Code::BadTranslation, message).at(span);
            faults.push(fault.help(
                "copy the place from a new `deckproof translate export`, or take the row out",
            ));
            continue;
        };
        rows.push(TextRow {
            place: named.text.trim().to_owned(),
            place_span: named.span(file),
            text: words(text),
            translation: words(translation),
            translation_span: cell(translation).map_or(named.span(file), |cell| cell.span(file)),
            earlier: earlier.map_or(String::new(), words),
        });
    }
    match faults.is_empty() {
        true => Ok((file, rows)),
        false => Err(faults),
    }
}

/// The columns of the CSV file, a row for each text. `old` gives what an earlier file said of a text that has changed since.
pub fn write_csv_texts(texts: &[Translated], old: &dyn Fn(&str) -> String) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let header = COLUMNS.into_iter().chain([EARLIER]);
    // Memory takes every record.
    let _ = writer.write_record(header);
    for text in texts {
        let words = text.translation.as_deref().unwrap_or_default();
        let earlier = match text.translation {
            Some(_) => String::new(),
            None => old(&text.place),
        };
        let _ = writer.write_record([&text.place, &text.text, words, &earlier]);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// The texts as a PO file of the language `code`; what an earlier file said of a changed text is marked fuzzy.
pub fn write_po(code: &str, texts: &[Translated], old: &dyn Fn(&str) -> String) -> String {
    let mut po = format!(
        "msgid \"\"\nmsgstr \"\"\n\"Language: {code}\\n\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n\
         \"Content-Transfer-Encoding: 8bit\\n\"\n"
    );
    for text in texts {
        let (words, fuzzy) = match &text.translation {
            Some(words) => (words.clone(), false),
            None => {
                let earlier = old(&text.place);
                let fuzzy = !earlier.is_empty();
                (earlier, fuzzy)
            }
        };
        po.push('\n');
        if fuzzy {
            po.push_str("#, fuzzy\n");
        }
        for (key, value) in [
            ("msgctxt", &text.place),
            ("msgid", &text.text),
            ("msgstr", &words),
        ] {
            po.push_str(&format!("{key} \"{}\"\n", escaped(value)));
        }
    }
    po
}

fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    text.replace('\n', "\\n")
        .replace('\t', "\\t")
        .replace('\r', "\\r")
}

/// The entries of a PO file that have a translation; fuzzy ones have none yet.
///
/// # Errors
/// A line that is none of a PO file.
pub fn read_po(file: FileId, text: &str) -> Result<Vec<Translated>, Diagnostics> {
    let mut entries = Vec::new();
    let mut faults = Diagnostics::new();
    let mut entry = Entry::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let span = Span::new(file, at..at + line.trim_end().len());
        at += line.len();
        let line = line.trim();
        if line.is_empty() {
            entry.end(&mut entries);
        } else if let Some(comment) = line.strip_prefix('#') {
            // Comments stand before what they speak of.
            if entry.has_words {
                entry.end(&mut entries);
            }
            entry.skipped |=
                comment.starts_with('~') || comment.contains("fuzzy") && comment.starts_with(',');
        } else if entry.read(line).is_none() {
            let message = "this is no line of a PO file";
            let help = "a line is `msgctxt`, `msgid` or `msgstr` and words in quotes, or words in quotes that go on";
            faults.push(
                Diagnostic::error(Code::BadTranslation, message)
                    .at(span)
                    .help(help),
            );
        }
    }
    entry.end(&mut entries);
    match faults.is_empty() {
        true => Ok(entries),
        false => Err(faults),
    }
}

/// An entry while it is read: context, original, translation.
#[derive(Default)]
struct Entry {
    parts: [String; 3],
    part: usize,
    skipped: bool,
    has_words: bool,
}

const PARTS: [&str; 3] = ["msgctxt", "msgid", "msgstr"];

impl Entry {
    /// Reads a line; `None` when it is none.
    fn read(&mut self, line: &str) -> Option<()> {
        let mut quoted = line;
        for (part, key) in PARTS.into_iter().enumerate() {
            if let Some(rest) = line.strip_prefix(key) {
                self.part = part;
                self.has_words |= part == PARTS.len() - 1;
                quoted = rest.trim_start();
            }
        }
        let inner = quoted.strip_prefix('"')?.strip_suffix('"')?;
        let mut signs = inner.chars();
        while let Some(c) = signs.next() {
            let c = match c {
                '\\' => match signs.next()? {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    other => other,
                },
                '"' => return None,
                c => c,
            };
            self.parts[self.part].push(c);
        }
        Some(())
    }

    fn end(&mut self, entries: &mut Vec<Translated>) {
        let Entry {
            parts: [place, text, words],
            skipped,
            ..
        } = std::mem::take(self);
        if !place.is_empty() && !words.trim().is_empty() && !skipped {
            entries.push(Translated {
                place,
                text,
                translation: Some(words),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Files;

    fn read(text: &str) -> Result<Vec<Translated>, Diagnostics> {
        let mut files = Files::new();
        let file = files.add("de.po", text);
        read_po(file, text)
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = |place: &str, words: Option<&str>| Translated {
            place: place.to_owned(),
            text: "Say \"no\"\\now:\nno".to_owned(),
            translation: words.map(str::to_owned),
        };
        let texts = [
            text("a/b.c", Some("Sag \"nein\":\n\tnein")),
            text("d", None),
            text("e", None),
        ];
        let old = |place: &str| {
            if place == "e" {
                "Nein".to_owned()
            } else {
                String::new()
            }
        };
        let po = write_po("de", &texts, &old);
        assert!(po.contains("#, fuzzy\nmsgctxt \"e\""), "{po}");
        assert_eq!(read(&po).unwrap(), texts[..1]);
        assert_eq!(read(&po.replace('\n', "\r\n")).unwrap(), texts[..1]);
    }

    #[test]
    fn texts_over_several_lines_are_one_and_other_lines_are_told() {
        let po = "msgctxt \"a\"\nmsgid \"\"\n\"one \"\n\"two\"\nmsgstr \"eins \"\n\"zwei\"\n# next\nmsgctxt \"b\"\nmsgid \"x\"\nmsgstr \"y\"\n";
        let read_entries = read(po).unwrap();
        assert_eq!(read_entries[0].text, "one two");
        assert_eq!(read_entries[0].translation.as_deref(), Some("eins zwei"));
        assert_eq!(read_entries[1].place, "b");
        assert_eq!(read("msgid x\nnonsense\n").unwrap_err().iter().count(), 2);
    }
}
