//! Reading abilities from values that know their place.

use std::ops::RangeInclusive;

use schemars::Schema;

use super::{Ability, ENTRIES, Entry, Slot};
use crate::cards::Value;
use crate::cards::schema::Keys;
use crate::games::caper::Palette;
use crate::source::{Code, Diagnostic, Diagnostics, did_you_mean, list};

/// Most coins that a card can speak of. A game has fewer: that is checked against its `[rules]`.
pub const MOST_COINS: i64 = 99;

/// What reading an ability needs: the colours of the game, and where faults go.
pub struct Reading<'a> {
    pub palette: &'a Palette,
    pub faults: &'a mut Diagnostics,
}

impl Reading<'_> {
    /// The abilities of a list: `[{ capers = 1 }, { points = 2 }]`.
    pub fn abilities(&mut self, value: &Value, slot: Slot) -> Vec<Ability> {
        let Some(list) = value.as_list() else {
            let key = slot.key();
            let entry = ENTRIES.iter().find(|e| e.slots.contains(&slot));
            let example = entry.map_or("", |e| e.example);
            let message = format!("`{key}` is {}", value.kind());
            let help = format!("write a list of abilities: `{key} = [{{ {example} }}]`");
            self.faults.push(
                Diagnostic::error(Code::AbilityShape, message)
                    .at(value.span)
                    .help(help),
            );
            return Vec::new();
        };
        list.iter().filter_map(|v| self.ability(v, slot)).collect()
    }

    /// One ability: a table with a single key.
    pub fn ability(&mut self, value: &Value, slot: Slot) -> Option<Ability> {
        let Some(table) = value.as_table() else {
            let known = in_slot(slot).map(|e| format!("`{{ {} }}`", e.example));
            let known: Vec<String> = known.collect();
            let message = format!("an ability under `{}` is {}", slot.key(), value.kind());
            let help = format!("write one of {}", known.join(", "));
            self.faults.push(
                Diagnostic::error(Code::AbilityShape, message)
                    .at(value.span)
                    .help(help),
            );
            return None;
        };
        let [(key, value)] = table.entries.as_slice() else {
            let fault = match table.entries.len() {
                0 => Diagnostic::error(Code::AbilityShape, "an ability is empty")
                    .help("take the empty braces away"),
                _ => Diagnostic::error(Code::AbilityShape, "an ability names two things")
                    .help("write each in braces of its own: `[{ capers = 1 }, { points = 2 }]`"),
            };
            self.faults.push(fault.at(value.span));
            return None;
        };
        let here = in_slot(slot).find(|e| e.key == key.name);
        if let Some(entry) = here {
            return (entry.read)(value, self);
        }
        let elsewhere = ENTRIES.iter().find(|e| e.key == key.name);
        let fault = match elsewhere {
            Some(entry) => {
                let places = entry.slots.iter().map(|s| s.key());
                Diagnostic::error(
                    Code::AbilityShape,
                    format!("`{}` does not stand under `{}`", key.name, slot.key()),
                )
                .help(format!("write it under {}", list(places)))
            }
            None => {
                let known = in_slot(slot).map(|e| e.key);
                let known: Vec<&str> = known.collect();
                let help = match did_you_mean(&key.name, known.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("`{}` knows {}", slot.key(), list(known)),
                };
                Diagnostic::error(
                    Code::UnknownAbility,
                    format!("there is no ability `{}`", key.name),
                )
                .help(help)
            }
        };
        self.faults.push(fault.at(key.span));
        None
    }

    /// What an ability of a slot may be, for editors.
    pub fn schema(&self, about: &str, slot: Slot) -> Schema {
        let entries = in_slot(slot);
        let keys = entries.fold(Keys::new(about), |keys, e| {
            keys.may(e.key, (e.schema)(self))
        });
        keys.one()
    }

    /// Reports that `what` is of the wrong kind.
    pub fn wrong(&mut self, value: &Value, what: &str, help: &str) {
        let message = format!("{what} is {}", value.kind());
        self.faults.push(
            Diagnostic::error(Code::AbilityShape, message)
                .at(value.span)
                .help(help),
        );
    }

    /// Reports that there is no `what` called `word`.
    pub fn unknown<'k>(
        &mut self,
        value: &Value,
        what: &str,
        word: &str,
        known: impl Iterator<Item = &'k str> + Clone,
    ) {
        let help = match did_you_mean(word, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it can be {}", list(known)),
        };
        let message = format!("there is no {what} `{word}`");
        self.faults.push(
            Diagnostic::error(Code::UnknownWord, message)
                .at(value.span)
                .help(help),
        );
    }

    /// A string.
    pub fn word<'v>(&mut self, value: &'v Value, wanted: &str) -> Option<&'v str> {
        let word = value.as_str();
        if word.is_none() {
            self.wrong(value, "a word", &format!("write {wanted}"));
        }
        word
    }

    /// A whole number in `range`, which lies within 0 to 255.
    pub fn number(&mut self, value: &Value, range: RangeInclusive<i64>) -> Option<u8> {
        let (low, high) = (range.start(), range.end());
        let help = format!("write a whole number from {low} to {high}");
        match value.as_integer() {
            Some(n) if range.contains(&n) => u8::try_from(n).ok(),
            Some(n) => {
                let message = format!("{n} is out of range");
                self.faults.push(
                    Diagnostic::error(Code::OutOfRange, message)
                        .at(value.span)
                        .help(help),
                );
                None
            }
            None => {
                self.wrong(value, "a number", &help);
                None
            }
        }
    }

    /// One of a few words.
    pub fn one_of<T: Copy>(
        &mut self,
        value: &Value,
        what: &str,
        all: &[(&'static str, T)],
    ) -> Option<T> {
        let known = all.iter().map(|(word, _)| *word);
        let word = self.word(value, &format!("one of {}", list(known.clone())))?;
        let found = all.iter().find(|(w, _)| *w == word);
        if found.is_none() {
            self.unknown(value, what, word, known);
        }
        found.map(|(_, t)| *t)
    }
}

fn in_slot(slot: Slot) -> impl Iterator<Item = &'static Entry> {
    ENTRIES.iter().filter(move |e| e.slots.contains(&slot))
}
