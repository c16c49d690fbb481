//! Writes a table as JSON, the way records and boards show it: all of it, or what a seat or an onlooker may know. A layout and a
//! table come in, a `Value` goes out; [`super::staging`] can read back what is complete. Called by `script::notation`.

use serde_json::{Map, Value, json};

use super::declared::{CounterValue, Each, ZoneOrder};
use super::layout::Layout;
use super::moves::NOTHING;
use super::set::CardSet;
use super::state::Table;
use crate::rules::{Chance, Pile, Viewer};

/// The complete table: counters, whose turn it is, what is asked, and the cards by zone.
pub fn table_to_json<S: CardSet, C: Chance>(
    layout: &Layout<S>,
    table: &Table<S>,
    chance: &C,
) -> Value {
    Writer { layout, table, viewer: Viewer::All }.write(&|pile, cards| chance.order(pile, cards))
}

/// The table as somebody knows it. In the shape of [`table_to_json`], but
/// without counters that are not seen, without the answers of others, and with `{"deck":…,"face":…}` for each card that is not
/// known. Such cards stand behind the known ones unless their places are seen, so that no order betrays them.
pub fn seen_to_json<S: CardSet>(layout: &Layout<S>, table: &Table<S>, viewer: Viewer) -> Value {
    let writer = Writer { layout, table, viewer };
    writer.write(&|_, cards| cards.to_vec())
}

/// Writes one table for one pair of viewer.
struct Writer<'a, S: CardSet> {
    layout: &'a Layout<S>,
    table: &'a Table<S>,
    viewer: Viewer,
}

/// The key of the orders that several zones of a name share.
pub const IN_ORDER: &str = "in-order";

/// The key of what seats were told.
pub const TOLD: &str = "told-facts";

impl<S: CardSet> Writer<'_, S> {
    /// `order` is that in which the cards of a pile would be drawn.
    fn write(&self, order: &dyn Fn(Pile, &[u8]) -> Vec<u8>) -> Value {
        let (declared, table) = (&self.layout.declared, self.table);
        let mut out = self.counters();
        let decides = if table.over { Value::Null } else { self.seat(table.decides()) };
        out.insert("turn".into(), decides);
        if table.over {
            out.insert("over".into(), json!(true));
        }
        let ended = table.ended.and_then(|note| declared.notes.get(usize::from(note)));
        if let Some(note) = ended {
            out.insert("ended".into(), json!(note.word));
        }
        let winners =
            declared.seats.iter().enumerate().filter(|(seat, _)| table.winners >> seat & 1 == 1);
        let winners: Vec<Value> = winners.map(|(_, name)| json!(name)).collect();
        if !winners.is_empty() {
            out.insert("winners".into(), Value::Array(winners));
        }
        if table.over || !table.questions().is_empty() {
            // Whose turn it is when all is answered, and whose it was.
            out.insert("then".into(), self.seat(table.turn));
        }
        if !table.questions().is_empty() {
            out.insert("questions".into(), self.questions());
        }
        let answers = self.answers();
        if !answers.is_empty() {
            out.insert("answers".into(), Value::Object(answers));
        }
        out.insert("zones".into(), Value::Object(self.zones(order)));
        let orders = self.orders();
        if !orders.is_empty() {
            out.insert(IN_ORDER.into(), Value::Object(orders));
        }
        let known = self.known();
        if !known.is_empty() {
            out.insert("known".into(), Value::Object(known));
        }
        if self.viewer == Viewer::All && !table.told.is_empty() {
            out.insert(TOLD.into(), self.told());
        }
        Value::Object(out)
    }

    fn seat(&self, seat: u8) -> Value {
        let seats = &self.layout.declared.seats;
        seats.get(usize::from(seat)).map_or(Value::Null, |seat| json!(seat))
    }

    fn card(&self, card: u8) -> Value {
        json!(self.layout.cards[usize::from(card)])
    }

    /// Whether the viewer know where a card is.
    fn knows(&self, card: u8) -> bool {
        match self.viewer {
            Viewer::All => true,
            Viewer::Seat(seat) => self.table.known[usize::from(seat.0) & 7].has(card),
            Viewer::Onlooker => self.sees(card),
        }
    }

    /// Whether the viewer see the front of a card where it lies.
    fn sees(&self, card: u8) -> bool {
        let (zone, face) = (self.table.zone_of(card), self.table.face(card));
        let by = self.layout.sees(zone, face);
        match self.viewer {
            Viewer::All => true,
            Viewer::Seat(seat) => by >> seat.0 & 1 == 1,
            Viewer::Onlooker => self.every_seat(|seat| by >> seat & 1 == 1),
        }
    }

    fn sees_counter(&self, counter: u8) -> bool {
        let knows = |seat| self.table.knows_counter(&self.layout.declared, seat, counter);
        match self.viewer {
            Viewer::All => true,
            Viewer::Seat(seat) => knows(seat.0),
            Viewer::Onlooker => self.every_seat(knows),
        }
    }

    fn every_seat(&self, holds: impl Fn(u8) -> bool) -> bool {
        (0..self.layout.declared.seats.len() as u8).all(holds)
    }

    fn counters(&self) -> Map<String, Value> {
        let declared = &self.layout.declared;
        let mut out = Map::new();
        for kind in &declared.counters {
            let value = |counter: u8| {
                let shown = self.sees_counter(counter).then(|| self.table.counter(counter));
                shown.map(|number| match kind.holds {
                    CounterValue::Number => json!(number),
                    CounterValue::Flag => json!(number != 0),
                    CounterValue::Seat => {
                        u8::try_from(number).map_or(Value::Null, |s| self.seat(s))
                    }
                })
            };
            let written = match kind.each {
                Each::One => value(kind.first),
                each => {
                    let names = declared.names("", each);
                    let all = names.iter().zip(kind.first..);
                    let seen: Map<String, Value> = all
                        .filter_map(|(name, at)| Some((name[1..].to_owned(), value(at)?)))
                        .collect();
                    (self.viewer == Viewer::All || !seen.is_empty()).then_some(Value::Object(seen))
                }
            };
            if let Some(written) = written {
                out.insert(kind.name.clone(), written);
            }
        }
        out
    }

    fn questions(&self) -> Value {
        let asked = self.table.questions().iter().rev().map(|question| {
            let kind = &self.layout.declared.questions[usize::from(question.kind)];
            let mut written = Map::new();
            written.insert("asks".into(), json!(kind));
            written.insert("seat".into(), self.seat(question.seat));
            written.insert("number".into(), json!(question.number));
            written.insert("at-once".into(), json!(question.at_once));
            if let Some(card) = question.card().filter(|card| self.knows(*card)) {
                written.insert("card".into(), self.card(card));
            }
            Value::Object(written)
        });
        asked.collect()
    }

    /// What is answered of what all answer at once: of others, that they have.
    fn answers(&self) -> Map<String, Value> {
        let seats = (0..).zip(&self.layout.declared.seats);
        let given = seats.zip(self.table.answers);
        given
            .filter_map(|((seat, name), mv)| {
                let mv = mv?;
                let told = match self.viewer {
                    Viewer::All => true,
                    Viewer::Seat(own) => own.0 == seat,
                    Viewer::Onlooker => false,
                };
                let written = told.then(|| self.layout.write_move(self.table, seat, mv));
                Some((name.clone(), json!(written)))
            })
            .collect()
    }

    /// Of zones that share one order, all their cards in it, where it does not follow from the zones.
    fn orders(&self) -> Map<String, Value> {
        let kept = self.layout.declared.zones.iter();
        let kept = kept.filter(|kind| kind.order == ZoneOrder::Kept);
        let orders = kept.filter_map(|kind| {
            let (first, count) = self.layout.order_of(kind.first);
            let by_zone = (first..first + count).flat_map(|zone| self.table.in_order(zone));
            let by_zone: Vec<u8> = by_zone.collect();
            let mut cards = by_zone.clone();
            cards.sort_by_key(|card| self.table.below.as_ref()[usize::from(*card)]);
            let names = cards.iter().map(|card| {
                let known = self.knows(*card);
                if known { self.card(*card) } else { Value::Null }
            });
            (cards != by_zone).then(|| (kind.written.clone(), names.collect()))
        });
        orders.collect()
    }

    /// The cards that seats can place without seeing them, and counters that they were shown: of every seat, or of the one.
    fn known(&self) -> Map<String, Value> {
        let seats = self.layout.declared.seats.iter().zip(self.table.known);
        let own = |seat: usize| match self.viewer {
            Viewer::All => true,
            Viewer::Seat(own) => usize::from(own.0) == seat,
            Viewer::Onlooker => false,
        };
        let unseen = seats.enumerate().filter(|(seat, _)| own(*seat));
        let unseen = unseen.map(|(seat, (name, known))| {
            let unseen = known.difference(self.table.seen_by(self.layout, seat as u8));
            let cards = unseen.cards().map(|card| self.card(card));
            let kinds = self.layout.declared.counters.iter();
            let counters =
                kinds.flat_map(|kind| self.layout.declared.names(&kind.written, kind.each));
            let shown = self.table.shown[seat];
            let shown = (0..).zip(counters).filter(|(at, _)| shown >> at & 1 == 1);
            let shown = shown.map(|(_, counter)| Value::from(counter));
            (name.clone(), cards.chain(shown).collect::<Vec<Value>>())
        });
        let some = unseen.filter(|(_, cards)| !cards.is_empty());
        some.map(|(name, cards)| (name, Value::Array(cards))).collect()
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
            let seats =
                (0..self.layout.declared.seats.len() as u8).filter(|seat| fact.is_of(*seat));
            json!({
                "fact": fact.shape,
                "says": shape.says,
                "to": seats.map(|seat| self.seat(seat)).collect::<Value>(),
                "words": words.collect::<Value>(),
            })
        });
        facts.collect()
    }

    fn zones(&self, order: &dyn Fn(Pile, &[u8]) -> Vec<u8>) -> Map<String, Value> {
        let declared = &self.layout.declared;
        let mut zones = Map::new();
        for kind in &declared.zones {
            let names = declared.names(&kind.written, kind.each);
            for (name, zone) in names.into_iter().zip(kind.first..) {
                let cards = match declared.pile_of(zone) {
                    Some(pile) => {
                        let from: Vec<u8> = self.table.zone(zone).cards().collect();
                        order(pile, &from)
                    }
                    None => self.table.in_order(zone),
                };
                let mut cards = cards;
                if !self.layout.is_ordered(zone) {
                    // By their numbers hidden cards would stand between those that are known.
                    cards.sort_by_key(|card| self.hidden(zone, *card));
                }
                let written = cards.into_iter().map(|card| self.lying(zone, card));
                zones.insert(name, written.collect());
            }
        }
        zones
    }

    /// What the viewer can tell of a card that they do not know: its back, how it lies and on what. Nothing of one that they know.
    fn hidden(&self, zone: u8, card: u8) -> Option<(usize, u8, bool, Option<u8>)> {
        let shown = if self.layout.is_ordered(zone) { self.sees(card) } else { self.knows(card) };
        let backs = self.layout.backs.iter();
        let back = backs.take_while(|(_, cards)| !cards.has(card)).count();
        let on = self.table.host.as_ref()[usize::from(card)] != NOTHING;
        (!shown).then(|| (back, self.table.face(card), on, self.host(card)))
    }

    /// The card that a card lies on, if the viewer know it.
    fn host(&self, card: u8) -> Option<u8> {
        let host = self.table.host.as_ref()[usize::from(card)];
        (host != NOTHING && self.knows(host)).then_some(host)
    }

    /// How a card lies in its zone.
    fn lying(&self, zone: u8, card: u8) -> Value {
        let hidden = self.hidden(zone, card);
        let (face, lies) = (self.table.face(card), self.layout.enters(zone));
        let on = self.table.host.as_ref()[usize::from(card)] != NOTHING;
        if hidden.is_none() && face == lies && !on {
            return self.card(card);
        }
        let mut one = Map::new();
        match hidden {
            None => one.insert("card".into(), self.card(card)),
            Some((back, ..)) => {
                let deck = self.layout.backs.get(back).map(|(id, _)| id);
                one.insert("deck".into(), json!(deck))
            }
        };
        if face != lies {
            let faces = &self.layout.declared.faces;
            one.insert("face".into(), json!(faces[usize::from(face)]));
        }
        if on {
            let host = self.host(card).map(|host| self.card(host));
            one.insert("on".into(), json!(host));
        }
        Value::Object(one)
    }
}
