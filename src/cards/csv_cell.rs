//! Converts between a cell of a sheet and a value: plain words and numbers are written as they are, everything else as TOML.
//! Called by `sheet_reading`, which has cells, and by `csv_writing`, which has values.
//!
//! | cell | value |
//! | --- | --- |
//! | `Cold War` | the string, without blanks around it |
//! | `3`, `-1`, `2.5` | a number, when it is written as deckproof would write it |
//! | `03`, `2.50`, `+1`, `1/2` | a string: no number is written so |
//! | `true`, `True`, `TRUE` | true or false |
//! | `["a", "b"]`, `{ influence = 6 }` | a list, a table: what is TOML as a whole |
//! | `{lamp} Take one` | a string: it is no TOML |
//! | `one\ntwo`, `a\u00a0b` | a string with a line break, and with the sign of that number |
//! | `"3"`, `"true"`, `"[1]"`, `""` | the string in the quotes: without them it would be read as something else |
//! | `"Halt!"` | a string, its quotes part of it: the words in them need none |
//! | empty | no such key |

use super::deck_writing::{toml_float, toml_string, toml_value};
use super::value::{Datum, Value, parse_toml};
use crate::source::{Diagnostics, FileId, Span};

/// The value of a cell that is not empty, all of it at `span`.
///
/// # Errors
/// Byte and fault of a cell that is meant as TOML and is none.
pub(super) fn read_cell(cell: &str, span: Span) -> Result<Value, (usize, String)> {
    let leading = cell.len() - cell.trim_start().len();
    let cell = cell.trim();
    let datum = |datum| Value { span, datum };
    if let Some(known) = plain(cell) {
        return Ok(datum(known));
    }
    if cell.starts_with(['[', '{']) {
        match toml(cell) {
            Ok(mut value) => {
                value.move_to(&|_| span);
                return Ok(value);
            }
            Err((at, fault)) if meant_as_toml(cell) => return Err((leading + at, fault)),
            Err(_) => {}
        }
    }
    if cell.starts_with('"')
        && let Ok(Value { datum: Datum::String(inner), .. }) = toml(cell)
        && needs_quotes(&inner)
    {
        return Ok(datum(Datum::String(inner)));
    }
    Ok(datum(Datum::String(unescaped(&cell.replace("\r\n", "\n")))))
}

/// Words in which `\n` has become a line break and `\u00a0` the character of that number, as people type them in a cell. Every other
/// backslash stays: the markup of the text reads it.
fn unescaped(words: &str) -> String {
    let mut out = String::new();
    let mut rest = words;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let sign = rest
            .strip_prefix("\\u")
            .and_then(|hex| hex.get(..4))
            .filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()))
            .and_then(|hex| char::from_u32(u32::from_str_radix(hex, 16).ok()?));
        let sign = sign.filter(|sign| !sign.is_control());
        let (words, length) = match sign {
            Some(sign) => (sign.to_string(), 6),
            None if rest.starts_with("\\n") => ("\n".to_owned(), 2),
            // Skip the next character too: `\\\\n` is not a line break.
            None => {
                let next = rest.chars().nth(1).map_or(0, char::len_utf8);
                (rest[..1 + next].to_owned(), 1 + next)
            }
        };
        out.push_str(&words);
        rest = &rest[length..];
    }
    out + rest
}

/// The cell of a value.
pub(super) fn write_cell(value: &Value) -> String {
    match &value.datum {
        Datum::String(words) if needs_quotes(words) => toml_string(words),
        Datum::String(words) => words.clone(),
        // With a sign, since `nan` and `inf` are words.
        Datum::Float(n) if n.is_nan() || *n == f64::INFINITY => format!("+{}", toml_float(*n)),
        _ => toml_value(value),
    }
}

/// A number, `true` or `false`.
fn plain(cell: &str) -> Option<Datum> {
    for (word, truth) in [("true", true), ("false", false)] {
        if cell.eq_ignore_ascii_case(word) {
            return Some(Datum::Boolean(truth));
        }
    }
    match cell {
        "+nan" => return Some(Datum::Float(f64::NAN)),
        "+inf" => return Some(Datum::Float(f64::INFINITY)),
        "-inf" => return Some(Datum::Float(f64::NEG_INFINITY)),
        _ => {}
    }
    if let Ok(n) = cell.parse::<i64>() {
        return (n.to_string() == cell).then_some(Datum::Integer(n));
    }
    let n: f64 = cell.parse().ok().filter(|n: &f64| n.is_finite())?;
    (toml_float(n) == cell).then_some(Datum::Float(n))
}

/// Whether a string must be quoted: it would be read as something else, or a spreadsheet would turn it into something
/// else of it (a number without its zeros, a date, a formula).
fn needs_quotes(words: &str) -> bool {
    let odd = |c: char| c == '\r' || (c.is_control() && !"\n\t".contains(c));
    let number_like = |c: char| c.is_ascii_digit() || " +-./:,%eE".contains(c);
    words.trim() != words
        || words.is_empty()
        || words.starts_with(['=', '+', '-', '@', '#'])
        || words.contains(odd)
        || words.eq_ignore_ascii_case("true")
        || words.eq_ignore_ascii_case("false")
        || (words.contains(|c: char| c.is_ascii_digit()) && words.chars().all(number_like))
        || !reads_as_itself(words)
}

fn reads_as_itself(words: &str) -> bool {
    read_cell(words, Span::default()).is_ok_and(|value| value.as_str() == Some(words))
}

/// `{ key = …` and lists of words, lists or tables: no text for a card begins so.
fn meant_as_toml(cell: &str) -> bool {
    let inner = cell[1..].trim_start();
    if cell.starts_with('[') {
        return inner.starts_with(['"', '[', '{']);
    }
    let bare = |c: char| c.is_ascii_alphanumeric() || "-_.\"".contains(c);
    let rest = inner.trim_start_matches(bare);
    rest.len() < inner.len() && rest.trim_start().starts_with('=')
}

/// The value that a text is as a whole; or byte and fault.
pub(super) fn toml(text: &str) -> Result<Value, (usize, String)> {
    const KEY: &str = "v = ";
    let whole = format!("{KEY}{text}");
    let mut faults = Diagnostics::new();
    let table = parse_toml(FileId::default(), &whole, &mut faults);
    if let Some(fault) = faults.iter().next() {
        let at = fault.span.map_or(0, |span| span.range().start);
        return Err((at.saturating_sub(KEY.len()).min(text.len()), fault.message.clone()));
    }
    match <[_; 1]>::try_from(table.map_or_else(Vec::new, |table| table.entries)) {
        Ok([(_, value)]) => Ok(value),
        Err(_) => Err((0, "more than one value".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cell: &str) -> Result<Value, (usize, String)> {
        read_cell(cell, Span::default())
    }

    /// The value of a cell, as it would be written in a TOML file.
    fn shown(cell: &str) -> String {
        toml_value(&read(cell).unwrap())
    }

    #[test]
    fn what_is_plain_is_plain() {
        assert_eq!(shown("Cold War"), "\"Cold War\"");
        assert_eq!(shown("  Cold War "), "\"Cold War\"");
        assert_eq!(shown("3"), "3");
        assert_eq!(shown("-1"), "-1");
        assert_eq!(shown("2.5"), "2.5");
        assert_eq!(shown("TRUE"), "true");
        assert_eq!(shown("{lamp} Take one"), "\"{lamp} Take one\"");
        assert_eq!(shown("{lamp}"), "\"{lamp}\"");
        assert_eq!(shown("[Action] Draw"), "\"[Action] Draw\"");
        assert_eq!(shown("nan"), "\"nan\"");
    }

    #[test]
    fn digits_that_are_no_number_stay_as_they_stand() {
        for words in ["03", "2.50", "+1", "1/2", "1-2", "1,5", "1e5", "-0", "10%"] {
            assert_eq!(shown(words), format!("\"{words}\""));
        }
        let huge = "99999999999999999999";
        assert_eq!(shown(huge), format!("\"{huge}\""));
    }

    #[test]
    fn what_is_toml_as_a_whole_is_toml() {
        assert_eq!(shown("[\"a\",\"b\"]"), "[\"a\", \"b\"]");
        assert_eq!(shown("{influence=6}"), "{ influence = 6 }");
        assert_eq!(shown("[{ capers = 1 }]"), "[{ capers = 1 }]");
    }

    #[test]
    fn quotes_are_taken_off_where_the_words_need_them_only() {
        assert_eq!(shown("\"3\""), "\"3\"");
        assert_eq!(shown("\"true\""), "\"true\"");
        assert_eq!(shown("\"\""), "\"\"");
        assert_eq!(shown("\"Halt!\""), "\"\\\"Halt!\\\"\"");
        assert_eq!(shown("\"Halt!\" he said"), "\"\\\"Halt!\\\" he said\"");
    }

    #[test]
    fn a_slip_in_what_is_meant_as_toml_is_told_with_its_place() {
        assert_eq!(read("{ influence = 6").unwrap_err().0, 15);
        assert!(read("[\"a\", \"b\"").is_err());
        assert!(read("[{ capers = 1 }, { points = }]").is_err());
        assert!(read("{ a = 1 }\nb = 2").is_err());
    }

    #[test]
    fn what_a_spreadsheet_would_change_is_written_in_quotes() {
        for words in ["=1+1", "+2 power", "-3", "@home", "True", "3/4", "007", " x"] {
            let value = Value { span: Span::default(), datum: Datum::String(words.to_owned()) };
            assert_eq!(write_cell(&value), format!("\"{words}\""));
        }
    }
}
