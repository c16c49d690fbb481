//! Checks the `expect` part of a scenario. A state and the expected values come in; a diagnostic for each mismatch
//! goes out: of the table, of derived values, of the legal moves or of the outcome. Called by `playing`.

use serde_json::{Map, Value as Json, json};

use super::cards;
use super::reading::SpannedText;
use crate::cards::{Datum, TomlTable, Value};
use crate::rules::{Chance, Names};
use crate::script::Rules;
use crate::source::{Code, Diagnostic, Diagnostics, Span, did_you_mean, list_words};
use crate::table::{CardSet, Table};
use crate::verify::playing::legal_texts;

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
            (name, None) if AT_THE_END.contains(&name) => {
                let message = format!("`{name}` is of the end, and the game goes on");
                check.fault(message, key.span, "play on to the end of the game");
            }
            (name, None) => {
                let known = found.keys().map(String::as_str);
                let known = known.chain(["legal", "can"]).chain(AT_THE_END);
                let message = format!("a table has no `{name}`");
                check.fault(message, key.span, crate::source::instead(name, known));
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
        let names = &rules.names;
        let (mut score, mut parts) = (Map::new(), Map::new());
        for (seat, points) in rules.seats().zip(&outcome.scores) {
            let seat = names.seat(seat).to_owned();
            let each = points.parts.iter();
            let each: Map<_, _> =
                each.map(|p| (p.what.to_string(), Json::from(p.points))).collect();
            score.insert(seat.clone(), Json::from(points.total));
            parts.insert(seat, Json::Object(each));
        }
        let winners = outcome.winners.iter().map(|seat| names.seat(*seat));
        let winner = match winners.collect::<Vec<_>>().as_slice() {
            [] => json!("nobody"),
            [seat] => json!(seat),
            team => json!(team),
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
    fn fault(&mut self, message: String, span: Span, help: impl Into<String>) {
        self.faults.push(Diagnostic::error(Code::DoesNotHold, message).at(span).help(help));
    }

    fn mismatch(&mut self, what: &str, expected: &Value, span: Span, found: &str) {
        let expected_text = short(&expected.to_string());
        let message = format!("{what}: expected {expected_text}, found {found}");
        self.tell(what, (expected, span), message, format!("found {found}"));
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
            (Datum::Table(table), Json::Object(object))
                if table.entries.is_empty() && object.is_empty() => {}
            (Datum::List(items), Json::Array(there)) if self.is_set(what) => {
                self.set(what, expected, items, there);
            }
            (Datum::List(items), Json::Array(there)) if items.len() == there.len() => {
                let differs = |(item, there): &(&Value, &Json)| !holds(item, there);
                if let Some((item, _)) = items.iter().zip(there).find(differs) {
                    self.mismatch(what, expected, item.span, &show(found));
                }
            }
            _ if holds(expected, found) => {}
            _ => self.mismatch(what, expected, expected.span, &show(found)),
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
        let missing = missing.iter().map(|item| item.to_string());
        let sides = [
            ("missing", missing.collect::<Vec<_>>()),
            ("not expected", more.into_iter().map(show).collect()),
        ]
        .into_iter()
        .filter(|(_, cards)| !cards.is_empty())
        .map(|(side, cards)| short(&format!("{side}: {}", cards.join(", "))));
        let differs = sides.collect::<Vec<_>>().join("; ");
        if !differs.is_empty() {
            let message = format!("{what}: {differs}");
            self.tell(what, (expected, at), message, differs);
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
        let card = |key: &String| cards::is_known(key, self.names);
        if !object.is_empty() && object.keys().all(card) && !cards::is_known(key, self.names) {
            let fault = cards::unknown(key, self.names, (key, at));
            self.faults.push(fault);
            return;
        }
        let known = object.keys().map(String::as_str);
        let of_card = |name: &&str| name.split_once('#').is_some_and(|(id, _)| id == key);
        let copies: Vec<&str> = known.clone().filter(of_card).collect();
        let help = if object.is_empty() {
            "nothing is there; expect `{}`".to_owned()
        } else if copies.is_empty() {
            format!("there are {}", short(&list_words(known)))
        } else {
            format!("there are {}", short(&list_words(copies)))
        };
        let message = format!(
            "{what}: expected {}, found nothing of that name",
            short(&expected.to_string())
        );
        self.fault(message, expected.span, help);
    }

    /// Exactly these moves, in any order.
    fn legal(&mut self, value: &Value, legal: &[String]) {
        let Some(lines) = self.lines("legal", value) else {
            return;
        };
        for (text, span) in &lines {
            self.one_legal("legal", text, *span, legal);
        }
        let more = legal.iter().filter(|l| !lines.iter().any(|e| e.0 == **l));
        let more: Vec<&str> = more.map(String::as_str).collect();
        if !more.is_empty() {
            let message = format!("legal: expected {} in all, found {}", lines.len(), legal.len());
            let help = format!("legal as well: {}", short(&list_words(more)));
            self.fault(message, value.span, help);
        }
    }

    /// At least these moves.
    fn can(&mut self, value: &Value, legal: &[String]) {
        for (text, span) in self.lines("can", value).unwrap_or_default() {
            self.one_legal("can", &text, span, legal);
        }
    }

    fn one_legal(&mut self, what: &str, text: &str, span: Span, legal: &[String]) {
        if !legal.iter().any(|l| l == text) {
            if let Some(word) = cards::unknown_in(text, self.names) {
                let fault = cards::unknown(word, self.names, (text, span));
                self.faults.push(fault);
                return;
            }
            let message = format!("{what}: expected `{text}` to be legal, found it is not");
            self.fault(message, span, instead(text, legal));
        }
    }

    fn lines(&mut self, what: &str, value: &Value) -> Option<Vec<SpannedText>> {
        let items = value.as_list().unwrap_or_default().iter();
        let lines: Option<Vec<SpannedText>> =
            items.map(|item| Some((item.as_str()?.to_owned(), item.span))).collect();
        if lines.is_none() || value.as_list().is_none() {
            let message = format!("`{what}` is {}", value.kind());
            self.fault(message, value.span, "write a list of moves in brackets");
            return None;
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
            let entries = table.entries.iter();
            let mut entries = entries.map(|(k, v)| (object.get(&k.name), v));
            let given = entries.all(|(found, v)| found.is_some_and(|found| holds(v, found)));
            given && (!table.entries.is_empty() || object.is_empty())
        }
        _ => false,
    }
}

/// Which of the legal moves somebody may have meant who wrote `text`.
pub fn instead(text: &str, legal: &[String]) -> String {
    if let Some(near) = did_you_mean(text, legal.iter().map(String::as_str)) {
        return format!("did you mean `{near}`?");
    }
    match legal {
        [] => "no move is legal any more".to_owned(),
        legal => format!("legal here: {}", short(&list_words(legal.iter().map(String::as_str)))),
    }
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
            let entries = object.iter().map(|(k, v)| format!("{k} = {}", show(v)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    };
    short(&text)
}

fn short(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let head: String = text.chars().take(LONGEST).collect();
    format!("{head} …")
}
