//! Reads `[table.end]`: how the winner is found, what players play for, and teams. TOML comes in; it goes into the declarations.

use std::collections::BTreeSet;

use super::declared::{Sees, Win};
use super::named::numbered;
use super::reading::Reading;
use crate::cards::{Datum, Reader, TomlTable, Value};
use crate::rules::Aim;
use crate::source::{Span, did_you_mean, fault, instead};

/// What `aim` can say.
pub(super) const AIMS: [(&str, Aim); 3] =
    [("wins", Aim::Wins), ("points", Aim::Points), ("share", Aim::Share)];

impl Reading<'_> {
    pub(super) fn end(&mut self, end: Option<(&TomlTable, Span)>) {
        let Some((table, span)) = end else {
            return self.no_teams();
        };
        let mut r = Reader::new(table, span, "[table.end]", self.faults);
        let (wins, aim, teams) = (r.value("wins"), r.value("aim"), r.value("teams"));
        let parts = r.strings("score").unwrap_or_default();
        let parts_of = r.entries("score-of");
        r.finish();
        self.teams(teams);
        // What decides, and the word for it where one is given.
        match wins.map(|value| (value, &value.datum)) {
            None => {}
            Some((_, Datum::List(several))) => {
                several.iter().for_each(|one| self.win(None, one, !parts.is_empty()));
            }
            Some((_, Datum::Table(named))) => {
                let mut win = |word: &str, one| self.win(Some(word), one, !parts.is_empty());
                named.entries.iter().for_each(|(key, one)| win(&key.name, one));
            }
            Some((one, _)) => self.win(None, one, !parts.is_empty()),
        }
        for (name, span) in parts {
            let counter = self.measure(&name, span);
            self.declared.parts.extend(counter);
        }
        for (key, value) in parts_of {
            let all = value.as_list().unwrap_or_default();
            let parts = all.iter().filter_map(|one| {
                let name = one.as_str().unwrap_or_default();
                self.measure(name, one.span)
            });
            let parts: Vec<_> = parts.collect();
            if all.is_empty() {
                fault!(self, value.span; "the score of `{}` has no parts", key.name; "list counters of each seat");
            }
            if let Some(seat) = self.seat_of_any(&key.name, key.span) {
                self.declared.parts_of.push((seat, parts));
            }
        }
        if let Some(aim) = aim {
            self.aim(aim);
        }
    }

    /// `highest score`, or the seat that wins where all else is equal.
    fn win(&mut self, word: Option<&str>, value: &Value, has_parts: bool) {
        let text = value.as_str().unwrap_or_default();
        if let Some(seat) = numbered(&self.declared.seats, text) {
            self.declared.tie = Some(seat);
            return;
        }
        let (highest, name) = match text.split(' ').collect::<Vec<_>>().as_slice() {
            ["highest" | "most", name] => (true, *name),
            ["lowest" | "fewest", name] => (false, *name),
            words => {
                let near = match words {
                    [first, name] => did_you_mean(first, ["highest", "lowest", "most", "fewest"])
                        .map(|near| format!("did you mean \"{near} {name}\"?")),
                    _ => None,
                };
                let help = near.unwrap_or_else(|| {
                    "write \"highest score\" or \"lowest score\", of a counter of each seat".into()
                });
                return self.fault(value.span, "this does not say who wins", help);
            }
        };
        if let Some(of) = self.deciding(name, has_parts, value.span) {
            let says = word.unwrap_or(text).to_owned();
            let by = says.replace(' ', "-").into();
            self.declared.wins.push(Win { by, says, highest, of });
        }
    }

    /// What players play for: read last, since points must be declared to be played for.
    fn aim(&mut self, value: &Value) {
        let word = value.as_str().unwrap_or_default();
        let Some((_, aim)) = AIMS.into_iter().find(|(name, _)| *name == word) else {
            let help = instead(word, AIMS.into_iter().map(|(name, _)| name));
            return self.fault(value.span, "this does not say what players play for", help);
        };
        if aim != Aim::Wins && !self.declared.is_scored() {
            return fault!(self, value.span; "players cannot play for {word}: a seat has no score"; "name the counters that are its score: `score = [\"chips\"]`");
        }
        self.declared.aim = Some(aim);
    }

    /// Seats that win together, with the score of the first.
    fn teams(&mut self, teams: Option<&Value>) {
        let Some(teams) = teams else {
            return self.no_teams();
        };
        let lists = teams.as_list().unwrap_or_default();
        if lists.is_empty() || lists.iter().any(|team| team.as_list().is_none()) {
            return fault!(self, teams.span; "`teams` is no list of teams"; "write `teams = [[\"north\", \"south\"], [\"east\", \"west\"]]`");
        }
        self.declared.heads = self.declared.all_seats().collect();
        let mut taken = BTreeSet::new();
        for team in lists {
            let mut head = None;
            for one in team.as_list().unwrap_or_default() {
                let word = one.as_str().unwrap_or_default();
                if !taken.insert(word) {
                    fault!(self, one.span; "`{word}` is in a team already"; "name each seat once");
                } else if let Some(seat) = self.seat_of_any(word, one.span) {
                    self.declared.heads[usize::from(seat)] = *head.get_or_insert(seat);
                }
            }
        }
    }

    /// Reports what only a team sees where there are no teams.
    fn no_teams(&mut self) {
        let zones = self.declared.zones.iter();
        let zone = zones.filter(|kind| kind.sees.contains(&Sees::Team)).map(|kind| kind.span);
        let counters = self.declared.counters.iter();
        let counter = counters.filter(|kind| kind.sees == Sees::Team).map(|kind| kind.span);
        if let Some(span) = zone.chain(counter).next() {
            fault!(self, span; "a team sees it, and there are no teams"; "write `teams = [[\"north\", \"south\"], …]` into [table.end]");
        }
    }

    /// The number of a seat; none for a seat that only exists with another number of players.
    fn seat_of_any(&mut self, word: &str, span: Span) -> Option<u8> {
        let found = numbered(&self.declared.seats, word);
        if found.is_none() && !self.all_seats.contains(word) {
            let help = instead(word, self.all_seats.iter());
            fault!(self, span; "there is no seat `{word}`"; help);
        }
        found
    }
}
