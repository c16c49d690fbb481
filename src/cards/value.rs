//! TOML values with their positions in the file. The text of a file comes in; a [`TomlTable`] goes out, with a [`Span`] for
//! each key and value, or diagnostics. Called by everything that reads TOML.

use std::fmt;

use toml::de::{DeInteger, DeTable, DeValue};

use super::bounds::{MOST_KEYS, MOST_ROWS, MOST_WORDS};
use super::deck_writing::toml_value;
use super::slips::slip;
use crate::source::{
    Code, Diagnostic, Diagnostics, FileId, Span, counted, error, grouped, too_deep,
};

/// A TOML value with its place in a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    pub span: Span,
    pub datum: Datum,
}

/// What a [`Value`] is.
#[derive(Debug, Clone, PartialEq)]
pub enum Datum {
    String(String),
    Integer(i64),
    Float(f64),
    Boolean(bool),
    List(Vec<Value>),
    Table(TomlTable),
}

/// A key of a [`TomlTable`] with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    pub name: String,
    pub span: Span,
}

/// A TOML table, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TomlTable {
    pub entries: Vec<(Key, Value)>,
}

impl TomlTable {
    pub fn get(&self, key: &str) -> Option<&Value> {
        let entry = self.entries.iter().find(|(k, _)| k.name == key);
        entry.map(|(_, v)| v)
    }

    /// The list under a key; an empty one when there is none.
    pub fn list(&self, key: &str) -> &[Value] {
        self.get(key).and_then(Value::as_list).unwrap_or_default()
    }

    pub fn keys(&self) -> impl Iterator<Item = &Key> + Clone {
        self.entries.iter().map(|(k, _)| k)
    }

    /// Gives all that is in it other places.
    pub(super) fn move_to(&mut self, place: &dyn Fn(Span) -> Span) {
        for (key, value) in &mut self.entries {
            key.span = place(key.span);
            value.move_to(place);
        }
    }
}

/// About how many bytes the entries of a table hold.
pub(super) fn entries_size(entries: &[(Key, Value)]) -> usize {
    entries.iter().map(|(key, value)| key.name.len() + value.size()).sum()
}

impl Value {
    /// Adds every string in it, outermost first.
    pub fn strings<'v>(&'v self, found: &mut Vec<&'v str>) {
        match &self.datum {
            Datum::String(text) => found.push(text),
            Datum::List(list) => list.iter().for_each(|item| item.strings(found)),
            Datum::Table(table) => {
                let values = table.entries.iter();
                values.for_each(|(_, value)| value.strings(found));
            }
            _ => {}
        }
    }

    /// About how many bytes it holds.
    fn size(&self) -> usize {
        // The value itself, with its place.
        const OWN: usize = 64;
        OWN + match &self.datum {
            Datum::String(text) => text.len(),
            Datum::List(list) => list.iter().map(Value::size).sum(),
            Datum::Table(table) => entries_size(&table.entries),
            _ => 0,
        }
    }

    /// What kind of value it is, for messages.
    pub fn kind(&self) -> &'static str {
        match self.datum {
            Datum::String(_) => "a string",
            Datum::Integer(_) => "an integer",
            Datum::Float(_) => "a number",
            Datum::Boolean(_) => "true or false",
            Datum::List(_) => "a list",
            Datum::Table(_) => "a table",
        }
    }

    pub fn as_str(&self) -> Option<&str> {
        match &self.datum {
            Datum::String(s) => Some(s),
            _ => None,
        }
    }

    pub fn as_integer(&self) -> Option<i64> {
        match self.datum {
            Datum::Integer(n) => Some(n),
            _ => None,
        }
    }

    pub fn as_list(&self) -> Option<&[Value]> {
        match &self.datum {
            Datum::List(list) => Some(list),
            _ => None,
        }
    }

    pub fn as_table(&self) -> Option<&TomlTable> {
        match &self.datum {
            Datum::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The value as the text that a template shows: numbers in digits, `true` as `yes`, `false` as nothing, a
    /// list of words joined with spaces. `None` for tables and for lists of other things.
    pub fn text(&self) -> Option<String> {
        match &self.datum {
            Datum::String(s) => Some(s.clone()),
            Datum::Integer(n) => Some(n.to_string()),
            Datum::Float(n) => Some(n.to_string()),
            Datum::Boolean(true) => Some("yes".into()),
            Datum::Boolean(false) => Some(String::new()),
            Datum::List(list) => {
                let words: Option<Vec<String>> = list
                    .iter()
                    .map(|v| match v.datum {
                        Datum::List(_) | Datum::Table(_) => None,
                        _ => v.text(),
                    })
                    .collect();
                words.map(|w| w.join(" "))
            }
            Datum::Table(_) => None,
        }
    }

    /// Gives the value and all that is in it other places.
    pub(super) fn move_to(&mut self, place: &dyn Fn(Span) -> Span) {
        self.span = place(self.span);
        match &mut self.datum {
            Datum::List(list) => list.iter_mut().for_each(|v| v.move_to(place)),
            Datum::Table(table) => table.move_to(place),
            _ => {}
        }
    }

    /// Whether both have the same value, whatever their positions.
    pub fn says_as(&self, other: &Value) -> bool {
        self.plain() == other.plain()
    }

    /// The value without its places.
    fn plain(&self) -> toml::Value {
        match &self.datum {
            Datum::String(s) => toml::Value::String(s.clone()),
            Datum::Integer(n) => toml::Value::Integer(*n),
            Datum::Float(n) => toml::Value::Float(*n),
            Datum::Boolean(b) => toml::Value::Boolean(*b),
            Datum::List(list) => toml::Value::Array(list.iter().map(Value::plain).collect()),
            Datum::Table(table) => toml::Value::Table(
                table.entries.iter().map(|(k, v)| (k.name.clone(), v.plain())).collect(),
            ),
        }
    }
}

/// As it would be written in a file, on one line.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&toml_value(self))
    }
}

/// Limit on the syntax errors reported for one file, and on those that get a better message.
const MOST_FAULTS: usize = 1_000;
const MOST_SLIPS: usize = 50;

/// Parses a file. Every fault of syntax is reported; `None` when there is one.
pub fn parse_toml(file: FileId, text: &str, faults: &mut Diagnostics) -> Option<TomlTable> {
    parse_large(file, text, MOST_KEYS, faults)
}

/// As `parse`, of a file whose tables may have `most` keys.
pub fn parse_large(
    file: FileId,
    text: &str,
    most: usize,
    faults: &mut Diagnostics,
) -> Option<TomlTable> {
    if let Some(fault) = too_deep(file, text) {
        faults.push(fault);
        return None;
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    // An error after the last line is placed on the last line.
    let end = text.trim_end().len();
    let mut slipped = Vec::new();
    let mut in_brackets = false;
    for error in errors.iter().take(MOST_FAULTS) {
        let message = error.message().trim().replace('\n', ", ");
        let range = error.span().unwrap_or(0..0);
        let range = range.start.min(end)..range.end.min(end).max(range.start.min(end));
        let line = text[..text.floor_char_boundary(range.start)].rfind('\n');
        let twice = message.contains("duplicate key");
        if slipped.contains(&line) || (twice && in_brackets) {
            continue;
        }
        if let Some(slip) =
            slip(text, range.clone(), &message).filter(|_| slipped.len() < MOST_SLIPS)
        {
            slipped.push(line);
            in_brackets |= twice;
            // After an unclosed list, everything is misread.
            let before = slip.range.as_ref().is_some_and(|at| at.start < range.start);
            let is_open = before && message.contains("array");
            faults.push(slip.in_file(Code::Syntax, file));
            if is_open {
                break;
            }
            continue;
        }
        let help = "write it as TOML: `key = \"text\"`, `key = 3`, `[[card]]` above each card";
        faults.push(error!(Syntax, Span::new(file, range), message, help));
    }
    errors.is_empty().then(|| own_table(file, table.into_inner(), most, faults))
}

fn own_table(file: FileId, table: DeTable<'_>, most: usize, faults: &mut Diagnostics) -> TomlTable {
    let mut entries: Vec<(Key, Value)> = table
        .into_iter()
        .map(|(key, value)| {
            let span = Span::new(file, key.span());
            let name = shown(key.into_inner().into_owned());
            (Key { name, span }, own(file, value, most, faults))
        })
        .collect();
    entries.sort_by_key(|(key, _)| key.span.start);
    if let Some((key, _)) = entries.get(most) {
        let count = entries.len();
        let fault = error!(TooMany, key.span, "a table has {count} keys", "{most} are the most");
        faults.push(fault);
        entries.truncate(most);
    }
    for (key, value) in &mut entries {
        bound(key, value, faults);
    }
    TomlTable { entries }
}

/// Reports a list or a text that is too long, and leaves as much of the list as is read, and nothing of the text.
fn bound(key: &Key, value: &mut Value, faults: &mut Diagnostics) {
    let (has, help) = match &mut value.datum {
        Datum::List(list) if list.len() > MOST_ROWS => {
            let has = counted(list.len(), "entry");
            list.truncate(MOST_ROWS);
            (has, format!("{} are the most: make two files of it", grouped(MOST_ROWS as u64)))
        }
        Datum::String(text) if text.len() > MOST_WORDS => {
            let has = format!("{} KiB of words", text.len() >> 10);
            text.clear();
            (has, format!("{} KiB are the most", MOST_WORDS >> 10))
        }
        _ => return,
    };
    faults.push(error!(TooMany, key.span, format!("`{}` has {has}", key.name), help));
}

fn own(
    file: FileId,
    value: toml::Spanned<DeValue<'_>>,
    most: usize,
    faults: &mut Diagnostics,
) -> Value {
    let span = Span::new(file, value.span());
    let datum = match value.into_inner() {
        DeValue::String(s) => {
            if let Some(sign) = s.chars().find(|c| obeyed(*c)) {
                faults.push(control_character(sign).at(span));
            }
            Datum::String(shown(s.into_owned()))
        }
        DeValue::Boolean(b) => Datum::Boolean(b),
        DeValue::Datetime(d) => Datum::String(d.to_string()),
        DeValue::Array(array) => {
            Datum::List(array.into_iter().map(|v| own(file, v, most, faults)).collect())
        }
        DeValue::Table(table) => Datum::Table(own_table(file, table, most, faults)),
        DeValue::Integer(n) => Datum::Integer(integer(&n).unwrap_or_else(|| {
            faults.push(error!(
                OutOfRange,
                span,
                format!("`{}` is too large a number", n.as_str()),
                "write a smaller whole number: 9,223,372,036,854,775,807 is the largest"
            ));
            0
        })),
        DeValue::Float(n) => Datum::Float(n.as_str().parse().unwrap_or(f64::NAN)),
    };
    Value { span, datum }
}

/// The text without control characters, as names appear in messages and lists. No font has their replacements.
fn shown(text: String) -> String {
    if text.contains(obeyed) { text.replace(obeyed, "\u{fffd}") } else { text }
}

/// Control characters, which a terminal obeys and no font draws.
pub(super) fn obeyed(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t' | '\r')
}

/// A text holds an invisible character.
pub(super) fn control_character(sign: char) -> Diagnostic {
    let code = u32::from(sign);
    error!(
        Unseen,
        "the text holds U+{code:04X}, a control character",
        "take it out, or type the text anew: nobody sees it, and no font draws it"
    )
}

fn integer(value: &DeInteger<'_>) -> Option<i64> {
    i64::from_str_radix(value.as_str(), value.radix()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Files;

    #[test]
    fn values_keep_their_places_and_the_order_of_the_file() {
        let mut files = Files::new();
        let text = "b = 0x10\na = [\"x\", true]\n";
        let file = files.add("t.toml", text);
        let mut faults = Diagnostics::new();
        let table = parse_toml(file, text, &mut faults).unwrap();
        assert!(faults.is_empty());
        let keys: Vec<&str> = table.keys().map(|k| k.name.as_str()).collect();
        assert_eq!(keys, ["b", "a"]);
        assert_eq!(table.get("b").unwrap().as_integer(), Some(16));
        assert_eq!(table.get("a").unwrap().text().unwrap(), "x yes");
        assert_eq!(files.place(table.get("a").unwrap().span), "t.toml:2:5");
    }

    #[test]
    fn signs_that_a_terminal_obeys_are_taken_out() {
        let text = "\"a\\u001b[2J\" = \"b\\u0007\\u009b\\n\"\n";
        let file = Files::new().add("t.toml", text);
        let table = parse_toml(file, text, &mut Diagnostics::new()).unwrap();
        let (key, value) = &table.entries[0];
        assert_eq!(key.name, "a\u{fffd}[2J");
        assert_eq!(value.as_str(), Some("b\u{fffd}\u{fffd}\n"));
    }

    #[test]
    fn all_faults_of_syntax_are_told() {
        let mut files = Files::new();
        let text = "a = \nb = 1\nc = [1, \n";
        let file = files.add("t.toml", text);
        let mut faults = Diagnostics::new();
        assert!(parse_toml(file, text, &mut faults).is_none());
        assert!(faults.iter().count() >= 2, "{faults:?}");
    }
}
