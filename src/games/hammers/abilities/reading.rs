//! Reading the values of abilities, with their faults.

use std::ops::RangeInclusive;

use crate::cards::{Reader, Row, Setting, Value};
use crate::games::hammers::{ActionCard, Role};
use crate::source::{Code, Diagnostic, Diagnostics, did_you_mean, list};

/// What influence a card may have by an ability.
pub const INFLUENCE: RangeInclusive<i64> = 0..=ActionCard::MOST;

/// What an ability may look at while it is read, and where its faults go.
pub struct Reading<'a> {
    setting: Setting<'a>,
    faults: &'a mut Diagnostics,
}

impl<'a> Reading<'a> {
    pub fn new(setting: &Setting<'a>, faults: &'a mut Diagnostics) -> Self {
        Reading {
            setting: *setting,
            faults,
        }
    }

    pub fn fault(&mut self, fault: Diagnostic) {
        self.faults.push(fault);
    }

    fn wrong(&mut self, key: &str, value: &Value, wanted: &str) {
        let found = value.text().filter(|_| value.as_list().is_none());
        let found = found.map_or_else(|| value.kind().to_owned(), |t| format!("`{t}`"));
        let message = format!("`{key}` is {found}, not {wanted}");
        let help = format!("write {wanted}");
        self.fault(
            Diagnostic::error(Code::AbilityShape, message)
                .at(value.span)
                .help(help),
        );
    }

    /// A whole number in `range`, which lies within 0 to 255.
    pub fn whole(&mut self, key: &str, value: &Value, range: RangeInclusive<i64>) -> Option<u8> {
        let read = value.as_integer().filter(|n| range.contains(n));
        if read.is_none() {
            let wanted = format!("a whole number from {} to {}", range.start(), range.end());
            self.wrong(key, value, &wanted);
        }
        u8::try_from(read?).ok()
    }

    /// An influence that a card may have.
    pub fn influence(&mut self, key: &str, value: &Value) -> Option<u8> {
        self.whole(key, value, INFLUENCE)
    }

    /// `true`: an ability that is there or not has no other value.
    pub fn yes(&mut self, key: &str, value: &Value) -> Option<()> {
        if value.datum == crate::cards::Datum::Boolean(true) {
            return Some(());
        }
        let message = format!("`{key}` can only be `true`");
        let help = format!("write `{key} = true`, or take it away");
        self.fault(
            Diagnostic::error(Code::AbilityShape, message)
                .at(value.span)
                .help(help),
        );
        None
    }

    /// One of some words.
    pub fn choice<T: Copy>(
        &mut self,
        key: &str,
        value: &Value,
        choices: &[(&'static str, T)],
    ) -> Option<T> {
        let words = choices.iter().map(|c| c.0);
        let Some(word) = value.as_str() else {
            self.wrong(key, value, &format!("one of {}", list(words)));
            return None;
        };
        let found = choices.iter().find(|c| c.0 == word);
        if found.is_none() {
            let help = match did_you_mean(word, words.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("choose one of {}", list(words)),
            };
            let message = format!("`{key}` cannot be `{word}`");
            self.fault(
                Diagnostic::error(Code::AbilityShape, message)
                    .at(value.span)
                    .help(help),
            );
        }
        found.map(|c| c.1)
    }

    /// The values of a table that may hold `keys`, in their order.
    pub fn parts<'v, const N: usize>(
        &mut self,
        key: &str,
        what: &'static str,
        value: &'v Value,
        keys: [&'static str; N],
    ) -> Option<[Option<&'v Value>; N]> {
        let Some(table) = value.as_table() else {
            let wanted = format!("a table with {}", list(keys));
            self.wrong(key, value, &wanted);
            return None;
        };
        let mut r = Reader::new(table, value.span, what, self.faults);
        let parts = keys.map(|key| r.value(key));
        r.finish();
        Some(parts)
    }

    /// A part that must be there.
    pub fn needed<'v>(
        &mut self,
        ability: &str,
        key: &str,
        whole: &Value,
        part: Option<&'v Value>,
    ) -> Option<&'v Value> {
        if part.is_none() {
            let message = format!("`{ability}` has no `{key}`");
            let help = format!("add `{key} = …` between its braces");
            self.fault(
                Diagnostic::error(Code::AbilityShape, message)
                    .at(whole.span)
                    .help(help),
            );
        }
        part
    }

    /// The professions of the deck's cards, each once, in the order of the file.
    pub fn professions(&self) -> Vec<&'a str> {
        let rows: &'a [Row] = &self.setting.deck.rows;
        let mut known: Vec<&str> = Vec::new();
        for word in rows.iter().filter_map(profession_of) {
            if !known.contains(&word) {
                known.push(word);
            }
        }
        known
    }

    /// A profession that some card of the deck has.
    pub fn profession(&mut self, key: &str, value: &Value) -> Option<String> {
        let Some(word) = value.as_str() else {
            self.wrong(key, value, "a profession in quotes");
            return None;
        };
        let known = self.professions();
        if known.contains(&word) {
            return Some(word.to_owned());
        }
        let help = match did_you_mean(word, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("professions are {}", list(known)),
        };
        let message = format!("no card of the deck has the profession `{word}`");
        self.fault(
            Diagnostic::error(Code::UnknownWord, message)
                .at(value.span)
                .help(help),
        );
        None
    }

    /// Whether every lab of the game has `key`; without labs there is nothing to ask.
    pub fn labs_have(&self, key: &str) -> bool {
        let labs = Role::Labs.deck(self.setting.game).map(|(name, _)| name);
        let deck = self
            .setting
            .decks
            .iter()
            .find(|d| Some(d.id.as_str()) == labs);
        deck.is_none_or(|d| d.rows.iter().all(|r| r.get(key).is_some()))
    }
}

fn profession_of(row: &Row) -> Option<&str> {
    row.get("profession")?.as_str()
}
