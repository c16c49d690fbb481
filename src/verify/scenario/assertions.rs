//! Checks the `expect` part of a scenario, and which events a step logged. A state or the logged lines, and what is expected, come in; a
//! diagnostic for each mismatch goes out.

use serde_json::{Map, Value as Json, json};

use super::cards;
use super::reading::SpannedText;
use crate::cards::{Datum, Key, TomlTable, Value};
use crate::rules::{Chance, Names};
use crate::script::Rules;
use crate::source::{
    self, Code, Diagnostic, Diagnostics, Span, did_you_mean, did_you_mean_or, fault, list_words,
};
use crate::table::{CardSet, Table};
use crate::verify::playing::legal_texts;
use crate::verify::record::winner;

/// Values are shown up to this many characters.
const LONGEST: usize = 160;

/// The help for a value that is no longer as written.
pub const CHANGED: &str =
    "change the data back, or what the scenario expects if the change is meant";

/// Keys that only the end of a game has.
pub(super) const AT_THE_END: [&str; 4] = ["score", "parts", "winner-of-game", "decided-by"];

/// Compares what is expected of `state`; every mismatch is a diagnostic at the expected value.
pub fn check_expectations<S: CardSet, C: Chance>(
    rules: &Rules<S>,
    state: &Table<S>,
    chance: &C,
    expect: &TomlTable,
) -> Diagnostics {
    let found = found(rules, state, chance);
    let mut check = Check {
        names: &rules.names,
        in_order: &|zone| rules.in_order(zone),
        faults: Diagnostics::new(),
    };
    for (key, value) in &expect.entries {
        match (key.name.as_str(), found.get(&key.name)) {
            ("legal", _) => check.legal(value, &legal_texts(rules, state)),
            ("can", _) => check.can(value, &legal_texts(rules, state)),
            (name, Some(found)) => check.compare(name, value, found),
            (name, None) if AT_THE_END.contains(&name) => fault!(check, key.span;
                "`{name}` is of the end, and the game goes on"; "play on to the end of the game"),
            (name, None) => {
                let known =
                    found.keys().map(String::as_str).chain(["legal", "can"]).chain(AT_THE_END);
                fault!(check, key.span; "a table has no `{name}`"; source::instead(name, known));
            }
        }
    }
    check.faults
}

/// Everything that can be expected, by its key.
pub(super) fn found<S: CardSet, C: Chance>(
    rules: &Rules<S>,
    state: &Table<S>,
    chance: &C,
) -> Map<String, Json> {
    let mut found = Map::new();
    for part in [rules.table(state, chance), rules.standings(state)] {
        if let Json::Object(part) = part {
            found.extend(part);
        }
    }
    if let Some(outcome) = rules.outcome(state) {
        let (mut score, mut parts) = (Map::new(), Map::new());
        for (seat, points) in rules.names.seats.iter().zip(&outcome.scores) {
            let each = points.parts.iter().map(|part| (part.what.to_string(), json!(part.points)));
            score.insert(seat.clone(), json!(points.total));
            parts.insert(seat.clone(), Json::Object(each.collect()));
        }
        let winner = match winner(&rules.names, &outcome.winners) {
            Json::Null => json!("nobody"),
            winner => winner,
        };
        let end = [Json::Object(score), Json::Object(parts), winner, json!(&*outcome.by)];
        found.extend(AT_THE_END.map(str::to_owned).into_iter().zip(end));
    }
    found
}

struct Check<'a> {
    names: &'a Names,
    /// Whether the cards of a zone lie in an order.
    in_order: &'a dyn Fn(&str) -> bool,
    faults: Diagnostics,
}

impl Check<'_> {
    fn fault(&mut self, span: Span, message: String, help: impl Into<String>) {
        self.faults.error(Code::DoesNotHold, span, message, help);
    }

    fn mismatch(&mut self, what: &str, expected: &Value, span: Span, found: &Json) {
        let found = format!("found {}", show(found));
        self.tell(
            what,
            (expected, span),
            format!("{what}: expected {}, {found}", short(&expected.to_string())),
            found,
        );
    }

    /// Reports that a value is not as expected, or, if it is a name, that there is no such card.
    fn tell(&mut self, what: &str, (expected, at): (&Value, Span), message: String, label: String) {
        let fault = match self.unknown_card(what, expected) {
            Some((word, at)) => cards::unknown(word, self.names, (word, at)),
            None => Diagnostic::error(Code::DoesNotHold, message).at(at).label(label).help(CHANGED),
        };
        self.faults.push(fault);
    }

    /// Tables key by key, as far as keys are given; an empty one only with an empty one.
    fn compare(&mut self, what: &str, expected: &Value, found: &Json) {
        match (&expected.datum, found) {
            (Datum::Table(table), Json::Object(object)) if !table.entries.is_empty() => {
                for (key, value) in &table.entries {
                    let inner = format!("{what}.{}", key.name);
                    match object.get(&key.name) {
                        Some(found) => self.compare(&inner, value, found),
                        None => self.absent(&inner, (&key.name, key.span), value, object),
                    }
                }
            }
            (Datum::List(items), Json::Array(there)) if self.is_set(what) => {
                self.set(what, expected, items, there);
            }
            (Datum::List(items), Json::Array(there)) if items.len() == there.len() => {
                let differs = |(item, there): &(&Value, &Json)| !holds(item, there);
                if let Some((item, _)) = items.iter().zip(there).find(differs) {
                    self.mismatch(what, expected, item.span, found);
                }
            }
            _ if holds(expected, found) => {}
            _ => self.mismatch(what, expected, expected.span, found),
        }
    }

    fn is_set(&self, what: &str) -> bool {
        let zone = what.strip_prefix("zones.");
        zone.is_some_and(|zone| !(self.in_order)(zone))
    }

    /// Cards that lie in no order: what is missing, and what is there and not expected.
    fn set(&mut self, what: &str, expected: &Value, items: &[Value], there: &[Json]) {
        let mut more: Vec<&Json> = there.iter().collect();
        let mut missing = Vec::new();
        for item in items {
            match more.iter().position(|card| holds(item, card)) {
                Some(at) => drop(more.remove(at)),
                None => missing.push(item),
            }
        }
        let at = missing.first().map_or(expected.span, |item| item.span);
        let missing: Vec<String> = missing.iter().map(|item| item.to_string()).collect();
        let sides = [("missing", missing), ("not expected", more.into_iter().map(show).collect())];
        let differs = sides
            .into_iter()
            .filter(|(_, cards)| !cards.is_empty())
            .map(|(side, cards)| short(&format!("{side}: {}", cards.join(", "))))
            .collect::<Vec<_>>()
            .join("; ");
        if !differs.is_empty() {
            self.tell(what, (expected, at), format!("{what}: {differs}"), differs);
        }
    }

    /// The first name in a zone that is expected and is no card's.
    fn unknown_card<'v>(&self, what: &str, expected: &'v Value) -> Option<(&'v str, Span)> {
        let zone = what.split('.').next() == Some("zones");
        let items = expected.as_list().filter(|_| zone)?.iter();
        let name = |item: &'v Value| {
            let card = item.as_table().map_or(Some(item), |t| t.get("card"))?;
            Some((card.as_str()?, card.span))
        };
        let mut names = items.filter_map(name);
        names.find(|(word, _)| !cards::is_known(word, self.names))
    }

    /// A key of a table that has none such: in a table of cards, a card that there is not.
    fn absent(
        &mut self,
        what: &str,
        (key, at): (&str, Span),
        expected: &Value,
        object: &Map<String, Json>,
    ) {
        let is_card = |key: &str| cards::is_known(key, self.names);
        if !object.is_empty() && object.keys().all(|key| is_card(key)) && !is_card(key) {
            self.faults.push(cards::unknown(key, self.names, (key, at)));
            return;
        }
        let known = object.keys().map(String::as_str);
        let of_card = |name: &&str| name.split_once('#').is_some_and(|(id, _)| id == key);
        let copies: Vec<&str> = known.clone().filter(of_card).collect();
        let there = if copies.is_empty() { list_words(known) } else { list_words(copies) };
        let help = if object.is_empty() {
            "nothing is there; expect `{}`".to_owned()
        } else {
            format!("there are {}", short(&there))
        };
        fault!(self, expected.span;
            "{what}: expected {}, found nothing of that name", short(&expected.to_string()); help);
    }

    /// Exactly these moves, in any order.
    fn legal(&mut self, value: &Value, legal: &[String]) {
        let Some(lines) = self.lines("legal", value) else {
            return;
        };
        for (text, span) in &lines {
            self.one_legal("legal", text, *span, legal);
        }
        let more: Vec<&str> = legal
            .iter()
            .filter(|l| !lines.iter().any(|e| e.0 == **l))
            .map(String::as_str)
            .collect();
        if !more.is_empty() {
            fault!(self, value.span;
                "legal: expected {} in all, found {}", lines.len(), legal.len();
                "legal as well: {}", short(&list_words(more)));
        }
    }

    /// At least these moves.
    fn can(&mut self, value: &Value, legal: &[String]) {
        for (text, span) in self.lines("can", value).unwrap_or_default() {
            self.one_legal("can", &text, span, legal);
        }
    }

    fn one_legal(&mut self, what: &str, text: &str, span: Span, legal: &[String]) {
        if legal.iter().any(|l| l == text) {
            return;
        }
        match cards::unknown_in(text, self.names) {
            Some(word) => self.faults.push(cards::unknown(word, self.names, (text, span))),
            None => fault!(self, span;
                "{what}: expected `{text}` to be legal, found it is not"; instead(text, legal)),
        }
    }

    fn lines(&mut self, what: &str, value: &Value) -> Option<Vec<SpannedText>> {
        let line = |item: &Value| Some((item.as_str()?.to_owned(), item.span));
        let lines = value.as_list().and_then(|items| items.iter().map(line).collect());
        if lines.is_none() {
            fault!(self, value.span; "`{what}` is {}", value.kind(); "write a list of moves in brackets");
        }
        lines
    }
}

/// Whether a value is as expected. "nobody" is no seat; a card's name stands for the card however it lies.
fn holds(expected: &Value, found: &Json) -> bool {
    match (&expected.datum, found) {
        (Datum::String(s), Json::Null) => s == "nobody",
        (Datum::String(s), Json::Object(card)) => {
            card.get("card").and_then(Json::as_str) == Some(s.as_str())
        }
        (Datum::String(s), Json::String(found)) => s == found,
        (Datum::Integer(n), Json::Number(found)) => found.as_i64() == Some(*n),
        (Datum::Boolean(b), Json::Bool(found)) => b == found,
        (Datum::List(items), Json::Array(there)) => {
            items.len() == there.len() && items.iter().zip(there).all(|(i, t)| holds(i, t))
        }
        (Datum::Table(table), Json::Object(object)) => {
            let given = |(key, value): &(Key, Value)| {
                object.get(&key.name).is_some_and(|found| holds(value, found))
            };
            table.entries.iter().all(given) && (!table.entries.is_empty() || object.is_empty())
        }
        _ => false,
    }
}

/// Which of the legal moves somebody may have meant who wrote `text`.
pub fn instead(text: &str, legal: &[String]) -> String {
    let known = legal.iter().map(String::as_str);
    let other = match legal {
        [] => "no move is legal any more".to_owned(),
        _ => format!("legal here: {}", short(&list_words(known.clone()))),
    };
    did_you_mean_or(text, known, other)
}

/// A found value, written as the file would have it.
fn show(found: &Json) -> String {
    let text = match found {
        Json::Null => "\"nobody\"".to_owned(),
        Json::Array(items) => {
            let items: Vec<String> = items.iter().map(show).collect();
            format!("[{}]", items.join(", "))
        }
        Json::Object(object) if object.is_empty() => "{}".to_owned(),
        Json::Object(object) => {
            let entries: Vec<String> =
                object.iter().map(|(key, value)| format!("{key} = {}", show(value))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        other => other.to_string(),
    };
    short(&text)
}

fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}

/// Most events that a message lists.
const MOST_LISTED: usize = 12;

/// Compares what was `told` with the lines that must appear in this order, and those that must not appear.
pub fn check_events(
    names: &Names,
    told: &[String],
    events: &[SpannedText],
    never: &[SpannedText],
) -> Diagnostics {
    let mut faults = Diagnostics::new();
    for (line, span) in events.iter().chain(never) {
        if let Some(word) = cards::unknown_in(line, names) {
            faults.push(cards::unknown(word, names, (line, *span)));
        }
    }
    for (line, span) in never {
        let what = subject(line);
        if !is_told_of(what, names) {
            let known = names.notes.iter().chain(&names.counters).map(String::as_str);
            let help = did_you_mean_or(
                what,
                known,
                "begin with a note, a counter or a card, as events do",
            );
            faults.error(
                Code::DoesNotHold,
                *span,
                format!("nothing is ever told of `{what}`"),
                help,
            );
        }
    }
    if !faults.is_empty() {
        return faults;
    }
    let mut next = 0;
    for (line, span) in events {
        let rest = &told[next..];
        if let Some(at) = rest.iter().position(|t| t == line) {
            next += at + 1;
            continue;
        }
        let near = did_you_mean(line, rest.iter().map(String::as_str));
        let found = match near {
            _ if told[..next].contains(line) => "it before the lines above".to_owned(),
            Some(near) => format!("`{near}`"),
            None => "none like it".to_owned(),
        };
        let help =
            near.map_or_else(|| format!("what happened: {}", listed(told)), |_| CHANGED.to_owned());
        faults.error(
            Code::DoesNotHold,
            *span,
            format!("expected the event `{line}`, found {found}"),
            help,
        );
    }
    for (line, span) in never {
        // A word alone is any event of it.
        let is_it = |event: &&String| *event == line || subject(event) == line;
        if let Some(found) = told.iter().find(is_it) {
            let found = if found == line { "it".to_owned() } else { format!("`{found}`") };
            faults.error(
                Code::DoesNotHold,
                *span,
                format!("expected no event `{line}`, found {found}"),
                CHANGED,
            );
        }
    }
    faults
}

/// What an event is about: a note, a counter, a card; of a shuffle the word for it.
fn subject(line: &str) -> &str {
    let ends = [" = ", " at ", ": ", " "];
    let end = ends.iter().filter_map(|end| line.find(end)).min();
    line[..end.unwrap_or(line.len())].trim_end_matches(':')
}

fn is_told_of(what: &str, names: &Names) -> bool {
    let mut words = names.notes.iter().chain(&names.counters);
    what == "shuffle" || words.any(|word| word == what) || cards::is_known(what, names)
}

fn listed(told: &[String]) -> String {
    let mut shown: Vec<String> = told.iter().take(MOST_LISTED).map(|t| format!("`{t}`")).collect();
    if told.is_empty() {
        shown.push("nothing".to_owned());
    }
    if told.len() > MOST_LISTED {
        shown.push(format!("and {} more", told.len() - MOST_LISTED));
    }
    shown.join(", ")
}
