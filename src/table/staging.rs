//! Sets up a table by name. JSON as scenarios give it, or as [`super::json`] writes it, comes in; a table, or a list
//! of everything that does not fit, goes out.

use serde_json::Value;

use super::declared::{CounterKind, CounterValue, Each, ZoneOrder};
use super::json::{IN_ORDER, TOLD};
use super::layout::Layout;
use super::named::{HasName, instead_of, names, numbered};
use super::set::CardSet;
use super::state::{Question, Table};
use crate::rules::Misfit;
use crate::source::{Code, Fault, fault, instead, list_words};

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
        misfits: Vec::new(),
    };
    let root = Node { value: written, path: Vec::new() };
    match root.entries() {
        Some(entries) => {
            for (key, node) in &entries {
                match *key {
                    "zones" => staging.zones(node),
                    key if KEYS.contains(&key) => {}
                    key => staging.counter(key, node),
                }
            }
            staging.orders(&root);
            staging.turn(&root);
            staging.known(&root);
            staging.told(&root);
            staging.answers(&root);
        }
        None => fault!(staging, &root; "the table is no table"; "write `[table]` and its keys"),
    }
    if staging.misfits.is_empty() {
        Ok(Staged { state: staging.table, piles: staging.piles })
    } else {
        Err(staging.misfits)
    }
}

/// A value, and the keys and indices that lead to it.
struct Node<'v> {
    value: &'v Value,
    path: Vec<String>,
}

impl<'v> Node<'v> {
    fn inner(&self, key: impl ToString, value: &'v Value) -> Node<'v> {
        Node { value, path: self.path.iter().cloned().chain([key.to_string()]).collect() }
    }

    fn get(&self, key: &str) -> Option<Node<'v>> {
        Some(self.inner(key, self.value.get(key)?))
    }

    /// The entries of a table.
    fn entries(&self) -> Option<Vec<(&'v str, Node<'v>)>> {
        let entries = self.value.as_object()?.iter();
        Some(entries.map(|(key, value)| (key.as_str(), self.inner(key, value))).collect())
    }

    /// The entries of the table at a key, if there is one.
    fn entries_at(&self, key: &str) -> Vec<(&'v str, Node<'v>)> {
        self.get(key).and_then(|node| node.entries()).unwrap_or_default()
    }

    /// The members of a list; none of anything else.
    fn items(&self) -> Vec<Node<'v>> {
        let items = self.value.as_array().into_iter().flatten().enumerate();
        items.map(|(index, value)| self.inner(index, value)).collect()
    }

    /// The text, or nothing.
    fn text(&self) -> &'v str {
        self.value.as_str().unwrap_or_default()
    }
}

/// A card as it is to lie in a zone.
struct Laid<'v> {
    card: u8,
    face: u8,
    /// The name of the card that it lies on.
    host: Option<Node<'v>>,
}

struct Staging<'a, S: CardSet> {
    layout: &'a Layout<S>,
    table: Table<S>,
    piles: Vec<Vec<u8>>,
    misfits: Vec<Misfit>,
}

impl<S: CardSet> Staging<'_, S> {
    fn fault(&mut self, at: &Node<'_>, message: String, help: impl Into<String>) {
        self.misfits.push(Misfit { path: at.path.clone(), fault: Fault::new(message, help) });
    }

    /// The number of what a word names; a word that names nothing is reported.
    fn find(&mut self, at: &Node<'_>, word: &str, all: &[impl HasName], what: &str) -> Option<u8> {
        let found = numbered(all, word);
        if found.is_none() {
            fault!(self, at; "there is no {what} `{word}`"; instead_of(all, word));
        }
        found
    }

    fn zones(&mut self, zones: &Node<'_>) {
        let layout = self.layout;
        let Some(entries) = zones.entries() else {
            return fault!(self, zones; "`zones` is no table"; "write `zones.hand = […]`");
        };
        let mut named: Vec<(u8, Vec<Laid<'_>>)> = Vec::new();
        let mut placed = S::default();
        let declared = &layout.declared;
        let all = declared.zone_names();
        for (name, cards) in entries {
            let Some(zone) = self.find(&cards, name, &all, "zone") else {
                continue;
            };
            if !cards.value.is_array() {
                fault!(self, &cards; "the cards of a zone are a list"; "write [\"…\", \"…\"]");
                continue;
            }
            let mut found = Vec::new();
            for node in cards.items() {
                let inner = node.get("card");
                let name =
                    node.value.as_str().or(inner.as_ref().and_then(|card| card.value.as_str()));
                let name = name.unwrap_or_default();
                let Some(card) = self.card(name, &node) else {
                    continue;
                };
                if placed.has(card) {
                    fault!(self, &node; "`{name}` lies in two places"; "name it once");
                    continue;
                }
                placed = placed.union(S::one(card));
                let word = |key: &str| node.get(key).filter(|word| word.value.is_string());
                let face = match word("face") {
                    None => Some(layout.enters(zone)),
                    Some(face) => self.find(&node, face.text(), &declared.faces, "face"),
                };
                found.extend(face.map(|face| Laid { card, face, host: word("on") }));
            }
            named.push((zone, found));
        }
        named.sort_by_key(|(zone, _)| *zone);
        let counters = std::mem::replace(&mut self.table, Table::empty()).counters;
        self.table.counters = counters;
        for card in layout.all().difference(placed).cards() {
            self.table.lay(layout, card, layout.start[usize::from(card)]);
        }
        for (zone, cards) in named {
            for Laid { card, face, host } in &cards {
                self.table.lay(layout, *card, zone);
                self.table.set_face(*card, *face);
                if let Some(pile) = declared.pile_of(zone) {
                    self.piles[pile].push(*card);
                }
                let Some(host) = host else { continue };
                let is_host =
                    |other: &&Laid<'_>| layout.cards[usize::from(other.card)] == host.text();
                match cards.iter().find(is_host) {
                    Some(other) if other.card != *card => self.table.lay_on(*card, other.card),
                    _ => {
                        fault!(self, host; "`{}` does not lie there", host.text(); "name a card of the same zone");
                    }
                }
            }
        }
        self.table.know_what_is_seen(layout);
    }

    /// The order of cards of zones that share one: of those that are not named as the zones list them.
    fn orders(&mut self, root: &Node<'_>) {
        let layout = self.layout;
        let kept = layout.declared.zones.iter().filter(|kind| kind.order == ZoneOrder::Kept);
        for (name, cards) in root.entries_at(IN_ORDER) {
            let Some(kind) = kept.clone().find(|kind| kind.written == *name) else {
                let help = instead(name, kept.clone().map(|kind| kind.written.as_str()));
                fault!(self, &cards; "no zones `{name}` share an order"; help);
                continue;
            };
            let lying = self.table.in_order_of(layout, kind.first);
            let mut order: Vec<u8> = Vec::new();
            for card in cards.items() {
                let found = numbered(&layout.cards, card.text());
                match found.filter(|found| lying.has(*found) && !order.contains(found)) {
                    Some(found) => order.push(found),
                    None => {
                        fault!(self, &card; "{} does not lie in `{name}`, or twice", card.value; "name each card that lies there once");
                    }
                }
            }
            let mut rest: Vec<u8> = lying.cards().filter(|card| !order.contains(card)).collect();
            rest.sort_by_key(|card| self.table.rank(*card));
            for (below, card) in order.into_iter().chain(rest).enumerate() {
                self.table.below.as_mut()[usize::from(card)] = below as u8;
            }
        }
    }

    fn answers(&mut self, root: &Node<'_>) {
        for (name, mv) in root.entries_at("answers") {
            if !self.table.question().is_some_and(|question| question.at_once) {
                fault!(self, &mv; "an answer where all are asked nothing"; "write `questions`, with `at-once = true`, as well");
            }
            let Some(seat) = self.find(&mv, name, &self.layout.declared.seats, "seat") else {
                continue;
            };
            match self.layout.read_move(&self.table, seat, mv.text()) {
                Ok(read) => self.table.answers[usize::from(seat)] = Some(read),
                Err(unread) => {
                    let help = unread.help.unwrap_or_else(|| "write a move".into());
                    self.fault(&mv, unread.says, help);
                }
            }
        }
    }

    fn known(&mut self, root: &Node<'_>) {
        let declared = &self.layout.declared;
        let counters = declared.counter_names();
        for (name, cards) in root.entries_at("known") {
            let Some(seat) = self.find(&cards, name, &declared.seats, "seat") else {
                continue;
            };
            for node in cards.items() {
                if let Some(counter) = numbered(&counters, node.text()) {
                    self.table.show_counter(seat, counter);
                } else if let Some(card) = self.card(node.text(), &node) {
                    self.table.show(seat, S::one(card));
                }
            }
        }
    }

    fn told(&mut self, root: &Node<'_>) {
        for fact in root.get(TOLD).into_iter().flat_map(|facts| facts.items()) {
            if self.table.tell_from_json(self.layout, fact.value).is_none() {
                fault!(self, &fact; "the rules do not tell this"; "begin from a table that these rules wrote");
            }
        }
    }

    fn card(&mut self, name: &str, at: &Node<'_>) -> Option<u8> {
        let layout = self.layout;
        let found = layout.card_called(name);
        if found.is_none() {
            let fault = if layout.left_out.iter().any(|card| card == name) {
                fault!("`{name}` is a card of another variant"; instead_of(&layout.cards, name))
            } else {
                fault!("there is no card `{name}`"; instead_of(&layout.cards, name))
            };
            let fault = fault.code(Code::UnknownCard);
            self.misfits.push(Misfit { path: at.path.clone(), fault });
        }
        found
    }

    fn counter(&mut self, key: &str, node: &Node<'_>) {
        let declared = &self.layout.declared;
        let Some(at) = numbered(&declared.counters, key) else {
            let help = instead(key, names(&declared.counters).chain(KEYS));
            return fault!(self, node; "the table has no `{key}`"; help);
        };
        let kind = &declared.counters[usize::from(at)];
        if kind.each == Each::One {
            return self.one_counter(node, kind, kind.first);
        }
        let names: Vec<String> =
            declared.names("", kind.each).into_iter().map(|name| name[1..].to_owned()).collect();
        let Some(entries) = node.entries() else {
            let first = names.first().map_or("", String::as_str);
            return fault!(self, node; "there are several `{key}`"; "write `{key}.{first}`");
        };
        for (name, node) in entries {
            match numbered(&names, name) {
                Some(at) => self.one_counter(&node, kind, kind.first + at),
                None => {
                    fault!(self, &node; "there is no `{key}` of `{name}`"; instead_of(&names, name));
                }
            }
        }
    }

    fn one_counter(&mut self, node: &Node<'_>, kind: &CounterKind, at: u8) {
        let seats = &self.layout.declared.seats;
        let ((low, high), value) = (kind.range, node.value);
        let number = match kind.holds {
            CounterValue::Number => value.as_i64(),
            CounterValue::Flag => value.as_bool().map(i64::from),
            CounterValue::Seat if self.is_nobody(value) => Some(-1),
            CounterValue::Seat => numbered(seats, node.text()).map(i64::from),
        };
        match number.filter(|number| (i64::from(low)..=i64::from(high)).contains(number)) {
            Some(number) => self.table.counters[usize::from(at)] = number as i16,
            None => {
                let help = match kind.holds {
                    CounterValue::Number => format!("write a whole number from {low} to {high}"),
                    CounterValue::Flag => "write true or false".into(),
                    CounterValue::Seat => format!("write one of {}", list_words(names(seats))),
                };
                fault!(self, node; "`{}` cannot be {value}", kind.name; help);
            }
        }
    }

    /// Whether a value says that it is no seat: `null` in records, "nobody" in scenarios.
    fn is_nobody(&self, value: &Value) -> bool {
        let seats = &self.layout.declared.seats;
        value.is_null() || value == "nobody" && numbered(seats, "nobody").is_none()
    }

    /// The seat that a value names.
    fn seat(&mut self, node: &Node<'_>) -> Option<u8> {
        let seats = &self.layout.declared.seats;
        if let Some(name) = node.value.as_str() {
            return self.find(node, name, seats, "seat");
        }
        fault!(self, node; "{} is no seat", node.value; "write one of {}", list_words(names(seats)));
        None
    }

    fn boolean(&mut self, key: &str, node: &Node<'_>) -> Option<bool> {
        let found = node.value.as_bool();
        if found.is_none() {
            fault!(self, node; "`{key}` is true or false"; "write true or false");
        }
        found
    }

    /// The members of a list; none when there is none.
    fn list<'v>(&mut self, root: &Node<'v>, key: &str) -> Vec<Node<'v>> {
        let Some(node) = root.get(key) else {
            return Vec::new();
        };
        if !node.value.is_array() {
            fault!(self, &node; "`{key}` is a list"; "write `{key} = […]`");
        }
        node.items()
    }

    /// Whose turn it is, who won, and what is asked.
    fn turn(&mut self, root: &Node<'_>) {
        // While something is asked `turn` is the seat that is asked; the game's own is `then`.
        for key in ["turn", "then"] {
            if let Some(node) = root.get(key).filter(|node| !self.is_nobody(node.value))
                && let Some(seat) = self.seat(&node)
            {
                self.table.turn = seat;
            }
        }
        for name in self.list(root, "winners") {
            if let Some(seat) = self.seat(&name) {
                self.table.winners |= 1 << seat;
            }
        }
        let over = root.get("over").and_then(|over| self.boolean("over", &over));
        self.table.over = over == Some(true);
        if let Some(word) = root.get("ended") {
            let notes = &self.layout.declared.notes;
            self.table.ended = numbered(notes, word.text());
            if self.table.ended.is_none() {
                fault!(self, &word; "there is no note {}", word.value; instead_of(notes, word.text()));
            }
        }
        for question in self.list(root, "questions") {
            self.question(&question);
        }
    }

    fn question(&mut self, node: &Node<'_>) {
        let Some(entries) = node.entries() else {
            return fault!(self, node; "a question is a table"; "write `{{ asks = \"…\", seat = \"…\" }}`");
        };
        let (mut kind, mut seat, mut card) = (None, None, None);
        let (mut number, mut at_once) = (Some(0), Some(false));
        for (key, node) in entries {
            match key {
                "asks" => {
                    let all = &self.layout.declared.questions;
                    kind = self.find(&node, node.text(), all, "question");
                }
                "seat" => seat = self.seat(&node),
                "number" => {
                    number = node.value.as_i64().and_then(|number| i16::try_from(number).ok());
                    if number.is_none() {
                        fault!(self, &node; "`number` is a number"; "write a whole number below 32,768");
                    }
                }
                "at-once" => at_once = self.boolean(key, &node),
                "card" => card = self.card(node.text(), &node),
                _ => {
                    let help = instead(key, ["asks", "seat", "number", "at-once", "card"]);
                    fault!(self, &node; "a question has no `{key}`"; help);
                }
            }
        }
        for key in ["asks", "seat"] {
            if node.get(key).is_none() {
                fault!(self, node; "a question without `{key}`"; "write `{key} = \"…\"`");
            }
        }
        if let (Some(kind), Some(seat), Some(number), Some(at_once)) = (kind, seat, number, at_once)
        {
            let mut asked = Question::new(kind, seat, number).with(card);
            asked.at_once = at_once;
            if !self.table.ask_later(asked) {
                fault!(self, node; "more questions than can wait"; "take some away");
            }
        }
    }
}
