//! Reads `[table.follows]`: values that a function of the script computes on demand. TOML comes in; counters and
//! score parts that name a function go into the declarations. Called by [`super::reading`] and
//! [`super::reading_moves`].

use super::declared::{CounterValue, DerivedNumbers, Each, ScoreMeasure};
use super::reading::Reading;
use crate::cards::{Reader, TomlTable};
use crate::source::{Span, instead};

/// Most of what follows from a table.
const MOST_FOLLOWS: usize = 32;

impl Reading<'_> {
    pub(super) fn follows(&mut self, follows: Option<&TomlTable>) {
        for (key, value) in follows.into_iter().flat_map(|t| &t.entries) {
            let Some(table) = self.entry(key, value) else {
                continue;
            };
            if self.declared.follows.len() == MOST_FOLLOWS {
                return self.too_many(key.span, "numbers that follow", MOST_FOLLOWS);
            }
            let mut r = Reader::new(table, value.span, "what follows", self.faults);
            let each = r.value("each");
            let (holds, written) = (r.string("is"), r.string("as"));
            r.finish();
            if let Some((written, span)) = &written {
                self.written_name(written, *span, "number");
            }
            let following = DerivedNumbers {
                name: key.name.clone(),
                span: key.span,
                each: self.each(each),
                holds: self.holds(holds),
                written: std::sync::Arc::from(
                    written.as_ref().map_or(&*key.name, |(written, _)| written),
                ),
            };
            self.declared.follows.push(following);
        }
    }

    /// What a counter, or a function, holds.
    pub(super) fn holds(&mut self, holds: Option<(String, Span)>) -> CounterValue {
        match holds.as_ref().map(|(word, span)| (word.as_str(), *span)) {
            None | Some(("number", _)) => CounterValue::Number,
            Some(("flag", _)) => CounterValue::Flag,
            Some(("seat", _)) => CounterValue::Seat,
            Some((word, span)) => {
                let help = instead(word, ["number", "flag", "seat"]);
                self.fault(span, format!("a counter is no `{word}`"), help);
                CounterValue::Number
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
        let is_one = |known: &String| known == name;
        let mut counters = self.declared.counters.iter().map(|kind| &kind.name);
        let mut follows = self.declared.follows.iter().map(|kind| &kind.name);
        let is_named = counters.any(is_one) || follows.any(is_one);
        match name {
            "total" if has_parts && !is_named => Some(ScoreMeasure::Total),
            _ => self.measure(name, span),
        }
    }

    /// A number of each seat, kept or worked out, by its name.
    pub(super) fn measure(&mut self, name: &str, span: Span) -> Option<ScoreMeasure> {
        let declared = &self.declared;
        let counter = declared.counters.iter().position(|kind| kind.name == name);
        let follows = declared.follows.iter().position(|kind| kind.name == name);
        let (found, each, holds) = match (counter, follows) {
            (Some(at), _) => {
                let kind = &declared.counters[at];
                (ScoreMeasure::Counter(at as u8), kind.each, kind.holds)
            }
            (None, Some(at)) => {
                let kind = &declared.follows[at];
                (ScoreMeasure::Follows(at as u8), kind.each, kind.holds)
            }
            (None, None) => {
                let counters = declared.counters.iter().map(|kind| kind.name.as_str());
                let known = counters.chain(declared.follows.iter().map(|kind| kind.name.as_str()));
                let help = instead(name, known.collect::<Vec<_>>());
                self.fault(span, format!("there is no counter `{name}`"), help);
                return None;
            }
        };
        if each != Each::Seat || holds == CounterValue::Seat {
            let message = format!("`{name}` is no counter of each seat");
            self.fault(span, message, "add `each = \"seat\"` to it");
            return None;
        }
        Some(found)
    }
}
