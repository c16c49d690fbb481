//! Reads `[table.moves]`, refusals, questions, notes, and how the winner is found. TOML comes in; patterns and
//! sentences go into the declarations, and every fault is reported. Called by [`super::reading`].

use std::collections::BTreeSet;

use super::declared::{Each, Gap, MovePattern, NoteGap, Sees, Sentence, Win};
use super::patterns;
use super::reading::Reading;
use crate::cards::{Datum, Reader, TomlTable, Value};
use crate::rules::Aim;
use crate::source::{Code, Diagnostic, Span, did_you_mean, instead};

/// What `aim` can say.
pub(super) const AIMS: [(&str, Aim); 3] =
    [("wins", Aim::Wins), ("points", Aim::Points), ("share", Aim::Share)];

impl Reading<'_> {
    pub(super) fn moves(&mut self, moves: Option<&TomlTable>) {
        let mut all: Vec<MovePattern> = Vec::new();
        for (key, value) in moves.into_iter().flat_map(|t| &t.entries) {
            if !self.word(&key.name, key.span, "a move") {
                continue;
            }
            let written: Vec<&Value> = match &value.datum {
                Datum::List(several) => several.iter().collect(),
                _ => vec![value],
            };
            for one in written {
                let (one, pair) = match &one.datum {
                    Datum::Table(table) => {
                        let mut r = Reader::new(table, one.span, "a move", self.faults);
                        let (written, pair) = (r.value("as"), r.value("pair"));
                        if written.is_none() {
                            r.missing("as", "\"pass {card} {other:card}\"");
                        }
                        r.finish();
                        let pair = self.flag(pair);
                        let Some(written) = written else {
                            continue;
                        };
                        (written, pair)
                    }
                    _ => (one, false),
                };
                if all.len() >= 64 {
                    return self.too_many(one.span, "moves", 64);
                }
                let Some(text) = one.as_str() else {
                    self.fault(one.span, "a move is written in quotes", "write \"play {card}\"");
                    continue;
                };
                match patterns::parse_pattern(&key.name, text, one.span, &self.declared.zones) {
                    Ok(mut pattern) => {
                        pattern.pair = pair;
                        if pair && pattern.gaps != [Gap::Card, Gap::Card] {
                            let message = "a pair is two cards, and nothing else";
                            let help = "write two gaps: `pass {card} {other:card}`";
                            self.fault(one.span, message, help);
                        }
                        self.nth_of_two(&pattern);
                        if let Some(twin) =
                            all.iter().find(|other| patterns::may_be_same(other, &pattern))
                        {
                            let message = "this is written as another move may be";
                            let fault = Diagnostic::error(Code::Declaration, message).at(one.span);
                            let fault = fault.related(twin.span, "the other one");
                            self.faults.push(fault.help("begin it with another word"));
                        }
                        all.push(pattern);
                    }
                    Err((message, help)) => self.fault(one.span, message, help),
                }
            }
        }
        self.declared.patterns = all;
    }

    /// Checks that `2:1` is unambiguous: with zones of two seats it means the opponent's card.
    fn nth_of_two(&mut self, pattern: &MovePattern) {
        let many = self.declared.seats.len() != 2;
        let of_seats = |gap: &Gap| match gap {
            Gap::Nth(kind) => self.declared.zones[usize::from(*kind)].each == Each::Both,
            _ => false,
        };
        if many && pattern.gaps.iter().any(of_seats) {
            let message = "a card by where it lies, and more than one opponent";
            let help =
                "name the card: `{target:card}`, or declare the zone with `each = \"place\"`";
            self.fault(pattern.span, message, help);
        }
    }

    pub(super) fn questions(&mut self, questions: &[(String, Span)]) {
        for (question, span) in questions {
            let good = self.name(question, *span);
            if good {
                self.declared.questions.push(question.clone());
            }
        }
    }

    pub(super) fn sentences(
        &mut self,
        words: Option<&TomlTable>,
        what: &'static str,
    ) -> Vec<Sentence> {
        let mut found = Vec::new();
        for (key, value) in words.into_iter().flat_map(|t| &t.entries) {
            if !self.word(&key.name, key.span, what) {
                continue;
            }
            let (rule, says) = match &value.datum {
                Datum::String(says) => (String::new(), says.clone()),
                Datum::Table(table) => {
                    let mut r = Reader::new(table, value.span, what, self.faults);
                    let rule = r.string("rule").map_or_else(String::new, |s| s.0);
                    let (says, _) = r.required_string("says");
                    r.finish();
                    (rule, says)
                }
                _ => {
                    self.fault(
                        value.span,
                        format!("{what} is {}", value.kind()),
                        "write `{ rule = \"R4\", says = \"…\" }`",
                    );
                    continue;
                }
            };
            found.push(Sentence {
                word: key.name.clone(),
                span: key.span,
                rule,
                says,
                gaps: Vec::new(),
            });
        }
        found
    }

    /// The values that notes give beside their words.
    pub(super) fn note_gaps(&mut self) {
        let places = self.declared.zones.iter().find(|kind| kind.each == Each::Place);
        let places = places.map(|kind| kind.first);
        for number in 0..self.declared.notes.len() {
            let Sentence { says, span, .. } = &self.declared.notes[number];
            let (says, span) = (says.clone(), *span);
            let (mut gaps, mut numbers) = (Vec::new(), 0);
            for gap in says.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or(rest)) {
                match (gap, places) {
                    ("seat", _) => gaps.push(NoteGap::Seat),
                    ("at", Some(zone)) => gaps.push(NoteGap::At(zone)),
                    ("at", None) => {
                        let help = "declare a zone with `each = \"place\"`, or take the gap out";
                        self.fault(span, "`{at}` is a place, and no zone lies at one", help);
                    }
                    ("a", _) => numbers = numbers.max(1),
                    ("b" | "high" | "low", _) => numbers = 2,
                    (other, _) => {
                        let message = format!("a note has no gap `{{{other}}}`");
                        let help = "its gaps are {seat}, {at}, {a} and {b}, or {high} and {low}";
                        self.fault(span, message, help);
                    }
                }
            }
            gaps.extend([NoteGap::Number; 2].into_iter().take(numbers));
            gaps.sort();
            gaps.dedup_by(|a, b| a == b && *a != NoteGap::Number);
            self.declared.notes[number].gaps = gaps;
        }
    }

    pub(super) fn end(&mut self, end: Option<(&TomlTable, Span)>) {
        let Some((table, span)) = end else {
            return self.no_teams();
        };
        let mut r = Reader::new(table, span, "[table.end]", self.faults);
        let (wins, aim) = (r.value("wins"), r.value("aim"));
        let parts = r.strings("score").unwrap_or_default();
        let (parts_of, teams) = (r.table("score-of"), r.value("teams"));
        r.finish();
        self.teams(teams);
        // What decides, and the word for it where one is given.
        let wins: Vec<(Option<&str>, &Value)> = match wins.map(|value| (value, &value.datum)) {
            None => Vec::new(),
            Some((_, Datum::List(several))) => several.iter().map(|one| (None, one)).collect(),
            Some((_, Datum::Table(named))) => {
                let named = named.entries.iter();
                named.map(|(key, one)| (Some(key.name.as_str()), one)).collect()
            }
            Some((one, _)) => vec![(None, one)],
        };
        for (word, value) in wins {
            let words: Vec<&str> = value.as_str().unwrap_or_default().split(' ').collect();
            let seats = &self.declared.seats;
            if let Some(seat) = seats.iter().position(|seat| words == [seat.as_str()]) {
                self.declared.tie = Some(seat as u8);
                continue;
            }
            let (highest, name) = match words.as_slice() {
                ["highest" | "most", name] => (true, *name),
                ["lowest" | "fewest", name] => (false, *name),
                _ => {
                    let near = match words.as_slice() {
                        [first, name] => {
                            did_you_mean(first, ["highest", "lowest", "most", "fewest"])
                                .map(|near| format!("did you mean \"{near} {name}\"?"))
                        }
                        _ => None,
                    };
                    let help = near.unwrap_or_else(|| {
                        "write \"highest score\" or \"lowest score\", of a counter of each seat"
                            .to_owned()
                    });
                    self.fault(value.span, "this does not say who wins", help);
                    continue;
                }
            };
            if let Some(of) = self.deciding(name, !parts.is_empty(), value.span) {
                let says = word.map_or_else(|| words.join(" "), str::to_owned);
                self.declared.wins.push(Win {
                    by: says.replace(' ', "-").into(),
                    says,
                    highest,
                    of,
                });
            }
        }
        for (name, span) in parts {
            let counter = self.measure(&name, span);
            self.declared.parts.extend(counter);
        }
        for (key, value) in parts_of.into_iter().flat_map(|(table, _)| &table.entries) {
            let mut parts = Vec::new();
            for one in value.as_list().unwrap_or_default() {
                let name = one.as_str().unwrap_or_default();
                parts.extend(self.measure(name, one.span));
            }
            if value.as_list().is_none_or(<[Value]>::is_empty) {
                let message = format!("the score of `{}` has no parts", key.name);
                self.fault(value.span, message, "list counters of each seat");
            }
            if let Some(seat) = self.seat_of_any(&key.name, key.span) {
                self.declared.parts_of.push((seat, parts));
            }
        }
        if let Some(aim) = aim {
            self.aim(aim);
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
            let message = format!("players cannot play for {word}: a seat has no score");
            let help = "name the counters that are its score: `score = [\"chips\"]`";
            return self.fault(value.span, message, help);
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
            let help = "write `teams = [[\"north\", \"south\"], [\"east\", \"west\"]]`";
            return self.fault(teams.span, "`teams` is no list of teams", help);
        }
        self.declared.heads = (0..self.declared.seats.len() as u8).collect();
        let mut taken = BTreeSet::new();
        for team in lists {
            let mut head = None;
            for one in team.as_list().unwrap_or_default() {
                let word = one.as_str().unwrap_or_default();
                if !taken.insert(word) {
                    let message = format!("`{word}` is in a team already");
                    self.fault(one.span, message, "name each seat once");
                    continue;
                }
                if let Some(seat) = self.seat_of_any(word, one.span) {
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
            let help = "write `teams = [[\"north\", \"south\"], …]` into [table.end]";
            self.fault(span, "a team sees it, and there are no teams", help);
        }
    }

    /// The number of a seat; none for a seat that only exists with another number of players.
    fn seat_of_any(&mut self, word: &str, span: Span) -> Option<u8> {
        let found = self.declared.seats.iter().position(|seat| seat == word);
        if found.is_none() && !self.all_seats.contains(word) {
            let help = instead(word, self.all_seats.iter().map(String::as_str));
            self.fault(span, format!("there is no seat `{word}`"), help);
        }
        found.map(|seat| seat as u8)
    }
}
