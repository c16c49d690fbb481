//! Writes a deck as a sheet: its own keys in lines that begin with `#`, an empty line, a header, and a line for each row. A
//! table comes in, CSV text goes out. Called by the command `export csv`.

use std::collections::BTreeSet;

use super::csv_cell::write_cell;
use super::deck_writing::{CARD, rows, toml_key, toml_string, toml_value};
use super::sheet_reading::bare;
use super::value::{Datum, Key, TomlTable};

/// Writes what a deck's file holds as comma-separated values, without the comments.
pub fn write_csv(deck: &TomlTable, delimiter: u8) -> String {
    let head = head(deck).into_iter().map(|line| vec![format!("# {line}")]);
    let columns = columns(&rows(deck).collect::<Vec<_>>());
    let header =
        columns.iter().map(|key| if bare(key) { (*key).to_owned() } else { toml_string(key) });
    let mut text = csv_lines(head, delimiter);
    if columns.is_empty() {
        return text;
    }
    // Apart from the head, the table is a region of its own to a spreadsheet that sorts or filters.
    text.push('\n');
    let cells = rows(deck).map(|row| {
        let cell = |key: &&str| row.get(key).map_or_else(String::new, write_cell);
        columns.iter().map(cell).collect()
    });
    text.push_str(&csv_lines(std::iter::once(header.collect()).chain(cells), delimiter));
    text
}

/// The records as comma-separated values.
pub(super) fn csv_lines<W: AsRef<[u8]>>(
    records: impl Iterator<Item = Vec<W>>,
    delimiter: u8,
) -> String {
    let mut writer =
        csv::WriterBuilder::new().delimiter(delimiter).flexible(true).from_writer(Vec::new());
    for record in records {
        // Writing to memory cannot fail.
        let _ = writer.write_record(&record);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// `key = value` for each key of the head; those of a table one by one.
fn head(deck: &TomlTable) -> Vec<String> {
    let mut head = Vec::new();
    for (key, value) in deck.entries.iter().filter(|(k, _)| k.name != CARD) {
        let name = toml_key(&key.name);
        let line = |name: &str, value| format!("{name} = {}", toml_value(value));
        match &value.datum {
            Datum::Table(table) if !table.entries.is_empty() => {
                let name = |key: &Key| format!("{name}.{}", toml_key(&key.name));
                head.extend(table.entries.iter().map(|(key, value)| line(&name(key), value)));
            }
            _ => head.push(line(&name, value)),
        }
    }
    head
}

/// Every key of the rows, in an order that all rows keep to, as far as there is one.
fn columns<'a>(rows: &[&'a TomlTable]) -> Vec<&'a str> {
    let mut left: Vec<&str> = Vec::new();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let mut follows: BTreeSet<(&str, &str)> = BTreeSet::new();
    for row in rows {
        let keys: Vec<&str> = row.keys().map(|k| k.name.as_str()).collect();
        left.extend(keys.iter().filter(|k| known.insert(k)));
        follows.extend(keys.windows(2).map(|pair| (pair[1], pair[0])));
    }
    let mut columns = Vec::new();
    while !left.is_empty() {
        let waits = |key: &str| {
            let before = follows.range((key, "")..).take_while(|(k, _)| *k == key);
            before.into_iter().any(|(_, before)| left.contains(before))
        };
        // Rows that disagree make a circle: then the key that was seen first.
        columns.push(left.remove(left.iter().position(|key| !waits(key)).unwrap_or(0)));
    }
    columns
}
