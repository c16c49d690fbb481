//! Works out what follows from a table: who won, the scores, and the values of the script's own functions. A table
//! comes in; an [`Outcome`] or JSON goes out.

use serde_json::{Map, Value, json};

use super::game::Rules;
use super::machine::{Machine, NONE};
use std::sync::Arc;

use crate::rules::{Outcome, Score, ScorePart, Seat};
use crate::table::{
    CardSet, CounterValue, Each, FaultKind, RunFault, SCORE_NOW, ScoreMeasure, Table,
};

/// The greatest number that decides or is a part of a score, and without its sign the least: sums of them have room.
const MOST_POINTS: i64 = 10_000_000;

impl<S: CardSet> Rules<S> {
    /// What a function works out, by its number in [`super::rules::Entries::follows`].
    fn following(&self, m: &mut Machine<'_, S>, kind: usize, indices: &[u8]) -> i64 {
        let mut arguments = [S::default(); 3];
        for (argument, index) in arguments[1..].iter_mut().zip(indices) {
            *argument = S::of_number(i64::from(*index));
        }
        let code = &self.entries.follows[kind].code;
        m.call(code, arguments).number()
    }

    /// A number of a seat; `parts` are those of its score.
    fn measured(&self, m: &mut Machine<'_, S>, of: ScoreMeasure, seat: u8, parts: &Score) -> i32 {
        let counters = &self.layout.declared.counters;
        match of {
            ScoreMeasure::Counter(kind) => {
                i32::from(m.table.counter(counters[usize::from(kind)].first + seat))
            }
            ScoreMeasure::Follows(kind) => {
                let value = self.following(m, usize::from(kind), &[seat]);
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
        for seat in 0..declared.seats.len() as u8 {
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
        let seats = declared.seats.len() as u8;
        // A team wins together.
        let team = |heads: &dyn Fn(u8) -> bool| -> Vec<Seat> {
            let of_them = (0..seats).filter(|seat| heads(declared.head(*seat)));
            of_them.map(Seat).collect()
        };
        let (winners, ended) = (m.table.winners, m.table.ended);
        let won = |head: u8| {
            let mut of_it = (0..seats).filter(|seat| declared.head(*seat) == head);
            of_it.any(|seat| winners >> seat & 1 == 1)
        };
        let chosen = team(&won);
        let said = ended.and_then(|note| declared.notes.get(usize::from(note)));
        let said = said.map(|note| Arc::from(note.word.as_str()));
        if !chosen.is_empty() {
            return (chosen, true, said.unwrap_or_else(|| "the-rules".into()));
        }
        let mut left: Vec<u8> = (0..seats).filter(|seat| declared.head(*seat) == *seat).collect();
        for win in &declared.wins {
            let mut values = Vec::new();
            for seat in &left {
                let value = self.measured(m, win.of, *seat, &scores[usize::from(*seat)]);
                values.push(if win.highest { value } else { -value });
            }
            let best = values.iter().max().copied();
            let mut values = values.into_iter();
            left.retain(|_| values.next() == best);
            if let [first] = left.as_slice() {
                return (team(&|head| head == *first), true, win.by.clone());
            }
        }
        match declared.tie {
            Some(seat) => {
                let by = &declared.seats[usize::from(seat)];
                (team(&|head| head == declared.head(seat)), true, by.as_str().into())
            }
            None => {
                (team(&|head| left.contains(&head)), false, said.unwrap_or_else(|| "draw".into()))
            }
        }
    }

    /// The values of a table by name: the script's functions, each seat's current score, each card's place and position.
    pub fn standings(&self, table: &Table<S>) -> Value {
        let declared = &self.layout.declared;
        let mut found = Map::new();
        // Each by itself: what cannot be worked out of a half table leaves the others alone.
        let alone = |work: &dyn Fn(&mut Machine<'_, S>) -> i64| {
            let (value, fault) = self.look(table, None, |m| work(m));
            fault.map_or(Ok(value), Err)
        };
        for (at, kind) in declared.follows.iter().enumerate() {
            let value =
                |indices: &[u8]| match (kind.holds, alone(&|m| self.following(m, at, indices))) {
                    (_, Err(_)) => Value::Null,
                    (CounterValue::Number, Ok(number)) => json!(number),
                    (CounterValue::Flag, Ok(flag)) => json!(flag != 0),
                    (CounterValue::Seat, Ok(NONE)) => Value::Null,
                    (CounterValue::Seat, Ok(seat)) => usize::try_from(seat)
                        .ok()
                        .and_then(|seat| declared.seats.get(seat))
                        .map_or(Value::Null, |seat| json!(seat)),
                };
            let seats = declared.seats.len();
            let indices = |index: usize| match kind.each {
                Each::Both => vec![(index / seats) as u8, (index % seats) as u8],
                _ => vec![index as u8],
            };
            let names = declared.names("", kind.each);
            let written = match kind.each {
                Each::One => value(&[]),
                _ => {
                    let all = names.iter().enumerate();
                    let all =
                        all.map(|(index, name)| (name[1..].to_owned(), value(&indices(index))));
                    Value::Object(all.collect())
                }
            };
            found.insert(kind.written.to_string(), written);
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
        let (mut lies, mut faces) = (Map::new(), Map::new());
        for (card, name) in self.layout.cards.iter().enumerate() {
            let card = card as u8;
            let zone = &self.names.zones[usize::from(table.zone_of(card))];
            lies.insert(name.clone(), json!(zone));
            let face = &declared.faces[usize::from(table.face(card))];
            faces.insert(name.clone(), json!(face));
        }
        found.insert("lies".into(), Value::Object(lies));
        found.insert("faces".into(), Value::Object(faces));
        Value::Object(found)
    }
}
