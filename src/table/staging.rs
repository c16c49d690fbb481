//! Sets up a table by name. JSON as scenarios give it, or as [`super::json`] writes it, comes in; a table, or a list
//! of everything that does not fit, goes out. Called by `script::notation`.

use serde_json::Value;

use super::declared::{CounterKind, CounterValue, Each, ZoneOrder};
use super::json::{IN_ORDER, TOLD};
use super::layout::Layout;
use super::set::CardSet;
use super::state::{Question, Table};
use crate::rules::Misfit;
use crate::source::{instead, list_words};

/// A table set up by name, and the order of the piles as far as it was given.
#[derive(Debug, Clone)]
pub struct Staged<S: CardSet> {
    pub state: Table<S>,
    /// For [`crate::rules::ScriptedChance`].
    pub piles: Vec<Vec<u8>>,
}

/// Keys that every table has beside its counters.
const KEYS: [&str; 11] = [
    "ended",
    IN_ORDER,
    "turn",
    "then",
    "over",
    "winners",
    "questions",
    "answers",
    "zones",
    "known",
    TOLD,
];

/// Sets a table up. Counters that are left out are as at the start, cards that are not named lie where they start.
///
/// # Errors
/// Everything that does not fit.
pub fn set_up_table_from_json<S: CardSet>(
    layout: &Layout<S>,
    written: &Value,
) -> Result<Staged<S>, Vec<Misfit>> {
    let mut staging = Staging {
        layout,
        table: Table::start(layout),
        piles: vec![Vec::new(); 8],
        placed: S::default(),
        misfits: Vec::new(),
    };
    let Some(keys) = written.as_object() else {
        return Err(vec![misfit(&[], "the table is no table", "write `[table]` and its keys")]);
    };
    for (key, value) in keys {
        match key.as_str() {
            "zones" => staging.zones(value),
            key if KEYS.contains(&key) => {}
            _ => staging.counter(key, value),
        }
    }
    staging.orders(written);
    staging.turn(written);
    staging.known(written);
    staging.told(written);
    staging.answers(written);
    if staging.misfits.is_empty() {
        Ok(Staged { state: staging.table, piles: staging.piles })
    } else {
        Err(staging.misfits)
    }
}

/// A card as it is to lie in a zone.
struct Laid {
    card: u8,
    face: u8,
    /// The card that it lies on, by its name.
    host: Option<String>,
}

struct Staging<'a, S: CardSet> {
    layout: &'a Layout<S>,
    table: Table<S>,
    piles: Vec<Vec<u8>>,
    /// The cards that were named.
    placed: S,
    misfits: Vec<Misfit>,
}

impl<S: CardSet> Staging<'_, S> {
    fn wrong(&mut self, path: &[&str], says: impl Into<String>, help: impl Into<String>) {
        self.misfits.push(misfit(path, says, help));
    }

    fn zones(&mut self, zones: &Value) {
        let Some(zones) = zones.as_object() else {
            return self.wrong(&["zones"], "`zones` is no table", "write `zones.hand = […]`");
        };
        let mut named: Vec<(u8, Vec<Laid>)> = Vec::new();
        let names = self.zone_names();
        for (name, cards) in zones {
            let Some(zone) = names.iter().position(|known| known == name) else {
                let help = instead(name, names.iter().map(String::as_str));
                self.wrong(&["zones", name], format!("there is no zone `{name}`"), help);
                continue;
            };
            let Some(cards) = cards.as_array() else {
                self.wrong(
                    &["zones", name],
                    "the cards of a zone are a list",
                    "write [\"…\", \"…\"]",
                );
                continue;
            };
            let mut found = Vec::new();
            for (index, card) in cards.iter().enumerate() {
                let path = ["zones", name, &index.to_string()];
                let card_name =
                    card.as_str().or(card.get("card").and_then(Value::as_str)).unwrap_or_default();
                let Some(number) = self.card(card_name, &path) else {
                    continue;
                };
                let face = match card.get("face").and_then(Value::as_str) {
                    None => self.layout.enters(zone as u8),
                    Some(face) => {
                        match self.layout.declared.faces.iter().position(|known| known == face) {
                            Some(face) => face as u8,
                            None => {
                                let help = instead(
                                    face,
                                    self.layout.declared.faces.iter().map(String::as_str),
                                );
                                self.wrong(&path, format!("there is no face `{face}`"), help);
                                continue;
                            }
                        }
                    }
                };
                let host = card.get("on").and_then(Value::as_str).map(str::to_owned);
                found.push(Laid { card: number, face, host });
            }
            named.push((zone as u8, found));
        }
        named.sort_by_key(|(zone, _)| *zone);
        let rest: Vec<u8> = self.layout.all().difference(self.placed).cards().collect();
        let counters = self.table.counters;
        self.table = Table::empty();
        self.table.counters = counters;
        for card in rest {
            self.table.lay(self.layout, card, self.layout.start[usize::from(card)]);
        }
        for (zone, cards) in named {
            let pile = self.layout.declared.pile_of(zone);
            let laid: Vec<u8> = cards.iter().map(|laid| laid.card).collect();
            for (index, Laid { card, face, host }) in cards.into_iter().enumerate() {
                self.table.lay(self.layout, card, zone);
                self.table.set_face(card, face);
                if let Some(pile) = pile {
                    self.piles[pile].push(card);
                }
                let Some(host) = host else { continue };
                let below = |other: &&u8| self.layout.cards[usize::from(**other)] == host;
                match laid.iter().find(below) {
                    Some(other) if *other != card => {
                        self.table.lay_on(card, *other);
                    }
                    _ => self.wrong(
                        &["zones", &names[usize::from(zone)], &index.to_string(), "on"],
                        format!("`{host}` does not lie there"),
                        "name a card of the same zone",
                    ),
                }
            }
        }
        self.table.know_what_is_seen(self.layout);
    }

    /// The order of cards of zones that share one: of those that are not named as the zones list them.
    fn orders(&mut self, written: &Value) {
        let layout = self.layout;
        let orders = written.get(IN_ORDER).and_then(Value::as_object);
        for (name, cards) in orders.into_iter().flatten() {
            let path = [IN_ORDER, name];
            let kinds = || layout.declared.zones.iter();
            let mut kept = kinds().filter(|kind| kind.order == ZoneOrder::Kept);
            let Some(kind) = kept.find(|kind| kind.written == *name) else {
                let kept = kinds().filter(|kind| kind.order == ZoneOrder::Kept);
                let help =
                    instead(name, kept.map(|kind| kind.written.as_str()).collect::<Vec<_>>());
                self.wrong(&path, format!("no zones `{name}` share an order"), help);
                continue;
            };
            let lying = self.table.in_order_of(layout, kind.first);
            let mut order: Vec<u8> = Vec::new();
            for (index, card) in cards.as_array().into_iter().flatten().enumerate() {
                let word = card.as_str().unwrap_or_default();
                let found = layout.cards.iter().position(|known| known == word);
                match found.map(|card| card as u8).filter(|card| lying.has(*card)) {
                    Some(card) if !order.contains(&card) => order.push(card),
                    _ => {
                        let path = [IN_ORDER, name, &index.to_string()];
                        let help = "name each card that lies there once";
                        self.wrong(
                            &path,
                            format!("{card} does not lie in `{name}`, or twice"),
                            help,
                        );
                    }
                }
            }
            let mut rest: Vec<u8> = lying.cards().filter(|card| !order.contains(card)).collect();
            rest.sort_by_key(|card| self.table.below.as_ref()[usize::from(*card)]);
            for (below, card) in order.into_iter().chain(rest).enumerate() {
                self.table.below.as_mut()[usize::from(card)] = below as u8;
            }
        }
    }

    fn answers(&mut self, written: &Value) {
        let answers = written.get("answers").and_then(Value::as_object);
        for (name, mv) in answers.into_iter().flatten() {
            let path = ["answers", name];
            if !self.table.question().is_some_and(|question| question.at_once) {
                let help = "write `questions`, with `at-once = true`, as well";
                self.wrong(&path, "an answer where all are asked nothing", help);
            }
            let seat = self.named_seat(&path, &Value::from(name.as_str()));
            let text = mv.as_str().unwrap_or_default();
            let read = self.layout.read_move(&self.table, seat.unwrap_or(0), text);
            match (seat, read) {
                (Some(seat), Ok(mv)) => self.table.answers[usize::from(seat)] = Some(mv),
                (None, _) => {}
                (_, Err(unread)) => {
                    let help = unread.help.unwrap_or_else(|| "write a move".into());
                    self.wrong(&path, unread.says, help);
                }
            }
        }
    }

    fn known(&mut self, written: &Value) {
        let Some(known) = written.get("known").and_then(Value::as_object) else {
            return;
        };
        for (name, cards) in known {
            let Some(seat) = self.named_seat(&["known", name], &Value::from(name.as_str())) else {
                continue;
            };
            for (index, card) in cards.as_array().into_iter().flatten().enumerate() {
                let path = ["known", name, &index.to_string()];
                let counter = card.as_str().and_then(|name| self.counter_of(name));
                if let Some(counter) = counter {
                    self.table.show_counter(seat, counter);
                    continue;
                }
                // A card may be named here and in its zone.
                let placed = std::mem::take(&mut self.placed);
                let card = self.card(card.as_str().unwrap_or_default(), &path);
                self.placed = placed;
                if let Some(card) = card {
                    self.table.show(seat, S::one(card));
                }
            }
        }
    }

    fn told(&mut self, written: &Value) {
        let facts = written.get(TOLD).and_then(Value::as_array);
        for (at, fact) in facts.into_iter().flatten().enumerate() {
            if self.table.tell_from_json(self.layout, fact).is_none() {
                let help = "begin from a table that these rules wrote";
                let path = [TOLD, &at.to_string()];
                self.wrong(&path, "the rules do not tell this", help);
            }
        }
    }

    /// The counter of that name.
    fn counter_of(&self, name: &str) -> Option<u8> {
        let declared = &self.layout.declared;
        let counters = declared.counters.iter();
        let mut names = counters.flat_map(|kind| declared.names(&kind.written, kind.each));
        names.position(|known| known == name).map(|at| at as u8)
    }

    fn zone_names(&self) -> Vec<String> {
        let declared = &self.layout.declared;
        declared.zones.iter().flat_map(|kind| declared.names(&kind.written, kind.each)).collect()
    }

    fn card(&mut self, name: &str, path: &[&str]) -> Option<u8> {
        let cards = &self.layout.cards;
        let found = cards.iter().position(|card| card == name);
        let found = found.or_else(|| {
            cards.iter().position(|card| Some(card.as_str()) == name.strip_suffix("#1"))
        });
        let Some(card) = found else {
            let says = if self.layout.left_out.iter().any(|card| card == name) {
                format!("`{name}` is a card of another variant")
            } else {
                format!("there is no card `{name}`")
            };
            let help = instead(name, cards.iter().map(String::as_str));
            let mut wrong = misfit(path, says, help);
            wrong.unknown_card = true;
            self.misfits.push(wrong);
            return None;
        };
        if self.placed.has(card as u8) {
            self.wrong(path, format!("`{name}` lies in two places"), "name it once");
            return None;
        }
        self.placed = self.placed.union(S::one(card as u8));
        Some(card as u8)
    }

    fn counter(&mut self, key: &str, value: &Value) {
        let declared = &self.layout.declared;
        let Some(kind) = declared.counters.iter().find(|kind| kind.name == key) else {
            let known = declared.counters.iter().map(|kind| kind.name.as_str()).chain(KEYS);
            let help = instead(key, known);
            return self.wrong(&[key], format!("the table has no `{key}`"), help);
        };
        let kind = kind.clone();
        if kind.each == Each::One {
            return self.one_counter(&[key], &kind, kind.first, value);
        }
        let names = declared.names("", kind.each);
        let Some(entries) = value.as_object() else {
            let help = format!("write `{key}.{}`", names.first().map_or("", |name| &name[1..]));
            return self.wrong(&[key], format!("there are several `{key}`"), help);
        };
        for (name, value) in entries {
            match names.iter().position(|known| known[1..] == *name) {
                Some(at) => self.one_counter(&[key, name], &kind, kind.first + at as u8, value),
                None => {
                    let help = instead(name, names.iter().map(|name| &name[1..]));
                    self.wrong(&[key, name], format!("there is no `{key}` of `{name}`"), help);
                }
            }
        }
    }

    fn one_counter(&mut self, path: &[&str], kind: &CounterKind, at: u8, value: &Value) {
        let (low, high) = kind.range;
        let number = match kind.holds {
            CounterValue::Number => value.as_i64(),
            CounterValue::Flag => value.as_bool().map(i64::from),
            CounterValue::Seat if self.is_nobody(value) => Some(-1),
            CounterValue::Seat => value.as_str().and_then(|name| self.seat(name)).map(i64::from),
        };
        match number.filter(|number| (i64::from(low)..=i64::from(high)).contains(number)) {
            Some(number) => self.table.counters[usize::from(at)] = number as i16,
            None => {
                let help = match kind.holds {
                    CounterValue::Number => format!("write a whole number from {low} to {high}"),
                    CounterValue::Flag => "write true or false".into(),
                    CounterValue::Seat => format!(
                        "write one of {}",
                        list_words(self.layout.declared.seats.iter().map(String::as_str))
                    ),
                };
                self.wrong(path, format!("`{}` cannot be {value}", kind.name), help);
            }
        }
    }

    fn seat(&self, name: &str) -> Option<u8> {
        let found = self.layout.declared.seats.iter().position(|seat| seat == name);
        found.map(|seat| seat as u8)
    }

    /// Whether a value says that it is no seat: `null` in records, "nobody" in scenarios.
    fn is_nobody(&self, value: &Value) -> bool {
        value.is_null() || value == "nobody" && self.seat("nobody").is_none()
    }

    /// The seat that a value names.
    fn named_seat(&mut self, path: &[&str], value: &Value) -> Option<u8> {
        let seat = value.as_str().and_then(|name| self.seat(name));
        if seat.is_none() {
            let known = self.layout.declared.seats.iter().map(String::as_str);
            let (says, help) = match value.as_str() {
                Some(name) => (format!("there is no seat `{name}`"), instead(name, known)),
                None => {
                    (format!("{value} is no seat"), format!("write one of {}", list_words(known)))
                }
            };
            self.wrong(path, says, help);
        }
        seat
    }

    /// The entries of a list; none when there is none.
    fn entries<'v>(&mut self, written: &'v Value, key: &str) -> &'v [Value] {
        match written.get(key) {
            None => &[],
            Some(Value::Array(entries)) => entries,
            Some(_) => {
                self.wrong(&[key], format!("`{key}` is a list"), format!("write `{key} = […]`"));
                &[]
            }
        }
    }

    /// Whose turn it is, who won, and what is asked.
    fn turn(&mut self, written: &Value) {
        // While something is asked `turn` is the seat that is asked; the game's own is `then`.
        for key in ["turn", "then"] {
            if let Some(value) = written.get(key).filter(|value| !self.is_nobody(value))
                && let Some(seat) = self.named_seat(&[key], value)
            {
                self.table.turn = seat;
            }
        }
        for (index, name) in self.entries(written, "winners").iter().enumerate() {
            if let Some(seat) = self.named_seat(&["winners", &index.to_string()], name) {
                self.table.winners |= 1 << seat;
            }
        }
        self.table.over = match written.get("over") {
            None => false,
            Some(over) => over.as_bool().unwrap_or_else(|| {
                self.wrong(&["over"], "`over` is true or false", "write true or false");
                false
            }),
        };
        if let Some(word) = written.get("ended") {
            let notes = &self.layout.declared.notes;
            let known = || notes.iter().map(|note| note.word.as_str());
            let found = known().position(|known| Some(known) == word.as_str());
            if found.is_none() {
                let help = instead(word.as_str().unwrap_or_default(), known().collect::<Vec<_>>());
                self.wrong(&["ended"], format!("there is no note {word}"), help);
            }
            self.table.ended = found.map(|note| note as u8);
        }
        for (index, question) in self.entries(written, "questions").iter().enumerate() {
            self.question(&["questions", &index.to_string()], question);
        }
    }

    fn question(&mut self, path: &[&str], question: &Value) {
        let Some(keys) = question.as_object() else {
            let help = "write `{ asks = \"…\", seat = \"…\" }`";
            return self.wrong(path, "a question is a table", help);
        };
        let (mut kind, mut seat, mut number, mut at_once) = (None, None, Some(0), Some(false));
        let mut with = None;
        for (key, value) in keys {
            let path = [path, &[key.as_str()]].concat();
            match key.as_str() {
                "asks" => kind = self.asked(&path, value),
                "seat" => seat = self.named_seat(&path, value),
                "number" => {
                    number = value.as_i64().and_then(|number| i16::try_from(number).ok());
                    if number.is_none() {
                        let help = "write a whole number below 32,768";
                        self.wrong(&path, "`number` is a number", help);
                    }
                }
                "at-once" => {
                    at_once = value.as_bool();
                    if at_once.is_none() {
                        self.wrong(&path, "`at-once` is true or false", "write true or false");
                    }
                }
                "card" => {
                    let placed = std::mem::take(&mut self.placed);
                    with = self.card(value.as_str().unwrap_or_default(), &path);
                    self.placed = placed;
                }
                _ => {
                    let help = instead(key, ["asks", "seat", "number", "at-once", "card"]);
                    self.wrong(&path, format!("a question has no `{key}`"), help);
                }
            }
        }
        for key in ["asks", "seat"] {
            if !keys.contains_key(key) {
                let help = format!("write `{key} = \"…\"`");
                self.wrong(path, format!("a question without `{key}`"), help);
            }
        }
        if let (Some(kind), Some(seat), Some(number), Some(at_once)) = (kind, seat, number, at_once)
        {
            let mut asked = Question::new(kind, seat, number).with(with);
            asked.at_once = at_once;
            if !self.table.ask_later(asked) {
                self.wrong(path, "more questions than can wait", "take some away");
            }
        }
    }

    /// The number of the question that a value names.
    fn asked(&mut self, path: &[&str], value: &Value) -> Option<u8> {
        let known = &self.layout.declared.questions;
        let name = value.as_str().unwrap_or_default();
        let found = known.iter().position(|known| known == name);
        if found.is_none() {
            let help = instead(name, known.iter().map(String::as_str));
            self.wrong(path, format!("there is no question {value}").replace('"', "`"), help);
        }
        found.map(|found| found as u8)
    }
}

fn misfit(path: &[&str], says: impl Into<String>, help: impl Into<String>) -> Misfit {
    Misfit {
        path: path.iter().map(|part| (*part).to_owned()).collect(),
        says: says.into(),
        help: help.into(),
        unknown_card: false,
    }
}
