//! Reads `[table.moves]`, refusals and notes. TOML comes in; patterns and sentences go into the declarations, and every fault is reported.

use super::declared::{Each, Gap, MovePattern, NoteGap, Sentence};
use super::patterns;
use super::reading::Reading;
use super::reading_zones::one_or_more;
use crate::cards::{Datum, Key, Reader, Value};
use crate::source::fault;

/// Most ways to write moves.
const MOST_PATTERNS: usize = 64;

impl Reading<'_> {
    pub(super) fn moves(&mut self, moves: &[(Key, Value)]) {
        for (key, value) in moves {
            if !self.word(&key.name, key.span, "a move") {
                continue;
            }
            for one in one_or_more(value) {
                let (mut written, mut pair) = (Some(one), false);
                if let Some(table) = one.as_table() {
                    let mut r = Reader::new(table, one.span, "a move", self.faults);
                    pair = r.boolean("pair");
                    written = r.value("as");
                    r.need("as", "\"pass {card} {other:card}\"");
                    r.finish();
                }
                let Some(written) = written else {
                    continue;
                };
                let span = written.span;
                if self.declared.patterns.len() >= MOST_PATTERNS {
                    return self.too_many(span, "moves", MOST_PATTERNS);
                }
                let Some(text) = written.as_str() else {
                    fault!(self, span; "a move is written in quotes"; "write \"play {{card}}\"");
                    continue;
                };
                match patterns::parse_pattern(&key.name, text, span, &self.declared.zones) {
                    Ok(pattern) => self.pattern(MovePattern { pair, ..pattern }),
                    Err(fault) => self.fault(span, fault.message, fault.help),
                }
            }
        }
    }

    fn pattern(&mut self, pattern: MovePattern) {
        let span = pattern.span;
        if pattern.pair && pattern.gaps != [Gap::Card, Gap::Card] {
            fault!(self, span; "a pair is two cards, and nothing else"; "write two gaps: `pass {{card}} {{other:card}}`");
        }
        // `2:1` means the opponent's card.
        let of_seats = |gap: &Gap| match gap {
            Gap::Nth(kind) => self.declared.zones[usize::from(*kind)].each == Each::Both,
            _ => false,
        };
        if self.declared.seats.len() != 2 && pattern.gaps.iter().any(of_seats) {
            fault!(self, span; "a card by where it lies, and more than one opponent"; "name the card: `{{target:card}}`, or declare the zone with `each = \"place\"`");
        }
        let mut known = self.declared.patterns.iter();
        if let Some(twin) = known.find(|other| patterns::may_be_same(other, &pattern)) {
            let message = "this is written as another move may be".to_owned();
            let other = (twin.span, "the other one");
            self.collision(span, message, "begin it with another word", other);
        }
        self.declared.patterns.push(pattern);
    }

    pub(super) fn sentences(
        &mut self,
        words: &[(Key, Value)],
        what: &'static str,
    ) -> Vec<Sentence> {
        let mut found = Vec::new();
        for (key, value) in words {
            if !self.word(&key.name, key.span, what) {
                continue;
            }
            let (rule, says) = match &value.datum {
                Datum::String(says) => (String::new(), says.clone()),
                Datum::Table(table) => {
                    let mut r = Reader::new(table, value.span, what, self.faults);
                    let rule = r.text("rule").unwrap_or_default();
                    let (says, _) = r.required_string("says");
                    r.finish();
                    (rule, says)
                }
                _ => {
                    fault!(self, value.span; "{what} is {}", value.kind(); "write `{{ rule = \"R4\", says = \"…\" }}`");
                    continue;
                }
            };
            let (word, span) = (key.name.clone(), key.span);
            found.push(Sentence { word, span, rule, says, gaps: Vec::new() });
        }
        found
    }

    /// The values that notes give beside their words.
    pub(super) fn note_gaps(&mut self) {
        let places = self.declared.zones.iter().find(|kind| kind.each == Each::Place);
        let places = places.map(|kind| kind.first);
        let mut notes = std::mem::take(&mut self.declared.notes);
        for Sentence { says, span, gaps, .. } in &mut notes {
            let mut numbers = 0;
            for gap in says.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or(rest)) {
                match (gap, places) {
                    ("seat", _) => gaps.push(NoteGap::Seat),
                    ("at", Some(zone)) => gaps.push(NoteGap::At(zone)),
                    ("at", None) => {
                        fault!(self, *span; "`{{at}}` is a place, and no zone lies at one"; "declare a zone with `each = \"place\"`, or take the gap out");
                    }
                    ("a", _) => numbers = numbers.max(1),
                    ("b" | "high" | "low", _) => numbers = 2,
                    (other, _) => {
                        fault!(self, *span; "a note has no gap `{{{other}}}`"; "its gaps are {{seat}}, {{at}}, {{a}} and {{b}}, or {{high}} and {{low}}");
                    }
                }
            }
            gaps.extend([NoteGap::Number; 2].into_iter().take(numbers));
            gaps.sort();
            gaps.dedup_by(|a, b| a == b && *a != NoteGap::Number);
        }
        self.declared.notes = notes;
    }
}
