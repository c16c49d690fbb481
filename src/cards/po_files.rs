//! Reads and writes translations as a PO file, for translators' programs. Texts come in, a PO file goes out, and back. Called
//! by `session::translating`. Format: the manual of GNU gettext, "The Format of PO Files".

use super::text_files::{TextLine, Translated, unix_lines};
use crate::source::{Code, Diagnostic, Diagnostics, FileId, Span};

/// A PO file.
#[derive(Debug, Clone)]
pub struct PoFile {
    /// What its header says of the language, if it does.
    pub language: Option<(String, Span)>,
    /// The entries that have a translation, each with its place in the file; fuzzy ones have none yet.
    pub entries: Vec<(Translated, Span)>,
}

/// The texts as a PO file of the language `code`; what an earlier file said of a changed text is marked fuzzy.
pub fn write_po(code: &str, lines: &[TextLine]) -> String {
    // Gettext writes `pt_BR` where the web writes `pt-BR`.
    let language = code.replace('-', "_");
    let mut po = format!(
        "msgid \"\"\nmsgstr \"\"\n\"Language: {language}\\n\"\n\"MIME-Version: 1.0\\n\"\n\
         \"Content-Type: text/plain; charset=UTF-8\\n\"\n\"Content-Transfer-Encoding: 8bit\\n\"\n"
    );
    for TextLine { text, earlier, .. } in lines {
        let fuzzy = text.translation.is_none() && !earlier.is_empty();
        let words = text.translation.as_ref().unwrap_or(earlier);
        po.push('\n');
        if fuzzy {
            po.push_str("#, fuzzy\n");
        }
        for (key, value) in PARTS.into_iter().zip([&text.place, &text.text, words]) {
            po.push_str(&format!("{key} \"{}\"\n", escaped(value)));
        }
    }
    po
}

fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    text.replace('\n', "\\n").replace('\t', "\\t")
}

/// Reads a PO file, whose text has no byte order mark and ends its lines as [`unix_lines`] does.
///
/// # Errors
/// A line that is none of a PO file, and entries with a plural.
pub fn read_po(file: FileId, text: &str) -> Result<PoFile, Diagnostics> {
    let mut po = PoFile {
        language: None,
        entries: Vec::new(),
    };
    let mut faults = Diagnostics::new();
    let mut entry = Entry::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let span = Span::new(file, at..at + line.trim_end().len());
        at += line.len();
        let line = line.trim();
        if line.is_empty() {
            entry.end(&mut po);
        } else if let Some(comment) = line.strip_prefix('#') {
            // A comment comes before its entry; an obsolete entry is all comment.
            if entry.has_words || comment.starts_with('~') {
                entry.end(&mut po);
            }
            entry.fuzzy |= comment.starts_with([',', '=']) && comment.contains("fuzzy");
        } else if let Some(message) = entry.read(line, span, &mut po) {
            let help = match message {
                PLURAL => "take the plural out: a text of a game is one sentence",
                _ => {
                    "a line is `msgctxt`, `msgid` or `msgstr` and words in quotes, or words in quotes that go on; \
                     `\\n`, `\\t`, `\\\"` and `\\\\` are what stands behind a backslash"
                }
            };
            faults.push(
                Diagnostic::error(Code::BadTranslation, message)
                    .at(span)
                    .help(help),
            );
        }
    }
    entry.end(&mut po);
    if faults.is_empty() {
        Ok(po)
    } else {
        Err(faults)
    }
}

/// An entry while it is read: context, original, translation.
#[derive(Default)]
struct Entry {
    parts: [String; 3],
    part: usize,
    fuzzy: bool,
    /// Whether its translation was met, so that the next original is that of another entry.
    has_words: bool,
    is_plural: bool,
    span: Option<Span>,
}

const PARTS: [&str; 3] = ["msgctxt", "msgid", "msgstr"];

const NO_LINE: &str = "this is no line of a PO file";
const PLURAL: &str = "this entry has a plural, which no text of a game has";

impl Entry {
    /// Reads a line of an entry, or the first of the next one; says what is wrong with it.
    fn read(&mut self, line: &str, span: Span, po: &mut PoFile) -> Option<&'static str> {
        if line.starts_with("msgid_plural") {
            self.is_plural = true;
            return Some(PLURAL);
        }
        let (word, rest) = line.split_at(line.find('"').unwrap_or(line.len()));
        let word = word.trim();
        match PARTS.iter().position(|part| *part == word) {
            Some(part) => {
                if self.has_words && part < PARTS.len() - 1 {
                    self.end(po);
                }
                self.part = part;
                self.has_words |= part == PARTS.len() - 1;
            }
            None if word.is_empty() => {}
            None if self.is_plural && word.starts_with("msgstr[") => {
                self.has_words = true;
                return None;
            }
            None => return Some(NO_LINE),
        }
        self.span.get_or_insert(span);
        match unescaped(rest) {
            Some(words) => self.parts[self.part].push_str(&words),
            None => return Some(NO_LINE),
        }
        None
    }

    fn end(&mut self, po: &mut PoFile) {
        let Entry {
            parts: [place, text, words],
            fuzzy,
            span,
            ..
        } = std::mem::take(self);
        let Some(span) = span else {
            return;
        };
        if place.is_empty() && text.is_empty() {
            let language = words.lines().find_map(|l| l.strip_prefix("Language:"));
            let language = language.map(str::trim).filter(|code| !code.is_empty());
            po.language = language.map(|code| (code.to_owned(), span));
        } else if !words.trim().is_empty() && !fuzzy {
            let text = Translated {
                place,
                text: unix_lines(&text),
                translation: Some(unix_lines(&words)),
            };
            po.entries.push((text, span));
        }
    }
}

/// The words between quotes; `None` when there are none, or for an unknown escape.
fn unescaped(quoted: &str) -> Option<String> {
    let inner = quoted.strip_prefix('"')?.strip_suffix('"')?;
    let mut words = String::with_capacity(inner.len());
    let mut signs = inner.chars();
    while let Some(c) = signs.next() {
        words.push(match c {
            '\\' => match signs.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                same @ ('"' | '\\' | '\'') => same,
                _ => return None,
            },
            '"' => return None,
            c => c,
        });
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Files;

    fn read(text: &str) -> Result<Vec<Translated>, Diagnostics> {
        let mut files = Files::new();
        let file = files.add("de.po", text);
        Ok(read_po(file, text)?
            .entries
            .into_iter()
            .map(|e| e.0)
            .collect())
    }

    #[test]
    fn what_is_written_is_read_back() {
        let line = |place: &str, words: Option<&str>, earlier: &str| TextLine {
            text: Translated {
                place: place.to_owned(),
                text: "Say \"no\"\\now:\nno".to_owned(),
                translation: words.map(str::to_owned),
            },
            earlier: earlier.to_owned(),
            others: Vec::new(),
        };
        let lines = [
            line("a/b.c", Some("Sag \"nein\":\n\tnein"), ""),
            line("d", None, ""),
            line("e", None, "Nein"),
        ];
        let po = write_po("pt-BR", &lines);
        assert!(po.contains("#, fuzzy\nmsgctxt \"e\""), "{po}");
        assert!(po.contains("Language: pt_BR"), "{po}");
        assert_eq!(read(&po).unwrap(), [lines[0].text.clone()]);
    }

    #[test]
    fn texts_over_several_lines_are_one_and_other_lines_are_told() {
        let po = "msgctxt \"a\"\nmsgid \"\"\n\"one \"\n\"two\"\nmsgstr \"eins \"\n\"zwei\"\n# next\nmsgctxt \"b\"\nmsgid \"x\"\nmsgstr \"y\"\n";
        let read_entries = read(po).unwrap();
        assert_eq!(read_entries[0].text, "one two");
        assert_eq!(read_entries[0].translation.as_deref(), Some("eins zwei"));
        assert_eq!(read_entries[1].place, "b");
        assert_eq!(read("msgid x\nnonsense\n").unwrap_err().iter().count(), 2);
        assert_eq!(
            read("msgid \"x\"\nmsgstr \"\\x63\"\n")
                .unwrap_err()
                .iter()
                .count(),
            1
        );
    }

    #[test]
    fn entries_end_where_the_next_one_begins() {
        let places =
            |po: &str| -> Vec<String> { read(po).unwrap().into_iter().map(|t| t.place).collect() };
        let (a, b) = (
            "msgctxt \"a\"\nmsgid \"A\"\nmsgstr \"1\"\n",
            "msgctxt \"b\"\nmsgid \"B\"\nmsgstr \"2\"\n",
        );
        assert_eq!(places(&format!("{a}{b}")), ["a", "b"]);
        assert_eq!(
            places(&format!("#~ msgid \"x\"\n#~ msgstr \"y\"\n{a}{b}")),
            ["a", "b"]
        );
        assert_eq!(
            places(&format!(
                "#, fuzzy\n#~ msgid \"x\"\n#~ msgstr \"y\"\n{a}#, fuzzy\n{b}"
            )),
            ["a"]
        );
        assert_eq!(
            places("msgid \"A\"\nmsgstr \"1\"\nmsgid \"B\"\nmsgstr \"2\"\n"),
            ["", ""]
        );
        let plural = "msgid \"A\"\nmsgid_plural \"As\"\nmsgstr[0] \"1\"\nmsgstr[1] \"2\"\n";
        assert_eq!(read(&format!("{plural}{a}")).unwrap_err().iter().count(), 1);
    }
}
