//! Reads `[table.counters]`, `[table.follows]`, the values that a function of the script computes on demand, and `[table.conserve]`. TOML
//! comes in; counters and sums go into the declarations. [`super::reading_end`] looks up what is scored.

use super::declared::{
    ConservedSum, CounterKind, CounterReport, CounterValue, Declared, DerivedNumbers, Each,
    MOST_COUNTERS, ScoreMeasure, Sees,
};
use super::named::{names, numbered};
use super::reading::{Reading, find};
use crate::cards::{Datum, Key, Value};
use crate::source::{Span, fault, instead};

/// Most of what follows from a table.
const MOST_FOLLOWS: usize = 32;

impl Reading<'_> {
    pub(super) fn counters(&mut self, counters: &[(Key, Value)]) {
        let mut next = 0;
        for (key, value) in counters {
            let Some(mut r) = self.entry(key, value, "a counter") else {
                continue;
            };
            let (each, sees, told) = (r.value("each"), r.value("sees"), r.value("told"));
            let (holds, written) = (r.string("is"), r.string("as"));
            let limits = i64::from(i16::MIN)..=i64::from(i16::MAX);
            let [from, to, start] = ["from", "to", "start"].map(|key| {
                let number = r.integer(key, limits.clone());
                number.map(|(number, span)| (number as i16, span))
            });
            r.finish();
            let told = match told.map(|value| (value, &value.datum)) {
                None | Some((_, Datum::Boolean(true))) => CounterReport::WhenChanged,
                Some((_, Datum::Boolean(false))) => CounterReport::Never,
                Some((_, Datum::String(word))) if word == "always" => CounterReport::Always,
                Some((value, _)) => {
                    fault!(self, value.span; "`told` is {}", value.kind(); "write `told = false`, `told = \"always\"`, or leave it out");
                    CounterReport::WhenChanged
                }
            };
            let (name, written) = (&key.name, self.written(key, written, "counter"));
            let each = self.each(each);
            let sees = sees.map_or(Sees::All, |value| self.sees_word(value, each));
            let holds = self.holds(holds);
            let (range, start, span) = match holds {
                CounterValue::Number => {
                    let low = from.map_or(0, |(from, _)| from);
                    let (start, span) = start.unwrap_or((low.max(0), key.span));
                    ((low, to.map_or(i16::MAX, |(to, _)| to)), start, span)
                }
                CounterValue::Flag => ((0, 1), 0, key.span),
                CounterValue::Seat => ((-1, self.declared.seats.len() as i16 - 1), -1, key.span),
            };
            if holds == CounterValue::Number && sees != Sees::All && to.is_none() {
                fault!(self, key.span; "`{name}` is hidden and has no greatest value"; "write `to = …`: what a seat does not see is any number from `from` to `to` for it");
            }
            let (from, to) = range;
            if !(from..=to).contains(&start) {
                fault!(self, span; "`{name}` starts at {start}, outside of {from} to {to}"; "give `from`, `to` and `start` that fit");
            }
            self.declared.counters.push(CounterKind {
                name: name.clone(),
                span: key.span,
                each,
                holds,
                first: u8::try_from(next).unwrap_or(u8::MAX),
                range,
                start,
                sees,
                written: written.into(),
                told,
            });
            let what = "counters, where each seat's and each place's counts";
            self.number(&mut next, each, (key.span, what, MOST_COUNTERS));
        }
    }

    /// Goes on to the number behind those of a kind; the first kind that is beyond the limit is reported.
    pub(super) fn number(
        &mut self,
        next: &mut usize,
        each: Each,
        (span, what, most): (Span, &str, usize),
    ) {
        let before = *next;
        *next += self.declared.count(each);
        if *next > most && before <= most {
            self.too_many(span, what, most);
        }
    }

    pub(super) fn follows(&mut self, follows: &[(Key, Value)]) {
        for (key, value) in follows {
            if self.declared.follows.len() == MOST_FOLLOWS {
                return self.too_many(key.span, "numbers that follow", MOST_FOLLOWS);
            }
            let Some(mut r) = self.entry(key, value, "what follows") else {
                continue;
            };
            let each = r.value("each");
            let (holds, written) = (r.string("is"), r.string("as"));
            r.finish();
            let following = DerivedNumbers {
                name: key.name.clone(),
                span: key.span,
                written: self.written(key, written, "number").into(),
                each: self.each(each),
                holds: self.holds(holds),
            };
            self.declared.follows.push(following);
        }
    }

    /// What a counter, or a function, holds.
    fn holds(&mut self, holds: Option<(String, Span)>) -> CounterValue {
        match holds.as_ref().map(|(word, span)| (word.as_str(), *span)) {
            None | Some(("number", _)) => CounterValue::Number,
            Some(("flag", _)) => CounterValue::Flag,
            Some(("seat", _)) => CounterValue::Seat,
            Some((word, span)) => {
                fault!(self, span; "a counter is no `{word}`"; instead(word, ["number", "flag", "seat"]));
                CounterValue::Number
            }
        }
    }

    pub(super) fn sums(&mut self, sums: &[(Key, Value)]) {
        for (key, value) in sums {
            let mut counter = |name: &str| {
                find(self.faults, &self.declared.counters, "counter", (name.trim(), key.span))
            };
            let of: Vec<Option<u8>> = key.name.split('+').map(&mut counter).collect();
            let Some(is) = value.as_integer() else {
                fault!(self, value.span; "the sum of `{}` is {}", key.name, value.kind(); "write a whole number");
                continue;
            };
            if let Some(of) = of.into_iter().collect() {
                let (name, span) = (key.name.clone(), key.span);
                self.declared.sums.push(ConservedSum { name, of, is, span });
            }
        }
    }

    /// What decides: a number of each seat, or the sum of the parts of its score.
    pub(super) fn deciding(
        &mut self,
        name: &str,
        has_parts: bool,
        span: Span,
    ) -> Option<ScoreMeasure> {
        let declared = &self.declared;
        let counter = numbered(&declared.counters, name);
        let is_named = counter.or(numbered(&declared.follows, name)).is_some();
        if name == "total" && has_parts && !is_named {
            return Some(ScoreMeasure::Total);
        }
        self.measure(name, span)
    }

    /// A number of each seat, kept or worked out, by its name.
    pub(super) fn measure(&mut self, name: &str, span: Span) -> Option<ScoreMeasure> {
        let Declared { counters, follows, .. } = &self.declared;
        let (found, each, holds) = if let Some(at) = numbered(counters, name) {
            let kind = &counters[usize::from(at)];
            (ScoreMeasure::Counter(at), kind.each, kind.holds)
        } else if let Some(at) = numbered(follows, name) {
            let kind = &follows[usize::from(at)];
            (ScoreMeasure::Follows(at), kind.each, kind.holds)
        } else {
            let help = instead(name, names(counters).chain(names(follows)));
            fault!(self, span; "there is no counter `{name}`"; help);
            return None;
        };
        if each != Each::Seat || holds == CounterValue::Seat {
            fault!(self, span; "`{name}` is no counter of each seat"; "add `each = \"seat\"` to it");
            return None;
        }
        Some(found)
    }
}
