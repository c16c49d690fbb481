//! Writes a table as JSON, the way records and boards show it: all of it, or what a seat or an onlooker may know. A layout and a
//! table come in, a `Value` goes out; [`super::staging`] can read back what is complete.

use serde_json::{Map, Value, json};

use super::declared::{CounterValue, Declared, Each, ZoneOrder};
use super::layout::Layout;
use super::moves::NOTHING;
use super::set::CardSet;
use super::state::Table;
use crate::rules::{Chance, Pile, Viewer};

/// The complete table: counters, whose turn it is, what is asked, and the cards by zone.
pub fn table_json<S: CardSet, C: Chance>(
    layout: &Layout<S>,
    table: &Table<S>,
    chance: &C,
) -> Value {
    let writer = Writer { layout, table, viewer: Viewer::All };
    writer.write(&|pile, cards| chance.order(pile, cards))
}

/// The table as somebody knows it. In the shape of [`table_json`], but
/// without counters that are not seen, without the answers of others, and with `{"deck":…,"face":…}` for each card that is not
/// known. Such cards stand behind the known ones unless their places are seen, so that no order betrays them.
pub fn seen_to_json<S: CardSet>(layout: &Layout<S>, table: &Table<S>, viewer: Viewer) -> Value {
    let writer = Writer { layout, table, viewer };
    writer.write(&|_, cards| cards.to_vec())
}

/// A number, a mark or a seat, as a counter holds it.
pub fn counter_json(declared: &Declared, holds: CounterValue, number: i64) -> Value {
    match holds {
        CounterValue::Number => json!(number),
        CounterValue::Flag => json!(number != 0),
        CounterValue::Seat => {
            json!(usize::try_from(number).ok().and_then(|seat| declared.seats.get(seat)))
        }
    }
}

/// The one value, or those that there are by the names of their seats and places.
pub fn values_by_name(
    declared: &Declared,
    each: Each,
    value: impl Fn(u8) -> Option<Value>,
) -> Option<Value> {
    if each == Each::One {
        return value(0);
    }
    let names = declared.names("", each);
    let all = names.iter().zip(0..);
    let all = all.filter_map(|(name, index)| Some((name[1..].to_owned(), value(index)?)));
    Some(Value::Object(all.collect()))
}

/// Writes one table for one viewer.
struct Writer<'a, S: CardSet> {
    layout: &'a Layout<S>,
    table: &'a Table<S>,
    viewer: Viewer,
}

/// The key of the orders that several zones of a name share.
pub const IN_ORDER: &str = "in-order";

/// The key of what seats were told.
pub const TOLD: &str = "told-facts";

/// Adds what is not empty.
fn put(out: &mut Map<String, Value>, key: &str, value: Value) {
    let is_empty = match &value {
        Value::Array(all) => all.is_empty(),
        Value::Object(all) => all.is_empty(),
        _ => false,
    };
    if !is_empty {
        out.insert(key.into(), value);
    }
}

impl<S: CardSet> Writer<'_, S> {
    /// `order` is that in which the cards of a pile would be drawn.
    fn write(&self, order: &dyn Fn(Pile, &[u8]) -> Vec<u8>) -> Value {
        let (declared, table) = (&self.layout.declared, self.table);
        let mut out = self.counters();
        let decides = if table.over { Value::Null } else { self.seat(table.decides()) };
        put(&mut out, "turn", decides);
        if table.over {
            put(&mut out, "over", json!(true));
        }
        if let Some(note) = table.ended.and_then(|note| declared.notes.get(usize::from(note))) {
            put(&mut out, "ended", json!(note.word));
        }
        put(&mut out, "winners", self.seats(table.winners));
        if table.over || !table.questions().is_empty() {
            // Whose turn it is when all is answered, and whose it was.
            put(&mut out, "then", self.seat(table.turn));
        }
        put(&mut out, "questions", self.questions());
        put(&mut out, "answers", self.answers());
        out.insert("zones".into(), self.zones(order));
        put(&mut out, IN_ORDER, self.orders());
        put(&mut out, "known", self.known());
        if self.viewer == Viewer::All {
            put(&mut out, TOLD, self.told());
        }
        Value::Object(out)
    }

    fn seat(&self, seat: u8) -> Value {
        let seats = &self.layout.declared.seats;
        seats.get(usize::from(seat)).map_or(Value::Null, |seat| json!(seat))
    }

    /// The seats of some bits.
    fn seats(&self, bits: u8) -> Value {
        let seats = self.layout.declared.all_seats().filter(|seat| bits >> seat & 1 == 1);
        seats.map(|seat| self.seat(seat)).collect()
    }

    fn card(&self, card: u8) -> Value {
        json!(self.layout.cards[usize::from(card)])
    }

    /// Whether something holds for the viewer: for an onlooker, if it does for every seat.
    fn holds(&self, of_seat: impl Fn(u8) -> bool) -> bool {
        match self.viewer {
            Viewer::All => true,
            Viewer::Seat(seat) => of_seat(seat.0),
            Viewer::Onlooker => self.layout.declared.all_seats().all(of_seat),
        }
    }

    /// Whether the viewer knows where a card is.
    fn knows(&self, card: u8) -> bool {
        match self.viewer {
            Viewer::Seat(seat) => self.table.known_to(seat.0).has(card),
            _ => self.sees(card),
        }
    }

    /// Whether the viewer sees the front of a card where it lies.
    fn sees(&self, card: u8) -> bool {
        let (zone, face) = (self.table.zone_of(card), self.table.face(card));
        self.holds(|seat| self.layout.shows(zone, face, seat))
    }

    /// Whether the viewer is a seat, or may see everything.
    fn is_for(&self, seat: u8) -> bool {
        match self.viewer {
            Viewer::All => true,
            Viewer::Seat(own) => own.0 == seat,
            Viewer::Onlooker => false,
        }
    }

    fn counters(&self) -> Map<String, Value> {
        let declared = &self.layout.declared;
        let mut out = Map::new();
        for kind in &declared.counters {
            let value = |index: u8| {
                let counter = kind.first + index;
                let is_seen = self.holds(|seat| self.table.knows_counter(declared, seat, counter));
                let number = self.table.counter(counter).into();
                is_seen.then(|| counter_json(declared, kind.holds, number))
            };
            let written = values_by_name(declared, kind.each, value);
            let written = written.filter(|seen| self.viewer == Viewer::All || *seen != json!({}));
            out.extend(written.map(|written| (kind.name.clone(), written)));
        }
        out
    }

    fn questions(&self) -> Value {
        let asked = self.table.questions().iter().rev().map(|question| {
            let mut written = json!({
                "asks": self.layout.declared.questions[usize::from(question.kind)],
                "seat": self.seat(question.seat),
                "number": question.number,
                "at-once": question.at_once,
            });
            if let Some(card) = question.card().filter(|card| self.knows(*card)) {
                written["card"] = self.card(card);
            }
            written
        });
        asked.collect()
    }

    /// What is answered of what all answer at once: of others, that they have.
    fn answers(&self) -> Value {
        let seats = (0..).zip(&self.layout.declared.seats).zip(self.table.answers);
        let given = seats.filter_map(|((seat, name), mv)| {
            let mv = mv?;
            let written = self.is_for(seat).then(|| self.layout.write_move(self.table, seat, mv));
            Some((name.clone(), json!(written)))
        });
        Value::Object(given.collect())
    }

    /// Of zones that share one order, all their cards in it, where it does not follow from the zones.
    fn orders(&self) -> Value {
        let kept = self.layout.declared.zones.iter();
        let kept = kept.filter(|kind| kind.order == ZoneOrder::Kept);
        let orders = kept.filter_map(|kind| {
            let (first, count) = self.layout.order_of(kind.first);
            let by_zone = (first..first + count).flat_map(|zone| self.table.in_order(zone));
            let by_zone: Vec<u8> = by_zone.collect();
            let mut cards = by_zone.clone();
            cards.sort_by_key(|card| self.table.rank(*card));
            let names = cards.iter().map(|card| {
                let known = self.knows(*card);
                if known { self.card(*card) } else { Value::Null }
            });
            (cards != by_zone).then(|| (kind.written.clone(), names.collect()))
        });
        Value::Object(orders.collect())
    }

    /// The cards that seats can place without seeing them, and counters that they were shown: of every seat, or of the one.
    fn known(&self) -> Value {
        let declared = &self.layout.declared;
        let counters = declared.counter_names();
        let mut known = Map::new();
        for seat in declared.all_seats().filter(|seat| self.is_for(*seat)) {
            let seen = self.table.seen_by(self.layout, seat);
            let unseen = self.table.known_to(seat).difference(seen);
            let cards = unseen.cards().map(|card| self.card(card));
            let shown = self.table.shown[usize::from(seat)];
            let shown = counters.iter().enumerate().filter(|(at, _)| shown >> at & 1 == 1);
            let all = cards.chain(shown.map(|(_, counter)| json!(counter))).collect();
            put(&mut known, &declared.seats[usize::from(seat)], all);
        }
        Value::Object(known)
    }

    /// What seats were told: the fact by its number, what it is about, and last what it comes to.
    fn told(&self) -> Value {
        let facts = self.table.told.facts().map(|fact| {
            let shape = &self.layout.facts[usize::from(fact.shape)];
            let words = fact.words.iter().zip(&shape.cards);
            let words = words.map(|(word, is_cards)| {
                if *is_cards {
                    word.cards().map(|card| self.card(card)).collect()
                } else {
                    json!(word.number())
                }
            });
            json!({
                "fact": fact.shape,
                "says": shape.says,
                "to": self.seats(fact.seats),
                "words": words.collect::<Value>(),
            })
        });
        facts.collect()
    }

    fn zones(&self, order: &dyn Fn(Pile, &[u8]) -> Vec<u8>) -> Value {
        let declared = &self.layout.declared;
        let mut zones = Map::new();
        for (name, zone) in declared.zone_names().into_iter().zip(0..) {
            let mut cards = self.table.in_order(zone);
            if let Some(pile) = declared.pile_of(zone) {
                cards = order(pile, &cards);
            }
            if !self.layout.is_ordered(zone) {
                // By their numbers hidden cards would stand between those that are known.
                cards.sort_by_key(|card| self.hidden(zone, *card));
            }
            let written = cards.into_iter().map(|card| self.lying(zone, card));
            zones.insert(name, written.collect());
        }
        Value::Object(zones)
    }

    /// The card that a card lies on, if it does: `None` for one that the viewer does not know.
    fn host(&self, card: u8) -> Option<Option<u8>> {
        let host = Some(self.table.host_of(card)).filter(|host| *host != NOTHING)?;
        Some(Some(host).filter(|host| self.knows(*host)))
    }

    /// What the viewer can tell of a card that they do not know: its back, how it lies and on what. Nothing of one that they know.
    fn hidden(&self, zone: u8, card: u8) -> Option<(usize, u8, Option<Option<u8>>)> {
        let shown = if self.layout.is_ordered(zone) { self.sees(card) } else { self.knows(card) };
        let backs = self.layout.backs.iter();
        let back = backs.take_while(|(_, cards)| !cards.has(card)).count();
        (!shown).then(|| (back, self.table.face(card), self.host(card)))
    }

    /// How a card lies in its zone.
    fn lying(&self, zone: u8, card: u8) -> Value {
        let (hidden, host) = (self.hidden(zone, card), self.host(card));
        let face = self.table.face(card);
        let lies = face == self.layout.enters(zone);
        if hidden.is_none() && lies && host.is_none() {
            return self.card(card);
        }
        let mut one = match hidden {
            None => json!({ "card": self.card(card) }),
            Some((back, ..)) => json!({ "deck": self.layout.backs.get(back).map(|(id, _)| id) }),
        };
        if !lies {
            one["face"] = json!(self.layout.declared.faces[usize::from(face)]);
        }
        if let Some(host) = host {
            one["on"] = json!(host.map(|host| self.card(host)));
        }
        one
    }
}
