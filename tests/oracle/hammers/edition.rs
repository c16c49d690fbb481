//! How a game goes: moves, payments, the end of a round. Each ply of a record is played anew, and what changed, the whole table, the legal
//! moves and the result must be what the record says; only what chance dealt is taken from it. An edition does the rest in its own way.

use std::collections::BTreeSet;

use serde_json::Value;

use super::super::record::{Ply, Record, difference};
use super::field::{Field, ROW, SEATS, other};
use super::told::{self, Facts};

const TURNS: usize = 10; // CH1-R9, CH2-R5: five each

/// An edition: what it does in its own way.
pub trait Edition {
    /// What chance puts in order.
    const PILES: &'static [&'static str];

    fn field(&self) -> &Field;
    fn field_mut(&mut self) -> &mut Field;
    /// The moves that are legal when a player pays or restores.
    fn payments(&self, seat: &str) -> BTreeSet<String>;
    fn make_payment(&mut self, seat: &'static str, words: &[&str]);
    /// Whether a card that lies face down may be launched, were there something that it could be done to.
    fn may_launch(&self, seat: &str, place: usize, card: &str) -> bool;
    /// What only this edition's cards do.
    fn launched(&mut self, seat: &'static str, place: usize, card: &str);
    fn lower_defcon(&mut self);
    /// What a player pays, or gets back; true if there is a choice to make.
    fn pay(&mut self, seat: &'static str) -> bool;
    fn restore(&mut self, seat: &'static str) -> bool;
    fn turn_ended(&mut self, seat: &'static str);
    fn round_ended(&mut self, seat: &'static str);
    fn result(&self) -> Value;
    /// Numbers of the table that only this edition has.
    fn own_facts(&self) -> Facts;

    /// Follows a whole game; what it returns says at which ply the record is wrong, and how.
    fn check(mut self, record: &Record) -> Result<(), String>
    where
        Self: Sized,
    {
        let cards = &mut self.field_mut().cards;
        if !cards.listed_as(&record.cards) || record.seats != SEATS {
            return Err("other cards or seats than the rulebook's".to_owned());
        }
        for ply in &record.plies {
            self.follow(ply).map_err(|what| format!("ply {}: {what}", ply.number))?;
        }
        let result = if self.field().phase == "over" { self.result() } else { Value::Null };
        match difference(&record.result, &result) {
            Some(what) => Err(format!("the result: {what}")),
            None => Ok(()),
        }
    }

    /// One ply: played here, and compared with what is recorded.
    fn follow(&mut self, ply: &Ply) -> Result<(), String> {
        self.field_mut().cards.begin(ply, Self::PILES);
        match &ply.moved {
            None => self.field_mut().set_up(Self::PILES),
            Some((seat, _)) if self.field().turn != Some(seat) => {
                let due = self.field().turn.unwrap_or("nobody");
                return Err(format!("{seat} moves, but {due} is to move"));
            }
            Some((_, text)) if !self.legal().contains(text) => {
                return Err(format!("`{text}` is not legal; legal are {:?}", self.legal()));
            }
            Some((seat, text)) => self.play(other(other(seat)), text),
        }
        if let Some(what) = self.field().cards.difference(ply) {
            return Err(what);
        }
        let mut own = self.field().facts();
        own.extend(self.own_facts());
        let told = told::told(&ply.state, &self.field().cards);
        if let Some(what) = told::difference(&told, &own) {
            return Err(format!("the table: {what}"));
        }
        match &ply.legal {
            Some(legal) if *legal != self.legal() => {
                Err(format!("{legal:?} are said to be legal, but legal are {:?}", self.legal()))
            }
            _ => Ok(()),
        }
    }

    /// Every move that the rules allow now, as it is written.
    fn legal(&self) -> BTreeSet<String> {
        let field = self.field();
        let Some(seat) = field.turn else {
            return BTreeSet::new();
        };
        if !["turn", "deployed"].contains(&field.phase) {
            return self.payments(seat);
        }
        let mut moves = BTreeSet::new();
        // CH1-R9, CH2-R5: exactly one card, at any location; no turn without it
        if field.deployed {
            moves.insert("end".to_owned());
        } else {
            for card in field.cards.zone(&format!("hand/{seat}")) {
                moves.extend(ROW.map(|place| format!("deploy {card} at {place}")));
            }
        }
        // CH1-R10, CH1-G2, CH2-R5, CH2-R6: one's own that lie face down, before that and after
        for place in ROW {
            let hidden = field.at(place, seat).into_iter().filter(|card| field.hidden(card));
            for card in hidden.filter(|card| self.may_launch(seat, place, card)) {
                let aims = field.aims(seat, place, &card);
                moves.extend(aims.iter().map(|aim| format!("launch {card}{aim}")));
            }
        }
        moves
    }

    /// A legal move, as it is written.
    fn play(&mut self, seat: &'static str, text: &str) {
        let words: Vec<&str> = text.split(' ').collect();
        let field = self.field_mut();
        match words[..] {
            ["deploy", card, "at", place] => field.deploy(seat, card, place),
            ["launch", card, ..] => {
                let place = field.place_of(seat, card);
                field.launch(seat, place, card, &words[2..]);
                self.launched(seat, place, card);
            }
            // CH1-R9, CH2-R5: turns alternate
            ["end"] => {
                field.turns += 1;
                (field.turn, field.phase) = (Some(other(seat)), "turn");
                field.deployed = false;
                self.turn_ended(seat);
                if self.field().turns == TURNS {
                    self.field_mut().control();
                    self.go_on();
                }
            }
            _ => self.make_payment(seat, &words),
        }
    }

    /// Whoever is due pays or restores, until one has a choice to make. After a launch the turn goes on; in a resolution comes the next
    /// crisis (CH1-G6, CH2-G7: each, in row order), then restoring (CH1-R15, CH2-R13), then the reset. Who took the round's first turn is
    /// done before the other (CH1-G19, CH2-G17).
    fn go_on(&mut self) {
        self.field_mut().owed = 0;
        loop {
            while !self.field().queue.is_empty() {
                let seat = self.field_mut().queue.remove(0);
                if self.field().restoring && self.restore(seat) {
                    return;
                }
                if !self.field().restoring && self.pay(seat) {
                    return;
                }
            }
            let field = self.field_mut();
            if !field.resolving {
                field.price = 0;
                field.phase = if field.deployed { "deployed" } else { "turn" };
                return;
            }
            field.queue = vec![field.first, other(field.first)];
            if !field.crises.is_empty() {
                field.crises.remove(0);
                self.lower_defcon();
            } else if !field.restoring {
                field.restoring = true;
            } else {
                return self.reset();
            }
        }
    }

    /// CH1-R16, CH2-R14: what was played is discarded; hands and a tied lab (CH1-G5, CH2-G6) stay.
    fn reset(&mut self) {
        for seat in SEATS {
            let field = self.field_mut();
            for (card, zone) in field.in_play(seat) {
                field.cards.carry(&card, &zone, "discard", "up");
            }
            self.round_ended(seat);
            let (field, labs) = (self.field_mut(), format!("labs/{seat}"));
            for lab in field.cards.sorted(&labs) {
                if field.lent.remove(&lab).is_some() {
                    field.cards.turn_over(&lab, &labs, "up");
                }
            }
        }
        let field = self.field_mut();
        (field.resolving, field.restoring) = (false, false);
        (field.price, field.turns) = (0, 0);
        field.queue.clear();
        field.occupied.clear();
        field.occupations.clear();
        if field.cards.zone("countries").is_empty() {
            (field.turn, field.phase) = (None, "over");
        } else {
            field.new_round();
        }
    }
}

/// What the step down from a level costs (CH1-R14, CH1-G7, CH2-R9, CH2-G3).
pub fn penalty(level: i64) -> i64 {
    match level {
        5 => 1,
        4 => 2,
        3 => 3,
        _ => 5,
    }
}
