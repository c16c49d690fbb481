//! Writes a table as JSON, the way records and boards show it. A layout, a table and the chance come in; a `Value`
//! goes out, and [`super::staging`] can read it back. Called by `script::notation`.

use serde_json::{Map, Value, json};

use super::declared::{CounterValue, Each, ZoneOrder};
use super::layout::Layout;
use super::moves::NOTHING;
use super::set::CardSet;
use super::state::Table;
use crate::rules::Chance;

/// The complete table: counters, whose turn it is, what is asked, and the cards by zone.
pub fn table_to_json<S: CardSet, C: Chance>(
    layout: &Layout<S>,
    table: &Table<S>,
    chance: &C,
) -> Value {
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
            (CounterValue::Number, number) => json!(number),
            (CounterValue::Flag, flag) => json!(flag != 0),
            (CounterValue::Seat, number) => u8::try_from(number).map_or(Value::Null, seat),
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
    let ended = table
        .ended
        .and_then(|note| declared.notes.get(usize::from(note)));
    if let Some(note) = ended {
        out.insert("ended".into(), json!(note.word));
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
            let mut written = Map::new();
            written.insert("asks".into(), json!(kind));
            written.insert("seat".into(), seat(question.seat));
            written.insert("number".into(), json!(question.number));
            written.insert("at-once".into(), json!(question.at_once));
            if let Some(card) = question.card() {
                written.insert("card".into(), json!(layout.cards[usize::from(card)]));
            }
            Value::Object(written)
        });
        out.insert("questions".into(), asked.collect());
    }
    let answers: Map<String, Value> = (0..)
        .zip(&declared.seats)
        .zip(table.answers)
        .filter_map(|((seat, name), mv)| {
            let written = layout.write_move(table, seat, mv?);
            Some((name.clone(), json!(written)))
        })
        .collect();
    if !answers.is_empty() {
        out.insert("answers".into(), Value::Object(answers));
    }
    out.insert("zones".into(), Value::Object(zones(layout, table, chance)));
    let orders = orders(layout, table);
    if !orders.is_empty() {
        out.insert(IN_ORDER.into(), Value::Object(orders));
    }
    let known = known(layout, table);
    if !known.is_empty() {
        out.insert("known".into(), Value::Object(known));
    }
    Value::Object(out)
}

/// The key of the orders that several zones of a name share.
pub const IN_ORDER: &str = "in-order";

/// Of zones that share one order, all their cards in it, where it does not follow from the zones.
fn orders<S: CardSet>(layout: &Layout<S>, table: &Table<S>) -> Map<String, Value> {
    let kept = layout.declared.zones.iter();
    let kept = kept.filter(|kind| kind.order == ZoneOrder::Kept);
    let orders = kept.filter_map(|kind| {
        let (first, count) = layout.order_of(kind.first);
        let by_zone = (first..first + count).flat_map(|zone| table.in_order(zone));
        let by_zone: Vec<u8> = by_zone.collect();
        let mut cards = by_zone.clone();
        cards.sort_by_key(|card| table.below.as_ref()[usize::from(*card)]);
        let names = cards
            .iter()
            .map(|card| json!(layout.cards[usize::from(*card)]));
        (cards != by_zone).then(|| (kind.written.clone(), names.collect()))
    });
    orders.collect()
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
            .names(&kind.written, kind.each)
            .into_iter()
            .zip(kind.first..)
        {
            let cards = match declared.pile_of(zone) {
                Some(pile) => {
                    let from: Vec<u8> = table.zone(zone).cards().collect();
                    chance.order(pile, &from)
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
