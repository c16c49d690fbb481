//! Reads `[table.layout]`: what things are called on boards and pages, and which of them are shown where. TOML comes
//! in; the shown layout goes into the declarations. Called by [`super::reading`] after everything else.

use super::declared::Each;
use super::reading::Reading;
use crate::cards::{Reader, TomlTable};
use crate::source::{Span, instead};

impl Reading<'_> {
    /// After everything else is read.
    pub(super) fn shown(&mut self, layout: Option<(&TomlTable, Span)>) {
        let Some((table, span)) = layout else {
            return;
        };
        let mut r = Reader::new(table, span, "[table.layout]", self.faults);
        let names = r.table("names");
        let order = r.strings("order").unwrap_or_default();
        let hide = r.strings("hide").unwrap_or_default();
        let middle = r.strings("middle");
        let aside = r.strings("aside").unwrap_or_default();
        r.finish();
        let declared = &self.declared;
        let zones: Vec<&String> = declared.zones.iter().map(|kind| &kind.name).collect();
        let counters = declared.counters.iter().map(|kind| &kind.name);
        let shown: Vec<String> = zones.into_iter().chain(counters).cloned().collect();
        let follows = declared.follows.iter().map(|kind| kind.name.clone());
        let follows: Vec<String> = follows.collect();
        // Seats of any number of players: a seat that this variant does not have may still be given a caption.
        let seats: Vec<String> = self.all_seats.iter().cloned().collect();
        let words =
            [&shown, &follows, &seats, &declared.places, &declared.faces, &declared.questions];
        let words: Vec<String> = words.into_iter().flatten().cloned().collect();
        for (key, value) in names.into_iter().flat_map(|(t, _)| &t.entries) {
            let what = "zone, counter, seat, place, face or question";
            match value.as_str().map(str::trim) {
                _ if !self.known(&key.name, key.span, &words, what) => {}
                Some(name) if !name.is_empty() => {
                    let pair = (key.name.clone(), name.to_owned());
                    self.declared.shown.names.push(pair);
                }
                _ => self.fault(
                    value.span,
                    format!("`{}` is called nothing", key.name),
                    format!("write what it is called: `{} = \"…\"`", key.name),
                ),
            }
        }
        self.declared.shown.order = self.those(order, &shown, "zone or counter");
        self.declared.shown.hide = self.those(hide, &shown, "zone or counter");
        let fit = |each| matches!(each, Each::One | Each::Seat);
        let middles = self.declared.zones.iter().filter(|kind| fit(kind.each));
        let middles: Vec<String> = middles.map(|kind| kind.name.clone()).collect();
        let what = "zone of the table or of each seat";
        self.declared.shown.aside = self.those(aside, &seats, "seat");
        self.declared.shown.middle = middle.map(|zones| self.those(zones, &middles, what));
    }

    fn known(&mut self, word: &str, span: Span, known: &[String], what: &str) -> bool {
        let there = known.iter().any(|one| one == word);
        if !there {
            let help = instead(word, known.iter().map(String::as_str));
            self.fault(span, format!("there is no {what} `{word}`"), help);
        }
        there
    }

    fn those(
        &mut self,
        words: Vec<(String, Span)>,
        known: &[String],
        what: &'static str,
    ) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for (word, span) in words {
            if found.contains(&word) {
                let message = format!("`{word}` is named twice");
                self.fault(span, message, "name it once");
            } else if self.known(&word, span, known, what) {
                found.push(word);
            }
        }
        found
    }
}
