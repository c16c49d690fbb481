//! Reads `ignore`, `columns` and `skip` of a deck: which columns of its sheet, or keys of its cards, to leave out, which key each
//! other column is, and which rows aren't cards. A table comes in, [`Columns`] go out. Called by `deck`, `sheet_rows` and the command `import`.
//!
//! ```toml
//! ignore = ["Power Rating", "playtest *"]   # `*` is any words
//! columns = { "Card Name" = "name" }
//! skip = "status=draft or name starts with ---"
//! ```

use super::expression::{Condition, read_condition};
use super::face::Face;
use super::read::Reader;
use super::value::TomlTable;
use crate::source::{Code, Diagnostic, Diagnostics, Span, did_you_mean, list_words};

/// What people call the column that says how many there are of each card, as keys.
pub const COUNTS: [&str; 16] = [
    "qty", "quantity", "count", "amount", "number", "copy", "copys", "num", "times", "anzahl",
    "menge", "kopien", "nombre", "quantite", "cantidad", "aantal",
];

/// What a deck says of the columns of its sheet.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    ignore: Vec<(String, Span)>,
    /// Headings and the keys that they are.
    keys: Vec<(String, String, Span)>,
    skip: Option<(Condition, Span)>,
}

impl Columns {
    /// Reads `ignore` and `columns` of a deck.
    pub(super) fn read(r: &mut Reader<'_, '_>) -> Self {
        let mut columns = Columns::default();
        for (pattern, span) in r.strings("ignore").unwrap_or_default() {
            if matches!(plain(&pattern).as_str(), "name" | "copies" | "id") {
                let message = format!("`{pattern}` cannot be ignored: every deck reads it");
                let help = "take it out of `ignore`, or call the column otherwise";
                r.report(
                    Diagnostic::error(Code::BadIgnore, message)
                        .at(span)
                        .help(help),
                );
                continue;
            }
            columns.ignore.push((pattern, span));
        }
        let keys = r.table("columns").map(|(table, _)| table);
        for (heading, key) in keys.iter().flat_map(|table| &table.entries) {
            match key.as_str().map(str::trim) {
                Some(word) if !word.is_empty() => {
                    let heading_span = heading.span;
                    let heading = heading.name.clone();
                    columns.keys.push((heading, word.to_owned(), heading_span));
                }
                _ => {
                    let message = format!("`{}` of [columns] is no key", heading.name);
                    let help =
                        "write the key that the column is, in quotes: `\"Card Name\" = \"name\"`";
                    r.report(
                        Diagnostic::error(Code::WrongType, message)
                            .at(key.span)
                            .help(help),
                    );
                }
            }
        }
        if let Some((text, span)) = r.name("skip") {
            match read_condition(&text) {
                Ok(condition) => columns.skip = Some((condition, span)),
                Err(fault) => r.report(
                    Diagnostic::error(Code::Placeholder, format!("`skip`: {}", fault.message))
                        .at(span)
                        .help(fault.help),
                ),
            }
        }
        columns
    }

    /// Whether a row isn't a card, by its cells and their headings.
    ///
    /// # Errors
    /// When `skip` can't be worked out for it.
    pub(super) fn skips(&self, cells: &[(&str, &str)]) -> Result<bool, Diagnostic> {
        let Some((condition, span)) = &self.skip else {
            return Ok(false);
        };
        let mut row = Face::default();
        for field in condition.names() {
            let cell = cells.iter().find(|(heading, _)| same(heading, &field.name));
            row.set(&field.name, cell.map_or("", |(_, words)| *words), None);
        }
        condition.holds(&row, "").map_err(|fault| {
            Diagnostic::error(Code::NotANumber, format!("`skip`: {}", fault.message))
                .at(*span)
                .help("compare a column of words with `=`, in quotes if there are several")
        })
    }

    /// Whether nothing is read of a column with this heading, or of a key of this name.
    pub fn ignores(&self, heading: &str) -> bool {
        self.ignore
            .iter()
            .any(|(pattern, _)| covers(pattern, heading))
    }

    /// The key that a heading is said to be.
    pub fn key(&self, heading: &str) -> Option<&str> {
        let found = self.keys.iter().find(|(known, ..)| same(known, heading));
        found.map(|(_, key, _)| key.as_str())
    }

    /// Reports patterns of `ignore` that cover none of these headings or keys.
    pub(super) fn check_ignored(&self, headings: &[&str], faults: &mut Diagnostics) {
        for (pattern, span) in &self.ignore {
            if !headings.iter().any(|heading| covers(pattern, heading)) {
                let message = format!("`ignore` names `{pattern}`, which the cards do not have");
                let near = did_you_mean(pattern, headings.iter().copied());
                let help = near.map_or("take it out of `ignore`".to_owned(), meant);
                faults.push(
                    Diagnostic::warning(Code::BadIgnore, message)
                        .at(*span)
                        .help(help),
                );
            }
        }
    }

    /// Reports headings of `columns` and `skip` that are none of these.
    pub(super) fn check_keys(&self, headings: &[&str], faults: &mut Diagnostics) {
        let keys = self.keys.iter().map(|(known, _, span)| (known, span));
        let skip = self.skip.iter();
        let asked =
            skip.flat_map(|(skip, span)| skip.names().into_iter().map(move |n| (&n.name, span)));
        for (known, span) in keys.chain(asked) {
            if !headings.iter().any(|heading| same(known, heading)) {
                let message = format!("the sheet has no column `{known}`");
                let shown = list_words(headings.iter().take(12).copied());
                let near = did_you_mean(known, headings.iter().copied());
                let help = near.map_or(format!("it has {shown}"), meant);
                faults.push(
                    Diagnostic::error(Code::SheetHeading, message)
                        .at(*span)
                        .help(help),
                );
            }
        }
    }

    /// A row without the keys that are ignored.
    pub(super) fn without_ignored(&self, row: &TomlTable) -> TomlTable {
        let kept = row
            .entries
            .iter()
            .filter(|(key, _)| !self.ignores(&key.name));
        TomlTable {
            entries: kept.cloned().collect(),
        }
    }
}

fn meant(near: &str) -> String {
    format!("did you mean `{near}`?")
}

/// Whether two headings are the same to a reader.
fn same(a: &str, b: &str) -> bool {
    a.trim() == b.trim() || (a.contains(char::is_alphanumeric) && plain(a) == plain(b))
}

/// Small letters and digits, single dashes for all else.
fn plain(heading: &str) -> String {
    let mut plain = String::new();
    for c in heading.trim().to_lowercase().chars() {
        if c.is_alphanumeric() {
            plain.push(c);
        } else if !plain.ends_with('-') {
            plain.push('-');
        }
    }
    plain
}

/// Whether a pattern, in which `*` is any words, covers a heading.
fn covers(pattern: &str, heading: &str) -> bool {
    if !pattern.contains('*') {
        return same(pattern, heading);
    }
    let heading = plain(heading);
    let pieces: Vec<String> = pattern.trim().split('*').map(plain_piece).collect();
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
        return false;
    };
    let Some(mut rest) = heading.strip_prefix(first.as_str()) else {
        return false;
    };
    for piece in &pieces[1..pieces.len() - 1] {
        let Some(at) = rest.find(piece.as_str()) else {
            return false;
        };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last.as_str())
}

/// As [`plain`], blanks at the ends kept: `playtest *` does not cover `playtester`.
fn plain_piece(piece: &str) -> String {
    let mut text = plain(piece);
    let blank = |c: Option<char>| c.is_some_and(char::is_whitespace);
    if blank(piece.chars().next()) && !text.starts_with('-') {
        text.insert(0, '-');
    }
    if blank(piece.chars().last()) && !text.ends_with('-') {
        text.push('-');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_covers_headings_as_people_write_them() {
        for (pattern, heading) in [
            ("power rating", "Power Rating"),
            ("Power Rating", "power-rating"),
            ("playtest *", "Playtest Notes (May)"),
            ("*", "anything"),
            ("*prompt", "art prompt"),
            ("art * (old)", "Art Prompt (old)"),
            ("a*b*c", "a b b c"),
            ("★", "★"),
            ("Größe *", "größe 2"),
        ] {
            assert!(
                covers(pattern, heading),
                "{pattern} does not cover {heading}"
            );
        }
        for (pattern, heading) in [
            ("power", "power rating"),
            ("playtest *", "playtester"),
            ("playtest *", "playtest"),
            ("a*a", "a"),
            ("★", "☆"),
        ] {
            assert!(!covers(pattern, heading), "{pattern} covers {heading}");
        }
    }
}
