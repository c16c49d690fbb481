//! What seats see of a table and hear of a move. A table or an [`Event`] and a seat come in; a [`View`], or the event as the seat may read
//! it, goes out.

use super::game::Rules;
use crate::rules::{CardId, Counter, Event, Facing, Seat, ZoneId};
use crate::table::{CardSet, Table, View, view_of};

impl<S: CardSet> Rules<S> {
    /// What one seat may know; owns its data.
    pub fn view(&self, table: &Table<S>, seat: Seat) -> View {
        view_of(&self.layout, table, seat.0)
    }

    /// Whether `seat` knows which card lies in `zone` with `face`.
    pub fn sees(&self, seat: Seat, zone: ZoneId, face: Facing) -> bool {
        self.layout.shows(zone.0, self.layout.lies(zone.0, face.0), seat.0)
    }

    /// Whether `seat` knows what a counter holds, and hears when it changes.
    pub fn sees_counter(&self, seat: Seat, counter: Counter) -> bool {
        self.layout.declared.sees_counter(seat.0, counter.0)
    }

    /// Whether something can be hidden from a seat: cards of a zone, if only while they lie one way up, or a counter. Copies of one card
    /// hide nothing.
    pub fn hides(&self) -> bool {
        let names = &self.names;
        let mut cards = names.cards.iter().map(|name| name.split('#').next());
        let first = cards.next();
        let are_alike = cards.all(|card| Some(card) == first);
        let all = |sees: &dyn Fn(Seat) -> bool| self.seats().all(sees);
        let hides_cards = |zone| {
            let mut ways = (0..names.faces.len() as u8).map(Facing);
            ways.any(|face| !all(&|seat| self.sees(seat, ZoneId(zone), face)))
        };
        !are_alike && (0..names.zones.len() as u8).any(hides_cards)
            || self.counters().any(|n| !all(&|seat| self.sees_counter(seat, Counter(n))))
    }

    /// Whether `seat` hears of an event at all.
    pub fn hears(&self, seat: Seat, event: &Event) -> bool {
        match event {
            Event::Counted { counter, .. } => self.sees_counter(seat, *counter),
            Event::Told { to, .. } => to >> seat.0 & 1 == 1,
            Event::Rolled { .. } => false,
            _ => true,
        }
    }

    /// The event as `seat` may read it, and whether it knows the card: one that it sees neither before nor after is [`CardId`] 65,535.
    pub fn reads(&self, seat: Seat, event: &Event) -> (Event, bool) {
        let mut event = *event;
        let sees = |zone: &ZoneId, face: &Facing| self.sees(seat, *zone, *face);
        let (card, known) = match &mut event {
            Event::Moved { card, from, to, was, face, .. } => {
                (card, sees(to, face) || sees(from, was))
            }
            Event::Turned { card, at, was, face } => (card, sees(at, face) || sees(at, was)),
            Event::Told { card: Some((card, at, face, _)), .. } => (card, sees(at, face)),
            _ => return (event, true),
        };
        if !known {
            *card = CardId(u16::MAX);
        }
        (event, known)
    }
}
