//! A table in neutral terms, and back: what records, scenarios and boards show.

use serde_json::{Map, Value, json};

use super::declared::{Each, Holds};
use super::layout::Layout;
use super::moves::NOTHING;
use super::set::CardSet;
use super::state::{Question, Table};
use crate::rules::{Chance, Misfit, Staged};
use crate::source::{instead, list};

/// Keys that every table has beside its counters.
const KEYS: [&str; 8] = [
    "turn",
    "then",
    "over",
    "winners",
    "questions",
    "answers",
    "zones",
    "known",
];

/// The complete table: counters, whose turn it is, what is asked, and the cards by zone.
pub fn table<S: CardSet, C: Chance>(layout: &Layout<S>, table: &Table<S>, chance: &C) -> Value {
    let declared = &layout.declared;
    let mut out = Map::new();
    let seat = |seat: u8| {
        declared
            .seats
            .get(usize::from(seat))
            .map_or(Value::Null, |seat| json!(seat))
    };
    for kind in &declared.counters {
        let value = |counter: u8| match (kind.holds, table.counter(counter)) {
            (Holds::Number, number) => json!(number),
            (Holds::Flag, flag) => json!(flag != 0),
            (Holds::Seat, number) => u8::try_from(number).map_or(Value::Null, seat),
        };
        let written = match kind.each {
            Each::One => value(kind.first),
            each => {
                let names = declared.names("", each);
                let all = names
                    .iter()
                    .zip(kind.first..)
                    .map(|(name, at)| (name[1..].to_owned(), value(at)));
                Value::Object(all.collect())
            }
        };
        out.insert(kind.name.clone(), written);
    }
    let decides = if table.over {
        Value::Null
    } else {
        seat(table.decides())
    };
    out.insert("turn".into(), decides);
    if table.over {
        out.insert("over".into(), json!(true));
    }
    let winners = declared
        .seats
        .iter()
        .enumerate()
        .filter(|(seat, _)| table.winners >> seat & 1 == 1);
    let winners: Vec<Value> = winners.map(|(_, name)| json!(name)).collect();
    if !winners.is_empty() {
        out.insert("winners".into(), Value::Array(winners));
    }
    if table.over || !table.questions().is_empty() {
        // Whose turn it is when all is answered, and whose it was.
        out.insert("then".into(), seat(table.turn));
    }
    if !table.questions().is_empty() {
        let asked = table.questions().iter().rev().map(|question| {
            let kind = &declared.questions[usize::from(question.kind)];
            json!({"asks": kind, "seat": seat(question.seat), "number": question.number, "at-once": question.at_once})
        });
        out.insert("questions".into(), asked.collect());
    }
    let answers = declared.seats.iter().zip(table.answers);
    let answers =
        answers.filter_map(|(name, mv)| Some((name.clone(), json!(layout.write_move(mv?)))));
    let answers: Map<String, Value> = answers.collect();
    if !answers.is_empty() {
        out.insert("answers".into(), Value::Object(answers));
    }
    out.insert("zones".into(), Value::Object(zones(layout, table, chance)));
    let known = known(layout, table);
    if !known.is_empty() {
        out.insert("known".into(), Value::Object(known));
    }
    Value::Object(out)
}

/// The cards that seats can place without seeing them.
fn known<S: CardSet>(layout: &Layout<S>, table: &Table<S>) -> Map<String, Value> {
    let seats = layout.declared.seats.iter().zip(table.known);
    let unseen = seats.enumerate().map(|(seat, (name, known))| {
        let unseen = known.difference(table.seen_by(layout, seat as u8));
        let cards = unseen
            .cards()
            .map(|card| json!(layout.cards[usize::from(card)]));
        (name.clone(), cards.collect::<Vec<Value>>())
    });
    let some = unseen.filter(|(_, cards)| !cards.is_empty());
    some.map(|(name, cards)| (name, Value::Array(cards)))
        .collect()
}

fn zones<S: CardSet, C: Chance>(
    layout: &Layout<S>,
    table: &Table<S>,
    chance: &C,
) -> Map<String, Value> {
    let declared = &layout.declared;
    let mut zones = Map::new();
    for kind in &declared.zones {
        for (name, zone) in declared
            .names(&kind.name, kind.each)
            .into_iter()
            .zip(kind.first..)
        {
            let cards = match kind.pile {
                Some(pile) => {
                    let from: Vec<u8> = table.zone(zone).cards().collect();
                    chance.order(usize::from(pile), &from)
                }
                None => table.in_order(zone),
            };
            let written = cards.into_iter().map(|card| {
                let name = &layout.cards[usize::from(card)];
                let (face, host) = (table.face(card), table.host.as_ref()[usize::from(card)]);
                if face == layout.enters(zone) && host == NOTHING {
                    return json!(name);
                }
                let mut one = Map::new();
                one.insert("card".into(), json!(name));
                if face != layout.enters(zone) {
                    one.insert("face".into(), json!(declared.faces[usize::from(face)]));
                }
                if host != NOTHING {
                    one.insert("on".into(), json!(layout.cards[usize::from(host)]));
                }
                Value::Object(one)
            });
            zones.insert(name, written.collect());
        }
    }
    zones
}

/// Sets a table up. Counters that are left out are as at the start, cards that are not named lie where they start.
///
/// # Errors
/// Everything that does not fit.
pub fn stage<S: CardSet>(
    layout: &Layout<S>,
    written: &Value,
) -> Result<Staged<Table<S>>, Vec<Misfit>> {
    let mut staging = Staging {
        layout,
        table: Table::start(layout),
        piles: vec![Vec::new(); 8],
        placed: S::default(),
        misfits: Vec::new(),
    };
    let Some(keys) = written.as_object() else {
        return Err(vec![misfit(
            &[],
            "the table is no table",
            "write `[table]` and its keys",
        )]);
    };
    for (key, value) in keys {
        match key.as_str() {
            "zones" => staging.zones(value),
            key if KEYS.contains(&key) => {}
            _ => staging.counter(key, value),
        }
    }
    staging.turn(written);
    staging.known(written);
    staging.answers(written);
    if staging.misfits.is_empty() {
        Ok(Staged {
            state: staging.table,
            piles: staging.piles,
        })
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
            return self.wrong(
                &["zones"],
                "`zones` is no table",
                "write `zones.hand = […]`",
            );
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
                let card_name = card
                    .as_str()
                    .or(card.get("card").and_then(Value::as_str))
                    .unwrap_or_default();
                let Some(number) = self.card(card_name, &path) else {
                    continue;
                };
                let face = match card.get("face").and_then(Value::as_str) {
                    None => self.layout.enters(zone as u8),
                    Some(face) => match self
                        .layout
                        .declared
                        .faces
                        .iter()
                        .position(|known| known == face)
                    {
                        Some(face) => face as u8,
                        None => {
                            let help = instead(
                                face,
                                self.layout.declared.faces.iter().map(String::as_str),
                            );
                            self.wrong(&path, format!("there is no face `{face}`"), help);
                            continue;
                        }
                    },
                };
                let host = card.get("on").and_then(Value::as_str).map(str::to_owned);
                found.push(Laid {
                    card: number,
                    face,
                    host,
                });
            }
            named.push((zone as u8, found));
        }
        let rest: Vec<u8> = self.layout.all().difference(self.placed).cards().collect();
        let counters = self.table.counters;
        self.table = Table::empty();
        self.table.counters = counters;
        for card in rest {
            self.table
                .lay(self.layout, card, self.layout.start[usize::from(card)]);
        }
        for (zone, cards) in named {
            let pile = self
                .layout
                .declared
                .zone(zone)
                .and_then(|(kind, _, _)| kind.pile);
            for Laid { card, face, host } in cards {
                self.table.lay(self.layout, card, zone);
                self.table.set_face(card, face);
                if let Some(pile) = pile {
                    self.piles[usize::from(pile)].push(card);
                }
                if let Some(host) =
                    host.and_then(|host| self.layout.cards.iter().position(|card| *card == host))
                {
                    self.table.host.as_mut()[usize::from(card)] = host as u8;
                }
            }
        }
        self.table.know_what_is_seen(self.layout);
    }

    fn answers(&mut self, written: &Value) {
        for (name, mv) in written
            .get("answers")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            let read = self.layout.read_move(mv.as_str().unwrap_or_default());
            match (self.seat(name), read) {
                (Some(seat), Ok(mv)) => self.table.answers[usize::from(seat)] = Some(mv),
                (None, _) => {
                    let help = instead(name, self.layout.declared.seats.iter().map(String::as_str));
                    self.wrong(
                        &["answers", name],
                        format!("there is no seat `{name}`"),
                        help,
                    );
                }
                (_, Err(unread)) => {
                    let help = unread.help.unwrap_or_else(|| "write a move".into());
                    self.wrong(&["answers", name], unread.says, help);
                }
            }
        }
    }

    fn known(&mut self, written: &Value) {
        let Some(known) = written.get("known").and_then(Value::as_object) else {
            return;
        };
        for (name, cards) in known {
            let Some(seat) = self.seat(name) else {
                let help = instead(name, self.layout.declared.seats.iter().map(String::as_str));
                self.wrong(&["known", name], format!("there is no seat `{name}`"), help);
                continue;
            };
            for (index, card) in cards.as_array().into_iter().flatten().enumerate() {
                let path = ["known", name, &index.to_string()];
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

    fn zone_names(&self) -> Vec<String> {
        let declared = &self.layout.declared;
        declared
            .zones
            .iter()
            .flat_map(|kind| declared.names(&kind.name, kind.each))
            .collect()
    }

    fn card(&mut self, name: &str, path: &[&str]) -> Option<u8> {
        let cards = &self.layout.cards;
        let found = cards.iter().position(|card| card == name);
        let found = found.or_else(|| {
            cards
                .iter()
                .position(|card| Some(card.as_str()) == name.strip_suffix("#1"))
        });
        let Some(card) = found else {
            let mut wrong = misfit(
                path,
                format!("there is no card `{name}`"),
                instead(name, cards.iter().map(String::as_str)),
            );
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
            let known = declared
                .counters
                .iter()
                .map(|kind| kind.name.as_str())
                .chain(KEYS);
            let help = instead(key, known);
            return self.wrong(&[key], format!("the table has no `{key}`"), help);
        };
        let kind = kind.clone();
        if kind.each == Each::One {
            return self.one_counter(&[key], &kind, kind.first, value);
        }
        let names = declared.names("", kind.each);
        let Some(entries) = value.as_object() else {
            let help = format!(
                "write `{key}.{}`",
                names.first().map_or("", |name| &name[1..])
            );
            return self.wrong(&[key], format!("there are several `{key}`"), help);
        };
        for (name, value) in entries {
            match names.iter().position(|known| known[1..] == *name) {
                Some(at) => self.one_counter(&[key, name], &kind, kind.first + at as u8, value),
                None => {
                    let help = instead(name, names.iter().map(|name| &name[1..]));
                    self.wrong(
                        &[key, name],
                        format!("there is no `{key}` of `{name}`"),
                        help,
                    );
                }
            }
        }
    }

    fn one_counter(
        &mut self,
        path: &[&str],
        kind: &super::declared::CounterKind,
        at: u8,
        value: &Value,
    ) {
        let (low, high) = kind.range;
        let number = match kind.holds {
            Holds::Number => value.as_i64(),
            Holds::Flag => value.as_bool().map(i64::from),
            Holds::Seat if value.is_null() => Some(-1),
            Holds::Seat => value
                .as_str()
                .and_then(|name| self.seat(name))
                .map(i64::from),
        };
        match number.filter(|number| (i64::from(low)..=i64::from(high)).contains(number)) {
            Some(number) => self.table.counters[usize::from(at)] = number as i16,
            None => {
                let help = match kind.holds {
                    Holds::Number => format!("write a whole number from {low} to {high}"),
                    Holds::Flag => "write true or false".into(),
                    Holds::Seat => format!(
                        "write one of {}",
                        list(self.layout.declared.seats.iter().map(String::as_str))
                    ),
                };
                self.wrong(path, format!("`{}` cannot be {value}", kind.name), help);
            }
        }
    }

    fn seat(&self, name: &str) -> Option<u8> {
        let found = self
            .layout
            .declared
            .seats
            .iter()
            .position(|seat| seat == name);
        found.map(|seat| seat as u8)
    }

    fn seat_at(&mut self, written: &Value, key: &str) -> Option<u8> {
        let name = written.get(key)?.as_str()?;
        let seat = self.seat(name);
        if seat.is_none() {
            let help = instead(name, self.layout.declared.seats.iter().map(String::as_str));
            self.wrong(&[key], format!("there is no seat `{name}`"), help);
        }
        seat
    }

    fn turn(&mut self, written: &Value) {
        let key = if written.get("then").is_some() {
            "then"
        } else {
            "turn"
        };
        if let Some(seat) = self.seat_at(written, key) {
            self.table.turn = seat;
        }
        for name in written
            .get("winners")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            match name.as_str().and_then(|name| self.seat(name)) {
                Some(seat) => self.table.winners |= 1 << seat,
                None => {
                    let help = format!(
                        "write one of {}",
                        list(self.layout.declared.seats.iter().map(String::as_str))
                    );
                    self.wrong(&["winners"], format!("there is no seat {name}"), help);
                }
            }
        }
        self.table.over = written
            .get("over")
            .and_then(Value::as_bool)
            .unwrap_or(false);
        let asked: Vec<Value> = written
            .get("questions")
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default();
        for (index, question) in asked.iter().enumerate() {
            let path = ["questions", &index.to_string()];
            let kind = question
                .get("asks")
                .and_then(Value::as_str)
                .unwrap_or_default();
            let Some(number) = self
                .layout
                .declared
                .questions
                .iter()
                .position(|known| known == kind)
            else {
                let help = instead(
                    kind,
                    self.layout.declared.questions.iter().map(String::as_str),
                );
                self.wrong(&path, format!("there is no question `{kind}`"), help);
                continue;
            };
            let Some(seat) = question
                .get("seat")
                .and_then(Value::as_str)
                .and_then(|name| self.seat(name))
            else {
                self.wrong(&path, "a question without a seat", "write `seat = \"…\"`");
                continue;
            };
            let owed = question.get("number").and_then(Value::as_i64).unwrap_or(0);
            let asked = Question {
                kind: number as u8,
                seat,
                at_once: question
                    .get("at-once")
                    .and_then(Value::as_bool)
                    .unwrap_or(false),
                number: i16::try_from(owed).unwrap_or(0),
            };
            if !self.table.ask_later(asked) {
                self.wrong(&path, "more questions than can wait", "take some away");
            }
        }
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
