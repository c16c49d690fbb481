//! Reads `[table.layout]`: what things are called on boards and pages, and which of them are shown where. TOML comes
//! in; the shown layout goes into the declarations.

use super::declared::Each;
use super::named::names;
use super::reading::{Reading, find};
use crate::cards::{Reader, TomlTable};
use crate::source::{Span, fault};

impl Reading<'_> {
    /// After everything else is read.
    pub(super) fn shown(&mut self, layout: Option<(&TomlTable, Span)>) {
        let Some((table, span)) = layout else {
            return;
        };
        let mut r = Reader::new(table, span, "[table.layout]", self.faults);
        let called = r.entries("names");
        let mut words = |key| r.strings(key).unwrap_or_default();
        let [order, hide, aside] = ["order", "hide", "aside"].map(&mut words);
        let middle = r.strings("middle");
        r.finish();
        let declared = &self.declared;
        let owned = |name: &str| name.to_owned();
        let shown = names(&declared.zones).chain(names(&declared.counters)).map(owned);
        let shown: Vec<String> = shown.collect();
        // Seats of any number of players: a seat that this variant does not have may still be given a caption.
        let seats: Vec<String> = self.all_seats.iter().cloned().collect();
        let follows: Vec<String> = names(&declared.follows).map(owned).collect();
        let words =
            [&shown, &follows, &seats, &declared.places, &declared.faces, &declared.questions];
        let words = words.map(Vec::as_slice).concat();
        let fit = declared.zones.iter().filter(|kind| matches!(kind.each, Each::One | Each::Seat));
        let middles: Vec<String> = fit.map(|kind| kind.name.clone()).collect();
        for (key, value) in called {
            let what = "zone, counter, seat, place, face or question";
            if find(self.faults, &words, what, (&key.name, key.span)).is_none() {
                continue;
            }
            match value.as_str().map(str::trim) {
                None | Some("") => {
                    let word = &key.name;
                    fault!(self, value.span; "`{word}` is called nothing"; "write what it is called: `{word} = \"…\"`");
                }
                Some(name) => self.declared.shown.names.push((key.name.clone(), name.to_owned())),
            }
        }
        self.declared.shown.order = self.those(order, &shown, "zone or counter");
        self.declared.shown.hide = self.those(hide, &shown, "zone or counter");
        self.declared.shown.aside = self.those(aside, &seats, "seat");
        let what = "zone of the table or of each seat";
        self.declared.shown.middle = middle.map(|zones| self.those(zones, &middles, what));
    }

    fn those(&mut self, words: Vec<(String, Span)>, known: &[String], what: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for (word, span) in words {
            if found.contains(&word) {
                fault!(self, span; "`{word}` is named twice"; "name it once");
            } else if find(self.faults, known, what, (&word, span)).is_some() {
                found.push(word);
            }
        }
        found
    }
}
