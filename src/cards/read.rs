//! Reads a table key by key, and collects all of its errors instead of stopping at the first. A [`TomlTable`] comes in; values
//! and diagnostics go out. Called by every reader of a table in `cards`, and by `table`.

use std::ops::RangeInclusive;

use super::value::{Datum, TomlTable, Value};
use crate::source::{Code, Diagnostic, Diagnostics, Span, did_you_mean, list_words};

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
        let fault = Diagnostic::error(Code::MissingKey, message)
            .at(self.span)
            .help(format!("add `{key} = {example}`"));
        self.missed.push((key, fault.clone()));
        self.faults.push(fault);
    }

    /// Reports what its caller found wrong with a value.
    pub(super) fn report(&mut self, fault: Diagnostic) {
        self.faults.push(fault);
    }

    fn wrong(&mut self, key: &str, value: &Value, wanted: &str) {
        let message = format!("`{key}` of {} is {}, not {wanted}", self.what, value.kind());
        self.faults.error(Code::WrongType, value.span, message, format!("write {wanted}"));
    }

    pub fn string(&mut self, key: &'static str) -> Option<(String, Span)> {
        let value = self.value(key)?;
        match value.as_str() {
            Some(s) => Some((s.to_owned(), value.span)),
            None => {
                self.wrong(key, value, "a string in quotes");
                None
            }
        }
    }

    /// A string that must be there; `""` after a report.
    pub fn required_string(&mut self, key: &'static str) -> (String, Span) {
        if self.value(key).is_none() {
            self.missing(key, "\"…\"");
        }
        self.string(key).unwrap_or((String::new(), self.span))
    }

    /// The name of something that is elsewhere; an empty one is reported.
    pub fn name(&mut self, key: &'static str) -> Option<(String, Span)> {
        let (name, span) = self.string(key)?;
        if name.is_empty() {
            let message = format!("`{key}` of {} is empty", self.what);
            self.faults.error(
                Code::MissingKey,
                span,
                message,
                "write a name in the quotes, or take the line out",
            );
            return None;
        }
        Some((name, span))
    }

    /// As [`Reader::name`], of something that must be there; `""` after a report.
    pub fn required_name(&mut self, key: &'static str) -> (String, Span) {
        if self.value(key).is_none() {
            self.missing(key, "\"…\"");
        }
        self.name(key).unwrap_or((String::new(), self.span))
    }

    /// A list of strings, each with its place.
    pub fn strings(&mut self, key: &'static str) -> Option<Vec<(String, Span)>> {
        let value = self.value(key)?;
        let words: Option<Vec<(String, Span)>> = value
            .as_list()
            .and_then(|list| list.iter().map(|v| Some((v.as_str()?.to_owned(), v.span))).collect());
        if words.is_none() {
            self.wrong(key, value, "a list of strings in brackets");
        }
        words
    }

    /// `true` or `false`; false when it isn't there.
    pub fn boolean(&mut self, key: &'static str) -> bool {
        match self.value(key) {
            None => false,
            Some(value) => match value.datum {
                Datum::Boolean(is_true) => is_true,
                _ => {
                    self.wrong(key, value, "true or false");
                    false
                }
            },
        }
    }

    pub fn integer(
        &mut self,
        key: &'static str,
        range: RangeInclusive<i64>,
    ) -> Option<(i64, Span)> {
        let value = self.value(key)?;
        match value.as_integer() {
            Some(n) if range.contains(&n) => Some((n, value.span)),
            Some(n) => {
                let (low, high) = (range.start(), range.end());
                let message = format!("`{key}` of {} is {n}", self.what);
                self.faults.error(
                    Code::OutOfRange,
                    value.span,
                    message,
                    format!("write a whole number from {low} to {high}"),
                );
                None
            }
            None => {
                self.wrong(key, value, "a whole number");
                None
            }
        }
    }

    /// A number, whole or not, in `range`.
    pub fn number(&mut self, key: &'static str, range: RangeInclusive<f64>) -> Option<(f64, Span)> {
        let value = self.value(key)?;
        let number = match value.datum {
            #[allow(clippy::cast_precision_loss)]
            Datum::Integer(n) => n as f64,
            Datum::Float(n) => n,
            _ => {
                self.wrong(key, value, "a number");
                return None;
            }
        };
        if range.contains(&number) {
            return Some((number, value.span));
        }
        let (low, high) = (range.start(), range.end());
        let message = format!("`{key}` of {} is {number}", self.what);
        self.faults.error(
            Code::OutOfRange,
            value.span,
            message,
            format!("write a number from {low} to {high}"),
        );
        None
    }

    pub fn table(&mut self, key: &'static str) -> Option<(&'a TomlTable, Span)> {
        let value = self.value(key)?;
        match value.as_table() {
            Some(table) => Some((table, value.span)),
            None => {
                self.wrong(key, value, "a table");
                None
            }
        }
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
    pub fn rest(&self) -> impl Iterator<Item = &'a (super::value::Key, Value)> + '_ {
        let unasked = |name: &str| !self.asked.contains(&name);
        self.table.entries.iter().filter(move |(k, _)| unasked(&k.name))
    }

    /// Reports every key that was not asked for.
    pub fn finish(self) {
        let unknown: Vec<_> = self.rest().map(|(k, _)| k).collect();
        for key in unknown {
            let known = self.asked.iter().copied();
            // Of what is not told, nobody asks for the nearest.
            let asked = known.clone().filter(|_| !self.faults.is_full());
            let near = did_you_mean(&key.name, asked);
            // A slip in a key that must be there is one fault, not two.
            for (_, fault) in self.missed.iter().filter(|(key, _)| near == Some(key)) {
                self.faults.take_back(fault);
            }
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("{} knows {}", self.what, list_words(known)),
            };
            self.faults.error(
                Code::UnknownKey,
                key.span,
                format!("unknown key `{}` in {}", key.name, self.what),
                help,
            );
        }
    }
}

/// Whether something is said to be true; what is neither true nor false is reported.
pub fn flag(value: Option<&Value>, code: Code, faults: &mut Diagnostics) -> bool {
    match value.map(|value| (&value.datum, value.span)) {
        None => false,
        Some((Datum::Boolean(flag), _)) => *flag,
        Some((_, span)) => {
            faults.error(
                code,
                span,
                "this is neither true nor false",
                "write `true`, or leave it out",
            );
            false
        }
    }
}
