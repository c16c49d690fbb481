//! Reads a table key by key, and collects all of its errors instead of stopping at the first. A [`TomlTable`] comes in; values
//! and diagnostics go out.

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::value::{Datum, Key, TomlTable, Value};
use crate::source::{Code, Diagnostic, Diagnostics, Span, did_you_mean, error, list_words};

/// Reads one table. Keys that were not asked for are reported by [`Reader::finish`].
pub struct Reader<'a, 'f> {
    table: &'a TomlTable,
    /// Position of the table, for keys that are missing.
    span: Span,
    /// What the table is, for messages: "game.toml", "a card".
    what: &'static str,
    asked: Vec<&'static str>,
    /// Reports of missing keys.
    missed: Vec<(&'static str, Diagnostic)>,
    faults: &'f mut Diagnostics,
}

impl<'a, 'f> Reader<'a, 'f> {
    pub fn new(
        table: &'a TomlTable,
        span: Span,
        what: &'static str,
        faults: &'f mut Diagnostics,
    ) -> Self {
        Reader { table, span, what, asked: Vec::new(), missed: Vec::new(), faults }
    }

    /// The value of `key`, whatever it is.
    pub fn value(&mut self, key: &'static str) -> Option<&'a Value> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        self.table.get(key)
    }

    /// Reports that `key` is missing.
    pub fn missing(&mut self, key: &'static str, example: &str) {
        let message = format!("{} has no `{key}`", self.what);
        let fault = error!(MissingKey, self.span, message, "add `{key} = {example}`");
        self.missed.push((key, fault.clone()));
        self.faults.push(fault);
    }

    /// Reports `key` unless it is there.
    pub fn need(&mut self, key: &'static str, example: &str) {
        if self.value(key).is_none() {
            self.missing(key, example);
        }
    }

    /// Reports what its caller found wrong with a value.
    pub(super) fn report(&mut self, fault: Diagnostic) {
        self.faults.push(fault);
    }

    fn wrong(&mut self, key: &str, value: &Value, wanted: &str) {
        let message = format!("`{key}` of {} is {}, not {wanted}", self.what, value.kind());
        self.faults.error(Code::WrongType, value.span, message, format!("write {wanted}"));
    }

    /// The value of `key` as `read` gives it; one that it gives nothing of is reported, as it is not what is `wanted`.
    fn read<T>(
        &mut self,
        key: &'static str,
        wanted: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Option<(T, Span)> {
        let value = self.value(key)?;
        let found = read(value);
        if found.is_none() {
            self.wrong(key, value, wanted);
        }
        Some((found?, value.span))
    }

    /// As [`Reader::read`], of a number that must be in a range.
    fn in_range<N: PartialOrd + Display>(
        &mut self,
        key: &'static str,
        wanted: &str,
        range: &RangeInclusive<N>,
        read: impl Fn(&'a Value) -> Option<N>,
    ) -> Option<(N, Span)> {
        let (number, span) = self.read(key, wanted, read)?;
        if range.contains(&number) {
            return Some((number, span));
        }
        let (low, high) = (range.start(), range.end());
        let message = format!("`{key}` of {} is {number}", self.what);
        let help = format!("write {wanted} from {low} to {high}");
        self.faults.error(Code::OutOfRange, span, message, help);
        None
    }

    pub fn string(&mut self, key: &'static str) -> Option<(String, Span)> {
        self.read(key, "a string in quotes", |value| value.as_str().map(str::to_owned))
    }

    /// A string without its place.
    pub fn text(&mut self, key: &'static str) -> Option<String> {
        self.string(key).map(|(text, _)| text)
    }

    /// A string that must be there; `""` after a report.
    pub fn required_string(&mut self, key: &'static str) -> (String, Span) {
        self.need(key, "\"…\"");
        self.string(key).unwrap_or((String::new(), self.span))
    }

    /// The name of something that is elsewhere; an empty one is reported.
    pub fn name(&mut self, key: &'static str) -> Option<(String, Span)> {
        let (name, span) = self.string(key)?;
        if name.is_empty() {
            let message = format!("`{key}` of {} is empty", self.what);
            let help = "write a name in the quotes, or take the line out";
            self.faults.error(Code::MissingKey, span, message, help);
            return None;
        }
        Some((name, span))
    }

    /// As [`Reader::name`], of something that must be there; `""` after a report.
    pub fn required_name(&mut self, key: &'static str) -> (String, Span) {
        self.need(key, "\"…\"");
        self.name(key).unwrap_or((String::new(), self.span))
    }

    /// A list of strings, each with its place.
    pub fn strings(&mut self, key: &'static str) -> Option<Vec<(String, Span)>> {
        let word = |value: &Value| Some((value.as_str()?.to_owned(), value.span));
        let words = self.read(key, "a list of strings in brackets", |value| {
            value.as_list()?.iter().map(word).collect()
        });
        words.map(|(words, _)| words)
    }

    /// `true` or `false`; false when it isn't there.
    pub fn boolean(&mut self, key: &'static str) -> bool {
        let found = self.read(key, "true or false", |value| match value.datum {
            Datum::Boolean(is_true) => Some(is_true),
            _ => None,
        });
        found.is_some_and(|(is_true, _)| is_true)
    }

    pub fn integer(
        &mut self,
        key: &'static str,
        range: RangeInclusive<i64>,
    ) -> Option<(i64, Span)> {
        self.in_range(key, "a whole number", &range, Value::as_integer)
    }

    /// A number, whole or not, in `range`.
    pub fn number(&mut self, key: &'static str, range: RangeInclusive<f64>) -> Option<(f64, Span)> {
        self.in_range(key, "a number", &range, |value| match value.datum {
            #[allow(clippy::cast_precision_loss)]
            Datum::Integer(n) => Some(n as f64),
            Datum::Float(n) => Some(n),
            _ => None,
        })
    }

    pub fn table(&mut self, key: &'static str) -> Option<(&'a TomlTable, Span)> {
        self.read(key, "a table", Value::as_table)
    }

    /// The entries of a table; none when it isn't there.
    pub fn entries(&mut self, key: &'static str) -> &'a [(Key, Value)] {
        self.table(key).map_or(&[], |(table, _)| &table.entries)
    }

    /// The tables of `[[key]]`.
    pub fn tables(&mut self, key: &'static str) -> Vec<(&'a TomlTable, Span)> {
        let Some(value) = self.value(key) else {
            return Vec::new();
        };
        let tables: Option<Vec<_>> =
            value.as_list().and_then(|l| l.iter().map(|v| Some((v.as_table()?, v.span))).collect());
        if tables.is_none() && value.as_table().is_some() {
            let message = format!("`[{key}]` is one table, where a list of them is meant");
            let help = format!("write `[[{key}]]`, in double brackets, above each");
            self.faults.error(Code::WrongType, value.span, message, help);
        } else if tables.is_none() {
            self.wrong(key, value, &format!("a table under each `[[{key}]]`"));
        }
        tables.unwrap_or_default()
    }

    /// The entries that were not asked for.
    pub fn rest(&self) -> impl Iterator<Item = &'a (Key, Value)> + '_ {
        let unasked = |name: &str| !self.asked.contains(&name);
        self.table.entries.iter().filter(move |(k, _)| unasked(&k.name))
    }

    /// Reports every key that was not asked for.
    pub fn finish(self) {
        self.report_unknown(|_| true);
    }

    /// As [`Reader::finish`], of a table that may have other keys: reports those that are nearly one that is missing.
    pub fn finish_open(self) {
        let there = self.table;
        self.report_unknown(|near| near.is_some_and(|near| there.get(near).is_none()));
    }

    fn report_unknown(self, is_wrong: impl Fn(Option<&str>) -> bool) {
        let unknown: Vec<&Key> = self.rest().map(|(key, _)| key).collect();
        for key in unknown {
            let known = self.asked.iter().copied();
            // Of what is not told, nobody asks for the nearest.
            let asked = known.clone().filter(|_| !self.faults.is_full());
            let near = did_you_mean(&key.name, asked);
            if !is_wrong(near) {
                continue;
            }
            // A slip in a key that must be there is one fault, not two.
            for (_, fault) in self.missed.iter().filter(|(key, _)| near == Some(key)) {
                self.faults.take_back(fault);
            }
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("{} knows {}", self.what, list_words(known)),
            };
            let message = format!("unknown key `{}` in {}", key.name, self.what);
            self.faults.error(Code::UnknownKey, key.span, message, help);
        }
    }
}

/// The reason that an entry is given; one without is reported. `help` says what to write.
pub(super) fn reason_of(
    (key, value): &(Key, Value),
    help: &str,
    faults: &mut Diagnostics,
) -> Option<String> {
    let reason = value.as_str().filter(|why| !why.trim().is_empty());
    if reason.is_none() {
        faults.push(error!(
            NoReason,
            value.span,
            format!("`{}` is given no reason", key.name),
            help
        ));
    }
    reason.map(str::to_owned)
}
