//! Works out what follows from a table: who won, the scores, and the values of the script's own functions. A table
//! comes in; an [`Outcome`] or JSON goes out.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::game::Rules;
use super::machine::Machine;

use crate::rules::{Bits, Outcome, Score, ScorePart, Seat};
use crate::table::{
    CardSet, FaultKind, RunFault, SCORE_NOW, ScoreMeasure, Table, counter_json, values_by_name,
};

/// The greatest number that decides or is a part of a score, and without its sign the least: sums of them have room.
const MOST_POINTS: i64 = 10_000_000;

impl<S: CardSet> Rules<S> {
    /// What a function works out, by its number in [`super::rules::Entries::follows`].
    fn following(
        &self,
        m: &mut Machine<'_, S>,
        kind: usize,
        indices: impl IntoIterator<Item = u8>,
    ) -> i64 {
        let mut arguments = [S::default(); 3];
        for (argument, index) in arguments[1..].iter_mut().zip(indices) {
            *argument = S::of_number(index);
        }
        m.call(&self.entries.follows[kind].code, arguments).number()
    }

    /// A number of a seat; `parts` are those of its score.
    fn measured(&self, m: &mut Machine<'_, S>, of: ScoreMeasure, seat: u8, parts: &Score) -> i32 {
        match of {
            ScoreMeasure::Counter(kind) => {
                let kind = &self.layout.declared.counters[usize::from(kind)];
                m.table.counter(kind.first + seat).into()
            }
            ScoreMeasure::Follows(kind) => {
                let value = self.following(m, usize::from(kind), [seat]);
                if m.is_sound() && !(-MOST_POINTS..=MOST_POINTS).contains(&value) {
                    let at = self.entries.follows[usize::from(kind)].code.at;
                    m.fail(at, FaultKind::Range, value);
                }
                if m.is_sound() { value as i32 } else { 0 }
            }
            ScoreMeasure::Total => parts.total,
        }
    }

    /// The score of each seat, part by part; that of a team is its first seat's.
    fn scores(&self, m: &mut Machine<'_, S>) -> Vec<Score> {
        let declared = &self.layout.declared;
        let nothing = Score::new(Vec::new());
        let mut scores: Vec<Score> = Vec::new();
        for seat in declared.all_seats() {
            let head = declared.head(seat);
            let own = declared.score_of(seat);
            if head < seat && declared.score_of(head) == own {
                scores.push(scores[usize::from(head)].clone());
                continue;
            }
            let mut parts = Vec::new();
            for of in own {
                let what = declared.names_of(of).map_or_else(Arc::default, |(_, written)| written);
                let points = self.measured(m, of, head, &nothing);
                parts.push(ScorePart { what, points });
            }
            scores.push(Score::new(parts));
        }
        scores
    }

    /// The result of a game that is over.
    pub(super) fn result(&self, table: &Table<S>) -> Result<Outcome, RunFault> {
        let (outcome, fault) = self.look(table, None, |m| {
            let scores = self.scores(m);
            let (level, is_won, by) = self.winners(m, &scores);
            Outcome { scores, winners: if is_won { level.clone() } else { Vec::new() }, level, by }
        });
        fault.map_or(Ok(outcome), Err)
    }

    /// The seats that nobody is ahead of by the first number that parts them, whether they have won, and what decided.
    fn winners(&self, m: &mut Machine<'_, S>, scores: &[Score]) -> (Vec<Seat>, bool, Arc<str>) {
        let declared = &self.layout.declared;
        // A team wins together.
        let teams = |seats: &[u8]| -> Vec<Seat> {
            let all = seats.iter().fold(0, |all, seat| all | declared.team(*seat));
            Bits(all.into()).map(Seat).collect()
        };
        let chosen: Vec<u8> = Bits(m.table.winners.into()).collect();
        let said = m.table.ended.and_then(|note| declared.notes.get(usize::from(note)));
        let said = said.map(|note| Arc::from(note.word.as_str()));
        if !chosen.is_empty() {
            return (teams(&chosen), true, said.unwrap_or_else(|| "the-rules".into()));
        }
        let mut left: Vec<u8> =
            declared.all_seats().filter(|seat| declared.head(*seat) == *seat).collect();
        for win in &declared.wins {
            let mut values = Vec::new();
            for seat in &left {
                let value = self.measured(m, win.of, *seat, &scores[usize::from(*seat)]);
                values.push(if win.highest { value } else { -value });
            }
            let best = values.iter().max().copied();
            let mut values = values.into_iter();
            left.retain(|_| values.next() == best);
            if let [_] = left.as_slice() {
                return (teams(&left), true, win.by.clone());
            }
        }
        match declared.tie {
            Some(seat) => (teams(&[seat]), true, declared.seats[usize::from(seat)].as_str().into()),
            None => (teams(&left), false, said.unwrap_or_else(|| "draw".into())),
        }
    }

    /// The values of a table by name: the script's functions, each seat's current score, each card's place and position.
    pub fn standings(&self, table: &Table<S>) -> Value {
        let declared = &self.layout.declared;
        let mut found = Map::new();
        for (at, kind) in declared.follows.iter().enumerate() {
            // Each by itself: what cannot be worked out of a half table leaves the others alone.
            let value = |index: u8| {
                let (place, seat) = declared.place_and_seat(kind.each, index);
                let indices = place.into_iter().chain(seat);
                let (number, fault) = self.look(table, None, |m| self.following(m, at, indices));
                Some(match fault {
                    None => counter_json(declared, kind.holds, number),
                    Some(_) => Value::Null,
                })
            };
            let written = values_by_name(declared, kind.each, value);
            found.extend(written.map(|written| (kind.written.to_string(), written)));
        }
        if declared.common_parts().len() > 1
            && let (scores, None) = self.look(table, None, |m| self.scores(m))
        {
            let seats = declared.seats.iter().zip(scores);
            let seats = seats.map(|(seat, score)| {
                let parts = score.parts.iter();
                let parts = parts.map(|part| (part.what.to_string(), Value::from(part.points)));
                (seat.clone(), Value::Object(parts.collect()))
            });
            found.insert(SCORE_NOW.to_owned(), Value::Object(seats.collect()));
        }
        let by_card = |word: &dyn Fn(u8) -> Value| {
            let cards = self.layout.cards.iter().cloned();
            Value::Object(cards.zip((0..=u8::MAX).map(word)).collect())
        };
        let zone = |card| json!(self.names.zones[usize::from(table.zone_of(card))]);
        let face = |card| json!(declared.faces[usize::from(table.face(card))]);
        found.insert("lies".into(), by_card(&zone));
        found.insert("faces".into(), by_card(&face));
        Value::Object(found)
    }
}
