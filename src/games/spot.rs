//! A value of a table that is being read, and the way that leads to it.

use std::ops::RangeInclusive;

use serde_json::Value;

use super::naming::{Unknown, short};
use crate::rules::Misfit;
use crate::source::{did_you_mean, list};

/// A value, and the keys and indices that lead to it. Each question reports what does not fit.
#[derive(Debug, Clone)]
pub struct Spot<'v> {
    pub value: &'v Value,
    path: Vec<String>,
}

impl<'v> Spot<'v> {
    pub fn root(value: &'v Value) -> Self {
        Spot {
            value,
            path: Vec::new(),
        }
    }

    fn down(&self, key: String, value: &'v Value) -> Self {
        let mut path = self.path.clone();
        path.push(key);
        Spot { value, path }
    }

    /// Where it stands, for the help of another misfit: `zones.hand/caps.2`.
    pub fn way(&self) -> String {
        self.path.join(".")
    }

    /// The last key or index of the way.
    pub fn key(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }

    pub fn misfit(&self, says: impl Into<String>, help: impl Into<String>) -> Misfit {
        Misfit {
            path: self.path.clone(),
            says: says.into(),
            help: help.into(),
            unknown_card: false,
        }
    }

    /// That it names nothing.
    pub fn unknown(&self, unknown: Unknown) -> Misfit {
        Misfit {
            unknown_card: unknown.card.is_some(),
            ..self.misfit(unknown.says, unknown.help)
        }
    }

    /// The value under a key; `None` too where there are no keys.
    pub fn get(&self, key: &str) -> Option<Spot<'v>> {
        Some(self.down(key.to_owned(), self.value.get(key)?))
    }

    /// The values of a table with their keys.
    pub fn entries(&self, faults: &mut Vec<Misfit>) -> Vec<Spot<'v>> {
        match self.value.as_object() {
            Some(table) => table
                .iter()
                .map(|(key, value)| self.down(key.clone(), value))
                .collect(),
            None => {
                faults.push(self.other("a table", "write a table: keys with values"));
                Vec::new()
            }
        }
    }

    /// The values of a table that knows no other keys than these.
    pub fn known(&self, keys: &[&str], faults: &mut Vec<Misfit>) -> Vec<Spot<'v>> {
        let mut entries = self.entries(faults);
        entries.retain(|entry| {
            let known = keys.contains(&entry.key());
            if !known {
                faults.push(entry.unknown_key(keys));
            }
            known
        });
        entries
    }

    /// That its key is not one of these.
    pub fn unknown_key<K: AsRef<str>>(&self, keys: &[K]) -> Misfit {
        let keys = || keys.iter().map(AsRef::as_ref);
        let help = match did_you_mean(self.key(), keys()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("keys here are {}", list(keys())),
        };
        self.misfit(format!("unknown key `{}`", short(self.key())), help)
    }

    /// The values of a list.
    pub fn items(&self, faults: &mut Vec<Misfit>) -> Vec<Spot<'v>> {
        match self.value.as_array() {
            Some(items) => items
                .iter()
                .enumerate()
                .map(|(index, value)| self.down(index.to_string(), value))
                .collect(),
            None => {
                faults.push(self.other("a list", "write a list: `[…]`"));
                Vec::new()
            }
        }
    }

    /// A whole number of a range.
    pub fn whole(&self, range: RangeInclusive<u8>, faults: &mut Vec<Misfit>) -> Option<u8> {
        let n = self.value.as_u64().and_then(|n| u8::try_from(n).ok());
        let n = n.filter(|n| range.contains(n));
        if n.is_none() {
            let wanted = match (range.start(), range.end()) {
                (low, high) if low == high => format!("{low}"),
                (low, high) => format!("a whole number from {low} to {high}"),
            };
            faults.push(self.other(&wanted, &format!("write {wanted}")));
        }
        n
    }

    pub fn yes(&self, faults: &mut Vec<Misfit>) -> Option<bool> {
        let yes = self.value.as_bool();
        if yes.is_none() {
            faults.push(self.other("`true` or `false`", "write `true` or `false`"));
        }
        yes
    }

    /// A text; `what` it should be is for the message: "a card's name".
    pub fn text(&self, what: &str, faults: &mut Vec<Misfit>) -> Option<&'v str> {
        let text = self.value.as_str();
        if text.is_none() {
            faults.push(self.other(what, &format!("write {what} in quotes")));
        }
        text
    }

    /// One of the words, by its number.
    pub fn one_of(&self, words: &[&str], faults: &mut Vec<Misfit>) -> Option<usize> {
        let text = self.text(&format!("one of {}", list(words.iter().copied())), faults)?;
        let found = words.iter().position(|word| *word == text);
        if found.is_none() {
            let help = match did_you_mean(text, words.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("choose one of {}", list(words.iter().copied())),
            };
            faults.push(self.misfit(format!("there is no `{}` here", short(text)), help));
        }
        found
    }

    /// That the value is not what is wanted.
    fn other(&self, wanted: &str, help: &str) -> Misfit {
        let is = match self.value {
            Value::Null => "nothing".to_owned(),
            Value::Bool(yes) => format!("`{yes}`"),
            Value::Number(n) => format!("`{}`", short(&n.to_string())),
            Value::String(text) => format!("the text `{}`", short(text)),
            Value::Array(_) => "a list".to_owned(),
            Value::Object(_) => "a table".to_owned(),
        };
        self.misfit(format!("this is {is}, not {wanted}"), help)
    }
}
