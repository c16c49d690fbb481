//! Writes a deck as a TOML file: one key a line, and texts of several lines as multi-line strings. A table comes in, text goes
//! out. Called by the command `import` and by `csv_cell`.

use super::value::{Datum, Key, TomlTable, Value};

/// Writes a deck: its head, then a `[[card]]` for each row.
pub fn write_deck(deck: &TomlTable) -> String {
    let mut text = String::new();
    let mut tables = String::new();
    for (key, value) in &deck.entries {
        match &value.datum {
            _ if key.name == CARD => {}
            Datum::Table(table) => {
                let name = toml_key(&key.name);
                tables.push_str(&format!("\n[{name}]\n"));
                write_entries(&table.entries, &mut tables);
            }
            _ => write_entry(key, value, &mut text),
        }
    }
    text.push_str(&tables);
    for row in rows(deck) {
        text.push_str("\n[[card]]\n");
        write_entries(&row.entries, &mut text);
    }
    text
}

/// The key of a deck's rows.
pub(super) const CARD: &str = "card";

/// The rows of a deck's file.
pub(super) fn rows(deck: &TomlTable) -> impl Iterator<Item = &TomlTable> {
    deck.list(CARD).iter().filter_map(Value::as_table)
}

fn write_entries(entries: &[(Key, Value)], text: &mut String) {
    for (key, value) in entries {
        write_entry(key, value, text);
    }
}

fn write_entry(key: &Key, value: &Value, text: &mut String) {
    let value = written_value(value);
    text.push_str(&format!("{} = {value}\n", toml_key(&key.name)));
}

/// A value as it stands behind its key: on one line, but for a text of several.
pub(super) fn written_value(value: &Value) -> String {
    match &value.datum {
        Datum::String(words) if words.contains('\n') => several_lines(words),
        _ => toml_value(value),
    }
}

/// A value on one line.
pub fn toml_value(value: &Value) -> String {
    match &value.datum {
        Datum::String(s) => toml_string(s),
        Datum::Integer(n) => n.to_string(),
        Datum::Float(n) => toml_float(*n),
        Datum::Boolean(b) => b.to_string(),
        Datum::List(list) => {
            let items: Vec<String> = list.iter().map(toml_value).collect();
            format!("[{}]", items.join(", "))
        }
        Datum::Table(table) if table.entries.is_empty() => "{}".to_owned(),
        Datum::Table(table) => {
            let entry = |(key, value): &(Key, Value)| {
                format!("{} = {}", toml_key(&key.name), toml_value(value))
            };
            let entries: Vec<String> = table.entries.iter().map(entry).collect();
            format!("{{ {} }}", entries.join(", "))
        }
    }
}

/// The shortest digits that are read as the same number.
pub(super) fn toml_float(n: f64) -> String {
    match n {
        _ if n.is_nan() => "nan".to_owned(),
        _ if n.is_infinite() => if n > 0.0 { "inf" } else { "-inf" }.to_owned(),
        _ => format!("{n:?}"),
    }
}

/// A key, in quotes where it must be.
pub fn toml_key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(bare) { name.to_owned() } else { toml_string(name) }
}

/// A string in quotes, on one line.
pub fn toml_string(words: &str) -> String {
    let mut text = String::from("\"");
    for c in words.chars() {
        match c {
            '\n' => text.push_str("\\n"),
            '"' => text.push_str("\\\""),
            c => push(c, &mut text),
        }
    }
    text.push('"');
    text
}

/// A string between `"""`, its lines as they are.
fn several_lines(words: &str) -> String {
    let mut text = String::from("\"\"\"\n");
    let mut letters = words.chars().peekable();
    let mut quotes = 0;
    while let Some(c) = letters.next() {
        quotes = if c == '"' { quotes + 1 } else { 0 };
        match (c, letters.peek()) {
            ('\n', _) => text.push('\n'),
            // The third in a row would end the string, and so would one before the closing quotes.
            ('"', next) if quotes % 3 == 0 || next.is_none() => text.push_str("\\\""),
            ('"', _) => text.push('"'),
            // A blank at the end of a line is lost in many an editor.
            (' ', None | Some('\n')) => text.push_str("\\u0020"),
            (c, _) => push(c, &mut text),
        }
    }
    text.push_str("\"\"\"");
    text
}

/// A character inside quotes. An invisible one is written as an escape.
fn push(c: char, text: &mut String) {
    match c {
        '\\' => text.push_str("\\\\"),
        '\t' => text.push_str("\\t"),
        '\r' => text.push_str("\\r"),
        c if unseen(c) => match u32::from(c) {
            code @ ..=0xFFFF => text.push_str(&format!("\\u{code:04X}")),
            code => text.push_str(&format!("\\U{code:08X}")),
        },
        c => text.push(c),
    }
}

/// Characters that are invisible, or look like a plain space.
fn unseen(c: char) -> bool {
    c.is_control()
        || (c.is_whitespace() && c != ' ')
        || matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
}
