//! Reads `ignore`, `columns` and `skip` of a deck: which columns of its sheet, or keys of its cards, to leave out, which key each
//! other column is, and which rows aren't cards. A table comes in, [`Columns`] go out. Called by `deck`, `sheet_rows` and the command `import`.
//!
//! ```toml
//! ignore = ["Power Rating", "playtest *"]   # `*` is any words
//! columns = { "Card Name" = "name" }
//! skip = "status=draft or name starts with ---"
//! ```

use std::collections::BTreeMap;

use super::deck::slug;
use super::deck_writing::toml_string;
use super::expression::{Condition, read_condition};
use super::face::Face;
use super::read::Reader;
use super::value::TomlTable;
use crate::source::{Diagnostic, Diagnostics, Span, did_you_mean_or, error, list_words, warning};

/// What people call the column that says how many there are of each card, as keys.
const COUNTS: [&str; 19] = [
    "qty", "quantity", "count", "amount", "number", "copy", "copys", "num", "times", "anzahl",
    "menge", "kopien", "nombre", "quantite", "cantidad", "aantal", "stuck", "stk", "how-many",
];

/// Whether a heading may be that of the number of copies: `Qty.`, `#`, `No. of cards`.
pub fn may_be_copies(heading: &str) -> bool {
    let key = slug(heading);
    let ends = ["of-copies", "of-cards"];
    let is_count = COUNTS.contains(&key.as_str()) || ends.iter().any(|end| key.ends_with(end));
    is_count || heading.trim() == "#"
}

/// The condition that a column holds these words: `name='Total'`.
pub fn holds_words(key: &str, words: &str) -> String {
    let quote = if words.contains('\'') { '"' } else { '\'' };
    format!("{key}={quote}{words}{quote}")
}

/// Conditions of one advised line.
const MOST_ADVISED: usize = 12;

/// What a deck says of the columns of its sheet.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    ignore: Vec<(String, Span)>,
    /// Headings and the keys that they are.
    keys: Vec<(String, String, Span)>,
    /// As it is written, too.
    skip: Option<(Condition, String, Span)>,
    /// The keys of the sheet's columns, and their headings.
    pub(super) headings: BTreeMap<String, String>,
}

impl Columns {
    /// Reads `ignore` and `columns` of a deck.
    pub(super) fn read(r: &mut Reader<'_, '_>) -> Self {
        let mut columns = Columns::default();
        for (pattern, span) in r.strings("ignore").unwrap_or_default() {
            if matches!(plain(&pattern).as_str(), "name" | "copies" | "id") {
                r.report(error!(
                    BadIgnore,
                    span,
                    "`{pattern}` cannot be ignored: every deck reads it",
                    "take it out of `ignore`, or call the column otherwise"
                ));
                continue;
            }
            columns.ignore.push((pattern, span));
        }
        for (heading, key) in r.entries("columns") {
            match key.as_str().map(str::trim) {
                Some(word) if !word.is_empty() => {
                    let heading_span = heading.span;
                    let heading = heading.name.clone();
                    columns.keys.push((heading, word.to_owned(), heading_span));
                }
                _ => {
                    r.report(error!(
                        WrongType,
                        key.span,
                        format!("`{}` of [columns] is no key", heading.name),
                        "write the key that the column is, in quotes: `\"Card Name\" = \"name\"`"
                    ));
                }
            }
        }
        if let Some((text, span)) = r.name("skip") {
            match read_condition(&text) {
                Ok(condition) => columns.skip = Some((condition, text, span)),
                Err(fault) => r.report(error!(
                    Placeholder,
                    span,
                    format!("`skip`: {}", fault.message),
                    fault.help
                )),
            }
        }
        columns
    }

    /// Whether a row isn't a card, by its cells and their headings or keys.
    ///
    /// # Errors
    /// When `skip` can't be worked out for it.
    pub(super) fn skips(&self, cells: &[(&str, &str)]) -> Result<bool, Diagnostic> {
        let Some((condition, _, span)) = &self.skip else {
            return Ok(false);
        };
        let mut row = Face::default();
        for field in condition.names() {
            let near = || cells.iter().find(|(heading, _)| same(heading, &field.name));
            let cell = cells.iter().find(|(heading, _)| *heading == field.name).or_else(near);
            row.set(&field.name, cell.map_or("", |(_, words)| *words), None);
        }
        condition.holds(&row, "").map_err(|fault| {
            error!(
                NotANumber,
                *span,
                format!("`skip`: {}", fault.message),
                "compare a column of words with `=`, in quotes if there are several"
            )
        })
    }

    /// Whether nothing is read of a column with this heading, or of a key of this name.
    pub fn ignores(&self, heading: &str) -> bool {
        self.ignore.iter().any(|(pattern, _)| covers(pattern, heading))
    }

    /// What `ignore` names: the key that it would be read as, and its place.
    pub fn ignored(&self) -> impl Iterator<Item = (String, Span)> {
        self.ignore.iter().map(|(pattern, span)| (plain(pattern), *span))
    }

    /// Whether a column is ignored by the very key that it is read as.
    pub(super) fn ignores_key(&self, key: &str) -> bool {
        self.ignore.iter().any(|(pattern, _)| pattern == key)
    }

    /// The keys of the sheet's columns.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.headings.keys().map(String::as_str)
    }

    /// The heading of a key; the key itself in a deck without a sheet.
    pub fn heading<'k>(&'k self, key: &'k str) -> &'k str {
        self.headings.get(key).map_or(key, String::as_str)
    }

    /// The line that ignores these, as headings or keys, beside what is ignored already.
    pub fn ignore_line<'k>(&'k self, more: impl IntoIterator<Item = &'k str>) -> String {
        let all: Vec<String> = self
            .ignore
            .iter()
            .map(|(pattern, _)| pattern.as_str())
            .chain(more)
            .map(toml_string)
            .collect();
        format!("ignore = [{}]", all.join(", "))
    }

    /// As [`Columns::ignore_line`], for these keys and no others; `None` when the heading of one is that of another column as well.
    pub fn ignore_keys_line<'k>(&'k self, keys: &[&'k str]) -> Option<String> {
        let mut words: Vec<&str> = Vec::new();
        for key in keys {
            let heading = self.heading(key);
            let is_alone = self
                .headings
                .iter()
                .filter(|(_, h)| same(h, heading))
                .map(|(other, _)| other)
                .all(|k| keys.contains(&k.as_str()));
            let word = match is_alone && !heading.contains('*') {
                true => heading,
                false if same(key, heading) => return None,
                false => key,
            };
            if !words.contains(&word) {
                words.push(word);
            }
        }
        Some(self.ignore_line(words))
    }

    /// The line that says which key a heading is, beside those that are said already.
    pub fn columns_line(&self, heading: &str, key: &str) -> String {
        let all: Vec<String> = self
            .keys
            .iter()
            .map(|(heading, key, _)| (heading.as_str(), key.as_str()))
            .chain([(heading, key)])
            .map(|(heading, key)| format!("{} = {}", toml_string(heading), toml_string(key)))
            .collect();
        format!("columns = {{ {} }}", all.join(", "))
    }

    /// The line that skips rows for which one of these holds, beside what is skipped already; `None` when it would be no condition,
    /// or too long to be advised.
    pub(super) fn skip_line(&self, more: &[String]) -> Option<String> {
        let all: Vec<&str> =
            self.skip.iter().map(|(_, text, _)| text).chain(more).map(String::as_str).collect();
        let line = all.join(" or ");
        let is_read = more.len() <= MOST_ADVISED && read_condition(&line).is_ok();
        is_read.then(|| format!("skip = {}", toml_string(&line)))
    }

    /// The key that a heading is said to be.
    pub fn key(&self, heading: &str) -> Option<(&str, Span)> {
        self.keys
            .iter()
            .find(|(known, ..)| same(known, heading))
            .map(|(_, key, span)| (key.as_str(), *span))
    }

    /// Reports patterns of `ignore` that cover none of these headings or keys.
    pub(super) fn check_ignored(&self, headings: &[&str], faults: &mut Diagnostics) {
        for (pattern, span) in &self.ignore {
            if !headings.iter().any(|heading| covers(pattern, heading)) {
                let other = "take it out of `ignore`";
                let help = did_you_mean_or(pattern, headings.iter().copied(), other);
                faults.push(warning!(
                    BadIgnore,
                    *span,
                    "`ignore` names `{pattern}`, which the cards do not have",
                    help
                ));
            }
        }
    }

    /// Reports headings of `columns` and `skip` that are none of these; `skip` may also have the keys.
    pub(super) fn check_keys(&self, headings: &[&str], keys: &[&str], faults: &mut Diagnostics) {
        let said = self.keys.iter().map(|(known, _, span)| (known, span));
        let skip = self.skip.iter();
        let asked = skip
            .flat_map(|(skip, _, span)| skip.names().into_iter().map(move |n| (&n.name, span)))
            .filter(|(name, _)| !keys.contains(&name.as_str()));
        for (known, span) in said.chain(asked) {
            if !headings.iter().any(|heading| same(known, heading)) {
                let shown = list_words(headings.iter().take(12).copied());
                let all = format!("it has {shown}");
                let help = did_you_mean_or(known, headings.iter().copied(), all);
                faults.push(error!(SheetHeading, *span, "the sheet has no column `{known}`", help));
            }
        }
    }

    /// A row without the keys that are ignored.
    pub(super) fn without_ignored(&self, row: &TomlTable) -> TomlTable {
        let kept = row.entries.iter().filter(|(key, _)| !self.ignores(&key.name));
        TomlTable { entries: kept.cloned().collect() }
    }
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
    let pieces: Vec<String> = pattern.trim().split('*').map(plain_piece).collect();
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
        return false;
    };
    let heading = plain(heading);
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
            assert!(covers(pattern, heading), "{pattern} does not cover {heading}");
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
