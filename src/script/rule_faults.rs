//! Error messages for a script and a `game.toml` that do not match, placed at the value or suggesting a similar key. A
//! slip or a path comes in; a better slip goes out.

use std::ops::Range;

use super::compile::ScriptCompiler;
use super::numbers::{RuleEntry, said};
use super::operand::Type;
use crate::cards::{Datum, Key, Value};
use crate::source::{Fault, Span, did_you_mean, did_you_mean_or, list_words};
use crate::syntax::{ScriptSlip, slip};
use crate::table::{CardSet, instead_of, numbered};

impl<S: CardSet> ScriptCompiler<'_, S> {
    /// The slip for a path that does not exist.
    pub(super) fn no_number(&self, path: &str, place: &Range<usize>) -> ScriptSlip {
        if let Some(entry) = self.numbers.entry(path) {
            return unreadable(&entry, place);
        }
        let (Some((table, rows)), Some((_, last))) =
            (self.numbers.table_of(path), path.rsplit_once('.'))
        else {
            let known = self.numbers.known.keys().map(String::as_str);
            let help = did_you_mean_or(path, known, "write it into game.toml");
            return slip!(ScriptName, place, "there is no `{path}`"; help);
        };
        let wanted = last.replace('_', "-");
        let keys: Vec<&str> = rows.keys().map(|key| key.name.as_str()).collect();
        // A key that nothing reads is the likelier one: it was renamed.
        let is_unread =
            |(key, value): &&(Key, Value)| value.as_table().is_none() && !self.reads_key(&key.name);
        let mut left = rows.entries.iter().filter(is_unread).map(|(key, _)| key);
        let near = did_you_mean(&wanted, keys.iter().copied());
        let near = near.and_then(|near| rows.keys().find(|key| key.name == near));
        let alone = left.next().filter(|_| left.next().is_none());
        let path = |key: &Key| format!("{}.{}", said(&table), said(&key.name));
        let (Some(meant), what) = (match (near, alone) {
            (Some(near), _) => (Some(near), "is this meant?"),
            (None, alone) => (alone, "is this meant? The script does not read it"),
        }) else {
            return slip!(
                ScriptName, place,
                "[{table}] of game.toml has no `{wanted}`"; "it has {}", list_words(keys)
            );
        };
        let help = match meant.name.strip_prefix(&wanted) {
            Some(rest) if rest.starts_with('-') => {
                format!("a script writes `-` as `_`: `{}`", path(meant))
            }
            // What the script reads elsewhere was not renamed.
            _ if self.reads_key(&meant.name) => format!("did you mean `{}`?", path(meant)),
            _ => format!("write `{wanted}` there, or `{}` here", path(meant)),
        };
        let mut slip = slip!(ScriptName, place, "[{table}] of game.toml has no `{wanted}`"; help);
        slip.meant = Some(Box::new((meant.span, what.to_owned())));
        slip
    }

    /// Whether the script says a key of `[rules]` anywhere.
    fn reads_key(&self, key: &str) -> bool {
        let dotted = format!(".{}", said(key));
        let goes_on = |rest: &str| rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let mut found = self.source.match_indices(&dotted);
        found.any(|(at, _)| !goes_on(&self.source[at + dotted.len()..]))
    }

    /// Points a slip about a text or a word at the value of `[rules]` that it comes from, where a number is wanted.
    pub(super) fn at_its_value(&self, slip: ScriptSlip, kind: Type) -> ScriptSlip {
        let path = match kind {
            Type::Text(text) => self.texts_of_rules.get(&text),
            Type::Word(of) => {
                let list = of.checked_sub(self.own_domains());
                list.and_then(|list| self.lists_of_rules.get(&list))
            }
            _ => None,
        };
        let Some(entry) = path.and_then(|path| self.numbers.entry(path)) else {
            return slip;
        };
        let (key, table) = (&entry.key.name, &entry.table);
        let fault = |span: Span, message: String, help: String| ScriptSlip {
            fault: Fault { message, help, ..slip.fault.clone() },
            data: Some(Box::new((span, "a number is wanted here"))),
            ..slip.clone()
        };
        let seats = &self.declared.seats;
        let is_seat = |word: &str| numbered(seats, word).is_some();
        let words = entry.value.as_list().unwrap_or_default();
        let mut words = words.iter().filter_map(|word| Some((word.as_str()?, word.span)));
        if words.clone().any(|(word, _)| is_seat(word))
            && let Some((word, span)) = words.find(|(word, _)| !is_seat(word))
        {
            return fault(span, format!("`{word}` is no seat"), instead_of(seats, word));
        }
        let span = entry.value.span;
        let Some(text) = entry.value.as_str() else {
            // Words that are meant as words.
            let message = format!("this is a word of `{key}` in [{table}], not a number");
            return ScriptSlip {
                fault: Fault { message, ..slip.fault },
                meant: Some(Box::new((span, "a list of words".to_owned()))),
                ..slip
            };
        };
        let message = format!("`{key}` of [{table}] is a text, not a number");
        let help = match text.trim().parse::<i64>() {
            Ok(number) => format!("leave the quotes out: `{key} = {number}`"),
            Err(_) => format!("write a number without quotes: `{key} = 1`"),
        };
        fault(span, message, help)
    }
}

/// The slip for a value of `game.toml` that a script cannot read.
fn unreadable(entry: &RuleEntry<'_>, place: &Range<usize>) -> ScriptSlip {
    let (key, table, value) = (&entry.key.name, &entry.table, entry.value);
    let all = value.as_list().unwrap_or_default();
    let is_number = |value: &&Value| value.as_integer().is_some();
    let numbers = all.first().is_some_and(|first| is_number(&first));
    let other =
        all.iter().find(|value| if numbers { !is_number(value) } else { value.as_str().is_none() });
    let what = if numbers { "numbers" } else { "words" };
    let (span, message, help) = match (&value.datum, other) {
        (Datum::List(_), Some(other)) => (
            other.span,
            format!("is a list of {what}, and `{other}` is none"),
            format!("write {what} alone"),
        ),
        (Datum::List(_), None) => {
            (value.span, "is an empty list".into(), "write numbers or words into it".into())
        }
        _ => (
            value.span,
            "is no whole number".into(),
            "write a whole number, words in quotes, or a list of them".into(),
        ),
    };
    let mut slip = slip!(ScriptType, place, "`{key}` of [{table}] {message}"; help);
    slip.data = Some(Box::new((span, "the script reads it here")));
    slip
}
